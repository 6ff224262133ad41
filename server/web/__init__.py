"""The door for browsers: pages, cookies, terminals over WebSockets."""
