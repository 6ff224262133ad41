"""Draw one zone of a screen: a widget that returns cached strips."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from rich.cells import cell_len
from rich.segment import Segment
from textual.events import Click
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.glyphs import Glyphs, glyphs_of
from cuttle_tui.drawing.layout import FLOOR, CardSize, Plan, plan_for
from cuttle_tui.drawing.palette import Palette, palette_of, theme_named
from cuttle_tui.drawing.rows import Painted, Sheet
from cuttle_tui.preferences.settings import Settings
from cuttle_tui.tty.terminal import Terminal
from cuttle_tui.widgets.hotspots import Hotspot, key_under
from cuttle_tui.wording.table.status_notes import too_small
from engine.cards import Card

Model = TypeVar("Model")
Planner = Callable[[int, int], Plan | None]


@dataclass(frozen=True, eq=False)
class PaintContext:
    """What a zone paints with."""

    palette: Palette
    glyphs: Glyphs
    cards: CardSize = "auto"
    """The preferred size of cards."""


def paint_context_for(terminal: Terminal, settings: Settings | None = None) -> PaintContext:
    """Choose colours and signs for a terminal and its player's settings."""
    chosen = settings or Settings()
    theme = theme_named(chosen.theme, light=terminal.light)
    return PaintContext(
        palette_of(theme, chosen.deck, terminal.colours),
        glyphs_of(terminal, chosen.signs, soft=theme.tone == "light"),
        chosen.cards,
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
        self._picture: Painted | None = None
        self._due = True
        """Whether the model has changed since it was painted."""
        self._drawn_for: tuple[int, int, Plan | None] | None = None

    def show(self, model: Model) -> None:
        """Show a model, and send only the cells that change."""
        if model == self.model:
            return
        self.model = model
        self._due = True
        if self._picture is None or self._drawn_for != self._moment():
            self.refresh()
            return
        _, before = self._picture
        after = self._rows()
        dirty = [
            span
            for y, (old, new) in enumerate(zip(before, after, strict=True))
            if (span := changed_span(old, new, y)) is not None
        ]
        if dirty:
            self.refresh(*dirty)

    def use(self, paint: PaintContext) -> None:
        """Use another paint context."""
        self.paint = paint
        self._picture = None
        self.refresh()

    @abstractmethod
    def draw(self, model: Model, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the model on a sheet of the zone's size; return the positions of cards."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the cached rows, repainted if that is due."""
        strips = self._rows()
        width = self.outer_size.width
        rows = strips[crop.y : crop.bottom]
        if crop.x == 0 and crop.width == width:
            return rows
        return [row.crop(crop.x, crop.right) for row in rows]

    def _moment(self) -> tuple[int, int, Plan | None]:
        """Return everything a picture depends on besides the model."""
        screen = self.screen.outer_size  # nothing here has a border, and this costs nothing
        return (*self.outer_size, self.planner(screen.width, screen.height))

    def _rows(self) -> list[Strip]:
        """Return the picture, painted if it is missing or has another size."""
        moment = self._moment()
        if self._drawn_for != moment:
            self._picture = None
        if self._due or self._picture is None:
            sheet = self._draw(*moment)
            self._picture = (sheet, sheet.strips(self.paint.palette, self._picture))
            self._due, self._drawn_for = False, moment
        return self._picture[1]

    def _draw(self, width: int, height: int, plan: Plan | None) -> Sheet:
        self.paint_count += 1
        sheet = Sheet(width, height)
        self.spots, self.keyspots = [], []
        if plan is None:
            screen = self.screen.size
            for y, line in enumerate(too_small(screen.width, screen.height, FLOOR)):
                sheet.put(0, y, line)
        elif self.model is not None:
            self.spots = self.draw(self.model, plan, sheet)
        return sheet

    def on_click(self, event: Click) -> None:
        """Turn a click into a message about the card, the key or the row under it."""
        event.stop()
        hurried = event.chain > 1
        for spot in self.spots:
            if spot.covers(event.x, event.y):
                self.post_message(self.CardClicked(spot.card, hurried=hurried))
                return
        key = self.key_at(event.x, event.y)
        if key:
            self.post_message(self.KeyClicked(key, self.id or "", hurried=hurried))
        else:
            self.post_message(self.RowClicked(self.id or "", event.y, event.x, hurried=hurried))

    def key_at(self, x: int, y: int) -> str:
        """Return the key drawn at a cell; empty if there is none."""
        return key_under(self.keyspots, x, y)


def changed_span(old: Strip, new: Strip, y: int) -> Region | None:
    """Find the first and the last cell of a row in which two pictures differ."""
    if old is new:
        return None
    before, after, width = list(old), list(new), new.cell_length
    start = _alike(before, after, 1)
    if start == width:
        return None
    end = min(_alike(before[::-1], after[::-1], -1), width - start)
    return Region(start, y, width - end - start, 1)


def _alike(before: list[Segment], after: list[Segment], step: int) -> int:
    """Count the equal cells at one end of two rows; a step of -1 starts at the right."""
    cells = 0
    for old, new in zip(before, after, strict=False):
        if old.style is not new.style:  # a palette has one for each look
            break
        if old.text != new.text:
            cells += _alike_text(old.text[::step], new.text[::step])
            break
        cells += new.cell_length
    return cells


def _alike_text(old: str, new: str) -> int:
    """Count the equal cells of two texts; 0 if some character is not one cell wide."""
    if cell_len(old) != len(old) or cell_len(new) != len(new):
        return 0
    differing = (at for at, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1])
    return next(differing, min(len(old), len(new)))
