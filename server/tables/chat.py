"""Chat at a table: players among themselves, watchers among themselves."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from engine.table.state import EARLIER, Change, ChatLine, Listener
from server.people.presence import Gathered

Side = Literal["players", "watchers"]
_SIDES: Final[tuple[Side, ...]] = get_args(Side)
_MOST: Final = 50
_APART, _LONGEST = 0.01, 1.0
"""Seconds in which lines are gathered for watchers, for each of them and at most: so their talk
costs the same however much is said, and hardly more where many watch."""


@dataclass(frozen=True, slots=True)
class Said:
    """A line and who said it."""

    line: ChatLine
    by: str
    """The identity of the speaker."""


@dataclass(frozen=True, slots=True)
class Talk:
    """All that a chat holds."""

    players: tuple[Said, ...] = ()
    watchers: tuple[Said, ...] = ()
    count: int = 0
    """How many lines there have been."""


class TableChat:
    """The last lines said at a table."""

    def __init__(self) -> None:
        self._sides: dict[Side, deque[Said]] = {side: deque(maxlen=_MOST) for side in _SIDES}
        self._count = 0
        self._listeners: dict[Side, dict[object, tuple[str, Listener]]] = {s: {} for s in _SIDES}
        self._tell_watchers = Gathered(
            lambda: self._tell("watchers"),
            lambda: min(_LONGEST, _APART * len(self._listeners["watchers"])),
        )

    def subscribe(self, side: Side, listener: Listener, owner: str) -> Callable[[], None]:
        """Call a listener after the lines of a side; the result ends that.

        Watchers receive all lines of a moment at once, after longer the more they are; the `owner`,
        an identity, gets their own lines at once.
        """
        token, listeners = object(), self._listeners[side]
        listeners[token] = owner, listener

        def end() -> None:
            listeners.pop(token, None)

        return end

    def say(self, side: Side, by: str, who: str, text: str, *, phrase: bool, after: int) -> None:
        """Add a line, and send it to those who can read it, now or soon, and to nobody else.

        Args:
            by: the identity of the speaker.
            who: the name the others see.
            text: the name of a ready phrase, or text that was cleaned.
            after: how many events the log holds now.
        """
        self._count += 1
        line = ChatLine(who, text, phrase, after, self._count)
        self._sides[side].append(Said(line, by))
        self._tell(side, None if side == "players" else by)
        if side == "watchers":
            self._tell_watchers()

    def _tell(self, side: Side, owner: str | None = None) -> None:
        """Call the listeners of a side, or only those of one owner."""
        for each, listener in [*self._listeners[side].values()]:
            if owner is None or each == owner:
                listener(Change(()))

    @property
    def count(self) -> int:
        """How many lines there have been, of both sides."""
        return self._count

    def whole(self) -> Talk:
        """Return all that is held."""
        return Talk(tuple(self._sides["players"]), tuple(self._sides["watchers"]), self._count)

    def take(self, talk: Talk) -> None:
        """Hold what was said where the table was before."""
        self._sides["players"].extend(talk.players)
        self._sides["watchers"].extend(talk.watchers)
        self._count = talk.count

    def heard(self, side: Side, blocked_ids: Collection[str]) -> tuple[ChatLine, ...]:
        """Return the lines of a side, without those of blocked players."""
        return tuple(said.line for said in self._sides[side] if said.by not in blocked_ids)

    def by(self, identity: str) -> list[str]:
        """List what a player said, for a report."""
        every = [said for side in self._sides.values() for said in side]
        return [said.line.text for said in every if said.by == identity]

    def new_game(self) -> None:
        """Mark what was said as of an earlier game."""
        for side, lines in self._sides.items():
            kept = [Said(replace(said.line, after=EARLIER), said.by) for said in lines]
            self._sides[side] = deque(kept, maxlen=_MOST)
