"""Word cards and numbered choices for plain mode: a short line for each legal action."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from cuttle_tui.i18n.translation import (
    C_,
    N_,
    Message,
    Part,
    Plural,
    Sentence,
    card_span,
    cards,
    counted,
    listing,
    say,
    tell,
    tr,
)
from cuttle_tui.kit.names import CARDS, Names, ally_of, foes_of, goal_with, kings_of
from cuttle_tui.rules.cards import RANK_HEADS
from cuttle_tui.table.choices import NOTHING, Question
from cuttle_tui.table.selection import settle
from cuttle_tui.table.words.pending_effect import owner_of
from cuttle_tui.table.words.play_labels import WITH_CARD, is_gift, play_label, would_win
from engine.actions import Action, Kind
from engine.cards import EIGHT, JOKER, KING, QUEEN, Card, parse_card, rank_of, value_of
from engine.play.view import Ask, View
from engine.rules.effects import DrawCards, OpponentDiscards, ReturnTargets, ScrapTarget

Line = Sentence | str | Message
"""Anything that can be a line of text."""

_ACE: Final = C_("a rank in words", "ace")
_COURT: Final = (
    C_("a rank in words", "jack"),
    C_("a rank in words", "queen"),
    C_("a rank in words", "king"),
)
_RANKS: Final[tuple[str | Message, ...]] = (_ACE, *map(str, range(2, 11)), *_COURT)
_SUITS: Final = (
    C_("a suit in words, after its rank", "clubs"),
    C_("a suit in words, after its rank", "diamonds"),
    C_("a suit in words, after its rank", "hearts"),
    C_("a suit in words, after its rank", "spades"),
)
_JOKERS: Final = (N_("black joker"), N_("red joker"))


def card_words(card: Card) -> str:
    """Write a card in words."""
    if rank_of(card) == JOKER:
        return str(_JOKERS[card & 1])
    return _of_suit(_RANKS[rank_of(card)], card)


def _of_suit(rank: str | Message, card: Card) -> str:
    return tr("{rank} of {suit}", rank=rank, suit=_SUITS[card & 3])


def typed_ranks(card: Card) -> tuple[str, ...]:
    """Return the words in which a card's rank may be typed; a joker has none."""
    rank = rank_of(card)
    words = () if rank == JOKER else (_RANKS[rank], RANK_HEADS.get(rank, _RANKS[rank]))
    return tuple(str(word).lower() for word in words)


def typed_cards(card: Card) -> tuple[str, ...]:
    """Return the words in which a card may be typed: as it is told, or its number in words."""
    in_words = (_of_suit(rank, card) for rank in typed_ranks(card))
    return tuple(words.lower() for words in (card_told(card), card_words(card), *in_words))


_ARTICLES: Final = C_(
    "before a card in a sentence, for the ranks ace to king and a joker; - for none",
    "- - - - - - - - - - - - - -",
)


def card_told(card: Card) -> str:
    """Write a card in words inside a sentence, with its article in languages that need one."""
    article = str(_ARTICLES).split()[rank_of(card)]
    apart = "" if article.endswith("'") else " "
    return card_words(card) if article == "-" else f"{article}{apart}{card_words(card)}"


def spoken(line: Line, *, short: bool) -> str:
    """Write a sentence, with cards in words or as two characters."""
    return "".join(
        card_told(parse_card(text)) if role == "card" and not short else text
        for text, role in say(line)
    )


def line_of_text(text: str, keep: Collection[str] = ()) -> str:
    """Return a sentence with a full stop, and a capital unless it begins with a name.

    Sentences that stand apart in a row of the screen become sentences one after another.
    """
    parts = [part for part in text.split(_APART) if part.strip()]
    return " ".join(_stopped(part, keep) for part in parts)


_APART: Final = "   "
"""What sets sentences apart in a row of the screen."""


def _stopped(text: str, keep: Collection[str]) -> str:
    text = " ".join(text.split())
    if not text.startswith(tuple(keep)):
        text = text[:1].upper() + text[1:]
    return f"{text}." if text[-1:].isalnum() or text[-1:] in (")", "'", '"', "%") else text


def seat_of(view: View) -> int:
    """Return the seat at the bottom: for a watcher, the first."""
    return 0 if view.viewer is None else view.viewer


def question_of(view: View, names: Names) -> Question:
    """Build the question of a prompt, with nothing chosen yet.

    Revealed cards are not in focus either: a single list has every way to play them.
    """
    seat = seat_of(view)
    choice = NOTHING if view.ask is Ask.SEVEN else settle(view, NOTHING, seat)
    return Question(view, seat, names, choice)


def choice_words(view: View, action: Action, names: Names) -> Sentence:
    """Word a legal action of the seat to act."""
    if action.kind in WITH_CARD:
        return tell(WITH_CARD[action.kind], card=card_span(action.card))
    if action.kind is Kind.DISCARD:
        if not action.cards:
            return tell("discard nothing")
        if view.ask is Ask.SEVEN:
            return tell("throw away {cards}", cards=cards(action.cards))
        return tell("discard {cards}", cards=cards(action.cards))
    if action.kind is Kind.POINTS:
        side, card = view.seats[seat_of(view)], action.card
        total, goal = side.score + value_of(card), max(side.goal, 0)
        return tell(_POINTS, card=card_span(card), total=total, goal=goal)
    if action.kind is Kind.ROYAL:
        return _royal(view, action)
    if action.kind is Kind.ONE_OFF:
        return _one_off(view, action, names)
    if action.kind in _AT_CARD:
        return _at_card(view, action, names)
    return say(_BARE[action.kind])


_POINTS: Final = N_("{card} for points, {total} of {goal}")
_AT_CARD: Final = {
    Kind.SCUTTLE: N_("scuttle {target} with {card}"),
    Kind.JACK: N_("steal {target} with {card}"),
    Kind.JOKER: N_("take {target} with {card}"),
}
_BARE: Final = {
    Kind.DRAW: N_("draw a card"),
    Kind.PASS: C_("a choice in a list", "pass"),
    Kind.DECLINE: N_("let it happen"),
    Kind.ACCEPT: N_("accept the draw offer"),
    Kind.REJECT: N_("play on"),
}


_ROYALS: Final = {QUEEN: N_("{card} as a queen"), EIGHT: N_("{card} as glasses")}
_LAID: Final = N_("{card} on the table")


def _royal(view: View, action: Action) -> Sentence:
    rank, card = rank_of(action.card), card_span(action.card)
    if rank != KING:
        return tell(_ROYALS.get(rank, _LAID), card=card)
    goal = goal_with(view, kings_of(view, seat_of(view)) + 1)
    if goal > 0:
        return tell("{card} as a king, goal {goal}", card=card, goal=goal)
    return tell("{card} as a king, no points needed", card=card)


def _one_off(view: View, action: Action, names: Names) -> Sentence:
    card = card_span(action.card)
    aims = listing([_target(view, target, names) for target in action.targets])
    effect = view.effect(action)
    if isinstance(effect, ScrapTarget):
        return tell("{card} as a one-off: scrap {targets}", card=card, targets=aims)
    others = set(view.seats[seat_of(view)].hand) - {action.card}
    if isinstance(effect, DrawCards) and (cost := min(effect.cost, len(others))):
        gain = counted(effect.count, CARDS)
        message = N_("{card} as a one-off: discard {cost}, then draw {gain}")
        return tell(message, card=card, cost=counted(cost, CARDS), gain=gain)
    if isinstance(effect, ReturnTargets):
        return tell(_RETURNS[effect.to_deck], card=card, targets=aims)
    if isinstance(effect, OpponentDiscards):
        seat = action.seat if action.seat >= 0 else foes_of(view, seat_of(view))[0]
        lost = counted(min(effect.count, view.seats[seat].hand_size), CARDS)
        message = _ROBS[effect.at_random]
        return tell(message, card=card_span(action.card), who=_called(view, seat, names), lost=lost)
    what = play_label(question_of(view, names), action.card, Kind.ONE_OFF)
    if action.targets:
        return tell("{card} as a {what} on {targets}", card=card, what=what, targets=aims)
    if action.seat >= 0:
        who = _called(view, action.seat, names)
        return tell("{card} as a {what} against {who}", card=card, what=what, who=who)
    return tell("{card} as a {what}", card=card, what=what)


_RETURNS: Final = (
    N_("{card} as a one-off: return {targets} to hand"),
    N_("{card} as a one-off: put {targets} on top of the deck"),
)


_ROBS: Final = (
    N_("{card} as a one-off: {who} discards {lost}"),
    N_("{card} as a one-off: {who} discards {lost} at random"),
)


def _at_card(view: View, action: Action, names: Names) -> Sentence:
    """Word a scuttle or a steal, for another seat if so, or a giveaway."""
    question, given = question_of(view, names), action.targets[0]
    if is_gift(question, given, action.kind):
        return _gift(question, action, given)
    target = _target(view, given, names)
    what = tell(_AT_CARD[action.kind], target=target, card=card_span(action.card))
    if action.seat < 0 or action.seat == view.viewer:
        return what
    return tell("{what} for {who}", what=what, who=_called(view, action.seat, names))


def _gift(q: Question, action: Action, given: Card) -> Sentence:
    seat = action.seat if action.seat >= 0 else foes_of(q.view, q.seat)[0]
    who, card, target = _called(q.view, seat, q.names), card_span(action.card), card_span(given)
    if action.kind is Kind.JACK and would_win(q, given, seat):
        return tell(
            "give {who} {target} with {card}: {who} would win", who=who, target=target, card=card
        )
    return tell("give {who} {target} with {card}", who=who, target=target, card=card)


_MINE: Final = C_("a card at which something is aimed", "your {card}")
_OTHERS: Final = C_("a card at which something is aimed", "{who}'s {card}")


def _target(view: View, card: Card, names: Names) -> Sentence:
    owner = owner_of(view, card)
    message = _MINE if owner == names.seat else _OTHERS
    return tell(message, who=_called(view, owner, names), card=card_span(card))


def _called(view: View, seat: int, names: Names) -> Part:
    """Name a seat in a choice, and mark the partner's."""
    if seat != ally_of(view, seat_of(view)):
        return names.names[seat]
    return tell(C_("in the middle of a choice", "your partner {who}"), who=names.names[seat])


def offered_words(view: View, action: Action, names: Names) -> Sentence:
    """Word a choice in a list, and say of points whether they win."""
    what = choice_words(view, action, names)
    if action.kind is not Kind.POINTS:
        return what
    side = view.seats[seat_of(view)]
    wins = side.score + value_of(action.card) >= side.goal
    return tell("{what}: you win", what=what) if wins else what


def numbered(place: int, what: Sentence) -> Sentence:
    """Put its number before a choice."""
    return tell("{number}: {what}", number=place, what=what)


def card_line(card: Card) -> Sentence:
    """Word a card in a list."""
    return say(card_span(card))


_CLOSING: Final = Plural("Type a number from 1 to {count}.", "Type {n} numbers from 1 to {count}.")


def wrong_number(numbers: Sequence[int], pick: int) -> Sentence:
    """Explain what is wrong with the typed numbers: too few, too many, or unknown."""
    if len(set(numbers)) == pick:
        return tell("there is no such choice")
    return say(counted(pick, Plural("that takes {n} number", "that takes {n} different numbers")))


def closing(count: int, pick: int) -> str:
    """Explain what to type: the last line of every question, which scripts wait for."""
    return tr("Type 1.") if count == 1 else counted(pick, _CLOSING, count=count)
