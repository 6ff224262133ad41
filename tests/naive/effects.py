"""Move cards about as plays and effects ask; nothing here knows of turns or windows."""

from __future__ import annotations

from engine.prng import Stream
from tests.naive.state import (
    ALL_CARDS,
    Move,
    State,
    ascending,
    controller,
    host_of,
    hostile,
    pack,
    seats_after,
)


def chance(s: State) -> Stream:
    """Open the stream of chance that belongs to this moment."""
    return Stream(s.seed + f"ply {s.ply} turn {s.turn} scrap {len(s.scrap)}".encode())


def sample(s: State, cards: list[str], count: int) -> list[str]:
    """Pick some of the cards at random."""
    numbers = [ALL_CARDS.index(card) for card in ascending(cards)]
    return [ALL_CARDS[number] for number in chance(s).sample(numbers, count)]


def into_hand(s: State, seat: int, card: str) -> None:
    """Put a card into a hand."""
    s.hands[seat] = ascending([*s.hands[seat], card])


def out_of_hand(s: State, seat: int, card: str) -> None:
    """Take a card out of a hand; it thaws."""
    s.hands[seat].remove(card)
    if card in s.frozen[seat]:
        s.frozen[seat].remove(card)


def discard(s: State, seat: int, cards: tuple[str, ...] | list[str]) -> None:
    """Scrap cards out of a hand."""
    for card in cards:
        out_of_hand(s, seat, card)
        s.scrap.append(card)


def from_deck(s: State) -> str:
    """Take the top card of the deck; the first time none is left, sudden death may begin."""
    card = s.deck.pop(0)
    notice_empty_deck(s)
    return card


def notice_empty_deck(s: State) -> None:
    """Begin sudden death if this is when the deck ran out: this turn, then one for each seat."""
    if s.rules.sudden_death and not s.deck and s.sudden < 0:
        s.sudden = len(s.rules.sides) - len(s.retired) + 1


def draw(s: State, seat: int, count: int) -> None:
    """Draw so many cards, or as many as there are."""
    for _ in range(min(count, len(s.deck))):
        into_hand(s, seat, from_deck(s))


def zone_of(s: State, host: str) -> list[list[str]]:
    """Find whether a card on the table is among point cards or the court, of all seats."""
    return s.points if any(host in zone for zone in s.points) else s.royals


def hand_over(s: State, host: str, to: int) -> None:
    """Move a card on the table to another side."""
    zones = zone_of(s, host)
    zones[controller(s, host)].remove(host)
    zones[to].append(host)


def attach(s: State, card: str, target: str, to: int) -> None:
    """Lay a jack or joker on a card, which goes to a seat."""
    host = host_of(s, target)
    s.stacks.setdefault(host, []).append((card, controller(s, host)))
    hand_over(s, host, to)


def take_off(s: State, card: str) -> list[str]:
    """Take a card off the table; returns what it leaves behind for the scrap."""
    host = host_of(s, card)
    if host == card:
        zone_of(s, card)[controller(s, card)].remove(card)
        return [laid for laid, _ in s.stacks.pop(card, [])]
    stack = s.stacks[host]
    place = [laid for laid, _ in stack].index(card)
    back = stack[-1][1]
    owner = stack[0][1]
    stack.pop(place)
    if place < len(stack):  # two seats only: it goes to and fro between them
        other = 1 - owner
        stack[:] = [(laid, (owner, other)[n % 2]) for n, (laid, _) in enumerate(stack)]
    if not stack:
        del s.stacks[host]
    hand_over(s, host, back)
    return []


def scrap_from_table(s: State, card: str) -> None:
    """Scrap a card on the table with all that lies on it."""
    left = take_off(s, card)
    s.scrap += [card, *left]


def ace(s: State) -> None:
    """Scrap all point cards."""
    for seat in range(len(s.rules.sides)):
        for card in ascending(s.points[seat]):
            scrap_from_table(s, card)


def six(s: State) -> None:
    """Scrap all that is no point card; what was taken goes back to its owner."""
    points = [card for zone in s.points for card in zone]
    for seat, cards in enumerate(s.royals):
        s.scrap += ascending(cards)
        s.royals[seat] = []
    for host in ascending(list(s.stacks)):
        stack = s.stacks.pop(host)
        s.scrap += [laid for laid, _ in stack]
        if host in points:
            hand_over(s, host, stack[0][1])


def nine(s: State, seat: int, targets: tuple[str, ...]) -> None:
    """Return cards to the hands of their controllers, or to the deck."""
    holders = {card: controller(s, card) for card in targets}
    if s.rules.eight_form == "unowned":
        for card in targets:
            if card[0] == "8" and zone_of(s, host_of(s, card)) is s.royals and card in s.stacks:
                holders[card] = s.stacks[card][0][1]
    for card in targets:
        s.scrap += take_off(s, card)
        if s.rules.nine_dest == "deckTop":
            s.deck.insert(0, card)
            continue
        into_hand(s, holders[card], card)
        if s.rules.nine_freeze and hostile(s, seat, holders[card]):
            s.frozen[holders[card]].append(card)


def swap_hands(s: State, a: int, b: int) -> None:
    """Exchange two hands."""
    s.hands[a], s.hands[b] = s.hands[b], s.hands[a]
    s.frozen[a], s.frozen[b] = [], []


def victim(s: State, seat: int, move: Move) -> int:
    """Tell whom a four, ten or swap hits."""
    return move.seat if move.seat >= 0 else seats_after(s, seat)[0]


def deal_cards(s: State, deck: list[str], first: int) -> None:
    """Deal whole hands, the first seat's first; the last seat is the dealer."""
    assert sorted(deck) == sorted(pack(s.rules))
    order = [first, *seats_after(s, first)]
    for seat in order:
        size = s.rules.deal_dealer if seat == order[-1] else s.rules.deal_others
        s.hands[seat], deck = ascending(deck[:size]), deck[size:]
    s.deck = deck
    s.mover = first
