"""Play whole games for the tests: the computer on every side, always the same way."""

from __future__ import annotations

from collections.abc import Sequence

from engine.bots import greedy
from engine.computers import names_for
from engine.record.record import Record
from engine.rules.options import parse_ruleset
from engine.table.events import DealtOut, Joined
from engine.table.table import Table

_NAMES = ("ana", "bob", "carol", "dmitri")
BEGAN = 1_795_262_400.0
"""A noon of 2026."""


def dealt(
    ruleset: str,
    seed: int,
    names: Sequence[str] = _NAMES,
    level: str | None = None,
    began: float = BEGAN,
) -> Table:
    """Deal by the first scheme, as when the pictures that show these games were first drawn.

    With a level, computers of that level sit in all seats but the first. The game began so many
    seconds after 1970.
    """
    table = Table(parse_ruleset(ruleset), seed.to_bytes(4, "big"), title="elm", clock=lambda: began)
    seats = range(table.seats)
    sat = [Joined(0.0, seat, "", names[seat], "person", ready=True) for seat in seats]
    if level is not None:
        computers = enumerate(names_for(table.seats - 1, level), 1)
        sat[1:] = [Joined(0.0, seat, "", name, "computer", ready=True) for seat, name in computers]
    table.restore([*sat, DealtOut(began, scheme=1)])
    return table


def table_after(
    plies: int,
    ruleset: str = "standard",
    seed: int = 195,
    level: str | None = None,
    began: float = BEGAN,
    names: Sequence[str] = _NAMES,
) -> Table:
    """Play so many plies, or to the end."""
    table = dealt(ruleset, seed, names, level, began)
    go_on(table, plies)
    return table


def go_on(table: Table, plies: int) -> None:
    """Play so many plies more, or to the end of the game."""
    chairs = [table.chair(seat) for seat in range(table.seats)]
    for _ in range(plies):
        assert table.game is not None
        asked = table.game.position.prompt.seats
        if not asked or table.over:
            break
        view = chairs[asked[0]].state().view
        assert view is not None
        chairs[asked[0]].submit(greedy.choose(view, 7), view.ply)


def record_after(
    plies: int = 999, ruleset: str = "standard", seed: int = 195, names: Sequence[str] = _NAMES
) -> Record:
    """Give the record of so many plies, or of the whole game."""
    return table_after(plies, ruleset, seed, names=names).record()
