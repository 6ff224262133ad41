"""Play a set position as a single seat against replies chosen by a search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.actions import Action
from engine.errors import IllegalAction, NotYourTurn, StaleAction
from engine.play.events import Event
from engine.play.observe import observe, redacted
from engine.play.position import Position
from engine.play.view import Ask, View
from engine.record.position_text import parse_position
from engine.solver.search import Continuation, Objective, Search, Verdict, worlds_of
from engine.table.state import Listener, Sitter, TableState
from engine.table.write_ahead import Listeners

_LONGEST: Final = 24
"""The limit of replies after an action."""


class Challenge:
    """A set position, as the chair of the seat that has an objective.

    Hidden cards are decided only when they show, and then against the seat.
    """

    chat: Final = None
    online: Final = None
    practice: Final = None

    def __init__(
        self, text: str, aim: Objective, names: tuple[str, ...], *, dealt: bool = False
    ) -> None:
        """Set up the position.

        Args:
            text: the position (docs/NOTATION.md).
            aim: the objective of the seat.
            names: the names of the players by seat.
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
        self._log: tuple[Event, ...] = ()
        self._names = names
        self._listeners = Listeners()

    # What there is to see ------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        """The seat of the player."""
        return self.aim.seat

    @property
    def view(self) -> View:
        """The position as the seat sees it."""
        return observe(self._position, self.aim.seat)

    @property
    def settled(self) -> bool:
        """Whether the game or the time for the aim is over."""
        return self._search().is_settled(self._worlds)

    @property
    def solved(self) -> bool:
        """Whether the aim is reached."""
        return self.settled and not self.failed

    def state(self) -> TableState:
        """Return the table as the seat may know it."""
        sitters = tuple(
            Sitter(name, "person" if seat == self.aim.seat else "computer")
            for seat, name in enumerate(self._names)
        )
        return TableState("", sitters, (0,) * len(sitters), self.view, self._log)

    async def past(self, ply: int) -> TableState | None:
        """Return None: a set position has no history."""
        del ply
        return None

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
        self._check(action, ply)
        self.first, self.since = self.first or action, len(self._log)
        self.moves += 1
        self._go_on(self._worst(self._search(listening=True).branches(self._worlds, action)))
        for _ in range(_LONGEST):
            if self.settled or not self._goes_on_alone():
                break
            self._answer()
        self._listeners.notify({})

    def again(self) -> None:
        """Begin anew."""
        self._worlds, self._log, self.failed, self.first = self._start, (), False, None
        self.moves = 0
        self._listeners.notify({})

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call the listener after each change; return a function that unsubscribes it."""
        return self._listeners.add(self.seat, listener)

    # What a set position lacks --------------------------------------------------------------------

    def ready(self, yes: bool = True) -> None:
        """Begin anew."""
        if yes:
            self.again()

    def record(self) -> str | None:
        """Return None: a set position has no record."""
        return None

    def leave(self) -> None:
        """Leave without consequences."""

    # How it goes on ------------------------------------------------------------------------------

    @property
    def _position(self) -> Position:
        return self._worlds[0]

    def _search(self, *, listening: bool = False) -> Search:
        return Search(self.aim, listening=listening)

    def _check(self, action: Action, ply: int) -> None:
        view = self.view
        if ply != view.ply:
            raise StaleAction(
                "chosen at ply {ply}, but the game is at ply {now}", ply=ply, now=view.ply
            )
        if view.asked[:1] != (self.aim.seat,):
            raise NotYourTurn("another player must decide first")
        if action not in view.legal:
            raise IllegalAction("{action} is not possible now", action=action)

    def _goes_on_alone(self) -> bool:
        """Return whether the next step needs no choice of the player."""
        if self._position.prompt.seats[0] != self.aim.seat:
            return True
        return self.failed and self._position.prompt.ask is not Ask.PLAY

    def _answer(self) -> None:
        search = self._search(listening=True)
        ours = search.is_ours(self._worlds)
        self._go_on(self._ours() if ours else search.reply(self._worlds))

    def _ours(self) -> Continuation:
        """Choose for a partner, or for a player who has already failed: no card, if possible."""
        replies = list(self._search(listening=True).replies(self._worlds))
        wanted = Verdict.REFUTED if self.failed else Verdict.PROVED
        fitting = [b for b in replies if self._search().judge(b.worlds) is wanted] or replies[:1]
        return min(fitting, key=lambda b: self.failed and bool(b.action.cards))

    def _worst(self, branches: list[Continuation]) -> Continuation:
        """Return the continuation in which the hidden cards are worst for the seat."""
        for branch in branches:
            if self._search().judge(branch.worlds) is Verdict.REFUTED:
                return branch
        return branches[0]

    def _go_on(self, branch: Continuation) -> None:
        self._worlds = branch.worlds
        shown = branch.worlds[0]
        self._log += redacted(shown, shown.events or (), self.aim.seat)
        if not self.failed:
            self.failed = self._search().judge(self._worlds) is Verdict.REFUTED
