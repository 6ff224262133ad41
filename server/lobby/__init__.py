"""What a player's session sees and does off the table: lists, accounts, finished games."""
