"""A chair at a table of another node, and what nodes tell each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, dataclass, field
from typing import Any, Final, Self

from cuttle_tui.ports import (
    ChallengeLine,
    Change,
    InboxLine,
    Listener,
    News,
    PersonLine,
    TableLine,
    TablePlan,
    TableState,
)
from cuttle_tui.ports.league import NightPage, NightPlan
from engine.actions import OUT_OF_TURN, Action
from engine.errors import IllegalAction, NotYourTurn, StaleAction
from engine.table.seats import SeatRequest
from engine.table.state import TableState as WireState
from server.cluster.bus import Bus
from server.cluster.codec import Garbled, Plain, apply, pack, unpack, unpack_again
from server.people.accounts import Player
from server.tables.chat import Talk


@dataclass(frozen=True, slots=True)
class Visit:
    """A session at one node, as it presents itself at another."""

    session: str
    """The id of the session."""
    who: Player
    address: str = ""
    key: str = ""
    named: bool = True
    shows_rating: bool = True
    blocked: tuple[str, ...] = ()
    """The identities that the player has blocked."""
    shows_presence: bool = True


@dataclass(frozen=True, slots=True)
class Place:
    """A chair at a table."""

    table: str
    seat: int | None = None
    """None for a watcher."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A session that goes along with the table at which it sits."""

    door: str
    """The node where the session is."""
    visit: Visit
    place: Place


@dataclass(frozen=True, slots=True)
class ChairView:
    """All that a chair shows."""

    state: WireState
    record: str | None = None
    """The record of the game, once it is over."""
    game: str = ""
    """The id of the game."""
    time_left: float | None = None
    """Seconds on this seat's clock, not rounded."""
    on_ladder: bool = False


@dataclass(frozen=True, slots=True)
class Opened:
    """A chair that is shown from now on."""

    place: Place
    view: ChairView
    number: int
    """The number of the last change before it."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a node knows of a player: their seat there, challenges, inbox and play night."""

    number: int = 0
    """Rises with each that a session is sent."""
    held: Place | None = None
    """The seat that is theirs there."""
    opened: Opened | None = None
    """Its chair, if it was not shown before."""
    playing: bool = False
    """Whether they are in the middle of a game with other people."""
    challenges: tuple[ChallengeLine, ...] = ()
    inbox: tuple[InboxLine, ...] = ()
    night: NightPage | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to what a session asked at another node."""

    standing: Standing = field(default_factory=Standing)
    opened: Opened | None = None
    """The chair where the player sits now."""
    refused: str = ""
    """The lobby's reason."""


@dataclass(frozen=True, slots=True)
class Handed:
    """A table that is handed over to a node which has read it before."""

    table: str
    epoch: int
    known: int
    """How many entries that node has read."""
    entries: tuple[str, ...]
    """The others."""
    guests: tuple[Guest, ...] = ()
    talk: Talk = field(default_factory=Talk)
    """What was said there; after a crash it is lost."""


@dataclass(frozen=True, slots=True)
class Told:
    """News for a session elsewhere."""

    news: News
    standing: Standing


@dataclass(frozen=True, slots=True)
class Waiter:
    """Who waits in a room for a quick match."""

    identity: str
    since: float
    """In seconds since 1970."""
    strength: int | None = None


@dataclass(frozen=True, slots=True)
class SharedTable:
    """A table as the other nodes know it."""

    line: TableLine
    rules: str
    """The ruleset with its version."""
    listed: bool
    """Whether everybody may see it."""
    people: dict[str, str]
    """The names of those who sit there, by identity."""
    queue: tuple[Waiter, ...] = ()
    """Those who wait there for a quick match."""
    days: bool = False
    """Whether its players have days for each decision."""
    watchers: tuple[str, ...] = ()
    rated: bool = False
    """Whether a rated match is waited for there, which is casual between seasons."""
    friend: str = ""
    """The id of a friend who is invited there, while a seat is free."""
    code: str = ""
    """The room code, for that friend."""


@dataclass(frozen=True, slots=True)
class Lists:
    """What a node has to show in the lobby."""

    tables: dict[str, SharedTable] = field(default_factory=dict)
    """By id."""
    people: dict[str, PersonLine] = field(default_factory=dict)
    """Those whose sessions are there, by identity."""
    night: bool = False
    """Whether a play night is held there, or was held last."""


ARGUMENTS: Final[dict[str, tuple[type, ...]]] = {
    "hello": (),
    "sit_at": (str,),
    "join_room": (str,),
    "call_at_door": (str,),
    "watch": (str,),
    "go_to": (str,),
    "give_up": (str,),
    "challenge": (str, TablePlan),
    "accept": (),
    "decline": (),
    "report": (str, str),
    "rise": (bool,),
    "night open": (NightPlan,),
    "night join": (),
    "night leave": (),
    "night begin": (),
    "night withdraw": (str,),
    "night end": (),
}
"""What a session may ask at another node, with the types of the arguments."""


class Missed(Exception):
    """A change was lost: the chair must be asked for again."""


class PlacedChair:
    """A chair at a place, with those who listen to its changes."""

    practice: Final = None

    def __init__(self, place: Place) -> None:
        self.place = place
        self._listeners: dict[object, Listener] = {}

    @property
    def seat(self) -> int | None:
        return self.place.seat

    @property
    def chat(self) -> Self:
        return self

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        key = object()
        self._listeners[key] = listener
        return lambda: self._listeners.pop(key, None) and None

    def _notify(self, change: Change) -> None:
        for listener in [*self._listeners.values()]:
            listener(change)


class RemoteChair(PlacedChair):
    """Shows the chair as its table's node sent it last, and sends what the player does."""

    def __init__(self, bus: Bus, node: str, session: str, opened: Opened) -> None:
        super().__init__(opened.place)
        self._bus = bus
        self.node = node
        self._session = session
        self._take(opened)

    def _take(self, opened: Opened) -> None:
        self._number = opened.number
        self._view = opened.view
        self._plain: Plain = pack(ChairView, opened.view)

    def open_again(self, opened: Opened) -> None:
        """Show all that the node sent again, unless something newer is known."""
        if opened.number >= self._number:
            before = self._view.state
            self._take(opened)
            self._notify(Change(events_since(before, self._view.state)))

    def change(self, number: int, changed: Plain) -> None:
        """Apply a change.

        Raises:
            Missed: an earlier change is missing.
        """
        if number <= self._number:
            return
        if number > self._number + 1:
            raise Missed
        try:
            plain = apply(self._plain, changed)
            view = unpack_again(ChairView, plain, self._plain, self._view)
        except (KeyError, TypeError, Garbled):
            raise Missed from None
        before, self._view, self._number = self._view.state, view, number
        self._plain = plain
        self._notify(Change(events_since(before, view.state)))

    # what is seen

    @property
    def game(self) -> str:
        return self._view.game

    @property
    def time_left(self) -> float | None:
        """The seconds on this seat's clock when the table changed last."""
        return self._view.time_left

    @property
    def on_ladder(self) -> bool:
        return self._view.on_ladder

    def state(self) -> TableState:
        return self._view.state

    async def past(self, ply: int) -> TableState | None:
        """Return the table as this seat saw it after so many actions.

        Raises:
            NoAnswer: the table's node does not answer.
        """
        found = await self._bus.ask(self.node, "past", self._mine({"ply": ply}))
        return None if found is None else unpack(TableState, found)

    def record(self) -> str | None:
        return self._view.record

    # what is done

    def _mine(self, body: dict[str, Plain]) -> dict[str, Plain]:
        return {"session": self._session, "place": pack(Place, self.place), **body}

    def _order(self, name: str, *arguments: Any) -> None:
        self._bus.tell(self.node, "order", self._mine({"order": name, "arguments": arguments}))

    def submit(self, action: Action, ply: int) -> None:
        view = self._view.state.view
        if self.seat is None or view is None or view.outcome is not None:
            raise NotYourTurn("no game is running")
        if action.kind not in OUT_OF_TURN:  # refuse what the table would refuse
            if ply != view.ply:
                text = "chosen at ply {ply}, but the game is at ply {now}"
                raise StaleAction(text, ply=ply, now=view.ply)
            if not view.legal:
                raise NotYourTurn("seat {seat} cannot act now", seat=view.viewer)
            if action not in view.legal:
                text = "seat {seat} cannot play {action} now"
                raise IllegalAction(text, seat=view.viewer, action=action)
        self._order("submit", str(action), ply)

    def ask(self, request: SeatRequest) -> None:
        request.check()
        self._order(request.name, *astuple(request))

    def say(self, text: str, *, phrase: bool) -> None:
        self._order("say", text, phrase)

    def leave(self) -> None:
        self._order("leave")


def events_since(before: TableState, now: TableState) -> tuple[Any, ...]:
    """Return the events logged since a state; all of them in a new game."""
    told = len(before.log)
    return now.log[told:] if now.log[:told] == before.log else now.log
