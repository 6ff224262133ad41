"""Today's deal in plain mode: the same game, and all that is told of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cuttle_tui.local.lobby import LocalLobby, data_lobby
from engine.bots import daily
from engine.bots.thinkers import AtOnce
from engine.record.parser import parse_record
from tests.cuttle_tui.plain_talk import talk
from tests.dealt_daily import DAY, NEXT_NOON, NOON, game_by_hand, moves, usual_play

_DRAWN = re.compile("[\u2500-\u259f]")
"""Lines and blocks, which a screen reader spells."""


def _lobby(data: Path, now: float = NOON) -> LocalLobby:
    return data_lobby(data, "ann", pace=0.0, thinker=AtOnce(), clock=lambda: now)


@pytest.mark.slow
async def test_the_same_line_gives_the_same_game(tmp_path: Path) -> None:
    async with talk(_lobby(tmp_path)) as one:
        assert (await one.type("deal line"))[0].startswith("There is no line to share")
        told = await one.type("deal")
        assert told[0] == f"Today's deal, {DAY}."
        assert told[-1] == "Type deal play to begin, or to go on."
        await one.type("deal play")
        while True:
            await one.type("wait")
            table = one.session.table
            assert table is not None
            if table.over:
                break
            await one.type(str(usual_play(one.view)))
        assert moves(parse_record(table.chair.record() or "")) == moves(game_by_hand())
        said = one.said
        assert any(line.startswith("Won in 17 turns, by") for line in said)
        assert not _DRAWN.search("".join(said))
        assert any(line.startswith("Type deal for the table of the day") for line in said)
        assert not any("ready to play again" in line for line in said)
        await one.type("leave")
        told = await one.type("deal")
        assert any(line.startswith(f"Cuttle {DAY}: won in 17 turns") for line in told)
        assert [line for line in told if re.match(r"You were ahead after \d+ rounds? of", line)], (
            told
        )
        assert not _DRAWN.search("".join(told))
        announced, line = await one.type("deal line")
        assert announced.startswith("The line to share")
        assert line.startswith(f"Cuttle {DAY}: won in 17 turns")
        assert _DRAWN.search(line)
        assert "your try today" in (await one.type("deal play"))[-1]


async def test_a_move_taken_back_is_told_to_cost_the_day(tmp_path: Path) -> None:
    async with talk(_lobby(tmp_path)) as one:
        await one.type("deal play")
        await one.type("wait")
        await one.type(str(usual_play(one.view)))
        await one.type("wait")
        told = await one.type("undo")
        assert any("no longer counts as today's deal" in line for line in told)


async def test_yesterdays_games_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "COACH", "casual")
    async with talk(_lobby(tmp_path, NEXT_NOON)) as one:
        told = await one.type("deal coach")
        assert any("computer" in line for line in told)
        assert "yesterday's deal" in (await one.type("deal best"))[-1]
        assert "deal [play | line | best | coach]" in " ".join(await one.type("deal nonsense"))
