"""Label the ways to play a card, and word the choice of a target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from cuttle_tui.i18n.translation import (
    C_,
    N_,
    OR,
    SILENCE,
    Message,
    Plural,
    Sentence,
    Words,
    card_span,
    cards,
    counted,
    listing,
    say,
    tell,
    tr,
)
from cuttle_tui.kit.keymap import keys_named
from cuttle_tui.kit.names import ally_of, foes_of, goal_with, kings_of, role_word
from cuttle_tui.kit.text_types import Prompt, option
from cuttle_tui.table import choices
from cuttle_tui.table.choices import Aim, Choice, Question, fitting_actions
from cuttle_tui.table.words import open_play as hints, refusals as refusal_lines
from cuttle_tui.table.words.pending_effect import owner_of
from engine.actions import Action, Kind
from engine.cards import EIGHT, KING, QUEEN, Card, rank_of, value_of
from engine.play.view import Ask, View
from engine.rules import effects

WITH_CARD: Final = {
    Kind.COUNTER: N_("counter with {card}"),
    Kind.BLOCK: N_("block with {card}"),
    Kind.REBUFF: N_("counter with {card}"),
    Kind.TAKE: N_("take {card}"),
}
"""Answers with a card, and a card from the scrap."""
TAKES_OVER: Final = (Kind.JACK, Kind.JOKER)
"""Plays that move another card to a different player."""


def is_gift(q: Question, card: Card, kind: Kind) -> bool:
    """Return whether the target is the player's own, so that it would be given away."""
    return kind in TAKES_OVER and owner_of(q.view, card) == q.seat


def gift_label(q: Question, given: Sentence) -> Sentence:
    """Word giving cards away, and to whom if that is certain."""
    if len(q.view.seats) > 2:
        return tell("give away {cards}", cards=given)
    return tell("give {who} {cards}", who=q.names.who(_receiver(q)), cards=given)


def _receiver(q: Question) -> int:
    """Return who gets a card that is given away without naming a seat."""
    return foes_of(q.view, q.seat)[0]


def winning_gift_line(q: Question, actions: Sequence[Action]) -> Sentence:
    """Warn of giving a point card to an opponent who would win with it."""
    gifts = (
        action
        for action in actions
        if action.kind is Kind.JACK and is_gift(q, action.targets[0], action.kind)
    )
    aimed = (
        (action.targets[0], action.seat if action.seat >= 0 else _receiver(q)) for action in gifts
    )
    winning = [(card, to) for card, to in aimed if would_win(q, card, to)]
    if not winning:
        return SILENCE
    given, gainers = (dict.fromkeys(some) for some in zip(*winning, strict=True))
    who = listing([q.names.who(to) for to in gainers], OR)
    return tell("{who} would win with {cards}", who=who, cards=cards([*given], OR, most=3))


def would_win(q: Question, card: Card, seat: int) -> bool:
    """Return whether an opponent would win with a point card."""
    side = q.view.seats[seat]
    return seat in foes_of(q.view, q.seat) and side.score + value_of(card) >= side.goal


def play_label(q: Question, card: Card, kind: Kind) -> Sentence:
    """Label a way to play a card."""
    if kind is Kind.POINTS:
        side = q.view.seats[q.seat]
        points, goal = side.score + value_of(card), max(side.goal, 0)
        if points >= goal:
            return tell("points: {points}, you win", points=points)
        return tell("points: {points}/{goal}", points=points, goal=goal)
    if kind in _AT_CARDS and only_own(q, card, kind):
        return gift_label(q, cards(targets_of(q.view, card, kind), OR, most=3))
    if kind in _AT_CARDS:
        targets = targets_of(q.view, card, kind)
        others = [target for target in targets if owner_of(q.view, target) != q.seat]
        return tell(_AT_CARDS[kind], cards=cards(others, OR, most=3))
    if kind is Kind.ONE_OFF:
        return _one_off_label(q, card)
    if kind is Kind.ROYAL:
        return _royal_label(q, card)
    return tell("scrap it")


def brief_label(q: Question, card: Card, kind: Kind) -> Sentence:
    """Label a way to play a card without saying what it does."""
    if kind is Kind.ROYAL:
        return say(_ROYAL_NAMES.get(rank_of(card), N_("royal")))
    if kind is Kind.ONE_OFF:
        at_once = names_target(q, card, kind)
        short = tell("one-off: {effect}", effect=role_word(card, q.view.ruleset))
        return play_label(q, card, kind) if at_once else short
    return play_label(q, card, kind)


_TELLING: Final = (
    effects.ScrapTarget,
    effects.DrawCards,
    effects.ScrapPoints,
    effects.ScrapRoyals,
    effects.PlayFromDeck,
)
"""Effects whose word on the card says less than their label."""
_FEW: Final = 2
"""Cards to scuttle that are named where there is little room."""


def usual_label(q: Question, card: Card, kind: Kind) -> Sentence:
    """Label a way to play a card; some one-offs by the word on the card."""
    effect = effects.effect_of(q.view.ruleset, rank_of(card))
    if kind is Kind.ONE_OFF and not (isinstance(effect, _TELLING) or names_target(q, card, kind)):
        return say(role_word(card, q.view.ruleset))
    return play_label(q, card, kind)


def lesser_label(q: Question, card: Card, kind: Kind) -> Sentence:
    """Label a way to play a card, without many targets that are listed."""
    if kind is Kind.SCUTTLE and len(targets_of(q.view, card, kind)) > _FEW:
        return say(name_of(card, kind))
    return usual_label(q, card, kind)


def names_target(q: Question, card: Card, kind: Kind) -> bool:
    """Return whether the letter of a play takes its only target at once, which it has to name."""
    action = choices.only_way(q.view, Choice(card, kind))
    return action is not None and bool(action.targets)


def name_of(card: Card, kind: Kind) -> Words:
    """Name a way to play a card in a word or two."""
    royal = _ROYAL_NAMES.get(rank_of(card), N_("royal"))
    return royal if kind is Kind.ROYAL else _NAMES[kind]


_NAMES: Final = {
    Kind.POINTS: C_("a way to play", "points"),
    Kind.SCUTTLE: C_("a way to play", "scuttle"),
    Kind.ONE_OFF: C_("a way to play", "one-off"),
    Kind.JACK: C_("a way to play", "steal"),
    Kind.JOKER: C_("a way to play", "take"),
    Kind.DISCARD: N_("scrap it"),
}
_ROYAL_NAMES: Final = {KING: N_("king"), QUEEN: N_("queen"), EIGHT: N_("glasses")}
_AT_CARDS: Final = {
    Kind.SCUTTLE: N_("scuttle {cards}"),
    Kind.JACK: N_("steal {cards}"),
    Kind.JOKER: N_("take {cards}"),
}


def only_own(q: Question, card: Card, kind: Kind) -> bool:
    """Return whether a jack or joker can only target the reader's own cards."""
    if kind not in TAKES_OVER:
        return False
    return all(is_gift(q, target, kind) for target in targets_of(q.view, card, kind))


def _one_off_label(q: Question, card: Card) -> Sentence:
    effect = effects.effect_of(q.view.ruleset, rank_of(card))
    if isinstance(effect, effects.ScrapTarget):
        found = targets_of(q.view, card, Kind.ONE_OFF)
        targets = sorted(found, key=lambda target: owner_of(q.view, target) == q.seat)
        named = cards(targets, OR, most=2 if len(targets) == 2 else 1)
        return tell("one-off: scrap {cards}", cards=named)
    if isinstance(effect, effects.ReturnTargets) and names_target(q, card, Kind.ONE_OFF):
        return tell("one-off: return {cards}", cards=cards(targets_of(q.view, card, Kind.ONE_OFF)))
    if isinstance(effect, effects.DrawCards):
        return say(counted(effect.count, _DRAWS))
    if type(effect) in _ONE_OFFS:
        return say(_ONE_OFFS[type(effect)])
    return tell("one-off: {effect}", effect=role_word(card, q.view.ruleset))


_ONE_OFFS: Final[dict[type[effects.Effect | None], Message]] = {
    effects.ScrapPoints: N_("one-off: scrap all points"),
    effects.TakeFromScrap: N_("one-off: take from scrap"),
    effects.ScrapRoyals: N_("one-off: scrap all royals"),
    effects.PlayFromDeck: N_("one-off: play from the deck"),
}
_DRAWS: Final = Plural("one-off: draw {n} card", "one-off: draw {n} cards")


def _royal_label(q: Question, card: Card) -> Sentence:
    rank = rank_of(card)
    if rank == KING:
        goal = goal_with(q.view, kings_of(q.view, q.seat) + 1)
        return tell("king: goal {goal}", goal=goal) if goal > 0 else tell("king: no points needed")
    if rank == QUEEN:
        return tell("queen: protect your cards")
    if rank == EIGHT and len(q.view.seats) == 2:
        return tell("glasses: see your opponent's hand")
    return tell("glasses: see your opponents' hands") if rank == EIGHT else tell("royal")


def targets_of(view: View, card: Card, kind: Kind) -> list[Card]:
    """List the first targets of a card."""
    found = (a.targets[0] for a in view.legal if a.kind is kind and a.cards == (card,) if a.targets)
    return list(dict.fromkeys(found))


def head_of(q: Question) -> str:
    """Return the head of the bar: a turn, or a seven."""
    return tr("SEVEN") if q.view.ask is Ask.SEVEN else tr("YOUR TURN")


ANOTHER_CARD: Final = N_("another card")


def way_back(q: Question, card: Card) -> tuple[Sentence, ...]:
    """Offer the way back from a play; nothing if there is no other."""
    if len(choices.plays(q.view, card)) > 1:
        return (option("esc", N_("another play")),)
    others = len(choices.tray(q.view, q.seat)) > 1 or choices.bare(q.view)
    return (option("esc", ANOTHER_CARD),) if others else ()


def play_prompt(q: Question) -> Prompt:
    """Ask whether to play the card the chosen way, where that says all of it."""
    card, kind = q.choice.card, q.choice.play
    assert card is not None
    assert kind is not None
    many = len(choices.plays(q.view, card)) > 1
    turn = (option("up down", N_("other ways")),) if many else ()
    return Prompt(
        "bar",
        head_of(q),
        tell("Play {card}?  {play}", card=card_span(card), play=play_label(q, card, kind)),
        (option("enter", _DO_IT), *turn, *way_back(q, card)),
        hints.about_plays(q.view, card, [kind], q.names),
    )


def target_prompt(q: Question) -> Prompt:
    """Ask for a target: a card, or a seat."""
    card, kind = q.choice.card, q.choice.play
    assert card is not None
    assert kind is not None
    if names_target(q, card, kind):
        return replace(play_prompt(q), why=_target_reason(q, card, kind))
    options = [option(aim.key, _aim_label(q, aim, kind), target=True) for aim in q.aims if aim.key]
    marked = choices.focused(q.choice, len(q.aims))
    do_it = (option("enter", _do_it_label(q, q.aims[marked], kind)),) if marked >= 0 else ()
    second = any(aim.card is not None for aim in q.aims)
    another = N_("another first card") if second else N_("another target")
    back = (option("esc", another),) if q.choice.targets else way_back(q, card)
    return Prompt(
        "bar",
        head_of(q),
        _target_sentence(q, card, kind),
        (*options, *do_it, *back),
        _target_reason(q, card, kind),
        (*_lettered(q, kind), *do_it, *back),
        (*_lettered(q, kind, _FEWER), *do_it, *(option("esc", BACK) for _ in back)),
        taken=q.aims[max(marked, 0)].key if q.aims else "",
    )


def no_way_line(card: Card, target: Card) -> Sentence:
    """Report that a card cannot target another."""
    return tell("{card} cannot take {target}", card=card_span(card), target=card_span(target))


def _lettered(
    q: Question, kind: Kind, fewer: Mapping[Message, Message] = MappingProxyType({})
) -> list[Sentence]:
    """Offer the targets by groups, some of them in fewer words."""
    labels = (_LETTERED, _PARTNERS, _OWN, _GIFTS, _SEATS)
    groups: dict[Message, list[str]] = {label: [] for label in labels}
    for aim in q.aims:
        if _gives(q, aim, kind):
            group = _GIFTS
        elif aim.card is None:
            group = _SEATS
        elif _is_own(q, aim):
            group = _OWN
        else:
            group = _PARTNERS if _is_partners(q, aim) else _LETTERED
        groups[group] += [aim.key] if aim.key else []
    return [
        option(keys_named(keys), fewer.get(label, label), target=True)
        for label, keys in groups.items()
        if keys
    ]


_LETTERED: Final = N_("theirs")
_SEATS: Final = N_("a player")
_PARTNERS: Final = N_("your partner's")
_OWN: Final = N_("one of yours")
_GIFTS: Final = N_("give one away")
_FEWER: Final = {_PARTNERS: C_("cards", "partner's"), _GIFTS: C_("cards", "give away")}
BACK: Final = N_("back")


def _is_own(q: Question, aim: Aim) -> bool:
    return aim.card is not None and owner_of(q.view, aim.card) == q.seat


def _is_partners(q: Question, aim: Aim) -> bool:
    return aim.card is not None and owner_of(q.view, aim.card) == ally_of(q.view, q.seat)


def _do_it_label(q: Question, aim: Aim, kind: Kind) -> Words | Sentence:
    """Name what enter does with the marked target."""
    if aim.card is None:
        return _DO_IT
    chosen = {*q.choice.targets, aim.card}
    left = [a for a in fitting_actions(q.view, q.choice) if chosen <= set(a.targets)]
    if len(left) != 1 or set(left[0].targets) != chosen:
        return N_("choose")
    card = _aim_name(q, aim)
    if _gives(q, aim, kind):
        return gift_label(q, card)
    effect = effects.effect_of(q.view.ruleset, rank_of(left[0].card))
    message = _EFFECTS.get(type(effect)) if kind is Kind.ONE_OFF else _AT_CARDS.get(kind)
    if message is None or q.choice.targets:
        return _DO_IT
    return tell(message, cards=card)


_DO_IT: Final = N_("do it")
_EFFECTS: Final[dict[type[effects.Effect | None], Message]] = {
    effects.ScrapTarget: N_("scrap {cards}"),
    effects.ReturnTargets: N_("return {cards}"),
}


def _target_reason(q: Question, card: Card, kind: Kind) -> Sentence:
    if warning := winning_gift_line(q, fitting_actions(q.view, q.choice)):
        return warning
    action = Action(kind, (card,), q.choice.targets)
    return refusal_lines.not_targets(
        q.view, action, q.barred, q.names, lambda target: owner_of(q.view, target)
    )


def _target_sentence(q: Question, card: Card, kind: Kind) -> Sentence:
    """Ask for a target card, or for a player: the victim or the receiver."""
    by, chosen = card_span(card), q.choice.targets
    if q.aims and q.aims[0].card is None:
        if chosen:
            given = is_gift(q, chosen[0], kind)
            asked = _TO_WHOM if given else _FOR_WHOM.get(kind, _FOR_SEAT)
            return tell(asked, cards=cards(chosen), card=by)
        return tell("Play {card} against whom?", card=by)
    if chosen:
        return tell("Return which other card with {card}?", card=by)
    if only_own(q, card, kind):
        return tell("Give away which card with {card}?", card=by)
    if kind is Kind.ONE_OFF:
        effect = effects.effect_of(q.view.ruleset, rank_of(card))
        return tell(_AIMED.get(type(effect), _AIM), card=by)
    if any(_gives(q, aim, kind) for aim in q.aims):
        return tell("Move which card with {card}?", card=by)
    return tell(_WHICH.get(kind, _AIM), card=by)


_WHICH: Final = {
    Kind.SCUTTLE: N_("Scuttle which card with {card}?"),
    Kind.JACK: N_("Steal which card with {card}?"),
    Kind.JOKER: N_("Take which card with {card}?"),
}
_FOR_WHOM: Final = {
    Kind.JACK: N_("Steal {cards} for whom with {card}?"),
    Kind.JOKER: N_("Take {cards} for whom with {card}?"),
}
_TO_WHOM: Final = N_("Give {cards} to whom with {card}?")
_FOR_SEAT: Final = N_("Play {cards} for whom with {card}?")
_AIM: Final = N_("Play {card} on which card?")
_AIMED: Final[dict[type[effects.Effect | None], Message]] = {
    effects.ScrapTarget: N_("Scrap which card with {card}?"),
    effects.ReturnTargets: N_("Return which card with {card}?"),
}


def _gives(q: Question, aim: Aim, kind: Kind) -> bool:
    """Return whether a card of the reader's own would be given away."""
    return aim.card is not None and is_gift(q, aim.card, kind)


def _aim_label(q: Question, aim: Aim, kind: Kind) -> Sentence:
    """Name a target; an own card among others as a giveaway, and whose it is."""
    label = _aim_name(q, aim)
    if _gives(q, aim, kind):
        mixed = not all(_gives(q, other, kind) for other in q.aims)
        return gift_label(q, label) if mixed else label
    if _is_own(q, aim):
        return tell("{card} (yours)", card=label)
    if _is_partners(q, aim):
        return tell("{card} (your partner's)", card=label)
    return label


def _aim_name(q: Question, aim: Aim) -> Sentence:
    if aim.card is None:
        who = q.names.who(aim.seat)
        return (
            tell("your partner {who}", who=who) if aim.seat == ally_of(q.view, q.seat) else say(who)
        )
    under = [jack for jack, host in q.bearers if host == aim.card]
    over = [host for jack, host in q.bearers if jack == aim.card]
    card = card_span(aim.card)
    if under and over:
        jack, host = card_span(under[-1]), card_span(over[0])
        return tell("{card} under {jack} on {host}", card=card, jack=jack, host=host)
    if under:
        return tell("{card} under {jack}", card=card, jack=card_span(under[-1]))
    return tell("{card} on {host}", card=card, host=card_span(over[0])) if over else say(card)
