"""Word what surrounds the game: notes, key hints, the scrap, the log, leaving, waiting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from cuttle_tui.offered import Step
from cuttle_tui.prose import SILENCE, Sentence, Span, say
from cuttle_tui.scene import Mode
from cuttle_tui.wording.asking import Prompt, option
from cuttle_tui.wording.ending import turns
from cuttle_tui.wording.names import Names
from engine.view import View

NoteRole = Literal["ink", "quiet", "threat", "key"]

RECONNECTING: Final = "reconnecting"
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


def where(title: str, turn: int) -> str:
    """Say which table this is, and which turn."""
    return f"{title}, turn {turn}"


def too_small(width: int, height: int, least: tuple[int, int]) -> str:
    """Say that the terminal is too small to draw the table."""
    return f"cuttle needs {least[0]}x{least[1]}, this is {width}x{height}"


def over_lines(view: View, names: Names, score: Sequence[int]) -> list[Sentence]:
    """Sum up a game that is over."""
    assert view.outcome is not None
    winners = view.outcome.winners
    if not winners:
        first = say(f"a draw after {turns(view)}")
    else:
        verb = "win" if winners == (names.seat,) or len(winners) > 1 else "wins"
        first = say(" and ".join(map(names.who, winners)) + f" {verb} in {turns(view)}")
    games = ", ".join(f"{names.who(seat)} {won}" for seat, won in enumerate(score))
    return [first, say(f"games won: {games}")]


def cover_prompt(who: str) -> Prompt:
    """Ask for the keyboard to be passed on."""
    return Prompt(
        "bar",
        "PASS THE KEYBOARD",
        say(f"{who}, press enter when only you can see"),
        (option("enter", "show my hand"),),
    )


def leave_prompt(*, running: bool, may_offer: bool) -> Prompt:
    """Ask whether to leave, or how else to end the game."""
    options = [option("y", "leave the table")]
    if running:
        options.append(option("g", "give up this game"))
    if may_offer:
        options.append(option("o", "offer a draw"))
    options.append(option("n", "stay"))
    why = say("leaving gives up the running game") if running else SILENCE
    sentence = say("Leave the table, or end this game?" if running else "Leave the table?")
    return Prompt("bar", "LEAVE?", sentence, tuple(options), why)


def scrap_prompt(count: int, why: Sentence) -> Prompt:
    """Head the scrap while it is looked through."""
    cards = "card" if count == 1 else "cards"
    return Prompt(
        "wait",
        "SCRAP",
        say(f"{count} {cards}, newest first" if count else "no card yet"),
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


def waiting_prompt(code: str | None) -> Prompt:
    """Tell how a friend gets to this table."""
    if code is None:
        return Prompt("wait", "WAITING", say("for someone to sit down"), (option("q", "leave"),))
    command = say("Tell a friend: ", Span(f"ssh -t -p 2222 HOST join {code}", "strong"))
    return Prompt(
        "bar",
        f"ROOM {code}",
        command,
        (option("q", "leave"),),
        say("HOST is the name you connected to yourself"),
    )


def waiting_lines(code: str | None) -> tuple[Sentence, ...]:
    """Say in the band what is waited for."""
    if code is None:
        return (say("waiting for the next player"), say("the cards are dealt at once then"))
    return (
        say("waiting for a friend"),
        say("room code ", Span(code, "strong")),
        say("the cards are dealt when both are here"),
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
