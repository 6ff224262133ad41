"""See to it that people can bear each other: how often one may do things, blocks, reports."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol

from cuttle_tui.ports import LobbyError
from server.ops.limits import Throttle
from server.store.values import Report


class Docket(Protocol):
    """Where blocks and reports are kept."""

    def block(self, person: str, other: str, yes: bool) -> None:
        """Keep that somebody blocks somebody, or no more."""

    def report(self, report: Report) -> None:
        """Keep a report."""


class Manners:
    """What people may do to each other, and how often they may do things at all."""

    def __init__(
        self,
        docket: Docket | None = None,
        clock: Callable[[], float] = time.monotonic,
        *,
        tables: int = 10,
    ) -> None:
        """Begin without blocks.

        Args:
            docket: where blocks and reports are kept; nowhere by default.
            clock: gives seconds that never go back.
            tables: how many tables one player may open in a minute.
        """
        self.docket = docket
        self._blocks: dict[str, set[str]] = {}
        self._throttles = {
            "code": Throttle(8, 0.1, clock),
            "table": Throttle(tables, tables / 60, clock),
            "chat": Throttle(5, 0.5, clock),
            "change": Throttle(30, 1.0, clock),
            "account": Throttle(30, 0.05, clock),
            "report": Throttle(3, 0.01, clock),
        }

    def count(self, what: str, *names: str) -> None:
        """Count that somebody does something.

        Args:
            what: a wrong ``code``, a ``table`` opened, a line of ``chat``, a ``report``, an
                ``account`` opened, a ``change`` of anything else that is kept.
            names: under which it counts: an identity, an address.

        Raises:
            LobbyError: ``too-many``.
        """
        if not self._throttles[what].allow(*(name for name in names if name)):
            raise LobbyError("too-many")

    def may(self, what: str, *names: str) -> bool:
        """Tell whether somebody may do something now, without counting it."""
        return self._throttles[what].wait(*(name for name in names if name)) <= 0

    def remember(self, identity: str, blocks: frozenset[str]) -> None:
        """Take up whom somebody has blocked before."""
        if blocks:
            self._blocks.setdefault(identity, set()).update(blocks)

    def forget(self, identity: str) -> None:
        """Let go of whom somebody has blocked: they are gone."""
        self._blocks.pop(identity, None)

    def forget_all_but(self, known: Callable[[str], bool]) -> None:
        """Let go of whom people have blocked who are neither here nor held a seat."""
        for identity in [one for one in self._blocks if not known(one)]:
            del self._blocks[identity]

    def blocked_by(self, identity: str) -> frozenset[str]:
        """Give whom somebody does not want to meet."""
        return frozenset(self._blocks.get(identity, ()))

    def at_odds(self, one: str, other: str) -> bool:
        """Tell whether one of two has blocked the other."""
        return other in self._blocks.get(one, ()) or one in self._blocks.get(other, ())

    def block(self, identity: str, other: str, yes: bool) -> None:
        """Block somebody, or no more."""
        blocks = self._blocks.setdefault(identity, set())
        (blocks.add if yes else blocks.discard)(other)
        if self.docket is not None:
            self.docket.block(identity, other, yes)

    def report(self, by: str, against: str, table: str, text: str) -> None:
        """Tell those who run the server about somebody."""
        self.count("report", by)
        if self.docket is not None:
            self.docket.report(Report(by, against, table, text, datetime.now(UTC)))
