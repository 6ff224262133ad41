"""Choose how to learn the game: lessons and puzzles, each at a table, or the rules.

The position of a puzzle is shown in small before it is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import Any, ClassVar, Final
from unicodedata import normalize

from cuttle_tui.drawing.fronts import ANY_HEIGHT, with_smaller_head
from cuttle_tui.drawing.layout import Plan
from cuttle_tui.i18n.translation import (
    N_,
    Sentence,
    Span,
    card_span,
    kept_in_each_language,
    say,
    tell,
    tr,
)
from cuttle_tui.kit.board import BoardModel
from cuttle_tui.kit.keymap import MISTAKES, SPARE, Command, Section, Sections, by, fields, to
from cuttle_tui.kit.list_screen import (
    MENU_ZONES,
    MOVE,
    ListScreen,
    Menu,
    MenuRoom,
    name_head,
    straight_to,
)
from cuttle_tui.kit.lists import Cell, Row, entry_row, stars
from cuttle_tui.kit.screen import BACK
from cuttle_tui.kit.seating import TaskKind
from cuttle_tui.kit.text_types import PanelBlock
from cuttle_tui.kit.words import Entry
from cuttle_tui.kit.zone import PaintContext, Zone, keys_in
from cuttle_tui.learn import lesson_words, mistake_words, puzzle_words
from cuttle_tui.learn.lesson_words import lesson_line, puzzle_line
from cuttle_tui.learn.lessons import COURSE, Step
from cuttle_tui.learn.mistake_task import MistakeTask, Remembered, remember
from cuttle_tui.learn.puzzle_texts import stars_of
from cuttle_tui.learn.puzzle_words import aim_of, head_of, title_of
from cuttle_tui.learn.puzzles import Progress, Puzzle
from cuttle_tui.learn.tasks import (
    LESSON_NAMES,
    Lessons,
    LessonTask,
    Puzzles,
    PuzzleTask,
    puzzle_names,
)
from cuttle_tui.ports import TableState
from cuttle_tui.rules.panels import rules_blocks
from cuttle_tui.rules.samples import cards_block
from cuttle_tui.table.commands import START_OVER
from cuttle_tui.table.plate import YOUR_HAND
from cuttle_tui.table.presenter import present_table
from cuttle_tui.table.situation import TableUi
from cuttle_tui.table.small_board import SEATS, bare, board_seats

_TITLES: Final = (N_("{key} today's puzzle: {aim}"), N_("{key} today: {aim}"), N_("{key} {aim}"))
"""What a board is called, the fullest first."""
_FIRST: Final = (N_("{key} a first puzzle: {aim}"), N_("{key} puzzle: {aim}"), N_("{key} {aim}"))
"""The same of an easy one, which is not today's."""


def has_seats(puzzle: Puzzle) -> bool:
    """Return whether a puzzle has as many seats as a board shows."""
    return puzzle.seats == SEATS


def board_of(puzzle: Puzzle, opens: str) -> BoardModel | None:
    """Return today's puzzle, or one of the book to begin with, as a small board that a key opens.

    None for more than two seats.
    """
    first = puzzle.rating is None
    asked = head_of(puzzle).lower()
    # stars where words for how hard it is have no room
    starred = tr("{aim} {stars}", aim=asked.rstrip(" ?"), stars="*" * stars_of(puzzle))
    called = (asked,) if first else (title_of(puzzle), starred)
    key, titles = Span(opens, "key"), _FIRST if first else _TITLES
    forms = [
        tell(title, key=key, aim=Span(aim, "strong"))
        for aim in called
        for title in (titles if aim == called[-1] else titles[:-1])
    ]
    return _board(puzzle, opens, forms)


def _board(puzzle: Puzzle, opens: str, titles: Sequence[Sentence]) -> BoardModel | None:
    """Return a position of a puzzle; None for more than two seats."""
    return _drawn(_state(puzzle), opens, titles) if has_seats(puzzle) else None


def _drawn(state: TableState, opens: str, titles: Sequence[Sentence]) -> BoardModel:
    """Return a position, with the cards that were just played behind its title."""
    table = present_table(state, 0, TableUi())
    played = [part for each in table.mid.stack for part in (" ", card_span(each.card))]
    return BoardModel(
        opens,
        tuple(say(title, *played) for title in titles),
        board_seats(table),
        tr(YOUR_HAND),
        bare(table.tray),
    )


@lru_cache(maxsize=8)
def _state(task: Puzzle | Step) -> TableState:
    """Set the position up, as the player may know it."""
    return task.contest().state()


def open_mistakes(screen: ListScreen) -> None:
    """Open the player's mistakes that wait today; their games are read first."""
    app = screen.cuttle

    def show(found: tuple[Remembered, ...]) -> None:
        if found:
            app.sit_at_task(MistakeTask(app.mistakes, found))
        else:
            screen.announce(say(mistake_words.NONE_WAITS))

    screen.wait_for_lobby(remember(app.lobby, app.mistakes), show)


class LearnScreen(ListScreen):
    """The ways to learn; the player's own mistakes are one, while some wait."""

    ZONES: ClassVar[Mapping[str, type[Zone[Any]]]] = MENU_ZONES
    FINDS: ClassVar[bool] = False

    def __init__(self, paint: PaintContext) -> None:
        super().__init__(paint, Menu(lesson_words.WAYS, self._choose))

    def on_screen_resume(self) -> None:
        own = mistake_words.entry(self.cuttle.mistakes)
        self.menu.entries = (*lesson_words.WAYS, *([own] if own is not None else []))
        self._focus = min(self._focus, len(self.menu.entries) - 1)
        self._show()

    def _show(self) -> None:
        band = lesson_words.band(*_shares(self.cuttle.progress))
        prompt = lesson_words.prompt(self.in_focus)
        self._panel = rules_blocks(self.cuttle.ruleset)
        self.show_menu(name_head(), band, prompt)

    def sections(self) -> Sections:
        return (self._LIST, straight_to(self.menu.entries))

    def _choose(self) -> None:
        app, way = self.cuttle, self.in_focus
        if way == lesson_words.TO_LESSONS:
            app.show_page(LessonsScreen(self.paint, Lessons(app.progress)))
        elif way == lesson_words.TO_PUZZLES:
            app.show_page(PuzzlesScreen(self.paint, app.puzzles))
        elif way.key == MISTAKES:
            open_mistakes(self)
        else:
            app.show_rules(app.ruleset)

    def interrupt(self) -> None:
        self.dismiss()

    _LIST: ClassVar[Section[LearnScreen]] = Section(
        N_("the list"),
        (
            Command(
                by(fields(5), ListScreen.move),
                N_("move along the list"),
                N_("move"),
                "arrows",
                spare=SPARE,
            ),
            Command(to("enter space", _choose), N_("do what the bar says"), N_("choose")),
            Command(to("escape q ctrl+c", interrupt), N_("back home"), N_("home")),
        ),
    )
    SECTIONS: ClassVar[Sections] = (_LIST,)


def progress_block(progress: Progress) -> PanelBlock:
    """Return how many lessons and puzzles are done, to stand beside a list."""
    return PanelBlock(tr("learning"), lesson_words.learning_lines(*_shares(progress)))


def _shares(progress: Progress) -> tuple[lesson_words.Share, lesson_words.Share]:
    """Count what is done, and all there is, of the lessons and of the puzzles."""
    done, puzzles = progress.load(), puzzle_names()
    return (
        (len(done.intersection(LESSON_NAMES)), len(LESSON_NAMES)),
        (len(done.intersection(puzzles)), len(puzzles)),
    )


_USUAL_WIDTH: Final = 76
"""Columns of text of a usual window."""


_LESSONS: Final = N_("lessons")


class LessonsScreen(ListScreen):
    """The lessons in order, with their progress; an unfinished lesson continues."""

    ZONES: ClassVar[Mapping[str, type[Zone[Any]]]] = MENU_ZONES

    def __init__(self, paint: PaintContext, lessons: Lessons) -> None:
        super().__init__(paint, Menu(room=lambda: MenuRoom(len(lessons.names))))
        self._lessons = lessons
        self._focus = lessons.place

    def on_screen_resume(self) -> None:
        """Show the progress, on the lesson that the last task led to."""
        self._focus = self._lessons.place
        self._show()

    def move(self, step: int) -> None:
        super().move(step)
        self._lessons.place = self._focus

    def plan(self, width: int, height: int) -> Plan | None:
        """Return the plan for a size, with rows for the position beside the list."""
        plan = super().plan(width, height)
        return plan and with_smaller_head(plan)

    def _show(self) -> None:
        done, lesson = self._lessons.done, COURSE[self._focus]
        self.menu.entries = tuple(
            lesson_words.entry_of(each, place, self._lessons.reached(place), done=done[place])
            for place, each in enumerate(COURSE)
        )
        rows = [*map(entry_row, self.menu.entries)]
        if not all(done):  # the first that is not done is the next
            coming = done.index(False)
            rows[coming] = replace(rows[coming], right=tr(lesson_words.NEXT))
        # beside the list, where the lesson in focus begins or goes on
        state = _state(lesson.steps[self._lessons.reached(self._focus)])
        shown = state.view is not None and len(state.view.seats) == SEATS
        title = say(Span(lesson_words.title_of(lesson), "strong"))
        board = _drawn(state, "enter", [title]) if shown else None
        self._panel = (PanelBlock("", (), drawn=board),)
        self._under = (cards_block(self.cuttle.ruleset),)
        # the tiles spell the name of the list, in letters without accents
        letters = normalize("NFD", str(_LESSONS).upper()).encode("ascii", "ignore").decode()
        head = replace(name_head(_LESSONS), letters=tuple(letters), lifted=0)
        band = lesson_words.list_band(sum(done), len(done))
        prompt = lesson_words.list_prompt(self.in_focus, begun=self.begun)
        self.show_menu(head, band, prompt, rows)

    @property
    def begun(self) -> bool:
        """Whether the lesson in focus was left after its first step."""
        return self._lessons.reached(self._focus) > 0

    def open_focused(self) -> None:
        self._lay_out(self._lessons.reached(self._focus))

    def _start_over(self) -> None:
        self._lessons.forget(self._focus)
        self._lay_out(0)

    def _lay_out(self, step: int) -> None:
        free = self.cuttle.waiting_table is None
        self._lessons.place = self._focus
        self.cuttle.sit_at_task(LessonTask(self._lessons, self._focus, step, plays=free))

    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("the list"),
            (
                MOVE,
                Command(
                    to("enter space", open_focused),
                    N_("go on with the marked lesson"),
                    N_("go on"),
                    now=lambda screen: screen.begun,
                ),
                Command(
                    to("enter space", open_focused), N_("begin the marked lesson"), N_("begin")
                ),
                Command(
                    to(START_OVER.key, _start_over),
                    N_("begin the marked lesson over again"),
                    N_("from the start"),
                    now=lambda screen: screen.begun,
                ),
                BACK,
            ),
        ),
    )


class PuzzlesScreen(ListScreen):
    """The puzzles, the easy ones first, with their progress."""

    ZONES: ClassVar[Mapping[str, type[Zone[Any]]]] = MENU_ZONES
    HIGHEST: ClassVar[int] = ANY_HEIGHT

    def __init__(self, paint: PaintContext, puzzles: Puzzles) -> None:
        super().__init__(paint, Menu(room=lambda: MenuRoom(len(puzzles.names))))
        self._puzzles = puzzles
        self._focus = puzzles.place

    def on_screen_resume(self) -> None:
        """Show the progress, on the puzzle that the last task led to."""
        self._focus = self._puzzles.place
        self._show()

    def move(self, step: int) -> None:
        super().move(step)
        self._puzzles.place = self._focus

    @property
    def _width(self) -> int:
        """The columns of text, where lines of the band do not wrap."""
        plan = self.plan(*self.app.size)
        return _USUAL_WIDTH if plan is None or plan.phone == "upright" else plan.stop - plan.first

    def on_resize(self) -> None:
        """Show as much in each row as there is room for."""
        self._show()

    def _show(self) -> None:
        done, book = self._puzzles.done, self._puzzles.book
        narrow = self._width < _USUAL_WIDTH
        self.menu.entries = tuple(
            puzzle_words.entry_of(each, place, done=done[place]) for place, each in enumerate(book)
        )
        puzzle = book[self._focus]
        board = _board(puzzle, "enter", [say(Span(aim_of(puzzle), "strong"))])
        self._panel = puzzle_words.position_panel(puzzle, board)
        standing = self._puzzles.standing(self.cuttle.now())
        band = puzzle_words.list_band(sum(done), len(done), standing, self._width)
        prompt = puzzle_words.list_prompt(
            self.in_focus, mistake_words.option_of(self.cuttle.mistakes)
        )
        rows = [
            row_of(entry, book[place], puzzle_words.stars_of(place, len(book)), narrow=narrow)
            for place, entry in enumerate(self.menu.entries)
        ]
        self.show_menu(name_head(N_("puzzles")), band, prompt, rows)

    def open_focused(self) -> None:
        self._try(self._puzzles.book[self._focus])

    def open_todays(self) -> None:
        """Open today's puzzle."""
        self._try(self._puzzles.of_the_day)

    def _open_near(self) -> None:
        puzzle = self._puzzles.near()
        if puzzle is not None:
            self._try(puzzle)

    def _try(self, puzzle: Puzzle) -> None:
        self._puzzles.place = self._focus
        self.cuttle.sit_at_task(PuzzleTask(self._puzzles, puzzle))

    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("the list"),
            (
                MOVE,
                Command(
                    to("enter space", open_focused), N_("open the marked puzzle"), N_("try it")
                ),
                Command(to("t", open_todays), N_("open today's puzzle"), N_("today's")),
                Command(
                    to("n", _open_near),
                    N_("open a puzzle near your rating, and then another"),
                    N_("near your rating"),
                ),
                Command(
                    to(MISTAKES, open_mistakes),
                    mistake_words.MISTAKES_HELP,
                    when=lambda screen: bool(screen.cuttle.mistakes.waiting),
                ),
                BACK,
            ),
        ),
    )


def task_offers(progress: Progress, today: Callable[[], date]) -> tuple[Sentence, ...]:
    """Name the next puzzle and the next lesson, each with its key."""
    lessons, puzzles = Lessons(progress), Puzzles(progress, today)
    puzzle, lesson, book = puzzles.first, lessons.first, puzzles.book
    return (
        puzzle_line(book[puzzle].id, puzzle),
        lesson_line(COURSE[lesson].id, lesson, begun=lessons.reached(lesson) > 0),
    )


def task_board(progress: Progress, today: Callable[[], date]) -> BoardModel | None:
    """Return the next puzzle as a small board, with the key that offers it."""
    puzzles = Puzzles(progress, today)
    return _offered_board(puzzles.book[puzzles.first], puzzles.first)


@kept_in_each_language(16)
def _offered_board(puzzle: Puzzle, place: int) -> BoardModel | None:
    """Draw a puzzle for everybody who is offered it: each table that waits asks again and again."""
    offer = puzzle_line(puzzle.id, place)
    opens = keys_in(offer)[0]
    title = say(Span(opens, "key"), " ", title_of(puzzle))  # where the offer is too long
    return _board(puzzle, opens, [offer, title])


def task_list(
    kind: TaskKind, paint: PaintContext, progress: Progress, puzzles: Puzzles
) -> LessonsScreen | PuzzlesScreen:
    """Return the list of puzzles or lessons, on the first that is not done."""
    if kind == "puzzle":
        return PuzzlesScreen(paint, puzzles)
    return LessonsScreen(paint, Lessons(progress))


_NAME, _STAR_COLUMN, _AIM_COLUMN = 6, 35, 41
_NARROWED: Final = (37, 43)
"""The last two columns in a narrow window, where those of lists move closer together."""
_USUAL_RULES: Final = "standard"


def row_of(entry: Entry, puzzle: Puzzle, level: int, *, narrow: bool) -> Row:
    """Make the row of a puzzle: its title, how hard it is, what is asked.

    The rules are named if they are not those of most puzzles, and there is room.
    """
    star, aim = _NARROWED if narrow else (_STAR_COLUMN, _AIM_COLUMN)
    usual = narrow or puzzle.rules == _USUAL_RULES
    about = puzzle_words.aim_of(puzzle) if usual else entry.description
    cells = (Cell(_NAME, str(entry.label)), Cell(star, stars(level), "key"), Cell(aim, str(about)))
    return Row((*cells[:2], cells[2]._replace(role="quiet")), entry.key)
