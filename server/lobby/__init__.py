"""Show each player who is here, what is played, and what has been."""
