"""Word what keys do, for the last row and for the help."""
