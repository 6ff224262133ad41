"""Word the three rows of the prompt: what is asked, what may be done, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from cuttle_tui import offered
from cuttle_tui.offered import Aim
from cuttle_tui.prose import Sentence, card_span, cards, say, tell
from cuttle_tui.tongue import C_, N_, tr
from cuttle_tui.wording import away, hints, why
from cuttle_tui.wording.asking import Prompt, Question, option
from cuttle_tui.wording.keynames import keys_named
from cuttle_tui.wording.names import ally_of
from cuttle_tui.wording.plays import only_own, play_label
from cuttle_tui.wording.questions import (
    CHOOSE_ANOTHER,
    answer_prompt,
    pick_prompt,
    take_prompt,
    tray_keys,
)
from cuttle_tui.wording.threat import owner_of
from engine.actions import Action, Kind
from engine.cards import EIGHT, NINE, TWO, Card, rank_of
from engine.view import Ask


def prompt_of(question: Question) -> Prompt:
    """Word what the table waits for."""
    step = offered.step_of(question.view, question.choice)
    return _BY_STEP[step](question)


def _wait(q: Question) -> Prompt:
    """Tell whom the table waits for."""
    if not q.view.asked:
        return Prompt("wait", tr("WAITING"), tell("nothing is asked"))
    seat = q.view.asked[0]
    look = () if q.view.viewer is None else (option("arrows", N_("look at your cards")),)
    options = (*look, option("z", N_("scrap")), option("l", N_("log")))
    return Prompt(
        "wait",
        _turn_of(q, q.view.mover),
        away.waiting_line(q, tr(_DOING[q.view.ask], who=q.names.who(seat))),
        away.ways_out(q) or options,
        hints.foresight(q.view, q.seat, q.names),
    )


def _turn_of(q: Question, seat: int) -> str:
    """Say in capitals whose turn it is."""
    if seat == q.names.seat:
        return tr("YOUR TURN")
    return tr("{who}'S TURN", who=q.names.loud(seat))


_DOING: Final = {
    Ask.PLAY: N_("{who} is choosing a card"),
    Ask.COUNTER: N_("{who} is thinking about an answer"),
    Ask.BLOCK: N_("{who} is thinking about a block"),
    Ask.REBUFF: N_("{who} is thinking about an answer"),
    Ask.FETCH: N_("{who} is looking through the scrap"),
    Ask.GIVE: N_("{who} is choosing what to discard"),
    Ask.PAY: N_("{who} is choosing what to discard"),
    Ask.SEVEN: N_("{who} is looking at what was turned up"),
    Ask.LIMIT: N_("{who} is discarding to the hand limit"),
    Ask.OFFER: N_("{who} is thinking about the draw"),
    Ask.OVER: N_("{who} is done"),
}


def _head(q: Question) -> str:
    """Say in capitals what one is asked for: a turn, or a card off the deck for a seven."""
    return tr("SEVEN") if q.view.ask is Ask.SEVEN else tr("YOUR TURN")


def _card(q: Question) -> Prompt:
    head = _head(q)
    card = q.choice.card
    bare = tuple(map(_bare_option, offered.bare(q.view)))
    if card is None or card not in offered.tray(q.view, q.seat):
        count = len(offered.tray(q.view, q.seat))
        pick = (option(tray_keys(count), N_("choose a card")),) if count else ()
        return Prompt("bar", head, _opening(q, count), (*pick, *bare))
    kinds = offered.plays(q.view, card)
    options = (*(_play_option(q, card, kind) for kind in kinds), *bare)
    other = () if q.view.ask is Ask.SEVEN else (option("esc", _ANOTHER_CARD),)
    if not kinds:
        sentence = tell("{card} cannot be played now", card=card_span(card))
        reason = why.not_playable(q.view, card, q.names)
        another = option(tray_keys(len(offered.tray(q.view, q.seat))), CHOOSE_ANOTHER)
        return Prompt("bar", head, sentence, (another, *options), reason)
    return Prompt(
        "bar",
        head,
        tell(_HOW_OFF_DECK if q.view.ask is Ask.SEVEN else _HOW, card=card_span(card)),
        (*options, *other),
        _about_plays(q, card, kinds),
        options,
    )


def _about_plays(q: Question, card: Card, kinds: Sequence[Kind]) -> Sentence:
    """Explain the plays of a card; first of all, why it can only be given away."""
    if all(only_own(q, card, kind) for kind in kinds):
        return tell(_MUST_GIVE if q.view.ask is Ask.SEVEN else _CAN_GIVE, card=card_span(card))
    return hints.about_plays(q.view, card, kinds, q.names)


_MUST_GIVE: Final = N_("{card} must be played, and only your own cards are in its reach")
_CAN_GIVE: Final = N_("only your own cards are in the reach of {card}")


_HOW: Final = N_("Play {card} how?")
_HOW_OFF_DECK: Final = N_("Play {card} off the deck: how?")


def _opening(q: Question, count: int) -> Sentence:
    """Ask for a card, or tell what else can be done."""
    if q.view.ask is Ask.SEVEN:
        one = count == 1
        return tell("Play this card off the deck") if one else tell(_ONE_OF_SHOWN)
    bare = {action.kind for action in offered.bare(q.view)}
    other = Kind.DRAW if Kind.DRAW in bare else Kind.PASS if Kind.PASS in bare else None
    return say(_OPENINGS[other] if count else _EMPTY_HAND[other])


_ONE_OF_SHOWN: Final = N_("Play one of these cards off the deck")
_OPENINGS: Final = {
    Kind.DRAW: N_("Choose a card, or draw"),
    Kind.PASS: N_("Choose a card, or pass"),
    None: N_("Choose a card"),
}
_EMPTY_HAND: Final = {
    Kind.DRAW: N_("Your hand is empty: draw"),
    Kind.PASS: N_("Your hand is empty: pass"),
    None: N_("Your hand is empty: nothing to do"),
}


def _bare_option(action: Action) -> Sentence:
    return option(offered.PLAY_KEYS[action.kind], _BARE[action.kind])


_BARE: Final = {
    Kind.DRAW: C_("what one does in a turn", "draw"),
    Kind.PASS: C_("what one does in a turn", "pass"),
    Kind.DISCARD: N_("discard"),
}


def _play_option(q: Question, card: Card, kind: Kind) -> Sentence:
    return option(offered.PLAY_KEYS[kind], play_label(q, card, kind))


def _play(q: Question) -> Prompt:
    card, kind = q.choice.card, q.choice.play
    assert card is not None
    assert kind is not None
    many = len(offered.plays(q.view, card)) > 1
    turn = (option("up down", N_("other ways")),) if many else ()
    return Prompt(
        "bar",
        _head(q),
        tell("Play {card} as {play}?", card=card_span(card), play=play_label(q, card, kind)),
        (option("enter", N_("do it")), *turn, *_way_back(q, card)),
        hints.about_plays(q.view, card, [kind], q.names),
    )


_ANOTHER_CARD: Final = N_("another card")


def _way_back(q: Question, card: Card) -> tuple[Sentence, ...]:
    """Offer what esc leads to from a play that is begun; nothing, where nothing else can be."""
    if len(offered.plays(q.view, card)) > 1:
        return (option("esc", N_("another play")),)
    others = len(offered.tray(q.view, q.seat)) > 1 or offered.bare(q.view)
    return (option("esc", _ANOTHER_CARD),) if others else ()


def _target(q: Question) -> Prompt:
    card, kind = q.choice.card, q.choice.play
    assert card is not None
    assert kind is not None
    options = [option(aim.key, _aim_label(q, aim), target=True) for aim in q.aims if aim.key]
    if len(q.aims) == 1:
        options.append(option("enter", N_("do it")))
    back = (option("esc", _ANOTHER_CARD),) if q.choice.targets else _way_back(q, card)
    lettered = option(keys_named(aim.key for aim in q.aims if aim.key), _LETTERED, target=True)
    return Prompt(
        "bar",
        _head(q),
        _target_sentence(q, card, kind),
        (*options, *back),
        _target_reason(q, card, kind),
        (lettered, *back),
    )


_LETTERED: Final = N_("the lettered cards")


def _target_reason(q: Question, card: Card, kind: Kind) -> Sentence:
    action = Action(kind, (card,), q.choice.targets)
    return why.not_targets(q.view, action, q.barred, q.names, lambda one: owner_of(q.view, one))


def _target_sentence(q: Question, card: Card, kind: Kind) -> Sentence:
    """Ask for a card; or for a seat: whom an effect hits, or who gets what is taken."""
    by, chosen = card_span(card), q.choice.targets
    if q.aims and q.aims[0].card is None:
        if chosen:
            return tell(_FOR_WHOM.get(kind, _FOR_SEAT), cards=cards(chosen), card=by)
        return tell("Play {card} against whom?", card=by)
    if chosen:
        return tell("Evict which card as well with {card}?", card=by)
    if only_own(q, card, kind):
        return tell("Give away which card with {card}?", card=by)
    if kind is Kind.ONE_OFF:
        return tell(_AIMED.get(rank_of(card), _AIM), card=by)
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
_FOR_SEAT: Final = N_("Play {cards} for whom with {card}?")
_AIM: Final = N_("Aim at which card with {card}?")
_AIMED: Final = {
    TWO: N_("Scrap which card with {card}?"),
    EIGHT: N_("Scrap which card with {card}?"),
    NINE: N_("Evict which card with {card}?"),
}


def _aim_label(q: Question, aim: Aim) -> Sentence:
    """Name a card, with what lies on it or under it; or a seat."""
    if aim.card is None:
        who = q.names.who(aim.seat)
        return tell("your ally {who}", who=who) if aim.seat == ally_of(q.view, q.seat) else say(who)
    under = [jack for jack, host in q.bearers if host == aim.card]
    over = [host for jack, host in q.bearers if jack == aim.card]
    card = card_span(aim.card)
    if under and over:
        jack, host = card_span(under[-1]), card_span(over[0])
        return tell("{card} under {jack} on {host}", card=card, jack=jack, host=host)
    if under:
        return tell("{card} under {jack}", card=card, jack=card_span(under[-1]))
    return tell("{card} on {host}", card=card, host=card_span(over[0])) if over else say(card)


_BY_STEP: Final[dict[offered.Step, Callable[[Question], Prompt]]] = {
    "wait": _wait,
    "card": _card,
    "play": _play,
    "target": _target,
    "pick": pick_prompt,
    "take": take_prompt,
    "answer": answer_prompt,
}
