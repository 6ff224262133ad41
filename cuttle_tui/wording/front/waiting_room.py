"""Word the waiting room and the queue of quick matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Part, Sentence, Span, listing, say, tell
from cuttle_tui.i18n.translation import C_, N_, Message, Plural, counted, tr
from cuttle_tui.ports import QueueLine, TableState
from cuttle_tui.table import commands
from cuttle_tui.wording.front.rules_in_short import game_in_short
from cuttle_tui.wording.names import Names, listed, named
from cuttle_tui.wording.prompt_types import Fill, Prompt, option
from cuttle_tui.wording.table.clocks import control_in_words
from engine.rules.rulesets import Ruleset
from engine.table.clocks import NO_CLOCK, is_correspondence

FREE_SEAT: Final = N_("free seat")
HOST: Final = N_("host")
READY: Final = N_("ready")
COMPUTER: Final = N_("computer")


def seat_note(state: TableState, seat: int) -> str:
    """Describe a seat, and whether its player is ready."""
    if state.sitters[seat].kind == "computer":
        return str(COMPUTER)
    host = (HOST,) if seat == state.host else ()
    ready = READY if seat in state.ready else N_("not ready yet")
    return ", ".join(map(str, (*host, ready)))


def waiting_prompt(state: TableState, seat: int) -> Prompt:
    """Ask whether the player is ready, and show how to invite a friend."""
    free = _free(state)
    ready = seat in state.ready
    options = _options(state, seat, free)
    if not free:
        asked = (
            N_("all seats are taken: waiting for the others to be ready")
            if ready
            else N_("Are you ready?")
        )
        fill: Fill = "wait" if ready else "bar"
        return Prompt(fill, _table(state), say(asked), options, _reason(state, seat))
    room = _table(state) if state.code is None else tr("ROOM {code}", code=state.code)
    if not state.invitation:
        await_others = _ANYBODY if state.code is None else _FRIEND
        told = tell(await_others, people=_people(free)) if ready else tell("Are you ready?")
        fill = "wait" if ready else "bar"
        return Prompt(fill, room, told, options, _reason(state, seat))
    told = tell("Invite a friend: {invitation}", invitation=Span(state.invitation, "strong"))
    reason = _reason(state, seat)
    if "HOST" in state.invitation and not reason:
        reason = tell("HOST is the server you connected to")
    return Prompt("bar", room, told, options, reason)


def _reason(state: TableState, seat: int) -> Sentence:
    sides, joined = _sides(state, seat), seat in state.ready and seat != state.host
    if not joined or is_correspondence(state.timing):
        return sides
    return tell("{sides}; {ready}", sides=sides, ready=tr(_JOINED)) if sides else say(_JOINED)


_JOINED: Final = N_("you are ready: enter undoes that")


def _sides(state: TableState, seat: int) -> Sentence:
    sides = () if state.ruleset is None else state.ruleset.sides
    ours = [other for other, side in enumerate(sides) if side == sides[seat]]
    if len(ours) < _PAIR:
        return SILENCE
    theirs = [other for other in range(len(sides)) if other not in ours]
    names = {other: _called(state, other) for other in range(len(sides))} | {seat: tr("you")}
    us, them = (listing([names[other] for other in side]) for side in (ours, theirs))
    return tell("{us} against {them}", us=us, them=them)


_PAIR: Final = 2


def _called(state: TableState, seat: int) -> str:
    return listed(state.sitters[seat].name) or tr("seat {number}", number=seat + 1)


_ANYBODY: Final = N_("waiting for {people}; anybody may join")
_FRIEND: Final = N_("waiting for {people}; a friend needs the code")


def _free(state: TableState) -> int:
    return sum(sitter.kind == "nobody" for sitter in state.sitters)


def _options(state: TableState, seat: int, free: int) -> tuple[Sentence, ...]:
    may_fill = free and state.host == seat and not state.rated
    fill = (option(commands.FILL, N_("add computers")),) if may_fill else ()
    if is_correspondence(state.timing):
        return (*fill, option(commands.LEAVE, N_("back to the lobby")))
    return (
        option(commands.READY, _ready_label(state, seat, free)),
        *fill,
        option(commands.LEAVE, N_("leave")),
    )


def _table(state: TableState) -> str:
    return tr("TABLE {table}", table=state.title.upper()).rstrip()


def _ready_label(state: TableState, seat: int, free: int) -> Message:
    if seat in state.ready:
        return N_("not ready")
    people = {other for other, sitter in enumerate(state.sitters) if sitter.kind == "person"}
    start = not free and people - set(state.ready) == {seat}
    return C_("the game", "start") if start else READY


def _people(free: int) -> Message:
    return _PEOPLE[min(free, len(_PEOPLE)) - 1]


_PEOPLE: Final = (N_("one more player"), N_("two more players"), N_("three more players"))
_FRIENDS: Final = (N_("a friend"), N_("two friends"), N_("three friends"))
"""The players still missing, from 1 up."""


def waiting_lines(state: TableState, names: Names) -> list[Sentence]:
    """Describe in the band whom the table waits for, the rules, and when it begins."""
    lines = [_waited_for(state, names), *_terms(state)]
    if state.ruleset is not None:
        lines.append(tell("rules: {rules}", rules=_rules(state.ruleset)))
    begins = _WHEN_TAKEN if is_correspondence(state.timing) else _WHEN_READY
    lines.append(say(begins))
    return lines


_WHEN_READY: Final = N_("the game starts when all seats are taken and everybody is ready")
_WHEN_TAKEN: Final = N_("the game starts when all seats are taken; leave the screen meanwhile")


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


def _rules(ruleset: Ruleset) -> str:
    """Name a ruleset with its options; count them if they are too long."""
    base, *options = ruleset.name.split("+")
    name = base.partition("/")[0]
    whole = "+".join((name, *options))
    return whole if len(whole) <= _ROOM_FOR_RULES else f"{name} +{len(options)}"


_ROOM_FOR_RULES: Final = 60
"""Columns for the name of a ruleset in the smallest band."""


def _terms(state: TableState) -> list[Sentence]:
    timed = state.timing != "none"
    clocks = control_in_words(state.timing)
    parts: dict[str, Part] = {"code": Span(state.code or "", "strong"), "timing": clocks}
    if state.code is not None:
        return [tell(_ROOM_TIMED if timed else _ROOM, **parts)]
    return [tell("clocks: {timing}", **parts)] if timed else []


_ROOM: Final = N_("room code {code}")
_ROOM_TIMED: Final = N_("room code {code}, clocks: {timing}")


def queue_prompt(queue: Sequence[QueueLine]) -> Prompt:
    """Explain the wait in the queue, and what to do meanwhile."""
    rated = any(line.me and line.rated for line in queue)
    options = (
        option(commands.PRACTISE, N_("play the computer meanwhile")),
        option(commands.LEAVE, N_("leave")),
    )
    reason = tell("you are called when somebody comes; your practice game stops then")
    told = tell("waiting for the next player")
    return Prompt("wait", tr("RATED MATCH") if rated else tr("QUICK MATCH"), told, options, reason)


def queue_lines(queue: Sequence[QueueLine]) -> list[Sentence]:
    """List who waits for what and how long; the reader first."""
    ranked = sorted(queue, key=lambda line: (not line.me, line.since))
    return [queue_line(line) for line in ranked]


def queue_line(line: QueueLine) -> Sentence:
    """Describe what a player waits for, and for how long."""
    who = str(C_("before a verb", "you")) if line.me else line.name
    return tell(
        _WAITS[line.me, line.rated],
        who=Span(who if line.me else named(who, line.rating), "strong"),
        ruleset=_asked(line),
        since=since(line.since),
    )


def _asked(line: QueueLine) -> str:
    if line.rated:
        return game_in_short(line.ruleset, line.timing, rated=True)
    return line.ruleset if line.timing == NO_CLOCK else f"{line.ruleset}, {line.timing}"


_WAITS: Final = {
    (True, True): N_("{who} are waiting for a rated match ({ruleset}), {since}"),
    (True, False): N_("{who} are waiting for a quick match ({ruleset}), {since}"),
    (False, True): N_("{who} is waiting for a rated match ({ruleset}), {since}"),
    (False, False): N_("{who} is waiting for a quick match ({ruleset}), {since}"),
}
"""By whether the reader is the one waiting, and whether the match is rated."""


def since(seconds: float) -> str:
    """Return roughly how long a wait has lasted."""
    minutes = int(seconds // 60)
    return counted(minutes, _MINUTES) if minutes else tr("just now")


_MINUTES: Final = Plural("for {n} minute", "for {n} minutes")
