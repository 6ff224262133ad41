"""Show every screen and every question: the way to look at the app, and its snapshot test."""
