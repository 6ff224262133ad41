"""Find puzzles in games between computer players, prove them, rate them, and fill the store."""
