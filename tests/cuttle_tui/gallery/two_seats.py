"""Stage tables of two seats: every question, every answer, every way to look around."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cuttle_tui.app import CuttleApp
from cuttle_tui.ports import Chair, Sitter
from cuttle_tui.preferences import MemoryStore, Preferences
from engine.actions import parse_action
from engine.play.events import (
    AnnouncedOneOff,
    AnnouncedRoyal,
    AnnouncedScuttle,
    Conceded,
    Dealt,
    Drew,
    Event,
    Passed,
    PlayedPoints,
)
from engine.record.record import GivenUp
from tests.cuttle_tui import tables
from tests.cuttle_tui.coached import FakeAnalyst
from tests.cuttle_tui.gallery import positions as at
from tests.cuttle_tui.gallery.scene import (
    BETWEEN,
    EVERY,
    PHONE,
    UPRIGHT,
    USUAL,
    Opens,
    Scene,
    seated,
)
from tests.cuttle_tui.games import go_on, table_after
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.tables import KINGLESS, LOG, FakeChair, card, from_the_second_seat

_BOB_AND_ANA: Final = (Sitter("bob", "person"), Sitter("ana", "person"))
_SIX: Final = AnnouncedOneOff(0, card("6S"), (), -1)
_DEALT: Final = (Dealt(0, (5, 6)),)
_NINE: Final = AnnouncedScuttle(0, card("9D"), card("7H"), 1)
_KING: Final = AnnouncedRoyal(0, card("KH"), None, 0)


def _first(text: str) -> Opens:
    """Sit in the first seat of a position."""
    return seated(lambda: tables.chair(text))


def _ended(text: str, *last: Event) -> Opens:
    """Sit in the first seat of a game that is over, after what was done last."""
    gone: GivenUp = tuple((each.seat, "conceded") for each in last if isinstance(each, Conceded))

    def sit() -> FakeChair:
        sat = tables.chair(text, log=(*LOG[:-1], *last))
        sat.shown = replace(sat.shown, given_up=gone)
        return sat

    return seated(sit)


def _second(text: str, asked: Event, before: tuple[Event, ...] = LOG) -> Opens:
    """Sit in the second seat, where something of the first one's must be answered."""

    def sit() -> FakeChair:
        sat = tables.chair(text, 1, (*from_the_second_seat(before), asked))
        sat.shown = replace(sat.shown, sitters=_BOB_AND_ANA)
        return sat

    return seated(sit)


def _alone(text: str, asked: Event, before: tuple[Event, ...]) -> Opens:
    """Sit in the second seat against the computer, where every question is asked."""

    def open_table() -> CuttleApp:
        sat = tables.chair(text, 1, (*from_the_second_seat(before), asked))
        sat.shown = replace(
            sat.shown, sitters=(Sitter("computer", "computer"), Sitter("ana", "person"))
        )
        settings = Preferences(MemoryStore(), {"counter": "always"})
        return CuttleApp(FakeLobby(), chair=sat, preferences=settings)

    return open_table


def _one_keyboard() -> CuttleApp:
    """Sit down two at one keyboard."""
    hot = tuple(tables.chair(tables.TARGETS, seat) for seat in (0, 1, None))
    return CuttleApp(FakeLobby(chairs=hot))


_ASKED: Final = (
    Scene("two-choose-card", _first(tables.TARGETS), sizes=EVERY),
    Scene("two-choose-play", _first(tables.TARGETS), "3", UPRIGHT),
    Scene("two-choose-target", _first(tables.TARGETS), "3 s", (*EVERY, *BETWEEN)),
    Scene("two-take-or-give", seated(lambda: tables.chair(at.GIFTS, log=_DEALT)), "2 j"),
    Scene("two-one-play-left", _first(tables.TARGETS), "6 enter"),
    Scene("two-no-target", _first(at.NO_TARGET), "5 j"),
    Scene("two-frozen", _first(tables.TARGETS), "4"),
    Scene("two-not-that-play", _first(tables.TARGETS), "3 r"),
    Scene("two-not-that-target", _first(tables.TARGETS), "3 s z"),
    Scene("two-nine-first", _first(at.NINE_TWO), "4 o", EVERY),
    Scene("two-nine-marked", _first(at.NINE_TWO), "4 o right right right"),
    Scene("two-nine-second", _first(at.NINE_TWO), "4 o a"),
    Scene("two-what-is-it", _first(tables.TARGETS), "4 i"),
    Scene(
        "two-first-turn",
        seated(lambda: tables.chair(at.DEALT, log=_DEALT)),
        sizes=(*EVERY, *BETWEEN),
    ),
    Scene("two-seen-cards", _first(at.SEEN), sizes=EVERY),
    Scene("two-empty-hand", _first(at.NO_HAND)),
    Scene("two-no-deck", _first(at.NO_DECK)),
    Scene("two-swap", _first(at.SWAP), "6"),
    Scene("two-full-hand", _first(at.FULL_HAND), "6", (*USUAL, (44, 28), PHONE, (50, 44))),
    Scene("two-many-cards", _first(at.STRESS), "right", EVERY),
    Scene("two-hand-in-rows", _first(tables.MANY), "1 down"),
)

_ANSWERS: Final = (
    Scene("two-counter", seated(tables.counter_chair), sizes=(*EVERY, *BETWEEN)),
    Scene("two-counter-back", _first(at.COUNTERED)),
    Scene("two-counter-long", _first(at.LONG_STACK)),
    Scene("two-no-two", _second(at.NO_TWO, _SIX, KINGLESS)),
    Scene("two-no-two-alone", _alone(at.NO_TWO, _SIX, KINGLESS)),
    Scene("two-block", _second(at.BLOCK, _NINE)),
    Scene("two-rebuff", _second(at.REBUFF, _KING)),
    Scene("two-fetch", _first(tables.FETCH), "6"),
    Scene("two-fetch-full", _first(tables.FETCH_ANY), "down right", EVERY),
    Scene("two-give", _first(tables.ROBBED)),
    Scene("two-give-two", _first(tables.ROBBED), "1 5 right", EVERY),
    Scene("two-give-one", _first(at.GIVE_ONE), "3"),
    Scene("two-pay", _first(tables.PAY), "2"),
    Scene("two-seven-two", _first(tables.PEEK)),
    Scene("two-seven-one", _first(at.SEVEN), "1"),
    Scene("two-seven-target", _first(tables.PEEK), "1 s", EVERY),
    Scene("two-seven-dead", _first(at.DEAD_SEVEN)),
    Scene("two-limit", _first(tables.LIMIT), "2"),
    Scene("two-draw-offered", _first(at.OFFER)),
)

_AROUND: Final = (
    Scene("two-waiting", _first(tables.WAITING)),
    Scene("two-waiting-for-answer", seated(lambda: tables.chair(tables.COUNTER, 0, (*LOG, _SIX)))),
    Scene("two-waiting-backs", _first(at.BACKS), sizes=EVERY),
    Scene("two-scrap", _first(tables.TARGETS), "z right right"),
    Scene("two-scrap-empty", seated(lambda: tables.chair(at.DEALT, log=LOG[:1])), "z"),
    Scene("two-scrap-full", _first(at.FULL_SCRAP), "z down down"),
    Scene("two-log", _first(tables.TARGETS), "l", EVERY),
    Scene("two-leave", _first(tables.TARGETS), "q"),
    Scene("two-settings", _first(tables.TARGETS), "3 s comma"),
    Scene("two-log-search", _first(tables.TARGETS), "l / 9 h", ((120, 40), (200, 60))),
    Scene("two-log-counter", seated(tables.counter_chair), "l up", ((120, 40), (200, 60))),
    Scene("two-help", _first(tables.TARGETS), "question_mark", EVERY),
    Scene("two-help-target", _first(tables.TARGETS), "3 s question_mark"),
    Scene("two-help-counter", seated(tables.counter_chair), "question_mark"),
    Scene("two-keys", _first(tables.TARGETS), "question_mark a", EVERY),
    Scene("two-rules-options", _first(at.SWAP), "question_mark h"),
    Scene("two-rules", _first(tables.TARGETS), "question_mark h", EVERY),
    Scene("two-cover", _one_keyboard, "t enter"),
    Scene("two-too-small", _first(tables.TARGETS), "3", ((72, 20),)),
)


def _played(ruleset: str, seed: int) -> Opens:
    """Sit in the first seat of a real game that is over."""
    return seated(lambda: table_after(999, ruleset, seed).chair(0))


def _beaten(judged: int = 999) -> Opens:
    """Sit in the first seat of a game that the computer has won; the coach judges so much."""

    def opened() -> CuttleApp:
        lobby = FakeLobby(analyst=FakeAnalyst(most=judged))
        return CuttleApp(lobby, chair=table_after(999, seed=39, level="sharp").chair(0))

    return opened


def _ended_by(*actions: tuple[int, str]) -> Opens:
    """Sit in the first seat of a real game that seats end before its goal is reached."""

    def sit() -> Chair:
        table = table_after(20)
        for seat, action in actions:
            assert table.game is not None
            table.chair(seat).submit(parse_action(action), table.game.position.ply)
        return table.chair(0)

    return seated(sit)


def _in_match(games: int, seed: int, plies: int = 999) -> Opens:
    """Sit in the first seat of a match of three, in the game after some that are over."""

    def sit() -> Chair:
        table = table_after(plies if not games else 999, "standard+first-to-2", seed)
        for game in range(games):
            for seat in range(table.seats):
                table.ready(seat)
            go_on(table, plies if game == games - 1 else 999)
        return table.chair(0)

    return seated(sit)


_MATCH_SIZES: Final = ((80, 24), (120, 40), (44, 36))
_MATCH: Final = (
    Scene("match-turn", _in_match(1, 194, 12), sizes=_MATCH_SIZES),
    Scene("match-game-over", _in_match(0, 194), sizes=_MATCH_SIZES),
    Scene("match-won", _in_match(2, 194), sizes=_MATCH_SIZES),
    Scene("match-log", _in_match(0, 194), "l", sizes=((80, 24),)),
    Scene("match-leave", _in_match(1, 194, 12), "q", sizes=((80, 24),)),
)
_ENDS: Final = (
    Scene("two-end", _played("standard", 39), sizes=(*EVERY, *BETWEEN)),
    Scene("two-end-won", _played("standard", 194), sizes=(*EVERY, (160, 48))),
    Scene("two-end-drawn", _ended_by((0, "offer@0"), (1, "accept"))),
    Scene("two-end-conceded", _ended_by((1, "concede@1"))),
    Scene("two-end-coached", _beaten(), sizes=(*USUAL, PHONE)),
    Scene("two-end-coach-looks", _beaten(2), sizes=(*USUAL, PHONE)),
    Scene("two-end-fields", _played("standard", 39), "f"),
    Scene("three-end", _played("cutthroat", 14), sizes=EVERY),
    Scene("four-end", _played("team", 20), sizes=EVERY),
    Scene("two-won", _first(tables.OVER)),
    Scene("two-lost", _ended(at.LOST, PlayedPoints(1, card("9H")))),
    Scene("two-drawn", _ended(at.DRAWN, Drew(0, 1, (card("QD"),)))),
    Scene("two-stalemate", _ended(at.PASSED, Passed(0), Passed(1), Passed(0))),
    Scene("two-conceded", _ended(at.CONCEDED, Drew(0, 1, (card("QD"),)), Conceded(1))),
)

SCENES: Final = (*_ASKED, *_ANSWERS, *_AROUND, *_ENDS, *_MATCH)
