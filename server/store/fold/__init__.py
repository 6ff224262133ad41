"""What follows from the games: results, matches, ratings.

It is derived in the transaction that stores or corrects a game; `recompute` rebuilds it from the
records. See ADR 13.
"""
