"""Speak a language made of other letters, so that whatever was not translated stands out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from gettext import NullTranslations
from typing import Final

from cuttle_tui.i18n import translation
from cuttle_tui.i18n.compile import CATALOGUES
from tests.languages import read

_OTHER: Final = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "абцдефгхийклмнопярстуввхузАБЦДЕФГХИЙКЛМНОПЯРСТУВВХУЗ",
)
_KEPT: Final = re.compile(r"(\{[^}]*\}|%(?:\(\w+\))?[rs])")


class Pseudo(NullTranslations):
    """A catalogue that has every message there is, in letters of its own; no other message."""

    def __init__(self, of: NullTranslations | None = None) -> None:
        """Write in other letters what another catalogue says, by default English."""
        super().__init__()
        self._of = of or NullTranslations()

    def gettext(self, message: str) -> str:
        """Write a message in other letters, as wide as they were."""
        assert message in _known(), f"not marked for translation: {message!r}"
        return _changed(self._of.gettext(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Write it in the number of its language."""
        assert (msgid1, msgid2) in _known(), f"not marked for translation: {msgid1!r}"
        return _changed(self._of.ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:
        """Write a message whose context tells what it means."""
        assert (context, message) in _known(), f"not marked for translation: {message!r}"
        return _changed(self._of.pgettext(context, message))


@cache
def _changed(message: str) -> str:
    parts = _KEPT.split(message)
    return "".join(p if _KEPT.fullmatch(p) else p.translate(_OTHER) for p in parts)


@lru_cache(maxsize=1)
def _known() -> frozenset[object]:
    """Read what is marked from a catalogue: each has just these messages (`test_languages`)."""
    catalogue = read(next(CATALOGUES.glob("*.po")))
    return frozenset((one.context, one.id) if one.context else one.id for one in catalogue)


@contextmanager
def pseudo(catalogue: Pseudo | None = None) -> Iterator[None]:
    """Speak the other letters for a while."""
    spoken = translation.SessionLanguage("xx", catalogue or Pseudo())
    token = translation._language.set(spoken)
    try:
        yield
    finally:
        translation._language.reset(token)


_WORD: Final = re.compile(r"[A-Za-z]{2,}")


def english_left(text: str, *, allowed: frozenset[str] = frozenset()) -> list[str]:
    """List the words of a text that were not translated, but for names and what is allowed."""
    return [word for word in _WORD.findall(text) if word not in allowed]
