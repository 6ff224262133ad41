"""Hold the catalogues, one file for each language but English."""
