"""Play what is typed at a table: a number, an action in notation, yes or no, or giving up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cuttle_tui.choosing import offered
from cuttle_tui.choosing.objections import Objection, objection_to
from cuttle_tui.plain.menu import completions, read_action
from cuttle_tui.prose import Sentence, say
from cuttle_tui.wording.plain import choices
from cuttle_tui.wording.plain import table as words
from cuttle_tui.wording.why import objection_line, refusal_line
from engine.actions import Action, Kind
from engine.errors import IllegalAction, NotationError
from engine.view import View

if TYPE_CHECKING:
    from cuttle_tui.plain.session import PlainSession
    from cuttle_tui.plain.sitting import Sitting

Command = Callable[["PlainSession", "Sitting", str], None]


def choose(session: PlainSession, here: Sitting, numbers: list[int]) -> None:
    """Play the choice under these numbers, as it was told last."""
    if here.menu is None:
        here.say(words.NOTHING_ASKED)
        return
    action = here.menu.action(numbers)
    if action is None:
        here.say(words.NO_SUCH_CHOICE, choices.closing(here.menu.count, here.menu.pick))
    else:
        submit(session, here, action, here.menu.ply)


def submit(session: PlainSession, here: Sitting, action: Action, ply: int) -> None:
    """Play an action; read nothing more until the table shows what came of it."""
    try:
        here.chair.submit(action, ply)
    except IllegalAction as error:
        here.say(refusal_line(error))
        return

    def shown() -> bool:
        view = here.chair.state().view
        return view is None or view.ply != ply

    session.hold.begin(shown)


def typed(session: PlainSession, here: Sitting, text: str) -> None:
    """Play an action that was typed; where only its aim is missing, ask for that."""
    view = here.view
    if view is None:
        here.say(words.NOT_DEALT)
        return
    action = read(here, text)
    if action is None:
        return
    found = completions(view, action)
    if len(found) == 1:
        submit(session, here, found[0], view.ply)
    elif found and here.menu is not None:
        here.say(words.which_line([here.menu.actions.index(one) + 1 for one in found]))
    else:
        here.say(objection(here, view, action))


def read(here: Sitting, text: str) -> Action | None:
    """Read an action, or say that it cannot be read."""
    try:
        return read_action(text, here.names.names)
    except NotationError:
        here.say(words.unreadable(text[:60]))
        return None


def answer(session: PlainSession, here: Sitting, *, yes: bool) -> None:
    """Answer yes or no, where that is clear."""
    view = here.view
    no = None if view is None else offered.refusal(view)
    agreed = [] if view is None else offered.answers(view)
    action = no if not yes else agreed[0] if len(agreed) == 1 else None
    if view is None or action is None:
        here.ask()
    else:
        submit(session, here, action, view.ply)


def standing(kind: Kind) -> Command:
    """Make a command for what may be done whoever is asked."""

    def command(session: PlainSession, here: Sitting, rest: str) -> None:
        del rest
        view = here.chair.state().view
        action = None if view is None else offered.standing(view).get(kind)
        if view is None or action is None:
            here.say(words.NOT_NOW)
        elif kind is Kind.CONCEDE:
            session.confirm(words.CONCEDE_ASKED, lambda: _concede(here))
        else:
            _submit_standing(here, action, view.ply)

    return command


def _concede(here: Sitting) -> None:
    view = here.chair.state().view
    action = None if view is None else offered.standing(view).get(Kind.CONCEDE)
    if view is not None and action is not None:
        _submit_standing(here, action, view.ply)


def _submit_standing(here: Sitting, action: Action, ply: int) -> None:
    try:
        here.chair.submit(action, ply)
    except IllegalAction as error:
        here.say(refusal_line(error))


def objection(here: Sitting, view: View, action: Action) -> Sentence:
    """Say why an action cannot be done."""
    found = objection_to(view, action)
    if found is None:
        return say(words.MAY_DO)
    return objection_line(view, Objection(*found), here.names)
