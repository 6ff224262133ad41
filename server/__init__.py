"""Cuttle for others: a server by ssh and in browsers, and its league."""
