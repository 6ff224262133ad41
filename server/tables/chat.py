"""Carry what is said at a table: players among themselves, and watchers among themselves."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal

from engine.table.state import ChatLine

Side = Literal["players", "watchers"]
_MOST: Final = 50


@dataclass(frozen=True, slots=True)
class _Said:
    line: ChatLine
    by: str
    """The identity of who said it."""


class Talk:
    """The last lines said at a table."""

    def __init__(self) -> None:
        self._sides: dict[Side, deque[_Said]] = {
            "players": deque(maxlen=_MOST),
            "watchers": deque(maxlen=_MOST),
        }
        self._count = 0

    def say(self, side: Side, by: str, who: str, text: str, *, phrase: bool, after: int) -> None:
        """Add a line.

        Args:
            side: to whom it is said.
            by: the identity of who says it.
            who: the name the others see.
            text: the name of a ready phrase, or text that was cleaned.
            phrase: which of both it is.
            after: how many events the log holds now.
        """
        self._count += 1
        line = ChatLine(who, text, phrase, after, self._count)
        self._sides[side].append(_Said(line, by))

    def heard(self, side: Side, deaf_to: Collection[str]) -> tuple[ChatLine, ...]:
        """Give the lines of a side, without those of people one does not want to hear."""
        return tuple(said.line for said in self._sides[side] if said.by not in deaf_to)

    def by(self, identity: str) -> list[str]:
        """List what somebody said, for a report."""
        every = [said for side in self._sides.values() for said in side]
        return [said.line.text for said in every if said.by == identity]

    def new_game(self) -> None:
        """Let what was said stand before the first event of the next game."""
        for side, lines in self._sides.items():
            kept = [_Said(_at_start(one.line), one.by) for one in lines]
            self._sides[side] = deque(kept, maxlen=_MOST)


def _at_start(line: ChatLine) -> ChatLine:
    return ChatLine(line.who, line.text, line.phrase, 0, line.number)
