"""Computers think in other processes, see only what their seat may, and are replaced."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from cuttle_tui.ports import Chair, Change
from engine.actions import Action, Kind
from engine.bots import thinkers
from engine.bots.computer import BEAT, ComputerPlayer, delay, next_beat
from engine.bots.thinkers import AtOnce, Thinkers
from engine.computers import Called, called, names_for
from engine.play.observe import determinize, observe
from engine.play.view import Ask, View
from engine.record.record import Game
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import PRESETS
from engine.table.seats import Ready
from engine.table.table import Table

pytestmark = pytest.mark.slow

WAIT = 60.0
"""Seconds after which something that never comes is given up."""


@pytest.fixture
async def pool() -> AsyncIterator[Thinkers]:
    """Make processes for computer players."""
    made = Thinkers(2)
    yield made
    made.close()


@contextmanager
def _pool(*program: str, patience: float = WAIT) -> Iterator[Thinkers]:
    """Make a pool whose processes run a program of the test's."""
    command = (sys.executable, "-c", "\n".join(program)) if program else None
    made = Thinkers(command=command, patience=patience)
    yield made
    made.close()


def _asked(ruleset: str = "standard") -> View:
    """Return the view of the seat that begins a game."""
    position = Game.from_seed(PRESETS[ruleset], b"seed").position
    return observe(position, position.prompt.seats[0])


class _Person:
    """Plays whatever is first legal, and waits for its turn."""

    def __init__(self, chair: Chair) -> None:
        self.chair = chair
        self.news = asyncio.Event()
        chair.subscribe(self._changed)

    def _changed(self, change: Change) -> None:
        del change
        self.news.set()

    async def until_asked(self) -> bool:
        """Wait to be asked; False once the game is over."""
        async with asyncio.timeout(WAIT):
            while True:
                view = self.chair.state().view
                assert view
                if view.outcome:
                    return False
                if view.asked[:1] == (self.chair.seat,):
                    return True
                self.news.clear()
                await self.news.wait()


async def _play(person: _Person, table: Table) -> None:
    for turn in range(500):
        if not await person.until_asked():
            break
        view = person.chair.state().view
        assert view
        calm = [action for action in view.legal if action.kind is not Kind.CONCEDE]
        person.chair.submit(calm[turn % len(calm)], view.ply)
    assert table.over


async def test_the_computer_plays_games_to_their_end(pool: Thinkers) -> None:
    table = Table(parse_ruleset("standard"), b"seed")
    person = _Person(table.sit(0, "ann", "person"))
    ComputerPlayer(table.sit(1, "computer", "computer"), pool, "sharp", 7, 0.0)
    await _play(person, table)
    person.chair.ask(Ready())
    assert not table.over
    await _play(person, table)


class _Broken(AtOnce):
    """Fails at every thought."""

    def think(self, view: View, level: str, seed: int, seconds: float = 0.0) -> Future[Action]:
        """Fail."""
        thought: Future[Action] = Future()
        thought.set_exception(ValueError(f"cannot think at ply {view.ply}"))
        return thought


async def test_a_thinker_that_fails_gives_up_instead_of_holding_a_person_up(
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = Table(parse_ruleset("standard"), b"seed")
    person = _Person(table.sit(0, "ann", "person"))
    ComputerPlayer(table.sit(1, "computer", "computer"), _Broken(), "sharp", 7, 0.0)
    while await person.until_asked():
        view = person.chair.state().view
        assert view
        person.chair.submit(view.legal[0], view.ply)
    assert table.over
    assert "gave up" in caplog.text


class _Pondering(AtOnce):
    """Thinks until it is told what comes of it."""

    def __init__(self) -> None:
        self.thoughts: list[tuple[View, Future[Action]]] = []

    def think(self, view: View, level: str, seed: int, seconds: float = 0.0) -> Future[Action]:
        """Begin to think."""
        thought: Future[Action] = Future()
        self.thoughts.append((view, thought))
        return thought


async def _settle() -> None:
    """Let the loop do what is due, and what follows from that."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_nobody_thinks_on_about_a_game_that_was_called_off() -> None:
    pondering, table = _Pondering(), Table(parse_ruleset("standard"), b"seed")
    for seat in (0, 1):
        ComputerPlayer(table.sit(seat, "computer", "computer"), pondering, "sharp", 7, 0.0)
    await _settle()
    ((_, thought),) = pondering.thoughts
    table.abandon()
    await _settle()
    assert table.called_off
    assert thought.cancelled()
    assert len(pondering.thoughts) == 1


async def test_whoever_stops_thinks_no_more() -> None:
    pondering, table = _Pondering(), Table(parse_ruleset("standard"), b"seed")
    chairs = [table.sit(seat, "computer", "computer") for seat in (0, 1)]
    players = [ComputerPlayer(chair, pondering, "sharp", 7, 0.0) for chair in chairs]
    await _settle()
    for player in players:
        player.stop()
    await _settle()
    assert [thought.cancelled() for _, thought in pondering.thoughts] == [True]


async def test_a_late_answer_waits_for_the_next_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, pondering = asyncio.get_running_loop(), _Pondering()
    now = [100.0]
    wakes: list[float] = []
    calls = []

    def call_at(when: float, call: object, *args: object, **_: object) -> asyncio.TimerHandle:
        wakes.append(when)
        calls.append((call, args))
        return asyncio.TimerHandle(when, lambda: None, (), loop)

    table = Table(parse_ruleset("standard"), b"seed")
    chairs = [table.sit(seat, "computer", "computer") for seat in (0, 1)]
    monkeypatch.setattr(loop, "time", lambda: now[0])
    monkeypatch.setattr(loop, "call_at", call_at)
    players = [ComputerPlayer(chair, pondering, "sharp", 7, 0.6) for chair in chairs]
    await _settle()
    now[0] = wakes[0]
    call, args = calls[0]
    call(*args)  # type: ignore[operator]
    assert wakes[1] == wakes[0] + BEAT
    view, thought = pondering.thoughts[0]
    thought.set_result(view.legal[0])
    await _settle()
    assert table.state(None).view.ply == view.ply  # type: ignore[union-attr]
    call, args = calls[1]
    call(*args)  # type: ignore[operator]
    assert table.state(None).view.ply == view.ply + 1  # type: ignore[union-attr]
    for player in players:
        player.stop()


# processes


def test_a_killed_process_is_replaced() -> None:
    view = _asked()
    with _pool() as pool:
        first = pool.think(view, "sharp", 7).result(WAIT)
        (process,) = pool.processes
        os.kill(process, signal.SIGKILL)
        assert pool.think(view, "sharp", 7).result(WAIT) == first
        assert pool.processes != (process,)


ANSWERS = "\n".join(
    (
        "import pathlib, pickle, sys, time, os",
        "from engine.bots.thinkers import answer, choose, read",
        "mark = pathlib.Path(os.environ['MARK'])",
        "while True:",
        "    question = pickle.loads(read(sys.stdin.buffer))",
        "    {does}",
        "    sys.stdout.write(answer(pickle.dumps(question)) + chr(10)); sys.stdout.flush()",
    )
)


@pytest.fixture
def mark(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell the programs below where to note that they have failed."""
    monkeypatch.setenv("MARK", f"{tmp_path}/failed")


@pytest.mark.parametrize(
    ("does", "seconds", "told"),
    [
        ("if question[0]: time.sleep(3600)", 0.5, "took more than"),
        ("if not mark.exists(): mark.touch(); os._exit(1)", WAIT, "ended"),
        ("os._exit(1)", WAIT, "ended"),
        ("if question[0]: question = (question[0], 7, 'no view')", WAIT, "failed"),
    ],
    ids=["slow", "dies once", "always dies", "fails"],
)
@pytest.mark.usefixtures("mark")
def test_a_move_is_made_whatever_a_process_does(
    does: str, seconds: float, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    view = _asked()
    with _pool(ANSWERS.format(does=does)) as pool:
        action = pool.think(view, "sharp", 7, seconds).result(WAIT)
    assert action in view.legal
    assert told in caplog.text


class _Unreadable:
    """Stands for a view that cannot be read at the other end."""

    def __reduce__(self) -> tuple[type[int], tuple[str]]:
        return int, ("no number",)


def test_a_question_that_cannot_be_read_is_told_and_holds_nothing_up(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with _pool() as pool:
        unread = pool.think(cast("View", _Unreadable()), "sharp", 7, seconds=10 * WAIT)
        assert unread.exception(WAIT) is not None
        assert "no number" in caplog.text
        view = _asked()
        assert (
            pool.think(view, "sharp", 7).result(WAIT) == AtOnce().think(view, "sharp", 7).result()
        )


def test_where_no_process_can_be_started_a_thread_thinks() -> None:
    view = _asked()
    made = Thinkers(command=("/nowhere/at/all",))
    assert made.think(view, "expert", 7).result(WAIT) == AtOnce().think(view, "expert", 7).result()
    assert made.processes == ()
    made.close()


def test_a_process_stays_in_the_session_within_which_its_niceness_counts() -> None:
    pool = Thinkers(nice=5)
    pool.think(_asked(), "beginner", 7).result(WAIT)
    (process,) = pool.processes
    assert os.getsid(process) == os.getsid(0)
    assert os.getpgid(process) == process, "ctrl+c at the terminal would reach it"
    assert os.getpriority(os.PRIO_PROCESS, process) == os.getpriority(os.PRIO_PROCESS, 0) + 5
    pool.close()


def test_a_process_steps_back_before_it_reads_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "engine" / "bots").mkdir(parents=True)
    for package in ("engine", "engine/bots"):
        (tmp_path / package / "__init__.py").touch()
    (tmp_path / "engine" / "bots" / "thinkers.py").write_text(
        "import os\nnice = os.getpriority(os.PRIO_PROCESS, 0)\ndef main(): print(f'+{nice}')"
    )
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    worker = thinkers.Worker(thinkers.command_of(5))
    nice = worker.ask((thinkers.QUICK, 7, None), WAIT)
    worker.end()
    assert int(nice) == os.getpriority(os.PRIO_PROCESS, 0) + 5


def test_a_process_ends_with_the_last_who_could_ask_it() -> None:
    worker = thinkers.Worker(thinkers.command_of(0))
    worker.ask((thinkers.QUICK, 7, None), WAIT)
    process = worker.process
    assert process is not None
    assert process.poll() is None
    del worker
    gc.collect()
    assert process.returncode is not None


def test_who_waited_too_long_plays_a_quick_move(caplog: pytest.LogCaptureFixture) -> None:
    view = _asked()
    with _pool(patience=-1.0) as pool:
        thoughts = [pool.think(view, "beginner", seed) for seed in range(8)]
        chosen = [thought.result(WAIT) for thought in thoughts]
    assert chosen == [AtOnce().think(view, "", seed).result() for seed in range(8)]
    assert caplog.text.count("quick moves") == 1


@pytest.mark.usefixtures("mark")
def test_quick_thoughts_do_not_wait_for_all_that_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    view, done = _asked(), []
    monkeypatch.setattr(thinkers, "_AGEING", 1e9)  # however fast this machine is
    slow = "time.sleep(0.02) if question[0] == 'master' else None"
    with _pool(ANSWERS.format(does=slow)) as pool:
        for level in ("", "beginner", "master"):  # what they cost is known from now on
            pool.think(view, level, 7).result(WAIT)
        asked = []
        for level in ["master"] * 5 + ["beginner"]:
            thought = pool.think(view, level, 7)
            thought.add_done_callback(lambda _, level=level: done.append(level))  # type: ignore[misc]
            asked.append(thought)
        for thought in asked:
            thought.result(WAIT)
    assert done.index("beginner") <= 1


def test_a_question_that_is_dropped_is_not_answered() -> None:
    view = _asked()
    with _pool() as pool:
        thoughts = [pool.think(view, "sharp", seed) for seed in range(50)]
        dropped = [thought.cancel() for thought in thoughts]
        assert pool.think(view, "sharp", 7).result(WAIT) in view.legal
    assert any(dropped)


# the pace


def test_the_time_an_answer_takes_tells_nothing_of_hidden_cards() -> None:
    seen: set[Ask] = set()
    for ruleset, rules in PRESETS.items():
        game, rng = Game.from_seed(rules, b"pace"), random.Random(ruleset)
        while game.position.outcome is None and game.position.ply < 120:
            truth = game.position
            seat = truth.prompt.seats[0]
            other = determinize(observe(truth, None), rng.randbytes(8))
            mine, theirs = observe(truth, seat), observe(other, seat)
            assert delay(mine, 7, 0.6) == delay(theirs, 7, 0.6)
            seen.add(mine.ask)
            game.submit(seat, rng.choice(mine.legal), truth.ply)
    assert {Ask.PLAY, Ask.COUNTER, Ask.GIVE} <= seen


def test_a_computer_hurries_when_its_time_runs_out() -> None:
    view = _asked()
    unhurried = delay(view, 7, 0.6)
    assert 0.4 < unhurried < 2.0
    assert delay(view, 7, 0.6, 300.0) == unhurried
    assert delay(view, 7, 0.6, 4.0) <= 0.2
    assert delay(view, 7, 0.0) == delay(view, 7, 0.6, 0.0) == 0.0
    assert delay(replace(view, ply=5), 7, 0.6) != delay(replace(view, ply=6), 7, 0.6)


@pytest.mark.parametrize(("now", "when"), [(9.0, 10.0), (10.0, 10.0), (10.1, 11.0), (13.5, 14.0)])
def test_late_answers_come_in_steps(now: float, when: float) -> None:
    assert next_beat(10.0, now) == when


# names


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("computer sharp", Called("", "sharp")),
        ("computer 2 sharp", Called("2", "sharp")),
        ("computer", Called("", "")),
        ("machine 3", Called("3", "")),
        ("ann", None),
        ("computers", None),
    ],
)
def test_the_name_of_a_computer_says_its_level(name: str, says: Called | None) -> None:
    assert called(name) == says


def test_several_computers_are_numbered() -> None:
    assert names_for(1, "sharp") == ("computer sharp",)
    assert names_for(2, "sharp") == ("computer 1 sharp", "computer 2 sharp")
    assert names_for(0, "sharp") == ()
