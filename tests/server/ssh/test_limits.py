"""What one client, one address and all of them together may ask, and how they are told."""

from __future__ import annotations

import asyncio
import os
import resource
import socket
from collections import Counter
from contextlib import suppress
from pathlib import Path

import asyncssh
import pytest
from asyncssh.packet import String, UInt32
from hypothesis import given, strategies as st

from server.ops.limits import Limits, Throttle, origin
from server.serve import Server
from server.ssh.channel import SSHWire
from server.terminal.wire import Wire
from tests.server.emulator import Keyless, connect, open_terminal
from tests.server.floor import FloorApp
from tests.server.open_server import hold_no_longer, open_server
from tests.server.rawssh import ask, ask_server, open_channel, send_data, until
from tests.whole import takes_longer

pytestmark = pytest.mark.slow


class _Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


# buckets and addresses


def test_a_throttle_lets_a_burst_through_and_then_so_many_a_second() -> None:
    clock = _Clock()
    throttle = Throttle(3, 0.5, clock)
    assert [throttle.allow("ann") for _ in range(4)] == [True, True, True, False]
    assert throttle.wait("ann") == 2
    clock.now = 2
    assert throttle.wait("ann") == 0
    assert throttle.allow("ann")
    assert not throttle.allow("ann")


def test_every_name_must_have_something_left_and_none_pays_for_a_refusal() -> None:
    throttle = Throttle(1, 0.1, _Clock())
    assert throttle.allow("ann", "127.0.0.1")
    assert not throttle.allow("bob", "127.0.0.1")
    assert throttle.allow("bob")


def test_names_that_pay_together_have_what_was_left_to_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("server.ops.limits._MOST_NAMES", 8)
    throttle = Throttle(5, 0.0, _Clock())
    for name in ["addr"] * 4 + [str(number) for number in range(7)]:
        throttle.allow(name)
    assert throttle.allow("new", "addr")
    assert throttle.left("addr") == 0


def test_a_throttle_forgets_names_and_those_who_used_it_up_last() -> None:
    throttle = Throttle(2, 0.0001, _Clock())
    for number in range(20_000):
        throttle.allow(str(number))
    assert len(throttle._levels) <= 4097
    throttle.allow("ann")
    throttle.allow("ann")
    for number in range(100):
        throttle.allow(f"more {number}")
    assert not throttle.allow("ann")


@given(st.lists(st.floats(0, 10), max_size=50))
def test_a_throttle_never_lets_more_through_than_it_says(pauses: list[float]) -> None:
    clock = _Clock()
    throttle = Throttle(5, 2, clock)
    allowed = 0
    for pause in pauses:
        clock.now += pause
        allowed += throttle.allow("ann")
    assert allowed <= 5 + 2 * clock.now + 1e-6


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("/run/socket", "/run/socket"),
    ],
)
def test_what_counts_as_one_address(address: str, place: str) -> None:
    assert origin(address) == place


# connections and logins


async def _raw(server: Server, source: str = "127.0.0.1") -> socket.socket:
    """Connect and say nothing."""
    end = socket.socket()
    end.setblocking(False)
    end.bind((source, 0))
    await asyncio.get_running_loop().sock_connect(end, ("127.0.0.1", server.port))
    return end


async def test_so_many_connections_from_one_address(tmp_path: Path) -> None:
    async with open_server(tmp_path, Limits(connections_each=2)) as server:
        async with connect(server.port) as ann, connect(server.port):
            terminal = await open_terminal(ann)
            with pytest.raises(asyncssh.DisconnectError, match="No more than 2 connections"):
                async with connect(server.port):
                    pass
            async with connect(server.port, local_addr=("127.0.0.2", 0)) as elsewhere:
                other = await open_terminal(elsewhere)
                await other.until("keys=0")
            await terminal.until("keys=0")
        await until(lambda: not server.doors.admission.connected)
        async with connect(server.port):
            assert server.doors.admission.connected.total() == 1


async def test_so_many_connections_in_all(tmp_path: Path) -> None:
    async with open_server(tmp_path, Limits(connections=1)) as server, connect(server.port):
        with pytest.raises(asyncssh.DisconnectError, match="Everything here is taken"):
            async with connect(server.port, local_addr=("127.0.0.2", 0)):
                pass


async def test_so_many_arrivals_from_one_address(tmp_path: Path) -> None:
    limits = Limits(arrivals_burst=2, arrivals_rate=0.001)
    async with open_server(tmp_path, limits) as server:
        for _ in range(2):
            async with connect(server.port):
                pass
        with pytest.raises(asyncssh.DisconnectError, match="wait a little"):
            async with connect(server.port):
                pass


async def test_so_many_logins_from_one_address_at_a_time(tmp_path: Path) -> None:
    async with open_server(tmp_path, Limits(logins_each=3)) as server:
        idle = [await _raw(server) for _ in range(3)]
        await until(lambda: server.doors.admission.logins == 3)
        with pytest.raises(asyncssh.DisconnectError, match="Too many logins at a time"):
            async with connect(server.port):
                pass
        for end in idle:
            end.close()
        await until(lambda: not server.doors.admission.logins)
        async with connect(server.port) as ann:
            terminal = await open_terminal(ann)
            await terminal.until("player=guest-")
            assert not server.doors.admission.logins


async def test_the_login_that_takes_longest_makes_room(tmp_path: Path) -> None:
    async with open_server(tmp_path, Limits(logins=2)) as server:
        one, two = await _raw(server), await _raw(server, "127.0.0.2")
        await until(lambda: server.doors.admission.logins == 2)
        async with connect(server.port, local_addr=("127.0.0.3", 0)) as ann:
            terminal = await open_terminal(ann)
            await terminal.until("keys=0")
        assert b"many others waited" in await _all_of(one)
        assert server.doors.admission.logins == 1
        two.close()


async def _all_of(end: socket.socket) -> bytes:
    """Read a socket to its end."""
    loop, data = asyncio.get_running_loop(), b""
    async with asyncio.timeout(60):
        while part := await loop.sock_recv(end, 4096):
            data += part
    end.close()
    return data


async def test_a_login_takes_so_long_and_no_longer(tmp_path: Path) -> None:
    async with open_server(tmp_path, Limits(login_time=0.2)) as server:
        silent, slow = await _raw(server), await _raw(server)
        await asyncio.get_running_loop().sock_sendall(slow, b"SSH-2.0-slow\r\n")
        assert b"took too long" in await _all_of(silent)
        assert b"took too long" in await _all_of(slow)
        await until(lambda: not server.doors.admission.connected)


async def test_a_login_has_so_many_tries(tmp_path: Path, bob_key: asyncssh.SSHKey) -> None:
    named = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(5)]
    stolen = []
    for key in named:
        pair = asyncssh.load_keypairs([bob_key])[0]
        pair.public_data = key.public_data
        stolen.append(pair)
    async with open_server(tmp_path, Limits(login_tries=3)) as server:
        with pytest.raises(asyncssh.DisconnectError, match="Too many tries"):
            await asyncssh.connect(
                "127.0.0.1",
                server.port,
                username="ann",
                known_hosts=None,
                config=None,
                agent_path=None,
                client_keys=stolen,
                client_factory=Keyless,
            )


@takes_longer
async def test_thousands_of_half_open_logins_leave_a_game_alone(tmp_path: Path) -> None:
    """Half of them say hello, half say nothing; they come from eight addresses."""
    wanted = 5000
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, wanted + 2000)), hard))
    held = min(wanted, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 1000)
    limits = Limits(logins=100, logins_each=20, arrivals_burst=1000)
    ends: list[socket.socket] = []
    most = 0
    async with open_server(tmp_path, limits) as server, connect(server.port) as ann:
        player = await open_terminal(ann)
        await player.until("keys=0")
        for batch in range(wanted // 100):
            for number in range(100):
                end = await _raw(server, f"127.0.0.{10 + number % 8}")
                if number % 2:
                    end.send(b"SSH-2.0-hello\r\n")
                ends.append(end)
            most = max(most, server.doors.admission.logins)
            while len(ends) > held:
                ends.pop(0).close()
            player.send("a")
            await player.until(f"keys={batch + 1} ")
        assert 0 < most <= 100
        assert server.doors.admission.refused.total() >= wanted - 1000
        async with connect(server.port, local_addr=("127.0.0.9", 0)) as bob:
            other = await open_terminal(bob)
            await other.until("keys=0")
        for end in ends:
            end.close()
        await until(lambda: not server.doors.admission.logins)
        await until(lambda: server.doors.admission.connected.total() == 1)
        player.send("a")
        await player.until(f"keys={wanted // 100 + 1} ")
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def test_callers_without_a_descriptor_are_refused_and_it_is_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    async with open_server(tmp_path, Limits()) as server, connect(server.port) as ann:
        player = await open_terminal(ann)
        await player.until("keys=0")
        callers = [socket.socket() for _ in range(40)]
        highest = max(one.fileno() for one in callers)
        resource.setrlimit(resource.RLIMIT_NOFILE, (highest + 1, hard))
        taken: list[int] = []
        try:
            with suppress(OSError):
                while True:
                    taken.append(os.open(os.devnull, os.O_RDONLY))
            loop = asyncio.get_running_loop()
            for one in callers:
                one.setblocking(False)
                await loop.sock_connect(one, ("127.0.0.1", server.port))
            await until(lambda: server.doors.admission.refused["no descriptor"] == 40)
            player.send("a")
            await player.until("keys=1 ")
        finally:
            for number in taken:
                os.close(number)
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        assert [one.name for one in caplog.records if one.levelname == "ERROR"] == [
            "server.doors.admission"
        ]
        answers = [one.recv(200) for one in callers]
        assert sum(b"Everything here is taken" in answer for answer in answers) > 30
        for one in callers:
            one.close()
        async with connect(server.port) as bob:
            await (await open_terminal(bob)).until("keys=0")


# sessions


async def test_so_many_sessions_of_one_player(tmp_path: Path, ann_key: asyncssh.SSHKey) -> None:
    async with (
        open_server(tmp_path, Limits(sessions_each=2)) as server,
        connect(server.port, ann_key) as one,
        connect(server.port, ann_key) as two,
        connect(server.port) as guest,
    ):
        first = await open_terminal(one)
        await first.until("keys=0")
        await (await open_terminal(two)).until("keys=0")
        third = await open_terminal(two)
        assert await third.until_closed() == 1
        assert "You have 2 sessions open already." in third.text
        await (await open_terminal(guest)).until("keys=0")
        first.send("q")
        await first.until_closed()
        await (await open_terminal(two)).until("keys=0")


async def test_so_many_sessions_in_all(tmp_path: Path) -> None:
    async with open_server(tmp_path, Limits(sessions=1)) as server, connect(server.port) as ann:
        await (await open_terminal(ann)).until("keys=0")
        second = await open_terminal(ann)
        assert await second.until_closed() == 1
        assert "The server is full" in second.text


async def test_so_many_sessions_of_one_connection(tmp_path: Path) -> None:
    async with (
        open_server(tmp_path, Limits(channels_each=2)) as server,
        connect(server.port) as ann,
    ):
        terminals = [await open_terminal(ann) for _ in range(2)]
        with pytest.raises(asyncssh.ChannelOpenError, match="No more than 2 sessions"):
            await open_terminal(ann)
        terminals[0].send("q")
        await terminals[0].until_closed()
        await open_terminal(ann)


async def test_channels_asked_for_all_at_once_are_counted_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Wire] = []
    original = Wire.__init__

    def counted(self: Wire, *arguments: object) -> None:
        made.append(self)
        original(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Wire, "__init__", counted)
    async with (
        open_server(tmp_path, Limits(channels_each=2)) as server,
        connect(server.port) as ann,
    ):
        terminal = await open_terminal(ann)
        for number in range(100, 400):
            open_channel(ann, number, b"session")
        await until(lambda: not server.doors.admission.connected or len(made) > 1)
        assert len(made) <= 2
        del terminal


async def test_a_connection_on_which_nothing_runs_is_closed(tmp_path: Path) -> None:
    limits = Limits()
    async with open_server(tmp_path, limits) as server, connect(server.port) as ann:
        terminal = await open_terminal(ann)
        hold_no_longer(limits, 0.5)
        async with connect(server.port) as sneaky:
            open_channel(sneaky, 7, b"session")  # a channel, but nothing asked to run on it
            await asyncio.wait_for(sneaky.wait_closed(), 60)
        async with connect(server.port) as idle:
            await asyncio.wait_for(idle.wait_closed(), 60)
        await terminal.until("keys=0")
        terminal.send("q")
        await terminal.until_closed()
        await asyncio.wait_for(ann.wait_closed(), 60)


async def test_who_is_away_for_long_is_let_go(tmp_path: Path) -> None:
    async with open_server(tmp_path, Limits(idle=0.3)) as server, connect(server.port) as ann:
        terminal = await open_terminal(ann)
        assert await terminal.until_closed() == 0
    ending = bytes(terminal.raw).rpartition(b"\x1b[?25h")[2]
    assert ending == b"You were away for 1 minute. Connect again to continue.\r\n"


async def test_who_waits_for_others_is_not_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from server.ssh.channel import TerminalSession

    others_turn, asked = True, 0

    def busy() -> bool:
        nonlocal asked
        asked += 1
        return others_turn

    hook = property(lambda _: busy, lambda _, __: None)
    monkeypatch.setattr(TerminalSession, "busy", hook, raising=False)
    async with open_server(tmp_path, Limits(idle=0.1)) as server, connect(server.port) as ann:
        terminal = await open_terminal(ann)
        await until(lambda: asked > 5)
        assert not terminal.closed
        others_turn = False
        assert await terminal.until_closed() == 0
        assert "You were away" in terminal.text


# input and output


async def test_a_client_that_ignores_the_window_is_cut_off(server: Server) -> None:
    async with connect(server.port) as ann, connect(server.port) as bob:
        rude, other = await open_terminal(ann), await open_terminal(bob)
        await rude.until("keys=0")
        for _ in range(100):
            send_data(rude, b"a" * 32_000)
        await asyncio.wait_for(ann.wait_closed(), 60)
        other.send("a")
        await other.until("keys=1")


@takes_longer
async def test_answers_that_nobody_reads_are_not_piled_up(server: Server) -> None:
    """Each question costs the server an answer; it asks for no more while they are not taken."""
    async with connect(server.port) as ann, connect(server.port) as bob:
        rude, other = await open_terminal(ann), await open_terminal(bob)
        await rude.until("keys=0")
        await other.until("keys=0")
        wires = [*server.doors.tasks.values()]
        transport = ann._transport
        assert transport
        transport.pause_reading()
        most = 0
        for count in range(1, 41):
            for _ in range(2_000):
                ask_server(ann, b"keepalive@example.com")
            other.send("a")
            await other.until(f"keys={count} ")
            most = max(most, *(wire.waiting for wire in wires))
        assert most < 300_000
        transport.abort()


async def test_a_flood_of_requests_is_worked_through_in_small_pieces(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = asyncio.get_running_loop()
    rounds: Counter[int] = Counter()
    now = 0

    def turn() -> None:
        nonlocal now
        now += 1
        if rounds.total() < 3_000:
            loop.call_soon(turn)

    def resized(self: Wire, width: int, height: int) -> None:
        del self, width, height
        rounds[now] += 1

    async with connect(server.port) as ann:
        terminal = await open_terminal(ann)
        await terminal.until("keys=0")
        monkeypatch.setattr(Wire, "resized", resized)
        turn()
        for _ in range(3_000):
            ask(terminal, b"window-change", *map(UInt32, (100, 30, 0, 0)))
        await until(lambda: rounds.total() == 3_000)
    assert max(rounds.values()) < 200


async def test_only_variables_we_know_are_kept_and_not_much_of_them(server: Server) -> None:
    async with connect(server.port) as ann:
        terminal = await open_terminal(ann)
        await terminal.until("keys=0")
        ((_, channel),) = _channels(server)
        for number in range(100):
            ask(terminal, b"env", String(f"NAME_{number}".encode()), String(b"x" * 10_000))
        ask(terminal, b"env", String(b"LC_ALL"), String(b"x" * 10_000))
        ask(terminal, b"env", String(b"LANG"), String(b"fr_FR.UTF-8"))
        await until(lambda: channel.get_environment_bytes().get(b"LANG"))
        assert channel.get_environment_bytes() == {b"LANG": b"fr_FR.UTF-8"}


def _channels(server: Server) -> list[tuple[Wire, asyncssh.SSHServerChannel[bytes]]]:
    wires = server.doors.tasks.values()
    return [(wire, wire._channel) for wire in wires if isinstance(wire, SSHWire)]


async def test_sizes_out_of_reason_are_bounded(tmp_path: Path) -> None:
    sizes: list[tuple[int, int]] = []

    class Sized(FloorApp):
        def _show(self, width: int, height: int) -> None:
            sizes.append((width, height))
            super()._show(width, height)

    def sized(visit: object) -> FloorApp:
        return Sized(visit)  # type: ignore[arg-type]

    async with (
        open_server(tmp_path, Limits(widest=100, highest=50), sized) as server,
        connect(server.port) as ann,
    ):
        terminal = await open_terminal(ann, size=(0, 0))
        for asked, given in (
            ((0, 0), (80, 24)),
            ((2**32 - 1, 1), (100, 1)),
            ((1, 2**32 - 1), (1, 50)),
            ((1, 1), (1, 1)),
        ):
            ask(terminal, b"window-change", *map(UInt32, (*asked, 0, 0)))
            await until(lambda given=given: given in sizes)  # type: ignore[misc]
