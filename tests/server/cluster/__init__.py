"""Tests of several nodes that play as one server."""
