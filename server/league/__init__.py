"""The league: seasons, matches, championships, play nights and ratings, as pure functions."""
