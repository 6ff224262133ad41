"""Lessons, puzzles, rules and pages are said in the reader's language, every word of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextvars import copy_context
from datetime import UTC, datetime

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.palette import glyphs_of
from cuttle_tui.drawing.rows import wrap
from cuttle_tui.front import pages
from cuttle_tui.i18n import translation
from cuttle_tui.i18n.translation import Message, Sentence, languages, plain, say, speak
from cuttle_tui.kit.text_types import Guidance, PageText, Prompt, marked
from cuttle_tui.kit.words import Entry
from cuttle_tui.learn import lesson_words as lessons, lesson_words as menu, puzzle_words as puzzles
from cuttle_tui.learn.lesson_texts import STEPS
from cuttle_tui.learn.lessons import COURSE
from cuttle_tui.learn.puzzle_texts import PUZZLES
from cuttle_tui.learn.puzzle_words import Feat, Standing, why_solved
from cuttle_tui.learn.puzzles import Puzzle, read_book, read_store
from cuttle_tui.rules import book as rulebook
from cuttle_tui.tty.terminal import Terminal
from engine.rules.options import OPTIONS, parse_ruleset
from engine.rules.rulesets import PRESETS
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.pseudo import Pseudo, english_left, pseudo

BOOK = read_book()
NUMBERED = {"hand-limit": "=6", "draw-limit": "=9", "first-to": "=3"}
RULES = [
    *PRESETS,
    *(f"standard+{name}{NUMBERED.get(name, '')}" for name in OPTIONS),
    "cutthroat+nine-topdeck+random-four",
    "team+four_mode=opponentDraws+jack_counterable=yes",
    "cutthroat+goals=14,0,0,0,W",
]
ALLOWED = frozenset(
    {
        "ctrl",
        "cuttle",
        "host",
        "serve",
        "ssh",
        "HOST",
        "ADDRESS",
        "join",
        "CODE",
        "localhost",
        "rules",
    }
    | {word for text in (*RULES, "NAME") for word in re.findall("[A-Za-z]+", text)}
)
"""What is typed, and so the same in every language."""


def said(*things: object) -> Iterator[str]:
    """Give all that is read in what was worded."""
    for thing in things:
        if isinstance(thing, Prompt):
            yield from said(thing.head, thing.sentence, thing.why, *thing.options)
        elif isinstance(thing, Guidance):
            yield from said(thing.head, thing.task, *thing.story, thing.where)
            yield from said(thing.hint, *thing.lesson)
        elif isinstance(thing, Entry):
            yield from said(thing.label, thing.description, thing.question, thing.verb)
        elif isinstance(thing, str | Message):
            yield str(thing)
        elif isinstance(thing, tuple):
            yield plain(thing) if thing and hasattr(thing[0], "role") else " ".join(said(*thing))


def english_in(*things: object) -> list[str]:
    """List the English words in what was worded; cards and single letters are no words."""
    return [word for text in said(*things) for word in english_left(text, allowed=ALLOWED)]


def test_every_lesson_is_translated() -> None:
    with pseudo():
        for place, lesson in enumerate(COURSE):
            for at, step in enumerate(lesson.steps):
                entry = lessons.entry_of(lesson, place, at, done=True)
                assert english_in(entry, lessons.list_prompt(entry, begun=at > 0)) == []
                good = lessons.good_prompt(lesson, at)
                for verdict in (None, good):
                    told = lessons.step_guidance(lesson, at, hinted=True, verdict=verdict)
                    assert _without_cards(english_in(told, verdict)) == []
                    assert bool(told.lesson) is (verdict is good)
                for mistake in STEPS[step.id].mistakes:
                    for hinted in (True, False):
                        missed = lessons.missed_prompt(step, mistake, hinted=hinted)
                        assert _without_cards(english_in(missed)) == []
        for done in (0, 1, 9):
            assert english_in(*lessons.list_band(done, 9)) == []


def _without_cards(words: list[str]) -> list[str]:
    return [word for word in words if not re.fullmatch("[A2-9TJQK][CDHS]", word)]


@pytest.mark.parametrize("puzzle", BOOK, ids=[puzzle.id for puzzle in BOOK])
def test_every_puzzle_is_translated(puzzle: Puzzle) -> None:
    with pseudo():
        entry = puzzles.entry_of(puzzle, 3, done=False)
        feat = Feat(2, 2, 3, 42, 2, 2, following=read_book()[0].id)
        told = _worded(puzzle, feat)
        assert english_in(entry, puzzles.list_prompt(entry), told) == []
        assert told.lesson
        tries = PUZZLES[puzzle.id].tries.values()
        assert english_in(*map(str, tries)) == []


@pytest.mark.parametrize("place", range(0, len(read_store()), 60))
def test_a_puzzle_of_the_store_is_translated(place: int) -> None:
    puzzle = read_store().puzzle(place)
    with pseudo():
        told = _worded(puzzle, Feat(2, 2, 3, 42, 2, 2, 1512, -12))
        assert _but_names(english_in(told, puzzles.title_of(puzzle)), puzzle) == []
        for solved in (False, True):
            now = datetime(2026, 11, 26, 18, 30, tzinfo=UTC)
            standing = Standing(1512, 3, puzzle, solved, now)
            told_too = (*puzzles.list_band(1, 42, standing), *puzzles.standing_lines(standing))
            assert _but_names(english_in(*told_too), puzzle) == []


def _but_names(words: list[str], puzzle: Puzzle) -> list[str]:
    return [word for word in _without_cards(words) if word not in puzzle.id]


def _worded(puzzle: Puzzle, feat: Feat) -> Guidance:
    contest = puzzle.contest()
    why, view = why_solved(puzzle, puzzle.solutions[0], contest.state()), contest.view
    solved = puzzles.solved_prompt(puzzle, why, last=False)
    where = puzzles.where_in_book(3, 42)
    if puzzle.rating is not None:
        where = puzzles.where_in_store(puzzle, daily=True)
    return puzzles.puzzle_guidance(puzzle, view, where, hinted=True, verdict=solved, feat=feat)


def lines_of(text: PageText) -> list[Sentence]:
    """List what a page says."""
    return [line for block in text.blocks for line in (block.heading, *block.lines)]


@pytest.mark.parametrize("text", RULES)
def test_the_rules_are_translated(text: str) -> None:
    with pseudo():
        ruleset = parse_ruleset(text)
        assert english_in(rulebook.rules_text(ruleset), rulebook.rulesets_text()) == []
        assert english_in(*lines_of(pages.rules_page(ruleset))) == []


def test_the_other_pages_are_translated() -> None:
    with pseudo():
        for inviting in (False, True):
            assert english_in(*lines_of(pages.friend_page(inviting=inviting))) == []
        for entry in menu.WAYS:
            assert english_in(entry, menu.prompt(entry)) == []
        assert english_in(*menu.band((0, 9), (2, 42))) == []


SHOWN = (
    "h", "h l", "h l enter", "h l enter h", "h l enter d", "h p", "h p enter", "h p enter 2 p",
    "h h", "question_mark", "question_mark h",
)  # fmt: skip


@pytest.mark.parametrize("keys", SHOWN)
async def test_the_screens_are_translated(keys: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translation, "catalogue", lambda language: Pseudo())
    with pseudo():
        app = CuttleApp(FakeLobby())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(*keys.split())
            await pilot.pause()
            await pilot.pause()
            rows = "\n".join(grid(app))
            assert english_left(rows, allowed=ALLOWED | {"bob"}) == []


@pytest.mark.parametrize("language", languages())
def test_cards_are_mentioned_in_every_language(language: str) -> None:
    copy_context().run(_same_cards, language)


def _same_cards(language: str) -> None:
    speak(language)
    for words in STEPS.values():
        for text in (words.task, words.story, words.hint, words.good, *words.mistakes.values()):
            assert _cards_of(marked(text)) == sorted(re.findall(r"\{(\w\w)\}", text.text))


def _cards_of(sentence: Sentence) -> list[str]:
    return sorted(span.text for span in sentence if span.role == "card")


@pytest.mark.parametrize("width", range(20, 60))
def test_a_sign_that_stands_alone_begins_no_line(width: int) -> None:
    text = "la place qui vient : et alors ? oui ; non ! et encore un mot de plus : la fin"
    for line in wrap(say(text), width, glyphs_of(Terminal()), indent=""):
        assert plain(line).lstrip()[:1] not in ":;?!"
