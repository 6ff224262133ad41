"""Persist what the server must not forget: people, games, running tables.

`store.Store` is a database; `writer.Writer` the only thing that writes to it from the event loop.
An action at a table is a `values.AddEntry`: `tables.room` puts it in the writer's queue,
`running_tables` stores it as a row of `schema.entries`, and only then does anybody see it.
"""
