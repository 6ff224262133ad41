"""What the player in a seat asks of the table: keys of the app and words of plain mode."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from cuttle_tui.i18n.translation import N_, Message
from cuttle_tui.kit.keymap import on
from cuttle_tui.ports import TableState
from cuttle_tui.table.intents import Ask
from cuttle_tui.table.situation import TableCommand
from engine.table.requests import CallOff, Claim, Fill, Ready, SeatRequest, ShowHands
from engine.table.seats import is_correspondence

# keys ---------------------------------------------------------------------------------------------

READY: Final = TableCommand(
    on("enter", Ask(lambda at: Ready(at.seat not in at.state.ready))),
    N_("ready, or not ready"),
    when=lambda at: not (at.ui.queue or at.ui.watching or is_correspondence(at.state.timing)),
)
FILL: Final = TableCommand(
    on("c", Ask(lambda at: Fill(at.ui.level))),
    N_("let computers take the free seats"),
    when=lambda at: not at.ui.queue and at.may_fill,
)
CLAIM: Final = TableCommand(
    on("c", Ask(Claim())), N_("claim the win"), when=lambda at: at.state.claimable
)
CALL_OFF: Final = TableCommand(
    on("u", Ask(CallOff())), N_("call the game off"), when=lambda at: at.state.may_call_off
)
OPEN_HANDS: Final = TableCommand(
    on("h", Ask(lambda at: ShowHands(at.seat not in at.state.showing))),
    N_("show your hand to watchers, or hide it"),
    when=lambda at: at.may_show,
)
WHEN_AWAY: Final = (CLAIM, CALL_OFF)
"""The keys while others are away."""
WHEN_LEAVING: Final = (OPEN_HANDS,)
"""The keys beside the question whether to leave."""

# words --------------------------------------------------------------------------------------------


class Word(NamedTuple):
    """A word of plain mode that asks for something, where other people are at the table."""

    usage: str
    """How it is typed."""
    text: Message
    """What it does."""
    request: SeatRequest
    when: Callable[[TableState], bool] = lambda _: True
    done: Message | None = None
    """What the player reads then, if the table itself tells nothing."""


WORDS: Final[Mapping[str, Word]] = {
    "claim": Word(
        "claim",
        N_("claim the win when the others are away"),
        Claim(),
        lambda state: state.claimable,
    ),
    "off": Word(
        "call off",
        N_("end the game without a result when the others are away"),
        CallOff(),
        lambda state: state.may_call_off,
    ),
    "show": Word(
        "show",
        N_("agree to show your hand to watchers; hide undoes that"),
        ShowHands(),
        done=N_("you agree to show your hand to watchers, once all agree"),
    ),
    "hide": Word(
        "hide",
        N_("hide your hand from watchers"),
        ShowHands(False),
        done=N_("your hand is hidden from watchers"),
    ),
}
