"""A table at one moment, what its player has opened, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from cuttle_tui.i18n.translation import N_, SILENCE, Message, Sentence, Words
from cuttle_tui.kit.finding import found
from cuttle_tui.kit.keymap import Command, Section, on
from cuttle_tui.ports import QueueLine, TableState
from cuttle_tui.table import choices
from cuttle_tui.table.chat import ChatContext, ChatState
from cuttle_tui.table.choices import NOTHING, Aim, Choice, Step
from cuttle_tui.table.intents import Ask
from cuttle_tui.table.searching import AT_NEWEST, Reading
from cuttle_tui.table.selection import Tray
from engine.bots.levels import USUAL_LEVEL
from engine.cards import Card
from engine.play.view import View
from engine.rules.options import next_match
from engine.table.controls import is_correspondence
from engine.table.seats import (
    CallOff,
    Claim,
    Fill,
    LetIn,
    Ready,
    SeatRequest,
    SendAway,
    SetLength,
    ShowHands,
)

if TYPE_CHECKING:
    from cuttle_tui.kit.board import BoardModel
    from engine.table.state import AtDoor


class Mode(Enum):
    """What the player is doing at the table, besides the game itself."""

    GAME = "game"
    SCRAP = "scrap"
    LOG = "log"
    TALK = "talk"
    LEAVE = "leave"
    COVER = "cover"
    SAVE = "save"


_IN_COLUMN: Final = (Mode.LOG, Mode.TALK)


LONG_WAIT: Final = 60.0
"""Seconds of waiting for a match after which a computer is offered."""


@dataclass(frozen=True, slots=True)
class TableUi:
    """What the player has chosen, opened and typed, and what the lobby knows."""

    choice: Choice = NOTHING
    mode: Mode = Mode.GAME
    look: Choice = NOTHING
    """The cursor in the open scrap."""
    scroll: int = 0
    """Lines the log beside the table is scrolled up."""
    reading: Reading = AT_NEWEST
    """The state of reading the log."""
    notice: Sentence = SILENCE
    """Why the table refused something, until the next key."""
    fields: bool = False
    """The final fields are shown, not the plate at the end of the game."""
    explain: bool = False
    """Row 3 explains the card under the cursor."""
    hinted: Choice | None = None
    """What was chosen when the hint of a task was asked for; None if it was not."""
    chat: ChatState = field(default_factory=ChatState)
    chat_context: ChatContext = field(default_factory=ChatContext)
    muted: frozenset[str] = frozenset()
    """The people whose lines are hidden."""
    watching: bool = False
    """The player has no seat here."""
    shared: bool = False
    """Several players share this keyboard."""
    online: bool = False
    """Other people can join this table."""
    hosting: bool = False
    """The room closes for the others when this player leaves: it is in the player's process."""
    queue: tuple[QueueLine, ...] = ()
    """The players waiting for a quick match, if this player waits too."""
    other_games: int = 0
    """Other correspondence games in which it is the player's move."""
    resident: str = ""
    """The level of a computer that plays for ratings, where one does."""
    offers: tuple[Sentence, ...] = ()
    """What there is to do while the table waits."""
    board: BoardModel | None = None
    """The puzzle among the offers, in small."""
    level: str = USUAL_LEVEL
    """The level of the computers that can be added."""
    kept: bool = False
    """The game can be left and resumed."""
    resume_code: str = ""
    """With which a guest comes back to this seat; empty for others."""
    practising: bool = False
    """The player waits for a quick match elsewhere, and practises here meanwhile."""
    folder: str = ""
    """Where a picture of the game would be saved; empty where nothing may be written."""
    column: bool = False
    """The log has a column beside the table."""
    marks: bool = True
    """Hidden cards that were seen are marked."""

    @property
    def shows_hint(self) -> bool:
        """Whether the hint is shown: it gives way to the text of a card that is chosen later."""
        return self.hinted is not None and self.choice in (self.hinted, NOTHING)

    @property
    def beside(self) -> bool:
        """Whether keys act in the column beside the table, which stays in sight."""
        return self.column and self.mode in _IN_COLUMN and not self.cuts

    @property
    def cuts(self) -> bool:
        """Whether a word is typed to cut with, for which the table stays as it is."""
        return self.mode is Mode.TALK and self.chat.step == "cut"

    @property
    def of_table(self) -> TableUi:
        """Return what the table itself shows, while keys may act beside it."""
        return replace(self, mode=Mode.GAME, notice=SILENCE) if self.beside else self


Occasion = Literal["game", "practice", "lesson", "puzzle", "replay", "past"]
"""The purpose of the table."""
Verdict = Literal["", "done", "missed"]
"""The result of a task so far."""


def in_one_row(count: int) -> int:
    """Return the count: all cards fit in one row."""
    return count


@dataclass(frozen=True)
class Situation:
    """A table, the state of its screen, and what the screen knows of both."""

    state: TableState
    seat: int
    ui: TableUi
    order: tuple[Card, ...] = ()
    """The cards of the table in drawing order."""
    lines: tuple[Sentence, ...] = ()
    """The formatted log."""
    across: Callable[[int], int] = in_one_row
    """Returns how many of a number of cards fit in one row of the tray."""
    occasion: Occasion = "game"
    verdict: Verdict = ""
    sent: bool = False
    """An action is pending: the table does not show it yet."""
    practises: bool = False
    """Moves can be taken back here."""
    may_take_back: bool = False
    """There is a move to take back."""
    help_costs: bool = False
    """With help the game no longer counts for the ladder, nor as the deal of its day."""

    summed_up: bool = False
    """A plate tells how the game went, unless its final fields are shown."""
    knows_moment: bool = False
    """The coach knows the turn that decided the game."""

    @property
    def view(self) -> View | None:
        """The game, once there is one."""
        return self.state.view

    @property
    def choice(self) -> Choice:
        """The choices made so far."""
        return self.ui.choice

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        view = self.view
        return view is not None and (view.outcome is not None or self.state.called_off)

    @property
    def engaged(self) -> bool:
        """Whether letters mean something other than looking around."""
        return self.ui.mode is not Mode.GAME or self.step == "target"

    @cached_property
    def step(self) -> Step:
        """The next step of the choice."""
        return "wait" if self.view is None else choices.step_of(self.view, self.choice)

    @cached_property
    def tray(self) -> tuple[Card, ...]:
        """The cards to choose from."""
        return () if self.view is None else choices.tray(self.view, self.seat)

    @cached_property
    def scrap(self) -> tuple[Card, ...]:
        """The cards of the scrap that may be looked at."""
        return () if self.view is None else choices.browsable(self.view)

    @cached_property
    def aims(self) -> list[Aim]:
        """The possible targets of the chosen play."""
        return [] if self.view is None else choices.aims(self.view, self.choice, self.order)

    def tray_of(self, view: View) -> Tray:
        """Return the tray in drawing order."""
        return Tray(view, self.seat, self.order, self.across(len(self.tray)))

    @cached_property
    def found(self) -> tuple[int, ...]:
        """The lines of the log that match the query."""
        return found(self.lines, self.ui.reading.query)

    @property
    def line(self) -> int:
        """The line of the log in focus."""
        return self.ui.reading.place(len(self.lines))

    @property
    def accompanied(self) -> bool:
        """Whether there is anybody to chat with."""
        return self.ui.online and bool(self.state.watchers or self.ui.chat_context.people)

    @property
    def has_task(self) -> bool:
        """Whether there is a task here."""
        return self.occasion in ("lesson", "puzzle")

    @property
    def has_turns(self) -> bool:
        """Whether cards can be played here, not only looked at."""
        return self.occasion not in ("replay", "past")

    @property
    def is_at_cards(self) -> bool:
        """Whether the question is about cards, or nothing is asked: then one may be read about."""
        return self.ui.mode is Mode.GAME and (
            self.choice.card is not None or self.step in ("card", "wait")
        )

    @property
    def explains(self) -> bool:
        """Whether there is a card to read about."""
        if self.has_task:
            return not self.verdict
        return not self.over and bool(self.tray)

    @property
    def may_fill(self) -> bool:
        """Whether this player can fill seats with computers; never in rated games."""
        return self._free and self.state.host == self.seat and not self.state.rated

    @property
    def rules(self) -> str:
        """The text of the rules that a table states before the deal."""
        return "" if self.state.ruleset is None else self.state.ruleset.name

    @property
    def may_lengthen(self) -> bool:
        """Whether this player can change the length of the match: the host, while it waits."""
        hosts = self.state.host == self.seat and not (self.ui.watching or self.ui.queue)
        return self.view is None and hosts and bool(self.rules) and not self.state.rated

    @property
    def may_copy_line(self) -> bool:
        """Whether there is a line with which a friend can join, while a seat is free."""
        return self._free and bool(self.state.code and self.state.invitation)

    @property
    def waits(self) -> bool:
        """Whether this player sits at a table that waits for others, where they must stay."""
        stays = not self.ui.watching and not is_correspondence(self.state.timing)
        return self.view is None and stays and self.occasion == "game"

    @property
    def has_time(self) -> bool:
        """Whether there is time for something else: nobody waits for this player alone."""
        return self.waits and (self._free or self.seat in self.state.ready)

    @property
    def may_meet_resident(self) -> bool:
        """Whether this player has waited long for a match, and a computer plays for ratings."""
        long = any(line.me and line.since >= LONG_WAIT for line in self.ui.queue)
        return self.has_time and long and bool(self.ui.resident)

    @property
    def _free(self) -> bool:
        return any(sitter.kind == "nobody" for sitter in self.state.sitters)

    @property
    def may_show(self) -> bool:
        """Whether watchers can be shown this player's hand."""
        running = self.view is not None and bool(choices.standing(self.view))
        return running and self.ui.online and not self.state.rated


TableCommand = Command[Situation]
TableSection = Section[Situation]

# what a seat asks of its table -------------------------------------------------------------------


class Word(NamedTuple):
    """A word of plain mode for what a key asks of the table."""

    usage: Words
    """How it is typed."""
    asks: SeatRequest | None = None
    """What it asks for, if not the same as the key."""
    text: Words = ""
    """What it does, if a line of text must say more than the help of the key."""
    when: Callable[[Situation], bool] | None = None
    """Whether it can be asked for, if that is not the same as for the key."""
    why_not: Callable[[Situation], Words] = lambda at: ""
    """Says why it cannot be asked for, if there is more to say than that."""
    done: Words = ""
    """What the player reads then, if the table itself tells nothing."""
    called: str = ""
    """Its word, if that is not the first of its usage."""


class Told(NamedTuple):
    """What is told of a seat that begins to ask for something."""

    seats: Callable[[TableState], Collection[int]]
    """The seats that ask for it."""
    mine: Message
    """What the player in such a seat hears."""
    other: Message
    """What the others hear of ``{who}``."""


@dataclass(frozen=True, eq=False)
class SeatCommand(TableCommand):
    """What the player in a seat asks of the table: by a key, or in words."""

    words: tuple[Word, ...] = ()
    told: Told | None = None
    note: Callable[[TableState], Words] | None = None
    """What stands beside the name of the table since it was asked for; empty for nothing."""

    def request(self, at: Situation) -> SeatRequest:
        """Return what the key asks for in a situation."""
        intent = self.intents[self.key]
        assert isinstance(intent, Ask)
        return intent.at(at)


def _may_get_ready(at: Situation) -> bool:
    """Return whether a game can be asked for; the first one by days begins by itself."""
    first_by_days = at.view is None and is_correspondence(at.state.timing)
    return not (at.ui.queue or at.ui.watching or at.state.running or first_by_days)


def _why_not_ready(at: Situation) -> Words:
    if at.over and any(sitter.kind == "nobody" for sitter in at.state.sitters):
        return N_("nobody is left to play with here: type leave")
    ready = at.seat in at.state.ready
    return N_("you are ready; waiting for the others") if ready else ""


def _why_not_claim(at: Situation) -> Words:
    own_move = at.view is not None and bool(at.view.legal)
    late = own_move and 0 in at.state.away and not at.state.claimable
    return N_("it is your own move: play, then claim") if late else ""


READY: Final = SeatCommand(
    on("enter", Ask(lambda at: Ready(at.seat not in at.state.ready))),
    N_("ready, or not ready"),
    when=_may_get_ready,
    words=(
        Word(
            "ready",
            Ready(),
            N_("say you are ready for the game, or for the next one; unready takes it back"),
            why_not=_why_not_ready,
        ),
        Word("unready", Ready(False), N_("not ready after all")),
    ),
    told=Told(
        lambda state: () if state.running else state.ready,
        N_("you are ready"),
        N_("{who} is ready"),
    ),
)
FILL: Final = SeatCommand(
    on("c", Ask(lambda at: Fill(at.ui.level))),
    N_("let computers take the free seats"),
    when=lambda at: at.view is None and not at.ui.queue and at.may_fill,
    words=(Word(N_("fill [LEVEL]")),),
)
LENGTH: Final = SeatCommand(
    on("m", Ask(lambda at: SetLength(next_match(at.rules)))),
    N_("change how many games decide, as the host, before the first game"),
    when=lambda at: at.may_lengthen,
    words=(Word("length"),),
)
CLAIM: Final = SeatCommand(
    on("c", Ask(Claim())),
    N_("claim the win"),
    when=lambda at: at.state.claimable,
    words=(
        Word("claim", text=N_("claim the win when the others are away"), why_not=_why_not_claim),
    ),
)
CALL_OFF: Final = SeatCommand(
    on("u", Ask(CallOff())),
    N_("call the game off"),
    when=lambda at: at.state.may_call_off,
    words=(
        Word(
            "call off",
            text=N_("end the game without a result when the others are away"),
            called="off",
        ),
    ),
)
OPEN_HANDS: Final = SeatCommand(
    on("h", Ask(lambda at: ShowHands(at.seat not in at.state.showing))),
    N_("show your hand to watchers, or hide it"),
    when=lambda at: at.may_show,
    words=(
        Word(
            "show",
            ShowHands(),
            N_("agree to show your hand to watchers; hide undoes that"),
            when=lambda at: at.ui.online,
            done=N_("you agree to show your hand to watchers, once all agree"),
        ),
        Word(
            "hide",
            ShowHands(False),
            N_("hide your hand from watchers"),
            when=lambda at: at.ui.online,
            done=N_("your hand is hidden from watchers"),
        ),
    ),
    note=lambda state: N_("hands open") if state.open_hands else "",
)
LET_IN_KEYS: Final = "abm"
"""For each seat that somebody at the door may take: one, but for tables of three or four."""


def callers(state: TableState) -> tuple[AtDoor, ...]:
    """Return the seats that the first who stands at the door may take."""
    return tuple(each for each in state.at_door if each.caller == state.at_door[0].caller)


def _let_in(place: int) -> TableCommand:
    def nod(at: Situation) -> LetIn:
        seen = callers(at.state)[place]
        return LetIn(seen.caller, seen.seat)

    text = N_("let in who stands at the door")
    others = N_("let in who stands at the door, as another of those who are away")
    return TableCommand(
        on(LET_IN_KEYS[place], Ask(nod)),
        others if place else text,
        when=lambda at: len(callers(at.state)) > place,
    )


NOBODY_AT_DOOR: Final = N_("nobody is at the door")
SEND_AWAY: Final = SeatCommand(
    on("e", Ask(lambda at: SendAway(at.state.at_door[0].caller))),
    N_("send away who stands at the door"),
    when=lambda at: bool(at.state.at_door),
    words=(Word("send away", why_not=lambda at: "" if at.state.at_door else NOBODY_AT_DOOR),),
)
AT_DOOR: Final = (*map(_let_in, range(len(LET_IN_KEYS))), SEND_AWAY)
"""The keys while somebody stands at the door."""
WHEN_AWAY: Final = (CLAIM, CALL_OFF)
"""The keys while others are away."""
WHEN_LEAVING: Final = (OPEN_HANDS,)
"""The keys beside the question whether to leave."""
SEAT_COMMANDS: Final = (READY, FILL, LENGTH, *WHEN_AWAY, *WHEN_LEAVING, SEND_AWAY)
"""All that has words in plain mode."""
