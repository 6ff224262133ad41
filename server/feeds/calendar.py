"""Write what happens in a club as a calendar, and what waits for one of its players."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Final

import sqlalchemy as sa

from cuttle_tui import __version__
from cuttle_tui.i18n.translation import N_, tr
from cuttle_tui.kit.names import listed
from cuttle_tui.league.nights import FORMATS
from cuttle_tui.ports import InboxLine
from cuttle_tui.table.words.game_over import season_name
from server.feeds import Club
from server.league.night_results import parse_night_event
from server.league.nights import night_of
from server.league.seasons import Season
from server.league.store.championships import all_championships, bracket
from server.league.store.ratings import season_rows
from server.league.store.tables import league_matches, names
from server.store.running_tables import all_nights

if TYPE_CHECKING:
    from icalendar.cal import Component

_SHOWN: Final = timedelta(days=400)
"""How long what is over stays in a calendar."""
_NIGHTS: Final = 50
_A_NIGHT: Final = timedelta(hours=2)
_A_MOVE: Final = timedelta(minutes=30)
"""How long before its deadline a move stands in the calendar."""
_REFRESH: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Event:
    """Something in a calendar: of whole days, or from one moment to another."""

    id: str
    start: date
    """A moment is a date as well."""
    end: date
    """The day after the last, or the moment."""
    summary: str
    about: str = ""
    path: str = ""
    """Of the page about it."""


def calendar_text(club: Club, name: str, events: Iterable[Event], now: datetime) -> bytes:
    """Write events as iCalendar."""
    import icalendar  # half a second, for the first who asks

    made = icalendar.Calendar()
    made.add("prodid", f"-//Cuttle//Cuttle {__version__}//EN")
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("name", name)
    made.add("x-wr-calname", name)
    made.add("refresh-interval", _REFRESH, parameters={"VALUE": "DURATION"})
    for event in events:
        entry = icalendar.Event()
        entry.add("uid", f"{event.id}@{club.host}")
        entry.add("dtstamp", now)
        entry.add("dtstart", event.start)
        entry.add("dtend", event.end)
        entry.add("summary", event.summary)
        where = club.page(event.path) if event.path else ""
        about = "\n".join(filter(None, (event.about, where or f"ssh -t {club.door}")))
        entry.add("description", about)
        if where:
            entry.add("url", where)
        if not isinstance(event.start, datetime):
            entry.add("transp", "TRANSPARENT")  # a season makes nobody busy
        made.add_component(entry)
    if not made.subcomponents:  # one there must be
        made.add_component(_utc())
    text: bytes = made.to_ical()
    return text


def _utc() -> Component:
    """Return the zone UTC, which stands in a calendar without events."""
    import icalendar

    zone, rule = icalendar.Timezone(), icalendar.TimezoneStandard()
    zone.add("tzid", "UTC")
    rule.add("dtstart", datetime(1970, 1, 1))
    rule.add("tzoffsetfrom", timedelta(0))
    rule.add("tzoffsetto", timedelta(0))
    zone.add_component(rule)
    return zone


def club_events(connection: sa.Connection, now: datetime) -> list[Event]:
    """Return the seasons with their weeks, the championships with their finals, and the nights."""
    found: list[Event] = []
    for row in season_rows(connection):
        if row.season.end > now - _SHOWN:
            found += _season(row.season)
    return [*found, *_championships(connection, now), *_nights(connection, now)]


def _season(season: Season) -> Iterator[Event]:
    """Return a season and each of its weeks, as whole days in UTC."""
    name, path = season_name(season.id), f"/season/{season.id}"
    yield Event(f"season-{season.id}", _day(season.start), _day(season.end), name, path=path)
    for week in range(1, season.weeks + 1):
        if season.week_start(week) < season.end:
            yield Event(
                f"week-{season.id}-{week}",
                _day(season.week_start(week)),
                _day(season.week_end(week)),
                tr("{season}, week {n}", season=name, n=week),
                path=f"{path}/{week}",
            )


def _day(moment: datetime) -> date:
    return moment.astimezone(UTC).date()


def _championships(connection: sa.Connection, now: datetime) -> Iterator[Event]:
    """Return each championship on the day on which it was drawn, with how its final stands."""
    for row in all_championships(connection):
        if row.created < now - _SHOWN:
            continue
        final, name_of = bracket(row).matches[-1], names(connection, row.entrants)
        one, other = (name_of.get(player, "") for player in final.players)
        about = ""
        if final.winner:
            about = tr("{who} is the champion", who=name_of[final.winner])
        elif one and other:
            about = tr("the final: {one} against {other}", one=one, other=other)
        day, season = _day(row.created), season_name(row.id)
        yield Event(
            f"championship-{row.id}",
            day,
            day + timedelta(days=1),
            tr("{season}: the championship is drawn", season=season),
            about,
            f"/bracket/{row.id}",
        )


def _nights(connection: sa.Connection, now: datetime) -> Iterator[Event]:
    """Return the latest nights, from when they were opened until they were over."""
    rows = sorted(all_nights(connection), key=lambda row: -json.loads(row.head)["at"])
    for row in rows[:_NIGHTS]:
        night = night_of(map(parse_night_event, (row.head, *row.entries)))
        start = datetime.fromtimestamp(int(night.plan.at), UTC)
        if start < now - _SHOWN or (night.closed is not None and not night.matches):
            continue
        end = start + _A_NIGHT
        if night.closed is not None:
            end = max(
                datetime.fromtimestamp(int(night.closed.at), UTC), start + timedelta(minutes=1)
            )
        kind = tr("play night: {format}", format=tr(FORMATS[night.plan.format]))
        yield Event(f"night-{row.id}", start, end, kind)


_AGAINST: Final = N_("match against {who}")


def own_events(connection: sa.Connection, player: str, now: datetime) -> list[Event]:
    """Return the matches that somebody has still to finish, by their id in the league."""
    found: list[Event] = []
    for row in season_rows(connection):
        week = row.season.week(now)
        if week is not None:
            found += _open_matches(connection, row.season, week, player)
    for drawn in all_championships(connection):
        match = bracket(drawn).open_match(player) if player in drawn.entrants else None
        if match is not None:
            other = match.opponent(player)
            name = names(connection, [other])[other]
            day = _day(now)
            found.append(
                Event(
                    f"own-{drawn.id}-{match.number}-{player}",
                    day,
                    day + timedelta(days=1),
                    tr(_AGAINST, who=name),
                    season_name(drawn.id),
                    f"/bracket/{drawn.id}",
                )
            )
    return found


def _open_matches(
    connection: sa.Connection, season: Season, week: int, player: str
) -> Iterator[Event]:
    """Return the undecided matches of a running week, which end with it."""
    table = league_matches.c
    theirs = sa.or_(table.one == player, table.other == player)
    which = table.season == season.id, table.week == week, table.winner.is_(None), theirs
    for row in connection.execute(sa.select(league_matches).where(*which)):
        other = row.other if row.one == player else row.one
        yield Event(
            f"own-{season.id}-{week}-{row.one}-{row.other}",
            _day(row.started),
            max(_day(season.week_end(week)), _day(row.started) + timedelta(days=1)),
            tr(_AGAINST, who=names(connection, [other])[other]),
            tr("{season}, week {n}", season=season_name(season.id), n=week),
            f"/season/{season.id}/{week}",
        )


def game_events(lines: Iterable[InboxLine]) -> Iterator[Event]:
    """Return the deadlines of games with days for a move that wait for their player."""
    for line in lines:
        if line.waits_for_me and line.deadline:
            end = datetime.strptime(line.deadline, "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
            who = ", ".join(map(listed, line.opponents))
            yield Event(
                f"move-{line.id}",
                end - _A_MOVE,
                end,
                tr("your move against {names}", names=who),
                line.title,
            )
