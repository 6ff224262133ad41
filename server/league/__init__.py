"""The league as a fold over finished games: pure, without database, network or screen."""
