"""Present the analysis of a game: chances, turning points, how well each seat played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rich.cells import cell_len

from cuttle_tui.coach.commands import WHAT_IF
from cuttle_tui.coach.hints import Hint, hint_prompt, opinion
from cuttle_tui.coach.purposes import (
    UNLIMITED,
    better_keeps_reason,
    better_line,
    drawback_line,
    percent,
    reason_line,
)
from cuttle_tui.i18n.rich_text import SILENCE, Sentence, Span, plain, say, tell
from cuttle_tui.i18n.translation import C_, N_, Plural, counted, tr
from cuttle_tui.kit.keymap import key_words
from cuttle_tui.kit.names import Names
from cuttle_tui.kit.text_types import KeysModel, option
from cuttle_tui.table.present_seats import with_cards_lit
from cuttle_tui.table.view_model import AnalysisModel, AnalysisSide, TableModel, TurningRow
from cuttle_tui.table.words.menu_lines import choice_words
from engine.coach.analysis import Analysis, Decision, decision_view
from engine.record.summary import Replay

TITLE: Final = N_("chances to win: the coach's opinion, from what each player could see")
SHORT_TITLE: Final = N_("chances to win: the coach's opinion")
MOVE: Final = C_("beside the numbers of the actions", "move")
HEADS: Final = (
    C_("a column", "turn"),
    C_("a column", "player"),
    C_("a column", "chance"),
    N_("turning points: what was played"),
)
PLAYED: Final = N_("what was played")
"""The name of the last column where there is little room."""
BETTER: Final = C_("a column", "better")
_KEY: Final = 2
"""Columns of a key before its label."""
NONE_YET: Final = N_("no turning point yet")
NONE: Final = N_("no turning points: nobody gave much away")
_LITTLE_BY_LITTLE: Final = N_("no turning points: what was given away went little by little")
_WELL: Final = 90
"""The accuracy from which on nobody gave much away."""
_PROGRESS: Final = Plural(
    "the coach has looked at {done} of {n} decision",
    "the coach has looked at {done} of {n} decisions",
)


def none_line(analysis: Analysis) -> str:
    """Say that there is no turning point, or none yet."""
    if not analysis.complete:
        return str(NONE_YET)
    found = [analysis.accuracy(side) for side in analysis.curves]
    little = any(accuracy is not None and accuracy < _WELL for accuracy in found)
    return str(_LITTLE_BY_LITTLE if little else NONE)


def accuracy_text(analysis: Analysis, side: int) -> str:
    """Word how well a side played, once all of its decisions have been looked at."""
    accuracy = analysis.accuracy(side)
    return "" if accuracy is None else tr("accuracy {number}", number=accuracy)


def side_name(analysis: Analysis, side: int, names: Names) -> Sentence:
    """Name the players of a side."""
    return names.several([seat for seat, own in enumerate(analysis.sides) if own == side])


def progress_line(analysis: Analysis) -> Sentence:
    """Say how far the analysis has come; nothing once it is complete."""
    if analysis.complete:
        return SILENCE
    return say(counted(len(analysis.plies), _PROGRESS, done=analysis.done))


def chances_text(decision: Decision) -> str:
    """Word what a decision made of the chance."""
    better, played = percent(decision.best.chance), percent(decision.played.chance)
    return tr("{better} to {played}", better=better, played=played)


def played_line(replay: Replay, decision: Decision, names: Names) -> Sentence:
    """Word what was played at a decision."""
    return choice_words(decision_view(replay, decision.ply), decision.played.action, names)


def better_play(replay: Replay, decision: Decision, names: Names) -> Sentence:
    """Word what would have been better at a decision."""
    return choice_words(decision_view(replay, decision.ply), decision.best.action, names)


def turning_line(
    replay: Replay, decision: Decision, names: Names, room: int = UNLIMITED
) -> Sentence:
    """Word what would have been better at a turning point, and why."""
    return better_line(decision_view(replay, decision.ply), decision.best, names, room)


def below_list(replay: Replay, decision: Decision, names: Names, room: int) -> Sentence:
    """Word what the list lacks room for: a drawback of the play, or why another was better."""
    view = decision_view(replay, decision.ply)
    against = drawback_line(view, decision.played.action, names)
    brief = turning_line(replay, decision, names, room)
    if against or brief == turning_line(replay, decision, names):
        return against
    return tell("why: {reason}", reason=reason_line(view, decision.best, names))


def turning_point_line(
    replay: Replay, decision: Decision, names: Names, room: int = UNLIMITED
) -> Sentence:
    """Word a turning point in the last row of a replay, with the key of the better play.

    Where there is little room, rather a short form of the chance that was left than no reason.
    """
    chance = Span(percent(decision.played.chance), "strong")
    forms = tell("the coach says {chance}", chance=chance), tell("coach: {chance}", chance=chance)
    heads = [say(form, "  ") for form in forms]
    rooms = [room - cell_len(plain(head)) - _KEY for head in heads]
    view = decision_view(replay, decision.ply)
    kept = [better_keeps_reason(view, decision.best, names, room) for room in rooms]
    place = kept.index(True) if any(kept) else 0
    better = turning_line(replay, decision, names, rooms[place])
    return say(heads[place], option(WHAT_IF, better))


def what_if_line(better: Sentence) -> Sentence:
    """Begin the practice in which the better play was played."""
    return tell("what if: {play}; the computer answers", play=better)


def no_better_line(analysis: Analysis, ways: Sequence[str]) -> Sentence:
    """Name the keys that lead from here to a better play, or say that there is none to see."""
    if not ways:
        return say(none_line(analysis))
    return tell("go to a turning point first: {keys}", keys=Span(key_words(" ".join(ways)), "key"))


NOTHING_BETTER: Final = N_("ask the coach first: h shows the best plays here")


def analysis_lines(replay: Replay, analysis: Analysis, names: Names) -> Iterator[Sentence]:
    """Read an analysis in words: the chances turn by turn, the turning points, the accuracy."""
    yield say(TITLE)
    yield from _turn_lines(analysis, names)
    for point in analysis.turning_points:
        yield tell(
            "turning point in turn {turn}, {who}: {play} ({chance}); {better}",
            turn=point.turn,
            who=names.who(point.seat),
            play=_played_and_why(replay, point, names),
            chance=percent(point.played.chance),
            better=turning_line(replay, point, names),
        )
    if not analysis.turning_points:
        yield say(none_line(analysis))
    for side in analysis.curves:
        accuracy = analysis.accuracy(side)
        if accuracy is not None:
            who = side_name(analysis, side, names)
            yield tell("accuracy of {who}: {number} of 100", who=who, number=accuracy)


def _played_and_why(replay: Replay, point: Decision, names: Names) -> Sentence:
    view, action = decision_view(replay, point.ply), point.played.action
    return drawback_line(view, action, names) or choice_words(view, action, names)


def _turn_lines(analysis: Analysis, names: Names) -> Iterator[Sentence]:
    """Word what each side that had a choice in a turn thought of its chance, the first time."""
    turns: dict[int, dict[int, Decision]] = {}
    for decision in analysis.decisions:
        turns.setdefault(decision.turn, {}).setdefault(decision.side, decision)
    for turn, first in turns.items():
        told = [
            tell(
                "{who} {chance}",
                who=side_name(analysis, side, names),
                chance=percent(decision.chance),
            )
            for side, decision in first.items()
        ]
        said = say(told[0], *(part for one in told[1:] for part in (", ", one)))
        yield tell("turn {turn}: {chances}", turn=turn, chances=said)


def with_hint(model: TableModel, hint: Hint, names: Names, room: int) -> TableModel:
    """Put a hint in place of the question, and light the cards of the best play."""
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
        seat: who sits at the bottom of the screen: its side is the one below.
        room: the columns of a row of the prompt.
    """
    below = analysis.sides[seat]
    order = [*(side for side in analysis.curves if side != below), below]
    points = analysis.turning_points
    places = [place for place, point in enumerate(points) if point.ply + 1 == ply]
    return AnalysisModel(
        title=str(TITLE),
        shorter=str(SHORT_TITLE),
        sides=tuple(_side(analysis, side, names, ply) for side in order),
        ply=ply,
        plies=analysis.last,
        marks=tuple(point.ply + 1 for point in points),
        move=str(MOVE),
        heads=tuple(map(str, HEADS)),
        played=str(PLAYED),
        better=str(BETTER),
        rows=tuple(_row(replay, point, names, room) for point in points),
        focus=places[0] if places else -1,
        empty=none_line(analysis),
        progress=progress_line(analysis),
    )


def _side(analysis: Analysis, side: int, names: Names, ply: int) -> AnalysisSide:
    curve, known = analysis.curves[side], analysis.known_to
    return AnalysisSide(
        name=plain(side_name(analysis, side, names)),
        chance=percent(curve[ply]) if ply <= known else "",
        accuracy=accuracy_text(analysis, side),
        values=tuple(round(100 * chance) if at <= known else 0 for at, chance in enumerate(curve)),
        won=analysis.winners is not None and side in analysis.winners,
    )


def _row(replay: Replay, point: Decision, names: Names, room: int) -> TurningRow:
    return TurningRow(
        ply=point.ply + 1,
        turn=str(point.turn),
        who=names.label(point.seat),
        chances=chances_text(point),
        played=say(played_line(replay, point, names)),
        better=say(better_play(replay, point, names)),
        foot=below_list(replay, point, names, room),
    )
