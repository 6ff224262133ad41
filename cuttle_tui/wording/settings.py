"""Word the settings: what each is, what each choice means, and what went wrong with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cuttle_tui.prose import SILENCE, Sentence, say
from cuttle_tui.wording.asking import Prompt, option

if TYPE_CHECKING:
    from cuttle_tui.settings import Settings, Value, Wrong

TITLE: Final = "settings"
HINTS: Final = (("arrows", "move, change"), ("space", "next"), ("d", "default"), ("esc", "back"))

LABELS: Final = {
    "theme": "theme",
    "deck": "deck",
    "cards": "card size",
    "signs": "suits",
    "language": "language",
    "highlight": "highlight",
    "bell": "bell",
    "confirm": "confirmations",
    "free_text": "free text",
}
"""What each setting is called."""

ABOUT: Final = {
    "theme": "the colours of the table; a terminal with fewer of them gets the nearest",
    "deck": "the colours of the suits, on cards and in words",
    "cards": "how large cards are drawn in a large window",
    "signs": "letters instead of signs, where signs come out wrong",
    "language": "other languages are not there yet; the choice is kept",
    "highlight": "what has just happened lights up for a moment",
    "bell": "ring when it is your turn and you look at another window",
    "confirm": "ask before ctrl+c quits, or q leaves a table where nobody plays",
    "free_text": "write and read more than ready phrases, where other people play",
}
"""What each setting does, in one line."""

_ON: Final = {True: "on", False: "off"}
_CHOICES: Final[dict[tuple[str, Value], str]] = {
    ("theme", "auto"): "auto: felt, dark or light as the terminal",
    ("theme", "felt-dark"): "felt, dark",
    ("theme", "felt-light"): "felt, light",
    ("theme", "nord"): "nord, dark",
    ("theme", "gruvbox"): "gruvbox, dark",
    ("theme", "tokyo-night"): "tokyo night, dark",
    ("theme", "solarized-light"): "solarized, light",
    ("deck", "two-colour"): "two colours: black and red",
    ("deck", "four-colour"): "four colours: diamonds blue, clubs green",
    ("deck", "high-contrast"): "high contrast: white cards, hardly any grey",
    ("deck", "colour-blind"): "safe for colour-blind eyes: four colours",
    ("cards", "auto"): "auto: as large as fits well",
    ("cards", "small"): "small: a size less, with more room",
    ("cards", "large"): "large: as large as fits at all",
    ("signs", "auto"): "auto: as the terminal can",
    ("signs", "unicode"): "signs",
    ("signs", "ascii"): "letters: C D H S",
    ("language", "auto"): "auto: as the terminal's locale",
    ("language", "en"): "English",
    ("language", "fr"): "French",
    ("free_text", False): "off: ready phrases only",
}

NO_ACCOUNT: Final = "guests keep settings for this visit only"
SAVED: Final = "changed"


def choice_text(name: str, value: Value) -> str:
    """Say what a choice means."""
    return _CHOICES.get((name, value)) or _ON[bool(value)]


def settings_prompt(settings: Settings, name: str, why: Sentence = SILENCE) -> Prompt:
    """Ask what to change; `name` is the setting in focus."""
    at = choice_text(name, getattr(settings, name))
    options = (option("left right", "another"), option("d", "default"), option("esc", "back"))
    sentence = say(f"{LABELS[name]}: {at}")
    return Prompt("bar", "SETTINGS", sentence, options, why or say(ABOUT[name]))


def where_kept(player: str, *, here: bool) -> str:
    """Say whose settings they are, and where they lie."""
    return "kept on this computer" if here else f"kept with your account, {player}"


def wrong_values(wrong: Sequence[Wrong]) -> str:
    """Say which values could not be taken; nothing where all could."""
    told = ", ".join(f"{LABELS[one.name]} {one.value!r}" for one in wrong)
    return f"settings: no such {told}; the usual one is used" if told else ""


def broken(aside: str) -> str:
    """Say that the file was set aside."""
    return f"the settings could not be read; they lie in {aside} now, and the usual ones are used"


def unread(path: str, why: str) -> str:
    """Say that the file cannot be opened."""
    return f"the settings in {path} cannot be read ({why}); the usual ones are used"


def unwritten(path: str, why: str) -> str:
    """Say that the file cannot be written."""
    return f"for this visit only: {path} cannot be written ({why})"
