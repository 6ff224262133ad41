"""Turn games into files that people share: pictures and recordings of a terminal."""
