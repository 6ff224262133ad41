"""Move cards between deck, hands, table and scrap, and note which are seen; end turns and games."""

from __future__ import annotations

from collections.abc import Collection

from engine.actions import PASS
from engine.cards import BIT, EIGHTS, FIRST_KING, Card, CardSet, members, points_of, set_of
from engine.play.compiled import OVER, prompt_of
from engine.play.events import Discarded, DiscardedFor, Drew, Ended, HandsOpened, Returned
from engine.play.legal import legal_actions
from engine.play.position import EVERYBODY, Position
from engine.play.readers import hands_read_by, sees_hands
from engine.play.view import Ask, Outcome, Remembered
from engine.rules.rulesets import WON


def remember(p: Position, cards: CardSet) -> None:
    """Note that everybody sees these cards."""
    p.seen = (*p.seen, (p.turn, EVERYBODY, cards))


def remember_hands(p: Position) -> None:
    """Note who reads the hands of others: to be called before that may change."""
    if hands_read_by(p, None):
        remember(p, sum(p.hands))
        return
    for seat in range(p.rules.seats):
        if sees_hands(p, seat):
            read = sum([p.hands[other] for other in hands_read_by(p, seat)])
            p.seen = (*p.seen, (p.turn, BIT[seat], read))


def remember_own(p: Position, seat: int) -> None:
    """Note that a seat has seen its own hand, before that goes to another seat."""
    p.seen = (*p.seen, (p.turn, BIT[seat], p.hands[seat]))


def turn_down(p: Position) -> None:
    """Turn what a seven turned up face down again."""
    cards = 0
    for card in p.shown():
        cards |= BIT[card]
    remember(p, cards)
    p.revealed = 0


def seen_by(p: Position, viewer: int | None) -> CardSet:
    """Return the noted cards that a viewer has seen."""
    bit = _bit(p, viewer)
    cards = 0
    for _, by, seen in p.seen:
        if by & bit:
            cards |= seen
    return cards


def _bit(p: Position, viewer: int | None) -> int:
    """Return the bit that stands for a viewer: for watchers, that of no seat."""
    return BIT[p.rules.seats if viewer is None else viewer]


def with_turns(p: Position, viewer: int | None, cards: CardSet) -> tuple[Remembered, ...]:
    """Return cards that a viewer has seen, each with the last turn in which it did."""
    return tuple([_last_seen(p, viewer, card) for card in members(cards)])


def _last_seen(p: Position, viewer: int | None, card: Card) -> Remembered:
    bit = _bit(p, viewer)
    turns = [turn for turn, by, seen in p.seen if by & bit and seen & BIT[card]]
    return Remembered(card, max(turns))


def top_of_deck(p: Position, viewer: int | None, seen: CardSet) -> tuple[Remembered, ...]:
    """Return the face-down cards on top of the deck that a viewer has seen, top first."""
    found = []
    for place in range(len(p.deck) - p.revealed - 1, -1, -1):
        card = p.deck[place]
        if not seen & BIT[card]:
            break
        found.append(_last_seen(p, viewer, card))
    return tuple(found)


def draw_cards(p: Position, seat: int, count: int) -> None:
    """Draw up to `count` cards, as far as the deck and the draw limit allow."""
    room = p.rules.draw_limit - p.hands[seat].bit_count()
    count = min(count, len(p.deck), room)
    if count <= 0:
        return
    drawn = [p.deck.pop() for _ in range(count)]
    p.hands[seat] |= set_of(drawn)
    p.grown |= 1 << seat
    if p.events is not None:
        p.events.append(Drew(seat, count, tuple(drawn)))
    if not p.deck:
        deck_ran_out(p)


def deck_ran_out(p: Position) -> None:
    """Apply the effects of an empty deck: open hands, sudden death."""
    ruleset = p.rules.ruleset
    if ruleset.sudden_death and p.sudden < 0:
        p.sudden = p.rules.seats - len(p.retired) + 1
    if p.rules.reveals_deckless and p.events is not None:
        p.emit(HandsOpened())


def discard(
    p: Position, seat: int, cards: Collection[Card], why: DiscardedFor, *, by_chance: bool = False
) -> None:
    """Move cards from a hand to the scrap."""
    p.scrap += cards
    p.hands[seat] &= ~set_of(cards)
    p.frozen[seat] &= p.hands[seat]
    if cards and p.events is not None:
        p.events.append(Discarded(seat, tuple(cards), why, by_chance))


def lift(p: Position, card: Card) -> tuple[int, tuple[Card, ...]]:
    """Take a card off the table.

    A removed jack or joker gives its host back. The stack on the card itself is lost.

    Returns:
        The card's controller, and its stack, bottom first.
    """
    bit = BIT[card]
    zone = p.points
    seat = _seat_with(zone, bit)
    if seat < 0:
        zone = p.royals
        seat = _seat_with(zone, bit)
        if seat < 0:
            return _detach(p, card), ()
        if EIGHTS & bit:
            remember_hands(p)
    zone[seat] = zone[seat] ^ bit
    lost = p.stacks.pop(card, ()) if p.stacks else ()
    for attachment in lost:
        del p.lenders[attachment]
    return seat, lost


def _seat_with(zone: list[CardSet], bit: CardSet) -> int:
    """Return the seat on whose side a card is in this zone, or -1."""
    for seat, cards in enumerate(zone):
        if cards & bit:
            return seat
    return -1


def _detach(p: Position, attachment: Card) -> int:
    """Take a jack or joker off its host, which goes back to its lender."""
    host = p.host(attachment)
    assert host is not None
    seat = p.controller(host)
    stack = p.stacks[host]
    at = stack.index(attachment)
    lender = p.lenders.pop(attachment)
    if at < len(stack) - 1:  # buried (two seats only): cards above now come from the other seat
        lender = p.rules.foes[seat][0]
        for above in stack[at + 1 :]:
            p.lenders[above] = p.rules.foes[p.lenders[above]][0]
    rest = stack[:at] + stack[at + 1 :]
    if rest:
        p.stacks[host] = rest
    else:
        del p.stacks[host]
    move_host(p, host, seat, lender)
    return seat


def move_host(p: Position, host: Card, origin: int, to: int) -> None:
    """Move a card on the table back to another side."""
    _move(p, host, origin, to)
    if origin != to and p.events is not None:
        p.events.append(Returned(host, to))


def attach(p: Position, attachment: Card, host: Card, origin: int, to: int) -> None:
    """Put a jack or joker on a card, and move the card to its new controller."""
    p.stacks[host] = (*p.stacks.get(host, ()), attachment)
    p.lenders[attachment] = origin
    _move(p, host, origin, to)


def _move(p: Position, host: Card, origin: int, to: int) -> None:
    bit = BIT[host]
    zone = p.points
    if not zone[origin] & bit:
        zone = p.royals
        if EIGHTS & bit:
            remember_hands(p)
    zone[origin] &= ~bit
    zone[to] |= bit
    p.unsettled |= 1 << to


def strip_points(p: Position) -> list[Card]:
    """Take all point cards off the table with their stacks."""
    lost: list[Card] = []
    for seat, laid in enumerate(p.points):
        for card in members(laid):
            lost.append(card)
            if p.stacks:
                for attachment in p.stacks.pop(card, ()):
                    lost.append(attachment)
                    del p.lenders[attachment]
        p.points[seat] = 0
    return lost


def strip_royals(p: Position) -> list[Card]:
    """Take all royals, jacks and jokers off the table; `return_hosts` completes this."""
    lost: list[Card] = []
    if any(royals & EIGHTS for royals in p.royals):
        remember_hands(p)
    for seat in range(p.rules.seats):
        lost += members(p.royals[seat])
        p.royals[seat] = 0
    for host in sorted(p.stacks):
        lost += p.stacks[host]
    return lost


def return_hosts(p: Position) -> None:
    """Move point cards back to their owners once their jacks are gone."""
    for host in sorted(p.stacks):
        controller = p.controller(host)
        if controller >= 0:
            move_host(p, host, controller, p.lenders[p.stacks[host][0]])
    p.stacks.clear()
    p.lenders.clear()


def end_action(p: Position) -> None:
    """End an action: check for a win, count a pass, apply the hand limit, then end the turn."""
    if p.pending_sevens:
        p.scrap += p.pending_sevens
        p.pending_sevens.clear()
    rules = p.rules
    if p.unsettled and (_won_by_any(p) if rules.any_now else _won_by_kings(p)):
        return
    if p.idle_turn and rules.steps and not _wins_at_turn_end(p):
        count_pass(p)
        if p.outcome is not None:
            return
    seat = p.mover
    if p.grown >> seat & 1:
        p.grown &= ~(1 << seat)
        owed = p.hands[seat].bit_count() - rules.limit
        if owed > 0 and seat not in p.retired:
            p.prompt = prompt_of(Ask.LIMIT, (seat,), owed)
            return
    end_turn(p)


def _won_by_any(p: Position) -> bool:
    """Return whether a seat has reached its goal, and end the game if so."""
    rules = p.rules
    unsettled = p.unsettled
    p.unsettled = 0
    for seat in rules.around[p.mover]:
        if not unsettled >> seat & 1:
            continue
        needed = rules.goal_with[p.royals[seat] >> FIRST_KING & 0b1111]
        if points_of(p.points[seat]) >= needed and seat not in p.retired:
            win(p, seat)
            return True
    return False


def _won_by_kings(p: Position) -> bool:
    for seat in p.rules.around[p.mover]:
        if p.goal(seat) == WON and seat not in p.retired:
            win(p, seat)
            return True
    return False


def _wins_at_turn_end(p: Position) -> bool:
    seat = p.mover
    return not p.rules.any_now and seat not in p.retired and p.score(seat) >= p.goal(seat)


def end_turn(p: Position) -> None:
    """End a turn: check for a win, thaw, count passes and sudden death; then start the next."""
    seat = p.mover
    rules = p.rules
    if not rules.any_now and _wins_at_turn_end(p):
        win(p, seat)
        return
    p.frozen[seat] = 0
    if p.sudden >= 0 or p.idle_turn:
        if p.sudden >= 0:
            p.sudden -= 1
            if p.sudden == 0:
                over(p, Outcome((), "suddenDeath"))
        elif not p.rules.steps:
            count_pass(p)
        if p.outcome is not None:
            return
        p.idle_turn = False
    elif not rules.steps:
        p.passes = 0
    p.offerer = -1
    p.turn += 1
    seat = rules.after[seat]
    while p.retired and seat in p.retired:
        seat = rules.after[seat]
    p.mover = seat
    p.prompt = rules.play_prompts[seat]
    if rules.auto_pass and legal_actions(p) == [PASS]:
        p.prompt = rules.forced_pass_prompts[seat]


def count_pass(p: Position) -> None:
    if p.sudden >= 0:
        return
    p.passes += 1
    needed = max(2, p.rules.ruleset.pass_to_end - len(p.retired))
    if p.passes >= needed:
        over(p, Outcome((), "passes"))


def win(p: Position, seat: int) -> None:
    over(p, p.rules.wins[seat])


def over(p: Position, outcome: Outcome) -> None:
    p.outcome = outcome
    p.prompt = OVER
    if p.events is not None:
        p.events.append(Ended(outcome.winners, outcome.why))
