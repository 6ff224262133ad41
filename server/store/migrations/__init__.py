"""Migrate a database from any older version to the newest, a file for each revision.

A revision never changes once it is released; the next change is a new file whose
``down_revision`` names the previous revision. To go back, restore a backup.
"""
