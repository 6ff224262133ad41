"""Word a table that waits: for people, for everybody to be ready, for a quick match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cuttle_tui.ports import QueueLine, TableState
from cuttle_tui.prose import Part, Sentence, Span, say, tell
from cuttle_tui.tongue import C_, N_, Message, Plural, counted, tr
from cuttle_tui.wording.asking import Prompt, option
from cuttle_tui.wording.names import Names

FREE_SEAT: Final = N_("free seat")
HOST: Final = N_("host")
READY: Final = N_("ready")
COMPUTER: Final = N_("computer")


def seat_note(state: TableState, seat: int) -> str:
    """Say what a seat is and whether its player is ready."""
    if state.sitters[seat].kind == "computer":
        return str(COMPUTER)
    host = (HOST,) if seat == state.host else ()
    ready = READY if seat in state.ready else N_("not ready yet")
    return ", ".join(map(str, (*host, ready)))


def waiting_prompt(state: TableState, seat: int) -> Prompt:
    """Ask whether the player is ready, and tell how a friend gets to this table."""
    free = _free(state)
    ready = seat in state.ready
    options = _options(state, seat, free)
    if not free:
        asked = N_("all seats are taken: the others get ready") if ready else N_("Are you ready?")
        return Prompt("wait" if ready else "bar", _table(state), say(asked), options)
    room = _table(state) if state.code is None else tr("ROOM {code}", code=state.code)
    if not state.invitation:
        await_others = _ANYBODY if state.code is None else _FRIEND
        told = tell(await_others, people=_people(free)) if ready else tell("Are you ready?")
        return Prompt("wait" if ready else "bar", room, told, options)
    told = tell("Tell a friend: {invitation}", invitation=Span(state.invitation, "strong"))
    reason = tell("HOST is the name you connected to")
    return Prompt("bar", room, told, options, reason if "HOST" in state.invitation else ())


_ANYBODY: Final = N_("waiting for {people}; anybody may sit down")
_FRIEND: Final = N_("waiting for {people}; the code lets a friend in")


def _free(state: TableState) -> int:
    return sum(sitter.kind == "nobody" for sitter in state.sitters)


def _options(state: TableState, seat: int, free: int) -> tuple[Sentence, ...]:
    fill = (option("c", N_("fill with computers")),) if free and state.host == seat else ()
    return (option("enter", _ready_label(state, seat, free)), *fill, option("q", N_("leave")))


def _table(state: TableState) -> str:
    return tr("TABLE {table}", table=state.title.upper()).rstrip()


def _ready_label(state: TableState, seat: int, free: int) -> Message:
    if seat in state.ready:
        return N_("not ready after all")
    people = {one for one, sitter in enumerate(state.sitters) if sitter.kind == "person"}
    start = not free and people - set(state.ready) == {seat}
    return C_("the game", "start") if start else READY


def _people(free: int) -> Message:
    return _PEOPLE[min(free, len(_PEOPLE)) - 1]


_PEOPLE: Final = (
    N_("one more player"),
    N_("two more players"),
    N_("three more players"),
)
_FRIENDS: Final = (N_("a friend"), N_("two friends"), N_("three friends"))
"""How many are waited for, from one on."""


def waiting_lines(state: TableState, names: Names) -> list[Sentence]:
    """Say in the band what is waited for."""
    lines = [_waited_for(state, names), *_terms(state)]
    lines.append(tell("the cards are dealt when all seats are taken and everybody is ready"))
    return lines


def _waited_for(state: TableState, names: Names) -> Sentence:
    free = _free(state)
    if free:
        who = _people(free) if state.code is None else _FRIENDS[min(free, len(_FRIENDS)) - 1]
        return tell("waiting for {people}", people=who)
    people = [seat for seat, sitter in enumerate(state.sitters) if sitter.kind == "person"]
    late = [seat for seat in people if seat not in state.ready]
    return names.together(late, *_LATE) if late else tell("dealing")


_LATE: Final = (
    N_("waiting for you to be ready"),
    N_("waiting for {who} to be ready"),
    N_("waiting for {us} to be ready"),
    N_("waiting for {all} to be ready"),
)


def _terms(state: TableState) -> list[Sentence]:
    """Tell the code of the table, and how much time there is."""
    timed = state.timing != "none"
    parts: dict[str, Part] = {"code": Span(state.code or "", "strong"), "timing": state.timing}
    if state.code is not None:
        return [tell(_ROOM_TIMED if timed else _ROOM, **parts)]
    return [tell("clocks: {timing}", **parts)] if timed else []


_ROOM: Final = N_("room code {code}")
_ROOM_TIMED: Final = N_("room code {code}, clocks: {timing}")


def queue_prompt() -> Prompt:
    """Say that a quick match is waited for, and what may be done meanwhile."""
    options = (option("c", N_("play the computer meanwhile")), option("q", N_("leave")))
    reason = tell("you are called when somebody comes; a practice game is dropped then")
    told = tell("waiting for the next player")
    return Prompt("wait", tr("QUICK MATCH"), told, options, reason)


def queue_lines(queue: Sequence[QueueLine]) -> list[Sentence]:
    """Say who waits for what, and since when; oneself first."""
    ranked = sorted(queue, key=lambda one: (not one.me, one.since))
    return [queue_line(one) for one in ranked]


def queue_line(one: QueueLine) -> Sentence:
    """Say what somebody waits for, and since when."""
    who = str(C_("before a verb", "you")) if one.me else one.name
    return tell(
        _WAITS[one.me, one.rated],
        who=Span(who, "strong"),
        ruleset=one.ruleset,
        since=since(one.since),
    )


_WAITS: Final = {
    (True, True): N_("{who} wait for a ranked match ({ruleset}), {since}"),
    (True, False): N_("{who} wait for a quick match ({ruleset}), {since}"),
    (False, True): N_("{who} waits for a ranked match ({ruleset}), {since}"),
    (False, False): N_("{who} waits for a quick match ({ruleset}), {since}"),
}
"""By whether it is the reader who waits, and whether the match is ranked."""


def since(seconds: float) -> str:
    """Say roughly how long something has lasted."""
    minutes = int(seconds // 60)
    return counted(minutes, _MINUTES) if minutes else tr("since a moment ago")


_MINUTES: Final = Plural("for {n} minute now", "for {n} minutes now")
