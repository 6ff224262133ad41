"""Build the lists of the lobby: tables, people, the queue."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from cuttle_tui.ports import PersonLine, QueueLine, RatingLine, TableLine
from cuttle_tui.ports.league import SeasonLine
from server.league.seasons import Season
from server.people.players import Player
from server.tables.player_locations import PlayerLocations
from server.tables.room import Room

Doing = Literal["lobby", "queue", "waiting", "playing", "watching"]
RatingOf = Callable[[str], RatingLine | None]
"""Returns a player's rating, by identity."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a list."""

    identity: str
    blocked: Collection[str]
    follows: Collection[str]


def season_line(season: Season, now: datetime) -> SeasonLine:
    """Describe a season that runs."""
    return SeasonLine(
        id=season.id,
        suit=season.suit,
        year=season.year,
        ruleset=season.ruleset,
        start=f"{season.start:%Y-%m-%d}",
        end=f"{season.end:%Y-%m-%d}",
        weeks=season.weeks,
        week=season.week(now),
        state="running",
        size=season.size,
    )


def is_listed(room: Room) -> bool:
    """Return whether everybody may see a table; one that everybody has left is not played."""
    if room.table.started:
        played = room.config.correspondence or any(
            sitter.present for sitter in room.table.sitters if sitter.kind == "person"
        )
        return room.config.public and room.table.running and played
    return room.config.public and not room.config.queue


def table_line(room: Room, rating: RatingOf) -> TableLine:
    """Describe a table, for nobody in particular."""
    table = room.table
    taken = [seat for seat, sitter in enumerate(table.sitters) if sitter.kind != "nobody"]
    return TableLine(
        id=room.id,
        title=table.title,
        names=tuple(table.sitters[seat].name for seat in taken),
        free=len(table.free_seats()),
        seats=table.seats,
        ruleset=table.ruleset.name,
        timing=room.config.timing,
        running=table.running,
        turn=table.game.position.turn + 1 if table.game is not None else 0,
        watchers=len(room.watchers),
        rated=room.counts_for_rating,
        mine=False,
        ratings=tuple(rating(table.owners[seat]) for seat in taken),
    )


def person_lines(
    here: Iterable[Player],
    locations: PlayerLocations,
    watching: Collection[str],
    rating: RatingOf,
) -> tuple[PersonLine, ...]:
    """List who is here, by name, for nobody in particular."""
    lines = []
    for player in sorted(here, key=lambda player: player.name.lower()):
        room = locations.sitting(player.identity)
        queue = locations.waits_in(player.identity)
        lines.append(
            PersonLine(
                id=player.identity,
                name=player.name,
                guest=player.guest,
                doing=_doing(room, queue, watching=player.identity in watching),
                table=room.table.title if room is not None else "",
                me=False,
                blocked=False,
                rating=rating(player.identity),
                queue="" if queue is None else queue.id,
            )
        )
    return tuple(lines)


def at_table(line: PersonLine, locations: PlayerLocations) -> PersonLine:
    """Add to the line of somebody from another process where they sit in this one."""
    room, queue = locations.sitting(line.id), locations.waits_in(line.id)
    if room is None and queue is None:
        return line
    return replace(
        line,
        doing=_doing(room, queue, watching=False),
        table=line.table if room is None else room.table.title,
        queue=line.queue if queue is None else queue.id,
    )


def seen_by(reader: Reader, lines: Iterable[PersonLine]) -> tuple[PersonLine, ...]:
    """Mark the line of the reader, and of those they have blocked or follow."""
    marked = {reader.identity, *reader.blocked, *reader.follows}
    return tuple(
        replace(
            line,
            me=line.id == reader.identity,
            blocked=line.id in reader.blocked,
            followed=line.id in reader.follows,
        )
        if line.id in marked
        else line
        for line in lines
    )


def _doing(room: Room | None, queue: Room | None, *, watching: bool) -> Doing:
    if room is None:
        return "watching" if watching else "lobby" if queue is None else "queue"
    return "playing" if room.table.started else "waiting"


def queue_lines(
    rooms: Iterable[Room],
    locations: PlayerLocations,
    identity: str,
    now: float,
    rating: RatingOf,
) -> tuple[QueueLine, ...]:
    """List the players in the queue for a quick match, the longest wait first."""
    lines = [
        QueueLine(
            name=room.table.sitters[seat].name,
            ruleset=room.table.ruleset.name,
            rated=room.counts_for_rating,
            since=max(0.0, now - locations.since(owner, now)),
            me=owner == identity,
            id=room.id,
            timing=room.config.timing,
            rating=rating(owner),
        )
        for room in rooms
        for owner, seat in room.people().items()
        if room.table.sitters[seat].present
    ]
    return tuple(sorted(lines, key=lambda line: -line.since))
