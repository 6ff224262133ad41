"""Word championships: the bracket as a tree or as a list, places, the table of a year."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Final, NamedTuple

from rich.cells import cell_len, set_cell_size

from cuttle_tui.i18n.rich_text import SILENCE, Role, Sentence, Span, say, tell
from cuttle_tui.i18n.translation import C_, N_, Message, tr
from cuttle_tui.ports.league import BracketMatch, BracketPage, BracketSlot, PlaceLine, YearPage
from cuttle_tui.wording.league.seasons import season_name
from cuttle_tui.wording.league.text_table import Column, PageText


class Signs(NamedTuple):
    """The signs that join the matches of a tree."""

    across: str
    top: str
    down: str
    out: str
    bottom: str
    straight: str


BOX: Final = Signs("─", "┐", "│", "├", "┘", "─")
ASCII: Final = Signs("-", "+", "|", "+", "+", "-")

_SIDES: Final[tuple[tuple[str, Message], ...]] = (
    ("winners", C_("side of a bracket", "winners")),
    ("losers", C_("side of a bracket", "losers")),
    ("final", C_("side of a bracket", "final")),
)
_CHAMPION: Final = N_("{name} is the champion")
_NEXT: Final = N_("to be played: {matches}")
_WHY: Final = {
    "bye": N_("bye"),
    "no-show": N_("did not come"),
    "withdrawn": N_("withdrew"),
    "corrected": N_("corrected"),
}


def bracket_page(page: BracketPage, me: str = "", width: int = 78, signs: Signs = BOX) -> PageText:
    """Write a championship: its tree, what is to be played, its places.

    Args:
        page: the championship.
        me: the player who reads; their name stands out.
        width: columns at most; what does not fit as a tree is listed by rounds.
        signs: what the lines of the tree are made of.
    """
    text = PageText(me)
    title = Span(season_name(page.suit, page.year), "strong")
    text.add(say(title, "   ", _state(page)), SILENCE)
    return bracket_sides(text, page, width, signs)


def bracket_sides(text: PageText, page: BracketPage, width: int, signs: Signs) -> PageText:
    """Add the sides of a bracket and its places to a page."""
    for side, name in _SIDES:
        matches = [match for match in page.matches if match.side == side]
        if matches:
            text.add(say(Span(tr(name), "quiet")), *_side(matches, text.me, width, signs), SILENCE)
    return _places(text, page.places)


def _state(page: BracketPage) -> Sentence:
    if page.champion:
        return tell(_CHAMPION, name=Span(page.champion, "strong"))
    to_play = (m for m in page.matches if m.state == "open")
    pairs = (" - ".join(slot.name for slot in match.slots) for match in to_play)
    return tell(_NEXT, matches=", ".join(pairs))


def _side(matches: Sequence[BracketMatch], me: str, width: int, signs: Signs) -> list[Sentence]:
    rounds = [list(same) for _, same in groupby(matches, key=attrgetter("round"))]
    columns = _columns(rounds)
    if columns[-1].stop <= width and _is_tree(rounds):
        return _tree(rounds, columns, me, signs)
    return _by_rounds(rounds, me)


class _Place(NamedTuple):
    """The columns of a round."""

    start: int
    names: int
    """Columns for a name."""
    seeded: bool
    """Whether seeds are written; those of later rounds are known by then."""

    @property
    def stop(self) -> int:
        """The column behind its scores."""
        return self.start + (_SEED if self.seeded else 0) + self.names + 2


_SEED: Final = 3
_JOINT: Final = 4
"""Columns between two rounds."""
_NOBODY: Final = "..."


def _columns(rounds: Sequence[Sequence[BracketMatch]]) -> list[_Place]:
    """Give each round as many columns as its longest name needs."""
    places: list[_Place] = []
    for matches in rounds:
        names = (slot.name or _NOBODY for match in matches for slot in match.slots)
        start = places[-1].stop + _JOINT if places else 0
        places.append(_Place(start, max(map(cell_len, names)), not places))
    return places


def _is_tree(rounds: Sequence[Sequence[BracketMatch]]) -> bool:
    """Return whether each round is as large as the one before, or half as large."""
    counts = [len(matches) for matches in rounds]
    pairs = pairwise(counts)
    return all(after in (before, before / 2) for before, after in pairs)


class _Canvas:
    """Lines of text that are written piece by piece, from the left."""

    def __init__(self) -> None:
        self._rows: dict[int, list[tuple[int, Span]]] = {}

    def put(self, y: int, x: int, text: str, role: Role = "text") -> None:
        """Write a piece."""
        self._rows.setdefault(y, []).append((x, Span(text, role)))

    def lines(self) -> list[Sentence]:
        """Return the lines from the top."""
        return [self._line(y) for y in range(max(self._rows) + 1)]

    def _line(self, y: int) -> Sentence:
        spans, at = [], 0
        for x, span in sorted(self._rows.get(y, ()), key=lambda piece: piece[0]):
            spans += [Span(" " * (x - at)), span]
            at = x + cell_len(span.text)
        return say(*spans)


def _tree(
    rounds: Sequence[Sequence[BracketMatch]], columns: Sequence[_Place], me: str, signs: Signs
) -> list[Sentence]:
    """Draw each match level with the middle of the two that lead to it."""
    canvas = _Canvas()
    tops = [3 * place for place in range(len(rounds[0]))]
    for number, (place, matches) in enumerate(zip(columns, rounds, strict=True), 1):
        for top, match in zip(tops, matches, strict=True):
            for row, slot in enumerate(match.slots):
                canvas.put(top + row, place.start, _slot(slot, place), _role(match, slot, me))
        if number < len(rounds):
            tops = _join(canvas, place.stop, tops, len(rounds[number]), signs)
    return canvas.lines()


def _join(canvas: _Canvas, x: int, tops: list[int], after: int, signs: Signs) -> list[int]:
    """Draw the lines to the next round, and return where its matches stand."""
    if after == len(tops):
        for top in tops:
            canvas.put(top, x, f" {signs.straight * 2}", "quiet")
        return tops
    middles = []
    for upper, lower in zip(tops[::2], tops[1::2], strict=True):
        middle = (upper + lower) // 2
        canvas.put(upper, x, f" {signs.across}{signs.top}", "quiet")
        for y in range(upper + 1, lower):
            canvas.put(y, x + 2, signs.out if y == middle else signs.down, "quiet")
        canvas.put(lower, x, f" {signs.across}{signs.bottom}", "quiet")
        middles.append(middle)
    return middles


def _slot(slot: BracketSlot, place: _Place) -> str:
    seed = f"{slot.seed or '':>2} " if place.seeded else ""
    wins = "" if slot.wins is None else slot.wins
    return f"{seed}{set_cell_size(slot.name or _NOBODY, place.names)} {wins:>1}"


def _role(match: BracketMatch, slot: BracketSlot, me: str) -> Role:
    if slot.name and slot.name in (me, match.winner):
        return "strong"
    return "quiet" if match.winner or not slot.name else "text"


def _by_rounds(rounds: Iterable[Sequence[BracketMatch]], me: str) -> list[Sentence]:
    lines = []
    for matches in rounds:
        lines.append(say(Span(tr("round {round}", round=matches[0].round), "quiet")))
        lines += [_match_line(match, me) for match in matches]
    return lines


def _match_line(match: BracketMatch, me: str) -> Sentence:
    one, other = (Span(slot.name or _NOBODY, _role(match, slot, me)) for slot in match.slots)
    wins = [slot.wins for slot in match.slots]
    score = "-" if None in wins else " - ".join(map(str, wins))
    why = f"  ({tr(_WHY[match.why])})" if match.why in _WHY else ""
    return say("  ", one, f" {score} ", other, Span(why, "quiet"))


def _places(text: PageText, places: Sequence[PlaceLine]) -> PageText:
    """List the places that are decided, with the points for the year."""
    if not places:
        return text
    columns = [Column(tr(C_("head of a column", "place")), "right"), Column("")]
    if any(line.points for line in places):
        columns.append(Column(tr(C_("head of a column", "year points")), "right", "strong"))
    rows = [(str(line.place), line.name, str(line.points))[: len(columns)] for line in places]
    return text.table(columns, rows)


def year_page(page: YearPage, me: str = "") -> PageText:
    """Write the table of a year, which seeds its World Championship."""
    text = PageText(me).add(tell(_YEAR, year=Span(str(page.year), "strong")), SILENCE)
    if not page.lines:
        return text.add(tell(_NO_CHAMPIONSHIP))
    columns = (
        Column("", "right"),
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "points")), "right", "strong"),
        *(Column(tr(suit), "right", "quiet") for suit in _HEADS),
    )
    rows = [
        (
            str(line.place),
            line.name,
            str(line.points),
            *(str(points or "-") for points in line.seasons),
        )
        for line in page.lines
    ]
    return text.table(columns, rows, [line.name for line in page.lines])


_YEAR: Final = N_("The year {year}")
_NO_CHAMPIONSHIP: Final = N_("No championship has been held in this year yet.")
_HEADS: Final = (
    C_("head of a column", "clubs"),
    C_("head of a column", "diamonds"),
    C_("head of a column", "hearts"),
    C_("head of a column", "spades"),
)
