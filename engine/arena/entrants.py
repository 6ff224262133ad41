"""Who plays in an arena: a player by its name, or a program that speaks the protocol."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from engine.bots.named import NAMED

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
