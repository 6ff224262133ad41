"""Games that end in every way there is, and the fact that every door has to tell of each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from engine.actions import Action, Kind
from engine.play.view import View
from engine.record.parser import parse_record
from engine.record.record import Record, record_text
from engine.table.events import Acted, CalledOff, Left, TableEvent, TimedOut
from engine.table.table import Table
from tests.cuttle_tui.games import dealt, table_after

_LATER: Final = 9.0


class Ending(NamedTuple):
    """A way in which a game ends, and what explains it; ana sits in seat 0."""

    play: Callable[[], Table]
    winners: tuple[int, ...] | None
    watcher: str
    """What explains it to somebody who did not play."""
    ana: str
    """What explains it to ana."""
    short: str
    """The same in a list."""


def recorded(table: Table) -> Record:
    """Return the record of a game as it is read again."""
    return parse_record(record_text(table.record()))


def _after(*entries: TableEvent, ruleset: str = "standard") -> Table:
    """Play a few moves; then something ends the game."""
    table = table_after(2, ruleset)
    table.restore(entries)
    return table


def _concede(seat: int) -> TableEvent:
    return Acted(_LATER, seat, 0, f"concede@{seat}")


def _time_then_goal() -> Table:
    """Play on with two of three, after bob's time ran out; one of them reaches the goal."""
    table = _after(TimedOut(_LATER, 1), ruleset="cutthroat")
    return _played(table, lambda view: max(view.legal, key=_greed))


def _greed(action: Action) -> tuple[bool, int]:
    return action.kind is Kind.POINTS, -action.kind


def _by_passes() -> Table:
    """Draw the whole deck, then pass."""
    table = dealt("standard", 195)
    wanted = (Kind.DRAW, Kind.PASS, Kind.DECLINE)

    def choose(view: View) -> Action:
        kinds = {action.kind: action for action in view.legal}
        return next((kinds[kind] for kind in wanted if kind in kinds), view.legal[0])

    return _played(table, choose)


def _agreed() -> Table:
    table = dealt("standard", 195)
    assert table.game is not None
    seat = table.game.position.prompt.seats[0]
    table.submit(seat, Action(Kind.OFFER, seat=seat), table.game.position.ply)
    return _played(table, lambda view: next(a for a in view.legal if a.kind is Kind.ACCEPT))


def _played(table: Table, choose: Callable[[View], Action]) -> Table:
    while not table.over:
        assert table.game is not None
        chair = table.chair(table.game.position.prompt.seats[0])
        view = chair.state().view
        assert view is not None
        chair.submit(choose(view), view.ply)
    return table


ENDINGS: Final = {
    "points": Ending(
        partial(table_after, 999, "cuttle.cards", 3), (), "the goal was", "the goal was", "points"
    ),
    "lower goal": Ending(
        partial(table_after, 999),
        (0,),
        "17 points; the goal was 14",
        "17 points; the goal was 14",
        "points",
    ),
    "conceded": Ending(
        partial(_after, _concede(1)), (0,), "bob conceded", "bob conceded", "conceded"
    ),
    "you conceded": Ending(
        partial(_after, _concede(0)), (1,), "ana conceded", "you conceded", "conceded"
    ),
    "left": Ending(partial(_after, Left(_LATER, 1)), (0,), "bob left", "bob left", "left"),
    "you left": Ending(partial(_after, Left(_LATER, 0)), (1,), "ana left", "you left", "left"),
    "time": Ending(
        partial(_after, TimedOut(_LATER, 1)),
        (0,),
        "bob ran out of time",
        "bob ran out of time",
        "on time",
    ),
    "absent": Ending(
        partial(_after, Left(_LATER, 1, "absent")),
        (0,),
        "bob was away too long",
        "bob was away too long",
        "away",
    ),
    "passes": Ending(_by_passes, (), "everybody passed", "everybody passed", "passes"),
    "agreed": Ending(_agreed, (), "by agreement", "by agreement", "agreed"),
    "three, conceded": Ending(
        partial(_after, _concede(1), _concede(2), ruleset="cutthroat"),
        (0,),
        "bob and carol conceded",
        "your opponents conceded",
        "conceded",
    ),
    "three, mixed": Ending(
        partial(_after, Left(_LATER, 1), TimedOut(_LATER, 2), ruleset="cutthroat"),
        (0,),
        "bob and carol gave up",
        "your opponents gave up",
        "forfeit",
    ),
    "three, time, then a goal": Ending(
        _time_then_goal, (), "the goal was", "the goal was", "points"
    ),
    "teams": Ending(
        partial(_after, _concede(1), _concede(3), ruleset="team"),
        (0, 2),
        "bob and dmitri conceded",
        "your opponents conceded",
        "conceded",
    ),
    "teams, lost": Ending(
        partial(_after, _concede(0), _concede(2), ruleset="team"),
        (1, 3),
        "ana and carol conceded",
        "You and carol conceded",
        "conceded",
    ),
}
OFF: Final = partial(_after, CalledOff(_LATER))
