"""Word the home screen: what it offers, who one is."""

from __future__ import annotations

from typing import Final

from cuttle_tui.ports import Lobby
from cuttle_tui.prose import Sentence, Span, say
from cuttle_tui.wording.asking import Prompt, option
from cuttle_tui.wording.front import Entry
from engine.rulesets import Ruleset

RESUME: Final = Entry(
    "r", "resume your game", "your seat is held", "Go back to your game?", "resume"
)
QUICK: Final = Entry(
    "m", "quick match", "with whoever comes next", "Play the next person who comes?", "wait for one"
)
RANKED: Final = Entry(
    "e", "ranked match", "it counts; for accounts", "Play a match that counts?", "wait for one"
)
OPEN: Final = Entry(
    "o", "open a table", "for friends or for anybody", "Open a table?", "choose what it is like"
)
JOIN: Final = Entry(
    "j", "join by code", "type the code you got", "Join a friend's table?", "type a code"
)
LOBBY: Final = Entry("l", "lobby", "people, tables, games to watch", "See who is here?", "go there")
COMPUTER: Final = Entry(
    "c", "play the computer", "against the machine", "Play against the computer?", "sit down"
)
HOT_SEAT: Final = Entry(
    "t",
    "share this keyboard",
    "the screen hides hands in between",
    "Play together at this keyboard?",
    "sit down",
)
WATCH: Final = Entry(
    "w", "watch a game again", "the games you played here", "Watch a game again?", "choose one"
)
NEW: Final = Entry(
    "n", "new table", "other rules, more seats, options", "Choose a table?", "choose"
)
INVITE: Final = Entry(
    "i",
    "invite a friend",
    "they come to this machine over ssh",
    "Open your door for a friend?",
    "open it",
)
FRIEND: Final = Entry(
    "f", "play a friend", "over ssh, from here or anywhere", "Play a friend over ssh?", "see how"
)
ACCOUNT: Final = Entry(
    "a", "your account", "keys, settings, your data", "See your account?", "see it"
)
LEARN: Final = Entry(
    "h", "how to play", "lessons, puzzles, the rules", "Learn the game?", "see what there is"
)
QUIT: Final = Entry("q", "quit", "", "Leave cuttle?", "quit")
OPENING: Final = say("opening the door...")
ALIASES: Final = {"w": LOBBY.key}
"""Keys that lead where others lead."""


def entries(
    *, online: bool, held: bool, kept: bool, hosting: bool, account: bool
) -> tuple[Entry, ...]:
    """List what the home screen offers.

    Args:
        online: whether other people can be met here.
        held: whether a seat is held for the player.
        kept: whether there is a shelf of games.
        hosting: whether a room can be opened in this process.
        account: whether the server keeps something of the player.
    """
    if online:
        resume = (RESUME,) if held else ()
        mine = (ACCOUNT,) if account else ()
        return (*resume, QUICK, RANKED, OPEN, JOIN, LOBBY, COMPUTER, *mine, LEARN, QUIT)
    invite = (INVITE,) if hosting else ()
    watch = (WATCH,) if kept else ()
    return (COMPUTER, HOT_SEAT, NEW, *invite, FRIEND, *watch, LEARN, QUIT)


def home_prompt(entry: Entry, offered: tuple[Entry, ...], why: Sentence) -> Prompt:
    """Ask whether to do what is focused."""
    keys = say(Span(" ".join(one.key for one in offered), "key"), " go straight there")
    return Prompt("bar", "WELCOME", say(entry.question), (option("enter", entry.verb), keys), why)


def home_band(lobby: Lobby, ruleset: Ruleset) -> tuple[Sentence, ...]:
    """Greet the player, and say which rules are in use; to a guest, how to come back."""
    account = lobby.account
    rules = say(
        Span(ruleset.name, "strong"), f": {ruleset.title}   ", Span("n", "key"), " other rules"
    )
    if account is None:
        place = "other people can be met here" if lobby.online else "at home, at this keyboard"
        return (say(f"{lobby.player}: {place}"), rules)
    if not account.guest:
        return (say("you are ", Span(lobby.player, "strong")), rules)
    code = Span(account.resume_code, "strong")
    here = say("  or ", Span("j", "key"), " here")
    return (
        say("you are ", Span(lobby.player, "strong"), ", a guest; your resume code is ", code),
        say(f"connection lost?  ssh -t {account.door} join ", code, here),
    )
