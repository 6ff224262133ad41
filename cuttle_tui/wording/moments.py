"""Word the moments that can be looked for in a recorded game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cuttle_tui.prose import Sentence, Span, say
from cuttle_tui.wording.asking import Prompt, option
from cuttle_tui.wording.names import Names, counted
from engine.moments import KINDS, Moment, MomentKind
from engine.view import View

_NOUNS: Final[dict[MomentKind, tuple[str, str]]] = {
    "capture": ("capture", "captures"),
    "counter": ("counter", "counters"),
    "one-off": ("one-off", "one-offs"),
    "lead": ("lead change", "lead changes"),
    "close": ("near win", "near wins"),
    "end": ("end", "ends"),
}


def find_prompt(found: Sequence[Moment], why: Sentence) -> Prompt:
    """Ask what to look for, each kind under its number."""
    options = [
        option(str(number), "the end" if kind == "end" else _NOUNS[kind][1])
        for number, kind in enumerate(KINDS, 1)
    ]
    return Prompt(
        "bar", "FIND", say("What do you look for?"), tuple(options), why or _counts(found)
    )


def _counts(found: Sequence[Moment]) -> Sentence:
    """Say how much of each kind there is; the end is there or is not."""
    kinds = [moment.kind for moment in found]
    counts = [_counted(kinds.count(kind), kind) for kind in KINDS if kind != "end"]
    return say(", ".join(counts))


def _counted(count: int, kind: MomentKind) -> str:
    one, many = _NOUNS[kind]
    return f"{count or 'no'} {one if count == 1 else many}"


def found_line(moment: Moment, found: Sequence[Moment], view: View, names: Names) -> Sentence:
    """Say which moment this is, of how many of its kind."""
    if moment.kind == "end":
        return say(Span("the end of the game", "strong"))
    place = found.index(moment) + 1
    told = f"{_NOUNS[moment.kind][0]} {place} of {len(found)}"
    return say(Span(told, "strong"), _more(moment, view, names))


def _more(moment: Moment, view: View, names: Names) -> str:
    """Say what the last action does not say of itself."""
    who = " and ".join(map(names.who, moment.seats))
    short = min((_short(view, seat) for seat in moment.seats), default=0)
    if moment.kind == "close":
        return f": {who}, {short} to go"
    if moment.kind != "lead":
        return ""
    verb = "leads" if len(moment.seats) == 1 else "lead"
    others = (seat for seat in range(len(view.seats)) if seat not in moment.seats)
    lacking = (f"{names.who(seat)} {_short(view, seat)}" for seat in others)
    return f": {who} {verb}, {short} to go ({', '.join(lacking)})"


def _short(view: View, seat: int) -> int:
    return max(0, view.seats[seat].goal - view.seats[seat].score)


def no_such_line(kind: MomentKind) -> Sentence:
    """Say that a game has nothing of a kind."""
    if kind == "end":
        return say("the record ends before the game does")
    return say(f"there is no {_NOUNS[kind][0]} in this game")


def no_further_line(kind: MomentKind, count: int, step: int) -> Sentence:
    """Say that nothing of a kind comes after this ply, or before it."""
    where = "later on" if step > 0 else "before this"
    if not count:
        return no_such_line(kind)
    one, _ = _NOUNS[kind]
    return say(f"no {one} {where}; there {_are(count)} {counted(count, one)} in all")


def _are(count: int) -> str:
    return "is" if count == 1 else "are"
