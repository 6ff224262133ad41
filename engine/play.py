"""Play an action: one performer for each kind, and what follows from it.

The reply window is a prompt to the seats in order; a counter opens a fresh round; so two, three
and four seats are one path. A prompt that leaves nobody a choice is passed over by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.actions import DECLINE, DISCARD_NOTHING, PASS, Action, Kind
from engine.cards import KINGS, QUEENS, THREES, Card, points_of
from engine.events import (
    AnnouncedOneOff,
    AnnouncedRoyal,
    AnnouncedScuttle,
    AnsweredOffer,
    Conceded,
    Countered,
    Declined,
    Discarded,
    Drew,
    Ended,
    Event,
    Fetched,
    Fizzled,
    OfferedStalemate,
    Passed,
    PlayedPoints,
    PlayedRoyal,
    Rebuffed,
    Scuttled,
    Stole,
)
from engine.field import attach, deck_ran_out, draw_cards, lift, pay_from_hand
from engine.generate import legal_actions, offerees
from engine.position import Played, Position
from engine.rules import OVER, Prompt
from engine.rulesets import WON
from engine.view import Ask, Outcome


def play(position: Position, action: Action, *, settle: bool = True) -> None:
    """Play a legal action; the position changes in place.

    Args:
        position: the game.
        action: one of `legal_actions` (or `standing_actions`); this is not checked here.
        settle: pass over prompts that leave nobody a choice. Without it they must be answered one
            by one, with the one action that is legal there.
    """
    position.ply += 1
    if position.passes and position.rules.steps:
        _break_run(position, action)
    if position.frozen[position.mover] and position.rules.thaws_early:
        _thaw_early(position, action)
    _PERFORM[action.kind](position, action)
    if settle:
        while position.prompt.idle:
            _PERFORM[(forced := _forced(position)).kind](position, forced)


def _forced(p: Position) -> Action:
    if p.prompt.ask is Ask.PLAY:
        return PASS
    return DISCARD_NOTHING if p.prompt.ask in (Ask.GIVE, Ask.PAY) else DECLINE


def _tell(p: Position, event: Event) -> None:
    if p.events is not None:
        p.events.append(event)


# Taking a card up and laying it down -------------------------------------------------------------


def _take_up(p: Position, seat: int, card: Card) -> None:
    """Take a card to play: from the hand, or from what a seven turned up."""
    if p.prompt.ask is not Ask.SEVEN:
        p.hands[seat] &= ~(1 << card)
        return
    p.deck.remove(card)
    p.revealed = 0
    seven = p.pile.pop().action.card
    if p.rules.ruleset.seven_scrapped == "onPlay":
        p.scrap.append(seven)
    else:
        p.held.append(seven)
    if not p.deck:
        deck_ran_out(p)


def _draw(p: Position, action: Action) -> None:
    seat = p.mover
    card = p.deck.pop()
    p.hands[seat] |= 1 << card
    if p.events is not None:
        p.events.append(Drew(seat, 1, (card,)))
    if not p.deck:
        deck_ran_out(p)
    _end_action(p)


def _pass(p: Position, action: Action) -> None:
    p.idle_turn = True
    _tell(p, Passed(p.mover))
    if p.rules.steps:
        _count_pass(p)
    if p.outcome is None:
        _end_action(p)


def _points(p: Position, action: Action) -> None:
    seat = p.mover
    card = action.cards[0]
    _take_up(p, seat, card)
    p.points[seat] |= 1 << card
    if p.events is not None:
        p.events.append(PlayedPoints(seat, card))
    _end_action(p)


def _scuttle(p: Position, action: Action) -> None:
    _take_up(p, p.mover, action.cards[0])
    if not p.rules.ruleset.ten_block_scuttle:
        _land_scuttle(p, Played(p.mover, action))
        return
    victim = p.controller(action.targets[0])
    p.pile.append(Played(p.mover, action))
    _tell(p, AnnouncedScuttle(p.mover, action.card, action.targets[0], victim))
    _ask_block(p, victim)


def _royal(p: Position, action: Action) -> None:
    _take_up(p, p.mover, action.cards[0])
    played = Played(p.mover, action)
    if p.rules.ruleset.nine_royal_response:
        _announce_royal(p, played)
        _open_rebuff(p)
    else:
        _land_royal(p, played)


def _attachment(p: Position, action: Action) -> None:
    _take_up(p, p.mover, action.cards[0])
    ruleset = p.rules.ruleset
    played = Played(p.mover, action)
    if ruleset.jack_counterable and action.kind is Kind.JACK:
        _announce_royal(p, played)
        _open_counter(p)
    elif ruleset.nine_royal_response:
        _announce_royal(p, played)
        _open_rebuff(p)
    else:
        _land_attachment(p, played)


def _announce_royal(p: Position, played: Played) -> None:
    p.pile.append(played)
    target = played.action.targets[0] if played.action.targets else None
    to = _destination(p, played) if target is not None else played.seat
    _tell(p, AnnouncedRoyal(played.seat, played.action.card, target, to))


def _one_off(p: Position, action: Action) -> None:
    seat = p.mover
    from_seven = p.prompt.ask is Ask.SEVEN
    _take_up(p, seat, action.cards[0])
    p.pile.append(Played(seat, action, (), from_seven))
    if p.events is not None:
        p.events.append(AnnouncedOneOff(seat, action.card, action.targets, action.seat))
    _open_counter(p)


# Windows -----------------------------------------------------------------------------------------


def _still_in(p: Position, seats: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(s for s in seats if s not in p.retired) if p.retired else seats


def _open_counter(p: Position) -> None:
    """Ask every foe of the top card's player for a two, unless a queen shields that card."""
    seat = p.pile[-1].seat
    prompt = p.rules.counter_prompts[seat]
    if p.retired:
        prompt = Prompt(Ask.COUNTER, _still_in(p, prompt.seats))
    if p.court[seat] & QUEENS and _queen_shields(p):
        prompt = Prompt(Ask.COUNTER, prompt.seats[:1], 0, True)
    p.prompt = prompt


def _queen_shields(p: Position) -> bool:
    blocks = p.rules.ruleset.queen_blocks_counter
    return blocks == "all" or (blocks == "twos" and p.pile[-1].action.kind is Kind.COUNTER)


def _open_rebuff(p: Position) -> None:
    """Ask every foe for a nine, unless a queen that was there before covers the new royal."""
    seat = p.pile[-1].seat
    seats = _still_in(p, p.rules.foes[seat])
    shielded = p.court[seat] & QUEENS != 0
    p.prompt = Prompt(Ask.REBUFF, seats[:1] if shielded else seats, 0, shielded)


def _ask_block(p: Position, victim: int) -> None:
    p.prompt = Prompt(Ask.BLOCK, (victim,), 0, victim in p.retired)


def _respond(p: Position, action: Action) -> None:
    prompt = p.prompt
    seat = prompt.seats[0]
    card = action.cards[0]
    p.hands[seat] &= ~(1 << card)
    p.frozen[seat] &= p.hands[seat]
    _tell(p, Countered(seat, card, p.pile[-1].action.card))
    later = prompt.seats[1:] if action.kind is Kind.REBUFF else prompt.seats
    p.pile.append(Played(seat, action, () if action.kind is Kind.COUNTER else later))
    _open_counter(p)


def _decline(p: Position, action: Action) -> None:
    prompt = p.prompt
    if p.events is not None and not prompt.idle:
        p.events.append(Declined(prompt.seats[0]))
    if len(prompt.seats) > 1:
        p.prompt = prompt._replace(seats=prompt.seats[1:])
    else:
        _resolve(p)


def _resolve(p: Position) -> None:
    """Resolve the pile from the top down, or ask once more what a fallen response had stopped."""
    while len(p.pile) > 1:
        top = p.pile.pop()
        beneath = p.pile.pop()
        p.scrap.append(top.action.card)
        if top.action.kind is Kind.COUNTER:
            if _fall(p, beneath):
                return
        else:
            _stop(p, top, beneath)
            return
    played = p.pile[-1]
    if played.action.kind is Kind.JACK and p.prompt.ask is Ask.COUNTER and _may_rebuff(p):
        _open_rebuff(p)
        return
    _LAND[played.action.kind](p, played)


def _may_rebuff(p: Position) -> bool:
    return p.rules.ruleset.nine_royal_response


def _fall(p: Position, fallen: Played) -> bool:
    """Scrap a card that a two removed; tell whether resolving pauses or the action is over."""
    p.scrap.append(fallen.action.card)
    if not p.pile:
        _tell(p, Fizzled(fallen.seat, fallen.action.card))
        _end_action(p)
        return True
    later = _still_in(p, fallen.later)
    if later:
        ask = Ask.BLOCK if fallen.action.kind is Kind.BLOCK else Ask.REBUFF
        p.prompt = Prompt(ask, later)
    return bool(later)


def _stop(p: Position, response: Played, stopped: Played) -> None:
    """Let a ten scrap the scuttler, or a nine send the royal back to its player's hand."""
    card = stopped.action.card
    if response.action.kind is Kind.BLOCK:
        p.scrap.append(card)
        _tell(p, Fizzled(stopped.seat, card))
    else:
        p.hands[stopped.seat] |= 1 << card
        _tell(p, Rebuffed(stopped.seat, card))
    _end_action(p)


# What lands --------------------------------------------------------------------------------------


def _land_scuttle(p: Position, played: Played) -> None:
    p.pile.clear()
    card, target = played.action.cards[0], played.action.targets[0]
    victim, lost = lift(p, target)
    p.scrap += (target, *lost, card)
    if p.events is not None:
        p.events.append(Scuttled(played.seat, card, target, victim, lost))
    _end_action(p)


def _land_royal(p: Position, played: Played) -> None:
    p.pile.clear()
    card = played.action.cards[0]
    p.court[played.seat] |= 1 << card
    if p.events is not None:
        p.events.append(PlayedRoyal(played.seat, card, p.goal(played.seat)))
    _end_action(p)


def _destination(p: Position, played: Played) -> int:
    """Tell to which seat a jack or joker moves its target."""
    action = played.action
    if action.seat >= 0:
        return action.seat
    if p.controller(action.targets[0]) == played.seat:
        return p.rules.foes[played.seat][0]
    return played.seat


def _land_attachment(p: Position, played: Played) -> None:
    p.pile.clear()
    card, target = played.action.cards[0], played.action.targets[0]
    origin, to = p.controller(target), _destination(p, played)
    host = target
    if (1 << target) & ~(p.points[origin] | p.court[origin]):
        found = p.host(target)
        assert found is not None
        host = found
    attach(p, card, host, origin, to)
    _tell(p, Stole(played.seat, card, target, origin, to))
    _end_action(p)


def _land_one_off(p: Position, played: Played) -> None:
    effect = p.rules.effects[played.action.cards[0] >> 2]
    assert effect is not None
    if effect.resolve(p, played):
        _conclude(p)


def _conclude(p: Position) -> None:
    """Scrap the one-off that has done its work; the action is over."""
    p.scrap.append(p.pile.pop().action.cards[0])
    _end_action(p)


# Choices -----------------------------------------------------------------------------------------


def _take(p: Position, action: Action) -> None:
    card = action.cards[0]
    seat = p.mover
    p.scrap.remove(card)
    p.hands[seat] |= 1 << card
    _tell(p, Fetched(seat, card))
    p.idle_turn = not p.deck and not p.pile[0].from_seven and THREES >> card & 1 == 1
    if p.rules.steps:
        if p.idle_turn:
            _count_pass(p)
        else:
            p.passes = 0
    if p.outcome is None:
        _conclude(p)


def _discard(p: Position, action: Action) -> None:
    _DISCARD_FOR[p.prompt.ask](p, action)


def _give(p: Position, action: Action) -> None:
    seat = p.prompt.seats[0]
    pay_from_hand(p, seat, action.cards)
    if p.events is not None and action.cards:
        ten = p.pile[-1].action.card >> 2 == 9
        p.events.append(Discarded(seat, action.cards, "ten" if ten else "four"))
    _conclude(p)


def _pay(p: Position, action: Action) -> None:
    seat = p.prompt.seats[0]
    pay_from_hand(p, seat, action.cards)
    if p.events is not None and action.cards:
        p.events.append(Discarded(seat, action.cards, "five"))
    draw_cards(p, seat, p.rules.ruleset.five_draw)
    _conclude(p)


def _scrap_shown(p: Position, action: Action) -> None:
    seat = p.mover
    card = action.cards[0]
    _take_up(p, seat, card)
    p.scrap.append(card)
    _tell(p, Discarded(seat, action.cards, "seven"))
    _end_action(p)


def _discard_to_limit(p: Position, action: Action) -> None:
    seat = p.mover
    pay_from_hand(p, seat, action.cards)
    if p.events is not None:
        p.events.append(Discarded(seat, action.cards, "limit"))
    _end_turn(p)


# Endings -----------------------------------------------------------------------------------------


def _end_action(p: Position) -> None:
    """Finish an action: who has won, then the hand limit, then the turn."""
    if p.held:
        p.scrap += p.held
        p.held.clear()
    seat = p.mover
    rules = p.rules
    if rules.any_now:
        goals = rules.goals
        last = len(goals) - 1
        for other in rules.around[seat]:
            kings = (p.court[other] & KINGS).bit_count()
            enough = points_of(p.points[other]) >= goals[kings if kings < last else last]
            if enough and other not in p.retired:
                _win(p, other)
                return
    elif _won_by_kings(p):
        return
    if p.hands[seat].bit_count() > rules.limit and seat not in p.retired:
        p.prompt = Prompt(Ask.LIMIT, (seat,), p.hands[seat].bit_count() - rules.limit)
        return
    _end_turn(p)


def _won_by_kings(p: Position) -> bool:
    for seat in p.rules.around[p.mover]:
        if p.goal(seat) == WON and seat not in p.retired:
            _win(p, seat)
            return True
    return False


def _end_turn(p: Position) -> None:
    """Finish a turn: a win at its end, the thaw, the run of passes, sudden death; then the next."""
    seat = p.mover
    rules = p.rules
    if not rules.any_now and p.score(seat) >= p.goal(seat):
        _win(p, seat)
        return
    p.frozen[seat] = 0
    if p.sudden >= 0:
        p.sudden -= 1
        if p.sudden == 0:
            _over(p, Outcome((), "suddenDeath"))
            return
    elif not rules.steps:
        if not p.idle_turn:
            p.passes = 0
        else:
            _count_pass(p)
            if p.outcome is not None:
                return
    _next_turn(p)


def _next_turn(p: Position) -> None:
    p.idle_turn = False
    p.offered = False
    p.turn += 1
    seat = p.rules.around[p.mover][1]
    while seat in p.retired:
        seat = p.rules.around[seat][1]
    p.mover = seat
    p.prompt = p.rules.play_prompts[seat]
    if p.rules.ruleset.pass_auto and legal_actions(p) == [PASS]:
        p.prompt = p.prompt._replace(idle=True)


def _thaw_early(p: Position, action: Action) -> None:
    """Thaw the mover's cards with its main decision (under ``freeze.scope = mainDecision``)."""
    if p.prompt.ask is Ask.PLAY and action.kind <= Kind.ONE_OFF:
        p.frozen[p.mover] = 0


def _count_pass(p: Position) -> None:
    p.passes += 1
    needed = max(2, p.rules.ruleset.pass_to_end - len(p.retired))
    if p.passes >= needed and p.sudden < 0:
        _over(p, Outcome((), "passes"))


def _break_run(p: Position, action: Action) -> None:
    """Set the run of passes to 0 at any step that is none (under ``pass.run = steps``)."""
    kind = action.kind
    if kind is Kind.PASS or kind is Kind.CONCEDE:
        return
    if p.rules.three_barred == 0 and _may_become_idle_three(p, action):
        return
    p.passes = 0


def _may_become_idle_three(p: Position, action: Action) -> bool:
    """Tell whether this is part of a three from hand that may yet take a three, deck empty."""
    if p.deck or p.prompt.ask is Ask.SEVEN:
        return False
    if p.pile:
        return not p.pile[0].from_seven and THREES >> p.pile[0].action.card & 1 == 1
    return action.kind is Kind.ONE_OFF and THREES >> action.card & 1 == 1


def _win(p: Position, seat: int) -> None:
    sides = p.rules.ruleset.sides
    winners = tuple(s for s in range(p.rules.seats) if sides[s] == sides[seat])
    _over(p, Outcome(winners, "goal"))


def _over(p: Position, outcome: Outcome) -> None:
    p.outcome = outcome
    p.prompt = OVER
    _tell(p, Ended(outcome.winners, outcome.why))


# Out of turn -------------------------------------------------------------------------------------


def _concede(p: Position, action: Action) -> None:
    seat = action.seat
    _tell(p, Conceded(seat))
    sides = p.rules.ruleset.sides
    winners = tuple(s for s in range(p.rules.seats) if sides[s] != sides[seat])
    _over(p, Outcome(winners, "concede"))


def _offer(p: Position, action: Action) -> None:
    p.offered = True
    _tell(p, OfferedStalemate(action.seat))
    asked = tuple(seat for seat in offerees(p, action.seat) if seat not in p.absent)
    p.prompt = Prompt(Ask.OFFER, asked)


def _accept(p: Position, action: Action) -> None:
    _tell(p, AnsweredOffer(p.prompt.seats[0], accepted=True))
    rest = p.prompt.seats[1:]
    if rest:
        p.prompt = Prompt(Ask.OFFER, rest)
    else:
        _over(p, Outcome((), "agreed"))


def _reject(p: Position, action: Action) -> None:
    _tell(p, AnsweredOffer(p.prompt.seats[0], accepted=False))
    p.prompt = p.rules.play_prompts[p.mover]


_PERFORM: Final[dict[Kind, Callable[[Position, Action], None]]] = {
    Kind.DRAW: _draw,
    Kind.PASS: _pass,
    Kind.POINTS: _points,
    Kind.SCUTTLE: _scuttle,
    Kind.ROYAL: _royal,
    Kind.JACK: _attachment,
    Kind.JOKER: _attachment,
    Kind.ONE_OFF: _one_off,
    Kind.COUNTER: _respond,
    Kind.BLOCK: _respond,
    Kind.REBUFF: _respond,
    Kind.DECLINE: _decline,
    Kind.TAKE: _take,
    Kind.DISCARD: _discard,
    Kind.CONCEDE: _concede,
    Kind.OFFER: _offer,
    Kind.ACCEPT: _accept,
    Kind.REJECT: _reject,
}
_LAND: Final[dict[Kind, Callable[[Position, Played], None]]] = {
    Kind.SCUTTLE: _land_scuttle,
    Kind.ROYAL: _land_royal,
    Kind.JACK: _land_attachment,
    Kind.JOKER: _land_attachment,
    Kind.ONE_OFF: _land_one_off,
}
_DISCARD_FOR: Final[dict[Ask, Callable[[Position, Action], None]]] = {
    Ask.GIVE: _give,
    Ask.PAY: _pay,
    Ask.SEVEN: _scrap_shown,
    Ask.LIMIT: _discard_to_limit,
}
