"""The league in the database: what follows from the games, and what operators decide.

Matches and ratings are derived: they are written in the transaction of the game or the decision
they follow from, and `recompute` rebuilds them from the records.
"""
