"""Whatever a screen can do a line of plain mode does as well, or there is a reason why not."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any, Final

import cuttle_tui
from cuttle_tui.front import home_words
from cuttle_tui.kit.keymap import Section
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.kit.words import Entry
from cuttle_tui.learn import lesson_words
from cuttle_tui.plain import session
from cuttle_tui.plain.commands import HOME, SERVER
from cuttle_tui.plain.lines import KINDS, VERBS
from tests.cuttle_tui import lobbies
from tests.cuttle_tui.plain_talk import at_home, talk

LINES: Final[dict[str, tuple[str, ...]]] = {
    # the table
    "NUMBER": (
        *("pick that card; lower-case letters act at once", "play it"),
        *("pick that card, or keep it", "pick the marked card"),
        "continue with the chosen cards",
        "look at the first way to play it; enter again plays it",
        "choose the first card",
        *("take the target, or the seat, with that letter", "take the marked target"),
        *("the rank of a card, then its suit: 7 h, 0 s, Q d", "take the marked card"),
        "the card to counter with; why another cannot",
    ),
    "points": ("play the card for points",),
    "scuttle": ("scuttle with it",),
    "oneoff": ("play it as a one-off",),
    "royal": ("play it as a royal or as glasses",),
    "steal": ("steal with a jack",),
    "joker": ("steal a royal with a joker",),
    "discard": ("discard it",),
    "draw": ("draw a card",),
    "pass": ("pass, when the deck is empty",),
    "why": (
        *("play it that way at once, or read why you cannot", "why you cannot do that now"),
        *("see why that letter is not a target", "why you cannot offer a draw now"),
    ),
    "card": ("what the chosen card does",),
    "yes": (
        *("yes: counter, block, accept", "yes: counter", "yes: accept", "yes", "leave the table"),
        *("that key no longer signs in", "list them no more", "all of it comes here"),
        *("delete the account, once your name is typed", "save it in the folder that is named"),
    ),
    "no": (
        *("no: let it happen", "no", "let it happen, where nothing else is possible", "stay"),
        *(
            "keep the key",
            "both stay",
            "keep them",
            "keep the account",
            "do not report",
            "write nothing",
            "change nothing",
        ),
    ),
    "scrap": ("look through the scrap", "look along the cards"),
    "log": ("read the log", "scroll the log", "search the log"),
    "find": (
        *("search for a word or a card", "the next line that mentions it"),
        "the line before that mentions it",
    ),
    "position": (
        *("see the table as it was at this line", "see the table at this move", "the deal"),
        *("the next action", "one action back", "ten actions on", "ten actions back"),
        *("the last action", "go to a move: type its number", "go there"),
        "go to the move of that number",
    ),
    "table": (
        *("see the final table, or how the game went", "back to the table as it is now"),
        "copy the line a friend types to join",
    ),
    "hint": (
        *("ask the coach for the best plays, or hide them", "show a hint, or hide it"),
        "ask the coach: then the game no longer counts for the ladder",
        "ask the coach: then it no longer counts as today's deal",
        "what the coach would play here, and why",
    ),
    "undo": (
        "take back your last move",
        "take back your last move: then the game no longer counts for the ladder",
        "take back your last move: then it no longer counts as today's deal",
    ),
    "concede": ("concede this game",),
    "retract": ("do not concede",),
    "away": ("step away: the computer plays for you",),
    "back": ("come back to your seat",),
    "offer": ("offer a draw",),
    "end": ("end the game: it is not saved",),
    "show": ("show your hand to watchers, or hide it",),
    "claim": ("claim the win",),
    "off": ("call the game off",),
    "let": (
        "let in who stands at the door",
        "let in who stands at the door, as another of those who are away",
    ),
    "send": ("send away who stands at the door",),
    "ready": ("ready, or not ready", "play again"),
    "length": ("change how many games decide, as the host, before the first game",),
    "fill": ("let computers take the free seats",),
    "cut": (
        *("cut the next deck with a word of your own", "cut the deck"),
        "the whole seal of the deal, and marks of the others' words",
    ),
    "leave": (
        *("leave, concede, offer a draw", "stop watching", "leave"),
        *("back to the replay", "back to the list"),
        "back to the lessons; this one continues at its step next time",
        "leave your marked table, if it is waiting or over",
    ),
    "say": (
        *("say something; mute or report", "say the phrase with that key"),
        *("write your own words", "say it", "chat, where other people play"),
    ),
    "phrases": ("the phrases; mute, block or report somebody",),
    "mute": ("stop reading them, or read them again", "mute, block or report somebody"),
    "close": (
        "close the link to a game with friends: then only its players can see it",
        "close the link to your game with friends: then only its players can see it",
    ),
    "block": (
        "block them: you will not meet again",
        "block or unblock the marked player; you will not meet again",
    ),
    "report": (
        *("report them", "report the marked player", "report for this reason"),
        "the person, or the reason, with that key",
    ),
    # lessons and puzzles
    "again": ("start the position again", "try again", "other clocks, or days for each move"),
    "next": ("go on to what comes next", "your next correspondence game that waits for your move"),
    "lesson": (
        *("go on with the marked lesson", "begin the marked lesson"),
        *("begin the marked lesson over again", "a lesson while you wait"),
    ),
    "mistakes": ("your own mistakes: find the better play",),
    "puzzle": (
        *("open the marked puzzle", "today's puzzle", "a puzzle while you wait"),
        *("open today's puzzle", "open a puzzle near your rating, and then another"),
    ),
    # finished games
    "games": ("look for the games once more", "list games of matches alone, or all"),
    "replay": ("watch the game again", "watch the marked game"),
    "analyse": (
        "what the coach thinks of your last game",
        *("analyse the game", "the turning point before, or the next one"),
        "analyse the game: the chances to win, turning points, how well each played",
    ),
    "decided": ("the turn that decided the game, as the coach sees it",),
    "result": ("copy the result as three lines of text", "how others can see this game"),
    "picture": (
        "save the end of the game as a picture and as text",
        "save its end as a picture and as text, or see how",
    ),
    "cast": ("save it as a recording for asciinema, or see how",),
    "check": ("check that the deal was fair",),
    "record": ("write a copy into a file", "write the file"),
    "moments": (
        *("find captures, counters, one-offs, lead changes, near wins", "the next one found"),
        *("the one found before", "go to the nearest of that kind", "the mark before"),
        "the next mark: ? turning point, x capture, ! counter, ^ lead change",
    ),
    "practise": (
        *("practise from here against the computer, in any seat",),
        *("practise in the first seat offered", "practise in the seat of that number"),
        "play the coach's better play in practice, and go on from there",
    ),
    # the lobby and tables
    "help": ("help: the keys of this screen", "all keys of this screen"),
    "meet": ("accept, and sit down",),
    "refuse": ("decline",),
    "withdraw": ("withdraw your challenge",),
    "resume": (
        *("back to your table; your seat is kept", "back to your table: the others are waiting"),
        *("resume the marked game", "to the table of your match"),
    ),
    "computer": (
        *("a game against the computer while you wait", "play the marked level"),
        "play the computer",
    ),
    "level": (
        *("an easier or a harder level of the computer", "change how well the computers play"),
        "the level of the computer, the easiest first",
    ),
    "join": ("sit down at the table with this code",),
    "sit": ("do what the bar says: sit down, open a table, challenge, watch",),
    "watch": (
        "watch the marked game, or go to the games",
        "watch the marked match, or see the player's profile",
    ),
    "open": (
        *("a new table: other rules, more seats, options", "change who plays"),
        *("change how many computers play", "change how many games decide"),
        *("change the clocks", "change who may join"),
        *("play a rated match, or not", "sit down, or open the table", "the choice before"),
        *("the next choice", "turn an option on or off, or take the next choice"),
        "to the house rules, and back to the rows above them",
    ),
    "quick": ("other clocks for a quick match, a rated one, or a table for a friend",),
    "ranked": (
        "a rated game against a computer, once you have waited a minute; your place is kept",
    ),
    "challenge": ("challenge the marked player to a game",),
    "rulesets": ("choose from all rulesets", "use the marked ruleset"),
    "rules": ("read the rules chosen", "read the marked rules", "the rules in play"),
    "inbox": ("your correspondence games",),
    "friends": ("all friends",),
    "friend": ("how to meet friends",),
    "forget": ("forget this friend (asks first)", "forget the friend in focus (asks first)"),
    "follow": (
        "follow the marked player, or stop: you're told when they arrive",
        "follow this player, or stop: you're told when they arrive",
    ),
    # the league
    "season": (
        "the league: standings, championships, ratings",
        "this week of the season, and the league",
    ),
    "player": (
        *("the profile of the marked player", "the games against the marked opponent"),
        "your games against this player",
    ),
    "bracket": ("an earlier season, week, championship or year",),
    "year": ("a later season, week, championship or year",),
    "match": ("play your match of the championship: your opponent is asked",),
    "night": (
        *("the play night: join it, watch it, or open one", "start the play night, as its host"),
        *("take part", "open a play night", "drop out", "end the play night, as its host"),
        *("withdraw the marked player for good, as the host", "the next format"),
        *("open the play night: others can join", "the next rules", "the next time control"),
        "the next choice of the marked row, or the one before",
        *("single games, or first to two wins",),
        "other rounds of a Swiss, another length of an arena",
    ),
    "deal": (
        *("today's deal, the same for everybody", "today's deal, and the table of the day"),
        *("copy the line about today's deal", "copy the line about your try, to share"),
    ),
    "ladder": ("the ladder: which levels of the computer you have beaten",),
    # oneself
    "settings": (*("settings; the game goes on", "colours, cards, language and other settings"),),
    "set": (
        *("the default; + marks what you changed",),
        "show a part of your profile to others, or hide it",
    ),
    "name": ("your name",),
    "account": ("choose what is in focus; a key asks first",),
    "calendar": (
        *("copy the link to your calendar", "let the link lead nowhere"),
        *("make a new link: the one before leads nowhere then", "leave the link as it is"),
    ),
    "link": ("sign in to the account that made the code",),
    "vacation": (
        *("a number of days, an address, or a code",),
        *("continue with what you typed", "end it: you keep the whole days that are left"),
        "stay on vacation",
    ),
    "desk": ("reports, or results of rated games",),
    "settle": ("settle the report, or correct the result", "the reason", "decide it so"),
    "correct": (
        *("the first player won", "the second player won", "nobody won"),
        *("the game counts for nothing", "as it was played"),
    ),
    "quit": (
        *("quit", "quit (asks first); twice quits at once", "leave at once, and quit"),
        *("leave; twice leaves at once", "leave: nothing is stored yet"),
    ),
}
"""For each line of plain mode the commands of screens that it stands for, by what helps say."""

EXCEPTIONS: Final[dict[str, tuple[str, ...]]] = {
    "moves a cursor or a page, where lines are read in their order": (
        *(
            "move along the cards",
            "move along the targets",
            "another card",
            "another way to play it",
        ),
        *("another card to counter with", "mark the first target", "move along the lines"),
        *("ten lines up or down", "move along the list", "move along the rows", "scroll"),
        *("a page up or down", "move along the rulesets", "move along the players, or scroll"),
        *("scroll on", "the next list", "the list before", "do what the bar says"),
        "the line above or below that mentions it",
    ),
    "takes back a choice that is a line of its own, or goes back to what lines never leave": (
        *("choose no card", "one step back", "keep the marked card", "keep the card chosen last"),
        *("back to the table", "back to the log", "end the search", "back, without a word"),
        *("keep what was found and keep reading", "leave the cut to chance", "stay here"),
        *("back to where you were", "back home", "close the help"),
        *(
            "back, without writing",
            "back to the table, rules unchanged",
            "keep the name you were given",
        ),
        *("back home, without opening anything", "skip the question"),
        "answer later; it waits a minute",
        "back to where you were; your choices are kept",
    ),
    "types a letter of what is a line here": (
        *("a word or a card, letter by letter", "delete a letter, a word, or everything"),
        *("your words, letter by letter", "a digit of its number", "delete a digit"),
        *("its name, letter by letter", "delete a letter, or everything", "your name, to confirm"),
        *(
            "the code, letter by letter",
            "your name, letter by letter",
            "the name, letter by letter",
        ),
    ),
    "plays by itself at a speed: a replay is read, all at once": (
        *("play by itself, or stop; any other key stops it too", "play faster", "stop"),
        "play more slowly",
    ),
    "turns to another side: a replay tells every hand": (
        "another view: all hands, what each player saw, a watcher",
    ),
    "two people at one keyboard would read each other's hands in the lines above": (
        "show your hand",
    ),
}
"""Why some commands have no line."""

ENTRIES: Final[dict[str, tuple[str, ...]]] = {
    "resume": ("resume your game",),
    "quick": ("quick match",),
    "ranked": ("rated match",),
    "open": ("new table",),
    "join": ("join by code",),
    "tables": ("lobby",),
    "computer": ("play the computer",),
    "games": ("watch a replay",),
    "friend": ("meet friends",),
    "friends": ("friends",),
    "invite": ("invite a friend",),
    "account": ("your account", "get an account"),
    "lessons": ("how to play", "lessons"),
    "lesson": ("first lesson", "next lesson"),
    "puzzle": ("today's puzzle", "first puzzle"),
    "puzzles": ("puzzles",),
    "rules": ("the rules",),
}
"""The same for the entries of the menus, by their labels."""
NO_ENTRY: Final = {"share this screen": "two people at one keyboard would read each other's hands"}


def _sections(thing: Any, depth: int = 0) -> Iterator[Section[Any]]:
    """Find the sections in a module's value, or in the attributes of a screen."""
    if isinstance(thing, Section):
        yield thing
    elif isinstance(thing, type) and issubclass(thing, ZoneScreen) and not depth:
        for inner in vars(thing).values():
            yield from _sections(inner, 1)
    elif isinstance(thing, tuple | dict) and depth < 3:
        for inner in thing.values() if isinstance(thing, dict) else thing:
            yield from _sections(inner, depth + 1)


def commands_of_screens() -> set[str]:
    """Return what the helps say of each command that any screen declares, in English."""
    found = set()
    for module in pkgutil.walk_packages(cuttle_tui.__path__, "cuttle_tui."):
        if not module.name.endswith("__main__"):
            for thing in vars(importlib.import_module(module.name)).values():
                commands = (one for section in _sections(thing) for one in section.commands)
                found |= {getattr(one.help, "text", str(one.help)) for one in commands}
    return found


def _all(told: dict[str, tuple[str, ...]]) -> list[str]:
    return [one for some in told.values() for one in some]


def test_each_command_of_a_screen_has_a_line_or_a_reason() -> None:
    told = _all(LINES) + _all(EXCEPTIONS)
    assert sorted(commands_of_screens() - set(told)) == [], "has no line of plain mode"
    assert sorted(set(told) - commands_of_screens()) == [], "no screen has it any more"
    assert len(told) == len(set(told))


def test_each_entry_of_a_menu_has_a_line_or_a_reason() -> None:
    modules = (home_words, lesson_words)
    entries = [one for module in modules for one in vars(module).values() if isinstance(one, Entry)]
    labels = {getattr(entry.label, "text", "") for entry in entries}
    assert labels == {*_all(ENTRIES), *NO_ENTRY}


def test_each_line_is_a_command_or_an_action() -> None:
    known = {*(command.word for command in session.ALL), *VERBS, *KINDS} - {"NUMBER", "ACTION"}
    assert {*LINES, *ENTRIES} - known == {"NUMBER", "yes", "no"}


async def test_the_help_answers_for_every_command_that_can_be_typed() -> None:
    words = {command.word for command in session.ALL} - {"NUMBER", "ACTION"}
    only_online = {command.word for command in session.ALL if command.places & SERVER}
    only_online -= {command.word for command in session.ALL if command.places & HOME}
    for lobby, spared in (
        (at_home(), only_online),
        (lobbies.online(), {"results", "friend", "invite"}),
    ):
        async with talk(lobby) as one:
            for word in sorted(words - spared):
                told = await one.type(f"help {word}")
                assert told[0].startswith((word, "call ")), told
