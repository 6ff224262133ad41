"""Word the first visit: choosing a name, or linking this key to an account."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.rich_text import Sentence, say, tell, typed
from cuttle_tui.i18n.translation import N_, tr
from cuttle_tui.wording.front.joining import WHAT_CUTTLE_IS, Entry
from cuttle_tui.wording.prompt_types import Prompt, option

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
WAITING: Final = N_("one moment...")


def name_band(name: str, *, suggested: bool) -> tuple[Sentence, ...]:
    """Say what Cuttle is, and show the name as it is typed; a suggested name is selected."""
    return (say(WHAT_CUTTLE_IS), tell("your name: {name}", name=typed(name, selected=suggested)))


def name_prompt(entry: Entry, name: str, why: Sentence) -> Prompt:
    """Ask for a name."""
    takes = entry in (TAKE, AS_GUEST) and name
    verb = tr("take {name}", name=name) if takes else str(entry.verb)
    rule = tell("2 to 16 letters, digits, - and _; other players see it")
    return Prompt("bar", tr("WELCOME"), tell(entry.question), (option("enter", verb),), why or rule)
