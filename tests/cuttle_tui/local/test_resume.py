"""Games at home are kept after every action: killed or left, they go on where they were."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cuttle_tui.front.settings_words import score_text
from cuttle_tui.local.game_files import SUFFIX
from cuttle_tui.local.lobby import LocalLobby, data_lobby
from cuttle_tui.ports import Chair, LobbyError, TableState
from engine.actions import Action, Kind
from engine.record.match import MatchStanding
from engine.table.seats import Ready
from tests.ptys import answer, started, until

pytestmark = pytest.mark.slow

APP = (sys.executable, "-m", "server.cli")


def lobby(folder: Path, seed: int = 10) -> LocalLobby:
    """Open the lobby as the app does at its start."""
    return data_lobby(folder, "ana", seed=bytes([seed]) * 32, pace=0.0)


def asked(chair: Chair) -> bool:
    view = chair.state().view
    return view is not None and (bool(view.legal) or view.outcome is not None)


async def turn_of(chair: Chair) -> TableState:
    """Wait until the player is asked, or the game is over."""
    async with asyncio.timeout(30):
        while not asked(chair):
            await asyncio.sleep(0)
    return chair.state()


async def play(chair: Chair, actions: int, rng: random.Random) -> TableState:
    """Play some actions at random, as they come."""
    for _ in range(actions):
        view = (await turn_of(chair)).view
        assert view is not None
        if view.outcome is not None:
            break
        chair.submit(rng.choice(view.legal), view.ply)
    return await turn_of(chair)


def archived(folder: Path) -> list[Path]:
    return [*(folder / "records").glob("*.cuttle")]


async def play_once(chair: Chair) -> None:
    view = (await turn_of(chair)).view
    assert view is not None
    chair.submit(Action(Kind.DRAW), view.ply)


def files(folder: Path) -> list[Path]:
    return sorted((folder / "running").glob(f"*{SUFFIX}"))


def seen(state: TableState) -> tuple[object, ...]:
    """Return what must be the same after a game was resumed."""
    return state.view, state.log, state.score, state.sitters, state.commitment


async def test_a_killed_game_goes_on_in_the_same_position_and_so_does_the_computer(
    tmp_path: Path,
) -> None:
    """What is in the file when the process ends is all there is."""
    first = lobby(tmp_path)
    chair = await first.play_computer("standard")
    before = await play(chair, 2, random.Random(3))
    (file,) = files(tmp_path)
    content = file.read_bytes()
    after_that = await play(chair, 1, random.Random(4))
    first.put_aside(chair)
    file.write_bytes(content)  # as if it had been killed before these actions

    second = lobby(tmp_path, seed=9)
    (saved,) = second.saved()
    assert before.view is not None
    assert saved.players == ("ana", "computer regular")
    assert saved.turn == before.view.turn + 1
    assert saved.points == tuple(seat.score for seat in before.view.seats)
    assert saved.state is not None
    assert saved.state.view == before.view
    (resumed,) = second.resume_game(saved.id)
    assert seen(resumed.state()) == seen(before)
    assert seen(await play(resumed, 1, random.Random(4))) == seen(after_that)


async def test_a_move_taken_back_stays_taken_back(tmp_path: Path) -> None:
    first = lobby(tmp_path)
    chair = await first.play_computer("standard")
    before = await play(chair, 3, random.Random(5))
    await play(chair, 1, random.Random(6))
    assert chair.practice is not None
    assert chair.practice.take_back() is not None
    assert seen(chair.state()) == seen(before)
    first.put_aside(chair)
    second = lobby(tmp_path)
    (resumed,) = second.resume_game(second.saved()[0].id)
    assert seen(resumed.state()) == seen(before)
    assert resumed.practice is not None
    assert resumed.practice.take_back() is not None


async def test_a_shared_keyboard_is_resumed_with_everybody(tmp_path: Path) -> None:
    first = lobby(tmp_path)
    *players, watcher = first.hot_seat("cutthroat", 1, ("bea",))
    async with asyncio.timeout(30):
        while not any(map(asked, players)):  # the computer may begin
            await asyncio.sleep(0)
    (mover,) = filter(asked, players)
    await play_once(mover)
    first.put_aside(watcher)
    second = lobby(tmp_path)
    (saved,) = second.saved()
    assert (saved.people, saved.players) == (2, ("ana", "bea", "computer regular"))
    assert saved.state is not None
    assert saved.state.view is not None
    assert not any(seat.hand for seat in saved.state.view.seats)
    *again, watching = second.resume_game(saved.id)
    assert [chair.seat for chair in again] == [0, 1]
    assert watching.seat is None
    assert seen(watching.state()) == seen(watcher.state())


async def test_a_match_is_resumed_between_two_games(tmp_path: Path) -> None:
    first = lobby(tmp_path)
    chair = await first.play_computer("standard+best-of-3")
    await play(chair, 2, random.Random(1))
    view = chair.state().view
    assert view is not None
    chair.submit(Action(Kind.CONCEDE, seat=0), view.ply)
    first.put_aside(chair)
    second = lobby(tmp_path)
    (saved,) = second.saved()
    assert (saved.won, saved.turn) == ((0, 1), 0)
    assert score_text(saved) == "you 0-1 the computer, between two games"
    (resumed,) = second.resume_game(saved.id)
    resumed.ask(Ready())
    assert (await turn_of(resumed)).score == (0, 1)
    assert len(archived(tmp_path)) == 1


async def test_a_match_that_is_given_up_between_two_games_is_lost(tmp_path: Path) -> None:
    first = lobby(tmp_path)
    chair = await first.play_computer("standard+first-to-2")
    await play(chair, 2, random.Random(1))
    view = chair.state().view
    assert view is not None
    chair.submit(Action(Kind.CONCEDE, seat=0), view.ply)
    assert first.archive is not None
    (game,) = first.archive.games()
    assert game.match == MatchStanding((0, 1), (), (0, 1))
    chair.leave()
    (game,) = first.archive.games()
    assert game.match == MatchStanding((0, 1), (1,), (0, 1))
    assert first.saved() == ()


async def test_a_finished_game_moves_into_the_archive_and_counts_once(tmp_path: Path) -> None:
    first = lobby(tmp_path)
    chair = await first.play_computer("standard")
    await play(chair, 2, random.Random(1))
    (file,) = files(tmp_path)
    state = chair.state()
    assert state.view is not None
    chair.submit(Action(Kind.CONCEDE, seat=0), state.view.ply)
    content = file.read_bytes()
    assert [(line.won, line.lost) for line in first.results()] == [(0, 1)]
    first.put_aside(chair)
    assert files(tmp_path) == []
    assert len(archived(tmp_path)) == 1

    file.write_bytes(content)  # as if it had been killed right after the last action
    for path in archived(tmp_path):
        path.unlink()
    second = lobby(tmp_path)
    assert second.saved() == ()
    assert files(tmp_path) == []
    assert len(archived(tmp_path)) == 1
    (line,) = second.results()
    assert (line.ruleset, line.level, line.won, line.lost) == ("standard", "regular", 0, 1)


async def test_giving_up_keeps_nothing_to_resume_and_counts_as_lost(tmp_path: Path) -> None:
    first = lobby(tmp_path)
    for number, ruleset in enumerate(("standard", "team", "cutthroat"), 1):
        chair = await first.play_computer(ruleset)
        await play(chair, 1, random.Random(1))
        chair.leave()
        async with asyncio.timeout(30):
            while files(tmp_path):  # the others play on without delay
                await asyncio.sleep(0)
        assert sum(line.lost + line.won for line in first.results()) == number


async def test_two_processes_leave_each_others_games_alone(tmp_path: Path) -> None:
    one, other = lobby(tmp_path), lobby(tmp_path)
    chair = await one.play_computer("standard")
    await play(chair, 2, random.Random(1))
    (file,) = files(tmp_path)
    assert other.saved() == ()
    with pytest.raises(LobbyError) as refused:
        other.resume_game(file.name)
    assert refused.value.reason == "played-elsewhere"
    another = await other.play_computer("standard")
    await play(another, 2, random.Random(2))
    assert len(files(tmp_path)) == 2
    one.put_aside(chair)
    (saved,) = other.saved()
    assert saved.id == file.name


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "not a game"),
        (b"\x00\xff\xfe hello\n", "not a game"),
        (b'{"cuttle table":3,"ruleset":"standard"}\n', "another version"),
        (b'{"cuttle table":1,"ruleset":"standard/1"}\n', "not a game"),
        (b"[]\n", "not a game"),
    ],
)
async def test_a_foreign_file_is_told_of_and_left_alone(
    tmp_path: Path, content: bytes, why: str
) -> None:
    path = tmp_path / "running" / f"x{SUFFIX}"
    path.parent.mkdir()
    path.write_bytes(content)
    home = lobby(tmp_path)
    (saved,) = home.saved()
    assert saved.problem is not None
    assert why in str(saved.problem.error)
    with pytest.raises(LobbyError) as refused:
        home.resume_game(path.name)
    assert refused.value.reason == "game-unreadable"
    assert path.read_bytes() == content


async def _left(folder: Path) -> tuple[Path, TableState]:
    """Leave a game, and return its file."""
    home = lobby(folder)
    chair = await home.play_computer("standard")
    state = await play(chair, 2, random.Random(2))
    home.put_aside(chair)
    return files(folder)[0], state


async def test_a_last_line_without_an_end_is_dropped(tmp_path: Path) -> None:
    file, state = await _left(tmp_path)
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"action":"draw","at":17953')
    home = lobby(tmp_path)
    (chair,) = home.resume_game(home.saved()[0].id)
    assert seen(chair.state()) == seen(state)
    await play(chair, 1, random.Random(2))
    assert file.read_bytes().startswith(whole)
    assert b'"at":17953{' not in file.read_bytes()
    assert file.read_bytes().endswith(b"}\n")


@pytest.mark.parametrize(
    "broken", [b"{]", b'{"entry":"acted","at":1,"seat":0,"ply":0,"action":"?"}']
)
async def test_a_broken_line_is_told_of_and_nothing_is_lost(tmp_path: Path, broken: bytes) -> None:
    file, _ = await _left(tmp_path)
    lines = file.read_bytes().splitlines(keepends=True)
    lines[5] = broken + b"\n"
    file.write_bytes(b"".join(lines))
    content = file.read_bytes()
    (saved,) = lobby(tmp_path).saved()
    assert saved.problem is not None
    assert file.read_bytes() == content


async def test_actions_that_are_illegal_by_now_are_told_of(tmp_path: Path) -> None:
    file, _ = await _left(tmp_path)
    content = file.read_bytes()
    for rules in (b"standard/99", b"team/1"):
        file.write_bytes(content.replace(b'"ruleset":"standard/1"', b'"ruleset":"' + rules + b'"'))
        (saved,) = lobby(tmp_path).saved()
        assert saved.problem is not None


@pytest.fixture
def closed(tmp_path: Path) -> Iterator[Path]:
    """Give a data folder in which no file can be made."""
    if os.geteuid() == 0:  # who may write everywhere
        (tmp_path / "running").write_text("in the way")
        yield tmp_path
        return
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    yield tmp_path
    tmp_path.chmod(stat.S_IRWXU)


async def test_where_nothing_can_be_written_the_game_goes_on_and_says_so(closed: Path) -> None:
    home = lobby(closed)
    chair = await home.play_computer("standard")
    assert home.keeps(chair)
    await play(chair, 2, random.Random(1))
    assert home.unkept is not None
    assert not home.keeps(chair)
    if (closed / "running").is_file():
        (closed / "running").unlink()
    else:
        closed.chmod(stat.S_IRWXU)
    state = await play(chair, 1, random.Random(1))
    assert home.unkept is None
    home.put_aside(chair)
    again = lobby(closed)
    (resumed,) = again.resume_game(again.saved()[0].id)
    assert seen(resumed.state()) == seen(state)


async def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = lobby(tmp_path)
    chair = await home.play_computer("standard")
    await play(chair, 2, random.Random(1))
    write = os.write

    def full(file: int, data: bytes) -> int:
        if len(data) < 10:
            raise OSError(28, "No space left on device")
        return write(file, data[: len(data) // 2])

    monkeypatch.setattr(os, "write", full)
    await play(chair, 1, random.Random(1))
    assert home.unkept is not None
    monkeypatch.undo()
    (saved_now,) = files(tmp_path)
    assert saved_now.stat().st_size > 0
    state = await play(chair, 1, random.Random(1))
    assert home.unkept is None
    home.put_aside(chair)
    again = lobby(tmp_path)
    (resumed,) = again.resume_game(again.saved()[0].id)
    assert seen(resumed.state()) == seen(state)


@pytest.mark.slow
def test_kill_9_and_the_same_dialog_again(tmp_path: Path) -> None:
    """Play in a terminal, be killed in the middle of a choice, start again, and resume."""
    env = {
        **os.environ,
        **{f"XDG_{name}_HOME": str(tmp_path / name) for name in ("DATA", "STATE", "CONFIG")},
        "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "LANGUAGE": "",
    }  # fmt: skip
    with started((*APP, "--bot", "sharp", "--seed", "7"), env) as (process, terminal):
        answer(terminal, [(b"deck", b"d"), (b"Choose a card", b"")])
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=30)
    (file,) = (tmp_path / "DATA").rglob(f"*{SUFFIX}")
    kept = file.read_text()
    with started(APP, env) as (process, terminal):
        answer(terminal, [(b"resume your game", b"r"), (b"deck", b"q")])
        until(terminal, b"LEAVE?")
        os.write(terminal, b"y")
        until(terminal, b"resume")
        os.write(terminal, b"qy")
        assert process.wait(timeout=30) == 0
    assert file.read_text().startswith(kept)  # the computer may have moved since
    assert not [*(tmp_path / "DATA").rglob("*.cuttle")]
