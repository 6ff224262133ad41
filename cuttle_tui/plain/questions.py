"""Answer questions at a table: what lies there, what may be done, why something may not."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Final

from cuttle_tui.plain.menu import completions, numbers_in
from cuttle_tui.plain.parsing import read_card, read_rank, seat_called
from cuttle_tui.plain.play_commands import Command, objection, read, tell_choices
from cuttle_tui.table import choices
from cuttle_tui.wording.log.log_lines import log_lines
from cuttle_tui.wording.plain import menu_lines
from cuttle_tui.wording.plain import table as words
from cuttle_tui.wording.plain.help import HELP_TABLE, usage_line
from cuttle_tui.wording.plain.lines import person_unknown
from cuttle_tui.wording.refusals.refusal_lines import expected_kind, not_playable
from engine.actions import Action
from engine.cards import Card
from engine.play.view import View

if TYPE_CHECKING:
    from cuttle_tui.plain.session import PlainSession
    from cuttle_tui.plain.table_feed import TableFeed

_LOG: Final = 10


def _why(session: PlainSession, here: TableFeed, rest: str) -> None:
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


def _card(session: PlainSession, here: TableFeed, rest: str) -> None:
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


def _choices(session: PlainSession, here: TableFeed, rest: str) -> None:
    here.ask()


def _actions(session: PlainSession, here: TableFeed, rest: str) -> None:
    if here.menu is None:
        here.say(words.NOTHING_ASKED)
        return
    for place, action in enumerate(here.menu.actions, 1):
        here.item(str(action) if here.menu.pick > 1 else f"{place}: {action}")


def _table(session: PlainSession, here: TableFeed, rest: str) -> None:
    if here.view is None:
        here.arrive()
    else:
        here.say(*words.table_lines(here.state, here.names))
        tell = words.over_lines if here.over else words.turn_lines
        here.say(*tell(here.state, here.names))


def _hand(session: PlainSession, here: TableFeed, rest: str) -> None:
    view, me = here.view, here.chair.seat
    seat = seat_called(rest, here.names.names, me) if rest else me
    if view is None:
        here.say(words.NOT_DEALT)
    elif seat is None:
        here.say(person_unknown(rest[:40]) if rest else words.WATCHING)
    else:
        here.say(words.hand_line(view) if seat == me else words.hand_of(view, seat, here.names))


def _hands(session: PlainSession, here: TableFeed, rest: str) -> None:
    if here.view is None:
        here.say(words.NOT_DEALT)
    else:
        here.say(*words.hands_lines(here.view, here.names))


def _scrap(session: PlainSession, here: TableFeed, rest: str) -> None:
    if here.view is None:
        here.say(words.NOT_DEALT)
    else:
        here.say(*words.scrap_lines(choices.browsable(here.view), len(here.view.scrap)))


def _log(session: PlainSession, here: TableFeed, rest: str) -> None:
    lines = log_lines(here.log, here.names, here.state.lost_by)
    count = int(rest) if rest.isdigit() and len(rest) < 6 else _LOG
    if rest != "all":
        lines = lines[-count:] if count else []
    here.say(*lines)
    if not here.log:
        here.say(words.NOT_DEALT)


def _clock(session: PlainSession, here: TableFeed, rest: str) -> None:
    state = here.chair.state()
    here.say(*words.clock_lines(state, here.names) if state.clocks else [words.NO_CLOCKS])


def _record(session: PlainSession, here: TableFeed, rest: str) -> None:
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
    "hands": _hands,
    "scrap": _scrap,
    "card": _card,
    "log": _log,
    "clock": _clock,
    "record": _record,
}
