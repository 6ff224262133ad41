"""Perform an action as its seat decides it, by its kind; what cards then do is in `resolve`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from engine.actions import DECLINE, Action, Kind
from engine.cards import BIT, TENS, THREES, Card
from engine.play.compiled import Prompt
from engine.play.events import (
    AnnouncedOneOff,
    AnnouncedRoyal,
    AnnouncedScuttle,
    AnsweredOffer,
    AskedToConcede,
    Conceded,
    Discarded,
    Drew,
    Fetched,
    OfferedStalemate,
    Passed,
    PlayedPoints,
    Retracted,
)
from engine.play.legal import legal_actions, offerees
from engine.play.position import Position
from engine.play.resolve import (
    RESOLVE,
    ask_block,
    conclude,
    decline,
    destination,
    open_counter,
    open_rebuff,
    resolve,
    respond,
    scuttle,
)
from engine.play.view import RESPONSE_ASKS, Ask, Outcome, pending_of
from engine.play.zones import (
    deck_ran_out,
    discard,
    draw_cards,
    end_action,
    end_turn,
    over,
    remember,
    remember_hands,
    turn_down,
)
from engine.prng import Stream


def concede(p: Position, action: Action) -> None:
    """Concede: end the game, retire the seat, or wait for its partner."""
    seat = action.seat
    mode = p.rules.ruleset.concede_mode
    agreed = {seat, *p.conceding}
    if mode == "side" and not agreed.issuperset(p.rules.allies[seat]):
        p.emit(AskedToConcede(seat))
        p.conceding = (*p.conceding, seat)
        return
    p.emit(Conceded(seat))
    if mode == "retire":
        _retire(p, seat)
    else:
        over(p, Outcome(tuple(sorted(p.rules.foes[seat])), "concede"))


def retract(p: Position, action: Action) -> None:
    """Take back a concession that the partner has not joined."""
    p.emit(Retracted(action.seat))
    p.conceding = tuple(seat for seat in p.conceding if seat != action.seat)


def leave(p: Position, action: Action) -> None:
    """Leave the seat to play on automatically."""
    p.absent = (*p.absent, action.seat)
    if p.prompt.ask is Ask.OFFER:
        _drop_out_of_offer(p, action.seat)


def come_back(p: Position, action: Action) -> None:
    """Return to the seat."""
    seat = action.seat
    p.absent = tuple(s for s in p.absent if s != seat)
    asked = p.prompt.seats
    if p.prompt.ask is Ask.OFFER and seat in offerees(p, p.offerer) and seat not in asked:
        p.prompt = Prompt(Ask.OFFER, (*asked, seat))


def _retire(p: Position, seat: int) -> None:
    """Take a seat out of the game; its table cards stay."""
    in_turn = [s for s in p.rules.around[p.mover] if s not in p.retired]
    if p.sudden > 0:  # the seat's remaining turns of sudden death
        p.sudden -= sum(in_turn[n % len(in_turn)] == seat for n in range(1, p.sudden))
    remember_hands(p)
    p.retired = (*p.retired, seat)
    left = [s for s in range(p.rules.seats) if s not in p.retired]
    side = p.rules.allies[left[0]]
    if set(left).issubset(side):
        over(p, Outcome(side, "concede"))
    elif p.prompt.ask in (Ask.LIMIT, Ask.GIVE) and p.prompt.seats[0] == seat:
        pass  # a random discard pays what it owes
    elif seat == p.mover:
        # scrap the mover's announced card with its responses, and end the turn
        p.scrap += p.pending_sevens
        p.scrap += [card for played in p.pile for card in played.action.cards]
        p.pending_sevens.clear()
        p.pile.clear()
        turn_down(p)
        p.idle_turn = False
        end_turn(p)
    elif p.prompt.ask in RESPONSE_ASKS:
        rest = tuple(s for s in p.prompt.seats if s != seat)
        if rest:
            p.prompt = replace(p.prompt, seats=rest)
        else:
            resolve(p)
    elif p.prompt.ask is Ask.OFFER:
        _drop_out_of_offer(p, seat)


def _drop_out_of_offer(p: Position, seat: int) -> None:
    """Drop a seat from the offer; seats asked before it have accepted."""
    rest = tuple(s for s in p.prompt.seats if s != seat)
    offerer = p.offerer
    accepted = set(offerees(p, offerer)) - set(rest) - set(p.absent)
    if seat == offerer or not (rest or accepted):
        p.prompt = p.rules.play_prompts[p.mover]
    else:
        _ask_next(p, rest)


def _ask_next(p: Position, rest: tuple[int, ...]) -> None:
    """Ask these seats about the offer; if there are none, all have accepted."""
    if rest:
        p.prompt = Prompt(Ask.OFFER, rest)
    else:
        over(p, Outcome((), "agreed"))


def offer(p: Position, action: Action) -> None:
    """Offer a stalemate to every active opponent."""
    p.offerer = action.seat
    p.emit(OfferedStalemate(action.seat))
    asked = tuple(seat for seat in offerees(p, action.seat) if seat not in p.absent)
    p.prompt = Prompt(Ask.OFFER, asked)


def accept(p: Position, action: Action) -> None:
    """Accept a stalemate; the game ends once all asked seats have accepted."""
    p.emit(AnsweredOffer(p.prompt.seats[0], accepted=True))
    _ask_next(p, p.prompt.seats[1:])


def reject(p: Position, action: Action) -> None:
    """Reject a stalemate; play resumes where it was."""
    p.emit(AnsweredOffer(p.prompt.seats[0], accepted=False))
    p.prompt = p.rules.play_prompts[p.mover]


_DRAW: Final = Kind.DRAW
_SEVEN: Final = Ask.SEVEN


def play(position: Position, action: Action) -> None:
    """Play a legal action, and skip prompts without a choice; the position changes in place.

    Whether it is legal is not checked here.
    """
    perform(position, action)
    if position.prompt.idle or position.retired or position.absent:
        # play for seats without a choice or without a player
        while position.prompt.idle or position.prompt.seats:
            seat = position.prompt.seats[0] if position.prompt.seats else -1
            if not (position.prompt.idle or seat in position.retired or seat in position.absent):
                return
            forced = _forced(position)
            if position.passes and position.rules.steps:
                _break_run(position, forced)
            _PERFORM[forced.kind](position, forced)


def perform(position: Position, action: Action) -> None:
    """Play a legal action in place; a prompt without a choice must be answered like any other."""
    position.ply += 1
    rules = position.rules
    if position.passes and rules.steps:
        _break_run(position, action)
    kind = action.kind
    if rules.thaws_early and position.frozen[position.mover]:
        is_main = position.prompt.ask is Ask.PLAY and kind <= Kind.ONE_OFF
        if is_main:
            position.frozen[position.mover] = 0
    if kind is _DRAW:  # the commonest
        _draw(position, action)
    else:
        _PERFORM[kind](position, action)


def _forced(p: Position) -> Action:
    """Choose for a seat without a choice or without a player."""
    ask = p.prompt.ask
    if p.prompt.idle and ask in RESPONSE_ASKS:
        return DECLINE
    legal = legal_actions(p)
    if ask in (Ask.GIVE, Ask.LIMIT, Ask.FETCH, Ask.PAY, Ask.SEVEN):
        return legal[Stream(p.chance_seed()).below(len(legal))]
    return legal[0]  # declining and drawing come first, and so does the only pass


# Playing a card -----------------------------------------------------------------------------------


def _take_up(p: Position, seat: int, card: Card) -> None:
    """Take a card to play from the hand, or from the cards a seven turned up."""
    if p.prompt.ask is not _SEVEN:
        hands = p.hands
        hands[seat] = hands[seat] ^ BIT[card]
        return
    turn_down(p)
    p.deck.remove(card)
    seven = p.pile.pop().action.card
    if p.rules.ruleset.seven_scrapped == "onPlay":
        p.scrap.append(seven)
    else:
        p.pending_sevens.append(seven)
    if not p.deck:
        deck_ran_out(p)


def _draw(p: Position, action: Action) -> None:
    """Draw a card; the commonest action does without the checks of `draw_cards`."""
    card = p.deck.pop()
    seat = p.mover
    hands = p.hands
    hands[seat] = hands[seat] | BIT[card]
    p.grown |= 1 << seat
    if p.events is not None:
        p.events.append(Drew(seat, 1, (card,)))
    if not p.deck:
        deck_ran_out(p)
    end_action(p)


def _pass(p: Position, action: Action) -> None:
    p.idle_turn = True
    p.emit(Passed(p.mover))
    end_action(p)


def _points(p: Position, action: Action) -> None:
    seat = p.mover
    card = action.cards[0]
    _take_up(p, seat, card)
    points = p.points
    points[seat] = points[seat] | BIT[card]
    p.unsettled |= 1 << seat
    if p.events is not None:
        p.events.append(PlayedPoints(seat, card))
    end_action(p)


def _scuttle(p: Position, action: Action) -> None:
    seat = p.mover
    card = action.cards[0]
    _take_up(p, seat, card)
    victim = p.controller(action.targets[0])
    if not p.rules.blocks_scuttles or victim == seat:
        scuttle(p, seat, action)
        return
    p.pile.append(pending_of(seat, action))
    p.emit(AnnouncedScuttle(seat, card, action.targets[0], victim))
    ask_block(p, victim)


def _royal(p: Position, action: Action) -> None:
    seat = p.mover
    _take_up(p, seat, action.cards[0])
    ruleset = p.rules.ruleset
    counterable = ruleset.jack_counterable and action.kind is Kind.JACK
    if not (counterable or ruleset.nine_royal_response):
        RESOLVE[action.kind](p, seat, action)
        return
    p.pile.append(pending_of(seat, action))
    if p.events is not None:
        target = action.targets[0] if action.targets else None
        to = destination(p, seat, action) if target is not None else seat
        p.events.append(AnnouncedRoyal(seat, action.card, target, to))
    if counterable:
        open_counter(p)
    else:
        open_rebuff(p)


def _one_off(p: Position, action: Action) -> None:
    seat = p.mover
    from_seven = p.prompt.ask is _SEVEN
    card = action.cards[0]
    _take_up(p, seat, card)
    p.pile.append(pending_of(seat, action, (), from_seven))
    if p.events is not None:
        p.events.append(AnnouncedOneOff(seat, card, action.targets, action.seat))
    open_counter(p)


# Choices -----------------------------------------------------------------------------------------


def _take(p: Position, action: Action) -> None:
    card = action.cards[0]
    seat = p.mover
    p.scrap.remove(card)
    remember(p, BIT[card])
    p.hands[seat] |= BIT[card]
    p.grown |= 1 << seat
    if p.events is not None:
        p.events.append(Fetched(seat, card))
    if not p.deck:
        p.idle_turn = not p.pile[0].from_seven and THREES >> card & 1 == 1
    if p.rules.steps and not p.idle_turn:
        p.passes = 0
    conclude(p)


def _discard(p: Position, action: Action) -> None:
    ask = p.prompt.ask
    seat = p.prompt.seats[0]
    if ask is Ask.GIVE:
        by_ten = TENS >> p.pile[-1].action.card & 1
        discard(p, seat, action.cards, "ten" if by_ten else "four")
        conclude(p)
    elif ask is Ask.PAY:
        discard(p, seat, action.cards, "five")
        draw_cards(p, seat, p.rules.ruleset.five_draw)
        conclude(p)
    elif ask is Ask.SEVEN:
        card = action.cards[0]
        _take_up(p, seat, card)
        p.scrap.append(card)
        p.emit(Discarded(seat, action.cards, "seven"))
        end_action(p)
    else:  # down to the limit of the hand
        discard(p, seat, action.cards, "limit")
        end_turn(p)


# Endings -----------------------------------------------------------------------------------------


def _break_run(p: Position, action: Action) -> None:
    """Reset the run of passes at any other step (under ``pass.run = steps``)."""
    kind = action.kind
    if kind is Kind.PASS or kind is Kind.CONCEDE:
        return
    if p.rules.three_barred == 0 and _may_become_idle_three(p, action):
        return
    p.passes = 0


def _may_become_idle_three(p: Position, action: Action) -> bool:
    """Return whether a three from hand may still take a three with an empty deck."""
    if p.deck or p.prompt.ask is Ask.SEVEN:
        return False
    if p.pile:
        return not p.pile[0].from_seven and THREES >> p.pile[0].action.card & 1 == 1
    return action.kind is Kind.ONE_OFF and THREES >> action.card & 1 == 1


_PERFORMERS: Final[dict[Kind, Callable[[Position, Action], None]]] = {
    Kind.DRAW: _draw,
    Kind.PASS: _pass,
    Kind.POINTS: _points,
    Kind.SCUTTLE: _scuttle,
    Kind.ROYAL: _royal,
    Kind.JACK: _royal,
    Kind.JOKER: _royal,
    Kind.ONE_OFF: _one_off,
    Kind.COUNTER: respond,
    Kind.BLOCK: respond,
    Kind.REBUFF: respond,
    Kind.DECLINE: decline,
    Kind.TAKE: _take,
    Kind.DISCARD: _discard,
    Kind.CONCEDE: concede,
    Kind.OFFER: offer,
    Kind.ACCEPT: accept,
    Kind.REJECT: reject,
    Kind.RETRACT: retract,
    Kind.LEAVE: leave,
    Kind.RETURN: come_back,
}
_PERFORM: Final = tuple(_PERFORMERS[kind] for kind in Kind)
"""By `Kind`; a tuple is faster to index than the dict."""
