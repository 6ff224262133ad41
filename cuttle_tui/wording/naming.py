"""Word the first visit: choosing a name, or linking this key to an account."""

from __future__ import annotations

from typing import Final

from cuttle_tui.prose import Sentence, Span, say
from cuttle_tui.wording.asking import Prompt, option
from cuttle_tui.wording.front import Entry

HINTS: Final = (("type", "your name"), ("up down", "move"), ("enter", "choose"))
TAKE: Final = Entry(
    "", "take this name", "your key is your account", "What shall the others call you?", "take it"
)
LINK: Final = Entry(
    "", "I have an account", "type a link code", "Is this another key of yours?", "type a code"
)
LEAVE: Final = Entry("", "leave", "nothing is kept", "Leave cuttle?", "leave")
ENTRIES: Final = (TAKE, LINK, LEAVE)
WAITING: Final = say("one moment...")


def name_band(name: str) -> tuple[Sentence, ...]:
    """Show the name as it is typed."""
    return (
        say("your name: ", Span(f"{name}_", "strong")),
        say("2 to 16 letters, figures, - and _; the others see it"),
    )


def name_prompt(entry: Entry, name: str, why: Sentence) -> Prompt:
    """Ask for a name."""
    verb = f"take {name}" if entry is TAKE and name else entry.verb
    options = (option("enter", verb), option("up down", "more"), option("ctrl+c", "leave"))
    return Prompt("bar", "WELCOME", say(entry.question), options, why)
