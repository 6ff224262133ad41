"""Word the lesson screens: the list, the task, what came of an action."""

from __future__ import annotations

from typing import Final

from cuttle_tui.guidance import Guidance
from cuttle_tui.lessons.step import Lesson, Step
from cuttle_tui.prose import SILENCE, Sentence, say
from cuttle_tui.scene import KeysModel
from cuttle_tui.wording.asking import Prompt, option
from cuttle_tui.wording.front import Entry
from cuttle_tui.wording.lesson_book import LESSONS, STEPS
from cuttle_tui.wording.marked import marked
from cuttle_tui.wording.names import counted

HINTS: Final = (("arrows", "move"), ("enter", "begin"), ("esc", "home"))
DONE: Final = "+"
GOOD: Final = "GOOD"
_MISSED: Final = "NOT QUITE"
_TABLE_HINTS: Final = (
    ("h", "hint"),
    ("u", "from the start"),
    ("z", "scrap"),
    ("i", "card"),
    ("?", "help"),
    ("q", "lessons"),
)


def entry_of(lesson: Lesson, place: int, *, done: bool) -> Entry:
    """Word one lesson as a line of the list."""
    title, about = LESSONS[lesson.id]
    return Entry(DONE if done else "", f"{place + 1}  {title}", about, f"{title}: {about}", "begin")


def list_band(done: int, count: int) -> tuple[Sentence, ...]:
    """Say how many lessons are done."""
    taken = f"{done} of {counted(count, 'lesson')} done"
    return (
        say(f"{taken}, marked {DONE}" if done else taken),
        say("each takes a few minutes, on a real table; nothing can go wrong"),
    )


def list_prompt(entry: Entry) -> Prompt:
    """Ask which lesson to take."""
    options = (option("enter", entry.verb), option("esc", "home"))
    return Prompt("bar", "LESSONS", say(entry.question), options)


def step_guidance(lesson: Lesson, place: int, *, hinted: bool, verdict: Prompt | None) -> Guidance:
    """Say all there is to say at one step."""
    step = lesson.steps[place]
    words, title = STEPS[step.id], LESSONS[lesson.id][0]
    good = verdict is not None and verdict.head == GOOD
    return Guidance(
        head=title.upper(),
        task=marked(words.task),
        story=(marked(words.story),),
        options=(option("h", "hint"),),
        keys=KeysModel(_TABLE_HINTS, f"step {place + 1} of {len(lesson.steps)}"),
        hint=say("hint: ", marked(words.hint)) if hinted else SILENCE,
        verdict=verdict,
        lesson=(marked(words.good),) if good else (),
    )


def good_prompt(lesson: Lesson, place: int) -> Prompt:
    """Say that the step is done."""
    last = place == len(lesson.steps) - 1
    title = LESSONS[lesson.id][0]
    said = f"That was the lesson on {title[:1].lower()}{title[1:]}" if last else "That is it"
    on = option("enter", "finish" if last else "go on")
    return Prompt("bar", GOOD, say(said), (on, option("r", "once more"), option("q", "lessons")))


def missed_prompt(step: Step, mistake: str, *, hinted: bool) -> Prompt:
    """Say what went wrong, and what may be done about it."""
    words = STEPS[step.id]
    said = words.mistakes[mistake]
    options = (option("enter", "try again"), option("h", "hint"), option("q", "lessons"))
    why = (
        say("hint: ", marked(words.hint))
        if hinted
        else say("the task: ", marked(_lowered(words.task)))
    )
    return Prompt("wait", _MISSED, marked(said), options, why)


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]
