"""Write a replay as a recording of a terminal, in the asciicast v2 format of asciinema."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rich.color import ColorSystem
from textual.strip import Strip

from cuttle_tui.drawing.glyphs import UNICODE
from cuttle_tui.drawing.layout import plan_for
from cuttle_tui.drawing.palette import DEFAULT
from cuttle_tui.export.still import Still
from cuttle_tui.i18n.rich_text import plain
from cuttle_tui.presenter.plate import recorded_plate
from cuttle_tui.presenter.replay import frame_of, present_replay, sides_of
from cuttle_tui.table.replay import ReplayState
from cuttle_tui.table.timeline import cells_of
from cuttle_tui.table.ui import TableUi
from cuttle_tui.widgets.zone import PaintContext, changed_span
from engine.record.key_moments import moments_of
from engine.record.replay import Replay

WIDTH: Final = 80
HEIGHT: Final = 24
PACE: Final = 1.5
"""Seconds for each action."""
_LAST: Final = 5.0
"""Seconds for which the end stays."""
LIMIT: Final = 2_000_000
"""Maximum size of a recording in bytes; a longer game is cut before its next action."""
_BEGIN: Final = "\x1b[?25l\x1b[2J"
_END: Final = "\x1b[0m\x1b[?25h"


def cast_lines(replay: Replay, limit: int = LIMIT) -> Iterator[str]:
    """Yield the lines of a recording: its header, then what each action changes on the screen."""
    yield _line(_header(replay))
    size, last, before, begin = 0, 0.0, _blank(), _BEGIN
    for ply, rows in enumerate(_frames(replay)):
        line = _line([ply * PACE, "o", begin + _changes(before, rows)])
        size += len(line)
        if size > limit:
            break
        yield line
        last, before, begin = ply * PACE, rows, ""
    yield _line([last + _LAST, "o", _END])


def cast_text(replay: Replay) -> str:
    """Return a whole recording."""
    return "".join(cast_lines(replay))


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")) + "\n"


def _header(replay: Replay) -> dict[str, object]:
    return {
        "version": 2,
        "width": WIDTH,
        "height": HEIGHT,
        "timestamp": int(replay.record.started.timestamp()),
        "title": plain(recorded_plate(replay).title),
        "env": {"TERM": "xterm-256color"},
    }


def _frames(replay: Replay) -> Iterator[list[Strip]]:
    """Draw the table at every ply, with all hands open; then the plate."""
    seats = len(replay.record.players)
    plan = plan_for(WIDTH, HEIGHT, seats)
    assert plan is not None
    still = Still(PaintContext(DEFAULT, UNICODE), plan)
    side = sides_of(seats, 0)[0]
    playing, cells = ReplayState(playing=True), cells_of(replay, moments_of(replay))
    for ply in range(replay.plies + 1):
        model = present_replay(frame_of(replay, ply, side), TableUi(), playing, cells)
        yield still.rows(model)
    yield still.rows(replace(model, plate=recorded_plate(replay)))


def _blank() -> list[Strip]:
    return [Strip.blank(WIDTH)] * HEIGHT


def _changes(before: Sequence[Strip], after: Sequence[Strip]) -> str:
    """Write the cells that differ, each run at its place."""
    written: list[str] = []
    for y, (old, new) in enumerate(zip(before, after, strict=True)):
        span = changed_span(old, new, y)
        if span is not None:
            written.append(f"\x1b[{y + 1};{span.x + 1}H")
            written += _styled(new.crop(span.x, span.right))
    return "".join(written)


def _styled(strip: Strip) -> Iterator[str]:
    for segment in strip:
        style = segment.style
        text = segment.text
        yield style.render(text, color_system=ColorSystem.TRUECOLOR) if style else text
