"""Words of plain mode outside the game, and its help."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from cuttle_tui.i18n.translation import (
    N_,
    Message,
    Plural,
    Words,
    language_name,
    languages,
    spoken,
    tr,
)
from cuttle_tui.kit.names import level_name
from cuttle_tui.ports import Account
from cuttle_tui.table import commands as screen
from cuttle_tui.table.play_commands import CUT
from cuttle_tui.table.situation import FILL, WORDS
from engine.actions import Kind

TOO_LONG: Final = N_("That line is too long: the limit is {most} characters. Nothing was done.")
UNREADABLE: Final = N_("That line has characters that cannot be read. Nothing was done.")


# coming and going --------------------------------------------------------------------------------


def resident_offer(level: str) -> str:
    """Offer a rated game against a computer to who has waited long for an opponent."""
    told = N_(
        "Nobody has come yet. Type {command} to play the computer ({level}) for a rating "
        "meanwhile; you keep your place in the queue."
    )
    return tr(told, command=f"ranked {level}", level=level_name(level))


def greeting(player: str) -> list[str]:
    """Greet a player, by name if it is known."""
    return [
        tr("Cuttle, plain mode. You are {name}.", name=player)
        if player
        else tr("Cuttle, plain mode."),
        tr("Type help to hear what you can type."),
    ]


def stranger_lines(account: Account) -> list[str]:
    """Ask a player with a new key for a name."""
    lines = [tr("Your key is new here. Choose a name first: name NAME")]
    if account.suggestion:
        lines.append(tr("For example: name {name}", name=account.suggestion))
    return [*lines, tr("Or type link CODE, with a code from another session of your account.")]


NAME_FIRST: Final = N_("Choose a name first: name NAME")
NO_NAME_HERE: Final = N_("You choose a name once, on a server, on your first visit with a key.")


def resume_line(code: str) -> str:
    """Explain to guests how to come back."""
    return tr(
        "If you are cut off, come back and type: join {code}. Keep the code to yourself.", code=code
    )


LOST_SEAT: Final = N_(
    "Cut off? Type your resume code, the eight letters and digits you were given."
)
GOODBYE: Final = N_("Goodbye.")
STAYED: Final = N_("Nothing was done.")
IN_THE_LOBBY: Final = N_("You are in the lobby.")
AT_NO_TABLE: Final = N_("You are at no table. Type computer to play the computer.")
KEPT: Final = N_("Your game is saved. Type resume to continue it.")
QUICK_INSTEAD: Final = N_("No championship has been held yet. For a quick match, type quick.")
AT_HOME: Final = N_("Type computer to play the computer.")
NEW_HERE: Final = N_(
    "New to the game? Type lesson for the first lesson, or puzzle for a first puzzle."
)
SAY_YES: Final = N_("Type yes to confirm, anything else to stay.")
INTERRUPT: Final = N_("Type quit to leave, or press control and c again.")
NO_LEAGUE: Final = N_("There is no league here: only servers that store games have one.")
NO_SEAT: Final = N_("You have no seat at a table.")
ONLY_AT_A_TABLE: Final = N_("That only works at a table.")
WAIT_OVER: Final = N_("You were asked nothing in that time.")
SHORT: Final = N_("Cards are written as two characters: 9H, TS, XR.")
LONG: Final = N_("Cards are written in words.")


def width_line(columns: int) -> str:
    """Say where lines are broken."""
    if not columns:
        return tr("Lines are not broken.")
    return tr("Lines are broken between words, after at most {columns} columns.", columns=columns)


QUIT_ONLINE: Final = N_("Your game goes on, and your seat is held for a while. Quit?")
QUIT_AT_HOME: Final = N_("Your game will not be saved. Quit?")


# languages ---------------------------------------------------------------------------------------


def language_lines() -> list[str]:
    """Name the current language, and list the others."""
    there = [f"{name} ({language_name(name)})" for name in languages()]
    return [
        tr("This is {language}.", language=language_name(spoken())),
        tr("Type language and one of these: {names}", names=", ".join(there)),
    ]


def language_unknown(name: str) -> str:
    """Report an unknown language, and list the known ones."""
    there = ", ".join(languages())
    return tr("There is no language {name}. You can choose: {names}", name=name, names=there)


# what is wrong, and what was done ----------------------------------------------------------------


def rules_refused(reason: str) -> str:
    """Report what is wrong with the name of a ruleset."""
    told = reason[:1].upper() + reason[1:]
    return tr("{reason}. Type rulesets for the list.", reason=told)


def timing_refused(text: str) -> str:
    """Report that a time control cannot be read."""
    message = N_("{text} is not a time control. Use none, quick, steady, relaxed, or 30+300.")
    return tr(message, text=text)


def person_unknown(name: str) -> str:
    """Report that no player of that name is here."""
    return tr("Nobody called {name} is here.", name=name)


def invitation_line(command: str) -> str:
    """Explain how a friend joins this table."""
    return tr("Tell a friend: {command}", command=command)


MORE_PEOPLE: Final = Plural("{number} seat is free.", "{number} seats are free.")


class Topic(NamedTuple):
    """A command that can be typed."""

    usage: str | Message
    """How it is typed; a message if it has placeholders."""
    text: Words
    """What it does; where a screen has a command for it, in the same words."""


Topics = Mapping[str, Topic]

HELP_LOBBY: Final[Topics] = {
    "computer": Topic(N_("computer [RULES] [LEVEL]"), N_("play the computer")),
    "ladder": Topic(N_("ladder [RULES]"), N_("which levels of the computer you have beaten")),
    "level": Topic(N_("level [LEVEL]"), N_("list the levels of the computer, or choose one")),
    "rules": Topic(N_("rules [NAME]"), N_("read the rules in use, or those of that name")),
    "rulesets": Topic("rulesets", N_("list all rules and house rules")),
    "lessons": Topic("lessons", N_("the game from the start")),
    "lesson": Topic(
        N_("lesson [NUMBER] [again]"), N_("take a lesson, go on with it, or begin it again")
    ),
    "puzzles": Topic("puzzles", N_("list the puzzles")),
    "puzzle": Topic(
        N_("puzzle [NUMBER]"), N_("try a puzzle; today's without a number, puzzle next for another")
    ),
    "games": Topic("games", N_("list finished games")),
    "replay": Topic(N_("replay GAME"), N_("read a finished game from its beginning")),
    "analyse": Topic(
        N_("analyse GAME"),
        N_("read the coach's opinion of a finished game: chances, turning points"),
    ),
    "record": Topic(N_("record GAME"), N_("the record of a finished game")),
}
"""Commands of the lobby."""

HELP_GAMES: Final[Topics] = {
    "moments": Topic(
        N_("moments [GAME]"), N_("find captures, counters, one-offs, lead changes, near wins")
    ),
    "position": Topic(
        N_("position [GAME] MOVE"), N_("list the cards on the table after that move; 0 is the deal")
    ),
    "practise": Topic(
        N_("practise GAME MOVE [NAME]"),
        N_("play on from that move against the computer, in that player's seat"),
    ),
    "decided": Topic(N_("decided [GAME]"), screen.MOMENT.help),
    "result": Topic(N_("result [GAME]"), N_("print the result in a line or two, for a chat")),
    "check": Topic(N_("check [GAME]"), screen.CHECK.help),
    "picture": Topic(N_("picture [GAME]"), N_("save the end of the game as a picture, or see how")),
    "cast": Topic(N_("cast [GAME]"), N_("save the game as a recording for asciinema, or see how")),
}
"""Commands about one finished game; at a table, about the one that has just ended."""

HELP_AT_HOME: Final[Topics] = {
    "resume": Topic(
        N_("resume [NUMBER]"), N_("resume the game you left last, or the one with that number")
    ),
    "results": Topic("results", N_("your results against the computer")),
    "name": Topic(N_("name NAME"), N_("choose a name")),
    "invite": Topic(
        N_("invite [RULES]"), N_("open a room on this computer, to which friends come over ssh")
    ),
    "friend": Topic("friend", N_("how to play with friends over ssh")),
}
"""Commands of the lobby at home."""

HELP_TABLE_AT_HOME: Final[Topics] = {
    "leave": Topic("leave", N_("leave the table: the game is saved, and resume returns to it")),
    "end": Topic("end", N_("end the game for good; asks first")),
}
"""What is different at a table at home."""

HELP_OTHERS: Final[Topics] = {
    "who": Topic("who", N_("who is here")),
    "tables": Topic("tables", N_("list the tables")),
    "queue": Topic("queue", N_("list who is waiting for a quick match")),
    "quick": Topic(
        N_("quick [RULES] [timing T]"),
        N_("play the next player to arrive; T is none, quick, steady or relaxed"),
    ),
    "ranked": Topic(
        N_("ranked [timing T] [LEVEL]"),
        N_(
            "the same, rated, with the season's rules; T is never none; with a LEVEL, "
            "against a computer, at once, for a rating of its own"
        ),
    ),
    "open": Topic(
        N_("open [RULES] [public] [computers N] [LEVEL] [timing T] [rated]"),
        N_("open a table; T is none, quick, steady, relaxed, seconds as 30+300, or days as 3d"),
    ),
    "challenge": Topic(
        N_("challenge NAME [RULES] [timing T] [rated]"), N_("challenge somebody to a game for two")
    ),
    "meet": Topic("meet", N_("accept a challenge, and sit down")),
    "refuse": Topic("refuse", N_("decline a challenge")),
    "withdraw": Topic("withdraw", N_("withdraw your challenge")),
    "night": Topic(
        N_(
            "night [start FORMAT [RULES] [timing T] [rounds N] [minutes N] | join | leave | begin "
            "| withdraw NAME | end]"
        ),
        N_(
            "see the play night, or open one; FORMAT is swiss, round-robin, arena or "
            "double-elimination"
        ),
    ),
    "match": Topic(
        N_("match [CHAMPIONSHIP]"),
        N_("call your opponent to your match of the championship, such as 2026-clubs"),
    ),
    "follow": Topic(
        N_("follow NAME"), N_("be told when somebody arrives; unfollow NAME stops that")
    ),
    "unfollow": Topic(N_("unfollow NAME"), N_("no longer be told when somebody arrives")),
}
"""Commands on a server about tables and people."""

HELP_OWN: Final[Topics] = {
    "inbox": Topic(
        "inbox [N]", N_("list your correspondence games, or open the one with that number")
    ),
    "next": Topic("next", screen.NEXT_GAME.help),
    "vacation": Topic(
        N_("vacation [DAYS]"), N_("stop your clocks in them; vacation end starts them again")
    ),
    "email": Topic(
        N_("email [ADDRESS]"),
        N_("get mail when it is your move; email CODE confirms the address, email off stops it"),
    ),
    "join": Topic(N_("join CODE"), N_("sit down at a friend's table, or return to your own seat")),
    "sit": Topic(
        N_("sit TABLE"), N_("sit down at a public table, or with a waiting player, by name")
    ),
    "watch": Topic(N_("watch TABLE"), N_("watch a game in play")),
    "resume": Topic("resume", screen.STANDING[Kind.RETURN]),
    "name": Topic(
        N_("name NAME"),
        N_("choose your name: with a key on the first visit, as a guest before you sit down"),
    ),
    "account": Topic("account", N_("hear what the server keeps about you, and list your keys")),
    "link": Topic(
        N_("link [CODE]"), N_("make this key another key of your account; without a code, make one")
    ),
    "unlink": Topic(N_("unlink NUMBER"), N_("take a key off your account")),
    "delete": Topic(N_("delete NAME"), N_("delete your account, by your own name")),
    "close": Topic(N_("close [GAME]"), screen.CLOSE_LINK.help),
    "block": Topic(N_("block NAME"), N_("never meet somebody again; unblock NAME undoes that")),
    "unblock": Topic(N_("unblock NAME"), N_("meet somebody again")),
    "report": Topic(N_("report NAME WHY"), N_("report somebody to those who run the server")),
}
"""Commands on a server about the player's own games and account, and about single players."""

HELP_ONLINE: Final[Topics] = {**HELP_OTHERS, **HELP_OWN}
"""Commands of a server's lobby, but for those that show a page of the league."""

HELP_ANYWHERE: Final[Topics] = {
    "help": Topic(
        N_("help [WORD]"),
        N_("what can be typed; help WORD says what that word does, help all tells all"),
    ),
    "short": Topic("short", N_("write cards as two characters, such as 9H and TS")),
    "long": Topic("long", N_("write cards in words")),
    "width": Topic(
        N_("width COLUMNS"), N_("break lines between words, from 20 columns on; 0 for no breaks")
    ),
    "settings": Topic("settings", N_("list your settings, including what others see of you")),
    "set": Topic(
        N_("set NAME VALUE"),
        N_("change a setting, such as set free-text on; set NAME default undoes that"),
    ),
    "language": Topic(N_("language [NAME]"), N_("list the languages, or switch to one")),
    "wait": Topic(
        N_("wait [SECONDS]"), N_("for scripts: read no further line until you are asked")
    ),
    "quit": Topic("quit", N_("leave plain mode")),
}

_VERBS: Final = {word: Topic(verb.usage, verb.text) for word, verb in WORDS.items()}
HELP_TABLE: Final[Topics] = {
    "NUMBER": Topic(
        N_("NUMBER"), N_("make the choice with that number; several numbers discard several cards")
    ),
    "ACTION": Topic(
        N_("ACTION"),
        N_(
            "the same in the words of the list, or in notation: points 7S, scuttle 9S>8D, "
            "steal JD>TH, glasses 8S, oneoff 9C>KD, draw"
        ),
    ),
    "choices": Topic("choices", N_("repeat the question and the choices")),
    "actions": Topic("actions", N_("list the choices in notation")),
    "why": Topic(N_("why ACTION, or why CARD"), N_("explain why something cannot be done")),
    "table": Topic("table", N_("list the cards on the table")),
    "hand": Topic(N_("hand [NAME]"), N_("list your hand, or what you know of another player's")),
    "hands": Topic("hands", N_("list what you know of the other hands")),
    "scrap": Topic("scrap", screen.SCRAP.help),
    "card": Topic(N_("card CARD"), N_("explain what a card can do; a rank is enough")),
    "log": Topic(
        N_("log [NUMBER]"), N_("read the last lines of the log; log all reads everything")
    ),
    "find": Topic(N_("find WORDS"), N_("read the lines of the log that mention a word or a card")),
    "position": HELP_GAMES["position"],
    "clock": Topic("clock", N_("read the clocks")),
    "rules": Topic(N_("rules [NAME]"), N_("the rules in play")),
    "record": Topic("record", N_("print the record of the game once it is over")),
    "undo": Topic("undo", N_("take your last move back, against the computer at home")),
    "hint": Topic("hint", N_("hear the coach's best plays, in practice")),
    "analyse": Topic(
        "analyse", N_("read the coach's opinion of the game once it is over; ctrl+c ends it")
    ),
    "ready": Topic(
        "ready", N_("say you are ready for the game, or for the next one; unready takes it back")
    ),
    "unready": Topic("unready", N_("not ready after all")),
    "fill": Topic(N_("fill [LEVEL]"), FILL.help),
    "concede": Topic("concede", screen.STANDING[Kind.CONCEDE]),
    "retract": Topic("retract", N_("withdraw a concession before your partner agrees")),
    "offer": Topic("offer", N_("offer a draw; draw offer does the same")),
    "away": Topic("away", screen.STANDING[Kind.LEAVE]),
    "back": Topic("back", screen.STANDING[Kind.RETURN]),
    **{word: _VERBS[word] for word in ("claim", "off")},
    "let": Topic(
        N_("let in NAME"),
        N_("let in a guest who came back without their code; the name only if several are away"),
    ),
    "send": Topic("send away", N_("send away who stands at the door")),
    "cut": Topic(N_("cut WORD"), CUT.help),
    **_VERBS,
    "say": Topic(N_("say WORDS"), N_("say a quick chat phrase, or free text if you turned it on")),
    "phrases": Topic("phrases", N_("list the quick chat phrases")),
    "mute": Topic(N_("mute NAME"), N_("mute somebody for this visit, or unmute them")),
    "leave": Topic("leave", N_("leave the table; asks first if that forfeits the game")),
}

_AT_A_TASK: Final = (
    *("NUMBER", "ACTION", "choices", "actions", "why"),
    *("table", "hand", "hands", "scrap", "card", "log", "rules"),
)
HELP_TASK: Final[Topics] = {
    "task": Topic("task", N_("hear the task again")),
    "hint": Topic("hint", N_("hear a hint")),
    "again": Topic("again", screen.START_OVER.help),
    "next": Topic("next", screen.GO_ON.help),
    **{name: HELP_TABLE[name] for name in _AT_A_TASK},
    "leave": Topic("leave", N_("leave the task; a lesson goes on at its step next time")),
}
"""What can be typed at the table of a lesson or a puzzle."""

_ALL: Final = (
    *(HELP_LOBBY, HELP_GAMES, HELP_AT_HOME, HELP_TABLE_AT_HOME, HELP_ONLINE, HELP_ANYWHERE),
    *(HELP_TABLE, HELP_TASK),
)
ALONE: Final = frozenset(
    word
    for topics in _ALL
    for word in topics
    if word not in _VERBS and all(word == each[word].usage for each in _ALL if word in each)
)
"""Commands that are typed without anything after them."""
NEEDING: Final[Topics] = {
    **{word: HELP_LOBBY[word] for word in ("replay", "record", "analyse")},
    **{word: HELP_OWN[word] for word in ("block", "unblock")},
    "mute": HELP_TABLE["mute"],
}
"""Commands that say how they are typed, and what for, if nothing comes after them."""

SUBJECTS: Final[Mapping[str, Sequence[str]]] = {
    "learn": ("lessons", "lesson", "puzzles", "puzzle", "rules", "card", "why", "hint"),
    "talk": ("say", "phrases", "mute", "set"),
    "chat": ("say", "phrases", "mute", "set"),
}
"""Words that are asked about and are no commands: what can be typed about them."""

WITH_OTHERS: Final = frozenset({"fill", "say", "phrases", "mute", *WORDS})
"""Commands of a table that need other people there: the help leaves them out at home."""

Where: TypeAlias = Literal["home", "server", "room", "turn", "others", "over", "task"]
"""A place in the game, or a moment of it."""
LIKELY: Final[Mapping[Where, Sequence[str]]] = {
    "home": ("computer", "lesson", "puzzle"),
    "server": ("quick", "tables", "computer"),
    "room": ("ready", "log", "leave"),
    "turn": ("NUMBER", "card", "why"),
    "others": ("table", "hand", "log"),
    "over": ("ready", "record", "leave"),
    "task": ("NUMBER", "task", "hint"),
}
"""What somebody most likely wants to type there, which the help says first."""
LIKELY_HEAD: Final = N_("Most likely now:")
HELP_HEAD: Final = N_("You can also type:")
HELP_MORE: Final = N_(
    "Type help and one of these words to hear what it does, or help all for the whole list."
)
HELP_KEY: Final = N_("Capitals are your own words; square brackets can be left out.")


def at_home(topics: Topics) -> dict[str, Topic]:
    """Leave out what needs other people at the table."""
    return {name: topics[name] for name in topics if name not in WITH_OTHERS}


def help_line(usage: str | Message, text: str | Message) -> str:
    """Describe a command."""
    return tr("{usage}: {text}", usage=usage, text=text)


def others_line(topics: Topics) -> str:
    """Name what else can be typed, in one line."""
    words = (str(topic.usage) if name.isupper() else name for name, topic in topics.items())
    return tr("You can also type: {words}", words=", ".join(words))


def verbs_line(verbs: Iterable[str]) -> str:
    """List the words that an action can begin with."""
    return tr("Actions begin with {verbs}.", verbs=", ".join(verbs))


def usage_line(topic: Topic) -> str:
    """Show how a command is typed."""
    return tr("Usage: {usage}", usage=topic.usage)


def unread_line(word: str, rest: str) -> str:
    """Report what came after a command that stands alone."""
    return tr("{word} is typed alone; this was not read: {rest}.", word=word, rest=rest)


def unknown_line(word: str) -> str:
    """Report that a command is not known."""
    return tr("There is no command {word} here. Type help for the list.", word=repr(word))
