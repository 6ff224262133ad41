"""Word the front screens: the home list, joining by code, and what went wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cuttle_tui.ports import LobbyError
from cuttle_tui.prose import SILENCE, Sentence, Span, say
from cuttle_tui.wording.asking import Prompt, option
from engine.rulesets import Ruleset

VERSION: Final = "cuttle 0.1"
MOTTO: Final = ("a duel of cards", "to twenty-one")
NAME: Final = "CUTTLE"
HINTS: Final = (("arrows", "move"), ("enter", "choose"), ("n", "new table"), ("?", "help"))
CODE_HINTS: Final = (("enter", "sit down"), ("esc", "home"))
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


RESUME: Final = Entry(
    "r", "resume your game", "your seat is held", "Go back to your game?", "resume"
)
QUICK: Final = Entry(
    "m", "quick match", "with whoever comes next", "Play the next person who comes?", "wait for one"
)
OPEN: Final = Entry(
    "o", "open a room", "you get a code for a friend", "Open a room for a friend?", "open it"
)
JOIN: Final = Entry(
    "j", "join a room", "type the code you got", "Join a friend's room?", "type a code"
)
COMPUTER: Final = Entry(
    "c", "play the computer", "against the machine", "Play against the computer?", "sit down"
)
HOT_SEAT: Final = Entry(
    "t",
    "share this keyboard",
    "the screen hides hands in between",
    "Play together at this keyboard?",
    "sit down",
)
WATCH: Final = Entry(
    "w", "watch a game again", "the games you played here", "Watch a game again?", "choose one"
)
NEW: Final = Entry(
    "n", "new table", "other rules, more seats, options", "Choose a table?", "choose"
)
FRIEND: Final = Entry(
    "f", "play a friend", "over ssh, from here or anywhere", "Play a friend over ssh?", "see how"
)
RULES: Final = Entry("h", "how to play", "the rules, card by card", "Read the rules?", "read")
QUIT: Final = Entry("q", "quit", "", "Leave cuttle?", "quit")


def entries(*, online: bool, held: bool, kept: bool = False) -> tuple[Entry, ...]:
    """List what the home screen offers."""
    if online:
        resume = (RESUME,) if held else ()
        return (*resume, QUICK, OPEN, JOIN, COMPUTER, NEW, RULES, QUIT)
    watch = (WATCH,) if kept else ()
    return (COMPUTER, HOT_SEAT, NEW, FRIEND, *watch, RULES, QUIT)


def home_prompt(entry: Entry, offered: tuple[Entry, ...], why: Sentence) -> Prompt:
    """Ask whether to do what is focused."""
    keys = say(Span(" ".join(one.key for one in offered), "key"), " go straight there")
    return Prompt("bar", "WELCOME", say(entry.question), (option("enter", entry.verb), keys), why)


def quit_prompt() -> Prompt:
    """Ask whether to quit."""
    return Prompt("bar", "QUIT?", say("Leave cuttle?"), (option("y", "quit"), option("n", "stay")))


def home_band(player: str, ruleset: Ruleset, *, online: bool) -> tuple[Sentence, ...]:
    """Greet the player, and say which rules are in use."""
    place = "other people can be met here" if online else "at home, at this keyboard"
    return (
        say(f"{player}: {place}"),
        say(
            Span(ruleset.name, "strong"), f": {ruleset.title}   ", Span("n", "key"), " other rules"
        ),
    )


def code_prompt(code: str, why: Sentence) -> Prompt:
    """Ask for a room code."""
    options = [option("esc", "home")]
    if code:
        options.insert(0, option("enter", f"join {code}"))
    return Prompt("bar", "JOIN", say("Type the code your friend was given"), tuple(options), why)


def code_band(why: Sentence) -> tuple[Sentence, ...]:
    """Say what a room code is."""
    return (say("join a friend's room"), why or say("a code is four letters and figures"))


def lobby_line(error: LobbyError) -> Sentence:
    """Say why the lobby could not do what was asked."""
    return say(_REASONS.get(error.reason, "the lobby cannot do that now"))


_REASONS: Final = {
    "unknown-code": "no room waits under that code",
    "used-code": "that code has been used already",
    "room-full": "that room is full",
    "own-room": "that is your own room: a friend has to join it",
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
