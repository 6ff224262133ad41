"""Give one sentence of rule or foresight for the third row of the prompt."""

from __future__ import annotations

from collections.abc import Sequence

from cuttle_tui.prose import SILENCE, Sentence, card_span, cards, say
from cuttle_tui.wording.cards import card_rule
from cuttle_tui.wording.names import Names, foes_of, goal_with, kings_of
from cuttle_tui.wording.why import not_playable
from engine.actions import Kind
from engine.cards import KING, NINE, QUEEN, TEN, TWO, Card, rank_of
from engine.view import Ask, View


def about_plays(view: View, card: Card, kinds: Sequence[Kind], names: Names) -> Sentence:
    """Explain the play that is least plain, or say which one is missing."""
    if {Kind.ONE_OFF, Kind.ROYAL, Kind.JACK, Kind.JOKER} & set(kinds):
        return card_rule(card, view.ruleset)
    if rank_of(card) == TEN and "T" not in view.ruleset.one_offs:
        return card_rule(card, view.ruleset)
    return not_playable(view, card, names)


def queens_of(view: View, seat: int) -> list[Card]:
    """List the queens of a seat."""
    return [one.card for one in view.seats[seat].court if rank_of(one.card) == QUEEN]


def foresight(view: View, seat: int, names: Names) -> Sentence:
    """Say what the reader may do while others act."""
    if view.viewer is None:
        return SILENCE
    if seat in view.retired:
        return say("you gave up: the others play on")
    if seat in view.absent:
        return say("you stepped away: q, then b, and you are back")
    twos = [card for card in view.seats[seat].hand if rank_of(card) == TWO]
    foes = foes_of(view, seat)
    if not twos or view.asked[:1] == (seat,) or view.mover not in foes:
        return SILENCE
    queens = queens_of(view, view.mover)
    if queens and view.ruleset.queen_blocks_counter == "all":
        whose = names.whose(view.mover)
        return say(card_span(queens[0]), f" shields {whose} one-offs from your two")
    who = names.who(view.mover)
    return say(f"when {who} plays a one-off you may counter with ", card_span(twos[0]))


def about_answer(view: View, seat: int, can: bool, names: Names) -> Sentence:
    """Say why no answer is possible, or what may come after one."""
    if not can:
        return _no_answer(view, seat, names)
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


def _no_answer(view: View, seat: int, names: Names) -> Sentence:
    word, rank = {Ask.BLOCK: ("ten", TEN), Ask.REBUFF: ("nine", NINE)}.get(view.ask, ("two", TWO))
    held = [card for card in view.seats[seat].hand if rank_of(card) == rank]
    if not held:
        return say(f"no {word} in your hand")
    if held[0] in view.seats[seat].frozen:
        return say("not ", card_span(held[0]), ": frozen until your next turn")
    queens = [queen for one in view.pile[-1:] for queen in queens_of(view, one.seat)]
    if queens:
        return say(
            "not ", card_span(held[0]), ": ", card_span(queens[0]), " shields what is played"
        )
    return say(f"your {word} cannot answer this")


def _twos_held(hand: Sequence[Card]) -> str:
    twos = sum(rank_of(card) == TWO for card in hand)
    return "none" if not twos else "one" if twos == 1 else "several"


def about_discard(view: View, seat: int) -> Sentence:
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
        return card_rule(card, view.ruleset)
    goal = goal_with(view, seat, kings_of(view, seat) + 1)
    have = view.seats[seat].score
    return say(card_span(card), f" as a king would lower your goal to {goal}: you have {have}")
