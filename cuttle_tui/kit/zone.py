"""Draw one zone of a screen, and find which key a click on it stands for."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from rich.cells import cell_len
from textual.events import Click
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.layout import FLOOR, CardSize, Plan, plan_for
from cuttle_tui.drawing.palette import Glyphs, Palette, glyphs_of, palette_of, theme_named
from cuttle_tui.drawing.rows import Painted, Part, Recent, Sheet, changed_spans, sentence_width
from cuttle_tui.i18n.translation import Sentence
from cuttle_tui.kit.keymap import key_named
from cuttle_tui.kit.words import too_small
from cuttle_tui.preferences import Settings
from cuttle_tui.tty.private_textual import send_cells
from cuttle_tui.tty.terminal import Terminal
from cuttle_tui.worn import OWN
from engine.cards import Card

_NAMES: Final = {"esc": "escape", "pgup": "pageup", "pgdn": "pagedown"}
_NO_KEYS: Final = ("arrows", "type")
"""Words for more than one key."""
_KEY_ROLES: Final = ("key", "target")


class Hotspot(NamedTuple):
    """Some columns of a row, and the key they represent."""

    left: int
    right: int
    key: str
    y: int = 0


def hotspots(x: int, keys: str, stop: int, y: int = 0) -> list[Hotspot]:
    """Split keys drawn from column `x` into hotspots, which end before `stop`.

    With a single key, the label is part of its hotspot.
    """
    words = keys.split()
    spots = []
    for word in words:
        end = x + cell_len(word)
        key = _named(word)
        if key and end <= stop:
            spots.append(Hotspot(x, stop if len(words) == 1 else end, key, y))
        x = end + 1
    return spots


def spots_in(
    sentence: Sentence, x: int, y: int, glyphs: Glyphs, *, stop: int = 9999
) -> list[Hotspot]:
    """Find the keys in a sentence drawn at a cell, before the column `stop`.

    The words after a key, up to the next one, are its label.
    """
    if not names_keys(sentence):
        return []
    found: list[tuple[int, str]] = []
    for span in sentence:
        if span.role in _KEY_ROLES and span.text.strip():  # wrapped lines part keys from blanks
            found.append((x, span.text))
        x += sentence_width((span,), glyphs)
    ends = [*found, (x, "")]
    return [
        spot
        for (left, keys), (end, _) in pairwise(ends)
        for spot in hotspots(left, keys, min(end, stop), y)
    ]


def names_keys(sentence: Sentence) -> bool:
    """Return whether a sentence names a key, or several in one word."""
    return any(span.role in _KEY_ROLES for span in sentence)


def keys_in(sentence: Sentence) -> tuple[str, ...]:
    """List the keys in a sentence that can be clicked on; none if a word in it means several."""
    words = [word for span in sentence if span.role in _KEY_ROLES for word in span.text.split()]
    keys = tuple(map(_named, words))
    return keys if all(keys) else ()


def key_under(spots: Iterable[Hotspot], x: int, y: int = 0) -> str:
    """Return the key at a cell; empty if there is none."""
    return next((spot.key for spot in spots if spot.y == y and spot.left <= x < spot.right), "")


def _named(word: str) -> str:
    """Return the terminal's name of a key; empty for a word that means several keys."""
    key = key_named(word)
    several = key in _NO_KEYS or (len(key) == 3 and key[1] == "-")
    return "" if several else _NAMES.get(key, key)


Model = TypeVar("Model")
Planner = Callable[[int, int], Plan | None]


class Picture(NamedTuple):
    """What a zone looks like, and where something can be clicked."""

    rows: list[Strip]
    spots: list[Spot]
    keyspots: list[Hotspot]


@dataclass(frozen=True, eq=False)
class PaintContext:
    """What a zone paints with."""

    palette: Palette
    glyphs: Glyphs
    cards: CardSize = "auto"
    """The preferred size of cards."""
    touch: bool = False
    """Whether nobody presses keys, so that none need be named."""


def paint_context_for(
    terminal: Terminal, settings: Settings | None = None, own_back: str = ""
) -> PaintContext:
    """Choose colours and signs for a terminal and its player's settings.

    Cards wear the back that is chosen there, or the player's own.
    """
    chosen = settings or Settings()
    back = own_back if chosen.back == OWN else chosen.back
    theme = theme_named(chosen.theme, light=bool(terminal.light))
    return PaintContext(
        palette_of(theme, chosen.deck, terminal.colours),
        glyphs_of(terminal, chosen.signs, soft=theme.tone == "light").wearing(back),
        chosen.cards,
        terminal.touch,
    )


class Zone(Widget, Generic[Model]):
    """A zone shows a model, and repaints only when it changes."""

    DEFAULT_CSS = ""
    ALLOW_SELECT: ClassVar[bool] = False

    class CardClicked(Message):
        """A card was clicked."""

        def __init__(self, card: Card, *, hurried: bool = False) -> None:
            super().__init__()
            self.card = card
            self.hurried = hurried
            """Whether this is not the first click of a double click."""

    class KeyClicked(Message):
        """A drawn key or its label was clicked."""

        def __init__(self, key: str, zone: str = "", *, hurried: bool = False) -> None:
            super().__init__()
            self.key = key
            self.zone = zone
            self.hurried = hurried

    class RowClicked(Message):
        """A row was clicked where there is neither a card nor a key."""

        def __init__(self, zone: str, y: int, x: int = 0, *, hurried: bool = False) -> None:
            super().__init__()
            self.zone = zone
            self.y = y
            self.x = x
            self.hurried = hurried

    def __init__(self, paint: PaintContext, zone: str, planner: Planner = plan_for) -> None:
        super().__init__(id=zone)
        self.paint = paint
        self.planner = planner
        self.model: Model | None = None
        self.spots: list[Spot] = []
        self.keyspots: list[Hotspot] = []
        """The positions of drawn keys, noted by drawing."""
        self.paint_count = 0
        """How often the zone was repainted."""
        self._picture: Picture | None = None
        self._sheet: Painted | None = None
        """What was drawn last: rows that look the same are taken from it."""
        self._parts: dict[object, Part[Any]] = {}
        """What drawing keeps of it: those that look the same again are not drawn again."""
        self._kept: Recent[Model | None, Picture] = Recent()
        self._revealed: bool | None = None
        """Whether the zone was shown or hidden last; None before either."""
        self._due = True
        """Whether the model has changed since it was painted."""
        self._drawn_for: tuple[int, int, Plan | None] | None = None

    def reveal(self, shown: bool) -> None:
        """Show the zone, or hide it; Textual's styles are asked only if that changes."""
        if shown is not self._revealed:
            self._revealed = self.display = shown

    def show(self, model: Model) -> None:
        """Show a model, and send only the cells that change."""
        if model is self.model or model == self.model:
            return
        self.model, self._due = model, True
        if not (self.display and self.outer_size):  # it is painted once it has a place
            return
        if self._picture is None:
            self.refresh()
            return
        before, drawn_for = self._picture.rows, self._drawn_for
        after = self.strips()
        if self._drawn_for != drawn_for:
            self.refresh()
            return
        dirty = [
            Region(start, y, stop - start, 1)
            for y, (old, new) in enumerate(zip(before, after, strict=True))
            for start, stop in changed_spans(old, new)
        ]
        if dirty:
            send_cells(self, dirty)

    def use(self, paint: PaintContext) -> None:
        """Use another paint context."""
        self.paint = paint
        self.forget()
        self.refresh()

    def forget(self) -> None:
        """Forget all pictures, which are drawn again once they are needed."""
        self._picture = self._sheet = None
        self._parts.clear()
        self._kept.clear()

    def keeps(self, model: Model) -> bool:
        """Return whether the picture of a model is kept, for when it is shown again."""
        return False

    @abstractmethod
    def draw(self, model: Model, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the model on a sheet of the zone's size; return the positions of cards."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the cached rows, repainted if that is due."""
        strips = self.strips()
        width = self.outer_size.width
        rows = strips[crop.y : crop.bottom]
        if crop.x == 0 and crop.width == width:
            return rows
        return [row.crop(crop.x, crop.right) for row in rows]

    def strips(self) -> list[Strip]:
        """Return the rows of the picture, painted if it is missing or has another size."""
        screen = self.screen.outer_size  # nothing here has a border, and this costs nothing
        moment = (*self.outer_size, self.planner(screen.width, screen.height))
        if self._drawn_for != moment:
            self.forget()
        if self._due or self._picture is None:
            self._picture = self._kept.find(self.model) or self._paint(*moment)
            self.spots, self.keyspots = self._picture.spots, self._picture.keyspots
            self._due, self._drawn_for = False, moment
        return self._picture.rows

    def _paint(self, width: int, height: int, plan: Plan | None) -> Picture:
        """Draw the picture, and keep it if it is likely to be shown again."""
        self.paint_count += 1
        sheet = Sheet(width, height)
        sheet.parts = self._parts
        self.spots, self.keyspots = [], []
        if plan is None:
            screen = self.screen.size
            for y, line in enumerate(too_small(screen.width, screen.height, FLOOR)[:height]):
                sheet.put(0, y, line)
        elif self.model is not None:
            self.spots = self.draw(self.model, plan, sheet)
        self._sheet = (sheet, sheet.strips(self.paint.palette, self._sheet))
        picture = Picture(self._sheet[1], self.spots, self.keyspots)
        if self.model is not None and self.keeps(self.model):
            self._kept.add(self.model, picture)
        return picture

    def on_click(self, event: Click) -> None:
        """Turn a click into a message about the card, the key or the row under it."""
        event.stop()
        hurried = event.chain > 1
        card = self.card_at(event.x, event.y)
        if card is not None:
            self.post_message(self.CardClicked(card, hurried=hurried))
            return
        key = self.key_at(event.x, event.y)
        if key:
            self.post_message(self.KeyClicked(key, self.id or "", hurried=hurried))
        else:
            self.post_message(self.RowClicked(self.id or "", event.y, event.x, hurried=hurried))

    def card_at(self, x: int, y: int) -> Card | None:
        """Return the card that a click on a cell means; None if it means none."""
        return next((spot.card for spot in self.spots if spot.covers(x, y)), None)

    def key_at(self, x: int, y: int) -> str:
        """Return the key drawn at a cell; empty if there is none."""
        return key_under(self.keyspots, x, y)
