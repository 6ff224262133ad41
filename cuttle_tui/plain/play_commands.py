"""Play typed actions: a number, notation, yes or no, conceding."""

from __future__ import annotations

from collections.abc import Collection

from cuttle_tui.i18n.translation import Sentence, plain, say, without_accents
from cuttle_tui.plain import table_words as words
from cuttle_tui.plain.commands import TableRun
from cuttle_tui.plain.conversation import Conversation
from cuttle_tui.plain.lines import VERBS, read_actions, with_short_cards
from cuttle_tui.plain.table_feed import TableFeed, completions
from cuttle_tui.table import choices
from cuttle_tui.table.selection import Objection, objection_to
from cuttle_tui.table.words import menu_lines
from cuttle_tui.table.words.engine_reasons import NOT_NOW
from cuttle_tui.table.words.refusals import objection_line, refusal_line
from engine.actions import Action, Kind
from engine.errors import IllegalAction, NotationError, StaleAction
from engine.play.view import View


def choose(session: Conversation, table: TableFeed, numbers: list[int]) -> None:
    """Play the choice with these numbers in the last menu."""
    if table.menu is None:
        table.say(words.NOTHING_ASKED)
        return
    if table.unread:
        table.ask_again()
        return
    action = table.menu.action(numbers)
    if action is None:
        menu = table.menu
        wrong = menu_lines.wrong_number(numbers, menu.pick)
        table.say(wrong, menu_lines.closing(menu.count, menu.pick))
    else:
        submit(session, table, action, table.menu.ply)


def submit(session: Conversation, table: TableFeed, action: Action, ply: int) -> None:
    """Play an action; hold further lines back until the table shows it."""
    table.answered = ply
    attempt = _Attempt(table, action, ply)
    if not attempt.is_settled():
        session.gate.begin(attempt.is_settled, late=attempt.give_up)


class _Attempt:
    """An action that is played as soon as the table takes it.

    A table that is still saving something takes none, though its question stands.
    """

    def __init__(self, table: TableFeed, action: Action, ply: int) -> None:
        self.is_played = False
        self._table, self._action, self._ply = table, action, ply

    def is_settled(self) -> bool:
        """Play the action unless that is done; return whether there is nothing to wait for."""
        if self.is_played:
            return self._is_shown()
        try:
            self._table.chair.submit(self._action, self._ply)
        except StaleAction as error:
            return self._is_shown() and self._refuse(refusal_line(error))
        except IllegalAction as error:
            self._table.say(refusal_line(error))
            return True
        self.is_played = True
        return self._is_shown()

    def _is_shown(self) -> bool:
        view = self._table.chair.state().view
        return view is None or view.ply != self._ply

    def _refuse(self, why: Sentence) -> bool:
        self._table.say(why)
        self._table.menu = None  # the question is asked again, if it stands
        self._table.follow()
        return True

    def give_up(self) -> None:
        """Say that the table takes nothing now, and have the question asked again."""
        if not self.is_played:
            self._refuse(say(words.NOT_TAKEN))


def typed(session: Conversation, table: TableFeed, text: str) -> None:
    """Play a typed action; if only its target is missing, list the choices."""
    view = table.view
    if view is None:
        table.say(*words.not_dealt_lines(table.state))
        return
    action = read(table, text)
    if action is None:
        return
    found = completions(view, action)
    if len(found) == 1:
        submit(session, table, found[0], view.ply)
    elif found and table.menu is not None:
        table.say(words.WHICH)
        tell_choices(table, found)
    else:
        table.say(objection(table, view, action))


def tell_choices(table: TableFeed, chosen: Collection[Action]) -> None:
    """List some of the choices, with their numbers in the menu."""
    view, menu = table.view, table.menu
    if view is None or menu is None or menu.pick > 1:
        return
    for place, action in enumerate(menu.actions, 1):
        if action in chosen:
            table.item(
                menu_lines.numbered(place, menu_lines.offered_words(view, action, table.names))
            )


def read(table: TableFeed, text: str) -> Action | None:
    """Parse an action, preferring a playable meaning; if that fails, tell the player."""
    try:
        found = read_actions(text, table.names.names, table.names.seat)
    except NotationError:
        table.say(words.unreadable(text, VERBS))
        return None
    view = table.view
    return next((action for action in found if view and completions(view, action)), found[0])


def told(table: TableFeed, text: str) -> Action | None:
    """Return the choice with these words in the menu, at least up to its comma or colon."""
    view, menu = table.view, table.menu
    if view is None or menu is None or menu.pick > 1:
        return None
    short = with_short_cards(" ".join(text.lower().rstrip(".").split()))
    forms = short, without_accents(short)
    lines = [plain(menu_lines.choice_words(view, choice, table.names)) for choice in menu.actions]
    for end in ("\n", ": ", ", "):
        heads = [line.partition(end)[0].lower() for line in lines]
        same = [
            place
            for place, head in enumerate(heads)
            if head in forms or without_accents(head) == short
        ]
        if len(same) == 1:
            return menu.actions[same[0]]
    return None


def answer(session: Conversation, table: TableFeed, *, yes: bool) -> None:
    """Answer yes or no, if that is unambiguous; else ask again."""
    view = table.view
    no = None if view is None else choices.refusal(view)
    agreed = [] if view is None else choices.answers(view)
    action = no if not yes else agreed[0] if len(agreed) == 1 else None
    if table.unread:
        table.ask_again()
    elif view is None or action is None:
        table.ask()
    else:
        submit(session, table, action, view.ply)


def standing(kind: Kind) -> TableRun:
    """Build the command for an action that can be played out of turn."""

    def command(session: Conversation, table: TableFeed, rest: str) -> None:
        view = table.chair.state().view
        action = None if view is None else choices.standing(view).get(kind)
        if view is None or view.viewer is None:
            table.say(NOT_NOW)
        elif action is None:
            table.say(objection(table, view, Action(kind, seat=view.viewer)))
        elif kind is Kind.CONCEDE:
            session.confirm(words.CONCEDE_ASKED, lambda: _concede(session, table))
        else:
            submit(session, table, action, view.ply)

    return command


def _concede(session: Conversation, table: TableFeed) -> None:
    view = table.chair.state().view
    action = None if view is None else choices.standing(view).get(Kind.CONCEDE)
    if view is not None and action is not None:
        submit(session, table, action, view.ply)


def objection(table: TableFeed, view: View, action: Action) -> Sentence:
    """Return the reason why an action cannot be played."""
    found = objection_to(view, action)
    if found is None:
        return say(words.MAY_DO)
    return objection_line(view, Objection(*found), table.names)
