"""Word questions for names, and the question before a port is opened for friends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cuttle_tui.i18n.rich_text import Sentence, Span, say, tell, typed
from cuttle_tui.i18n.translation import C_, N_, Message, Words, tr
from cuttle_tui.kit import editing as letters
from cuttle_tui.kit.text_types import Prompt
from cuttle_tui.kit.words import WHAT_CUTTLE_IS, Entry
from cuttle_tui.ports import Listening

TAKE: Final = Entry(
    "", N_("take this name"), N_("your key is your account"), N_("Choose a name"), N_("take it")
)
LINK: Final = Entry(
    "",
    N_("I have an account"),
    N_("type a link code"),
    N_("Link this key to an account you have?"),
    N_("type a code"),
)
LEAVE: Final = Entry("", N_("leave"), N_("nothing is stored"), N_("Leave cuttle?"), N_("leave"))
ENTRIES: Final = (TAKE, LINK, LEAVE)
AS_GUEST: Final = Entry(
    "",
    N_("take this name"),
    N_("for this visit: you have no key"),
    N_("What shall others call you?"),
    N_("take it"),
)
STAY: Final = Entry(
    "",
    N_("another time"),
    N_("keep the name you were given"),
    N_("Go on without choosing a name?"),
    N_("go on"),
)
GUEST_ENTRIES: Final = (AS_GUEST, STAY)


def name_band(name: str, *, suggested: bool) -> tuple[Sentence, ...]:
    """Say what Cuttle is, and show the name as it is typed; a suggested name is selected."""
    return (say(WHAT_CUTTLE_IS), tell("your name: {name}", name=typed(name, selected=suggested)))


def name_prompt(entry: Entry, why: Sentence) -> Prompt:
    """Ask for a name."""
    rule = tell("2 to 16 letters, digits, - and _; other players see it")
    return Prompt("bar", tr("WELCOME"), tell(entry.question), why=why or rule)


def name_verb(entry: Entry, name: str) -> Words:
    """Say what enter does with a name."""
    return tr("take {name}", name=name) if entry in (TAKE, AS_GUEST) and name else entry.verb


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


def home_name_band(asked: NameQuestion, name: str, *, suggested: bool) -> tuple[Sentence, ...]:
    """Show the name as it is typed; a suggested name is selected."""
    return (tell(asked.shown, name=typed(name, selected=suggested)), tell(asked.about))


def home_name_prompt(asked: NameQuestion, entry: Entry, why: Sentence) -> Prompt:
    """Ask for a name."""
    return Prompt("bar", tr(asked.title), tell(entry.question), why=why)


def home_name_verb(asked: NameQuestion, entry: Entry, name: str) -> Words:
    """Say what enter does with a name."""
    takes = entry is asked.entries[0] and name and asked is not AGAIN
    return tr("play as {name}", name=name) if takes else entry.verb


OPEN: Final = Entry(
    letters.YES,
    N_("open it"),
    N_("you get a line for your friend to type"),
    N_("Let a friend connect to your machine?"),
    N_("open it"),
)
NOT_NOW: Final = Entry(
    letters.NO,
    N_("not now"),
    N_("nothing is opened"),
    N_("Back, without opening anything?"),
    N_("back"),
)
INVITE_ENTRIES: Final = (OPEN, NOT_NOW)
_EVERYWHERE: Final = N_("port {port} will be open on all your addresses, such as {address}")
_THERE: Final = N_("port {port} will be open on {address} only")


def invite_band(where: Listening) -> tuple[Sentence, ...]:
    """Say what will be opened, and until when."""
    port, address = Span(str(where.port), "strong"), Span(where.address, "strong")
    told = _EVERYWHERE if where.everywhere else _THERE
    return (
        tell(told, port=port, address=address),
        tell("it is closed again when you leave that table, or quit"),
    )


def invite_prompt(entry: Entry, why: Sentence) -> Prompt:
    """Ask whether to open it."""
    who = tell("anybody who reaches it can connect; only the room code gives a seat")
    return Prompt("bar", tr("INVITE?"), tell(entry.question), why=why or who)
