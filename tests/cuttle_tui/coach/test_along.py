"""The coach thinks along at home: less is left at the end, and nobody is told before it."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass, field, replace

import pytest

from cuttle_tui.coach.analyst import AlongAnalyst, has_spare_cores
from cuttle_tui.coach.comments import AT_LENGTH, commented
from cuttle_tui.local.lobby import LocalLobby
from cuttle_tui.ports import Chair, LobbyError
from cuttle_tui.ports.chair import LONGER, SECONDS, SEED
from engine.actions import Action, Kind
from engine.bots.search import Assessment
from engine.coach.analysis import AnalysisBook, decision_view, plies_to_judge
from engine.play.view import View
from engine.record.parser import parse_record
from engine.record.summary import Replay
from tests.cuttle_tui.coached import FakeAnalyst, by_points


@dataclass
class Timed(FakeAnalyst):
    """An analyst that notes how long it was to think."""

    seconds: list[float] = field(default_factory=list)

    async def assess(
        self, view: View, seconds: float = 0.1, *, seed: int = SEED, spare: bool = False
    ) -> Assessment:
        """Assess a view."""
        self.seconds.append(seconds)
        return await super().assess(view, seconds, seed=seed, spare=spare)


def lobby_with(analyst: FakeAnalyst, *, along: bool = True) -> LocalLobby:
    """Open the lobby at home; computers think at once."""
    return LocalLobby("ana", seed=bytes(32), pace=0.0, analyst=analyst, along=along)


async def play(chair: Chair, most: int = 12) -> None:
    """Take some decisions, then concede."""
    for _ in range(most):
        view = await _turn(chair)
        if view.outcome is not None:
            return
        chair.submit(by_points(view).plays[0].action, view.ply)
    view = await _turn(chair)
    if view.outcome is None:
        chair.submit(Action(Kind.CONCEDE, seat=0), view.ply)


async def _turn(chair: Chair) -> View:
    """Wait until the seat is asked, or the game is over."""
    async with asyncio.timeout(20):
        while True:
            await asyncio.sleep(0)
            view = chair.state().view
            if view is not None and (view.outcome is not None or 0 in view.asked):
                return view


def _view(chair: Chair) -> View:
    view = chair.state().view
    assert view is not None
    return view


def _replay(chair: Chair) -> Replay:
    record = chair.record()
    assert record is not None
    return Replay(parse_record(record))


async def test_at_the_end_only_the_turn_that_is_named_is_thought_about() -> None:
    analyst = Timed()
    lobby = lobby_with(analyst)
    chair = lobby.alone("standard", "beginner")
    await play(chair)
    replay = _replay(chair)
    wanted = [decision_view(replay, ply) for ply in plies_to_judge(replay, 0)]
    assert len(wanted) > 2
    assert all(view in analyst.asked for view in wanted)
    during = len(analyst.asked)
    comment = await commented(lobby.analyst, AnalysisBook(), replay, 0)
    assert comment is not None
    assert {*analyst.seconds[:during]} == {SECONDS}
    assert {*analyst.seconds[during:]} <= {AT_LENGTH}
    lobby.close()


async def test_only_what_the_player_sees_is_thought_about() -> None:
    analyst = Timed()
    lobby = lobby_with(analyst)
    await play(lobby.alone("cutthroat", "beginner"))
    assert {view.viewer for view in analyst.asked} == {0}
    assert not any(view.seats[1].hand for view in analyst.asked if 1 not in view.retired)
    lobby.close()


async def test_a_hint_is_thought_about_anew() -> None:
    analyst = Timed()
    along = AlongAnalyst(analyst)
    lobby = lobby_with(FakeAnalyst(), along=False)
    chair = lobby.alone("standard", "beginner")
    view = await _turn(chair)
    for seconds in (SECONDS, SECONDS, LONGER, SECONDS):
        await along.assess(view, seconds)
    assert analyst.seconds == [SECONDS, LONGER]
    lobby.close()


async def test_the_same_turn_of_another_game_is_thought_about_anew() -> None:
    analyst = Timed()
    along = AlongAnalyst(analyst)
    lobby = lobby_with(FakeAnalyst(), along=False)
    view = await _turn(lobby.alone("standard", "beginner"))
    other = replace(view, deck_size=view.deck_size - 1)
    for each in (view, other, view):
        assert await along.assess(each) == by_points(each)
    assert analyst.asked == [view, other, view]
    lobby.close()


async def test_people_who_share_a_keyboard_are_not_thought_about() -> None:
    analyst = Timed()
    lobby = lobby_with(analyst)
    chairs = lobby.hot_seat("standard", 0, ("bea",))
    for _ in range(4):
        asked = next(chair for chair in chairs[:2] if chair.seat in _view(chair).asked)
        asked.submit(by_points(_view(asked)).plays[0].action, _view(asked).ply)
        await asyncio.sleep(0)
    assert analyst.asked == []
    lobby.close()


async def test_a_coach_that_fails_does_not_disturb_the_game(
    caplog: pytest.LogCaptureFixture,
) -> None:
    analyst = Timed(reason=LobbyError("no-coach"))
    lobby = lobby_with(analyst)
    await play(lobby.alone("standard", "beginner"), 3)
    assert analyst.asked
    assert not caplog.records
    lobby.close()


@pytest.mark.parametrize(("cores", "spare"), [({0}, False), ({0, 1}, True), ({2, 3, 5}, True)])
def test_with_a_single_core_the_coach_waits_for_the_end(
    monkeypatch: pytest.MonkeyPatch, cores: set[int], spare: bool
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: cores, raising=False)
    assert has_spare_cores() is spare
