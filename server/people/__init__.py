"""Players: names, accounts, bans, blocks, limits, presence."""
