"""A room in the host's own process, and the way to one on another machine."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import asyncssh
import pytest

from cuttle_tui.i18n.translation import plain
from cuttle_tui.kit.words import lobby_line
from cuttle_tui.local.friends import open_tables_in
from cuttle_tui.ports import Chair, Listening, LobbyError, TablePlan
from cuttle_tui.ports.listings import BY_NAME
from engine.actions import DRAW
from engine.table.seats import Ready
from server.cli.play import LazyHost
from server.hosting import LocalHost
from server.lobby.open_tables import OpenTables, unfinished_in
from server.ops.addresses import PORT
from server.serve import ROOM_CLOSED, ROOM_CLOSED_WON, ROOM_KEPT
from server.store.values import CloseTable, OpenTable
from tests.ptys import in_terminal
from tests.server.emulator import Terminal, connect, open_terminal
from tests.server.sshclient import needs_ssh
from tests.whole import some

pytestmark = pytest.mark.slow


def _port_of(invitation: str) -> int:
    words = invitation.split()
    return int(words[words.index("-p") + 1])


async def test_a_friend_comes_to_the_table_at_which_the_host_plays(
    tmp_path: Path, bob_key: asyncssh.SSHKey
) -> None:
    hosting = LocalHost(tmp_path, "ann", host="127.0.0.1", port=0)
    try:
        lobby, chair = await hosting.open(TablePlan("standard"))
        state = chair.state()
        assert hosting.where() == Listening(
            _port_of(state.invitation), "127.0.0.1", everywhere=False
        )
        assert (
            state.invitation
            == f"ssh -t -p {_port_of(state.invitation)} 127.0.0.1 join {state.code}"
        )
        async with connect(_port_of(state.invitation), bob_key, user="bob") as bob:
            friend = await open_terminal(bob, f"join {state.code}")
            await friend.until("ann")
            chair.ask(Ready())
            await friend.until("deck")
            assert [sitter.name for sitter in chair.state().sitters] == ["ann", "bob"]
            assert chair.state().view is not None
            assert lobby.player == "ann"
            await hosting.close()
            await friend.until_closed()
            assert str(ROOM_KEPT) in friend.raw.decode()
    finally:
        await hosting.close()


@asynccontextmanager
async def _played(
    hosting: LocalHost, key: asyncssh.SSHKey, code: str = ""
) -> AsyncIterator[tuple[Chair, Terminal]]:
    """Open a room and begin a game with a friend, or go on with one to which a code led."""
    _, chair = await hosting.open(TablePlan("standard"), "ann")
    async with connect(hosting.where().port, key, user="bob") as bob:
        friend = await open_terminal(bob, f"join {code or chair.state().code}")
        await friend.until("ann")
        if not code:
            chair.ask(Ready())
        await friend.until("deck")
        yield chair, friend


async def _move(chair: Chair, friend: Terminal) -> None:
    """Let whoever is asked draw."""
    view = chair.state().view
    assert view is not None
    if view.asked == (chair.seat,):
        chair.submit(DRAW, view.ply)
    else:
        friend.send("d")
    await friend.until(lambda _: chair.state().view not in (view, None))


@pytest.mark.parametrize("dies", [False, True])
async def test_a_game_goes_on_in_the_next_room(
    tmp_path: Path, bob_key: asyncssh.SSHKey, dies: bool
) -> None:
    data = tmp_path / "data"
    first = LocalHost(data, "ann", host="127.0.0.1", port=0)
    async with _played(first, bob_key) as (chair, friend):
        code = chair.state().code or ""
        await _move(chair, friend)
        before = chair.state().view
        assert unfinished_in(data) == (), "it is not over yet"
        as_it_died = shutil.copytree(data, tmp_path / "copy")
        await first.close()
        await friend.until_closed()
        assert str(ROOM_KEPT) in friend.raw.decode()
    left = as_it_died if dies else data
    assert unfinished_in(left) == ("bob",)
    second = LocalHost(left, "ann", host="127.0.0.1", port=0)
    try:
        async with _played(second, bob_key, code) as (chair, friend):
            assert chair.state().view == before
            sitters = chair.state().sitters
            assert [(each.name, each.present) for each in sitters] == [("ann", True), ("bob", True)]
            await _move(chair, friend)
    finally:
        await second.close()


async def test_a_room_that_closes_before_a_game_speaks_of_none(
    tmp_path: Path, bob_key: asyncssh.SSHKey
) -> None:
    hosting = LocalHost(tmp_path, "ann", host="127.0.0.1", port=0)
    _, chair = await hosting.open(TablePlan("standard"), "ann")
    async with connect(hosting.where().port, bob_key, user="bob") as bob:
        friend = await open_terminal(bob, f"join {chair.state().code}")
        await friend.until("ann")
        await hosting.close()
        await friend.until_closed()
        assert f"{ROOM_CLOSED}\r\n" in friend.raw.decode()


async def test_a_second_room_of_the_same_player_leaves_the_game_of_the_first(
    tmp_path: Path, bob_key: asyncssh.SSHKey
) -> None:
    first, second = (LocalHost(tmp_path, "ann", host="127.0.0.1", port=0) for _ in range(2))
    try:
        async with _played(first, bob_key) as (chair, friend):
            _, apart = await second.open(TablePlan("standard"), "ann")
            assert not apart.state().view
            apart.leave()
            await second.close()
            await _move(chair, friend)
            await first.close()
        assert unfinished_in(tmp_path) == ("bob",)
    finally:
        await first.close()
        await second.close()


async def test_a_room_for_another_friend_leaves_the_game_until_later(
    tmp_path: Path, bob_key: asyncssh.SSHKey
) -> None:
    first, other, later = (LocalHost(tmp_path, "ann", host="127.0.0.1", port=0) for _ in range(3))
    async with _played(first, bob_key):
        await first.close()
    _, chair = await other.open(TablePlan("standard", friend=f"{BY_NAME}eve"), "ann")
    assert not chair.state().view
    await other.close()
    _, chair = await later.open(TablePlan("standard", friend=f"{BY_NAME}bob"), "ann")
    assert chair.state().view
    chair.leave()
    await later.close()
    assert unfinished_in(tmp_path) == ()
    assert not open_tables_in(tmp_path).exists()


def test_a_file_of_tables_is_its_owners_and_survives_a_line_cut_short(tmp_path: Path) -> None:
    path = open_tables_in(tmp_path)
    tables = OpenTables(path)
    assert tables.acquire()
    assert path.stat().st_mode & 0o077 == 0
    assert not OpenTables(path).acquire()
    tables.note(OpenTable("a", "{}"))
    with path.open("a") as file:
        file.write('{"at": "a", "ent')
    tables.release()
    assert tables.acquire()
    tables.note(OpenTable("b", "{}"))
    assert tables.games() == []
    tables.release()
    assert path.exists(), "what cannot be read is not thrown away"
    assert tables.acquire()
    for id in "ab":
        tables.note(CloseTable(id))
    tables.release()
    assert not path.exists()


async def test_a_port_that_is_taken_is_told_and_another_room_can_be_opened(tmp_path: Path) -> None:
    first = LocalHost(tmp_path, "ann", host="127.0.0.1", port=0)
    try:
        _, chair = await first.open(TablePlan("standard"))
        port = _port_of(chair.state().invitation)
        with pytest.raises(LobbyError) as caught:
            await LocalHost(tmp_path, "bob", host="127.0.0.1", port=port).open(
                TablePlan("standard")
            )
        assert caught.value.reason == "cannot-listen"
        chair.leave()
        _, again = await first.open(TablePlan("team"))
        assert again.state().code
    finally:
        await first.close()


def _host(home: Path, *replies: tuple[bytes, bytes]) -> tuple[int, bytes]:
    return _cuttle(("host", "--host", "127.0.0.1", "--port", "0"), home, *replies)


def _cuttle(
    arguments: Sequence[str], home: Path, *replies: tuple[bytes, bytes]
) -> tuple[int, bytes]:
    """Run `cuttle` on a terminal, for somebody whose files are below a folder."""
    own_terminal = ("bash", "-c", 'exec "$@" <>$(tty) >&0 2>&0', "bash")  # there ctrl+c interrupts
    command = (sys.executable, "-m", "server.cli", *arguments)
    env = {
        **{key: value for key, value in os.environ.items() if not key.startswith("XDG")},
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "LOGNAME": "root",  # the name of nobody
    }
    return in_terminal((*own_terminal, *command), replies, env)


CALLED = b"What should your friends call you?"


def test_a_host_is_asked_for_a_name_once_and_is_at_home_after_the_room(tmp_path: Path) -> None:
    status, shown = _host(
        tmp_path,
        (CALLED, b" \xff \r"),
        (CALLED, b" Zo\xc3\xa9 \r"),
        (b"ready", b"q"),
        (b"LEAVE?", b"y"),
        (b"computer", b"\x03\x03y"),
    )
    assert status == 0
    assert b"you can meet other players here" not in shown
    status, again = _host(tmp_path, (b"ready", b"\x03\x03y\x03\x03"))
    assert status == 0
    assert CALLED not in again
    assert "Zoé" in again.decode()


def test_a_host_plays_by_the_rules_that_were_used_last(tmp_path: Path) -> None:
    quits = b"\x03\x03y\x03\x03"
    _cuttle(
        (),
        tmp_path,
        (b"computer", b"n"),
        (b"NEW TABLE", b"m"),
        (b"best of three", b"\x1b"),
        (b"kept for your next", quits),
    )
    status, shown = _host(tmp_path, (CALLED, b"ann\r"), (b"first to two wins", quits))
    assert status == 0
    assert b"Traceback" not in shown


def test_a_room_is_opened_from_the_first_screen(tmp_path: Path) -> None:
    status, shown = _cuttle(
        (),
        tmp_path,
        (b"invite a friend", b"i"),
        (b"INVITE?", b"\r"),
        (CALLED, b"Mia\r"),
        (b"ready", b"q"),
        (b"LEAVE?", b"y"),
        (b"computer", b"\x03\x03y"),
    )
    assert status == 0
    assert b"Traceback" not in shown


def test_a_room_from_the_first_screen_opens_beside_a_program_at_the_usual_port(
    tmp_path: Path,
) -> None:
    with socket.socket() as taken:
        with suppress(OSError):  # somebody else on this machine has it
            taken.bind(("0.0.0.0", PORT))
            taken.listen()
        test_a_room_is_opened_from_the_first_screen(tmp_path)


async def test_a_room_without_the_packages_of_a_server_is_refused_in_a_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "server.hosting", None)
    with pytest.raises(LobbyError) as refused:
        await LazyHost().open(TablePlan("standard"))
    assert "cuttle host" in plain(lobby_line(refused.value))


@pytest.mark.parametrize("answer", some([b"\x03", b"\x04"], 2))
def test_a_host_who_gives_no_name_opens_nothing(tmp_path: Path, answer: bytes) -> None:
    status, shown = _host(tmp_path, (CALLED, answer))
    assert status == 130
    assert b"Traceback" not in shown
    assert b"is open on" not in shown


def test_host_tells_what_it_opens_before_the_app_and_leaves_it_in_the_terminal(
    tmp_path: Path,
) -> None:
    status, shown = _host(tmp_path, (CALLED, b"ann\r"), (b"ready", b"\x03\x03y\x03\x03"))
    assert status == 0
    told = shown[: shown.index(b"\x1b[?1049h")].decode()
    opened = r"^(.*\r\x1b\[K)?port [1-9]\d+ is open on 127\.0\.0\.1 only, until you leave\r$"
    assert re.search(opened, told, re.M)  # what is asked of the terminal is wiped away


def _join(path: Path, status: int, *arguments: str) -> tuple[int, str]:
    """Run `cuttle join` on a terminal, with an `ssh` that only tells how it was called."""
    ssh = path / "ssh"
    ssh.write_text(f'#!/bin/sh\necho "ssh $*"\nexit {status}\n')
    ssh.chmod(0o755)
    command = (sys.executable, "-m", "server.cli", "join", *arguments)
    env = {**os.environ, "PATH": f"{path}:{os.environ['PATH']}"}
    done, shown = in_terminal(command, (), env)
    return done, shown.decode()


def test_join_hands_the_terminal_to_ssh(tmp_path: Path) -> None:
    status, text = _join(tmp_path, 0, "ann@example.org", "k7qf", "-p", "2022")
    assert status == 0
    assert text.startswith("ssh -o ")
    assert " -t -p 2022 -- ann@example.org join K7QF" in text
    assert "\x1b[?1049l" not in text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "called"),
    [
        (("example.org:2022",), "-p 2022 -- example.org"),
        (("example.org",), "-p 2222 -- example.org"),
        (("[::1]",), "-p 2222 -- ::1"),
        (("::1",), "-p 2222 -- ::1"),
        (("ann@[2001:db8::7]:4022",), "-p 4022 -- ann@2001:db8::7"),
        (("ann@example.org:4022",), "-p 4022 -- ann@example.org"),
        (("ssh://ann@example.org:4022",), "-p 4022 -- ann@example.org"),
        (("ssh://example.org/",), "-p 2222 -- example.org"),
        (("example.org:22", "-p", "22"), "-p 22 -- example.org"),
    ],
)
def test_join_takes_addresses_as_people_write_them(
    tmp_path: Path, arguments: tuple[str, ...], called: str
) -> None:
    host, *options = arguments
    status, text = _join(tmp_path, 0, host, "k7qf", *options)
    assert status == 0
    assert f" -t {called} join K7QF" in text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "called"),
    [
        (("K7QF@example.org:2022",), "-p 2022 -- example.org"),
        (("ssh -t -p 2022 example.org join K7QF",), "-p 2022 -- example.org"),
        (("ssh", "-t", "-p", "2022", "example.org", "join", "K7QF"), "-p 2022 -- example.org"),
        (("ssh", "-t", "example.org", "join", "k7qf"), "-p 22 -- example.org"),
        (("cuttle join ann@example.org:2022 k7qf",), "-p 2022 -- ann@example.org"),
        (("https://example.org/join/K7QF",), "-p 2222 -- example.org"),
        (("<http://example.org:8080/JOIN/k7qf/>",), "-p 2222 -- example.org"),
        (("-p", "2022", "http://example.org:8080/join/K7QF"), "-p 2022 -- example.org"),
        (("example.org", "K7", "QF"), "-p 2222 -- example.org"),
    ],
)
def test_join_takes_whatever_was_sent(tmp_path: Path, words: tuple[str, ...], called: str) -> None:
    status, text = _join(tmp_path, 0, *words)
    assert status == 0
    assert f" -t {called} join K7QF" in text


def test_join_asks_for_the_machine_if_a_code_alone_is_given(tmp_path: Path) -> None:
    status, text = _join(tmp_path, 0, "K7QF")
    assert status == 2
    assert "this names no machine" in text


def test_join_asks_which_of_two_ports_is_meant(tmp_path: Path) -> None:
    status, text = _join(tmp_path, 0, "example.org:2022", "k7qf", "-p", "2222")
    assert status == 2
    assert "name two ports" in text


HOSTILE = """
Host *
    RemoteCommand top
    RequestTTY no
    ForwardAgent yes
    ForwardX11 yes
    LocalForward 9999 localhost:80
    RemoteForward 9998 localhost:80
    DynamicForward 9997
    ControlMaster auto
    ControlPath /nowhere/%C
    PermitLocalCommand yes
    LocalCommand touch gone-wrong
    SessionType none
    StdinNull yes
    ForkAfterAuthentication yes
    BatchMode yes
    Tunnel yes
    ExitOnForwardFailure yes
    KbdInteractiveAuthentication no
    PreferredAuthentications password
"""
WANTED = {
    "requesttty": "true",
    "forwardagent": "no",
    "forwardx11": "no",
    "clearallforwardings": "yes",
    "controlmaster": "false",
    "permitlocalcommand": "no",
    "sessiontype": "default",
    "stdinnull": "no",
    "forkafterauthentication": "no",
    "batchmode": "no",
    "tunnel": "false",
    "exitonforwardfailure": "no",
    "kbdinteractiveauthentication": "yes",
    "preferredauthentications": "publickey,keyboard-interactive",
    "port": "2022",
}


@needs_ssh
def test_nothing_in_the_players_own_configuration_spoils_a_game(tmp_path: Path) -> None:
    _, text = _join(tmp_path, 0, "example.org:2022", "k7qf")
    options = text.split("ssh ", 1)[1].split(" -- ")[0].split()
    config = tmp_path / "config"
    config.write_text(HOSTILE)
    command = ("ssh", "-G", "-F", str(config), *options, "example.org", "join", "k7qf")
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=30)
    told = dict(line.partition(" ")[::2] for line in done.stdout.splitlines())
    assert {name: told.get(name) for name in WANTED} == WANTED
    assert told.get("remotecommand", "none") == "none"
    assert not {"localforward", "remoteforward", "dynamicforward", "controlpath"} & told.keys()


def test_join_takes_the_terminal_back_when_the_line_breaks(tmp_path: Path) -> None:
    status, text = _join(tmp_path, 255, "example.org", "k7qf")
    assert status == 1
    assert "\x1b[?1049l" in text
    assert "no connection to example.org port 2222" in text


@pytest.mark.parametrize(
    ("host", "code"), [("-oProxyCommand=x", "k7qf"), ("h", "a b"), ("h;x", "a")]
)
def test_join_passes_nothing_on_that_is_no_host_or_code(
    tmp_path: Path, host: str, code: str
) -> None:
    status, text = _join(tmp_path, 0, "--", host, code)
    assert status == 2
    assert "ssh " not in text
    assert "Traceback" not in text


async def test_a_host_who_knows_better_names_the_address_and_the_port(tmp_path: Path) -> None:
    hosting = LocalHost(tmp_path, "ann", host="127.0.0.1", port=0, address="[2001:db8::7]:4022")
    try:
        lobby, chair = await hosting.open(TablePlan("standard"))
        code = chair.state().code
        assert chair.state().invitation == f"ssh -t -p 4022 2001:db8::7 join {code}"
        assert lobby.online is not None
        assert lobby.online.door == "-p 4022 2001:db8::7"
        assert hosting.where().address == "2001:db8::7"
    finally:
        await hosting.close()


async def test_a_friend_reads_that_the_host_who_left_has_lost(
    tmp_path: Path, bob_key: asyncssh.SSHKey
) -> None:
    hosting = LocalHost(tmp_path, "ann", host="127.0.0.1", port=0)
    async with _played(hosting, bob_key) as (chair, friend):
        chair.leave()
        await hosting.close()
        await friend.until_closed()
        assert str(ROOM_CLOSED_WON) in friend.raw.decode()
