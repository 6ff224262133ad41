"""Lessons and puzzles in plain mode: lists, and tasks at a table of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from cuttle_tui.i18n.translation import N_, SILENCE, Sentence, say, tell, tr
from cuttle_tui.kit.text_types import hint_line, marked
from cuttle_tui.kit.words import BUSY, Entry, heading
from cuttle_tui.learn import lesson_words, mistake_words, puzzle_words
from cuttle_tui.learn.lesson_texts import HEARD, HEARD_HINTS, STEPS
from cuttle_tui.learn.lessons import COURSE
from cuttle_tui.learn.mistake_task import MistakeTask, remember
from cuttle_tui.learn.tasks import Lessons, LessonTask, Puzzles, PuzzleTask, Task
from cuttle_tui.plain.commands import LOBBY, NAMELESS, TASK, Commands, LobbyCommands
from cuttle_tui.plain.conversation import Conversation, Refused
from cuttle_tui.plain.lines import Output, read_number
from cuttle_tui.plain.table_feed import TableFeed
from cuttle_tui.table.commands import GO_ON, START_OVER
from cuttle_tui.table.situation import Verdict
from engine.play.events import Event


def entry_line(place: int, title: str, entry: Entry) -> str:
    """List a lesson or a puzzle, with its number and whether it is done."""
    told = N_("{number}: {title}, {about}; done") if entry.key else N_("{number}: {title}, {about}")
    return tr(told, number=place + 1, title=title, about=entry.description)


def _as_heard(sentence: Sentence) -> Sentence:
    """Return what a lesson says for the ear, if it speaks of a place on the screen."""
    good = {marked(STEPS[step].good): say(words) for step, words in HEARD.items()}
    hints = {hint_line(STEPS[step].hint): hint_line(words) for step, words in HEARD_HINTS.items()}
    return (good | hints).get(sentence, sentence)


class TaskFeed(TableFeed):
    """Follows the table of a lesson or a puzzle: tells the task, then how it went."""

    asks_all: ClassVar[bool] = True
    tells_turn: ClassVar[bool] = False
    """The positions are from the middle of games that nobody has played."""

    def __init__(self, task: Task, output: Output, notify: Callable[[], None]) -> None:
        super().__init__(task.contest, output, notify)
        self.task = task
        self._judged: Verdict = ""
        self._hint: Sentence = SILENCE
        """The hint that was told last."""
        self._warned = False
        """Whether the price of a hint was told."""

    @property
    def binds(self) -> bool:
        """Return False: a task is left whenever the player likes."""
        return False

    def arrive(self) -> None:
        self.tell_task()
        super().arrive()

    def tell_end(self) -> None:
        """Say nothing: how the task went is told by its verdict, and no other game follows."""

    @property
    def farewell(self) -> Sentence:
        """Say that a half lesson goes on where it was left."""
        number = self.task.goes_on if isinstance(self.task, LessonTask) else None
        told = N_("the lesson goes on at this step when you type lesson {number}")
        return tell(told, number=number) if number else SILENCE

    def tell_task(self) -> None:
        """Tell where the player is, what they are to do, and the background."""
        told = self.task.guidance(hinted=False)
        self.say(told.where, heading(told.head), *told.story, told.task)

    def tell_hint(self) -> None:
        """Give the hint of the task, after its price; asked again, say that there is no other."""
        if self.task.hint_costs and not self._warned:
            self._warned = True
            self.say(N_("A hint halves what you gain. Type hint again to hear it."))
            return
        self.task.note_hint()
        hint = _as_heard(self.task.guidance(hinted=True).hint)
        self.say(hint, *([N_("There is no further hint.")] if hint == self._hint else []))
        self._hint = hint

    def tell_ways_on(self) -> None:
        """Say what can be typed once the task is done or missed."""
        go_on = N_("Type next to go on, again to do it once more, or leave.")
        try_again = N_("Type again to try again, hint for a hint, or leave.")
        self.say(go_on if self.task.verdict == "done" else try_again)

    def again(self) -> None:
        """Set the table up as it was."""
        self._judged = ""
        self.task.contest.again()
        self.tell_task()
        self.begin_anew()

    def _new_events(self) -> list[Event]:
        return list(self.state.log[len(self.log) :])

    def _ask(self) -> None:
        """Ask for the pending decision, unless the task is done or missed."""
        verdict = self.task.verdict
        if not verdict:
            super()._ask()
        elif not self._judged:
            self.menu, self._judged = None, verdict
            self.task.note_progress()
            guidance = self.task.guidance(hinted=False)
            if (told := guidance.verdict) is not None:
                lesson = map(_as_heard, guidance.lesson)
                self.say(heading(told.head), told.sentence, told.why, *lesson)
            self.tell_ways_on()


def _open(session: Conversation, task: Task) -> None:
    session.go_to(TaskFeed(task, session.output, session.wake))


# at a task ---------------------------------------------------------------------------------------

TASK_COMMANDS: Final = Commands[Callable[[Conversation, TaskFeed, str], None]](TASK)


@TASK_COMMANDS("task", N_("hear the task again"))
def _task(session: Conversation, table: TaskFeed, rest: str) -> None:
    table.tell_task()
    table.ask()


TASK_COMMANDS.add("hint", N_("hear a hint"), lambda session, table, rest: table.tell_hint())
TASK_COMMANDS.add("again", START_OVER.help, lambda session, table, rest: table.again())


@TASK_COMMANDS("next", GO_ON.help)
def _next(session: Conversation, table: TaskFeed, rest: str) -> None:
    task = table.task
    if task.verdict != "done":
        table.say(N_("This task is not done yet. Type task to hear it again."))
    elif task.next_contest() is not None:
        _open(session, task)
    elif task.occasion == "lesson":
        table.say(N_("You know the game now. Type computer beginner to play."))
    else:
        table.say(N_("That was the last one."))


# in the lobby ------------------------------------------------------------------------------------

COMMANDS: Final = LobbyCommands(LOBBY | NAMELESS)


def _lessons_of(session: Conversation) -> Lessons:
    return Lessons(session.progress)


def puzzles_of(session: Conversation) -> Puzzles:
    """Return how the player stands with puzzles."""
    return Puzzles(session.progress, lambda: session.clock().date(), session.lobby.puzzles)


@COMMANDS("lessons", N_("the game from the start"))
async def _lessons(session: Conversation, rest: str) -> None:
    lessons = _lessons_of(session)
    for place, (lesson, done) in enumerate(zip(COURSE, lessons.done, strict=True)):
        entry = lesson_words.entry_of(lesson, place, lessons.reached(place), done=done)
        session.output.item(entry_line(place, lesson_words.title_of(lesson), entry))
    session.number_opens("lesson")
    session.output.tell(N_("Type a number to begin, or lesson to go on where you are."))


@COMMANDS("puzzles", N_("list the puzzles"))
async def _puzzles(session: Conversation, rest: str) -> None:
    puzzles = puzzles_of(session)
    for place, (puzzle, done) in enumerate(zip(puzzles.book, puzzles.done, strict=True)):
        entry = puzzle_words.entry_of(puzzle, place, done=done)
        session.output.item(entry_line(place, puzzle_words.title_of(puzzle), entry))
    for line in puzzle_words.standing_lines(puzzles.standing(session.clock())):
        session.output.tell(line)
    session.number_opens("puzzle")
    session.output.tell(N_("Type a number to try one, or puzzle today for today's."))
    session.output.tell(N_("Type puzzle next for one near your rating."))
    if own := mistake_words.waiting_line(session.mistakes):
        session.output.tell(own, N_("Type mistakes to find better plays."))


@COMMANDS(N_("lesson [NUMBER] [again]"), N_("take a lesson, go on with it, or begin it again"))
async def _lesson(session: Conversation, rest: str) -> None:
    """Begin the lesson of that number, go on where the player is, or begin it once more."""
    lessons = _lessons_of(session)
    number, _, word = rest.partition(" ")
    place = _place(rest if word != "again" else number, len(COURSE), lessons.first)
    _check_unbound(session)
    if word == "again":
        lessons.forget(place)
    _open(session, LessonTask(lessons, place, lessons.reached(place)))


@COMMANDS(
    N_("puzzle [NUMBER]"), N_("try a puzzle; today's without a number, puzzle next for another")
)
async def _puzzle(session: Conversation, rest: str) -> None:
    """Open the puzzle of that number or name, today's, or the next one near the rating."""
    puzzles = puzzles_of(session)
    word = rest.lower()
    if word == "next" or (not rest and puzzles.solved_today):
        puzzle = puzzles.near()
    elif not rest and not puzzles.begun:
        puzzle = puzzles.book[0]
    elif not rest or word == "today":
        puzzle = puzzles.of_the_day
    else:
        puzzle = puzzles.named(rest)
    if puzzle is None:
        puzzle = puzzles.book[_place(rest, len(puzzles.book), puzzles.first)]
    _check_unbound(session)
    if not rest and puzzles.solved_today:
        session.output.tell(N_("Today's puzzle is solved; this is the next one."))
    _open(session, PuzzleTask(puzzles, puzzle))


@COMMANDS("mistakes", N_("find better plays than yours in your last games"))
async def _mistakes(session: Conversation, rest: str) -> None:
    _check_unbound(session)
    found = await remember(session.lobby, session.mistakes)
    if not found:
        raise Refused(mistake_words.NONE_WAITS)
    _open(session, MistakeTask(session.mistakes, found))


def _check_unbound(session: Conversation) -> None:
    """Refuse a player who may not leave their table."""
    if session.table is not None and session.table.binds:
        raise Refused(BUSY)


def _place(rest: str, count: int, usual: int) -> int:
    """Return which one is meant."""
    number = read_number(rest)
    if rest and not 1 <= number <= count:
        told = N_("There is no number {number}. Type 1 to {count}.")
        raise Refused(tr(told, number=rest, count=count))
    return number - 1 if rest else usual
