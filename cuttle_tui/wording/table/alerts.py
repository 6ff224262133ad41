"""Word alerts: over what covers the table, and in the title of the window."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, tell
from cuttle_tui.i18n.translation import N_, Message, tr
from cuttle_tui.ports import TableState
from cuttle_tui.wording.prompt_types import Fill
from cuttle_tui.wording.table.status_notes import time_left
from engine.play.view import Ask, View
from engine.table.state import HALF_MINUTE

NAME: Final = "cuttle"
Kind = Literal["turn", "paired", "sat-down", "claimable"]
_WORDS: Final[dict[Kind, tuple[Message, Message]]] = {
    "turn": (N_("cuttle: your turn"), N_("cuttle: your turn at {table}")),
    "paired": (N_("cuttle: your game begins"), N_("cuttle: your game begins at {table}")),
    "sat-down": (N_("cuttle: somebody sat down"), N_("cuttle: somebody sat down at {table}")),
    "claimable": (
        N_("cuttle: you can claim the win"),
        N_("cuttle: you can claim the win at {table}"),
    ),
}
"""What the player is wanted for; the second where the table has a title."""


def title_of(kind: Kind, table: str) -> str:
    """Say what needs the player, and at which table."""
    return tr(_WORDS[kind][bool(table)], table=table)


Asked = Literal["", "turn", "answer"]


class Call(NamedTuple):
    """An alert of the table."""

    kind: Literal["", "turn", "answer", "over"] = ""
    fill: Fill = "wait"
    line: Sentence = SILENCE


NO_CALL: Final = Call()


def asked_of(view: View | None) -> Asked:
    """Return what the table waits for from its viewer, if anything."""
    if view is None or not view.legal:
        return ""
    return "turn" if view.ask is Ask.PLAY else "answer"


def call_of(state: TableState, seat: int, steps: int) -> Call:
    """Build the alert of a seat: its turn, a decision or the end, and the way back.

    Args:
        state: the table.
        seat: the reader's.
        steps: how often esc is pressed to get there.
    """
    view = state.view
    if view is not None and (view.outcome is not None or state.called_off):
        return Call("over", "bar", _line(N_("the game is over"), steps))
    left = state.clocks[seat] if seat < len(state.clocks) else None
    return asking(view, steps, left)


def asking(view: View | None, steps: int, left: int | None = None) -> Call:
    """Build the alert for a view; none if the table does not wait for it.

    Args:
        view: the table; None where nobody waits for the reader.
        steps: how often esc is pressed to get there.
        left: the seconds on the reader's clock, if there is one.
    """
    kind = asked_of(view)
    if not kind:
        return NO_CALL
    return Call(kind, "alarm" if kind == "answer" else "bar", _line(_WHAT[kind], steps, left))


def _line(what: Message, steps: int, left: int | None = None) -> Sentence:
    way = tr(_WAYS[min(steps, len(_WAYS)) - 1])
    if left is None or left > HALF_MINUTE:
        return tell("{what}: {way}", what=tr(what), way=way)
    return tell("{what}, {time} left: {way}", what=tr(what), time=time_left(left), way=way)


_WHAT: Final[dict[str, Message]] = {
    "answer": N_("you must respond"),
    "turn": N_("it is your turn"),
}
_WAYS: Final = (
    N_("esc goes back to the table"),
    N_("esc twice goes back to the table"),
    N_("esc three times goes back to the table"),
)
