"""Word the account: one's name, keys and settings, and what is done with them."""

from __future__ import annotations

from typing import Final

from cuttle_tui.ports import Account, Key
from cuttle_tui.prose import SILENCE, Sentence, Span, say
from cuttle_tui.wording.asking import Prompt, option

TITLE: Final = "your account"
HINTS: Final = (("arrows", "move"), ("enter", "do it"), ("esc", "home"))
FREE_TEXT: Final = "free_text"
BELL: Final = "bell"
LINK: Final = "link"
EXPORT: Final = "export"
DELETE: Final = "delete"
SETTINGS: Final = {FREE_TEXT: False, BELL: True}
"""The settings, and what each is by default."""
LABELS: Final = {
    FREE_TEXT: ("free text", "write and read more than ready phrases"),
    BELL: ("bell", "ring when you are wanted and look elsewhere"),
    LINK: ("another key", "make a code that links it to this account"),
    EXPORT: ("your data", "a file with all that is kept about you"),
    DELETE: ("delete", "the account and all that belongs to it"),
}
SAVED: Final = say("kept")
UNLINKED: Final = say("that key opens nothing here any more")
NOT_THE_NAME: Final = say("that is not your name: nothing was deleted")
WAITING: Final = say("one moment...")
_PRINT: Final = 23
"""Characters of a fingerprint that are shown."""


def export_line(account: Account) -> Sentence:
    """Tell how one gets all that is kept."""
    command = Span(f"ssh {account.door} export > me.json", "strong")
    return say("type ", command, " where your key is")


def key_label(key: Key) -> str:
    """Name a key."""
    return "this key" if key.current else "key"


def key_text(key: Key) -> str:
    """Tell a key by its fingerprint, and when it was linked."""
    return f"{key.fingerprint[:_PRINT]}...  since {key.added}"


def on_off(*, on: bool) -> str:
    """Say whether a setting is on."""
    return "on" if on else "off"


def band(player: str, account: Account) -> tuple[Sentence, ...]:
    """Tell who one is."""
    if account.guest:
        return (
            say("you are ", Span(player, "strong"), ", a guest"),
            say("your resume code is ", Span(account.resume_code, "strong")),
            say("connect with an ssh key and you get an account; nothing else is needed"),
        )
    return (say("you are ", Span(player, "strong")), say("who has one of your keys is you here"))


def prompt(row: str, why: Sentence, *, on: bool = False) -> Prompt:
    """Ask what to do with the row in focus."""
    sentence, verb = _ROWS.get(row, ("Take this key away?", "unlink it"))
    if row in SETTINGS:
        verb = "turn it off" if on else "turn it on"
    options = (option("enter", verb), option("esc", "home"))
    return Prompt("bar", "ACCOUNT", say(sentence), options, why)


_ROWS: Final = {
    FREE_TEXT: ("Write and read free text at the table?", ""),
    BELL: ("Ring the bell?", ""),
    LINK: ("Link another key of yours?", "make a code"),
    EXPORT: ("Take your data with you?", "see how"),
    DELETE: ("Delete your account?", "delete it (asks)"),
}


def link_line(code: str) -> Sentence:
    """Tell a link code, and what to do with it."""
    told = " at `I have an account` with the other key; good for 10 min"
    return say("type ", Span(code, "strong"), told)


def unlink_prompt(key: Key) -> Prompt:
    """Ask whether to take a key away."""
    options = (option("y", "unlink it"), option("n", "keep it"))
    reason = say("it is the key you came with") if key.current else SILENCE
    return Prompt(
        "bar", "UNLINK?", say(f"Take {key.fingerprint[:_PRINT]}... away?"), options, reason
    )


def delete_prompt(player: str, typed: str) -> Prompt:
    """Ask for the name before the account is deleted."""
    sentence = say("Type your name to delete the account: ", Span(f"{typed}_", "strong"))
    options = (option("enter", "delete it for good"), option("esc", "keep it"))
    return Prompt("alarm", "DELETE?", sentence, options, say(f"you are {player}"))
