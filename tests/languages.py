"""Collect what is to be translated, and read catalogues."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("cuttle_tui", "engine", "server")
KEYWORDS: Final[dict[str, tuple[int | tuple[int, str], ...] | None]] = {
    "tr": None,
    "tell": None,
    "N_": None,
    "C_": ((1, "c"), 2),
    "Plural": (1, 2),
    "CuttleError": None,
    "NotationError": None,
    "RulesetError": None,
    "RecordError": (2,),
    "DeckError": None,
    "TableError": None,
    "LeagueError": None,
    "IllegalAction": None,
    "NotYourTurn": None,
    "SeatError": None,
    "StaleAction": None,
    "Binding": (3,),
}
"""What takes a text for translation, and at which places; nothing means the first."""
_CALLS: Final = re.compile(rf"\b(?:{'|'.join(KEYWORDS)})\s*\(")


def messages(files: Iterator[Path] | None = None) -> Catalog:
    """Collect all messages of the code, each with the files it stands in."""
    found = Catalog(fuzzy=False)
    for path in filter(_speaks, sorted(files or _sources())):
        for _, text, comments, context in extract_from_file(
            "python", path, keywords=KEYWORDS, comment_tags=["Translators:"]
        ):
            if text:
                place = (path.relative_to(ROOT).as_posix(), 1)
                found.add(text, locations=[place], auto_comments=comments, context=context)
    return found


def _speaks(path: Path) -> bool:
    """Whether a file may hold messages: to take it apart is slow."""
    return _CALLS.search(path.read_text(encoding="utf-8")) is not None


@lru_cache(maxsize=1)
def code_messages() -> Catalog:
    """Collect the messages of the code once, for those who only read them."""
    return messages()


def _sources() -> Iterator[Path]:
    for package in PACKAGES:
        yield from (ROOT / package).rglob("*.py")


def read(path: Path) -> Catalog:
    """Read a catalogue."""
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def texts(entry: Message) -> tuple[str, ...]:
    """Give what stands for a message in another language, in each number."""
    string = entry.string or ""
    return (string,) if isinstance(string, str) else tuple(string)
