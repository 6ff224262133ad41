"""Word practice that goes on from a recorded game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cuttle_tui.i18n.rich_text import Sentence, say, tell
from cuttle_tui.i18n.translation import N_, Message, tr
from cuttle_tui.table import commands
from cuttle_tui.table.replay_commands import SEAT_KEYS
from cuttle_tui.wording.names import Names
from cuttle_tui.wording.prompt_types import Prompt, option
from cuttle_tui.wording.table.game_over import ending
from engine.play.view import View
from engine.table.practice import Obstacle, PracticeError

_OBSTACLES: Final[dict[Obstacle, Message]] = {
    "unfinished": N_("practice needs a finished game: this record is not complete"),
    "over": N_("the game is over here: go back a move, then practise"),
    "gone": N_("this player has left the game by now: take another view, or an earlier move"),
}


def title(ply: int) -> str:
    """Name the table."""
    return tr("practice, move {ply}", ply=ply)


def seat_prompt(seats: Sequence[int], names: Names, mover: int) -> Prompt:
    """Ask in which seat to play on.

    Args:
        seats: those that can be taken, the likely one first.
        names: who is called what.
        mover: whoever is to move.
    """
    options = (
        option("enter", names.who(seats[0])),
        *(option(SEAT_KEYS[seat], names.who(seat)) for seat in sorted(seats)),
        option("esc", N_("stay here")),
    )
    others = _OTHER if len(names.names) == 2 else _OTHERS
    why = tell(others, who=names.who(mover))
    return Prompt("bar", tr("PRACTISE"), tell("Play on from here as which player?"), options, why)


_OTHER: Final = N_("{who} to move; the computer is your opponent")
_OTHERS: Final = N_("{who} to move; the computer plays the others")


def begin_line(names: Names) -> Sentence:
    """Say who plays, with which cards."""
    others = [name for seat, name in enumerate(names.names) if seat != names.seat]
    assert names.seat is not None
    message = _BEGIN if len(others) == 1 else _BEGIN_MANY
    return tell(message, who=names.names[names.seat], other=others[0])


_BEGIN: Final = N_("you are {who}, the computer is {other}; the cards are those of the game")
_BEGIN_MANY: Final = N_(
    "you are {who}, the computer plays the others; the cards are those of the game"
)


def over_prompt(prompt: Prompt, view: View, names: Names, ply: int) -> Prompt:
    """Say how the practice ended, and what may come after it."""
    options = (
        option(commands.AGAIN, tell("play again from move {ply}", ply=ply)),
        option(commands.LEAVE, N_("back to the replay")),
    )
    why = tell("this was practice: it is not saved and not rated")
    return Prompt(prompt.fill, prompt.head, say(ending(view, names)), options, why)


def obstacle_line(error: PracticeError) -> Sentence:
    """Say why practice cannot start here."""
    return say(_OBSTACLES[error.obstacle])
