"""Draw the pictures of the docs from the running app: ``make pictures``.

Every picture shows a game that is really played, from a fixed deal, so they change only when the
app does.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.local import LocalLobby
from cuttle_tui.ports import Chair, Lobby
from cuttle_tui.terminal import Terminal
from engine.bots import greedy
from engine.options import parse_ruleset
from engine.table import Table

HERE = Path(__file__).parent
Steps = Callable[[Pilot[None]], Awaitable[None]]


def game(ruleset: str, seed: int, plies: int, seat: int = 0) -> Chair:
    """Let the computer play both sides for so many plies, and give a seat at that table."""
    table = Table(parse_ruleset(ruleset), seed.to_bytes(4, "big"), title="elm")
    names = ("you", "bob", "carol", "dmitri")[: table.seats]
    chairs = [table.sit(place, name, "person") for place, name in enumerate(names)]
    for _ in range(plies):
        assert table.game is not None
        asked = table.game.position.prompt.seats
        view = chairs[asked[0]].state().view
        assert view is not None
        chairs[asked[0]].submit(greedy.choose(view, 7), view.ply)
    return chairs[seat]


async def draw(
    name: str, chair: Chair | None, keys: str = "", *, size: tuple[int, int] = (80, 24)
) -> None:
    """Draw one picture: the app at a table or at home, after some keys."""
    lobby: Lobby = LocalLobby("you")
    app = CuttleApp(lobby, chair=chair, terminal=Terminal("true"))
    async with app.run_test(size=size) as pilot:
        for key in keys.split():
            await pilot.press(key)
        await pilot.pause()
        svg = app.export_screenshot(title="cuttle")
    (HERE / f"{name}.svg").write_text(plain(svg), encoding="utf-8")


def plain(svg: str) -> str:
    """Take out what would fetch fonts from elsewhere, and the ids that change with each run."""
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code", "DejaVu Sans Mono, Menlo, Consolas")
    svg = re.sub(r"terminal-\d+", "cuttle", svg)
    return _TEXT.sub(_trimmed, svg)


_TEXT = re.compile(
    r'<text class="([^"]*)" x="([\d.]+)" y="([\d.]+)" textLength="([\d.]+)" ([^>]*)>([^<]*)</text>'
)
_CELL = 12.2
_SPACE = "&#160;"


def _trimmed(match: re.Match[str]) -> str:
    """Begin a text at its first letter: some programs drop the spaces before it."""
    style, x, y, length, rest, text = match.groups()
    left = float(x)
    wide = float(length)
    words = text
    while words.startswith(_SPACE):
        words, left, wide = words.removeprefix(_SPACE), left + _CELL, wide - _CELL
    while words.endswith(_SPACE):
        words, wide = words.removesuffix(_SPACE), wide - _CELL
    if not words:
        return ""
    place = f'x="{left:.1f}" y="{y}" textLength="{wide:.1f}"'
    return f'<text class="{style}" {place} {rest}>{words}</text>'


async def main() -> None:
    """Draw them all."""
    await draw("home", None)
    await draw("table", game("cuttle.cards", 109, 35), "1")
    await draw("table-large", game("cuttle.cards", 109, 35), "1", size=(120, 40))
    await draw("team", game("team", 6, 14))
    await draw("new-table", None, "n")


if __name__ == "__main__":
    asyncio.run(main())
