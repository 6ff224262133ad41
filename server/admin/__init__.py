"""The admin socket: list players, ban, drain, back up."""
