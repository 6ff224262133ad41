"""Stage tables of three and four seats: where they differ from those of two."""

from __future__ import annotations

from typing import Final

from cuttle_tui.app import CuttleApp
from engine.play.events import Event, PlayedPoints
from tests.cuttle_tui import tables_many as at
from tests.cuttle_tui.gallery.scene import BETWEEN, EVERY, LARGER, Opens, Scene, seated
from tests.cuttle_tui.games import table_after
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.tables import card

_GIVE: Final = at.position(
    "team",
    at.MINE,
    at.BOBS,
    at.CAROLS,
    at.DMITRIS,
    more="turn 21 P1; ask give P0 2; pile P1 oneoff 4S@0; ply 41",
).replace("hand 4S TC", "hand TC")
_REBUFF: Final = at.position(
    "team",
    at.MINE.replace(" frozen 9C", ""),
    at.BOBS,
    at.CAROLS,
    at.DMITRIS,
    more="turn 21 P1; ask rebuff P0; pile P1 royal KH; ply 41",
).replace("TH KH", "TH")
_CROWDED: Final = at.position(
    "team",
    "hand 2S AH 9C TS 6S frozen 9C points 7H 3D court KH",
    "hand 5S 6H 7D TD points AC 3C 3S 4C 4H 2C court QC QH 8S 8H QS QD 8C 8D",
    "hand 9H 9D TC points 2D 2H[JD<0] 5C AS[JC<0,JS<1,JH<3] 4D AD 3H",
    "hand 5D 5H 6C 6D points 7C court KC KS",
)
_LATER: Final = at.position(
    "cutthroat", *at.THREE, more="turn 21 P1; ask counter P0; pile P1 oneoff 6S; ply 41"
)
_FOUR: Final = at.position("cutthroat", at.THREE[0].replace("3H", "4D"), *at.THREE[1:])
_SEEN: Final = f"{at.CUTTHROAT.replace(' 8S', '')}; seen 7 4S TC, 9 P0 JC 7D"
"""Without glasses, some cards of both opponents were seen."""
_WON: Final = at.position(
    "team",
    at.MINE.replace("7H 3C", "7H 3C 4D"),
    at.BOBS,
    at.CAROLS,
    at.DMITRIS,
    more="turn 20 P0; over goal P0 P2; ply 44",
)
_LOST: Final = at.position(
    "cutthroat",
    *at.THREE[:2],
    at.THREE[2].replace("points 3S", "points 3S 4C"),
    more="turn 20 P2; over goal P2; ply 44",
)
_WAITING: Final = at.position(
    "team", at.MINE, at.BOBS, at.CAROLS, at.DMITRIS, more="turn 21 P1; ask play P1; ply 41"
)


def _first(text: str, *last: Event) -> Opens:
    return seated(lambda: at.chair(text, 0, *last))


def _dealt(ruleset: str) -> Opens:
    """Sit at a table whose cards have just been dealt."""
    return lambda: CuttleApp(FakeLobby(), chair=table_after(0, ruleset).chair(0))


SCENES: Final = (
    Scene("three-choose-card", _first(at.CUTTHROAT), sizes=EVERY),
    Scene("three-first-turn", _dealt("cutthroat"), sizes=EVERY),
    Scene("three-seen-cards", _first(_SEEN), sizes=EVERY),
    Scene("three-target", _first(at.CUTTHROAT), "5 j"),
    Scene("three-joker", _first(at.JOKER), "6 k"),
    Scene("three-seat-aimed-at", _first(_FOUR), "3 o"),
    Scene("three-counter", _first(_LATER)),
    Scene("three-retired", _first(at.RETIRED)),
    Scene("three-lost", _first(_LOST, PlayedPoints(2, card("4C")))),
    Scene("four-choose-card", _first(at.TEAM), sizes=(*EVERY, *BETWEEN)),
    Scene("four-target", _first(at.TEAM), "5 j", EVERY),
    Scene("four-for-whom", _first(at.TEAM), "5 j a"),
    Scene("four-first-turn", _dealt("team"), sizes=EVERY),
    Scene("four-crowded", _first(_CROWDED), "4", (*EVERY, *BETWEEN)),
    Scene("four-full", _first(at.FULL), "5 j right", LARGER),
    Scene("four-counter", _first(at.ANSWER), sizes=EVERY),
    Scene("four-give", _first(_GIVE), "2"),
    Scene("four-rebuff", _first(_REBUFF)),
    Scene("four-waiting", _first(_WAITING)),
    Scene("four-scrap", _first(at.TEAM), "z right"),
    Scene("four-away", _first(at.AWAY), "q"),
    Scene("four-won", _first(_WON, PlayedPoints(0, card("4D")))),
    Scene("four-room", seated(at.waiting_chair)),
)
