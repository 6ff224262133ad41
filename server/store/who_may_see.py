"""Who may see a finished game: the one rule, which every door asks.

| game | is listed for | is opened, if its id is known, by |
|---|---|---|
| at a public table | everybody | everybody |
| by a code | its players | everybody: its id is in the link that they copy |
| by a code, and one of its players has closed the link | its players | its players |
| the deal of a day (ADR 51) | its player | its player; once the day is over, the best by all |

Nobody can guess an id (`server.tables.room.game_id`), and of a game by a code it is listed nowhere
but for its players: who has it was given it. A game that somebody may not open is to them as one
that never was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cuttle_tui.ports.listings import GameLink
from server.store.values import GameRow

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement


def may_open(game: GameRow | None, viewer: str) -> bool:
    """Return whether somebody who knows the id of a game, if it exists, may see all hands."""
    return game is not None and (not game.closed or is_player(game, viewer))


def link_of(game: GameRow) -> GameLink:
    """Return what a game shows of this to its viewers."""
    return "public" if game.public else "closed" if game.closed else "open"


def is_listed(game: GameRow, viewer: str) -> bool:
    """Return whether a game is listed for somebody."""
    return game.public or is_player(game, viewer)


def listed_for(viewer: str) -> ColumnElement[bool]:
    """Return the same as a condition for queries."""
    import sqlalchemy as sa  # a room at home has no database

    from server.store.schema import games, seats

    theirs = sa.select(seats.c.game).where(seats.c.person == viewer)
    return sa.or_(games.c.public, games.c.id.in_(theirs)) if viewer else games.c.public.is_(True)


def is_player(game: GameRow, viewer: str) -> bool:
    """Return whether somebody has played a game, and has an account by which that is known."""
    return bool(viewer) and viewer in game.players
