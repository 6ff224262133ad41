"""Files of clubs that play with paper: their text and times, championships and years."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import tzinfo
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any, Final

from rich.cells import cell_len

from cuttle_tui.i18n.translation import C_, N_, Message, Plural, counted, tr
from server.league.brackets import Bracket, BracketEvent, EventKind, Meeting
from server.league.paper import PaperError, cut_json, line_of, outside
from server.league.ratings import LeagueError
from server.league.seasons import FEWEST, MOST, SUITS, RatedGame, Season, play_matches
from server.league.standings import (
    Championship,
    Cut,
    WeekScore,
    YearStanding,
    standings,
    week_scores,
    year_points,
    year_table,
)
from server.sanitize import clean

_NAME: Final = 40
"""Columns of a name, at most."""
_PLACE: Final = C_("a column", "place")
_PLAYER: Final = C_("a column", "player")
_POINTS: Final = C_("a column", "points")
_MATCHES_WON: Final = C_("a column", "won")
_MATCHES_LOST: Final = C_("a column", "lost")
_YEAR_POINTS: Final = C_("a column", "points for the year")
_SIDES: Final[Mapping[str, Message]] = {
    "winners": N_("Winners' bracket"),
    "losers": N_("Losers' bracket"),
    "final": N_("Final"),
}
_WON: Final[Mapping[str, Message]] = {
    "played": N_("{winner} beat {loser}"),
    "corrected": N_("{winner} beat {loser}"),
    "no-show": N_("{winner} won: {loser} did not come"),
    "withdrawn": N_("{winner} won: {loser} withdrew"),
}


_OUTSIDE: Final = Plural(
    "{n} game is outside the season and does not count:",
    "{n} games are outside the season and do not count:",
)
_SUIT_HEADS: Final = (
    C_("a column", "clubs"),
    C_("a column", "diamonds"),
    C_("a column", "hearts"),
    C_("a column", "spades"),
)


# a season ----------------------------------------------------------------------------------------


def table_lines(season: Season, games: Sequence[RatedGame], chosen: Cut) -> Iterator[str]:
    """Yield the weeks and the standings of a season, and who enters its championship."""
    matches = play_matches(season, games).matches
    for week in range(1, season.weeks + 1):
        day = f"{season.week_start(week):%Y-%m-%d}"
        yield tr("Week {week}, from {day} {zone}", week=week, day=day, zone=season.start.tzinfo)
        yield from _week(week_scores(matches, week))
        yield ""
    table = standings(season, matches)
    yield tr("Standings")
    if table:
        weeks = range(1, len(table[0].weeks) + 1)
        head = (_PLACE, _PLAYER, _POINTS, _MATCHES_WON, _MATCHES_LOST, *weeks)
        rows = [
            (each.place, _name(each.player), each.points, each.wins, each.losses, *each.weeks)
            for each in table
        ]
        yield from _columns([head, *rows])
        yield ""
        yield tr("Championship, by seed: {names}", names=_seeds(chosen))
        yield from _ties(chosen)
    else:
        yield "  " + tr("no match was decided")
    yield from _outside(outside(season, games), season.start.tzinfo)


def _outside(games: Sequence[tuple[int, RatedGame]], zone: tzinfo | None) -> Iterator[str]:
    """Name the games that count for nothing."""
    if not games:
        return
    yield ""
    yield counted(len(games), _OUTSIDE)
    for line, game in games:
        one, other = map(_name, game.players)
        yield "  " + tr(
            "line {line}: {one} - {other}, {ended} {zone}",
            line=line,
            one=one,
            other=other,
            ended=f"{game.ended.astimezone(zone):%Y-%m-%d %H:%M}",
            zone=zone,
        )


def _week(scores: Sequence[WeekScore]) -> Iterator[str]:
    if not scores:
        yield "  " + tr("no match was decided")
        return
    head = (_PLACE, _PLAYER, _MATCHES_WON, _MATCHES_LOST, _POINTS)
    rows = [
        (str(each.place or "-"), _name(each.player), each.wins, each.losses, each.points)
        for each in scores
    ]
    yield from _columns([head, *rows])


def _seeds(chosen: Cut) -> str:
    return ", ".join(f"{seed} {_name(name)}" for seed, name in enumerate(chosen.entrants, 1))


def _ties(chosen: Cut) -> Iterator[str]:
    """Say who is level, and what put them in order."""
    for group in chosen.drawn:
        names = ", ".join(map(_name, group))
        yield tr("Level, so the league's lot has put them in this order: {names}", names=names)
    if chosen.level:
        names = ", ".join(map(_name, chosen.level))
        yield tr("A play-off match decides who of these enters: {names}", names=names)


# a year ------------------------------------------------------------------------------------------


def year_lines(table: Sequence[YearStanding], chosen: Cut) -> Iterator[str]:
    """Yield the table of a year, and who enters its World Championship."""
    head = (_PLACE, _PLAYER, _POINTS, *_SUIT_HEADS)
    rows = [
        (each.place, _name(each.player), each.points, *(points or "-" for points in each.seasons))
        for each in table
    ]
    yield from _columns([head, *rows])
    yield ""
    yield tr("World Championship, by seed: {names}", names=_seeds(chosen))
    yield from _ties(chosen)


def _columns(rows: Sequence[Sequence[object]]) -> Iterator[str]:
    """Yield rows in columns: the second is a name, the others are numbers."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        padded = []
        for index, (cell, width) in enumerate(zip(row, widths, strict=True)):
            space = " " * (width - cell_len(cell))
            padded.append(cell + space if index == 1 else space + cell)
        yield "  " + "  ".join(padded).rstrip()


def _name(name: str) -> str:
    return clean(name, _NAME)


# a championship ----------------------------------------------------------------------------------


def bracket_lines(bracket: Bracket) -> Iterator[str]:
    """Yield the matches of a championship, who meets whom next, and the places."""
    for side, title in _SIDES.items():
        matches = [match for match in bracket.matches if match.side == side]
        if not matches:
            continue
        yield str(title)
        for round, same in groupby(matches, key=lambda match: match.round):
            if matches[-1].round > 1:
                yield "  " + tr("round {number}", number=round)
            for match in same:
                yield f"  {match.number:>3}  {_meeting(bracket, match)}"
        yield ""
    if bracket.open:
        yield tr("To be played now")
        for match in bracket.open:
            yield f"  {match.number:>3}  {_meeting(bracket, match)}"
        yield ""
    yield tr("Places")
    if not bracket.places:
        yield "  " + tr("none is decided yet")
        return
    head = (_PLACE, _PLAYER, _YEAR_POINTS)
    rows = [(place, _name(player), year_points(place)) for place, player in bracket.places]
    yield from _columns([head, *rows])


def _meeting(bracket: Bracket, match: Meeting) -> str:
    """Return a match as a sentence: who won, or who meets whom."""
    if match.result is not None:
        winner, loser = _player(bracket, match.winner), _player(bracket, match.loser)
        return tr(_WON[match.result.why], winner=winner, loser=loser)
    sides: list[str] = []
    for player, source in zip(match.players, match.sources, strict=True):
        if player:
            sides.append(_player(bracket, player))
        elif source.kind == "winner":
            sides.append(tr("the winner of match {number}", number=source.number))
        else:
            sides.append(tr("the loser of match {number}", number=source.number))
    return tr("{one} meets {other}", one=sides[0], other=sides[1])


def _player(bracket: Bracket, player: str) -> str:
    return f"{_name(player)} ({bracket.seed(player)})"


_COMMENT: Final = re.compile(r"^\s*#.*|\s#(\s.*)?$")
"""A line that begins with ``#``, or the rest of a line from a ``#`` between blanks on."""
_ENDINGS: Final[tuple[tuple[str, EventKind], ...]] = (
    (" withdrew", "withdrawal"),
    (" did not come", "no-show"),
)
_ALIKE: Final = 0.65
"""From how alike on two words are taken for one that was mistyped."""


@dataclass(slots=True)
class _Reader:
    """Reads a championship line by line."""

    entrants: list[str]
    events: list[BracketEvent] = field(default_factory=list)
    bracket: Bracket | None = None
    """None until the first result."""
    apart: bool = False
    """Whether a blank line has come after enough players: results follow."""

    def read(self, text: str) -> None:
        """Take a line without its comment."""
        if not text:
            self.apart = len(self.entrants) >= FEWEST
            return
        event = _event(text, self.entrants)
        if event is not None:
            self.bracket = self.begun().apply(event)
            self.events.append(event)
        elif self.bracket is None:
            if text in self.entrants:
                raise LeagueError("{name} is entered twice", name=text)
            if _looks_like_result(text, self.entrants, self.apart):
                raise LeagueError(
                    "{line!r} is neither a result (ann beat bob, ann withdrew, ann did not come) "
                    "nor the name of a player that is told from the others",
                    line=text,
                )
            if len(self.entrants) == MOST:
                raise LeagueError("a championship has at most {most} players", most=MOST)
            self.entrants.append(text)
        else:
            raise LeagueError(
                "{line!r} is not a result; write it as: ann beat bob, ann withdrew, ann did "
                "not come",
                line=text,
            )

    def begun(self) -> Bracket:
        """Return the bracket so far."""
        if len(self.entrants) < FEWEST:
            raise LeagueError(
                "a championship needs {fewest} to {most} players, not {number}: name them first, "
                "in order of seed, a line each",
                fewest=FEWEST,
                most=MOST,
                number=len(self.entrants),
            )
        return self.bracket or Bracket.of(self.entrants)


def parse_bracket(text: str, file: str) -> Bracket:
    """Read a championship."""
    return read_bracket(text, file)[0]


def read_bracket(text: str, file: str) -> tuple[Bracket, tuple[BracketEvent, ...]]:
    """Read a championship: the players in order of seed, a line each, then what happened.

    A line ``ann beat bob``, ``ann withdrew`` or ``ann did not come`` says what happened; the names
    may have blanks in them. Blank lines and comments (``# ...``) are left out.
    """
    reader, number = _Reader([]), 1
    for number, line in enumerate(io.StringIO(text, newline=None), 1):
        written = line.rstrip("\n")
        if not _COMMENT.fullmatch(written):
            with line_of(file, number):
                reader.read(" ".join(_COMMENT.sub("", written).split()))
    with line_of(file, number):
        return reader.begun(), tuple(reader.events)


def _event(text: str, entrants: Sequence[str]) -> BracketEvent | None:
    """Return what a line says happened; None if it is a name."""
    for ending, kind in _ENDINGS:
        if text.endswith(ending):
            return BracketEvent(kind, _known(text.removesuffix(ending), entrants))
    words = text.split()
    splits = [
        (" ".join(words[:index]), " ".join(words[index + 1 :]))
        for index, word in enumerate(words)
        if word == "beat" and 0 < index < len(words) - 1
    ]
    if not splits:
        return None
    for winner, loser in splits:
        if winner in entrants and loser in entrants:
            return BracketEvent("beat", winner, loser)
    winner, loser = splits[0]
    return BracketEvent("beat", _known(winner, entrants), _known(loser, entrants))


def _known(name: str, entrants: Sequence[str]) -> str:
    if name not in entrants:
        raise LeagueError("{name} is not an entrant", name=name)
    return name


def _looks_like_result(text: str, entrants: Sequence[str], apart: bool) -> bool:
    """Return whether a line that is no result may have been meant as one.

    It begins or ends with a player, or nearly begins with one and ends with another; or it stands
    apart from the players, and is longer than most names.
    """
    words = text.split()
    if apart and (len(words) > 2 or any(_alike(words[0], name) for name in entrants)):
        return True
    for at in range(1, len(words)):
        if " ".join(words[:at]) in entrants or " ".join(words[at:]) in entrants:
            return True
    return any(
        _alike(" ".join(words[:stop]), one) and _alike(" ".join(words[start:]), other)
        for stop in range(1, len(words) - 1)
        for start in range(stop + 1, len(words))
        for one in entrants
        for other in entrants
        if one != other
    )


def _alike(one: str, other: str) -> bool:
    return SequenceMatcher(None, one.lower(), other.lower()).ratio() >= _ALIKE


def paper_year(
    files: Sequence[tuple[str, str]], points: Mapping[str, int]
) -> tuple[YearStanding, ...]:
    """Return the table of a year, from the names and texts of its championships' files."""
    if len(files) > len(SUITS):
        raise LeagueError("a year has {most} championships at most", most=len(SUITS))
    held: list[Championship] = []
    for suit, (file, text) in zip(SUITS, files, strict=False):
        made = parse_bracket(text, file)
        with line_of(file, len(text.splitlines())):
            if not made.champion:
                raise LeagueError("this championship is not decided yet")
        held.append(Championship(suit, tuple(player for _, player in made.places)))
    return year_table(held, points)


def league_points(files: Iterable[tuple[str, str]]) -> Mapping[str, int]:
    """Add up the points of seasons, each as the file's name and what `table --json` printed."""
    points = Counter[str]()
    for file, text in files:
        try:
            for line in json.loads(text)["standings"]:
                points[str(line["name"])] += int(line["points"])
        except (ValueError, LookupError, TypeError):
            wrong = LeagueError("this is not what `league table --json` prints")
            raise PaperError(file, 1, wrong) from None
    return points


def year_json(table: Sequence[YearStanding], chosen: Cut) -> dict[str, Any]:
    """Return the table of a year, and who enters its World Championship."""
    return {"table": [asdict(line) for line in table], "championship": cut_json(chosen)}
