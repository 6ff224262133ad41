"""Word the replay screen, key moments, and practice from a recorded game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cuttle_tui.coach.commands import ANALYSE, SEE_TABLE, WHAT_IF
from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Message,
    Plural,
    Sentence,
    Span,
    counted,
    plain,
    say,
    tell,
    tr,
    typed,
)
from cuttle_tui.kit.names import POINTS, Names
from cuttle_tui.kit.text_types import Prompt, Timeline, option
from cuttle_tui.replay import commands as do
from cuttle_tui.replay.commands import ReplayState, kinds_of
from cuttle_tui.table import commands
from cuttle_tui.table.log_lines import joined, line_of
from cuttle_tui.table.log_texts import ASKING_TO_CONCEDE, LET, NO_DISCARD
from cuttle_tui.table.log_view import place_of
from engine.actions import Kind
from engine.coach.analysis import Analysis
from engine.play.events import Ended, Event
from engine.play.view import View
from engine.record.record import RecordedAction
from engine.record.summary import Moment, MomentKind
from engine.table.practice import Obstacle, PracticeError

_SILENT: Final = {
    Kind.DECLINE: LET[1],
    Kind.DISCARD: NO_DISCARD[1],
    Kind.CONCEDE: ASKING_TO_CONCEDE[1],
    Kind.RETRACT: N_("{who} plays on"),
    Kind.LEAVE: N_("{who} left the table"),
    Kind.RETURN: N_("{who} came back to the table"),
}


def silent_line(
    entry: RecordedAction | None, events: Sequence[Event], before: Sequence[Event], names: Names
) -> Sentence:
    """Word an action about which the log is silent; nothing for any other, or the deal."""
    if entry is None:
        return SILENCE
    told = any(
        line_of(event, names, (*before, *events[:place]))
        for place, event in enumerate(events)
        if not isinstance(event, Ended)
    )
    if told and entry.action.kind is not Kind.DECLINE:
        return SILENCE
    did = _SILENT.get(entry.action.kind, N_("{who} played"))
    return tell(did, who=names.who(entry.seat))


def replay_prompt(
    timeline: Timeline, at: tuple[int, int], silent: Sentence, why: Sentence, playback: ReplayState
) -> Prompt:
    """Word the prompt of a replay at a ply; the band and the log say what happened there.

    `at` is the turn of what was played, and how many plies there are.
    """
    ply, (turn, plies) = timeline.ply, at
    sentence = place_of(turn, ply, plies)
    told = joined((playback.notice, silent, why))
    if playback.notice and len(plain(told)) > _ROOM:
        told = playback.notice
    if playback.playing:
        keys = (do.STOP, do.SLOWER, do.FASTER)
        options = (*map(option, keys), say(speed_text(playback.speed)))
        return Prompt("wait", tr("PLAYING"), sentence, options, told, timeline=timeline)
    play = option(do.RUN, N_("play from the deal")) if ply == plies else option(do.RUN)
    there = (ANALYSE, do.TURN_SIDE, do.PRACTISE, do.SHARE)
    steps = (*([option(do.ONE_BACK)] * (ply > 0)), *([option(do.NEXT)] * (ply < plies)))
    options = (play, *steps, *map(option, there))
    if 0 < ply < plies:  # both steps as one
        steps = (option(f"{do.ONE_BACK.key} {do.NEXT.key}", C_("a move", "step")),)
    shorter = (option(do.RUN), *steps, *map(option, there))
    return Prompt("wait", tr("REPLAY"), sentence, options, told, shorter, timeline=timeline)


def analysis_prompt(turn: int, ply: int, plies: int, analysis: Analysis, why: Sentence) -> Prompt:
    """Ask where to look in an analysis, whose graphs are the only timeline."""
    points = [moment.ply for moment in analysis.moments]
    ways = ["up"] * any(point < ply for point in points)
    ways += ["down"] * any(point > ply for point in points)
    here = analysis.turning_at(ply) is not None
    first = (option(" ".join(ways), do.TURNING_POINTS.label),) if ways else ()
    steps = tuple(map(option, (WHAT_IF,) if here else (do.ONE_BACK, do.NEXT)))
    options = (*first, *steps, option(SEE_TABLE), option(do.BACK))
    last = (option(SEE_TABLE, N_("table")), option(do.BACK))
    better = (option(WHAT_IF, C_("a play", "better one")),) if here else steps
    shorter, shortest = (*first, *steps, *last), (*first, *better, *last)
    sentence = place_of(turn, ply, plies)
    return Prompt("bar", tr("ANALYSIS"), sentence, options, why, shorter, shortest)


def log_head(ply: int, plies: int) -> Sentence:
    """Title the log of a replay."""
    return tell("up to move {ply} of {plies}, newest last", ply=ply, plies=plies)


_ROOM: Final = 76
"""Width of the prompt's last row in the smallest window."""


def speed_text(speed: float) -> str:
    """Name the speed of automatic play."""
    if speed < 1:
        return tr("a move every {seconds} seconds", seconds=f"{1 / speed:g}")
    return tr("a move a second") if speed == 1 else tr("{speed} moves a second", speed=f"{speed:g}")


def speed_line(speed: float) -> Sentence:
    """Offer the speed of automatic play."""
    return tell("space plays {pace}", pace=speed_text(speed))


def go_prompt(ply: str, plies: int) -> Prompt:
    """Ask for a ply to go to."""
    go = (option(do.GO_THERE, tell("go to move {ply}", ply=ply)),) if ply else ()
    sentence = tell("Go to which move?  {typed}", typed=typed(ply))
    why = tell("0 is the deal, {plies} the end", plies=plies)
    return Prompt("bar", tr("GO TO"), sentence, (*go, option(do.STAY)), why)


def where(viewer: str, turn: int, *, all_hands: bool) -> str:
    """Name the view and the turn."""
    if all_hands:
        return tr("all hands open, turn {turn}", turn=turn)
    if not viewer:
        return tr("as a watcher saw it, turn {turn}", turn=turn)
    return tr("as {who} saw it, turn {turn}", who=viewer, turn=turn)


def side_line(viewer: str, *, all_hands: bool) -> Sentence:
    """Name a view."""
    if all_hands:
        return tell("all hands are open")
    if not viewer:
        return tell("a watcher's view: no hands")
    return tell("{who}'s view", who=viewer)


_OBSTACLES: Final[dict[Obstacle, Message]] = {
    "unfinished": N_("practice needs a finished game: this record is not complete"),
    "over": N_("the game is over here: go back a move, then practise"),
    "gone": N_("this player has left the game by now: choose another view, or an earlier move"),
}


def practice_title() -> str:
    """Name the table of a practice game, beside which its turn is counted."""
    return tr("practice")


def seat_prompt(seats: Sequence[int], names: Names, mover: int) -> Prompt:
    """Ask in which of the free seats to play on, the likeliest first."""
    options = (
        option("enter", names.who(seats[0])),
        *(option(do.SEAT_KEYS[seat], names.who(seat)) for seat in sorted(seats)),
        option(do.STAY),
    )  # enter stands for one of the others
    others = (
        N_("{who} to move; the computer is your opponent")
        if len(names.names) == 2
        else N_("{who} to move; the computer plays the others")
    )
    why = tell(others, who=names.who(mover))
    sentence = tell("Play on from here as which player?")
    return Prompt("bar", tr("PRACTISE"), sentence, options, why, shorter=options[1:])


def begin_line(names: Names) -> Sentence:
    """Name the players of a practice game."""
    others = [name for seat, name in enumerate(names.names) if seat != names.seat]
    assert names.seat is not None
    message = (
        N_("you are {who}, the computer is {other}; the cards are those of the game")
        if len(others) == 1
        else N_("you are {who}, the computer the others; same cards")
    )
    return tell(message, who=names.names[names.seat], other=others[0])


def over_prompt(prompt: Prompt, ply: int) -> Prompt:
    """Describe how the practice ended, and what can follow."""
    options = (
        option(commands.AGAIN, tell("play again from move {ply}", ply=ply)),
        option(commands.LEAVE, N_("back to the replay")),
    )
    why = tell("this was practice: it is not saved and not rated")
    return Prompt(prompt.fill, prompt.head, prompt.sentence, options, why)


def obstacle_line(error: PracticeError) -> Sentence:
    """Explain why practice cannot start here."""
    return say(_OBSTACLES[error.obstacle])


@dataclass(frozen=True, slots=True)
class _Kind:
    """Messages about a kind of moment."""

    sought: Message
    """The label of the option."""
    found: Message
    """The place of a moment among its kind."""
    last: Plural
    """No later moment of this kind."""
    first: Plural
    """No earlier moment of this kind."""


_KINDS: Final[dict[MomentKind, _Kind]] = {
    "turning": _Kind(
        N_("turning points"),
        N_("turning point {place} of {count}"),
        Plural(
            "no later turning point; {n} turning point in all",
            "no later turning point; {n} turning points in all",
        ),
        Plural(
            "no earlier turning point; {n} turning point in all",
            "no earlier turning point; {n} turning points in all",
        ),
    ),
    "capture": _Kind(
        N_("captures"),
        N_("capture {place} of {count}"),
        Plural("no later capture; {n} capture in all", "no later capture; {n} captures in all"),
        Plural("no earlier capture; {n} capture in all", "no earlier capture; {n} captures in all"),
    ),
    "counter": _Kind(
        N_("counters"),
        N_("counter {place} of {count}"),
        Plural("no later counter; {n} counter in all", "no later counter; {n} counters in all"),
        Plural("no earlier counter; {n} counter in all", "no earlier counter; {n} counters in all"),
    ),
    "one-off": _Kind(
        N_("one-offs"),
        N_("one-off {place} of {count}"),
        Plural("no later one-off; {n} one-off in all", "no later one-off; {n} one-offs in all"),
        Plural("no earlier one-off; {n} one-off in all", "no earlier one-off; {n} one-offs in all"),
    ),
    "lead": _Kind(
        N_("lead changes"),
        N_("lead change {place} of {count}"),
        Plural(
            "no later lead change; {n} lead change in all",
            "no later lead change; {n} lead changes in all",
        ),
        Plural(
            "no earlier lead change; {n} lead change in all",
            "no earlier lead change; {n} lead changes in all",
        ),
    ),
    "close": _Kind(
        N_("near wins"),
        N_("near win {place} of {count}"),
        Plural("no later near win; {n} near win in all", "no later near win; {n} near wins in all"),
        Plural(
            "no earlier near win; {n} near win in all", "no earlier near win; {n} near wins in all"
        ),
    ),
    "end": _Kind(
        N_("the end"),
        N_("the end of the game"),
        Plural("no later end; {n} end in all", "no later end; {n} ends in all"),
        Plural("no earlier end; {n} end in all", "no earlier end; {n} ends in all"),
    ),
}


def find_prompt(found: Sequence[Moment], playback: ReplayState) -> Prompt:
    """Ask which kind of moment to find; the kinds that the game has are numbered."""
    kinds = [moment.kind for moment in found]
    named: tuple[Sentence, ...] = ()
    numbered: tuple[Sentence, ...] = ()
    for key, kind in zip(do.KIND_KEYS, kinds_of(found), strict=False):
        words = _KINDS[kind].sought
        counted_too = tell("{kind}: {count}", kind=words, count=kinds.count(kind))
        named += (option(key, words),)
        numbered += (option(key, say(words) if kind == "end" else counted_too),)
    sentence = tell("Which kind of moment?") if named else tell("Nothing to find here")
    shorter = numbered if len("  ".join(map(plain, numbered))) <= _ROOM else named
    stay = option(do.STAY)
    return Prompt("bar", tr("FIND"), sentence, (*numbered, stay), playback.notice, shorter)


def found_line(moment: Moment, found: Sequence[Moment], view: View, names: Names) -> Sentence:
    """Name the moment, its place among its kind, and the standings."""
    place, kind = found.index(moment) + 1, _KINDS[moment.kind]
    which = (
        tr(kind.found) if moment.kind == "end" else tr(kind.found, place=place, count=len(found))
    )
    told = Span(which, "strong")
    short = min((_short(view, seat) for seat in moment.seats), default=0)
    if moment.kind == "close":
        who = names.several(moment.seats)
        return tell(
            "{found}: {who}, {points} to go", found=told, who=who, points=counted(short, POINTS)
        )
    if moment.kind != "lead":
        return say(told)
    others = (seat for seat in range(len(view.seats)) if seat not in moment.seats)
    lacking = ", ".join(
        tr("{who}: {number}", who=names.label(seat), number=_short(view, seat)) for seat in others
    )
    return names.together(moment.seats, *_LEADS, found=told, number=short, others=lacking)


_LEADS: Final = (
    N_("{found}: you lead, {number} to go ({others})"),
    N_("{found}: {who} leads, {number} to go ({others})"),
    N_("{found}: {us} lead, {number} to go ({others})"),
    N_("{found}: {all} lead, {number} to go ({others})"),
)


def _short(view: View, seat: int) -> int:
    return max(0, view.seats[seat].goal - view.seats[seat].score)


def no_mark_line(step: int) -> Sentence:
    """Report that no mark of the timeline comes later, or earlier."""
    return tell("no later mark") if step > 0 else tell("no earlier mark")


def no_further_line(kind: MomentKind, count: int, step: int) -> Sentence:
    """Report that no moment of a kind comes later, or earlier."""
    words = _KINDS[kind]
    return say(counted(count, words.last if step > 0 else words.first))
