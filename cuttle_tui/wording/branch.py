"""Word practice that goes on from a recorded game."""

from __future__ import annotations

from typing import Final

from cuttle_tui.prose import Sentence, say
from cuttle_tui.wording.asking import Prompt, option
from cuttle_tui.wording.ending import ending
from cuttle_tui.wording.names import Names
from engine.branch import BranchError, Obstacle
from engine.view import View

BACK: Final = "back to the replay"
_OBSTACLES: Final[dict[Obstacle, str]] = {
    "unfinished": "practice branches off games that are over: this record is not of a whole one",
    "over": "the game is over here: go back a move, then practise",
    "gone": "this seat has left the game by now: take another side, or an earlier move",
}


def title(ply: int) -> str:
    """Name the table."""
    return f"practice from ply {ply}"


def begin_line(names: Names) -> Sentence:
    """Say who plays, with which cards."""
    others = [name for seat, name in enumerate(names.names) if seat != names.seat]
    assert names.seat is not None
    theirs = f"plays {others[0]}" if len(others) == 1 else "the others"
    who = f"you are {names.names[names.seat]}, the computer {theirs}"
    return say(f"{who}; the cards are those of the game")


def over_prompt(prompt: Prompt, view: View, names: Names, ply: int) -> Prompt:
    """Say how the practice ended, and what may come after it."""
    options = (
        option("r", f"again from ply {ply}"),
        option("z", "scrap"),
        option("l", "full log"),
        option("q", BACK),
    )
    why = say("this was practice: nothing of it is kept or counted")
    return Prompt(prompt.fill, prompt.head, say(ending(view, names)), options, why)


def obstacle_line(error: BranchError) -> Sentence:
    """Say why no practice begins here."""
    return say(_OBSTACLES[error.obstacle])
