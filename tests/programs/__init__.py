"""Programs that measure, soak, train, draw and write what is kept; CONTRIBUTING.md lists them."""
