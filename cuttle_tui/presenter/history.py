"""Present an earlier ply of a running game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from cuttle_tui.ports import TableState
from cuttle_tui.presenter.column import log_of
from cuttle_tui.presenter.digest import ChatFilter, TableDigest, digest_of
from cuttle_tui.presenter.table import present_table
from cuttle_tui.presenter.view_model import KeysModel, TableModel
from cuttle_tui.table.log_search import AT_NEWEST
from cuttle_tui.table.ui import Mode, TableUi
from cuttle_tui.wording.log import log_view
from cuttle_tui.wording.log.log_lines import line_of
from cuttle_tui.wording.names import names_of
from cuttle_tui.wording.table.status_notes import asked_of, where
from engine.play.events import Event


@dataclass(frozen=True, slots=True)
class Past:
    """A ply of the running game as seen then, and the news since."""

    state: TableState
    """The table at that ply."""
    before: TableState | None
    """The table one action earlier; None before the deal."""
    now: TableState
    seat: int
    meanwhile: Sentence = SILENCE
    """What has happened since the player began to look back."""

    @property
    def ply(self) -> int:
        """The number of actions played then."""
        return len(self.state.steps) - 1

    @property
    def plies(self) -> int:
        """The number of actions played by now."""
        return len(self.now.steps) - 1

    @property
    def happened(self) -> tuple[Event, ...]:
        """The events of the action that led there."""
        return self.state.log[len(self.before.log) if self.before is not None else 0 :]


def present_past(past: Past, ui: TableUi, chat_filter: ChatFilter) -> TableModel:
    """Present an earlier ply."""
    state = past.state
    digest = digest_of(state, past.seat, chat_filter=chat_filter)
    model = present_table(state, past.seat, replace(ui, reading=AT_NEWEST), digest)
    if ui.mode is Mode.SCRAP:
        return model
    earlier = state.log[: len(state.log) - len(past.happened)]
    now = digest_of(past.now, past.seat, chat_filter=chat_filter)
    prompt = log_view.look_prompt(
        past.ply,
        past.plies,
        log_view.action_lines(past.happened, earlier, digest.names),
        asked_of(past.now.view),
        ui.notice or past.meanwhile,
    )
    assert state.view is not None
    right = where(state, state.view.turn + 1, watching=ui.watching)
    tray = tuple(replace(face, key="", lifted=False) for face in model.tray)
    log = replace(log_of(now), focus=_last_line(now, len(state.log)))
    return replace(model, prompt=prompt, keys=KeysModel((), right), tray=tray, log=log)


def _last_line(digest: TableDigest, events: int) -> int:
    """Return the last line of the log about so many events."""
    told = [place for place, by in enumerate(digest.places) if by <= events]
    return told[-1] if told else 0


def news_line(events: Sequence[Event], past: Past) -> Sentence:
    """Format the latest news of the table."""
    log = past.now.log
    view = past.now.view
    assert view is not None
    names = names_of(past.now.sitters, view.viewer)
    lines = [line_of(event, names, log[: len(log) - len(events)]) for event in events]
    worded = [line for line in lines if line]
    return log_view.meanwhile_line(worded[-1]) if worded else past.meanwhile
