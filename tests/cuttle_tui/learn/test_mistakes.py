"""A player's own mistakes: how they are found, when they come back, what is shown of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.learn.mistake_task import MistakeTask
from cuttle_tui.learn.mistakes import KEY, MOST, Mistakes, OwnPuzzle, look_at_games
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports.chair import SEED
from cuttle_tui.preferences import MemoryStore, Preferences
from engine.actions import parse_action
from engine.bots.search import Assessment, Rated
from engine.coach.analysis import AnalysisBook
from engine.play.view import View
from engine.record.record import Record
from tests.cuttle_tui.by_keys import play
from tests.cuttle_tui.coached import FakeAnalyst
from tests.cuttle_tui.gallery.staged import settled
from tests.cuttle_tui.games import record_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.plain.test_plain import has
from tests.cuttle_tui.plain_talk import talk

PLAYED: Final = date(2026, 11, 21)
"""The day of the game."""
NEXT: Final = PLAYED + timedelta(1)
FOUND: Final = (10, 2)
"""The plies of the mistakes in the usual game that the tests' coach finds, the worst first."""


@dataclass
class Wavering(FakeAnalyst):
    """A coach that sees no difference at second sight."""

    async def assess(
        self, view: View, seconds: float = 0.1, *, seed: int = SEED, spare: bool = False
    ) -> Assessment:
        assert spare, "nobody waits for it"
        found = await super().assess(view, seconds, seed=seed, spare=spare)
        if seed == SEED:
            return found
        assert seconds >= 1.0, "ten times as long"
        return replace(found, plays=tuple(Rated(one.action, 0.5) for one in found.plays))


class Notes:
    """What is noted beside the settings."""

    def __init__(self, day: date = NEXT) -> None:
        self.values: dict[str, Any] = {}
        self.day = day
        self.mistakes = Mistakes(self.values.get, self.values.__setitem__, lambda: self.day)


def any_kept(recall: Callable[[str], Any]) -> bool:
    """Return whether a mistake is kept, for today or another day."""
    found = recall(KEY)
    return bool(found and found["puzzles"])


def lobby(**more: Any) -> FakeLobby:
    """Open a lobby in which ana has played the usual game."""
    return FakeLobby(**{"records": {"game": record_after()}, **more})


async def looked(where: FakeLobby, notes: Notes) -> None:
    """Look at the games that are new."""
    await look_at_games(where, AnalysisBook(), notes.mistakes)


# finding them ------------------------------------------------------------------------------------


async def test_what_stands_at_second_sight_is_kept_and_a_game_is_looked_at_once() -> None:
    notes, where = Notes(), lobby()
    await looked(where, notes)
    assert tuple(one.ply for one in notes.mistakes.waiting) == FOUND
    worst = notes.mistakes.waiting[0]
    assert worst.right == (parse_action("royal KS"),)
    assert (worst.game, worst.seat, worst.ended, worst.best, worst.played) == (
        *("game", 0, PLAYED),
        *(49, 25),
    )
    asked = len(where.analyst.asked)  # type: ignore[attr-defined]
    await looked(where, notes)
    assert len(where.analyst.asked) == asked  # type: ignore[attr-defined]


async def test_what_does_not_stand_is_no_mistake() -> None:
    notes = Notes()
    await looked(lobby(analyst=Wavering()), notes)
    assert not notes.mistakes.waiting
    assert notes.mistakes.has_looked_at("game")


async def test_only_games_of_two_of_this_week_are_looked_at() -> None:
    notes = Notes(PLAYED + timedelta(8))
    await looked(lobby(), notes)
    assert not notes.mistakes.has_looked_at("game")
    notes = Notes()
    await looked(lobby(records={"three": record_after(ruleset="cutthroat")}), notes)
    assert notes.mistakes.has_looked_at("three")
    assert not notes.mistakes.waiting


# when they come back -----------------------------------------------------------------------------


def mistake(ply: int = 0, loss: int = 20) -> OwnPuzzle:
    """Make a mistake of the game."""
    return OwnPuzzle("game", 0, ply, PLAYED, (parse_action("draw"),), 60, 60 - loss)


def days_of(puzzle: OwnPuzzle) -> list[int]:
    """Return on which days after the game it waits."""
    return [days for days in range(12) if puzzle.waits(PLAYED + timedelta(days))]


def test_it_comes_back_after_one_three_and_seven_days_and_then_no_more() -> None:
    one = mistake()
    assert days_of(one) == [1, 2, 3, 4, 5, 6, 7]
    assert days_of(replace(one, missed=1)) == [3, 4, 5, 6, 7]
    assert days_of(replace(one, missed=2)) == [3, 4, 5, 6, 7]
    assert days_of(replace(one, missed=4)) == [7]
    assert days_of(replace(one, missed=7)) == []
    assert [one.returns_in(PLAYED + timedelta(days)) for days in (1, 2, 3, 7)] == [2, 1, 4, None]


def test_three_a_day_are_asked_for_those_that_cost_most() -> None:
    notes = Notes()
    notes.mistakes.note_game("game", tuple(mistake(ply, 20 + ply) for ply in range(5)))
    for left in range(MOST, 0, -1):
        waiting = notes.mistakes.waiting
        assert len(waiting) == left
        assert waiting[0] == max(waiting, key=lambda one: one.ply)
        notes.mistakes.note_answer(waiting[0], right=left > 1)
    assert not notes.mistakes.waiting
    notes.day += timedelta(1)
    assert [one.ply for one in notes.mistakes.waiting] == [1, 0]
    notes.day += timedelta(1)
    assert [one.ply for one in notes.mistakes.waiting] == [2, 1, 0], "the missed one is back"
    notes.day += timedelta(5)
    assert not notes.mistakes.waiting
    notes.mistakes.forget("another")
    assert not any_kept(notes.values.get), "what is over is not kept"


def test_what_has_gone_meanwhile_is_answered_for_nothing() -> None:
    notes = Notes()
    for right in (True, False):
        notes.mistakes.note_answer(mistake(), right=right)
        assert not any_kept(notes.values.get)


def test_those_solved_in_a_row_are_counted() -> None:
    notes = Notes()
    for run, right in enumerate((True, True, False, True)):
        notes.mistakes.note_game("game", (mistake(run),))
        notes.mistakes.note_answer(mistake(run), right=right)
    assert notes.mistakes.run == 1


@pytest.mark.parametrize("broken", [None, 3, "x", {}, {"puzzles": [[1]]}, {"puzzles": "ab"}])
def test_what_is_broken_counts_for_nothing(broken: object) -> None:
    notes = Notes()
    notes.values["mistakes"] = broken
    assert not notes.mistakes.waiting
    notes.mistakes.note_game("game", (mistake(),))
    assert notes.mistakes.waiting


# on the screen -----------------------------------------------------------------------------------


def app_on(day: date, where: FakeLobby) -> CuttleApp:
    """Open the app on a day."""
    app = CuttleApp(where)
    app.now = lambda: datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    return app


def shown(app: CuttleApp) -> str:
    """Return what the screen shows."""
    return "\n".join(grid(app))


async def found(app: CuttleApp, pilot: Pilot[None]) -> None:
    """Let the coach look at the games."""
    await settled(pilot)
    app.look_at_games()
    await app.workers.wait_for_complete()
    await settled(pilot)


async def test_a_mistake_is_found_the_next_day_shown_hinted_missed_and_put_right() -> None:
    app = app_on(NEXT, lobby())
    async with app.run_test(size=(80, 24)) as pilot:
        await found(app, pilot)
        assert re.search("x  your mistakes +2 wait today", shown(app))
        await pilot.press("x")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert isinstance(app.screen.to_do, MistakeTask)
        assert "turn 9 against bob" in shown(app)
        assert "On 2026-11-21 you had a chance of 49% here, and" in shown(app)
        assert "25% after your play" in shown(app)
        assert "A BETTER PLAY" in shown(app)
        await pilot.press("h")
        assert "hint: then you played: " in shown(app)
        app.screen.guard.trust()
        await pilot.press("d")
        await settled(pilot)
        assert "that is what you played then; it comes back in 2 days" in shown(app)
        app.screen.guard.trust()
        await pilot.press("enter")
        await settled(pilot)
        await play(pilot, app.screen, parse_action("royal KS"))
        await settled(pilot)
        assert "SOLVED" in shown(app)
        assert "2 tries" in shown(app)
        app.screen.guard.trust()
        await pilot.press("enter")
        await settled(pilot)
        assert "turn 3 against bob" in shown(app)
        await pilot.press("q")
        await settled(pilot)
        assert re.search("x  your mistakes +1 waits today", shown(app))


@pytest.mark.parametrize("records", [{}, {"game": record_after(2)}, {"game": record_after(seed=7)}])
async def test_a_game_that_is_gone_or_another_takes_its_mistakes_along(
    records: dict[str, Record],
) -> None:
    where = lobby()
    app = app_on(NEXT, where)
    async with app.run_test(size=(80, 24)) as pilot:
        await found(app, pilot)
        where.records = records
        await pilot.press("x")
        await settled(pilot)
        assert "no mistake of yours waits today" in shown(app)
        assert not any_kept(app.preferences.recall)
        await pilot.press("h")
        await settled(pilot)
        assert "your mistakes" not in shown(app)


async def test_nothing_waits_on_the_day_of_the_game() -> None:
    app = app_on(PLAYED, lobby())
    async with app.run_test(size=(80, 24)) as pilot:
        await found(app, pilot)
        assert any_kept(app.preferences.recall)
        assert "your mistakes" not in shown(app)


def twin(record: Record) -> Record:
    """Return the same game, in which bob held another card that he never played."""
    game = record.replay()
    held = next(card for card in range(52) if game.position.hands[1] >> card & 1)
    below = game.position.deck[0]
    swapped = {held: below, below: held}
    assert record.deal is not None
    deck = tuple(swapped.get(card, card) for card in record.deal.deck(record.ruleset))
    other = replace(record, deal=None, deck=deck, seed=record.deal.seed)
    assert other.replay().position.hands[1] != game.position.hands[1]
    return other


@pytest.mark.parametrize("keys", ["", "h", "d", "1 enter"])
async def test_games_that_differ_in_hidden_cards_give_the_same_puzzle(keys: str) -> None:
    pictures = []
    for record in (record_after(), twin(record_after())):
        app = app_on(NEXT, lobby(records={"game": record}))
        async with app.run_test(size=(80, 24)) as pilot:
            await found(app, pilot)
            await pilot.press("x")
            await settled(pilot)
            assert isinstance(app.screen, TableScreen)
            for key in keys.split():
                app.screen.guard.trust()
                await pilot.press(key)
            await settled(pilot)
            app.screen.ui = replace(app.screen.ui, notice=())
            app.screen.refresh_table()
            await settled(pilot)
            pictures.append((shown(app), app.preferences.recall("mistakes")))
    assert pictures[0] == pictures[1]


async def test_plain_mode_asks_for_the_better_play() -> None:
    notes = Notes()
    await looked(lobby(), notes)
    store = MemoryStore()
    store.saved = notes.values
    async with talk(lobby(), preferences=Preferences(store)) as one:
        one.session.clock = lambda: datetime(NEXT.year, NEXT.month, NEXT.day, tzinfo=UTC)
        said = await one.type("puzzles")
        assert has(said, "Your own mistakes: 2 today.")
        assert has(said, "Type mistakes to find better plays.")
        said = await one.type("mistakes")
        assert has(said, "Your own, 1 of 2.")
        assert has(said, "Turn 9 against bob.")
        assert has(said, "What is better than what you played then?")
        assert has(await one.type("hint"), "Hint: then you played: draw a card")
        assert has(await one.type("draw"), "That is what you played then; it comes back in 2 days.")
        await one.type("again")
        said = await one.type("royal KS")
        assert has(said, "Solved.")
        assert has(said, "The coach says 49% for the best play, 25% for yours.")
        assert has(await one.type("next"), "Turn 3 against bob.")
        await one.type("royal QS")
        assert has(await one.type("next"), "That was the last one.")
        await one.type("leave")
        assert has(await one.type("mistakes"), "No mistake of yours waits today.")
    assert [puzzle[2] for puzzle in store.saved["mistakes"]["puzzles"]] == [10]
