"""Persist what the server must not forget: people, games, running tables.

`store.Store` is a database, `writer.Writer` the only thing that writes to it from the event loop.
"""
