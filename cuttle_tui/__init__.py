"""Cuttle in a terminal."""

__version__ = "0.2.0"
