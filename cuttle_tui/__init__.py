"""Cuttle in a terminal."""

__version__ = "1.1.0.dev0"
