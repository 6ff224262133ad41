"""Word a table that waits: for people, for everybody to be ready, for a quick match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cuttle_tui.ports import QueueLine, TableState
from cuttle_tui.prose import Sentence, Span, say
from cuttle_tui.wording.asking import Prompt, option
from cuttle_tui.wording.names import Names, counted, number

FREE_SEAT: Final = "free seat"
HOST: Final = "host"
READY: Final = "ready"
COMPUTER: Final = "computer"
HINTS: Final = (("t", "say"), ("?", "help"), ("q", "leave"))
_LEAVE: Final = option("q", "leave")


def seat_note(state: TableState, seat: int) -> str:
    """Say what a seat is and whether its player is ready."""
    host = (HOST,) if seat == state.host else ()
    if state.sitters[seat].kind == "computer":
        return COMPUTER
    ready = READY if seat in state.ready else "not ready yet"
    return ", ".join((*host, ready))


def waiting_prompt(state: TableState, seat: int) -> Prompt:
    """Ask whether the player is ready, and tell how a friend gets to this table."""
    free = sum(sitter.kind == "nobody" for sitter in state.sitters)
    ready = seat in state.ready
    options = [option("enter", _ready_label(state, seat, free))]
    if free and state.host == seat:
        options.append(option("c", "fill with computers"))
    options.append(_LEAVE)
    if not free:
        sentence = "all seats are taken: the others get ready" if ready else "Are you ready?"
        return Prompt("wait" if ready else "bar", _table(state), say(sentence), tuple(options))
    if state.code is None:
        sentence = f"waiting for {_people(free)}; anybody may sit down"
        return Prompt("wait", _table(state), say(sentence), tuple(options))
    if not state.invitation:
        told = say(f"waiting for {_people(free)}; the code lets a friend in")
        return Prompt("wait", f"ROOM {state.code}", told, tuple(options))
    invitation = say("Tell a friend: ", Span(state.invitation, "strong"))
    reason = say("HOST is the name you connected to yourself")
    if "HOST" not in state.invitation:
        reason = ()
    return Prompt("bar", f"ROOM {state.code}", invitation, tuple(options), reason)


def _table(state: TableState) -> str:
    return f"TABLE {state.title}".upper().rstrip()


def _ready_label(state: TableState, seat: int, free: int) -> str:
    if seat in state.ready:
        return "not ready after all"
    people = {one for one, sitter in enumerate(state.sitters) if sitter.kind == "person"}
    return "start" if not free and people - set(state.ready) == {seat} else "ready"


def _people(free: int) -> str:
    return "one more player" if free == 1 else f"{number(free)} more players"


def waiting_lines(state: TableState, names: Names) -> list[Sentence]:
    """Say in the band what is waited for."""
    free = sum(sitter.kind == "nobody" for sitter in state.sitters)
    people = [seat for seat, sitter in enumerate(state.sitters) if sitter.kind == "person"]
    late = [names.who(seat) for seat in people if seat not in state.ready]
    if free:
        friends = "a friend" if free == 1 else f"{number(free)} friends"
        who = friends if state.code is not None else _people(free)
        lines = [say(f"waiting for {who}")]
    else:
        lines = [say(f"waiting for {' and '.join(late)} to be ready" if late else "dealing")]
    if state.code is not None:
        lines.append(say("room code ", Span(state.code, "strong"), _clock(state)))
    elif state.timing != "none":
        lines.append(say(_clock(state).removeprefix(", ")))
    lines.append(say("the cards are dealt when all seats are taken and everybody is ready"))
    return lines


def _clock(state: TableState) -> str:
    return "" if state.timing == "none" else f", clocks: {state.timing}"


def queue_prompt() -> Prompt:
    """Say that a quick match is waited for, and what may be done meanwhile."""
    options = (option("c", "play the computer meanwhile"), _LEAVE)
    reason = say("you are called to the table when somebody comes; a practice game is dropped then")
    return Prompt("wait", "QUICK MATCH", say("waiting for the next player"), options, reason)


def queue_lines(queue: Sequence[QueueLine]) -> list[Sentence]:
    """Say who waits for what, and since when; oneself first."""
    ranked = sorted(queue, key=lambda one: (not one.me, one.since))
    return [queue_line(one) for one in ranked]


def queue_line(one: QueueLine) -> Sentence:
    """Say what somebody waits for, and since when."""
    who, verb = ("you", "wait") if one.me else (one.name, "waits")
    what = f"{'a ranked' if one.rated else 'a quick'} match"
    return say(Span(who, "strong"), f" {verb} for {what}: {one.ruleset}, {since(one.since)}")


def since(seconds: float) -> str:
    """Say roughly how long something has lasted."""
    minutes = int(seconds // 60)
    return "just now" if minutes < 1 else f"for {counted(minutes, 'minute')}"
