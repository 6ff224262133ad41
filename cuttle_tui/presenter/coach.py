"""Present what the coach says: a hint over a table, an analysis in place of the fields."""

from __future__ import annotations

from dataclasses import replace

from cuttle_tui.i18n.rich_text import plain, say
from cuttle_tui.presenter.task_overlay import with_cards_lit
from cuttle_tui.presenter.view_model import (
    AnalysisModel,
    AnalysisSide,
    KeysModel,
    TableModel,
    TurningRow,
)
from cuttle_tui.table.coach import Hint
from cuttle_tui.wording.coach import analysis as wording
from cuttle_tui.wording.coach.hints import hint_prompt, opinion
from cuttle_tui.wording.coach.purposes import percent
from cuttle_tui.wording.names import Names
from engine.coach.analysis import Analysis, Decision
from engine.record.replay import Replay


def with_hint(model: TableModel, hint: Hint, names: Names, room: int) -> TableModel:
    """Put a hint in place of the question, and light the cards of the best play.

    Args:
        model: the table.
        hint: what the coach says.
        names: the players.
        room: the columns of a row of the prompt.
    """
    assert hint.view.viewer is not None
    model = with_cards_lit(model, hint.named)
    tray = tuple(replace(face, lit=face.lit or face.card in hint.named) for face in model.tray)
    keys = KeysModel(model.keys.hints, opinion(names, hint.view.viewer))
    return replace(model, prompt=hint_prompt(hint, names, room), tray=tray, keys=keys)


def present_analysis(
    replay: Replay, analysis: Analysis, names: Names, ply: int, seat: int, room: int
) -> AnalysisModel:
    """Present an analysis at a ply.

    Args:
        replay: the game.
        analysis: what is known of it so far.
        names: the players.
        ply: where we are.
        seat: who sits at the bottom of the screen: its side is the one below.
        room: the columns of a row of the prompt.
    """
    below = analysis.sides[seat]
    order = [*(side for side in analysis.curves if side != below), below]
    points = analysis.turning_points
    places = [place for place, point in enumerate(points) if point.ply + 1 == ply]
    return AnalysisModel(
        title=str(wording.TITLE),
        shorter=str(wording.SHORT_TITLE),
        sides=tuple(_side(analysis, side, names, ply) for side in order),
        ply=ply,
        plies=analysis.last,
        marks=tuple(point.ply + 1 for point in points),
        move=str(wording.MOVE),
        heads=tuple(map(str, wording.HEADS)),
        played=str(wording.PLAYED),
        better=str(wording.BETTER),
        rows=tuple(_row(replay, point, names, room) for point in points),
        focus=places[0] if places else -1,
        empty=wording.none_line(analysis),
        progress=wording.progress_line(analysis),
    )


def _side(analysis: Analysis, side: int, names: Names, ply: int) -> AnalysisSide:
    curve, known = analysis.curves[side], analysis.known_to
    return AnalysisSide(
        name=plain(wording.side_name(analysis, side, names)),
        chance=percent(curve[ply]) if ply <= known else "",
        accuracy=wording.accuracy_text(analysis, side),
        values=tuple(round(100 * chance) if at <= known else 0 for at, chance in enumerate(curve)),
        won=analysis.winners is not None and side in analysis.winners,
    )


def _row(replay: Replay, point: Decision, names: Names, room: int) -> TurningRow:
    return TurningRow(
        ply=point.ply + 1,
        turn=str(point.turn),
        who=names.label(point.seat),
        chances=wording.chances_text(point),
        played=say(wording.played_line(replay, point, names)),
        better=say(wording.better_play(replay, point, names)),
        foot=wording.below_list(replay, point, names, room),
    )
