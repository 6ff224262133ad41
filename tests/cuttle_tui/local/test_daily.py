"""Today's deal at home: one try, which comes back, and counts only without help."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cuttle_tui.local.lobby import LocalLobby, data_lobby
from cuttle_tui.ports import DailyPage, LobbyError
from engine.bots import daily
from engine.bots.daily import seed_of, try_result
from engine.bots.thinkers import AtOnce
from engine.table.seats import Ready
from tests.dealt_daily import DAY, NEXT_NOON, NOON, game_by_hand, moves, play_on, play_out


def _lobby(data: Path, now: float = NOON) -> LocalLobby:
    return data_lobby(data, "ann", pace=0.0, thinker=AtOnce(), clock=lambda: now)


async def test_the_same_line_gives_the_same_game(tmp_path: Path) -> None:
    lobby = _lobby(tmp_path)
    assert await lobby.daily.page() == DailyPage(DAY, before="2026-11-21")
    chair = await lobby.daily.play()
    assert chair.state().day == DAY
    record = await play_out(chair)
    assert moves(record) == moves(game_by_hand())
    page = await lobby.daily.page()
    assert page.state == "done"
    assert page.own is not None
    assert page.own.result == try_result(record)
    assert page.own.counts


async def test_a_deal_is_begun_once_at_a_home(tmp_path: Path) -> None:
    await play_out(await _lobby(tmp_path).daily.play())
    again = _lobby(tmp_path)
    with pytest.raises(LobbyError, match="deal-played"):
        await again.daily.play()
    tomorrow = _lobby(tmp_path, NEXT_NOON)
    assert (await tomorrow.daily.page()).state == "new"
    assert moves(await play_out(await tomorrow.daily.play())) != moves(game_by_hand())


async def test_a_try_that_was_put_aside_goes_on(tmp_path: Path) -> None:
    lobby = _lobby(tmp_path)
    chair = await lobby.daily.play()
    assert await lobby.daily.play() is chair
    view = chair.state().view
    assert lobby.put_aside(chair)  # before anything was played
    assert (await lobby.daily.page()).state == "begun"
    chair = await lobby.daily.play()
    assert chair.state().view == view
    await play_on(chair, 4)
    assert lobby.put_aside(chair)
    assert [game.ruleset for game in lobby.saved()] == ["standard"]
    later = _lobby(tmp_path)
    assert (await later.daily.page()).state == "begun"
    assert moves(await play_out(await later.daily.play())) == moves(game_by_hand())


async def test_a_try_with_a_move_taken_back_counts_no_more(tmp_path: Path) -> None:
    lobby = _lobby(tmp_path)
    chair = await lobby.daily.play()
    await play_on(chair, 4)
    assert chair.practice is not None
    assert chair.practice.counts
    chair.practice.take_back()
    await play_out(chair)
    own = (await _lobby(tmp_path).daily.page()).own
    assert own is not None
    assert not own.counts


async def test_leaving_for_good_gives_the_try_up(tmp_path: Path) -> None:
    lobby = _lobby(tmp_path)
    chair = await lobby.daily.play()
    chair.leave()
    own = (await lobby.daily.page()).own
    assert own is not None
    assert own.result.end == "left"


async def test_the_next_game_at_the_table_is_another(tmp_path: Path) -> None:
    lobby = _lobby(tmp_path)
    chair = await lobby.daily.play()
    record = await play_out(chair)
    chair.ask(Ready())
    assert chair.state().day == ""
    await play_out(chair)
    own = (await lobby.daily.page()).own
    assert own is not None
    assert own.result == try_result(record)


async def test_yesterday_has_the_own_line_and_the_coachs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily, "COACH", "casual")
    with pytest.raises(LobbyError, match="deal-unplayed"):
        await _lobby(tmp_path, NEXT_NOON).daily.record("best")
    record = await play_out(await _lobby(tmp_path).daily.play())
    tomorrow = _lobby(tmp_path, NEXT_NOON)
    assert await tomorrow.daily.record("best") == record
    (line,) = (await tomorrow.daily.page()).lines_before
    assert line.result == try_result(record)
    coach = await tomorrow.daily.record("coach")
    assert coach.deal == record.deal


async def test_a_broken_line_of_the_file_says_nothing(tmp_path: Path) -> None:
    await play_out(await _lobby(tmp_path).daily.play())
    file = tmp_path / "days.jsonl"
    ends = {"day": "2026-11-21", "end": "won", "turns": 3, "margin": 1, "race": "+"}
    broken = ['{"day": "2026-11-21", "end": "won"', "[]", '{"end": 1}', '"', '{"day": 7}']
    file.write_text("\n".join([*broken, json.dumps(ends)]) + "\n" + file.read_text())
    page = await _lobby(tmp_path).daily.page()
    assert page.state == "done"
    assert [line.result.turns for line in page.lines_before] == [3]


async def test_a_home_that_cannot_write_knows_for_this_visit(tmp_path: Path) -> None:
    (tmp_path / "days.jsonl").mkdir()
    lobby = _lobby(tmp_path)
    await play_out(await lobby.daily.play())
    assert (await lobby.daily.page()).state == "done"


async def test_nothing_of_the_deal_shows_before_it_is_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twins: with other cards the page is the same."""
    page = await _lobby(tmp_path).daily.page()
    monkeypatch.setattr(daily, "seed_of", lambda day: seed_of(f"{day} twin"))
    assert await _lobby(tmp_path).daily.page() == page
