"""The server's tables: rooms, seats, chairs, bots, chat."""
