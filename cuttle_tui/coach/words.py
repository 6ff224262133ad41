"""Present the analysis of a game: chances, turning points, how well each seat played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from cuttle_tui.coach.commands import WHAT_IF
from cuttle_tui.coach.purposes import (
    UNLIMITED,
    better_briefly,
    better_keeps_reason,
    better_line,
    drawback_line,
    percent,
    reason_line,
)
from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Plural,
    Sentence,
    Span,
    counted,
    plain,
    say,
    tell,
    tr,
)
from cuttle_tui.kit.keymap import key_words
from cuttle_tui.kit.names import Names
from cuttle_tui.kit.text_types import option
from cuttle_tui.table.words.menu_lines import choice_words
from cuttle_tui.table.words.pending_effect import cells_of
from engine.coach.analysis import Analysis, Decision, decision_view
from engine.record.summary import Replay

_TITLE: Final = N_("the coach's chances to win, from what each player saw: no sum of 100%")
_LEGEND: Final = (
    (
        N_("the chances"),
        N_(
            "Each player's chance is judged from the cards that they could see,"
            " so that two may add up to more or to less than 100%."
        ),
        N_("The line across a graph is a chance of 50%."),
    ),
    (
        N_("turning points"),
        N_("A ? below a graph marks a move of that player that cost much of the chance."),
        N_(
            "The graph falls there, from the chance with the best play"
            " to the chance with what was played."
        ),
        N_("Accuracy is 100 without such losses, large or small."),
    ),
)
"""A heading and lines each."""
_KEY: Final = 2
"""Columns of a key before its label."""
_WELL: Final = 90
"""The accuracy from which on nobody gave much away."""
_PROGRESS: Final = Plural(
    "the coach has looked at {done} of {n} decision",
    "the coach has looked at {done} of {n} decisions",
)


@dataclass(frozen=True, slots=True)
class AnalysisSide:
    """A side in the analysis of a game."""

    name: str
    chance: str
    """Its chance to win at this moment."""
    accuracy: str
    """How well it played; empty until that is known."""
    values: tuple[int, ...]
    """Its chance at each ply, in percent."""
    won: bool
    marks: tuple[int, ...] = ()
    """The plies of its turning points."""
    seen: str = ""
    """From whose cards the chance is judged; shown where there is room."""


@dataclass(frozen=True, slots=True)
class TurningRow:
    """A turning point in a list."""

    ply: int
    move: str
    who: str
    """Who played it; empty where the graphs tell that."""
    chances: str
    """The chance with the best play, and with what was played."""
    played: Sentence
    better: Sentence
    foot: Sentence = ()
    """More about it, below the list if a row is left there."""


@dataclass(frozen=True, slots=True)
class AnalysisModel:
    """The analysis of a game at a ply."""

    title: str
    shorter: str
    """The title where that has no room."""
    sides: tuple[AnalysisSide, ...]
    """From the top to the bottom; two share a graph, which fills from below."""
    ply: int
    plies: int
    move: str
    """The word beside the numbers of the plies."""
    heads: tuple[str, ...]
    """The names of the columns of the list."""
    played: str
    """A shorter name of the last one."""
    better: str
    """The name of a further column, for windows that have room."""
    rows: tuple[TurningRow, ...]
    focus: int
    """The turning point at this ply, -1 for none."""
    empty: str
    """What the list says without turning points."""
    progress: Sentence
    """How far the analysis has come, while it is made."""


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
    done = counted(len(analysis.plies), _PROGRESS, done=analysis.done)
    return AnalysisModel(
        title=str(_TITLE),
        shorter=tr("chances as each saw them: no sum of 100%"),
        sides=tuple(_side(analysis, side, names, ply) for side in order),
        ply=ply,
        plies=analysis.last,
        move=str(C_("beside the numbers of the actions", "move")),
        heads=(
            str(C_("a column", "turn")),
            str(C_("a column", "player")),
            str(C_("a column", "chance")),
            tr("turning points: what was played"),
        ),
        played=tr("what was played"),
        better=str(C_("a column", "better")),
        rows=tuple(_row(replay, point, names, room) for point in points),
        focus=places[0] if places else -1,
        empty=none_line(analysis),
        progress=SILENCE if analysis.complete else say(done),
    )


def _side(analysis: Analysis, side: int, names: Names, ply: int) -> AnalysisSide:
    curve, known, accuracy = analysis.curves[side], analysis.known_to, analysis.accuracy(side)
    name = plain(_side_name(analysis, side, names))
    return AnalysisSide(
        name=name,
        chance=percent(curve[ply]) if ply <= known else "",
        accuracy="" if accuracy is None else tr("accuracy {number}", number=accuracy),
        values=tuple(round(100 * chance) if at <= known else 0 for at, chance in enumerate(curve)),
        won=analysis.winners is not None and side in analysis.winners,
        marks=tuple(point.ply + 1 for point in analysis.turning_points if point.side == side),
        seen=tr("as {who} saw it", who=name),
    )


def legend() -> tuple[Sentence, ...]:
    """Explain the graphs, in paragraphs after blank lines."""
    lines: list[Sentence] = []
    for heading, *rest in _LEGEND:
        lines += [SILENCE, say(Span(str(heading), "strong")), *map(say, rest)]
    return tuple(lines)


def _row(replay: Replay, point: Decision, names: Names, room: int) -> TurningRow:
    view, best, played = decision_view(replay, point.ply), point.best, point.played
    chances = {"better": percent(best.chance), "played": percent(played.chance)}
    # what the list lacks room for: a drawback of the play, or why another was better
    foot = drawback_line(view, played.action, names)
    cut = turning_line(replay, point, names, room) != turning_line(replay, point, names)
    if cut and not foot:
        foot = tell("why: {reason}", reason=reason_line(view, best, names))
    return TurningRow(
        ply=point.ply + 1,
        move=str(point.turn),
        who=names.label(point.seat),
        chances=tr("{better} to {played}", **chances),
        played=choice_words(view, played.action, names),
        better=choice_words(view, best.action, names),
        foot=foot,
    )


def _side_name(analysis: Analysis, side: int, names: Names) -> Sentence:
    """Name the players of a side."""
    return names.several([seat for seat, own in enumerate(analysis.sides) if own == side])


def none_line(analysis: Analysis) -> str:
    """Say that there is no turning point, or none yet."""
    if not analysis.complete:
        return tr("no turning point yet")
    found = [analysis.accuracy(side) for side in analysis.curves]
    if any(accuracy is not None and accuracy < _WELL for accuracy in found):
        return tr("no turning points: the game slipped away little by little")
    return tr("no turning points: nobody gave much away")


def begin_line(analysis: Analysis) -> Sentence:
    """Say how many decisions the coach begins to look at."""
    return say(counted(len(analysis.plies) - analysis.done, _BEGIN))


_BEGIN: Final = Plural(
    "the coach is looking at {n} decision: please wait",
    "the coach is looking at {n} decisions: please wait",
)


def turning_line(
    replay: Replay, decision: Decision, names: Names, room: int = UNLIMITED
) -> Sentence:
    """Word what would have been better at a turning point, and why."""
    return better_line(decision_view(replay, decision.ply), decision.best, names, room)


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
    lines = [turning_line(replay, decision, names, room) for room in rooms]
    fits = [cells_of(line) <= room for line, room in zip(lines, rooms, strict=True)]
    wanted = next((marks for marks in (kept, fits) if any(marks)), None)
    if wanted is None:
        return say(heads[-1], option(WHAT_IF, better_briefly(view, decision.best, names)))
    place = wanted.index(True)
    return say(heads[place], option(WHAT_IF, lines[place]))


def what_if_line(better: Sentence) -> Sentence:
    """Begin the practice in which the better play was played."""
    return tell("what if: {play}; the computer replies", play=better)


def no_better_line(analysis: Analysis, ways: Sequence[str]) -> Sentence:
    """Name the keys that lead from here to a better play, or say that there is none to see."""
    if not ways:
        return say(none_line(analysis))
    return tell("go to a turning point first: {keys}", keys=Span(key_words(" ".join(ways)), "key"))


NOTHING_BETTER: Final = N_("ask the coach first: h shows the best plays here")


def analysis_lines(replay: Replay, analysis: Analysis, names: Names) -> Iterator[Sentence]:
    """Read an analysis in words: the chances turn by turn, the turning points, the accuracy."""
    yield say(_TITLE)
    yield from _turn_lines(analysis, names)
    for point in analysis.turning_points:
        view, action = decision_view(replay, point.ply), point.played.action
        yield tell(
            "turning point on turn {turn}, {who}: {play} ({chance}); {better}",
            turn=point.turn,
            who=names.who(point.seat),
            play=drawback_line(view, action, names) or choice_words(view, action, names),
            chance=percent(point.played.chance),
            better=turning_line(replay, point, names),
        )
    if not analysis.turning_points:
        yield say(none_line(analysis))
    for side in analysis.curves:
        accuracy = analysis.accuracy(side)
        if accuracy is not None:
            who = _side_name(analysis, side, names)
            alone = [names.seat] == [at for at, own in enumerate(analysis.sides) if own == side]
            told = N_("accuracy of {who}: {number} of 100")
            if alone:
                told = N_("your accuracy: {number} of 100")
            yield tell(told, who=who, number=accuracy)


def _turn_lines(analysis: Analysis, names: Names) -> Iterator[Sentence]:
    """Word what each side that had a choice in a turn thought of its chance, the first time."""
    turns: dict[int, dict[int, Decision]] = {}
    for decision in analysis.decisions:
        turns.setdefault(decision.turn, {}).setdefault(decision.side, decision)
    for turn, first in turns.items():
        told = [
            tell(
                "{who} {chance}",
                who=_side_name(analysis, side, names),
                chance=percent(decision.chance),
            )
            for side, decision in first.items()
        ]
        said = say(told[0], *(part for one in told[1:] for part in (", ", one)))
        yield tell("turn {turn}: {chances}", turn=turn, chances=said)
