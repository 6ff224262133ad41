"""Kept games: they are written, thinned, listed and watched, and trouble disturbs nobody."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from contextvars import copy_context
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.front.home import HomeScreen
from cuttle_tui.i18n.translation import languages, plain, speak
from cuttle_tui.local.lobby import LocalLobby
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import ArchivedGame, ArchiveProblem
from cuttle_tui.replay.archive_screen import ArchiveScreen
from cuttle_tui.replay.archive_words import not_kept_line, result_text
from cuttle_tui.replay.folder import FolderArchive
from cuttle_tui.replay.screen import ReplayScreen
from engine.record.match import MatchStanding
from engine.record.parser import parse_record
from engine.record.record import RecordError, record_text, verify
from tests.cuttle_tui.gallery.fronts import FakeArchive
from tests.cuttle_tui.games import go_on, record_after, table_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.plain_talk import talk
from tests.pseudo import english_left, pseudo

SIZES = ((80, 24), (120, 40))


async def settled(pilot: Pilot[None]) -> None:
    """Let messages arrive and be drawn."""
    await pilot.pause()
    await pilot.pause()


def text_of(day: int, players: tuple[str, ...] = ("ana", "bob"), plies: int = 99) -> str:
    """Write the record of a game of some day."""
    when = datetime(2026, 11, 1, 10, tzinfo=UTC).replace(day=day)
    return record_text(replace(record_after(plies), players=players, started=when))


def filled(path: Path, days: int, most: int = 200) -> FolderArchive:
    """Keep a game a day."""
    folder = FolderArchive(path, most)
    for day in range(1, days + 1):
        folder.keep(text_of(day))
    return folder


def test_games_are_listed_newest_first_by_date_and_players(tmp_path: Path) -> None:
    folder = FolderArchive(tmp_path / "new" / "records")
    assert folder.games() == ()
    folder.keep(text_of(3, ("ana", "machine 1")))
    folder.keep(text_of(9, ("é/../x-y", "\x1b[!")))
    assert folder.trouble is None
    newest, oldest = folder.games()
    assert folder.games(1) == (newest,)
    assert (oldest.players, oldest.when[:10]) == (("ana", "machine 1"), "2026-11-03")
    assert newest.players == ("é/../x-y", "?[!")
    assert folder.record(newest.name).started.day == 9
    files = list((tmp_path / "new" / "records").iterdir())
    assert {file.suffix for file in files} == {".cuttle"}
    assert len(files) == 2


def test_games_of_one_second_are_all_kept_newest_first(tmp_path: Path) -> None:
    folder = FolderArchive(tmp_path)
    for plies in range(15, 3, -1):
        record = parse_record(text_of(1, plies=plies))
        assert record.deal is not None
        deck = record.deal.deck(record.ruleset)
        folder.keep(record_text(replace(record, deal=None, deck=tuple(deck))))
    assert [len(folder.record(game.name).entries) for game in folder.games()] == [*range(4, 16)]


def test_only_the_newest_are_kept_and_only_our_own_files_are_thrown_away(tmp_path: Path) -> None:
    for name in ("mine.cuttle", "1999-01-01 notes.txt"):
        (tmp_path / name).write_text("precious")
    folder = filled(tmp_path, 5, most=3)
    assert [game.when[:10] for game in folder.games()] == ["2026-11-05", "2026-11-04", "2026-11-03"]
    assert (tmp_path / "mine.cuttle").exists()
    assert (tmp_path / "1999-01-01 notes.txt").exists()


def test_what_cannot_be_written_is_noted_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = FolderArchive(tmp_path)

    def full(self: Path, text: str, **_: str) -> int:
        self.touch()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as disk:
        disk.setattr(Path, "write_text", full)
        folder.keep(text_of(1))
    assert folder.trouble is not None
    assert "the disk is full" in plain(not_kept_line(folder.trouble))
    assert list(tmp_path.iterdir()) == []
    folder.keep(text_of(2))
    assert folder.trouble is None
    assert [game.when[8:10] for game in folder.games()] == ["02", "01"]


def test_what_could_not_be_written_is_written_when_the_games_are_listed(tmp_path: Path) -> None:
    obstacle = tmp_path / "records"
    obstacle.touch()
    folder = FolderArchive(obstacle)
    folder.keep(text_of(1))
    assert folder.trouble is not None
    obstacle.unlink()
    assert len(folder.games()) == 1
    assert folder.trouble is None


@pytest.mark.parametrize(
    ("number", "says"),
    [
        (errno.ENOSPC, "the disk is full, free some space"),
        (errno.EACCES, "make ~/games writable"),
        (errno.EROFS, "make ~/games writable"),
        (errno.ENOTDIR, "make ~/games a folder"),
        (errno.EIO, "the last game is not saved: "),
    ],
)
def test_it_is_said_what_may_be_done_in_the_language_of_the_moment(number: int, says: str) -> None:
    trouble = ArchiveProblem(OSError(number, os.strerror(number)), str(Path.home() / "games"))
    assert says in plain(not_kept_line(trouble))
    with pseudo():
        told = plain(not_kept_line(trouble))
    assert not set(english_left(told)) & set(says.replace(",", "").split()) - {"games"}


@pytest.mark.parametrize("language", languages())
def test_what_is_said_of_trouble_fits(language: str) -> None:
    for number in (errno.ENOSPC, errno.EACCES, errno.ENOTDIR):
        trouble = ArchiveProblem(OSError(number, ""), "/a/very/long/path/to/some/folder/of/records")
        assert len(copy_context().run(_line_in, language, trouble)) <= 76


def _line_in(language: str, trouble: ArchiveProblem) -> str:
    speak(language)
    return plain(not_kept_line(trouble))


ENDINGS = [
    (("ana", "machine"), (0,), "you beat the computer"),
    (("ana", "machine"), (1,), "you lost to the computer"),
    (("ana", "machine"), (), "you and the computer: a draw"),
    (("ana", "machine"), None, "you and the computer: unfinished"),
    (("bob", "carol"), (1,), "carol beat bob"),
    (("ana", "machine 1", "machine 2"), (1,), "you lost to computer 1"),
    (("ana", "ana"), (1,), "ana beat ana"),
    (("ana", "bob", "carol"), (2,), "you lost to carol"),
    (("bob", "ana", "carol", "dmitri"), (1, 3), "you and dmitri beat bob and carol"),
    (("bob", "carol", "dmitri", "eve"), (1, 3), "carol and eve beat bob and dmitri"),
]


@pytest.mark.parametrize(("players", "winners", "says"), ENDINGS)
def test_a_game_in_the_list_says_how_it_ended(
    players: tuple[str, ...], winners: tuple[int, ...] | None, says: str
) -> None:
    assert result_text(ArchivedGame("g", players, "today", winners), "ana") == says


async def test_the_list_says_how_each_game_ended_and_which_files_are_broken(tmp_path: Path) -> None:
    folder = FolderArchive(tmp_path)
    folder.keep(text_of(1))
    folder.keep(text_of(2, plies=5))
    folder.keep(text_of(3, ("bob", "carol")))
    folder.keep(text_of(4))
    (broken,) = tmp_path.glob("2026-11-04*")
    broken.write_text(text_of(4).replace("result: 0", "result: 7"))
    app = CuttleApp(LocalLobby("ana", records=tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("w")
        await settled(pilot)
        told = [row[15:].split() for row in grid(app) if "2026-11-" in row]
    assert told == [
        ["bob", "broken", "file"],
        ["bob", "won", "carol", "17-3", "25", "points"],
        ["unfinished", "bob", "0-6", "5"],
        ["you", "won", "bob", "17-3", "25", "points"],
    ]


def test_a_folder_that_cannot_be_is_noted(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = FolderArchive(tmp_path / "file" / "records")
    folder.keep(text_of(1))
    assert folder.trouble is not None
    assert folder.games() == ()
    with pytest.raises(RecordError, match="cannot be read"):
        folder.record("2026-11-01_120000_ana-bob.cuttle")


def closed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a folder be one that may be written to, and not be listed."""
    listed = Path.iterdir

    def refused(path: Path) -> Iterator[Path]:
        if path == folder:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return listed(path)

    monkeypatch.setattr(Path, "iterdir", refused)


def test_a_folder_that_cannot_be_listed_is_noted_and_written_to_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(tmp_path, 2)
    folder = FolderArchive(tmp_path)
    with monkeypatch.context() as refusing:
        closed(tmp_path, refusing)
        assert folder.games() == ()
        assert folder.unlisted is not None
        folder.keep(text_of(3))
        assert folder.trouble is None
        assert folder.games() == ()
    assert len(folder.games()) == 3
    assert folder.unlisted is None


async def test_games_that_cannot_be_listed_are_not_called_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(tmp_path, 2)
    closed(tmp_path, monkeypatch)
    app = CuttleApp(LocalLobby("ana", records=tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("w")
        await settled(pilot)
        shown = "\n".join(grid(app))
        assert "no saved games yet" not in shown
        assert "the saved games cannot be listed" in shown
        assert re.search(r"make \S+ readable", shown)
        await pilot.press("down", "enter")
        await settled(pilot)
        assert isinstance(app.screen, ArchiveScreen)
        monkeypatch.undo()
        await pilot.press("enter")
        await settled(pilot)
        assert "2 games, the newest first" in "\n".join(grid(app))


async def test_an_empty_archive_tells_what_saved_games_are_good_for_and_begins_one(
    tmp_path: Path,
) -> None:
    app = CuttleApp(LocalLobby("ana", pace=60.0, records=tmp_path))
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("w")
        await settled(pilot)
        shown = "\n".join(grid(app))
        for use in ("watch", "analyse", "practise", "share"):
            assert f"\n   {use} " in shown
        await pilot.press("c")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)


@pytest.mark.slow
async def test_a_game_at_home_is_kept_once_with_a_deal_that_can_be_checked(tmp_path: Path) -> None:
    app = CuttleApp(LocalLobby("ana", pace=60.0, records=tmp_path))
    async with app.run_test() as pilot:
        await pilot.press("c", "q", "g")
        await settled(pilot)
        (file,) = tmp_path.iterdir()
        record = parse_record(file.read_text(encoding="utf-8"))
        verify(record)
        assert record.players == ("ana", "computer beginner")
        assert record.started.year >= 2025
        await pilot.press("r")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        await pilot.press("q", "y")
        await settled(pilot)
        assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.slow
async def test_a_game_that_was_taken_back_is_kept_as_it_ended_at_last(tmp_path: Path) -> None:
    app = CuttleApp(LocalLobby("ana", pace=0.0, seed=bytes(32), records=tmp_path))
    async with app.run_test() as pilot:
        await pilot.press("c")
        await settled(pilot)
        while not (table := app.screen).situation.may_take_back:  # type: ignore[attr-defined]
            await pilot.press("d")
            await settled(pilot)
        await pilot.press("q", "g")
        await settled(pilot)
        before = [file.read_text(encoding="utf-8") for file in tmp_path.iterdir()]
        await pilot.press("u")
        await settled(pilot)
        assert table.state.view.outcome is None  # type: ignore[attr-defined]
        await pilot.press("d", "q", "g")
        await settled(pilot)
        after = [file.read_text(encoding="utf-8") for file in tmp_path.iterdir()]
        assert len(before) == len(after) == 1
        assert before != after


async def test_no_game_is_kept_unless_asked(tmp_path: Path) -> None:
    app = CuttleApp(LocalLobby("ana", pace=60.0))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "watch a game" not in "\n".join(grid(app))
        await pilot.press("w")
        assert isinstance(app.screen, HomeScreen)


async def test_a_disk_that_refuses_is_one_quiet_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    app = CuttleApp(LocalLobby("ana", pace=60.0, records=tmp_path / "file" / "sub"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("c", "q", "g")
        await settled(pilot)
        assert "COMPUTER WINS" in grid(app)[15]
        await pilot.press("q")
        await settled(pilot)
        assert "the last game is not saved yet: make ..." in grid(app)[22]
        await pilot.press("down")
        await settled(pilot)
        assert "not kept" not in grid(app)[22]


@pytest.mark.slow
@pytest.mark.parametrize("days", [0, 12])
async def test_the_shelf_opens_and_closes(days: int, tmp_path: Path) -> None:
    filled(tmp_path, days)
    app = CuttleApp(LocalLobby("ana", records=tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("w", "end", "up")
        await settled(pilot)
        assert isinstance(app.screen, ArchiveScreen)
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)


@pytest.mark.slow
async def test_a_kept_game_is_watched_and_a_broken_one_is_explained(tmp_path: Path) -> None:
    filled(tmp_path, 2)
    (broken,) = tmp_path.glob("2026-11-01*")
    broken.write_text("cuttle record 9\n")
    app = CuttleApp(LocalLobby("ana", records=tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("w", "enter", "end")
        await settled(pilot)
        assert isinstance(app.screen, ReplayScreen)
        assert "move 27 of 27" in grid(app)[15]
        await pilot.press("q", "down", "enter")
        await settled(pilot)
        assert isinstance(app.screen, ArchiveScreen)
        assert "WATCH   this game cannot be watched: its file is broken" in grid(app)[20]
        assert "enter watch" not in grid(app)[21]
        assert "this record cannot be read: line 1: " in grid(app)[22]


@pytest.mark.slow
async def test_a_click_watches_a_game(tmp_path: Path) -> None:
    filled(tmp_path, 12)
    app = CuttleApp(LocalLobby("ana", records=tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("w", "end")
        await pilot.click(offset=(10, 15))
        await settled(pilot)
        assert isinstance(app.screen, ReplayScreen)


@pytest.mark.slow
async def test_the_end_of_the_game_in_focus_lies_beside_the_list() -> None:
    lobby = FakeLobby(archive=FakeArchive(3, readable=True))
    app = CuttleApp(lobby)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("w")
        await settled(pilot)
        shown = grid(app)
        text = "\n".join(shown)
        assert "how it ended" in text
        assert "17 of 14" in text
        y = max(y for y, row in enumerate(shown) if "17 of 14" in row)
        await pilot.click(offset=(shown[y].index("17 of 14") + 1, y))
        await settled(pilot)
        assert not isinstance(app.screen, ArchiveScreen)


async def test_the_list_begins_with_the_newest_game_that_can_be_watched() -> None:
    app = CuttleApp(FakeLobby(archive=FakeArchive(3, readable=True, broken=(3,))))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("w")
        await settled(pilot)
        assert "Which replay?" in grid(app)[20]
        assert grid(app)[10].split()[1] == "2026-11-02"


async def test_a_broken_record_shows_no_board() -> None:
    app = CuttleApp(FakeLobby(archive=FakeArchive(3)))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("w")
        await settled(pilot)
        assert "how it ended" not in "\n".join(grid(app))


async def test_one_key_lists_the_games_of_matches_alone() -> None:
    stood = {3: MatchStanding((1, 0), (), (0, 1)), 4: MatchStanding((2, 0), (0,), (0, 1))}
    archive = FakeArchive(6, readable=True, matches=stood)
    app = CuttleApp(FakeLobby(archive=archive, player="ana"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("w", "end", "m")
        await settled(pilot)
        shown = "\n".join(grid(app))
        assert "2 games of matches" in shown
        assert "2026-11-04" in shown
        assert "2026-11-05" not in shown
        assert "▌ 2026-11-03" in shown, "of those listed it is the nearest to the last of all"
        await pilot.press("m")
        await settled(pilot)
        shown = "\n".join(grid(app))
        assert "2026-11-05" in shown
        assert "▌ 2026-11-03" in shown
    async with talk(FakeLobby(archive=archive, player="ana")) as one:
        assert [line[:3] for line in await one.type("games match")] == ["3: ", "4: "]
        assert len(await one.type("games")) == 6
        assert "games [match]" in (await one.type("games nonsense"))[0]


async def test_without_a_match_there_is_no_such_key() -> None:
    app = CuttleApp(FakeLobby(archive=FakeArchive(3, readable=True), player="ana"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("w", "m")
        await settled(pilot)
        assert "matches" not in "\n".join(grid(app))


@pytest.mark.parametrize("names", [("ana", "bob"), ("ana", "computer sharp")])
def test_a_match_of_friends_goes_on_after_one_has_left_a_game(
    tmp_path: Path, names: tuple[str, str]
) -> None:
    """As their row at home says; one with a computer is over."""
    folder = FolderArchive(tmp_path)
    table = table_after(10, "standard+first-to-2", 194, names=names)
    table.leave(0)
    folder.keep(record_text(table.record()))
    (game,) = folder.games()
    assert game.match is not None
    assert bool(game.match.winners) == (names[1] != "bob")


async def test_the_games_of_a_match_stand_together_with_its_score(tmp_path: Path) -> None:
    folder = FolderArchive(tmp_path)
    table = table_after(999, "standard+first-to-2", 194)
    while True:
        record = table.record()
        folder.keep(record_text(replace(record, started=record.started.replace(hour=table.games))))
        if table.state(0).match_winners:
            break
        for seat in (0, 1):
            table.ready(seat)
        go_on(table, 999)
    last, *_, first = folder.games()
    ours, theirs = sorted(table.score)[::-1]
    assert last.match is not None
    assert last.match.score == table.score
    assert last.match.winners == table.state(0).match_winners
    assert first.match is not None
    assert not first.match.winners
    assert folder.record(last.name).match == last.match
    lobby = FakeLobby(archive=folder, player="ana")
    app = CuttleApp(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("w")
        await settled(pilot)
        shown = "\n".join(grid(app))
        assert f"{ours}-{theirs}" in shown or f"{theirs}-{ours}" in shown
        assert ", match " in shown
