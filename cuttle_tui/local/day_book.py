"""The deals of the days at home: which were begun, how they ended, in a file of lines."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from cuttle_tui.local.game_files import append_lines
from cuttle_tui.ports import TryLine
from engine.bots.daily import TryResult, try_result
from engine.reading import decode_text
from engine.record.record import Record, record_text


class DayBook:
    """The deals that were begun at this home; without a file they are kept for this visit."""

    def __init__(self, path: Path | None) -> None:
        self._path: Final = path
        self._days: dict[str, dict[str, Any]] = {}
        """What the last line of each day says."""
        self._waiting: dict[str, str] = {}
        """The lines that could not be written yet, by day."""
        with suppress(OSError, UnicodeError):
            for line in decode_text(path.read_bytes()).splitlines() if path is not None else ():
                with suppress(ValueError, TypeError, KeyError, RecursionError):
                    values = json.loads(line)
                    if "end" in values:
                        TryResult(
                            values["end"], *map(values.__getitem__, ("turns", "margin", "race"))
                        )
                    self._days[values["day"]] = values

    def is_begun(self, day: str) -> bool:
        return day in self._days

    def begin(self, day: str) -> None:
        """Note that the deal of a day is begun: nobody here begins it again."""
        self._note({"day": day})

    def end(self, day: str, record: Record, *, helped: bool) -> None:
        """Note how the deal of a day ended, in place of an end that a move taken back undid."""
        result = {**asdict(try_result(record)), "helped": helped, "record": record_text(record)}
        self._note({"day": day, **result})

    def _note(self, values: dict[str, Any]) -> None:
        day, line = values["day"], json.dumps(values, separators=(",", ":"))
        if self._days.get(day) == values:
            return
        self._days[day], self._waiting[day] = values, line
        if self._path is None:
            return
        with suppress(OSError):  # then it is written with the next one
            append_lines(self._path, self._waiting.values())
            self._waiting.clear()

    def line(self, day: str, player: str) -> TryLine | None:
        """Return how the deal of a day ended; None if it did not."""
        values = self._days.get(day, {})
        if "end" not in values:
            return None
        result = TryResult(*map(values.__getitem__, ("end", "turns", "margin", "race")))
        return TryLine(player, result, mine=True, counts=not values.get("helped"))

    def record(self, day: str) -> str:
        """Return the record of a day's deal; empty if there is none."""
        return str(self._days.get(day, {}).get("record", ""))
