"""Word the front screens: the home list, joining by code, and what went wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cuttle_tui.ports import LobbyError, News, TableError
from cuttle_tui.prose import SILENCE, Sentence, Span, say
from cuttle_tui.wording.asking import Prompt, option

VERSION: Final = "cuttle 0.1"
MOTTO: Final = ("a duel of cards", "to twenty-one")
NAME: Final = "CUTTLE"
HINTS: Final = (
    ("arrows", "move"),
    ("enter", "choose"),
    ("n", "new table"),
    ("s", "settings"),
    ("?", "help"),
)
CODE_HINTS: Final = (("enter", "sit down"), ("esc", "home"))
LINK_HINTS: Final = (("enter", "use it"), ("esc", "back"))
PAGE_HINTS: Final = (("up down", "scroll"), ("esc", "back"))
RULES_HINT: Final = ("h", "the rules in play")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the home screen's list."""

    key: str
    label: str
    description: str
    question: str
    """What the prompt asks while it is focused."""
    verb: str
    """What enter does then."""


def quit_prompt() -> Prompt:
    """Ask whether to quit."""
    return Prompt("bar", "QUIT?", say("Leave cuttle?"), (option("y", "quit"), option("n", "stay")))


def code_prompt(code: str, why: Sentence) -> Prompt:
    """Ask for a room code."""
    options = [option("esc", "home")]
    if code:
        options.insert(0, option("enter", f"join {code}"))
    return Prompt("bar", "JOIN", say("Type the code your friend was given"), tuple(options), why)


def code_band(why: Sentence) -> tuple[Sentence, ...]:
    """Say what a room code is."""
    told = "a code is four letters and figures; a guest's resume code has eight"
    return (say("join a friend's room"), why or say(told))


def link_prompt(code: str, why: Sentence) -> Prompt:
    """Ask for a link code."""
    options = [option("esc", "back")]
    if code:
        options.insert(0, option("enter", f"use {code}"))
    return Prompt("bar", "LINK", say("Type the link code of your account"), tuple(options), why)


def link_band() -> tuple[Sentence, ...]:
    """Say where a link code comes from."""
    return (
        say("this key becomes another key of your account"),
        say("make the code where you are known already: your account, another key"),
    )


def lobby_line(error: LobbyError) -> Sentence:
    """Say why the lobby could not do what was asked."""
    return say(_REASONS.get(error.reason, "the lobby cannot do that now"))


def refused_line(error: LobbyError | TableError) -> Sentence:
    """Say why the lobby or the table could not do what was asked."""
    return lobby_line(error) if isinstance(error, LobbyError) else say(f"not now: {error}")


_REASONS: Final = {
    "unknown-code": "no room waits under that code",
    "used-code": "that code has been used already",
    "room-full": "that room is full",
    "own-room": "that is your own room: a friend has to join it",
    "own-game": "you play in that game: you cannot watch it",
    "not-now": "the server cannot reach what it keeps just now: try again in a minute",
    "too-many": "too many in a short time: wait a little",
    "guests-unrated": "guests play unrated: connect with an ssh key to get an account",
    "rated-rules": "ranked matches are played by rules without options, by two",
    "no-such-table": "that table is not there any more",
    "no-such-game": "that game is not kept any more",
    "blocked": "one of you has blocked the other",
    "name-taken": "somebody has that name, or one that looks like it",
    "name-short": "a name has two letters at least",
    "name-long": "a name has sixteen letters at most",
    "name-letters": "only letters, figures, - and _, a letter first",
    "name-reserved": "that name is kept for the server",
    "key-taken": "that key belongs to an account already",
    "last-key": "it is your last key: without it nobody gets in",
    "no-terminal": "that needs a terminal",
    "cannot-listen": "no door could be opened here: is the port in use by another program?",
    "busy": "you sit at a table already: leave it first",
    "closing": "the server is closing: no new games now",
    "offline": "nobody else can be met here: connect to a server by ssh",
    "only-at-home": "people share a keyboard at home, not over ssh",
}


def page_prompt(title: str, more: bool) -> Prompt:
    """Head a page of text."""
    options = (option("up down", "scroll"),) if more else ()
    return Prompt(
        "wait", title, say("esc takes you back"), (*options, option("esc", "back")), SILENCE
    )


def begins_line(names: list[str], me: str) -> Sentence:
    """Say that the game one waited for begins, and with whom."""
    others = " and ".join(name for name in names if name != me)
    return say(Span(f"your game with {others} begins", "strong"))


def news_line(news: News) -> Sentence:
    """Word what the server tells everybody; nothing where there is nothing to tell."""
    if news.kind == "announcement":
        return say(Span("news: ", "strong"), news.text)
    if news.kind == "closing":
        return say(Span("the server closes: ", "strong"), news.text or "your game is kept")
    if news.kind == "sat-down":
        return say(Span(f"{news.text or 'somebody'} sat down at your table", "strong"))
    if news.kind == "claimed":
        return say(Span(f"you stayed away: your game at {news.text} was claimed", "strong"))
    return SILENCE
