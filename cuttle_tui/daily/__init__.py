"""Today's deal: the same cards and the same computer for everybody, one try a day."""
