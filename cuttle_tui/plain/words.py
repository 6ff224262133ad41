"""Words of plain mode outside the game, and its help."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.translation import N_, Plural, Words, language_name, languages, spoken, tr
from cuttle_tui.kit.names import level_name
from cuttle_tui.ports import Account

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


def help_line(usage: Words, text: Words) -> str:
    """Describe a command."""
    return tr("{usage}: {text}", usage=usage, text=text)


def usage_line(usage: Words) -> str:
    """Show how a command is typed."""
    return tr("Usage: {usage}", usage=usage)


def unread_line(word: str, rest: str) -> str:
    """Report what came after a command that stands alone."""
    return tr("{word} is typed alone; this was not read: {rest}.", word=word, rest=rest)


def unknown_line(word: str) -> str:
    """Report that a command is not known."""
    return tr("There is no command {word} here. Type help for the list.", word=repr(word))
