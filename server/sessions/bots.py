"""`ssh HOST bot`: programs play by docs/BOT-PROTOCOL.md."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Final

from cuttle_tui import __version__
from cuttle_tui.i18n.translation import N_, Message, plain, tr
from cuttle_tui.kit.words import lobby_line
from cuttle_tui.ports import LobbyError, News
from engine.protocol import (
    Hello,
    ProtocolError,
    bye_message,
    decode,
    error_message,
    hello_message,
    read_hello,
)
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import Ruleset
from server.doors.session import Handler, Session
from server.lobby.account import PlayerAccount, find_account
from server.lobby.player_lobby import PlayerLobby
from server.ops.limits import Throttle
from server.sessions.arrival import ServerContext, in_lobby, known_of
from server.sessions.bot_game import BotGame, BotPlaces, BotWire

_GREETING: Final = 30.0
"""Seconds a bot may take to greet."""
_ERRORS: Final = 20
_ERRORS_RATE: Final = 0.2
"""Mistakes a second that are answered for long, after so many at once."""
_NO_ACCOUNTS: Final = N_("cuttle: this server keeps no accounts, so bots cannot play here")
_NO_KEY: Final = N_("cuttle: a bot needs a key: ssh -i FILE")
_NAME: Final = N_("cuttle: before -bot, a bot's name has 2 to 12 letters, digits, - or _")


def bot_handler(context: ServerContext) -> Handler:
    """Build the handler of `bot`."""

    places = BotPlaces()

    async def converse(session: Session, lobby: PlayerLobby) -> int:
        return await _Conversation(context, session, lobby, places).run()

    playing = in_lobby(context, converse, bots=True)

    async def handle(session: Session) -> int:
        if context.accounts is None or session.player.guest:
            session.say(tr(_NO_ACCOUNTS if context.accounts is None else _NO_KEY))
            return 1
        context.accounts.check(**known_of(session))
        account = session.account or await find_account(context.accounts, session.player)
        words = tuple(word.lower() for word in session.words[1:2])
        if words == ("register",) and len(session.words) == 3:
            try:
                context.matchmaker.player_limits.count(
                    "account", account.who.identity, session.address
                )
                name = await account.register_bot(session.words[2])
            except LobbyError as error:
                known = error.reason in ("name-short", "name-long")  # those speak of people's names
                session.say(tr(_NAME) if known else f"cuttle: {plain(lobby_line(error))}")
                return 1
            session.say(
                tr("{name} is registered: ssh -T {door} bot", name=name, door=session.door),
                error=False,
            )
            return 0
        problem = _problem(session, account)
        if problem is not None:
            session.say(tr(problem))
            return 2
        return await playing(session)

    return handle


def _problem(session: Session, account: PlayerAccount) -> Message | None:
    """Return why a session cannot go on, None if it can."""
    if session.words[1:]:
        return N_("cuttle: bot, or bot register NAME")
    if session.has_pty:
        return N_("cuttle: a bot needs no terminal: ssh -T")
    return None if account.named else N_("cuttle: this key has no account yet: bot register NAME")


def _of_one_game(ruleset: str) -> Ruleset:
    """Return rules without what they say of matches."""
    return replace(parse_ruleset(ruleset), name="", match="single")


class _Conversation:
    """A bot that is connected."""

    def __init__(
        self, context: ServerContext, session: Session, lobby: PlayerLobby, places: BotPlaces
    ) -> None:
        self._places = places
        self.identity, self.address = lobby.who.identity, session.address
        self._matchmaker = context.matchmaker
        self._session = session
        self._lobby = lobby
        self._wire = BotWire(session.wire)
        self._hello = Hello("")
        self._games: list[BotGame] = []
        self._tasks: set[asyncio.Task[None]] = set()
        """The challenges that are being answered."""
        self._one_answer = asyncio.Lock()
        """Held for each of them in turn."""
        self._mistakes = Throttle(_ERRORS, _ERRORS_RATE)

    async def run(self) -> int:
        """Talk with the bot until one of both hangs up; return the exit status."""
        self._session.busy = lambda: True  # a bot that waits to be challenged is not idle
        for other in self._matchmaker.presence.lobbies(self.identity):
            if other is not self._lobby:
                other.kick(N_("Your bot has connected again."))
        self._session.wire.listen(self._wire)
        status = 0
        try:
            self._places.enter(self, self._session.wire.limits)
            self._wire.send(hello_message(f"cuttle {__version__}"))
            await self._talk()
        except ProtocolError as error:
            self._wire.send(error_message(error, ends=True))
            status = 1
        finally:
            self._wire.close()
            self._places.leave(self)
            if len(self._matchmaker.presence.lobbies(self.identity)) == 1:
                self._matchmaker.ladder.leave(self.identity)
            for game in self._games:
                game.close()
            for task in self._tasks:
                task.cancel()
        self._wire.send(bye_message("goodbye"))
        return status

    async def _talk(self) -> None:
        """Read messages and obey them, until a ProtocolError ends the conversation."""
        heard = self._wire.lines()
        try:
            line = await asyncio.wait_for(anext(heard), _GREETING)
        except TimeoutError:
            raise ProtocolError("late", f"a hello comes within {_GREETING:g} s") from None
        except StopAsyncIteration:
            return
        self._enter(read_hello(decode(line)))
        async for line in heard:
            game = ""
            try:
                message = decode(line)
                game = str(message.get("game", ""))[:32]
                if message["type"] != "action":
                    raise ProtocolError("type", f"no such message: {message['type'][:32]!r}")
                id = message.get("game")  # the only one, if none is named
                running = [game for game in self._games if not game.over]
                named = [game for game in running if id is None or game.id == id]
                if len(named) != 1:
                    raise ProtocolError(
                        "no-game", "no such game" if named or id else "name the game"
                    )
                named[0].act(message)
                self._places.played(self)
            except ProtocolError as error:
                if not self._mistakes.allow("mistake"):
                    raise ProtocolError("flood", "too many mistakes in a short time") from None
                self._wire.send(error_message(error, game))

    def _enter(self, hello: Hello) -> None:
        """Take up the games that still run, and whatever comes."""
        self._hello = hello
        self._matchmaker.locations.allow_several(self.identity, hello.games)
        self._take_seats()
        self._lobby.subscribe(self._heard)
        self._answer_soon()
        if not hello.ladder:
            return
        ladder = self._matchmaker.ladder
        ladder.join(self._lobby.who, hello.rulesets)
        if hello.rulesets and ladder.ruleset not in hello.rulesets:
            text = f"the ladder plays {ladder.ruleset}, which is not among your rulesets"
            self._wire.send(error_message(ProtocolError("refused", text)))

    @property
    def plays(self) -> bool:
        return any(not game.over for game in self._games)

    def make_room(self) -> None:
        self._lobby.kick(N_("Your bot played nothing for a while, and another needed the room."))

    def _heard(self, news: News) -> None:
        if news.kind == "challenged":
            self._answer_soon()
        elif news.kind == "paired":
            self._take_seats()

    def _answer_soon(self) -> None:
        task = asyncio.get_running_loop().create_task(self._answer())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self) -> None:
        """Accept a challenge, or decline it."""
        async with self._one_answer:
            challenge = self._matchmaker.challenges.asking(self.identity)
            if challenge is None:
                return
            # however many games a match has
            known = {*map(_of_one_game, self._hello.rulesets)}
            plays = not known or _of_one_game(challenge.plan.ruleset) in known
            try:
                if not (self._hello.open and plays):
                    raise LobbyError("no-challenge")
                await self._lobby.accept()
                self._take_seats()
            except LobbyError:
                await self._lobby.decline()

    def _take_seats(self) -> None:
        """Follow every seat of the bot."""
        self._games = [game for game in self._games if not game.left]
        known = [game.chair for game in self._games]
        for chair in self._lobby.chairs():
            if chair not in known:
                self._games.append(BotGame(chair, self._wire.send, self._late))

    def _late(self, game: BotGame) -> None:
        """Hang up on a bot that does not answer: then it is absent, as a person would be."""
        self._wire.send(
            error_message(ProtocolError("late", "no answer in time"), game.id, ends=True)
        )
        self._session.wire.ended()
