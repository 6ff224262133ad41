"""Word the question before a port is opened for friends."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.rich_text import Sentence, Span, tell
from cuttle_tui.i18n.translation import N_, tr
from cuttle_tui.keymap import front_letters as letters
from cuttle_tui.ports import Listening
from cuttle_tui.wording.front.joining import Entry
from cuttle_tui.wording.prompt_types import Prompt, option

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
ENTRIES: Final = (OPEN, NOT_NOW)
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
    options = (option("enter", str(entry.verb)), option("esc", N_("not now")))
    return Prompt("bar", tr("INVITE?"), tell(entry.question), options, why or who)
