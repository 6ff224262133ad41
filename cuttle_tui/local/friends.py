"""The friends of a player at home: who has played with them in a room that they opened."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cuttle_tui.local.user import private_file, private_folder
from cuttle_tui.ports import FriendLine, OpenMatch
from cuttle_tui.ports.listings import BY_NAME, added_up
from engine.record.record import Record
from engine.rules.options import stamped, unstamped


def friends_in(data: Path) -> Path:
    """Return the file of friends in a data folder."""
    return data / "friends.jsonl"


def open_tables_in(data: Path) -> Path:
    """Return the file of the tables that are open in a room at home."""
    return data / "tables.jsonl"


class FriendBook:
    """A file to which each game with somebody adds a line, and forgetting them another."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def friends(self) -> tuple[FriendLine, ...]:
        """List the friends, whom the player met last first; nobody if the file cannot be read."""
        lines: list[FriendLine] = []
        for entry in self._entries():
            with suppress(KeyError, TypeError, ValueError):
                name = str(entry.get("forgotten", entry.get("name")))
                if "forgotten" in entry:
                    lines = [line for line in lines if line.name != name]
                    continue
                lines.append(
                    FriendLine(
                        id=BY_NAME + name,
                        name=name,
                        won=int(entry["won"]),
                        lost=int(entry["lost"]),
                        met=datetime.fromisoformat(entry["met"]).astimezone(UTC),
                        ruleset=str(entry["ruleset"]),
                        account=False,
                        match=_match_in(entry),
                    )
                )
        return added_up(reversed(lines))  # of one second, the last first

    def _entries(self) -> Iterator[dict[str, Any]]:
        try:
            text = self._path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return
        for line in text.splitlines():
            with suppress(ValueError):
                entry = json.loads(line)
                if isinstance(entry, dict):
                    yield entry

    def add(
        self,
        record: Record,
        seat: int,
        people: tuple[int, ...],
        ended: datetime,
        match: OpenMatch | None,
    ) -> None:
        """Note a game of the player in a seat with the people in other seats.

        A match of which it was one may go on.
        """
        winners = () if record.outcome is None else record.outcome.winners
        for other in people:
            self._append(
                name=record.players[other],
                won=int(seat in winners and other not in winners),
                lost=int(other in winners and seat not in winners),
                met=ended.astimezone(UTC).isoformat(timespec="seconds"),
                ruleset=unstamped(stamped(record.ruleset)),
                **({} if match is None else {"match": asdict(match)}),
            )

    def forget(self, friend: str) -> None:
        """Forget a friend until another game with them."""
        self._append(forgotten=friend.removeprefix(BY_NAME))

    def _append(self, **entry: object) -> None:
        """Add a line; what cannot be written is as if it had not been."""
        with suppress(OSError):
            private_folder(self._path.parent)
            private_file(self._path)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps(entry)}\n")


def _match_in(entry: dict[str, Any]) -> OpenMatch | None:
    """Return the match that a line tells, if it goes on."""
    told = entry.get("match")
    return OpenMatch(**{**told, "won": tuple(map(int, told["won"]))}) if told else None
