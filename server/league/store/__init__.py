"""The league in the database of the server: each module holds queries on a connection."""
