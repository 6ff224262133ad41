"""Answer what is typed at a table: find out what it means, get ready, leave, talk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from cuttle_tui.i18n.rich_text import Sentence, say
from cuttle_tui.i18n.translation import Message
from cuttle_tui.plain import questions
from cuttle_tui.plain.menu import numbers_in
from cuttle_tui.plain.parsing import begins_action, read_card
from cuttle_tui.plain.play_commands import Command, answer, choose, standing, submit, told, typed
from cuttle_tui.table.quick_chat import PHRASES
from cuttle_tui.wording.log.log_lines import cut_line
from cuttle_tui.wording.plain import lines as wording
from cuttle_tui.wording.plain import menu_lines
from cuttle_tui.wording.plain import table as words
from cuttle_tui.wording.plain.help import help_line
from cuttle_tui.wording.table.chat import ALONE, done_line
from engine.actions import Action, Kind

if TYPE_CHECKING:
    from cuttle_tui.plain.session import PlainSession
    from cuttle_tui.plain.table_feed import TableFeed

_STANDING_WORDS: Final = {
    "retract": Kind.RETRACT,
    "offer": Kind.OFFER,
    "away": Kind.LEAVE,
    "back": Kind.RETURN,
}
_LOBBY_WORDS: Final = ("record",)
"""Commands that mean something in the lobby as well, if a word follows."""


async def obey(session: PlainSession, here: TableFeed, word: str, rest: str) -> bool:
    """Answer a line, if it means something at a table; tell whether it did."""
    whole = f"{word} {rest}".strip()
    if (word, rest.lower()) in _PAIRS:
        word, rest = _PAIRS[word, rest.lower()], ""
    numbers = numbers_in(whole)
    if numbers is not None:
        choose(session, here, numbers)
    elif word in COMMANDS and not (rest and word in _LOBBY_WORDS):
        COMMANDS[word](session, here, rest)
    elif (action := told(here, whole)) is not None and here.menu is not None:
        submit(session, here, action, here.menu.ply)
    elif word in ("yes", "y", "no", "n"):
        answer(session, here, yes=word in ("yes", "y"))
    elif word == "block" and read_card(rest) is None:
        return False
    elif begins_action(whole):
        typed(session, here, whole)
    else:
        return False
    return True


_PAIRS: Final = {
    ("draw", "offer"): "offer",
    ("offer", "draw"): "offer",
    ("offer", "a draw"): "offer",
    ("call", "off"): "off",
    ("not", "ready"): "unready",
    ("step", "away"): "away",
    ("return", ""): "back",
}
"""Commands of two words, and one that would be read as an action."""


# the table itself --------------------------------------------------------------------------------


def _undo(session: PlainSession, here: TableFeed, rest: str) -> None:
    practice = here.chair.practice
    if practice is None:
        here.say(words.NO_UNDO)
    elif (action := practice.take_back()) is None:
        here.say(words.NOTHING_TO_UNDO)
    else:
        here.say(_undone(here, action))
        here.begin_anew()


def _undone(here: TableFeed, action: Action) -> Sentence:
    """Name the move that was taken back, as it stood among the choices."""
    view = here.chair.state().view
    if view is None or action not in view.legal:
        return say(words.UNDONE)
    return words.undone_line(menu_lines.choice_words(view, action, here.names))


def _claim(session: PlainSession, here: TableFeed, rest: str) -> None:
    if here.chair.online is not None and here.state.claimable:
        here.chair.online.claim()
    else:
        here.say(words.NOT_NOW)


def _call_off(session: PlainSession, here: TableFeed, rest: str) -> None:
    if here.chair.online is not None and here.state.may_call_off:
        here.chair.online.call_off()
    else:
        here.say(words.NOT_NOW)


def _ready(session: PlainSession, here: TableFeed, rest: str, *, yes: bool = True) -> None:
    if here.running or here.chair.seat is None:
        here.say(words.NOT_NOW)
    elif yes and here.over and any(one.kind == "nobody" for one in here.state.sitters):
        here.say(words.NOBODY_LEFT)
    elif yes and here.chair.seat in here.chair.state().ready:
        here.say(words.READY_ALREADY)
    else:
        here.chair.ready(yes)


def _unready(session: PlainSession, here: TableFeed, rest: str) -> None:
    _ready(session, here, rest, yes=False)


def _fill(session: PlainSession, here: TableFeed, rest: str) -> None:
    online = here.chair.online
    if online is not None and here.view is None and here.state.host == here.chair.seat:
        online.fill()
    else:
        here.say(words.NOT_NOW)


def _cut(session: PlainSession, here: TableFeed, rest: str) -> None:
    """Cut the next deck with a word, and show it back; without one say how it was cut."""
    online = here.chair.online
    if here.chair.seat is None or online is None or here.running:
        here.say(words.NOT_NOW)
        return
    if rest:
        online.cut(rest)
    state = here.chair.state()
    cut = (state.next_cuts or state.cuts)[here.chair.seat]
    here.say(cut_line(cut, here.chair.seat, here.names) if cut else words.NOT_CUT)


def _show(session: PlainSession, here: TableFeed, rest: str, *, yes: bool = True) -> None:
    if here.chair.online is None:
        here.say(words.NOT_NOW)
        return
    here.chair.online.show_hands(yes)
    here.say(words.SHOWN if yes else words.HIDDEN)


def _hide(session: PlainSession, here: TableFeed, rest: str) -> None:
    _show(session, here, rest, yes=False)


def _leave(session: PlainSession, here: TableFeed, rest: str) -> None:
    if here.running and here.chair.seat is not None:
        session.confirm(words.LEAVE_ASKED, session.stand_up)
    else:
        session.stand_up()


# talking -----------------------------------------------------------------------------------------


def _say(session: PlainSession, here: TableFeed, rest: str) -> None:
    """Say a ready phrase by its name or its words; else free text, where that is turned on."""
    chat = here.chair.chat
    if chat is None:
        here.say(ALONE)
        return
    text = rest.lower()
    name = next((one for one, phrase in PHRASES.items() if text in _ways_to_say(one, phrase)), None)
    if name is not None:
        chat.say(name, phrase=True)
    elif rest and here.free_text:
        chat.say(rest, phrase=False)
    else:
        here.say(words.NO_TALK)


def _ways_to_say(name: str, phrase: Message) -> tuple[str, str, str]:
    """List what may be typed for a phrase: its name, its words here, its words in English."""
    return name, str(phrase).lower(), phrase.text.lower()


def _phrases(session: PlainSession, here: TableFeed, rest: str) -> None:
    for name, phrase in PHRASES.items():
        here.item(help_line(f"say {name}", phrase))


def _mute(session: PlainSession, here: TableFeed, rest: str) -> None:
    if not rest or rest not in (*here.names.names, *(line.who for line in here.state.talk)):
        here.say(wording.person_unknown(rest))
        return
    again = rest in here.muted
    (here.muted.discard if again else here.muted.add)(rest)
    here.say(done_line("mute", rest, again=again))


COMMANDS: Final[Mapping[str, Command]] = {
    **questions.COMMANDS,
    "undo": _undo,
    "ready": _ready,
    "unready": _unready,
    "fill": _fill,
    "concede": standing(Kind.CONCEDE),
    **{word: standing(kind) for word, kind in _STANDING_WORDS.items()},
    "claim": _claim,
    "off": _call_off,
    "cut": _cut,
    "show": _show,
    "hide": _hide,
    "say": _say,
    "phrases": _phrases,
    "mute": _mute,
    "leave": _leave,
}
