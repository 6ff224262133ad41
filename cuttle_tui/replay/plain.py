"""Finished games in lines of text: their list, their moves and records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Final

from cuttle_tui.coach.plain import analyse_record
from cuttle_tui.i18n.rich_text import listing, plain, worded
from cuttle_tui.i18n.translation import C_, N_, tr
from cuttle_tui.kit.names import names_of, with_level
from cuttle_tui.plain.conversation import Command, Conversation
from cuttle_tui.plain.table_words import event_lines
from cuttle_tui.ports import ArchivedGame, GameLine
from cuttle_tui.replay.archive_words import result_text, unreadable_line
from engine.record.record import Record, RecordError, record_text
from engine.record.summary import Replay
from engine.table.state import replayed_state


async def _games(session: Conversation, rest: str) -> None:
    archive, online = session.lobby.archive, session.lobby.online
    if archive is not None:
        lines = kept_lines(archive.games(), session.lobby.player)
    else:
        lines = game_lines(() if online is None else await online.games())
    await session.items(lines)


async def record_of(session: Conversation, name: str) -> Record | None:
    """Return the record of a finished game; if there is none, tell the player."""
    archive = session.lobby.archive
    try:
        if archive is None:
            return await session.online.replay(name)
        kept = archive.games()
        place = int(name) if name.isdecimal() and len(name) < 6 else 0
        if 1 <= place <= len(kept):
            return archive.record(kept[place - 1].name)
        session.output.tell(N_("There is no game with that name. Type games for the list."))
    except RecordError as error:
        session.output.tell(unreadable_line(worded(error)))
    return None


async def _replay(session: Conversation, rest: str) -> None:
    record = await record_of(session, rest)
    if record is None:
        return
    replay = Replay(record)
    log = [event for ply in range(replay.plies + 1) for event in replay.events(ply, all_hands=True)]
    names = names_of(replayed_state(replay, 0).sitters, None)
    session.output.item(replay_head(names.names, replay.record.ruleset.name))
    for place, event in enumerate(log):
        session.output.tell(*event_lines(event, names, log[:place]), names=names.spelled)
        await session.pause()


async def _analyse(session: Conversation, rest: str) -> None:
    record = await record_of(session, rest)
    if record is not None:
        analyse_record(session, record)


async def _record(session: Conversation, rest: str) -> None:
    record = await record_of(session, rest)
    if record is not None:
        session.output.text(record_text(record))


def game_lines(games: Sequence[GameLine]) -> list[str]:
    """List finished games."""
    return [_game(game) for game in games] or [tr("There are no saved games.")]


def _game(game: GameLine) -> str:
    winners = plain(listing([with_level(game.names[seat]) for seat in game.winners]))
    result = (
        tr(C_("a finished game in a list", "{who} won"), who=winners)
        if winners
        else str(C_("a finished game in a list", "a draw"))
    )
    players = ", ".join(map(with_level, game.names))
    return f"{game.id}: {players}; {result}; {game.ruleset}; {game.ended} UTC"


def kept_lines(games: Sequence[ArchivedGame], me: str) -> list[str]:
    """List the games saved on this computer, numbered, with their results."""
    lines = [
        f"{place}: {result_text(game, me)}, {game.when}" for place, game in enumerate(games, 1)
    ]
    return lines or [tr("There are no saved games.")]


def replay_head(players: Sequence[str], ruleset: str) -> str:
    """Name the players and rules of a replayed game."""
    who = reduce(lambda some, last: tr("{some} against {last}", some=some, last=last), players)
    return tr("{players}, by the rules of {ruleset}.", players=who, ruleset=ruleset)


COMMANDS: Final[Mapping[str, Command]] = {
    "games": _games,
    "replay": _replay,
    "analyse": _analyse,
    "record": _record,
}
