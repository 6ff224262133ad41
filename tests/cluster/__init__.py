"""Several servers that play as one."""
