"""Computer players measured and trained."""
