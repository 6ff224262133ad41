"""Word who stands at the door of a table, and how they get in."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.translation import (
    N_,
    SILENCE,
    Plural,
    Sentence,
    Span,
    counted,
    listing,
    plain,
    say,
    tell,
    tr,
)
from cuttle_tui.kit.names import Names, names_of
from cuttle_tui.kit.text_types import Prompt, option
from cuttle_tui.ports import TableState
from cuttle_tui.table import commands, situation as verbs
from cuttle_tui.table.situation import callers
from engine.table.state import AtDoor


def door_prompt(state: TableState, names: Names) -> Prompt:
    """Ask whether to let in who stands at the door; each seat they may take has a key."""
    seen = callers(state)
    alone = len(seen) == 1
    return Prompt(
        "bar",
        tr("AT THE DOOR"),
        at_door_line(state, names),
        (
            *(
                option(key, _let_in(names, each, alone=alone))
                for key, each in zip(verbs.LET_IN_KEYS, seen, strict=False)
            ),
            option(verbs.SEND_AWAY, N_("send away")),
            option(commands.LEAVE, N_("leave")),
        ),
        say(*_facts(seen[0])) if alone else tell(_ONLY_IF_YOU_KNOW),
    )


def door_hints(state: TableState, seat: int | None) -> tuple[tuple[str, str], ...]:
    """Offer the same on buttons beside another question, for those who press no keys."""
    seen = callers(state)
    if not seen:
        return ()
    names = names_of(state.sitters, seat)
    nods = (plain(_let_in(names, each, alone=len(seen) == 1)) for each in seen)
    shut = (verbs.SEND_AWAY.key, tr("send away"))
    return (*zip(verbs.LET_IN_KEYS, nods, strict=False), shut)


def _let_in(names: Names, seen: AtDoor, *, alone: bool) -> Sentence:
    if alone:
        return tell("let in")
    message = N_("let in as {who} (same address)") if seen.near else N_("let in as {who}")
    return tell(message, who=names.who(seen.seat))


def at_door_line(state: TableState, names: Names) -> Sentence:
    """Say who stands at the door, as far as anybody can tell."""
    seats = [names.who(each.seat) for each in callers(state)]
    if len(seats) == 1:
        return tell("{who} is at the door", who=Span(seats[0], "strong"))
    return tell("one of {all} is at the door", all=Span(plain(listing(seats)), "strong"))


def door_aside(state: TableState, names: Names) -> Sentence:
    """Say the same below another question, with the key that lets them in."""
    seen = callers(state)
    if not seen:
        return SILENCE
    keys = [
        say(Span(key, "key"), " ", *_let_in(names, each, alone=len(seen) == 1))
        for key, each in zip(verbs.LET_IN_KEYS, seen, strict=False)
    ]
    line = at_door_line(state, names)
    if len(seen) == 1:
        minutes = tr("{n} min", n=seen[0].minutes) if seen[0].minutes else tr("just left")
        brief = minutes if seen[0].near is None else tr(_BRIEF[seen[0].near], minutes=minutes)
        line = tell("{line} ({facts})", line=line, facts=brief)
    return tell("{line}: {keys}", line=line, keys=listing(keys))


_BRIEF: Final = {True: N_("{minutes}, same address"), False: N_("{minutes}, another address")}
"""For how long a player has been away, and whether the caller has their address."""


def door_lines(state: TableState, names: Names) -> list[Sentence]:
    """Say in lines of text who stands at the door, and what to type."""
    seen = callers(state)
    if not seen:
        return []
    alone = len(seen) == 1
    words = ["let in" if alone else f"let in {names.names[each.seat]}" for each in seen]
    facts = [
        tell("{who}: {facts}", who=names.who(each.seat), facts=plain(_facts(each))) for each in seen
    ]
    typed = plain(listing([Span(word, "strong") for word in words]))
    return [at_door_line(state, names), *facts, tell(_TYPE, words=typed)]


_TYPE: Final = N_("type {words}, or send away; do it only if you know it is they")
_ONLY_IF_YOU_KNOW: Final = N_("only if you know who it is: they could not prove it")


def _facts(seen: AtDoor) -> Sentence:
    """Say for how long a player has been away, and whether this is their address."""
    away = tr("away for less than a minute")
    if seen.minutes:
        away = counted(seen.minutes, _AWAY)
    if seen.near is None:
        return say(away)
    return tell(_NEAR if seen.near else _FAR, away=away)


_AWAY: Final = Plural("away for {n} minute", "away for {n} minutes")
_NEAR: Final = N_("{away}, from the same address as before")
_FAR: Final = N_("{away}, from another address than before")
