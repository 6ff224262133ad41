"""The settings of a player: a table of fields, and how to read them from plain values."""

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
    """The settings of a player, with their defaults."""

    theme: str = "auto"
    """A name in `palette.THEMES`; "auto" follows the ground of the terminal."""
    deck: str = "two-colour"
    """A name in `palette.DECKS`."""
    cards: CardSize = "auto"
    signs: Signs = "auto"
    """Suits as signs or as letters; "auto" follows the terminal."""
    language: str = "auto"
    """One of `translation.languages`; "auto" follows the locale."""
    highlight: bool = True
    """Whether what has just happened lights up for a moment."""
    bell: bool = True
    """Whether the terminal rings on the player's turn while its window has no focus."""
    confirm: bool = True
    """Whether conceding and leaving ask first."""
    counter: str = "two"
    """When the player is asked whether to counter: "always", or with a "two" in hand.

    The latter holds only against computers: among people a question not asked would tell."""
    free_text: bool = False
    """Whether chat shows and sends more than quick phrases, whoever plays."""
    friend_text: bool = True
    """The same with players who met by a room code."""
    show_games: bool = True
    """Whether others see on the player's profile how many games they won."""
    show_opponents: bool = True
    """Whether others see whom the player meets, and how that goes."""
    show_plays: bool = True
    """Whether others see which plays the player makes most."""
    show_rating: bool = True
    """Whether others see the player's rating and how it went."""

    def writes(self, *, by_code: bool) -> bool:
        """Return whether free text is shown and sent at a table."""
        return self.free_text or (by_code and self.friend_text)


Value = str | bool


class Field(NamedTuple):
    """A setting and its choices."""

    name: str
    default: Value
    choices: tuple[Value, ...]
    """All values, in the order of stepping through them."""


class Wrong(NamedTuple):
    """A stored value that is not a choice; the default replaces it."""

    name: str
    value: str


_CHOICES: Final[dict[str, tuple[Value, ...]]] = {
    "theme": ("auto", *THEMES),
    "deck": tuple(DECKS),
    "cards": ("auto", "small", "large"),
    "signs": ("auto", "unicode", "ascii"),
    "language": ("auto", *languages()),
    "counter": ("always", "two"),
}
_ON_OFF: Final = (True, False)
_LONGEST: Final = 40

FIELDS: Final = {
    field.name: Field(
        field.name, getattr(Settings(), field.name), _CHOICES.get(field.name, _ON_OFF)
    )
    for field in fields(Settings)
}
"""Every setting by name, in display order."""

LABELS: Final[dict[str, Message]] = {
    "theme": N_("theme"),
    "deck": C_("a set of cards", "deck"),
    "cards": N_("card size"),
    "signs": N_("suits"),
    "language": N_("language"),
    "highlight": N_("highlight"),
    "bell": N_("bell"),
    "confirm": N_("confirmations"),
    "counter": N_("ask to counter"),
    "free_text": N_("free text"),
    "friend_text": N_("text with friends"),
    "show_games": N_("show games"),
    "show_opponents": N_("show opponents"),
    "show_plays": N_("show plays"),
    "show_rating": N_("show rating"),
}
"""The label of each setting."""


def read_settings(kept: Mapping[str, Any]) -> tuple[Settings, tuple[Wrong, ...]]:
    """Read settings from plain values; return the invalid ones too.

    Unknown names are ignored: a later version may have written them.
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
    """Return whether a value is a choice; the type matters, because 1 equals True."""
    return type(value) is type(field.default) and value in field.choices


def stepped(settings: Settings, name: str, step: int) -> Settings:
    """Step a setting through its choices, wrapping around."""
    choices = FIELDS[name].choices
    place = choices.index(getattr(settings, name))
    return _with(settings, name, choices[(place + step) % len(choices)])


def reset(settings: Settings, name: str) -> Settings:
    """Reset a setting to its default."""
    return _with(settings, name, FIELDS[name].default)


def _with(settings: Settings, name: str, value: Value) -> Settings:
    changes: dict[str, Any] = {name: value}
    return replace(settings, **changes)
