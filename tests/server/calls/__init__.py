"""Calls: the club calls people."""
