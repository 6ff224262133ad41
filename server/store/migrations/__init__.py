"""Bring a database from any older version to the newest, one revision a file.

A revision never changes once it is released; the next change is a new file whose
``down_revision`` names the last one. Nothing leads back down: a backup does.
"""
