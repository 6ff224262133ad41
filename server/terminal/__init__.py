"""The terminal of a session: bytes, keys, colours, and the process they share."""
