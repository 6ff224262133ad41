"""The ssh service: admission, login, sessions, middleware."""
