"""The year of a club that plays with paper, from the files of its championships."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from server.league.errors import LeagueError
from server.league.paper import cut_json
from server.league.paper_brackets import parse_bracket
from server.league.paper_text import PaperError
from server.league.seasons import SUITS
from server.league.seeding import Cut
from server.league.years import Championship, YearStanding, year_table


def paper_year(
    files: Sequence[tuple[str, str]], points: Mapping[str, int]
) -> tuple[YearStanding, ...]:
    """Return the table of a year.

    Args:
        files: its championships in the order of the seasons, each as the file's name and text.
        points: by player, the points of the year's seasons.

    Raises:
        LeagueError: there are too many, or one cannot be read or is not decided.
    """
    if len(files) > len(SUITS):
        raise LeagueError("a year has {most} championships at most", most=len(SUITS))
    held = [_championship(suit, *file) for suit, file in zip(SUITS, files, strict=False)]
    return year_table(held, points)


def _championship(suit: str, file: str, text: str) -> Championship:
    made = parse_bracket(text, file)
    if not made.champion:
        line = len(text.splitlines())
        raise PaperError(file, line, LeagueError("this championship is not decided yet"))
    return Championship(suit, tuple(player for _, player in made.places))


def league_points(files: Iterable[tuple[str, str]]) -> Mapping[str, int]:
    """Add up the points of seasons, each as the file's name and what `table --json` printed.

    Raises:
        PaperError: a file is something else.
    """
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
