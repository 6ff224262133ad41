"""Who may play when seats are short, and that one can always ask who is here."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import asyncssh
import pytest

from server.doors.service import Doors, SessionLimits, plays
from server.doors.session import Command
from server.ops.limits import Limits, Throttle
from server.people.accounts import Player
from tests.server.emulator import connect, open_terminal
from tests.server.open_server import open_server
from tests.server.players import Clock


def visitor(who: str = "ann", address: str = "192.0.2.1", *, guest: bool = False) -> Any:
    said: list[str] = []
    ended: list[bool] = []

    async def turn() -> None:
        pass

    return SimpleNamespace(
        player=Player(who, f"SHA256:{who}", guest=guest),
        address=address,
        words=(),
        command=Command(),
        has_pty=True,
        terminal="xterm",
        wire=SimpleNamespace(heard=0.0, turn=turn, ended=lambda: ended.append(True)),
        in_game=lambda: False,
        away=False,
        lost=lambda: ended.append(True),
        say=lambda text, error=True: said.append(text),
        said=said,
        ended=ended,
    )


async def test_so_many_sessions_and_no_more_even_after_crashes() -> None:
    gate = asyncio.Event()

    async def waiting(session: Any) -> int:
        await gate.wait()
        raise KeyError(session.words)

    serve = Doors(waiting, Limits(sessions=2)).serve
    running = [asyncio.ensure_future(serve(visitor(str(one)))) for one in range(2)]
    await asyncio.sleep(0)
    turned_away = visitor()
    assert await serve(turned_away) == 1
    assert "server is full" in turned_away.said[0]
    gate.set()
    assert await asyncio.gather(*running) == [1, 1]
    assert await serve(visitor()) == 1


def test_an_address_has_so_many_sessions_over_all_its_players() -> None:
    sessions = SessionLimits(Limits(sessions=10, sessions_per_address=3), Clock())
    for one in range(3):
        assert not sessions.enter(visitor(f"guest-{one}", guest=True))
    assert "3 sessions play from your address" in str(sessions.enter(visitor("ann")))
    assert not sessions.enter(visitor("bob", "192.0.2.2"))


@pytest.mark.parametrize(
    "limits",
    [Limits(sessions=2), Limits(sessions_per_address=2), Limits(sessions_each=2)],
    ids=["all", "address", "player"],
)
def test_sessions_nobody_is_at_make_room_first(limits: Limits) -> None:
    """Pages that were closed keep nobody out; of those in a game the seat is held in any case."""
    sessions = SessionLimits(limits, Clock())
    playing, lobby = visitor(), visitor()
    playing.in_game = lambda: True
    assert not sessions.enter(playing)
    assert not sessions.enter(lobby)
    assert sessions.enter(visitor())
    playing.away = lobby.away = True
    for ended in (lobby, playing):
        assert not ended.ended
        assert not sessions.enter(visitor())
        assert ended.ended
    assert sessions.enter(visitor())


def test_a_guest_who_is_idle_makes_room_for_somebody_else() -> None:
    clock = Clock()
    sessions = SessionLimits(Limits(sessions=3), clock)
    clock.now = 1000
    keyed, playing, idle = visitor("ann"), visitor("eve", guest=True), visitor("bob", guest=True)
    playing.in_game, playing.wire.heard = (lambda: True), 500.0
    for one in (keyed, playing, idle):
        assert not sessions.enter(one)
    assert not sessions.enter(visitor("cy"))
    assert (keyed.ended, playing.ended, idle.ended) == ([], [], [True])
    assert "somebody else needed the room" in idle.said[0]
    assert sessions.enter(visitor("dee"))
    clock.now = 1200
    assert not sessions.enter(visitor("dee"))
    assert playing.ended
    sessions.leave(idle)
    assert sessions.enter(visitor("fay"))


def test_a_guest_who_does_something_keeps_the_seat() -> None:
    clock = Clock()
    clock.now = 1000
    sessions = SessionLimits(Limits(sessions=1), clock)
    guest = visitor("bob", guest=True)
    guest.wire.heard = 950.0
    assert not sessions.enter(guest)
    assert "server is full" in str(sessions.enter(visitor("cy")))


@pytest.mark.parametrize(
    ("words", "terminal", "playing"),
    [
        ("", True, True),
        ("", False, False),
        ("plain", False, True),
        ("PLAIN", True, True),
        ("join ABCD", True, True),
        ("join ABCD", False, False),
        ("watch", True, False),
        ("watch elm", False, True),
        ("replay g1", True, True),
        ("replay g1", False, False),
        ("who", True, False),
        ("version", False, False),
        ("bot", False, True),
        ("BOT", False, True),
        ("bot register deep", False, False),
        ("nonsense", True, False),
    ],
)
def test_only_what_goes_on_takes_a_seat(words: str, terminal: bool, playing: bool) -> None:
    session = visitor()
    session.words, session.has_pty = tuple(words.split()), terminal
    assert plays(session) == playing


def test_answers_are_put_off_and_then_refused() -> None:
    clock = Clock()
    throttle = Throttle(2, 0.5, clock)
    assert [throttle.reserve("ann", 5) for _ in range(5)] == [0, 0, 2, 4, 6]
    assert throttle.reserve("ann", 5) == 6
    clock.now = 2
    assert throttle.reserve("ann", 5) == 4
    assert throttle.reserve("bob", 5) == 0


async def test_who_asks_far_too_much_is_told_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def fine(session: object) -> int:
        del session
        return 0

    monkeypatch.setattr("server.doors.service.asyncio.sleep", sleep)
    doors = Doors(fine, Limits(answers_burst=1, answers_rate=0.01))
    session = visitor()
    session.words = ("version",)
    assert [await doors.serve(session) for _ in range(2)] == [0, 1]
    assert "Too many requests come from your address" in session.said[0]
    assert slept == [0, 5]


async def test_verbs_answer_while_every_seat_is_taken(
    tmp_path: Path, ann_key: asyncssh.SSHKey
) -> None:
    async with (
        open_server(tmp_path, Limits(sessions=1)) as server,
        connect(server.port) as guest,
        connect(server.port, ann_key) as ann,
    ):
        await (await open_terminal(guest)).until("keys=0")
        turned_away = await open_terminal(ann)
        assert await turned_away.until_closed() == 1
        assert "The server is full" in turned_away.text
        for verb in ("version", "who"):
            asked = await open_terminal(ann, verb, term=None)
            assert await asked.until_closed() == 0


async def test_sessions_begin_one_at_a_time() -> None:
    """An app takes as long as thirty keys: who plays has theirs answered in between."""
    begun: list[str] = []

    async def handler(session: Any) -> int:
        begun.append(session.player.name)
        return 0

    doors = Doors(handler)
    sessions = [visitor(f"p{number}", f"192.0.2.{number}") for number in range(20)]
    tasks = [asyncio.ensure_future(doors.serve(session)) for session in sessions]
    at_once = []
    while not all(task.done() for task in tasks):
        before = len(begun)
        await asyncio.sleep(0)
        at_once.append(len(begun) - before)
    assert len(begun) == len(sessions)
    assert max(at_once) == 1
