"""What a player can set: a table of fields, and how it is read from plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final, NamedTuple

from cuttle_tui.drawing.glyphs import Signs
from cuttle_tui.drawing.layout import CardSize
from cuttle_tui.drawing.palette import DECKS, THEMES
from cuttle_tui.i18n.translation import C_, N_, Message, languages


@dataclass(frozen=True, slots=True)
class Settings:
    """What a player has set; the defaults are what everybody begins with."""

    theme: str = "auto"
    """A name in `palette.THEMES`; "auto" goes by the terminal where that tells its ground."""
    deck: str = "two-colour"
    """A name in `palette.DECKS`."""
    cards: CardSize = "auto"
    signs: Signs = "auto"
    """Suits as signs or as letters; "auto" goes by the terminal."""
    language: str = "auto"
    """One of `translation.languages`; "auto" goes by the locale."""
    highlight: bool = True
    """Whether what has just happened lights up for a moment."""
    bell: bool = True
    """Whether the terminal rings when it is the player's turn and they look elsewhere."""
    confirm: bool = True
    """Whether giving up and leaving ask first."""
    free_text: bool = False
    """Whether one reads and writes more than ready phrases."""


Value = str | bool


class Field(NamedTuple):
    """One thing that can be set."""

    name: str
    default: Value
    choices: tuple[Value, ...]
    """All values, in the order they are stepped through."""


class Wrong(NamedTuple):
    """A value that cannot be; the default stands in for it."""

    name: str
    value: str


_CHOICES: Final[dict[str, tuple[Value, ...]]] = {
    "theme": ("auto", *THEMES),
    "deck": tuple(DECKS),
    "cards": ("auto", "small", "large"),
    "signs": ("auto", "unicode", "ascii"),
    "language": ("auto", *languages()),
}
_ON_OFF: Final = (True, False)
_LONGEST: Final = 40

_USUAL: Final = Settings()

FIELDS: Final = {
    one.name: Field(one.name, getattr(_USUAL, one.name), _CHOICES.get(one.name, _ON_OFF))
    for one in fields(Settings)
}
"""Every setting by its name, in the order they are shown."""

LABELS: Final[dict[str, Message]] = {
    "theme": N_("theme"),
    "deck": C_("a set of cards", "deck"),
    "cards": N_("card size"),
    "signs": N_("suits"),
    "language": N_("language"),
    "highlight": N_("highlight"),
    "bell": N_("bell"),
    "confirm": N_("confirmations"),
    "free_text": N_("free text"),
}
"""What each setting is called."""


def read_settings(kept: Mapping[str, Any]) -> tuple[Settings, tuple[Wrong, ...]]:
    """Read settings out of plain values; tell which of them could not be taken.

    Names that are not known here are passed over: a later version may have written them.
    """
    good: dict[str, Any] = {}
    wrong: list[Wrong] = []
    for name, field in FIELDS.items():
        value = kept.get(name, field.default)
        if _fits(value, field):
            good[name] = value
        else:
            wrong.append(Wrong(name, str(value)[:_LONGEST]))
    return Settings(**good), tuple(wrong)


def _fits(value: object, field: Field) -> bool:
    """Return whether it is one of the choices, and no number that passes for True."""
    return type(value) is type(field.default) and value in field.choices


def stepped(settings: Settings, name: str, step: int) -> Settings:
    """Take the choice so many places further, round the end."""
    choices = FIELDS[name].choices
    place = choices.index(getattr(settings, name))
    return _with(settings, name, choices[(place + step) % len(choices)])


def reset(settings: Settings, name: str) -> Settings:
    """Take the usual choice again."""
    return _with(settings, name, FIELDS[name].default)


def _with(settings: Settings, name: str, value: Value) -> Settings:
    changes: dict[str, Any] = {name: value}
    return replace(settings, **changes)
