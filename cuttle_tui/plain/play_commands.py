"""Play what is typed at a table: a number, an action in notation, yes or no, or giving up."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from cuttle_tui.i18n.rich_text import Sentence, plain, say
from cuttle_tui.i18n.translation import without_accents
from cuttle_tui.plain.menu import completions
from cuttle_tui.plain.parsing import read_actions, with_short_cards
from cuttle_tui.plain.verbs import VERBS
from cuttle_tui.table import choices
from cuttle_tui.table.rejections import Objection, objection_to
from cuttle_tui.wording.plain import menu_lines
from cuttle_tui.wording.plain import table as words
from cuttle_tui.wording.refusals.refusal_lines import objection_line, refusal_line
from engine.actions import Action, Kind
from engine.errors import IllegalAction, NotationError
from engine.play.view import View

if TYPE_CHECKING:
    from cuttle_tui.plain.session import PlainSession
    from cuttle_tui.plain.table_feed import TableFeed

Command = Callable[["PlainSession", "TableFeed", str], None]


def choose(session: PlainSession, here: TableFeed, numbers: list[int]) -> None:
    """Play the choice under these numbers, as it was told last."""
    if here.menu is None:
        here.say(words.NOTHING_ASKED)
        return
    action = here.menu.action(numbers)
    if action is None:
        menu = here.menu
        wrong = menu_lines.wrong_number(numbers, menu.pick)
        here.say(wrong, menu_lines.closing(menu.count, menu.pick))
    else:
        submit(session, here, action, here.menu.ply)


def submit(session: PlainSession, here: TableFeed, action: Action, ply: int) -> None:
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


def typed(session: PlainSession, here: TableFeed, text: str) -> None:
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
        here.say(words.WHICH)
        tell_choices(here, found)
    else:
        here.say(objection(here, view, action))


def tell_choices(here: TableFeed, chosen: Collection[Action]) -> None:
    """List some of the choices, with the numbers under which they were told."""
    view, menu = here.view, here.menu
    if view is None or menu is None or menu.pick > 1:
        return
    for place, action in enumerate(menu.actions, 1):
        if action in chosen:
            here.item(menu_lines.numbered(place, menu_lines.choice_words(view, action, here.names)))


def read(here: TableFeed, text: str) -> Action | None:
    """Read an action, in the meaning in which it can be played; or say that it cannot be read."""
    try:
        found = read_actions(text, here.names.names, here.names.seat)
    except NotationError:
        here.say(words.unreadable(text[:60], VERBS))
        return None
    view = here.view
    return next((one for one in found if view and completions(view, one)), found[0])


def told(here: TableFeed, text: str) -> Action | None:
    """Find the choice that was told in these words, as far as its comma or colon at least."""
    view, menu = here.view, here.menu
    if view is None or menu is None or menu.pick > 1:
        return None
    lines = [plain(menu_lines.choice_words(view, one, here.names)) for one in menu.actions]
    for end in ("\n", ": ", ", "):
        found = [line.partition(end)[0] for line in lines]
        same = [place for place, line in enumerate(found) if _sounds_like(line, text)]
        if len(same) == 1:
            return menu.actions[same[0]]
    return None


def _sounds_like(line: str, text: str) -> bool:
    """Compare a line, cards by two signs, with what was typed, accents or not."""
    line, text = line.lower(), with_short_cards(" ".join(text.lower().rstrip(".").split()))
    return text in (line, without_accents(line)) or line == without_accents(text)


def answer(session: PlainSession, here: TableFeed, *, yes: bool) -> None:
    """Answer yes or no, where that is clear."""
    view = here.view
    no = None if view is None else choices.refusal(view)
    agreed = [] if view is None else choices.answers(view)
    action = no if not yes else agreed[0] if len(agreed) == 1 else None
    if view is None or action is None:
        here.ask()
    else:
        submit(session, here, action, view.ply)


def standing(kind: Kind) -> Command:
    """Make a command for what may be done whoever is asked."""

    def command(session: PlainSession, here: TableFeed, rest: str) -> None:
        del rest
        view = here.chair.state().view
        action = None if view is None else choices.standing(view).get(kind)
        if view is None or action is None:
            here.say(words.NOT_NOW)
        elif kind is Kind.CONCEDE:
            session.confirm(words.CONCEDE_ASKED, lambda: _concede(session, here))
        else:
            submit(session, here, action, view.ply)

    return command


def _concede(session: PlainSession, here: TableFeed) -> None:
    view = here.chair.state().view
    action = None if view is None else choices.standing(view).get(Kind.CONCEDE)
    if view is not None and action is not None:
        submit(session, here, action, view.ply)


def objection(here: TableFeed, view: View, action: Action) -> Sentence:
    """Say why an action cannot be done."""
    found = objection_to(view, action)
    if found is None:
        return say(words.MAY_DO)
    return objection_line(view, Objection(*found), here.names)
