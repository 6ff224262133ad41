"""Word what surrounds the game: notes, key hints, the scrap, the log, leaving, waiting."""

from __future__ import annotations

from typing import Final, Literal

from cuttle_tui.offered import Step
from cuttle_tui.prose import Sentence, Span, say
from cuttle_tui.scene import Mode
from cuttle_tui.wording.asking import Prompt, option
from cuttle_tui.wording.names import number

NoteRole = Literal["ink", "quiet", "threat", "key"]

RECONNECTING: Final = "reconnecting"
RETIRED: Final = "gave up"
ABSENT: Final = "plays by rote"
CONCEDING: Final = "would give up"
ALLY: Final = "ally"
FOE: Final = "foe"
GOAL_REACHED: Final = "goal reached"
OPEN_BY_GLASSES: Final = "o-o open to you"
OPEN_HAND: Final = "open"
FREE_SEAT: Final = "free seat"
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


def where(title: str, turn: int) -> str:
    """Say which table this is, and which turn."""
    return f"{title}, turn {turn}"


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


def waiting_prompt(code: str | None, invitation: str) -> Prompt:
    """Tell how a friend gets to this table."""
    if code is None:
        return Prompt("wait", "WAITING", say("for someone to sit down"), (option("q", "leave"),))
    command = say("Tell a friend: ", Span(invitation, "strong"))
    return Prompt(
        "bar",
        f"ROOM {code}",
        command,
        (option("q", "leave"),),
        say("HOST is the name you connected to yourself"),
    )


def waiting_lines(code: str | None, free: int) -> tuple[Sentence, ...]:
    """Say in the band what is waited for."""
    people = "the next player" if free < 2 else f"{number(free)} more players"
    dealt = "the cards are dealt at once then" if free < 2 else "the cards are dealt when all sit"
    if code is None:
        return (say(f"waiting for {people}"), say(dealt))
    friends = "a friend" if free < 2 else f"{number(free)} friends"
    return (
        say(f"waiting for {friends}"),
        say("room code ", Span(code, "strong")),
        say("the cards are dealt when all are here"),
    )


_BROWSE: Final = (("z", "scrap"), ("l", "log"), ("i", "card"), ("?", "help"))
_CHOOSE: Final = (("arrows", "choose"), ("enter", "do it"))
_PICK: Final = (("arrows", "move"), ("space", "choose"))
_WAIT: Final = (("i", "card"), ("?", "help"), ("q", "leave"))


def key_hints(mode: Mode, step: Step, *, over: bool) -> tuple[tuple[str, str], ...]:
    """List the keys worth telling."""
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
