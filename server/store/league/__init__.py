"""The league in the database: what operators decide, and the pages players read."""
