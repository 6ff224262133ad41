"""The result of a game as text: what it says, and that a key copies it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.i18n.translation import plain
from cuttle_tui.kit.names import names_of
from cuttle_tui.kit.results import sentence, table_result
from cuttle_tui.replay.result_text import result_text, where_to_watch
from engine.actions import parse_action
from engine.record.summary import Replay
from engine.table.state import replayed_state
from tests.cuttle_tui.gallery.staged import settled
from tests.cuttle_tui.games import record_after, table_after
from tests.cuttle_tui.lobbies import FakeLobby, online
from tests.cuttle_tui.playing.test_at_the_end import over

LINK = "https://cuttle.example"


def of(where: str = "") -> str:
    """Write the result of the usual game against the computer."""
    return result_text(Replay(table_after(999, level="sharp").record()), 0, where)


def clipboard(app: CuttleApp, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note what is copied."""
    copied: list[str] = []

    def copy(text: str) -> str:
        copied.append(text)
        return "sent"

    monkeypatch.setattr(app._clipboard_out, "copy", copy)
    return copied


def test_the_result_names_players_rules_and_turns() -> None:
    score, curve, where = of(f"{LINK}/game/g7").split("\n")
    assert re.fullmatch(r"ana \d+ of 14 : 3 of 10 computer \(sharp\), standard, 25 turns", score)
    assert re.fullmatch("[▁▂▃▄▅▆▇█]{25}", curve)
    assert curve[-1] >= "▅", "ana has won"
    assert where == f"{LINK}/game/g7"


def test_the_reader_is_named_first_and_the_curve_is_theirs() -> None:
    replay = Replay(record_after())
    mine, theirs = (result_text(replay, seat).split("\n") for seat in (0, 1))
    assert mine[0].startswith("ana ")
    assert theirs[0].startswith("bob ")
    assert theirs[1][-1] < mine[1][-1]


def test_an_end_without_a_goal_is_named_and_a_long_game_stays_in_a_row() -> None:
    assert ", unfinished, " in result_text(Replay(record_after(8)))
    replay = Replay(record_after(ruleset="cutthroat", seed=14))
    score, curve = result_text(replay).split("\n")
    assert score.startswith("ana: ")
    assert score.count(" · ") == 2
    assert len(curve) <= 32


@pytest.mark.parametrize("name", ["Bo", "bo", "Your"])
def test_a_name_keeps_its_first_letter_wherever_an_end_is_told(name: str) -> None:
    table = table_after(0)
    table.submit(1, parse_action("concede@1"), 0)
    replay = Replay(replace(table.record(), players=("ana", name)))
    assert f", {name} conceded, standard" in result_text(replay)
    state = replayed_state(replay, replay.plies)
    names, result = names_of(state.sitters, None), table_result(state)
    assert plain(sentence(result, names)) == f"ana won: {name} conceded"
    mine = replace(names, seat=1)
    assert plain(sentence(result, mine)) == "ana won: you conceded"


def test_a_name_holds_nothing_that_a_shell_acts_upon() -> None:
    record = replace(record_after(), players=("ana; rm -rf ~", "b`o`b"))
    text = result_text(Replay(record))
    assert text.startswith("ana? rm -rf ? ")
    assert "`" not in text


@pytest.mark.parametrize(
    ("game", "link", "where"),
    [("g7", LINK, f"{LINK}/game/g7"), ("g7", "", "ssh -t -p 2222 HOST replay g7"), ("", LINK, "")],
)
def test_where_the_game_can_be_watched(game: str, link: str, where: str) -> None:
    assert where_to_watch(game, link, "-p 2222 HOST") == where


@pytest.mark.parametrize("keys", ["y", "w y", "w s y", "a enter y"])
async def test_a_key_copies_the_result(keys: str, monkeypatch: pytest.MonkeyPatch) -> None:
    app = CuttleApp(online(link=LINK), chair=over(game="g7xq"))
    copied = clipboard(app, monkeypatch)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys.split())
        await settled(pilot)
    (text,) = copied
    assert text.split("\n")[2] == f"{LINK}/game/g7xq"
    assert len(text.split("\n")) == 3


async def test_at_home_there_is_no_line_to_watch_it(monkeypatch: pytest.MonkeyPatch) -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    copied = clipboard(app, monkeypatch)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("y")
        await settled(pilot)
    assert len(copied[0].split("\n")) == 2
