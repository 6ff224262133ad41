"""Follow a table in words: write its events, and ask for decisions by number."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import ClassVar, Final

from cuttle_tui.i18n.translation import SILENCE, Sentence, tell
from cuttle_tui.kit.names import Names, in_words, names_of
from cuttle_tui.kit.results import GameResult, sentence
from cuttle_tui.plain import table_words as wording
from cuttle_tui.plain.lines import Output
from cuttle_tui.plain.words import MORE_PEOPLE, invitation_line
from cuttle_tui.ports import Chair, Change, TableState
from cuttle_tui.preferences import Settings
from cuttle_tui.table import choices
from cuttle_tui.table.words import menu_lines
from cuttle_tui.table.words.at_door import door_lines
from cuttle_tui.table.words.chat import spoken as said
from cuttle_tui.table.words.game_over import awaits_ratings, forfeit_line, stake_sentences
from cuttle_tui.table.words.menu_lines import Line
from cuttle_tui.table.words.waiting_room import free_seats, waiting_lines, waits_for
from engine.actions import Action, Kind
from engine.cards import Card
from engine.errors import IllegalAction
from engine.play.events import Conceded, Dealt, Ended, Event
from engine.play.view import Ask, View
from engine.table.controls import is_correspondence
from engine.table.state import Stake

_MANY_ASKS: Final = (Ask.GIVE, Ask.PAY, Ask.LIMIT)
_FIRST: Final = (Kind.DRAW, Kind.PASS, Kind.DECLINE, Kind.ACCEPT, Kind.REJECT)
_NUMBERS: Final = re.compile(r"\d{1,3}(?:(?:\s*,\s*|\s+and\s+|\s+)\d{1,3})*")


@dataclass(frozen=True, slots=True)
class Menu:
    """The choices of a decision, numbered from 1."""

    ply: int
    """The ply of the decision, to submit an action with."""
    actions: tuple[Action, ...] = ()
    """The legal actions, in display order."""
    cards: tuple[Card, ...] = ()
    """The cards to choose several from; empty if a single number is enough."""
    pick: int = 1
    """How many numbers to choose."""

    @property
    def count(self) -> int:
        """Number of choices."""
        return len(self.cards) if self.pick > 1 else len(self.actions)

    def action(self, numbers: Sequence[int]) -> Action | None:
        """Return the action for these numbers, if any."""
        if len(set(numbers)) != self.pick or not set(numbers) <= {*range(1, self.count + 1)}:
            return None
        if self.pick == 1:
            return self.actions[numbers[0] - 1]
        chosen = tuple(sorted(self.cards[number - 1] for number in numbers))
        return next((action for action in self.actions if action.cards == chosen), None)


def menu_of(view: View) -> Menu:
    """Number the legal actions of a view: actions without a card first, then by kind and rank."""
    legal = tuple(sorted(view.legal, key=lambda action: (action.kind not in _FIRST, action)))
    pick = max((len(action.cards) for action in legal), default=0)
    if view.ask not in _MANY_ASKS or pick < 2 or len(legal) == 1:
        return Menu(view.ply, legal)
    cards = sorted({card for action in legal for card in action.cards})
    return Menu(view.ply, legal, tuple(cards), pick)


def numbers_in(text: str) -> list[int] | None:
    """Parse numbers separated by blanks, commas or ``and``; None for anything else."""
    if not _NUMBERS.fullmatch(text):
        return None
    return list(map(int, re.findall(r"\d+", text)))


def completions(view: View, action: Action) -> list[Action]:
    """List the legal actions that complete this action, whose targets may be missing."""
    if action in view.legal:
        return [action]
    return [
        legal
        for legal in view.legal
        if (legal.kind, legal.cards) == (action.kind, action.cards)
        and set(action.targets) <= set(legal.targets)
        and action.seat in (-1, legal.seat)
    ]


_WARNINGS: Final = (60, 10)
"""Seconds left at which the player is warned."""


LONG_THOUGHT: Final = 2.0
"""Seconds after which a word is due about whoever thinks."""
_READING: Final = 1.0
"""Seconds in which nobody can have read a question and typed a line for it."""


def now() -> float:
    """Return a monotonic time in seconds."""
    return monotonic()


class TableFeed:
    """Writes what happens at a table, as seen from a chair."""

    asks_all: ClassVar[bool] = False
    tells_turn: ClassVar[bool] = True
    """Whether questions are asked that have one answer only: they are what a lesson is about."""

    def __init__(self, chair: Chair, output: Output, notify: Callable[[], None]) -> None:
        """Subscribe to a table.

        Args:
            chair: the player's or watcher's chair.
            output: writes what happens.
            notify: called when there is something to write; it must only take a note.
        """
        self.chair = chair
        self.state: TableState = chair.state()
        self.menu: Menu | None = None
        """The last menu, while it can still be answered."""
        self.muted: set[str] = set()
        self.settings = Settings()
        self._passed: int | None = None
        """The ply of a question that was answered for the player."""
        self.answered: int | None = None
        """The ply of the question that the player answered last."""
        self._moved = now()
        """When the table showed the last action."""
        self._thought_told = False
        """Whether it was said, since the last question, that a computer thinks."""
        self._replaced: float | None = None
        """When a question took the place of another that was not answered."""
        self._output = output
        self._notify = notify
        self._news: deque[Event] = deque()
        self._log: list[Event] = list(self.state.log)
        self._heard = max((line.number for line in self.state.talk), default=0)
        self._mover: tuple[int, int] | None = None
        self._time = 0
        self._stake: list[Sentence] = []
        """What was said last of what is at stake."""
        self._awaited: Stake | None = None
        """What was at stake at the end, before the ratings followed."""
        self._end = chair.subscribe(self._changed)

    def stop(self) -> None:
        """Unsubscribe from the table."""
        self._end()

    def _changed(self, change: Change) -> None:
        self._news.extend(change.events)
        self._notify()

    @property
    def view(self) -> View | None:
        """The game as last written."""
        return self.state.view

    @property
    def names(self) -> Names:
        """The names of the seats."""
        return names_of(self.state.sitters, self.chair.seat)

    @property
    def among_people(self) -> bool:
        """Whether the player sits at a table where other people may sit or watch."""
        return self.chair.seat is not None and self.chair.chat is not None

    @property
    def running(self) -> bool:
        """Whether a game is being played."""
        return self.state.running

    @property
    def farewell(self) -> Sentence:
        """What becomes of a game with people that the player leaves; how another ended was told."""
        seat = self.chair.seat
        if self.running and self.state.free_to_leave:
            return sentence(GameResult(None, "off"), self.names)
        bound = self.running and self.among_people and not is_correspondence(self.state.timing)
        return forfeit_line(self.state, seat) if bound and seat is not None else SILENCE

    @property
    def over(self) -> bool:
        """Whether the last game has ended."""
        return self.view is not None and not self.running

    @property
    def log(self) -> Sequence[Event]:
        """The events of this game."""
        return self._log

    def say(self, *sentences: Line) -> None:
        """Write sentences, with the names of the seats as they are."""
        self._output.tell(*sentences, names=self.names.spelled)

    def item(self, sentence: Line) -> None:
        """Write an item of a list."""
        self._output.item(sentence)

    def table_lines(self) -> Iterator[Sentence]:
        """Word the cards on the table."""
        return wording.table_lines(self.state, self.names, turn=self.tells_turn)

    def arrive(self) -> None:
        """Write the table as it is on arrival."""
        if self.view is None:
            self.say(*waiting_lines(self.state, self.names))
            self._tell_stake()
            free = free_seats(self.state)
            self.say(in_words(free, MORE_PEOPLE) if free else "")
            if free and self.state.invitation:
                self.item(invitation_line(self.state.invitation))
                if self.state.link:
                    self.item(invitation_line(self.state.link))
            if waits_for(self.state, self.chair.seat):
                self.say(wording.GET_READY)
        else:
            self.say(wording.WATCHING if self.chair.seat is None else "")
            self.say(*self.table_lines())
            self.say(*wording.level_lines(self.names))
            self._tell_stake()
            if self.over:
                self.tell_end()
            elif not self.view.legal:
                self.say(*wording.turn_lines(self.state, self.names))
            self._mover = self.view.turn, self.view.mover
        self.say(*door_lines(self.state, self.names))
        self._ask()

    def _new_events(self) -> list[Event]:
        """Return the events that were not written yet."""
        news = list(self._news)
        self._news.clear()
        return news

    @property
    def silence(self) -> float | None:
        """The seconds until a word is due about a computer that thinks; None if none will be."""
        if self._thought_told or not self._thinkers:
            return None
        return max(0.0, self._moved + LONG_THOUGHT - now())

    @property
    def _thinkers(self) -> list[int]:
        asked = self.view.asked if self.view is not None and self.running else ()
        return [seat for seat in asked if self.state.sitters[seat].kind == "computer"]

    def _tell_thought(self, before: TableState) -> None:
        """Say once that a computer thinks, if that takes a while."""
        if before.view is None or self.view is None or before.view.ply != self.view.ply:
            self._moved = now()
        if self.silence == 0.0:
            self._thought_told = True
            self.say(tell("{who} is thinking", who=self.names.who(self._thinkers[0])))

    def follow(self) -> bool:
        """Write the news, and ask for the next decision; return whether a game has just ended."""
        before, self.state = self.state, self.chair.state()
        for event in self._new_events():
            if isinstance(event, Dealt):
                self._log.clear()
                self._mover = None
            if self.running or not isinstance(event, Conceded | Ended):  # the end says both
                self.say(*wording.event_lines(event, self.names, self._log, self.state.given_up))
            self._log.append(event)
            if isinstance(event, Dealt):
                self.say(*wording.dealt_lines(self.state, self.names))
        self.say(*wording.changes(before, self.state, self.names))
        if before.view is None and self.view is not None:
            self.say(*wording.level_lines(self.names))
        seat = self.chair.seat
        if waits_for(self.state, seat) and not waits_for(before, seat):
            self.say(wording.GET_READY)
        for line in self.state.talk:
            if line.number > self._heard and line.who not in self.muted:
                me = "" if self.chair.seat is None else self.names.names[self.chair.seat]
                self.item(said(line, me, readable=self.free_text))
        self._heard = max((self._heard, *(line.number for line in self.state.talk)))
        self._tell_time()
        ended = self.over and (before.view is None or before.running)
        if ended:
            self.menu = None
            self.tell_end()
        self._tell_stake()
        self._ask()
        self._tell_thought(before)
        return ended

    def tell_end(self) -> None:
        """Say how the game ended, and what can follow."""
        self.say(*wording.over_lines(self.state, self.names))

    def _tell_stake(self) -> None:
        """Say what is at stake in a rated game, once each time it changes.

        What a game did to the ratings is known a moment after its end.
        """
        stake = self.state.stake
        if self.over and stake is not None and awaits_ratings(stake):
            self._awaited, before = stake, self._awaited
            if before in (None, stake):
                return
        lines = stake_sentences(self.state, self.names)
        if lines != self._stake:
            self._stake = lines
            self.say(*lines)

    @property
    def free_text(self) -> bool:
        """Whether the player reads and writes free text here; watchers never met by a code."""
        by_code = self.state.by_code and self.chair.seat is not None
        return self.settings.writes(by_code=by_code)

    @property
    def binds(self) -> bool:
        """Whether the player must leave it before they go to another table."""
        bound = not self.over or self.state.leaving_loses_match
        return self.chair.seat is not None and bound and not is_correspondence(self.state.timing)

    def look(self) -> None:
        """Read the table again, without a word."""
        self.state = self.chair.state()

    def begin_anew(self) -> None:
        """Start over from the current table, after a move was taken back."""
        self._news.clear()
        self.state, self.menu, self._mover = self.chair.state(), None, None
        self._passed = None
        self._log = list(self.state.log)
        self._ask()

    def _tell_time(self) -> None:
        """Warn the player when time runs short, once per mark and decision."""
        seat, clocks, view = self.chair.seat, self.state.clocks, self.view
        if seat is None or not clocks or view is None or view.asked[:1] != (seat,):
            self._time = 0
            return
        left, last = clocks[seat], self._time
        if last and any(left <= mark < last for mark in _WARNINGS):
            self.say(wording.time_left(left))
        self._time = left

    def _ask(self) -> None:
        """Ask for the pending decision, once; else announce a new turn."""
        view = self.view
        if view is None or not self.running:
            self.menu = None
        elif view.legal:
            if not self._pass_over(view) and (self.menu is None or self.menu.ply != view.ply):
                self.ask()
        else:
            self.menu = None
            if (view.turn, view.mover) != self._mover and view.mover != self.chair.seat:
                self.say(wording.waiting_for(view, self.names))
        if view is not None:
            self._mover = view.turn, view.mover

    @property
    def needless(self) -> Action | None:
        """The answer to a question that the player need not be asked, if this is one."""
        wanted = self.settings.counter == "two" and not self.asks_all
        seat = self.chair.seat
        if not wanted or seat is None or not choices.only_computers(self.state, seat):
            return None
        return None if self.view is None else choices.needless_answer(self.view)

    def _pass_over(self, view: View) -> bool:
        """Answer what the player need not be asked; return whether that was done."""
        action = self.needless
        if action is None or self.state.trouble:
            return False
        if self._passed != view.ply:
            self._passed = view.ply
            try:
                self.chair.submit(action, view.ply)
            except IllegalAction:
                return False
        return True

    @property
    def unread(self) -> bool:
        """Whether the question has only just taken the place of one that was not answered."""
        return self._replaced is not None and now() - self._replaced < _READING

    def ask_again(self) -> None:
        """Ask once more: what was typed must have been meant for the question before."""
        self._replaced = None
        self.say(wording.ASKED_ANEW)
        self.ask()

    def ask(self) -> None:
        """Ask for the pending decision, with every choice."""
        view = self.view
        if view is None:
            self.say(*wording.not_dealt_lines(self.state))
            return
        if not self.running:
            self.say(*wording.over_lines(self.state, self.names))
            return
        if not view.legal:
            self.say(wording.NOTHING_ASKED, *wording.turn_lines(self.state, self.names))
            return
        if self.menu is not None and self.menu.ply not in (view.ply, self.answered):
            self._replaced = now()
        self._thought_told = False
        self.menu = menu = menu_of(view)
        self.say(*wording.question_lines(view, self.names, self.state))
        if self.state.clocks and self.chair.seat is not None:
            self.say(wording.time_left(self.state.clocks[self.chair.seat]))
        if menu.pick > 1:
            listed = [menu_lines.card_line(card) for card in menu.cards]
        else:
            listed = [menu_lines.offered_words(view, each, self.names) for each in menu.actions]
        for place, what in enumerate(listed, 1):
            self.item(menu_lines.numbered(place, what))
        self.item(menu_lines.closing(menu.count, menu.pick))
