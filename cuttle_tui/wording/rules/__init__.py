"""Word the rules of any ruleset, page by page, from its data."""
