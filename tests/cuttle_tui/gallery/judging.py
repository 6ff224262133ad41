"""Find fault with a picture: with its colours, with how its pieces lie, with the keys it shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import Any, Final

from rich.style import Style
from textual.strip import Strip

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.layout import MARGIN
from cuttle_tui.drawing.palette import SOLID
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.i18n.translation import plain
from cuttle_tui.kit.keymap import intent_of
from cuttle_tui.kit.prompt import Keys, PromptBar
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.kit.text_types import held_upright
from cuttle_tui.kit.zone import PaintContext, Zone, keys_in
from cuttle_tui.tty.terminal import Colours
from tests.cuttle_tui.sight import contrast, rounded

LEAST: Final = 4.5
"""The contrast of all text."""
_DRAWN: Final = frozenset(" ░━─▏▕▌▀▄")
"""What is no text."""
_UNDER: Final = frozenset(" ▏▕▌▄|<>{}")
"""What may lie under something else: blanks, what sets a card off, half a row of a ground."""
_UPRIGHT: Final = 60
"""The columns of a window from which it is not upright."""
_RACE: Final = frozenset(f"♠♥♦♣ #:┃{SOLID}")
_BARS: Final = ("bar", "alarm")
_NO_KEYS: Final = ("arrows", "type")
"""Words that stand for more than a key."""


def faults_of_colours(rows: list[Strip], paint: PaintContext, colours: Colours) -> list[str]:
    """List text that can hardly be read, attributes we do not use, and more than one bar."""
    styles = {one.style for row in rows for one in row if not _DRAWN.issuperset(one.text)}
    faults = [fault for style in styles if style and (fault := _fault_of(style, colours))]
    fills = {paint.palette.colours[role] for role in _BARS}
    filled = (ground_of(next(iter(row)).style) in fills for row in rows)
    bars = sum(full for full, _ in groupby(filled))
    return faults + [f"{bars} filled bars"] * (bars > 1)


@lru_cache(maxsize=4096)
def _fault_of(style: Style, colours: Colours) -> str:
    if style.dim or style.reverse or style.blink or style.italic or style.underline:
        return f"an attribute in {style}"
    assert style.color is not None
    fore = rounded(style.color.get_truecolor().hex, colours)
    seen = contrast(fore, rounded(ground_of(style), colours))
    return f"{style}: {seen:.1f}" if seen < LEAST else ""


def ground_of(style: Style | None) -> str:
    """Return the colour of a ground."""
    assert style is not None
    assert style.bgcolor is not None
    return style.bgcolor.get_truecolor().hex


class WatchedSheet(Sheet):
    """A sheet that notes what is put over something else, or beside the sheet."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height)
        self.faults: list[str] = []
        self._cells: dict[tuple[int, int], str] = {}
        self._end = (-1, -1)
        """Where the last text ended."""

    def put(self, x: int, y: int, text: str, *rest: Any, **more: Any) -> int:
        """Put text at a cell, and look what was there and what touches it.

        Only what is put right after a text may touch it, as the parts of a sentence do. On a card
        there may be no room for a blank.
        """
        before, after = self._cells.get((x - 1, y), " "), self._cells.get((x + len(text), y), " ")
        glued = (text[:1].isalnum() and before.isalnum() and self._end != (x, y)) or (
            text[-1:].isalnum() and after.isalnum()
        )
        if glued and more.get("ground") is None:
            self.faults.append(f"{text!r} touches {before!r} or {after!r} at {x},{y}")
        self._end = (x + len(text), y)
        for column, char in enumerate(text, x):
            under = self._cells.get((column, y), " ")
            if under not in (*_UNDER, char):  # the same again has another colour
                self.faults.append(f"{text!r} over {under!r} at {column},{y}")
            self._cells[column, y] = char
        words = text.strip()
        if words and not (0 <= y < self.height and x >= 0):
            self.faults.append(f"{text!r} off the sheet at {x},{y}")
        upright = self.width < _UPRIGHT  # where the rail needs a column of the margin,
        margin = 0 if upright and _RACE.issuperset(words) else MARGIN - upright  # and points both
        if not _UNDER.issuperset(words) and x + len(text.rstrip()) > self.width - margin:
            self.faults.append(f"{text!r} in the margin at {x},{y}")
        return super().put(x, y, text, *rest, **more)


def faults_of_pieces(app: CuttleApp) -> list[str]:
    """Draw every zone of the screen again, and list what overlaps, sticks out or is cut."""
    screen = app.screen
    assert isinstance(screen, ZoneScreen)
    plan = screen.plan(*app.size)
    if plan is None:
        return []
    faults: list[str] = []
    for zone in _zones(screen):
        sheet = WatchedSheet(*zone.outer_size)
        zone.forget()  # else it takes over what has not changed
        zone.draw(zone.model, plan, sheet)
        faults += [f"{zone.id}: {fault}" for fault in sheet.faults]
        if isinstance(zone, PromptBar):
            faults += [f"cut: {row!r}" for row in sheet.texts() if row.endswith("~")]
    return faults


def _zones(screen: ZoneScreen) -> Iterable[Zone[Any]]:
    """List the zones in sight."""
    return (
        zone
        for zone in screen.children
        if isinstance(zone, Zone)
        and zone.display
        and zone.outer_size.area
        and zone.model is not None
    )


def faults_of_keys(app: CuttleApp) -> list[str]:
    """List the keys drawn in the rows below that cannot be clicked on, or do nothing."""
    screen = app.screen
    assert isinstance(screen, ZoneScreen)
    plan = screen.plan(*app.size)
    if plan is not None and plan.phone == "upright":
        return _faults_of_buttons(screen)
    faults = []
    for zone, x, y, word in _drawn_keys(screen):
        key = zone.key_at(x, y)
        if not key:
            faults.append(f"{word} cannot be clicked on")
        elif not intent_of(screen.answering, screen.situation, key):
            faults.append(f"{word} does nothing")
    return faults


def _faults_of_buttons(screen: ZoneScreen) -> list[str]:
    """List the options that have no button, and the buttons that do nothing."""
    faults = []
    for bar in screen.query(PromptBar):
        assert bar.model is not None
        buttons, asked = {spot.key for spot in bar.keyspots}, held_upright(bar.model)
        forms = (asked.options, asked.shorter, asked.shortest, asked.named)
        whole = ({key for one in form for key in keys_in(one)} <= buttons for form in forms if form)
        faults += ["an option has no button"] * (not any((*whole, not asked.options)))
    for zone in (*screen.query(PromptBar), *screen.query(Keys)):
        dead = (
            spot.key
            for spot in zone.keyspots
            if not intent_of(screen.answering, screen.situation, spot.key)
        )
        faults += [f"{key} does nothing" for key in dict.fromkeys(dead)]
    return faults


def _drawn_keys(screen: ZoneScreen) -> Iterator[tuple[Zone[Any], int, int, str]]:
    """Find each key that is drawn in the rows below: zone, column, row, the word for it."""
    for bar in screen.query(PromptBar):
        assert bar.model is not None
        texts = [
            (one[0].text, plain(one))
            for one in bar.model.options
            if one[0].role not in ("text", "strong")
        ]
        yield from ((bar, x, 1, word) for x, word in _found(_row(bar, 1), texts))
    for keys in screen.query(Keys):
        assert keys.model is not None
        texts = [(key, f"{key} {label}") for key, label in keys.model.hints]
        yield from ((keys, x, 0, word) for x, word in _found(_row(keys, 0), texts))


def _row(zone: Zone[Any], y: int) -> str:
    rows = zone.strips()
    return rows[y].text if y < len(rows) else ""


def _found(row: str, texts: list[tuple[str, str]]) -> Iterator[tuple[int, str]]:
    after = 0
    for keys, text in texts:
        x = row.find(text[: len(keys) + 3], after)
        if x < 0:
            continue  # there was no room for it
        after = x + len(keys)
        for word in keys.split():
            if word not in _NO_KEYS and not (len(word) == 3 and word[1] == "-"):
                yield x, word
            x += len(word) + 1
