"""Turn the state of a table into what each zone shows, as plain values. Pure."""
