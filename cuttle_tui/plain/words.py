"""Word plain mode outside the game: greetings, lists, and what is wrong.

Lines are short, so that a screen reader can speak them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Final

from cuttle_tui.i18n.rich_text import listing, plain
from cuttle_tui.i18n.translation import (
    C_,
    N_,
    Message,
    Plural,
    counted,
    language_name,
    languages,
    spoken,
    tr,
)
from cuttle_tui.kit.names import in_words, named, with_level
from cuttle_tui.ports import Account, ArchivedGame, GameLine, PersonLine, TableLine
from cuttle_tui.replay.archive_words import result_text

TOO_LONG: Final = N_("That line is too long: it may have {most} characters. Nothing was done.")
UNREADABLE: Final = N_("That line has characters that cannot be read. Nothing was done.")


# coming and going --------------------------------------------------------------------------------


def greeting(player: str) -> list[str]:
    """Greet a player."""
    return [
        tr("Cuttle, plain mode. You are {name}.", name=player),
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


def named_line(name: str) -> str:
    """Confirm the chosen name."""
    return tr("You are {name}.", name=name)


def resume_line(code: str) -> str:
    """Explain to guests how to come back."""
    return tr(
        "If you are cut off, come back and type: join {code}. Keep the code to yourself.", code=code
    )


LOST_SEAT: Final = N_(
    "Were you cut off there? Type your resume code, the eight letters and digits you were told."
)
GOODBYE: Final = N_("Goodbye.")
STAYED: Final = N_("Nothing was done.")
IN_THE_LOBBY: Final = N_("You are in the lobby.")
AT_NO_TABLE: Final = N_("You are at no table. Type computer to play the computer.")
KEPT: Final = N_("Your game is kept. Type resume to go on with it.")
QUICK_INSTEAD: Final = N_("No championship has been held yet. For a quick match, type quick.")
AT_HOME: Final = N_("Type computer to play the computer.")
SAY_YES: Final = N_("Type yes to confirm, anything else to stay.")
INTERRUPT: Final = N_("Type quit to leave, or press control and c again.")
NO_LEAGUE: Final = N_("There is no league here: only servers that store games have one.")
NO_SEAT: Final = N_("You have no seat at a table.")
LEAVE_FIRST: Final = N_("You are at a table. Type leave first.")
SEATED: Final = N_("You are at a table already. To go to another, type leave first.")
ONLY_AT_A_TABLE: Final = N_("That only works at a table.")
WAIT_OVER: Final = N_("Nothing was asked of you in that time.")
SHORT: Final = N_("Cards are written as two characters: 9H, TS, XR.")
LONG: Final = N_("Cards are written in words.")


def width_line(columns: int) -> str:
    """Say where lines are broken."""
    if not columns:
        return tr("Lines are not broken.")
    return tr("Lines are broken between words, after at most {columns} columns.", columns=columns)


_QUIT_ONLINE: Final = N_("Your game goes on, and your seat is held for a while. Quit?")
_QUIT_AT_HOME: Final = N_("Your game will not be saved. Quit?")


def quit_question(*, online: bool) -> Message:
    """Ask whether to quit in the middle of a game."""
    return _QUIT_ONLINE if online else _QUIT_AT_HOME


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


# lists -------------------------------------------------------------------------------------------

_DOING: Final = {
    "queue": C_("what somebody does", "waiting for a quick match"),
    "lobby": C_("what somebody does", "in the lobby"),
    "waiting": C_("what somebody does", "waits"),
    "playing": C_("what somebody does", "playing"),
    "watching": C_("what somebody does", "watching"),
}


def people_lines(people: Sequence[PersonLine]) -> Iterator[str]:
    """List who is here."""
    return map(_person, people) if people else iter((tr("Nobody is here."),))


def _person(person: PersonLine) -> str:
    name, doing = named(person.name, person.rating), _DOING[person.doing]
    if person.me:
        name = tr("{name} (you)", name=name)
    elif person.blocked:
        name = tr("{name} (blocked)", name=name)
    elif person.followed:
        name = tr("{name} (followed)", name=name)
    if person.table:
        return tr("{name}: {doing} at {table}", name=name, doing=doing, table=person.table)
    return tr("{name}: {doing}", name=name, doing=doing)


def table_lines(tables: Sequence[TableLine]) -> Iterator[str]:
    """List the tables, with how to join or watch them."""
    return map(_table, tables) if tables else iter((tr("No table is open."),))


_FREE: Final = Plural("{n} free seat", "{n} free seats")


def _table(table: TableLine) -> str:
    ratings = table.ratings or (None,) * len(table.names)
    who = ", ".join(map(named, table.names, ratings)) or tr("nobody")
    parts = [
        table.ruleset,
        tr("turn {n}", n=table.turn) if table.running else counted(table.free, _FREE),
    ]
    if table.timing != "none":
        parts.append(tr("clocks: {timing}", timing=table.timing))
    if table.rated:
        parts.append(tr("rated"))
    parts.append(_way_to(table))
    return tr("{table}: {players}; {more}", table=table.title, players=who, more=", ".join(parts))


def _way_to(table: TableLine) -> str:
    if table.mine:
        return str(C_("a table in a list", "yours"))
    if table.running:
        return tr("type watch {table}", table=table.title)
    return tr("type sit {table}", table=table.title)


def game_lines(games: Sequence[GameLine]) -> list[str]:
    """List finished games."""
    return [_game(game) for game in games] or [tr("There are no saved games.")]


_WON: Final = C_("a finished game in a list", "{who} won")
_DRAWN: Final = C_("a finished game in a list", "a draw")


def _game(game: GameLine) -> str:
    winners = plain(listing([with_level(game.names[seat]) for seat in game.winners]))
    result = tr(_WON, who=winners) if winners else str(_DRAWN)
    players = ", ".join(map(with_level, game.names))
    return f"{game.id}: {players}; {result}; {game.ruleset}; {game.ended} UTC"


def kept_lines(games: Sequence[ArchivedGame], me: str) -> list[str]:
    """List the games saved on this computer, numbered, with their results."""
    lines = [
        f"{place}: {result_text(game, me)}, {game.when}" for place, game in enumerate(games, 1)
    ]
    return lines or [tr("There are no saved games.")]


NO_SUCH_GAME: Final = N_("There is no game of that name. Type games for the list.")


def replay_head(players: Sequence[str], ruleset: str) -> str:
    """Name the players and rules of a replayed game."""
    who = reduce(lambda some, last: tr("{some} against {last}", some=some, last=last), players)
    return tr("{players}, by the rules of {ruleset}.", players=who, ruleset=ruleset)


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


_DONE: Final = {
    "block": N_("You will not meet {name} again."),
    "unblock": N_("You may meet {name} again."),
}


def done_about(verb: str, name: str) -> str:
    """Confirm that a player was muted, blocked or reported."""
    return tr(_DONE[verb], name=name)


def reasons_line(reasons: Sequence[str]) -> str:
    """List the reasons for a report, as they are typed."""
    return tr("The reasons are: {reasons}.", reasons=", ".join(reasons))


def invitation_line(command: str) -> str:
    """Explain how a friend joins this table."""
    return tr("Tell a friend: {command}", command=command)


_MORE: Final = Plural("{number} seat is free.", "{number} seats are free.")


def more_people(free: int) -> str:
    """Count the free seats."""
    return in_words(free, _MORE)


NOBODY_WAITS: Final = N_("Nobody waits for a quick match.")


def followed(name: str, *, yes: bool) -> str:
    """Confirm that a player is followed, or not any more."""
    return tr(_FOLLOWS if yes else _FOLLOWS_NOT, name=name)


_FOLLOWS: Final = N_("You follow {name}, and will hear when they come.")
_FOLLOWS_NOT: Final = N_("You no longer follow {name}.")


def reported(name: str) -> str:
    """Report that a player was reported."""
    return tr("{name} was reported. Thank you.", name=name)
