"""Word the puzzle screens: the list, the task, what came of an action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cuttle_tui.guidance import Guidance
from cuttle_tui.ports import TableState
from cuttle_tui.prose import SILENCE, Sentence, Span, say
from cuttle_tui.puzzles.book import Puzzle
from cuttle_tui.scene import KeysModel
from cuttle_tui.wording.asking import Prompt, option
from cuttle_tui.wording.front import Entry
from cuttle_tui.wording.log import line_of
from cuttle_tui.wording.names import Names, counted, names_of
from cuttle_tui.wording.puzzle_book import PUZZLES
from engine.events import Declined, Ended, Event, Fizzled

HINTS: Final = (("arrows", "move"), ("enter", "try it"), ("esc", "home"))
DONE: Final = "+"
_TABLE_HINTS: Final = (
    ("h", "hint"),
    ("u", "from the start"),
    ("z", "scrap"),
    ("i", "card"),
    ("?", "help"),
    ("q", "list"),
)
_HEADS: Final = {
    ("win", 0): "WIN THIS TURN",
    ("plan", 2): "WIN NEXT TURN",
    ("plan", 4): "WIN IN THREE TURNS",
}
_HEAD: Final = {"survive": "SURVIVE", "counter": "ANSWER?"}


def head_of(puzzle: Puzzle) -> str:
    """Say in capitals what is to be done."""
    return _HEADS.get((puzzle.kind, puzzle.turns)) or _HEAD.get(puzzle.kind, "WIN NEXT TURN")


def entry_of(puzzle: Puzzle, place: int, *, done: bool) -> Entry:
    """Word one puzzle as a line of the list."""
    title = PUZZLES[puzzle.id].title
    what = f"{head_of(puzzle).lower().rstrip('?')}, {puzzle.rules}"
    label = f"{place + 1:2}  {title}"
    return Entry(DONE if done else "", label, what, f"{title}: {what}", "try it")


def list_band(done: int, count: int) -> tuple[Sentence, ...]:
    """Say how many puzzles are solved."""
    solved = f"{done} of {counted(count, 'puzzle')} solved"
    return (
        say(f"{solved}, marked {DONE}" if done else solved),
        say("each is the ordinary table at a moment that matters, and has a proof"),
    )


def list_prompt(entry: Entry) -> Prompt:
    """Ask which puzzle to try."""
    options = (option("enter", entry.verb), option("esc", "home"))
    return Prompt("bar", "PUZZLES", say(entry.question), options)


def task_line(puzzle: Puzzle) -> Sentence:
    """Say what is to be brought about."""
    return say(_TASKS.get((puzzle.kind, puzzle.turns)) or _TASK[puzzle.aim.goal])


_TASKS: Final = {
    ("win", 0): "Reach your goal now, whatever your foes answer",
    ("plan", 2): "Which action now makes sure that you win on your next turn?",
    ("plan", 4): "Which order makes sure of it?",
    ("survive", 1): "Find what keeps bob from winning on his next turn",
    ("survive", 2): "Find what keeps both of your foes from winning",
}
_TASK: Final = {
    "win": "you must win on your next turn: answer, or let it happen?",
    "hold": "do not lose by his next turn: answer, or let it happen?",
}


def puzzle_guidance(
    puzzle: Puzzle, place: int, count: int, *, hinted: bool, verdict: Prompt | None
) -> Guidance:
    """Say all there is to say at the table of a puzzle."""
    words = PUZZLES[puzzle.id]
    return Guidance(
        head=head_of(puzzle),
        task=task_line(puzzle),
        story=(say(Span(words.title, "strong")), say(words.story)),
        options=(option("h", "hint"),),
        keys=KeysModel(_TABLE_HINTS, f"puzzle {place + 1} of {count}"),
        hint=say("hint: ", words.hint) if hinted else SILENCE,
        verdict=verdict,
        lesson=(say(Span(words.title, "strong")), say(words.lesson)) if _is_good(verdict) else (),
    )


def _is_good(verdict: Prompt | None) -> bool:
    return verdict is not None and verdict.head == SOLVED


SOLVED: Final = "SOLVED"
MISSED: Final = "NOT YET"


def solved_prompt(puzzle: Puzzle, *, last: bool) -> Prompt:
    """Say that the puzzle is solved, and whether there was another way."""
    ways = len(puzzle.solutions)
    other = f"one of {ways} first actions that do it" if ways > 1 else "the only way to begin"
    on = option("enter", "back to the list" if last else "the next puzzle")
    options = (on, option("r", "once more"), option("q", "the list"))
    return Prompt("bar", SOLVED, say(f"{_RESULTS[puzzle.aim.goal]}: {other}"), options)


_RESULTS: Final = {"win": "You win", "hold": "You live on"}


def missed_prompt(
    puzzle: Puzzle, state: TableState, first: str, *, since: int, hinted: bool
) -> Prompt:
    """Say what the action led to, and why it does not do.

    Args:
        puzzle: what was to be done.
        state: the table as it came to be.
        first: the text form of the first action.
        since: how many events went before the last action.
        hinted: whether the hint is asked for.
    """
    words = PUZZLES[puzzle.id]
    why = f"hint: {words.hint}" if hinted else words.tries.get(first)
    options = (option("enter", "try again"), option("h", "hint"), option("q", "the list"))
    return Prompt("alarm", MISSED, _refutation(state, since), options, say(why) if why else SILENCE)


def _refutation(state: TableState, since: int) -> Sentence:
    """Name what spoils it: what a foe did, or how far one is from the goal."""
    view, names = state.view, names_of(state.sitters, 0)
    assert view is not None
    deed = _deed(state.log[since:], names)
    if view.outcome is not None and view.outcome.winners and 0 not in view.outcome.winners:
        winner = names.who(view.outcome.winners[0])
        return say(deed, ", and wins") if deed else say(f"That brought {winner} to the goal")
    me = view.seats[0]
    if deed:
        return say(deed, f"; you stand at {me.score} of {me.goal}")
    return say(f"That makes {me.score} of {me.goal}, and the turn has passed")


def _deed(log: Sequence[Event], names: Names) -> Sentence:
    """Word the last thing a foe did."""
    for event in reversed(log):
        seat: int = getattr(event, "seat", 0)
        if seat and not isinstance(event, (Ended, Declined, Fizzled)):
            return line_of(event, names)
    return SILENCE
