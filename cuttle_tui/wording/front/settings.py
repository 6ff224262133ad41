"""Word the settings: what each is, what each choice means, and what went wrong with them."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, Span, say, tell
from cuttle_tui.i18n.translation import C_, N_, Message, language_name, tr
from cuttle_tui.keymap import front_letters as letters
from cuttle_tui.preferences.settings import FIELDS, LABELS, Settings, Value
from cuttle_tui.preferences.stores import Place
from cuttle_tui.wording.prompt_types import Prompt, option

TITLE: Final = N_("settings")

ABOUT: Final = {
    "theme": N_("the colours of the table; the nearest ones if your terminal has fewer"),
    "deck": N_("the colours of the suits, on cards and in text"),
    "cards": N_("how large cards are in a large window"),
    "signs": N_("letters instead of symbols, if symbols look wrong"),
    "language": N_("the language of the screen; what you type stays the same"),
    "highlight": N_("light up what just happened"),
    "bell": N_("ring when it is your turn and you are in another window"),
    "confirm": N_("ask before ctrl+c quits, and before q leaves a table"),
    "counter": N_("only against computers: among people, always asking hides your hand"),
    "free_text": N_("chat with your own words with everybody, not only ready phrases"),
    "friend_text": N_("the same with players who met you by a room code"),
    "show_games": N_("let others see how many games you won and lost"),
    "show_opponents": N_("let others see whom you met, and your last games with them"),
    "show_plays": N_("let others see which plays you make most"),
    "show_rating": N_("let others see your rating, and list you among the best"),
}
"""A one-line description of each setting."""

_ON: Final = {True: C_("a setting", "on"), False: C_("a setting", "off")}
_CHOICES: Final[dict[tuple[str, Value], Message]] = {
    ("theme", "auto"): N_("auto: felt, dark or light like the terminal"),
    ("theme", "felt-dark"): N_("felt, dark"),
    ("theme", "felt-light"): N_("felt, light"),
    ("theme", "nord"): N_("nord, dark"),
    ("theme", "gruvbox"): N_("gruvbox, dark"),
    ("theme", "tokyo-night"): N_("tokyo night, dark"),
    ("theme", "solarized-light"): N_("solarized, light"),
    ("deck", "two-colour"): N_("two colours: black and red"),
    ("deck", "four-colour"): N_("four colours: diamonds blue, clubs green"),
    ("deck", "high-contrast"): N_("high contrast: white cards, very little grey"),
    ("deck", "colour-blind"): N_("colour-blind safe: four colours"),
    ("cards", "auto"): N_("auto: as large as fits well"),
    ("cards", "small"): N_("small: one size smaller, with more room"),
    ("cards", "large"): N_("large: the largest that fit"),
    ("signs", "auto"): N_("auto: what the terminal can show"),
    ("signs", "unicode"): N_("symbols"),
    ("signs", "ascii"): N_("letters: C D H S"),
    ("language", "auto"): N_("auto: the terminal's locale"),
    ("counter", "always"): N_("always"),
    ("counter", "two"): N_("only with a two in hand"),
    ("free_text", False): N_("off: ready phrases only"),
    ("friend_text", False): N_("off: ready phrases only"),
}

SAMPLE: Final = (N_("you scuttled {card} with {other}"), N_("bob stole {card} with {other}"))
"""Sentences next to the sample cards."""


def choice_text(name: str, value: Value) -> str:
    """Word a choice; each language has its own name for itself."""
    if isinstance(value, bool):
        return str(_CHOICES.get((name, value), _ON[value]))
    if name == "language" and value != "auto":
        return language_name(value)
    return str(_CHOICES[name, value])


def choice_lines(name: str, value: Value) -> tuple[Sentence, ...]:
    """List the choices of a setting; the one in use is strong and marked."""
    return tuple(
        say(Span(f"+ {choice_text(name, choice)}", "strong"))
        if choice == value
        else say(f"  {choice_text(name, choice)}")
        for choice in FIELDS[name].choices
    )


def settings_prompt(settings: Settings, name: str, why: Sentence = SILENCE) -> Prompt:
    """Ask what to change; `name` is the setting in focus."""
    at = choice_text(name, getattr(settings, name))
    at = at.partition(": ")[2] or at
    options = (
        option("left right", tr("change")),
        option(letters.RESET, tr("default")),
        option("esc", tr("back")),
    )
    sentence = tell("{setting}: {choice}", setting=LABELS[name], choice=at)
    return Prompt("bar", tr("SETTINGS"), sentence, options, why or say(ABOUT[name]))


def clock_line(time: str) -> str:
    """Tell the time left at the table below, which does not wait."""
    return tr("your clock: {time}", time=time)


def where_kept(player: str, place: Place, *, changed: bool = False) -> str:
    """Explain where the settings are stored, and which mark shows a change."""
    told = tr(_PLACES[place], player=player)
    return tr("+ changed by you; {where}", where=told) if changed else told


_PLACES: Final = {
    "here": N_("saved on this computer"),
    "account": N_("saved with your account, {player}"),
    "visit": N_("for this visit only"),
}
