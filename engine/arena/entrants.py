"""Who plays in an arena, against whom and on which deal."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final, Literal, Protocol

from engine.actions import Action
from engine.bots.levels import NAMED
from engine.play.events import Event
from engine.play.view import Outcome, View
from engine.rules.rulesets import Ruleset

_NAME: Final = re.compile(r"[A-Za-z0-9][\w.-]*", re.ASCII)
_LONGEST_NAME: Final = 32


class EntrantError(ValueError):
    """A word names no player."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of an arena."""

    name: str
    """What it is called in results."""
    plays: str
    """The name of a player of ours; empty for a program."""
    command: tuple[str, ...] = ()
    """The program and its arguments."""
    digest: str = ""
    """A digest of the program's files, so that results of another version are not added."""

    @property
    def text(self) -> str:
        """How it was asked for."""
        return self.plays or shlex.join(self.command)


def parse_entrants(words: Sequence[str]) -> tuple[Entrant, ...]:
    """Read players from words: a name, or ``NAME=COMMAND`` for a program.

    Whoever is named twice plays under two names.

    Raises:
        EntrantError: a word names no player, or there is nobody to play against.
    """
    if len(words) < 2:
        raise EntrantError("name two players or more")
    entrants: list[Entrant] = []
    for word in words:
        entrant, taken = _entrant(word), {each.name for each in entrants}
        number = 2
        name = entrant.name
        while name in taken:
            name, number = f"{entrant.name}-{number}", number + 1
        entrants.append(replace(entrant, name=name))
    return tuple(entrants)


def _entrant(word: str) -> Entrant:
    name, is_program, command = word.partition("=")
    if not is_program:
        if word not in NAMED:
            known = ", ".join(NAMED)
            raise EntrantError(
                f"no player is called {word!r}: choose from {known}, or NAME=COMMAND"
            )
        return Entrant(word, word)
    if len(name) > _LONGEST_NAME:
        most = f"at most {_LONGEST_NAME} characters, not {len(name)}"
        raise EntrantError(f"{name!r}: the name of a program has {most}")
    if not _NAME.fullmatch(name):
        raise EntrantError(f"{name!r}: the name of a program has letters, digits, '.', '_' and '-'")
    try:
        parts = tuple(shlex.split(command))
    except ValueError as error:
        raise EntrantError(f"{word!r}: {error}".lower()) from None
    if not parts:
        raise EntrantError(f"{word!r}: write the command behind the sign")
    return Entrant(name, "", parts, digest_of(parts))


def digest_of(command: Sequence[str]) -> str:
    """Return a digest of the files that a command names: the program, and scripts it is given."""
    whole = hashlib.sha256()
    for place, word in enumerate(command):
        found = shutil.which(word) if place == 0 else word
        if found is not None and os.path.isfile(found):
            with suppress(OSError), open(found, "rb") as file:
                whole.update(hashlib.file_digest(file, "sha256").digest())
    return whole.hexdigest()[:16]


Pair = tuple[int, int]
"""Two entrants, by their numbers."""


@dataclass(frozen=True, slots=True, order=True)
class Block:
    """A deal that two entrants play from every side."""

    deal: int
    pair: Pair


def sides_of(ruleset: Ruleset) -> int:
    """Return how many sides play."""
    return len(set(ruleset.sides))


def seating(ruleset: Ruleset, game: int) -> tuple[int, ...]:
    """Return who of a pair, 0 or 1, sits in each seat in one of the games of a block.

    The first entrant has each side in turn, the second one all others.
    """
    side = sorted(set(ruleset.sides))[game]
    return tuple(int(other != side) for other in ruleset.sides)


def blocks(entrants: int, games: int, ruleset: Ruleset) -> Iterator[Block]:
    """Yield all blocks, deal by deal, so that every pair has played much the same at any time.

    The games of a pair are rounded up to whole blocks.
    """
    for deal in range(-(-games // sides_of(ruleset))):
        for pair in combinations(range(entrants), 2):
            yield Block(deal, pair)


def deal_seed(seed: str, deal: int) -> bytes:
    """Return the seed of a deal: the same for every pair and seating."""
    return hashlib.sha256(f"cuttle arena deal {deal} of {seed}".encode()).digest()


def game_id(seed: str, block: Block, game: int, seat: int) -> str:
    """Return what a player is told as the id of a game: it says nothing about the deal."""
    where = f"game {game} of {block.pair} in deal {block.deal}"
    text = f"cuttle arena {where} as seat {seat} hears of it, of {seed}"
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def player_seed(seed: str, deal: int, seat: int) -> int:
    """Return the source of chance of whoever sits in a seat: 32 bits."""
    text = f"cuttle arena seat {seat} in deal {deal} of {seed}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


Fault = Literal["illegal", "slow", "ended", "unreadable", "broken", "conceded"]
"""Why a player lost a game without playing it to its end."""


class Lost(Exception):
    """A player has lost its game in a way that the rules do not know."""

    def __init__(self, fault: Fault, text: str) -> None:
        super().__init__(text)
        self.fault: Final[Fault] = fault


@dataclass(frozen=True, slots=True)
class Start:
    """A game that begins, as one of its players hears of it."""

    id: str
    ruleset: Ruleset
    seat: int
    names: tuple[str, ...]
    seed: int
    """The player's source of chance."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended, as one of its players hears of it."""

    outcome: Outcome | None
    """The end by the rules; None if there is none."""
    won: bool | None
    """Whether the player has won; None if nobody has."""
    why: str
    events: tuple[Event, ...]
    """What has happened since the player was last asked."""


class SeatPlayer(Protocol):
    """Plays one seat, game after game."""

    def begin(self, start: Start) -> None:
        """Begin a game.

        Raises:
            Lost: the player cannot.
        """

    def choose(self, view: View, events: Sequence[Event]) -> Action:
        """Choose an action; it is not checked here.

        Args:
            view: the game as the seat sees it; it is asked.
            events: what has happened since it was last asked, redacted for this seat.

        Raises:
            Lost: the player could not, or would not.
        """

    def end(self, result: Result) -> None:
        """End the game."""

    def close(self) -> None:
        """End whatever plays."""


class OwnPlayer:
    """A computer player of ours."""

    def __init__(self, name: str) -> None:
        self._player = NAMED[name]()
        self._seed = 0

    def begin(self, start: Start) -> None:
        self._seed = start.seed

    def choose(self, view: View, events: Sequence[Event]) -> Action:
        del events
        try:
            return self._player.choose(view, self._seed)
        except Exception as error:  # one broken player must not end an arena of many
            raise Lost("broken", f"{type(error).__name__}: {error}") from error

    def end(self, result: Result) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""
