"""The ladder in lines of text."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from cuttle_tui.i18n.translation import tr
from cuttle_tui.ladder.rungs import rungs_of, with_last
from cuttle_tui.ladder.words import after_line, ladder_lines, trouble_line
from cuttle_tui.plain.conversation import Command, Conversation
from cuttle_tui.plain.table_feed import TableFeed
from cuttle_tui.ports import LobbyError
from engine.rules.options import parse_ruleset


async def _ladder(session: Conversation, rest: str) -> None:
    """List the levels that were played by some rules, and which is next."""
    rules = parse_ruleset(rest or session.ruleset).name
    found = await session.lobby.ladder(rules)
    session.output.tell(tr("The ladder, by the rules {rules}:", rules=rules))
    for line in ladder_lines(rungs_of(found.games)):
        session.output.item(line)
    if found.trouble is not None:
        session.output.tell(trouble_line(found.trouble))


async def tell_after(session: Conversation, table: TableFeed) -> None:
    """Say what a game against computers that has just ended changed on the ladder."""
    view, seat = table.view, table.chair.seat
    if view is None or seat is None or session.is_guest:
        return
    with suppress(LobbyError):  # nobody asked for it: then nothing is said
        found = await session.lobby.ladder(view.ruleset.name)
        if session.table is table:
            table.say(after_line(with_last(found.games, table.state, seat)))


COMMANDS: Final[Mapping[str, Command]] = {"ladder": _ladder}
