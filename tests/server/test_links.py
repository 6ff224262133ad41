"""Every door gives a finished game to the same people, and what is copied leads there."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import asyncssh
import pytest
from asyncssh import generate_private_key

from cuttle_tui.i18n.translation import plain
from cuttle_tui.ports import LobbyError, OnlineLobby, Source, TablePlan
from cuttle_tui.replay.archive_words import share_prompt
from cuttle_tui.replay.result_text import where_to_watch
from cuttle_tui.table.log_view import fair_line, verify_command
from engine.actions import Action, Kind
from engine.bots.thinkers import AtOnce
from engine.protocol import VERSION
from engine.table.seats import Ready
from server.hosting import LocalHost
from server.lobby.archive import Archive, StoredGames
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.people.accounts import Player, guest_of
from server.serve import Server
from server.sessions import verbs
from server.web import WebOptions
from server.web.callers import cookie_of
from server.web.pages import _GAME_ROUTES
from tests.server.emulator import connect, open_terminal
from tests.server.floor import floor_app
from tests.server.lobby.test_room_games import played as played_at_home
from tests.server.store.duels import keep, people
from tests.server.web.club import NAMES, played
from tests.server.web.page import Browser, browser

pytestmark = pytest.mark.slow

PUBLIC, FRIENDS, CLOSED, RATED, NEVER = (
    *("publicgame", "friendgame", "closedgame"),
    *("ratedgamee", "nevergamee"),
)
"""A game at a public table; by a code; by a code, closed; rated and by a code; and none."""


@dataclass(frozen=True)
class Viewer:
    """Somebody who asks for games, and by what they are known."""

    plays: bool
    """Whether they played in all games."""
    who: Player
    key: asyncssh.SSHKey
    browser: Browser | None
    """None for a program: it has a key alone."""


@dataclass
class World:
    """A server with games, and those who ask for them."""

    server: Server
    viewers: dict[str, Viewer]

    @property
    def player(self) -> Viewer:
        """Whoever played all games."""
        return self.viewers["player"]

    @property
    def stranger(self) -> Viewer:
        """Somebody who played none."""
        return self.viewers["stranger"]

    @property
    def other(self) -> Browser:
        """The browser of a stranger."""
        browser = self.stranger.browser
        assert browser is not None
        return browser

    async def ssh(self, command: str, viewer: Viewer) -> bool:
        """Return whether a command without a terminal succeeds, and writes something."""
        async with connect(self.server.port, viewer.key) as connection:
            session = await open_terminal(connection, command, term=None)
            status = await session.until_closed()
        assert status == 0 or not session.raw
        return status == 0 and bool(session.raw)

    def lobby(self, viewer: Viewer) -> PlayerLobby:
        """Return the lobby of somebody."""
        return PlayerLobby(self.server.matchmaker, viewer.who)

    def elsewhere(self, viewer: Viewer) -> PlayerLobby:
        """Return the same at another node of the same database."""
        server = self.server
        assert server.store is not None
        assert server.writer is not None
        other = Matchmaker(AtOnce(), archive=StoredGames(server.store, server.writer))
        return PlayerLobby(other, viewer.who)


@pytest.fixture
async def world(
    tmp_path: Path, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> AsyncIterator[World]:
    """Run a server with games of each kind."""
    url = f"sqlite:///{tmp_path / 'cuttle.db'}"
    web = WebOptions(port=0)
    async with (
        Server(tmp_path, app_for=floor_app, database=url, web=web) as server,
        browser(server) as own,
        browser(server) as other,
    ):
        assert server.store is not None
        store = server.store
        there = dict(zip(NAMES, people(store, *NAMES), strict=True))
        ann, (deep, tal) = there["ann"], people(store, "deep-bot", "tal-bot")
        row = replace(played(there), public=False)
        row = replace(row, players=(ann.id, deep.id), names=("ann", "deep-bot"))
        keep(store, replace(row, id=PUBLIC, public=True), replace(row, id=FRIENDS))
        keep(store, replace(row, id=CLOSED, closed=True), replace(row, id=RATED, rated=True))
        keys = {bot.id: generate_private_key("ssh-ed25519") for bot in (deep, tal)}
        for person, key in {ann.id: ann_key, **keys}.items():
            store.link(person, key.get_fingerprint())
        for each in (own, other):
            await each.get()
        (morsel,) = own.cookies.values()
        cookie = cookie_of({morsel.key: morsel.value}, secure=False)
        assert cookie is not None
        store.link(ann.id, cookie.identity)
        viewers = {
            "player": Viewer(True, Player("ann", ann.id), ann_key, own),
            "stranger": Viewer(False, Player("eve", "someone"), bob_key, other),
            "bot that played": Viewer(True, Player("deep-bot", deep.id), keys[deep.id], None),
            "another bot": Viewer(False, Player("tal-bot", tal.id), keys[tal.id], None),
        }
        yield World(server, viewers)


Door = Callable[[World, str, Viewer], Awaitable[bool]]


async def _shows(browser: Browser, path: str) -> bool:
    """Return whether a page is there."""
    return (await browser.get(path)).status == 200


def _page(ending: str) -> Door:
    async def is_there(_: World, game: str, viewer: Viewer) -> bool:
        assert viewer.browser is not None
        return await _shows(viewer.browser, f"/game/{game}{ending}")

    return is_there


def _verb(verb: str) -> Door:
    return lambda world, game, viewer: world.ssh(f"{verb} {game}", viewer)


async def _replayed(lobby: PlayerLobby, game: str, *, own: bool = False) -> bool:
    try:
        return bool((await (lobby.own_record if own else lobby.replay)(game)).players)
    except LobbyError:
        return False


PAGES: Final[dict[str, Door]] = {
    "game": _page(""),
    "record": _page(".txt"),
    "picture": _page(".svg"),
    "game_card": _page(".png"),
    "graphs": _page(".wide.dark.svg"),
}
VERBS: Final[dict[str, Door]] = {
    verb: _verb(verb) for verb in ("replay", "record", "picture", "cast", "signature")
}
PORT: Final[dict[str, Door]] = {
    "replay": lambda world, game, viewer: _replayed(world.lobby(viewer), game),
    "own_record": lambda world, game, viewer: _replayed(world.lobby(viewer), game, own=True),
    "link_of": lambda world, game, viewer: _is_open(world.lobby(viewer), game),
    "close_link": lambda world, game, viewer: _may_close(world.lobby(viewer), game),
}
ELSEWHERE: Final[dict[str, Door]] = {
    "another node": lambda world, game, viewer: _replayed(world.elsewhere(viewer), game)
}


async def _is_open(lobby: PlayerLobby, game: str) -> bool:
    return await lobby.link_of(game) != "closed" or await _replayed(lobby, game)


async def _may_close(lobby: PlayerLobby, game: str) -> bool:
    """Return whether the game is there for one who would close it, and is none of theirs."""
    try:
        await lobby.close_link(game)
    except LobbyError as error:
        return error.reason != "no-such-game"
    return True


def test_every_door_that_takes_a_game_is_in_the_tables() -> None:
    assert {tell.__name__ for _, tell in _GAME_ROUTES} == {*PAGES}
    about_games = {
        verb.words[0] for verb in verbs.VERBS if re.search(r"^\w+ ID\b", str(verb.usage))
    }
    assert about_games == {*VERBS}
    methods = inspect.getmembers(OnlineLobby, inspect.isfunction)
    takes_game = {
        name for name, method in methods if "game" in inspect.signature(method).parameters
    }
    assert takes_game == {*PORT}


_OF_THEIRS: Final = frozenset(
    {"ladder", "own_games", "last_game", "close_link", "friends", "forget_friend"}
    | {"is_running", "settle", "settled", "answer_puzzle", "puzzle_shifts", "keeps_tables"}
)
"""What gives no game of others."""
_OF_A_DAY: Final = frozenset({"begin_try", "end_try", "tries", "best_record"})
"""What the deal of a day is kept by: its page decides who may see how others played it."""


def test_nobody_gets_games_from_the_archive_without_saying_who_looks() -> None:
    names = {"game", "record", "games"}
    for name in names:
        parameter = inspect.signature(getattr(Archive, name)).parameters["viewer"]
        assert parameter.default is inspect.Parameter.empty
    public = {name for name in vars(Archive) if not name.startswith("_")}
    assert public == {*names, *_OF_THEIRS, *_OF_A_DAY}


@pytest.mark.parametrize("by", ["player", "stranger", "bot that played", "another bot"])
@pytest.mark.parametrize("game", [PUBLIC, FRIENDS, CLOSED, RATED, NEVER])
async def test_every_door_gives_the_same_answer(world: World, game: str, by: str) -> None:
    viewer = world.viewers[by]
    wanted = game in (PUBLIC, FRIENDS, RATED) or (viewer.plays and game == CLOSED)
    for doors in ({} if viewer.browser is None else PAGES, VERBS, ELSEWHERE, PORT):
        for name, door in doors.items():
            assert await door(world, game, viewer) is wanted, (name, game)


async def test_where_bots_play_no_finished_game_is_told(world: World) -> None:
    """Not even to the bot that played it: what it knows of it, it was told at the table."""
    for by in ("bot that played", "another bot"):
        async with connect(world.server.port, world.viewers[by].key) as connection:
            process = await connection.create_process("bot", encoding=None)
            lines = [json.dumps({"type": "hello", "protocol": VERSION, "name": "deep"})]
            lines += [
                json.dumps({"type": type, "game": game, "id": game})
                for type in (*VERBS, *PORT, "game", "games", "watch", "resync")
                for game in (PUBLIC, CLOSED)
            ]
            process.stdin.write("\n".join([*lines, ""]).encode())
            process.stdin.write_eof()
            told = [json.loads(line) for line in (await process.stdout.read()).split(b"\n") if line]
        assert {each["type"] for each in told} <= {"hello", "error", "bye"}
        assert len(told) > 2


async def test_a_closed_game_answers_a_stranger_as_one_that_never_was(world: World) -> None:
    for path in ("/game/{}", "/game/{}.png", "/replay/{}"):
        closed = await (await world.other.get(path.format(CLOSED))).text()
        never = await (await world.other.get(path.format(NEVER))).text()
        assert closed.replace(CLOSED, "") == never.replace(NEVER, "")
    async with connect(world.server.port, world.stranger.key) as connection:
        told = []
        for game in (CLOSED, NEVER):
            session = await open_terminal(connection, f"record {game}", term=None)
            told.append((await session.until_closed(), session.errors))
    assert told[0] == told[1]


async def test_games_by_a_code_are_listed_for_their_players_alone(world: World) -> None:
    own = await world.lobby(world.player).games()
    assert {line.id: line.link for line in own} == {
        PUBLIC: "public",
        CLOSED: "closed",
        **dict.fromkeys((FRIENDS, RATED), "open"),
    }
    assert [line.id for line in await world.lobby(world.stranger).games()] == [PUBLIC]


async def test_chats_preview_every_link_that_may_be_opened(world: World) -> None:
    async def meta(path: str) -> dict[str, str]:
        answer = await world.other.get(path)
        text = await answer.text()
        found = dict(re.findall(r'<meta property="(og:\w+)" content="([^"]*)"', text))
        path = found["og:image"].removeprefix(str(world.server.web and world.server.web.url))
        picture = await world.other.get(path)
        assert picture.status == 200
        assert picture.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
        return {**found, "robots": answer.headers.get("X-Robots-Tag", "")}

    for game in (PUBLIC, FRIENDS):
        for page in ("game", "replay"):
            told = await meta(f"/{page}/{game}")
            assert "ann" in told["og:title"] + told["og:description"]
            assert told["og:image"].endswith(f"/game/{game}.png")
            assert told["robots"] == ("" if (page, game) == ("game", PUBLIC) else "noindex")
    for path in ("/replay/" + CLOSED, "/join/HRGH", "/watch/oak"):
        told = await meta(path)
        assert told["og:image"].endswith("/card.png")
        assert "ann" not in told["og:title"]
        assert told["robots"] == "noindex"
    robots = await (await world.other.get("/robots.txt")).text()
    assert not re.search(r"Disallow: /(join|watch|replay|game|$)", robots)


@pytest.mark.parametrize(
    "path", ["/join/HRGH%20", "/JOIN/HRGH", "/join/hrgh/", "/join/HR-GH.", "/join/HRGH,%20come"]
)
async def test_a_link_leads_in_however_a_chat_has_left_it(world: World, path: str) -> None:
    answer = await world.other.get(path)
    assert answer.status == 200
    assert "/join/HRGH" in await answer.text()
    for spelled in (f"/GAME/{PUBLIC.upper()}", f"/game/{PUBLIC}/", f"/game/{PUBLIC})."):
        assert await _shows(world.other, spelled)


# what is copied --------------------------------------------------------------------------------


def _lines_of(game: str, link: str, door: str) -> list[str]:
    """Return all that a player is given to copy about a game."""
    shared = share_prompt(Source(game=game, door=door), may_copy=False)
    fair = fair_line(verify_command(game, door))
    told = " ".join(map(plain, (shared.sentence, shared.why, fair)))
    found = re.findall(r"ssh (?:-t )?\S.*? (?:replay|record) \w+", told)
    kinds = ("picture", "cast", "signature")
    files = [f"ssh {door} {kind} {game} > {game}.{kind}" for kind in kinds]
    links = [where_to_watch(game, link, door), where_to_watch(game, "", door)]
    return [*found, *files, *links, f"{link}/replay/{game}", f"{link}/game/{game}.png"]


async def _leads(world: World, line: str) -> bool:
    """Follow a line or a link to its end, as a stranger."""
    if line.startswith("http"):
        assert world.server.web is not None
        path = line.removeprefix(world.server.web.url)
        answer = await world.other.get(path)
        if path.startswith("/replay"):
            return f"/game/{path.split('/')[-1]}.png" in await answer.text()
        return answer.status == 200
    command = re.sub(r"^ssh (-t )?(-p \d+ )?\S+ ", "", line).partition(" >")[0]
    return await world.ssh(command, world.stranger)


@pytest.mark.parametrize("game", [PUBLIC, FRIENDS, RATED, CLOSED])
async def test_each_line_that_is_copied_leads_to_the_game(world: World, game: str) -> None:
    assert world.server.web is not None
    link, door = world.server.web.url, world.server.matchmaker.services.door
    lines = _lines_of(game, link, door)
    assert len(lines) >= 9
    for line in lines:
        assert await _leads(world, line) is (game != CLOSED), line


async def _met_by_code(server: Server) -> tuple[PlayerLobby, PlayerLobby, str]:
    """Let two guests meet by a code and finish a game; return them and its id."""
    assert server.writer is not None
    names = ("dana", "eli")
    codes = ("BCDFGHJK", "LMNPQRST")
    guests = [
        Player(name, guest_of(code), guest=True, resume=code)
        for name, code in zip(names, codes, strict=True)
    ]
    host, friend = (enter_lobby(server.matchmaker, guest) for guest in guests)
    chair = await host.open_table(TablePlan("standard"))
    state = chair.state()
    await friend.join_room(f"Come! {state.invitation} or {state.link}")
    chair.ask(Ready())
    await server.writer.drain()
    view = chair.state().view
    assert view is not None
    chair.submit(Action(Kind.CONCEDE, seat=0), view.ply)
    await server.writer.drain()  # the action
    await server.writer.drain()  # the game that it has ended
    return host, friend, chair.state().game


async def test_friends_open_the_link_they_copied_until_one_closes_it(world: World) -> None:
    host, friend, game = await _met_by_code(world.server)
    told: list[str] = []
    host.subscribe(lambda news: told.append(news.kind))
    assert await _shows(world.other, f"/game/{game}")
    assert await friend.link_of(game) == "open"
    assert await _replayed(world.elsewhere(world.stranger), game)
    with pytest.raises(LobbyError, match="not-player"):
        await world.lobby(world.player).close_link(game)
    elsewhere = enter_lobby(
        world.server.matchmaker, Player("fay", guest_of("FFFF2222"), guest=True)
    )
    await elsewhere.open_table(TablePlan("standard"))
    with pytest.raises(LobbyError, match="not-player"):
        await elsewhere.close_link(game)
    await friend.close_link(game)
    assert "link-closed" in told
    assert await host.link_of(game) == "closed"
    assert not await _replayed(world.elsewhere(world.stranger), game)
    assert not await _shows(world.other, f"/game/{game}")
    assert not await world.ssh(f"record {game}", world.stranger)


async def test_a_public_game_has_no_link_to_close(world: World) -> None:
    with pytest.raises(LobbyError, match="public-game"):
        await world.lobby(world.player).close_link(PUBLIC)


async def test_a_game_in_a_room_at_home_is_closed_by_its_host(tmp_path: Path) -> None:
    hosting = LocalHost(tmp_path, "Ann B", host="127.0.0.1", port=0)
    try:
        lobby, _, game = await played_at_home(hosting)
        assert lobby.online is not None
        line = where_to_watch(game, "", lobby.online.door)
        port = int(lobby.online.door.split()[1])
        for status in (0, 1):
            async with connect(port, None, user="dana") as guest:
                session = await open_terminal(guest, f"record {line.split()[-1]}", term=None)
                assert await session.until_closed() == status
            if not status:
                await lobby.online.close_link(game)
        assert await lobby.online.link_of(game) == "closed"
        assert (await lobby.online.replay(game)).players == ("Ann B", "dana")
    finally:
        await hosting.close()
