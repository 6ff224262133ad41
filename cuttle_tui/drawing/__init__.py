"""Draw: where everything stands, in which colours and signs, cards as pieces of rows."""
