"""Lessons and puzzles as tasks at a table: what is asked, how it went, what is saved of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import date, datetime
from functools import cache
from typing import Final, Protocol

from cuttle_tui.i18n.translation import SILENCE, Sentence, plain, say, tell
from cuttle_tui.kit.text_types import Guidance, KeysModel, Prompt, Upright, option
from cuttle_tui.learn import lesson_words, puzzle_words
from cuttle_tui.learn.lessons import COURSE, Lesson, Step
from cuttle_tui.learn.puzzles import (
    InMemory,
    Progress,
    Puzzle,
    Streak,
    after_answer,
    hinted_name,
    missed_name,
    rating_in,
    rating_name,
    read_book,
    read_store,
    streak_in,
)
from cuttle_tui.ports import Chair, TableState
from cuttle_tui.ports.puzzles import PuzzleRatings
from cuttle_tui.table import choices, commands
from cuttle_tui.table.present_seats import with_cards_lit
from cuttle_tui.table.situation import Occasion, TableUi, Verdict
from cuttle_tui.table.view_model import TableModel
from engine.cards import parse_card
from engine.play.view import Ask, View
from engine.ratings import Rating, shown
from engine.solver import Challenge

LESSON_NAMES: Final = tuple(f"lesson:{lesson.id}" for lesson in COURSE)
"""The name under which each lesson is saved."""


@cache
def puzzle_names() -> tuple[str, ...]:
    """Return the name under which each puzzle is saved."""
    return tuple(puzzle.id for puzzle in read_book())


class Contest(Chair, Protocol):
    """The chair of a task."""

    @property
    def view(self) -> View:
        """The position as the player sees it."""

    def again(self) -> None:
        """Begin anew."""


class Task(ABC):
    """A task at a table, and its result."""

    occasion: Occasion
    plays: bool = False
    """Whether a game against the computer comes after the last task."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest

    @property
    @abstractmethod
    def verdict(self) -> Verdict:
        """The result so far."""

    @abstractmethod
    def guidance(self, *, hinted: bool) -> Guidance:
        """Word the instructions."""

    @abstractmethod
    def next_contest(self) -> Contest | None:
        """Continue after a finished task; None after the last."""

    @abstractmethod
    def note_progress(self) -> None:
        """Save the task once it is done."""

    @property
    def hint_costs(self) -> bool:
        """Whether a hint costs something now."""
        return False

    def note_hint(self) -> None:  # noqa: B027  # where it is free, nothing is saved
        """Save that a hint was taken."""


class Checklist:
    """The progress in a list, saved by the names of its entries."""

    def __init__(self, names: Sequence[str], progress: Progress | None) -> None:
        """Read the progress of the named entries; by default, it is kept only in memory."""
        self.names = tuple(names)
        self._progress = progress or InMemory()
        self.place = self.first
        """The entry that the player is at: the one in focus."""

    @property
    def saved(self) -> frozenset[str]:
        """All saved names, of every list."""
        return self._progress.load()

    @property
    def first(self) -> int:
        """The first unfinished entry, or the first of all."""
        done = self.saved
        return next((place for place, name in enumerate(self.names) if name not in done), 0)

    @property
    def done(self) -> tuple[bool, ...]:
        """Whether each entry is done."""
        saved = self.saved
        return tuple(name in saved for name in self.names)

    def save(self, *names: str, without: Collection[str] = ()) -> None:
        """Save some names, and remove others."""
        self._progress.save(self._progress.load().difference(without).union(names))


# lessons ----------------------------------------------------------------------------------------


class Lessons(Checklist):
    """The lessons in order; one that was left continues at its step."""

    def __init__(self, progress: Progress | None = None) -> None:
        super().__init__(LESSON_NAMES, progress)

    def reached(self, place: int) -> int:
        """Return the step at which a lesson continues."""
        saved = self.saved
        return next((step for step, mark in enumerate(_marks(place)) if mark in saved), 0)

    def forget(self, place: int) -> None:
        """Let a lesson begin with its first step."""
        self.save(without=_marks(place))

    def note_step(self, place: int, step: int) -> None:
        """Save that a step is done; after the last step, so is the lesson."""
        marks = _marks(place)
        last = step == len(marks) - 1
        self.save(self.names[place] if last else marks[step + 1], without=marks)
        if last:
            self.place = min(place + 1, len(COURSE) - 1)


def _marks(place: int) -> list[str]:
    """Name the steps of a lesson, to save the step at which it continues."""
    return [f"{LESSON_NAMES[place]}@{step.id}" for step in COURSE[place].steps]


class LessonTask(Task):
    """The steps of a lesson in order."""

    contest: Challenge
    occasion: Occasion = "lesson"

    def __init__(self, lessons: Lessons, number: int, step: int = 0, *, plays: bool = True) -> None:
        """Set up a step of the lesson at a place; `plays` lets a game follow the last lesson."""
        self._lessons = lessons
        self.plays = plays
        self._number = number
        self.lesson: Lesson = COURSE[number]
        self._place = step
        super().__init__(self.step.contest())
        self._before = self.contest.view

    @property
    def goes_on(self) -> int | None:
        """The number of the lesson, counted from 1, if it is not at its end and goes on there."""
        lessons, number = self._lessons, self._number
        return number + 1 if lessons.reached(number) or not lessons.done[number] else None

    @property
    def step(self) -> Step:
        """The current step."""
        return self.lesson.steps[self._place]

    @property
    def _mistake(self) -> str | None:
        return self.step.mistake(self._before, self.contest)

    @property
    def verdict(self) -> Verdict:
        mistake = self._mistake
        if mistake is None:
            return ""
        return "missed" if mistake else "done"

    def guidance(self, *, hinted: bool) -> Guidance:
        mistake, told = self._mistake, None
        if mistake:
            told = lesson_words.missed_prompt(self.step, mistake, hinted=hinted)
        elif mistake is not None:
            told = lesson_words.good_prompt(self.lesson, self._place, plays=self.plays)
        saved = self._lessons.saved
        return lesson_words.step_guidance(
            self.lesson, self._place, hinted=hinted, verdict=told, done=saved
        )

    def note_progress(self) -> None:
        if self.verdict == "done":
            self._lessons.note_step(self._number, self._place)

    def next_contest(self) -> Challenge | None:
        if self._place == len(self.lesson.steps) - 1:
            if self._number == len(COURSE) - 1:
                return None
            self._number += 1
            self.lesson, self._place = COURSE[self._number], self._lessons.reached(self._number)
        else:
            self._place += 1
        self.contest = self.step.contest()
        self._before = self.contest.view
        return self.contest


# puzzles ----------------------------------------------------------------------------------------


class Puzzles(Checklist):
    """The puzzles of the book, the easy ones first; those of the store, and how one stands."""

    def __init__(
        self,
        progress: Progress | None,
        today: Callable[[], date],
        people: PuzzleRatings | None = None,
    ) -> None:
        """Read the progress; `today` returns the current day, of UTC.

        On a server `people` have moved the ratings, and the player's answers do so as well.
        """
        self.book = read_book()
        self._today = today
        self._people = people
        super().__init__(puzzle_names(), progress)

    @property
    def today(self) -> date:
        """The current day, of UTC."""
        return self._today()

    @property
    def of_the_day(self) -> Puzzle:
        """Today's puzzle."""
        return self._as_rated(read_store().of_the_day(self._today()))

    def named(self, id: str) -> Puzzle | None:
        """Return a puzzle of the store by its id; None if there is none."""
        puzzle = read_store().named(id)
        return None if puzzle is None else self._as_rated(puzzle)

    def _moved(self, id: str) -> int:
        return 0 if self._people is None else self._people.moved(id)

    def _as_rated(self, puzzle: Puzzle) -> Puzzle:
        """Return a puzzle of the store with the rating that people have given it here."""
        moved = self._moved(puzzle.id)
        return replace(puzzle, rating=(puzzle.rating or 0) + moved) if moved else puzzle

    @property
    def solved_today(self) -> bool:
        """Whether today's puzzle is solved."""
        return self.streak.last == self._today()

    @property
    def streak(self) -> Streak:
        """How many puzzles were solved on the last day with any, and how many days' in a row."""
        return streak_in(self.saved)

    @property
    def days(self) -> int:
        """The days in a run, up to now, whose puzzle is solved."""
        return self.streak.running(self._today())

    @property
    def solved_now(self) -> int:
        """How many puzzles were solved today."""
        return self.streak.solved_on(self._today())

    @property
    def rating(self) -> Rating:
        """The player's rating with puzzles."""
        return rating_in(self.saved)

    @property
    def begun(self) -> bool:
        """Whether a puzzle was ever solved, or one of the store answered."""
        return bool(self.rating.games or self.solved)

    @property
    def solved(self) -> int:
        """How many puzzles of the book are solved."""
        return sum(self.done)

    def standing(self, now: datetime) -> puzzle_words.Standing:
        """Return how the player stands with puzzles, and what there is today."""
        return puzzle_words.Standing(
            shown(self.rating), self.days, self.of_the_day, self.solved_today, now
        )

    def near(self) -> Puzzle | None:
        """Return the puzzle nearest to the player's rating that was not tried, nor is today's."""
        tried = {name.partition(":")[0] for name in self.saved}
        without = {*tried, self.of_the_day.id}
        found = read_store().near(shown(self.rating), without, self._moved)
        return None if found is None else self._as_rated(found)

    def after(self, puzzle: Puzzle) -> Puzzle | None:
        """Return the puzzle that follows: of the book, or of the store another near the rating."""
        if puzzle.rating is not None:
            return self.near()
        place = self.names.index(puzzle.id) + 1
        return self.book[place] if place < len(self.book) else None

    def is_new(self, puzzle: Puzzle) -> bool:
        """Return whether the next answer to a puzzle is the first, which is rated."""
        return puzzle.rating is not None and self.saved.isdisjoint(
            (puzzle.id, missed_name(puzzle.id))
        )

    def is_hinted(self, puzzle: Puzzle) -> bool:
        """Return whether a hint was taken before the first answer."""
        return hinted_name(puzzle.id) in self.saved

    def note_hint(self, puzzle: Puzzle) -> None:
        """Save that a hint was taken, also for whoever comes back to the puzzle."""
        if self.is_new(puzzle):
            self.save(hinted_name(puzzle.id))

    def note_answer(self, puzzle: Puzzle, *, right: bool, opened: date | None = None) -> None:
        """Save how an answer was; the first one to a puzzle of the store is rated.

        Args:
            puzzle: what was answered.
            right: whether the answer was.
            opened: the day on which it was opened, if that is not today: it counts for that day.
        """
        saved, missed = self.saved, missed_name(puzzle.id)
        names: set[str] = set()
        gone: set[str] = set()
        first = self.is_new(puzzle)
        if puzzle.rating is not None and first:
            hinted = self.is_hinted(puzzle)
            given = read_store().named(puzzle.id)
            if self._people is not None and given is not None and not hinted:
                own, levels = shown(self.rating), given.rating or 0
                self._people.note(puzzle.id, rating=levels, own=own, right=right)
            after = after_answer(self.rating, puzzle.rating, right=right, hinted=hinted)
            names.add(rating_name(after))
            gone |= {rating_name(self.rating), hinted_name(puzzle.id)}
        day = self._today() if opened is None else opened
        is_due = self.streak.last < day and puzzle.id == read_store().of_the_day(day).id
        if right and (puzzle.id not in saved or is_due):
            gone |= {self.streak.name, missed}
            streak = self.streak.on(self._today(), daily=day if is_due else None)
            names |= {streak.name, puzzle.id}
        elif first:
            names.add(missed)
        if names:
            self.save(*names, without=gone)


class PuzzleTask(Task):
    """A puzzle, and then those that follow it."""

    contest: Challenge
    occasion: Occasion = "puzzle"

    def __init__(self, puzzles: Puzzles, puzzle: Puzzle) -> None:
        """Set up a puzzle."""
        self._puzzles = puzzles
        self.puzzle = puzzle
        """The current puzzle."""
        self._opened = puzzles.today
        """The day on which it was opened: today's puzzle stays that day's after midnight."""
        self._misses = 0
        """How often this puzzle was missed before."""
        self._gained: int | None = None
        """What the answer did to the player's rating, if it did."""
        self._hinted = puzzles.is_hinted(puzzle)
        """Whether a hint was taken before it was solved."""
        self._missed_before = self._was_missed
        super().__init__(puzzle.contest())

    @property
    def _was_missed(self) -> bool:
        """Whether the puzzle was missed at another time."""
        return missed_name(self.puzzle.id) in self._puzzles.saved

    @property
    def hint_costs(self) -> bool:
        return self._puzzles.is_new(self.puzzle) and not self._hinted

    def note_hint(self) -> None:
        self._hinted = self._hinted or self.verdict != "done"
        self._puzzles.note_hint(self.puzzle)

    @property
    def verdict(self) -> Verdict:
        if self.contest.solved:
            return "done"
        return "missed" if self.contest.failed else ""

    def guidance(self, *, hinted: bool) -> Guidance:
        puzzles, puzzle = self._puzzles, self.puzzle
        rating = shown(puzzles.rating)
        if puzzle.rating is None:
            place = puzzles.names.index(puzzle.id)
            where = puzzle_words.where_in_book(place, len(puzzles.book))
            course = puzzle_words.book_course(puzzles.book, place, puzzles.done, rating)
        else:
            daily = puzzle.id == read_store().of_the_day(self._opened).id
            where = puzzle_words.where_in_store(puzzle, daily=daily)
            course = puzzle_words.store_course(rating, puzzles.days)
        return puzzle_words.puzzle_guidance(
            puzzle,
            self.contest.view,
            where,
            begun=self.contest.first is not None,
            left=self.contest.turns_left,
            hinted=hinted,
            verdict=self._judged(hinted=hinted),
            feat=self._feat if self.verdict == "done" else None,
            course=course,
        )

    @property
    def _feat(self) -> puzzle_words.Feat:
        """How the puzzle was solved."""
        puzzles = self._puzzles
        return puzzle_words.Feat(
            self.contest.moves,
            self._misses + 1,
            puzzles.solved,
            len(puzzles.book),
            puzzles.solved_now,
            puzzles.days,
            shown(puzzles.rating),
            self._gained,
            self._following,
            self._hinted,
            self._missed_before,
        )

    @property
    def _following(self) -> str:
        """The id of the next puzzle of the book."""
        following = self._puzzles.after(self.puzzle) if self.puzzle.rating is None else None
        return "" if following is None else following.id

    def _judged(self, *, hinted: bool) -> Prompt | None:
        contest, verdict = self.contest, self.verdict
        if verdict == "done":
            last = self.puzzle.rating is None and not self._following
            assert contest.first is not None
            why = puzzle_words.why_solved(self.puzzle, contest.first, contest.state())
            return puzzle_words.solved_prompt(self.puzzle, why, last=last)
        if verdict == "missed":
            return puzzle_words.missed_prompt(
                self.puzzle,
                contest.state(),
                str(contest.first),
                since=contest.since,
                hinted=hinted,
                rating=(shown(self._puzzles.rating), self._gained),
            )
        return None

    def note_progress(self) -> None:
        """Save the answer, and count the misses before it is right."""
        if not self.verdict:
            return
        before = self._puzzles.rating
        right = self.verdict == "done"
        self._puzzles.note_answer(self.puzzle, right=right, opened=self._opened)
        after = self._puzzles.rating
        if after != before:
            self._gained = shown(after) - shown(before)
        self._misses += self.verdict == "missed"

    def next_contest(self) -> Challenge | None:
        following = self._puzzles.after(self.puzzle)
        if following is None:
            return None
        self.puzzle, self._misses, self._gained = following, 0, None
        self._hinted = self._puzzles.is_hinted(following)
        self._missed_before = self._was_missed
        self._opened = self._puzzles.today
        if following.rating is None:
            self._puzzles.place = self._puzzles.names.index(following.id)
        self.contest = following.contest()
        return self.contest


def guided(
    model: TableModel, guidance: Guidance, view: View, state: TableState, ui: TableUi
) -> TableModel:
    """Apply the guidance to the model of a running game."""
    step, fresh = choices.step_of(view, ui.choice), not state.log
    choosing = step == "card" and ui.choice.card is None
    answering = step in ("answer", "pick", "take") or (fresh and view.ask is Ask.SEVEN)
    model = guide(
        model, guidance, choosing=choosing, answering=answering and not ui.explain, fresh=fresh
    )
    if not ui.notice:
        return model
    return replace(model, prompt=replace(model.prompt, why=ui.notice, story=SILENCE))


def guide(
    model: TableModel, guidance: Guidance, *, choosing: bool, answering: bool, fresh: bool
) -> TableModel:
    """Apply the guidance to a model.

    Args:
        choosing: whether a turn begins and no card is chosen yet.
        answering: whether the question is not about a turn.
        fresh: whether nothing has happened yet.
    """
    keys = KeysModel((), guidance.where)
    said = model.log.lines[-_LINES:]
    model = replace(model, log=replace(model.log, story=guidance.story, course=guidance.course))
    if guidance.verdict is not None:
        lesson = guidance.lesson
        below = bool(lesson) and not guidance.plate
        mid = replace(model.mid, lines=lesson or said, stack=(), newest_first=bool(lesson))
        mid = replace(mid, told_below=below)
        verdict = replace(guidance.verdict, story=lesson[-1] if below else SILENCE)
        tray = tuple(replace(face, key="") for face in model.tray)
        model = replace(model, prompt=verdict, mid=mid, tray=tray, keys=keys)
        return _flourish(model) if guidance.plate else model
    prompt = model.prompt
    if choosing:
        named = {parse_card(span.text) for span in guidance.task if span.role == "card"}
        model = with_cards_lit(model, named) if named else model
        upright = Upright(
            (*prompt.options, option(commands.HINT)),
            progress=guidance.progress,
            how=_how(model, guidance),
            plain=not guidance.draws,
        )
        task = Prompt(prompt.fill, guidance.head, guidance.task, prompt.options, upright=upright)
        prompt = replace(
            task,
            shorter=prompt.shorter,
            shortest=prompt.shortest,
            named=prompt.named,
            tapped=prompt.tapped,
            taken=prompt.taken,
        )
    elif not (fresh and answering):  # the story has the rows first
        prompt = _with_task(prompt, guidance)
    if guidance.hint or not prompt.why or answering:
        tells = prompt.sentence[: len(guidance.task)] == guidance.task
        why = guidance.hint or (SILENCE if choosing or tells else guidance.reminder)
        prompt = replace(prompt, why=why)
    if fresh and guidance.story:
        mid = replace(model.mid, lines=guidance.story, newest_first=True, told_below=True)
        on_the_way = not (choosing or answering)
        told = on_the_way or prompt.why not in (SILENCE, guidance.reminder)
        story = SILENCE if told else guidance.story[-1]
        prompt = replace(prompt, story=story, brief_story=guidance.brief)
        model = replace(model, mid=mid, log=replace(model.log, story=()))
    return replace(model, prompt=prompt, keys=keys)


_LINES: Final = 3
_BAR: Final = 74
"""Columns of the bar's words in a window of 80."""
_STOPS: Final = "?!"


def _with_task(prompt: Prompt, guidance: Guidance) -> Prompt:
    """Tell the task before any question on the way to it, where both fit; else below it."""
    stop = " " if plain(guidance.task)[-1:] in _STOPS else ". "
    asked = say(*guidance.task, stop, *prompt.sentence)
    if len(prompt.head) + len(plain(asked)) > _BAR:
        return replace(prompt, why=guidance.reminder)
    return replace(prompt, sentence=asked)


def _how(model: TableModel, guidance: Guidance) -> Sentence:
    """Say what to choose, if the task is to do something to a card of others, or with a card."""
    if guidance.draws:
        return SILENCE
    theirs = {face.card for seat in model.others for face in (*seat.points, *seat.royals)}
    named = [span for span in guidance.task if span.role == "card"]
    if len(named) == 1 and parse_card(named[0].text) in theirs:
        return tell("choose one of your cards, then {card}", card=named[0])
    return tell("choose one of your cards to see what it can do")


def _flourish(model: TableModel) -> TableModel:
    """Give the whole band to what was achieved, and fill the player's cards like a winner's."""
    won = tuple(replace(face, look="sel", won=True) for face in model.me.points)
    mid, prompt = replace(model.mid, dealt=False), model.prompt
    if len(mid.lines) == _LINES and not prompt.why:  # the counts leave the room to the lesson
        mid, prompt = replace(mid, lines=mid.lines[:-1]), replace(prompt, why=mid.lines[-1])
    return replace(model, mid=mid, prompt=prompt, me=replace(model.me, points=won))
