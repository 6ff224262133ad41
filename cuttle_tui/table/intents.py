"""Represent what a player can want at a table, and what comes of it beside the screen's state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cuttle_tui.keymap.commands import Intent
from engine.actions import Action, Kind

Way = Literal["left", "right", "up", "down", "first", "last"]

# the cards ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChooseCard(Intent):
    """Choose a card of the tray by its place."""

    place: int


@dataclass(frozen=True, slots=True)
class MoveCursor(Intent):
    """Move along the cards, the targets or the ways to play."""

    way: Way


@dataclass(frozen=True, slots=True)
class Play(Intent):
    """Play the chosen card in a way."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class ChooseTarget(Intent):
    """Choose the target with the letter of that place."""

    place: int


@dataclass(frozen=True, slots=True)
class Confirm(Intent):
    """Go on with what is in focus, or typed."""


@dataclass(frozen=True, slots=True)
class Pick(Intent):
    """Pick the card in focus, or put it back."""


@dataclass(frozen=True, slots=True)
class Answer(Intent):
    """Answer a question of the game."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Back(Intent):
    """Go one step back, or close what is open."""


# looking around -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenScrap(Intent):
    """Look through the scrap."""


@dataclass(frozen=True, slots=True)
class OpenLog(Intent):
    """Read the log."""


@dataclass(frozen=True, slots=True)
class OpenChat(Intent):
    """Say something."""


@dataclass(frozen=True, slots=True)
class Explain(Intent):
    """Read what the chosen card is good for, or no longer."""


@dataclass(frozen=True, slots=True)
class MoveLine(Intent):
    """Move along the lines of the log."""

    step: int


@dataclass(frozen=True, slots=True)
class Search(Intent):
    """Type what to search the log for."""


@dataclass(frozen=True, slots=True)
class NextFound(Intent):
    """Go to the next line that was found, or to the one before."""

    step: int


@dataclass(frozen=True, slots=True)
class EndSearch(Intent):
    """Search for nothing any more."""


@dataclass(frozen=True, slots=True)
class LookAtLine(Intent):
    """See the table as it was at a line of the log; at the one in focus, if none is given."""

    line: int = -1


# chat ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Scroll(Intent):
    """Scroll the log beside the chat, upwards."""

    step: int


@dataclass(frozen=True, slots=True)
class ChooseEntry(Intent):
    """Choose a phrase, a person or a reason by its place."""

    place: int


@dataclass(frozen=True, slots=True)
class Write(Intent):
    """Write your own words."""


@dataclass(frozen=True, slots=True)
class ListPeople(Intent):
    """Choose somebody to mute, block or report."""


@dataclass(frozen=True, slots=True)
class Mute(Intent):
    """Mute the chosen person, or hear them again."""


@dataclass(frozen=True, slots=True)
class Block(Intent):
    """Block the chosen person."""


@dataclass(frozen=True, slots=True)
class Report(Intent):
    """Report the chosen person."""


# leaving, and around the game ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AskToLeave(Intent):
    """Ask whether to leave, unless nothing is lost by it."""


@dataclass(frozen=True, slots=True)
class Leave(Intent):
    """Leave the table."""


@dataclass(frozen=True, slots=True)
class Stay(Intent):
    """Stay at the table."""


@dataclass(frozen=True, slots=True)
class OutOfTurn(Intent):
    """Concede, step away, come back, offer a draw, or take that back."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class ShowHands(Intent):
    """Show the hand to watchers, or hide it."""


@dataclass(frozen=True, slots=True)
class Uncover(Intent):
    """Show the hand after the keyboard was passed on."""


@dataclass(frozen=True, slots=True)
class Claim(Intent):
    """Claim the win from those who stayed away."""


@dataclass(frozen=True, slots=True)
class CallOff(Intent):
    """Call the game off."""


@dataclass(frozen=True, slots=True)
class GetReady(Intent):
    """Be ready, or not ready after all."""


@dataclass(frozen=True, slots=True)
class Fill(Intent):
    """Let computers take the free seats."""


@dataclass(frozen=True, slots=True)
class Practise(Intent):
    """Play the computer while waiting for a match."""


@dataclass(frozen=True, slots=True)
class PlayAgain(Intent):
    """Play another game."""


@dataclass(frozen=True, slots=True)
class WatchAgain(Intent):
    """Open the replay of the game."""


@dataclass(frozen=True, slots=True)
class Analyse(Intent):
    """Find what mattered in the game."""


@dataclass(frozen=True, slots=True)
class CheckDeal(Intent):
    """Check that the deal was fair."""


# lessons and puzzles ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ToggleHint(Intent):
    """Show the hint, or hide it."""


@dataclass(frozen=True, slots=True)
class StartOver(Intent):
    """Set the task up as it was."""


@dataclass(frozen=True, slots=True)
class GoOn(Intent):
    """Go on to what comes next."""


# effects ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Submit(Intent):
    """Play an action."""

    action: Action


@dataclass(frozen=True, slots=True)
class Reject(Intent):
    """Say why an action cannot be done."""

    action: Action


@dataclass(frozen=True, slots=True)
class AskForCard(Intent):
    """Say that a card must be chosen first."""


@dataclass(frozen=True, slots=True)
class RejectTarget(Intent):
    """Say that no target has a letter."""

    place: int


@dataclass(frozen=True, slots=True)
class SayAlone(Intent):
    """Say that nobody is here to talk to."""


@dataclass(frozen=True, slots=True)
class Wait(Intent):
    """Do nothing until the table has moved."""
