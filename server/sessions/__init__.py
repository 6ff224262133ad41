"""What a session does after login: the app, line mode, text commands."""
