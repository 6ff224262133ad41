"""Puzzles: each has just the solutions it claims, and the screen says why others fail."""

from __future__ import annotations

from collections.abc import Sequence
from contextvars import copy_context
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.palette import glyphs_of
from cuttle_tui.drawing.rows import wrap
from cuttle_tui.i18n.translation import Sentence, languages, plain, say, speak
from cuttle_tui.learn.puzzle_texts import PUZZLES
from cuttle_tui.learn.puzzle_words import entry_of, head_of, puzzle_guidance, stars_of
from cuttle_tui.learn.puzzles import InMemory, Puzzle, Streak, read_book, read_store, streak_in
from cuttle_tui.learn.screen import PuzzlesScreen, row_of
from cuttle_tui.learn.tasks import Puzzles, PuzzleTask
from cuttle_tui.local.lobby import LocalLobby
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.tty.terminal import Terminal
from engine.actions import Action, Kind, parse_action
from engine.play.events import Countered
from engine.record.position_text import parse_position
from engine.solver import Challenge, Objective, Search, Verdict, worlds_of
from tests.cuttle_tui.by_keys import play
from tests.cuttle_tui.grids import grid
from tests.whole import some

BOOK = read_book()
PLACES = {puzzle.id: place for place, puzzle in enumerate(BOOK)}
BAND_WIDTH, BESIDE_WIDTH, ROW_WIDTH, LEAST_WIDTH = 48, 40, 76, 56
BAR, OPTIONS, WHY = 15, 16, 17
TASK_IN_BRIEF = ("throw-it-back",)
"""Where the short story also says what is to be done: four seats leave a single row."""
NODES = 20_000
"""What a judgement may cost: at the table somebody waits for it."""

each = pytest.mark.parametrize("puzzle", BOOK, ids=[puzzle.id for puzzle in BOOK])


@each
def test_it_has_exactly_the_solutions_it_claims(puzzle: Puzzle) -> None:
    position = parse_position(puzzle.text)
    worlds = worlds_of(position, puzzle.aim.seat)
    legal = puzzle.contest().view.legal
    verdicts = {
        action: Search(puzzle.aim, nodes=NODES).judge_action(worlds, action) for action in legal
    }
    assert Verdict.UNKNOWN not in verdicts.values()
    proved = {action for action, verdict in verdicts.items() if verdict is Verdict.PROVED}
    assert proved == set(puzzle.solutions)
    assert len(legal) > len(proved)


@each
def test_it_takes_as_long_as_it_says(puzzle: Puzzle) -> None:
    """What is to be won in some turns cannot be forced a round earlier."""
    position = parse_position(puzzle.text)
    if puzzle.aim.goal == "win" and puzzle.aim.last - position.rules.seats >= position.turn:
        sooner = Objective(0, "win", puzzle.aim.last - position.rules.seats)
        worlds = worlds_of(position, 0)
        assert Search(sooner, nodes=NODES).judge(worlds) is Verdict.REFUTED


@each
def test_nobody_has_won_before_it_begins(puzzle: Puzzle) -> None:
    position = parse_position(puzzle.text)
    for seat in range(position.rules.seats):
        at_once = position.rules.ruleset.win_check == "anyNow" or seat == position.mover
        assert not at_once or position.score(seat) < position.goal(seat)


@each
def test_every_card_of_the_pack_is_somewhere(puzzle: Puzzle) -> None:
    assert _cards_of(puzzle) == set(parse_position(puzzle.text).rules.pack)


def _cards_of(puzzle: Puzzle) -> set[int]:
    p = parse_position(puzzle.text)
    cards = {*p.deck, *p.scrap, *p.pending_sevens, *(c for one in p.pile for c in one.action.cards)}
    for stack in p.stacks.values():
        cards |= set(stack)
    for zone in (p.hands, p.points, p.royals):
        cards |= {card for side in zone for card in range(54) if side >> card & 1}
    return cards


@each
def test_every_solution_can_be_played_to_the_end(puzzle: Puzzle) -> None:
    for first in puzzle.solutions:
        contest = puzzle.contest()
        contest.submit(first, contest.view.ply)
        _finish(contest)
        assert contest.solved


def _finish(contest: Challenge) -> None:
    """Go on with what is proved to do."""
    for _ in range(20):
        if contest.settled or contest.failed:
            return
        action = _proved(contest)
        contest.submit(action, contest.view.ply)


def _proved(contest: Challenge) -> Action:
    return next(a for a in contest.view.legal if contest.verdict(a) is Verdict.PROVED)


@pytest.mark.slow
@each
def test_every_other_action_fails_for_a_reason(puzzle: Puzzle) -> None:
    for action in puzzle.contest().view.legal:
        if action not in puzzle.solutions:
            contest = puzzle.contest()
            contest.submit(action, contest.view.ply)
            assert contest.failed


@pytest.mark.parametrize("language", languages())
@each
def test_its_words_are_there_and_fit(puzzle: Puzzle, language: str) -> None:
    copy_context().run(_fits, puzzle, language)


def _fits(puzzle: Puzzle, language: str) -> None:
    speak(language)
    words = PUZZLES[puzzle.id]
    glyphs = glyphs_of(Terminal())
    beside = BESIDE_WIDTH if "pile" in puzzle.text else BAND_WIDTH
    for text, width in ((words.story, beside), (words.lesson, BAND_WIDTH)):
        assert len(wrap(say(text), width, glyphs, indent="")) <= 2
    assert len(str(words.title)) <= 24
    view = puzzle.contest().view
    told = puzzle_guidance(puzzle, view, "", hinted=True, verdict=None)
    assert len(plain(told.brief)) <= LEAST_WIDTH
    assert len(f"{told.head}   {plain(told.task)}") <= ROW_WIDTH
    assert len(plain(told.hint)) <= ROW_WIDTH
    assert all(len(str(why)) <= ROW_WIDTH for why in words.tries.values())


@each
def test_its_words_are_plain_and_its_tries_are_wrong(puzzle: Puzzle) -> None:
    words = PUZZLES[puzzle.id]
    legal = set(map(str, puzzle.contest().view.legal))
    assert set(words.tries) <= legal - set(map(str, puzzle.solutions))
    texts = (words.title, words.story, words.hint, words.lesson, *words.tries.values())
    assert "".join(map(str, texts)).isascii()


def test_there_are_enough_of_every_kind() -> None:
    assert len(BOOK) >= 36
    assert set(PUZZLES) == set(PLACES)
    assert {head_of(puzzle) for puzzle in BOOK} >= {"WIN THIS TURN", "SURVIVE", "COUNTER?"}
    assert {puzzle.rules for puzzle in BOOK} >= {"standard", "cuttle.cards", "cutthroat", "team"}
    assert {puzzle.seats for puzzle in BOOK} == {2, 3, 4}


# The screen


async def begin(
    pilot: Pilot[None], app: CuttleApp, name: str = "", progress: InMemory | None = None
) -> PuzzlesScreen:
    """Open the list, and a puzzle by its name."""
    screen = PuzzlesScreen(app.paint, Puzzles(progress, app.today))
    app.push_screen(screen)
    await pilot.pause()
    if name:
        screen.pick(PLACES[name])
        await pilot.pause()
    return screen


def table(app: CuttleApp) -> TableScreen:
    """Give the table of the puzzle."""
    screen = app.screen
    assert isinstance(screen, TableScreen)
    return screen


def task_of(screen: TableScreen) -> PuzzleTask:
    """Return what is to be done at a table."""
    assert isinstance(screen.to_do, PuzzleTask)
    return screen.to_do


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["six-to-go", "answer-the-answer", "fetch-the-shield", "hand-it-across", "kings-first"]
)
async def test_a_puzzle_is_solved_by_keys(name: str) -> None:
    progress = InMemory()
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, app, name, progress)
        screen = table(app)
        while task_of(screen).verdict != "done":
            await play(pilot, screen, _proved(task_of(screen).contest))
            await pilot.pause()
        shown = "\n".join(grid(app))
        assert "SOLVED" in shown
        assert f"{task_of(screen).contest.moves} move" in shown
        assert "at the first try" in shown
        assert "1 of 42 solved   1 today" in shown
        assert ("   next: " in shown) == (name != read_book()[-1].id)
    assert progress.load() == {name, streak_in(progress.load()).name}


def test_days_in_a_row_are_counted_by_the_puzzle_of_the_day() -> None:
    monday = date(2026, 11, 23)
    tuesday = monday + timedelta(days=1)
    streak = Streak().on(monday, daily=monday).on(monday).on(tuesday, daily=tuesday)
    assert streak.on(tuesday, daily=tuesday).days == streak.days  # the same one again
    assert (streak.days, streak.solved_on(tuesday), streak.solved_on(monday)) == (2, 1, 0)
    assert streak_in({"six-to-go", streak.name, "puzzles@2026-99-99:1:1"}) == streak
    wednesday = streak.on(tuesday + timedelta(days=1))
    assert [wednesday.running(monday + timedelta(days=n)) for n in (1, 2, 3, 4)] == [2, 2, 2, 0]
    friday = monday + timedelta(days=4)
    assert streak.on(friday, daily=friday).days == 1


def test_evenings_west_of_utc_make_a_run() -> None:
    """Monday 15:00, Tuesday 17:00 and Wednesday 17:00 in Los Angeles."""
    pacific = timezone(timedelta(hours=-8))
    times = ((16, 15), (17, 17), (18, 17))
    hours = [datetime(2026, 11, day, hour, tzinfo=pacific) for day, hour in times]
    streak = Streak()
    for each in hours:
        day = each.astimezone(UTC).date()
        streak = streak.on(day, daily=day)
    assert streak.days == 3


def _solve(task: PuzzleTask) -> None:
    """Play a solution to its end, and save it."""
    while not task.contest.settled:
        task.contest.submit(_proved(task.contest), task.contest.view.ply)
    task.note_progress()


def test_a_puzzle_counts_for_the_day_on_which_it_was_opened() -> None:
    day = [date(2026, 11, 23)]
    puzzles = Puzzles(InMemory(), lambda: day[0])
    for _ in range(2):
        puzzles.note_answer(puzzles.of_the_day, right=True)
        day[0] += timedelta(days=1)
    task = PuzzleTask(puzzles, puzzles.of_the_day)
    day[0] += timedelta(days=1)
    assert puzzles.of_the_day != task.puzzle
    _solve(task)
    assert (puzzles.days, puzzles.solved_today, puzzles.solved_now) == (3, False, 1)
    puzzles.note_answer(puzzles.of_the_day, right=True)
    assert (puzzles.days, puzzles.solved_today, puzzles.solved_now) == (4, True, 2)


def test_a_puzzle_that_is_tried_again_after_midnight_counts_for_its_own_day() -> None:
    day = [date(2026, 11, 23)]
    puzzles = Puzzles(InMemory(), lambda: day[0])
    puzzle = puzzles.of_the_day
    task = PuzzleTask(puzzles, puzzle)
    wrong = next(each for each in task.contest.view.legal if each not in puzzle.solutions)
    for _ in range(2):  # before midnight, and after it
        task.contest.submit(wrong, task.contest.view.ply)
        task.note_progress()
        assert task.verdict == "missed"
        task.contest.again()
        day[0] = date(2026, 11, 24)
    assert puzzles.of_the_day != puzzle
    _solve(task)
    assert (puzzles.days, puzzles.solved_today) == (1, False)
    puzzles.note_answer(puzzles.of_the_day, right=True)
    assert (puzzles.days, puzzles.solved_today) == (2, True)


def test_the_days_that_an_earlier_version_saved_count() -> None:
    streak = streak_in({"puzzles@2026-11-23:4:2"})
    assert streak.on(date(2026, 11, 24), daily=date(2026, 11, 24)).days == 5


@pytest.mark.slow
@each
def test_after_a_miss_no_counter_is_played_for_the_player(puzzle: Puzzle) -> None:
    for action in puzzle.contest().view.legal:
        contest = puzzle.contest()
        contest.submit(action, contest.view.ply)
        played = [event for event in contest.state().log if isinstance(event, Countered)]
        own = sum(event.seat == 0 for event in played)
        assert own == (action.kind in (Kind.COUNTER, Kind.BLOCK, Kind.REBUFF))


@pytest.mark.slow
async def test_esc_leads_from_a_solved_puzzle_to_the_list() -> None:
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await begin(pilot, app, "six-to-go")
        await play(pilot, table(app), parse_action("points 6D"))
        await pilot.pause()
        assert task_of(table(app)).verdict == "done"
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is screen


@pytest.mark.slow
async def test_a_miss_is_counted_until_the_puzzle_is_solved() -> None:
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, app, "scuttle-the-threat")
        await pilot.press("d", "enter", "3", "s")
        await pilot.pause()
        assert "1 move, 2 tries" in "\n".join(grid(app))


async def test_an_answer_that_was_given_is_not_asked_for_again() -> None:
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, app, "keep-your-powder-dry")
        screen = table(app)
        assert "counter or not?" in grid(app)[WHY]
        await play(pilot, screen, _proved(task_of(screen).contest))
        await pilot.pause()
        assert task_of(screen).verdict != "done"
        assert "counter or not?" not in "\n".join(grid(app))
        assert "Win on your next turn" in grid(app)[BAR]


async def test_the_list_leads_back_not_home() -> None:
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, app)
        assert "esc back" in "\n".join(grid(app)[-7:])
        assert "esc home" not in "\n".join(grid(app))


@pytest.mark.slow
async def test_a_wrong_action_says_why_and_lets_one_try_again() -> None:
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, app, "clean-sweep")
        screen = table(app)
        await play(pilot, screen, parse_action("scuttle 9C>7C"))
        await pilot.pause()
        rows = grid(app)
        assert "NOT QUITE   bob played 10♣ for 10 points, and won" in rows[BAR]
        assert "11 and his ten make 21" in rows[WHY]
        await pilot.press("1", "d", "p")
        assert task_of(screen).verdict == "missed"
        await pilot.press("enter")
        await pilot.pause()
        assert "SURVIVE" in grid(app)[BAR]
        assert task_of(screen).verdict != "missed"
        await play(pilot, screen, parse_action("oneoff AH"))
        assert task_of(screen).verdict == "done"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "action", "said"),
    [
        ("six-to-go", "points 4D", "You have 19 of 21, and your turn is over"),
        ("borrowed-nine", "jack JD>7C", "bob reached the goal"),
        (
            "answer-the-answer",
            "oneoff 2C>JC",
            "bob countered with 2♥: with 11 of 21 your win is no longer sure",
        ),
        ("guard-the-ten", "draw", "bob stole your 10♠ with J♦, and won"),
        ("two-fronts", "scuttle TD>7C", "carol played 10♣ for 10 points, and won"),
    ],
)
async def test_the_refutation_is_named(name: str, action: str, said: str) -> None:
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, app, name)
        await play(pilot, table(app), parse_action(action))
        await pilot.pause()
        assert f"NOT QUITE   {said}" in "\n".join(grid(app))


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_every_table_says_whole_what_is_asked(size: tuple[int, int], language: str) -> None:
    speak(language)
    app, faults = CuttleApp(LocalLobby("you"), terminal=Terminal(language=language)), []
    async with app.run_test(size=size) as pilot:
        screen = await begin(pilot, app)
        for puzzle in some(BOOK, 5):
            screen.pick(PLACES[puzzle.id])
            await pilot.pause()
            rows, told = grid(app), task_of(table(app)).guidance(hinted=False)
            in_brief = [told.brief] if puzzle.id in TASK_IN_BRIEF else []
            tasks, stories = [told.task, told.reminder, *in_brief], [told.story[-1], told.brief]
            missing = [each for each in (tasks, stories) if not _is_told(each, rows)]
            if missing or any(row.rstrip().endswith("~") for row in rows):
                faults.append((puzzle.id, missing, rows))
            app.pop_screen()
            await pilot.pause()
    assert faults == []


def _is_told(forms: Sequence[Sentence], rows: Sequence[str]) -> bool:
    """Return whether one of some forms of a sentence stands whole in rows, which may wrap it."""
    return any(form and not _untold(plain(form).split(), rows) for form in forms)


def _untold(words: list[str], rows: Sequence[str]) -> list[str]:
    """Return the words that are left once each row has told as many as it holds."""
    for row in rows:
        line = " ".join(row.split())
        count = next(n for n in range(len(words), -1, -1) if " ".join(words[:n]) in line)
        words = words[count if count > 1 or count == len(words) else 0 :]
    return words


async def test_a_task_that_asks_ends_with_one_sign_before_the_question_of_a_card() -> None:
    asks = next(each for each in BOOK if each.kind == "plan" and each.turns == 2)
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(100, 30)) as pilot:
        await begin(pilot, app, asks.id)
        await pilot.press("1")
        await pilot.pause()
        shown = " ".join(grid(app))
        assert "next turn? How do you play" in shown


def test_the_heading_of_the_last_turn_is_to_win_now() -> None:
    store = read_store()
    every = map(store.puzzle, range(len(store)))
    puzzle = next(each for each in every if each.kind == "plan" and each.turns == 2)
    task = PuzzleTask(Puzzles(None, date.today), puzzle)
    assert task.guidance(hinted=False).head == "WIN NEXT TURN"
    task.contest.submit(puzzle.solutions[0], task.contest.view.ply)
    assert not task.contest.settled
    assert task.guidance(hinted=False).head == "WIN THIS TURN"


def test_the_heading_counts_the_turns_that_are_left() -> None:
    ahead = next(puzzle for puzzle in BOOK if puzzle.turns == 4 and puzzle.kind == "plan")
    view = ahead.contest().view
    heads = [
        puzzle_guidance(ahead, view, "", begun=True, left=left, hinted=False, verdict=None).head
        for left in (2, 1, 0)
    ]
    assert heads == ["WIN IN THREE TURNS", "WIN NEXT TURN", "WIN THIS TURN"]


async def test_the_column_beside_a_puzzle_lists_those_around_it() -> None:
    app, book = CuttleApp(LocalLobby("you")), read_book()
    async with app.run_test(size=(120, 40)) as pilot:
        await begin(pilot, app, book[-1].id)
        await pilot.pause()
        told = [row[88:].strip() for row in grid(app)]
    assert told[1] == f"0 of {len(book)} puzzles solved"
    assert told[3].startswith("your puzzle rating:")
    numbers = [row.split()[0] for row in told[4:11]]
    assert numbers == [str(number) for number in range(len(book) - 6, len(book) + 1)]


async def test_a_puzzle_in_plain_letters() -> None:
    app = CuttleApp(LocalLobby("you"), terminal=Terminal("none", unicode=False))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, app, "whose-ten")
        await pilot.pause()
        assert "\n".join(grid(app)).isascii()


@pytest.mark.slow
async def test_the_mouse_goes_on_and_tries_again() -> None:
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, app, "six-to-go")
        screen = table(app)
        await play(pilot, screen, parse_action("draw"))
        await pilot.click(offset=(20, 20))
        await pilot.pause()
        assert task_of(screen).verdict == "missed"
        await pilot.click(offset=(20, BAR))
        await pilot.pause()
        assert task_of(screen).verdict != "missed"
        await play(pilot, screen, parse_action("points 6D"))
        await pilot.click(offset=(20, BAR))
        await pilot.pause()
        assert task_of(screen).puzzle.id == "lower-the-bar"


async def test_the_hint_comes_and_goes_by_its_key() -> None:
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, app, "six-to-go")
        for shown in (True, False):
            await pilot.press("h")
            await pilot.pause()
            assert ("hint: what is 21" in grid(app)[WHY]) is shown


@pytest.mark.slow
async def test_the_next_puzzle_follows_and_the_list_marks_what_is_solved() -> None:
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, app, "six-to-go")
        screen = table(app)
        await play(pilot, screen, parse_action("points 6D"))
        await pilot.press("enter")
        await pilot.pause()
        assert task_of(screen).puzzle.id == "lower-the-bar"
        await pilot.press("u", "q")
        await pilot.pause()
        rows = grid(app)
        assert "1 of 42 puzzles solved" in "\n".join(rows)
        assert any(row.strip().startswith("+   1 Six to go") for row in rows)


@pytest.mark.slow
async def test_the_last_puzzle_leads_back_to_the_list() -> None:
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        archive = await begin(pilot, app, BOOK[-1].id)
        screen = table(app)
        while task_of(screen).verdict != "done":
            await play(pilot, screen, _proved(task_of(screen).contest))
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen is archive


async def test_it_begins_at_the_first_that_is_not_solved() -> None:
    progress = InMemory()
    progress.save(frozenset({BOOK[0].id, BOOK[1].id}))
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, app, progress=progress)
        await pilot.press("enter")
        await pilot.pause()
        assert task_of(table(app)).puzzle is BOOK[2]


@pytest.mark.parametrize("key", ["q", "ctrl+c"])
async def test_leaving_a_puzzle_asks_nothing(key: str) -> None:
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        archive = await begin(pilot, app, "six-to-go")
        await pilot.press(key)
        await pilot.pause()
        assert app.screen is archive


@pytest.mark.parametrize("language", languages())
def test_a_row_of_the_list_fits_in_every_window(language: str) -> None:
    def faults() -> list[str]:
        speak(language)
        found = []
        for place, puzzle in enumerate(BOOK):
            entry = entry_of(puzzle, place, done=False)
            for narrow, columns in ((True, (33, 37, 58)), (False, (35, 41, 78))):
                title, _, aim = row_of(entry, puzzle, 3, narrow=narrow).cells
                room = (columns[0] - title.column - 1, columns[2] - columns[1])
                cells = zip((title.text, aim.text), room, strict=True)
                found += [text for text, least in cells if len(text) > least]
        return found

    assert copy_context().run(faults) == []


def test_the_book_goes_from_one_star_to_three() -> None:
    levels = [stars_of(place, len(BOOK)) for place in range(len(BOOK))]
    assert levels == sorted(levels)
    assert set(levels) == {1, 2, 3}


def test_rules_are_named_where_they_are_not_the_usual_ones() -> None:
    puzzle = next(puzzle for puzzle in BOOK if puzzle.rules == "cutthroat")
    entry = entry_of(puzzle, 0, done=False)
    assert "cutthroat" in row_of(entry, puzzle, 1, narrow=False).cells[2].text
    assert "cutthroat" in str(entry.question)
    usual = entry_of(BOOK[0], 0, done=False)
    assert "standard" not in row_of(usual, BOOK[0], 1, narrow=False).cells[2].text


async def test_the_puzzle_in_focus_lies_beside_the_list_and_a_click_on_it_opens_it() -> None:
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("h", "p")
        await pilot.pause()
        rows = grid(app)
        y = next(y for y, row in enumerate(rows) if "your hand" in row)
        await pilot.click(offset=(rows[y].index("your hand") + 1, y))
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
