"""Declare what a player asks of the coach of a replay."""

from __future__ import annotations

from enum import Enum
from typing import Any, Final

from cuttle_tui.i18n.translation import C_, N_
from cuttle_tui.kit.keymap import Command, Intent, on


class AskCoach(Intent, Enum):
    """An intent about the coach of a replay."""

    HINT = "show the best plays here, or hide them"
    ANALYSE = "see the chances to win, and the turning points"
    SEE_TABLE = "see the table again, not the analysis"
    WHAT_IF = "play the better play in practice"
    SEE_MOMENT = "go to the turn that decided the game"


HINT: Final[Command[Any]] = Command(
    on("h", AskCoach.HINT),
    N_("what the coach would play here, and why"),
    C_("of the coach", "hint"),
)
ANALYSE: Final[Command[Any]] = Command(
    on("a", AskCoach.ANALYSE),
    N_("analyse the game: the chances to win, turning points, how well each played"),
    label=N_("analyse"),
)
SEE_TABLE: Final[Command[Any]] = Command(
    on("enter a", AskCoach.SEE_TABLE), N_("see the table at this move"), label=N_("see the table")
)
WHAT_IF: Final[Command[Any]] = Command(
    on("w", AskCoach.WHAT_IF),
    N_("play the coach's better play in practice, and go on from there"),
    label=N_("play the better one"),
    useful=lambda at: at.knows_better,
)
MOMENT: Final[Command[Any]] = Command(
    on("m", AskCoach.SEE_MOMENT),
    N_("the turn that decided the game, as the coach sees it"),
    useful=lambda at: at.knows_moment,
)
