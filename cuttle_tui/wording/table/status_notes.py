"""Word what surrounds the game: seat notes, the scrap, passing the keyboard."""

from __future__ import annotations

from typing import Final, Literal

from cuttle_tui.i18n.rich_text import Sentence, Span, say, tell
from cuttle_tui.i18n.translation import C_, N_, Plural, counted, tr
from cuttle_tui.ports import TableState
from cuttle_tui.table import commands
from cuttle_tui.wording.prompt_types import Prompt, option
from engine.table.state import HALF_MINUTE

NoteRole = Literal["ink", "quiet", "threat", "key"]

RECONNECTING: Final = N_("reconnecting")
LEFT: Final = C_("a player", "left the table")
RETIRED: Final = C_("a player", "conceded")
ABSENT: Final = N_("computer plays")
CONCEDING: Final = N_("wants to concede")
ALLY: Final = N_("partner")
FOE: Final = N_("opponent")
GOAL_REACHED: Final = N_("goal reached")
OPEN_BY_GLASSES: Final = N_("o-o open to you")
OPEN_HAND: Final = C_("a hand", "open")
DECK: Final = C_("to draw from", "deck")
SCRAP: Final = N_("scrap")
LOG: Final = N_("log")
NOTHING_YET: Final = N_("nothing yet")
HAND: Final = N_("hand")
OF: Final = N_("of {number}")
"""How much there is to reach, or to hold, behind how much there is."""
CHOSEN: Final = C_("on a card", "1st")
"""On a target that is chosen while another is asked for."""
FROZEN: Final = C_("on a card", "ice")
PICK: Final = C_("on a card", "pick")
PUT_BACK: Final = C_("on a card", "back")
"""On the card under the cursor, while several are picked."""
YOUR_HAND: Final = N_("your hand")
"""Before one's own cards, while others lie where they usually lie."""


def to_go(short: int) -> str:
    """Say how many points a seat still needs."""
    return tr("{points} to go", points=short)


def ally(name: str) -> str:
    """Name the partner."""
    return tr("partner {name}", name=name)


def where(
    state: TableState, turn: int = 0, *, watching: bool = False, practising: bool = False
) -> str:
    """Name the table, the turn, and who watches."""
    now = [tr("turn {turn}", turn=turn)] if turn else []
    if practising:
        return ", ".join([*now, tr("match waited for")])
    parts = [tr("watching {table}", table=state.title) if watching else state.title, *now]
    if state.rated:
        parts.append(tr("rated"))
    if state.watchers and not watching:
        parts.append(counted(state.watchers, _WATCH_NOW))
    if state.open_hands:
        parts.append(tr("hands open"))
    return ", ".join(filter(None, parts))


_WATCH_NOW: Final = Plural("{n} watcher", "{n} watchers")


def time_left(seconds: int) -> str:
    """Write a time: minutes, and seconds in the last half minute."""
    if seconds <= HALF_MINUTE:
        return tr("{seconds} s", seconds=seconds)
    return tr("{minutes} min", minutes=seconds // 60)


def away(seconds: int) -> str:
    """Say that a player is away, and how long before the win can be claimed."""
    return tr("away, {time}", time=time_left(seconds)) if seconds else tr("away")


def away_near(short: int) -> str:
    """Say that a player close to the goal is away."""
    return tr("away, {points} to go", points=short)


def computer_near(short: int) -> str:
    """Say that the computer plays a seat close to the goal."""
    return tr("computer, {points} to go", points=short)


def too_small(width: int, height: int, least: tuple[int, int]) -> tuple[str, ...]:
    """Say that the terminal is too small for the table."""
    needed = tr(
        "cuttle needs {least}, this is {size}",
        least=f"{least[0]}x{least[1]}",
        size=f"{width}x{height}",
    )
    return (
        needed,
        tr("keys do nothing until the window is larger"),
        tr("running clocks do not wait"),
        tr("ctrl+c twice leaves"),
    )


def cover_prompt(who: str) -> Prompt:
    """Ask for the keyboard to be passed on."""
    key = Span(commands.UNCOVER.key, "strong")  # in the bar it is named, but nothing to click on
    return Prompt(
        "bar",
        tr("PASS THE KEYBOARD"),
        tell("{who}, press {key} when only you can see the screen", who=who, key=key),
        (option(commands.UNCOVER, N_("show my hand")),),
    )


def scrap_prompt(count: int, why: Sentence, *, top_only: bool = False) -> Prompt:
    """Word the prompt of the scrap."""
    look = (option("arrows", N_("look")),) if count else ()
    return Prompt(
        "wait",
        tr("SCRAP"),
        say(counted(count, _TOP_ONLY if top_only else _NEWEST_FIRST) if count else _NO_CARD),
        (*look, option("esc", N_("back to the game"))),
        why,
    )


_NO_CARD: Final = N_("no card yet")
_NEWEST_FIRST: Final = Plural("{n} card, newest first", "{n} cards, newest first")
_TOP_ONLY: Final = Plural(
    "{n} card, only the top one can be seen", "{n} cards, only the top one can be seen"
)


def paused_prompt() -> Prompt:
    """Say that the server cannot save moves."""
    return Prompt(
        "wait",
        tr("PAUSED"),
        tell("the server cannot save moves right now"),
        (
            option(commands.SCRAP, N_("scrap")),
            option(commands.LOG, N_("log")),
            option(commands.LEAVE, N_("leave")),
        ),
        tell("the game continues when it can; nothing is lost"),
    )
