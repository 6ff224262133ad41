"""Judge what an action has brought about, by what is seen on the table then."""

from __future__ import annotations

from cuttle_tui.learn.lesson import Judge
from engine.cards import EIGHT, QUEEN, SEVEN, Card, rank_of
from engine.play.view import View

ME, BOB = 0, 1


def drew(before: View, after: View) -> str:
    """The hand has grown by what was in the deck."""
    return "" if after.seats[ME].hand_size > before.seats[ME].hand_size else "played"


def scored(least: int) -> Judge:
    """So many points lie on one's side."""

    def judge(before: View, after: View) -> str:
        if after.seats[ME].score >= least:
            return ""
        return "low" if after.seats[ME].score > before.seats[ME].score else "none"

    return judge


def won(before: View, after: View) -> str:
    """The game is won."""
    if after.outcome is not None and ME in after.outcome.winners:
        return ""
    return "low" if after.seats[ME].score > before.seats[ME].score else "none"


def gone(card: Card) -> Judge:
    """A card of bob's has left his field."""

    def judge(before: View, after: View) -> str:
        if card not in _table(after, BOB):
            return ""
        return "other" if _table(after, BOB) != _table(before, BOB) else "still"

    return judge


def swept(most: int) -> Judge:
    """Bob is left with so many points at most."""

    def judge(before: View, after: View) -> str:
        score = after.seats[BOB].score
        if score <= most:
            return ""
        return "some" if score < before.seats[BOB].score else "still"

    return judge


def uncrowned(before: View, after: View) -> str:
    """No royal is left to bob."""
    left = len(after.seats[BOB].royals)
    if not left:
        return ""
    return "some" if left < len(before.seats[BOB].royals) else "still"


def kept(before: View, after: View) -> str:
    """The player's own points and royals are still there."""
    return "" if _table(before, ME) <= _table(after, ME) else "lost"


def renewed(before: View, after: View) -> str:
    """Two cards are in one's hand that were not there."""
    new = set(after.seats[ME].hand) - set(before.seats[ME].hand)
    return "" if len(new) > 1 else "one" if new else "none"


def goal_is(number: int) -> Judge:
    """The player's goal has come down to so many points."""

    def judge(before: View, after: View) -> str:
        return "" if after.seats[ME].goal <= number else "still"

    return judge


def guarded(before: View, after: View) -> str:
    """A queen of one's own stands."""
    return "" if any(rank_of(card) == QUEEN for card in _table(after, ME)) else "open"


def spectacled(before: View, after: View) -> str:
    """The player has glasses."""
    if any(rank_of(placed.card) == EIGHT for placed in after.seats[ME].royals):
        return ""
    return "points" if after.seats[ME].score > before.seats[ME].score else "none"


def turned_up(before: View, after: View) -> str:
    """A seven has been played for its effect."""
    scrapped = any(rank_of(card) == SEVEN for card in after.scrap[len(before.scrap) :])
    if scrapped and after.deck_size < before.deck_size:
        return ""
    return "points" if after.seats[ME].score > before.seats[ME].score else "none"


def _table(view: View, seat: int) -> frozenset[Card]:
    side = view.seats[seat]
    return frozenset(placed.card for placed in (*side.points, *side.royals))
