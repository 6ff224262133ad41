"""Represent what a player can want at a table, and the effects on the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, Literal

from cuttle_tui.kit.keymap import Intent
from engine.actions import Action, Kind
from engine.table.seats import SeatRequest

if TYPE_CHECKING:
    from cuttle_tui.table.situation import Situation

Way = Literal["left", "right", "up", "down", "first", "last"]


class Act(Intent, Enum):
    """An intent at a table without further values."""

    CONFIRM = "go on with what is in focus, or typed"
    PICK = "pick the card in focus, or put it back"
    BACK = "go one step back, or close what is open"
    OPEN_SCRAP = "look through the scrap"
    OPEN_LOG = "read the log"
    OPEN_CHAT = "say something"
    OPEN_SETTINGS = "change settings while the game goes on"
    TAKE_BACK = "take back the last move"
    EXPLAIN = "read what the chosen card is good for, or no longer"
    SEARCH = "type what to search the log for"
    END_SEARCH = "search for nothing any more"
    WRITE = "write your own words"
    SHOW_SEAL = "show all of the seal of the next deal, or only its start"
    LIST_PHRASES = "choose a phrase, or what else there is to do in the chat"
    CUT_DECK = "cut the next deck with a word"
    LIST_PEOPLE = "choose somebody to mute, block or report"
    MUTE = "mute the chosen person, or hear them again"
    BLOCK = "block the chosen person"
    REPORT = "report the chosen person"
    ASK_TO_LEAVE = "ask whether to leave, unless nothing is lost by it"
    LEAVE = "leave the table"
    END_GAME = "leave for good: the game is not kept"
    STAY = "stay at the table"
    UNCOVER = "show the hand after the keyboard was passed on"
    COPY_LINE = "copy the line a friend types to join"
    DO_PUZZLE = "solve a puzzle while the table waits"
    DO_LESSON = "take a lesson while the table waits"
    EASIER = "choose an easier level of the computer"
    HARDER = "choose a harder level of the computer"
    PLAY_RESIDENT = "play a computer for ratings while the table waits"
    PRACTISE = "play the computer while the table waits"
    PLAY_AGAIN = "play another game"
    WATCH_AGAIN = "open the replay of the game"
    ANALYSE = "see what the coach thinks of the game"
    SEE_MOMENT = "see the turn that decided the game, in its replay"
    TOGGLE_FIELDS = "show the final fields, or the plate again"
    SAVE_PICTURE = "ask whether to save the end of the game as a picture, or say how"
    WRITE_PICTURE = "save it in the folder that was named"
    COPY_RESULT = "copy the result of the game as text"
    SEE_DEAL = "see today's deal and its table"
    CLOSE_LINK = "close the link to the game"
    CHECK_DEAL = "check that the deal was fair"
    ASK_COACH = "ask the coach for the best plays, or hide them"
    TOGGLE_HINT = "show the hint, or hide it"
    START_OVER = "set the task up as it was"
    NEXT_GAME = "open the next game that waits for this player"
    GO_ON = "go on to what comes next"
    ASK_FOR_CARD = "say that a card must be chosen first"
    SAY_ALONE = "say that nobody is here to talk to"
    WAIT = "do nothing until the table has moved"


@dataclass(frozen=True, slots=True)
class ChooseCard(Intent):
    """Choose a card of the tray by its index."""

    place: int


@dataclass(frozen=True, slots=True)
class Spell(Intent):
    """Choose a card of the scrap by a letter of its rank or its suit."""

    letter: str


@dataclass(frozen=True, slots=True)
class MoveCursor(Intent):
    """Move along the cards, the targets or the ways to play."""

    way: Way


@dataclass(frozen=True, slots=True)
class Play(Intent):
    """Play the chosen card in a given way."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class ChooseTarget(Intent):
    """Choose the target with the letter of that index."""

    place: int


@dataclass(frozen=True, slots=True)
class Answer(Intent):
    """Answer a question of the game."""

    yes: bool


# looking around -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MoveLine(Intent):
    """Move along the lines of the log."""

    step: int


@dataclass(frozen=True, slots=True)
class NextFound(Intent):
    """Go to the next or the previous match."""

    step: int


@dataclass(frozen=True, slots=True)
class LookAtLine(Intent):
    """Show the table as it was at a line of the log; by default, at the line in focus."""

    line: int = -1


# chat ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Scroll(Intent):
    """Scroll the log beside the chat upwards."""

    step: int


@dataclass(frozen=True, slots=True)
class ChooseEntry(Intent):
    """Choose a phrase, a person or a reason by its index."""

    place: int


# leaving, and around the game ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OutOfTurn(Intent):
    """Concede, step away, come back, offer a draw, or retract."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Ask(Intent):
    """Ask the table for something: always the same, or what fits the situation."""

    what: SeatRequest | Callable[[Situation], SeatRequest]

    def at(self, situation: Situation) -> SeatRequest:
        """Return what is asked in a situation."""
        return self.what if isinstance(self.what, SeatRequest) else self.what(situation)


# effects ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Submit(Intent):
    """Play an action."""

    action: Action


@dataclass(frozen=True, slots=True)
class Reject(Intent):
    """Explain why an action is illegal."""

    action: Action


@dataclass(frozen=True, slots=True)
class RejectTarget(Intent):
    """Report that no target has that letter."""

    place: int


# before a question is read ------------------------------------------------------------------------

_LOOKING_ACTS: Final = (
    *(Act.OPEN_SCRAP, Act.OPEN_LOG, Act.OPEN_CHAT, Act.OPEN_SETTINGS),
    *(Act.EXPLAIN, Act.TOGGLE_HINT, Act.ASK_COACH, Act.BACK),
)


def only_looks(intent: Intent) -> bool:
    """Return whether an intent answers nothing: it looks around, or marks a card."""
    return isinstance(intent, ChooseCard | Spell | MoveCursor) or intent in _LOOKING_ACTS
