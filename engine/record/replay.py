"""Step through a record as a seat or a watcher could know it.

Positions are built once and stay private; callers get views and redacted events.
"""

from __future__ import annotations

from engine.play.events import Event
from engine.play.observe import observe, redacted
from engine.play.position import Position
from engine.play.view import View
from engine.record.record import Record, RecordedAction

_Plies = tuple[tuple[Event, ...], ...]


class Replay:
    """A recorded game at every ply.

    A record contains its deal, so it has no secrets; the views show the game as a seat saw it.
    """

    def __init__(self, record: Record) -> None:
        """Replay the record and keep every position.

        Raises:
            RecordError: an action is illegal.
        """
        game = record.game()
        self._record = record
        self._positions: list[Position] = [game.position.copy()]
        self._events: list[tuple[Event, ...]] = [(game.opening,)]
        self._told: dict[int | str | None, _Plies] = {}
        for events in record.play_on(game):
            self._positions.append(game.position.copy())
            self._events.append(tuple(events))

    @property
    def record(self) -> Record:
        """The record itself."""
        return self._record

    @property
    def names(self) -> tuple[str, ...]:
        """The name in each seat, safe for a terminal."""
        return tuple(map(printable, self._record.players))

    @property
    def plies(self) -> int:
        """How many actions were played."""
        return len(self._positions) - 1

    @property
    def turns(self) -> tuple[int, ...]:
        """The turn after each action, the deal first; turns are counted from 0."""
        return tuple(position.turn for position in self._positions)

    def entry(self, ply: int) -> RecordedAction | None:
        """Return the action that led to a ply; None for the deal."""
        return self._record.entries[ply - 1] if ply else None

    def events(
        self, ply: int, viewer: int | None = None, *, all_hands: bool = False
    ) -> tuple[Event, ...]:
        """Return the events of the action that led to a ply, as a viewer could know them."""
        return self.told(viewer, all_hands=all_hands)[ply]

    def view(self, ply: int, viewer: int | None = None, *, all_hands: bool = False) -> View:
        """Return the game at a ply as a viewer could see it."""
        return observe(self._positions[ply], viewer, all_hands=all_hands)

    def told(self, viewer: int | None = None, *, all_hands: bool = False) -> _Plies:
        """Return the events of each action, the deal first, as a viewer could know them."""
        everything = all_hands and viewer is None
        key = "all" if everything else viewer
        if key not in self._told:
            self._told[key] = tuple(
                events if everything else redacted(position, events, viewer)
                for position, events in zip(self._positions, self._events, strict=True)
            )
        return self._told[key]


def printable(name: str) -> str:
    """Return a name with unprintable characters replaced."""
    return "".join(sign if sign.isprintable() else "?" for sign in name)
