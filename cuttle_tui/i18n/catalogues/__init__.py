"""The catalogues, one file for each language but English."""
