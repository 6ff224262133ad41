"""What players may do how often, by themselves and by where they come from; and their blocks."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final, NamedTuple

from cuttle_tui.ports import LobbyError
from server.ops.limits import Throttle, origin, wider
from server.people.accounts import Accounts, is_guest
from server.store.values import Report

_OF_A_NETWORK: Final = 4
"""How many addresses' worth an IPv6 /48 network may do: whoever has it has 65,536 of them."""
_CODES_IN_ALL: Final = 400, 1.0
"""Wrong codes of all addresses together, at once and in a second for long."""
_CODES_STILL: Final = 6, 1 / 60
"""Those of one network while all together have tried too many."""
_CHALLENGES_TO_ONE: Final = 6, 1 / 20
"""Challenges of an address to one and the same player."""
_CALLS: Final = 3, 1 / 120
"""How often an address may come to the door of a room without the signs of a seat."""
_CALLS_IN_ALL: Final = 8, 1 / 60
"""The same of all addresses together, at one door."""

_Pace = tuple[float, float]
"""At once, and in a second for long."""


class _Counter(NamedTuple):
    """How often something may be done by one player, one address and one network."""

    player: Throttle
    address: Throttle
    network: Throttle


class PlayerLimits:
    """The rate limits and blocks of every player.

    An identity costs nothing, so whatever is counted by identity is counted by address as well.
    """

    def __init__(
        self,
        store: Accounts | None = None,
        clock: Callable[[], float] = time.monotonic,
        *,
        tables: int = 10,
        watchers: int = 100,
    ) -> None:
        self.store = store
        self.watchers = watchers
        """Watchers that a table may have."""
        self.place_of: Callable[[str], str] = lambda _identity: ""
        """Returns where somebody online comes from; empty if that is not known."""
        self._blocks: dict[str, dict[str, str]] = {}
        """Whom each player has blocked, and where those come from who are guests."""

        def counter(player: _Pace, address: _Pace) -> _Counter:
            wide = address[0] * _OF_A_NETWORK, address[1] * _OF_A_NETWORK
            return _Counter(*(Throttle(*pace, clock) for pace in (player, address, wide)))

        self._counters = {  # of a player, and of an address: a class of pupils may have but one
            "code": counter((8, 0.1), (64, 0.2)),  # wrong codes
            "table": counter((tables, tables / 60), (6 * tables, tables / 10)),  # opened
            "night": counter((8, 1 / 900), (16, 1 / 450)),  # play nights opened
            "chat": counter((5, 0.5), (20, 2.0)),  # lines
            "change": counter((30, 1.0), (300, 5.0)),  # anything else that is stored
            "account": counter((30, 0.05), (60, 0.05)),  # names tried for a new one
            "report": counter((3, 0.01), (9, 0.01)),
            "challenge": counter((6, 0.1), (45, 0.4)),
            "email": counter((3, 0.002), (30, 0.01)),  # codes sent
        }
        self._calls, self._calls_in_all = Throttle(*_CALLS, clock), Throttle(*_CALLS_IN_ALL, clock)
        self._challenges_to_one = Throttle(*_CHALLENGES_TO_ONE, clock)
        self._codes_in_all = Throttle(*_CODES_IN_ALL, clock)
        self._codes_still = Throttle(*_CODES_STILL, clock)

    def count_call(self, code: str, address: str) -> None:
        """Count that a guest without signs comes to the door of the room with a code.

        Raises:
            LobbyError: ``too-many``.
        """
        if not self._calls.allow(f"{address} {code}") or not self._calls_in_all.allow(code):
            raise LobbyError("too-many")

    def count(self, what: str, identity: str, address: str) -> None:
        """Count an action of an identity, and of where it comes from, against their limits.

        Raises:
            LobbyError: ``too-many``.
        """
        if not self.may(what, identity, address):
            raise LobbyError("too-many")
        for throttle, name in self._counted(what, identity, address):
            throttle.allow(name)

    def may(self, what: str, identity: str, address: str) -> bool:
        """Return whether an action is allowed now, without counting it."""
        counted = self._counted(what, identity, address)
        return all(throttle.wait(name) <= 0 for throttle, name in counted)

    def _counted(self, what: str, identity: str, address: str) -> list[tuple[Throttle, str]]:
        place = origin(address) if address else ""
        names = identity, place, wider(place)
        counters = zip(self._counters[what], names, strict=True)
        return [(throttle, name) for throttle, name in counters if name]

    # codes, which are guessed from many addresses

    def count_code(self, identity: str, address: str) -> None:
        """Count a code that was wrong.

        Raises:
            LobbyError: ``too-many``.
        """
        if not self.may_try_code(identity, address):
            raise LobbyError("too-many")
        self.count("code", identity, address)
        self._codes_in_all.allow("")
        self._codes_still.allow(_network(address))

    def may_try_code(self, identity: str, address: str) -> bool:
        """Return whether a code may be tried.

        While all addresses together have been wrong too often, each network has a few tries left:
        friends find each other, and guessing is slow however many addresses there are.
        """
        few = self._codes_in_all.wait("") <= 0
        still = self._codes_still.wait(_network(address)) <= 0
        return (few or still) and self.may("code", identity, address)

    @property
    def codes_are_guessed(self) -> bool:
        """Whether half of the wrong codes that all together may try were tried just now."""
        return self._codes_in_all.left("") < _CODES_IN_ALL[0] / 2

    # challenges

    def count_challenge(self, by: str, to: str) -> None:
        """Count a challenge; a player hears of few from one address, whoever sends them.

        Raises:
            LobbyError: ``too-many``.
        """
        address = self.place_of(by)
        pair = f"{_network(address) or by} {to}"
        if self._challenges_to_one.wait(pair) > 0:
            raise LobbyError("too-many")
        self.count("challenge", by, address)
        self._challenges_to_one.allow(pair)

    # blocks

    def remember(self, identity: str, blocks: frozenset[str]) -> None:
        """Load the blocks of a player who came online."""
        if blocks:
            self._blocks.setdefault(identity, {}).update(dict.fromkeys(blocks, ""))

    def forget(self, identity: str) -> None:
        """Unload the blocks of a player who left."""
        self._blocks.pop(identity, None)

    def join(self, person: str, into: str) -> None:
        """Block an account in place of another that has joined it."""
        for blocks in self._blocks.values():
            if person in blocks:
                blocks[into] = blocks.pop(person)

    def forget_all_but(self, known: Callable[[str], bool]) -> None:
        """Unload the blocks of players who are neither online nor hold a seat."""
        for identity in [each for each in self._blocks if not known(each)]:
            del self._blocks[identity]

    def blocked_by(self, identity: str) -> frozenset[str]:
        """Return the identities a player has blocked."""
        return frozenset(self._blocks.get(identity, ()))

    def at_odds(self, identity: str, other: str) -> bool:
        """Return whether either of two players has blocked the other."""
        return self._has_blocked(identity, other) or self._has_blocked(other, identity)

    def _has_blocked(self, identity: str, other: str) -> bool:
        """Return whether a player has blocked another, or a guest who came from the same place.

        A guest is somebody else with each visit. Where the player comes from the same place, as in
        a class, only those count who were blocked themselves.
        """
        blocks = self._blocks.get(identity)
        if not blocks:
            return False
        place = self.place_of(other) if is_guest(other) else ""
        near = bool(place) and place in blocks.values() and place != self.place_of(identity)
        return near or other in blocks

    def block(self, identity: str, other: str, yes: bool) -> None:
        """Block a player, or lift the block."""
        blocks = self._blocks.setdefault(identity, {})
        if yes:
            blocks[other] = self.place_of(other) if is_guest(other) else ""
        else:
            blocks.pop(other, None)
        if self.store is not None:
            self.store.block(identity, other, yes)

    # reports

    def report(self, by: str, address: str, against: str, table: str, text: str) -> None:
        """Report a player to the operators; of guests they see from where they came.

        Raises:
            LobbyError: ``too-many``.
        """
        self.count("report", by, address)
        if self.store is not None:
            at = self.place_of(against) if is_guest(against) else ""
            by_at = origin(address) if is_guest(by) and address else ""
            now = datetime.now(UTC)
            self.store.report(Report(by, against, table, text, now, by_at, at))


def _network(address: str) -> str:
    """Return the widest network that counts as one: a wide one of IPv6, or an address of IPv4."""
    place = origin(address) if address else ""
    return wider(place) or place
