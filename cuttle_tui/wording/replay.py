"""Word what is said while a recorded game is stepped through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cuttle_tui.prose import SILENCE, Sentence, Span, say
from cuttle_tui.wording.asking import Prompt, option
from cuttle_tui.wording.ending import ending
from cuttle_tui.wording.log import line_of
from cuttle_tui.wording.names import Names
from engine.actions import Kind
from engine.events import Ended, Event
from engine.record import Entry
from engine.view import View

UNFINISHED: Final = say("the record ends here: the game was not finished")
HINTS: Final = (("up down", "ten plies"), ("home end", "first, last"), ("?", "help"))
OPTIONS: Final = (
    option("space", "next"),
    option("left", "back"),
    option("g", "go to"),
    option("s", "side"),
    option("l", "log"),
    option("z", "scrap"),
    option("q", "leave"),
)
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


def replay_prompt(ply: int, plies: int, lines: Sequence[Sentence], why: Sentence) -> Prompt:
    """Tell what led to this ply, and what came of it."""
    sentence = say(f"ply {ply} of {plies}: ", *lines[:1])
    return Prompt("wait", "REPLAY", sentence, OPTIONS, _joined((*lines[1:], why)))


def _joined(parts: Sequence[Sentence]) -> Sentence:
    told: Sentence = SILENCE
    for part in parts:
        told = say(told, "; ", part) if told and part else say(told, part)
    return told


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
    eyes = "all hands open" if all_hands else f"as {viewer} saw it" if viewer else "hands hidden"
    return f"{eyes}, turn {turn}"


def replay_page() -> tuple[Sentence, ...]:
    """Explain the keys of a replay."""
    keys = (
        ("right space", "the next action"),
        ("left", "one action back"),
        ("up down", "ten actions back, ten on; so do page up, page down"),
        ("home end", "the deal, the last action"),
        ("g", "go to a ply: type its number, then enter"),
        ("s", "another side: all hands open, as each player saw it, hands hidden"),
        ("z", "look through the scrap"),
        ("l", "read the log"),
        ("q", "leave"),
    )
    lines = (say(Span(key.ljust(14), "key"), text) for key, text in keys)
    return (say(Span("keys of a replay", "strong")), SILENCE, *lines)
