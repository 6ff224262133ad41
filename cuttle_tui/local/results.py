"""Count the results against the computer, each game once.

Every finished game appends a line to a file. A line names its game: writing one again, after a
crash or because the end was taken back and played anew, replaces the earlier result.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal

from cuttle_tui.ports import ResultLine
from engine.record.record import Record, time_text
from engine.text_file import decode_text

Result = Literal["won", "lost", "drawn"]
_RESULTS: Final = ("won", "lost", "drawn")
_BINARY: Final = getattr(os, "O_BINARY", 0)
"""Lines end the same on every system."""
_Key = tuple[str, str]
"""A ruleset and a level."""


class ResultBook:
    """The results in a file; those that cannot be written are written with the next one."""

    def __init__(self, path: Path) -> None:
        self.path: Final = path
        self._waiting: dict[str, str] = {}
        """The lines not yet written, by game."""
        self.problem: OSError | None = None
        """Why the last result is not stored; None if it is."""

    def note(self, record: Record, level: str) -> None:
        """Store the result of a finished game for its first seat, unless it is stored already."""
        if record.outcome is None:
            return
        deal = f"{record.ruleset.name} {record.number} {record.commitment.hex()}"
        game = f"{time_text(record.started)} {deal}"
        values = {
            "game": game,
            "ruleset": record.ruleset.name,
            "level": level,
            "result": _result_of(record.outcome.winners),
        }
        line = json.dumps(values, separators=(",", ":"))
        if self._lines().get(game) == line:
            return
        self._waiting[game] = line
        self._write()

    def _write(self) -> None:
        text = "".join(f"{line}\n" for line in self._waiting.values())
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | _BINARY, 0o600)
            try:
                _append(file, text.encode())
            finally:
                os.close(file)
        except OSError as error:
            self.problem = error
        else:
            self._waiting.clear()
            self.problem = None

    def _lines(self) -> dict[str, str]:
        """Return the last line of each game, also of those not yet written."""
        found: dict[str, str] = {}
        with suppress(OSError, UnicodeError):
            for line in decode_text(self.path.read_bytes()).splitlines():
                with suppress(ValueError, KeyError, TypeError, RecursionError):
                    found[str(json.loads(line)["game"])] = line
        return {**found, **self._waiting}

    def results(self) -> tuple[ResultLine, ...]:
        """Count the results, by ruleset and level."""
        counts: dict[_Key, Counter[str]] = {}
        for line in self._lines().values():
            values = json.loads(line)
            key, result = (values.get("ruleset"), values.get("level")), values.get("result")
            if result in _RESULTS and all(isinstance(name, str) for name in key):
                counts.setdefault(key, Counter())[result] += 1
        return tuple(
            ResultLine(*key, *(count[result] for result in _RESULTS))
            for key, count in sorted(counts.items(), key=lambda each: -each[1].total())
        )


def _append(file: int, data: bytes) -> None:
    """Append lines; one that a full disk or another process left incomplete is ended first."""
    size = os.fstat(file).st_size
    if size:
        os.lseek(file, -1, os.SEEK_END)
        if os.read(file, 1) != b"\n":
            data = b"\n" + data
    while data:
        data = data[os.write(file, data) :]


def _result_of(winners: tuple[int, ...]) -> Result:
    if not winners:
        return "drawn"
    return "won" if 0 in winners else "lost"
