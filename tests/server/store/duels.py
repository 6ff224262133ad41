"""A season, and rated games in it, to store: each with a real record that is as short as can be."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from engine.actions import parse_action
from engine.play.legal import legal_actions
from engine.record.record import Game, record_of, record_text
from engine.rules.options import parse_ruleset, stamped
from server.league.seasons import Season
from server.store.store import Store
from server.store.values import AuditRow, GameRow, KeepGame, Person

START = datetime(2026, 1, 5, tzinfo=UTC)
RULES = "cuttle.cards/1.0.2"
PLAYED = f"{RULES}+first-to-2"
CLUBS = Season("2026-clubs", "clubs", 2026, RULES, START)
DAY = timedelta(days=1)


def decided(action: str = "season new", at: datetime = START, reason: str = "") -> AuditRow:
    """Make the entry of a decision."""
    return AuditRow(at, "root", action, {}, reason)


def with_season(store: Store, season: Season = CLUBS) -> Store:
    """Open a season."""
    store.open_season(False, season, decided())
    return store


def people(store: Store, *names: str) -> list[Person]:
    """Register people."""
    return [store.register(name, f"key-{name}") for name in names]


def duel(
    id: str,
    one: Person,
    other: Person,
    winner: Person | None,
    ended: datetime,
    *,
    rated: bool = True,
    ruleset: str = PLAYED,
    pool: str = "live",
) -> GameRow:
    """Make a game between two people; without a winner it is a stalemate."""
    seat = None if winner is None else (one, other).index(winner)
    started = ended - timedelta(minutes=5)
    return GameRow(
        id=id,
        table="t1",
        ruleset=ruleset,
        players=(one.id, other.id),
        names=(one.name, other.name),
        winners=() if seat is None else (seat,),
        why="agreed" if seat is None else "concede",
        rated=rated,
        started=started,
        ended=ended,
        record=_record(ruleset, (one.name, other.name), seat, started),
        pool=pool,
    )


def met(
    id: str,
    one: Person,
    level: str,
    ended: datetime,
    *,
    won: bool,
    turns: tuple[str, ...] = ("draw",) * 4,
    first: int = 0,
) -> GameRow:
    """Make a game of a person with a resident, given up after turns that are taken in turn."""
    row = duel(id, one, Person("", f"computer {level}", START, {}), None, ended, pool="live-bots")
    winner = 0 if won else 1
    record = _record(PLAYED, row.names, winner, row.started, turns, first)
    return replace(row, players=(one.id, None), winners=(winner,), why="concede", record=record)


@lru_cache(1000)
def _record(
    ruleset: str,
    names: tuple[str, str],
    winner: int | None,
    started: datetime,
    turns: tuple[str, ...] = (),
    first: int = 0,
) -> str:
    game = Game(parse_ruleset(ruleset), random.Random(1).sample(range(52), 52), first=first)
    end = ["offer@0", "accept"] if winner is None else [f"concede@{1 - winner}"]
    for kind in turns:
        legal = map(str, legal_actions(game.position))
        _submit(game, next(action for action in legal if action.split()[0] == kind))
    for action in end:
        _submit(game, action)
    assert stamped(game.ruleset) == ruleset
    seconds = [300.0] * len(game.actions)
    return record_text(record_of(game, names, seconds, started=started))


def _submit(game: Game, text: str) -> None:
    action = parse_action(text)
    prompt = game.position.prompt.seats
    game.submit(prompt[0] if action.seat < 0 else action.seat, action, game.position.ply)


def keep(store: Store, *rows: GameRow) -> None:
    """Store games, in a transaction."""
    store.write([KeepGame(row) for row in rows])


def untouched(store: Store) -> bool:
    """Tell whether all that is derived is as the records say."""
    return store.recompute(True, lambda done, total: None) == []
