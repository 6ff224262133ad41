"""Standings and brackets as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rich.cells import cell_len

from cuttle_tui.i18n.translation import C_, N_, Message, Plural, counted, tr
from server.league.brackets import Bracket, Meeting, Source
from server.league.paper import outside
from server.league.seasons import RatedGame, Season, play_matches
from server.league.standings import (
    Cut,
    Standing,
    WeekScore,
    YearStanding,
    standings,
    week_scores,
    year_points,
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
        yield tr("Week {week}, from {day} UTC", week=week, day=day)
        yield from _week(week_scores(matches, week))
        yield ""
    table = standings(season, matches)
    yield tr("Standings")
    if table:
        yield from _standings(table)
        yield ""
        yield tr("Championship, by seed: {names}", names=_seeds(chosen))
        yield from _ties(chosen)
    else:
        yield "  " + tr("no match was decided")
    yield from _outside(outside(season, games))


def _outside(games: Sequence[tuple[int, RatedGame]]) -> Iterator[str]:
    """Name the games that count for nothing."""
    if not games:
        return
    yield ""
    yield counted(len(games), _OUTSIDE)
    for line, game in games:
        one, other = map(_name, game.players)
        yield "  " + tr(
            "line {line}: {one} - {other}, {ended} UTC",
            line=line,
            one=one,
            other=other,
            ended=f"{game.ended:%Y-%m-%d %H:%M}",
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


def _standings(table: Sequence[Standing]) -> Iterator[str]:
    weeks = range(1, len(table[0].weeks) + 1)
    head = (_PLACE, _PLAYER, _POINTS, _MATCHES_WON, _MATCHES_LOST, *weeks)
    rows = [
        (each.place, _name(each.player), each.points, each.wins, each.losses, *each.weeks)
        for each in table
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
        padded = [
            cell + _room(cell, width) if index == 1 else _room(cell, width) + cell
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  " + "  ".join(padded).rstrip()


def _room(cell: str, width: int) -> str:
    return " " * (width - cell_len(cell))


def _name(name: str) -> str:
    return clean(name, _NAME)


# a championship ----------------------------------------------------------------------------------


def bracket_lines(bracket: Bracket) -> Iterator[str]:
    """Yield the matches of a championship, who meets whom next, and the places."""
    for side, title in _SIDES.items():
        matches = [match for match in bracket.matches if match.side == side]
        if matches:
            yield str(title)
            yield from _rounds(bracket, matches)
            yield ""
    if bracket.open:
        yield tr("To be played now")
        for match in bracket.open:
            yield f"  {match.number:>3}  {_meeting(bracket, match)}"
        yield ""
    yield tr("Places")
    yield from _places(bracket)


def _rounds(bracket: Bracket, matches: Sequence[Meeting]) -> Iterator[str]:
    several = matches[-1].round > 1
    for index, match in enumerate(matches):
        if several and (index == 0 or matches[index - 1].round != match.round):
            yield "  " + tr("round {number}", number=match.round)
        yield f"  {match.number:>3}  {_meeting(bracket, match)}"


def _meeting(bracket: Bracket, match: Meeting) -> str:
    """Return a match as a sentence: who won, or who meets whom."""
    if match.result is not None:
        winner, loser = _player(bracket, match.winner), _player(bracket, match.loser)
        return tr(_WON[match.result.why], winner=winner, loser=loser)
    one, other = (
        _player(bracket, player) if player else _source(source)
        for player, source in zip(match.players, match.sources, strict=True)
    )
    return tr("{one} meets {other}", one=one, other=other)


def _player(bracket: Bracket, player: str) -> str:
    return f"{_name(player)} ({bracket.seed(player)})"


def _source(source: Source) -> str:
    if source.kind == "winner":
        return tr("the winner of match {number}", number=source.number)
    return tr("the loser of match {number}", number=source.number)


def _places(bracket: Bracket) -> Iterator[str]:
    if not bracket.places:
        yield "  " + tr("none is decided yet")
        return
    head = (_PLACE, _PLAYER, _YEAR_POINTS)
    rows = [(place, _name(player), year_points(place)) for place, player in bracket.places]
    yield from _columns([head, *rows])
