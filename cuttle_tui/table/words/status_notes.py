"""Word what surrounds the game: seat notes, alerts, the scrap, passing the keyboard."""

from __future__ import annotations

from typing import Final, Literal

from cuttle_tui.i18n.translation import (
    C_,
    N_,
    Message,
    Plural,
    Sentence,
    Span,
    counted,
    say,
    tell,
    tr,
)
from cuttle_tui.kit.names import clock_time, names_of, time_left
from cuttle_tui.kit.results import match_score
from cuttle_tui.kit.text_types import NO_CALL, Call, Fill, Prompt, option
from cuttle_tui.ports import APART, MOVING, TableState
from cuttle_tui.table import commands
from cuttle_tui.table.situation import SEAT_COMMANDS
from cuttle_tui.table.words.at_door import at_door_line
from cuttle_tui.table.words.game_over import wanted_line
from engine import actions
from engine.play.view import Ask, View
from engine.rules.rulesets import Ruleset
from engine.table.state import HALF_MINUTE

NoteRole = Literal["ink", "quiet", "threat", "goalink"]

GOAL_REACHED: Final = N_("goal reached")
REACHED: Final = N_("reached")
WON: Final = C_("a player", "won")
"""The same where it has no room."""
COMPUTER: Final = C_("who plays a seat", "computer")
CONCEDES: Final = C_("a player, who must be answered", "concedes?")
"""The same as who plays for one who is away, and wants to concede, in a narrow column."""
OPEN_HAND: Final = C_("a hand", "open")
DECK: Final = C_("to draw from", "deck")
SCRAP: Final = N_("scrap")
POINTS: Final = C_("a place on the table", "points")
ROYALS: Final = C_("a place on the table", "royals")
"""The places for point cards and for royals, while they are empty."""
_POINT_CARDS: Final = C_("the cards of a place", "A to 10")
_ROYAL_CARDS: Final = {
    False: C_("the cards of a place", "K and Q"),
    True: C_("the cards of a place", "K, Q, 8"),
}
"""The cards that lie there; by whether an eight may be played as glasses."""
LOG: Final = N_("log")
NOTHING_YET: Final = N_("nothing yet")
HAND: Final = N_("hand")
OF: Final = N_("of {number}")
"""The goal or limit, after the current number."""
FROZEN: Final = C_("on a card", "frozen")
FROZEN_BRIEFLY: Final = C_("on a card", "ice")
_COUNTERS: Final = C_("on a card", "counter")
ANSWERS: Final = {
    actions.Kind.COUNTER: _COUNTERS,
    actions.Kind.BLOCK: C_("on a card", "block"),
    actions.Kind.REBUFF: _COUNTERS,
}
"""On a card of the hand that answers a play."""
BRIEF_ANSWER: Final = C_("on a card", "stop")
"""The same in a narrow hand."""
PICK: Final = C_("on a card", "pick")
PUT_BACK: Final = C_("on a card", "back")
"""On the picked card under the cursor."""
YOUR_HAND: Final = N_("your hand")
"""Before the reader's hand, while other cards are in its usual place."""
NO_CARDS: Final = N_("no cards")
"""Where an empty hand has its place."""


def lies(ruleset: Ruleset) -> tuple[str, str]:
    """Say which cards lie among the points, and which among the royals."""
    glasses = ruleset.eight_form in ("permanent", "unowned")
    return str(_POINT_CARDS), str(_ROYAL_CARDS[glasses])


NEXT: Final = C_("a player whose turn comes after this one", "next")
TO_GO: Final = C_("points, below their number in large", "to go")
_LAID: Final = (
    N_("points: A to 10, laid end to end, each as wide as its worth"),
    N_("A to 10, each as wide as its worth"),
    POINTS,
)
_FIRST_WINS: Final = (
    N_("first to the line wins; kings move it closer"),
    N_("first to the line wins"),
    POINTS,
)
_FIRST_WINS_ALONE: Final = _FIRST_WINS[1:]
"""On the empty rail of a player, and on that of an opponent, where kings move the line or not."""


def rail_words(*, mine: bool, kings: bool) -> tuple[str, ...]:
    """Say what lies on an empty row of points, the fullest form first."""
    forms = _LAID if mine else _FIRST_WINS if kings else _FIRST_WINS_ALONE
    return tuple(map(str, forms))


def to_go(short: int) -> str:
    """Count the points a seat still needs."""
    return tr("{points} to go", points=short)


def hand_limit_notes(size: int, limit: int | None) -> tuple[str, ...]:
    """Write the limit after the number of cards in a hand, if there is one, and in short."""
    if limit is None:
        return ()
    whole = f", {tr(_LIMIT, number=limit)}" if size > limit else f" {tr(OF, number=limit)}"
    return whole, f"/{limit}"


_LIMIT: Final = N_("limit {number}")
"""As in `hand 14, limit 8`."""


def ally(name: str) -> str:
    """Name the partner."""
    return tr("partner {name}", name=name)


def where(
    state: TableState, turn: int = 0, *, watching: bool = False, practising: bool = False
) -> str:
    """Name the table, the score of its match, the turn, and who watches."""
    now = [] if state.stake is not None else [*filter(None, [match_note(state)])]
    now += [tr("turn {turn}", turn=turn)] if turn else []
    if not state.title:  # the second part is the last to go where there is no room
        now.reverse()
    if practising:
        return ", ".join([*now, tr("waiting for a match")])
    parts = [tr("watching {table}", table=state.title) if watching else state.title, *now]
    if state.rated:
        parts.append(tr("rated") if state.counts_for_rating else tr("casual"))
    if state.watchers and not watching:
        parts.append(counted(state.watchers, Plural("{n} watcher", "{n} watchers")))
    parts += [tr(words) for note in _NOTES if (words := note(state))]
    return ", ".join(filter(None, parts))


def match_note(state: TableState) -> str:
    """Write the score of a match, the reader's side first; empty for a single game."""
    if state.match is None or state.view is None:
        return ""
    return tr("match {score}", score=match_score(state.match, state.view.viewer))


_NOTES: Final = tuple(command.note for command in SEAT_COMMANDS if command.note is not None)


def on_vacation(until: str) -> str:
    """Report that a player is on vacation."""
    return tr("on vacation until {day} UTC", day=until[_MONTH])


_MONTH: Final = slice(5, 10)
"""Where month and day stand in a time such as ``2026-11-21 08:15``."""


def away(seconds: int) -> str:
    """Report that a player is away, and when the win can be claimed."""
    return tr("away, {time} left", time=time_left(seconds)) if seconds else tr("away")


def away_near(short: int) -> str:
    """Report that a player close to the goal is away."""
    return tr("away, {points} to go", points=short)


def computer_near(short: int) -> str:
    """Report that the computer plays a seat close to the goal."""
    return tr("computer, {points} to go", points=short)


def cover_prompt(who: str) -> Prompt:
    """Ask for the keyboard to be passed on."""
    key = Span(commands.UNCOVER.key, "strong")  # in the bar it is named, but nothing to click on
    return Prompt(
        "bar",
        tr("PASS THE KEYBOARD"),
        tell("{who}: press {key} when alone", who=who, key=key),
        (option(commands.UNCOVER, N_("show my hand")),),
    )


def scrap_prompt(count: int, why: Sentence, *, top_only: bool = False) -> Prompt:
    """Word the prompt of the scrap."""
    look = (option("arrows", N_("look")),) if count else ()
    return Prompt(
        "wait",
        tr("SCRAP"),
        say(counted(count, _TOP_ONLY if top_only else _NEWEST_FIRST) if count else _NO_CARD),
        (*look, option("esc", N_("back to the game"))),
        why,
    )


_NO_CARD: Final = N_("no card yet")
_NEWEST_FIRST: Final = Plural("{n} card, newest first", "{n} cards, newest first")
_TOP_ONLY: Final = Plural(
    "{n} card, only the top one can be seen", "{n} cards, only the top one can be seen"
)


_UNSAVED: Final = N_("the server cannot save moves right now")
_TROUBLES: Final[dict[str, Message]] = {
    APART: N_("the servers of its players cannot reach each other"),
    MOVING: N_("this table is moving to another server"),
}
"""What stops a game; anything else is about saving."""


def paused_prompt(trouble: str) -> Prompt:
    """Report what stops the game."""
    return Prompt(
        "wait",
        tr("PAUSED"),
        tell(_TROUBLES.get(trouble, _UNSAVED)),
        (
            option(commands.SCRAP, N_("scrap")),
            option(commands.LOG, N_("log")),
            option(commands.LEAVE, N_("leave")),
        ),
        tell("the game continues when it can; nothing is lost"),
    )


NAME: Final = "cuttle"
Kind = Literal["turn", "paired", "sat-down", "at-door", "claimable", "challenged", "invited"]
_WORDS: Final[dict[Kind, tuple[Message, Message]]] = {
    "turn": (N_("cuttle: your turn"), N_("cuttle: your turn at {table}")),
    "paired": (N_("cuttle: your game begins"), N_("cuttle: your game begins at {table}")),
    "sat-down": (N_("cuttle: somebody sat down"), N_("cuttle: somebody sat down at {table}")),
    "at-door": (
        N_("cuttle: somebody is at the door"),
        N_("cuttle: somebody is at the door of {table}"),
    ),
    "challenged": (N_("cuttle: somebody challenges you"), N_("cuttle: somebody challenges you")),
    "invited": (N_("cuttle: a friend waits for you"), N_("cuttle: a friend waits for you")),
    "claimable": (
        N_("cuttle: you can claim the win"),
        N_("cuttle: you can claim the win at {table}"),
    ),
}
"""Why the player is needed; the second if the table has a title."""


def title_of(kind: Kind, table: str) -> str:
    """Name what needs the player, and at which table."""
    return tr(_WORDS[kind][bool(table)], table=table)


Asked = Literal["", "turn", "answer"]


def asked_of(view: View | None) -> Asked:
    """Return what the table waits for from its viewer, if anything."""
    if view is None or not view.legal:
        return ""
    return "turn" if view.ask is Ask.PLAY else "answer"


def call_of(state: TableState, seat: int, steps: int, *, watching: bool = False) -> Call:
    """Build the alert of a seat: its turn, who is at the door, the end, and the way back.

    The way back is to press esc as often as `steps` says. Watchers are asked for no rematch.
    """
    view = state.view
    if state.at_door and not asked_of(view) and not watching:
        door = at_door_line(state, names_of(state.sitters, seat))
        return Call("door", "bar", _line(door, steps), what=door)
    if view is not None and (view.outcome is not None or state.called_off):
        wanted = wanted_line(state, names_of(state.sitters, seat))
        if wanted and seat not in state.ready and not watching:
            return Call("again", "bar", _line(wanted, steps), what=wanted)
        over = say(N_("the game is over"))
        return Call("over", "bar", _line(over, steps), what=over)
    left = state.clocks[seat] if seat < len(state.clocks) else None
    return asking(view, steps, left)


def asking(view: View | None, steps: int, left: int | None = None) -> Call:
    """Build the alert for a view; empty if the table does not wait for its viewer.

    `left` are the seconds on the viewer's clock, if it runs.
    """
    kind = asked_of(view)
    if not kind:
        return NO_CALL
    fill: Fill = "alarm" if kind == "answer" else "bar"
    clock = "" if left is None else clock_time(left)
    what = say(_WHAT[kind])
    if left is not None and left <= HALF_MINUTE:
        what = tell("{what}, {time} left", what=what, time=clock_time(left))
    return Call(kind, fill, _line(what, steps), clock, what)


def _line(what: Sentence, steps: int) -> Sentence:
    return tell("{what}: {way}", what=what, way=tr(_WAYS[min(steps, len(_WAYS)) - 1]))


_WHAT: Final[dict[str, Message]] = {"answer": N_("you must respond"), "turn": N_("it is your turn")}
_WAYS: Final = (
    N_("esc goes back to the table"),
    N_("esc twice goes back to the table"),
    N_("esc three times goes back to the table"),
)
