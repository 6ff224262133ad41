"""Know who people are, and see to it that they can bear each other."""
