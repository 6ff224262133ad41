"""Say why an action cannot be done now, as data; the app puts it into words.

`explain` asks `legal_actions` first and never judges by itself what is legal: it only finds the
first thing that stands in the way of an action that is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from typing import Final

from engine.actions import Action, Kind
from engine.cards import (
    EIGHTS,
    JACKS,
    JOKERS,
    KINGS,
    NINES,
    NUMBERS,
    QUEENS,
    TENS,
    THREES,
    TWOS,
    Card,
    CardSet,
    members,
    set_of,
)
from engine.generate import legal_actions, standing_actions
from engine.observe import determinize
from engine.position import Position
from engine.rules import Kinds
from engine.view import Ask, View


class Reason(Enum):
    """What stands in the way."""

    GAME_OVER = auto()
    NOT_ASKED = auto()
    """Another seat is asked (`Refusal.seat`)."""
    OTHER_QUESTION = auto()
    """Something else is asked of this seat now."""
    NOT_IN_HAND = auto()
    NOT_SHOWN = auto()
    """Only a card that the seven turned up may be played."""
    NOT_IN_SCRAP = auto()
    FROZEN = auto()
    NOT_A_NUMBER = auto()
    """Only number cards lie for points and scuttle."""
    NOT_FOR_THAT = auto()
    """This card is never played so under these rules."""
    DECK_EMPTY = auto()
    DECK_LEFT = auto()
    """Passing needs an empty deck."""
    HAND_FULL = auto()
    """No drawing at the hand limit."""
    PLAYS_LEFT = auto()
    """Passing is only for a seat that can do nothing else."""
    NO_TARGET = auto()
    """Nothing on the table can be aimed at."""
    NOT_ON_TABLE = auto()
    NOT_HOSTILE = auto()
    """Only what lies on a foe's side may be aimed at."""
    WRONG_KIND = auto()
    """This card does not touch that kind of card."""
    COVERED = auto()
    """A queen protects it (`Refusal.by`)."""
    BURIED = auto()
    """Another jack or joker lies on it (`Refusal.by`)."""
    TOO_HIGH = auto()
    """A scuttle needs the higher card."""
    QUEEN_FORBIDS_SCUTTLE = auto()
    QUEEN_LIMIT = auto()
    SCRAP_EMPTY = auto()
    """The scrap holds nothing that may be taken."""
    THREE_BARRED = auto()
    """No three takes a three."""
    NO_VICTIM = auto()
    """No foe holds a card, or the named one does not."""
    NEEDS_TARGET = auto()
    """A target must be named."""
    NO_AIM = auto()
    """It is played without naming anything, or anyone."""
    TWO_TARGETS = auto()
    """Two cards must be named."""
    ON_ONE_ANOTHER = auto()
    """One of the two cards lies on the other."""
    WRONG_SEAT = auto()
    """The card cannot go to that seat, or that seat cannot be named."""
    WRONG_ANSWER = auto()
    """Only a card of one rank answers here."""
    SHIELDED = auto()
    """A queen of the player of the card on top forbids it."""
    WRONG_COUNT = auto()
    """Another number of cards is owed (`Refusal.number`)."""
    MUST_PLAY = auto()
    """A card that the seven turned up can be played, so none may be scrapped."""
    OFFERS_OFF = auto()
    """No stalemate may be offered here, or not again in this turn."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why not."""

    reason: Reason
    by: tuple[Card, ...] = ()
    """The cards that stand in the way."""
    seat: int = -1
    """The seat it turns on."""
    number: int = 0
    """A count that it turns on."""


def explain(view: View, action: Action) -> Refusal | None:
    """Say why the view's seat may not do something now; None if it may."""
    p = _guess(view)
    seat = -1 if view.viewer is None else view.viewer
    if action in view.legal or (seat >= 0 and action in standing_actions(p, seat)):
        return None
    return next(_reasons(p, seat, action))


@lru_cache(maxsize=8)
def _guess(view: View) -> Position:
    """Build a position that looks like the view; what is hidden does not matter here."""
    return determinize(view, b"")


def _reasons(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    """Go through what may stand in the way, the plainest first."""
    if p.outcome is not None:
        yield Refusal(Reason.GAME_OVER)
    if action.kind in _STANDING:
        yield Refusal(Reason.OFFERS_OFF)
    asked = p.prompt.seats[0] if p.prompt.seats else -1
    if seat != asked:
        yield Refusal(Reason.NOT_ASKED, seat=asked)
    if p.prompt.ask not in _ASKS[action.kind]:
        yield Refusal(Reason.OTHER_QUESTION)
    yield from _WHY[action.kind](p, seat, action)
    yield Refusal(Reason.NO_AIM)


_STANDING: Final = (Kind.CONCEDE, Kind.OFFER, Kind.RETRACT, Kind.LEAVE, Kind.RETURN)
_TURN: Final = (Ask.PLAY, Ask.SEVEN)
_RESPONSES: Final = (Ask.COUNTER, Ask.BLOCK, Ask.REBUFF)


# Cards -------------------------------------------------------------------------------------------


def _where(p: Position, seat: int, card: Card) -> Iterator[Refusal]:
    """Object to a card that is not at hand."""
    bit = 1 << card
    if p.prompt.ask is Ask.SEVEN:
        if card not in p.shown():
            yield Refusal(Reason.NOT_SHOWN)
    elif not p.hands[seat] & bit:
        yield Refusal(Reason.NOT_IN_HAND)
    elif p.prompt.ask is Ask.PLAY and p.frozen[seat] & bit:
        yield Refusal(Reason.FROZEN, by=(card,))


def _draw(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    if p.prompt.ask is Ask.SEVEN:
        yield Refusal(Reason.OTHER_QUESTION)
    if not p.deck:
        yield Refusal(Reason.DECK_EMPTY)
    if p.hands[seat].bit_count() >= p.rules.draw_limit:
        yield Refusal(Reason.HAND_FULL, number=p.rules.draw_limit)


def _pass(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    if p.prompt.ask is Ask.SEVEN:
        yield Refusal(Reason.OTHER_QUESTION)
    yield Refusal(Reason.DECK_LEFT if p.deck else Reason.PLAYS_LEFT)


def _points(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    yield from _one_card(action)
    yield from _where(p, seat, action.card)
    if not NUMBERS >> action.card & 1:
        yield Refusal(Reason.NOT_A_NUMBER)


def _one_card(action: Action) -> Iterator[Refusal]:
    if len(action.cards) != 1:
        yield Refusal(Reason.WRONG_COUNT, number=1)


def _scuttle(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    yield from _points(p, seat, action)
    yield from _one_target(action)
    (target,) = action.targets
    if not any(points >> target & 1 for points in p.points):
        yield Refusal(Reason.WRONG_KIND if p.controller(target) >= 0 else Reason.NOT_ON_TABLE)
    victim = p.controller(target)
    yield from _hostile(p, seat, victim)
    if p.rules.ruleset.scuttle_queen_blocks and p.court[victim] & QUEENS:
        queens = tuple(members(p.court[victim] & QUEENS))
        yield Refusal(Reason.QUEEN_FORBIDS_SCUTTLE, by=queens, seat=victim)
    if not p.rules.beats[action.card] >> target & 1:
        yield Refusal(Reason.TOO_HIGH, by=(target,))


def _one_target(action: Action) -> Iterator[Refusal]:
    if len(action.targets) != 1:
        yield Refusal(Reason.NEEDS_TARGET)


def _hostile(p: Position, seat: int, victim: int) -> Iterator[Refusal]:
    if victim not in p.rules.foes[seat]:
        yield Refusal(Reason.NOT_HOSTILE, seat=victim)


def _royal(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    yield from _one_card(action)
    yield from _where(p, seat, action.card)
    royal = any(a.kind is Kind.ROYAL for a in p.rules.plays.of(1 << action.card))
    if not royal:
        yield Refusal(Reason.NOT_FOR_THAT)
    if QUEENS >> action.card & 1:
        most = p.rules.ruleset.queen_max_per_side
        if (p.court[seat] & QUEENS).bit_count() >= most:
            yield Refusal(Reason.QUEEN_LIMIT, number=most)


# Targets -----------------------------------------------------------------------------------------


def _aim(
    p: Position, seat: int, target: Card, kinds: Kinds, whose: tuple[int, ...]
) -> Iterator[Refusal]:
    """Object to a target: not there, not of that kind, on the wrong side, covered, buried."""
    controller = p.controller(target)
    if controller < 0:
        yield Refusal(Reason.NOT_ON_TABLE)
    if not _is_of_kind(p, target, kinds):
        yield Refusal(Reason.WRONG_KIND)
    if controller not in whose:
        yield Refusal(Reason.NOT_HOSTILE, seat=controller)
    host = p.host(target)
    if host is not None and not p.attached(controller) >> target & 1:
        yield Refusal(Reason.BURIED, by=(p.stacks[host][-1],))
    if controller in p.rules.foes[seat] and p.covered(controller) >> target & 1:
        yield Refusal(
            Reason.COVERED, by=tuple(members(p.court[controller] & QUEENS)), seat=controller
        )


def _is_of_kind(p: Position, target: Card, kinds: Kinds) -> bool:
    bit = 1 << target
    if any(points & bit for points in p.points):
        return kinds.points
    if any(court & bit for court in p.court):
        return kinds.court & bit != 0
    return kinds.attached & bit != 0


_POINT_CARDS: Final = Kinds(points=True, court=0, attached=0)
_ROYALS: Final = Kinds(points=False, court=KINGS | QUEENS | EIGHTS, attached=JACKS | JOKERS)
_GLASSES: Final = Kinds(points=False, court=EIGHTS, attached=0)


def _attachment(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    yield from _one_card(action)
    yield from _where(p, seat, action.card)
    ruleset = p.rules.ruleset
    jack = action.kind is Kind.JACK
    right = JACKS if jack else JOKERS if ruleset.joker_mode == "stealRoyal" else 0
    if not right >> action.card & 1:
        yield Refusal(Reason.NOT_FOR_THAT)
    reach = ruleset.jack_reach if jack else ruleset.joker_reach
    whose = p.rules.foes[seat] if reach == "oppToSelf" else p.rules.around[seat]
    kinds = _POINT_CARDS if jack else _ROYALS
    if not p.reach(seat, whose, kinds) and not action.targets:
        yield Refusal(Reason.NO_TARGET)
    yield from _one_target(action)
    yield from _aim(p, seat, action.targets[0], kinds, whose)
    if not jack and JOKERS >> action.targets[0] & 1:
        yield Refusal(Reason.WRONG_KIND)
    yield Refusal(Reason.WRONG_SEAT, seat=action.seat)


def _one_off(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    yield from _one_card(action)
    card = action.card
    yield from _where(p, seat, card)
    rules = p.rules
    effect = rules.effects[card >> 2]
    playable = rules.aimed_one_offs >> card & 1 or any(
        a.kind is Kind.ONE_OFF for a in rules.plays.of(1 << card)
    )
    if effect is None or not playable:
        yield Refusal(Reason.NOT_FOR_THAT)
    left = len(p.deck) - (p.prompt.ask is Ask.SEVEN)
    if (
        not left
        and not any(a.kind is Kind.ONE_OFF for a in rules.deckless_plays.of(1 << card))
        and any(a.kind is Kind.ONE_OFF for a in rules.plays.of(1 << card))
    ):
        yield Refusal(Reason.DECK_EMPTY)
    if rules.aimed_one_offs >> card & 1:
        yield from _aimed(p, seat, action, left)


def _aimed(p: Position, seat: int, action: Action, left: int) -> Iterator[Refusal]:
    """Object to the aim of a one-off that depends on the table."""
    card = action.card
    if THREES >> card & 1:
        if action.targets or action.seat >= 0:
            yield Refusal(Reason.NO_AIM)
        yield Refusal(Reason.SCRAP_EMPTY)
    kinds, whose = _reach_of(p, seat, card)
    if kinds is None:
        yield from _victim(p, seat, action, left)
        return
    options: list[Action] = []
    p.rules.offers[card](p, seat, card, left, options)
    if not options and not action.targets:
        yield Refusal(Reason.NO_TARGET)
    if not action.targets:
        yield Refusal(Reason.NEEDS_TARGET)
    for target in action.targets:
        if not _unowned_glasses(p, card, target):
            yield from _aim(p, seat, target, kinds, whose)
    if len(action.targets) == 2 and any(
        a in p.stacks.get(b, ()) for a in action.targets for b in action.targets
    ):
        yield Refusal(Reason.ON_ONE_ANOTHER)
    if action.seat < 0:
        yield Refusal(Reason.TWO_TARGETS)


def _unowned_glasses(p: Position, card: Card, target: Card) -> bool:
    nobodys = NINES >> card & 1 and p.rules.ruleset.nine_side == "opp+anyG"
    return bool(nobodys) and any(court & EIGHTS & 1 << target for court in p.court)


def _reach_of(p: Position, seat: int, card: Card) -> tuple[Kinds | None, tuple[int, ...]]:
    """Tell what kinds of card a one-off aims at, and on whose side; no kinds for a victim."""
    rules = p.rules
    if TWOS >> card & 1:
        everyone = rules.ruleset.two_side == "any"
        return rules.two, rules.around[seat] if everyone else rules.foes[seat]
    if NINES >> card & 1:
        everyone = rules.ruleset.nine_side == "any"
        return rules.nine, rules.around[seat] if everyone else rules.foes[seat]
    if EIGHTS >> card & 1:
        return _GLASSES, rules.around[seat]
    return None, ()


def _victim(p: Position, seat: int, action: Action, left: int) -> Iterator[Refusal]:
    if action.targets:
        yield Refusal(Reason.NO_AIM)
    if not left and p.rules.ruleset.four_mode == "opponentDraws" and action.card >> 2 == 3:
        yield Refusal(Reason.DECK_EMPTY)
    if p.rules.seats > 2 and action.seat not in p.rules.foes[seat]:
        yield Refusal(Reason.WRONG_SEAT, seat=action.seat)
    if p.rules.seats == 2 and action.seat >= 0:
        yield Refusal(Reason.NO_AIM)
    yield Refusal(Reason.NO_VICTIM, seat=action.seat)


# Answers -----------------------------------------------------------------------------------------

_ANSWERS: Final[dict[Kind, CardSet]] = {
    Kind.COUNTER: TWOS,
    Kind.BLOCK: TENS,
    Kind.REBUFF: NINES,
}


def _respond(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    yield from _one_card(action)
    if not p.hands[seat] >> action.card & 1:
        yield Refusal(Reason.NOT_IN_HAND)
    if not _ANSWERS[action.kind] >> action.card & 1:
        yield Refusal(Reason.WRONG_ANSWER)
    if p.prompt.idle:
        yield Refusal(Reason.SHIELDED)
    if p.frozen[seat] >> action.card & 1:
        yield Refusal(Reason.FROZEN, by=(action.card,))


def _take(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    yield from _one_card(action)
    if action.card not in p.scrap:
        yield Refusal(Reason.NOT_IN_SCRAP)
    if p.rules.three_barred >> action.card & 1:
        yield Refusal(Reason.THREE_BARRED)


def _discard(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    if p.prompt.ask is Ask.SEVEN:
        if set_of(action.cards) & ~set_of(p.shown()):
            yield Refusal(Reason.NOT_SHOWN)
        if all(a.kind is not Kind.DISCARD for a in legal_actions(p)):
            yield Refusal(Reason.MUST_PLAY)
        yield Refusal(Reason.WRONG_COUNT, number=1)
    if set_of(action.cards) & ~p.hands[seat]:
        yield Refusal(Reason.NOT_IN_HAND)
    yield Refusal(Reason.WRONG_COUNT, number=p.prompt.owed)


def _plain(p: Position, seat: int, action: Action) -> Iterator[Refusal]:
    yield Refusal(Reason.NO_AIM)


_ASKS: Final[dict[Kind, tuple[Ask, ...]]] = {
    Kind.DRAW: _TURN,
    Kind.PASS: _TURN,
    Kind.POINTS: _TURN,
    Kind.SCUTTLE: _TURN,
    Kind.ROYAL: _TURN,
    Kind.JACK: _TURN,
    Kind.JOKER: _TURN,
    Kind.ONE_OFF: _TURN,
    Kind.COUNTER: (Ask.COUNTER,),
    Kind.BLOCK: (Ask.BLOCK,),
    Kind.REBUFF: (Ask.REBUFF,),
    Kind.DECLINE: _RESPONSES,
    Kind.TAKE: (Ask.FETCH,),
    Kind.DISCARD: (Ask.GIVE, Ask.PAY, Ask.LIMIT, Ask.SEVEN),
    Kind.ACCEPT: (Ask.OFFER,),
    Kind.REJECT: (Ask.OFFER,),
}
_WHY: Final[dict[Kind, Callable[[Position, int, Action], Iterator[Refusal]]]] = {
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
    Kind.DECLINE: _plain,
    Kind.TAKE: _take,
    Kind.DISCARD: _discard,
    Kind.ACCEPT: _plain,
    Kind.REJECT: _plain,
}
