"""Rate limits, blocks and reports."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

from cuttle_tui.ports import LobbyError
from server.ops.limits import Throttle
from server.people.accounts import Accounts
from server.store.values import Report


class PlayerLimits:
    """The rate limits and blocks of every player."""

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
        self._blocks: dict[str, set[str]] = {}
        self._throttles = {
            "code": Throttle(8, 0.1, clock),
            "code from": Throttle(64, 0.2, clock),
            "table": Throttle(tables, tables / 60, clock),
            "table from": Throttle(6 * tables, tables / 10, clock),
            "night": Throttle(8, 1 / 900, clock),
            "chat": Throttle(5, 0.5, clock),
            "chat from": Throttle(20, 2.0, clock),
            "change": Throttle(30, 1.0, clock),
            "account": Throttle(30, 0.05, clock),
            "report": Throttle(3, 0.01, clock),
            "challenge": Throttle(6, 0.1, clock),
            "email": Throttle(3, 0.002, clock),
        }

    def count(self, what: str, *names: str) -> None:
        """Count an action against its rate limit.

        Args:
            what: a wrong ``code``, the same ``code from`` an address, a ``table`` opened, the same
                ``table from`` an address, a play ``night`` opened, a line of ``chat``, the same
                ``chat from`` an address, a ``report``, a ``challenge``, an ``account`` opened, a
                code sent by ``email``, a ``change`` of anything else that is kept.
            names: what it counts for: an identity, an address.

        Raises:
            LobbyError: ``too-many``.
        """
        if not self._throttles[what].allow(*(name for name in names if name)):
            raise LobbyError("too-many")

    def may(self, what: str, *names: str) -> bool:
        """Return whether an action is allowed now, without counting it."""
        return self._throttles[what].wait(*(name for name in names if name)) <= 0

    def remember(self, identity: str, blocks: frozenset[str]) -> None:
        """Load the blocks of a player who came online."""
        if blocks:
            self._blocks.setdefault(identity, set()).update(blocks)

    def forget(self, identity: str) -> None:
        """Unload the blocks of a player who left."""
        self._blocks.pop(identity, None)

    def forget_all_but(self, known: Callable[[str], bool]) -> None:
        """Unload the blocks of players who are neither online nor hold a seat."""
        for identity in [each for each in self._blocks if not known(each)]:
            del self._blocks[identity]

    def blocked_by(self, identity: str) -> frozenset[str]:
        """Return the identities a player has blocked."""
        return frozenset(self._blocks.get(identity, ()))

    def at_odds(self, identity: str, other: str) -> bool:
        """Return whether either of two players has blocked the other."""
        return other in self.blocked_by(identity) or identity in self.blocked_by(other)

    def block(self, identity: str, other: str, yes: bool) -> None:
        """Block a player, or lift the block."""
        blocks = self._blocks.setdefault(identity, set())
        (blocks.add if yes else blocks.discard)(other)
        if self.store is not None:
            self.store.block(identity, other, yes)

    def report(self, by: str, against: str, table: str, text: str) -> None:
        """Report a player to the operators."""
        self.count("report", by)
        if self.store is not None:
            self.store.report(Report(by, against, table, text, datetime.now(UTC)))
