"""Play as one server with other processes: PostgreSQL decides, NATS carries.

The server enters it by `member.Member`, and by no other module. Where to look:

- `options`: how a node is configured; `config.check` says whether it could join.
- `store`: nodes and their tables in the database; a lease says who is alive.
- `member`: keep the lease, notice nodes that died, adopt their tables, drain.
- `node`: this process among the others, and the messages between them.
- `failover`: what happens to a session when the node of its table dies or hands it over.
- `session`, `lobby`: a session here, and what it asks of other nodes; `remote_chair` is a seat
  there, `moving_chair` the same seat wherever its table goes.
- `reception`: the other side: players of other nodes at tables of this one.
- `peers`: the other nodes' tables, people and queues.
- `bus`, `connecting`, `codec`: messages over NATS, and how they are packed.

`options` and `store` stand on lower floors of the server: start-up and the database use them
without the rest, which needs the extra `cluster`.
"""
