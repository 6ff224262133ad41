"""Configure, watch and steer a running server."""
