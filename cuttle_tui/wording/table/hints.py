"""Word the hint in the third row of the prompt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cuttle_tui.i18n.rich_text import OR, SILENCE, Sentence, card_span, cards, say, tell
from cuttle_tui.i18n.translation import N_, Message
from cuttle_tui.wording.names import Four, Names, ally_of, foes_of, goal_with, kings_of
from cuttle_tui.wording.refusals.refusal_lines import not_playable
from cuttle_tui.wording.rules.card_rules import card_rule
from engine.actions import Kind
from engine.cards import KING, NINE, NUMBERS, QUEEN, TEN, TWO, Card, rank_of
from engine.play.view import Ask, View
from engine.rules.effects import effect_of


def about_plays(view: View, card: Card, kinds: Sequence[Kind], names: Names) -> Sentence:
    """Explain the least obvious play, or why a play is missing."""
    if {Kind.ONE_OFF, Kind.ROYAL, Kind.JACK, Kind.JOKER} & set(kinds):
        return card_rule(card, view.ruleset)
    if effect_of(view.ruleset, rank_of(card)) is None and NUMBERS >> card & 1:
        return card_rule(card, view.ruleset)
    return not_playable(view, card, names)


def queens_of(view: View, seat: int) -> list[Card]:
    """List the queens of a seat."""
    return [royal.card for royal in view.seats[seat].royals if rank_of(royal.card) == QUEEN]


def foresight(view: View, seat: int, names: Names) -> Sentence:
    """Explain what the reader can do in the opponents' turns."""
    if view.viewer is None:
        return SILENCE
    if seat in view.retired:
        return tell("you conceded: the others play on")
    if seat in view.absent:
        return tell("you stepped away: press q, then b to come back")
    if asked := partner_asks(view, seat, names):
        return asked
    twos = [card for card in view.seats[seat].hand if rank_of(card) == TWO]
    foes = foes_of(view, seat)
    if not twos or view.asked[:1] == (seat,) or view.mover not in foes:
        return SILENCE
    who, queens = names.who(view.mover), queens_of(view, view.mover)
    if queens and view.ruleset.queen_blocks_counter == "all":
        message = N_("{who}'s {card} protects one-offs from your two")
        return tell(message, card=card_span(queens[0]), who=who)
    message = N_("when {who} plays a one-off, you can counter with {card}")
    return tell(message, who=who, card=card_span(twos[0]))


def partner_asks(view: View, seat: int, names: Names) -> Sentence:
    """Report that the partner wants to concede."""
    partner = ally_of(view, seat)
    if view.viewer is None or partner not in view.conceding:
        return SILENCE
    return tell("{who} wants to concede: the game ends if you agree", who=names.who(partner))


def about_answer(view: View, seat: int, can: bool, names: Names) -> Sentence:
    """Explain why the reader cannot counter, or who can counter the counter."""
    if not can:
        return _no_answer(view, seat)
    if view.ask is not Ask.COUNTER or not view.pile:
        return SILENCE
    mine = queens_of(view, seat)
    if mine and view.ruleset.queen_blocks_counter != "none":
        return tell("your {card} protects your two from counters", card=card_span(mine[0]))
    return _answer_to(view, seat, names)


def _answer_to(view: View, seat: int, names: Names) -> Sentence:
    held = {foe: _twos_seen(view, foe) for foe in foes_of(view, seat) if view.seats[foe].hand_size}
    if seen := {foe: twos for foe, twos in held.items() if twos}:
        twos = cards([card for each in seen.values() for card in each], OR)
        return names.together([*seen], *_ANSWERS_WITH, cards=twos)
    if hidden := [foe for foe in held if len(view.seats[foe].hand) < view.seats[foe].hand_size]:
        return names.together(hidden, *_MAY_ANSWER)
    return names.together([*held], *_NO_TWO) if held else SILENCE


def _twos_seen(view: View, seat: int) -> list[Card]:
    side = view.seats[seat]
    return [card for card in side.hand if rank_of(card) == TWO and card not in side.frozen]


_ANSWERS_WITH: Final[Four] = (
    N_("you can counter with {cards}"),
    N_("{who} can counter with {cards}"),
    N_("{us} can counter with {cards}"),
    N_("{all} can counter with {cards}"),
)
_MAY_ANSWER: Final[Four] = (
    N_("you can counter with a two"),
    N_("{who} can counter with a two"),
    N_("{us} can counter with a two"),
    N_("{all} can counter with a two"),
)
_NO_TWO: Final[Four] = (
    N_("your open hand has no two"),
    N_("{who}'s open hand has no two"),
    N_("the open hands of {us} have no two"),
    N_("the open hands of {all} have no two"),
)


class _Answer(NamedTuple):
    """The rank that counters, and the messages if it cannot."""

    rank: int
    lacking: Message
    useless: Message


_TWO: Final = _Answer(TWO, N_("no two in your hand"), N_("your two cannot counter this"))
_ANSWERS: Final = {
    Ask.BLOCK: _Answer(TEN, N_("no ten in your hand"), N_("your ten cannot block this")),
    Ask.REBUFF: _Answer(NINE, N_("no nine in your hand"), N_("your nine cannot counter this")),
}


def _no_answer(view: View, seat: int) -> Sentence:
    answer = _ANSWERS.get(view.ask, _TWO)
    held = [card for card in view.seats[seat].hand if rank_of(card) == answer.rank]
    if not held:
        return say(answer.lacking)
    card = card_span(held[0])
    if held[0] in view.seats[seat].frozen:
        return tell("not {card}: frozen until your next turn", card=card)
    queens = [queen for pending in view.pile[-1:] for queen in queens_of(view, pending.seat)]
    if queens:
        queen = card_span(queens[0])
        return tell("not {card}: {queen} prevents counters", card=card, queen=queen)
    return say(answer.useless)


def about_fetch(view: View, seat: int, card: Card | None) -> Sentence:
    """Explain what the card in focus would do."""
    if card is None:
        return SILENCE
    if rank_of(card) != KING:
        return card_rule(card, view.ruleset)
    goal = goal_with(view, kings_of(view, seat) + 1)
    return tell(
        "{card} as a king makes your goal {goal}: you have {points}",
        card=card_span(card),
        goal=goal,
        points=view.seats[seat].score,
    )
