"""List what may be done."""

from __future__ import annotations

from itertools import combinations

from tests.naive.notation import write_move
from tests.naive.state import (
    NUMBERS,
    SUITS,
    Move,
    State,
    controller,
    covered,
    host_of,
    hostile,
    letter,
    queens,
    seats_after,
    table,
    value,
)


def legal(s: State) -> set[str]:
    """Write every action that the asked seat may choose."""
    return {write_move(move) for move in choices(s)}


def choices(s: State) -> list[Move]:
    """List what the asked seat may do."""
    if s.over:
        return []
    if s.ask == "play":
        return turn_choices(s)
    seat = s.asked[0]
    if s.ask in ("counter", "block", "rebuff"):
        rank = {"counter": "2", "block": "T", "rebuff": "9"}[s.ask]
        cards = [card for card in s.hands[seat] if card[0] == rank and not barred(s, seat, card)]
        return [Move(s.ask, (card,)) for card in cards] + [Move("decline")]
    if s.ask == "fetch":
        return [Move("take", (card,)) for card in fetchable(s)]
    if s.ask in ("give", "pay", "limit"):
        return [Move("discard", cards) for cards in combinations(s.hands[seat], s.owed)]
    if s.ask == "seven":
        return seven_choices(s)
    return [Move("accept"), Move("reject")]


def barred(s: State, seat: int, card: str) -> bool:
    """Tell whether a card is frozen even for responses."""
    return card in s.frozen[seat] and s.rules.freeze_scope == "wholeTurn"


def turn_choices(s: State) -> list[Move]:
    """List what the turn's seat may do as its turn's action."""
    seat = s.mover
    full = s.rules.hand_limit_mode == "blockDraw" and len(s.hands[seat]) >= s.rules.hand_limit
    moves = [Move("draw")] if s.deck and not full else []
    for card in s.hands[seat]:
        if card not in s.frozen[seat]:
            moves += plays(s, seat, card, len(s.deck), off_seven=False)
    if (s.rules.pass_when == "deckEmpty" and not s.deck) or not moves:
        moves.append(Move("pass"))
    return moves


def seven_choices(s: State) -> list[Move]:
    """List what may be done with the turned up cards."""
    shown = s.deck[: s.revealed]
    moves = [
        move for card in shown for move in plays(s, s.mover, card, len(s.deck) - 1, off_seven=True)
    ]
    return moves or [Move("discard", (card,)) for card in shown]


def plays(s: State, seat: int, card: str, deck: int, off_seven: bool) -> list[Move]:
    """List every way to put a card into play, with so many cards left in the deck."""
    moves = []
    if card[0] in NUMBERS:
        moves.append(Move("points", (card,)))
        moves += [Move("scuttle", (card,), (it,)) for it in table(s) if scuttles(s, seat, card, it)]
    if (
        card[0] == "K"
        or (card[0] == "Q" and queens(s, seat) < s.rules.queen_max_per_side)
        or (card[0] == "8" and s.rules.eight_form in ("permanent", "unowned"))
    ):
        moves.append(Move("royal", (card,)))
    if card[0] == "J":
        moves += jack_plays(s, seat, card, off_seven)
    if card[0] == "X" and s.rules.joker_mode == "stealRoyal":
        moves += joker_plays(s, seat, card)
    return moves + one_offs(s, seat, card, deck)


def scuttles(s: State, seat: int, card: str, target: str) -> bool:
    """Tell whether a number card may scuttle a card on the table."""
    own = own_allowed(s, seat, target, s.rules.scuttle_side)
    if letter(s, target) != "P" or not (own or hostile(s, seat, controller(s, target))):
        return False
    if s.rules.scuttle_queen_blocks and queens(s, controller(s, target)) and not own:
        return False
    if value(card) == value(target) and s.rules.scuttle_tie == "suit":
        return SUITS.index(card[1]) > SUITS.index(target[1])
    return value(card) > value(target)


def jack_plays(s: State, seat: int, card: str, off_seven: bool) -> list[Move]:
    """List what a jack may take."""
    points = [it for it in table(s) if letter(s, it) == "P"]
    free = [it for it in points if not covered(s, it, seat)]
    if s.rules.jack_reach == "oppToSelf":
        theirs = [it for it in free if hostile(s, seat, controller(s, it))]
        if not theirs and off_seven and s.rules.seven_self_jack:
            theirs = [it for it in points if controller(s, it) == seat]
        return [Move("jack", (card,), (it,)) for it in theirs]
    moves = [Move("jack", (card,), (it,)) for it in free]
    if s.rules.jack_reach == "anyToOther":
        return moves
    return [named for move in moves for named in moved_anywhere(s, move)]


def joker_plays(s: State, seat: int, card: str) -> list[Move]:
    """List what a joker may take."""
    royals = [it for it in table(s) if letter(s, it) in "QKG" or is_stolen_jack(s, it)]
    free = [it for it in royals if not covered(s, it, seat)]
    if s.rules.joker_reach == "anyToAny":
        return [move for it in free for move in moved_anywhere(s, Move("joker", (card,), (it,)))]
    if s.rules.joker_reach == "none":
        return []
    theirs = [it for it in free if hostile(s, seat, controller(s, it))]
    return [Move("joker", (card,), (it,)) for it in theirs]


def is_stolen_jack(s: State, card: str) -> bool:
    """Tell whether a card is the top of a point card's stack: a jack, or a joker on one."""
    host = host_of(s, card)
    return letter(s, host) == "P" and card != host and s.stacks[host][-1][0] == card


def moved_anywhere(s: State, move: Move) -> list[Move]:
    """Name every seat that the target may go to."""
    others = sorted(seats_after(s, controller(s, move.targets[0])))
    return [Move(move.word, move.cards, move.targets, other) for other in others]


def one_offs(s: State, seat: int, card: str, deck: int) -> list[Move]:
    """List the ways to play a card as a one-off."""
    rank = card[0]
    move = Move("oneoff", (card,))
    if rank == "X" and s.rules.joker_mode == "handSwap":
        return at_seats(s, move, [it for it in seats_after(s, seat) if hostile(s, seat, it)])
    moves = []
    if rank == "8" and s.rules.eight_one_off:
        glasses = [it for it in table(s) if letter(s, it) == "G" and not covered(s, it, seat)]
        moves += [Move("oneoff", (card,), (it,)) for it in glasses]
    if rank not in s.rules.one_offs:
        return moves
    if (
        rank in "A6"
        or (rank == "8" and s.rules.eight_form == "status")
        or (rank in "57" and deck >= 1)
        or (rank == "3" and fetchable(s))
    ):
        moves.append(move)
    if rank == "2":
        moves += [Move("oneoff", (card,), (it,)) for it in table(s) if two_hits(s, seat, it)]
    if rank == "9":
        moves += [Move("oneoff", (card,), targets) for targets in nine_targets(s, seat)]
    if rank == "4" or (rank == "T" and s.rules.ten_one_off == "discard1"):
        moves += at_seats(s, move, victims(s, seat, rank, deck))
    return moves


def at_seats(s: State, move: Move, seats: list[int]) -> list[Move]:
    """Name the seat a card is aimed at, where there could be more than one."""
    if len(s.rules.sides) == 2:
        return [move] if seats else []
    return [Move(move.word, move.cards, (), seat) for seat in sorted(seats)]


def victims(s: State, seat: int, rank: str, deck: int) -> list[int]:
    """List the seats that a four or ten may name."""
    foes = [it for it in seats_after(s, seat) if hostile(s, seat, it)]
    if rank == "4" and s.rules.four_mode == "opponentDraws":
        return foes if deck else []
    return [it for it in foes if s.hands[it]]


def fetchable(s: State) -> list[str]:
    """List what a three may take out of the scrap."""
    return [card for card in s.scrap if card[0] != "3" or s.rules.three_exclude == "self"]


def namable(s: State, card: str) -> bool:
    """Tell whether a jack or joker lies where it may be named; true of all other cards."""
    for stack in s.stacks.values():
        if card in [laid for laid, _ in stack]:
            return s.rules.attach_targetable == "any" or stack[-1][0] == card
    return True


def own_allowed(s: State, seat: int, card: str, side: str) -> bool:
    """Tell whether a card is the player's own, where a two or nine may hit one's own."""
    return side == "any" and controller(s, card) == seat


def two_hits(s: State, seat: int, card: str) -> bool:
    """Tell whether a two may scrap a card on the table."""
    return (
        letter(s, card) in s.rules.two_kinds
        and (hostile(s, seat, controller(s, card)) or own_allowed(s, seat, card, s.rules.two_side))
        and namable(s, card)
        and not covered(s, card, seat)
    )


def nine_hits(s: State, seat: int, card: str) -> bool:
    """Tell whether a nine may return a card on the table."""
    theirs = hostile(s, seat, controller(s, card))
    glasses = s.rules.nine_side == "opp+anyG" and letter(s, card) == "G"
    return (
        letter(s, card) in s.rules.nine_kinds
        and (theirs or glasses or own_allowed(s, seat, card, s.rules.nine_side))
        and namable(s, card)
        and not covered(s, card, seat)
    )


def nine_targets(s: State, seat: int) -> list[tuple[str, ...]]:
    """List what a nine may be aimed at: cards, or pairs of them."""
    cards = [card for card in table(s) if nine_hits(s, seat, card)]
    singles: list[tuple[str, ...]] = [(card,) for card in cards]
    if s.rules.nine_count == 1:
        return singles
    pairs: list[tuple[str, ...]] = [
        (a, b) for a, b in combinations(cards, 2) if not (lies_on(s, a, b) or lies_on(s, b, a))
    ]
    return pairs or singles


def lies_on(s: State, laid: str, host: str) -> bool:
    """Tell whether one card lies on another."""
    return laid in [it for it, _ in s.stacks.get(host, [])]


def standing(s: State, seat: int) -> set[str]:
    """Write what a seat may do besides, asked or not."""
    if s.over or seat in s.retired:
        return set()
    if seat in s.absent:
        return {f"return@{seat}"}
    words = ["retract" if seat in s.conceding else "concede"]
    if s.rules.concede_mode == "side":
        words.append("leave")
    if s.rules.stalemate_offer and s.ask == "play" and s.offerer < 0 and offered_to(s, seat):
        words.append("offer")
    return {f"{word}@{seat}" for word in words}


def offered_to(s: State, seat: int) -> list[int]:
    """List the seats that would have to accept an offer."""
    away = s.retired + s.absent
    return [it for it in seats_after(s, seat) if hostile(s, seat, it) and it not in away]
