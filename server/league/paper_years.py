"""Championships and years of clubs that play with paper."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from difflib import SequenceMatcher
from typing import Any, Final

from server.league.brackets import Bracket, BracketEvent, EventKind
from server.league.paper import PaperError, cut_json
from server.league.ratings import LeagueError
from server.league.seasons import FEWEST, MOST, SUITS
from server.league.standings import Championship, Cut, YearStanding, year_table

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
    bracket: Bracket | None = None
    """None until the first result."""
    apart: bool = False
    """Whether a blank line has come after enough players: results follow."""

    def read(self, text: str) -> None:
        """Take a line without its comment.

        Raises:
            LeagueError: it makes no sense here.
        """
        if not text:
            self.apart = len(self.entrants) >= FEWEST
            return
        event = _event(text, self.entrants)
        if event is not None:
            self.bracket = self.begun().apply(event)
        elif self.bracket is None:
            self._enter(text)
        else:
            raise LeagueError(
                "{line!r} is no result; write it as: ann beat bob, ann withdrew, ann did not come",
                line=text,
            )

    def _enter(self, name: str) -> None:
        if name in self.entrants:
            raise LeagueError("{name} is entered twice", name=name)
        if _looks_like_result(name, self.entrants, self.apart):
            raise LeagueError(
                "{line!r} is neither a result (ann beat bob, ann withdrew, ann did not come) nor "
                "the name of a player that is told from the others",
                line=name,
            )
        if len(self.entrants) == MOST:
            raise LeagueError("a championship has at most {most} players", most=MOST)
        self.entrants.append(name)

    def begun(self) -> Bracket:
        """Return the bracket so far.

        Raises:
            LeagueError: there are too few players.
        """
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
    """Read a championship: the players in order of seed, a line each, then what happened.

    A line ``ann beat bob``, ``ann withdrew`` or ``ann did not come`` says what happened; the names
    may have blanks in them. Blank lines and comments (``# ...``) are left out.

    Raises:
        PaperError: a line cannot be read, or cannot happen.
    """
    reader, number = _Reader([]), 1
    for number, line in enumerate(io.StringIO(text, newline=None), 1):
        if _COMMENT.fullmatch(line.rstrip("\n")):
            continue
        try:
            reader.read(" ".join(_COMMENT.sub("", line.rstrip("\n")).split()))
        except LeagueError as error:
            raise PaperError(file, number, error) from None
    try:
        return reader.begun()
    except LeagueError as error:
        raise PaperError(file, number, error) from None


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
    parts = [*_parts(words)]
    if any(start in entrants or end in entrants for start, end in parts):
        return True
    return any(
        _alike(" ".join(words[:stop]), one) and _alike(" ".join(words[start:]), other)
        for stop in range(1, len(words) - 1)
        for start in range(stop + 1, len(words))
        for one in entrants
        for other in entrants
        if one != other
    )


def _parts(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each way to part a line in two."""
    for at in range(1, len(words)):
        yield " ".join(words[:at]), " ".join(words[at:])


def _alike(one: str, other: str) -> bool:
    return SequenceMatcher(None, one.lower(), other.lower()).ratio() >= _ALIKE


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
