"""Word the ways to learn the game, and the lesson screens: list, task, result."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Plural,
    Sentence,
    Span,
    counted,
    say,
    tell,
    tr,
)
from cuttle_tui.kit.text_types import (
    Guidance,
    Prompt,
    Upright,
    hint_line,
    marked,
    option,
    task_line,
)
from cuttle_tui.kit.words import Entry
from cuttle_tui.learn.lesson_texts import LESSONS, STEPS
from cuttle_tui.learn.lessons import COURSE, Lesson, Step
from cuttle_tui.learn.puzzle_texts import PUZZLES
from cuttle_tui.learn.puzzle_words import MARK, SOLVED
from cuttle_tui.table import commands

_GOOD: Final = N_("WELL DONE")


def title_of(lesson: Lesson) -> str:
    """Return the title of a lesson."""
    return str(LESSONS[lesson.id].title)


def entry_of(lesson: Lesson, place: int, step: int = 0, *, done: bool) -> Entry:
    """Word a lesson as a line of the list; `step` is where it continues, 0 for its start."""
    words = LESSONS[lesson.id]
    title, about = str(words.title), str(words.about)
    question = tr("{title}: {about}", title=title, about=about)
    verb, brief = tr("begin"), "" if words.brief is None else str(words.brief)
    if step:
        brief = ""
        about = tr("continues at step {place} of {count}", place=step + 1, count=len(lesson.steps))
        verb = tr("go on")
    return Entry(MARK if done else "", f"{place + 1} {title}", about, question, verb, brief)


NEXT: Final = C_("a lesson", "next")


_DONE: Final = Plural("{done} of {n} lesson done", "{done} of {n} lessons done")
_DONE_MARKED: Final = Plural(
    "{done} of {n} lesson done, marked {mark}", "{done} of {n} lessons done, marked {mark}"
)


def list_band(done: int, count: int) -> tuple[Sentence, ...]:
    """Count the lessons done."""
    return (
        say(counted(count, _DONE_MARKED if done else _DONE, done=done, mark=MARK)),
        tell("each takes a few minutes at a real table; mistakes cost nothing"),
    )


def list_prompt(entry: Entry, *, begun: bool = False) -> Prompt:
    """Ask which lesson to take; a lesson in progress can start again."""
    over = (option(commands.START_OVER),) if begun else ()
    options = (option("enter", entry.verb), *over, option("esc", tr("back")))
    return Prompt("bar", tr("LESSONS"), say(entry.question), options)


def step_guidance(
    lesson: Lesson, place: int, *, hinted: bool, verdict: Prompt | None, done: Collection[str] = ()
) -> Guidance:
    """Word everything shown at a step; `done` names the lessons that are."""
    step = lesson.steps[place]
    words = STEPS[step.id]
    good = verdict is not None and verdict.head == str(_GOOD)
    where = tr("step {place} of {count}", place=place + 1, count=len(lesson.steps))
    return Guidance(
        head=str(LESSONS[lesson.id].title).upper(),
        task=marked(words.task),
        reminder=task_line(words.task),
        story=(marked(words.story),),
        where=where,
        progress=f"{place + 1}/{len(lesson.steps)}",
        draws=step.id == "draw",
        hint=hint_line(words.hint) if hinted else SILENCE,
        verdict=verdict,
        lesson=_learnt(lesson, place) if good else (),
        course=_course(lesson, place + good, done),
        plate=good and place == len(lesson.steps) - 1,
    )


def _course(lesson: Lesson, place: int, done: Collection[str]) -> tuple[Sentence, ...]:
    """List the lessons under a title, a mark at those done, and the steps of this one."""
    lines = [tell("lessons")]
    for number, other in enumerate(COURSE, 1):
        words, here = LESSONS[other.id], other is lesson
        mark = MARK if other.id in done else " "
        lines.append(say(Span(f"{mark} {number}  {words.title}", "strong" if here else "text")))
        lines.append(say(Span(f"{_ABOUT}{words.about}", "quiet")))
        for at, step in enumerate(other.steps if here else ()):
            task = marked(STEPS[step.id].task)
            if at == place:
                task = tuple(
                    Span(text, "strong" if role == "text" else role) for text, role in task
                )
            lines.append((Span(f"{_ABOUT}{'- ' if at >= place else f'{MARK} '}"), *task))
    return tuple(lines)


_ABOUT: Final = " " * 5
"""What a lesson is about stands below its title."""


def _learnt(lesson: Lesson, place: int) -> tuple[Sentence, ...]:
    """Say what a step has shown; at the end, what the lesson taught and which is next."""
    good = marked(STEPS[lesson.steps[place].id].good)
    if place < len(lesson.steps) - 1:
        return (good,)
    words = LESSONS[lesson.id]
    learnt = say(Span(str(words.title), "key"), "   ", str(words.about))
    following = _following(lesson)
    if following is None:
        return (learnt, good, tell("that was the last lesson: now play the computer"))
    coming = LESSONS[following.id]
    title = Span(str(coming.title), "strong")
    return (learnt, good, tell("next: {title}, {about}", title=title, about=coming.about))


def _following(lesson: Lesson) -> Lesson | None:
    """Return the lesson after another; None after the last."""
    place = COURSE.index(lesson) + 1
    return COURSE[place] if place < len(COURSE) else None


def good_prompt(lesson: Lesson, place: int, *, plays: bool = True) -> Prompt:
    """Confirm that the step is done; `plays` says whether a game may follow the last lesson."""
    last = place == len(lesson.steps) - 1
    said = LESSONS[lesson.id].done if last else N_("On to the next step")
    onward = tr("next lesson")
    if _following(lesson) is None:
        onward = tr("play the beginner") if plays else tr("finish")
    on = option("enter", onward if last else tr("go on"))
    options = (on, option(commands.AGAIN, tr("again")), option(commands.LEAVE, tr("lessons")))
    return Prompt("bar", str(_GOOD), say(said), options, upright=Upright(options[:2]))


def missed_prompt(step: Step, mistake: str, *, hinted: bool) -> Prompt:
    """Explain what went wrong, and how to try again."""
    words = STEPS[step.id]
    leave = option(commands.LEAVE, tr("lessons"))
    options = (option("enter", tr("try again")), option(commands.HINT), leave)
    why = hint_line(words.hint) if hinted else task_line(words.task)
    return Prompt("bar", tr("NOT QUITE"), marked(words.mistakes[mistake]), options, why)


# the ways to learn --------------------------------------------------------------------------------

TO_LESSONS: Final = Entry(
    "l",
    N_("lessons"),
    N_("the game from the start"),
    N_("Learn the game step by step?"),
    N_("begin"),
)
TO_PUZZLES: Final = Entry(
    "p", N_("puzzles"), N_("win, survive, counter"), N_("Try a puzzle?"), N_("choose one")
)
TO_RULES: Final = Entry("h", N_("the rules"), N_("card by card"), N_("Read the rules?"), N_("read"))
WAYS: Final = (TO_LESSONS, TO_PUZZLES, TO_RULES)
Share = tuple[int, int]
"""How many are done, and how many there are."""


def band(lessons: Share, puzzles: Share) -> tuple[Sentence, ...]:
    """Count lessons and puzzles done."""
    done = tell(
        "{lessons} of {all_lessons} lessons done, {puzzles} of {all_puzzles} puzzles solved",
        lessons=lessons[0],
        all_lessons=lessons[1],
        puzzles=puzzles[0],
        all_puzzles=puzzles[1],
    )
    return (tell("lessons and puzzles at the table, and the rules"), done)


def learning_lines(lessons: Share, puzzles: Share) -> tuple[Sentence, ...]:
    """Count both, a line each."""
    shares = ((_DONE, lessons), (SOLVED, puzzles))
    return tuple(say(counted(count, told, done=done)) for told, (done, count) in shares)


def prompt(entry: Entry) -> Prompt:
    """Ask about the entry in focus."""
    options = (option("enter", entry.verb), option("esc", tr("home")))
    return Prompt("bar", tr("LEARN"), say(entry.question), options)


def puzzle_line(name: str, place: int) -> Sentence:
    """Offer a puzzle."""
    offer = tr("puzzle {number}: {title}", number=place + 1, title=str(PUZZLES[name].title))
    return option(commands.DO_PUZZLE, offer)


def lesson_line(name: str, place: int, *, begun: bool) -> Sentence:
    """Offer a lesson."""
    offer = N_("go on with lesson {number}: {title}") if begun else N_("lesson {number}: {title}")
    title = str(LESSONS[name].title)
    return option(commands.DO_LESSON, tr(offer, number=place + 1, title=title))
