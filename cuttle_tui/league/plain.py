"""The league and play nights as text commands, in plain mode and over ssh alike."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Final

from cuttle_tui.i18n.translation import N_, plain, tr
from cuttle_tui.kit.words import sent_line
from cuttle_tui.league import brackets, nights as wording, pages as seasons, people
from cuttle_tui.league.pages import Look
from cuttle_tui.league.people import followed_line
from cuttle_tui.plain.commands import SERVER, LobbyCommands, UsageError
from cuttle_tui.plain.conversation import Conversation
from cuttle_tui.plain.lines import options_among
from cuttle_tui.plain.words import NO_LEAGUE, QUICK_INSTEAD
from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.league import NIGHT_FORMATS, League, NightPlan, Nights

PAGES: Final = (*seasons.PAGES, *brackets.PAGES, *people.PAGES)
TABS: Final = (*seasons.TABS, *brackets.TABS, *people.TABS)


COMMANDS: Final = LobbyCommands(SERVER)


USUAL: Final = Look()
HEARD: Final = Look(width=28)
"""So narrow that a tree is a list of its rounds."""


async def league_text(league: League, words: list[str], look: Look = USUAL) -> str:
    """Carry out a command of the league, and return its page.

    Args:
        league: the league, as the player who asks may see it.
        words: the command and its words.
        look: how the page is written.

    Raises:
        UsageError: the words mean nothing.
        LobbyError: there is no such season, championship or player.
    """
    name, *rest = words
    page = next(page for page in PAGES if page.name == name)
    try:
        sheet = await page.read(league, rest)
    except ValueError:
        raise UsageError(tr("cuttle: usage: {usage}", usage=tr(page.usage))) from None
    return "\n".join(plain(line).rstrip() for line in sheet.write(look).lines).rstrip()


async def _league(session: Conversation, rest: str, *, name: str) -> None:
    league = None if session.lobby.online is None else session.lobby.online.league
    if league is None:
        session.output.tell(NO_LEAGUE)
        return
    try:
        text = await league_text(league, [name, *rest.split()], HEARD)
    except UsageError:
        raise UsageError from None
    session.output.page(text)


for _page in PAGES:
    COMMANDS.add(_page.usage, _page.text, partial(_league, name=_page.name))


@COMMANDS(
    N_("match [CHAMPIONSHIP]"),
    N_("call your opponent to your match of the championship, such as 2026-clubs"),
)
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


async def _follow(session: Conversation, rest: str, *, yes: bool) -> None:
    league = session.online.league
    if not rest or league is None:
        raise UsageError
    await league.follow(rest, yes)
    session.output.tell(followed_line(rest, now=yes), names=(rest,))


COMMANDS.add(
    N_("follow NAME"),
    N_("be told when somebody arrives; unfollow NAME stops that"),
    partial(_follow, yes=True),
)
COMMANDS.add(
    N_("unfollow NAME"), N_("no longer be told when somebody arrives"), partial(_follow, yes=False)
)


# play nights -------------------------------------------------------------------------------------


@COMMANDS(
    N_(
        "night [start FORMAT [RULES] [timing T] [rounds N] [minutes N] | join | leave | begin "
        "| withdraw NAME | end]"
    ),
    N_(
        "see the play night, or open one; FORMAT is swiss, round-robin, arena or double-elimination"
    ),
)
async def _night(session: Conversation, rest: str) -> None:
    """Do what is typed behind ``night``, then show the night."""
    nights = session.online.nights
    if nights is None:
        raise LobbyError("no-night")
    word, *words = rest.split() or [""]
    try:
        if word == "start":
            await nights.open(read_plan(words, session.ruleset))
        elif word == "withdraw":
            (name,) = words
            await nights.withdraw(name)
        elif words or word not in ("", *_STEPS):
            raise ValueError(rest)
        elif word:
            await _STEPS[word](nights)
    except ValueError:
        raise UsageError from None
    session.output.page(wording.night_text(nights.page(), HEARD.width))


_STEPS: Final[Mapping[str, Callable[[Nights], Awaitable[None]]]] = {
    "join": lambda nights: nights.join(),
    "leave": lambda nights: nights.leave(),
    "begin": lambda nights: nights.begin(),
    "end": lambda nights: nights.end(),
}


def read_plan(words: list[str], ruleset: str) -> NightPlan:
    """Parse what a host wants: ``FORMAT RULES timing T rounds N minutes N``, in any order.

    Raises:
        ValueError: a word means nothing.
    """
    options, others = options_among(words, timing=str, rounds=int, minutes=int)
    for word in others:
        options["format" if word in NIGHT_FORMATS else "ruleset"] = word
    return NightPlan(**{"ruleset": ruleset, **options})
