"""Pages of the league: what all are made of, and those of a season, its weeks and its year."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Literal, NamedTuple

from rich.cells import cell_len, set_cell_size

from cuttle_tui.drawing.forms import fullest
from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Message,
    Plural,
    Role,
    Sentence,
    Span,
    counted,
    plain,
    say,
    tell,
    tr,
)
from cuttle_tui.kit.names import POINTS, with_level
from cuttle_tui.kit.text_types import PanelBlock, PanelModel
from cuttle_tui.ports.league import (
    BracketPage,
    League,
    MatchLine,
    SeasonLine,
    SeasonPage,
    StandingLine,
    WeekPage,
    YearPage,
    has_account,
    is_deleted,
)
from cuttle_tui.table.words.game_over import season_name
from engine.computers import called


def shown_name(name: str) -> str:
    """Return a player's name as it is read: deleted accounts and residents in words."""
    if called(name) is not None:
        return with_level(name)
    return tr("deleted player {number}", number=name.split()[-1]) if is_deleted(name) else name


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its head, the side its texts keep to, and how they look."""

    head: str
    side: Literal["left", "right"] = "left"
    role: Role = "text"
    gap: int = 2
    """Spaces before the column."""
    spare: bool = False
    """Whether it is left out where the columns of a table have no room."""


@dataclass(slots=True)
class PageText:
    """The lines of a page, each with the player it is about."""

    me: str = ""
    """The player who reads; lines about them stand out."""
    lines: list[Sentence] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    """The player of each line; empty if there is none."""
    pinned: int = 0
    """Lines at the top that stay where the others are scrolled."""
    rest: tuple[int, str] | None = None
    """A line, and what says that it is further down where it is out of sight."""
    reach: int = 0
    """The columns that belong to the players of lines, if others stand beside them."""
    top: bool = False
    """Whether it is shown from its top, even if the reader's line is then out of sight."""

    def add(self, *lines: Sentence) -> PageText:
        """Add lines about nobody."""
        self.lines += lines
        self.names += [""] * len(lines)
        return self

    def table(
        self,
        columns: Sequence[Column],
        rows: Sequence[Sequence[str]],
        names: Sequence[str] = (),
        width: int | None = None,
    ) -> PageText:
        """Add rows under the heads of their columns.

        Args:
            columns: the columns, from the left.
            rows: the texts of each row, a text for each column.
            names: the player of each row, if rows are about players.
            width: the columns of text that there are; spare columns are left out for it.
        """
        names = ["" if _has_no_page(name) else name for name in names or [""] * len(rows)]
        rows = [[*map(shown_name, row)] for row in rows]
        columns, rows, widths = _fitting(columns, rows, width)
        heads = [column.head for column in columns]
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

    def height(self) -> int:
        """Return how many lines there are."""
        return len(self.lines)

    def fits(self, width: int, height: int) -> bool:
        """Return whether all lines have room."""
        return self.width <= width and len(self.lines) <= height

    def beside(self, other: PageText, gap: int) -> PageText:
        """Put other lines beside these, so many columns apart."""
        start = self.width + gap
        lines = [*self.lines, *[SILENCE] * (len(other.lines) - len(self.lines))]
        for place, line in enumerate(other.lines):
            blanks = Span(" " * (start - _width(lines[place])))
            lines[place] = (*lines[place], blanks, *line) if line else lines[place]
        names = [*self.names, *[""] * (len(lines) - len(self.names))]
        reach = self.reach or self.width * any(self.names)
        return PageText(self.me, lines, names, reach=reach)

    def joined(self, other: PageText, width: int, *gaps: int) -> PageText:
        """Put other lines beside these by the first gap that has room, else below these."""
        gap = fullest(gaps, lambda gap: self.width + gap + other.width, width)
        beside = self.beside(other, gap)
        return beside if self.lines and beside.width <= width else self.append(other)

    def drawn(self, room: int, draw: Callable[[int], Iterable[Sentence]]) -> PageText:
        """Put beside these lines what is drawn in the columns that they leave, if it has enough."""
        least, most = _DRAWN
        free = min(most, room - self.width - _BEFORE_DRAWN)
        if free < least:
            return self
        return self.beside(PageText().add(*draw(free)), _BEFORE_DRAWN)

    def spaced(self, height: int) -> PageText:
        """Put a blank row between the lines about players if so many rows have all of them."""
        named = [place for place, name in enumerate(self.names) if name]
        first, last = (named[0], named[-1]) if named else (0, 0)
        further = [place for place in range(first + 1, last + 1) if self.lines[place]]
        if len(self.lines) + len(further) <= height:
            for place in reversed(further):
                self.lines.insert(place, SILENCE)
                self.names.insert(place, "")
        return self

    def about_nobody(self) -> PageText:
        """Return the page with no line that could be in focus."""
        return PageText(self.me, self.lines, [""] * len(self.lines))

    def append(self, other: PageText) -> PageText:
        """Add the lines of another page below these."""
        self.lines += other.lines
        self.names += other.names
        self.reach = self.reach or other.reach
        return self


_DRAWN: Final = (16, 48)
_BEFORE_DRAWN: Final = 2
"""Columns of what is drawn beside a table, at least and at most, and before it."""


def _fitting(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int | None
) -> tuple[Sequence[Column], Sequence[Sequence[str]], list[int]]:
    """Leave out spare columns, the last first, until the others fit; return their widths too."""
    heads = [column.head for column in columns]
    widths = [max(map(cell_len, texts)) for texts in zip(heads, *rows, strict=True)]
    spare = [place for place, column in enumerate(columns) if column.spare]
    if width is None or not spare or sum(widths) + sum(c.gap for c in columns) <= width:
        return columns, rows, widths
    kept = [place for place in range(len(columns)) if place != spare[-1]]
    left = [[row[place] for place in kept] for row in rows]
    return _fitting([columns[place] for place in kept], left, width)


def _width(line: Sentence) -> int:
    return sum(cell_len(span.text) for span in line)


def _has_no_page(name: str) -> bool:
    """Return whether a name is that of nobody with an account, or of a computer."""
    return not has_account(name) or called(name) is not None


def bar(value: int, most: int, room: int, sign: str) -> str:
    """Write a value as a bar; the largest one takes all the room."""
    return sign * max(value > 0, round(value * room / max(1, most)))


def _line(
    columns: Sequence[Column], widths: Sequence[int], texts: Sequence[str], role: Role | None
) -> Sentence:
    spans = []
    last = len(columns) - 1
    for number, (column, width, text) in enumerate(zip(columns, widths, texts, strict=True)):
        if column.side == "right":
            shown = " " * (width - cell_len(text)) + text
        else:
            shown = set_cell_size(text, width)
        shown = shown.rstrip() if number == last else shown
        spans.append(Span(" " * column.gap + shown, role or column.role))
    return say(*spans)


# what a page declares -----------------------------------------------------------------------------


class Signs(NamedTuple):
    """The signs that join the matches of a tree."""

    across: str
    top: str
    down: str
    out: str
    bottom: str
    straight: str
    about: str
    """Before the number that a rating may be off."""
    here: str
    """Before the match that the reader is to play."""
    full: str
    """A cell of a bar."""
    dot: str
    """A value on a line."""


BOX: Final = Signs("─", "┐", "│", "├", "┘", "─", "±", "▌", "━", "●")
ASCII: Final = Signs("-", "+", "|", "+", "+", "-", "+-", ">", "=", "o")


class Look(NamedTuple):
    """Who reads a page, and what it is written with."""

    me: str = ""
    width: int = 100
    """Columns at most; a bracket that needs more is listed by rounds."""
    signs: Signs = BOX
    height: int = 0
    """Rows that are there in any case."""
    room: int = 0
    """Columns that leave another page its own beside this one; 0 for text without a window."""


class Sheet(NamedTuple):
    """A page that was read."""

    write: Callable[[Look], PageText]
    championship: BracketPage | None = None
    """The championship that it shows, if it does."""


SEEN: Final = 3
"""How many lines below the heading are in sight besides the height of a look."""
Read = Callable[[League, list[str]], Awaitable[Sheet]]
"""Reads the page that some words ask for: the usual one if there are none.

Raises ValueError if the words mean nothing, LobbyError if there is no such page.
"""


class Page(NamedTuple):
    """A command that writes a page as text, in plain mode and over ssh."""

    name: str
    usage: Message
    text: Message
    """What the help says of it."""
    read: Read

    @property
    def shortest(self) -> str:
        """The command with the words that it must have, in English."""
        return self.usage.text.partition(" [")[0]


class Issues(NamedTuple):
    """The pages that can be turned to in a list of the screen, the newest first."""

    words: list[list[str]]
    """What asks for each."""
    none: Callable[[Look], PageText] = lambda look: PageText(look.me)
    """Writes what is shown if there are none."""
    told: Message = N_("games are casual until a season begins")
    """What the bar says then."""
    panel: Callable[[], PanelModel] = tuple
    """Writes what stands beside it then, where there is room."""


class Tab(NamedTuple):
    """A list of the screen."""

    title: Message
    about: Message
    read: Read
    issues: Callable[[League], Awaitable[Issues]]
    beside: str = ""
    """The name of what stands beside it where there is room; empty for nothing."""
    below: str = ""
    """The same for what stands below it."""


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
QUALIFY: Final = Plural("the best player qualifies", "the best {n} qualify")


def season_state(season: SeasonLine) -> str:
    """Return how far a season is."""
    state = _STATES[season.state]
    return tr(state, start=season.start, week=season.week, weeks=season.weeks)


def _heading(season: SeasonLine, look: Look, *, cut: int) -> Sentence:
    """Name a season and its state; how many qualify too, unless a line in sight says so.

    Where that is below the lines in sight, there is no room for the rules.
    """
    about = [season_state(season), season.ruleset]
    if not cut:
        about.append(counted(season.size, QUALIFY))
    elif look.height and cut + _HEADS_AND_CUT > look.height + SEEN:
        about[1] = counted(cut, QUALIFY)
    return say(Span(season_name(season.id), "strong"), f"   {', '.join(about)}")


_HEADS_AND_CUT: Final = 2
"""The rows of a table above its first player, and of the line where the cut is."""


def season_page(page: SeasonPage, look: Look, *, weekly: bool = True) -> PageText:
    """Write the standings of a season.

    Args:
        page: the season.
        look: who reads it, in how many columns.
        weekly: whether the points of each week are listed, as many as there is room for.
    """
    qualified = sum(line.qualified for line in page.standings)
    first = all(line.qualified for line in page.standings[:qualified])
    standings, cut = page.standings, (qualified if qualified < len(page.standings) and first else 0)
    text = PageText(look.me).add(_heading(page.season, look, cut=cut), SILENCE)
    if not standings:
        return text.add(tell("No match has been decided yet."))
    columns = [
        Column("", "right"),
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "points")), "right", "strong"),
        Column(tr(C_("head of a column", "won")), "right"),
        Column(tr(C_("head of a column", "lost")), "right"),
    ]
    rows = [
        [str(line.place), line.name, str(line.points), str(line.wins), str(line.losses)]
        for line in standings
    ]
    table = PageText(look.me).table(columns, rows, [line.name for line in standings])
    if weekly:
        _add_weeks(table, standings, look.width)
    if cut:
        told, width = counted(cut, QUALIFY), min(table.width, look.width)
        table.lines.insert(1 + cut, ruled(told, width, look.signs.straight))
        table.names.insert(1 + cut, "")
    text.pinned = len(text.lines) + 1
    return text.append(table)


def ruled(told: str, width: int, sign: str) -> Sentence:
    """Write a text in a line across a table."""
    start = f"{_INDENT}{sign * 2} {told} "
    return say(Span(start + sign * (width - cell_len(start)), "quiet"))


_INDENT: Final = "  "
_WEEKS: Final = C_("head of a column", "weeks")
_LAST_WEEKS: Final = C_("head of a column", "last weeks")
_LEAST_WEEKS: Final = 3
"""Weeks whose points are worth a column."""


def _add_weeks(table: PageText, standings: Sequence[StandingLine], width: int) -> None:
    """Add the points of the latest weeks behind the rows of a table, as many as fit."""
    weeks = max(len(line.weeks) for line in standings)
    digits = max(len(str(points)) for line in standings for points in (0, *line.weeks))
    fitting = (width - table.width - len(_INDENT) + 1) // (digits + 1)
    shown = min(weeks, fitting)
    head = tr(_WEEKS if shown == weeks else _LAST_WEEKS)
    if shown < min(weeks, _LEAST_WEEKS) or table.width + len(_INDENT) + cell_len(head) > width:
        return
    cells = [
        " ".join(f"{points or '-':>{digits}}" for points in line.weeks[weeks - shown :])
        for line in standings
    ]
    column = PageText().table((Column(head, role="quiet", gap=0),), [[cell] for cell in cells])
    beside = table.beside(column, len(_INDENT))
    table.lines = beside.lines


def week_page(page: WeekPage, look: Look) -> PageText:
    """Write a week: who won how often, and its matches.

    Args:
        page: the week.
        look: who reads it, in how many columns.
    """
    season = page.season
    name = Span(season_name(season.id), "strong")
    title, about = say(name, f"   {week_of(page)}"), say("   ", Span(tr(_POINTS), "quiet"))
    whole = say(*title, *about)
    fits = look.height and cell_len(plain(whole)) <= look.room
    text = PageText(look.me).add(whole if fits else title, SILENCE)
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
    table, matches = PageText(look.me), _matches(page.matches, look)
    if rows:
        table.table(columns, rows, [line.name for line in page.lines])
    both = len(table.lines) + 1 + len(matches.lines)
    if look.height and both > look.height + SEEN:
        return _week_in_short(text, page, matches)
    text.append(table).add(*[SILENCE] * bool(rows)).append(matches)
    told = bool(look.height) and not fits and both + _RULED <= look.height
    return text.add(*(SILENCE, about[-1:]) * told)


_RULED: Final = 2
"""Rows of the rule below a week, with a blank one."""


def _week_in_short(text: PageText, page: WeekPage, matches: PageText) -> PageText:
    """Write a week where rows are few: its matches first, and no heads of columns."""
    del matches.lines[0], matches.names[0]
    columns = (
        Column("", "right"),
        Column(""),
        Column("", "right", "quiet"),
        Column("", "right", "strong"),
    )
    rows = [
        (
            str(line.place or ""),
            line.name,
            f"{line.wins} - {line.losses}",
            counted(line.points, POINTS),
        )
        for line in page.lines
    ]
    text.top = True
    text.append(matches).add(*[SILENCE] * bool(rows))
    return text.table(columns, rows, [line.name for line in page.lines])


_POINTS: Final = N_("points 5, 4, 3; 2 for a win, 1 for a match")


def week_of(page: WeekPage) -> str:
    """Name a week by its number."""
    return tr("week {week} of {weeks}", week=page.week, weeks=page.season.weeks)


def _matches(matches: Sequence[MatchLine], look: Look) -> PageText:
    """List matches; the reader's own stand out, and one to be played is marked."""
    columns = (
        Column(tr(C_("head of a column", "match")), "right"),
        Column("", "right", "quiet"),
        Column(""),
        Column(tr(C_("head of a column", "state"))),
        Column(tr(C_("head of a column", "ended")), role="quiet", spare=True),
    )
    rows = [
        (
            match.one,
            f"{match.wins[0]} - {match.wins[1]}",
            match.other,
            tr(_MATCH_STATES[match.state], winner=shown_name(match.winner)),
            match.ended[:_DAY],
        )
        for match in matches
    ]
    text = PageText(look.me).table(columns, rows, width=look.width)
    for place, match in enumerate(matches, len(text.lines) - len(rows)):
        if look.me in (match.one, match.other):
            first, *others = (span._replace(role="strong") for span in text.lines[place])
            mark = f"{look.signs.here} " if match.state == "open" else first.text[:2]
            text.lines[place] = say(Span(mark, "key"), first._replace(text=first.text[2:]), *others)
    return text


_DAY: Final = len("2026-01-06")


def year_page(page: YearPage, look: Look) -> PageText:
    """Write the table of a year, which seeds its World Championship.

    Seasons have columns once there are points from the championships of two.
    """
    title = tell("The year {year}", year=Span(str(page.year), "strong"))
    parted = len(page.lines) > _ENTRANTS
    if not parted:
        title = say(*title, f"   {counted(_ENTRANTS, QUALIFY)}")
    text = PageText(look.me).add(title, SILENCE)
    if not page.lines:
        return text.add(tell("No championship has been held this year yet."))
    held = [
        place for place in range(len(_HEADS)) if any(line.seasons[place] for line in page.lines)
    ]
    held = held if len(held) > 1 else []
    columns = (
        Column("", "right"),
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "points")), "right", "strong"),
        *(Column(tr(_HEADS[place]), "right", "quiet", spare=True) for place in held),
        Column(tr(C_("head of a column", "seasons won")), "right"),
    )
    rows = [
        (
            f"{line.place:>2}",
            line.name,
            str(line.points),
            *(str(line.seasons[place] or "-") for place in held),
            str(line.titles or ""),
        )
        for line in page.lines
    ]
    names = [line.name for line in page.lines]
    table = PageText(look.me).table(columns, rows, names, look.room or look.width)
    most = max(line.points for line in page.lines)

    def bars(width: int) -> list[Sentence]:
        drawn = (bar(line.points, most, width, look.signs.full) for line in page.lines)
        return [SILENCE, *(say(Span(each, "quiet")) for each in drawn)]

    table = table.drawn(look.room, bars)
    if parted:
        told = counted(_ENTRANTS, QUALIFY)
        table.lines.insert(1 + _ENTRANTS, ruled(told, table.width, look.signs.straight))
        table.names.insert(1 + _ENTRANTS, "")
    return text.append(table)


_ENTRANTS: Final = 8
"""Players of a World Championship."""
_HEADS: Final = (
    C_("head of a column", "clubs"),
    C_("head of a column", "diamonds"),
    C_("head of a column", "hearts"),
    C_("head of a column", "spades"),
)


async def _season(league: League, words: list[str]) -> Sheet:
    """Read the standings of a season, or a week of it after ``week``."""
    season, rest = ("", words) if words[:1] in ([], ["week"]) else (words[0], words[1:])
    match rest:
        case []:
            standings = await league.season(season)
            return Sheet(lambda look: season_page(standings, look))
        case ["week"]:
            week = await league.week(season)
        case ["week", number] if number.isdecimal():
            week = await league.week(season, int(number))
        case _:
            raise ValueError(words)
    return Sheet(lambda look: week_page(week, look))


async def _begun(league: League) -> tuple[list[SeasonLine], Callable[[Look], PageText]]:
    """Return the seasons that have begun, and what is shown if none has."""
    seasons = await league.seasons()
    begun = [season for season in seasons if season.state != "coming"]
    return begun, partial(_no_season, seasons)


def _no_season(seasons: tuple[SeasonLine, ...], look: Look) -> PageText:
    """Say that there is no season yet, or when the first begins, and what one is."""
    told = N_("There has been no season here yet.")
    first = seasons[-1] if seasons else None
    head = say(Span(tr(told), "strong"))
    if first is not None:
        name = season_name(first.id)
        head = tell("{season} begins on {start} UTC.", season=name, start=first.start)
    columns = (Column("", role="strong"), Column("", gap=_PARTED))
    rows = [(tr(what), tr(about)) for what, about in _A_SEASON]
    text, airy = PageText().add(head), 2 * len(rows) < look.height + SEEN
    for line in PageText().table(columns, rows).lines:
        text.add(*[SILENCE] * (len(text.lines) == 1 or airy), line)
    more = PageText().add(SILENCE, SILENCE).append(_places_pay())
    return text.append(more) if more.height() <= look.height + SEEN - text.height() else text


def _places_pay() -> PageText:
    """Tell the points of the places of a week, and of a championship."""
    columns = (
        Column(tr(C_("head of a column", "points of places")), role="strong"),
        *(Column(str(place), "right") for place in range(1, len(_YEAR_POINTS) + 1)),
    )
    week = (*map(str, _WEEK_POINTS), *[""] * len(_YEAR_POINTS))[: len(_YEAR_POINTS)]
    rows = [
        (tr(C_("whose places have points", "a week")), *week),
        (tr(C_("whose places have points", "a championship")), *map(str, _YEAR_POINTS)),
    ]
    head, *lines = PageText().table(columns, rows).lines
    text = PageText().add(head)
    for line in lines:
        text.add(SILENCE, line)
    text.add(SILENCE)
    for told in _LEVEL_AND_LATE:
        text.add(SILENCE, say(f"{_INDENT}{tr(told)}"))
    return text


_LEVEL_AND_LATE: Final = (
    N_("level players share a place: 5, 3, 3, 2 wins make 5, 4, 4, 2 points"),
    N_("a match that nobody has won when its week ends is void"),
)


def about_seasons() -> PanelModel:
    """Say what a year is made of, and what there is to do until the first season."""
    return tuple(PanelBlock(tr(title), tuple(map(tell, lines))) for title, lines in _ABOUT_SEASONS)


_ABOUT_SEASONS: Final = (
    (
        N_("the seasons of a year"),
        (N_("Clubs, Diamonds, Hearts, Spades"), N_("each ends with its championship")),
    ),
    (
        N_("a championship"),
        (N_("lose two matches and you are out"), N_("its places have points for the year")),
    ),
    (N_("the end of a year"), (N_("the World Championship:"), N_("the best 8 of its table"))),
    (
        N_("who takes part"),
        (N_("all who play rated matches"), N_("with an account; nobody signs up")),
    ),
    (N_("until then"), (N_("all games are casual"), N_("play nights need no season"))),
)
"""What there is to know of seasons besides what their page says."""
_WEEK_POINTS: Final = (5, 4, 3)
_YEAR_POINTS: Final = (21, 14, 10, 7, 5, 3, 2, 1)
"""Points of the first places of a week, and of a championship."""
_PARTED: Final = 3
"""Columns between a word and what it means."""
_A_SEASON: Final = (
    (N_("a match"), N_("first to two wins, one a week per pair")),
    (N_("a week"), N_("first three 5, 4, 3; a win 2, a match 1")),
    (N_("a season"), N_("13 weeks; the points of all are added up")),
    (N_("the best 8"), N_("play for its championship")),
    (N_("a year"), N_("four championships, and its own table")),
)
"""What there is in a league, and what each of it means."""


async def _all_seasons(league: League) -> Issues:
    begun, none = await _begun(league)
    return Issues([[season.id] for season in begun], none, panel=about_seasons)


async def _weeks(league: League) -> Issues:
    """Return the weeks of the latest season."""
    begun, none = await _begun(league)
    weeks = [
        [season.id, "week", str(week)]
        for season in begun[:1]
        for week in range(season.week or season.weeks, 0, -1)
    ]
    return Issues(weeks, none, panel=about_seasons)


PAGES: Final = (
    Page(
        "season",
        N_("season [SEASON] [week [NUMBER]], with a SEASON such as 2026-clubs"),
        N_("the standings; `season week` for the week"),
        _season,
    ),
)
WEEK_TAB: Final = 1
"""Where the weeks stand among the lists."""
TABS: Final = (
    Tab(
        C_("a list of the league", "standings"),
        N_("Points for each week's wins"),
        _season,
        _all_seasons,
        beside="week",
        below="year",
    ),
    Tab(
        C_("a list of the league", "week"),
        N_("One match per pair counts each week"),
        _season,
        _weeks,
        beside="standings",
        below="year",
    ),
)
