"""Plain mode at home: kept games, results against the computer, and one's name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

from cuttle_tui.front.account_words import invite_band
from cuttle_tui.front.settings_words import score_text
from cuttle_tui.i18n.translation import N_, Plural, counted, tr, worded
from cuttle_tui.kit.words import lobby_line
from cuttle_tui.ladder import trouble_line
from cuttle_tui.local.user import LONGEST_NAME
from cuttle_tui.plain.conversation import Command, Conversation
from cuttle_tui.plain.words import named_line
from cuttle_tui.ports import HomeLobby, Hosting, LobbyError, ResultLine, SavedGame, TablePlan
from cuttle_tui.preferences import SaveError
from engine.rules.options import parse_ruleset

_OPEN: Final = N_("Open a room for friends?")
_MORE: Final = Plural("You have {n} unfinished game.", "You have {n} unfinished games.")


def saved_lines(games: Sequence[SavedGame]) -> list[str]:
    """Offer to resume the kept games; report those that cannot be read."""
    lines = [_unreadable(game) for game in games if game.problem is not None]
    games = [game for game in games if game.problem is None]
    if len(games) == 1:
        told = tr("You left a game: {score}. Type resume to go on.", score=score_text(games[0]))
        return [*lines, told]
    if games:
        lines += [counted(len(games), _MORE), *kept_items(games)]
        lines.append(tr("Type resume and a number to go on."))
    return lines


def kept_items(games: Sequence[SavedGame]) -> list[str]:
    """List the kept games with their numbers."""
    return [
        tr("{number}: {score}; {when}", number=place, score=score_text(game), when=game.when)
        for place, game in enumerate(games, 1)
    ]


def _unreadable(game: SavedGame) -> str:
    assert game.problem is not None
    reason = worded(game.problem.error)
    told = N_("A saved game cannot be read: {reason}. Its file is {file}")
    return tr(told, reason=reason[:1].lower() + reason[1:], file=game.problem.folder)


def result_lines(results: Sequence[ResultLine]) -> list[str]:
    """List the results against the computer, by rules and level."""
    return [
        tr(
            "{rules}, level {level}: {won} won, {lost} lost, {drawn} drawn",
            rules=line.ruleset,
            level=line.level,
            won=line.won,
            lost=line.lost,
            drawn=line.drawn,
        )
        for line in results
    ] or [tr("You have not finished a game against the computer yet.")]


def resume(session: Conversation, lobby: HomeLobby, rest: str) -> None:
    """Return to the kept game, or to the one of that number; list them if there are several."""
    games = [game for game in lobby.saved() if game.problem is None]
    number = int(rest) if rest.isdecimal() and len(rest) < 6 else 0 if rest else 1
    if not games:
        session.output.tell(tr("You have no unfinished games."))
    elif not 1 <= number <= len(games):
        session.output.tell(tr("There is no saved game with that number."))
        for line in kept_items(games):
            session.output.item(line)
    elif session.may_sit():
        session.put_aside()
        _sit_down(session, lobby, games[number - 1].id)


def _sit_down(session: Conversation, lobby: HomeLobby, game: str) -> None:
    chairs = lobby.resume_game(game)
    players = [chair for chair in chairs if chair.seat is not None]
    if len(players) > 1:
        lobby.put_aside(chairs[0])
        session.output.tell(tr("That game is shared at one keyboard: resume it in the app."))
    else:
        session.sit_down(players[0])


async def _results(session: Conversation, rest: str) -> None:
    """List the results against the computer."""
    home = session.lobby.home
    if home is None:
        raise LobbyError("not-at-home")
    for line in result_lines(home.results()):
        session.output.item(line)
    trouble = (await session.lobby.ladder(session.ruleset)).trouble
    if trouble is not None:
        session.output.tell(trouble_line(trouble))


async def rename(session: Conversation, lobby: HomeLobby, rest: str) -> None:
    """Choose another name, and store it with the settings."""
    name = " ".join(rest.split())
    if len(name) > LONGEST_NAME:
        raise LobbyError("name-long")
    if not name:
        session.output.tell(tr("Type a name after it: name NAME"))
        return
    lobby.rename(name)
    with suppress(SaveError):  # it holds for this time
        await session.preferences.note("name", name)()
    session.output.tell(named_line(name))


async def _invite(session: Conversation, rest: str) -> None:
    """Say what will be opened for friends, and open it after a yes."""
    hosting = session.hosting
    if hosting is None:
        raise LobbyError("not-at-home")
    plan = TablePlan(parse_ruleset(rest or session.ruleset).name)
    if session.may_sit():
        session.output.tell(*invite_band(hosting.where()))
        session.confirm(_OPEN, lambda: session.think(_open_room(session, hosting, plan)))


async def _open_room(session: Conversation, hosting: Hosting, plan: TablePlan) -> None:
    try:
        lobby, chair = await hosting.open(plan)
    except LobbyError as error:
        session.output.tell(lobby_line(error))
    else:
        session.host(lobby, chair)


COMMANDS: Final[Mapping[str, Command]] = {"results": _results, "invite": _invite}
