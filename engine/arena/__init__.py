"""Play players against each other, and say how strong they are."""
