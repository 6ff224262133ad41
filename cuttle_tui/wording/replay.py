"""Word what is said while a recorded game is stepped through."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cuttle_tui.prose import SILENCE, Sentence, Span, say
from cuttle_tui.reel import Reel
from cuttle_tui.wording.asking import Prompt, option
from cuttle_tui.wording.ending import ending
from cuttle_tui.wording.log import line_of
from cuttle_tui.wording.names import Names
from engine.actions import Kind
from engine.events import Ended, Event
from engine.record import Entry
from engine.view import View

UNFINISHED: Final = say("the record ends here: the game was not finished")
HINTS: Final = (("l", "log"), ("z", "scrap"), ("g", "go to"), ("?", "help"), ("q", "leave"))
OPTIONS: Final = (
    option("space", "play"),
    option("left", "back"),
    option("right", "next"),
    option("f", "find"),
    option("v", "side"),
    option("b", "practise"),
    option("s", "share"),
)
_LOG: Final = (
    option("left", "back"),
    option("right", "next"),
    option("n", "next found"),
    option("up down", "scroll"),
    option("esc", "back to the table"),
)
_PLAYING: Final = (option("space", "stop"), option("-", "slower"), option("+", "faster"))
_SILENT: Final = {
    Kind.DECLINE: "let it happen",
    Kind.DISCARD: "had nothing to discard",
    Kind.CONCEDE: "is ready to give up",
    Kind.RETRACT: "plays on after all",
    Kind.LEAVE: "left the table",
    Kind.RETURN: "came back to the table",
}


def deed_lines(
    entry: Entry | None, events: Sequence[Event], before: Sequence[Event], names: Names
) -> list[Sentence]:
    """Word an action and what came of it; the end of the game is worded elsewhere.

    Args:
        entry: the action; None for the deal.
        events: what it did.
        before: what happened earlier.
        names: who is called what.
    """
    lines = [
        line
        for place, event in enumerate(events)
        if not isinstance(event, Ended)
        if (line := line_of(event, names, (*before, *events[:place])))
    ]
    if entry is not None and (entry.action.kind is Kind.DECLINE or not lines):
        lines.insert(0, say(f"{names.who(entry.seat)} {_SILENT.get(entry.action.kind, 'played')}"))
    return lines


def replay_prompt(
    ply: int, plies: int, lines: Sequence[Sentence], why: Sentence, reel: Reel
) -> Prompt:
    """Tell what led to this ply, and what came of it."""
    sentence = say(f"ply {ply} of {plies}: ", *lines[:1])
    told = _joined((reel.notice, *lines[1:], why))
    if reel.playing:
        rate = say(speed_text(reel.speed))
        return Prompt("wait", "PLAYING", sentence, (*_PLAYING, rate), told)
    return Prompt("wait", "REPLAY", sentence, OPTIONS, told)


def log_prompt(ply: int, plies: int, notice: Sentence) -> Prompt:
    """Head the log up to a ply, while it covers the table."""
    sentence = say(f"up to ply {ply} of {plies}, newest last")
    return Prompt("wait", "LOG", sentence, _LOG, notice)


def _joined(parts: Sequence[Sentence]) -> Sentence:
    told: Sentence = SILENCE
    for part in parts:
        told = say(told, "; ", part) if told and part else say(told, part)
    return told


def speed_text(speed: float) -> str:
    """Say how fast a game is played by itself."""
    if speed < 1:
        return f"a move every {1 / speed:g} seconds"
    return "a move a second" if speed == 1 else f"{speed:g} moves a second"


def speed_line(speed: float) -> Sentence:
    """Say how fast it would be played."""
    return say(f"space plays {speed_text(speed)}")


def go_prompt(typed: str, plies: int) -> Prompt:
    """Ask for a ply to go to."""
    options = [option("esc", "stay here")]
    if typed:
        options.insert(0, option("enter", f"go to ply {typed}"))
    sentence = say("Go to which ply?  ", Span(typed, "strong"))
    return Prompt("bar", "GO TO", sentence, tuple(options), say(f"0 is the deal, {plies} the end"))


def result_line(view: View, names: Names) -> Sentence:
    """Say who won, and why the game was over."""
    assert view.outcome is not None
    text = ending(view, names).rstrip(".")
    winners = " and ".join(map(names.who, view.outcome.winners))
    return say(f"{winners} won" if winners else "a draw", f": {text[:1].lower()}{text[1:]}")


def rules_line(name: str) -> Sentence:
    """Say by which rules the game was played."""
    return say(f"played by the rules of {name}")


def where(viewer: str, turn: int, *, all_hands: bool) -> str:
    """Say whose eyes one sees with, and which turn it is."""
    eyes = "all hands open" if all_hands else f"as {viewer or 'a watcher'} saw it"
    return f"{eyes}, turn {turn}"


def side_line(viewer: str, *, all_hands: bool) -> Sentence:
    """Say what is seen from a side."""
    if all_hands:
        return say("every hand lies open")
    return say(f"with {viewer}'s eyes" if viewer else "with a watcher's eyes: no hand")


_DEEDS: Final = {
    "play": "play on by itself, or stop; any other key stops as well",
    "faster": "play faster",
    "slower": "play more slowly",
    "next": "the next action",
    "back": "one action back",
    "ten on": "ten actions on",
    "ten back": "ten actions back",
    "deal": "the deal",
    "end": "the last action",
    "go": "go to a ply: type its number, then enter",
    "find": "find captures, counters, one-offs, lead changes, near wins",
    "again": "the next one of what was found",
    "before": "the one before of what was found",
    "side": "another side: all hands, what each player saw, a watcher",
    "branch": "practise from here against the computer",
    "share": "how others come to see this game",
    "scrap": "look through the scrap",
    "log": "read the log; left, right, n and N go on in it",
    "help": "this page",
    "leave": "leave",
}


def replay_page(keys: Iterable[tuple[Sequence[str], str]]) -> tuple[Sentence, ...]:
    """Explain the keys of a replay.

    Args:
        keys: the keys of each thing that can be done, with its name.
    """
    lines = [
        say(Span(" ".join(_SHORT.get(key, key) for key in names).ljust(_WIDE), "key"), _DEEDS[deed])
        for names, deed in keys
    ]
    click = say("A click on a key in the rows below is the same as that key.")
    return (say(Span("keys of a replay", "strong")), SILENCE, *lines, SILENCE, click)


_SHORT: Final = {"pageup": "pgup", "pagedown": "pgdn", "escape": "esc"}
_WIDE: Final = 16
