"""Word plain mode outside the game: cards in words, greetings, lists, commands, and what is wrong.

Everything is told in short lines, so that it can be heard as well as read.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from cuttle_tui.ports import Account, GameLine, Kept, PersonLine, TableLine
from cuttle_tui.prose import Sentence, say
from cuttle_tui.wording.names import counted, number
from engine.cards import JOKER, Card, parse_card, rank_of

_RANKS: Final = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")
_SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
_JOKERS: Final = ("black joker", "red joker")


def card_words(card: Card) -> str:
    """Write a card in words."""
    if rank_of(card) == JOKER:
        return _JOKERS[card & 1]
    return f"{_RANKS[rank_of(card)]} of {_SUITS[card & 3]}"


def spoken(sentence: Sentence | str, *, short: bool) -> str:
    """Write a sentence, its cards in words or by their two-character names."""
    spans = say(sentence)
    return "".join(
        card_words(parse_card(text)) if role == "card" and not short else text
        for text, role in spans
    )


def line_of_text(text: str, keep: Collection[str] = ()) -> str:
    """Make a line of a sentence: a capital first, unless a name comes first, and a full stop."""
    text = " ".join(text.split())
    if not text.startswith(tuple(keep)):
        text = text[:1].upper() + text[1:]
    return f"{text}." if text[-1:].isalnum() or text[-1:] in (")", "'", '"') else text


# what can be typed -------------------------------------------------------------------------------

HELP_AT_HOME: Final[Mapping[str, tuple[str, str]]] = {
    "computer": ("computer [RULES]", "play the computer"),
    "rules": ("rules [NAME]", "read the rules in use, or those of that name"),
    "rulesets": ("rulesets", "list all rules and house rules"),
    "games": ("games", "list finished games"),
    "replay": ("replay GAME", "tell a finished game from its beginning"),
    "record": ("record GAME", "print the record of a finished game"),
}
"""For each command of the lobby: how it is typed, and what it does."""

HELP_ONLINE: Final[Mapping[str, tuple[str, str]]] = {
    "who": ("who", "list who is here"),
    "tables": ("tables", "list the tables"),
    "quick": ("quick [RULES]", "play the next person who comes"),
    "ranked": ("ranked", "the same, and it counts"),
    "open": (
        "open [RULES] [public] [computers N] [timing T]",
        "open a table; T is none, quick, steady, relaxed, or seconds as 30+300",
    ),
    "join": ("join CODE", "sit down at a friend's table, or in your own seat again"),
    "sit": ("sit TABLE", "sit down at a public table"),
    "watch": ("watch TABLE", "watch a game in play"),
    "resume": ("resume", "go back to your seat"),
    "name": ("name NAME", "choose your name, on the first visit with a key"),
    "link": ("link CODE", "make this key another key of your account"),
    "block": ("block NAME", "meet somebody no more; unblock NAME takes that back"),
    "unblock": ("unblock NAME", "meet somebody again"),
    "report": ("report NAME WHY", "tell those who run the server about somebody"),
}

HELP_ANYWHERE: Final[Mapping[str, tuple[str, str]]] = {
    "help": ("help", "this list"),
    "short": ("short", "write cards by two signs, as 9H and TS"),
    "long": ("long", "write cards in words"),
    "wait": ("wait [SECONDS]", "for scripts: read no further line until you are asked"),
    "quit": ("quit", "leave plain mode"),
}

HELP_TABLE: Final[Mapping[str, tuple[str, str]]] = {
    "NUMBER": ("NUMBER", "do what is listed under that number; several to discard several"),
    "ACTION": ("ACTION", "the same in notation: points 7S, scuttle 9S>8D, oneoff 9C>KD, draw"),
    "choices": ("choices", "tell again what is asked, and the choices"),
    "actions": ("actions", "list the choices in notation"),
    "why": ("why ACTION, or why CARD", "tell why something cannot be done"),
    "table": ("table", "tell what lies on the table"),
    "hand": ("hand", "tell your hand"),
    "scrap": ("scrap", "tell the scrap, newest first"),
    "card": ("card CARD", "tell what a card is good for"),
    "log": ("log [NUMBER]", "tell the last lines of the log; log all tells everything"),
    "clock": ("clock", "tell the clocks"),
    "rules": ("rules [NAME]", "read the rules in play"),
    "record": ("record", "print the record of the game once it is over"),
    "undo": ("undo", "take your last move back, against the computer at home"),
    "ready": ("ready", "ask for the game to begin, or for the next one; unready takes it back"),
    "unready": ("unready", "not ready after all"),
    "fill": ("fill", "seat computers in the free seats of your own table"),
    "concede": ("concede", "give this game up; asks first"),
    "retract": ("retract", "do not give up after all, while your partner has not agreed"),
    "offer": ("offer", "offer a draw; draw offer does the same"),
    "away": ("away", "let your seat play by rote, in teams"),
    "back": ("back", "play on after that"),
    "claim": ("claim", "claim the win when the others stay away"),
    "off": ("call off", "end the game without a result when the others stay away"),
    "show": ("show", "agree to show your hand to watchers; hide takes that back"),
    "hide": ("hide", "hide your hand from watchers"),
    "say": ("say WORDS", "say a ready phrase, or free text where you have turned it on"),
    "phrases": ("phrases", "list the ready phrases"),
    "mute": ("mute NAME", "hear somebody no more on this visit, or again"),
    "leave": ("leave", "leave the table; asks first where that gives the game up"),
}


def help_lines(topics: Mapping[str, tuple[str, str]]) -> list[str]:
    """List what can be typed."""
    return [f"{usage}: {text}" for usage, text in topics.values()]


HELP_HEAD: Final = "You can type:"
HELP_KEY: Final = "Capitals stand for words of your own, square brackets for what may be left out."


def unknown_line(word: str) -> str:
    """Say that a command is not known."""
    return f"There is no command {word!r} here. Type help for the list."


def usage_line(usage: str) -> str:
    """Say how a command is typed."""
    return f"That is typed so: {usage}"


TOO_LONG: Final = "That line is too long. Nothing was done."


# coming and going --------------------------------------------------------------------------------


def greeting(player: str) -> list[str]:
    """Greet a player."""
    return [f"Cuttle, plain mode. You are {player}.", "Type help to hear what you can type."]


def stranger_lines(account: Account) -> list[str]:
    """Ask whoever comes with a new key for a name."""
    lines = ["Your key is new here. Choose a name first: name NAME"]
    if account.suggestion:
        lines.append(f"For example: name {account.suggestion}")
    return [*lines, "Or type link CODE, with a code you made where your account is open."]


NAME_FIRST: Final = "Choose a name first: name NAME"
NO_NAME_HERE: Final = "Names are chosen on a server, once, on the first visit with a key."


def named_line(name: str) -> str:
    """Say that a name was taken."""
    return f"You are {name}."


def resume_line(code: str) -> str:
    """Tell a guest how to come back."""
    return f"Should the connection be lost, come back and type: join {code}"


GOODBYE: Final = "Goodbye."
STAYED: Final = "Nothing was done."
IN_THE_LOBBY: Final = "You are in the lobby."
AT_HOME: Final = "Type computer to play the computer."
SAY_YES: Final = "Type yes to do it, anything else to stay."
INTERRUPT: Final = "Type quit to leave, or press control and c once more."
NO_SEAT: Final = "You have no seat at a table."
LEAVE_FIRST: Final = "You sit at a table. Type leave first."
NOT_WHILE_PLAYING: Final = "That is for the lobby. Type leave first."
ONLY_AT_A_TABLE: Final = "That is for a table. You are in the lobby."
WAIT_OVER: Final = "Nothing was asked of you in that time."
SHORT: Final = "Cards are written by two signs: 9H, TS, XR."
LONG: Final = "Cards are written in words."


def quit_question(*, online: bool) -> str:
    """Ask whether to quit in the middle of a game."""
    if online:
        return "Your game runs on, and your seat is held for a while. Quit?"
    return "Your game is not kept. Quit?"


# lists -------------------------------------------------------------------------------------------


def people_lines(people: Sequence[PersonLine]) -> list[str]:
    """List who is here."""
    return [_person(one) for one in people] or ["Nobody is here."]


def _person(one: PersonLine) -> str:
    name = f"{one.name} (you)" if one.me else f"{one.name} (blocked)" if one.blocked else one.name
    doing = {"lobby": "in the lobby", "waiting": "waits"}.get(one.doing, one.doing)
    return f"{name}: {doing}" + (f" at {one.table}" if one.table else "")


def table_lines(tables: Sequence[TableLine]) -> list[str]:
    """List the tables: those one can sit down at, those one can watch."""
    return [_table(one) for one in tables] or ["No table is open."]


def _table(one: TableLine) -> str:
    who = ", ".join(one.names) or "nobody"
    state = f"turn {one.turn}" if one.running else f"{counted(one.free, 'free seat')}"
    parts = [one.ruleset, state]
    parts += [f"clocks: {one.timing}"] * (one.timing != "none")
    parts += ["rated"] * one.rated
    verb = "watch" if one.running else "sit"
    parts.append("yours" if one.mine else f"type {verb} {one.title}")
    return f"{one.title}: {who}; {', '.join(parts)}"


def game_lines(games: Sequence[GameLine]) -> list[str]:
    """List finished games."""
    return [_game(one) for one in games] or ["No game is kept."]


def _game(one: GameLine) -> str:
    winners = " and ".join(one.names[seat] for seat in one.winners)
    result = f"{winners} won" if winners else "a draw"
    return f"{one.id}: {', '.join(one.names)}; {result}; {one.ruleset}; {one.ended}"


def kept_lines(games: Sequence[Kept]) -> list[str]:
    """List the games kept at home, with the numbers by which they are told."""
    lines = [f"{place}: {one.players}, {one.when}" for place, one in enumerate(games, 1)]
    return lines or ["No game is kept."]


NO_SUCH_GAME: Final = "No game is kept under that name. Type games for the list."


def replay_head(players: Sequence[str], ruleset: str) -> str:
    """Head the telling of a finished game."""
    return f"{' against '.join(players)}, by the rules of {ruleset}."


def rules_refused(reason: str) -> str:
    """Say what is wrong with the name of a ruleset."""
    return f"{reason[:1].upper()}{reason[1:]}. Type rulesets for the list."


def timing_refused(text: str) -> str:
    """Say that a time control cannot be read."""
    return f"{text} is no time control. There are none, quick, steady, relaxed, and 30+300."


def person_unknown(name: str) -> str:
    """Say that nobody of that name is here."""
    return f"Nobody called {name} is here."


def done_about(verb: str, name: str) -> str:
    """Say what was done about somebody."""
    return {"block": f"You meet {name} no more.", "unblock": f"You may meet {name} again."}[verb]


def reasons_line(reasons: Sequence[str]) -> str:
    """List why somebody may be reported."""
    return f"The reasons are: {', '.join(reasons)}."


def invitation_line(command: str) -> str:
    """Say how a friend gets to this table."""
    return f"Tell a friend: {command}"


def more_people(free: int) -> str:
    """Say how many seats are free."""
    return f"{number(free).capitalize()} {'seat is' if free == 1 else 'seats are'} free."


def reported(name: str) -> str:
    """Say that somebody was reported."""
    return f"{name} was reported. Thank you."


def broken(where: str) -> str:
    """Say that something broke, and where it was noted."""
    return f"something broke, and the game could not go on. What it was: {where}"
