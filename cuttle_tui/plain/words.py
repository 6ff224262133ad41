"""Word plain mode outside the game: greetings, lists, and what is wrong.

Lines are short, so that a screen reader can speak them.
"""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.translation import (
    N_,
    Message,
    Plural,
    language_name,
    languages,
    spoken,
    tr,
)
from cuttle_tui.kit.names import in_words
from cuttle_tui.ports import Account

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


_MORE: Final = Plural("{number} seat is free.", "{number} seats are free.")


def more_people(free: int) -> str:
    """Count the free seats."""
    return in_words(free, _MORE)
