"""The league as static pages that a club can put on its web site."""
