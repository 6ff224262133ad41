"""Words of plain mode outside the game."""

from __future__ import annotations

import re
from typing import Final

from cuttle_tui.i18n.translation import N_, Plural, Words, tr
from cuttle_tui.plain.typed_words import own_word

TOO_LONG: Final = N_("That line is too long: the limit is {most} characters. Nothing was done.")
UNREADABLE: Final = N_("That line has characters that cannot be read. Nothing was done.")
NAME_FIRST: Final = N_("Choose a name first: name NAME")
NO_NAME_HERE: Final = N_("You choose a name once, on a server, on your first visit with a key.")
BE_NAMED: Final = N_("Your key is new here. Choose a name first: name NAME")
OR_LINK: Final = N_("Or type link CODE, with a code from another session of your account.")
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
QUIT_ONLINE: Final = N_("Your game goes on, and your seat is held for a while. Quit?")
QUIT_AT_HOME: Final = N_("Your game will not be saved. Quit?")


def rules_refused(reason: str) -> str:
    """Report what is wrong with the name of a ruleset."""
    told = reason[:1].upper() + reason[1:]
    return tr("{reason}. Type rulesets for the list.", reason=told)


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


def usage_line(usage: Words, word: str) -> str:
    """Show how a command is typed, in the session's language."""
    own = re.sub(rf"\b{re.escape(word)}\b", own_word(word) or word, str(usage))
    return tr("Usage: {usage}", usage=own)


def unknown_line(word: str) -> str:
    """Report that a command is not known."""
    return tr("There is no command {word} here. Type help for the list.", word=repr(word))
