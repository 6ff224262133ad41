"""Represent keys as data: a command declares its keys, intent and texts in one place."""
