"""The lessons: steps, their positions, and the checks that judge the result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from cuttle_tui.learn.puzzles import NAMES, TURN, position_text, seats_of, turn_of
from engine.cards import EIGHT, QUEEN, SEVEN, Card, parse_card, rank_of
from engine.play.view import View
from engine.solver import Challenge, Objective

Judge = Callable[[View, View], str]
"""(view before, view after) -> the name of the mistake; empty if the task is done."""


def anything(before: View, after: View) -> str:
    """Accept every result; the search decides alone."""
    return ""


@dataclass(frozen=True, slots=True)
class Step:
    """A task at a position; `cuttle_tui.learn.lesson_texts` has its words, by id."""

    id: str
    table: str
    judge: Judge = anything
    deck: int = 20
    rules: str = "standard"
    goal: Literal["win", "hold"] = "hold"
    """What must still be possible to force afterwards."""
    turns: int = 0
    """How many further turns count for the goal."""

    @property
    def text(self) -> str:
        """The text of the whole position."""
        return position_text(self.id, self.rules, self.table, self.deck)

    def contest(self) -> Challenge:
        """Set up the challenge."""
        aim = Objective(0, self.goal, (turn_of(self.table) or TURN) + self.turns)
        return Challenge(self.text, aim, NAMES[: seats_of(self.rules)], dealt=True)

    def mistake(self, before: View, contest: Challenge) -> str | None:
        """Return the mistake since the view `before`; empty if the task is done, None before."""
        if contest.failed:
            return self.judge(before, contest.view) or "lost"
        return self.judge(before, contest.view) if contest.settled else None


@dataclass(frozen=True, slots=True)
class Lesson:
    """A few steps about a topic."""

    id: str
    steps: tuple[Step, ...]


ME, BOB = 0, 1


def drew(before: View, after: View) -> str:
    """Check that a card was drawn."""
    return "" if after.seats[ME].hand_size > before.seats[ME].hand_size else "played"


def scored(least: int) -> Judge:
    """Check that the player has at least this many points."""

    def judge(before: View, after: View) -> str:
        if after.seats[ME].score >= least:
            return ""
        return "low" if after.seats[ME].score > before.seats[ME].score else "none"

    return judge


def won(before: View, after: View) -> str:
    """Check that the game is won."""
    if after.outcome is not None and ME in after.outcome.winners:
        return ""
    return "low" if after.seats[ME].score > before.seats[ME].score else "none"


def gone(card: Card) -> Judge:
    """Check that a card has left bob's side of the table."""

    def judge(before: View, after: View) -> str:
        if card not in _table(after, BOB):
            return ""
        return "other" if _table(after, BOB) != _table(before, BOB) else "still"

    return judge


def swept(most: int) -> Judge:
    """Check that bob has at most this many points left."""

    def judge(before: View, after: View) -> str:
        score = after.seats[BOB].score
        if score <= most:
            return ""
        return "some" if score < before.seats[BOB].score else "still"

    return judge


def uncrowned(before: View, after: View) -> str:
    """Check that bob has no royal left."""
    left = len(after.seats[BOB].royals)
    if not left:
        return ""
    return "some" if left < len(before.seats[BOB].royals) else "still"


def kept(before: View, after: View) -> str:
    """Check that the player lost no point card or royal."""
    return "" if _table(before, ME) <= _table(after, ME) else "lost"


def renewed(before: View, after: View) -> str:
    """Check that the hand has two new cards."""
    new = set(after.seats[ME].hand) - set(before.seats[ME].hand)
    return "" if len(new) > 1 else "one" if new else "none"


def goal_is(number: int) -> Judge:
    """Check that the player's goal is this number or lower."""

    def judge(before: View, after: View) -> str:
        return "" if after.seats[ME].goal <= number else "still"

    return judge


def guarded(before: View, after: View) -> str:
    """Check that the player has a queen on the table."""
    return "" if any(rank_of(card) == QUEEN for card in _table(after, ME)) else "open"


def spectacled(before: View, after: View) -> str:
    """Check that the player has glasses."""
    if any(rank_of(placed.card) == EIGHT for placed in after.seats[ME].royals):
        return ""
    return "points" if after.seats[ME].score > before.seats[ME].score else "none"


def turned_up(before: View, after: View) -> str:
    """Check that a seven was played for its effect."""
    scrapped = any(rank_of(card) == SEVEN for card in after.scrap[len(before.scrap) :])
    if scrapped and after.deck_size < before.deck_size:
        return ""
    return "points" if after.seats[ME].score > before.seats[ME].score else "none"


def _table(view: View, seat: int) -> frozenset[Card]:
    side = view.seats[seat]
    return frozenset(placed.card for placed in (*side.points, *side.royals))


_POINTS: Final = Lesson(
    "points",
    (
        Step("draw", "P0 hand QC 3H\nP1 hand 5D 9C 4S JD", drew, deck=44),
        Step("lay-points", "P0 hand 4D 8H QC 6S\nP1 hand 3C 7S KD points 5C", scored(8), deck=40),
        Step("reach-the-goal", "P0 hand 4C 6D 9H QS points TS 5H\nP1 hand 3D KC points 8D", won),
    ),
)
_SCUTTLE: Final = Lesson(
    "scuttle",
    (
        Step(
            "higher-rank",
            "P0 hand 9C 5S TD QH points 4C\nP1 hand 3H KD points 8D 3C",
            gone(parse_card("8D")),
        ),
        Step(
            "higher-suit", "P0 hand 8C 8H 5D 6D\nP1 hand 3H KD points 8D 4C", gone(parse_card("8D"))
        ),
        Step(
            "stop-the-points",
            "P0 hand 9H TH 5S 4D points 3S court 8S\nP1 hand 3C 5C points TS 8D",
            turns=1,
        ),
    ),
)
_ONE_OFFS: Final = Lesson(
    "one-offs",
    (
        Step("ace", "P0 hand AH 8C 6D points 3S\nP1 hand 5D points 7C 6C 5H", swept(0)),
        Step("five", "P0 hand 5S 3H KC\nP1 hand TD points 4C", renewed),
        Step(
            "three",
            "P0 hand 3C 2H AS QC points TH 4C court 8S\nP1 hand QS QD points 9D 7D\n"
            "scrap 5H JC 9H KD 4S",
            goal="win",
            turns=2,
            deck=6,
        ),
        Step(
            "four",
            "P0 hand 4C 3H 6D points 8C court 8S\nP1 hand 7C 5D points TS 9S court QD",
            turns=1,
        ),
        Step("six", "P0 hand 6H 2D 9C points 8D\nP1 hand 5D 3S points 7C court KH QC", uncrowned),
    ),
)
_COUNTERS: Final = Lesson(
    "counters",
    (
        Step(
            "answer",
            "P0 hand 2S 7C points TH 6C\nP1 hand 5D 9S points 4H\n"
            "turn 21 P1\nask counter P0\npile P1 oneoff AC",
            kept,
        ),
        Step(
            "answer-the-answer",
            "P0 hand 6H 2C 5C points 8D court 8S\nP1 hand 2H 4S points 7C court KH",
            uncrowned,
        ),
        Step(
            "let-it-happen",
            "P0 hand 2S AD 3C 5D points 6C 5H court 8S\n"
            "P1 hand 2H TS 3S points TC 8C\n"
            "turn 21 P1\nask counter P0\npile P1 oneoff 4C",
            turns=2,
        ),
    ),
)
_ROYALS: Final = Lesson(
    "queens-and-jacks",
    (
        Step("steal", "P0 hand JD 8C 3H 4D points 7C 5D\nP1 hand 4S QD points 9H 6S", won),
        Step(
            "guard",
            "P0 hand QH 4D 3S 2H points TS 4H court 8D\nP1 hand JD 3C AC points 6C 5D",
            guarded,
            turns=1,
        ),
        Step(
            "pass-the-guard",
            "P0 hand 2S JD AS 4S points 6S 5C court 8S\nP1 hand 3D 4H points TH 4D court QH",
            goal="win",
            turns=2,
            deck=12,
        ),
    ),
)
_KINGS: Final = Lesson(
    "kings",
    (
        Step("crown", "P0 hand KC 5S 8D points 6H\nP1 hand 4S 9C points TD", goal_is(14)),
        Step("crowned", "P0 hand KH 3S 2C QD points 7H 3C court KD\nP1 hand 6C points 9C 4S", won),
        Step(
            "uncrown",
            "P0 hand 2S 5C 3D QD points 9D court 8H\nP1 hand AC 6S 4D points TC 3H court KD",
            turns=1,
        ),
        Step(
            "send-back",
            "P0 hand 9H 5D 3C QD points 8D court 8S\nP1 hand 5C 3S points 9S 4S court KD",
            turns=1,
        ),
    ),
)
_SEVENS: Final = Lesson(
    "sevens",
    (
        Step("turn-up", "P0 hand 7S 3H points 9C\nP1 hand 5D 6C points 4C\ndeck 8H", turned_up, 0),
        Step(
            "choose-one",
            "P0 hand 4C 3D points TH 5C\nP1 hand 6H 9D points 8D 7D\ndeck KD 5S\n"
            "ask seven P0\nrevealed 2\npile P0 oneoff 7S",
            won,
            deck=0,
            rules="cuttle.cards",
        ),
    ),
)
_GLASSES: Final = Lesson(
    "glasses",
    (
        Step("put-on", "P0 hand 8H 4C 6D points 7S\nP1 hand 9C QD 5S points TC", spectacled),
        Step(
            "read-the-hand",
            "P0 hand TH QH 4D points TS court 8H\nP1 hand JD 4C points 7C 5D",
            turns=1,
        ),
    ),
)
_GAME: Final = Lesson(
    "together",
    (
        Step(
            "plan-ahead",
            "P0 hand QS 6D 5H 3D points TH\nP1 hand JS 5C KC points 6C",
            goal="win",
            turns=4,
            deck=0,
            rules="cuttle.cards",
        ),
        Step(
            "count-and-counter",
            "P0 hand 6D 2C 8D 3C points 6C 5H court 8S\nP1 hand 2H 5S KD points TD[JC<0] 4H",
            goal="win",
        ),
    ),
)

COURSE: Final = (_POINTS, _SCUTTLE, _ONE_OFFS, _COUNTERS, _ROYALS, _KINGS, _SEVENS, _GLASSES, _GAME)
"""Every lesson, each building on the ones before."""
