"""Word the home screen: its entries and the player's name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, Span, tell
from cuttle_tui.i18n.translation import C_, N_, tr
from cuttle_tui.keymap import front_letters as letters
from cuttle_tui.ports import Account, Lobby, SavedGame
from cuttle_tui.ports.league import SeasonLine
from cuttle_tui.wording.front.inbox import count_with_key
from cuttle_tui.wording.front.joining import Entry
from cuttle_tui.wording.front.night_band import night_band
from cuttle_tui.wording.front.saved_games import saved_line
from cuttle_tui.wording.prompt_types import Prompt, option
from cuttle_tui.wording.table.stake import season_name
from engine.rules.rulesets import Ruleset
from engine.table.clocks import NO_CLOCK

RESUME: Final = Entry(
    "r", N_("resume your game"), N_("your seat is held"), N_("Go back to your game?"), N_("resume")
)
QUICK: Final = Entry(
    "m",
    N_("quick match"),
    N_("with the next player who comes"),
    N_("Play the next player who comes?"),
    N_("wait"),
)
RANKED: Final = Entry(
    "e",
    N_("rated match"),
    N_("the season's rules, first to two wins"),
    N_("Play a rated match?"),
    N_("wait"),
)
OPEN: Final = Entry(
    letters.NEW_TABLE,
    N_("new table"),
    N_("for friends or anybody, with any rules"),
    N_("Open a table?"),
    N_("choose the table"),
)
JOIN: Final = Entry(
    "j",
    N_("join by code"),
    N_("type the code you were given"),
    N_("Join a friend's table?"),
    N_("type a code"),
)
LOBBY: Final = Entry(
    "l", N_("lobby"), N_("people, tables, games to watch"), N_("See who is here?"), N_("go there")
)
COMPUTER: Final = Entry(
    "c",
    N_("play the computer"),
    N_("starts at once, for one player"),
    N_("Play against the computer?"),
    N_("sit down"),
)
HOT_SEAT: Final = Entry(
    "t",
    N_("share this keyboard"),
    N_("hands are hidden between turns"),
    N_("Share this keyboard?"),
    N_("sit down"),
)
WATCH: Final = Entry(
    "w",
    N_("watch a replay"),
    N_("the games you played here"),
    N_("Watch a replay?"),
    C_("a game", "choose one"),
)
NEW: Final = Entry(
    letters.NEW_TABLE,
    N_("new table"),
    N_("other rules, more seats, options"),
    N_("Set up a table?"),
    N_("choose"),
)
INVITE: Final = Entry(
    "i",
    N_("invite a friend"),
    N_("they connect to your machine over ssh"),
    N_("Let a friend connect to your machine?"),
    N_("open it"),
)
FRIEND: Final = Entry(
    "f",
    N_("play a friend"),
    N_("over ssh, from here or anywhere"),
    N_("Play a friend over ssh?"),
    N_("see how"),
)
ACCOUNT: Final = Entry(
    "a", N_("your account"), N_("your keys, your data"), N_("See your account?"), N_("see it")
)
GUEST: Final = Entry(
    "a",
    N_("get an account"),
    N_("a name and settings that are kept"),
    N_("How do you get an account?"),
    N_("see how"),
)
LEARN: Final = Entry(
    "h",
    N_("how to play"),
    N_("lessons, puzzles, the rules"),
    N_("Learn the game?"),
    N_("see lessons and rules"),
)
QUIT: Final = Entry("q", N_("quit"), "", N_("Leave cuttle?"), N_("quit"))
CLOCKED: Final = (QUICK, RANKED)
"""The entries with clocks to choose."""
OPENING: Final = N_("waiting for connections...")
ALIASES: Final = (("w", LOBBY.key), ("o", OPEN.key))
"""Other keys for the same entries."""


def entries(
    *,
    online: bool,
    held: bool,
    kept: bool,
    hosting: bool,
    account: Account | None,
    saved: tuple[SavedGame, ...] = (),
) -> tuple[Entry, ...]:
    """List what the home screen offers.

    Args:
        online: whether other players can be met here.
        held: whether a seat is held for the player.
        kept: whether finished games are archived.
        hosting: whether a room can be opened in this process.
        account: the player's account, if there is a server.
        saved: the games that can be resumed at home.
    """
    if online:
        resume = (RESUME,) if held else ()
        mine = () if account is None else (GUEST if account.guest else ACCOUNT,)
        return (*resume, QUICK, RANKED, OPEN, JOIN, LOBBY, COMPUTER, *mine, LEARN, QUIT)
    invite = (INVITE,) if hosting else ()
    watch = (WATCH,) if kept else ()
    readable = any(game.problem is None for game in saved)
    resume = (saved_entry(saved),) if readable else ()
    return (*resume, COMPUTER, HOT_SEAT, NEW, *invite, FRIEND, *watch, LEARN, QUIT)


def saved_entry(saved: tuple[SavedGame, ...]) -> Entry:
    """Return the entry that resumes a kept game, with its score."""
    return replace(RESUME, description=saved_line(saved), question=_SAVED)


_SAVED: Final = N_("Go on with a game you left?")


@dataclass(frozen=True, slots=True)
class QuickMatch:
    """A quick match that can be asked for."""

    timing: str
    rated: bool
    season: SeasonLine | None
    """The season that runs."""


def home_prompt(
    entry: Entry, offered: tuple[Entry, ...], why: Sentence, quick: QuickMatch | None = None
) -> Prompt:
    """Ask about the entry in focus; about a quick match, with its clocks and what it counts for."""
    keys = Span(" ".join(one.key for one in offered), "key")
    enter, straight = option("enter", str(entry.verb)), tell("{keys} go straight there", keys=keys)
    if quick is None:
        return Prompt("bar", tr("WELCOME"), tell(entry.question), (enter, straight), why)
    timing = tr("none") if quick.timing == NO_CLOCK else quick.timing
    clocks = option("left right", tr("clocks: {timing}", timing=timing))
    reason = why or (season_line(quick.season) if quick.rated else SILENCE)
    return Prompt("bar", tr("WELCOME"), tell(entry.question), (enter, clocks), reason)


def season_line(season: SeasonLine | None) -> Sentence:
    """Say what rated games count for now."""
    if season is None:
        return tell("no season is running: the games will be casual")
    return tell(
        "{season}, week {week} of {weeks}",
        season=season_name(season.id),
        week=season.week or 0,
        weeks=season.weeks,
    )


def home_band(lobby: Lobby, ruleset: Ruleset) -> tuple[Sentence, ...]:
    """Show the player's name and rules, and how a guest can come back."""
    account, player = lobby.account, Span(lobby.player, "strong")
    if account is None:
        place = _ALONE if lobby.online is None else _MEETING
        own = Span(letters.OWN_NAME, "key")
        return (tell(place, player=lobby.player, key=own), _rules_line(ruleset))
    if not account.guest:
        online = lobby.online
        news = SILENCE if online is None else night_band(online) or count_with_key(online.inbox())
        return (tell("you are {player}", player=player), news or _rules_line(ruleset))
    code = Span(account.resume_code, "strong")
    return (
        tell("you are {player}, a guest; your resume code is {code}", player=player, code=code),
        tell(
            "connection lost?  ssh -t {door} join {code}  or {key} here",
            door=account.door,
            code=code,
            key=Span(JOIN.key, "key"),
        ),
    )


_MEETING: Final = N_("{player}: you can meet other players here")
_ALONE: Final = N_("{player}: at this keyboard   {key} for another name")


def _rules_line(ruleset: Ruleset) -> Sentence:
    name, key = Span(ruleset.name, "strong"), Span(NEW.key, "key")
    title = tr(ruleset.title)
    return tell("{rules}: {title}   {key} for other rules", rules=name, title=title, key=key)
