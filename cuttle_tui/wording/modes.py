"""Word what surrounds the game: notes, key hints, the scrap, the log, leaving, waiting."""

from __future__ import annotations

from typing import Final, Literal

from cuttle_tui.offered import Step
from cuttle_tui.ports import TableState
from cuttle_tui.prose import Sentence, say
from cuttle_tui.scene import Mode
from cuttle_tui.wording.asking import Prompt, option
from engine.tablestate import HALF_MINUTE

NoteRole = Literal["ink", "quiet", "threat", "key"]

RECONNECTING: Final = "reconnecting"
LEFT: Final = "left the table"
RETIRED: Final = "gave up"
ABSENT: Final = "plays by rote"
CONCEDING: Final = "would give up"
ALLY: Final = "ally"
FOE: Final = "foe"
GOAL_REACHED: Final = "goal reached"
OPEN_BY_GLASSES: Final = "o-o open to you"
OPEN_HAND: Final = "open"
DECK: Final = "deck"
SCRAP: Final = "scrap"
LOG: Final = "log"
HAND: Final = "hand"


def to_go(short: int) -> str:
    """Say how many points a seat lacks."""
    return f"{short} to go"


def ally(name: str) -> str:
    """Name the player on one's own side."""
    return f"ally {name}"


def where(
    state: TableState, turn: int = 0, *, watching: bool = False, practising: bool = False
) -> str:
    """Say which table this is, which turn, who may look on, and what is waited for elsewhere."""
    parts = [f"you watch {state.title}" if watching else state.title]
    parts += [f"turn {turn}"] * bool(turn)
    parts += ["rated"] * state.rated
    parts += [f"{state.watchers} watch"] * bool(state.watchers and not watching)
    parts += ["hands open"] * state.open_hands
    parts += ["match waited for"] * practising
    return ", ".join(filter(None, parts))


def time_left(seconds: int) -> str:
    """Write a time: minutes, and seconds in the last half minute."""
    return f"{seconds} s" if seconds <= HALF_MINUTE else f"{seconds // 60} min"


def away(seconds: int) -> str:
    """Say that a player is away, and how long the seat is safe from a claim."""
    return f"away, {time_left(seconds)}" if seconds else "away"


def too_small(width: int, height: int, least: tuple[int, int]) -> str:
    """Say that the terminal is too small to draw the table."""
    return f"cuttle needs {least[0]}x{least[1]}, this is {width}x{height}"


def cover_prompt(who: str) -> Prompt:
    """Ask for the keyboard to be passed on."""
    return Prompt(
        "bar",
        "PASS THE KEYBOARD",
        say(f"{who}, press enter when only you can see"),
        (option("enter", "show my hand"),),
    )


def scrap_prompt(count: int, why: Sentence, *, top_only: bool = False) -> Prompt:
    """Head the scrap while it is looked through."""
    cards = "card" if count == 1 else "cards"
    order = "only the top one may be looked at" if top_only else "newest first"
    return Prompt(
        "wait",
        "SCRAP",
        say(f"{count} {cards}, {order}" if count else "no card yet"),
        (option("arrows", "look"), option("esc", "back to the game")),
        why,
    )


def log_prompt() -> Prompt:
    """Head the log while it covers the table."""
    return Prompt(
        "wait",
        "LOG",
        say("all that happened, newest last"),
        (option("up down", "scroll"), option("esc", "back to the game")),
    )


PAUSED: Final = Prompt(
    "wait",
    "PAUSED",
    say("the server cannot store moves just now"),
    (option("z", "scrap"), option("l", "log"), option("q", "leave")),
    say("the game goes on when it can; nothing is lost"),
)
"""The server cannot keep what is played."""


_BROWSE: Final = (("z", "scrap"), ("l", "log"), ("i", "card"), ("?", "help"))
_CHOOSE: Final = (("arrows", "choose"), ("enter", "do it"))
_PICK: Final = (("arrows", "move"), ("space", "choose"))
_WAIT: Final = (("i", "card"), ("?", "help"), ("q", "leave"))
_SAY: Final = (("t", "say"),)
_WATCH: Final = (("t", "say"), ("l", "log"), ("?", "help"), ("q", "stop watching"))


def key_hints(
    mode: Mode, step: Step, *, over: bool, watching: bool = False, online: bool = False
) -> tuple[tuple[str, str], ...]:
    """List the keys worth telling."""
    if watching and mode is Mode.GAME:
        return _WATCH
    hints = _hints(mode, step, over=over)
    return (*_SAY, *hints) if online and mode is Mode.GAME else hints


def _hints(mode: Mode, step: Step, *, over: bool) -> tuple[tuple[str, str], ...]:
    if mode in (Mode.SCRAP, Mode.LOG):
        return (("esc", "back"), ("?", "help"))
    if mode is not Mode.GAME:
        return ()
    if over:
        return (("z", "scrap"), ("?", "help"))
    if step == "wait":
        return _WAIT
    if step == "answer":
        return _BROWSE
    return (*(_PICK if step == "pick" else _CHOOSE), *_BROWSE)
