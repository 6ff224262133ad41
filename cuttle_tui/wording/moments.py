"""Word the moments that can be looked for in a recorded game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cuttle_tui.prose import Sentence, Span, say, tell
from cuttle_tui.tongue import N_, Message, Plural, counted, tr
from cuttle_tui.wording.asking import Prompt, option
from cuttle_tui.wording.names import Names
from engine.moments import KINDS, Moment, MomentKind
from engine.view import View


@dataclass(frozen=True, slots=True)
class _Kind:
    """All that is said of the moments of one kind."""

    sought: Message
    """The label of what is looked for."""
    count: Plural
    found: Message
    """Which of them this is."""
    absent: Message
    """There is not one."""
    last: Plural
    """None comes after this, of so many."""
    first: Plural
    """None comes before this."""


_KINDS: Final[dict[MomentKind, _Kind]] = {
    "capture": _Kind(
        N_("captures"),
        Plural("{n} capture", "{n} captures"),
        N_("capture {place} of {count}"),
        N_("there is no capture in this game"),
        Plural(
            "no capture later on; there is {n} capture in all",
            "no capture later on; there are {n} captures in all",
        ),
        Plural(
            "no capture before this; there is {n} capture in all",
            "no capture before this; there are {n} captures in all",
        ),
    ),
    "counter": _Kind(
        N_("counters"),
        Plural("{n} counter", "{n} counters"),
        N_("counter {place} of {count}"),
        N_("there is no counter in this game"),
        Plural(
            "no counter later on; there is {n} counter in all",
            "no counter later on; there are {n} counters in all",
        ),
        Plural(
            "no counter before this; there is {n} counter in all",
            "no counter before this; there are {n} counters in all",
        ),
    ),
    "one-off": _Kind(
        N_("one-offs"),
        Plural("{n} one-off", "{n} one-offs"),
        N_("one-off {place} of {count}"),
        N_("there is no one-off in this game"),
        Plural(
            "no one-off later on; there is {n} one-off in all",
            "no one-off later on; there are {n} one-offs in all",
        ),
        Plural(
            "no one-off before this; there is {n} one-off in all",
            "no one-off before this; there are {n} one-offs in all",
        ),
    ),
    "lead": _Kind(
        N_("lead changes"),
        Plural("{n} lead change", "{n} lead changes"),
        N_("lead change {place} of {count}"),
        N_("there is no lead change in this game"),
        Plural(
            "no lead change later on; there is {n} lead change in all",
            "no lead change later on; there are {n} lead changes in all",
        ),
        Plural(
            "no lead change before this; there is {n} lead change in all",
            "no lead change before this; there are {n} lead changes in all",
        ),
    ),
    "close": _Kind(
        N_("near wins"),
        Plural("{n} near win", "{n} near wins"),
        N_("near win {place} of {count}"),
        N_("there is no near win in this game"),
        Plural(
            "no near win later on; there is {n} near win in all",
            "no near win later on; there are {n} near wins in all",
        ),
        Plural(
            "no near win before this; there is {n} near win in all",
            "no near win before this; there are {n} near wins in all",
        ),
    ),
    "end": _Kind(
        N_("the end"),
        Plural("{n} end", "{n} ends"),
        N_("the end of the game"),
        N_("the record ends before the game does"),
        Plural(
            "no end later on; there is {n} end in all",
            "no end later on; there are {n} ends in all",
        ),
        Plural(
            "no end before this; there is {n} end in all",
            "no end before this; there are {n} ends in all",
        ),
    ),
}


def find_prompt(found: Sequence[Moment], why: Sentence) -> Prompt:
    """Ask what to look for, each kind under its number."""
    options = [option(str(number), _KINDS[kind].sought) for number, kind in enumerate(KINDS, 1)]
    sentence = tell("What do you look for?")
    return Prompt("bar", tr("FIND"), sentence, tuple(options), why or _counts(found))


def _counts(found: Sequence[Moment]) -> Sentence:
    """Say how much there is of each kind of which there is any; the end is there or is not."""
    kinds = [moment.kind for moment in found if moment.kind != "end"]
    there = [kind for kind in KINDS if kind in kinds]
    return say(", ".join(counted(kinds.count(kind), _KINDS[kind].count) for kind in there))


def found_line(moment: Moment, found: Sequence[Moment], view: View, names: Names) -> Sentence:
    """Say which moment this is, of how many of its kind, and what its action does not say."""
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


def no_such_line(kind: MomentKind) -> Sentence:
    """Say that a game has nothing of a kind."""
    return say(_KINDS[kind].absent)


def no_further_line(kind: MomentKind, count: int, step: int) -> Sentence:
    """Say that nothing of a kind comes after this ply, or before it."""
    if not count:
        return no_such_line(kind)
    words = _KINDS[kind]
    return say(counted(count, words.last if step > 0 else words.first))
