"""Errors of the league."""

from __future__ import annotations

from engine.errors import CuttleError


class LeagueError(CuttleError):
    """The league cannot do this; the message says what to do instead."""
