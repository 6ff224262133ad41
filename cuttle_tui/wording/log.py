"""Word what happened: one event, one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from cuttle_tui.prose import SILENCE, Sentence, Span, card_span, cards, say
from cuttle_tui.wording.names import Names, counted
from engine import events as ev
from engine.cards import ACE, KING, NINE, QUEEN, TEN, rank_of, value_of
from engine.events import Event


def log_lines(log: Sequence[Event], names: Names) -> list[Sentence]:
    """Word a log, oldest first; what goes without saying is left out."""
    return [line for _, line in placed_lines(log, names)]


def placed_lines(log: Sequence[Event], names: Names) -> list[tuple[int, Sentence]]:
    """Word a log, each line with the number of events before it."""
    lines = []
    for place, event in enumerate(log):
        line = line_of(event, names, _before(log, place))
        if line:
            lines.append((place, line))
    return lines


def _before(log: Sequence[Event], place: int) -> Sequence[Event]:
    """Give what went before, to the only events whose wording depends on it."""
    return log[:place] if isinstance(log[place], ev.Stole) else ()


def line_of(event: Event, names: Names, before: Sequence[Event] = ()) -> Sentence:
    """Word one event.

    Args:
        event: what happened.
        names: who reads it.
        before: the events before it, to tell a card that was stolen back.
    """
    match event:
        case ev.Drew() | ev.Discarded() | ev.Fetched() | ev.Revealed() | ev.Dealt():
            return _cards_moved(event, names)
        case ev.AnnouncedOneOff() | ev.Countered() | ev.Declined() | ev.Fizzled():
            return _one_off(event, names)
        case ev.Wiped() | ev.Destroyed() | ev.Evicted() | ev.Returned() | ev.Exposed():
            return _effect(event, names)
        case ev.PlayedPoints() | ev.AnnouncedScuttle() | ev.Scuttled() | ev.Passed():
            return _number_card(event, names)
        case ev.AnnouncedRoyal() | ev.PlayedRoyal() | ev.Rebuffed():
            return _royal(event, names)
        case ev.Stole():
            return _stole(event, names, before)
        case ev.SwappedHands() | ev.HandsOpened() | ev.HandsClosed():
            return _hands(event, names)
        case ev.OfferedStalemate() | ev.AnsweredOffer() | ev.Conceded() | ev.Ended():
            return _end(event, names)
        case _:
            assert_never(event)


def committed_line(commitment: str) -> Sentence:
    """Tell the hash of the deal's secret, which was shown before the deal."""
    return say(Span(f"deal committed to {commitment[:_HEX]}...", "quiet"))


def secret_line(secret: str) -> Sentence:
    """Tell the secret once the game is over, and how the deal is checked by it."""
    return say(Span(f"secret {secret[:_HEX]}... : check with cuttle verify", "quiet"))


_HEX: Final = 8


def _cards_moved(
    event: ev.Drew | ev.Discarded | ev.Fetched | ev.Revealed | ev.Dealt, names: Names
) -> Sentence:
    match event:
        case ev.Drew(seat, count, known):
            what = cards(known) if known else say("a card" if count == 1 else f"{count} cards")
            return say(f"{names.who(seat)} drew ", what)
        case ev.Discarded(seat, chosen, _, by_chance):
            if not chosen:
                return SILENCE
            end = " by chance" if by_chance else ""
            return say(f"{names.who(seat)} discarded ", cards(chosen), end)
        case ev.Fetched(seat, card):
            return say(f"{names.who(seat)} fetched ", card_span(card), " from the scrap")
        case ev.Revealed(seat, chosen):
            return say(f"{names.who(seat)} turned up ", cards(chosen))
        case ev.Dealt(first, _):
            return say(f"the cards were dealt: {names.who(first)} to begin")
        case _:
            assert_never(event)


def _one_off(
    event: ev.AnnouncedOneOff | ev.Countered | ev.Declined | ev.Fizzled, names: Names
) -> Sentence:
    match event:
        case ev.AnnouncedOneOff(seat, card, targets, victim):
            aimed = say(" at ", cards(targets)) if targets else SILENCE
            if not targets and victim >= 0 and len(names.names) > 2:
                aimed = say(f" against {names.who(victim)}")
            return say(f"{names.who(seat)} played ", card_span(card), " as a one-off", aimed)
        case ev.Countered(seat, card, _):
            verb = {TEN: "blocked", NINE: "rebuffed it"}.get(rank_of(card), "countered")
            return say(f"{names.who(seat)} {verb} with ", card_span(card))
        case ev.Declined():
            return SILENCE
        case ev.Fizzled(_, card):
            return say(card_span(card), " came to nothing")
        case _:
            assert_never(event)


def _effect(
    event: ev.Wiped | ev.Destroyed | ev.Evicted | ev.Returned | ev.Exposed, names: Names
) -> Sentence:
    match event:
        case ev.Wiped(seat, card, lost):
            verb = "wiped the points" if rank_of(card) == ACE else "purged the court"
            count = counted(len(lost), "card") if lost else "nothing lost"
            return say(f"{names.who(seat)} {verb} with ", card_span(card), f": {count}")
        case ev.Destroyed(seat, card, target, victim, _):
            whose = names.whose(victim)
            aimed = say(f" scrapped {whose} ", card_span(target), " with ", card_span(card))
            return say(names.who(seat), aimed)
        case ev.Evicted():
            return _evicted(event, names)
        case ev.Returned(card, to):
            return say(card_span(card), f" went back to {names.who(to)}")
        case ev.Exposed(seat, _, exposed):
            hands = " and ".join(names.whose(other) for other in exposed)
            return say(f"{names.who(seat)} looked into {hands} hand")
        case _:
            assert_never(event)


def _evicted(event: ev.Evicted, names: Names) -> Sentence:
    place = f"back in {names.whose(event.victim)} hand"
    if event.to_deck:
        place = "on top of the deck"
    frozen = ", frozen" if event.frozen else ""
    return say(f"{names.who(event.seat)} evicted ", card_span(event.target), f": {place}{frozen}")


def _number_card(
    event: ev.PlayedPoints | ev.AnnouncedScuttle | ev.Scuttled | ev.Passed, names: Names
) -> Sentence:
    match event:
        case ev.PlayedPoints(seat, card):
            points = counted(value_of(card), "point")
            return say(f"{names.who(seat)} played ", card_span(card), f" for {points}")
        case ev.AnnouncedScuttle(seat, card, target, _):
            return say(f"{names.who(seat)} threw ", card_span(card), " at ", card_span(target))
        case ev.Scuttled(seat, card, target, _, _):
            who = names.who(seat)
            return say(f"{who} scuttled ", card_span(target), " with ", card_span(card))
        case ev.Passed(seat):
            return say(f"{names.who(seat)} passed")
        case _:
            assert_never(event)


def _royal(event: ev.AnnouncedRoyal | ev.PlayedRoyal | ev.Rebuffed, names: Names) -> Sentence:
    match event:
        case ev.AnnouncedRoyal(seat, card, target, _):
            if target is None:
                return say(f"{names.who(seat)} showed ", card_span(card))
            return say(f"{names.who(seat)} aimed ", card_span(card), " at ", card_span(target))
        case ev.PlayedRoyal(seat, card, goal):
            who = names.who(seat)
            if rank_of(card) == KING:
                end = f": goal {goal}" if goal > 0 else ": no goal left"
                return say(f"{who} played ", card_span(card), end)
            if rank_of(card) == QUEEN:
                return say(f"{who} put ", card_span(card), " on guard")
            return say(f"{who} put on glasses ", card_span(card))
        case ev.Rebuffed(seat, card):
            return say(card_span(card), f" went back to {names.whose(seat)} hand")
        case _:
            assert_never(event)


def _stole(event: ev.Stole, names: Names, before: Sequence[Event]) -> Sentence:
    back = any(
        isinstance(old, ev.Stole) and old.target == event.target and old.origin == event.to
        for old in before
    )
    verb = " back with " if back else " with "
    return say(_stolen(event, names), verb, card_span(event.card))


def _stolen(event: ev.Stole, names: Names) -> Sentence:
    """Say who took what; with more than two seats also from whom, and for whom."""
    who, target = names.who(event.seat), card_span(event.target)
    if len(names.names) == 2:
        return say(f"{who} stole ", target)
    whose = "an own" if event.origin == event.seat else names.whose(event.origin)
    if event.to == event.seat:
        return say(f"{who} stole {whose} ", target)
    return say(f"{who} gave {whose} ", target, f" to {names.who(event.to)}")


def _hands(event: ev.SwappedHands | ev.HandsOpened | ev.HandsClosed, names: Names) -> Sentence:
    match event:
        case ev.SwappedHands(seat, other):
            return say(f"{names.who(seat)} swapped hands with {names.who(other)}")
        case ev.HandsOpened():
            return say("the deck ran out: all hands lie open")
        case ev.HandsClosed():
            return say("the deck has a card: hands are hidden again")
        case _:
            assert_never(event)


def _end(
    event: ev.OfferedStalemate | ev.AnsweredOffer | ev.Conceded | ev.Ended, names: Names
) -> Sentence:
    match event:
        case ev.OfferedStalemate(seat):
            return say(f"{names.who(seat)} offered a draw")
        case ev.AnsweredOffer(seat, accepted):
            return say(f"{names.who(seat)} {'accepted' if accepted else 'refused'} the draw")
        case ev.Conceded(seat):
            return say(f"{names.who(seat)} gave up")
        case ev.Ended(winners, _):
            if not winners:
                return say("the game ended in a draw")
            return say(" and ".join(map(names.who, winners)) + " won the game")
        case _:
            assert_never(event)
