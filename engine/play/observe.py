"""Build views: the only place that reduces a position to what a seat may know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.cards import ALL_CARDS, Card, CardSet, each, members, set_of
from engine.play.compiled import Prompt
from engine.play.events import Event, redact
from engine.play.legal import legal_actions
from engine.play.position import EVERYBODY, Position, empty
from engine.play.readers import hands_read_by
from engine.play.view import Placed, SeatView, View
from engine.play.zones import seen_by, top_of_deck, with_turns
from engine.prng import Stream


def observe(position: Position, viewer: int | None, *, all_hands: bool = False) -> View:
    """Build the view of a seat, or of a watcher (None), who sees only public cards.

    `all_hands` shows a watcher every hand, if the seats agreed.
    """
    asked = position.prompt.seats
    reads = hands_read_by(position, viewer)
    if all_hands and viewer is None:
        reads = frozenset(range(position.rules.seats))
    seen = seen_by(position, viewer) if position.seen else 0
    return View(
        viewer=viewer,
        ruleset=position.rules.ruleset,
        seats=tuple(
            _seat(position, seat, viewer, seat in reads, seen)
            for seat in range(position.rules.seats)
        ),
        deck_size=len(position.deck),
        revealed=tuple(position.shown()),
        scrap=tuple(position.scrap),
        pile=tuple(position.pile),
        pending_sevens=tuple(position.pending_sevens),
        exposer=position.exposer,
        sudden=position.sudden,
        offerer=position.offerer,
        retired=position.retired,
        absent=position.absent,
        conceding=position.conceding,
        turn=position.turn,
        mover=position.mover,
        ask=position.prompt.ask,
        asked=asked,
        owed=position.prompt.owed,
        passes=position.passes,
        ply=position.ply,
        legal=tuple(legal_actions(position)) if asked and viewer == asked[0] else (),
        outcome=position.outcome,
        known_top=top_of_deck(position, viewer, seen) if seen else (),
    )


def redacted(position: Position, events: Iterable[Event], viewer: int | None) -> tuple[Event, ...]:
    """Return events redacted for a viewer by the hands it may read now."""
    readable = hands_read_by(position, viewer)
    return tuple(redact(event, readable) for event in events)


def _seat(p: Position, seat: int, viewer: int | None, reads: bool, seen: CardSet) -> SeatView:
    hand = p.hands[seat]
    readable = hand if reads else p.frozen[seat]
    remembered = hand & seen & ~readable
    return SeatView(
        side=p.rules.ruleset.sides[seat],
        hand_size=hand.bit_count(),
        hand=each(readable),
        frozen=each(p.frozen[seat]),
        points=_placed(p, p.points[seat]),
        royals=_placed(p, p.royals[seat]),
        score=p.score(seat),
        goal=p.goal(seat),
        remembered=with_turns(p, viewer, remembered) if remembered else (),
    )


_BARE: Final = tuple(Placed(card, (), ()) for card in range(ALL_CARDS))


def _placed(p: Position, cards: CardSet) -> tuple[Placed, ...]:
    if not p.stacks:
        return tuple([_BARE[card] for card in members(cards)])
    return tuple(
        Placed(card, stack, tuple(p.lenders[attachment] for attachment in stack))
        for card in members(cards)
        for stack in (p.stacks.get(card, ()),)
    )


def determinize(view: View, seed: bytes) -> Position:
    """Build a position that looks the same as this view, with unknown cards dealt at random.

    The result depends only on the view and the seed.
    """
    p = empty(view.ruleset, seed=seed)
    for seat, part in enumerate(view.seats):
        p.hands[seat] = set_of(part.known)
        p.frozen[seat] = set_of(part.frozen)
        p.points[seat] = set_of(placed.card for placed in part.points)
        p.royals[seat] = set_of(placed.card for placed in part.royals)
        for placed in (*part.points, *part.royals):
            if placed.stack:
                p.stacks[placed.card] = placed.stack
                p.lenders.update(zip(placed.stack, placed.lenders, strict=True))
    p.scrap = list(view.scrap)
    p.pile = list(view.pile)
    p.pending_sevens = list(view.pending_sevens)
    p.exposer, p.sudden, p.offerer = view.exposer, view.sudden, view.offerer
    p.turn, p.mover, p.passes, p.ply = view.turn, view.mover, view.passes, view.ply
    p.prompt = Prompt(view.ask, view.asked, view.owed)
    p.outcome = view.outcome
    p.retired, p.absent, p.conceding = view.retired, view.absent, view.conceding
    p.revealed = len(view.revealed)
    hidden = Stream(seed).shuffled(_unseen(p, view))
    for seat, part in enumerate(view.seats):
        for _ in range(part.hand_size - len(part.known)):
            p.hands[seat] |= 1 << hidden.pop()
    known_top = [card for card, _ in reversed(view.known_top)]
    p.deck = [*hidden[: view.unknown_deck], *known_top, *reversed(view.revealed)]
    remembered = [found for part in view.seats for found in part.remembered]
    remembered += view.known_top
    p.seen = tuple([(turn, EVERYBODY, 1 << card) for card, turn in remembered])
    return p


def _unseen(p: Position, view: View) -> list[Card]:
    """List the cards that the viewer neither sees nor remembers, ascending."""
    seen = set_of(view.scrap) | set_of(view.revealed) | set_of(p.pending_sevens)
    seen |= set_of(card for card, _ in view.known_top)
    for pending in view.pile:
        seen |= set_of(pending.action.cards)
    for seat in range(p.rules.seats):
        seen |= p.hands[seat] | p.points[seat] | p.royals[seat]
    for stack in p.stacks.values():
        seen |= set_of(stack)
    return [card for card in p.rules.pack if not seen >> card & 1]
