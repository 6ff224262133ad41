"""Give one reason: why not this card, what a play does, what may come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cuttle_tui.prose import SILENCE, Sentence, card_span, cards, say
from cuttle_tui.wording.names import Names, goal_with, kings_of
from cuttle_tui.wording.threat import owner_of
from engine.actions import Kind
from engine.cards import EIGHT, JACK, KING, NINE, QUEEN, TWO, Card, rank_of
from engine.errors import CuttleError, NotYourTurn, StaleAction
from engine.view import Ask, View

TARGET_VERBS: Final = {Kind.SCUTTLE: "Scuttle", Kind.JACK: "Steal", Kind.JOKER: "Take"}
ONE_OFF_VERBS: Final = {TWO: "Scrap", NINE: "Evict", EIGHT: "Scrap"}


def card_rule(card: Card, view: View) -> Sentence:
    """Say in one sentence what a card is good for."""
    ruleset = view.ruleset
    far = "on top of its owner's deck" if ruleset.nine_dest == "deckTop" else "back to a hand"
    pay = "" if not ruleset.five_discard else "discard one, then "
    turn_up = "the top card" if ruleset.seven_reveal == 1 else "one of the top two cards"
    count = ruleset.four_count
    sentences = (
        "wipe: all point cards go to the scrap",
        "undo: answers a one-off, or scraps one royal or glasses",
        "fetch: take one card from the scrap into your hand",
        f"rob: the other player discards {count} cards of choice",
        f"draw: {pay}draw {ruleset.five_draw} cards",
        "purge: all kings, queens, jacks and glasses go to the scrap",
        f"peek: play {turn_up} of the deck at once",
        "specs: eight points, or glasses that open the other hand to you",
        f"evict: send one card {far}",
        "ten points, and no effect beside",
        "steal: a jack takes over a point card",
        "guard: a queen shields your other cards from aimed effects",
        "goal: each king lowers the points you need",
        "joker: takes over a royal",
    )
    return say(card_span(card), " ", sentences[rank_of(card)])


def about_plays(view: View, seat: int, card: Card, kinds: Sequence[Kind], names: Names) -> Sentence:
    """Explain the play that is least plain, or say which one is missing."""
    if Kind.ONE_OFF in kinds or Kind.ROYAL in kinds or Kind.JACK in kinds:
        return card_rule(card, view)
    return not_playable(view, seat, card, names)


def not_playable(view: View, seat: int, card: Card, names: Names) -> Sentence:
    """Say why a card has not the effect one might expect, as far as it is plain to see."""
    if card in view.seats[seat].frozen:
        return say("not ", card_span(card), ": frozen until your next turn")
    reason = _missing(view, seat, card, names)
    return say("not ", card_span(card), " for its effect: ", reason) if reason else SILENCE


def _missing(view: View, seat: int, card: Card, names: Names) -> Sentence:
    rank = rank_of(card)
    foes = [s for s, side in enumerate(view.seats) if side.side != view.seats[seat].side]
    queens = [queen for foe in foes for queen in queens_of(view, foe)]
    if rank in (TWO, NINE, JACK):
        if queens:
            return _guard(queens[0])
        return say("there is nothing to aim at")
    if rank == 2:
        return SILENCE if view.scrap else say("the scrap is empty")
    if rank in (4, 6) and not view.deck_size:
        return say("the deck is empty")
    if rank == 3 and not any(view.seats[foe].hand_size for foe in foes):
        return say("the other hand is empty")
    return SILENCE


def queens_of(view: View, seat: int) -> list[Card]:
    """List the queens of a seat."""
    return [one.card for one in view.seats[seat].court if rank_of(one.card) == QUEEN]


def _guard(queen: Card) -> Sentence:
    return say(card_span(queen), " guards them")


def not_targets(
    view: View, card: Card, kind: Kind, barred: Sequence[Card], names: Names
) -> Sentence:
    """Say why the first card that looks like a target is none."""
    if not barred:
        return SILENCE
    first = barred[0]
    if kind is Kind.SCUTTLE and first > card:
        return say("not ", card_span(first), ": higher than your ", card_span(card))
    queens = queens_of(view, owner_of(view, first))
    if queens:
        return say("not ", card_span(first), ": ", _guard(queens[0]))
    return say("not ", card_span(first), ": out of reach")


def foresight(view: View, seat: int, names: Names) -> Sentence:
    """Say what the reader may do while others act."""
    if view.viewer is None:
        return SILENCE
    twos = [card for card in view.seats[seat].hand if rank_of(card) == TWO]
    foes = [s for s, side in enumerate(view.seats) if side.side != view.seats[seat].side]
    if not twos or view.asked[:1] == (seat,) or not foes:
        return SILENCE
    who = names.who(foes[0]) if len(foes) == 1 else "another player"
    if any(queens_of(view, foe) for foe in foes) and view.ruleset.queen_blocks_counter == "all":
        queen = next(queen for foe in foes for queen in queens_of(view, foe))
        return say(card_span(queen), f" shields {names.whose(foes[0])} one-offs from your two")
    return say(f"when {who} plays a one-off you may counter with ", card_span(twos[0]))


def about_answer(view: View, seat: int, can: bool, names: Names) -> Sentence:
    """Say why no answer is possible, or what may come after one."""
    if not can:
        what = {Ask.BLOCK: "ten", Ask.REBUFF: "nine"}.get(view.ask, "two")
        held = [c for c in view.seats[seat].frozen if rank_of(c) == TWO]
        if held and what == "two":
            return say("not ", card_span(held[0]), ": frozen until your next turn")
        return say(f"no {what} in your hand")
    if view.ask is not Ask.COUNTER or not view.pile:
        return SILENCE
    mine = queens_of(view, seat)
    if mine and view.ruleset.queen_blocks_counter != "none":
        return say("your ", card_span(mine[0]), " shields your two from an answer")
    other = view.pile[-1].seat
    side = view.seats[other]
    end = ""
    if side.hand_size and len(side.hand) == side.hand_size:
        end = "; the open hand holds " + _twos_held(side.hand)
    return say(f"{names.who(other)} may answer with a two{end}")


def _twos_held(hand: Sequence[Card]) -> str:
    twos = sum(rank_of(card) == TWO for card in hand)
    return "none" if not twos else "one" if twos == 1 else "several"


def about_discard(view: View, seat: int, names: Names) -> Sentence:
    """Say what made the discard necessary, or that frozen cards may go."""
    frozen = view.seats[seat].frozen
    if frozen:
        verb = "is" if len(frozen) == 1 else "are"
        return say(cards(frozen), f" {verb} frozen, but may be discarded")
    if view.ask is Ask.LIMIT:
        return say(f"a hand holds {view.ruleset.hand_limit} cards at the end of a turn")
    if view.ask is Ask.PAY:
        return say(f"then you draw {view.ruleset.five_draw} cards")
    return SILENCE


def about_fetch(view: View, seat: int, card: Card | None) -> Sentence:
    """Say what the focused card of the scrap could do."""
    if card is None:
        return SILENCE
    if rank_of(card) != KING:
        return card_rule(card, view)
    goal = goal_with(view, seat, kings_of(view, seat) + 1)
    have = view.seats[seat].score
    return say(card_span(card), f" as a king would lower your goal to {goal}: you have {have}")


def refusal_line(error: CuttleError) -> Sentence:
    """Say why the table did not take an action."""
    if isinstance(error, StaleAction):
        return say("the table moved on before that arrived: look again")
    if isinstance(error, NotYourTurn):
        return say("it is not your turn")
    return say("that is not possible now")
