"""Word the account screen: name, keys, data, deletion."""

from __future__ import annotations

from typing import Final

from cuttle_tui.correspondence.words import vacation_text
from cuttle_tui.i18n.rich_text import SILENCE, Sentence, Span, say, tell, typed
from cuttle_tui.i18n.translation import C_, N_, Message, tr
from cuttle_tui.kit.text_types import Prompt
from cuttle_tui.ports import Account, EmailLine, Guest, Key, VacationLine

TITLE: Final = N_("your account")
NO_ACCOUNT: Final = N_("no account yet")
LINK: Final = "link"
EXPORT: Final = "export"
DELETE: Final = "delete"
VACATION: Final = "vacation"
EMAIL: Final = "email"
LABELS: Final = {
    LINK: (N_("add a key"), N_("make a code that links it to this account")),
    EXPORT: (N_("your data"), N_("a file with everything stored about you")),
    DELETE: (C_("a deed", "delete"), N_("your account and everything in it")),
}
UNLINKED: Final = N_("that key no longer signs in")
_PRINT: Final = 23
"""Characters of a fingerprint that are shown."""


def title_of(account: Account) -> Message:
    """Title the account page; a guest has no account."""
    return NO_ACCOUNT if account.guest else TITLE


def export_line(account: Account) -> Sentence:
    """Explain how to export everything the server stores."""
    command = Span(f"ssh {account.door} export > me.json", "strong")
    return tell("on the machine with your key, type {command}", command=command)


def key_label(key: Key) -> str:
    """Name a key."""
    return tr("this key") if key.current else tr("other key")


def key_text(key: Key) -> str:
    """Show a key's fingerprint and the day it was linked."""
    return tr("{key}...  since {day} UTC", key=key.fingerprint[:_PRINT], day=key.added)


def band(player: str, guest: Guest | None) -> tuple[Sentence, ...]:
    """Show the player's name."""
    name = Span(player, "strong")
    if guest is not None:
        code = Span(guest.resume_code, "strong")
        return (
            tell("you are {player}, a guest", player=name),
            tell("your resume code is {code}", code=code),
            tell("connect with an ssh key (make one with ssh-keygen); that is all you need"),
        )
    return (
        tell("you are {player}", player=name),
        tell("anybody with one of your keys can sign in as you"),
    )


KEPT_TITLE: Final = N_("what is kept")
KEPT: Final = (
    N_("your name, your keys and your settings"),
    N_("the lessons and puzzles you have done"),
    N_("your finished games, with your ratings and league results"),
    N_("whom you follow, and whom you blocked or reported"),
    N_("running correspondence games, and your e-mail address if you gave one"),
)


def kept_lines() -> tuple[Sentence, ...]:
    """List what the server keeps about a player with an account."""
    return tuple(map(say, map(str, KEPT)))


def prompt(row: str, why: Sentence) -> Prompt:
    """Ask what to do with the row in focus; a guest has no rows."""
    if not row:
        asked = tell("An ssh key gets you an account")
        return Prompt("wait", tr("ACCOUNT"), asked, why=why)
    return Prompt("bar", tr("ACCOUNT"), say(_ROWS.get(row, _KEY_ROW)[0]), why=why)


def verb_of(row: str) -> Message:
    """Say what enter does in a row."""
    return _ROWS.get(row, _KEY_ROW)[1]


_KEY_ROW: Final = (N_("This key signs in to your account"), N_("unlink"))
_ROWS: Final = {
    VACATION: (N_("Rest from correspondence games?"), N_("choose the days, or end it")),
    EMAIL: (N_("Be told by e-mail when it is your move?"), N_("type your address")),
    LINK: (N_("Add another key?"), N_("make a code")),
    EXPORT: (N_("Download your data?"), N_("see how")),
    DELETE: (N_("Delete your account?"), N_("delete (asks first)")),
}


def vacation_prompt(vacation: VacationLine, text: str) -> Prompt:
    """Ask for how many days the player's correspondence clocks stand still."""
    sentence = tell("For how many days? {typed}", typed=typed(text))
    return Prompt("bar", tr("VACATION"), sentence, why=say(vacation_text(vacation)))


def resting_prompt(vacation: VacationLine) -> Prompt:
    """Ask whether to end a vacation."""
    sentence = tell("End your vacation now?")
    return Prompt("bar", tr("VACATION"), sentence, why=say(vacation_text(vacation)))


def email_prompt(email: EmailLine, text: str) -> Prompt:
    """Ask for an address, or for the code that was sent to it."""
    asked = N_("Type your e-mail address: {typed}")
    if email.address and not email.confirmed:
        asked = N_("Type the code, or another address: {typed}")
    return Prompt("bar", tr("E-MAIL"), tell(asked, typed=typed(text)))


def link_line(code: str) -> Sentence:
    """Show a link code and say how to use it."""
    return tell(
        "with the other key, choose `I have an account` and type {code} within 10 min",
        code=Span(code, "strong"),
    )


def unlink_prompt(key: Key) -> Prompt:
    """Ask whether to unlink a key."""
    sentence = tell("Unlink {key}...?", key=key.fingerprint[:_PRINT])
    reason = tell("you are connected with this key") if key.current else SILENCE
    return Prompt("bar", tr("UNLINK?"), sentence, why=reason)


def delete_prompt(player: str, name: str) -> Prompt:
    """Ask for the name before the account is deleted."""
    sentence = tell("Type your name to delete the account: {typed}", typed=typed(name))
    why = tell("this cannot be undone")
    if name != player:
        why = tell("type your whole name, {player}, then press enter to delete", player=player)
    return Prompt("alarm", tr("DELETE?"), sentence, why=why)
