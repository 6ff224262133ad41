"""Pictures of the end of a game: valid, self-contained, escaped; texts of 72 columns."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.palette import ASCII, UNICODE
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.local.lobby import LocalLobby
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import Source
from cuttle_tui.replay.export import picture_svg, picture_text
from cuttle_tui.replay.folder import write_beside
from cuttle_tui.table.plate import recorded_plate
from cuttle_tui.table.widgets.plate import draw_plate
from cuttle_tui.tty.output import Clipboard, Copied
from engine.cards import value_of
from engine.record.summary import Replay
from tests.cuttle_tui import lobbies
from tests.cuttle_tui.games import record_after, table_after
from tests.cuttle_tui.grids import grid
from tests.engine.test_summary import record_by_hand

_SVG = "{http://www.w3.org/2000/svg}"
_ODD = ("<b>&\"'", "]]>\x00\x1b[31m")


@pytest.mark.parametrize(("ruleset", "seed"), [("standard", 39), ("cutthroat", 14), ("team", 20)])
def test_a_picture_is_valid_and_fetches_and_runs_nothing(ruleset: str, seed: int) -> None:
    svg = picture_svg(Replay(record_after(ruleset=ruleset, seed=seed)))
    tree = ElementTree.fromstring(svg)
    assert {node.tag.removeprefix(_SVG) for node in tree.iter()} == {
        *("svg", "title", "clipPath", "rect", "g", "text")
    }
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    assert not any(name in svg for name in ("href", "url(h", "@import", "onload", "script"))


def test_names_are_escaped() -> None:
    replay = Replay(record_by_hand(*_ODD))
    texts = [node.text or "" for node in ElementTree.fromstring(picture_svg(replay)).iter()]
    assert any("<b>&\"'" in text for text in texts)
    assert not any("\x1b" in text or "\x00" in text for text in texts)
    assert "\x1b" not in picture_text(replay)


def test_the_text_tells_the_game() -> None:
    lines = picture_text(Replay(record_by_hand())).splitlines()
    assert lines[:3] == ["ana beat bob", "20 points; the goal was 14", "standard, 2026-11-22"]
    assert "9 turns   2 cards drawn   1 scuttle   1 counter" in lines
    assert "largest play: ana stole bob's 10♦ with J♦ (10 points, turn 5)" in lines
    assert lines[-2:] == ["ana: 10♥ 10♦ K♠", "bob:"]


@pytest.mark.parametrize(("ruleset", "seed"), [("standard", 39), ("cutthroat", 14), ("team", 20)])
def test_texts_fit_72_columns_and_can_be_plain(ruleset: str, seed: int) -> None:
    record = record_after(ruleset=ruleset, seed=seed)
    named = replace(record, players=tuple(f"a-very-long-name-{n}" for n in record.players))
    for ascii_only in (False, True):
        text = picture_text(Replay(named), ascii_only=ascii_only)
        assert max(map(len, text.splitlines())) <= 72
        assert not ascii_only or text.isascii()


def test_no_file_is_written_over(tmp_path: Path) -> None:
    record = record_by_hand()
    first = write_beside(record, {".svg": "1", ".txt": "2"}, tmp_path)
    first[0].unlink()
    second = write_beside(record, {".svg": "3", ".txt": "4"}, tmp_path)
    assert [path.read_text() for path in (first[1], *second)] == ["2", "3", "4"]
    assert len({path.name.partition(".")[0] for path in second}) == 1


def test_what_is_there_already_is_not_written_again(tmp_path: Path) -> None:
    record = record_by_hand()
    texts = {".svg": "1", ".txt": "2"}
    assert write_beside(record, texts, tmp_path) == write_beside(record, texts, tmp_path)
    assert len([*tmp_path.iterdir()]) == len(texts)


async def test_at_home_the_key_saves_both_once_and_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(tmp_path))
    lobby = LocalLobby("ana", records=tmp_path / "records")
    app = CuttleApp(lobby, chair=table_after(999).chair(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("p", "p")
        await pilot.pause()
        told = grid(app)[17]
    saved = sorted(path.name for path in folder.iterdir())
    assert [name.rpartition(".")[2] for name in saved] == ["svg", "txt"]
    assert f"saved in ~/games: {saved[0]} and .txt" in told


@pytest.mark.slow
async def test_on_a_server_it_says_the_command_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    copied = list[str]()

    def copy(_: Clipboard, text: str) -> Copied:
        copied.append(text)
        return "sent"

    monkeypatch.setattr(Clipboard, "copy", copy)
    app = CuttleApp(lobbies.online(), record=record_after(), source=Source(game="g7"))
    async with app.run_test(size=(80, 24)) as pilot:
        for key, command in (
            ("p", "ssh -p 2222 HOST picture g7 > g7.svg"),
            ("r", "ssh -p 2222 HOST cast g7 > g7.cast"),
        ):
            await pilot.press("s", key)
            await pilot.pause()
            assert f"paste at home: {command}" in grid(app)[17]
            assert copied[-1] == command
            await pilot.press("escape")
    assert not [*tmp_path.iterdir()]


async def test_a_command_that_was_not_copied_is_only_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Clipboard, "copy", lambda *_: "refused")
    app = CuttleApp(lobbies.online(), record=record_after(), source=Source(game="g7"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s", "p")
        await pilot.pause()
        assert "type at home: ssh" in grid(app)[17]
        assert "paste" not in grid(app)[17]


async def test_the_cards_of_the_winner_stand_below_the_plate() -> None:
    app = CuttleApp(lobbies.FakeLobby(), chair=table_after(999).chair(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        model = app.screen.body.model
        assert model is not None
        assert model.tray == (*model.me.points, *model.me.royals)
        await pilot.press("f")
        await pilot.pause()
        assert app.screen.body.model is not None
        assert app.screen.body.model.tray != model.tray


async def test_the_plate_gives_way_to_the_final_fields() -> None:
    app = CuttleApp(lobbies.FakeLobby(), chair=table_after(999).chair(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "VICTORY" in grid(app)[0]
        await pilot.press("f")
        await pilot.pause()
        assert any("deck" in row for row in grid(app)[5:9])
        assert "how it went" in grid(app)[23]
        await pilot.press("f")
        await pilot.pause()
        assert "VICTORY" in grid(app)[0]


@pytest.mark.parametrize(("ruleset", "seed"), [("standard", 39), ("cutthroat", 14), ("team", 20)])
@pytest.mark.parametrize("size", [(60, 10), (60, 12), (80, 13), (80, 15), (88, 27)])
def test_a_plate_fits_any_room(ruleset: str, seed: int, size: tuple[int, int]) -> None:
    plate = recorded_plate(Replay(record_after(ruleset=ruleset, seed=seed)))
    sheet = Sheet(*size)
    draw_plate(sheet, 2, size[0] - 2, plate, ASCII)
    shown = sheet.texts()
    for seat in plate.seats:
        assert any(f"{seat.name} " in row for row in shown)
    assert any(row.strip().startswith(f"{len(plate.seats[0].scores) - 1} turns") for row in shown)
    if size[1] < _LEAST_WHOLE:
        full = size[1] <= 2 * len(plate.seats) + 2
        assert full or not shown[-1].strip(), "what is worth least goes before it touches the bar"
        return
    assert any(row.strip().startswith("turn ") for row in shown)
    assert any(row.strip().startswith("last play") for row in shown)


_LEAST_WHOLE: Final = 15


def test_the_fields_of_a_plate_for_two_are_a_race() -> None:
    plate = recorded_plate(Replay(record_after(ruleset="standard", seed=39)))
    sheet = Sheet(116, 50)
    draw_plate(sheet, 2, 114, plate, UNICODE)
    winner = next(seat for seat in plate.seats if seat.won)
    indices = [UNICODE.index(face.card) for face in winner.points]
    row = next(row for row in sheet.texts() if all(index in row for index in indices))
    columns = [row.index(index) for index in indices]
    worths = [value_of(face.card) for face in winner.points]
    widths = [right - left for left, right in pairwise(columns)]
    each = widths[0] // worths[0]
    assert widths == [each * worth for worth in worths[:-1]]


"""The rows of a plate that numbers the turns and tells of the last play."""
