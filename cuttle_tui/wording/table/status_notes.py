"""Word what surrounds the game: notes, the scrap, passing the keyboard on."""

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
RETIRED: Final = C_("a player", "gave up")
ABSENT: Final = N_("computer plays")
CONCEDING: Final = N_("would give up")
ALLY: Final = N_("ally")
FOE: Final = N_("foe")
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
    """Say how many points a seat lacks."""
    return tr("{points} to go", points=short)


def ally(name: str) -> str:
    """Name the player on one's own side."""
    return tr("ally {name}", name=name)


def where(
    state: TableState, turn: int = 0, *, watching: bool = False, practising: bool = False
) -> str:
    """Say which table this is, which turn, who may look on, and what is waited for elsewhere."""
    now = [tr("turn {turn}", turn=turn)] if turn else []
    if practising:
        return ", ".join([*now, tr("match waited for")])
    parts = [tr("you watch {table}", table=state.title) if watching else state.title, *now]
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
    """Say that a player is away, and how long the seat is safe from a claim."""
    return tr("away, {time}", time=time_left(seconds)) if seconds else tr("away")


def away_near(short: int) -> str:
    """Say that a player is away who lacks but a few points."""
    return tr("away, {points} to go", points=short)


def computer_near(short: int) -> str:
    """Say that the computer plays for a seat that lacks but a few points."""
    return tr("computer, {points} to go", points=short)


def too_small(width: int, height: int, least: tuple[int, int]) -> tuple[str, ...]:
    """Say that the terminal is too small to draw the table, and what goes on meanwhile."""
    needed = tr(
        "cuttle needs {least}, this is {size}",
        least=f"{least[0]}x{least[1]}",
        size=f"{width}x{height}",
    )
    return (
        needed,
        tr("no key plays before the window is larger"),
        tr("a clock that runs does not wait"),
        tr("ctrl+c twice leaves"),
    )


def cover_prompt(who: str) -> Prompt:
    """Ask for the keyboard to be passed on."""
    key = Span(commands.UNCOVER.key, "strong")  # in the bar it is named, but nothing to click on
    return Prompt(
        "bar",
        tr("PASS THE KEYBOARD"),
        tell("{who}, press {key} when only you can see", who=who, key=key),
        (option(commands.UNCOVER, N_("show my hand")),),
    )


def scrap_prompt(count: int, why: Sentence, *, top_only: bool = False) -> Prompt:
    """Head the scrap while it is looked through."""
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
    "{n} card, only the top one may be looked at", "{n} cards, only the top one may be looked at"
)


def paused_prompt() -> Prompt:
    """Say that the server cannot keep what is played."""
    return Prompt(
        "wait",
        tr("PAUSED"),
        tell("the server cannot store moves just now"),
        (
            option(commands.SCRAP, N_("scrap")),
            option(commands.LOG, N_("log")),
            option(commands.LEAVE, N_("leave")),
        ),
        tell("the game goes on when it can; nothing is lost"),
    )
