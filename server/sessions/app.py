"""Run the app for a session, and warm up before the first player connects."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from textual.app import App
from textual.driver import Driver
from textual.worker import WorkerFailed

from cuttle_tui.front.lobby_plain import join
from cuttle_tui.i18n.translation import N_, Words, catalogue, language_name, languages, tr
from cuttle_tui.kit.pasted import room_code
from cuttle_tui.kit.words import reason_of
from cuttle_tui.ports import BY_CODE, Chair, Lobby, LobbyError, WantedTable
from cuttle_tui.tty.private_textual import error_of
from cuttle_tui.tty.terminal import Terminal
from engine.bots.thinkers import AtOnce
from engine.record.record import Record
from server.doors.session import Handler, Session, shell_line
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.people.accounts import Banned, Player
from server.sessions.arrival import ServerContext, in_lobby, know_account, line_back, tell_banned
from server.sessions.bots import bot_handler
from server.sessions.verbs import VERBS, argument, need_terminal, play_plain, take_words, text_verbs
from server.terminal.colours import with_answers
from server.terminal.driver import driver_for
from server.terminal.wire import Listener, Wire


@dataclass(frozen=True, slots=True)
class Visit:
    """The arguments of a session's app."""

    lobby: Lobby
    terminal: Terminal
    chair: Chair | None
    """Where the app starts: a friend's table, a held seat, or the home screen."""
    notice: Words
    driver_class: type[Driver]
    wanted: WantedTable = field(default_factory=WantedTable)
    """The table that somebody came for who has to choose a name first, or is refused."""
    record: Record | None = None
    """A game to watch again, alone."""
    game: str = ""
    """Its id."""


_PASTED: Final = 12
"""Words after ``join``: a code with blanks in it, or the whole line that was sent."""
_IF_IT_BREAKS: Final = N_(
    "If the connection breaks while you sit at a table, this line leads back: {line}"
)
"""Stands on the terminal's main screen, where it is still found when the app is gone."""

AppFor = Callable[[Visit], App[Any]]
FindStart = Callable[[Visit, PlayerLobby, Session], Awaitable[Visit]]
"""Finds where the app starts: at a table, with a game to watch again, or at home with a notice."""


def cuttle_app(visit: Visit) -> App[Any]:
    """Create the app, the same as at home."""
    from cuttle_tui.app import CuttleApp
    from cuttle_tui.ports import Source

    return CuttleApp(
        visit.lobby,
        terminal=visit.terminal,
        chair=visit.chair,
        wanted=visit.wanted,
        record=visit.record,
        source=Source(game=visit.game),
        notice=visit.notice,
        driver_class=visit.driver_class,
    )


class SessionHandler:
    """Runs what a client asks for: the app, line mode, a bot, an answer."""

    def __init__(self, context: ServerContext, app_for: AppFor) -> None:
        self._context, self._app_for = context, app_for
        self._answers = text_verbs(context)
        self._at_home, self._at_a_friends, self._looking_on, self._watching_again = map(
            self._app_at, (_at_home, _at_a_friends, _looking_on, _watching_again)
        )
        self._in_lines, self._by_bot = in_lobby(context, play_plain), bot_handler(context)

    async def __call__(self, session: Session) -> int:
        """Find who it is, then run what the first word asks for; a ban may end it on the way."""
        try:
            await know_account(session, self._context.accounts)
            handler = self._chosen(session, session.words[0].lower() if session.words else "")
            if handler is not None:
                return await handler(session)
        except Banned as banned:
            return tell_banned(session, banned)
        verbs = ", ".join(verb.words[0] for verb in VERBS if verb.usage)
        text = tr("Only Cuttle runs here. You can use: {verbs}", verbs=verbs)
        session.say(shell_line(session.door) if session.command.for_a_shell else text)
        return 2

    def _chosen(self, session: Session, verb: str) -> Handler | None:
        """Return what a word runs: an app, where there is a terminal for one, or an answer."""
        in_app = session.has_pty and len(session.words) <= 2  # too many words: an answer says so
        match verb:
            case "":
                return need_terminal(self._at_home)
            case "join":  # a whole line may have been pasted, but for one that is for a shell
                most = 1 if session.command.for_a_shell else _PASTED
                return take_words(most, join.usage, need_terminal(self._at_a_friends))
            case "watch" if in_app and session.words[1:]:
                return self._looking_on
            case "replay" if in_app:
                return self._watching_again
            case "plain":
                return self._in_lines
            case "bot":
                return self._by_bot
        return self._answers.get(verb)

    def _app_at(self, find_start: FindStart) -> Handler:
        """Run the app in the lobby, from where it is to start."""

        async def play(session: Session, lobby: PlayerLobby) -> int:
            if session.terminal.lines:
                return await play_plain(session, lobby)
            terminal = await with_answers(session.terminal, session.wire)
            if session.wire.input_over:
                session.say(tr("Cuttle needs your keyboard, and your input has ended."))
                return 1
            driver_class = driver_for(session.wire, terminal)
            visit = Visit(lobby, terminal, None, self._context.motd, driver_class)
            visit = await find_start(visit, lobby, session)
            seated = visit.chair is not None and visit.chair.seat is not None
            line = line_back(session, lobby)
            if line and (seated or visit.wanted.find_chair is not None):
                session.say(tr(_IF_IT_BREAKS, line=line), error=False)
            await run_app(self._app_for(visit))
            return 0

        return in_lobby(self._context, play)


async def _at_home(visit: Visit, lobby: PlayerLobby, session: Session) -> Visit:
    del session
    return replace(visit, chair=lobby.held())


async def _at_a_friends(visit: Visit, lobby: PlayerLobby, session: Session) -> Visit:
    """Start at a friend's table, or in the player's own seat there.

    A guest who gets no seat by the code is asked for the one that is theirs alone.
    """
    code = room_code(" ".join(session.words[1:]))
    if lobby.who.guest or not lobby.named:
        try:
            invited = await lobby.invited_by(code)
            find_chair = partial(lobby.join_room, code)
            return replace(visit, wanted=WantedTable(find_chair, invited, code))
        except LobbyError as refused:
            if not lobby.named:
                with suppress(LobbyError):
                    lobby.count_code()  # the page without an invitation tells that there is no seat
                return replace(visit, wanted=WantedTable(code=code, lost=refused))
    try:
        return replace(visit, chair=await lobby.join_room(code))
    except LobbyError as error:
        lost = error if error.reason in BY_CODE else None
        held = None if lobby.who.guest else lobby.held()
        wanted = WantedTable(code=code, lost=lost)
        return replace(visit, chair=held, wanted=wanted, notice=reason_of(error))


async def _looking_on(visit: Visit, lobby: PlayerLobby, session: Session) -> Visit:
    """Start beside a table; a new player gets there once they have chosen a name."""
    find_chair = partial(lobby.watch, argument(session))
    if not lobby.named:
        return replace(visit, wanted=WantedTable(find_chair))
    try:
        return replace(visit, chair=await find_chair())
    except LobbyError as error:
        return replace(visit, notice=reason_of(error))


async def _watching_again(visit: Visit, lobby: PlayerLobby, session: Session) -> Visit:
    game = argument(session)
    try:
        return replace(visit, record=await lobby.replay(game), game=game)
    except LobbyError as error:
        return replace(visit, notice=reason_of(error))


async def run_app(app: App[Any]) -> None:
    """Run an app to its end.

    Raises:
        Exception: the error that ended the app.
    """
    loop = asyncio.get_running_loop()
    try:  # in a context of its own: timers set later in the session's would keep the app
        await loop.create_task(app.run_async(), context=contextvars.copy_context())
    finally:
        await asyncio.sleep(0)
    error = error_of(app)
    if isinstance(error, WorkerFailed):
        raise error from error.error
    if error is not None:
        raise error


log = logging.getLogger(__name__)

_LONGEST = 20.0
"""Seconds the warm-up may take; then it is cancelled."""


class _Nowhere(Wire):
    """A wire without a far end, which takes every frame at once."""

    def __init__(self) -> None:
        super().__init__()
        self.size = (120, 40)
        self.painted = asyncio.Event()

    def listen(self, listener: Listener) -> None:
        del listener

    def hold_input(self, hold: bool) -> None:
        """Go on: nothing comes from there."""

    def _send(self, data: bytes, error: bool) -> None:
        """Signal the first frame; only short mode changes precede it."""
        if len(data) > 1000:
            self.painted.set()

    def _end(self, status: int) -> None:
        """Tell nobody."""

    @property
    def waiting(self) -> int:
        return 0

    def cut(self) -> None:
        self.alive = False

    async def disconnect(self) -> None:
        """Leave it: nothing carries this wire."""


async def warm_up(app_for: AppFor) -> None:
    """Run an app at a table to its first frame, which fills all caches."""
    for language in languages():
        catalogue(language)
        language_name(language)
    matchmaker = Matchmaker(AtOnce())
    lobby, other = (enter_lobby(matchmaker, Player(name, name)) for name in ("one", "two"))
    chair = await lobby.quick_match("standard")
    await other.quick_match("standard")
    wire, terminal = _Nowhere(), Terminal()
    app = app_for(Visit(lobby, terminal, chair, "", driver_for(wire, terminal)))
    running = asyncio.create_task(run_app(app))
    painted = asyncio.create_task(wire.painted.wait())
    await asyncio.wait((running, painted), timeout=_LONGEST, return_when=asyncio.FIRST_COMPLETED)
    painted.cancel()
    app.exit()
    try:
        await asyncio.wait_for(running, _LONGEST)
    except Exception:
        log.exception("the app did not come up in the warm-up")
