"""The command of play nights: see one, open one, join it, lead it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from cuttle_tui.plain.conversation import Conversation
from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.nights import NIGHT_FORMATS, NightPlan, Nights
from cuttle_tui.wording.league import nights as wording
from cuttle_tui.wording.plain import help as helps

_WIDTH: Final = 100
"""Columns of a bracket that is drawn as a tree."""


async def night(session: Conversation, rest: str) -> None:
    """Carry out ``night`` and what is typed behind it."""
    nights = session.online.nights
    if nights is None:
        raise LobbyError("no-night")
    word, *words = rest.split() or [""]
    try:
        await _COMMANDS[word](session, nights, words)
    except (KeyError, ValueError):
        session.output.tell(helps.usage_line(helps.HELP_ONLINE["night"]))


async def _show(session: Conversation, nights: Nights, words: list[str]) -> None:
    if words:
        raise ValueError(words)
    session.output.text(wording.night_text(nights.page(), _WIDTH))


async def _open(session: Conversation, nights: Nights, words: list[str]) -> None:
    await nights.open(read_plan(words, session.ruleset))
    await _show(session, nights, [])


def read_plan(words: list[str], ruleset: str) -> NightPlan:
    """Parse what a host wants: ``FORMAT RULES timing T rounds N minutes N``, in any order.

    Raises:
        ValueError: a word means nothing.
    """
    plan = NightPlan(ruleset=ruleset)
    waiting = [*words]
    while waiting:
        word = waiting.pop(0)
        known = [format for format in NIGHT_FORMATS if format == word]
        if known:
            plan = replace(plan, format=known[0])
        elif word in ("timing", "rounds", "minutes") and not waiting:
            raise ValueError(word)
        elif word == "timing":
            plan = replace(plan, timing=waiting.pop(0))
        elif word == "rounds":
            plan = replace(plan, rounds=int(waiting.pop(0)))
        elif word == "minutes":
            plan = replace(plan, minutes=int(waiting.pop(0)))
        else:
            plan = replace(plan, ruleset=word)
    return plan


async def _withdraw(session: Conversation, nights: Nights, words: list[str]) -> None:
    (name,) = words
    await nights.withdraw(name)
    await _show(session, nights, [])


def _plain(work: Callable[[Nights], Awaitable[None]]) -> _Command:
    """Build a command that takes no words, and shows the night after it."""

    async def command(session: Conversation, nights: Nights, words: list[str]) -> None:
        if words:
            raise ValueError(words)
        await work(nights)
        await _show(session, nights, [])

    return command


_Command = Callable[[Conversation, Nights, list[str]], Awaitable[None]]
_COMMANDS: Final[dict[str, _Command]] = {
    "": _show,
    "start": _open,
    "join": _plain(lambda nights: nights.join()),
    "leave": _plain(lambda nights: nights.leave()),
    "begin": _plain(lambda nights: nights.begin()),
    "end": _plain(lambda nights: nights.end()),
    "withdraw": _withdraw,
}
