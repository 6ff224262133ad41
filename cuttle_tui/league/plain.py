"""The league and play nights as text commands, in plain mode and over ssh alike."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from cuttle_tui.i18n.rich_text import plain
from cuttle_tui.i18n.translation import N_, tr
from cuttle_tui.kit.words import sent_line
from cuttle_tui.league import nights as wording
from cuttle_tui.league.brackets import bracket_page, year_page
from cuttle_tui.league.people import POOLS, head_to_head_page, profile_page, top_page
from cuttle_tui.league.seasons import PageText, season_page, week_page
from cuttle_tui.plain import help as helps
from cuttle_tui.plain.conversation import Command, Conversation
from cuttle_tui.plain.words import NO_LEAGUE, QUICK_INSTEAD
from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.league import League
from cuttle_tui.ports.nights import NIGHT_FORMATS, NightPlan, Nights

_WIDTH: Final = 100
"""Columns of a bracket that is written as a tree."""
_USAGE: Final = {
    "top": N_("top [live | days | live-bots | days-bots]"),
    "season": N_("season [SEASON] [week [NUMBER]], where SEASON is such as 2026-clubs"),
    "bracket": N_("bracket [CHAMPIONSHIP], such as 2026-clubs or 2026-world"),
    "year": N_("year [YEAR]"),
    "player": N_("player NAME [OPPONENT]"),
}


class UsageError(Exception):
    """A command has words that mean nothing; the text says how it is written."""


async def league_text(league: League, words: list[str]) -> str:
    """Carry out a command of the league, and return its page.

    Args:
        league: the league, as the player who asks may see it.
        words: the command and its words.

    Raises:
        UsageError: the words mean nothing.
        LobbyError: there is no such season, championship or player.
    """
    name, *rest = words
    page = await _PAGES[name](league, rest)
    return "\n".join(plain(line).rstrip() for line in page.lines).rstrip()


async def _top(league: League, words: list[str]) -> PageText:
    pool = words[0] if words else "live"
    if words[1:] or pool not in POOLS:
        raise _usage("top")
    return top_page(await league.top(pool), pool=pool)


async def _season(league: League, words: list[str]) -> PageText:
    season, (weekly, *number) = _season_words(words)
    if weekly:
        if number and not number[0].isdecimal():
            raise _usage("season")
        return week_page(await league.week(season, int(number[0]) if number else None))
    return season_page(await league.season(season))


def _season_words(words: list[str]) -> tuple[str, list[str]]:
    """Return the season, and ``week`` with its number; or an empty word."""
    season = "" if words[:1] in ([], ["week"]) else words[0]
    rest = words[1:] if season else words
    if rest and (rest[0] != "week" or len(rest) > 2):
        raise _usage("season")
    return season, rest or [""]


async def _bracket(league: League, words: list[str]) -> PageText:
    if words[1:]:
        raise _usage("bracket")
    return bracket_page(await league.bracket("".join(words)), width=_WIDTH)


async def _year(league: League, words: list[str]) -> PageText:
    if words[1:] or not all(word.isdecimal() and len(word) == 4 for word in words):
        raise _usage("year")
    return year_page(await league.year(int(words[0]) if words else None))


async def _player(league: League, words: list[str]) -> PageText:
    if len(words) not in (1, 2):
        raise _usage("player")
    if words[1:]:
        return head_to_head_page(await league.head_to_head(*words))
    return profile_page(await league.profile(words[0]))


def _usage(name: str) -> UsageError:
    return UsageError(tr("cuttle: that is written: {usage}", usage=tr(_USAGE[name])))


_PAGES: Final[dict[str, Callable[[League, list[str]], Awaitable[PageText]]]] = {
    "top": _top,
    "season": _season,
    "bracket": _bracket,
    "year": _year,
    "player": _player,
}
LEAGUE_COMMANDS: Final = tuple(_PAGES)


async def _league(session: Conversation, rest: str, *, name: str) -> None:
    league = None if session.lobby.online is None else session.lobby.online.league
    if league is None:
        session.output.tell(NO_LEAGUE)
        return
    try:
        text = await league_text(league, [name, *rest.split()])
    except UsageError as error:
        session.output.tell(str(error))
        return
    session.output.text(text)


async def _match(session: Conversation, rest: str) -> None:
    """Call the opponent to the player's match of a championship: the latest, if none is named."""
    league = session.online.league
    if league is None:
        raise LobbyError("no-match")
    if not rest and not await league.championships():
        session.output.tell(QUICK_INSTEAD)
        return
    championship = rest or (await league.bracket()).id
    try:
        called = await league.play(championship)
    except LobbyError as error:
        if error.reason != "they-called":
            raise
        await session.accept_challenge()
    else:
        session.output.tell(sent_line(called))


def _follow(*, yes: bool) -> Command:
    """Build a command that follows a player, or stops."""

    async def command(session: Conversation, rest: str) -> None:
        league = session.online.league
        if not rest or league is None:
            session.output.tell(helps.usage_line(helps.HELP_ONLINE["follow"]))
            return
        await league.follow(rest, yes)
        session.output.tell(followed(rest, yes=yes), names=(rest,))

    return command


def followed(name: str, *, yes: bool) -> str:
    """Confirm that a player is followed, or not any more."""
    return tr(_FOLLOWS if yes else _FOLLOWS_NOT, name=name)


_FOLLOWS: Final = N_("You follow {name}, and will hear when they come.")
_FOLLOWS_NOT: Final = N_("You no longer follow {name}.")


# play nights -------------------------------------------------------------------------------------


async def _night(session: Conversation, rest: str) -> None:
    """Carry out ``night`` and what is typed behind it."""
    nights = session.online.nights
    if nights is None:
        raise LobbyError("no-night")
    word, *words = rest.split() or [""]
    try:
        await _NIGHT[word](session, nights, words)
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


def _plain(work: Callable[[Nights], Awaitable[None]]) -> _NightCommand:
    """Build a command that takes no words, and shows the night after it."""

    async def command(session: Conversation, nights: Nights, words: list[str]) -> None:
        if words:
            raise ValueError(words)
        await work(nights)
        await _show(session, nights, [])

    return command


_NightCommand = Callable[[Conversation, Nights, list[str]], Awaitable[None]]
_NIGHT: Final[dict[str, _NightCommand]] = {
    "": _show,
    "start": _open,
    "join": _plain(lambda nights: nights.join()),
    "leave": _plain(lambda nights: nights.leave()),
    "begin": _plain(lambda nights: nights.begin()),
    "end": _plain(lambda nights: nights.end()),
    "withdraw": _withdraw,
}

COMMANDS: Final[Mapping[str, Command]] = {
    **{name: partial(_league, name=name) for name in LEAGUE_COMMANDS},
    "match": _match,
    "follow": _follow(yes=True),
    "unfollow": _follow(yes=False),
    "night": _night,
}
