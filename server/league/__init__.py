"""The league as a fold over stored games: seasons, matches, points, brackets, years."""
