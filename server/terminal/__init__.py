"""Carry one terminal: its bytes, keys and colours, and what apps need of this process."""
