"""Adapt to the terminal: abilities, bell and title, mouse, loss of the connection."""
