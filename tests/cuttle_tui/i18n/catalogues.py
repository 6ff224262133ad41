"""What a catalogue says, and the words that the glossary has for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from cuttle_tui.i18n.compile import CATALOGUES
from tests.languages import ROOT, read, texts


class Said(NamedTuple):
    """A text in a language, with what it stands for."""

    own: str
    english: str = ""
    context: str = ""


@lru_cache(maxsize=1)
def catalogue(language: str) -> tuple[Said, ...]:
    """Return every text of a language, plurals in both numbers."""
    return tuple(_texts(language))


def _texts(language: str) -> Iterator[Said]:
    for one in read(CATALOGUES / f"{language}.po"):
        if one.id:
            ids = (one.id,) if isinstance(one.id, str) else one.id
            for english, own in zip(ids, texts(one), strict=True):
                yield Said(own, english, one.context or "")


_TYPED: Final = re.compile(
    r"`[^`]*`|\$\(.*?\)|\"\$?\)?\"|!r\}|--[\w-]+|\[[^]]*\]|\{\w+(?:![a-z])?\}"
)
"""Commands, flags and places, which are the same in every language."""


def words_of(text: str) -> str:
    """Leave out what belongs to no language: commands, flags and places."""
    return _TYPED.sub("", text)


def takes_words(english: str) -> bool:
    """Whether a message is a command with what it takes, which is typed."""
    return re.match(r"[a-z]+ (?:\[|[A-Z]+\b)", english) is not None


def glossary(language: str) -> dict[str, str]:
    """Return the first word that the glossary has for each, by its column."""
    words, column = {}, 0
    for line in (ROOT / "docs" / "GLOSSARY.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] == "English":
            column = cells.index(language)
        elif line.startswith("| ") and cells[0] != "card" and len(cells) > column > 0:
            words[cells[0]] = re.split(r" \(|,", cells[column])[0]
    return words
