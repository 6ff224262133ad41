"""Word the seasons of a league, and lay out its pages of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from rich.cells import cell_len, set_cell_size

from cuttle_tui.i18n.rich_text import SILENCE, Role, Sentence, Span, say, tell
from cuttle_tui.i18n.translation import C_, N_, Plural, counted, tr
from cuttle_tui.ports.league import MatchLine, SeasonLine, SeasonPage, WeekPage, is_deleted
from cuttle_tui.table.words.game_over import season_name


def shown_name(name: str) -> str:
    """Return a player's name as it is read: what stands for a deleted account is translated."""
    return tr("deleted player {number}", number=name.split()[-1]) if is_deleted(name) else name


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its head, the side its texts keep to, and how they look."""

    head: str
    side: Literal["left", "right"] = "left"
    role: Role = "text"
    gap: int = 2
    """Spaces before the column."""


@dataclass(slots=True)
class PageText:
    """The lines of a page, each with the player it is about."""

    me: str = ""
    """The player who reads; lines about them stand out."""
    lines: list[Sentence] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    """The player of each line; empty if there is none."""
    airy: bool = False
    """Whether a blank row may part the lines in a window with room to spare."""

    def add(self, *lines: Sentence) -> PageText:
        """Add lines about nobody."""
        self.lines += lines
        self.names += [""] * len(lines)
        return self

    def table(
        self, columns: Sequence[Column], rows: Sequence[Sequence[str]], names: Sequence[str] = ()
    ) -> PageText:
        """Add rows under the heads of their columns.

        Args:
            columns: the columns, from the left.
            rows: the texts of each row, a text for each column.
            names: the player of each row, if rows are about players.
        """
        names = ["" if is_deleted(name) else name for name in names or [""] * len(rows)]
        rows = [[*map(shown_name, row)] for row in rows]
        heads = [column.head for column in columns]
        widths = [max(map(cell_len, texts)) for texts in zip(heads, *rows, strict=True)]
        if any(heads):
            self.add(_line(columns, widths, heads, "quiet"))
        for row, name in zip(rows, names, strict=True):
            mine = name and name == self.me
            self.lines.append(_line(columns, widths, row, "strong" if mine else None))
            self.names.append(name)
        return self

    @property
    def width(self) -> int:
        """The columns of the widest line."""
        return max(map(_width, self.lines), default=0)

    def beside(self, other: PageText, gap: int) -> PageText:
        """Put other lines beside these, so many columns apart."""
        start = self.width + gap
        lines = [*self.lines, *[SILENCE] * (len(other.lines) - len(self.lines))]
        for place, line in enumerate(other.lines):
            blanks = Span(" " * (start - _width(lines[place])))
            lines[place] = (*lines[place], blanks, *line) if line else lines[place]
        names = [*self.names, *[""] * (len(lines) - len(self.names))]
        return PageText(self.me, lines, names, self.airy)

    def append(self, other: PageText) -> PageText:
        """Add the lines of another page below these."""
        self.lines += other.lines
        self.names += other.names
        return self


def _width(line: Sentence) -> int:
    return sum(cell_len(span.text) for span in line)


def _line(
    columns: Sequence[Column], widths: Sequence[int], texts: Sequence[str], role: Role | None
) -> Sentence:
    spans = []
    last = len(columns) - 1
    for number, (column, width, text) in enumerate(zip(columns, widths, texts, strict=True)):
        shown = _fit(text, width, column.side)
        shown = shown.rstrip() if number == last else shown
        spans.append(Span(" " * column.gap + shown, role or column.role))
    return say(*spans)


def _fit(text: str, width: int, side: Literal["left", "right"]) -> str:
    if side == "right":
        return " " * (width - cell_len(text)) + text
    return set_cell_size(text, width)


_STATES: Final = {
    "coming": N_("begins on {start} UTC"),
    "running": N_("week {week} of {weeks}"),
    "over": N_("over"),
}
_MATCH_STATES: Final = {
    "open": N_("not decided yet"),
    "decided": N_("{winner} won"),
    "void": N_("not decided in time"),
}
_ENTER: Final = Plural("the best player qualifies", "the best {n} qualify")


def season_state(season: SeasonLine) -> str:
    """Return how far a season is."""
    state = _STATES[season.state]
    return tr(state, start=season.start, week=season.week, weeks=season.weeks)


def _heading(season: SeasonLine) -> Sentence:
    qualify = counted(season.size, _ENTER)
    about = ", ".join((season_state(season), season.ruleset, qualify))
    return say(Span(season_name(season.id), "strong"), f"   {about}")


def season_page(page: SeasonPage, me: str = "") -> PageText:
    """Write the standings of a season.

    Args:
        page: the season.
        me: the player who reads.
    """
    season, standings = page.season, page.standings
    text = PageText(me, airy=True).add(_heading(season), SILENCE)
    if not standings:
        return text.add(tell("No match has been decided yet."))
    columns = (
        Column("", "right"),
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "points")), "right", "strong"),
        Column(tr(C_("head of a column", "won")), "right"),
        Column(tr(C_("head of a column", "lost")), "right"),
        Column(tr(C_("head of a column", "points of each week")), role="quiet"),
    )
    rows = [
        (
            str(line.place),
            line.name,
            str(line.points),
            str(line.wins),
            str(line.losses),
            " ".join(str(points or "-") for points in line.weeks),
        )
        for line in standings
    ]
    start = len(text.lines) + 1
    text.table(columns, rows, [line.name for line in standings])
    qualified = sum(line.qualified for line in standings)
    first = all(line.qualified for line in standings[:qualified])
    if 0 < qualified < len(standings) and first:  # nobody among them has declined
        text.lines.insert(start + qualified, say(Span("  " + "-" * 46, "quiet")))
        text.names.insert(start + qualified, "")
    return text


def week_page(page: WeekPage, me: str = "") -> PageText:
    """Write a week: who won how often, and its matches."""
    season = page.season
    name = Span(season_name(season.id), "strong")
    week = tr("week {week} of {weeks}", week=page.week, weeks=season.weeks)
    text = PageText(me, airy=True).add(say(name, f"   {week}"), SILENCE)
    if not page.matches:
        return text.add(tell("Nobody has played a match this week."))
    columns = (
        Column("", "right"),
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "won")), "right"),
        Column(tr(C_("head of a column", "lost")), "right"),
        Column(tr(C_("head of a column", "points")), "right", "strong"),
    )
    rows = [
        (str(line.place or ""), line.name, str(line.wins), str(line.losses), str(line.points))
        for line in page.lines
    ]
    if rows:
        text.table(columns, rows, [line.name for line in page.lines]).add(SILENCE)
    return _matches(text, page.matches)


def _matches(text: PageText, matches: tuple[MatchLine, ...]) -> PageText:
    columns = (
        Column(tr(C_("head of a column", "match"))),
        Column("", "right"),
        Column("", gap=1),
        Column(tr(C_("head of a column", "state"))),
        Column(tr(C_("head of a column", "ended (UTC)")), role="quiet"),
    )
    rows = [
        (
            match.one,
            f"{match.wins[0]} - {match.wins[1]}",
            match.other,
            tr(_MATCH_STATES[match.state], winner=shown_name(match.winner)),
            match.ended,
        )
        for match in matches
    ]
    return text.table(columns, rows)
