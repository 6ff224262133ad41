"""Sessions after login: the app, line mode, text commands."""
