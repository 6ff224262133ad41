"""Draw the prompt and the last row: the bar, the options, the reason, the keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise, product
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from rich.cells import cell_len

from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.forms import fullest
from cuttle_tui.drawing.layout import Plan, cards_beside, is_low
from cuttle_tui.drawing.palette import Glyphs
from cuttle_tui.drawing.rows import Sheet, put_sentence, sentence_width, wrap
from cuttle_tui.i18n.translation import SILENCE, Sentence, Span, plain, say
from cuttle_tui.kit.buttons import (
    TALLEST,
    Button,
    buttons_of,
    draw_buttons,
    height_of,
    heights_of,
    rows_of,
)
from cuttle_tui.kit.keymap import TO_TABLE_KEY, key_named
from cuttle_tui.kit.text_types import BAR_INKS, KeysModel, Prompt, Timeline, held_upright, merged
from cuttle_tui.kit.zone import PaintContext, Zone, hotspots, keys_in, names_keys, spots_in
from engine.record.summary import MomentKind

if TYPE_CHECKING:
    from cuttle_tui.app import CuttleApp

_ALONG_ROWS: Final = ("up", "down")
"""The keys along rows, each of which can be tapped."""
_KEYS_GAP: Final = 2
_MOST_TOLD: Final = 2
"""Rows of a reason that buttons leave free."""
_PAIR: Final = 2
"""Buttons that share a row well."""
_LOWEST_BUTTON: Final = 2
"""Rows of a button that a thumb hits."""
_DO_IT: Final = "enter"
_TRIED: Final = "arrows"
"""The keys that everybody tries, which are left out first."""
_PART: Final = ", "
"""Separates the parts of the place."""
_NEEDED: Final = ("?", "f1", "q", "esc", TO_TABLE_KEY)

Hint = tuple[str, str]


def by_buttons(plan: Plan, paint: PaintContext) -> bool:
    """Return whether what can be done stands on buttons, and not in rows of words."""
    return plan.phone == "upright" or paint.touch


class Keys(Zone[KeysModel]):
    """The zone of the key hints; it also reports a terminal that is too small."""

    def keeps(self, model: KeysModel) -> bool:
        """Keep the hints for each card under the cursor."""
        return True

    def draw(self, model: KeysModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the hints and, at the right, the place; as much as fits of both."""
        if by_buttons(plan, self.paint):
            hints = model.upright or model.hints
            glyphs = self.paint.glyphs
            kept = [*(without_enter(hints) if self.paint.touch else hints)]
            most = max(1, sheet.height // (TALLEST if self.paint.touch else _LOWEST_BUTTON))
            while (rows := _button_rows(kept, plan, most, self.paint)) is None:
                kept.remove(_least_needed(kept))
            height = height_of(len(rows), sheet.height)
            y = sheet.height - height * len(rows)
            parted = plan.phone != "upright"
            self.keyspots += draw_buttons(
                sheet, rows, plan.first, plan.stop, y, [height] * len(rows), glyphs, parted=parted
            )
            return []
        room = plan.stop - plan.first
        # drop parts of the place until the hints fit beside it: the additions first, then the name
        parts = model.right.split(_PART)
        forms = [parts[:count] for count in range(len(parts), 1, -1)] + [parts[1:2] or parts]
        places = [*map(_PART.join, forms), *[""] * model.yields]
        where = fullest(places, cell_len, room - _width(model.hints))
        x = plan.first
        # drop hints from the right until they fit; help and leaving go last
        for key, label in fullest(_fewer(model.hints), _width, room - cell_len(where)):
            end = sheet.put(sheet.put(x, 0, key, "lastkey", bold=True) + 1, 0, label, "quiet")
            self.keyspots += hotspots(x, key, end)
            x = end + _KEYS_GAP
        sheet.put(plan.stop - cell_len(where), 0, where, "quiet")
        return []


def without_enter(hints: Sequence[Hint]) -> tuple[Hint, ...]:
    """Leave out the key for what a button says already."""
    return tuple(hint for hint in hints if key_named(hint[0]) != _DO_IT)


def _button_rows(
    hints: Sequence[Hint], plan: Plan, most: int, paint: PaintContext
) -> list[list[Button]] | None:
    named = (say(Span(key, "key"), " ", label) for key, label in hints)
    buttons = [
        button for button in buttons_of(named, touch=paint.touch) if button.keys != _ALONG_ROWS
    ]
    return rows_of(buttons, plan.stop - plan.first, most, paint.glyphs)


def _width(hints: Sequence[Hint]) -> int:
    return sum(cell_len(key) + 1 + cell_len(label) + _KEYS_GAP for key, label in hints)


def _fewer(hints: Sequence[Hint]) -> Iterator[list[Hint]]:
    """Yield hints, each time without the one that is needed least, down to none."""
    kept = list(hints)
    while kept:
        yield list(kept)
        kept.remove(_least_needed(kept))
    yield kept


def _least_needed(hints: Sequence[Hint]) -> Hint:
    arrows = [hint for hint in hints if key_named(hint[0]) == _TRIED]
    others = [hint for hint in hints if key_named(hint[0]) not in _NEEDED]
    return (arrows or others or hints)[-1]


_MARKS: Final[dict[MomentKind, tuple[str, str]]] = {
    "turning": ("?", "threat"),
    "capture": ("x", "threat"),
    "counter": ("!", "key"),
    "lead": ("^", "tkey"),
    "end": ("", "ink"),
}
"""The sign of a mark, and its colour; the end has the mark of a turn."""
_POINTER: Final = ">"
"""Stands before the sign of the cell where we are, as on marked cards."""
_LEAST: Final = 8
"""The minimum columns of a timeline."""


class Place(NamedTuple):
    """The columns of a cell, and the ply to which it leads."""

    x: int
    stop: int
    ply: int


def draw_timeline(
    sheet: Sheet, first: int, stop: int, y: int, timeline: Timeline, glyphs: Glyphs
) -> tuple[Place, ...]:
    """Draw a timeline between two columns, and return where it leads; nothing without room."""
    room = stop - first
    if room < _LEAST or not timeline.cells:
        return ()
    cells = merged(timeline.cells, room)
    edges = [first + place * room // len(cells) for place in range(len(cells) + 1)]
    places = tuple(
        Place(x, end, cell.ply) for (x, end), cell in zip(pairwise(edges), cells, strict=True)
    )
    for place, cell in zip(places, cells, strict=True):
        here, seen = cell.first <= timeline.ply <= cell.last, cell.last <= timeline.ply
        line, fore = (glyphs.full, "quiet") if seen or here else (glyphs.empty, "faint")
        sign, ink = ("", "") if cell.mark is None else _MARKS[cell.mark]
        if cell.mark is not None and not sign:
            sign = glyphs.turn
        shown = _here(sign, place.stop - place.x, glyphs) if here else sign
        end = place.stop - len(shown)
        sheet.put(place.x, y, line * (end - place.x), fore)
        if here:
            sheet.put(end, y, shown, "selink", ground="sel", bold=True)
        elif sign:
            sheet.put(place.stop - 1, y, sign, ink, bold=True)
    return places


def _here(sign: str, room: int, glyphs: Glyphs) -> str:
    """Return what marks the cell where we are: where fills may not show, more than its sign."""
    if not glyphs.edges:
        return sign or " "
    bare = " " if glyphs.fills else glyphs.block
    pointed = f"{_POINTER}{sign}" if sign else bare
    return pointed if len(pointed) <= room else bare


_GAP: Final = 3
_OPTIONS: Final = 1
"""The least rows of the options."""
_ALARM: Final = "!"
"""The line of an alarm: the sign on the cards that are in danger."""


def spoken(prompt: Prompt) -> str:
    """Return what a prompt asks and why, as it is read aloud."""
    parts = (prompt.head, plain(prompt.sentence), plain(prompt.why or prompt.story))
    return " ".join(part if part[-1] in _ENDS else f"{part}." for part in parts if part)


_ENDS: Final = ".?!…:"


class PromptBar(Zone[Prompt]):
    """The zone of the prompt; its last row may show an announcement for a while."""

    _news: Sentence = SILENCE
    _asked: Prompt | None = None
    _first: Prompt | None = None
    """What has the bar before what the screen asks."""
    _places: Sequence[Place] = ()
    """Where the timeline leads."""
    _timeline = 0
    """Its row."""

    def show(self, model: Prompt) -> None:
        self._asked = model
        shown = self._first or model
        shown = replace(shown, why=self._news, story=SILENCE) if self._news else shown
        super().show(shown)
        if self.is_attached and self.app.screen is self.screen:
            cast("CuttleApp", self.app).questions.note(spoken(shown))

    def ask_first(self, asked: Prompt | None) -> None:
        """Ask something else before what the screen asks, or restore that."""
        if asked == self._first:
            return
        self._first = asked
        if self._asked is not None:
            self.show(self._asked)

    @property
    def hidden(self) -> Prompt | None:
        """What the screen asks, while something else has the bar."""
        return self._asked if self._first is not None else None

    def announce(self, news: Sentence) -> None:
        """Show an announcement in the last row, or restore the prompt if it is empty."""
        if news == self._news:
            return
        self._news = news
        if self._asked is not None:
            self.show(self._asked)

    def ply_at(self, x: int, y: int) -> int | None:
        """Return the ply whose place on the timeline is at a cell."""
        found = (place.ply for place in self._places if place.x <= x < place.stop)
        return next(found, None) if y == self._timeline else None

    def keeps(self, model: Prompt) -> bool:
        """Keep what is asked about each card; drawing finds the places of a timeline anew."""
        return model.timeline is None

    def draw(self, model: Prompt, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw bar, options and reason, a row each; longer ones take the rows of those after."""
        if by_buttons(plan, self.paint):
            self._upright(self._warned_once(self._held(model, plan), plan), plan, sheet)
            return []
        model = self._warned_once(replace(model, why=model.why or model.cards), plan)
        asked = self._asked_rows(model, plan)
        rows = self._rows_of_options(model, plan.stop - plan.first, plan.prompt_rows - len(asked))
        if any(span.role == "line" for span in model.why):  # it is whole, whatever has no room then
            told = self._reason(model, plan, plan.prompt_rows - len(asked))
            rows = rows[: plan.prompt_rows - len(asked) - len(told)]
        top = len(asked) + len(rows)
        reason = self._reason(model, plan, plan.prompt_rows - top)
        x, stop = self._bar(model, plan, sheet, asked)
        self._places = ()
        if model.timeline is not None:
            self._timeline = 0
            self._places = draw_timeline(
                sheet, x + _GAP, stop, 0, model.timeline, self.paint.glyphs
            )
        for y, row in enumerate(rows, len(asked)):
            self._options(sheet, y, row, plan, model)
        for y, line in enumerate(reason, top):
            self._line(sheet, plan.first, y, line, plan.stop, "quiet", coloured=True)
        if model.beside is not None and len(reason) == 1:
            label, count, after, briefly = model.beside
            width = partial(sentence_width, glyphs=self.paint.glyphs)
            place = cards_beside(after, count, min(width(label), width(briefly)), plan)
            if place is not None and plan.first + width(reason[0]) < place.x:
                label = fullest((label, briefly), width, plan.stop - place.x)
                self._line(sheet, place.x, top, label, plan.stop, "quiet", coloured=True)
        return []

    def _asked_rows(self, model: Prompt, plan: Plan) -> list[Sentence]:
        """Wrap what is asked, beside the first words of the bar."""
        if _is_banner(model, plan):
            # the rows of a banner
            room = plan.stop - plan.first
            told = self._flow(model.sentence, room, plan.prompt_rows - _OPTIONS - 1)
            head = [say(Span(model.head, "strong"))] if model.head else []
            return [*head, *told]
        x = _after_head(model, plan)
        return self._flow(model.sentence, plan.stop - x, plan.prompt_rows - _OPTIONS)

    def bar_rows(self) -> int:
        """Return how many rows the bar has, as it was drawn."""
        plan = None if self._drawn_for is None else self._drawn_for[2]
        if plan is None or self.model is None:
            return 0
        buttons = by_buttons(plan, self.paint)
        model = self._held(self.model, plan) if buttons else self.model
        return len(self._asked_rows(model, plan))

    def _bar(
        self, model: Prompt, plan: Plan, sheet: Sheet, asked: Sequence[Sentence]
    ) -> tuple[int, int]:
        """Draw the bar; return between which columns its first row is free."""
        ink, coloured = BAR_INKS[model.fill], model.fill == "wait"
        banner = _is_banner(model, plan)
        x = stop = _after_head(model, plan)
        for y, line in enumerate(asked):
            sheet.grounds[y] = model.fill
            x = self._middle(line, plan) if banner else x
            end = self._line(sheet, x, y, line, plan.stop, ink, coloured=coloured)
            if not coloured and not self.paint.palette.colours and model.timeline is None:
                # draw a line on both sides of the text, where no colour can fill the bar
                right = end + 1
                sign = self.paint.glyphs.full if model.fill == "bar" else _ALARM
                sheet.put(0, y, sign * (plan.first - 1), bold=True)
                sheet.put(right, y, sign * (sheet.width - right), bold=True)
            stop = stop if y else end
        if not banner:
            sheet.put(plan.first, 0, model.head, ink, bold=True)
            return stop, self._warn(model, plan, sheet, asked)
        return stop, plan.stop

    def _warned_once(self, model: Prompt, plan: Plan) -> Prompt:
        """Leave out a reason that the bar has room to warn of."""
        if model.why not in model.warnings:
            return model
        told = self._alarm(model, plan, self._asked_rows(model, plan))
        return replace(model, why=SILENCE) if told else model

    def _alarm(self, model: Prompt, plan: Plan, asked: Sequence[Sentence]) -> Sentence:
        """Return the warning at the end of the bar's first row; upright it has a row of its own."""
        if plan.phone == "upright" or _is_banner(model, plan):
            return SILENCE
        end = _after_head(model, plan) + sentence_width(asked[0], self.paint.glyphs)
        return self._warning(model, plan.stop - end - _GAP)

    def _warn(self, model: Prompt, plan: Plan, sheet: Sheet, asked: Sequence[Sentence]) -> int:
        """Write a warning into the bar if it fits; return the column where it begins."""
        glyphs, line = self.paint.glyphs, self._alarm(model, plan, asked)
        if not line:
            return plan.stop
        x = plan.stop - sentence_width(line, glyphs)
        sheet.put(x - 1, 0, " " * (sheet.width + 1 - x), ground="alarm")
        said = tuple(
            span._replace(role="text") if span.role == "refusal" else span for span in line
        )
        put_sentence(
            sheet, x, 0, said, glyphs, fore=BAR_INKS["alarm"], coloured=False, ground="alarm"
        )
        return x - _GAP

    def _warning(self, model: Prompt, room: int) -> Sentence:
        """Return the fullest warning that fits; it names all the cards of a reason that warns."""
        named = _cards_in(model.why) if model.why in model.warnings else ()
        lines = [line for line in model.warnings if not named or _cards_in(line) == named]
        fitting = (line for line in lines if sentence_width(line, self.paint.glyphs) <= room)
        return next(fitting, SILENCE)

    def _middle(self, line: Sentence, plan: Plan) -> int:
        """Return where a line begins that stands in the middle."""
        free = plan.stop - plan.first - sentence_width(line, self.paint.glyphs)
        return plan.first + max(0, free) // 2

    # the upright prompt

    def _held(self, model: Prompt, plan: Plan) -> Prompt:
        """Return a prompt as it is in an upright window: in one row, if what is above says more."""
        held = held_upright(model)
        long = held.upright.told_above and len(self._asked_rows(held, plan)) > 1
        return replace(held, head="") if long and plan.phone == "upright" else held

    def _upright(self, model: Prompt, plan: Plan, sheet: Sheet) -> None:
        """Draw the bar, the timeline, the reason, and the options as buttons at the bottom."""
        glyphs = self.paint.glyphs
        asked = self._asked_rows(model, plan)
        model = self._reason_beside(model, plan, sheet, *self._bar(model, plan, sheet, asked))
        top = len(asked)
        self._places = ()
        if model.timeline is not None:
            sheet.grounds[top] = model.fill
            self._timeline = top
            self._places = draw_timeline(sheet, plan.first, plan.stop, top, model.timeline, glyphs)
            top += 1
        model, rows, height = self._thumbed(model, plan, sheet.height - top)
        told = len(self._told(model, plan, sheet.height - top - height * len(rows)))
        heights = heights_of(len(rows), height, sheet.height - top - told) if rows else []
        y = sheet.height - sum(heights)
        gold = model.upright.options or model.offered
        primary, chosen = _primary(rows, model), "bar" if gold else ""
        calm = model.fill == "wait" or model.upright.calm  # gold is for what is wanted next
        bright = chosen if calm or model.offered else model.fill
        if y == top and height == 1 and bright == model.fill:
            primary = None  # it would look like the bar
        self.keyspots += draw_buttons(
            *(sheet, rows, plan.first, plan.stop, y, heights, glyphs),
            primary=primary if bright else None,
            bright=bright,
            parted=plan.phone != "upright",
        )
        for at, (line, fore) in enumerate(self._told(model, plan, y - top), top):
            self._line(sheet, plan.first, at, line, plan.stop, fore, coloured=True)

    def _reason_beside(
        self, model: Prompt, plan: Plan, sheet: Sheet, start: int, stop: int
    ) -> Prompt:
        """Write a reason into a wide bar after what it asks, if it fits: buttons need its row.

        A banner leaves out one that can be spared.
        """
        x, glyphs = start + _GAP, self.paint.glyphs
        if _is_banner(model, plan):
            return replace(model, why=SILENCE) if model.why == model.spare else model
        if plan.phone == "upright" or not model.why or x + sentence_width(model.why, glyphs) > stop:
            return model
        ink, coloured = BAR_INKS[model.fill], model.fill == "wait"
        ink = "quiet" if coloured else ink
        self._line(sheet, x, 0, model.why, stop, ink, coloured=coloured)
        return replace(model, why=SILENCE)

    def _thumbed(
        self, model: Prompt, plan: Plan, room: int
    ) -> tuple[Prompt, list[list[Button]], int]:
        """Leave out a reason that can be spared, or else words, if the buttons are higher so."""
        rows, height = self._rows_of_buttons(model, plan, room)
        if height == TALLEST or not model.why or model.why != model.spare:
            return model, rows, height
        worded = replace(model, shorter=(), shortest=(), named=())
        packed, higher = self._rows_of_buttons(worded, plan, room, lowest=TALLEST)
        if higher == TALLEST and len(packed) < len(rows) and _said(packed) >= _said(rows):
            return model, packed, higher
        bare = replace(model, why=SILENCE)
        others, higher = self._rows_of_buttons(bare, plan, room)
        if self.paint.touch and higher > height:
            return bare, others, higher
        if not self.paint.touch:  # what a play costs is worth more than a rule
            fuller = _said(others) > _said(rows)
            return (bare, others, higher) if fuller else (model, rows, height)
        worded = replace(model, named=())  # the reason tells what fewer words do not
        others, higher = self._rows_of_buttons(worded, plan, room, lowest=TALLEST)
        return (model, others, higher) if higher > height else (model, rows, height)

    def _told(self, model: Prompt, plan: Plan, rows: int) -> list[tuple[Sentence, str]]:
        """Wrap what is told below the bar: a warning, options that are no keys, then the reason."""
        width = plan.stop - plan.first
        apart = plan.phone == "upright" and model.why not in model.warnings
        warning = self._warning(model, width) if apart else SILENCE
        warned = [(warning, "quiet")] if warning else []
        plain = [option for option in model.options if not names_keys(option)]
        lines = [part for line in plain for part in wrap(line, width, self.paint.glyphs)]
        reason = self._reason(model, plan, rows - len(lines) - len(warned))
        told = [*warned, *((line, "ink") for line in lines), *((line, "quiet") for line in reason)]
        return told[: max(0, rows)]

    def _rows_of_buttons(
        self, model: Prompt, plan: Plan, room: int, *, lowest: int = _LOWEST_BUTTON
    ) -> tuple[list[list[Button]], int]:
        """Share the options among rows of buttons, and say how high these are.

        They leave room for the whole reason, if need be with fewer words or lower buttons; else
        for the most that should be told of it. The first of some has a row of its own, if it can.
        """
        alarm = model.fill == "alarm" and not model.upright.calm
        stands = (model.upright.options or alarm) and not model.upright.plain
        firsts = (True, False) if plan.phone == "upright" and stands else (False,)
        named = (
            (*model.options[:1], *model.named[1:]) if model.named else ()
        )  # enter takes the first
        forms = _whole_first((model.options, model.shorter, model.shortest, named, model.named))
        touch = self.paint.touch
        without = model.tapped if touch else ()
        ways = [
            [button for button in buttons_of(form, touch=touch) if button.keys[0] not in without]
            for form in forms
            if form
        ]
        told = len(self._told(model, plan, room))
        for keep in dict.fromkeys((told, min(told, _MOST_TOLD), 0)):
            for height in (lowest, 1):
                for buttons, first in product(ways, firsts):
                    most = (room - keep) // height
                    alone = first and len(buttons) > (1 if alarm else _PAIR)
                    rows = self._fitting(buttons, plan, most, first=alone)
                    if rows is not None:
                        return rows, height_of(len(rows), room - keep)
        rows = self._fitting(ways[-1], plan, len(ways[-1])) if ways else []
        return (rows or [])[:room], 1

    def _fitting(
        self, buttons: Sequence[Button], plan: Plan, most: int, *, first: bool = False
    ) -> list[list[Button]] | None:
        """Share buttons among at most so many rows; the `first` may have one of its own."""
        alone = [list(buttons[:1])] if first else []
        rest = buttons[len(alone) :]
        rows = rows_of(rest, plan.stop - plan.first, most - len(alone), self.paint.glyphs)
        return None if rows is None else [*alone, *rows]

    def _reason(self, model: Prompt, plan: Plan, rows: int) -> list[Sentence]:
        """Wrap the reason; above it the story, where the band does not tell it, if it fits."""
        width = plan.stop - plan.first
        reason = self._flow(model.why, width, rows) if model.why else []
        if model.story and is_low(plan):
            story = wrap(model.story, width, self.paint.glyphs, indent="")
            if len(story) + len(reason) <= rows:
                return [*story, *reason]
            if model.brief_story and plan.phone != "upright" and rows > 0:
                return [model.brief_story, *reason][:rows]
            return reason or self._flow(model.story, width, rows)
        return reason

    def _line(
        self, sheet: Sheet, x: int, y: int, line: Sentence, stop: int, ink: str, *, coloured: bool
    ) -> int:
        glyphs = self.paint.glyphs
        self.keyspots += spots_in(line, x, y, glyphs, stop=stop)
        return put_sentence(sheet, x, y, line, glyphs, fore=ink, coloured=coloured, stop=stop)

    def _flow(self, sentence: Sentence, width: int, rows: int) -> list[Sentence]:
        """Wrap a sentence into at least one and at most so many rows; the last may be too long."""
        if rows > 0 and sentence_width(sentence, self.paint.glyphs) <= width:
            return [sentence]
        lines = wrap(sentence, width, self.paint.glyphs, indent="")
        if len(lines) <= max(1, rows):
            return lines if rows > 0 else []
        rest = [span for line in lines[rows - 1 :] for span in (*line, Span(" "))]
        return [*lines[: rows - 1], tuple(rest[:-1])] if rows > 0 else []

    def _rows_of_options(self, model: Prompt, room: int, most: int) -> list[Sequence[Sentence]]:
        """Share the options among rows, in full or shorter; a reason keeps its row if it can."""
        least = max(1, most - bool(model.why))
        usual = [each for each in (model.options, model.shorter) if each]
        ways = [*usual, *(each for each in (model.shortest, model.named) if each)]
        whole = [each for each in ways[:3] if not _lacks(ways[0], each)]
        spared = most if model.why == model.spare else least
        tries = (1, whole[:2]), (least, whole), (spared, whole), (1, usual), (least, ways)
        for limit, tried in tries:
            for options in tried:
                rows = self._shared(options, room)
                if len(rows) <= limit:
                    return rows
        crowded = self._crowded(ways, room, least)
        widths = self._widths(crowded[-1])
        over = _row(widths, _GAP - 1) - room
        return crowded if over <= max(widths, default=0) // 2 else self._crowded(ways, room, most)

    def _crowded(
        self, ways: Sequence[Sequence[Sentence]], room: int, most: int
    ) -> list[Sequence[Sentence]]:
        """Share the options among so many rows, though the last may be too long."""
        rows = self._shared(ways[-1], room) if ways else []
        return [*rows[: most - 1], [option for row in rows[most - 1 :] for option in row]]

    def _shared(self, options: Sequence[Sentence], room: int) -> list[Sequence[Sentence]]:
        """Put as many options in each row as fit, well apart unless that takes more rows."""
        apart, close = (self._packed(options, room, gap) for gap in (_GAP, _GAP - 1))
        return apart if len(apart) == len(close) else close

    def _packed(self, options: Sequence[Sentence], room: int, gap: int) -> list[Sequence[Sentence]]:
        rows: list[list[Sentence]] = [[]]
        used = 0
        for option, width in zip(options, self._widths(options), strict=True):
            if rows[-1] and used + width > room:
                rows.append([])
                used = 0
            rows[-1].append(option)
            used += width + gap
        return list(rows)

    def _options(
        self, sheet: Sheet, y: int, options: Sequence[Sentence], plan: Plan, model: Prompt
    ) -> None:
        """Draw options side by side, one of them on a fill; if need be, shorten the widest."""
        widths, room = self._widths(options), plan.stop - plan.first
        gap = _GAP if _row(widths, _GAP) <= room else _GAP - 1
        if (over := _row(widths, gap) - room) > 0:
            widths[widths.index(max(widths))] -= over
        x = plan.first
        for option, width in zip(options, widths, strict=True):
            stop = min(x + width, plan.stop)
            self.keyspots += spots_in(option, x, y, self.paint.glyphs, stop=stop)
            glyphs, chip = self.paint.glyphs, keys_in(option) == (model.taken or model.offered,)
            fore, ground = self._chip(model) if chip else ("ink", None)
            if chip:
                sheet.put(x - 1, y, " " * (stop + 2 - x), ground=ground)
            put_sentence(
                sheet, x, y, option, glyphs, fore=fore, coloured=not chip, stop=stop, ground=ground
            )
            x += width + gap

    def _chip(self, model: Prompt) -> tuple[str, str]:
        """Return the colours of the option that enter takes: gold, or reversed below a gold bar."""
        colours = self.paint.palette.colours
        gold = not colours or colours[model.fill] != colours["sel"]
        return ("selink", "sel") if gold else ("felt", "ink")

    def _widths(self, options: Sequence[Sentence]) -> list[int]:
        return [sentence_width(option, self.paint.glyphs) for option in options]


def _cards_in(line: Sentence) -> tuple[Span, ...]:
    return tuple(span for span in line if span.role == "card")


def _row(widths: Sequence[int], gap: int) -> int:
    """Return the width of options side by side."""
    return sum(widths) + gap * (len(widths) - 1)


def _said(rows: Sequence[Sequence[Button]]) -> int:
    """Count the signs on buttons."""
    return sum(len(plain(button.text)) for row in rows for button in row)


def _whole_first(forms: Sequence[Sequence[Sentence]]) -> list[Sequence[Sentence]]:
    """Put the forms of options without the way back, for rows of words, after those with it."""
    return sorted(forms, key=lambda form: _lacks(forms[0], form))


def _lacks(whole: Sequence[Sentence], form: Sequence[Sentence]) -> bool:
    """Return whether a form of options leaves out a key with a name, like that of the way back."""
    named, kept = (
        {key for option in each for key in keys_in(option) if len(key) > 1}
        for each in (whole, form)
    )
    return not named <= kept


def _after_head(model: Prompt, plan: Plan) -> int:
    """Return the column of the bar after its first words."""
    return plan.first + (cell_len(model.head) + _GAP if model.head else 0)


def _is_banner(model: Prompt, plan: Plan) -> bool:
    """Return whether the bar is that of a win, on a phone held across."""
    return model.upright.banner and plan.phone == "across"


_FOR_NONE: Final = ("d",)
"""The key that draws: where it comes first, what is wanted most is a card of the hand."""


def _primary(rows: Sequence[Sequence[Button]], model: Prompt) -> Button | None:
    """Return the button that has the fill of the bar: what enter takes, or else the first."""
    asked, buttons = model.upright, [button for row in rows for button in row]
    if model.taken is not None:
        key = model.taken or model.offered
        return next((button for button in buttons if button.keys[0] == key), None)
    first_is_last = not buttons or (buttons[0].keys == _FOR_NONE and not asked.options)
    return None if asked.plain or first_is_last else buttons[0]
