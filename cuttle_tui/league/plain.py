"""The league and play nights as text commands, in plain mode and over ssh alike."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from cuttle_tui.i18n.rich_text import plain, tell
from cuttle_tui.i18n.translation import C_, N_, Message, tr
from cuttle_tui.kit.words import sent_line
from cuttle_tui.league import nights as wording
from cuttle_tui.league.brackets import BOX, Signs, bracket_page, year_page
from cuttle_tui.league.people import POOLS, followed_line, head_to_head_page, profile_page, top_page
from cuttle_tui.league.seasons import PageText, season_page, week_page
from cuttle_tui.plain import words as helps
from cuttle_tui.plain.conversation import Command, Conversation
from cuttle_tui.plain.words import NO_LEAGUE, QUICK_INSTEAD
from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.league import BracketPage, League, SeasonLine
from cuttle_tui.ports.nights import NIGHT_FORMATS, NightPlan, Nights
from cuttle_tui.table.words.game_over import season_name


class Look(NamedTuple):
    """Who reads a page, and what it is written with."""

    me: str = ""
    width: int = 100
    """Columns at most; a bracket that needs more is listed by rounds."""
    signs: Signs = BOX
    height: int = 0
    """Rows that are there in any case."""


class Sheet(NamedTuple):
    """A page that was read."""

    write: Callable[[Look], PageText]
    championship: BracketPage | None = None
    """The championship that it shows, if it does."""


Read = Callable[[League, list[str]], Awaitable[Sheet]]
"""Reads the page that some words ask for: the usual one if there are none.

Raises ValueError if the words mean nothing, LobbyError if there is no such page.
"""


class Page(NamedTuple):
    """A command that writes a page as text, in plain mode and over ssh."""

    name: str
    usage: Message
    text: Message
    """What the help says of it."""
    read: Read

    @property
    def shortest(self) -> str:
        """The command with the words that it must have, in English."""
        return self.usage.text.partition(" [")[0]


class Issues(NamedTuple):
    """The pages that can be turned to in a list of the screen, the newest first."""

    words: list[list[str]]
    """What asks for each."""
    none: Callable[[], PageText] = PageText
    """Writes what is shown if there are none."""


class Tab(NamedTuple):
    """A list of the screen."""

    title: Message
    about: Message
    read: Read
    issues: Callable[[League], Awaitable[Issues]]
    beside: Read | None
    """The page that stands beside it in the widest windows."""


# reading -----------------------------------------------------------------------------------------


async def _top(league: League, words: list[str]) -> Sheet:
    pool = words[0] if words else "live"
    if words[1:] or pool not in POOLS:
        raise ValueError(words)
    lines = await league.top(pool)
    return Sheet(lambda look: top_page(lines, look.me, pool))


async def _season(league: League, words: list[str]) -> Sheet:
    """Read the standings of a season, or a week of it after ``week``."""
    season, rest = ("", words) if words[:1] in ([], ["week"]) else (words[0], words[1:])
    match rest:
        case []:
            standings = await league.season(season)
            return Sheet(lambda look: season_page(standings, look.me))
        case ["week"]:
            week = await league.week(season)
        case ["week", number] if number.isdecimal():
            week = await league.week(season, int(number))
        case _:
            raise ValueError(words)
    return Sheet(lambda look: week_page(week, look.me))


async def _bracket(league: League, words: list[str]) -> Sheet:
    if words[1:]:
        raise ValueError(words)
    page = await league.bracket("".join(words))
    return Sheet(
        lambda look: bracket_page(page, look.me, look.width, look.signs, look.height), page
    )


async def _year(league: League, words: list[str]) -> Sheet:
    if words[1:] or not all(word.isdecimal() and len(word) == 4 for word in words):
        raise ValueError(words)
    page = await league.year(int(words[0]) if words else None)
    return Sheet(lambda look: year_page(page, look.me))


async def _player(league: League, words: list[str]) -> Sheet:
    """Read a profile; with a second name, the games of the two."""
    if len(words) not in (1, 2):
        raise ValueError(words)
    if words[1:]:
        games = await league.head_to_head(*words)
        return Sheet(lambda look: head_to_head_page(games))
    profile = await league.profile(words[0])
    return Sheet(lambda look: profile_page(profile))


# turning -----------------------------------------------------------------------------------------


async def _begun(league: League) -> tuple[list[SeasonLine], Callable[[], PageText]]:
    """Return the seasons that have begun, and what is shown if none has."""
    seasons = await league.seasons()
    begun = [season for season in seasons if season.state != "coming"]
    return begun, partial(_no_season, seasons)


def _no_season(seasons: tuple[SeasonLine, ...]) -> PageText:
    """Say that there is no season yet, or when the first begins."""
    if not seasons:
        return PageText().add(tell("There has been no season here yet."))
    first = seasons[-1]
    name = season_name(first.id)
    return PageText().add(tell("{season} begins on {start} UTC.", season=name, start=first.start))


async def _all_seasons(league: League) -> Issues:
    begun, none = await _begun(league)
    return Issues([[season.id] for season in begun], none)


async def _weeks(league: League) -> Issues:
    """Return the weeks of the latest season."""
    begun, none = await _begun(league)
    weeks = [
        [season.id, "week", str(week)]
        for season in begun[:1]
        for week in range(season.week or season.weeks, 0, -1)
    ]
    return Issues(weeks, none)


async def _championships(league: League) -> Issues:
    ids = [[page.id] for page in await league.championships()]
    return Issues(ids, lambda: PageText().add(tell("No championship has been held yet.")))


async def _years(league: League) -> Issues:
    years = sorted({season.year for season in await league.seasons()}, reverse=True)
    return Issues([[str(year)] for year in years] or [[]])


async def _pools(league: League) -> Issues:
    return Issues([[pool] for pool in POOLS])


# the pages ---------------------------------------------------------------------------------------

PAGES: Final = (
    Page("top", N_("top [live | days | live-bots | days-bots]"), N_("the best ratings"), _top),
    Page(
        "season",
        N_("season [SEASON] [week [NUMBER]], where SEASON is such as 2026-clubs"),
        N_("the standings; `season week` for the week"),
        _season,
    ),
    Page(
        "bracket",
        N_("bracket [CHAMPIONSHIP], such as 2026-clubs or 2026-world"),
        N_("the championship"),
        _bracket,
    ),
    Page("year", N_("year [YEAR]"), N_("the table of a year"), _year),
    Page(
        "player",
        N_("player NAME [OPPONENT]"),
        N_("a player; with a second name, their games together"),
        _player,
    ),
)

TABS: Final = (
    Tab(
        C_("a list of the league", "standings"),
        N_("Points of every week, from won matches."),
        _season,
        _all_seasons,
        beside=_top,
    ),
    Tab(
        C_("a list of the league", "week"),
        N_("One match a week counts between two players."),
        _season,
        _weeks,
        beside=_season,
    ),
    Tab(
        C_("a list of the league", "championship"),
        N_("Two lost matches, and you are out."),
        _bracket,
        _championships,
        beside=None,
    ),
    Tab(
        C_("a list of the league", "year"),
        N_("The best of the year meet in its World Championship."),
        _year,
        _years,
        beside=_top,
    ),
    Tab(
        C_("a list of the league", "ratings"),
        N_("What rated games say of your strength."),
        _top,
        _pools,
        beside=_season,
    ),
)


class UsageError(Exception):
    """A command has words that mean nothing; the text says how it is written."""


TOPICS: Final = {page.name: helps.Topic(page.usage, page.text) for page in PAGES}
"""What the help says of the pages."""


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
    page = next(page for page in PAGES if page.name == name)
    try:
        sheet = await page.read(league, rest)
    except ValueError:
        raise UsageError(tr("cuttle: that is written: {usage}", usage=tr(page.usage))) from None
    return "\n".join(plain(line).rstrip() for line in sheet.write(Look()).lines).rstrip()


async def _league(session: Conversation, rest: str, *, name: str) -> None:
    league = None if session.lobby.online is None else session.lobby.online.league
    if league is None:
        session.output.tell(NO_LEAGUE)
        return
    try:
        text = await league_text(league, [name, *rest.split()])
    except UsageError:
        session.output.tell(helps.usage_line(TOPICS[name]))
    else:
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
        session.output.tell(followed_line(rest, now=yes), names=(rest,))

    return command


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
    session.output.text(wording.night_text(nights.page()))


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
    **{name: partial(_league, name=name) for name in TOPICS},
    "match": _match,
    "follow": _follow(yes=True),
    "unfollow": _follow(yes=False),
    "night": _night,
}
