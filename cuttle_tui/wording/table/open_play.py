"""Word the open play for the band: the card, its rule, and the counters to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cuttle_tui.i18n.rich_text import Sentence, Span, card_span, cards, say, tell
from cuttle_tui.i18n.translation import C_, N_, Plural, Words, counted, tr
from cuttle_tui.wording.names import Names, foes_of, role_word
from cuttle_tui.wording.rules.card_kinds import IN_A_LIST, listed
from cuttle_tui.wording.rules.card_rules import EffectWords, scraps_glasses
from engine.actions import Kind
from engine.play.view import Ask, Pending, View
from engine.rules import effects
from engine.rules.rulesets import Ruleset

_PLAYS = (N_("you play {card}"), N_("{who} plays {card}"))
_PLAYS_AT = (N_("you play {card} on {cards}"), N_("{who} plays {card} on {cards}"))
_ONE_OFF = (N_("you play {card} as a one-off"), N_("{who} plays {card} as a one-off"))
_ONE_OFF_AGAINST = (
    N_("you play {card} against {whom}"),
    N_("{who} plays {card} against you"),
    N_("{who} plays {card} against {whom}"),
)
_COUNTERS = (N_("you counter with {card}"), N_("{who} counters with {card}"))
_TOLD: Final = 2
"""Maximum number of counters with a line each; more share a line."""
_PEEKS = (N_("you play {card} as a one-off: peek"), N_("{who} plays {card} as a one-off: peek"))


def stack_lines(view: View, names: Names) -> list[Sentence]:
    """Word the open play for the band: the card, its rule, and the counters to it."""
    if not view.pile:
        return _peek_lines(view, names)
    first = view.pile[0]
    played, answers = _played(view, first, names), view.pile[1:]
    if not answers:
        return [played, *_rule_of(view, first, names)]
    told = answers[-2:] if len(answers) <= _TOLD else answers[-1:]
    before = cards([counter.action.card for counter in answers[: -len(told)]])
    return [
        played,
        *([tell("then {cards}", cards=before)] if before else []),
        *(
            names.by(counter.seat, *_COUNTERS, card=card_span(counter.action.card))
            for counter in told
        ),
    ]


def _played(view: View, first: Pending, names: Names) -> Sentence:
    card, aimed = card_span(first.action.card), first.action.targets
    if first.action.kind is not Kind.ONE_OFF:
        said = _PLAYS_AT if aimed else _PLAYS
        return names.by(first.seat, *said, card=card, cards=cards(aimed))
    deed = _one_off(first, card, names)
    word = role_word(first.action.card, view.ruleset)
    return tell("{deed}: {effect}", deed=deed, effect=word) if word else deed


def _one_off(first: Pending, card: Span, names: Names) -> Sentence:
    aimed, victim = first.action.targets, first.action.seat
    if victim >= 0:
        return names.between(first.seat, victim, *_ONE_OFF_AGAINST, card=card)
    said = _PLAYS_AT if aimed else _ONE_OFF
    return names.by(first.seat, *said, card=card, cards=cards(aimed))


def _peek_lines(view: View, names: Names) -> list[Sentence]:
    first = names.by(view.mover, *_PEEKS, card=card_span(view.pending_sevens[-1]))
    return (
        [first, tell("revealed: {cards}", cards=cards(view.revealed))] if view.revealed else [first]
    )


def _rule_of(view: View, first: Pending, names: Names) -> list[Sentence]:
    effect = view.open_effect
    if effect is None:
        answer = _ANSWERS.get(view.ask)
        return [names.by(first.seat, *answer)] if answer else []
    if isinstance(effect, effects.TakeFromScrap):
        return [names.by(first.seat, *_FETCHES)]
    if names.seat == _victim(view, first) and type(effect) in _ON_ME:
        return [say(_ON_ME[type(effect)](effect, view))]
    return [say(_EFFECTS[type(effect)](effect, view.ruleset))]


def _victim(view: View, first: Pending) -> int:
    """Return the player an effect hits; -1 if not decided."""
    if first.action.seat >= 0:
        return first.action.seat
    if view.ask is Ask.GIVE:
        return view.asked[0]
    foes = foes_of(view, first.seat)
    return foes[0] if len(foes) == 1 else -1


def _i_discard(effect: effects.OpponentDiscards, view: View) -> Words:
    count = min(effect.count, view.seats[view.viewer or 0].hand_size)
    return counted(count, _MY_CHANCE if effect.at_random else _MY_CHOICE) if count else _NO_CARD


_NO_CARD: Final = N_("you have no card to discard")
_MY_CHOICE: Final = Plural("you discard {n} card", "you discard {n} cards")
_MY_CHANCE: Final = Plural("you discard {n} card at random", "you discard {n} cards at random")
_MY_DRAW: Final = Plural("you draw {n} card", "you draw {n} cards")
_ON_ME: Final[dict[type[effects.Effect], Callable[[Any, View], Words]]] = {
    effects.OpponentDiscards: _i_discard,
    effects.OpponentDraws: lambda effect, view: counted(effect.count, _MY_DRAW),
}
"""What an effect does to the reader, if it hits one player."""


_BLOCK: Final = N_("a ten blocks: the ten and the attacking card are scrapped")
_ANSWERS: Final = {
    Ask.BLOCK: (_BLOCK, _BLOCK),
    Ask.REBUFF: (N_("a nine returns it to your hand"), N_("a nine returns it to {who}'s hand")),
}
"""What a counter would do, to the reader and to another player."""
_FETCHES: Final = (N_("you take a card from the scrap"), N_("{who} takes a card from the scrap"))


def _opponent(ruleset: Ruleset) -> str:
    return str(_THE_OPPONENT if ruleset.seats == 2 else _AN_OPPONENT)


_THE_OPPONENT: Final = C_("who discards or draws", "the opponent")
_AN_OPPONENT: Final = C_("who discards or draws", "an opponent")
_DISCARDS: Final = Plural("{opponent} discards {n} card", "{opponent} discards {n} cards")
_AT_RANDOM: Final = Plural(
    "{opponent} discards {n} card at random", "{opponent} discards {n} cards at random"
)
_DRAWS: Final = Plural("{opponent} draws {n} card", "{opponent} draws {n} cards")
_DRAWN: Final = Plural("{n} card is drawn from the deck", "{n} cards are drawn from the deck")
_TO_HAND: Final = Plural(
    "{n} card can be returned to its controller's hand",
    "{n} cards can be returned to their controllers' hands",
)
_TO_DECK: Final = Plural(
    "{n} card can be put on top of the deck", "{n} cards can be put on top of the deck"
)

_EFFECTS: Final[EffectWords] = {
    effects.ScrapPoints: lambda effect, ruleset: N_("all point cards are scrapped"),
    effects.ScrapTarget: lambda effect, ruleset: (
        N_("glasses are scrapped")
        if scraps_glasses(effect)
        else N_("one royal or glasses is scrapped")
    ),
    effects.ScrapRoyals: lambda effect, ruleset: tr(
        "all {kinds} are scrapped", kinds=listed(effect.kinds, IN_A_LIST)
    ),
    effects.OpponentDiscards: lambda effect, ruleset: counted(
        effect.count, _AT_RANDOM if effect.at_random else _DISCARDS, opponent=_opponent(ruleset)
    ),
    effects.OpponentDraws: lambda effect, ruleset: counted(
        effect.count, _DRAWS, opponent=_opponent(ruleset)
    ),
    effects.DrawCards: lambda effect, ruleset: counted(effect.count, _DRAWN),
    effects.PlayFromDeck: lambda effect, ruleset: N_("a card from the deck is played at once"),
    effects.SeeHands: lambda effect, ruleset: N_("opponents' hands are open"),
    effects.ReturnTargets: lambda effect, ruleset: counted(
        effect.count, _TO_DECK if effect.to_deck else _TO_HAND
    ),
    effects.SwapHands: lambda effect, ruleset: N_("two hands are exchanged"),
}
