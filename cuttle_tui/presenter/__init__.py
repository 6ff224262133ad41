"""Stage: the state of a table becomes what each zone shows, as plain values. Pure."""
