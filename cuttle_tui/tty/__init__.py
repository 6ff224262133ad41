"""Deal with the terminal at hand: what it can do, what is asked of it, how it ends."""
