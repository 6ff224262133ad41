"""Let clients in over ssh, and lead each session to what it asked for."""
