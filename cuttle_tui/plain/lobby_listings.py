"""Tell what there is to read in the lobby: people, tables, rules, finished games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from cuttle_tui.plain.lobby_commands import Command, online_lobby
from cuttle_tui.wording.errors import worded
from cuttle_tui.wording.names import names_of
from cuttle_tui.wording.plain import lines as wording
from cuttle_tui.wording.plain.events import event_lines
from cuttle_tui.wording.replay.archive import unreadable_line
from cuttle_tui.wording.rules.book import rules_text, rulesets_text
from engine.record.record import Record, RecordError, record_text
from engine.record.replay import Replay
from engine.rules.text import parse_ruleset
from engine.table.history_view import replayed_state

if TYPE_CHECKING:
    from cuttle_tui.plain.session import PlainSession


async def _who(session: PlainSession, rest: str) -> None:
    del rest
    for line in wording.people_lines(online_lobby(session).people()):
        session.voice.item(line)


async def _tables(session: PlainSession, rest: str) -> None:
    del rest
    for line in wording.table_lines(online_lobby(session).tables()):
        session.voice.item(line)


async def _rules(session: PlainSession, rest: str) -> None:
    here = session.sitting
    ruleset = parse_ruleset(rest or session.ruleset)
    if not rest and here is not None and here.view is not None:
        ruleset = here.view.ruleset
    session.voice.text(rules_text(ruleset))


async def _rulesets(session: PlainSession, rest: str) -> None:
    del rest
    session.voice.text(rulesets_text())


async def _games(session: PlainSession, rest: str) -> None:
    del rest
    shelf, online = session.lobby.shelf, session.lobby.online
    if shelf is not None:
        lines = wording.kept_lines(shelf.games(), session.lobby.player)
    else:
        lines = wording.game_lines(() if online is None else await online.games())
    for line in lines:
        session.voice.item(line)


async def _record_of(session: PlainSession, name: str) -> Record | None:
    """Find a finished game, or say that there is none."""
    shelf = session.lobby.shelf
    try:
        if shelf is None:
            return await online_lobby(session).replay(name)
        kept = shelf.games()
        place = int(name) if name.isdigit() and len(name) < 6 else 0
        if 1 <= place <= len(kept):
            return shelf.record(kept[place - 1].name)
        session.voice.tell(wording.NO_SUCH_GAME)
    except RecordError as error:
        session.voice.tell(unreadable_line(worded(error)))
    return None


async def _replay(session: PlainSession, rest: str) -> None:
    record = await _record_of(session, rest)
    if record is None:
        return
    replay = Replay(record)
    log = [event for ply in range(replay.plies + 1) for event in replay.events(ply, all_hands=True)]
    names = names_of(replayed_state(replay, 0).sitters, None)
    session.voice.item(wording.replay_head(names.names, replay.ruleset.name))
    for place, event in enumerate(log):
        session.voice.tell(*event_lines(event, names, log[:place]), names=names.names)


async def _record(session: PlainSession, rest: str) -> None:
    record = await _record_of(session, rest)
    if record is not None:
        session.voice.text(record_text(record))


COMMANDS: Final[Mapping[str, Command]] = {
    "who": _who,
    "tables": _tables,
    "rules": _rules,
    "rulesets": _rulesets,
    "games": _games,
    "replay": _replay,
    "record": _record,
}
