"""The store of puzzles: proved, legal, worded; a day's puzzle, and the rating of who tries it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import get_args

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.i18n.translation import plain, speak
from cuttle_tui.learn.hints import hint_of
from cuttle_tui.learn.plain import TaskFeed
from cuttle_tui.learn.puzzle_texts import difficulty_of, time_to_next
from cuttle_tui.learn.puzzle_words import Standing, list_band, standing_lines, why_solved
from cuttle_tui.learn.puzzles import (
    BEGINNER,
    WEEK,
    InMemory,
    Kind,
    Puzzle,
    after_answer,
    rating_in,
    read_book,
    read_store,
)
from cuttle_tui.learn.screen import PuzzlesScreen
from cuttle_tui.learn.tasks import Puzzles, PuzzleTask
from cuttle_tui.local.lobby import LocalLobby
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.preferences import FileStore, MemoryStore, Preferences
from engine.actions import Action, Kind as ActionKind
from engine.bots.attention import won_by
from engine.play.observe import observe
from engine.play.view import Ask
from engine.ratings import PROVISIONAL_GAMES, START, after_duel, fixed, shown
from engine.record.position_text import parse_position
from engine.solver import Challenge, Objective, Search, Verdict, worlds_of
from tests.cuttle_tui.by_keys import play
from tests.cuttle_tui.gallery.staged import settled
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.plain.test_plain import has
from tests.cuttle_tui.plain_talk import at_home, talk
from tests.programs.puzzles.answering import is_answered_soon
from tests.programs.puzzles.finding import Found
from tests.whole import some

STORE = read_store()
NODES = 2_000
"""What the judgement of a first action may cost: at the table somebody waits for it."""
SPREAD = range(0, len(STORE), 57)


def _each(places: Iterable[int]) -> pytest.MarkDecorator:
    puzzles = [*map(STORE.puzzle, places)]
    return pytest.mark.parametrize("puzzle", puzzles, ids=lambda puzzle: puzzle.id)


each = _each(SPREAD)
each_of_all = _each(some(range(len(STORE)), 57))
"""In whole sweeps every puzzle there is."""
DAY = date(2026, 11, 26)


def test_there_are_hundreds_with_ids_of_their_own_a_whole_number_of_weeks() -> None:
    every = [STORE.puzzle(place) for place in range(len(STORE))]
    assert len(every) >= 500
    assert len(every) % WEEK == 0
    assert len({puzzle.id for puzzle in every}) == len(every)
    assert len({puzzle.text for puzzle in every}) == len(every)
    assert {puzzle.id for puzzle in every}.isdisjoint(puzzle.id for puzzle in read_book())
    assert not any(puzzle.id.isdigit() for puzzle in every)
    assert {puzzle.kind for puzzle in every} == {*get_args(Kind)}
    assert {puzzle.rules for puzzle in every} == {"standard", "cuttle.cards"}
    assert len({difficulty_of(puzzle) for puzzle in every}) == 4


@each_of_all
def test_it_has_exactly_the_solutions_it_claims(puzzle: Puzzle) -> None:
    worlds = worlds_of(parse_position(puzzle.text), 0)
    legal = puzzle.contest().view.legal
    verdicts = {a: Search(puzzle.aim, nodes=20_000).judge_action(worlds, a) for a in legal}
    assert Verdict.UNKNOWN not in verdicts.values()
    proved = {action for action, verdict in verdicts.items() if verdict is Verdict.PROVED}
    assert proved == set(puzzle.solutions)


@each
def test_its_solutions_are_proved_while_somebody_waits(puzzle: Puzzle) -> None:
    worlds = worlds_of(parse_position(puzzle.text), 0)
    for action in puzzle.solutions:
        search = Search(puzzle.aim, nodes=NODES)
        assert search.judge_action(worlds, action) is Verdict.PROVED


@each
def test_it_takes_as_long_as_it_says(puzzle: Puzzle) -> None:
    position = parse_position(puzzle.text)
    if puzzle.aim.goal == "win" and puzzle.aim.last - 2 >= position.turn:
        sooner = Objective(0, "win", puzzle.aim.last - 2)
        worlds = worlds_of(position, 0)
        assert Search(sooner, nodes=20_000).judge(worlds) is Verdict.REFUTED


@each
def test_it_is_no_trifle(puzzle: Puzzle) -> None:
    """Few actions solve it, and no points that win in plain sight."""
    position = parse_position(puzzle.text)
    view = puzzle.contest().view
    assert len(puzzle.solutions) <= 2
    assert len(view.legal) >= (4 if view.ask is Ask.PLAY else 2) * len(puzzle.solutions)
    for action in puzzle.solutions:
        if won_by(position, 0, action) is not None:
            assert action.kind is not ActionKind.POINTS


@each
def test_its_position_is_whole_and_nobody_has_won(puzzle: Puzzle) -> None:
    p = parse_position(puzzle.text)
    cards = [*p.deck, *p.scrap, *(c for one in p.pile for c in one.action.cards)]
    for zone in (p.hands, p.points, p.royals):
        cards += [card for side in zone for card in range(54) if side >> card & 1]
    cards += [card for stack in p.stacks.values() for card in stack]
    assert sorted(cards) == sorted(p.rules.pack)
    assert p.outcome is None
    assert all(p.score(seat) < p.goal(seat) for seat in range(2))
    assert not p.seed


@each
def test_its_view_shows_no_more_than_may_be_known(puzzle: Puzzle) -> None:
    """Another order of the deck and, without glasses, another hand look the same."""
    position, view = parse_position(puzzle.text), puzzle.contest().view
    hidden = len(position.deck) - position.revealed
    position.deck[:hidden] = reversed(position.deck[:hidden])
    for world in worlds_of(position, 0):
        assert observe(world, 0) == view


@pytest.mark.slow
@each
def test_every_answer_takes_few_positions(puzzle: Puzzle) -> None:
    """A server answers many players in one process."""
    aim = puzzle.aim.goal
    assert is_answered_soon(Found(puzzle.kind, aim, puzzle.turns, puzzle.text, puzzle.solutions, 0))


@pytest.mark.slow
@each
def test_every_other_first_action_is_refuted_at_the_table(puzzle: Puzzle) -> None:
    for action in puzzle.contest().view.legal:
        contest = puzzle.contest()
        contest.submit(action, contest.view.ply)
        assert contest.failed is (action not in puzzle.solutions)


# the day


def test_the_days_puzzle_is_the_same_until_midnight_of_utc() -> None:
    clock = [datetime(2026, 11, 26, 0, 0, tzinfo=UTC)]
    app = CuttleApp(LocalLobby("you"))
    app.now = lambda: clock[0]
    puzzles, elsewhere = Puzzles(app.progress, app.today), Puzzles(None, lambda: DAY)
    first = puzzles.of_the_day
    assert first == elsewhere.of_the_day
    clock[0] += timedelta(hours=23, minutes=59)
    assert puzzles.of_the_day == first
    assert time_to_next(clock[0]) == "1 min"
    clock[0] += timedelta(minutes=1)
    assert puzzles.of_the_day != first
    assert time_to_next(clock[0]) == "24 h"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_where_a_day_counts_the_player_reads_when_it_ends(language: str) -> None:
    now = datetime(2026, 11, 26, 18, 30, tzinfo=UTC)
    speak(language)
    try:
        for solved, days in ((True, 0), (True, 3), (False, 3)):
            standing = Standing(1512, days, read_store().of_the_day(DAY), solved, now)
            for lines in (list_band(1, 42, standing), standing_lines(standing)):
                assert "UTC" in " ".join(map(plain, lines))
    finally:
        speak("en")


@pytest.mark.parametrize("zone", ["UTC-14", "UTC+12"])
def test_the_day_is_not_that_of_the_machines_zone(
    zone: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """In one of the two it is always another day than that of UTC."""
    request.addfinalizer(time.tzset)
    request.addfinalizer(monkeypatch.undo)
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    app = CuttleApp(LocalLobby("you"))
    before = datetime.now(UTC).date()
    assert app.today() in (before, datetime.now(UTC).date())


def test_weeks_begin_easy_and_end_hard_and_nothing_comes_twice_before_all_have_come() -> None:
    monday = date(2026, 11, 23)
    days = [STORE.of_the_day(monday + timedelta(days=n)) for n in range(len(STORE))]
    assert {puzzle.id for puzzle in days} == {STORE.puzzle(place).id for place in range(len(STORE))}
    for week in range(0, len(days), WEEK):
        first, *_, last = (difficulty_of(puzzle) for puzzle in days[week : week + WEEK])
        assert first == "easy"
        assert last in ("hard", "very hard")


def test_what_is_saved_of_puzzles_that_are_gone_does_no_harm() -> None:
    gone = {"ZZZ9", "ZZZ8:missed", "ZZZ7:hinted", "puzzle-rating@27.5:5.25:12"}
    progress = InMemory()
    progress.save(frozenset(gone))
    puzzles = Puzzles(progress, lambda: DAY)
    assert (puzzles.rating.mu, puzzles.rating.games) == (27.5, 12)
    assert puzzles.named("ZZZ9") is None
    puzzles.note_answer(puzzles.of_the_day, right=True)
    assert puzzles.near() is not None
    assert puzzles.rating.games == 13
    assert {"ZZZ9", "ZZZ8:missed", "ZZZ7:hinted"} <= puzzles.saved


def test_the_days_puzzle_can_be_tried_again_but_its_first_answer_is_rated() -> None:
    day = [DAY]
    puzzles = Puzzles(InMemory(), lambda: day[0])
    daily = puzzles.of_the_day
    puzzles.note_answer(daily, right=False)
    lost = puzzles.rating
    assert lost.mu < BEGINNER.mu
    assert not puzzles.solved_today
    puzzles.note_answer(daily, right=False)
    puzzles.note_answer(daily, right=True)
    assert puzzles.rating == lost
    assert (puzzles.solved_today, puzzles.days, puzzles.solved_now) == (True, 1, 1)
    day[0] += timedelta(days=1)
    assert (puzzles.solved_today, puzzles.days, puzzles.solved_now) == (False, 1, 0)
    puzzles.note_answer(puzzles.of_the_day, right=True)
    assert (puzzles.days, puzzles.rating.games) == (2, 2)
    day[0] += timedelta(days=2)
    assert puzzles.days == 2
    day[0] += timedelta(days=1)
    assert puzzles.days == 0


def test_a_puzzle_solved_before_still_counts_for_its_day() -> None:
    puzzles = Puzzles(InMemory(), lambda: DAY)
    yesterday = Puzzles(InMemory(), lambda: DAY - timedelta(days=1))
    yesterday.note_answer(puzzles.of_the_day, right=True)
    assert yesterday.days == 0
    puzzles.save(*yesterday.saved)
    puzzles.note_answer(puzzles.of_the_day, right=True)
    assert (puzzles.solved_today, puzzles.rating) == (True, yesterday.rating)


def test_puzzles_of_the_book_are_not_rated() -> None:
    puzzles = Puzzles(InMemory(), lambda: DAY)
    puzzles.note_answer(puzzles.book[0], right=True)
    puzzles.note_answer(puzzles.book[1], right=False)
    assert puzzles.rating == BEGINNER


def test_whoever_begins_gets_easy_puzzles_and_a_miss_costs_little() -> None:
    puzzles = Puzzles(InMemory(), lambda: DAY)
    for asked in (1280, 1450, 1700):  # of the middle, hard, very hard: whatever the day has
        assert 0 < shown(BEGINNER) - shown(after_answer(BEGINNER, asked, right=False)) <= 15
    for _ in range(5):
        puzzle = puzzles.near()
        assert puzzle is not None
        assert difficulty_of(puzzle) == "easy"
        puzzles.note_answer(puzzle, right=False)
    assert shown(puzzles.rating) < shown(BEGINNER)


def test_a_miss_costs_all_once_the_rating_is_trusted() -> None:
    rating = BEGINNER
    for _ in range(PROVISIONAL_GAMES):
        assert after_answer(rating, 1200, right=True) == after_duel(rating, fixed(1200), won=True)
        lost = after_duel(rating, fixed(1200), won=False)
        rating = after_answer(rating, 1200, right=False)
        assert rating.mu > lost.mu
        assert (rating.sigma, rating.games) == (lost.sigma, lost.games)
    assert after_answer(rating, 1200, right=False) == after_duel(rating, fixed(1200), won=False)


def test_a_hint_halves_what_is_gained_and_nothing_that_is_lost() -> None:
    for rating in (BEGINNER, START):
        for puzzle in (1000, 1400, 1800):
            plain_win, helped = (
                after_answer(rating, puzzle, right=True, hinted=hinted) for hinted in (False, True)
            )
            assert helped.mu - rating.mu == pytest.approx((plain_win.mu - rating.mu) / 2)
            assert helped.games == plain_win.games
            assert after_answer(rating, puzzle, right=False, hinted=True) == after_answer(
                rating, puzzle, right=False
            )


def test_a_hint_costs_also_whoever_leaves_and_comes_back_but_none_after_the_first_answer() -> None:
    progress = InMemory()
    puzzles = Puzzles(progress, lambda: DAY)
    task = PuzzleTask(puzzles, puzzles.of_the_day)
    assert task.hint_costs
    task.note_hint()
    assert not task.hint_costs
    again = PuzzleTask(Puzzles(progress, lambda: DAY), puzzles.of_the_day)
    assert not again.hint_costs
    wrong = next(a for a in again.contest.view.legal if a not in again.puzzle.solutions)
    again.contest.submit(wrong, again.contest.view.ply)
    again.note_progress()
    lost = puzzles.rating
    assert lost == after_answer(BEGINNER, again.puzzle.rating or 0, right=False, hinted=True)
    assert not any(name.endswith(":hinted") for name in progress.load())
    again.contest.again()
    assert not again.hint_costs
    again.note_hint()
    assert not any(name.endswith(":hinted") for name in progress.load())


def test_a_hint_fits_the_solution_and_a_wrong_play() -> None:
    for puzzle in map(STORE.puzzle, range(len(STORE))):
        hint = hint_of(puzzle)
        assert puzzle.solutions[0] in hint.fits
        assert hint.fits <= set(puzzle.contest().view.legal)
        assert hint.fits - set(puzzle.solutions)


async def test_a_hint_tells_its_price_first_and_there_is_no_first_try_after_it() -> None:
    app = CuttleApp(LocalLobby("you"))
    app.today = lambda: DAY
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(PuzzlesScreen(app.paint, Puzzles(app.progress, app.today)))
        await settled(pilot)
        await pilot.press("t")
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        task = screen.to_do
        assert isinstance(task, PuzzleTask)
        await pilot.press("h")
        await settled(pilot)
        rows = "\n".join(grid(app))
        assert "a hint halves what you gain: the same key again" in rows
        assert "hint: " not in rows
        assert task.hint_costs
        await pilot.press("h")
        await settled(pilot)
        assert "hint: " in "\n".join(grid(app))
        while task.verdict != "done":
            await play(pilot, screen, _proved(task.contest))
            await pilot.pause()
        rows = "\n".join(grid(app))
        assert "with a hint" in rows
        assert "first try" not in rows
        rating = rating_in(app.progress.load())
        assert rating == after_answer(BEGINNER, task.puzzle.rating or 0, right=True, hinted=True)


async def test_plain_mode_tells_the_price_of_a_hint_first() -> None:
    async with talk(at_home(), preferences=Preferences(MemoryStore())) as one:
        await one.type("puzzle today")
        assert not has(await one.type("hint"), "Hint: ")
        assert has(one.said, "A hint halves what you gain. Type hint again to hear it.")
        assert has(await one.type("hint"), "Hint: ")


def _solved(puzzle: Puzzle) -> str:
    """Play a solution of a puzzle to its end, and say why it is one."""
    contest = puzzle.contest()
    while not contest.settled:
        contest.submit(_proved(contest), contest.view.ply)
    assert contest.first is not None
    return plain(why_solved(puzzle, contest.first, contest.state()))


@pytest.mark.parametrize(
    ("id", "why"),
    [
        ("ATL7", "leaves bob without points; otherwise bob can win with 9S"),
        ("LWFD", "steal bob's 9H with JH; you have 21 of 21"),
        ("FKD5", "no card in your hand does it"),
        ("AJV2", "keeps TS; you have 16 of 14"),
        ("CKHC", "keeps 2C for later; you have 25 of 21"),
        ("CYSZ", "takes 10 of bob's 16 points; you have 21 of 21"),
        ("guard-the-ten", "protects 14 points; otherwise bob can win with JD"),
        ("throw-it-back", "stops KD; otherwise bob can win with KD"),
        ("six-to-go", "6D for points, 21 of 21"),
        ("fourth-king", "KS as a king, no points needed"),
        ("hand-it-across", "steal bob's 9H with JS for your partner carol"),
    ],
)
def test_a_solved_puzzle_says_why(id: str, why: str) -> None:
    book = {puzzle.id: puzzle for puzzle in read_book()}
    puzzle = book.get(id) or read_store().named(id)
    assert puzzle is not None
    assert _solved(puzzle) == why


@pytest.mark.slow
@pytest.mark.parametrize("place", range(3, len(STORE), 47))
def test_every_reason_fits_a_row(place: int) -> None:
    assert 0 < len(_solved(read_store().puzzle(place))) <= 60


def test_another_puzzle_is_near_the_rating_and_new() -> None:
    puzzles = Puzzles(InMemory(), lambda: DAY)
    seen = set()
    for _ in range(30):
        puzzle = puzzles.near()
        assert puzzle is not None
        assert puzzle.id not in seen
        assert puzzle != puzzles.of_the_day
        assert abs((puzzle.rating or 0) - shown(puzzles.rating)) <= 60
        seen.add(puzzle.id)
        puzzles.note_answer(puzzle, right=len(seen) % 2 == 0)


async def test_rating_and_days_survive_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    app = CuttleApp(LocalLobby("you"), preferences=Preferences(FileStore(file)))
    app.today = lambda: DAY
    async with app.run_test(size=(80, 24)) as pilot:
        puzzles = Puzzles(app.progress, app.today)
        puzzles.note_answer(puzzles.of_the_day, right=True)
        while not file.exists():
            await pilot.pause()
    again = CuttleApp(LocalLobby("you"), preferences=Preferences(FileStore(file)))
    later = Puzzles(again.progress, lambda: DAY)
    assert (later.rating, later.days, later.solved_today) == (puzzles.rating, 1, True)
    assert rating_in({"puzzle-rating@x:1:1", "puzzle-rating@"}) == BEGINNER


# the screens


@pytest.mark.slow
async def test_todays_puzzle_is_solved_by_keys_and_another_follows() -> None:
    app = CuttleApp(LocalLobby("you"))
    app.today = lambda: DAY
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(PuzzlesScreen(app.paint, Puzzles(app.progress, app.today)))
        await settled(pilot)
        rows = "\n".join(grid(app))
        assert "your puzzle rating: 1100" in rows
        assert "easy on Mondays, hard on Sundays" in rows
        await pilot.press("t")
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        task = screen.to_do
        assert isinstance(task, PuzzleTask)
        daily = task.puzzle
        assert difficulty_of(daily) in "\n".join(grid(app)[-2:])
        while task.verdict != "done":
            await play(pilot, screen, _proved(task.contest))
            await pilot.pause()
        rows = "\n".join(grid(app))
        assert f"Puzzle {daily.id}" in rows
        assert f"Rated {daily.rating}" in rows
        assert task.contest.first is not None
        why = why_solved(daily, task.contest.first, task.contest.state())
        for words in re.split(r"\b[A2-9TJQK][CDHS]\b", plain(why)):  # cards are drawn with signs
            assert words.strip() in rows
        assert f"your puzzle rating: {shown(rating_in(app.progress.load()))} (+" in rows
        await pilot.press("enter")
        await pilot.pause()
        assert task.puzzle not in (daily, *read_book())
        await pilot.press("q")
        await pilot.pause()
        assert "today's puzzle is solved; the next one at midnight UTC, in " in "\n".join(grid(app))


async def test_a_miss_tells_what_it_cost() -> None:
    app = CuttleApp(LocalLobby("you"))
    app.today = lambda: DAY
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(PuzzlesScreen(app.paint, Puzzles(app.progress, app.today)))
        await settled(pilot)
        await pilot.press("n")
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        task = screen.to_do
        assert isinstance(task, PuzzleTask)
        wrong = next(a for a in task.contest.view.legal if a not in task.puzzle.solutions)
        await play(pilot, screen, wrong)
        await pilot.pause()
        rows = "\n".join(grid(app))
        assert "NOT QUITE" in rows
        assert f"your puzzle rating: {shown(rating_in(app.progress.load()))} (-" in rows


def _proved(contest: Challenge) -> Action:
    return next(a for a in contest.view.legal if contest.verdict(a) is Verdict.PROVED)


async def test_plain_mode_tells_rating_days_and_the_next_puzzle() -> None:
    async with talk(at_home(), preferences=Preferences(MemoryStore())) as one:
        one.session.clock = lambda: datetime(2026, 11, 26, 19, 0, tzinfo=UTC)
        daily = STORE.of_the_day(DAY)
        said = await one.type("puzzle today")
        assert has(said, f"Today's, {difficulty_of(daily)}.")
        table = one.session.table
        assert isinstance(table, TaskFeed)
        contest = table.task.contest
        assert isinstance(contest, Challenge)
        while not has(one.said, "Solved."):
            await one.type(str(_proved(contest)))
        assert has(one.said, "Your puzzle rating: 11")
        await one.type("leave")
        said = await one.type("puzzles")
        assert has(said, "Today's puzzle is solved; the next one at midnight UTC, in 5 h.")
        await one.type("puzzle next")
        assert isinstance(one.session.table, TaskFeed)
        task = one.session.table.task
        assert isinstance(task, PuzzleTask)
        assert has(one.said, f"{task.puzzle.id}, ")
        await one.type("leave")
        other = STORE.puzzle(3)
        assert has(await one.type(f"puzzle {other.id.lower()}"), f"{other.id}, ")
