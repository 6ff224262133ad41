"""Draw a recorded game as a picture that moves: an SVG without scripts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from textual.strip import Strip

from cuttle_tui.i18n.translation import plain
from cuttle_tui.replay.export import HEIGHT, WIDTH, drawn_frames, framed_svg, row_svg
from cuttle_tui.replay.presenter import Frame
from cuttle_tui.table.plate import recorded_plate
from cuttle_tui.table.present_seats import highlight_of, highlighted
from cuttle_tui.table.view_model import TableModel
from engine.record.summary import Replay

SECONDS: Final = (15.0, 25.0)
"""How long a game lasts at least and at most, with its end."""
_PACE: Final = 1.2
"""Seconds for each action, where there is time."""
_LAST: Final = 4.0
"""Seconds for which the end stays."""
_STYLE: Final = """g g{animation:0s step-end infinite}
.h{visibility:hidden}
@media(prefers-reduced-motion:reduce){g g{animation:none!important}}
"""
"""Rows change at once, and stand still at the end where nothing is to move."""


class _Drawn(NamedTuple):
    """A row as it was drawn."""

    y: int
    shapes: str


class _Times(NamedTuple):
    """When a row is in sight, in per cent: from and until, several times."""

    spans: tuple[tuple[float, float], ...]
    at_end: bool
    """Whether it is part of the last picture, which stays where nothing moves."""


def moving_svg(replay: Replay) -> str:
    """Draw a game play by play, up to the plate at its end; then it begins anew."""
    frames = list(drawn_frames(replay, _lit))
    times = _times(frames)
    names = {when: f"k{place}" for place, when in enumerate(dict.fromkeys(times.values()))}
    shapes = []
    for row, when in times.items():
        group = f'<g class="{names[when]}{"" if when.at_end else " h"}">{row.shapes}</g>'
        never_changes = when.spans == ((0.0, 100.0),)
        shapes.append(row.shapes if never_changes else group)
    style = _STYLE + "".join(_keyframes(names, _length(len(frames))))
    return framed_svg(shapes, WIDTH, HEIGHT, plain(recorded_plate(replay).title), style)


def _length(frames: int) -> float:
    """Return how many seconds so many frames last."""
    least, most = SECONDS
    return max(least, min(most, (frames - 1) * _PACE + _LAST))


def _lit(model: TableModel, frame: Frame, seat: int) -> TableModel:
    """Light up what changed, and leave out what could be pressed: nobody can, on a picture."""
    prompt = replace(model.prompt, options=(), shorter=(), shortest=(), named=())
    highlight = highlight_of(frame.happened, frame.before, frame.view)
    return highlighted(replace(model, prompt=prompt), replace(highlight, totals=()), seat)


def _times(frames: Sequence[Sequence[Strip]]) -> Mapping[_Drawn, _Times]:
    """Return every row that is seen, drawn at its place, with the times at which it is."""
    seconds, last = _length(len(frames)), len(frames) - 1
    pace = (seconds - _LAST) / last
    starts = [100 * place * pace / seconds for place in range(len(frames))] + [100.0]
    seen: dict[_Drawn, list[int]] = defaultdict(list)
    for place, frame in enumerate(frames):
        for y, row in enumerate(frame):
            seen[_Drawn(y, row_svg(row, y, HEIGHT - 1))].append(place)
    return {
        drawn: _Times(_spans(places, starts), last in places)
        for drawn, places in sorted(seen.items())
    }


def _spans(places: Sequence[int], starts: Sequence[float]) -> tuple[tuple[float, float], ...]:
    """Join frames that follow each other."""
    spans: list[tuple[float, float]] = []
    for place in places:
        start, stop = starts[place], starts[place + 1]
        if spans and spans[-1][1] == start:
            start = spans.pop()[0]
        spans.append((start, stop))
    return tuple(spans)


def _keyframes(names: Mapping[_Times, str], seconds: float) -> Iterator[str]:
    """Write the rules that show rows at their times and hide them at others."""
    for when, name in names.items():
        steps = {0.0: "hidden"}
        for start, stop in when.spans:
            steps |= {start: "visible", stop: "hidden"}
        body = "".join(f"{at:.4g}%{{visibility:{state}}}" for at, state in sorted(steps.items()))
        yield f".{name}{{animation-name:{name};animation-duration:{seconds:g}s}}"
        yield f"@keyframes {name}{{{body}}}\n"
