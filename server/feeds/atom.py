"""Write the results of a club, and the games of one of its players, as an Atom feed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from xml.etree import ElementTree as ET

import sqlalchemy as sa

from cuttle_tui import __version__
from cuttle_tui.i18n.translation import spoken, tr
from cuttle_tui.kit.names import game_in_short, listed
from cuttle_tui.table.words.game_over import season_name
from engine.table.controls import NO_CLOCK
from server.feeds import Club
from server.league.store.pages import shows
from server.league.store.tables import league_matches, names
from server.store import games
from server.store.people import person_named
from server.store.values import GameRow

_SPACE: Final = "http://www.w3.org/2005/Atom"
_SHOWN: Final = 50
"""Entries of a feed."""
_YEAR: Final = 2026
"""Since when the ids of feeds are made so; a part of each (RFC 4151)."""
ET.register_namespace("", _SPACE)


@dataclass(frozen=True, slots=True)
class Entry:
    """Something in a feed."""

    id: str
    title: str
    updated: datetime
    path: str
    """Of its page; empty if there is none."""
    about: str = ""


def feed_text(
    club: Club, path: str, title: str, entries: Iterable[Entry], began: datetime
) -> bytes:
    """Write entries as Atom; a feed without any was changed last when it began."""
    shown = [*entries]
    root = ET.Element(f"{{{_SPACE}}}feed", {"xml:lang": spoken()})
    latest = max((entry.updated for entry in shown), default=began)
    _put(root, "id", _id(club, path))
    _put(root, "title", title)
    _put(root, "updated", _moment(latest))
    _put(ET.SubElement(root, f"{{{_SPACE}}}author"), "name", club.title)
    _put(root, "generator", "Cuttle", version=__version__)
    if club.link:
        _put(root, "link", "", rel="self", type="application/atom+xml", href=club.page(path))
        _put(root, "link", "", rel="alternate", type="text/html", href=club.page("/league"))
    for entry in shown:
        made = ET.SubElement(root, f"{{{_SPACE}}}entry")
        _put(made, "id", _id(club, entry.id))
        _put(made, "title", entry.title)
        _put(made, "updated", _moment(entry.updated))
        _put(made, "content", entry.about or entry.title, type="text")
        if club.link and entry.path:
            where = club.page(entry.path)
            _put(made, "link", "", rel="alternate", type="text/html", href=where)
    text: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return text


def _put(parent: ET.Element, name: str, text: str, **attributes: str) -> None:
    ET.SubElement(parent, f"{{{_SPACE}}}{name}", attributes).text = text or None


def _id(club: Club, path: str) -> str:
    """Return an id that stays whatever becomes of the address (RFC 4151)."""
    return f"tag:{club.host},{_YEAR}:{path.strip('/')}"


def _moment(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def results(connection: sa.Connection) -> list[Entry]:
    """Return the latest decided matches of all weeks, as the pages of the league show them."""
    table = league_matches.c
    query = sa.select(league_matches).where(table.winner.is_not(None), table.ended.is_not(None))
    rows = connection.execute(query.order_by(table.ended.desc()).limit(_SHOWN)).all()
    name_of = names(connection, {player for row in rows for player in (row.one, row.other)})
    found = []
    for row in rows:
        won, lost = (row.one, row.other) if row.winner == row.one else (row.other, row.one)
        wins = sorted((row.wins_one, row.wins_other), reverse=True)
        score = tr(
            "{winner} beat {loser} {score}",
            winner=name_of[won],
            loser=name_of[lost],
            score="-".join(map(str, wins)),
        )
        season = tr("{season}, week {n}", season=season_name(row.season), n=row.week)
        place = f"{row.season}/{row.week}"
        found.append(
            Entry(
                f"match/{place}/{row.one}/{row.other}",
                score,
                row.ended,
                f"/season/{place}",
                tr("{result} ({season})", result=score, season=season),
            )
        )
    return found


def games_of(connection: sa.Connection, name: str) -> tuple[str, list[Entry]] | None:
    """Return a player's name and latest games, as strangers may see them; None for nobody.

    Who hides how many games they won, or whom they meet, has no feed: it would tell both.
    """
    person = person_named(connection, name)
    hidden = person is None or not all(
        shows(person.settings, part) for part in ("games", "opponents")
    )
    if person is None or hidden:
        return None
    shown = (game for game in games.recent(connection, _SHOWN * 2, person.id) if game.public)
    return person.name, [*_entries(shown)][:_SHOWN]


def _entries(rows: Iterable[GameRow]) -> Iterator[Entry]:
    for row in rows:
        won = [listed(row.names[seat]) for seat in row.winners]
        lost = [listed(name) for seat, name in enumerate(row.names) if seat not in row.winners]
        if won:
            title = tr("{winner} beat {loser}", winner=", ".join(won), loser=", ".join(lost))
        else:
            title = tr("{names}: a draw", names=", ".join(lost))
        about = tr("{result} ({season})", result=title, season=game_in_short(row.ruleset, NO_CLOCK))
        page = f"/game/{row.id}" if row.record else ""  # there is none of a mere result
        yield Entry(f"game/{row.id}", title, row.ended, page, about)
