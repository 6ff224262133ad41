"""Play as one server with other processes: PostgreSQL decides, NATS carries."""
