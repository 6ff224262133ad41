"""Bring people and computers together at tables, and keep what happens there."""
