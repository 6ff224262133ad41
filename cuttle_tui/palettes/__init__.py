"""Hold the colours of every theme and deck, as data: a table for each kind of terminal.

A table is words in pairs, a role and its colour. Tables for 256 and 16 colours name colours that
such terminals have, so that rounding changes little.
"""
