"""Computer players: levels, search, network, assessments."""
