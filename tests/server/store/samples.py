"""Values to store."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from server.store.values import GameRow

NOON = datetime(2026, 11, 21, 12, 0, 0, 250, tzinfo=UTC)


def game(
    id: str = "g1",
    players: tuple[str | None, ...] = (None, None),
    names: tuple[str, ...] = ("ana", "bob"),
    minutes: int = 0,
    public: bool = True,
) -> GameRow:
    """Make a game that ended some minutes after noon."""
    heads = "".join(f"player {seat}: {name}\n" for seat, name in enumerate(names))
    record = f"cuttle record 1\nruleset: standard/1\n{heads}result: 0 goal\n\n1. P0 draw {{1}}\n"
    return GameRow(
        id=id,
        table="t1",
        ruleset="standard/1",
        players=players,
        names=names,
        winners=(0,),
        why="goal",
        rated=True,
        started=NOON,
        ended=NOON + timedelta(minutes=minutes),
        record=record,
        public=public,
    )
