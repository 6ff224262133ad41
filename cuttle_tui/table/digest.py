"""Compute what depends on the table alone, not on the player's choices."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, TypeVar

from cuttle_tui.i18n.translation import SILENCE, Sentence, spoken as language
from cuttle_tui.kit.names import Names, control_line, names_of
from cuttle_tui.kit.results import match_line
from cuttle_tui.ports import ChatLine, TableState
from cuttle_tui.table.choices import Choice, arrange, table_order
from cuttle_tui.table.log_lines import (
    committed_line,
    cut_lines,
    new_game_line,
    placed_lines,
    secret_line,
    told_again,
)
from cuttle_tui.table.words.chat import spoken
from engine.cards import Card, rank_of
from engine.play.events import Event
from engine.play.view import Placed, SeatView, View
from engine.record.record import GivenUp
from engine.rules.effects import reaches_of
from engine.table.state import EARLIER

T = TypeVar("T")

_LATEST: Final = 30
"""Lines of the log that the band of a tall window may have rows for."""
_BAND_LINES: Final = 3
_STACK: Final = 5
"""A one-off and all four twos, at most."""


@dataclass(frozen=True, slots=True)
class ChatFilter:
    """What a reader wants to see of the chat."""

    me: str = ""
    """The reader's own name."""
    free_text: bool = False
    muted: frozenset[str] = frozenset()


Line = tuple[int, Sentence]
"""A line, and the number of events before it."""


class _Told(NamedTuple):
    """A line of the log."""

    events: int
    """The number of events so far."""
    spoken: bool
    """It belongs to the chat."""
    line: Sentence


@dataclass(frozen=True, slots=True)
class TableDigest:
    """Values that depend on the table alone, computed once per change rather than per key."""

    names: Names
    lines: tuple[Sentence, ...]
    """The formatted log."""
    latest: tuple[Sentence, ...]
    """The last few lines of the log."""
    order: tuple[Card, ...]
    """The cards of the table in drawing order."""
    fields: tuple[tuple[tuple[Placed, ...], tuple[Placed, ...]], ...]
    """The point cards and royals of each seat, in the order played."""
    places: tuple[int, ...] = ()
    """For each line of the log, the number of events so far."""
    turns: tuple[int, ...] = ()
    """For each line of the log, the turn it belongs to, from 1; 0 before the first."""
    spoken: frozenset[int] = frozenset()
    """The lines of the log that are chat."""
    _shown: dict[object, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def once(self, what: object, make: Callable[[], T]) -> T:
        """Return what this table shows whatever is chosen, worked out when it is first asked for.

        `what` names it, with everything it depends on besides the table.
        """
        if what not in self._shown:
            self._shown[what] = make()
        shown: T = self._shown[what]
        return shown


class WordedLog:
    """The lines of a log that grows: only events that are new are worded."""

    def __init__(self) -> None:
        self._key: object = None
        self._log: tuple[Event, ...] = ()
        self._lines: tuple[Line, ...] = ()

    def lines(self, log: tuple[Event, ...], names: Names, given_up: GivenUp) -> Sequence[Line]:
        """Word a log, each line with the number of events before it."""
        key, known = (names, given_up, language()), len(self._log)
        if key != self._key or log[:known] != self._log:
            self._lines, known = (), 0
        self._key, self._log = key, log
        if len(log) > known:
            again = told_again(log, known)
            self._lines = tuple(line for line in self._lines if line[0] not in again)
            self._lines += tuple(placed_lines(log, names, given_up, known))
        return self._lines


_DEAF: Final = ChatFilter()


def digest_of(
    state: TableState,
    seat: int,
    *,
    covered: bool = False,
    chat_filter: ChatFilter = _DEAF,
    first: Sentence = SILENCE,
    worded: WordedLog | None = None,
) -> TableDigest:
    """Format the log with the chat, and order the cards, for the player in a seat.

    The log begins with `first`; `worded` holds what was worded of it before.
    """
    view = state.view
    me = None if covered or (view is not None and view.viewer is None) else seat
    names = names_of(state.sitters, me)
    talk = tuple(_heard(state.talk, chat_filter))
    if view is None:
        lines = tuple(line for _, line in talk)
        return TableDigest(names, lines, lines[-1:], (), ())
    log = state.log
    now = [line for line in talk if line[0] != EARLIER]
    told = _interleaved((worded or WordedLog()).lines(log, names, state.given_up), now)
    fields = tuple((arrange(side.points, log), arrange(side.royals, log)) for side in view.seats)
    latest, order = tuple(one.line for one in told[-_LATEST:]), table_order(view, log, seat)
    before = tuple(_Told(0, True, line) for events, line in talk if events == EARLIER)
    if before:
        before = (*before, _Told(0, False, new_game_line()))
    dealt = _with_the_deal(told, state, names) if told or before else ()
    whole = (*((_Told(0, False, first),) if first else ()), *before, *dealt)
    return TableDigest(
        names,
        tuple(one.line for one in whole),
        latest,
        order,
        fields,
        tuple(one.events for one in whole),
        tuple(_turn_at(one.events, state) for one in whole),
        frozenset(place for place, one in enumerate(whole) if one.spoken),
    )


def _turn_at(events: int, state: TableState) -> int:
    """Return the turn of the last of so many events; 0 if it is not known, or before the first."""
    action = bisect_right(state.steps, events - 1)
    return state.turns[action - 1] + 1 if 0 < action <= len(state.turns) else 0


def _heard(talk: Iterable[ChatLine], chat_filter: ChatFilter) -> Iterator[Line]:
    """Format the chat lines; mention hidden free text only once."""
    hidden = False
    for line in talk:
        if line.who in chat_filter.muted:
            continue
        readable = line.phrase or chat_filter.free_text or line.who == chat_filter.me
        if readable or not hidden:
            yield line.after, spoken(line, chat_filter.me, readable=readable)
        hidden = hidden or not readable


def _interleaved(events: Sequence[Line], talk: Iterable[Line]) -> tuple[_Told, ...]:
    """Merge chat lines into the events."""
    told = [_Told(place + 1, False, line) for place, line in events]
    said = [_Told(after, True, line) for after, line in talk]
    return tuple(sorted([*told, *said], key=lambda one: one[:2]))


def settled(state: TableState) -> TableState:
    """Remove all questions from a game that was called off."""
    if not state.called_off or state.view is None:
        return state
    return replace(state, view=replace(state.view, legal=(), asked=()))


def _with_the_deal(told: tuple[_Told, ...], state: TableState, names: Names) -> tuple[_Told, ...]:
    """Surround the log with the clocks and the lines that let players verify the deal."""
    sealed = [committed_line(state.commitment)] if state.commitment else []
    clocks = [line] if (line := control_line(state.timing)) else []
    first = (_Told(0, False, line) for line in (*clocks, *sealed, *cut_lines(state.cuts, names)))
    over = state.view is not None and state.view.outcome is not None
    last = [match_line(state.match, names)] if over and state.match is not None else []
    last += [secret_line()] if state.secret else []
    return (*first, *told, *(_Told(len(state.log), False, line) for line in last))


def open_cards(view: View) -> list[tuple[Card, int]]:
    """List the cards of the open play with their players: of many, the first and last."""
    pile = view.pile if len(view.pile) <= _STACK else (view.pile[0], *view.pile[1 - _STACK :])
    if not pile:
        return [(card, view.mover) for card in view.pending_sevens[-_BAND_LINES:]]
    return [(played.action.card, played.seat) for played in pile if played.action.cards]


def bearers(view: View) -> tuple[tuple[Card, Card], ...]:
    """Pair each attached card with the card it is attached to."""
    return tuple(
        (jack, placed.card)
        for side in view.seats
        for placed in (*side.points, *side.royals)
        for jack in placed.stack
    )


def candidates(view: View, side: SeatView, choice: Choice) -> dict[Card, tuple[Card, ...]]:
    """Return the cards of a seat in the same piles as a play's targets, by pile."""
    if choice.play is None or choice.card is None:
        return {}
    return side.nameable(reaches_of(view.ruleset, choice.play, rank_of(choice.card)))
