"""Commands at a table: play, ask about the cards, take back, get ready, leave, talk."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from cuttle_tui.i18n.translation import Message
from cuttle_tui.plain.conversation import Conversation, TableCommand
from cuttle_tui.plain.menu import completions, numbers_in
from cuttle_tui.plain.parsing import begins_action, read_card, read_rank, seat_called
from cuttle_tui.plain.play_commands import (
    answer,
    choose,
    objection,
    read,
    standing,
    submit,
    tell_choices,
    told,
    typed,
)
from cuttle_tui.plain.table_feed import TableFeed
from cuttle_tui.table import choices
from cuttle_tui.table.quick_chat import PHRASES
from cuttle_tui.wording.log.log_lines import cut_line, log_lines
from cuttle_tui.wording.plain import lines as wording
from cuttle_tui.wording.plain import menu_lines
from cuttle_tui.wording.plain import table as words
from cuttle_tui.wording.plain.help import HELP_TABLE, help_line, usage_line
from cuttle_tui.wording.plain.lines import person_unknown
from cuttle_tui.wording.refusals.refusal_lines import expected_kind, not_playable
from cuttle_tui.wording.table.chat import ALONE, done_line
from engine.actions import Action, Kind
from engine.cards import Card
from engine.play.view import View

_STANDING_WORDS: Final = {
    "retract": Kind.RETRACT,
    "offer": Kind.OFFER,
    "away": Kind.LEAVE,
    "back": Kind.RETURN,
}
_LOBBY_WORDS: Final = ("record",)
"""Commands that mean something in the lobby as well, if a word follows."""
_LOG: Final = 10


async def obey(session: Conversation, here: TableFeed, word: str, rest: str) -> bool:
    """Answer a line, if it means something at a table; return whether it did."""
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


# questions ---------------------------------------------------------------------------------------


def _why(session: Conversation, here: TableFeed, rest: str) -> None:
    view = here.view
    card = read_card(rest)
    if view is None:
        here.say(words.NOT_DEALT)
    elif not rest:
        here.say(usage_line(HELP_TABLE["why"]))
    elif card is not None:
        _why_card(here, view, card)
    elif (numbers := numbers_in(rest)) is not None:
        _why_number(here, numbers)
    else:
        action = read(here, rest)
        if action is not None:
            here.say(words.MAY_DO if completions(view, action) else objection(here, view, action))


def _why_number(here: TableFeed, numbers: list[int]) -> None:
    menu = here.menu
    if menu is None:
        here.say(words.NOTHING_ASKED)
    elif menu.action(numbers) is None:
        here.say(menu_lines.wrong_number(numbers, menu.pick))
    else:
        here.say(words.MAY_DO)


def _why_card(here: TableFeed, view: View, card: Card) -> None:
    if any(card in action.cards for action in view.legal):
        _offers(here, [card])
        return
    action = Action(expected_kind(view, card), (card,))
    here.say(not_playable(view, card, here.names) or objection(here, view, action))


def _card(session: Conversation, here: TableFeed, rest: str) -> None:
    card = read_card(rest)
    cards = read_rank(rest) if card is None else [card]
    if not cards:
        here.say(words.NO_CARD)
    elif here.view is None:
        here.say(words.NOT_DEALT)
    else:
        view = here.view
        cards.sort(key=lambda one: not any(one in action.cards for action in view.legal))
        here.say(words.about_card(view, cards[0]))
        _offers(here, cards)


def _offers(here: TableFeed, cards: Collection[Card]) -> None:
    """List what cards may be used for now, with the numbers."""
    legal = () if here.view is None else here.view.legal
    tell_choices(here, [action for action in legal if not set(cards).isdisjoint(action.cards)])


def _choices(session: Conversation, here: TableFeed, rest: str) -> None:
    here.ask()


def _actions(session: Conversation, here: TableFeed, rest: str) -> None:
    if here.menu is None:
        here.say(words.NOTHING_ASKED)
        return
    for place, action in enumerate(here.menu.actions, 1):
        here.item(str(action) if here.menu.pick > 1 else f"{place}: {action}")


def _table(session: Conversation, here: TableFeed, rest: str) -> None:
    if here.view is None:
        here.arrive()
    else:
        here.say(*words.table_lines(here.state, here.names))
        here.say(*words.turn_lines(here.state, here.names))


def _hand(session: Conversation, here: TableFeed, rest: str) -> None:
    view, me = here.view, here.chair.seat
    seat = seat_called(rest, here.names.names, me) if rest else me
    if view is None:
        here.say(words.NOT_DEALT)
    elif seat is None:
        here.say(person_unknown(rest[:40]) if rest else words.WATCHING)
    else:
        here.say(words.hand_line(view) if seat == me else words.hand_of(view, seat, here.names))


def _hands(session: Conversation, here: TableFeed, rest: str) -> None:
    if here.view is None:
        here.say(words.NOT_DEALT)
    else:
        here.say(*words.hands_lines(here.view, here.names))


def _scrap(session: Conversation, here: TableFeed, rest: str) -> None:
    if here.view is None:
        here.say(words.NOT_DEALT)
    else:
        here.say(*words.scrap_lines(choices.browsable(here.view), len(here.view.scrap)))


def _log(session: Conversation, here: TableFeed, rest: str) -> None:
    lines = log_lines(here.log, here.names, here.state.lost_by)
    count = int(rest) if rest.isdigit() and len(rest) < 6 else _LOG
    if rest != "all":
        lines = lines[-count:] if count else []
    here.say(*lines)
    if not here.log:
        here.say(words.NOT_DEALT)


def _clock(session: Conversation, here: TableFeed, rest: str) -> None:
    state = here.chair.state()
    here.say(*words.clock_lines(state, here.names) if state.clocks else [words.NO_CLOCKS])


def _record(session: Conversation, here: TableFeed, rest: str) -> None:
    text = here.chair.record()
    if text is None:
        here.say(words.NOT_OVER)
    else:
        session.voice.text(text)


# the table itself --------------------------------------------------------------------------------


def _undo(session: Conversation, here: TableFeed, rest: str) -> None:
    practice = here.chair.practice
    if practice is None:
        here.say(words.NO_UNDO)
    elif (action := practice.take_back()) is None:
        here.say(words.NOTHING_TO_UNDO)
    else:
        here.say(words.undone_line(here.chair.state().view, action, here.names))
        here.begin_anew()


def _claim(session: Conversation, here: TableFeed, rest: str) -> None:
    if here.chair.online is not None and here.state.claimable:
        here.chair.online.claim()
    else:
        here.say(words.NOT_NOW)


def _call_off(session: Conversation, here: TableFeed, rest: str) -> None:
    if here.chair.online is not None and here.state.may_call_off:
        here.chair.online.call_off()
    else:
        here.say(words.NOT_NOW)


def _ready(session: Conversation, here: TableFeed, rest: str, *, yes: bool = True) -> None:
    if here.running or here.chair.seat is None:
        here.say(words.NOT_NOW)
    elif yes and here.over and any(one.kind == "nobody" for one in here.state.sitters):
        here.say(words.NOBODY_LEFT)
    elif yes and here.chair.seat in here.chair.state().ready:
        here.say(words.READY_ALREADY)
    else:
        here.chair.ready(yes)


def _unready(session: Conversation, here: TableFeed, rest: str) -> None:
    _ready(session, here, rest, yes=False)


def _fill(session: Conversation, here: TableFeed, rest: str) -> None:
    online = here.chair.online
    if online is not None and here.view is None and here.state.host == here.chair.seat:
        online.fill()
    else:
        here.say(words.NOT_NOW)


def _cut(session: Conversation, here: TableFeed, rest: str) -> None:
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


def _show(session: Conversation, here: TableFeed, rest: str, *, yes: bool = True) -> None:
    if here.chair.online is None:
        here.say(words.NOT_NOW)
        return
    here.chair.online.show_hands(yes)
    here.say(words.SHOWN if yes else words.HIDDEN)


def _hide(session: Conversation, here: TableFeed, rest: str) -> None:
    _show(session, here, rest, yes=False)


def _leave(session: Conversation, here: TableFeed, rest: str) -> None:
    if here.running and here.chair.seat is not None:
        session.confirm(words.LEAVE_ASKED, session.stand_up)
    else:
        session.stand_up()


# talking -----------------------------------------------------------------------------------------


def _say(session: Conversation, here: TableFeed, rest: str) -> None:
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


def _phrases(session: Conversation, here: TableFeed, rest: str) -> None:
    for name, phrase in PHRASES.items():
        here.item(help_line(f"say {name}", phrase))


def _mute(session: Conversation, here: TableFeed, rest: str) -> None:
    if not rest or rest not in (*here.names.names, *(line.who for line in here.state.talk)):
        here.say(wording.person_unknown(rest))
        return
    again = rest in here.muted
    (here.muted.discard if again else here.muted.add)(rest)
    here.say(done_line("mute", rest, again=again))


COMMANDS: Final[Mapping[str, TableCommand]] = {
    "choices": _choices,
    "actions": _actions,
    "why": _why,
    "table": _table,
    "hand": _hand,
    "hands": _hands,
    "scrap": _scrap,
    "card": _card,
    "log": _log,
    "clock": _clock,
    "record": _record,
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
