"""Concede, leave, come back, and agree on a stalemate."""

from __future__ import annotations

from dataclasses import replace

from engine.actions import Action
from engine.play.compiled import Prompt
from engine.play.events import AnsweredOffer, AskedToConcede, Conceded, OfferedStalemate, Retracted
from engine.play.legal import offerees
from engine.play.position import Position
from engine.play.responses import resolve
from engine.play.turns import end_turn, over
from engine.play.view import RESPONSE_ASKS, Ask, Outcome


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
    _forgo_last_turns(p, seat)
    p.retired = (*p.retired, seat)
    left = [s for s in range(p.rules.seats) if s not in p.retired]
    if len(left) == 1:
        over(p, Outcome((left[0],), "concede"))
    elif p.prompt.ask in (Ask.LIMIT, Ask.GIVE) and p.prompt.seats[0] == seat:
        pass  # a random discard pays what it owes
    elif seat == p.mover:
        _abandon_turn(p)
    elif p.prompt.ask in RESPONSE_ASKS:
        _drop_out_of_round(p, seat)
    elif p.prompt.ask is Ask.OFFER:
        _drop_out_of_offer(p, seat)


def _forgo_last_turns(p: Position, seat: int) -> None:
    """Subtract a retiring seat's remaining turns in sudden death."""
    in_turn = [s for s in p.rules.around[p.mover] if s not in p.retired]
    if p.sudden > 0:
        p.sudden -= sum(in_turn[n % len(in_turn)] == seat for n in range(1, p.sudden))


def _abandon_turn(p: Position) -> None:
    """Scrap the mover's announced card with its responses, and end the turn."""
    p.scrap += p.pending_sevens
    p.scrap += [card for played in p.pile for card in played.action.cards]
    p.pending_sevens.clear()
    p.pile.clear()
    p.revealed = 0
    p.idle_turn = False
    end_turn(p)


def _drop_out_of_round(p: Position, seat: int) -> None:
    rest = tuple(s for s in p.prompt.seats if s != seat)
    if rest:
        p.prompt = replace(p.prompt, seats=rest)
    else:
        resolve(p)


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
