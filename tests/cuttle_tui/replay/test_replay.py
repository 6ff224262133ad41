"""Replays: every key lands where it says, every side shows what it should, games are found."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.front.page_screen import PageScreen
from cuttle_tui.kit.keymap import keys_named
from cuttle_tui.kit.text_types import MARKS, Block, PageText
from cuttle_tui.local.lobby import LocalLobby
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import Source
from cuttle_tui.replay import commands as replay_state
from cuttle_tui.replay.screen import ReplayScreen
from cuttle_tui.tty.terminal import Terminal
from engine.actions import parse_action
from engine.record.parser import parse_record
from engine.record.record import record_text
from engine.record.summary import Replay, moments_of
from engine.table.queries import TableChair
from tests.cuttle_tui.games import record_after, table_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import GAMES, FakeAccount, FakeLobby, online

pytestmark = pytest.mark.slow

SIZES = ((80, 24), (120, 40))
BAR, OPTIONS, WHY, KEYS = 15, 16, 17, 23


def replay(app: CuttleApp) -> ReplayScreen:
    """Give the replay screen."""
    screen = app.screen
    assert isinstance(screen, ReplayScreen)
    return screen


def where(rows: list[str]) -> str:
    """Read what stands at the right of the last row."""
    return rows[KEYS].split("  ")[-1].strip()


async def until(pilot: Pilot[None], true: Callable[[], bool]) -> None:
    """Wait until something is so."""
    for _ in range(2000):
        if true():
            return
        await pilot.pause(0.005)
    raise AssertionError("it never came")


async def click_on(pilot: Pilot[None], row: int, text: str) -> None:
    """Click on a text in a row."""
    await settled(pilot)
    rows = grid(pilot.app)  # type: ignore[arg-type]
    await pilot.click(offset=(rows[row].index(text), row))
    await settled(pilot)


async def settled(pilot: Pilot[None]) -> None:
    """Let messages arrive and be drawn."""
    await pilot.pause()
    await pilot.pause()


@pytest.mark.parametrize(
    ("keys", "ply"),
    [
        ("right", 1),
        ("right right left", 1),
        ("left", 0),
        ("down", 10),
        ("pagedown pagedown pagedown", 27),
        ("end up", 17),
        ("end pageup pageup pageup", 0),
        ("end", 27),
        ("end right", 27),
        ("end home", 0),
        ("g 1 2 enter", 12),
        ("1 2 enter", 12),
        ("g 1 2 backspace enter", 1),
        ("g 9 9 9 9 9 9 enter", 27),
        ("right g escape", 1),
        ("right g enter", 1),
        ("right g x right q", 1),
        ("down v v v v", 10),
        ("down l right down escape right", 12),
        ("down z right left z right", 11),
        ("right f escape", 1),
        ("right f 9 x q", 1),
        ("right s x s", 1),
        ("right b escape", 1),
        ("right b x 3 q", 1),
        ("right plus minus", 1),
    ],
)
async def test_keys_go_to_a_ply(keys: str, ply: int) -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test() as pilot:
        await pilot.press(*keys.split())
        assert replay(app).ply == ply
        assert not replay(app).playback.asked


async def test_every_ply_says_who_did_what() -> None:
    record = record_after(ruleset="cuttle.cards", seed=9)
    app = CuttleApp(FakeLobby(), record=record)
    async with app.run_test(size=(80, 24)) as pilot:
        for ply, entry in enumerate(record.entries, 1):
            await pilot.press("right")
            await settled(pilot)
            rows = grid(app)
            assert f"move {ply} of {len(record.entries)} " in rows[BAR]
            who = record.players[entry.seat]
            assert any(f"{who} " in row for row in (*rows[6:9], rows[WHY]))


async def test_a_side_shows_one_hand_all_hands_or_none() -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        shown = []
        for _ in range(4):
            await settled(pilot)
            rows = grid(app)
            shown.append((where(rows), "10♠" in rows[0], "K♠" in "".join(rows[18:22])))
            await pilot.press("v")
        assert shown == [
            ("all hands open, turn 1", True, True),
            ("as ana saw it, turn 1", False, True),
            ("as bob saw it, turn 1", False, False),
            ("as a watcher saw it, turn 1", False, False),
        ]


async def test_the_end_tells_the_result() -> None:
    table = table_after(0)
    table.submit(1, parse_action("concede@1"), 0)
    app = CuttleApp(FakeLobby(), record=table.record())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right")
        await settled(pilot)
        assert "move 1 of 1 " in grid(app)[BAR]
        assert "ana won: bob conceded" in grid(app)[WHY]


@pytest.mark.parametrize("keys", ["q", "escape", "ctrl+c"])
async def test_a_replay_alone_ends_the_app(keys: str) -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test() as pilot:
        await pilot.press(keys)
        await pilot.pause()
    assert app.return_code == 0
    assert not app.is_running


@pytest.mark.parametrize(("ruleset", "seats"), [("cutthroat", 3), ("team", 4)])
async def test_more_seats_take_their_turns(ruleset: str, seats: int) -> None:
    app = CuttleApp(FakeLobby(), record=record_after(ruleset=ruleset, seed=3))
    async with app.run_test(size=(80, 24)) as pilot:
        names = []
        for _ in range(seats + 2):
            await settled(pilot)
            names.append(where(grid(app)).split(",")[0])
            await pilot.press("v")
        assert names == [
            "all hands open",
            *(f"as {name} saw it" for name in ("ana", "bob", "carol", "dmitri")[:seats]),
            "as a watcher saw it",
        ]


async def test_a_game_that_is_over_can_be_watched_again() -> None:
    table = table_after(999)
    app = CuttleApp(FakeLobby(), chair=TableChair(table, 1))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "w watch again" in grid(app)[OPTIONS]
        await pilot.press("w")
        await settled(pilot)
        assert "REPLAY   move 0 of 27" in grid(app)[BAR]
        assert "bob" in grid(app)[14]
        await pilot.press("end", "q")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)


async def test_a_running_game_cannot_be_watched() -> None:
    app = CuttleApp(FakeLobby(), chair=TableChair(table_after(6), 0))
    async with app.run_test() as pilot:
        await pilot.press("w")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)


async def test_a_new_game_ends_the_replay_of_the_old_one() -> None:
    table = table_after(999)
    app = CuttleApp(FakeLobby(), chair=TableChair(table, 0))
    async with app.run_test() as pilot:
        await pilot.press("r", "w")
        await settled(pilot)
        assert isinstance(app.screen, ReplayScreen)
        table.ready(1)
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert not table.over


# playing by itself


@pytest.fixture
def _fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play a hundred moves a second, and slower ones."""
    monkeypatch.setattr(replay_state, "SPEEDS", (0.01, 100.0, 200.0))


@pytest.fixture
def _slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play so slowly that no move is seen."""
    monkeypatch.setattr(replay_state, "SPEEDS", (0.01, 0.01, 0.01, 0.02))


@pytest.mark.usefixtures("_fast")
async def test_a_game_plays_to_its_end_and_stops_there(monkeypatch: pytest.MonkeyPatch) -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = replay(app)
        assert not screen.playing.on
        await pilot.press("space")
        await until(pilot, lambda: screen.ply == 27)
        assert not screen.playing.on
        assert not screen.playback.playing
        await settled(pilot)
        assert "REPLAY   turn 25, move 27 of 27" in grid(app)[BAR]
        monkeypatch.setattr(replay_state, "SPEEDS", (0.01, 0.01))
        await pilot.press("space")
        assert screen.ply == 0
        assert screen.playing.on


@pytest.mark.usefixtures("_slow")
@pytest.mark.parametrize("key", ["space", "right", "left", "escape", "l", "z", "f", "v", "x", "5"])
async def test_another_key_stops_it(key: str) -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "space")
        await settled(pilot)
        assert "PLAYING" in grid(app)[BAR]
        await pilot.press(key)
        await settled(pilot)
        assert not replay(app).playing.on
        assert "PLAYING" not in grid(app)[BAR]


async def test_where_a_copy_lies_is_not_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    record = replace(record_after(), players=("anastasia-maria", "bob-the-builder"))
    app = CuttleApp(LocalLobby("ana", records=tmp_path / "archive"), record=record)
    async with app.run_test(size=(80, 24)) as pilot:
        for ply in ("home", "end"):
            await pilot.press(ply, "s", "c", "enter")
            await settled(pilot)
            told = grid(app)[WHY]
            assert "written: " in told
            assert not told.endswith("~")
            for file in tmp_path.glob("*.cuttle"):
                file.unlink()


@pytest.mark.usefixtures("_slow")
@pytest.mark.parametrize("keys", ["question_mark", "b enter"])
async def test_another_screen_stops_it(keys: str) -> None:
    app = CuttleApp(LocalLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = replay(app)
        await pilot.press("down", "space")
        app.show_page(PageScreen("NEWS", "what is new", PageText((Block(()),)), app.paint))
        await settled(pilot)
        assert not screen.playing.on
        await pilot.press("escape", "space", *keys.split())
        await settled(pilot)
        assert app.screen is not screen
        assert not screen.playing.on


@pytest.mark.usefixtures("_slow")
async def test_a_click_stops_it() -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        for offset in ((2, 18), (60, 9)):
            await pilot.press("space")
            assert replay(app).playing.on
            await pilot.click(offset=offset)
            await settled(pilot)
            assert not replay(app).playing.on


async def test_speeds() -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        for key, text in (
            ("plus", "2 moves a second"),
            ("plus", "4 moves a second"),
            ("plus", "4 moves a second"),
            ("minus", "2 moves a second"),
            ("minus", "a move a second"),
            ("minus", "a move every 2 seconds"),
            ("minus", "a move every 2 seconds"),
        ):
            await pilot.press(key)
            await settled(pilot)
            assert f"space plays {text}" in grid(app)[WHY]


@pytest.mark.usefixtures("_slow")
@pytest.mark.parametrize("size", SIZES)
async def test_the_speed_changes_while_it_plays(size: tuple[int, int]) -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=size) as pilot:
        await pilot.press("down", "space", "plus", "plus")
        await settled(pilot)
        assert replay(app).playing.on
        assert replay(app).playback.speed == 0.02
        await pilot.press("space")


async def test_a_replay_at_rest_has_no_timer() -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("space", "space", "right", "f", "escape")
        await settled(pilot)
        assert not [timer for timer in replay(app)._timers if timer._active.is_set()]


# finding


@pytest.mark.parametrize(
    ("keys", "ply", "says"),
    [
        ("f 1", 4, "capture 1 of 4; bob let it happen"),
        ("f 1 n", 7, "capture 2 of 4"),
        ("f 1 n n n", 19, "capture 4 of 4"),
        ("f 1 n n n n", 19, "no later capture; 4 captures in all"),
        ("f 1 n N", 4, "capture 1 of 4"),
        ("f 1 N", 4, "no earlier capture; 4 captures in all"),
        ("end f 1", 19, "capture 4 of 4"),
        ("1 0 enter f 1", 13, "capture 3 of 4"),
        ("f 2", 3, "one-off 1 of 2"),
        ("f 3", 2, "lead change 1 of 2: bob leads"),
        ("f 3 n", 19, "lead change 2 of 2: ana leads, 6 to go (bob: 7)"),
        ("f 4", 18, "near win 1 of 2: bob, 3 points to go"),
        ("f 5", 27, "the end of the game; ana won: 17 points; the goal was 14"),
        ("down f 1 right n", 19, "capture 4 of 4"),
        ("f 1 l n n", 13, "capture 3 of 4"),
        ("v f 1", 4, "capture 1 of 4"),
    ],
)
async def test_finding(keys: str, ply: int, says: str) -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys.split())
        await settled(pilot)
        assert replay(app).ply == ply
        assert says in grid(app)[WHY]


@pytest.mark.parametrize(
    ("size", "offered"),
    [
        ((80, 24), "1 captures: 4   2 one-offs: 2   3 lead changes: 2   4 near wins: 2"),
        (
            (200, 60),
            "1 captures: 4   2 one-offs: 2   3 lead changes: 2   4 near wins: 2   5 the end"
            "   esc stay here",
        ),
    ],
)
@pytest.mark.parametrize("key", ["f", "n"])
async def test_what_is_there_can_be_looked_for(
    key: str, size: tuple[int, int], offered: str
) -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=size) as pilot:
        await pilot.press(key)
        await settled(pilot)
        row = app.screen.query_one("#prompt").region.y + 1
        assert offered == grid(app)[row].strip().partition(" " * 5)[0]  # the log is beside it


@pytest.mark.parametrize(("keys", "ahead"), [("f 3", True), ("f 3 n", False), ("f 3 n N", True)])
@pytest.mark.parametrize(("log", "more"), [("", "n more"), (" l", "n next found")])
async def test_more_is_offered_where_more_lies_ahead(
    keys: str, ahead: bool, log: str, more: str
) -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*f"{keys}{log}".split())
        await settled(pilot)
        assert (more in grid(app)[KEYS]) == ahead
        await pilot.press("n")
        await settled(pilot)
        assert ("no later lead change" in grid(app)[WHY]) != ahead


async def test_at_the_end_playing_begins_with_the_deal() -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("end")
        await settled(pilot)
        assert "space play from the deal" in grid(app)[OPTIONS]
        await pilot.press("space")
        assert replay(app).ply < 27


async def test_what_was_found_is_said_until_the_next_key() -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f", "1", "right")
        await settled(pilot)
        assert "capture" not in grid(app)[WHY]


async def test_the_log_goes_along() -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f", "1", "l", "n")
        await settled(pilot)
        rows = grid(app)
        assert "LOG   up to move 7 of 27" in rows[BAR]
        last = [row for row in rows[:BAR] if row.strip()][-1]
        assert "ana scrapped all points with A♠: 1 card" in last


# sharing


async def test_a_game_of_a_server_is_shared_by_its_id() -> None:
    lobby = online(records={GAMES[0].id: record_after()}, account=FakeAccount())
    app = CuttleApp(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "left", "enter")
        await settled(pilot)
        await pilot.press("s")
        await settled(pilot)
        rows = grid(app)
        assert "SHARE   ssh -t -p 2222 HOST replay g7xq shows it" in rows[BAR]
        assert "ssh -p 2222 HOST record g7xq > g gives its file" in rows[WHY]
        assert "copy" not in rows[OPTIONS]


@pytest.mark.parametrize("touch", [False, True])
async def test_a_game_of_a_server_with_a_page_is_shared_by_its_link(touch: bool) -> None:
    """Who holds a phone reads of nothing else."""
    lobby = online(records={GAMES[0].id: record_after()}, account=FakeAccount(), link=CLUB)
    app = CuttleApp(lobby, terminal=Terminal(touch=touch))
    async with app.run_test(size=(105, 24)) as pilot:
        await pilot.press("l", "left", "enter")
        await settled(pilot)
        await pilot.press("s")
        await settled(pilot)
        told = "\n".join(grid(app))
        assert f"{CLUB}/game/g7xq shows it" in told
        assert ("or by ssh: ssh -t -p 2222 HOST replay g7xq" in told) is not touch
        assert ("ssh" in told) is not touch


CLUB: Final = "https://club.example"


async def test_nothing_is_written_where_games_are_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for source in (Source(game="g7xq"), Source()):
        app = CuttleApp(online(), record=record_after(), source=source)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("s", "c", "enter", "x", "enter", "escape")
            await settled(pilot)
            assert replay(app).playback.asked == ""
    assert not list(tmp_path.iterdir())


async def test_a_kept_game_is_shared_by_its_file_and_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    archive = tmp_path / "records"
    lobby = LocalLobby("ana", records=archive)
    assert lobby.archive is not None
    record = parse_record(record_text(record_after()))
    lobby.archive.keep(record_text(record))
    (kept,) = archive.iterdir()
    app = CuttleApp(lobby, record=record)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("s")
        await settled(pilot)
        text = "\n".join(grid(app))
        assert kept.name in text
        assert f"cuttle replay {kept.name} shows it" in text
        await pilot.press("c", "enter")
        await settled(pilot)
        copy = tmp_path / "here" / kept.name
        assert parse_record(copy.read_text()) == record
        assert f"written: {kept.name}" in "\n".join(grid(app))
        await pilot.press("s", "c", "enter")
        await settled(pilot)
        assert "there is already a file with that name" in "\n".join(grid(app))
        await pilot.press("ctrl+u", *"b.cuttle", "enter")
        await settled(pilot)
        assert (tmp_path / "here" / "b.cuttle").read_text() == copy.read_text()


async def test_a_name_is_typed_pasted_and_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    app = CuttleApp(LocalLobby("ana", records=tmp_path / "none"), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s", "c", "ctrl+u", "enter", *"no/where", "enter")
        await settled(pilot)
        assert "could not write it: no such file or directory" in grid(app)[WHY]
        assert "Which file?  no/where" in grid(app)[BAR]
        await pilot.press("backspace", "space", "q")
        await settled(pilot)
        assert "Which file?  no/wher q" in grid(app)[BAR]
        await pilot.press("escape")
        await settled(pilot)
        assert "this game has not been saved yet" in grid(app)[BAR]
        await pilot.press("escape")
        await settled(pilot)
        assert "REPLAY" in grid(app)[BAR]
    assert not list(tmp_path.iterdir())


# the mouse, and the keys as they are told


async def test_the_mouse_does_all_of_it() -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = replay(app)
        await click_on(pilot, OPTIONS, "right next")
        await click_on(pilot, OPTIONS, "next")
        assert screen.ply == 2
        await click_on(pilot, OPTIONS, "left")
        assert screen.ply == 1
        await pilot.press("f")
        await click_on(pilot, OPTIONS, "1 captures")
        assert screen.ply == 4
        await click_on(pilot, OPTIONS, "space")
        assert screen.playing.on
        await click_on(pilot, OPTIONS, "faster")
        assert screen.playback.speed == 2
        await click_on(pilot, OPTIONS, "stop")
        assert not screen.playing.on
        ply = screen.ply
        await click_on(pilot, KEYS, "tab marks")
        assert screen.ply > ply
        await click_on(pilot, KEYS, "q leave")
    assert not app.is_running


@pytest.mark.parametrize("size", SIZES)
async def test_help_tells_every_key(size: tuple[int, int]) -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=size) as pilot:
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await pilot.press("question_mark", "a")
        seen = ""
        for _ in range(4):
            await settled(pilot)
            seen += "\n".join(grid(app))
            await pilot.press("space")
        words = set(re.sub(r"(?<=\S), ", " ", seen).split())
        commands = screen.answering[0].commands
        assert {word for one in commands for word in keys_named(one.keys).split()} <= words


# the timeline


async def test_marks_are_gone_to_by_key_and_by_click() -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = replay(app)
        marks = sorted({m.ply for m in moments_of(Replay(record_after())) if m.kind in MARKS})
        reached = []
        for _ in marks:
            await pilot.press("tab")
            reached.append(screen.ply)
        assert reached == marks
        await pilot.press("tab")
        await settled(pilot)
        assert "no later mark" in grid(app)[WHY]
        await pilot.press("shift+tab")
        assert screen.ply == marks[-2]
        bar = grid(app)[BAR]
        await pilot.click(offset=(bar.index("x"), BAR))
        await settled(pilot)
        assert screen.ply == next(m.ply for m in screen._moments if m.kind == "capture")
        await pilot.click(offset=(77, BAR))
        await settled(pilot)
        assert screen.ply == 27
        await pilot.click(offset=(36, BAR))
        await settled(pilot)
        assert screen.ply == 0
