"""The coach's sentence at the end of a game against computers: when it comes, where it leads."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.coach.comments import (
    _WORDS,
    AT_LENGTH,
    comment_forms,
    comment_in,
    comment_row,
    commented,
    judge_next,
)
from cuttle_tui.drawing.palette import UNICODE
from cuttle_tui.drawing.rows import sentence_width
from cuttle_tui.i18n.translation import plain
from cuttle_tui.kit.names import Names
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.chair import SECONDS, SEED
from cuttle_tui.replay.screen import ReplayScreen
from cuttle_tui.table.view_model import CoachRow, PlateModel
from engine.bots import greedy
from engine.bots.search import Assessment, Rated
from engine.coach.analysis import (
    KINDS,
    AnalysisBook,
    Comment,
    CommentKind,
    begun,
    decision_view,
    judged,
)
from engine.play.view import View
from engine.record.summary import Replay
from engine.table.table import Table
from tests.cuttle_tui.coached import FakeAnalyst, by_points
from tests.cuttle_tui.games import record_after, table_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby, online
from tests.cuttle_tui.plain_talk import talk

pytestmark = pytest.mark.slow

SIZES = ((80, 22), (80, 24), (120, 40), (60, 20), (44, 40))
WHY = 17
YOU = Names(("ana", "the computer"), 0)
LEAST_ROOM = 41
"""The columns of what the coach says on the plate of the smallest window."""
SAID = "you won in spite of turn 9"
"""What it says of the usual game."""


def played(plies: int = 999) -> Table:
    """Play the usual game against the computer."""
    return table_after(plies, level="sharp")


async def settled(pilot: Pilot[None]) -> None:
    """Let messages arrive and be drawn."""
    for _ in range(4):
        await pilot.pause()


def text(app: CuttleApp) -> str:
    """Give all that is on the screen."""
    return " ".join(" ".join(grid(app)).split())


def row(app: CuttleApp) -> CoachRow | None:
    """Give what the coach says on the plate."""
    assert isinstance(app.screen, TableScreen)
    assert app.screen.body.model is not None
    plate = app.screen.body.model.plate
    return plate.coach if isinstance(plate, PlateModel) else None


# the words ----------------------------------------------------------------------------------------


def test_every_comment_has_words_and_a_form_for_the_smallest_window() -> None:
    assert _WORDS.keys() == set(KINDS)
    replay = Replay(record_after())
    ply = begun(replay, 0).plies[0]
    decision = judged(replay, ply, by_points(decision_view(replay, ply)))
    for kind in KINDS:
        comment = Comment(kind, 0, decision, 100)
        forms = comment_forms(replay, comment, YOU)
        assert sentence_width(forms[-1], UNICODE) <= LEAST_ROOM, kind
        theirs = comment_forms(replay, comment, Names(("ana", "bob"), None))
        assert all("you" not in plain(form) for form in theirs)


@pytest.mark.parametrize("kind", ["cost-all", "cost-most", "won-despite"])
def test_a_play_that_is_named_is_said_to_be_the_one_that_was_made(kind: CommentKind) -> None:
    replay = Replay(record_after())
    ply = begun(replay, 0).plies[0]
    decision = judged(replay, ply, by_points(decision_view(replay, ply)))
    for names, chose in ((YOU, "(you chose: "), (Names(("ana", "bob"), None), "(ana chose: ")):
        forms = comment_forms(replay, Comment(kind, 0, decision, 50), names)
        assert [chose in plain(form) for form in forms] == [True, True, False, False, False]


def test_a_comment_takes_the_fullest_form_that_has_room() -> None:
    replay = Replay(record_after())
    ply = begun(replay, 0).plies[0]
    decision = judged(replay, ply, by_points(decision_view(replay, ply)))
    assert decision is not None
    forms = comment_forms(replay, Comment("missed", 0, decision, 50), YOU)
    rows = [plain(comment_row(forms, 3, room)) for room in (200, 60)]
    assert rows[0].startswith(f"the coach: you had the win on turn {decision.turn}: ")
    assert rows[1] == f"the coach: you had the win on turn {decision.turn}   m see it"
    assert plain(comment_row(forms, None, 45)).endswith(f"turn {decision.turn}")


# at the table -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_after_a_game_the_coach_says_what_decided_it(size: tuple[int, int]) -> None:
    analyst = FakeAnalyst()
    app = CuttleApp(FakeLobby(analyst=analyst), chair=played().chair(0))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        assert SAID in text(app)
        assert {view.viewer for view in analyst.asked} == {0}, "only the player's own decisions"
        assert not any(view.seats[1].hand for view in analyst.asked if not view.seats[1].open)


async def test_its_key_leads_to_the_turn_and_back() -> None:
    app = CuttleApp(FakeLobby(), chair=played().chair(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "m see it" in text(app)
        await pilot.press("m")
        await settled(pilot)
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.ply == 11
        assert "w better, " in grid(app)[WHY]
        await pilot.press("end")
        await settled(pilot)
        assert "the coach: ana won in spite of turn 9" in grid(app)[WHY]
        await pilot.press("m")
        await settled(pilot)
        assert app.screen.ply == 11
        await pilot.press("q")
        await settled(pilot)
        assert SAID in text(app)


def _far_behind(view: View) -> Assessment:
    """Give every play the same small chance, but on the first turns a fair one."""
    chance = 0.5 if view.turn < 2 else 0.13
    return Assessment(chance, tuple(Rated(action, chance) for action in view.legal))


async def test_where_it_leads_the_chance_is_told_at_once_though_no_play_was_better() -> None:
    app = CuttleApp(FakeLobby(analyst=FakeAnalyst(_far_behind)), chair=played().chair(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "you came back from a chance of 13%" in text(app)
        await pilot.press("m")
        await settled(pilot)
        assert "the coach gives ana a chance of 13% here" in grid(app)[WHY]


@pytest.mark.parametrize("size", [(80, 24), (44, 40)])
async def test_a_tap_on_it_leads_there_too(size: tuple[int, int]) -> None:
    app = CuttleApp(FakeLobby(), chair=played().chair(0))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        y = next(y for y, line in enumerate(grid(app)) if "the coach" in line)
        await pilot.click(offset=(20, y))
        await settled(pilot)
        assert isinstance(app.screen, ReplayScreen)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("reason", [None, LobbyError("no-coach")])
async def test_nothing_moves_when_it_comes_or_does_not(
    size: tuple[int, int], reason: LobbyError | None
) -> None:
    waiting = CuttleApp(FakeLobby(analyst=FakeAnalyst(most=2)), chair=played().chair(0))
    async with waiting.run_test(size=size) as pilot:
        await settled(pilot)
        before = grid(waiting)
        assert "is looking at your moves" in text(waiting)
    app = CuttleApp(FakeLobby(analyst=FakeAnalyst(reason=reason)), chair=played().chair(0))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        after = grid(app)
        assert ("the coach" in text(app)) == (reason is None)
    changed = [y for y, rows in enumerate(zip(before, after, strict=True)) if rows[0] != rows[1]]
    assert 1 <= len(changed) <= 3
    assert changed[-1] - changed[0] == len(changed) - 1, "only the rows kept for it"


async def test_it_is_silent_until_the_game_is_over_and_in_the_next_one() -> None:
    analyst, table = FakeAnalyst(), played(0)
    chairs = [table.chair(seat) for seat in range(2)]
    app = CuttleApp(FakeLobby(analyst=analyst), chair=chairs[0])
    async with app.run_test(size=(80, 24)) as pilot:
        while not table.over:
            assert table.game is not None
            view = chairs[table.game.position.prompt.seats[0]].state().view
            assert view is not None
            await settled(pilot)
            assert row(app) is None
            assert analyst.asked == []
            assert view.viewer is not None
            chairs[view.viewer].submit(greedy.choose(view, 7), view.ply)
        await settled(pilot)
        found = row(app)
        assert found is not None
        assert found.forms
        await pilot.press("r")
        await settled(pilot)
        assert table.running
        count = len(analyst.asked)
        await pilot.press("m")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert row(app) is None
        assert len(analyst.asked) == count


async def test_it_stops_when_the_player_does_not_wait() -> None:
    analyst, table = FakeAnalyst(most=2), played()
    app = CuttleApp(FakeLobby(analyst=analyst), chair=table.chair(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("r")
        await settled(pilot)
        assert table.running
        assert analyst.cancelled == 1


async def test_where_people_play_or_watch_there_is_no_comment() -> None:
    for chair in (table_after(999).chair(0), played().watch()):
        analyst = FakeAnalyst()
        app = CuttleApp(online(analyst=analyst), chair=chair)
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            assert row(app) is None
            assert "the coach" not in text(app)
            assert analyst.asked == []


async def test_the_analysis_asks_nothing_twice() -> None:
    analyst = FakeAnalyst()
    app = CuttleApp(FakeLobby(analyst=analyst), chair=played().chair(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("a")
        await settled(pilot)
        assert isinstance(app.screen, ReplayScreen)
        analysis = app.screen.coach.analysis
        assert analysis.complete
        named = [view for view in analyst.asked if analyst.asked.count(view) == 2]
        assert len({view.ply for view in named}) == 1, "the one that is named, at length"
        assert len(analyst.asked) == len(analysis.plies) + 1


@dataclass
class SecondThoughts(FakeAnalyst):
    """Thinks at length otherwise than at a glance: then no play of these turns cost anything."""

    stands: bool = True
    weighed: list[int] = field(default_factory=list)

    async def assess(
        self, view: View, seconds: float = 0.1, *, seed: int = SEED, spare: bool = False
    ) -> Assessment:
        found = await super().assess(view, seconds, seed=seed, spare=spare)
        if seconds < AT_LENGTH:
            return found
        assert seconds == 20 * SECONDS
        self.weighed.append(view.ply)
        if self.stands:
            return found
        plays = tuple(Rated(play.action, found.chance) for play in found.plays)
        return Assessment(found.chance, plays)


@pytest.mark.parametrize("stands", [True, False])
async def test_a_turn_is_named_only_if_it_stands_under_longer_thought(stands: bool) -> None:
    analyst, book, replay = SecondThoughts(stands=stands), AnalysisBook(), Replay(played().record())
    glance = FakeAnalyst()
    analysis = book.of(replay, 0)
    while not analysis.complete:
        analysis = await judge_next(glance, AnalysisBook(), replay, analysis)
    first = comment_in(replay, analysis, 0)
    assert first is not None
    assert first.decision is not None
    comment = await commented(analyst, book, replay, 0)
    assert comment is not None
    assert analyst.weighed[0] == first.decision.ply
    if stands:
        assert (comment.kind, comment.ply) == (first.kind, first.ply)
        assert comment.decision is not None
        assert comment.decision.weighed
    else:
        assert comment.decision is None or comment.decision.ply != first.decision.ply
        assert len(analyst.weighed) == len({*analyst.weighed})
    kept = comment_in(replay, book.of(replay, 0), 0)
    assert kept == comment


# in replays ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("player", "says"), [("ana", True), ("zoe", False)])
async def test_a_replay_says_it_at_its_end_to_who_played(player: str, says: bool) -> None:
    analyst = FakeAnalyst()
    app = CuttleApp(FakeLobby(player=player, analyst=analyst), record=played().record())
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert analyst.asked == []
        await pilot.press("m")
        await settled(pilot)
        assert "the coach has not singled out a turn yet" in grid(app)[WHY]
        await pilot.press("end")
        await settled(pilot)
        assert ("the coach: ana won in spite of turn 9" in grid(app)[WHY]) == says
        await pilot.press("a")
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert "the coach: ana won in spite of turn 9" in grid(app)[WHY], (
            "once everything is judged"
        )


def test_of_a_game_left_at_once_nobodys_play_is_said_to_have_decided() -> None:
    table = table_after(0)
    table.leave(1)
    replay = Replay(table.record())
    comment = comment_in(replay, AnalysisBook().of(replay, 0), 0)
    assert comment is not None
    (said, _) = comment_forms(replay, comment, YOU)
    assert plain(said) == "the game was given up before a choice of yours mattered"


# plain mode ---------------------------------------------------------------------------------------


async def test_plain_mode_says_the_same_line() -> None:
    table = played(0)
    chairs = [table.chair(seat) for seat in range(2)]
    async with talk(FakeLobby(chairs=(chairs[0],)), chair=chairs[0]) as one:
        while not table.over:
            assert table.game is not None
            view = chairs[table.game.position.prompt.seats[0]].state().view
            assert view is not None
            assert view.viewer is not None
            assert not any("coach" in line for line in one.said)
            chairs[view.viewer].submit(greedy.choose(view, 7), view.ply)
        await one.type("decided")
        await one.until("The coach: you won in spite of turn 9 (you chose: ")
