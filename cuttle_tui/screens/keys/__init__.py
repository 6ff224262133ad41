"""Hold the keys of tables, replays and some front screens, as data."""
