"""Search what a seat can force, and play set positions against the best replies."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations, islice
from typing import Final, Literal, NamedTuple

from engine.actions import Action, Kind
from engine.cards import Card, members, set_of
from engine.errors import IllegalAction, NotYourTurn, StaleAction
from engine.play.events import Event
from engine.play.legal import legal_actions
from engine.play.observe import observe, redacted
from engine.play.perform import play
from engine.play.position import Position
from engine.play.readers import hands_read_by
from engine.play.view import Ask, View
from engine.record.position_text import parse_position
from engine.table.seats import Ready, SeatRequest
from engine.table.state import Listener, Sitter, TableState
from engine.table.table import Listeners

Worlds = tuple[Position, ...]
"""Positions that look the same to the seat."""

NODES: Final = 20_000
"""The default limit of positions per search."""

_FEW: Final = 4
"""Worlds to try first."""


class Verdict(Enum):
    """The result of a search."""

    PROVED = "proved"
    """The seat can force it, whatever its opponents do and whatever is hidden."""
    REFUTED = "refuted"
    """No play of the seat forces it against every reply and every hidden card."""
    UNKNOWN = "unknown"
    """The search reached its limit."""


@dataclass(frozen=True, slots=True)
class Objective:
    """What a seat wants to force."""

    seat: int
    goal: Literal["win", "hold"]
    """Win, or have not lost, when the last turn is over."""
    last: int
    """The number of the last turn that counts."""


class Continuation(NamedTuple):
    """An action and the worlds it leads to."""

    action: Action
    worlds: Worlds


class TooMany(Exception):
    """The search exceeded its limit of positions."""


class Search:
    """A search for an objective, with a limit of positions."""

    def __init__(self, aim: Objective, *, nodes: int = NODES, listening: bool = False) -> None:
        """Prepare a search of so many positions; if listening, they carry the events so far."""
        self.aim = aim
        self.spent = 0
        """Positions searched so far."""
        self._nodes = nodes
        self._listening = listening

    def judge(self, worlds: Worlds) -> Verdict:
        """Return whether the aim can be forced from here."""
        return self._verdict(worlds, self._reached)

    def judge_action(self, worlds: Worlds, action: Action) -> Verdict:
        """Return whether the aim can be forced by starting with this action of the seat."""
        return self._verdict(worlds, lambda some: self._reached_by(some, action))

    def _verdict(self, worlds: Worlds, reached: Callable[[Worlds], bool]) -> Verdict:
        """Try a few worlds first: an aim that fails in some of them fails in all together."""
        try:
            if len(worlds) > _FEW and not reached(worlds[:_FEW]):
                return Verdict.REFUTED
            return Verdict.PROVED if reached(worlds) else Verdict.REFUTED
        except TooMany:
            return Verdict.UNKNOWN

    def branches(self, worlds: Worlds, action: Action) -> list[Continuation]:
        """Play an action in every world where it is legal, and group what looks the same.

        If it takes hidden cards off the deck, it is played once per possible set of cards.
        """
        results = []
        for world in worlds:
            if len(worlds) > 1 and action not in legal_actions(world):
                continue
            result = self._played(world, action)
            touched = len(world.deck) - len(result.deck) + result.revealed - world.revealed
            if touched <= 0:
                results.append(result)
            else:
                arranged = _arrangements(world, touched)
                results += [self._played(each, action) for each in arranged]
        return [Continuation(action, group) for group in parted(results, self.aim.seat)]

    def replies(self, worlds: Worlds) -> Iterator[Continuation]:
        """Yield every reply of the asked opponent in any of the worlds, the sharpest first."""
        actions = dict.fromkeys(action for world in worlds for action in legal_actions(world))
        for action in sorted(actions, key=_sharpness):
            yield from self.branches(worlds, action)

    def reply(self, worlds: Worlds) -> Continuation:
        """Choose the opponent's reply: defeat the aim if possible, else hurt the seat most."""
        # as many replies as the limit of positions allows, but one at least
        found: list[Continuation] = []
        try:
            for reply in self.replies(worlds):
                found.append(reply)
        except TooMany:
            if not found:
                raise
        replies = sorted(found, key=self._comfort)
        defeats = (b for b in replies if self.judge(b.worlds) is not Verdict.PROVED)
        return next(defeats, replies[0])

    def _comfort(self, branch: Continuation) -> tuple[int, int]:
        """Rate a continuation for the seat: by whether it has lost or won, then by its points."""
        position = branch.worlds[0]
        if position.outcome is None:
            return 1, position.score(self.aim.seat)
        return 2 * (self.aim.seat in position.outcome.winners), 0

    def is_settled(self, worlds: Worlds) -> bool:
        """Return whether the game or the time for the aim is over."""
        return worlds[0].outcome is not None or worlds[0].turn > self.aim.last

    def is_ours(self, worlds: Worlds) -> bool:
        """Return whether the seat itself, or its partner, is asked."""
        position = worlds[0]
        return position.prompt.seats[0] in position.rules.allies[self.aim.seat]

    def _reached(self, worlds: Worlds) -> bool:
        position = worlds[0]
        if position.outcome is not None:
            won = self.aim.seat in position.outcome.winners
            return won or (self.aim.goal == "hold" and not position.outcome.winners)
        if position.turn > self.aim.last:
            return self.aim.goal == "hold"
        if not self.is_ours(worlds):
            return all(self._reached(branch.worlds) for branch in self.replies(worlds))
        return any(
            self._reached_by(worlds, action)
            for action in sorted(legal_actions(position), key=_sharpness)
        )

    def _reached_by(self, worlds: Worlds, action: Action) -> bool:
        return all(self._reached(branch.worlds) for branch in self.branches(worlds, action))

    def _played(self, world: Position, action: Action) -> Position:
        self.spent += 1
        if self.spent > self._nodes:
            raise TooMany
        result = world.copy()
        result.events = [] if self._listening else None
        play(result, action)
        return result


_SHARPEST: Final = (
    Kind.COUNTER,
    Kind.BLOCK,
    Kind.REBUFF,
    Kind.JACK,
    Kind.JOKER,
    Kind.POINTS,
    Kind.SCUTTLE,
    Kind.ONE_OFF,
    Kind.ROYAL,
)


def _sharpness(action: Action) -> tuple[int, int]:
    """Return a sort key: the likely impact of an action, high cards first."""
    kind = _SHARPEST.index(action.kind) if action.kind in _SHARPEST else len(_SHARPEST)
    return kind, -action.cards[0] if action.cards else 0


def _arrangements(world: Position, count: int) -> Iterator[Position]:
    """Yield a position for each set of `count` cards on top of the face-down deck."""
    known = world.deck[len(world.deck) - world.revealed :]
    hidden = sorted(world.deck[: len(world.deck) - world.revealed])
    for chosen in combinations(hidden, min(count, len(hidden))):
        arranged = world.copy()
        rest = [card for card in hidden if card not in chosen]
        arranged.deck = [*rest, *chosen, *known]
        yield arranged


def parted(positions: Iterable[Position], seat: int) -> list[Worlds]:
    """Group positions by what the seat sees."""
    every = list(positions)
    if len(every) == 1:
        return [(every[0],)]
    groups: dict[object, list[Position]] = {}
    for position in every:
        groups.setdefault(observe(position, seat), []).append(position)
    return [tuple(group) for group in groups.values()]


def worlds_of(position: Position, seat: int, *, most: int = 5_000) -> Worlds:
    """Return every position that looks the same to the seat, up to the order of the deck.

    Hands that the seat cannot read are dealt from the unseen cards in every possible way.

    Raises:
        TooMany: there are more than `most`.
    """
    read = hands_read_by(position, seat)
    others = [other for other in range(position.rules.seats) if other not in read]
    hidden = set_of(position.deck[: len(position.deck) - position.revealed])
    for other in others:
        hidden |= position.hands[other] & ~position.frozen[other]
    worlds = tuple(islice(_dealt(position, others, members(hidden)), most + 1))
    if len(worlds) > most:
        raise TooMany(f"more than {most} arrangements of what is hidden")
    return worlds


def _dealt(position: Position, others: list[int], hidden: list[Card]) -> Iterator[Position]:
    if not others:
        world = position.copy()
        world.deck = [*hidden, *position.deck[len(position.deck) - position.revealed :]]
        yield world
        return
    first, *rest = others
    seen = position.frozen[first]
    for chosen in combinations(hidden, (position.hands[first] & ~seen).bit_count()):
        dealt = position.copy()
        dealt.hands[first] = seen | set_of(chosen)
        yield from _dealt(dealt, rest, [card for card in hidden if card not in chosen])


_LONGEST: Final = 24
"""The limit of replies after an action."""


def check_action(view: View, action: Action, ply: int) -> None:
    """Raise if the viewer may not play an action that was chosen at a ply.

    Raises:
        StaleAction, NotYourTurn, IllegalAction: why.
    """
    if ply != view.ply:
        raise StaleAction(
            "chosen at ply {ply}, but the game is at ply {now}", ply=ply, now=view.ply
        )
    if view.asked[:1] != (view.viewer,):
        raise NotYourTurn("another player must decide first")
    if action not in view.legal:
        raise IllegalAction("{action} is not possible now", action=action)


class SetPosition(ABC):
    """A position without a game around it, as the chair of one of its seats."""

    chat: Final = None
    practice: Final = None

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._log: tuple[Event, ...] = ()
        self._listeners = Listeners()

    @property
    @abstractmethod
    def seat(self) -> int | None:
        """The seat whose decisions are asked for."""

    @property
    @abstractmethod
    def view(self) -> View:
        """The position as the seat sees it."""

    @abstractmethod
    def again(self) -> None:
        """Begin anew."""

    def state(self) -> TableState:
        """Return the table as the seat may know it."""
        sitters = tuple(
            Sitter(name, "person" if seat == self.seat else "computer")
            for seat, name in enumerate(self._names)
        )
        return TableState("", sitters, (0,) * len(sitters), self.view, self._log)

    async def past(self, ply: int) -> TableState | None:
        """Return None: nothing came before."""
        del ply
        return None

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        return self._listeners.add(self.seat, listener)

    def ask(self, request: SeatRequest) -> None:
        """Begin anew, if another game is asked for."""
        if request == Ready():
            self.again()

    def record(self) -> str | None:
        """Return None: it has no record."""
        return None

    def leave(self) -> None:  # noqa: B027  # there is nothing to leave behind
        """Leave without consequences."""


class Challenge(SetPosition):
    """A set position for the seat that has an objective.

    Hidden cards are decided only when they show, and then against the seat.
    """

    def __init__(
        self, text: str, aim: Objective, names: tuple[str, ...], *, dealt: bool = False
    ) -> None:
        """Set up a position (docs/NOTATION.md).

        Args:
            aim: the objective of the seat.
            dealt: opponents hold exactly the cards in the text; otherwise hands that the seat
                cannot see may be any.

        Raises:
            NotationError: the position cannot be read.
            TooMany: there are too many possible hands.
        """
        position = parse_position(text)
        self.aim = aim
        self.failed = False
        """Whether an action has given the aim away."""
        self.first: Action | None = None
        """What the seat played first."""
        self.since = 0
        """How many events came before the seat's last action."""
        self.moves = 0
        """How many actions the seat has taken since the start."""
        self._start = self._worlds = (position,) if dealt else worlds_of(position, aim.seat)
        super().__init__(names)

    # What there is to see ------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        return self.aim.seat

    @property
    def view(self) -> View:
        return observe(self._position, self.aim.seat)

    @property
    def settled(self) -> bool:
        """Whether the game or the time for the aim is over."""
        return self._search().is_settled(self._worlds)

    @property
    def solved(self) -> bool:
        """Whether the aim is reached."""
        return self.settled and not self.failed

    @property
    def turns_left(self) -> int:
        """How many turns of the seat still count after this one, or after that of another."""
        rounds = -(-(self.aim.last - self._position.turn) // len(self._names))
        return max(0, rounds)

    def verdict(self, action: Action | None = None) -> Verdict:
        """Return whether the aim can be forced from here, or by starting with an action."""
        if action is None:
            return self._search().judge(self._worlds)
        return self._search().judge_action(self._worlds, action)

    # What can be done ----------------------------------------------------------------------------

    def submit(self, action: Action, ply: int) -> None:
        """Play an action and the opponents' replies.

        Raises:
            IllegalAction: the seat may not do this now (`NotYourTurn`, `StaleAction`).
        """
        check_action(self.view, action, ply)
        self.first, self.since = self.first or action, len(self._log)
        self.moves += 1
        branches = self._search(listening=True).branches(self._worlds, action)
        # hidden cards are where they are worst for the seat; all branches share a limit: there may
        # be thousands, and somebody waits
        search = self._search()
        refuted = (each for each in branches if search.judge(each.worlds) is Verdict.REFUTED)
        self._go_on(next(refuted, branches[0]))
        for _ in range(_LONGEST):
            prompt = self._position.prompt
            if self.settled:
                break
            if prompt.seats[0] == self.aim.seat and not (self.failed and prompt.ask != Ask.PLAY):
                break  # the player has a choice
            search = self._search(listening=True)
            ours = search.is_ours(self._worlds)
            self._go_on(self._ours() if ours else search.reply(self._worlds))
        self._listeners.notify({})

    def again(self) -> None:
        self._worlds, self._log, self.failed, self.first = self._start, (), False, None
        self.moves = 0
        self._listeners.notify({})

    # How it goes on ------------------------------------------------------------------------------

    @property
    def _position(self) -> Position:
        return self._worlds[0]

    def _search(self, *, listening: bool = False) -> Search:
        return Search(self.aim, listening=listening)

    def _ours(self) -> Continuation:
        """Choose for a partner, or for a player who has already failed: no card, if possible."""
        replies = list(self._search(listening=True).replies(self._worlds))
        wanted = Verdict.REFUTED if self.failed else Verdict.PROVED
        fitting = [b for b in replies if self._search().judge(b.worlds) is wanted] or replies[:1]
        return min(fitting, key=lambda b: self.failed and bool(b.action.cards))

    def _go_on(self, branch: Continuation) -> None:
        self._worlds = branch.worlds
        shown = branch.worlds[0]
        self._log += redacted(shown, shown.events or (), self.aim.seat)
        if not self.failed:
            self.failed = self._search().judge(self._worlds) is Verdict.REFUTED
