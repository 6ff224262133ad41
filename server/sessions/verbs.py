"""Text commands that need no app, and plain mode over ssh."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from cuttle_tui import __version__, correspondence as days
from cuttle_tui.correspondence import inbox_lines
from cuttle_tui.daily.words import page_text
from cuttle_tui.front.account_words import CALENDAR_OFF, NO_CALENDAR
from cuttle_tui.front.lobby_plain import join
from cuttle_tui.front.lobby_words import NOBODY, person_line, table_line
from cuttle_tui.i18n.translation import C_, N_, Message, Words, plain, tr, worded
from cuttle_tui.kit.names import names_of
from cuttle_tui.kit.words import lobby_line
from cuttle_tui.league.nights import night_text
from cuttle_tui.league.plain import PAGES, league_text
from cuttle_tui.plain.commands import UsageError
from cuttle_tui.plain.session import PlainSession
from cuttle_tui.ports import Chair, LobbyError
from cuttle_tui.ports.account import MAIL_KINDS, CalendarStep, calendar_step
from cuttle_tui.replay.export import cast_lines, picture_svg, picture_text
from cuttle_tui.rules.book import rules_text, rulesets_text
from cuttle_tui.table.log_lines import log_lines
from cuttle_tui.table.words.waiting_room import queue_line
from engine.errors import RulesetError
from engine.record.summary import Replay
from engine.rules.options import parse_ruleset
from engine.table.state import replayed_state
from server.codes import LONG, new_code
from server.doors.session import Handler, Session, shell_line
from server.feeds import Club
from server.lobby.account import PlayerAccount, find_account
from server.lobby.archive import record_of
from server.lobby.player_lobby import PlayerLobby
from server.sessions.arrival import ServerContext, known_of, way_in
from server.store.values import GameRow, Person
from server.terminal.linewise import LineTerminal
from server.terminal.wire import Wire

if TYPE_CHECKING:
    from server.league.lobby import LeagueService

_NO_KEY: Final = N_("You need no key. With one, the key is your account: there is no password.")
_LONGEST_WATCH: Final = 4 * 3600.0
_LONGEST_CAST: Final = 120.0
_TAKE_UP: Final = 0.05
"""Seconds after which it looks whether a slow client has taken what was written."""
_LOOK_EVERY: Final = 1.0
"""Seconds without a change after which it looks whether the client is still there."""


_Run = Callable[[ServerContext, Session], Awaitable[int | str]]
"""Returns what it answers; or an exit status, if it has written that itself or failed."""


class Verb(NamedTuple):
    """A command of ssh."""

    usage: Words
    """How it is written."""
    text: Words
    run: _Run | None = None
    """What answers it; none for what plays, and for pages of the league."""
    option: str = ""
    """The option that ssh needs for it."""

    @property
    def words(self) -> list[str]:
        """Its word, and each word that it takes, in English: ``[DAYS | end]`` is one."""
        usage = self.usage.text if isinstance(self.usage, Message) else self.usage
        return _WORDS.findall(usage)

    def line(self, door: str) -> str:
        """Write it as it is typed at a shell, with the first word that it takes."""
        first = (word.strip("[").partition(" ")[0].strip("]") for word in self.words[:2])
        return " ".join(filter(None, ("ssh", self.option, door, *first)))


_WORDS: Final = re.compile(r"\[.*?\]|\S+")


def text_verbs(context: ServerContext) -> dict[str, Handler]:
    """Build the text commands, by name."""
    return {
        **{
            verb.words[0]: take_words(len(verb.words) - 1, verb.usage, _checked(context, verb.run))
            for verb in VERBS
            if verb.run is not None
        },
        **{page.name: _checked(context, _league) for page in PAGES},
    }


def need_terminal(handler: Handler) -> Handler:
    """Require a terminal, and explain how to request one."""

    async def checked(session: Session) -> int:
        if session.has_pty:
            return await handler(session)
        command = " ".join((f"ssh -t {session.door}", *session.words))
        session.say(tr("Cuttle needs a terminal. Try: {command}", command=command))
        return 1

    return checked


def take_words(most: int, usage: Words, handler: Handler) -> Handler:
    """Refuse words that a verb does not take, and say how it is written."""

    async def checked(session: Session) -> int:
        if len(session.words) - 1 <= most:
            return await handler(session)
        usual = tr("cuttle: usage: {usage}", usage=tr(usage))
        session.say(shell_line(session.door) if session.command.for_a_shell else usual)
        return 2

    return checked


def _checked(context: ServerContext, verb: _Run) -> Handler:
    """Run a command unless the player is banned."""

    async def handle(session: Session) -> int:
        _check_bans(context, session)
        try:
            answer = await verb(context, session)
        except LobbyError as error:
            session.say(f"cuttle: {plain(lobby_line(error))}")
            return 1
        if isinstance(answer, int):
            return answer
        session.say(answer, error=False)
        return 0

    return handle


def _check_bans(context: ServerContext, session: Session) -> None:
    """Raise Banned if a player is banned by key, address or name."""
    if context.accounts is not None:
        context.accounts.check(**known_of(session))


def argument(session: Session) -> str:
    """Return the word after the verb, or nothing."""
    return "".join(session.words[1:2])


async def _help(context: ServerContext, session: Session) -> str:
    del context
    rows = [(verb.line(session.door), verb.text) for verb in VERBS]
    width = max(len(command) for command, _ in rows)
    lines = [f"  {command:<{width}}  {what}" for command, what in rows]
    return "\n".join([tr("Cuttle, the combat card game."), *lines, str(_NO_KEY)])


async def _league(context: ServerContext, session: Session) -> int | str:
    service = context.matchmaker.league
    if service is None:
        session.say(tr("cuttle: this server keeps no games, so there is no league"))
        return 1
    league = service.of(lambda: session.player, lambda: None)
    name, *words = session.words
    try:
        return await league_text(league, [name.lower(), *words])
    except UsageError as error:
        session.say(shell_line(session.door) if session.command.for_a_shell else str(error))
        return 2


async def _version(context: ServerContext, session: Session) -> str:
    del context, session
    return f"cuttle {__version__}"


async def _rules(context: ServerContext, session: Session) -> int | str:
    del context
    name = argument(session)
    try:
        if name:
            return rules_text(parse_ruleset(name))
        return rulesets_text(f"ssh {session.door} rules NAME")
    except RulesetError as error:
        session.say(tr("cuttle: {why}; `rules` lists them", why=worded(error)))
        return 2


async def _who(context: ServerContext, session: Session) -> int:
    visitor = context.visitor()
    people = visitor.people()
    if not people:
        session.say(tr(NOBODY), error=False)
    lines = chain(map(person_line, people), map(queue_line, visitor.queue()))
    await _send_lines(session, map(plain, lines))
    return 0


async def _watch(context: ServerContext, session: Session) -> int:
    """List the games in play, or follow a game in text."""
    name, visitor = argument(session), context.visitor()
    if not name:
        tables = visitor.tables()
        if not tables:
            session.say(tr("no game is being played"), error=False)
        await _send_lines(session, map(table_line, tables))
        return 0
    chair = await visitor.watch(name)
    session.busy = lambda: True  # until the game is over
    try:
        with suppress(TimeoutError):
            await asyncio.wait_for(_tell(context, chair, session), _LONGEST_WATCH)
    finally:
        chair.leave()
        visitor.leave_other_nodes()
    return 0


async def _tell(context: ServerContext, chair: Chair, session: Session) -> None:
    """Write what happens at a table, until its game ends or the client is gone or Banned."""
    changed = asyncio.Event()
    end = chair.subscribe(lambda _change: changed.set())
    told = 0
    try:
        wire = session.wire
        while _listens(wire):
            _check_bans(context, session)
            state = chair.state()
            names = names_of(state.sitters, None)
            lines = [plain(line) for line in log_lines(state.log, names, start=told)]
            if lines:
                session.say("\n".join(lines), error=False)
            told = len(state.log)
            if state.called_off or (state.view is not None and state.view.outcome is not None):
                return
            changed.clear()
            if _listens(wire):
                with suppress(TimeoutError):
                    await asyncio.wait_for(changed.wait(), _LOOK_EVERY)
                await wire.turn()
    finally:
        end()


def _listens(wire: Wire) -> bool:
    """Return whether the client reads what is written."""
    return wire.alive and not wire.dismissed and not wire.congested


async def _night(context: ServerContext, session: Session) -> str:
    del session
    visitor = context.visitor()
    text = night_text(await visitor.night_page())
    visitor.leave_other_nodes()
    return text


def _of_a_game(tell: Callable[[ServerContext, Session, GameRow], Awaitable[int | str]]) -> _Run:
    """Build a command about a finished game; who may see it is asked here, for all of them."""

    async def verb(context: ServerContext, session: Session) -> int | str:
        named = argument(session)
        if not named:
            session.say(tr("cuttle: which game? The lobby shows the id of each finished game"))
            return 1
        row = await context.matchmaker.archive.game(named, session.viewer)
        return await tell(context, session, row)

    return verb


async def _replay(context: ServerContext, session: Session, row: GameRow) -> str:
    replay = Replay(record_of(row))
    log = [event for ply in range(replay.plies + 1) for event in replay.events(ply, all_hands=True)]
    names = names_of(replayed_state(replay, 0).sitters, None)
    return "\n".join(plain(line) for line in log_lines(log, names))


async def _record(context: ServerContext, session: Session, row: GameRow) -> str:
    record_of(row)  # says if there is none
    return row.record


async def _picture(context: ServerContext, session: Session, row: GameRow) -> int | str:
    """Draw the end of a finished game as SVG, or as text."""
    flags = frozenset(session.words[2:])
    if flags - {"--text", "--ascii"}:
        session.say(tr("cuttle: picture ID, and --text or --ascii"))
        return 2
    replay = Replay(record_of(row))
    return picture_text(replay, ascii_only="--ascii" in flags) if flags else picture_svg(replay)


async def _cast(context: ServerContext, session: Session, row: GameRow) -> int:
    """Write a recording of a finished game; others are served between its moves."""
    replay = Replay(record_of(row))
    with suppress(TimeoutError):
        await asyncio.wait_for(_send_lines(session, cast_lines(replay)), _LONGEST_CAST)
    return 0


async def _send_lines(session: Session, lines: Iterable[str]) -> None:
    """Write lines no faster than the client takes them, and let others run in between."""
    for line in lines:
        session.say(line, error=False)
        await session.wire.turn()
        while session.wire.alive and session.wire.congested:
            await asyncio.sleep(_TAKE_UP)
        if not session.wire.alive or session.wire.dismissed:
            return


async def _signature(context: ServerContext, session: Session, row: GameRow) -> int | str:
    """Return the signature of what `record` writes."""
    if context.sign is None:
        session.say(tr("cuttle: records are not signed here"))
        return 1
    return context.sign(row.record)


async def _account(context: ServerContext, session: Session) -> PlayerAccount:
    """Return the account of a session's player; LobbyError or Banned say why there is none."""
    if context.accounts is None or session.player.guest:
        raise LobbyError("no-account")
    account = await find_account(context.accounts, session.player)
    if not account.named:
        raise LobbyError("no-account")
    return account


async def _deal(context: ServerContext, session: Session) -> str:
    """Tell today's deal; of its cards nothing."""
    daily = context.matchmaker.daily
    now = datetime.fromtimestamp(daily.clock(), UTC)
    return page_text(await daily.page(session.viewer), now, ascii=not session.terminal.unicode)


async def _inbox(context: ServerContext, session: Session) -> str:
    account = await _account(context, session)
    lines = context.matchmaker.correspondence.lines(account.who.identity)
    return "\n".join(inbox_lines(lines))


async def _vacation(context: ServerContext, session: Session) -> int | str:
    account = await _account(context, session)
    try:
        return "\n".join(map(str, await days.vacation(account, argument(session))))
    except ValueError:
        session.say(tr("cuttle: write a number of days, or `end`"))
        return 2


async def _email(context: ServerContext, session: Session) -> str:
    account, text = await _account(context, session), argument(session)
    if text:
        what = "email" if "@" in text else "change" if text in MAIL_KINDS else "code"
        context.matchmaker.player_limits.count(what, account.who.identity, session.address)
    return "\n".join(map(str, await days.email(account, text)))


async def _enter(context: ServerContext, session: Session) -> int | str:
    """Let a key in by a code: an invitation, or that of its player's account."""
    if context.accounts is None or session.player.guest:
        session.say(tr("cuttle: a code lets in a key, or a browser"))
        return 1
    account = await find_account(context.accounts, session.player)
    if account.named:
        return tr("You have an account here: just connect.")
    context.matchmaker.player_limits.count_code(account.who.identity, session.address)
    linked = await account.enter(argument(session))
    done = _LINKED if linked else _INVITED
    return tr(done, way=way_in(context, session))


_LINKED: Final = N_("This key belongs to your account now. To play: {way}")
_INVITED: Final = N_("Welcome. To choose a name and play: {way}")


async def _invite(context: ServerContext, session: Session) -> str:
    """Give a member a code for somebody new."""
    account = await _account(context, session)
    context.matchmaker.player_limits.count("change", account.who.identity, session.address)
    made = await account.invite(new_code(length=LONG))
    told = [
        tr("This invites one person, until {day} UTC:", day=f"{made.until:%Y-%m-%d}"),
        f"  ssh {session.door} enter {made.code}",
    ]
    link = context.matchmaker.services.link
    return "\n".join([*told, f"  {link}/enter/{made.code}"] if link else told)


def _club(context: ServerContext, session: Session) -> Club:
    """Return whose calendar and feeds these are."""
    services = context.matchmaker.services
    return Club("Cuttle", session.door, services.link.rstrip("/"))


def _service(context: ServerContext) -> LeagueService:
    """Return the league; LobbyError where nothing is stored."""
    service = context.matchmaker.league
    if service is None:
        raise LobbyError("no-season")
    return service


async def _calendar(context: ServerContext, session: Session) -> int | str:
    """Write the calendar of the player, or of everybody; or tell the link to the player's own."""
    from server.feeds import service as feeds  # asks a database, which a host at home has none of

    what = argument(session).lower()
    service, club = _service(context), _club(context, session)
    store, now = service.store, service.clock()
    if (step := calendar_step(what)) is not None:
        return await _calendar_link(context, session, step)
    if what:
        session.say(tr("cuttle: calendar, calendar link, calendar renew or calendar off"))
        return 2
    person = None if session.player.guest else await _person(context, session)
    if person is None:
        made = await service.ask(feeds.club_calendar, store, club, now)
    else:
        besides = await service.ask(store.tables_besides, [store.node], person.id)
        lines = context.matchmaker.games_by_days(person.id, besides)
        made = await service.ask(feeds.own_calendar, store, club, person, lines, now)
    return made.decode().replace("\r\n", "\n").rstrip("\n")


async def _calendar_link(context: ServerContext, session: Session, what: CalendarStep) -> str:
    """Tell the link to a player's own calendar, make a new one, or let it lead nowhere."""
    account = await _account(context, session)
    link = _club(context, session).link
    if not link:
        return tr(NO_CALENDAR, door=session.door)
    context.matchmaker.player_limits.count("change", account.who.identity, session.address)
    path = await account.calendar(what)
    return f"{link}{path}" if path else tr(CALENDAR_OFF)


async def _person(context: ServerContext, session: Session) -> Person | None:
    service = _service(context)
    return await service.ask(service.store.person_of_key, session.player.identity)


async def _feed(context: ServerContext, session: Session) -> str:
    """Write the feed of results, or of a player's games."""
    from server.feeds import service as feeds

    service, club, name = _service(context), _club(context, session), argument(session)
    if not name:
        return (await service.ask(feeds.result_feed, service.store, club)).decode()
    made = await service.ask(feeds.game_feed, service.store, club, name)
    if made is None:
        raise LobbyError("no-such-player")
    return made.decode()


async def _export(context: ServerContext, session: Session) -> int | str:
    if context.accounts is None or session.player.guest:
        session.say(tr("cuttle: guests have no account; the resume code brings their games to one"))
        return 1
    account = await find_account(context.accounts, session.player)
    return await account.export_text()


VERBS: Final = (
    Verb("", C_("a command over ssh", "play")),
    Verb("plain", N_("play in lines of text; for scripts, -T in place of -t"), option="-t"),
    Verb("join CODE", join.text, option="-t"),
    Verb("watch [ID]", N_("watch a game; without ID, list the games in play"), _watch, "-t"),
    Verb("replay ID", N_("watch a finished game again"), _of_a_game(_replay), "-t"),
    Verb("record ID", N_("the record of a finished game"), _of_a_game(_record)),
    Verb(
        "picture ID [--text] [--ascii]",
        N_("how a game went, as SVG; with --text as text, with --ascii in plain signs"),
        _of_a_game(_picture),
    ),
    Verb("cast ID", N_("a recording of it, for asciinema"), _of_a_game(_cast)),
    Verb(
        "signature ID",
        N_("its signature by this server, for ssh-keygen -Y verify"),
        _of_a_game(_signature),
    ),
    Verb("who", N_("who is here"), _who),
    Verb("night", N_("the play night: its matches and standings"), _night),
    *(Verb(page.shortest, page.text) for page in PAGES),
    Verb(N_("rules [NAME]"), N_("the rules; without NAME, the list of all rulesets"), _rules),
    Verb("deal", N_("today's deal: how it went for you, and the table of the day"), _deal),
    Verb("inbox", N_("your correspondence games"), _inbox),
    Verb(N_("vacation [DAYS | end]"), days.type_vacation.text, _vacation),
    Verb(N_("email [ADDRESS | CODE | off | moves | results]"), days.type_email.text, _email),
    Verb(
        N_("calendar [link | renew | off]"),
        N_("seasons, nights and your matches as iCalendar; link tells its address, for you alone"),
        _calendar,
    ),
    Verb(N_("feed [NAME]"), N_("results as an Atom feed; with NAME that player's games"), _feed),
    Verb(
        "bot", N_("play as a program; bot register NAME opens an account for its key"), option="-T"
    ),
    Verb("enter CODE", N_("come in for the first time, by an invitation"), _enter),
    Verb("invite", N_("a code that lets in somebody new, where members may give them"), _invite),
    Verb("export", N_("everything stored about you"), _export),
    Verb("help", N_("this text"), _help),
    Verb("version", N_("the version that runs here"), _version),
)


async def play_plain(session: Session, lobby: PlayerLobby) -> int:
    """Run line mode until its player leaves; words after ``plain`` are the first line.

    A terminal that only writes lines gets it for whatever else it asks.
    """
    ascii = not session.terminal.unicode
    encoding = "ascii" if ascii else "utf-8"
    line = LineTerminal(session.wire, has_pty=session.has_pty, encoding=encoding)
    verb, *rest = session.words or ("",)
    asked = rest if verb.lower() == "plain" else session.words
    lines = line.lines(" ".join(asked))
    plain = PlainSession(
        lobby, lines, line.write, prompt=line.prompt, ascii=ascii, pause=session.wire.turn
    )
    talk = asyncio.ensure_future(plain.run())
    line.dismissed = talk.cancel
    session.wire.listen(line)
    try:
        await asyncio.wait([talk])
    finally:
        talk.cancel()
        line.close()
    return 0 if talk.cancelled() else talk.result()
