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
WAITING: Final = N_("one moment...")


def name_band(name: str, *, suggested: bool) -> tuple[Sentence, ...]:
    """Say what Cuttle is, and show the name as it is typed; a suggested name is selected."""
    return (say(WHAT_CUTTLE_IS), tell("your name: {name}", name=typed(name, selected=suggested)))


def name_prompt(entry: Entry, name: str, why: Sentence) -> Prompt:
    """Ask for a name."""
    verb = tr("take {name}", name=name) if entry is TAKE and name else str(entry.verb)
    rule = tell("2 to 16 letters, digits, - and _; other players see it")
    return Prompt("bar", tr("WELCOME"), tell(entry.question), (option("enter", verb),), why or rule)
