"""Word the puzzle screens: list, task, result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len

from cuttle_tui.coach.purposes import purpose_line
from cuttle_tui.i18n.translation import (
    N_,
    SILENCE,
    Message,
    Part,
    Plural,
    Role,
    Sentence,
    Span,
    card_span,
    counted,
    plain,
    say,
    tell,
    tr,
)
from cuttle_tui.kit.names import Names, names_of
from cuttle_tui.kit.text_types import (
    Guidance,
    PanelBlock,
    PanelModel,
    Prompt,
    hint_line,
    option,
    task_line,
)
from cuttle_tui.kit.words import BELOW, Entry
from cuttle_tui.learn.puzzle_texts import (
    PUZZLES,
    PuzzleWords,
    difficulty_of,
    time_to_next,
    words_of,
)
from cuttle_tui.learn.puzzles import NAMES, Puzzle
from cuttle_tui.ports import TableState
from cuttle_tui.table import commands
from cuttle_tui.table.log_lines import line_of
from cuttle_tui.table.words.menu_lines import choice_words
from cuttle_tui.table.words.status_notes import HAND, OF, POINTS, ROYALS
from engine.actions import Action, Kind
from engine.cards import Card
from engine.coach.plays import purposes
from engine.coach.purposes import Purpose
from engine.play.events import Declined, Ended, Fizzled, PlayedPoints, PlayedRoyal, Shielded, Stole
from engine.play.observe import observe
from engine.play.view import Outcome, View
from engine.record.position_text import parse_position

if TYPE_CHECKING:
    from cuttle_tui.kit.board import BoardModel

MARK: Final = "+"
"""Marks what is done, in a list."""


@dataclass(frozen=True, slots=True)
class Aims:
    """The task of a kind of puzzle."""

    head: Message
    """In capitals, for the bar."""
    about: Message
    """In the list."""
    task: Message
    """In a sentence."""
    then: Aims | None = None
    """The task after an answer."""


_WIN: Final = Aims(
    N_("WIN THIS TURN"), N_("win this turn"), N_("Win now, whatever your opponent does")
)
_WIN_AGAINST_MANY: Final = replace(_WIN, task=N_("Win now, whatever the others do"))
_PLAN: Final = Aims(
    N_("WIN NEXT TURN"), N_("win next turn"), N_("What makes sure you win next turn?")
)
_PLAN_AHEAD: Final = Aims(
    N_("WIN IN THREE TURNS"), N_("win in three turns"), N_("Which order makes sure you win?")
)
_SURVIVE: Final = Aims(N_("SURVIVE"), N_("survive"), N_("Keep bob from winning on his next turn"))
_SURVIVE_BOTH: Final = replace(_SURVIVE, task=N_("Keep both opponents from winning"))
_ANSWER_TO_WIN: Final = Aims(
    N_("COUNTER?"),
    N_("counter"),
    N_("you must win on your next turn: counter or not?"),
    then=replace(_PLAN, task=N_("Win on your next turn")),
)
_ANSWER_TO_HOLD: Final = replace(
    _ANSWER_TO_WIN, task=N_("do not lose on his next turn: counter or not?"), then=_SURVIVE
)
_ANSWER_TO_WIN_NOW: Final = replace(
    _ANSWER_TO_WIN, task=N_("you must win now: counter or not?"), then=_WIN
)
_DISCARD_TO_WIN: Final = Aims(
    N_("DISCARD WHAT?"),
    N_("discard"),
    N_("you must win on your next turn: what do you discard?"),
    then=_ANSWER_TO_WIN.then,
)
_DISCARD_TO_HOLD: Final = replace(
    _DISCARD_TO_WIN, task=N_("do not lose on his next turn: what do you discard?"), then=_SURVIVE
)
_SEVEN_TO_WIN_NOW: Final = Aims(
    N_("YOUR SEVEN"), N_("a seven"), N_("Win now with what your seven revealed"), then=_WIN
)
_SEVEN_TO_WIN: Final = replace(
    _SEVEN_TO_WIN_NOW,
    task=N_("Make sure you win next turn with what your seven revealed"),
    then=_ANSWER_TO_WIN.then,
)
_SEVEN_TO_HOLD: Final = replace(
    _SEVEN_TO_WIN_NOW, task=N_("Keep bob from winning with what your seven revealed"), then=_SURVIVE
)
_JACK_TO_WIN: Final = Aims(
    N_("YOUR JACK"),
    N_("a jack"),
    N_("Which card must your jack take so that you win next turn?"),
    then=_ANSWER_TO_WIN.then,
)
_JACK_TO_HOLD: Final = replace(
    _JACK_TO_WIN, task=N_("Which card must your jack take so that bob does not win?"), then=_SURVIVE
)
_AIMS: Final = {
    ("win", 0): _WIN,
    ("plan", 2): _PLAN,
    ("plan", 4): _PLAN_AHEAD,
    ("survive", 1): _SURVIVE,
    ("survive", 2): _SURVIVE_BOTH,
    ("counter", 0): _ANSWER_TO_WIN_NOW,
    ("seven", 0): _SEVEN_TO_WIN_NOW,
}
"""By kind and turns, where all of these have one goal."""
_BY_GOAL: Final = {
    ("counter", "win"): _ANSWER_TO_WIN,
    ("counter", "hold"): _ANSWER_TO_HOLD,
    ("discard", "win"): _DISCARD_TO_WIN,
    ("discard", "hold"): _DISCARD_TO_HOLD,
    ("seven", "win"): _SEVEN_TO_WIN,
    ("seven", "hold"): _SEVEN_TO_HOLD,
    ("jack", "win"): _JACK_TO_WIN,
    ("jack", "hold"): _JACK_TO_HOLD,
}


def _aims_of(puzzle: Puzzle) -> Aims:
    aims = _AIMS.get((puzzle.kind, puzzle.turns)) or _BY_GOAL[puzzle.kind, puzzle.aim.goal]
    return _WIN_AGAINST_MANY if aims is _WIN and puzzle.seats > 2 else aims


def _aims_after(puzzle: Puzzle, left: int) -> Aims:
    """Return the task after the first action, with so many turns left after this one."""
    aims = _aims_of(puzzle)
    if puzzle.aim.goal == "win" and not left:
        return _WIN if puzzle.seats <= 2 else _WIN_AGAINST_MANY
    if aims is _PLAN_AHEAD and left == 1:
        return _PLAN
    return aims.then or aims


def head_of(puzzle: Puzzle) -> str:
    """Return the task in capitals."""
    return str(_aims_of(puzzle).head)


def title_of(puzzle: Puzzle) -> str:
    """Return the title of a puzzle: what is asked, and how hard it is, if nobody gave it one."""
    if puzzle.rating is None:
        return str(PUZZLES[puzzle.id].title)
    aim = head_of(puzzle).lower().rstrip(" ?")
    return tr("{aim}, {difficulty}", aim=aim, difficulty=difficulty_of(puzzle))


def _words_of(puzzle: Puzzle, view: View) -> PuzzleWords:
    return PUZZLES[puzzle.id] if puzzle.rating is None else words_of(puzzle, view)


def where_in_book(place: int, count: int) -> str:
    """Say which puzzle of the book this is."""
    return tr("puzzle {place} of {count}", place=place + 1, count=count)


def where_in_store(puzzle: Puzzle, *, daily: bool) -> str:
    """Say which puzzle of the store this is, and whether it is today's."""
    told = N_("today's, {difficulty}") if daily else N_("{id}, {difficulty}")
    return tr(told, id=puzzle.id, difficulty=difficulty_of(puzzle))


def entry_of(puzzle: Puzzle, place: int, *, done: bool) -> Entry:
    """Word a puzzle as a line of the list."""
    title = str(PUZZLES[puzzle.id].title)
    about = tr(_RULED, aim=aim_of(puzzle), rules=puzzle.rules)
    question = tr("{title}: {about}", title=title, about=about)
    return Entry(MARK if done else "", f"{place + 1:2} {title}", about, question, tr("try it"))


_RULED: Final = N_("{aim}, {rules}")
_LEVELS: Final = 3


def aim_of(puzzle: Puzzle) -> str:
    """Say in a few words what is asked."""
    return str(_aims_of(puzzle).about)


def stars_of(place: int, count: int) -> int:
    """Return how hard a puzzle of the book is, which begins with the easy ones: 1 to 3 stars."""
    return 1 + place * _LEVELS // count


def position_panel(puzzle: Puzzle, board: BoardModel | None) -> PanelModel:
    """Tell what a puzzle is about, and show its table, to stand beside the list.

    Args:
        puzzle: the puzzle.
        board: its position in small; without one, what lies there is listed.
    """
    words, view = PUZZLES[puzzle.id], observe(parse_position(puzzle.text), 0)
    about = PanelBlock(str(words.title), (say(words.story),))
    if board is not None:
        return (about, PanelBlock("", (), drawn=board))
    blocks = [about]
    for seat in (*range(1, len(view.seats)), 0):
        side = view.seats[seat]
        title = f"{NAMES[seat] if seat else tr('you')}   {side.score} {tr(OF, number=side.goal)}"
        points, royals = (
            _spread(card for placed in zone for card in (placed.card, *placed.stack))
            for zone in (side.points, side.royals)
        )
        hand = _spread(side.hand) or say(str(side.hand_size))
        rows = ((POINTS, points), (ROYALS, royals), (HAND, hand))
        told = tuple(say(f"{word}  ", *cards) for word, cards in rows if cards)
        blocks.append(PanelBlock(title, told))
    return tuple(blocks)


def _spread(cards: Iterable[Card]) -> Sentence:
    """Write cards side by side."""
    spans = [span for card in cards for span in (card_span(card), Span(" "))]
    return tuple(spans[:-1])


PRICE_OF_HINT: Final = N_("a hint halves what you gain: the same key again")
"""Before the first hint, where the answer is rated."""

SOLVED: Final = Plural("{done} of {n} puzzle solved", "{done} of {n} puzzles solved")
_SOLVED_MARKED: Final = Plural(
    "{done} of {n} puzzle solved, marked {mark}", "{done} of {n} puzzles solved, marked {mark}"
)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a player stands with puzzles, and what there is today."""

    rating: int
    days: int
    """The days of the run whose puzzle is solved."""
    daily: Puzzle
    """Today's puzzle."""
    solved: bool
    """Whether it is solved."""
    now: datetime


def list_band(done: int, count: int, standing: Standing, width: int = 76) -> tuple[Sentence, ...]:
    """Count the puzzles solved, and tell of today's and how the player stands, a line each.

    Args:
        done: how many are solved.
        count: how many there are.
        standing: how the player stands.
        width: the columns of a line, in which less is told if they are few.
    """
    marked = counted(count, _SOLVED_MARKED, done=done, mark=MARK)
    solved = counted(count, SOLVED, done=done)
    days = [days_line(standing.days)] if standing.days > 1 else []
    rating = rating_line(standing.rating)
    told: list[list[Part]] = [[solved, rating], [solved]]
    if done:
        told.insert(0, [marked, rating])
    told = [[*told[0], *days], *told]
    lines = [say(*_apart(parts)) for parts in told]
    today = tell("today's: {title}", title=title_of(standing.daily))
    if standing.solved:
        time = time_to_next(standing.now)
        today = tell("today's puzzle is solved; the next one in {time}", time=time)
    return (_fitting(lines, width), _fitting([daily_line(standing), today], width))


def _fitting(lines: Sequence[Sentence], width: int) -> Sentence:
    """Return the first of some lines that fits, or the last."""
    return next((line for line in lines if cell_len(plain(line)) <= width), lines[-1])


def standing_lines(standing: Standing) -> tuple[Sentence, ...]:
    """Tell how a player stands, and of today's puzzle, in lines of their own."""
    days = (say(days_line(standing.days)),) if standing.days > 1 else ()
    return (rating_line(standing.rating), *days, daily_line(standing))


def daily_line(standing: Standing) -> Sentence:
    """Tell of today's puzzle, and when its day ends for everybody, where a run hangs on it."""
    time = time_to_next(standing.now)
    if standing.solved:
        return tell("today's puzzle is solved; the next one at midnight UTC, in {time}", time=time)
    title = title_of(standing.daily)
    if standing.days:
        return tell("today's: {title} (until midnight UTC, in {time})", title=title, time=time)
    return tell("today's: {title} (easy on Mondays, hard on Sundays)", title=title)


def list_prompt(entry: Entry, own: Sequence[Sentence] = ()) -> Prompt:
    """Ask which puzzle to try, and offer the player's `own` mistakes."""
    options = (
        option("enter", entry.verb),
        option("t", tr("today's")),
        option("n", tr("near your rating")),
        *own,
        option("esc", tr("back")),
    )
    return Prompt("bar", tr("PUZZLES"), say(entry.question), options)


def puzzle_guidance(
    puzzle: Puzzle,
    view: View,
    where: str,
    *,
    begun: bool = False,
    left: int = 0,
    hinted: bool,
    verdict: Prompt | None,
    feat: Feat | None = None,
    course: tuple[Sentence, ...] = (),
) -> Guidance:
    """Word everything shown at the table of a puzzle; once solved, how it was."""
    words = _words_of(puzzle, view)
    aims = _aims_after(puzzle, left) if begun else _aims_of(puzzle)
    return Guidance(
        head=str(aims.head),
        task=say(aims.task),
        reminder=task_line(aims.task),
        story=(say(Span(str(words.title), "strong")), say(words.story)),
        brief=say(words.brief) if words.brief else SILENCE,
        where=where,
        hint=hint_line(words.hint) if hinted else SILENCE,
        verdict=verdict,
        lesson=() if feat is None else _solved_lines(puzzle, words, feat),
        course=course,
        plate=feat is not None,
    )


_AROUND: Final = 3
"""The puzzles of the book that are listed before one, and after it."""


def book_course(
    book: Sequence[Puzzle], place: int, done: Sequence[bool], rating: int
) -> tuple[Sentence, ...]:
    """List the puzzles around one under a title, and how a player stands; mark those solved."""
    solved = counted(len(book), SOLVED, done=sum(done))
    first = max(0, min(place - _AROUND, len(book) - 2 * _AROUND - 1))
    lines: list[Sentence] = [say(solved), rating_line(rating)]
    for number, puzzle in enumerate(book[first : first + 2 * _AROUND + 1], first):
        role: Role = "strong" if number == place else "text"
        title = str(PUZZLES[puzzle.id].title)
        mark = MARK if done[number] else " "
        lines.append(say(Span(f"{mark} {number + 1:<{len(_ABOUT) - 2}}{title}", role)))
        about = tr(_RULED, aim=aim_of(puzzle), rules=puzzle.rules)
        lines.append(say(Span(f"{_ABOUT}{about}", "quiet")))
    if more := len(book) - first - 2 * _AROUND - 1:
        pad = _ABOUT[len(_MARGIN) :]
        lines.append(say(Span(_MARGIN), Span(f"{pad}{tr(BELOW, n=more)}", "quiet")))
    return tuple(lines)


_ABOUT: Final = " " * 6
"""What a puzzle asks stands below its title."""
_MARGIN: Final = " " * 2
"""Before a number without a mark."""


def store_course(rating: int, days: int) -> tuple[Sentence, ...]:
    """Tell how a player stands, beside a puzzle of the store."""
    counts = (say(days_line(days)),) if days > 1 else ()
    return (tell("puzzles"), rating_line(rating), *counts)


@dataclass(frozen=True, slots=True)
class Feat:
    """How a puzzle was solved."""

    moves: int
    tries: int
    solved: int
    """The puzzles of the book solved so far."""
    count: int
    today: int
    """The puzzles solved today."""
    days: int
    """The days of the run whose puzzle is solved."""
    rating: int = 0
    """The player's rating now."""
    gained: int | None = None
    """What this puzzle did to it; None if it was not rated."""
    following: str = ""
    """The id of the next puzzle of the book."""
    hinted: bool = False
    """Whether a hint was taken."""
    missed_before: bool = False
    """Whether it was missed at another time, so that this is not the first try."""


def _solved_lines(puzzle: Puzzle, words: PuzzleWords, feat: Feat) -> tuple[Sentence, ...]:
    """Name the puzzle with the moves it took, its lesson, and what is solved and comes next."""
    moves = counted(feat.moves, _MOVES)
    done: list[Part] = [tr("{done} of {count} solved", done=feat.solved, count=feat.count)]
    if puzzle.rating is not None:
        done = [rating_line(feat.rating, feat.gained)]
    if feat.today:
        done.append(counted(feat.today, _TODAY))
    if feat.days > 1:
        done.append(days_line(feat.days))
    if feat.following:
        done.append(tell("next: {title}", title=PUZZLES[feat.following].title))
    return (
        say(Span(str(words.title), "key"), "   ", ", ".join([moves, *_tries(feat)])),
        say(words.lesson),
        say(*_apart(done)),
    )


def _tries(feat: Feat) -> tuple[str, ...]:
    """Count the tries, and tell of a hint; an earlier miss leaves no first try to tell of."""
    if feat.tries > 1:
        told = counted(feat.tries, _TRIES)
        return (told, tr("with a hint")) if feat.hinted else (told,)
    if feat.hinted:
        return (tr("with a hint"),)
    return () if feat.missed_before else (tr("at the first try"),)


def _apart(parts: Sequence[Part]) -> list[Part]:
    return [part for each in parts for part in ("   ", each)][1:]


def rating_line(rating: int, gained: int | None = None) -> Sentence:
    """Tell the player's rating with puzzles, and what it has just gained or lost."""
    if gained is None:
        return tell("your puzzle rating: {rating}", rating=rating)
    return tell("your puzzle rating: {rating} ({gained})", rating=rating, gained=f"{gained:+d}")


def days_line(days: int) -> str:
    """Count the days of a run whose puzzle is solved."""
    return counted(days, _DAYS)


_MOVES: Final = Plural("{n} move", "{n} moves")
_TRIES: Final = Plural("{n} try", "{n} tries")
_TODAY: Final = Plural("{n} today", "{n} today")
_DAYS: Final = Plural("run of {n} day", "run of {n} days")
_WAYS: Final = {
    "win": Plural(
        "You win: no other first move does it", "You win: one of {n} first moves that do it"
    ),
    "hold": Plural(
        "You survive: no other first move does it", "You survive: one of {n} first moves that do it"
    ),
}


def solved_prompt(puzzle: Puzzle, why: Sentence, *, last: bool) -> Prompt:
    """Confirm the solution with why it is one, and count the moves that work."""
    said = counted(len(puzzle.solutions), _WAYS[puzzle.aim.goal])
    on = option("enter", tr("back to the list") if last else tr("the next puzzle"))
    options = (on, option(commands.AGAIN, tr("again")), option(commands.LEAVE, tr("the list")))
    return Prompt("bar", tr("SOLVED"), say(said), options, why)


def missed_prompt(
    puzzle: Puzzle,
    state: TableState,
    first: str,
    *,
    since: int,
    hinted: bool,
    rating: tuple[int, int | None] = (0, None),
) -> Prompt:
    """Explain what the `first` action led to, and why it fails.

    Args:
        since: how many events came before the player's last action.
        rating: the player's rating now, and what this puzzle did to it.
    """
    assert state.view is not None
    words = _words_of(puzzle, state.view)
    why = say(words.tries.get(first, SILENCE))
    if hinted:
        why = hint_line(words.hint)
    elif rating[1] is not None:
        why = rating_line(*rating)
    leave = option(commands.LEAVE, tr("the list"))
    options = (option("enter", tr("try again")), option(commands.HINT), leave)
    return Prompt("bar", tr("NOT QUITE"), _refutation(puzzle, state, since), options, why)


def _refutation(puzzle: Puzzle, state: TableState, since: int) -> Sentence:
    view, names = state.view, names_of(state.sitters, 0)
    assert view is not None
    left_out = (Ended, Declined, Shielded, Fizzled)
    deeds = [event for event in state.log[since:] if getattr(event, "seat", 0)]
    told = [event for event in deeds if not isinstance(event, left_out)]
    deed = line_of(told[-1], names) if told else SILENCE
    if view.outcome is not None and view.outcome.winners and 0 not in view.outcome.winners:
        winner = names.who(view.outcome.winners[0])
        if deed:
            return tell("{deed}, and won", deed=deed)
        return tell("{winner} reached the goal", winner=winner)
    me = view.seats[0]
    if deed:
        lost = N_("{deed}; you have {score} of {goal}")
        if puzzle.aim.goal == "win":
            lost = N_("{deed}: with {score} of {goal} your win is no longer sure")
        return tell(lost, deed=deed, score=me.score, goal=me.goal)
    return tell("You have {score} of {goal}, and your turn is over", score=me.score, goal=me.goal)


# why a puzzle is solved ---------------------------------------------------------------------------

_IDLE: Final = (Kind.DRAW, Kind.PASS, Kind.DECLINE)
"""What leaves the table as it is."""
_SAID_OTHERWISE: Final = ("stops", "nears", "wins", "wins-unless", "sure", "safe", "exposed")
"""What a move is for that the score or the opponent's threat tells better."""
_SHOWS_SCORE: Final = (Kind.POINTS, Kind.ROYAL)
"""Moves whose words tell the score or the goal after them."""


@dataclass(frozen=True, slots=True)
class _Reason:
    """Why a first move solves a puzzle, as data."""

    before: View
    found: tuple[Purpose, ...]
    """What the move is for."""
    idled: TableState | None = None
    """The table after nothing was done about it, if that fails."""


@lru_cache(maxsize=8)
def _reason(puzzle: Puzzle, first: Action) -> _Reason:
    """Work out why; the reply to doing nothing is searched as that to any wrong answer."""
    contest = puzzle.contest()
    before = contest.view
    found = purposes(before, first)
    legal = (action for kind in _IDLE for action in before.legal if action.kind is kind)
    idle = next((action for action in legal if action not in puzzle.solutions), None)
    if idle is None:
        return _Reason(before, found)
    contest.submit(idle, before.ply)
    return _Reason(before, found, contest.state() if contest.failed else None)


def why_solved(puzzle: Puzzle, first: Action, end: TableState) -> Sentence:
    """Say in a sentence why a first move solved a puzzle, which ended at the table as given."""
    if first.kind is Kind.DRAW:
        return tell("no card in your hand does it")
    reason, names = _reason(puzzle, first), names_of(end.sitters, 0)
    aims = [purpose for purpose in reason.found if purpose.kind not in _SAID_OTHERWISE]
    did = purpose_line(aims[0], names) if aims else choice_words(reason.before, first, names)
    wins = any(purpose.kind == "wins" for purpose in reason.found)
    told = SILENCE
    if not (wins and first.kind in _SHOWS_SCORE):
        told = _reached(end) or _threat(reason.idled, names)
    return tell("{told}; {more}", told=did, more=told) if told else say(did)


def _reached(end: TableState) -> Sentence:
    """Tell the score with which the player won, where it is points that won."""
    outcome = _outcome(end)
    if end.view is None or outcome is None or outcome.winners != (0,) or outcome.why != "goal":
        return SILENCE
    me = end.view.seats[0]
    return tell("you have {score} of {goal}", score=me.score, goal=me.goal) if me.goal > 0 else ()


def _threat(idled: TableState | None, names: Names) -> Sentence:
    """Tell with what an opponent would have won, had nothing been done."""
    outcome = None if idled is None else _outcome(idled)
    if idled is None or outcome is None or not outcome.winners or 0 in outcome.winners:
        return SILENCE
    winner = outcome.winners[0]
    who = names.who(winner)
    # what brought the last points, or lowered the goal
    played = (PlayedPoints, PlayedRoyal, Stole)
    cards = [each.card for each in idled.log if isinstance(each, played) and each.seat == winner]
    if not cards:
        return tell("otherwise {who} can win", who=who)
    return tell("otherwise {who} can win with {card}", who=who, card=card_span(cards[-1]))


def _outcome(state: TableState) -> Outcome | None:
    return None if state.view is None else state.view.outcome
