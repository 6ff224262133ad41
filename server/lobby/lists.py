"""Build the lists of the lobby: tables, people, the queue."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Literal

from cuttle_tui.ports import PersonLine, QueueLine, TableLine
from server.people.players import Player
from server.tables.player_locations import PlayerLocations
from server.tables.room import Room

Doing = Literal["lobby", "waiting", "playing", "watching"]


def table_lines(rooms: Iterable[Room], identity: str) -> tuple[TableLine, ...]:
    """List the tables a player may see: those that wait first, then the games in play."""
    seen = [room for room in rooms if _is_listed(room, identity)]
    return tuple(_table_line(room, identity) for room in sorted(seen, key=_started))


def _started(room: Room) -> bool:
    return room.table.started


def _is_listed(room: Room, identity: str) -> bool:
    if identity in room.people():
        return True
    if room.table.started:
        return room.config.public and room.table.running
    return room.config.public and not room.config.queue


def _table_line(room: Room, identity: str) -> TableLine:
    table = room.table
    return TableLine(
        id=room.id,
        title=table.title,
        names=tuple(sitter.name for sitter in table.sitters if sitter.kind != "nobody"),
        free=len(table.free_seats()),
        seats=table.seats,
        ruleset=table.ruleset.name,
        timing=room.config.timing,
        running=table.running,
        turn=table.game.position.turn + 1 if table.game is not None else 0,
        watchers=len(room.watchers),
        rated=room.config.rated,
        mine=identity in room.people(),
    )


def person_lines(
    here: Iterable[Player],
    locations: PlayerLocations,
    watching: Collection[str],
) -> tuple[PersonLine, ...]:
    """List who is here, by name, for nobody in particular."""
    lines = []
    for player in sorted(here, key=lambda player: player.name.lower()):
        room = locations.sitting(player.identity)
        lines.append(
            PersonLine(
                id=player.identity,
                name=player.name,
                guest=player.guest,
                doing=_doing(room, watching=player.identity in watching),
                table=room.table.title if room is not None else "",
                me=False,
                blocked=False,
            )
        )
    return tuple(lines)


def seen_by(
    identity: str, blocked: Collection[str], lines: Iterable[PersonLine]
) -> tuple[PersonLine, ...]:
    """Mark the line of a player, and of those they have blocked."""
    marked = {identity, *blocked}
    return tuple(
        replace(line, me=line.id == identity, blocked=line.id in blocked)
        if line.id in marked
        else line
        for line in lines
    )


def _doing(room: Room | None, *, watching: bool) -> Doing:
    if room is None:
        return "watching" if watching else "lobby"
    return "playing" if room.table.started else "waiting"


def queue_lines(
    rooms: Iterable[Room], locations: PlayerLocations, identity: str, now: float
) -> tuple[QueueLine, ...]:
    """List the players in the queue for a quick match, the longest wait first."""
    lines = [
        QueueLine(
            name=room.table.sitters[seat].name,
            ruleset=room.table.ruleset.name,
            rated=room.config.rated,
            since=max(0.0, now - locations.since(owner, now)),
            me=owner == identity,
        )
        for room in rooms
        for owner, seat in room.people().items()
        if room.table.sitters[seat].present
    ]
    return tuple(sorted(lines, key=lambda line: -line.since))
