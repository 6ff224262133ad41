"""Answer questions at a table: what lies there, what may be done, why something may not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from cuttle_tui.choosing import offered
from cuttle_tui.plain.acting import Command, objection, read
from cuttle_tui.plain.menu import completions, numbers_in, read_card
from cuttle_tui.wording.log import log_lines
from cuttle_tui.wording.plain import choices
from cuttle_tui.wording.plain import table as words
from cuttle_tui.wording.plain.help import HELP_TABLE, usage_line
from cuttle_tui.wording.why import expected_kind, not_playable
from engine.actions import Action
from engine.cards import Card
from engine.view import View

if TYPE_CHECKING:
    from cuttle_tui.plain.session import PlainSession
    from cuttle_tui.plain.sitting import Sitting

_LOG: Final = 10


def _why(session: PlainSession, here: Sitting, rest: str) -> None:
    view = here.view
    card = read_card(rest)
    if view is None:
        here.say(words.NOT_DEALT)
    elif not rest:
        here.say(usage_line(HELP_TABLE["why"]))
    elif card is not None:
        _why_card(here, view, card)
    elif numbers_in(rest) is not None:
        here.say(words.MAY_DO if _is_choice(here, rest) else words.NO_SUCH_CHOICE)
    else:
        action = read(here, rest)
        if action is not None:
            here.say(words.MAY_DO if completions(view, action) else objection(here, view, action))


def _is_choice(here: Sitting, text: str) -> bool:
    numbers = numbers_in(text)
    return here.menu is not None and numbers is not None and here.menu.action(numbers) is not None


def _why_card(here: Sitting, view: View, card: Card) -> None:
    if any(card in action.cards for action in view.legal):
        _offers(here, card)
        return
    action = Action(expected_kind(view, card), (card,))
    here.say(not_playable(view, card, here.names) or objection(here, view, action))


def _card(session: PlainSession, here: Sitting, rest: str) -> None:
    card = read_card(rest)
    if card is None:
        here.say(words.NO_CARD)
    elif here.view is None:
        here.say(words.NOT_DEALT)
    else:
        here.say(words.about_card(here.view, card))
        _offers(here, card)


def _offers(here: Sitting, card: Card) -> None:
    """List what a card may be used for now, with the numbers."""
    view, menu = here.view, here.menu
    if view is None or menu is None or menu.pick > 1:
        return
    for place, action in enumerate(menu.actions, 1):
        if card in action.cards:
            here.item(choices.numbered(place, choices.choice_words(view, action, here.names)))


def _choices(session: PlainSession, here: Sitting, rest: str) -> None:
    here.ask()


def _actions(session: PlainSession, here: Sitting, rest: str) -> None:
    if here.menu is None:
        here.say(words.NOTHING_ASKED)
        return
    for place, action in enumerate(here.menu.actions, 1):
        here.item(str(action) if here.menu.pick > 1 else f"{place}: {action}")


def _table(session: PlainSession, here: Sitting, rest: str) -> None:
    if here.view is None:
        here.arrive()
    else:
        here.say(*words.table_lines(here.state, here.names))


def _hand(session: PlainSession, here: Sitting, rest: str) -> None:
    if here.view is None or here.chair.seat is None:
        here.say(words.NOT_DEALT if here.view is None else words.WATCHING)
    else:
        here.say(words.hand_line(here.view))


def _scrap(session: PlainSession, here: Sitting, rest: str) -> None:
    if here.view is None:
        here.say(words.NOT_DEALT)
    else:
        here.say(*words.scrap_lines(offered.browsable(here.view), len(here.view.scrap)))


def _log(session: PlainSession, here: Sitting, rest: str) -> None:
    lines = log_lines(here.log, here.names)
    count = int(rest) if rest.isdigit() and len(rest) < 6 else _LOG
    if rest != "all":
        lines = lines[-count:] if count else []
    here.say(*lines)
    if not here.log:
        here.say(words.NOT_DEALT)


def _clock(session: PlainSession, here: Sitting, rest: str) -> None:
    state = here.chair.state()
    here.say(*words.clock_lines(state, here.names) if state.clocks else [words.NO_CLOCKS])


def _record(session: PlainSession, here: Sitting, rest: str) -> None:
    text = here.chair.record()
    if text is None:
        here.say(words.NOT_OVER)
    else:
        session.voice.text(text)


COMMANDS: Final[Mapping[str, Command]] = {
    "choices": _choices,
    "actions": _actions,
    "why": _why,
    "table": _table,
    "hand": _hand,
    "scrap": _scrap,
    "card": _card,
    "log": _log,
    "clock": _clock,
    "record": _record,
}
