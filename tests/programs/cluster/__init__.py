"""Several servers that play as one: at hand, under faults, without a fence."""
