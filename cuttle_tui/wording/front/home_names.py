"""Word the questions for names at home: one's own, and those who share the keyboard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cuttle_tui.i18n.rich_text import Sentence, tell, typed
from cuttle_tui.i18n.translation import C_, N_, Message, tr
from cuttle_tui.wording.front.joining import Entry
from cuttle_tui.wording.prompt_types import Prompt, option


@dataclass(frozen=True, slots=True)
class NameQuestion:
    """A question for a name."""

    title: Message
    """The first word of the bar."""
    shown: Message
    """The name as it is typed, as ``{name}``."""
    about: Message
    entries: tuple[Entry, ...]
    """What can be done: take the name, or not."""


OWN: Final = NameQuestion(
    N_("WELCOME"),
    N_("your name: {name}"),
    N_("it stands beside your cards; change it at home whenever you like"),
    (
        Entry("", N_("play"), N_("under this name"), N_("What is your name?"), N_("take it")),
        Entry("", N_("not now"), N_("you will not be asked again"), N_("Skip this?"), N_("skip")),
    ),
)
AGAIN: Final = NameQuestion(
    N_("NAME"),
    OWN.shown,
    N_("it counts from the next game on"),
    (
        Entry("", N_("take this name"), "", N_("What is your name?"), N_("take it")),
        Entry("", N_("back"), N_("nothing changes"), N_("Keep the old name?"), N_("keep it")),
    ),
)
OTHER: Final = NameQuestion(
    N_("WHO PLAYS?"),
    N_("the other player: {name}"),
    N_("you share this keyboard; hands are hidden between turns"),
    (
        Entry("", N_("play"), N_("the name is remembered"), N_("Who plays with you?"), N_("play")),
        Entry("", N_("back"), N_("no game begins"), N_("Go back?"), N_("back")),
    ),
)
_USUAL: Final = C_("another player at this keyboard", "friend")
_NUMBERED: Final = N_("friend {number}")

NO_NAME: Final = N_("type a name first")
TAKEN: Final = N_("somebody at this table has that name")


def usual_names(count: int) -> tuple[str, ...]:
    """Return usual names for so many other people at a shared keyboard."""
    if count == 1:
        return (str(_USUAL),)
    return tuple(tr(_NUMBERED, number=number) for number in range(1, count + 1))


def name_band(asked: NameQuestion, name: str, *, suggested: bool) -> tuple[Sentence, ...]:
    """Show the name as it is typed; a suggested name is selected."""
    return (tell(asked.shown, name=typed(name, selected=suggested)), tell(asked.about))


def name_prompt(asked: NameQuestion, entry: Entry, name: str, why: Sentence) -> Prompt:
    """Ask for a name."""
    takes = entry is asked.entries[0] and bool(name)
    verb = tr("play as {name}", name=name) if takes and asked is not AGAIN else str(entry.verb)
    options = (
        option("enter", verb),
        option("up down", tr("move")),
        option("esc", str(asked.entries[1].label)),
    )
    return Prompt("bar", tr(asked.title), tell(entry.question), options, why)
