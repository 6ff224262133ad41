"""Lay tables of three and four seats for the tests."""

from __future__ import annotations

from cuttle_tui.ports import Sitter, TableState
from engine.cards import CARD_NAMES
from engine.play.events import Dealt, Event as TableEvent, Evicted, PlayedPoints, PlayedRoyal, Stole
from engine.rules.rulesets import PRESETS
from tests.cuttle_tui.tables import FakeChair, card, dated, view_of

NAMES = ("ana", "bob", "carol", "dmitri")
MINE = "hand 2S AH 3H 9C JS QD frozen 9C points 7H 3C court KD 8S"
BOBS = "hand 4S TC QS 5D 7S points TD 2H[JD<0] AS court KC"
CAROLS = "hand JC 7D 8D 9D TH KH points 5C 4H court QH 8H"
DMITRIS = "hand 8C 6H 9H 2D points 6D 3S 2C AD court QC KS"
SCRAP = ("4C", "5H", "6S", "7C", "JH", "TS", "AC", "2C", "9S")

LOG: tuple[TableEvent, ...] = (
    Dealt(1, (5, 5, 5, 5)),
    PlayedRoyal(1, card("KC"), 14),
    PlayedPoints(2, card("5C")),
    PlayedPoints(3, card("6D")),
    PlayedPoints(0, card("7H")),
    PlayedPoints(1, card("TD")),
    PlayedPoints(2, card("4H")),
    PlayedPoints(3, card("3S")),
    PlayedPoints(0, card("3C")),
    Stole(1, card("JD"), card("2H"), 0, 1),
    PlayedRoyal(2, card("QH"), 21),
    PlayedRoyal(3, card("QC"), 21),
    PlayedRoyal(0, card("8S"), 14),
    PlayedPoints(1, card("AS")),
    PlayedRoyal(2, card("8H"), 21),
    PlayedPoints(3, card("AD")),
    Evicted(3, card("9S"), card("9C"), 0, frozen=True, to_deck=False, lost=()),
)
LOG_OF_THREE: tuple[TableEvent, ...] = (
    Dealt(1, (5, 5, 5)),
    PlayedRoyal(1, card("KC"), 9),
    PlayedPoints(2, card("3S")),
    PlayedPoints(0, card("3C")),
    PlayedPoints(1, card("5C")),
    PlayedPoints(2, card("2C")),
    PlayedPoints(0, card("2H")),
    Stole(1, card("JD"), card("2H"), 0, 1),
    PlayedRoyal(2, card("QC"), 14),
    PlayedRoyal(0, card("8S"), 14),
    PlayedPoints(1, card("AS")),
    Evicted(2, card("9S"), card("9C"), 0, frozen=True, to_deck=False, lost=()),
)


def position(ruleset: str, *seats: str, more: str = "turn 20 P0; ply 40") -> str:
    """Write a position; cards it does not name go to the scrap and the deck."""
    laid = "; ".join(f"P{number} {seat}" for number, seat in enumerate(seats))
    rest = [name for name in CARD_NAMES if name not in laid and name not in more]
    jokers = [name for name in rest if name.startswith("X")]
    scrap = [name for name in SCRAP if name in rest]
    deck = [name for name in rest if name not in (*jokers, *scrap)] + jokers
    return f"{ruleset}; {laid}; deck {' '.join(deck)}; scrap {' '.join(scrap)}; {more}"


TEAM = position("team", MINE, BOBS, CAROLS, DMITRIS)
THREE = (
    MINE.replace("points 7H 3C", "points 5H 3C"),
    BOBS.replace("points TD 2H[JD<0] AS", "points 5C 2H[JD<0] AS"),
    DMITRIS.replace("points 6D 3S 2C AD", "points 3S 2C AD"),
)
"""Hands and fields of three seats, of which none has reached its goal."""
CUTTHROAT = position("cutthroat", *THREE)
FULL = position(
    "team",
    MINE.replace("3C", "9S"),
    "hand 4S points AS TD 2H[JD<0,JH<1] 3D 3C 4D 5S court QS KH[XB<0] 8D",
    "hand TC 9D points 6C 6D 6H 7C 7D court QC",
    "hand TS TH 5D 9H 2D 8C 4C 4H points AC AD 2C 3S 5C 6S 7S 8H court QH KS KC",
)
JOKER = position(
    "cutthroat", THREE[0].replace("QD", "XB"), THREE[1].replace("KC", "KC[XR<2]"), THREE[2]
)
ANSWER = position(
    "team",
    MINE,
    BOBS,
    CAROLS,
    DMITRIS,
    more="turn 21 P1; ask counter P0; pile P1 oneoff 6S; ply 41",
)
RETIRED = position("cutthroat", *THREE, more="turn 20 P0; retired P2; ply 40")
AWAY = position(
    "team", MINE, BOBS, CAROLS, DMITRIS, more="turn 20 P0; absent P1; conceding P2; ply 40"
)


def chair(text: str, seat: int | None = 0, *last: TableEvent) -> FakeChair:
    """Sit down at a position, after what was done last there."""
    view = view_of(text, seat)
    count = len(view.seats)
    log = LOG if count == 4 else LOG_OF_THREE
    sitters = tuple(Sitter(name, "person") for name in NAMES[:count])
    return dated(FakeChair(seat, TableState("elm", sitters, (0,) * count, view, (*log, *last))))


def waiting_chair() -> FakeChair:
    """Sit in a room for four in which one friend has sat down."""
    sitters = (Sitter("ana", "person"), Sitter("bob", "person"), *[Sitter("", "nobody")] * 2)
    return FakeChair(
        0, TableState("elm", sitters, (0,) * 4, None, (), code="K7QF", ruleset=PRESETS["team"])
    )
