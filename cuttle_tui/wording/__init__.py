"""Hold all text that players read, sorted into rooms."""
