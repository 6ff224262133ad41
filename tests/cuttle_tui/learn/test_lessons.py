"""Lessons: every step can be done, can be missed, and never ends in a blind alley."""

from __future__ import annotations

import re
from contextvars import copy_context
from functools import cache

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.palette import glyphs_of
from cuttle_tui.drawing.rows import wrap
from cuttle_tui.i18n.translation import languages, plain, speak
from cuttle_tui.kit.text_types import marked
from cuttle_tui.learn.lesson_texts import LESSONS, STEPS
from cuttle_tui.learn.lesson_words import missed_prompt, step_guidance
from cuttle_tui.learn.lessons import COURSE, Step
from cuttle_tui.learn.puzzles import InMemory
from cuttle_tui.learn.screen import LessonsScreen
from cuttle_tui.learn.tasks import Lessons, LessonTask
from cuttle_tui.local.lobby import LocalLobby
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.tty.terminal import Terminal
from engine.actions import Action, parse_action
from engine.cards import rank_of
from engine.play.view import View
from engine.record.position_text import parse_position
from tests.cuttle_tui.by_keys import play
from tests.cuttle_tui.grids import grid
from tests.whole import some

EVERY = [step for lesson in COURSE for step in lesson.steps]
BAND_WIDTH, BESIDE_WIDTH, ROW_WIDTH = 48, 40, 76
LEAST_ROW_WIDTH = 56
"""In the smallest window, where two rows of the prompt hold the text."""
BAR, OPTIONS, WHY = 15, 16, 17

each = pytest.mark.parametrize("step", EVERY, ids=[step.id for step in EVERY])

Line = tuple[Action, ...]


@cache
def lines(step: Step) -> dict[Line, str]:
    """Play every line of actions to where it is judged: what is found there."""
    found: dict[Line, str] = {}
    open_lines: list[Line] = [()]
    while open_lines:
        line = open_lines.pop()
        contest = step.contest()
        before = contest.view
        for action in line:
            contest.submit(action, contest.view.ply)
        mistake = step.mistake(before, contest) if line else None
        if mistake is not None:
            found[line] = mistake
            continue
        assert contest.view.legal, "nothing can be done, and nothing is said of it"
        assert len(line) < 5
        open_lines += [(*line, action) for action in contest.view.legal]
        if len(found) > 400:
            break
    return found


DOES_IT = {
    "draw": ("draw",),
    "lay-points": ("points 8H",),
    "reach-the-goal": ("points 6D", "points 9H"),
    "higher-rank": ("scuttle 9C>8D", "scuttle TD>8D"),
    "higher-suit": ("scuttle 8H>8D",),
    "stop-the-points": ("scuttle 9H>8D", "scuttle TH>8D", "oneoff 4D"),
    "ace": ("oneoff AH",),
    "five": ("oneoff 5S",),
    "three": ("oneoff 3C",),
    "four": ("oneoff 4C",),
    "six": ("oneoff 6H",),
    "answer": ("counter 2S",),
    "answer-the-answer": ("oneoff 6H",),
    "let-it-happen": ("decline",),
    "steal": ("jack JD>9H",),
    "guard": ("royal QH",),
    "pass-the-guard": ("oneoff 2S>QH",),
    "crown": ("royal KC",),
    "crowned": ("royal KH",),
    "uncrown": ("oneoff 2S>KD",),
    "send-back": ("oneoff 9H>KD",),
    "turn-up": ("oneoff 7S",),
    "choose-one": ("royal KD",),
    "put-on": ("royal 8H",),
    "read-the-hand": ("royal QH", "scuttle TH>5D", "scuttle TH>7C", "oneoff 4D"),
    "plan-ahead": ("royal QS",),
    "count-and-counter": ("oneoff 6D",),
}
"""The first actions that really do it."""


@pytest.mark.slow
@each
def test_only_what_really_does_it_gets_on(step: Step) -> None:
    found = lines(step)
    assert "" in found.values(), "the step cannot be done"
    missed = {line[0] for line, mistake in found.items() if mistake}
    done = {line[0] for line, mistake in found.items() if not mistake}
    assert missed, "nothing plausible is rejected"
    assert {str(action) for action in done} == set(DOES_IT[step.id])
    assert {str(action) for action in missed} - set(DOES_IT[step.id])


@pytest.mark.slow
@each
def test_every_mistake_has_words_and_they_are_made(step: Step) -> None:
    assert set(lines(step).values()) - {""} <= set(STEPS[step.id].mistakes)


@pytest.mark.slow
@each
def test_what_a_mistake_says_of_points_is_true_when_it_is_read(step: Step) -> None:
    """The opponent has answered by then: points and goals of before may be gone."""
    for line, mistake in lines(step).items():
        told = str(STEPS[step.id].mistakes[mistake]) if mistake else ""
        for words in re.findall(r"still need (\w+)|(\d+) of \d+|not (\d+)", told):
            me = _after(step, line).seats[0]
            assert "".join(words) in (str(me.goal), str(me.score)), told


def _after(step: Step, line: Line) -> View:
    contest = step.contest()
    for action in line:
        contest.submit(action, contest.view.ply)
    return contest.view


def test_no_card_is_stolen_before_jacks_are_taught() -> None:
    names = [lesson.id for lesson in COURSE]
    for lesson in COURSE[: names.index("queens-and-jacks")]:
        for step in lesson.steps:
            sides = step.contest().view.seats
            assert not [placed for side in sides for placed in side.points if placed.stack], step.id


def test_every_rank_is_taught() -> None:
    """Some step can only be done by what each rank does."""
    firsts = (parse_action(first) for ways in DOES_IT.values() for first in ways)
    assert {rank_of(card) for first in firsts for card in first.cards[:1]} == set(range(13))


@each
def test_nobody_has_won_before_it_begins(step: Step) -> None:
    position = parse_position(step.text)
    for seat in range(position.rules.seats):
        assert position.score(seat) < position.goal(seat)


@pytest.mark.parametrize("language", languages())
@each
def test_its_words_fit(step: Step, language: str) -> None:
    copy_context().run(_fits, step, language)


def _fits(step: Step, language: str) -> None:
    speak(language)
    lesson = next(one for one in COURSE if step in one.steps)
    words, glyphs = STEPS[step.id], glyphs_of(Terminal())
    beside = BESIDE_WIDTH if "pile" in step.text else BAND_WIDTH
    for text, width in ((words.story, beside), (words.good, BAND_WIDTH)):
        assert len(wrap(marked(text), width, glyphs, indent="")) <= 3
        assert len(wrap(marked(text), LEAST_ROW_WIDTH, glyphs, indent="")) <= 2
    told = step_guidance(lesson, lesson.steps.index(step), hinted=True, verdict=None)
    assert len(f"{told.head}   {plain(told.task)}") <= ROW_WIDTH
    assert len(plain(told.hint)) <= ROW_WIDTH
    for mistake in words.mistakes:
        missed = missed_prompt(step, mistake, hinted=False)
        assert len(f"{missed.head}   {plain(missed.sentence)}") <= ROW_WIDTH
        assert len(plain(missed.why)) <= ROW_WIDTH


def test_every_lesson_and_step_has_words_and_no_word_is_left_over() -> None:
    assert set(STEPS) == {step.id for step in EVERY}
    assert set(LESSONS) == {lesson.id for lesson in COURSE}


# The screen


async def begin(
    pilot: Pilot[None], app: CuttleApp, lesson: str = "", progress: InMemory | None = None
) -> LessonsScreen:
    """Open the list, and a lesson by its name."""
    screen = LessonsScreen(app.paint, Lessons(progress))
    app.push_screen(screen)
    await pilot.pause()
    if lesson:
        screen.pick(next(i for i, one in enumerate(COURSE) if one.id == lesson))
        await pilot.pause()
    return screen


def table(app: CuttleApp) -> TableScreen:
    """Give the table of the lesson."""
    screen = app.screen
    assert isinstance(screen, TableScreen)
    return screen


def task_of(screen: TableScreen) -> LessonTask:
    """Return what is to be done at a table."""
    assert isinstance(screen.to_do, LessonTask)
    return screen.to_do


@pytest.mark.slow
@pytest.mark.parametrize("size", [(45, 28), (45, 35), (80, 24)])
async def test_every_lesson_begins_on_a_phone(size: tuple[int, int]) -> None:
    app = CuttleApp(LocalLobby(), terminal=Terminal(touch=True))
    async with app.run_test(size=size) as pilot:
        for lesson in some(COURSE, 3):
            await begin(pilot, app, lesson.id)
            assert table(app).region.size == size
            app.pop_screen()
            app.pop_screen()
            await pilot.pause()


@pytest.mark.slow
@pytest.mark.parametrize("lesson", [one.id for one in COURSE])
async def test_a_lesson_is_taken_by_keys(lesson: str) -> None:
    progress = InMemory()
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        archive = await begin(pilot, app, lesson, progress)
        steps = next(one.steps for one in COURSE if one.id == lesson)
        screen = table(app)
        following = COURSE[COURSE.index(task_of(screen).lesson) + 1 :]
        for step in steps:
            assert task_of(screen).step is step
            for action in shortest(step):
                await play(pilot, screen, action)
                await pilot.pause()
            assert task_of(screen).verdict == "done"
            assert "WELL DONE" in grid(app)[BAR]
            if step is steps[-1]:
                told = "\n".join(grid(app)[7:18])
                assert following == () or f"next: {LESSONS[following[0].id].title}, " in told
            await pilot.press("enter")
            await pilot.pause()
        assert app.screen is not archive
        if following:
            assert task_of(screen).step is following[0].steps[0]
        else:
            sitters = [sitter.name for sitter in table(app).state.sitters]
            assert table(app).to_do is None
            assert any("beginner" in name for name in sitters), sitters
    assert progress.load() == {f"lesson:{lesson}"}


def shortest(step: Step) -> Line:
    """Find the shortest line that does it."""
    return min((line for line, mistake in lines(step).items() if not mistake), key=len)


async def test_a_mistake_is_named_and_can_be_mended() -> None:
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, app, "scuttle")
        screen = table(app)
        await play(pilot, screen, parse_action("scuttle 9C>3C"))
        await pilot.pause()
        rows = grid(app)
        assert "NOT QUITE   The eight still counts" in rows[BAR]
        assert screen.body.model is not None
        assert screen.body.model.prompt.fill == "bar"
        assert "task: scuttle bob's 8♦" in rows[WHY]
        await pilot.press("h")
        await pilot.pause()
        assert "hint: choose a card" in grid(app)[WHY]
        await pilot.press("enter")
        await pilot.pause()
        assert "SCUTTLE   Scuttle bob's 8♦" in grid(app)[BAR]


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 40)])
async def test_the_task_and_its_hint_are_at_hand_while_a_card_and_a_target_are_chosen(
    size: tuple[int, int],
) -> None:
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=size) as pilot:
        await begin(pilot, app, "scuttle")
        for key, asked in (("2", "How do you play 9♣?"), ("s", "Scuttle which card")):
            await pilot.press(key)
            await pilot.pause()
            assert f"Scuttle bob's 8♦. {asked}" in " ".join(" ".join(grid(app)).split())
        await pilot.press("x")
        await pilot.pause()
        assert "Scuttle bob's 8♦." in "\n".join(grid(app)), "whatever else is told below"
        assert "h hint" in grid(app)[-1]
        await pilot.press("h")
        await pilot.pause()
        assert "hint: choose a card" in "\n".join(grid(app))
        assert table(app).situation.step == "target"


async def test_the_next_lesson_is_in_focus_after_one() -> None:
    progress = InMemory()
    progress.save(frozenset({"lesson:points"}))
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, app, progress=progress)
        assert "LESSONS   Scuttle" in "\n".join(grid(app))
        assert "1 of 9 lessons done, marked +" in "\n".join(grid(app))
        nexts = [row.split()[1:3] for row in grid(app) if row.endswith(" next")]
        assert nexts == [["2", "Scuttle"]], "marked so"


async def test_at_60_columns_nothing_of_the_lessons_is_cut() -> None:
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(60, 20)) as pilot:
        await begin(pilot, app)
        assert "~" not in "\n".join(grid(app))
        assert any("6 Kings and the goal" in row for row in grid(app))


@pytest.mark.slow
async def test_a_step_can_be_left_and_looked_at() -> None:
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        archive = await begin(pilot, app, "sevens")
        for keys in (("z", "escape"), ("l", "escape"), ("t",), ("u",)):
            await pilot.press(*keys)
            assert app.screen is not archive
        await pilot.press("q")
        await pilot.pause()
        assert app.screen is archive


async def left_at_the_second_step(pilot: Pilot[None], app: CuttleApp) -> None:
    """Do the first step of a lesson, and leave the second."""
    screen = table(app)
    for action in shortest(task_of(screen).step):
        await play(pilot, screen, action)
        await pilot.pause()
    await pilot.press("enter", "q")
    await pilot.pause()


@pytest.mark.slow
async def test_a_lesson_that_was_left_goes_on_at_its_step() -> None:
    progress = InMemory()
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, app, "scuttle", progress)
        await left_at_the_second_step(pilot, app)
        shown = "\n".join(grid(app))
        assert shown.count("enter go on") == 1
        assert "u from the start" in shown
        assert "continues at step 2 of 3" in shown
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, app, "scuttle", progress)
        assert task_of(table(app)).step.id == "higher-suit"
        assert "step 2 of 3" in grid(app)[-1]


@pytest.mark.slow
async def test_a_lesson_that_was_left_can_be_begun_over_again() -> None:
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        archive = await begin(pilot, app, "scuttle")
        await left_at_the_second_step(pilot, app)
        await pilot.press("u")
        await pilot.pause()
        assert task_of(table(app)).step.id == "higher-rank"
        await pilot.press("q")
        await pilot.pause()
        shown = "\n".join(grid(app))
        assert "enter begin" in shown
        assert "from the start" not in shown
        await pilot.press("u")
        await pilot.pause()
        assert app.screen is archive


@pytest.mark.slow
async def test_a_lesson_left_when_all_is_done_is_done() -> None:
    progress = InMemory()
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, app, "points", progress)
        screen = table(app)
        for _ in task_of(screen).lesson.steps:
            for action in shortest(task_of(screen).step):
                await play(pilot, screen, action)
                await pilot.pause()
            last = "q" if "next lesson" in grid(app)[OPTIONS] else "enter"
            assert "h hint" not in grid(app)[-1]
            await pilot.press(last)
            await pilot.pause()
        shown = "\n".join(grid(app))
        assert "1 of 9 lessons done" in shown
        assert "LESSONS   Scuttle" in shown
    assert progress.load() == {"lesson:points"}


async def test_nothing_is_kept_of_a_lesson_left_at_its_first_step() -> None:
    progress = InMemory()
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, app, "scuttle", progress)
        await pilot.press("q")
        await pilot.pause()
        assert progress.load() == frozenset()


@pytest.mark.slow
async def test_a_step_that_begins_with_a_card_in_focus_tells_its_task() -> None:
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, app, "sevens")
        screen = table(app)
        for action in shortest(task_of(screen).step):
            await play(pilot, screen, action)
        await pilot.press("enter")
        await pilot.pause()
        assert "How do you play K♦ from the deck?" in grid(app)[BAR]
        assert "win now" in grid(app)[WHY]
        await pilot.press("i")
        await pilot.pause()
        assert "K♦ goal:" in grid(app)[WHY]


async def test_a_log_in_which_nothing_stands_says_so() -> None:
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, app, "scuttle")
        await pilot.press("l")
        await pilot.pause()
        assert "nothing has happened yet" in grid(app)[BAR]
        assert "look back" not in grid(app)[OPTIONS]


async def test_a_hint_gives_way_to_the_text_of_a_card_that_is_chosen_after_it() -> None:
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, app, "scuttle")
        await pilot.press("1")
        await pilot.pause()
        about = grid(app)[WHY]
        assert about.strip()
        await pilot.press("escape", "h")
        await pilot.pause()
        hint = grid(app)[WHY]
        assert hint.strip().startswith("hint:")
        await pilot.press("1")
        await pilot.pause()
        assert grid(app)[WHY] == about
        await pilot.press("h")
        await pilot.pause()
        assert grid(app)[WHY] == hint, "asked for again, it is shown beside the card"
        await pilot.press("h")
        await pilot.pause()
        assert grid(app)[WHY] == about
        await pilot.press("escape")
        await pilot.pause()
        assert not grid(app)[WHY].strip().startswith("hint:")
