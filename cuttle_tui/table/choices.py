"""The cards, plays and targets that can be chosen next, and their letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from cuttle_tui.kit.names import Names
from cuttle_tui.ports import TableState
from engine.actions import OUT_OF_TURN, Action, Kind
from engine.cards import NINE, TEN, TWO, Card, rank_of
from engine.play.events import Event, PlayedPoints, PlayedRoyal, Stole
from engine.play.explain import explain
from engine.play.view import RESPONSE_ASKS, Ask, Placed, View


def arrange(placed: Sequence[Placed], log: Sequence[Event]) -> tuple[Placed, ...]:
    """Sort cards by when they came to this side; those not in the log come first."""
    when = arrivals(log)
    return tuple(sorted(placed, key=lambda lying: (when.get(lying.card, -1), lying.card)))


def arrivals(log: Sequence[Event]) -> dict[Card, int]:
    """Return the log index at which each card last came to a side of the table."""
    when: dict[Card, int] = {}
    for place, event in enumerate(log):
        if isinstance(event, (PlayedPoints, PlayedRoyal)):
            when[event.card] = place
        elif isinstance(event, Stole):
            when[event.target] = place
    return when


def table_order(view: View, log: Sequence[Event], seat: int) -> tuple[Card, ...]:
    """List every card on the table in drawing order: opponents in turn order, then the player.

    A jack comes right after the card it is attached to.
    """
    order: list[Card] = []
    for other in (*others(view, seat), seat):
        side = view.seats[other]
        for placed in (*arrange(side.points, log), *arrange(side.royals, log)):
            order.extend((placed.card, *placed.stack))
    return tuple(order)


def others(view: View, seat: int) -> tuple[int, ...]:
    """List the other seats in turn order, the next player first."""
    count = len(view.seats)
    return tuple((seat + step) % count for step in range(1, count))


FIGURES: Final = "1234567890"
_CAPITALS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
TRAY_KEYS: Final = FIGURES + _CAPITALS
"""Keys of the cards in the hand. They only mark a card; small letters act at once."""
PLAY_KEYS: Final[dict[Kind, str]] = {
    Kind.POINTS: "p",
    Kind.SCUTTLE: "s",
    Kind.ONE_OFF: "o",
    Kind.ROYAL: "r",
    Kind.JACK: "j",
    Kind.JOKER: "k",
    Kind.DISCARD: "f",
    Kind.DRAW: "d",
    Kind.PASS: "x",
}
"""The letter of each kind of play, in the order they are offered."""
TARGET_KEYS: Final = f"abcdefghijklmnopqrstuvwxyz{_CAPITALS}"
"""Letters of targets: small ones, which act at once; there are hardly ever more."""
MENU_KEYS: Final = "1234567890ab"
"""Keys of phrases, people and reasons."""
LEAVE_KEYS: Final[dict[Kind, str]] = {
    Kind.CONCEDE: "g",
    Kind.RETRACT: "t",
    Kind.LEAVE: "a",
    Kind.RETURN: "b",
    Kind.OFFER: "d",
}
"""The key of each action available at any time, in the order they are offered.

None is the first letter of a yes: o, s or j would be meant for it.
"""

_ANSWERS: Final = (Kind.COUNTER, Kind.BLOCK, Kind.REBUFF, Kind.ACCEPT)
_REFUSALS: Final = (Kind.DECLINE, Kind.REJECT)
_MANY_ASKS: Final = (Ask.GIVE, Ask.PAY, Ask.LIMIT)
_ANSWER_ASKS: Final = (*RESPONSE_ASKS, Ask.OFFER)
_ANSWERING: Final = {Ask.COUNTER: TWO, Ask.BLOCK: TEN, Ask.REBUFF: NINE}
"""The rank that counters each kind of play."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The choices made so far."""

    card: Card | None = None
    """The card of the tray under the cursor."""
    play: Kind | None = None
    """The chosen way to play that card."""
    targets: tuple[Card, ...] = ()
    """Chosen targets of that play."""
    aim: int = -1
    """The focused target, among `aims`; -1 before an arrow is used."""
    picked: tuple[Card, ...] = ()
    """Cards picked to discard, in the order they were picked."""
    rank: int | None = None
    """The rank that was typed, to which a suit may follow."""


NOTHING: Final = Choice()


@dataclass(frozen=True, slots=True)
class Aim:
    """A card or a seat that a play can target."""

    place: int
    """Its index among all possible targets of the play, so that its letter does not change."""
    card: Card | None = None
    seat: int = -1

    @property
    def key(self) -> str:
        """Its letter, if any is left."""
        return TARGET_KEYS[self.place] if self.place < len(TARGET_KEYS) else ""


Step = Literal["card", "play", "target", "pick", "take", "answer", "wait"]


def step_of(view: View, choice: Choice) -> Step:
    """Return which step comes next."""
    if not view.legal or view.viewer is None:
        return "wait"
    if view.ask in _MANY_ASKS:
        return "pick"
    if view.ask is Ask.FETCH:
        return "take"
    if view.ask in _ANSWER_ASKS:
        return "answer"
    if view.ask is Ask.OVER:
        return "wait"
    if choice.play is None:
        return "card"
    return "target" if aims(view, choice, ()) else "play"


def tray(view: View, seat: int) -> tuple[Card, ...]:
    """List the cards in the tray: the hand, the scrap by rank, or the revealed cards."""
    asked = view.viewer is not None and view.viewer in view.asked[:1]
    if asked and view.ask is Ask.FETCH:
        return tuple(sorted(view.scrap))
    if asked and view.ask is Ask.SEVEN:
        return view.revealed
    return view.seats[seat].hand


def tray_keys(view: View) -> str:
    """Return the keys of the cards in the tray, in drawing order; the scrap is spelled instead."""
    asked = view.viewer is not None and view.viewer in view.asked[:1]
    return "" if asked and view.ask is Ask.FETCH else TRAY_KEYS


def focused(choice: Choice, count: int) -> int:
    """Return which of a number of targets is marked; an only one always is, -1 for none."""
    return 0 if count == 1 else choice.aim if choice.aim < count else -1


def plays(view: View, card: Card | None) -> list[Kind]:
    """List the ways to play the card, in the order they are offered."""
    legal = {action.kind for action in view.legal if action.cards == (card,)}
    return [kind for kind in PLAY_KEYS if kind in legal]


def bare(view: View) -> list[Action]:
    """List the legal actions that need no card: draw, pass."""
    found = [a for a in view.legal if not a.cards and a.kind in PLAY_KEYS]
    return sorted(found, key=lambda action: list(PLAY_KEYS).index(action.kind))


def fitting_actions(view: View, choice: Choice) -> list[Action]:
    """List the legal actions that match the choices."""
    return [
        action
        for action in view.legal
        if action.kind is choice.play
        and action.cards == (choice.card,)
        and set(choice.targets) <= set(action.targets)
    ]


def only_way(view: View, choice: Choice) -> Action | None:
    """Return the one action of a play, if its option says all of it: at most one target.

    A card of the player's own is never taken or given away without a question.
    """
    fitting = fitting_actions(view, choice)
    if len(fitting) != 1 or len(fitting[0].targets) > 1:
        return None
    own = view.seats[view.viewer or 0]
    mine = {c for placed in (*own.points, *own.royals) for c in (placed.card, *placed.stack)}
    return None if mine.intersection(fitting[0].targets) else fitting[0]


def aims(view: View, choice: Choice, order: Sequence[Card]) -> list[Aim]:
    """List the next possible targets of the play, lettered in `order`: as drawn, from the left."""
    fitting = fitting_actions(view, choice)
    left = _targets(fitting) - set(choice.targets)
    if left:
        place = {card: index for index, card in enumerate(order)}
        every = _targets(fitting_actions(view, replace(choice, targets=())))
        ranked = sorted(every, key=lambda card: (place.get(card, len(place)), card))
        lettered = (Aim(index, card=card) for index, card in enumerate(ranked))
        return [aim for aim in lettered if aim.card in left]
    seats = {action.seat for action in fitting if action.seat >= 0}
    if len(fitting) <= 1 or not seats:
        return []
    drawn = (*others(view, view.viewer or 0), view.viewer or 0)
    ranked = [seat for seat in drawn if seat in seats]
    return [Aim(index, seat=seat) for index, seat in enumerate(ranked)]


def _targets(actions: Sequence[Action]) -> set[Card]:
    return {card for action in actions for card in action.targets}


def answers(view: View) -> list[Action]:
    """List the legal ways to answer yes, by card ascending."""
    return [action for action in view.legal if action.kind in _ANSWERS]


def refusal(view: View) -> Action | None:
    """Return the legal way to answer no."""
    return next((action for action in view.legal if action.kind in _REFUSALS), None)


def only_computers(state: TableState, seat: int) -> bool:
    """Return whether nobody but computers could learn from what a seat is asked, and how long."""
    others = (sitter for place, sitter in enumerate(state.sitters) if place != seat)
    return not state.watchers and all(sitter.kind == "computer" for sitter in others)


def needless_answer(view: View) -> Action | None:
    """Return the legal way to answer no, if the player holds no card of the rank it takes."""
    rank = _ANSWERING.get(view.ask)
    if rank is None or view.viewer is None or answers(view):
        return None
    held = view.seats[view.viewer].hand
    return None if any(rank_of(card) == rank for card in held) else refusal(view)


def owed(view: View) -> int:
    """Return how many cards must be picked."""
    return max((len(action.cards) for action in view.legal), default=0)


def standing(view: View) -> dict[Kind, Action]:
    """Return the actions available at any time: concede, retract, step away, offer a draw."""
    if view.viewer is None or view.outcome is not None:
        return {}
    actions = (Action(kind, seat=view.viewer) for kind in OUT_OF_TURN)
    return {action.kind: action for action in actions if explain(view, action) is None}


def browsable(view: View) -> tuple[Card, ...]:
    """List the cards of the scrap that may be looked at, newest first."""
    newest = view.scrap[::-1]
    return newest[:1] if view.ruleset.scrap_view == "top" else newest


def pickable(view: View) -> set[Card]:
    """Return the cards that may be picked or taken."""
    return {card for action in view.legal for card in action.cards}


@dataclass(frozen=True, slots=True)
class Question:
    """Everything a prompt depends on."""

    view: View
    seat: int
    names: Names
    choice: Choice
    aims: Sequence[Aim] = ()
    barred: Sequence[Card] = ()
    """Cards that look like targets but cannot be targeted."""
    bearers: Sequence[tuple[Card, Card]] = ()
    """Each jack on the table with the card under it."""
    away: tuple[int | None, ...] = ()
    """Seconds until the seat of each absent player may be claimed."""
    claimable: bool = False
    may_call_off: bool = False
    skippable: bool = False
    """A setting can skip a question that the reader's hand cannot answer."""
    clocks: tuple[int, ...] = ()
    """Seconds each seat has left, where there are clocks."""
    vacations: tuple[str, ...] = ()
    """Until when each seat is on vacation, at correspondence tables."""
