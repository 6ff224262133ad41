"""Word the key moments of a recorded game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cuttle_tui.i18n.rich_text import Sentence, Span, plain, say, tell
from cuttle_tui.i18n.translation import N_, Message, Plural, counted, tr
from cuttle_tui.table.replay import ReplayState, kinds_of
from cuttle_tui.table.replay_commands import KIND_KEYS
from cuttle_tui.wording.names import Names
from cuttle_tui.wording.prompt_types import Prompt, option
from engine.play.view import View
from engine.record.key_moments import Moment, MomentKind


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
    there = list(zip(KIND_KEYS, kinds_of(found), strict=False))
    named = tuple(option(key, _KINDS[kind].sought) for key, kind in there)
    numbered = tuple(option(key, _sought(kind, kinds.count(kind))) for key, kind in there)
    stay = option("esc", N_("stay here"))
    sentence = tell("Find what?") if there else tell("Nothing to find here")
    shorter = numbered if _fit(numbered) else named
    return Prompt("bar", tr("FIND"), sentence, (*numbered, stay), playback.notice, shorter)


def _fit(options: Sequence[Sentence]) -> bool:
    """Return whether options fit side by side in the smallest window."""
    return len("  ".join(map(plain, options))) <= _ROOM


_ROOM: Final = 76


def _sought(kind: MomentKind, count: int) -> Sentence:
    words = _KINDS[kind].sought
    return say(words) if kind == "end" else tell("{kind}: {count}", kind=words, count=count)


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
        return tell("{found}: {who}, {number} to go", found=told, who=who, number=short)
    if moment.kind != "lead":
        return say(told)
    others = (seat for seat in range(len(view.seats)) if seat not in moment.seats)
    lacking = ", ".join(f"{names.who(seat)} {_short(view, seat)}" for seat in others)
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
