"""The server's settings: a file, environment variables, flags."""
