"""Every ending is told alike at every door of the app: at the table, in lists, in shared text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from cuttle_tui.correspondence import over_mail
from cuttle_tui.i18n.translation import plain, speak, spoken
from cuttle_tui.kit.names import Names, names_of
from cuttle_tui.kit.results import GameResult, table_result
from cuttle_tui.plain.table_words import over_lines as plain_lines
from cuttle_tui.ports import GameLine
from cuttle_tui.replay.archive_screen import ArchivedResults
from cuttle_tui.replay.archive_words import (
    Result,
    player_lines,
    result_cells,
    result_line,
    result_table,
)
from cuttle_tui.replay.folder import FolderArchive
from cuttle_tui.replay.plain import game_lines, kept_lines
from cuttle_tui.replay.presenter import Side, frame_of
from cuttle_tui.replay.result_text import result_text
from cuttle_tui.table.log_lines import log_lines
from cuttle_tui.table.plate import present_plate, recorded_plate
from cuttle_tui.table.words.game_over import forfeit_line, over_prompt
from engine.record.match import MatchStanding
from engine.record.parser import parse_record
from engine.record.record import record_text
from engine.record.summary import Replay
from engine.table.table import Table
from tests.cuttle_tui.games import table_after
from tests.endings import ENDINGS, OFF, Ending, recorded

PAIR = ("ana", "bob")
GAME = GameLine("g7", PAIR, (0,), "standard", "2026-11-21 08:15", rated=False)
NEVER = ("forfeit", "conceded", "left", "ran out of time", "away too long", "gave up")
"""What no door says unless it is the fact."""


def at_the_table(table: Table, seat: int | None) -> Iterator[str]:
    """Word the end at the doors that know the table."""
    state = table.state(seat)
    names = names_of(state.sitters, seat)
    assert state.view is not None
    yield plain(over_prompt(state.view, names, state).sentence)
    yield plain(present_plate(Replay(recorded(table)), state, names, seat or 0).how)
    told = " ".join(map(plain, plain_lines(state, names)))
    yield told.replace("bob left: no further games", "")
    yield over_mail("oak", table_result(state), names, "host").text


def from_the_record(table: Table) -> Iterator[str]:
    """Word the end at the doors that have the record, for somebody who did not play."""
    replay = Replay(recorded(table))
    yield plain(recorded_plate(replay).how)
    yield plain(frame_of(replay, replay.plies, Side(0)).why)


def unfamiliar(text: str, known: str) -> list[str]:
    """Return what a text says of giving up that is not so."""
    return [word for word in NEVER if word in text.lower() and word not in known]


@pytest.mark.parametrize("ending", ENDINGS.values(), ids=ENDINGS)
def test_the_table_and_the_record_give_one_reason(ending: Ending) -> None:
    table = ending.play()
    state = table.state(None)
    assert state.view is not None
    assert state.view.outcome is not None
    assert not ending.winners or state.view.outcome.winners == ending.winners
    doors = (
        (ending.ana, [*at_the_table(table, 0)]),
        (ending.watcher, [*at_the_table(table, None), *from_the_record(table)]),
    )
    for reason, texts in doors:
        for text in texts:
            assert reason.lower() in text.lower()
            assert not unfamiliar(text, reason.lower()), text


@pytest.mark.parametrize("ending", ENDINGS.values(), ids=ENDINGS)
def test_the_copied_result_and_the_lists_say_the_same(ending: Ending, tmp_path: Path) -> None:
    table = ending.play()
    archive = FolderArchive(tmp_path)
    archive.keep(record_text(recorded(table)))
    (game,) = archive.games()
    result = ArchivedResults(archive).result(game)
    assert result_cells(result, "ana")[5] == ending.short
    by_points = ending.short == "points"
    copied = result_text(Replay(recorded(table)), curve=False)
    assert (ending.watcher.lower() in copied.lower()) is not by_points
    row = plain(result_line(result, "ana"))
    assert by_points or row.lower().endswith(ending.ana.lower())
    (kept,) = kept_lines([game], "ana")
    assert by_points or ending.ana.lower() in kept.lower()
    for text in (copied, row, kept):
        assert not unfamiliar(text, f"{ending.ana} {ending.watcher}".lower()), text


@pytest.mark.parametrize("kind", ["conceded", "left", "time", "absent"])
def test_the_log_and_the_next_screen_say_the_same(kind: str) -> None:
    ending = ENDINGS[kind]
    table = ending.play()
    state = table.state(0)
    told = [plain(line) for line in log_lines(state.log, NAMES, state.given_up)]
    assert any(line.startswith(ending.ana) for line in told)
    assert plain(forfeit_line(state, 0)) == f"{ending.ana}: you won"
    replay = Replay(recorded(table))
    replayed = frame_of(replay, replay.plies, Side(0)).state
    assert [plain(line) for line in log_lines(replayed.log, NAMES, replayed.given_up)][-2:] == told[
        -2:
    ]


NAMES = Names(PAIR, 0)


def test_a_game_without_a_result_says_so_at_the_table() -> None:
    table = OFF()
    state = table.state(0)
    names = names_of(state.sitters, 0)
    assert state.view is not None
    prompt = over_prompt(state.view, names, state)
    assert prompt.head == "CALLED OFF"
    assert plain(prompt.sentence) == "The game ended without a result"
    mail = over_mail("oak", table_result(state), names, "host")
    assert "the game ended without a result" in mail.text


def test_a_mail_about_a_game_of_a_match_tells_how_that_stands() -> None:
    match = MatchStanding((1, 0), (), (0, 1))
    mail = over_mail("oak", GameResult((0,), "agreed", match=match), NAMES, "host")
    assert "The result: you won: by agreement; you lead the match 1-0." in mail.text


def test_an_older_record_says_no_more_than_it_knows() -> None:
    text = record_text(ENDINGS["left"].play().record())
    record = parse_record("".join(line for line in text.splitlines(True) if "gave up" not in line))
    assert plain(recorded_plate(Replay(record)).how) == "bob forfeited"
    assert ", bob forfeited, " in result_text(Replay(record), curve=False)


@pytest.mark.parametrize("ending", ENDINGS.values(), ids=ENDINGS)
def test_every_ending_has_its_words_in_french(ending: Ending) -> None:
    table = ending.play()
    english = [*at_the_table(table, 0), *from_the_record(table)]
    before = spoken()
    speak("fr")
    french = [*at_the_table(table, 0), *from_the_record(table)]
    speak(before)
    for one, other in zip(english, french, strict=True):
        assert one != other


@pytest.mark.parametrize(
    ("why", "scores", "winners", "cell", "sentence", "row"),
    [
        ("goal", (21, 14), (0,), "21-14", "you won 21-14 against bob, 9 turns", "you won 21-14"),
        (
            "goal",
            (15, 19),
            (0,),
            "15/14-19/21",
            "you won against bob: 15 points; the goal was 14",
            "you won",
        ),
        (
            "goal",
            (0, 0),
            (0,),
            "0/14-0/21",
            "you won against bob: 0 points; the goal was 14",
            "you won",
        ),
        ("concede", (15, 15), (1,), "", "you lost against bob: you forfeited", "you lost"),
        ("passes", (9, 4), (), "", "a draw against bob: everybody passed", "a draw"),
        ("agreed", (9, 4), (), "", "a draw against bob: by agreement", "a draw"),
        ("suddenDeath", (9, 4), (0,), "", "you won against bob: the last turns are over", ""),
    ],
)
def test_points_are_told_only_where_they_decided(
    why: str, scores: tuple[int, ...], winners: tuple[int, ...], cell: str, sentence: str, row: str
) -> None:
    result = Result("2026-11-21", PAIR, winners, scores, 9, why, goals=(14, 21))
    assert result_cells(result, "ana")[3] == cell
    assert plain(result_line(result, "ana")) == sentence
    (line,) = result_table([result], "ana")
    assert f"  {row or 'you won'}  bob" in plain(line)


def test_points_are_told_with_goals_that_differ() -> None:
    for seed in range(195, 260):
        replay = Replay(table_after(999, seed=seed).record())
        goals = {seat.goal for seat in replay.view(replay.plies).seats}
        if len(goals) > 1:
            break
    first = result_text(replay, curve=False).split(",")[0]
    assert first.count(" of ") == 2
    result = Result("2026-11-21", PAIR, (0,), (15, 19), 9, "goal", goals=(14, 21))
    assert [plain(line) for line in player_lines(result)] == ["ana: 15 of 14", "bob: 19 of 21"]


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (GAME, "ana beat bob; standard"),
        (replace(GAME, why="concede", given_up=((1, "left"),)), "ana beat bob: bob left; standard"),
        (replace(GAME, winners=(), why="agreed"), "ana and bob: a draw, by agreement; standard"),
    ],
)
def test_a_finished_game_in_plain_mode_says_how_it_ended(game: GameLine, told: str) -> None:
    assert told in game_lines([game], "")[0]
