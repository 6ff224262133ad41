"""Say everything the player reads: the only place with prose."""
