"""Word the log, a line per event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from cuttle_tui.i18n.translation import (
    N_,
    SILENCE,
    Part,
    Sentence,
    Span,
    card_span,
    cards,
    counted,
    listing,
    say,
    tell,
    tr,
)
from cuttle_tui.kit.names import CARDS, POINTS, Names
from cuttle_tui.table import log_texts as book
from engine.cards import ACE, KING, QUEEN, TEN, rank_of, value_of
from engine.play import events as ev
from engine.play.events import Event
from engine.record.record import GivenUp, word_mark


def log_lines(
    log: Sequence[Event], names: Names, given_up: GivenUp = (), start: int = 0
) -> list[Sentence]:
    """Word a log, oldest first, without events that need no line; only from an event on."""
    return [line for _, line in placed_lines(log, names, given_up, start)]


def placed_lines(
    log: Sequence[Event], names: Names, given_up: GivenUp = (), start: int = 0
) -> list[tuple[int, Sentence]]:
    """Word a log, each line with the number of events before it; only from an event on."""
    lines = []
    again = told_again(log, start)
    for place in range(start, len(log)):
        event = log[place]
        line = told_line(event, names, _before(log, place), given_up)
        if line and place not in again:
            lines.append((place, line))
        if back := back_on_deck_line(event, log[max(0, place - _RECENT) : place]):
            lines.append((place, back))
    return lines


def told_again(log: Sequence[Event], start: int = 0) -> frozenset[int]:
    """Return the places of announced plays that happened as nobody countered: they say it all.

    Only plays from an event on are looked at; they may have been announced before.
    """
    played = (n for n in range(start, len(log)) if isinstance(log[n], _PLAYED))
    return frozenset(place for n in played if (place := _announced_at(log, n)) is not None)


def _announced_at(log: Sequence[Event], place: int) -> int | None:
    """Return where a play was announced, if nothing was said of it since; else None."""
    played = log[place]
    assert isinstance(played, _PLAYED)
    at = place - 1
    while at >= 0 and isinstance(log[at], ev.Declined):
        at -= 1
    said = log[at] if at >= 0 else None
    if not isinstance(said, ev.AnnouncedRoyal | ev.AnnouncedScuttle | ev.AnnouncedOneOff):
        return None
    return at if (said.seat, said.card) == (played.seat, played.card) else None


_PLAYED: Final = (ev.PlayedRoyal, ev.Stole, ev.Scuttled, ev.Destroyed, ev.Wiped)
"""Plays that may be announced, and are worded with the card that was played."""
_RECENT: Final = 4
"""How far back to look for a seven: concessions may come before its card is played."""


def back_on_deck_line(event: Event, before: Sequence[Event]) -> Sentence:
    """Name revealed cards that go back on the deck when another is played."""
    turned = next((old for old in reversed(before) if type(old) not in book.GIVING_UP), None)
    if not isinstance(turned, ev.Revealed):
        return SILENCE
    used = event.cards if isinstance(event, ev.Discarded) else (getattr(event, "card", None),)
    back = [card for card in turned.cards if card not in used]
    if not back or len(back) == len(turned.cards):
        return SILENCE
    return tell("back on top of the deck: {cards}", cards=cards(back))


def last_play(log: Sequence[Event], names: Names) -> Sentence:
    """Word the last play before the end of a game; nothing if there was none."""
    plays = (n for n in range(len(log) - 1, -1, -1) if not isinstance(log[n], _NO_PLAYS))
    lines = (line_of(log[place], names, _before(log, place)) for place in plays)
    return next(filter(None, lines), SILENCE)


_NO_PLAYS: Final = (
    ev.Dealt,
    ev.Ended,
    ev.Conceded,
    ev.AskedToConcede,
    ev.Retracted,
    ev.OfferedStalemate,
    ev.AnsweredOffer,
    ev.HandsOpened,
    ev.HandsClosed,
)
"""Events that are not plays: the deal, concessions, draw offers, the end."""


def _before(log: Sequence[Event], place: int) -> Sequence[Event]:
    """Return the earlier events, for those whose wording depends on them."""
    return log[:place] if isinstance(log[place], ev.Stole | ev.Fizzled) else ()


def told_line(
    event: Event, names: Names, before: Sequence[Event] = (), given_up: GivenUp = ()
) -> Sentence:
    """Word an event; what `given_up` says of leaving, time or absence is no concession."""
    for seat, how in given_up:
        if how != "conceded" and event in (ev.Conceded(seat), ev.AskedToConcede(seat)):
            return names.by(seat, *book.LOST[how])
    return line_of(event, names, before)


def line_of(event: Event, names: Names, before: Sequence[Event] = ()) -> Sentence:
    """Word an event; those before it tell whether a card is stolen back, or blocked."""
    match event:
        case ev.Drew() | ev.Discarded() | ev.Fetched() | ev.Revealed() | ev.Dealt():
            return _cards_moved(event, names)
        case ev.AnnouncedOneOff() | ev.Countered() | ev.Declined() | ev.Shielded() | ev.Fizzled():
            return _one_off(event, names, before)
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
        case ev.OfferedStalemate() | ev.AnsweredOffer() | ev.Ended():
            return _end(event, names)
        case ev.Conceded() | ev.AskedToConcede() | ev.Retracted():
            return names.by(event.seat, *book.GIVING_UP[type(event)])
        case _:
            assert_never(event)


def joined(lines: Sequence[Sentence]) -> Sentence:
    """Join sentences with semicolons, without the empty ones."""
    told: Sentence = SILENCE
    for line in filter(None, lines):
        told = tell("{told}; {more}", told=told, more=line) if told else line
    return told


HEX: Final = 8
"""Enough digits to distinguish two hashes."""
SEAL: Final = 32
"""Digits of a seal that are shown."""


def committed_line(commitment: str) -> Sentence:
    """Show the first digits of the deal's seal.

    32 digits are 128 bits, so no second secret can be found; for eight it takes minutes.
    """
    return say(Span(tr("deal sealed: {start}...", start=in_groups(commitment[:SEAL])), "quiet"))


def in_groups(digits: str) -> str:
    """Set digits apart in groups of eight, to compare them by eye."""
    return " ".join(digits[at : at + HEX] for at in range(0, len(digits), HEX))


def seal_line(commitment: str, cuts: tuple[str, ...], names: Names) -> Sentence:
    """Show what is fixed before a player cuts: the seal, and the marks of the others' words."""
    words = [word for seat, word in enumerate(cuts) if word and seat != names.seat]
    marks = [word_mark(word.encode()) for word in words]
    return tell("sealed: {digits}", digits=", ".join([in_groups(commitment[:SEAL]), *marks]))


def new_game_line() -> Sentence:
    """Set the talk of earlier games off from the game that is played."""
    return say(Span(tr("a new game begins"), "quiet"))


def cut_line(word: str, seat: int, names: Names) -> Sentence:
    """Report that a seat cut the deck; only that player sees the word, since it is free text.

    The others see a mark, which stays the same as long as the word does.
    """
    mark = word_mark(word.encode())
    mine, theirs = N_('you cut the deck with "{word}"'), N_("{who} cut the deck ({mark})")
    return names.by(seat, mine, theirs, word=word, mark=mark)


def cut_lines(cuts: tuple[str, ...], names: Names) -> list[Sentence]:
    """Report each seat that cut the deck with a word."""
    return [cut_line(word, seat, names) for seat, word in enumerate(cuts) if word]


def sealed_line() -> Sentence:
    """Say that the deal was sealed, for a log whose reader does not look at the seal."""
    return say(Span(tr("deal sealed"), "quiet"))


def secret_line(*, brief: bool = False) -> Sentence:
    """Say after the game that the seal is open, and how to check the deal unless in brief."""
    text = tr("seal opened") if brief else tr("seal opened: check it with cuttle verify")
    return say(Span(text, "quiet"))


def _cards_moved(
    event: ev.Drew | ev.Discarded | ev.Fetched | ev.Revealed | ev.Dealt, names: Names
) -> Sentence:
    match event:
        case ev.Drew(seat, count, known):
            what = cards(known) if known else counted(count, book.UNSEEN)
            return names.by(seat, *book.DREW, what=what)
        case ev.Discarded(seat, chosen, _, by_chance):
            if not chosen:
                return SILENCE
            return names.by(
                seat, *(book.BY_CHANCE if by_chance else book.DISCARDED), what=cards(chosen)
            )
        case ev.Fetched(seat, card):
            return names.by(seat, *book.FETCHED, what=card_span(card))
        case ev.Revealed(seat, chosen):
            return names.by(seat, *book.TURNED_UP, what=cards(chosen))
        case ev.Dealt(first, _):
            return names.by(first, *book.DEALT)
        case _:
            assert_never(event)


def _one_off(
    event: ev.AnnouncedOneOff | ev.Countered | ev.Declined | ev.Shielded | ev.Fizzled,
    names: Names,
    before: Sequence[Event],
) -> Sentence:
    match event:
        case ev.AnnouncedOneOff(seat, card, targets, victim):
            played = card_span(card)
            if targets:
                return names.by(seat, *book.ONE_OFF_AT, card=played, targets=cards(targets))
            if victim >= 0 and len(names.names) > 2:
                return names.between(seat, victim, *book.ONE_OFF_AGAINST, card=played)
            return names.by(seat, *book.ONE_OFF, card=played)
        case ev.Countered(seat, card, _):
            messages = book.BLOCKED if rank_of(card) == TEN else book.COUNTERED
            return names.by(seat, *messages, card=card_span(card))
        case ev.Shielded(seat, _):
            return names.by(seat, *book.SHIELDED)
        case ev.Declined():
            return SILENCE
        case ev.Fizzled(_, card):
            plays = (old for old in reversed(before) if isinstance(old, _ANNOUNCED))
            blocked = isinstance(next(plays, None), ev.AnnouncedScuttle)
            stopped = N_("{card} was blocked") if blocked else N_("{card} was countered")
            return tell(stopped, card=card_span(card))
        case _:
            assert_never(event)


_ANNOUNCED: Final = (ev.AnnouncedOneOff, ev.AnnouncedScuttle)


def _effect(
    event: ev.Wiped | ev.Destroyed | ev.Evicted | ev.Returned | ev.Exposed, names: Names
) -> Sentence:
    match event:
        case ev.Wiped(seat, card, gone):
            lost = counted(len(gone), CARDS) if gone else tr("nothing lost")
            messages = book.WIPED if rank_of(card) == ACE else book.PURGED
            return names.by(seat, *messages, card=card_span(card), lost=lost)
        case ev.Destroyed(seat, card, target, victim, _):
            both: dict[str, Part] = {"target": card_span(target), "card": card_span(card)}
            if seat == victim:
                return names.by(seat, *book.DESTROYED_OWN, **both)
            return names.between(seat, victim, *book.DESTROYED, **both)
        case ev.Evicted():
            return _evicted(event, names)
        case ev.Returned(card, to):
            return names.by(to, *book.RETURNED, card=card_span(card))
        case ev.Exposed(seat, _, exposed):
            hands = listing([names.by(other, *book.HAND) for other in exposed])
            return names.by(seat, *book.EXPOSED, hands=hands)
        case _:
            assert_never(event)


def _evicted(event: ev.Evicted, names: Names) -> Sentence:
    """Explain where a card went; only an opponent's is frozen, and only in hand."""
    seat, victim, target = event.seat, event.victim, card_span(event.target)
    if event.to_deck:
        return names.by(seat, *book.TO_DECK, target=target)
    if seat == victim:
        return names.by(seat, *book.TO_OWN_HAND, target=target)
    messages = book.TO_HAND_FROZEN if event.frozen else book.TO_HAND
    return names.between(seat, victim, *messages, target=target)


def _number_card(
    event: ev.PlayedPoints | ev.AnnouncedScuttle | ev.Scuttled | ev.Passed, names: Names
) -> Sentence:
    match event:
        case ev.PlayedPoints(seat, card):
            points = counted(value_of(card), POINTS)
            return names.by(seat, *book.POINTS, card=card_span(card), points=points)
        case ev.AnnouncedScuttle(seat, card, target, _):
            return names.by(seat, *book.THREW, card=card_span(card), target=card_span(target))
        case ev.Scuttled(seat, card, target, victim, _):
            both: dict[str, Part] = {"target": card_span(target), "card": card_span(card)}
            if seat == victim:
                return names.by(seat, *book.SCUTTLED_OWN, **both)
            return names.between(seat, victim, *book.SCUTTLED, **both)
        case ev.Passed(seat):
            return names.by(seat, *book.PASSED)
        case _:
            assert_never(event)


def _royal(event: ev.AnnouncedRoyal | ev.PlayedRoyal | ev.Rebuffed, names: Names) -> Sentence:
    match event:
        case ev.AnnouncedRoyal(seat, card, target, _):
            if target is None:
                return names.by(seat, *book.SHOWED, card=card_span(card))
            return names.by(seat, *book.AIMED, card=card_span(card), target=card_span(target))
        case ev.PlayedRoyal(seat, card, goal):
            if rank_of(card) == KING:
                messages = book.CROWNED if goal > 0 else book.NO_GOAL
                return names.by(seat, *messages, card=card_span(card), goal=goal)
            messages = book.ON_GUARD if rank_of(card) == QUEEN else book.GLASSES
            return names.by(seat, *messages, card=card_span(card))
        case ev.Rebuffed(seat, card):
            return names.by(seat, *book.TO_HAND_AGAIN, card=card_span(card))
        case _:
            assert_never(event)


def _stole(event: ev.Stole, names: Names, before: Sequence[Event]) -> Sentence:
    seat, owner, to = event.seat, event.origin, event.to
    back = any(
        isinstance(old, ev.Stole) and old.target == event.target and old.origin == event.to
        for old in before
    )
    what: dict[str, Part] = {"card": card_span(event.card), "target": card_span(event.target)}
    if owner == seat != to:
        return names.between(seat, to, *book.GAVE_OWN[back], **what)
    if to == seat == owner:
        return names.by(seat, *book.STOLE_OWN[back], **what)
    if to == seat:
        return names.between(seat, owner, *book.STOLE_FROM[back], **what)
    if owner == names.seat:
        return tell(book.GAVE_YOURS[back], who=names.names[seat], whom=names.names[to], **what)
    return names.between(seat, to, *book.GAVE[back], owner=names.names[owner], **what)


def _hands(event: ev.SwappedHands | ev.HandsOpened | ev.HandsClosed, names: Names) -> Sentence:
    match event:
        case ev.SwappedHands(seat, other):
            return names.between(seat, other, *book.SWAPPED)
        case ev.HandsOpened():
            return tell("the deck is empty: all hands are open")
        case ev.HandsClosed():
            return tell("the deck has a card again: hands are hidden")
        case _:
            assert_never(event)


def _end(event: ev.OfferedStalemate | ev.AnsweredOffer | ev.Ended, names: Names) -> Sentence:
    match event:
        case ev.OfferedStalemate(seat):
            return names.by(seat, *book.OFFERED)
        case ev.AnsweredOffer(seat, accepted):
            return names.by(seat, *(book.ACCEPTED if accepted else book.REFUSED))
        case ev.Ended(winners, _):
            if not winners:
                return tell("the game ended in a draw")
            return names.together(winners, *book.WON)
        case _:
            assert_never(event)
