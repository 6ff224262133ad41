"""Ask seats for responses, and resolve the pile once all have declined.

A prompt asks the seats in order, and a response opens a new round, whatever the number of seats.
"""

from __future__ import annotations

from engine.actions import Action, Kind
from engine.cards import QUEENS, TWOS, members
from engine.play.apply import APPLY
from engine.play.compiled import Prompt, prompt_of
from engine.play.events import Countered, Declined, Fizzled, Rebuffed, Shielded
from engine.play.position import Position
from engine.play.turns import end_action
from engine.play.view import Ask, Pending, pending_of


def open_counter(p: Position) -> None:
    """Ask all opponents of the top card's player for a two, unless a queen shields that card."""
    seat = p.pile[-1].seat
    prompt = p.rules.counter_prompts[seat]
    if p.retired:
        prompt = Prompt(Ask.COUNTER, still_in(p, prompt.seats))
    if p.royals[seat] & QUEENS and _queen_shields(p):
        prompt = _shielded(p, Ask.COUNTER, prompt.seats)
    p.prompt = prompt


def still_in(p: Position, seats: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(s for s in seats if s not in p.retired) if p.retired else seats


def _queen_shields(p: Position) -> bool:
    blocks = p.rules.ruleset.queen_blocks_counter
    return blocks == "all" or (blocks == "twos" and TWOS >> p.pile[-1].action.card & 1 == 1)


def _shielded(p: Position, ask: Ask, seats: tuple[int, ...]) -> Prompt:
    """Return the prompt for a card shielded by its player's queens."""
    seat = p.pile[-1].seat
    if p.events is not None:
        p.events.append(Shielded(seat, tuple(members(p.royals[seat] & QUEENS))))
    return prompt_of(ask, seats[:1], 0, True)


def open_rebuff(p: Position) -> None:
    """Ask all opponents for a nine, unless an earlier queen covers the new royal."""
    seat = p.pile[-1].seat
    seats = still_in(p, p.rules.foes[seat])
    is_shielded = p.royals[seat] & QUEENS != 0
    p.prompt = _shielded(p, Ask.REBUFF, seats) if is_shielded else prompt_of(Ask.REBUFF, seats)


def ask_block(p: Position, victim: int) -> None:
    p.prompt = prompt_of(Ask.BLOCK, (victim,), 0, victim in p.retired)


def respond(p: Position, action: Action) -> None:
    prompt = p.prompt
    seat = prompt.seats[0]
    card = action.cards[0]
    p.hands[seat] &= ~(1 << card)
    p.frozen[seat] &= p.hands[seat]
    if p.events is not None:
        p.events.append(Countered(seat, card, p.pile[-1].action.card))
    later = prompt.seats[1:] if action.kind is Kind.REBUFF else prompt.seats
    p.pile.append(pending_of(seat, action, () if action.kind is Kind.COUNTER else later))
    open_counter(p)


def decline(p: Position, action: Action) -> None:
    prompt = p.prompt
    if p.events is not None and not prompt.idle:
        p.events.append(Declined(prompt.seats[0]))
    if len(prompt.seats) > 1:
        p.prompt = prompt_of(prompt.ask, prompt.seats[1:], prompt.owed, prompt.idle)
    else:
        resolve(p)


def resolve(p: Position) -> None:
    """Resolve the pile from the top, or go on asking after a countered response."""
    rebuffed = False
    while len(p.pile) > 1:
        top = p.pile.pop()
        beneath = p.pile.pop()
        p.scrap.append(top.action.card)
        if top.action.kind is Kind.COUNTER:
            if _fall(p, beneath):
                return
            rebuffed = beneath.action.kind is Kind.REBUFF
        else:
            _stop(p, top, beneath)
            return
    played = p.pile[-1]
    if p.rules.royals_wait and played.action.kind is Kind.JACK:
        is_answered = p.prompt.ask is Ask.REBUFF or rebuffed
        if p.rules.ruleset.nine_royal_response and not is_answered:
            open_rebuff(p)
            return
    APPLY[played.action.kind](p, played.seat, played.action)


def _fall(p: Position, fallen: Pending) -> bool:
    """Scrap a countered card; return whether resolving stops here."""
    p.scrap.append(fallen.action.card)
    if not p.pile:
        p.emit(Fizzled(fallen.seat, fallen.action.card))
        if p.rules.steps:
            p.passes = 0
        end_action(p)
        return True
    later = still_in(p, fallen.later)
    if later:
        ask = Ask.BLOCK if fallen.action.kind is Kind.BLOCK else Ask.REBUFF
        p.prompt = Prompt(ask, later)
    return bool(later)


def _stop(p: Position, response: Pending, stopped: Pending) -> None:
    """Scrap the scuttling card (blocked by a ten), or return the royal to hand (by a nine)."""
    card = stopped.action.card
    if response.action.kind is Kind.BLOCK:
        p.scrap.append(card)
        p.emit(Fizzled(stopped.seat, card))
    else:
        p.hands[stopped.seat] |= 1 << card
        p.grown |= 1 << stopped.seat
        p.emit(Rebuffed(stopped.seat, card))
    end_action(p)
