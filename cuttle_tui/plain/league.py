"""The league as text commands, in plain mode and over ssh alike."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from cuttle_tui.i18n.rich_text import plain
from cuttle_tui.i18n.translation import N_, tr
from cuttle_tui.ports.league import League
from cuttle_tui.wording.league.brackets import bracket_page, year_page
from cuttle_tui.wording.league.people import POOLS, head_to_head_page, profile_page, top_page
from cuttle_tui.wording.league.seasons import season_page, week_page
from cuttle_tui.wording.league.text_table import PageText

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
