"""Count every way a game can go on for a few actions, in every ruleset."""
