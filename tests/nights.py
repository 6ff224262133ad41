"""Play nights made up for tests, and a port that notes what is asked of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.league import (
    NightFormat,
    NightLine,
    NightPage,
    NightPairing,
    NightPlace,
    NightPlan,
    NightPlayerLine,
    NightState,
)
from tests.leagues import PLAYERS, bracket

LINE = NightLine(
    host="bob",
    format="swiss",
    ruleset="standard",
    timing="quick",
    state="running",
    players=9,
    round=2,
    rounds=4,
    minutes=0,
    left=None,
    joined=True,
    may_join=False,
    mine=False,
)
_SECOND = (
    NightPairing(10, 2, (PLAYERS[8], ""), "over", PLAYERS[8], "bye"),
    NightPairing(9, 2, ("hal", "gus"), "over", "", "played"),
    NightPairing(8, 2, ("fay", "eve"), "waiting", missing=("eve",)),
    NightPairing(7, 2, ("wilhelmina-marie", "dmitri"), "playing", table="t7"),
    NightPairing(6, 2, ("bob", "ana"), "playing", table="t6", mine=True),
)
_FIRST = (
    NightPairing(5, 1, ("hal", ""), "over", "hal", "bye"),
    NightPairing(4, 1, ("gus", "carol"), "over", "gus", "no-show"),
    NightPairing(3, 1, ("fay", "dmitri"), "over", "dmitri", "withdrew"),
    NightPairing(2, 1, ("bob", "eve"), "over", "bob", "played"),
    NightPairing(1, 1, ("ana", "wilhelmina-marie"), "over", "ana", "played", mine=True),
)


def night(
    format: NightFormat = "swiss", state: NightState = "running", **facts: object
) -> NightPage:
    """Make a night, with its line changed as the facts say."""
    line = replace(LINE, format=format, state=state, **facts)  # type: ignore[arg-type]
    double = format == "double-elimination"
    players = tuple(
        NightPlayerLine(name, seed if state != "open" else 0, seed % 4 != 3, left=seed == 8)
        for seed, name in enumerate(PLAYERS[:9], 1)
    )
    if state == "open":
        return NightPage(replace(line, round=0), (), (), players, None, "")
    standings = tuple(
        NightPlace(place, name, 9 - place, 2, place % 2, place // 3, int(place == 9), 12 - place)
        for place, name in enumerate(PLAYERS[:9], 1)
    )
    pairings = (*reversed(_SECOND), *reversed(_FIRST))
    page = NightPage(line, pairings, standings, players, bracket() if double else None, "bob")
    return page if state == "running" else replace(page, opponent="", pairings=_FIRST[::-1])


@dataclass
class FakeNights:
    """Play nights that show what they are given."""

    shown: NightPage | None = None
    reason: LobbyError | None = None
    done: list[str] = field(default_factory=list)

    def page(self) -> NightPage | None:
        """Show it."""
        return self.shown

    def line(self) -> NightLine | None:
        """Show its line."""
        return None if self.shown is None else self.shown.line

    def _note(self, what: str) -> None:
        self.done.append(what)
        if self.reason is not None:
            raise self.reason

    async def open(self, plan: NightPlan) -> None:
        """Show a night that is open."""
        length = plan.rounds if plan.format == "swiss" else plan.minutes
        self._note(f"open {plan.format} {plan.ruleset} {plan.timing} {length}")
        self.shown = night(plan.format, "open", mine=True)

    async def join(self) -> None:
        """Take part."""
        self._note("join")
        if self.shown is not None:
            line = replace(self.shown.line, joined=True, may_join=False)
            self.shown = replace(self.shown, line=line)

    async def leave(self) -> None:
        """Note it."""
        self._note("leave")

    async def begin(self) -> None:
        """Begin."""
        self._note("begin")
        self.shown = night(mine=True)

    async def withdraw(self, name: str) -> None:
        """Note it."""
        self._note(f"withdraw {name}")
        if self.shown is not None:
            players = tuple(
                replace(line, left=True) if line.name == name else line
                for line in self.shown.players
            )
            self.shown = replace(self.shown, players=players)

    async def end(self) -> None:
        """Note it."""
        self._note("end")
