"""Who sits in which seat of a table, is ready, is away, or shows the hand."""

from __future__ import annotations

from dataclasses import replace

from engine.table.events import Joined
from engine.table.state import NOBODY, Sitter


class TableSeats:
    """The seats of a table."""

    def __init__(self, seats: int) -> None:
        """Leave every seat free."""
        self.sitters = [NOBODY] * seats
        self.nonces = [b""] * seats
        self.cuts = [""] * seats
        """The word with which each seat cut the next deck; empty where its nonce was drawn."""
        self.owners = [""] * seats
        """Who sits in each seat, as the table's keeper calls them; kept after they left."""
        self.away: list[float | None] = [None] * seats
        """Since when each person has been away."""
        self.ready: set[int] = set()
        self.showing: set[int] = set()
        self._order: list[int] = []

    def free(self) -> list[int]:
        """List the seats nobody sits in."""
        return [seat for seat, sitter in enumerate(self.sitters) if sitter.kind == "nobody"]

    def persons(self) -> set[int]:
        """Return the seats in which people sit."""
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
        """Seat somebody."""
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
        """Put a player's word in place of the nonce of its seat."""
        self.nonces[seat] = word.encode()
        self.cuts[seat] = word

    def stand(self, seat: int) -> None:
        """Free a seat."""
        self.sitters[seat] = NOBODY
        self.owners[seat] = ""
        self._forget(seat)

    def leave(self, seat: int) -> None:
        """Free a seat for good; the name stays."""
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
        """Set since when a person has been away, or that they are back."""
        if self.sitters[seat].kind == "nobody":
            return
        self.away[seat] = since
        self.sitters[seat] = replace(self.sitters[seat], present=since is None)

    def restart_absences(self, since: float) -> None:
        """Count every absence anew, from a moment before which nobody could come back."""
        self.away = [None if one is None else since for one in self.away]
