"""The layout of the screen as data: what is below what, and what is worth most.

A table is a stack of parts (`cuttle_tui/drawing/stack.py`), from top to bottom:

    top           a blank row, as all `over-` and `under-` rows are
    line          the score line of an opponent
    backs         the hand of an opponent; none where it lies beside the name, on a race
    theirs        the field of an opponent, or the strips of several
    their-scale   the scale of their rail, if the table is a race
    pile          the deck, the scrap and the text beside them
    told          further rows of the band: the latest turns, where no card may use them
    my-scale      the scale of the own rail
    mine          the own field
    my-line       the own score line
    prompt        the bar, the options and the reason
    lift          where a chosen card rises
    hand          the own hand
    keys          the key hints

How large a card is follows from its rows and from the columns of the table (`card_of`). To give a
line a place, name it in the order of a stack and say in its steps what it is worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, Final, Literal, NamedTuple

from cuttle_tui.drawing.forms import fullest
from cuttle_tui.drawing.stack import Rows as Stacked, Stack, late, stack, steps

FLOOR: Final = (44, 20)
"""Minimum columns and rows; a smaller terminal shows a single line."""

_UPRIGHT_BELOW: Final = 60
"""Columns below which a plan is that of a phone held upright."""
_UPRIGHT_MARGIN: Final = 1
"""Blank columns beside its content: a rail and six cards take all others."""
_UPRIGHT_CONTENT: Final = _UPRIGHT_BELOW - 2
"""The most columns of its content, margins included: no more than in the next wider window."""

MARGIN: Final = 2
"""Blank columns left and right of the content."""

EVENTS: Final = 3
"""The number of latest events in the band, where the log is not beside the table."""


Phone = Literal["upright", "across"] | None
"""How a phone is held: its hand lies above the buttons then, or its fields are low for them."""
CardSize = Literal["auto", "small", "large"]
"""The player's card size: a comfortable fit, one size less, or the largest that fits."""


class TileSize(NamedTuple):
    """Columns and rows of a card."""

    width: int
    height: int


class Front(NamedTuple):
    """The head, the band and the list of a front screen in windows of a size."""

    least: tuple[int, int]
    """The columns and rows of the window from which it is so large."""
    head: int
    """First row of the tiles; a lifted tile is a row higher."""
    tile: TileSize
    band: int
    band_rows: int
    gap: int = 0
    """Blank rows between its entries."""
    foot: int = 0
    """Blank rows above the keys."""
    board: int = 0
    """Further rows of the head, if it has a board."""
    sample: TileSize = TileSize(7, 5)
    """Size of cards that are shown as samples, and how many blank rows are around them."""
    around: int = 3
    tall: bool = False
    """Whether what stands beside a list is below it."""


SMALLEST: Final = Front((0, 0), 1, TileSize(5, 2), 4, 3, sample=TileSize(5, 2), around=1)
UPRIGHT: Final = Front((0, 0), 1, TileSize(6, 4), 6, 4)
MIDDLE: Final = Front((100, 30), 3, TileSize(8, 4), 9, 5, foot=1, board=3)
LARGE: Final = Front((120, 39), 5, TileSize(9, 6), 16, 4, 1, 1, board=5)
LARGER: Final = Front((160, 48), 7, TileSize(12, 8), 21, 4, 1, 1, 4, TileSize(10, 7))
FRONTS: Final = (
    *(LARGER._replace(least=(180, 56), board=9), LARGER, LARGE, MIDDLE),
    *(Front((80, 20), 2, TileSize(7, 4), 7, 4, board=1), SMALLEST),
)
"""By the size of a window, the largest first."""
TALL_FRONTS: Final = (
    Front((104, 56), 3, TileSize(16, 10), 14, 4, 1, 1, tall=True),
    Front((81, 42), 2, TileSize(12, 8), 11, 4, 1, 1, tall=True),
    Front((0, 42), 3, TileSize(9, 6), 11, 4, 1, 1, tall=True),
)
"""Those of tall windows with too little room beside a list: letters grow with the columns."""


def margin_in(columns: int) -> int:
    """Return the blank columns left and right of the content of a table with so many."""
    return _UPRIGHT_MARGIN if columns < _UPRIGHT_BELOW else MARGIN


def front_for(fronts: tuple[Front, ...], columns: int, rows: int) -> Front | None:
    """Return the largest that has room."""
    fits = (one for one in fronts if one.least[0] <= columns and one.least[1] <= rows)
    return next(fits, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The rows and columns of one terminal size, counted from 0.

    Sizes of cards are those of the largest: `fitted_card` makes the cards of one row smaller until
    they all fit.
    """

    front: Front
    """How a front screen is laid out in such a window."""
    width: int
    """Columns of the terminal."""
    height: int
    """Rows of the terminal."""
    phone: Phone = None
    """How a phone is held whose plan it is; None for all other windows."""
    table: int = 0
    """Columns of the table, without the log."""
    left: int = 0
    """First column of the content; fills still bleed to the edge."""
    top: int = 0
    """Rows of the window above, and as many below, where it is too high for a front screen."""
    content: int = 120
    """Columns of the content, margins included; in a wider table it is in the middle."""
    margin: int = MARGIN
    """Blank columns of the content, left and right."""
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
    """Size of the cards of an opponent in a race, or if there are several."""
    text_rows: int = 0
    """Rows of the band below its cards, for its text."""
    keys_rows: int = 1
    """Rows of the key hints, the last ones."""
    opp_rows: int = 0
    """Rows from one of several opponents to the next, where they are below each other."""
    opp_end: int = 0
    """Row after the field of the last opponent, and after what parts them below each other."""
    lanes: int = 0
    """How many opponents lie below each other as in a race; 0 where cards are tiles."""
    point: int = 0
    """Columns of a point in a race; 0 where cards are tiles."""
    their_scale: int | None = None
    """Row of the scale of the first rail, if it has one."""
    my_scale: int | None = None
    slots: bool = False
    """Whether all that is free in a field is laid out in places for cards."""

    @property
    def held_card(self) -> TileSize:
        """Size of the cards of a hand beside the cards to choose from."""
        return self.field if self.slots else self.back

    @property
    def log(self) -> bool:
        """Whether the log is shown beside the table."""
        return self.table < self.width

    @property
    def keys(self) -> int:
        """First row of the key hints, which are the last."""
        return self.height - self.keys_rows

    @property
    def small(self) -> bool:
        """Whether a front screen has the smallest head."""
        return self.front is SMALLEST

    @property
    def low(self) -> bool:
        """Whether rows are so short that things are said in fewer words, and heads are small."""
        return self.small and (self.phone == "upright" or self.height <= _ACROSS_TO)

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
    def text_below(self) -> bool:
        """Whether the text of the band is below its cards, and not beside them."""
        return self.phone == "upright" or self.text_rows >= EVENTS

    @property
    def text_room(self) -> int:
        """Rows for the text of the band."""
        return self.text_rows + (0 if self.text_below else self.pile.height)

    @property
    def stake(self) -> int | None:
        """The blank row above the band, for what is at stake; None if there is none."""
        return self.band - 1 if self.band > self.opp_end else None

    @property
    def strip_rows(self) -> int:
        """Rows for the cards of an opponent, if there are several; blank ones are below."""
        if self.phone == "upright":
            return self.field.height
        rows = self.band - self.opp_field
        return rows - (rows > _TWO_STRIPS)

    @property
    def first(self) -> int:
        """First column of text."""
        return self.left + self.margin

    @property
    def stop(self) -> int:
        """Column after the text."""
        return self.left + self.content - self.margin

    def reach(self, columns: int) -> tuple[int, int]:
        """Return the first column for so many, and the one after the last.

        They are those of the content; if it has too few, as many more on both sides as there are.
        Held upright the cards of a phone may lie half in the margin, their indices below the text.
        """
        missing = max(0, columns - (self.stop - self.first))
        more = min((missing + 1) // 2, self.left or (self.margin - 1) * (self.phone == "upright"))
        return self.first - more, self.stop + more


_LYING: Final = stack(
    """top line=1 over-backs backs=1 over-theirs theirs=3 their-scale over-band over-pile pile=2
    under-pile told under-band my-scale mine=3 under-mine my-line=1 over-prompt prompt=3 lift=1
    hand=3 under-hand keys=1""",
    """pile 3; over-band 1; over-theirs 1; under-band 1; under-hand 1;
    hand 4; pile 4; theirs 4 & mine 4; over-prompt 1;
    hand 5; theirs 5 & mine 5; pile 5; hand 6; theirs 6 & mine 6; pile 6; hand 8; backs 2;
    hand 9; theirs 7 & mine 7; pile 7; hand 10; theirs 8 & mine 8; under-mine 1; pile 8;
    over-pile 1 & under-pile 1; hand 11; theirs 9 & mine 9; hand 12; theirs 10 & mine 10;
    pile 9; hand 13; theirs 11 & mine 11; hand 14; pile 10; theirs 12 & mine 12;
    hand 15; top 1; hand 16; theirs 13 & mine 13; pile 11; hand 17;
    theirs 14 & mine 14; pile 12; hand 19; theirs 15 & mine 15; hand 20; theirs 16 & mine 16;
    pile 13; hand 21; theirs 17 & mine 17; hand 22; pile 14""",
    rest="told",
    steady="theirs mine hand pile",
    spare="prompt 4; prompt 5; prompt 6",
)
"""A table of two: the rows of its parts, and which get more where there are more."""
_LANE: Final = ("line", "over-backs", "backs", "over-theirs", "theirs", "their-scale")
"""The parts of each opponent in a race."""
_UPRIGHT_EACH: Final = ("line", "over-field", "theirs")
"""The same in an upright window."""
_RACE: Final = replace(
    _LYING,
    least={**_LYING.least, "backs": 0},
    grow=steps(
        """theirs 4 & mine 4; pile 3; hand 4; their-scale 1 & my-scale 1; under-hand 1; backs 1;
        over-theirs 1; pile 4; over-prompt 1; theirs 5 & mine 5; hand 5; pile 5; hand 6;
        theirs 6 & mine 6; pile 6; hand 8; backs 2;
        hand 9; hand 10; theirs 7 & mine 7; pile 7; hand 11; theirs 8 & mine 8; under-mine 1;
        hand 12; theirs 9 & mine 9; pile 8; theirs 10 & mine 10; pile 9; top 1;
        over-pile 1 & under-pile 1; hand 13; hand 14;
        hand 15; hand 16; theirs 11 & mine 11; pile 10;
        hand 17; theirs 12 & mine 12; hand 18; pile 11; theirs 13 & mine 13; hand 19;
        theirs 14 & mine 14; pile 12; hand 20; theirs 15 & mine 15; pile 13; hand 21;
        theirs 16 & mine 16; hand 22; pile 14; theirs 17 & mine 17"""
    ),
)
"""A table of two whose fields are rails, with rows for their scales; a hand beside its name."""
_LANES: Final = replace(
    _RACE,
    least={**_RACE.least, "theirs": 2, "mine": 2},
    grow=steps(
        """mine 3; hand 4; pile 3; theirs 3; under-hand 1; my-scale 1; over-prompt 1; hand 5;
        mine 4; theirs 4; hand 6; pile 4; mine 5; hand 7; hand 8; their-scale 1; theirs 5; pile 5;
        hand 10; mine 6; pile 6; top 1; hand 11; theirs 6; mine 7; hand 12; pile 7;
        under-mine 1; over-pile 1 & under-pile 1; hand 14; theirs 7; mine 8; pile 8; hand 16;
        backs 1; theirs 8; mine 9; pile 9; hand 18; theirs 9; mine 10; hand 20; pile 11;
        theirs 10; mine 12; hand 22; pile 14; theirs 12; theirs 14"""
    ),
)
"""The same for more than two, one lane below the other: there is little to spare for blank rows."""
_SEVERAL: Final = replace(
    _LYING,
    least={**_LYING.least, "theirs": 4},
    grow=steps(
        """theirs 5; pile 3; under-band 1; under-hand 1;
        over-theirs 1; pile 4; mine 4; hand 4; over-prompt 1;
        over-backs 1; theirs 6; hand 5; mine 5; pile 5; theirs 7; hand 6; mine 6; theirs 8; hand 7;
        theirs 9; hand 8; mine 7; pile 6; theirs 10; mine 8; under-mine 1; hand 10;
        theirs 12; pile 7; over-pile 1 & under-pile 1; theirs 16; hand 11; theirs 20; mine 9;
        hand 12; theirs 22; mine 10; top 1; hand 14; theirs 26; mine 12; pile 9; hand 16; theirs 30;
        hand 18"""
    ),
)
"""A table of more, whose others may need two strips of cards."""
_UPRIGHT: Final = stack(
    """line=1 backs=1 over-field theirs=2 over-band pile=2 told under-band mine=2 my-line=1
    over-hand lift=1 hand=2 prompt=2 keys=1""",
    """told 1; keys 2; prompt 3; prompt 4; prompt 5; hand 3; prompt 6; keys 3; prompt 8; told 2;
    prompt 9; over-field 1; over-band 1; hand 4; hand 5; theirs 3 & mine 3; pile 3; hand 6;
    told 3; theirs 4 & mine 4; hand 7; keys 4; under-band 1; prompt 10; hand 9; theirs 5 & mine 5;
    prompt 11; over-hand 1; hand 11; theirs 6 & mine 6; over-band 2; under-band 2; hand 13;
    theirs 7 & mine 7; over-field 2; over-hand 2; prompt 13; pile 4; hand 15; theirs 8 & mine 8;
    pile 5; hand 17; theirs 9 & mine 9; pile 6""",
    rest="told",
    steady="theirs mine hand pile",
    spare="prompt 7; prompt 8; prompt 9; prompt 10; prompt 11; prompt 12; prompt 13",
)
"""A table on a phone held upright, with the hand near the buttons."""
_UPRIGHT_RACE: Final = replace(
    _UPRIGHT,
    least={**_UPRIGHT.least, "theirs": 3, "mine": 3},
    grow=steps(
        """told 1; keys 2; prompt 3; prompt 4; prompt 5; hand 3; prompt 6; keys 3; prompt 8; told 2;
        prompt 9; over-field 1; hand 4; theirs 4 & mine 4; hand 5; theirs 5 & mine 5; hand 6;
        hand 7; theirs 6 & mine 6; over-band 1; pile 3; prompt 10; told 3; hand 9;
        under-band 1;
        keys 4; theirs 7 & mine 7; over-hand 1; hand 11; over-band 2; under-band 2; prompt 11;
        hand 13; over-field 2; over-hand 2; prompt 13; pile 4; hand 15; theirs 8 & mine 8; pile 5;
        hand 17; theirs 9 & mine 9; pile 6"""
    ),
)
"""The same for a race, whose royals have rows of their own below the points."""
_UPRIGHT_SEVERAL: Final = replace(_UPRIGHT, least={**_UPRIGHT.least, "backs": 0})
"""A table of more than two on such a phone."""
_HELD_ACROSS: Final = stack(
    """line=1 backs=1 theirs=2 over-band pile=3 told mine=2 my-line=1 lift=1 hand=2 under-hand
    prompt=4 keys=3""",
    "hand 3; over-band 1; under-hand 1",
    rest="prompt",
)
"""A table of two on a phone held across."""
_WON_ACROSS: Final = replace(_HELD_ACROSS, grow=(*steps("prompt 5"), *_HELD_ACROSS.grow))
"""The same with the banner of a win, for which the hand gives a row if need be."""
_BLANKS: Final = tuple(
    part
    for part in _LYING.order
    if part.partition("-")[0] in ("top", "over", "under") and part != "under-hand"
)
"""Rows that large cards take first; the one under the hand parts it from the keys."""

_WIDTHS: Final = {
    kind: tuple(map(int, text.split()))
    for kind, text in (
        ("field", "0 0 5 5 6 8 10 11 12 12 14 15 17 18 20 21 22 24"),
        ("hand", "0 0 7 9 11 11 11 13 13 14 16 16 18 18 20 21 22 24 25 26 28 29 30"),
        ("pile", "0 0 5 5 7 9 10 10 11 13 15 15 16 18 19"),
    )
}
"""The columns of a card of so many rows, if it has room for them."""


def card_of(kind: str, rows: int, columns: int) -> TileSize:
    """Return the size of a card with so many rows in a table of so many columns.

    Six of a hand and a bit of a seventh lie side by side, and both piles leave room for the text.
    """
    widest = (columns - 36) // 4 if kind == "pile" else (columns + 2) * 5 // 32
    return TileSize(min(_WIDTHS[kind][rows], widest), rows)


@lru_cache(maxsize=256)
def waiting_plan(
    plan: Plan, offers: int = 3, *, queue: bool = False, few: bool = False, touch: bool = False
) -> Plan:
    """Return the plan of a table that waits, with rows for what there is to do meanwhile.

    Args:
        plan: that of the game.
        offers: how much there is to do: a line, a plate or a button each.
        queue: whether others who wait are told above, at the cost of a row of high plates.
        few: whether the prompt has no more than a row of buttons.
        touch: whether nobody presses keys.
    """
    least = {"prompt": plan.prompt_rows, "offers": plan.tray_rows, "keys": plan.keys_rows}
    order, rest, grow = "room prompt offers keys", "room", ""
    if plan.phone == "upright":
        plan = _to_the_edge(plan)
        high = plan.height >= _HIGH_WAIT
        prompt = 1 + THUMB if few and plan.height < _ROOMY_WAIT else 2 * THUMB + high
        least |= {"room": plan.lift - high, "prompt": min(prompt, plan.prompt_rows)}
        grow = "".join(f"offers {rows};" for rows in range(plan.tray_rows + 1, _OFFERS + 1))
        grow += f"room {plan.lift}"
    elif plan.phone == "across":
        least = {"prompt": 1 + THUMB, "offers": THUMB if offers else 1, "keys": THUMB}
        grow = f"room {_LEAST_ROOM - 1}; offers {THUMB + 1}" if offers else ""
    elif touch or plan.log:
        least["offers"] = min(plan.tray_rows, _OFFERS - queue) if offers else plan.tray_rows
    else:
        least["offers"] = lines = offers or 3
        grow = f"room {_LEAST_ROOM}; offers {lines + 1}; offers {lines + 2}"
    at, of = Stack(tuple(order.split()), least, steps(grow), rest).rows(plan.height)
    return replace(
        plan, prompt=at["prompt"], prompt_rows=of["prompt"], lift=at["offers"], keys_rows=of["keys"]
    )


_OFFERS: Final = 10
"""Rows for three offers that a thumb hits, below their title; for high plates as well."""
_LEAST_ROOM: Final = 12
"""Rows of a room that are worth more than blank ones around the offers."""
_HIGH_WAIT: Final = 28
"""Rows from which its prompt has two rows of buttons of full height, beside two offers or more."""
_ROOMY_WAIT: Final = 30
"""Rows from which a table that waits can do with one less above its offers."""


def _to_the_edge(plan: Plan) -> Plan:
    """Return the plan of a table on a phone held upright, whose rail and cards leave a column."""
    return replace(plan, margin=margin_in(plan.width), content=min(plan.width, _UPRIGHT_CONTENT))


@lru_cache(maxsize=256)
def game_plan(plan: Plan, seats: int = 2, *, plated: bool = False, won: bool = False) -> Plan:
    """Return the plan of a table as it is played on a phone, whose thumbs need rows.

    Held across the fields of two are low, for buttons of full height; held upright the cards below
    the plate of a game have a row of it, which parts them from their label.

    Args:
        plan: that of any window.
        seats: number of players.
        plated: whether the plate of a game that is over is open.
        won: whether the prompt is the banner of a win.
    """
    if plan.phone == "upright":
        label = plated and plan.hand.height <= _LOW_HAND
        spared = max(0, plan.prompt_rows - _ASKED_AT_END) if plated else 0
        return replace(
            _to_the_edge(plan),
            lift=plan.lift - label + spared,
            hand=plan.hand._replace(height=plan.hand.height + label),
            prompt=plan.prompt + spared,
            prompt_rows=plan.prompt_rows - spared,
        )
    if plan.phone is None or seats > 2:
        return plan
    at, of = (_WON_ACROSS if won else _HELD_ACROSS).rows(plan.height)
    return replace(
        plan,
        text_rows=0,
        opp_field=at["theirs"],
        opp_end=at["over-band"],
        band=at["pile"],
        band_tiles=at["pile"],
        my_field=at["mine"],
        my_line=at["my-line"],
        lift=at["lift"],
        prompt=at["prompt"],
        prompt_rows=of["prompt"],
        field=plan.field._replace(height=of["mine"]),
        compact=plan.compact._replace(height=of["theirs"]),
        hand=plan.hand._replace(height=of["hand"]),
        pile=plan.pile._replace(height=of["pile"]),
        keys_rows=of["keys"],
        their_scale=None,
        my_scale=None,
    )


_LOW_HAND: Final = 6
"""Rows of the cards of a hand that are too few for their label as well."""
_ACROSS_TO: Final = 24
"""Rows up to which a phone is held across."""
THUMB: Final = 3
"""Rows of a button of full height."""
_ASKED_AT_END: Final = 1 + 2 * THUMB
"""Rows for the bar at the end of a game and its two rows of buttons; the plate has the others."""


@lru_cache(maxsize=1024)
def plan_for(
    width: int,
    height: int,
    seats: int = 2,
    cards: CardSize = "auto",
    *,
    race: bool = False,
    touch: bool = False,
) -> Plan | None:
    """Choose the plan that fits; None if the terminal is too small.

    Args:
        width: columns of the terminal.
        height: its rows.
        seats: number of players.
        cards: the player's card size.
        race: whether fields are rails if the window has room for them, one below the other.
        touch: whether nobody presses keys: a low window is a phone held across then.
    """
    if width < FLOOR[0] or height < FLOOR[1]:
        return None
    upright, others = width < _UPRIGHT_BELOW, seats - 1
    race = race and (others == 1 or width >= _LANES_FROM)
    race = race and _stack_of(upright, others, race=True).fits(height)
    whole = _stack_of(upright, others, race=race)
    if upright:
        return _upright(width, height, cards, whole, others, race=race)
    plan = _lying(width, height, cards, whole, lanes=others * race)
    return replace(plan, phone="across") if touch and height <= _ACROSS_TO else plan


@cache
def _stack_of(upright: bool, others: int, *, race: bool) -> Stack:
    """Return the parts of a table with so many opponents."""
    each = _UPRIGHT_EACH if upright else _LANE if race else ()
    return replace(_STACKS[upright, race, others > 1], times=dict.fromkeys(each, others))


_STACKS: Final = {
    (False, False, False): _LYING,
    (False, False, True): _SEVERAL,
    (False, True, False): _RACE,
    (False, True, True): _LANES,
    (True, False, False): _UPRIGHT,
    (True, False, True): _UPRIGHT_SEVERAL,
    (True, True, False): _UPRIGHT_RACE,
}
"""By whether a phone is held upright, whether it is a race, and whether there are several."""
_LANES_FROM: Final = 80
"""Columns from which several opponents lie below each other."""


def _lying(width: int, height: int, cards: CardSize, whole: Stack, lanes: int) -> Plan:
    """Build the plan of a window that is no phone's: the hand below the prompt, a log beside."""
    table, columns = _table_columns(width, height), _card_columns(width, height)
    content = min(table, _CONTENTS[height >= _HIGHEST])
    if height >= _LOG_ROWS:  # what cards cannot use lies on both sides
        content = min(content, columns + 2 * MARGIN)
    if width < _PROMPT_IN_THREE:
        whole = replace(whole, grow=(*steps("prompt 4; backs 1"), *whole.grow))
    if cards == "large":
        whole = replace(whole, grow=late(whole.grow, _BLANKS))
    small = cards == "small"
    rows = whole.rows(height, _most(whole.share(height), columns, small=small, lanes=lanes))
    strip = rows.of["theirs"] - (rows.of["theirs"] > _TWO_STRIPS)
    strip = 2 if strip < _STRIP_OF_ONE else min(strip, max(7, (strip + 1) // 2))
    theirs = rows.of["theirs"] if lanes else strip
    left = (table - content) // 2
    opp_rows = sum(rows.of[part] for part in _LANE) if lanes else 0
    last = rows.at["theirs"] + (lanes - 1) * opp_rows if lanes else rows.at["theirs"]
    return _placed(
        rows,
        front=front_for(FRONTS, width, height) or SMALLEST,
        width=width,
        height=height,
        table=table,
        left=left,
        content=table - 2 * left,
        opp_field=rows.at["theirs"],
        opp_rows=opp_rows,
        opp_end=last + (theirs if lanes else rows.of["mine"]),
        lanes=lanes,
        band=rows.at["over-pile"],
        band_rows=rows.at["under-band"] - rows.at["over-pile"],
        text_rows=rows.of["told"],
        field=card_of("field", rows.of["mine"], columns),
        hand=card_of("hand", rows.of["hand"], columns),
        pile=card_of("pile", rows.of["pile"], columns),
        back=TileSize(6 if rows.of["backs"] > 1 else 3, max(1, rows.of["backs"])),
        compact=card_of("field", theirs, columns),
        slots=rows.of["mine"] >= _SLOTS_FROM,
        their_scale=rows.at["their-scale"] if rows.of["their-scale"] else None,
        my_scale=rows.at["my-scale"] if rows.of["my-scale"] else None,
    )


_LOG_ROWS: Final = 30
"""Rows from which a log beside the table has room for a few turns."""
_TALL: Final = 76
"""Rows from which cards could be higher than the columns beside a log allow."""
_WIDE_LOG: Final = 48
"""Columns of the log in a wide window."""
_HIGHEST: Final = 66
_CONTENTS: Final = (120, 138)
"""The most columns of a table, and in a window that is so high."""
_PROMPT_IN_THREE: Final = 80
"""Columns below which options or a reason often take another row."""
_TWO_STRIPS: Final = 5
"""Rows for two strips of the lowest cards, which leave no blank row above the band."""
_STRIP_OF_ONE: Final = 6
"""Rows of a strip from which cards are as high as that; two of them come later."""
_SLOTS_FROM: Final = 6
"""Rows of a field whose free places are drawn as well."""


def _table_columns(width: int, height: int) -> int:
    """Return the columns of a table: without the log beside it, which a tall window has not.

    There the latest turns are told in the band, which has rows to spare.
    """
    if height < _LOG_ROWS or (height >= _TALL and width < _CONTENTS[True] + _WIDE_LOG):
        return width
    return width - (_WIDE_LOG if width >= 160 else 32 if width >= 120 else 0)


def _card_columns(width: int, height: int) -> int:
    """Return the columns that decide how wide cards are: those of a table, and of all larger ones.

    So no card is narrower in a window that is a column wider, and has the log beside it then.
    """
    wider = (width, *(other for other in (120, 160) if other > width))
    columns = min(_table_columns(other, max(height, _LOG_ROWS)) for other in wider)
    return min(columns, _CONTENTS[height >= _HIGHEST]) - 2 * MARGIN


def _most(wanted: Mapping[str, int], columns: int, *, small: bool, lanes: int) -> dict[str, int]:
    """Return how many rows cards fill at most in so many columns; small ones have one less."""
    most = _smaller(wanted) if small else wanted
    hand, highest = most["hand"], card_of("field", -1, columns).width + _TALLER
    field, theirs = min(most["mine"], highest), min(most["theirs"], highest)
    alike = wanted["theirs"] == wanted["mine"]
    return {
        "theirs": theirs if lanes else field if alike else wanted["theirs"],
        "mine": field,
        "pile": min(wanted["pile"], card_of("pile", -1, columns).width + _TALLER),
        "hand": next(rows for rows in range(hand, 0, -1) if _fills(rows, columns)),
    }


def _smaller(wanted: Mapping[str, int]) -> dict[str, int]:
    """Return the rows of small cards: a row less, if that leaves more than low ones have."""
    parts = ("theirs", "mine", "hand")
    return {part: wanted[part] - (wanted[part] > _LOW_CARD) for part in parts}


_LOW_CARD: Final = 5
"""Rows of a card that small cards have as well."""


def _fills(rows: int, columns: int) -> bool:
    """Return whether a usual hand has cards for so many rows: in one row of them, or in several."""
    room = TileSize(columns, rows)
    laid = fitted_rows(_USUAL_HAND, card_of("hand", rows, columns), room)
    strips = -(-_USUAL_HAND // laid.each)
    return strips * (laid.card.height + 1) - 1 == rows


_USUAL_HAND: Final = 6
"""So many cards in hand decide how high one is: fewer are no higher, more may be lower."""


def _upright(
    width: int, height: int, cards: CardSize, whole: Stack, others: int, *, race: bool
) -> Plan:
    """Build the plan of an upright window: one part below the other, as high as there is room."""
    rows = whole.rows(height, _smaller(whole.share(height)) if cards == "small" else None)
    field, hand, pile = rows.of["mine"], rows.of["hand"], rows.of["pile"]
    opp_rows = 1 + rows.of["backs"] + rows.of["theirs"] + rows.of["over-field"]
    return _placed(
        rows,
        front=UPRIGHT,
        phone="upright",
        width=width,
        height=height,
        table=width,
        content=width,
        opp_field=rows.at["theirs"] if others == 1 else 1,
        opp_rows=opp_rows,
        opp_end=others * opp_rows,
        lanes=others * race,
        band=rows.at["pile"],
        band_rows=pile + rows.of["told"],
        text_rows=rows.of["told"],
        field=TileSize(max(_NARROWEST_IN_FIELD, min(field + 2, _WIDEST)), field),
        hand=TileSize(min(_WIDTHS["hand"][hand], _WIDEST), hand),
        pile=TileSize(5, pile),
        back=TileSize(3, 1),
        compact=TileSize(5, rows.of["theirs"]),
    )


def _placed(rows: Stacked, **more: Any) -> Plan:
    """Make a plan of the rows that all tables have."""
    return Plan(
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
_WIDEST: Final = 9
"""Columns of a card for which a thumb has room."""


# cards in rows -----------------------------------------------------------------------------------

NARROWEST: Final = 3
TIGHTEST: Final = 4
"""Maximum width of cards that need a column beside them, into which they reach half."""
COMFORTABLE: Final = 5
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
        count, plan.hand, TileSize(stop - first, plan.hand.height), thumbs=plan.phone == "upright"
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
    narrow = card.width < (_FOR_THUMBS if thumbs else COMFORTABLE)
    if not gap or narrow or card.height < largest.height:
        options += _several_rows(count, largest, room, shape=4 if thumbs else 2)
    if options:
        return max(options, key=lambda rows: rows.card.width * rows.card.height)
    wide = room.width + 1 - BRICK
    ways = (CHIP_STEP, CHIP_STEP - 1) if thumbs else (CHIP_STEP,)  # a thumb needs no key
    step = fullest(ways, lambda step: -(-count // (wide // step)), room.height)
    return Rows(wide // step, TileSize(NARROWEST, 1), step - NARROWEST)


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
        if gap and (card.width > NARROWEST or shape > 2):  # chips say more, with their keys beside
            found.append(Rows(each, card))
    return found


class Beside(NamedTuple):
    """Where other cards lie at the right of those in the hand."""

    x: int
    card: TileSize


def cards_beside(count: int, others: int, label: int, plan: Plan) -> Beside | None:
    """Place other cards, from the middle on, or right after so many in a row that reach beyond it.

    There are none without room for their label, and for cards that can be read.
    """
    rows = hand_rows(count, plan)
    after = plan.first + row_width(count, rows.card.width, rows.gap) + _APART
    x = max((plan.first + plan.stop) // 2, after)
    card, gap = fitted_card(others, plan.hand, plan.stop - x)
    fits = rows.each >= count and gap and label <= plan.stop - x and card.width >= COMFORTABLE
    return Beside(x, card) if fits and not plan.phone else None


_APART: Final = 3
"""The least columns between them."""


def across(count: int, plan: Plan) -> int:
    """Return how many of the cards to choose from are in a row."""
    return hand_rows(count, plan).each


def is_low(plan: Plan) -> bool:
    """Return whether the band has fewer rows than its text, or than some of it on phones."""
    return plan.phone == "upright" or plan.text_room < EVENTS
