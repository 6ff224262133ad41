"""Word the account and the settings in plain mode."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cuttle_tui.i18n.rich_text import Sentence, say, tell
from cuttle_tui.i18n.translation import N_, tr
from cuttle_tui.ports import Account, Key
from cuttle_tui.preferences.settings import FIELDS, Settings, Value
from cuttle_tui.wording.front import account as wording
from cuttle_tui.wording.front.settings import ABOUT, choice_text

GUEST: Final = N_("You are a guest: connect with an ssh key, and you have an account.")
NO_ACCOUNT: Final = N_("There is no account here: everything is kept on this computer.")
NO_ACCOUNTS: Final = N_("There are no accounts here: nothing of yours is kept after this visit.")
GONE: Final = N_("Your account is deleted.")
UNLINKED: Final = N_("That key no longer signs in.")
_LAST: Final = N_("Type unlink and the number of a key to take it off, or link for a code.")


def account_lines(player: str, account: Account, keys: Sequence[Key]) -> Iterator[Sentence]:
    """Tell what the server keeps of a player, and what can be done about it."""
    yield tell("you are {player}", player=player)
    for number, key in enumerate(keys, 1):
        label = wording.key_label(key)
        yield tell("{number}: {what}", number=number, what=f"{label}, {wording.key_text(key)}")
    yield say(_LAST)
    yield tell("kept here: {kept}", kept="; ".join(map(str, wording.KEPT)))
    yield wording.export_line(account)
    yield tell("to delete the account, type {command}", command=f"delete {player}")


def link_line(code: str) -> str:
    """Show a link code and say how to use it."""
    return tr("With the other key, type link {code} within 10 minutes.", code=code)


def delete_line(player: str) -> str:
    """Say how an account is deleted."""
    message = N_("This cannot be undone. To delete your account for good, type delete {player}.")
    return tr(message, player=player)


def no_such_key(text: str) -> str:
    """Report that there is no key of that number."""
    return tr("There is no key {text}. Type account for the list.", text=text)


def typed_name(name: str) -> str:
    """Return how a setting is typed: ``free-text``."""
    return name.replace("_", "-")


def typed_value(value: Value) -> str:
    """Return how a choice is typed: ``on``, ``felt-dark``."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else value


def setting_line(settings: Settings, name: str) -> str:
    """Tell a setting: its name, what it is, and what it is for."""
    return tr(
        "{name} {value}: {about}",
        name=typed_name(name),
        value=typed_value(getattr(settings, name)),
        about=ABOUT[name],
    )


def choices_line(name: str) -> str:
    """List the choices of a setting, as they are typed."""
    choices = ", ".join(typed_value(choice) for choice in FIELDS[name].choices)
    return tr("You can choose: {choices}.", choices=choices)


def no_such_setting(text: str) -> str:
    """Report that there is no setting of that name."""
    return tr("There is no setting {text}. Type settings for the list.", text=text)


def setting_done(settings: Settings, name: str) -> str:
    """Confirm a setting."""
    choice = choice_text(name, getattr(settings, name))
    return tr("{name} is now {choice}.", name=typed_name(name), choice=choice)
