"""The layout of the screen as data: one table of rows for each class of terminal size."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

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
    spare: tuple[int, ...] = ()
    """Rows to drop when rows run short, in this order: blanks, then those of band and prompt."""
    keys_rows: int = 1
    """Rows of the key hints, the last ones."""
    portrait: bool = False
    """Whether the hand lies above the prompt, and what can be done stands on buttons."""
    opp_rows: int = 0
    """Rows from one of several opponents to the next, where they are below each other."""
    slots: bool = False
    """Whether all that is free in a field is laid out in places for cards."""

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


_STRIP_ROWS: Final = 5
"""Rows for two strips of the lowest cards, which leave no blank row above the band."""

# fmt: off
_S: Final = Plan(
    name="S", width=80, height=24,
    opp_line=0, opp_hand=1, opp_field=3, band=7, band_rows=3, band_tiles=7, my_field=11,
    my_line=14, prompt=15, lift=18, spare=(22, 10, 2, 6),
    field=TileSize(5, 3), hand=TileSize(7, 3), pile=TileSize(5, 3), back=TileSize(3, 1),
    compact=TileSize(5, 2),
)
_XS: Final = replace(
    _S, name="XS", width=60, prompt_rows=4, lift=19, spare=(10, 2, 6, 23),
)
_M: Final = Plan(
    name="M", width=100, height=30,
    opp_line=1, opp_hand=2, opp_field=4, band=9, band_rows=4, band_tiles=9, my_field=14,
    my_line=18, prompt=20, lift=23, spare=(0, 3, 19, 28),
    field=TileSize(6, 4), hand=TileSize(8, 4), pile=TileSize(6, 4), back=TileSize(3, 1),
    compact=TileSize(5, 2),
)
_L: Final = Plan(
    name="L", width=120, height=40,
    opp_line=0, opp_hand=1, opp_field=4, band=11, band_rows=6, band_tiles=11, my_field=18,
    my_line=24, prompt=26, lift=29, spare=(25, 3, 10, 17),
    field=TileSize(10, 6), hand=TileSize(13, 8), pile=TileSize(10, 6), back=TileSize(6, 2),
    compact=TileSize(9, 7), slots=True,
)
_XL: Final = Plan(
    name="XL", width=160, height=54,
    opp_line=1, opp_hand=2, opp_field=4, band=14, band_rows=10, band_tiles=15, my_field=25,
    my_line=35, prompt=37, lift=41, spare=(40, 14, 23, 34, 0, 3),
    field=TileSize(12, 9), hand=TileSize(16, 10), pile=TileSize(11, 8), back=TileSize(5, 1),
    compact=TileSize(9, 7), slots=True,
)
_XXL: Final = Plan(
    name="XXL", width=180, height=60,
    opp_line=1, opp_hand=3, opp_field=5, band=16, band_rows=11, band_tiles=17, my_field=28,
    my_line=39, prompt=41, lift=45, spare=(44, 16, 26, 2),
    field=TileSize(14, 10), hand=TileSize(18, 12), pile=TileSize(13, 9), back=TileSize(5, 1),
    compact=TileSize(12, 9), slots=True,
)
_XXXL: Final = Plan(
    name="XXXL", width=200, height=69, content=138,
    opp_line=1, opp_hand=3, opp_field=5, band=19, band_rows=12, band_tiles=20, my_field=32,
    my_line=45, prompt=47, lift=51, spare=(50, 19, 30, 2),
    field=TileSize(17, 12), hand=TileSize(21, 15), pile=TileSize(15, 10), back=TileSize(5, 1),
    compact=TileSize(14, 10), slots=True,
)
_MANY: Final[dict[str, dict[str, Any]]] = {
    "XS": {"opp_field": 2, "spare": (10, 18, 23)},
    "S": {"opp_field": 2, "spare": (22, 10)},
    "L": {
        "opp_hand": 2, "band": 12, "band_rows": 5, "band_tiles": 12, "pile": TileSize(7, 5),
        "lift": 30, "hand": TileSize(13, 7), "spare": (29, 25, 3, 17),
    },
    "XL": {
        "opp_hand": 3, "opp_field": 5, "band": 17, "band_rows": 9, "band_tiles": 18,
        "my_field": 27, "my_line": 36, "prompt": 38, "lift": 42, "spare": (41, 17, 25, 35, 0, 4),
        "field": TileSize(11, 8), "hand": TileSize(14, 9), "pile": TileSize(9, 7),
    },
    "XXL": {
        "opp_hand": 3, "opp_field": 5, "band": 21, "band_rows": 9, "band_tiles": 22,
        "my_field": 31, "my_line": 40, "prompt": 42, "lift": 46, "spare": (45, 21, 29, 0),
        "field": TileSize(12, 8), "hand": TileSize(16, 11), "pile": TileSize(9, 7),
    },
    "XXXL": {
        "band": 27, "band_rows": 9, "band_tiles": 28, "my_field": 37, "my_line": 48,
        "prompt": 50, "lift": 54, "spare": (53, 27, 35, 2), "field": TileSize(14, 10),
        "hand": TileSize(18, 12), "pile": TileSize(9, 7),
    },
}
"""Changes for more than two players, whose columns may need two strips of cards."""
_LOW: Final[dict[str, Any]] = {
    "band": 5, "band_rows": 2, "band_tiles": 5, "my_field": 7, "my_line": 10, "prompt": 11,
    "lift": 15, "opp_field": 2, "pile": TileSize(5, 2),
}
_LOW_MANY: Final[dict[str, Any]] = {
    "band": 6, "band_rows": 2, "band_tiles": 6, "my_field": 8, "my_line": 11, "prompt": 12,
    "prompt_rows": 3, "lift": 15, "pile": TileSize(5, 2),
}
"""Changes if rows run short even without blank ones: lower piles, and one of the prompt less."""
_PORTRAIT: Final[dict[str, int]] = {
    "over field": 0, "field": 2, "over band": 0, "pile": 2, "text": 0, "under band": 0,
    "over hand": 0, "hand": 2, "prompt": 2, "keys": 1,
}
"""The fewest rows of the parts of an upright table, whose score lines have one besides."""
_GROWTH: Final = (
    ("text", 1), ("keys", 1), ("prompt", 1), ("prompt", 1), ("prompt", 1), ("hand", 1),
    ("prompt", 1), ("over field", 1), ("keys", 1), ("text", 1), ("prompt", 2), ("over band", 1),
    ("hand", 1), ("hand", 1), ("field", 1), ("pile", 1), ("hand", 1), ("prompt", 1), ("text", 1),
    ("field", 1), ("hand", 1), ("keys", 1), ("under band", 1), ("prompt", 1), ("hand", 2),
    ("field", 1), ("prompt", 1), ("over hand", 1), ("hand", 2), ("field", 1), ("over band", 1),
    ("under band", 1), ("hand", 2), ("field", 1), ("over field", 1), ("over hand", 1),
    ("prompt", 2),
)
"""Which parts get more rows, and how many, where there are more: the first to need them first."""
# fmt: on

_LARGE: Final = ((_XXXL, 200, 66), (_XXL, 180, 56), (_XL, 160, 48))
_LEAST: Final = (*_LARGE, (_L, 120, 39), (_M, 100, 30), (_S, 80, 20))
_TIGHT: Final = (*_LARGE, (_L, 120, 36), (_M, 100, 27), (_S, 80, 20))
"""Minimum columns and rows of each plan, by default and for large cards; else the smallest."""
_LOG_WIDTH: Final = {"XXXL": 48, "XXL": 48, "XL": 48, "L": 32, "M": 32, "S": 0, "XS": 0}
_LOG_NEEDS: Final = 120


@dataclass(frozen=True, slots=True)
class Front:
    """The rows of a front screen; the prompt is at the bottom."""

    head: int
    """First row of the tiles; a lifted tile is a row higher."""
    tile: TileSize
    band: int
    band_rows: int
    entries: int
    """First row of the list."""
    gap: int
    """Blank rows between its entries."""
    foot: int
    """Blank rows above the keys."""
    board: int = 0
    """Further rows of the head, if it has a board."""


TITLE_ROWS: Final = 2
"""Rows of a head without tiles."""
FRONTS: Final = {
    "XS": Front(1, TileSize(5, 2), 4, 3, 8, 0, 0),
    "P": Front(2, TileSize(5, 3), 6, 4, 11, 0, 0),
    "S": Front(2, TileSize(7, 4), 7, 4, 12, 0, 0, board=1),
    "M": Front(3, TileSize(8, 4), 9, 5, 15, 0, 1, board=3),
    "L": Front(5, TileSize(9, 6), 16, 4, 21, 1, 1, board=5),
    "XL": Front(7, TileSize(12, 8), 21, 4, 27, 1, 1, board=4),
    "XXL": Front(7, TileSize(12, 8), 21, 4, 27, 1, 1, board=9),
    "XXXL": Front(7, TileSize(12, 8), 21, 4, 27, 1, 1, board=9),
}


def entries_top(plan: Plan) -> int:
    """Return how far below the band of a front screen its list begins."""
    front = FRONTS[plan.name]
    return front.entries - (front.band + front.band_rows)


_FRONT_WIDEST: Final = 100
_FRONT_LOW: Final = 22
"""The rows below which a front screen has the small head of a narrow one."""
_UPRIGHT_LOW: Final = 36
"""The same in an upright window, where prompts have fewer rows then."""
_UPRIGHT_PROMPTS: Final = (5, 7)
"""Rows of a prompt on a front screen in a low and in a high upright window."""
LISTS_WIDEST: Final = 148
"""Maximum columns of a list with a panel beside it."""
_PANEL_LEAST: Final = 116
"""Columns that a list with a panel needs."""
_PANEL: Final = 42
_WIDE_PANEL: Final = 56
"""Columns of the panel, margins included, and in the widest windows."""


def panel_width(plan: Plan) -> int:
    """Return the columns of the panel beside a list; 0 if there is no room for one."""
    if plan.content < _PANEL_LEAST:
        return 0
    return _WIDE_PANEL if plan.content == LISTS_WIDEST else _PANEL


FRONT_HIGHEST: Final = 44
"""Maximum rows of a front screen, which is in the middle of a higher window."""
FEW_ROWS: Final = 36
"""The same for a screen that is never long."""
ANY_HEIGHT: Final = 9999
"""As many rows as the window has, for what is long."""
_LEAST_AROUND: Final = 4
"""Rows above and below, without which the screen has all of them."""


@lru_cache(maxsize=256)
def front_plan_for(
    width: int,
    height: int,
    widest: int = _FRONT_WIDEST,
    highest: int = FRONT_HIGHEST,
    *,
    touch: bool = False,
) -> Plan | None:
    """Choose the plan of a front screen: no log, the prompt at the bottom.

    On a phone held across its buttons have full height.
    """
    plan = plan_for(width, height)
    if plan is None:
        return None
    top = 0 if plan.portrait else (height - highest) // 2
    if top >= _LEAST_AROUND:
        plan = replace(plan, top=top, height=height - 2 * top)
    across = touch and not plan.portrait and height <= _ACROSS[-1]
    low = across or height < (_UPRIGHT_LOW if plan.portrait else _FRONT_LOW)
    name = "XS" if low else plan.name
    content = min(width, widest)
    prompt_rows = _UPRIGHT_PROMPTS[not low] if plan.portrait else plan.prompt_rows
    keys_rows = plan.keys_rows
    if across:
        prompt_rows, keys_rows = 1 + _THUMB, _THUMB
    return replace(
        plan,
        name=name,
        table=width,
        content=content,
        left=(width - content) // 2,
        prompt=plan.height - keys_rows - prompt_rows - FRONTS[name].foot,
        prompt_rows=prompt_rows,
        keys_rows=keys_rows,
    )


def with_two_rows(plan: Plan) -> Plan:
    """Give the prompt of a low upright window two rows of buttons of full height."""
    missing = 1 + 2 * _THUMB - plan.prompt_rows
    if not plan.portrait or plan.height < _HIGH_WAIT or missing <= 0:
        return plan
    return replace(plan, prompt=plan.prompt - missing, prompt_rows=plan.prompt_rows + missing)


def with_larger_head(plan: Plan) -> Plan:
    """Return the plan with a head of the next size, above a list that leaves rows for it."""
    return replace(plan, name="XL") if plan.name == "L" else plan


def with_smaller_head(plan: Plan) -> Plan:
    """Return the plan with a head of the next size less, beside a list with a high panel."""
    return replace(plan, name="M") if plan.name == "L" else plan


def with_long_page(plan: Plan) -> Plan:
    """Give a page in the lowest windows the rows that its prompt never fills."""
    spared = 0 if plan.name != "XS" or plan.thumbs else plan.prompt_rows - _PAGE_PROMPT
    return replace(plan, prompt=plan.prompt + spared, prompt_rows=plan.prompt_rows - spared)


_PAGE_PROMPT: Final = 2
"""Rows of the prompt of a page: the bar, and the keys."""


def without_keys(plan: Plan) -> Plan:
    """Return the plan of a page whose prompt has all the hints, which are not parted on phones."""
    if not plan.thumbs:
        return plan
    return replace(plan, keys_rows=0, prompt=plan.height - plan.prompt_rows)


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
    more = plan.height - _ACROSS.start
    over = int(more > 0)  # a blank row above the band
    under = int(more > over)  # another one under the hand
    prompt = 10 + over + 1 + plan.hand.height + under
    return replace(
        plan,
        opp_field=2,
        band=4 + over,
        band_tiles=4 + over,
        my_field=7 + over,
        my_line=9 + over,
        lift=10 + over,
        prompt=prompt,
        prompt_rows=plan.height - _THUMB - prompt,
        field=TileSize(plan.field.width, 2),
        keys_rows=_THUMB,
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
def plan_for(width: int, height: int, seats: int = 2, cards: CardSize = "auto") -> Plan | None:
    """Choose the plan that fits; None if the terminal is too small.

    Args:
        width: columns of the terminal.
        height: its rows.
        seats: number of players.
        cards: the player's card size.
    """
    if width < FLOOR[0] or height < FLOOR[1]:
        return None
    if width < _PORTRAIT_BELOW:
        return _upright(width, height, seats)
    least = _TIGHT if cards == "large" else _LEAST
    plans = [plan for plan, w, h in least if w <= width and h <= height] or [_XS]
    plan = plans[1 if cards == "small" and len(plans) > 1 else 0]
    plan = plan if seats == 2 else replace(plan, **_MANY.get(plan.name, {}))
    aside = _LOG_WIDTH[plan.name] if width >= _LOG_NEEDS else 0
    table = width - aside
    left = max(0, table - plan.content) // 2
    content = table - 2 * left
    plan = replace(plan, width=width, height=height, table=table, content=content, left=left)
    return _with_height(plan, height, seats)


def _upright(width: int, height: int, seats: int) -> Plan:
    """Build the plan of an upright window: one part below the other, as high as there is room."""
    others = seats - 1
    rows = _grown(height, others)
    field, hand, pile = rows["field"], rows["hand"], rows["pile"]
    opp_hand = 1 if others == 1 else 0
    opp_field = 1 + opp_hand + rows["over field"] * (others == 1)
    each = opp_field + field + rows["over field"] * (others > 1)
    band = each * others + rows["over band"]
    my_field = band + pile + rows["text"] + rows["under band"]
    lift = my_field + field + 1 + rows["over hand"]
    return Plan(
        name="P",
        width=width,
        height=height,
        table=width,
        content=width,
        opp_line=0,
        opp_hand=opp_hand,
        opp_field=opp_field,
        opp_rows=each,
        band=band,
        band_rows=pile + rows["text"],
        band_tiles=band,
        my_field=my_field,
        my_line=my_field + field,
        lift=lift,
        prompt=lift + 1 + hand,
        prompt_rows=rows["prompt"],
        keys_rows=rows["keys"],
        field=TileSize(max(_NARROWEST_IN_FIELD, field + 2), field),
        hand=TileSize(_WIDEST_IN_HAND, hand),
        pile=TileSize(5, pile),
        back=TileSize(3, 1),
        compact=TileSize(5, field),
        portrait=True,
    )


_NARROWEST_IN_FIELD: Final = 5
"""Columns of a card in a field, however low it is."""
_WIDEST_IN_HAND: Final = 9
"""Columns of a card in hand for which a thumb has room."""


def _grown(height: int, others: int) -> dict[str, int]:
    """Share the rows of an upright window among the parts of a table with so many opponents."""
    rows = dict(_PORTRAIT)
    weights = {"field": 1 + others, "over field": others}
    fixed = 2 + max(2, others)  # score lines, the lift, and the hand of a single opponent
    left = height - fixed - sum(count * weights.get(part, 1) for part, count in rows.items())
    for part, more in _GROWTH:
        cost = more * weights.get(part, 1)
        if cost <= left:
            rows[part] += more
            left -= cost
    rows["prompt"] += left
    return rows


def _with_height(plan: Plan, height: int, seats: int) -> Plan:
    """Drop as many spare rows as there are too few."""
    missing = plan.lift + plan.hand.height + 3 - height
    if missing > len(plan.spare):
        return replace(plan, **(_LOW if seats == 2 else _LOW_MANY))
    return _squeezed(plan, plan.spare[: max(0, missing)])


def _squeezed(plan: Plan, spare: tuple[int, ...]) -> Plan:
    """Drop rows: those below move up, and band and prompt shrink by their own."""
    rows = {name: getattr(plan, name) for name in _ROWS}
    moved = {name: row - sum(gone < row for gone in spare) for name, row in rows.items()}
    for zone in ("band", "prompt"):
        first, size = rows[zone], getattr(plan, f"{zone}_rows")
        moved[f"{zone}_rows"] = size - sum(first <= gone < first + size for gone in spare)
    return replace(plan, **moved)


_ROWS: Final = (
    *("opp_line", "opp_hand", "opp_field", "band", "band_tiles"),
    *("my_field", "my_line", "prompt", "lift"),
)
"""The fields of a plan that hold the first row of a zone."""


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
