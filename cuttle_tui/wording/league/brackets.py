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
from cuttle_tui.wording.league.text_table import Column, text_table


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


def bracket_lines(
    page: BracketPage, me: str = "", width: int = 78, signs: Signs = BOX
) -> tuple[Sentence, ...]:
    """Write a championship: its tree, what is to be played, its places.

    Args:
        page: the championship.
        me: the player who reads; their name stands out.
        width: columns at most; what does not fit as a tree is listed by rounds.
        signs: what the lines of the tree are made of.
    """
    lines = [say(Span(season_name(page.suit, page.year), "strong"), "   ", _state(page)), SILENCE]
    for side, name in _SIDES:
        matches = [match for match in page.matches if match.side == side]
        if matches:
            lines += [say(Span(tr(name), "quiet")), *_side(matches, me, width, signs), SILENCE]
    return (*lines, *place_lines(page.places, me))


def _state(page: BracketPage) -> Sentence:
    if page.champion:
        return tell(_CHAMPION, name=Span(page.champion, "strong"))
    to_play = (m for m in page.matches if m.state == "open")
    pairs = (" - ".join(slot.name for slot in match.slots) for match in to_play)
    return tell(_NEXT, matches=", ".join(pairs))


def _side(matches: Sequence[BracketMatch], me: str, width: int, signs: Signs) -> list[Sentence]:
    rounds = [list(same) for _, same in groupby(matches, key=attrgetter("round"))]
    names = max(cell_len(slot.name) for match in matches for slot in match.slots)
    cell = max(4, names) + 5  # seed, name, score
    if len(rounds) * (cell + _JOINT) <= width and _is_tree(rounds):
        return _tree(rounds, cell, me, signs)
    return _by_rounds(rounds, me)


_JOINT: Final = 4
"""Columns between two rounds."""


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
    rounds: Sequence[Sequence[BracketMatch]], cell: int, me: str, signs: Signs
) -> list[Sentence]:
    """Draw each match level with the middle of the two that lead to it."""
    canvas = _Canvas()
    tops = [3 * place for place in range(len(rounds[0]))]
    for column, matches in enumerate(rounds):
        x = column * (cell + _JOINT)
        for top, match in zip(tops, matches, strict=True):
            for row, slot in enumerate(match.slots):
                canvas.put(top + row, x, _slot(slot, cell), _role(match, slot, me))
        if column + 1 < len(rounds):
            tops = _join(canvas, x + cell, tops, len(rounds[column + 1]), signs)
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


def _slot(slot: BracketSlot, width: int) -> str:
    seed = str(slot.seed) if slot.seed else ""
    wins = "" if slot.wins is None else str(slot.wins)
    return f"{seed:>2} {set_cell_size(slot.name or '...', width - 5)} {wins:>1}"


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
    one, other = (Span(slot.name or "...", _role(match, slot, me)) for slot in match.slots)
    wins = [slot.wins for slot in match.slots]
    score = "-" if None in wins else " - ".join(map(str, wins))
    why = f"  ({tr(_WHY[match.why])})" if match.why in _WHY else ""
    return say("  ", one, f" {score} ", other, Span(why, "quiet"))


def place_lines(places: Sequence[PlaceLine], me: str = "") -> list[Sentence]:
    """List the places that are decided, with the points for the year."""
    if not places:
        return []
    columns = [Column(tr(C_("head of a column", "place")), "right"), Column("", role="text")]
    if any(line.points for line in places):
        columns.append(Column(tr(C_("head of a column", "year points")), "right", "strong"))
    rows = [(str(line.place), line.name, str(line.points))[: len(columns)] for line in places]
    return text_table(columns, rows, [n for n, line in enumerate(places) if line.name == me])


def year_lines(page: YearPage, me: str = "") -> tuple[Sentence, ...]:
    """Write the table of a year, which seeds its World Championship."""
    head = say(Span(tr("The year {year}", year=page.year), "strong"))
    if not page.lines:
        return (head, SILENCE, say(tr("No championship has been held in this year yet.")))
    suits = ("clubs", "diamonds", "hearts", "spades")
    columns = (
        Column("", "right"),
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "points")), "right", "strong"),
        *(Column(tr(_HEADS[suit]), "right", "quiet") for suit in suits),
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
    mine = [number for number, line in enumerate(page.lines) if line.name == me]
    return (head, SILENCE, *text_table(columns, rows, mine))


_HEADS: Final = {
    "clubs": C_("head of a column", "clubs"),
    "diamonds": C_("head of a column", "diamonds"),
    "hearts": C_("head of a column", "hearts"),
    "spades": C_("head of a column", "spades"),
}
