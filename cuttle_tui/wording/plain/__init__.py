"""Word plain mode: the table, what happens at it, and what is asked, as lines of text."""
