"""Draw the pictures of the docs from the running app: ``make pictures``.

They show scenes of the gallery, or a game played from a fixed deal, so they change only with the
app.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from cuttle_tui.app import CuttleApp
from cuttle_tui.local.lobby import LocalLobby
from cuttle_tui.ports import Chair
from cuttle_tui.preferences import MemoryStore, Preferences
from cuttle_tui.replay.export import moving_svg
from engine.bots import greedy
from engine.record.summary import Replay
from tests.cuttle_tui.gallery.looks import ASCII, DARK, FOUR, LIGHT, Look, wear
from tests.cuttle_tui.gallery.scene import Scene, Size
from tests.cuttle_tui.gallery.staged import SCENES, staged
from tests.cuttle_tui.gallery.svg import svg_of
from tests.cuttle_tui.games import dealt, record_after, table_after

HERE: Final = Path(__file__).parent
SMALL: Final[Size] = (80, 24)
LARGE: Final[Size] = (120, 40)
WIDEST: Final[Size] = (200, 60)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: the app, the keys to press, and the look."""

    opens: Callable[[], CuttleApp]
    keys: str = ""
    size: Size = SMALL
    look: Look = DARK


def game(ruleset: str, seed: int, plies: int, seat: int = 0) -> Chair:
    """Let the computer play all seats for some plies, and return a chair at that table."""
    table = dealt(ruleset, seed, ("you", "bob", "carol", "dmitri"))
    chairs = [table.chair(place) for place in range(table.seats)]
    for _ in range(plies):
        assert table.game is not None
        asked = table.game.position.prompt.seats
        view = chairs[asked[0]].state().view
        assert view is not None
        chairs[asked[0]].submit(greedy.choose(view, 7), view.ply)
    return chairs[seat]


def at_home() -> CuttleApp:
    """Open the home screen."""
    return CuttleApp(LocalLobby("you"))


def at_table() -> CuttleApp:
    """Open a two-player game well under way."""
    return CuttleApp(LocalLobby("you"), chair=game("cuttle.cards", 225, 16))


def watching() -> CuttleApp:
    """Open a replay, without the highlight, which fades with time."""
    still = Preferences(MemoryStore(), {"highlight": False})
    return CuttleApp(LocalLobby("you"), record=record_after(), preferences=still)


def won() -> CuttleApp:
    """Open the end of a game that the player has won."""
    table = table_after(999, seed=194, began=datetime(2026, 11, 22, 12, tzinfo=UTC).timestamp())
    return CuttleApp(LocalLobby("you"), chair=table.chair(0))


def of(name: str, size: Size = SMALL, look: Look = DARK) -> Picture:
    """Return a scene of the gallery as a picture."""
    scene = SCENES[name]
    return Picture(scene.opens, scene.keys, size, look)


PICTURES: Final[dict[str, Picture]] = {
    "home": Picture(at_home),
    "new-table": Picture(at_home, "n"),
    "table": Picture(at_table, "1"),
    "table-large": of("two-choose-target", LARGE),
    "table-widest": of("two-counter", WIDEST),
    "table-light": Picture(at_table, "1", look=LIGHT),
    "table-four-colour": Picture(at_table, "1", look=FOUR),
    "table-ascii": Picture(at_table, "1", look=ASCII),
    "team": of("four-target"),
    "team-large": of("four-counter", LARGE),
    "counter": of("two-counter"),
    "room": of("online-room"),
    "end": Picture(won),
    "puzzle": of("puzzle-card"),
    "lesson": of("lesson"),
    "replay": Picture(watching, "down right right right", LARGE),
    "lobby": of("lobby-tables"),
    "league": of("league-standings"),
    "championship": of("league-championship", LARGE),
    "settings": Picture(at_home, "s", look=LIGHT),
}


MOVING: Final = "game"
"""The picture that moves."""


def moving() -> str:
    """Draw a whole game as a picture that moves."""
    record = replace(record_after(seed=101), started=datetime(2026, 11, 22, tzinfo=UTC))
    return moving_svg(Replay(record))


async def drawn(picture: Picture) -> str:
    """Return a picture as SVG."""
    async with staged(Scene("", picture.opens, picture.keys, (picture.size,))) as (app, _):
        wear(app, picture.look)
        return svg_of(app)


async def main() -> None:
    """Draw all pictures."""
    (HERE / f"{MOVING}.svg").write_text(moving(), encoding="utf-8")
    for name, picture in PICTURES.items():
        (HERE / f"{name}.svg").write_text(await drawn(picture), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
