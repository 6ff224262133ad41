"""Seats that do not exist: every door says so, and nobody acts or looks from one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.actions import Action, Kind, parse_action
from engine.errors import CuttleError, IllegalAction, SeatError, TableError
from engine.play.events import Drew
from engine.play.legal import is_legal, legal_actions, standing_actions
from engine.play.observe import observe, redacted
from engine.play.position import Position, empty
from engine.record.parser import parse_record
from engine.record.record import Game, RecordError, record_text
from engine.record.summary import Replay
from engine.rules.rulesets import PRESETS
from engine.table.practice import PracticeGame
from engine.table.table import Table
from tests.engine.test_record import played

RULESETS = ("standard", "cutthroat", "team", "howto")
KINDS = (Kind.CONCEDE, Kind.RETRACT, Kind.LEAVE, Kind.RETURN, Kind.OFFER)


def outside(name: str) -> tuple[int, ...]:
    """List numbers that are no seats of a ruleset; negative ones count from the end in Python."""
    seats = PRESETS[name].seats
    return (-seats - 1, -seats, -1, seats, 7, 9)


def in_a_window(name: str) -> Game:
    """Play until somebody is asked for a counter."""
    for seed in range(200):
        game = Game.from_seed(PRESETS[name], b"%d" % seed)
        aces = [a for a in legal_actions(game.position) if str(a).startswith("oneoff A")]
        if aces:
            game.submit(game.position.prompt.seats[0], aces[0], 0)
            return game
    raise AssertionError("no ace in 200 deals")


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("deal", [Game.from_seed, lambda rules, seed: in_a_window(rules.name)])
def test_nobody_acts_from_a_seat_that_does_not_exist(name: str, deal: Callable[..., Game]) -> None:
    game = deal(PRESETS[name], b"seed")
    for seat in outside(name):
        assert standing_actions(game.position, seat) == []
        named = (Action(kind, seat=seat) for kind in KINDS)
        for action in (*named, *legal_actions(game.position)):
            assert not is_legal(game.position, seat, action)
            with pytest.raises(IllegalAction, match=f"there is no seat {seat}"):
                game.check(seat, action, game.position.ply)
            with pytest.raises(IllegalAction):
                game.submit(seat, action, game.position.ply)


@pytest.mark.parametrize("name", RULESETS)
def test_nobody_acts_for_a_seat_that_does_not_exist(name: str) -> None:
    for game in (Game.from_seed(PRESETS[name], b"seed"), in_a_window(name)):
        asked = game.position.prompt.seats[0]
        for seat in outside(name):
            for kind in (*KINDS, Kind.ONE_OFF, Kind.JACK):
                with pytest.raises(IllegalAction):
                    game.check(asked, Action(kind, seat=seat), game.position.ply)


@pytest.mark.parametrize("name", RULESETS)
def test_nobody_looks_from_a_seat_that_does_not_exist(name: str) -> None:
    """Seat -1 would pass for the one to which an eight has shown the hands: nobody has."""
    replay = Replay(played(PRESETS[name], 1, stop=6).record())
    position: Position = Game.from_seed(PRESETS[name], b"seed").position
    for seat in outside(name):
        for look in (
            lambda: observe(position, seat),  # noqa: B023
            lambda: redacted(position, [Drew(0, 1, (5,))], seat),  # noqa: B023
            lambda: replay.view(3, seat),  # noqa: B023
            lambda: replay.events(3, seat),  # noqa: B023
        ):
            with pytest.raises(SeatError, match=f"there is no seat {seat}"):
                look()


@pytest.mark.parametrize("name", RULESETS)
def test_nobody_begins_who_does_not_exist(name: str) -> None:
    for seat in outside(name):
        with pytest.raises(CuttleError, match=f"there is no seat {seat}"):
            Game.from_seed(PRESETS[name], b"seed", first=seat)
        with pytest.raises(CuttleError, match=f"there is no seat {seat}"):
            empty(PRESETS[name], first=seat)


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("begun", [False, True])
def test_a_table_has_no_other_seats(name: str, begun: bool) -> None:
    table = Table(PRESETS[name], b"seed")
    for seat in range(table.seats):
        table.sit(seat, f"p{seat}", "person", ready=begun)
    assert table.started == begun
    before = table.state(None)
    for seat in outside(name):
        doors: tuple[Callable[[], object], ...] = (
            lambda: table.sit(seat, "eve", "person"),  # noqa: B023
            lambda: table.chair(seat),  # noqa: B023
            lambda: table.state(seat),  # noqa: B023
            lambda: table.past(seat, 0),  # noqa: B023
            lambda: table.stand(seat),  # noqa: B023
            lambda: table.set_present(seat, False),  # noqa: B023
            lambda: table.leave(seat),  # noqa: B023
            lambda: table.ready(seat),  # noqa: B023
            lambda: table.cut(seat, "word"),  # noqa: B023
            lambda: table.show_hands(seat),  # noqa: B023
            lambda: table.claim(seat),  # noqa: B023
            lambda: table.call_off(seat),  # noqa: B023
            lambda: table.set_vacation(seat, 9.0),  # noqa: B023
            lambda: table.subscribe(seat, lambda change: None),  # noqa: B023
        )
        for door in doors:
            with pytest.raises(TableError):
                door()
        with pytest.raises(IllegalAction):
            table.submit(seat, parse_action("draw"), 0)
    assert table.state(None) == before


@pytest.mark.parametrize(("name", "plies"), [("standard", 4), ("cutthroat", 4), ("team", 4)])
def test_records_name_no_other_seats(name: str, plies: int) -> None:
    text = record_text(played(PRESETS[name], 3, stop=plies).record())
    for line in ("5. P7 concede@7", "5. P9 draw", "5. P4 offer@4", "5. P0 concede@7"):
        with pytest.raises(RecordError) as caught:
            parse_record(f"{text}{line} {{3}}\n")
        assert caught.value.line == len(text.splitlines()) + 1


def test_a_window_of_a_record_names_no_other_seats() -> None:
    game = in_a_window("cutthroat")
    deck = " ".join(parse_cards(game))
    head = "cuttle record 1\nruleset: cutthroat/1\nplayer 0: a\nplayer 1: b\nplayer 2: c\nfirst: 0"
    text = f"{head}\ndeck: {deck}\nstarted: 2026-11-26T00:00:00Z\nresult: *\n\n"
    played_line = f"1. P0 {game.actions[0]} {{0}}\n"
    assert parse_record(text + played_line).entries
    with pytest.raises(RecordError, match="there is no seat 7"):
        parse_record(f"{text}{played_line}2. P7 concede@7 {{1}}\n")


def parse_cards(game: Game) -> list[str]:
    """Write the deck of a game."""
    from engine.cards import card_name

    return [card_name(card) for card in game.deck]


def test_nobody_practises_from_a_seat_that_does_not_exist() -> None:
    table = Table(PRESETS["standard"], b"seed")
    for seat in range(2):
        table.sit(seat, f"p{seat}", "person")
    table.submit(0, Action(Kind.CONCEDE, seat=0), 0)
    record = table.record()
    for seat in outside("standard"):
        with pytest.raises(SeatError, match=f"there is no seat {seat}"):
            PracticeGame(record, 0, seat)
