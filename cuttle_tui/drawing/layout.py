"""The layout of the screen as data: one table of rows for each class of terminal size."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

from cuttle_tui.drawing.stack import Rows as Stacked, Stack, stack, steps

FLOOR: Final = (44, 20)
"""Minimum columns and rows; a smaller terminal shows a single line."""

_PORTRAIT_BELOW: Final = 60
"""Columns below which a plan is that of a phone held upright."""

MARGIN: Final = 2
"""Blank columns left and right of the content."""

EVENTS: Final = 3
"""The number of latest events in the band, where the log is not beside the table."""


CardSize = Literal["auto", "small", "large"]
"""The player's card size: a comfortable fit, one size less, or the largest that fits."""


class TileSize(NamedTuple):
    """Columns and rows of a card."""

    width: int
    height: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The rows and columns of one terminal size, counted from 0.

    Sizes of cards are those of the largest: `fitted_card` makes the cards of one row smaller until
    they all fit.
    """

    name: str
    width: int
    """Columns of the terminal."""
    height: int
    """Rows of the terminal."""
    table: int = 0
    """Columns of the table, without the log."""
    left: int = 0
    """First column of the content; fills still bleed to the edge."""
    top: int = 0
    """Rows of the window above, and as many below, where it is too high for a front screen."""
    content: int = 120
    """Columns of the content, margins included; in a wider table it is in the middle."""
    opp_line: int
    opp_hand: int
    opp_field: int
    band: int
    band_rows: int
    band_tiles: int
    my_field: int
    my_line: int
    prompt: int
    prompt_rows: int = 3
    lift: int
    field: TileSize
    hand: TileSize
    pile: TileSize
    """Size of the cards in the band."""
    back: TileSize
    """Size of the cards in an opponent's hand."""
    compact: TileSize
    """Size of the cards of an opponent, if there are several."""
    keys_rows: int = 1
    """Rows of the key hints, the last ones."""
    portrait: bool = False
    """Whether the hand lies above the prompt, and what can be done stands on buttons."""
    opp_rows: int = 0
    """Rows from one of several opponents to the next, where they are below each other."""
    slots: bool = False
    """Whether all that is free in a field is laid out in places for cards."""
    scales: tuple[int, ...] = ()
    """Rows of the scales of two rails, if there are any."""

    @property
    def held_card(self) -> TileSize:
        """Size of the cards of a hand beside the cards to choose from."""
        return self.compact if self.log else self.back

    @property
    def log(self) -> bool:
        """Whether the log is shown beside the table."""
        return self.table < self.width

    @property
    def keys(self) -> int:
        """First row of the key hints, which are the last."""
        return self.height - self.keys_rows

    @property
    def thumbs(self) -> bool:
        """Whether it is that of a phone, upright or held across."""
        return self.portrait or self.keys_rows == _THUMB

    @property
    def hand_above(self) -> bool:
        """Whether the hand lies above the prompt, whose buttons are near the thumbs."""
        return self.lift < self.prompt

    @property
    def below(self) -> int:
        """Row after the prompt."""
        return self.prompt + self.prompt_rows

    @property
    def tray(self) -> int:
        """First row of the zone of the hand: after the prompt, or above it."""
        return self.lift if self.hand_above else self.below

    @property
    def tray_rows(self) -> int:
        """Rows of the zone of the hand."""
        return (self.prompt if self.hand_above else self.keys) - self.tray

    @property
    def fields_end(self) -> int:
        """Row after the player's own field and score line."""
        return min(self.tray, self.prompt)

    @property
    def text_rows(self) -> int:
        """Rows of the band below its cards, where its text has no room beside them."""
        return self.band + self.band_rows - self.band_tiles - self.pile.height

    @property
    def stake(self) -> int | None:
        """The blank row above the band, for what is at stake; None if there is none."""
        end = self.opp_field + self.field.height
        blank = self.band % self.opp_rows if self.portrait else self.band > end
        return self.band - 1 if blank else None

    @property
    def strip_rows(self) -> int:
        """Rows for the cards of an opponent, if there are several; blank ones are below."""
        if self.portrait:
            return self.field.height
        rows = self.band - self.opp_field
        return rows - (rows > _STRIP_ROWS)

    @property
    def first(self) -> int:
        """First column of text."""
        return self.left + MARGIN

    @property
    def stop(self) -> int:
        """Column after the text."""
        return self.left + self.content - MARGIN

    def reach(self, columns: int) -> tuple[int, int]:
        """Return the first column for so many, and the one after the last.

        They are those of the content; if it has too few, as many more on both sides as there are.
        """
        missing = max(0, columns - (self.stop - self.first))
        more = min((missing + 1) // 2, self.left)
        return self.first - more, self.stop + more


_AROUND: Final = ("top", "over", "under")
_STRIP_ROWS: Final = 5
"""Rows for two strips of the lowest cards, which leave no blank row above the band."""

_LYING: Final = stack(
    """top line over-backs backs over-theirs theirs over-band over-pile pile under-pile under-band
    mine under-mine my-line over-prompt prompt over-lift lift hand under-hand keys""",
    "line 1; backs 1; theirs 3; pile 2; mine 3; my-line 1; prompt 3; lift 1; hand 3; keys 1",
    """pile 3; over-band 1; over-theirs 1; under-band 1; under-hand 1;
    hand 4 @100; pile 4 @100; theirs 4 & mine 4 @100; over-prompt 1 @100;
    hand 5 @120; theirs 5 & mine 5 @120; pile 5 @120; hand 6 @120; theirs 6 & mine 6 @120;
    pile 6 @120; hand 8 @120; backs 2 @120;
    theirs 9 & mine 9 & backs 1 & over-theirs 0 @160; pile 8 @160; hand 10 @160;
    theirs 10 & mine 10 @180; pile 9 @180; hand 12 @180;
    over-theirs 1 @160; top 1 @100; under-mine 1 @160; over-pile 1 & under-pile 1 @160;
    over-lift 1 @160; over-backs 1 @180;
    theirs 12 & mine 12 @200; pile 10 @200; hand 15 @200; over-band 2 @200""",
    rest="under-hand",
)
"""A table of two: the rows of its parts, and which get more where there are more."""
_RACE: Final = replace(
    _LYING,
    least={**_LYING.least, "backs": 0},
    grow=steps(
        """theirs 4 & mine 4 @80; pile 3; over-band 1 & under-band 1; under-hand 1; backs 1;
        over-theirs 1"""
    )
    + _LYING.grow[5:],
)
"""A table of two whose fields are rails, with rows for their scales; a hand beside its name."""
_MANY: Final = replace(
    _LYING,
    least={**_LYING.least, "theirs": 4},
    grow=steps(
        """theirs 5; pile 3; under-band 1; under-hand 1;
        over-theirs 1 @100; hand 4 @100; pile 4 @100; mine 4 @100; top 1 @100; over-prompt 1 @100;
        mine 6 & over-backs 1 & over-theirs 0 & top 0 @120; pile 5 @120; hand 7 @120;
        theirs 8 @120; backs 2 @120; over-lift 1 @120;
        mine 8 & backs 1 & over-lift 0 @160; theirs 12 @160; pile 7 @160; hand 9 @160;
        over-theirs 1 @160; top 1 @120; under-mine 1 @160; over-pile 1 & under-pile 1 @160;
        over-lift 1 @160;
        theirs 16 @180; hand 11 @180; theirs 22 @200; mine 10 @200; hand 12 @200"""
    ),
)
"""A table of more, whose others may need two strips of cards."""
_NARROW: Final = steps("prompt 4; backs 1")
"""What comes first in a narrow window."""
_UPRIGHT: Final = stack(
    """line backs over-field theirs over-band pile text under-band mine my-line over-hand lift hand
    prompt keys""",
    "line 1; backs 1; theirs 2; pile 2; mine 2; my-line 1; lift 1; hand 2; prompt 2; keys 1",
    """text 1; keys 2; prompt 3; prompt 4; prompt 5; hand 3; prompt 6; over-field 1; keys 3; text 2;
    prompt 8; over-band 1; hand 4; hand 5; theirs 3 & mine 3; pile 3; hand 6; prompt 9; text 3;
    theirs 4 & mine 4; hand 7; keys 4; under-band 1; prompt 10; hand 9; theirs 5 & mine 5;
    prompt 11; over-hand 1; hand 11; theirs 6 & mine 6; over-band 2; under-band 2; hand 13;
    theirs 7 & mine 7; over-field 2; over-hand 2; prompt 13""",
    rest="prompt",
)
"""A table of two on a phone held upright, with the hand near the buttons."""
_UPRIGHT_RACE: Final = replace(
    _UPRIGHT,
    least={**_UPRIGHT.least, "theirs": 3, "mine": 3},
    grow=steps(
        """text 1; keys 2; prompt 3; prompt 4; prompt 5; hand 3; prompt 6; keys 3; prompt 8; text 2;
        over-field 1; hand 4; theirs 4 & mine 4; hand 5; theirs 5 & mine 5; over-band 1; hand 6;
        pile 3; prompt 10; theirs 6 & mine 6; text 3; hand 7; keys 4; under-band 1;
        hand 9; theirs 7 & mine 7; prompt 11; over-hand 1; hand 11; over-band 2; under-band 2;
        hand 13; over-field 2; over-hand 2; prompt 13"""
    ),
)
"""The same for a race, whose royals have rows of their own below the points."""
_HELD_ACROSS: Final = stack(
    "line backs theirs over-band pile mine my-line lift hand under-hand prompt keys",
    "line 1; backs 1; theirs 2; pile 3; mine 2; my-line 1; lift 1; hand 3; prompt 4; keys 3",
    "over-band 1; under-hand 1",
    rest="prompt",
)
"""A table of two on a phone held across."""
_BLANKS: Final = tuple(
    part
    for part in _LYING.order
    if part.partition("-")[0] in _AROUND and part != "under-hand"  # it parts the hand from the keys
)
_LADDERS: Final[dict[str, dict[int, int]]] = {
    "field": {2: 5, 3: 5, 4: 6, 5: 8, 6: 10, 8: 12, 9: 12, 10: 14, 12: 17},
    "hand": {3: 7, 4: 8, 5: 9, 6: 11, 7: 13, 8: 13, 9: 14, 10: 16, 11: 16, 12: 18, 15: 21},
    "pile": {2: 5, 3: 5, 4: 6, 5: 7, 6: 10, 7: 9, 8: 11, 9: 13, 10: 15},
}
"""The columns of cards of so many rows."""
_SIZES: Final = (("XXXL", 200, 66), ("XXL", 180, 56), ("XL", 160, 48), ("L", 120, 39))
_NAMES: Final = (*_SIZES, ("M", 100, 30), ("S", 80, 20), ("XS", 0, 0))
"""The classes of windows, by their least columns and rows."""
_COMPACT: Final = {"L": (9, 7), "XL": (9, 7), "XXL": (12, 9), "XXXL": (14, 10)}
_LOG_WIDTH: Final = {"XXXL": 48, "XXL": 48, "XL": 48, "L": 32, "M": 32}
_LOG_NEEDS: Final = 120


def for_waiting(plan: Plan, *, few: bool = False) -> Plan:
    """Give rows of the prompt, and one above, to what there is to do at an upright table.

    Few buttons of the prompt leave it more of these rows in a low window.
    """
    if not plan.portrait:
        return plan
    roomy = plan.height >= _ROOMY_WAIT
    missing = max(0, _OFFERS - plan.tray_rows)
    least = 1 + _THUMB if few and not roomy else _WAITING_PROMPTS[plan.height >= _HIGH_WAIT]
    below = min(missing, plan.prompt_rows - least)
    above = min(missing - below, int(plan.height >= _HIGH_WAIT))
    return replace(
        plan,
        lift=plan.lift - above,
        prompt=plan.prompt + below,
        prompt_rows=plan.prompt_rows - below,
    )


_OFFERS: Final = 10
"""Rows for three offers that a thumb hits, below their title."""
_ROOMY_WAIT: Final = 30
"""Rows from which a table that waits can do with one less above its offers."""
_HIGH_WAIT: Final = 28
"""Rows from which its prompt has two rows of buttons of full height, beside two offers or more."""
_WAITING_PROMPTS: Final = (6, 7)
"""The fewest rows of the prompt of an upright table that waits, in a low and in a high window."""


def for_waiting_low(plan: Plan, offers: int, *, queue: bool = False) -> Plan:
    """Give the parts of a table that waits in the lowest windows a row that its offers spare.

    In large ones the position beside those who wait in the `queue` has it; in middling ones many
    offers take one from it.
    """
    if queue and plan.name == "S" and plan.tray_rows <= offers + 1:
        return replace(plan, prompt=plan.prompt - 1, lift=plan.lift - 1)
    spared = plan.name == "XS" and plan.tray_rows > offers
    if not (spared or (queue and plan.name == "L" and plan.log)):
        return plan
    return replace(plan, prompt=plan.prompt + 1, lift=plan.lift + 1)


def for_waiting_across(plan: Plan, *, offers: bool = True) -> Plan:
    """Give buttons of full height to a table that waits on a phone held across.

    Where there are no `offers` of what to do meanwhile, those of the prompt are near the keys.
    """
    if plan.portrait or plan.height not in _ACROSS:
        return plan
    titled = int(plan.height > _ACROSS.start)
    prompt_rows, below = 1 + _THUMB, titled + _THUMB if offers else 1
    prompt = plan.height - _THUMB - below - prompt_rows
    return replace(
        plan, prompt=prompt, prompt_rows=prompt_rows, lift=prompt + prompt_rows, keys_rows=_THUMB
    )


def for_thumbs(plan: Plan) -> Plan:
    """Give buttons of full height to a table of two on a phone held across: its fields are low."""
    if plan.portrait or plan.height not in _ACROSS:
        return plan
    at, of = _HELD_ACROSS.rows(plan.height)
    return replace(
        plan,
        opp_field=at["theirs"],
        band=at["pile"],
        band_tiles=at["pile"],
        my_field=at["mine"],
        my_line=at["my-line"],
        lift=at["lift"],
        prompt=at["prompt"],
        prompt_rows=of["prompt"],
        field=TileSize(plan.field.width, of["mine"]),
        keys_rows=of["keys"],
    )


def with_banner(plan: Plan) -> Plan:
    """Give a row of the hand to the banner of a win on a phone held across, if it has none."""
    missing = _BANNER + _THUMB - plan.prompt_rows
    if plan.portrait or not plan.thumbs or missing <= 0:
        return plan
    return replace(
        plan,
        prompt=plan.prompt - missing,
        prompt_rows=plan.prompt_rows + missing,
        hand=plan.hand._replace(height=plan.hand.height - missing),
    )


def with_label(plan: Plan) -> Plan:
    """Give cards below the plate of a game a row of it, which parts them from their label."""
    if not plan.portrait or plan.hand.height > _LOW_HAND:
        return plan
    return replace(plan, lift=plan.lift - 1, hand=plan.hand._replace(height=plan.hand.height + 1))


_LOW_HAND: Final = 6
"""Rows of the cards of a hand that are too few for their label as well."""
_BANNER: Final = 2
"""Rows of the banner of a win."""
_ACROSS: Final = range(21, 25)
"""The rows of a phone held across."""
_THUMB: Final = 3
"""Rows of a button of full height."""


@lru_cache(maxsize=256)
def plan_for(
    width: int, height: int, seats: int = 2, cards: CardSize = "auto", *, race: bool = False
) -> Plan | None:
    """Choose the plan that fits; None if the terminal is too small.

    Args:
        width: columns of the terminal.
        height: its rows.
        seats: number of players.
        cards: the player's card size.
        race: whether the fields of a table of two are rails, with scales between them and the band.
    """
    if width < FLOOR[0] or height < FLOOR[1]:
        return None
    if width < _PORTRAIT_BELOW:
        return _upright(width, height, seats, _UPRIGHT_RACE if race and seats == 2 else _UPRIGHT)
    name = next(name for name, w, h in _NAMES if w <= width and h <= height)
    whole = _MANY if seats > 2 else _RACE if race else _LYING
    if width < _SMALL:
        whole = replace(whole, grow=_NARROW + whole.grow)
    if cards == "large":
        whole = whole.cards_first(_BLANKS)
    rows = whole.rows(height, width)
    if cards == "small":
        smaller = {part: max(3, rows.of[part] - 1) for part in _CARDS}
        rows = whole.rows(height, width, smaller)
    aside = _LOG_WIDTH.get(name, 0) if width >= _LOG_NEEDS else 0
    table = width - aside
    left = max(0, table - _CONTENT.get(name, _CONTENT_USUAL)) // 2
    backs = TileSize({2: 6}.get(rows.of["backs"], 5 if width >= _WIDE_BACKS else 3), 1)
    field = rows.of["mine"]
    return _placed(
        rows,
        Plan,
        name=name,
        width=width,
        height=height,
        table=table,
        left=left,
        content=table - 2 * left,
        opp_field=rows.at["theirs"],
        band=rows.at["over-pile"],
        band_rows=rows.at["under-band"] - rows.at["over-pile"],
        field=TileSize(_LADDERS["field"][field], field),
        hand=TileSize(_LADDERS["hand"][rows.of["hand"]], rows.of["hand"]),
        pile=TileSize(_LADDERS["pile"][rows.of["pile"]], rows.of["pile"]),
        back=backs._replace(height=rows.of["backs"]),
        compact=TileSize(*_COMPACT.get(name, (5, 2))),
        slots=name in _COMPACT,
        scales=_scales(rows) if race and seats == 2 else (),
    )


def _scales(rows: Stacked) -> tuple[int, ...]:
    """Return the rows beside the band for the scales of two rails, if there is one for each."""
    blank = rows.of["over-band"] and rows.of["under-band"]
    return (rows.at["over-band"], rows.at["mine"] - 1) if blank else ()


_CARDS: Final = ("theirs", "mine", "hand", "pile")
_SMALL: Final = 80
_WIDE_BACKS: Final = 160
_CONTENT_USUAL: Final = 120
_CONTENT: Final = {"XXXL": 138}


def _upright(width: int, height: int, seats: int, whole: Stack) -> Plan:
    """Build the plan of an upright window: one part below the other, as high as there is room."""
    others = seats - 1
    alone = others == 1
    times = {"line": others, "theirs": others, "over-field": others}
    least = {**whole.least, "backs": int(alone)}
    rows = replace(whole, times=times, least=least).rows(height)
    field, hand, pile = rows.of["mine"], rows.of["hand"], rows.of["pile"]
    return _placed(
        rows,
        Plan,
        name="P",
        width=width,
        height=height,
        table=width,
        content=width,
        opp_field=rows.at["theirs"] if alone else 1,
        opp_rows=1 + field + rows.of["over-field"] + alone,
        band=rows.at["pile"],
        band_rows=pile + rows.of["text"],
        field=TileSize(max(_NARROWEST_IN_FIELD, field + 2), field),
        hand=TileSize(_WIDEST_IN_HAND, hand),
        pile=TileSize(5, pile),
        back=TileSize(3, 1),
        compact=TileSize(5, field),
        portrait=True,
    )


def _placed(rows: Stacked, make: type[Plan], **more: Any) -> Plan:
    """Make a plan of the rows that all tables have."""
    return make(
        opp_line=rows.at["line"],
        opp_hand=rows.at["backs" if rows.of["backs"] else "line"],
        band_tiles=rows.at["pile"],
        my_field=rows.at["mine"],
        my_line=rows.at["my-line"],
        prompt=rows.at["prompt"],
        prompt_rows=rows.of["prompt"],
        lift=rows.at["lift"],
        keys_rows=rows.of["keys"],
        **more,
    )


_NARROWEST_IN_FIELD: Final = 5
"""Columns of a card in a field, however low it is."""
_WIDEST_IN_HAND: Final = 9
"""Columns of a card in hand for which a thumb has room."""


# cards in rows -----------------------------------------------------------------------------------

NARROWEST: Final = 3
TIGHTEST: Final = 4
"""Maximum width of cards that need a column beside them, into which they reach half."""
_COMFORTABLE: Final = 5
"""Minimum width of cards that stay in one row, though they were larger in several."""
_FOR_THUMBS: Final = 5
"""The same in an upright window."""
_TIGHTEST_HAND: Final = 4
"""Rows of a hand above which it keeps a blank one below such cards."""
_TALLER: Final = 2
"""How many more lines than columns such a card has at most."""
CHIP_STEP: Final = 5
"""Columns per chip with its key, when cards take several rows of a single line."""


def fitted_card(count: int, largest: TileSize, room: int) -> tuple[TileSize, int]:
    """Return the size of the cards of a row and the gap between them: the widest that all fit."""
    width = largest.width
    while width > NARROWEST and row_width(count, width) > room:
        width -= 1
    gap = int(row_width(count, width) <= room)
    return TileSize(width, card_height(width, largest.height)), gap


def row_width(count: int, width: int, gap: int = 1) -> int:
    """Return the columns of a row of cards; narrow ones reach into the gap after the last."""
    return count * (width + gap) - gap * (width > TIGHTEST)


def card_height(width: int, highest: int) -> int:
    """Return how many rows a card of a width has: narrow ones keep their height while they can."""
    return min(highest, width + _TALLER)


BRICK: Final = 2
"""Columns by which every second of rows that touch is shifted: no column reads as a tall card."""


class Rows(NamedTuple):
    """Cards to choose from in rows of so many."""

    each: int
    card: TileSize
    """The size of a card; a chip has a single row."""
    gap: int = 1


def hand_rows(count: int, plan: Plan) -> Rows:
    """Choose how so many cards to choose from are laid in the hand of a plan."""
    first, stop = plan.reach(plan.table)
    return fitted_rows(
        count, plan.hand, TileSize(stop - first, plan.hand.height), thumbs=plan.portrait
    )


def fitted_rows(count: int, largest: TileSize, room: TileSize, *, thumbs: bool = False) -> Rows:
    """Choose how cards to choose from are laid: in one row, or in several if they are larger so.

    Args:
        count: number of cards.
        largest: size of a card.
        room: columns and rows available, one row between rows of cards.
        thumbs: whether cards are wider and in more rows, as thumbs need them.
    """
    card, gap = fitted_card(count, largest, room.width)
    if thumbs:
        highest = largest.height - (largest.height > _TIGHTEST_HAND)
        card = TileSize(card.width, card_height(card.width, highest))
    options = [Rows(count, card)] if gap else []
    if not gap or card.width < (_FOR_THUMBS if thumbs else _COMFORTABLE):
        options += _several_rows(count, largest, room, shape=4 if thumbs else 2)
    if options:
        return max(options, key=lambda rows: rows.card.width * rows.card.height)
    return Rows((room.width + 1) // CHIP_STEP, TileSize(NARROWEST, 1), CHIP_STEP - NARROWEST)


def _several_rows(count: int, largest: TileSize, room: TileSize, *, shape: int) -> list[Rows]:
    """Return the ways to lay cards in several rows of at least two lines.

    A card has at most `shape` columns for each of its lines.
    """
    found = []
    for rows in range(2, (room.height + 1) // 3 + 1):
        height = (room.height + 1) // rows - 1
        each = -(-count // rows)
        card, gap = fitted_card(
            each, TileSize(min(largest.width, shape * height), height), room.width
        )
        if gap:
            found.append(Rows(each, card))
    return found


def across(count: int, plan: Plan) -> int:
    """Return how many of the cards to choose from are in a row."""
    return hand_rows(count, plan).each


def is_low(plan: Plan) -> bool:
    """Return whether the band has fewer rows than its text."""
    return (plan.text_rows if plan.portrait else plan.pile.height) < EVENTS
