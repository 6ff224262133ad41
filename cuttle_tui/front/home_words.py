"""Word the home screen: its entries and the player's name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from cuttle_tui.front.settings_words import DAYS_DEAL, saved_line, standing_text
from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Sentence,
    Span,
    listing,
    plain,
    say,
    tell,
    tr,
)
from cuttle_tui.kit import keymap as letters
from cuttle_tui.kit.names import listed
from cuttle_tui.kit.text_types import PanelBlock, PanelModel, Prompt
from cuttle_tui.kit.words import Entry
from cuttle_tui.ladder import Rung, level_about
from cuttle_tui.learn.puzzle_texts import time_to_next
from cuttle_tui.learn.puzzle_words import Standing, days_line, rating_line, title_of
from cuttle_tui.ports import Account, Guest, Lobby, OnlineLobby, SavedGame, TableState
from cuttle_tui.ports.league import SeasonLine
from cuttle_tui.replay.archive_words import Result, result_line
from cuttle_tui.rules.book import rules_in_words
from cuttle_tui.table.words.game_over import season_name
from cuttle_tui.table.words.waiting_room import UNKNOWN_HOST
from engine.bots.levels import USUAL_LEVEL
from engine.rules.rulesets import Ruleset

RESUME: Final = Entry(
    "r", N_("resume your game"), N_("your seat is held"), N_("Go back to your game?"), N_("resume")
)
QUICK: Final = Entry(
    "m",
    N_("quick match"),
    N_("against the next player to arrive"),
    N_("Wait for an opponent?"),
    N_("wait"),
    N_("against the next to arrive"),
)
RANKED: Final = Entry(
    "e",
    N_("rated match"),
    N_("the season's rules, first to two wins"),
    N_("Play a rated match?"),
    N_("wait"),
    N_("the season's, first to two"),
)
OPEN: Final = Entry(
    letters.NEW_TABLE,
    N_("new table"),
    N_("for friends or anybody, with any rules"),
    N_("Open a table?"),
    N_("choose the table"),
    N_("for friends, with any rules"),
)
JOIN: Final = Entry(
    letters.JOIN_KEY,
    N_("join by code"),
    N_("type the code you were given"),
    N_("Join a friend's table?"),
    N_("type a code"),
)
LOBBY: Final = Entry(
    "l",
    N_("lobby"),
    N_("people, tables, games to watch"),
    N_("See who is here?"),
    N_("go there"),
    N_("people, tables, games"),
)
COMPUTER: Final = Entry(
    "c",
    C_("an entry", "play the computer"),
    N_("starts at once"),
    N_("Play against the computer?"),
    N_("sit down"),
)
HOT_SEAT: Final = Entry(
    "t",
    N_("share this screen"),
    N_("hands are hidden between turns"),
    N_("Share this screen?"),
    N_("sit down"),
    N_("hands are hidden meanwhile"),
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
    N_("other rules, seats, options"),
    N_("Set up a table?"),
    N_("choose"),
)
INVITE: Final = Entry(
    "i",
    N_("invite a friend"),
    N_("they connect to you over ssh"),
    N_("Let a friend connect to your machine?"),
    N_("open it"),
    N_("they come over ssh"),
)
FRIEND: Final = Entry(
    letters.FRIENDS,
    N_("meet friends"),
    N_("how to meet, here or anywhere"),
    N_("Read how to meet a friend?"),
    N_("read"),
)
FRIENDS: Final = replace(
    FRIEND,
    label=N_("friends"),
    description=N_("all of them, and how to meet"),
    question=N_("See your friends?"),
    verb=N_("see them"),
)
ACCOUNT: Final = Entry(
    "a", N_("your account"), N_("your keys, your data"), N_("See your account?"), N_("see it")
)
GUEST: Final = Entry(
    "a",
    N_("get an account"),
    N_("your name and settings, kept for next time"),
    N_("How do you get an account?"),
    N_("see how"),
    N_("your name, kept for next time"),
)
LEARN: Final = Entry(
    "h",
    N_("how to play"),
    N_("lessons, puzzles, the rules"),
    N_("Learn the game?"),
    N_("see lessons and rules"),
)
FIRST_LESSON: Final = Entry(
    letters.LESSON,
    N_("first lesson"),
    N_("three minutes, by playing"),
    N_("Learn it by playing?"),
    N_("begin"),
)
NEXT_LESSON: Final = replace(FIRST_LESSON, label=N_("next lesson"), question=N_("Learn more?"))
TODAYS_PUZZLE: Final = Entry(
    letters.PUZZLE,
    N_("today's puzzle"),
    N_("a real position: find the play"),
    N_("Try today's puzzle?"),
    N_("try it"),
    N_("find the play"),
)
FIRST_PUZZLE: Final = Entry(
    letters.PUZZLE,
    N_("first puzzle"),
    N_("an easy one: find the play"),
    N_("Try an easy puzzle?"),
    N_("try it"),
    N_("find the play"),
)
CLOCKED: Final = (QUICK, RANKED)
"""The entries with clocks to choose."""
LEVELLED: Final = (COMPUTER,)
"""The entries with a level to choose."""
OPENING: Final = N_("waiting for connections...")
ALIASES: Final = (("w", LOBBY.key), ("o", OPEN.key))
"""Other keys for the same entries."""


def entries(
    *,
    online: bool,
    held: Entry | None,
    kept: bool,
    invitation: Entry | None,
    account: Account | None,
    saved: tuple[SavedGame, ...] = (),
    new: bool = False,
    lesson: Entry | None = None,
    boarded: bool = False,
    puzzled: bool = True,
    waiting: tuple[Entry, ...] = (),
    befriended: bool = False,
) -> tuple[Entry, ...]:
    """List what the home screen offers.

    Args:
        online: whether other players can be met here.
        held: what leads back to the seat that is held for the player, if one is.
        kept: whether finished games are archived.
        invitation: what opens a room in this process, if possible.
        account: the player's account, if there is a server.
        saved: the games that can be resumed at home.
        new: whether the player has neither learnt nor played anything yet.
        lesson: the lesson to begin or to go on with, until all are done or a game is won.
        boarded: whether the puzzle to try is in sight as a board.
        puzzled: whether they have tried a puzzle; today's may be a hard one to begin with.
        waiting: what waits for the player, such as friends.
        befriended: whether the player has friends.
    """
    wanted = TODAYS_PUZZLE if puzzled else FIRST_PUZZLE
    puzzle = () if boarded else (wanted,)
    learn = () if lesson is None or held else (lesson,)
    first = (*learn, *puzzle) if new and not held else learn
    if online:
        resume = () if held is None else (held,)
        mine = () if account is None else (GUEST if account.guest else ACCOUNT,)
        watch = (WATCH,) if kept else ()
        rated = () if account is not None and account.guest else (RANKED,)
        meet = (QUICK, *rated, OPEN, JOIN, LOBBY)
        return (*resume, *waiting, *first, *meet, COMPUTER, *mine, *watch, LEARN)
    invite = (INVITE,) if invitation is INVITE else ()
    room = () if invitation is None or invitation is INVITE else (invitation,)
    watch = (WATCH,) if kept else ()
    readable = any(game.problem is None for game in saved)
    resume = (saved_entry(saved),) if readable else ()
    friends = FRIENDS if befriended else FRIEND
    own = (COMPUTER, HOT_SEAT, NEW, *invite, friends)
    return (*room, *resume, *waiting, *first, *own, *watch, LEARN)


def invitation_entry(unfinished: tuple[str, ...]) -> Entry:
    """Return the entry that opens a room; it names the friends with whom a game goes on there."""
    if not unfinished:
        return INVITE
    label = tr("your game with {who}", who=plain(listing([listed(name) for name in unfinished])))
    return replace(INVITE, label=label, description=_GOES_ON, question=_OPEN_AGAIN, brief=_BRIEFLY)


_GOES_ON: Final = N_("it goes on once your room is open again")
_BRIEFLY: Final = N_("it goes on")
_OPEN_AGAIN: Final = N_("Open your room again, and go on?")


def held_entry(state: TableState, seat: int | None) -> Entry:
    """Return the entry that leads back to a seat; of a match it tells how that stands."""
    match = state.match
    if state.day:
        return replace(RESUME, description=DAYS_DEAL)
    if match is None or seat is None or not any(match.score):
        return RESUME
    names = [listed(sitter.name) for sitter in state.sitters]
    names[seat] = tr("you")
    return replace(RESUME, description=standing_text(names, match, seat))


def saved_entry(saved: tuple[SavedGame, ...]) -> Entry:
    """Return the entry that resumes a kept game, with its score."""
    return replace(RESUME, description=saved_line(saved), question=_SAVED)


_SAVED: Final = N_("Pick up where you left off?")


def gist(ruleset: Ruleset) -> PanelModel:
    """Say in a few sentences how the game goes."""
    lines = tuple(tell(line, goal=ruleset.goals[0]) for line in _GIST)
    return (PanelBlock(tr(_GIST_TITLE), lines),)


_GIST_TITLE: Final = N_("how it goes")
_GIST: Final = (
    N_("Draw a card or play one: the first with {goal} points on the table wins."),
    N_("Ace to 10 are worth their number, or attack; most have an effect."),
    N_("Kings lower your goal, queens guard, jacks steal, twos counter."),
)


def rating_lines(standing: Standing) -> tuple[Sentence, ...]:
    """Tell a player's rating with puzzles and the days in a row, once there are some."""
    days = (say(days_line(standing.days)),) if standing.days > 1 else ()
    return (rating_line(standing.rating), *days)


@dataclass(frozen=True, slots=True)
class QuickMatch:
    """A quick match that can be asked for."""

    timing: str
    rated: bool
    season: SeasonLine | None
    """The season that runs."""


def home_prompt(
    entry: Entry,
    why: Sentence,
    quick: QuickMatch | None = None,
    level: str = USUAL_LEVEL,
    rungs: Sequence[Rung] = (),
) -> Prompt:
    """Ask about the entry in focus: a match says what it counts for, the computer its level."""
    reason = why
    if entry in LEVELLED:
        reason = why or level_about(level, rungs, wins=False)  # the band tells them
    elif quick is not None and quick.rated:
        reason = why or season_line(quick.season)
    return Prompt("bar", tr("WELCOME"), say(entry.question), why=reason)


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


@dataclass(frozen=True, slots=True)
class Visit:
    """What the home screen knows of the player."""

    new: bool
    """Whether no lesson is done and no game known."""
    results: tuple[Result, ...] = ()
    """Their last games, newest first."""
    standing: Standing | None = None
    """Today's puzzle, and how the player stands with puzzles."""
    rivalry: Sentence = SILENCE
    """The record against the person of the last game."""
    ladder: Sentence = SILENCE
    """The level of the computer to beat next."""
    boarded: bool = False
    """Whether the puzzle to try is in sight as a board."""
    listed: bool = False
    """Whether it stands in the list."""
    lesson: Entry | None = None
    """The lesson to begin or to go on with, until all are done or a game is won."""
    pressing: tuple[Sentence, ...] = ()
    """What waits for the player today and has no row."""
    later: tuple[Sentence, ...] = ()
    """What else waits and has none."""
    puzzled: bool = True
    """Whether they have tried a puzzle, or are not new: then today's is the one to try."""


def home_band(lobby: Lobby, ruleset: Ruleset, visit: Visit) -> tuple[Sentence, ...]:
    """Say what is worth knowing now, the most useful first; large windows show all of it."""
    online = lobby.online
    guest = None if online is None else online.guest
    if online is not None and guest is not None:
        who = _welcome(lobby) if visit.new else _guest_line(lobby)
        lines = (who, *_way_back(online, guest, _worth_reading(visit)), *visit.pressing)
    else:
        rules, chosen = _rules_line(ruleset), ruleset.name != _USUAL_RULES
        first, *others = _first_lines(lobby, visit)
        puzzle = _worth_reading(visit)
        own = (rules,) if chosen else ()
        climbs = SILENCE if online is None or visit.new else visit.ladder
        told = (*visit.pressing, puzzle, *others, *visit.later, visit.rivalry, *own, climbs)
        lines = (first, *told, SILENCE if chosen else rules)
    return tuple(line for line in lines if line)


def _first_lines(lobby: Lobby, visit: Visit) -> tuple[Sentence, ...]:
    """Say who plays and how their last game ended; at home first which level is next to beat."""
    if visit.new or lobby.online is not None or not visit.ladder:
        return (_first_line(lobby, visit),)
    player = Span(lobby.player, "strong")
    ladder = visit.ladder
    first = ladder if _is_nameless(lobby) else tell("{player}, {next}", player=player, next=ladder)
    if not visit.results:
        return (first,)
    last = result_line(visit.results[0], lobby.player, length=False)
    return first, tell("your last game: {result}", result=last)


def _is_nameless(lobby: Lobby) -> bool:
    """Return whether nobody knows what the player is called: at home, without a name."""
    return lobby.home is not None and not lobby.home.named


def _first_line(lobby: Lobby, visit: Visit) -> Sentence:
    """Say who plays, and how their last game ended; to somebody new, what Cuttle is."""
    player = Span(lobby.player, "strong")
    if visit.new:
        return _welcome(lobby)
    if visit.results:
        last = result_line(visit.results[0], lobby.player, length=False)
        if _is_nameless(lobby):
            return tell("your last game: {result}", result=last)
        return tell("{player}, your last game: {result}", player=player, result=last)
    if _is_nameless(lobby):
        return _welcome(lobby)
    if lobby.account is not None:
        return tell("you are {player}", player=player)
    if lobby.online is None:
        return tell(_ALONE, player=player)
    return tell(_MEETING, player=lobby.player)


def _welcome(lobby: Lobby) -> Sentence:
    """Say to somebody new what this is."""
    if _is_nameless(lobby):
        return tell("this is Cuttle: a card duel to 21 points")
    player = Span(lobby.player, "strong")
    return tell("{player}, this is Cuttle: a card duel to 21 points", player=player)


def _worth_reading(visit: Visit) -> Sentence:
    """Suggest today's puzzle, or an easy one to begin with, unless it is in sight."""
    standing = visit.standing
    if standing is None:
        return SILENCE
    if (visit.boarded or visit.listed) and not standing.solved:
        return (
            tell("{days}: go on today", days=days_line(standing.days)) if standing.days else SILENCE
        )
    if not visit.puzzled:
        return tell("{key} tries an easy puzzle", key=Span(letters.PUZZLE, "key"))
    return _puzzle_line(standing)


def _puzzle_line(standing: Standing) -> Sentence:
    """Offer today's puzzle; once it is solved, say so, with the days in a row."""
    key = Span(letters.PUZZLE, "key")
    if not standing.solved:
        title = Span(title_of(standing.daily), "strong")
        return tell("today's puzzle, {title}: {key} tries it", title=title, key=key)
    time = time_to_next(standing.now)
    if standing.days < 2:
        return tell(
            "today's puzzle is solved, the next one comes in {time}; {key} more", time=time, key=key
        )
    return tell(
        "today's puzzle is solved, {days}; the next one in {time}; {key} more",
        days=days_line(standing.days),
        time=time,
        key=key,
    )


def _guest_line(lobby: Lobby) -> Sentence:
    """Tell guests who they are."""
    return tell("you are {player}, a guest", player=Span(lobby.player, "strong"))


def _way_back(lobby: OnlineLobby, guest: Guest, puzzle: Sentence) -> tuple[Sentence, ...]:
    """Tell a guest how to come back, and of a puzzle to try, in the same line if it is short."""
    code = Span(guest.resume_code, "strong")
    if not guest.resume_code:
        return tell("connection lost? open this page again: your seat is held"), puzzle
    if UNKNOWN_HOST not in lobby.door.split():
        lost = tell("connection lost?  ssh -t {door} join {code}", door=lobby.door, code=code)
        return lost, puzzle
    back = tell("your way back: {code}", code=code)
    return (tell("{back}; {puzzle}", back=back, puzzle=puzzle) if puzzle else back,)


_USUAL_RULES: Final = "standard"
"""Rules that go without saying in a small window."""
_MEETING: Final = N_("{player}: you can meet other players here")
_ALONE: Final = N_("{player}: at this keyboard")
LAST_GAMES: Final = N_("your last games")


def _rules_line(ruleset: Ruleset) -> Sentence:
    name = Span(rules_in_words(ruleset.name), "strong")
    return tell("your rules: {rules}, {title}", rules=name, title=tr(ruleset.title))
