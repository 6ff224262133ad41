"""The seats of a table: who sits there, and who is ready or away."""

from __future__ import annotations

from dataclasses import replace

from engine.table.events import Joined
from engine.table.state import NOBODY, Sitter


class TableSeats:
    """The seats of a table."""

    def __init__(self, seats: int) -> None:
        """Create free seats."""
        self.sitters = [NOBODY] * seats
        self.nonces = [b""] * seats
        """What each seat adds to deals of the first scheme, game after game."""
        self.cuts = [""] * seats
        """The word with which each seat cut the next deck; empty if it did not."""
        self.owners = [""] * seats
        """The id of each seat's player for the table's owner; kept after they leave."""
        self.away: list[float | None] = [None] * seats
        """When each absent person left."""
        self.ready: set[int] = set()
        self.showing: set[int] = set()
        self._order: list[int] = []

    def free(self) -> list[int]:
        """List the seats nobody sits in."""
        return [seat for seat, sitter in enumerate(self.sitters) if sitter.kind == "nobody"]

    def persons(self) -> set[int]:
        """Return the seats with a person."""
        return {seat for seat, sitter in enumerate(self.sitters) if sitter.kind == "person"}

    def names(self) -> tuple[str, ...]:
        """Return the name in each seat."""
        return tuple(sitter.name for sitter in self.sitters)

    @property
    def host(self) -> int | None:
        """The seat of the person who has sat here longest."""
        return self._order[0] if self._order else None

    def all_ready(self) -> bool:
        """Return whether every seat is taken and every person has asked for the next game."""
        return not self.free() and self.persons() <= self.ready

    def sit(self, entry: Joined) -> None:
        """Seat a player."""
        seat = entry.seat
        self.sitters[seat] = Sitter(entry.called, entry.kind)
        self.nonces[seat] = bytes.fromhex(entry.nonce)
        self.cuts[seat] = ""
        self.owners[seat] = entry.who
        if entry.kind == "person":
            self._order.append(seat)
        if entry.ready:
            self.ready.add(seat)

    def cut(self, seat: int, word: str) -> None:
        """Cut the next deck with a player's word."""
        self.nonces[seat] = word.encode()
        self.cuts[seat] = word

    def take_cuts(self) -> tuple[str, ...]:
        """Return the words for the deck that is dealt now; the next one is not cut yet."""
        words = tuple(self.cuts)
        self.cuts = [""] * len(words)
        return words

    def stand(self, seat: int) -> None:
        """Free a seat."""
        self.sitters[seat] = NOBODY
        self.owners[seat] = self.cuts[seat] = ""
        self._forget(seat)

    def leave(self, seat: int) -> None:
        """Free a seat for good but keep its name."""
        self.sitters[seat] = replace(self.sitters[seat], kind="nobody", present=False)
        self._forget(seat)

    def _forget(self, seat: int) -> None:
        self.away[seat] = None
        self.ready.discard(seat)
        self.showing.discard(seat)
        if seat in self._order:
            self._order.remove(seat)

    def set_ready(self, seat: int, yes: bool) -> None:
        """Set whether a seat asks for the next game."""
        (self.ready.add if yes else self.ready.discard)(seat)

    def set_showing(self, seat: int, yes: bool) -> None:
        """Set whether a seat agrees to show its hand to watchers."""
        (self.showing.add if yes else self.showing.discard)(seat)

    def set_away(self, seat: int, since: float | None) -> None:
        """Set when a person left; None if they are back."""
        if self.sitters[seat].kind == "nobody":
            return
        self.away[seat] = since
        self.sitters[seat] = replace(self.sitters[seat], present=since is None)

    def restart_absences(self, since: float) -> None:
        """Restart every absence."""
        self.away = [None if left is None else since for left in self.away]

    def shift_absences(self, lost: float, at: float) -> None:
        """Leave an interruption out of every absence."""
        self.away = [None if left is None else min(at, left + lost) for left in self.away]
