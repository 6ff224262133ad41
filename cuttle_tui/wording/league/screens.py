"""Word what the league's screens ask."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, Span, say, tell
from cuttle_tui.i18n.translation import C_, N_, tr
from cuttle_tui.keymap import front_letters as letters
from cuttle_tui.ports.league import Profile, SeasonLine
from cuttle_tui.wording.league.seasons import season_name
from cuttle_tui.wording.league.text_table import PageText
from cuttle_tui.wording.prompt_types import Prompt, option

TABS: Final = (
    C_("a list of the league", "standings"),
    C_("a list of the league", "week"),
    C_("a list of the league", "championship"),
    C_("a list of the league", "year"),
    C_("a list of the league", "ratings"),
)
NOT_SAVED: Final = N_("this could not be saved: it lasts for this visit")
LOADING: Final = N_("one moment...")
_ABOUT: Final = (
    N_("Points of every week, from won matches."),
    N_("One match a week counts between two players."),
    N_("Two lost matches, and you are out."),
    N_("The best of the year meet in its World Championship."),
    N_("What rated games say of your strength."),
)
_COMING: Final = N_("{season} begins on {start} UTC.")
_NO_SEASON: Final = N_("There has been no season here yet.")
_NO_CHAMPIONSHIP: Final = N_("No championship has been held yet.")
_FOLLOWED: Final = N_("you hear when {name} comes")
_UNFOLLOWED: Final = N_("you no longer hear when {name} comes")


def league_prompt(
    tab: int, chosen: str, turnable: tuple[bool, bool], opponent: str, why: Sentence
) -> Prompt:
    """Say what a list of the league is about, and what can be done.

    Args:
        tab: which list it is.
        chosen: the player in focus.
        turnable: whether there is an earlier page, and a later one.
        opponent: whom the reader is to meet in the championship shown.
        why: what came of the last key.
    """
    options = [option("enter", tr("profile of {name}", name=chosen))] if chosen else []
    if opponent:
        options.append(option("enter", tr("play your match against {name}", name=opponent)))
    earlier, later = turnable
    if earlier:
        options.append(option(letters.EARLIER, tr("earlier")))
    if later:
        options.append(option(letters.LATER, tr("later")))
    options.append(option("esc", tr("back")))
    return Prompt("bar", tr("LEAGUE"), tell(_ABOUT[tab]), tuple(options), why)


def profile_prompt(profile: Profile | None, chosen: str, why: Sentence) -> Prompt:
    """Say what can be done on a profile."""
    options = []
    if chosen:
        options.append(option("enter", tr("games against {name}", name=chosen)))
    if profile is not None and not profile.me:
        label = tr("stop following") if profile.followed else tr("follow")
        options += [option(letters.FOLLOW, label), option(letters.AGAINST_ME, tr("against you"))]
    options.append(option("esc", tr("back")))
    return Prompt("bar", tr("PROFILE"), tell("What a player shows."), tuple(options), why)


def head_to_head_prompt(one: str, other: str) -> Prompt:
    """Title the games of two players."""
    about = tell("{one} against {other}", one=one, other=other)
    return Prompt("wait", tr("HEAD TO HEAD"), about, (option("esc", tr("back")),), SILENCE)


def followed_line(name: str, *, now: bool) -> Sentence:
    """Confirm that a player is followed, or no longer."""
    return tell(_FOLLOWED if now else _UNFOLLOWED, name=Span(name, "strong"))


def no_season(seasons: tuple[SeasonLine, ...]) -> PageText:
    """Say that there is no season yet, or when the first begins."""
    if not seasons:
        return PageText().add(tell(_NO_SEASON))
    first = seasons[-1]
    name = season_name(first.suit, first.year)
    return PageText().add(say(tr(_COMING, season=name, start=first.start)))


def no_championship() -> PageText:
    """Say that there is no championship yet."""
    return PageText().add(tell(_NO_CHAMPIONSHIP))
