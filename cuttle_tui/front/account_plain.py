"""The account on a server and the settings, in plain mode."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from cuttle_tui.front import account_words as wording
from cuttle_tui.front.settings_words import ABOUT, choice_text
from cuttle_tui.i18n.translation import N_, Sentence, adopt, say, tell, tr
from cuttle_tui.plain.conversation import Command, Conversation
from cuttle_tui.plain.words import GOODBYE, HELP_ANYWHERE, NO_NAME_HERE, named_line, usage_line
from cuttle_tui.ports import Account, Key
from cuttle_tui.preferences import FIELDS, SaveError, Settings, Value

GUEST: Final = N_(
    "You are a guest. To get an account, connect with an ssh key: it begins anew, "
    "for nothing is stored about guests."
)
NO_ACCOUNT: Final = N_("There is no account here: everything is kept on this computer.")
NO_ACCOUNTS: Final = N_("There are no accounts here: nothing is kept after this visit.")
GONE: Final = N_("Your account is deleted.")
UNLINKED: Final = N_("That key no longer signs in.")
_LAST: Final = N_("Type unlink and the number of a key to remove it, or link for a code.")


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


def _account_of(session: Conversation) -> Account | None:
    """Return the player's account; if there is none, say so."""
    account = session.lobby.account
    if account is None:
        away = session.lobby.online is not None
        session.output.tell(NO_ACCOUNTS if away else NO_ACCOUNT)
    elif account.guest:
        session.output.tell(GUEST)
    else:
        return account
    return None


async def _account(session: Conversation, rest: str) -> None:
    """Tell what the server keeps: the name, the keys, the data."""
    account = _account_of(session)
    if account is not None:
        keys = await account.keys()
        for line in account_lines(session.lobby.player, account, keys):
            session.output.tell(line)


async def _make_link(session: Conversation) -> None:
    """Make a code that adds another key to the account."""
    account = _account_of(session)
    if account is not None:
        session.output.tell(link_line(account.link_code()))


def enter_by(step: Callable[[Account, str], Awaitable[None]]) -> Command:
    """Build a command that opens or links the account of a new player."""

    async def command(session: Conversation, rest: str) -> None:
        account = session.lobby.account
        if account is None or account.named:
            session.output.tell(NO_NAME_HERE)
            return
        await step(account, rest)
        session.use_saved_language()
        session.output.tell(named_line(session.lobby.player))
        session.resume()

    return command


async def _link(session: Conversation, rest: str) -> None:
    """Join an account with its code; without one, make a code for another key."""
    own = session.lobby.account
    if not rest and own is not None and own.named:
        await _make_link(session)
    else:
        await enter_by(lambda owner, code: owner.use_link_code(code))(session, rest)


async def _unlink(session: Conversation, rest: str) -> None:
    """Take a key off the account, by its number in the list."""
    account = _account_of(session)
    if account is None:
        return
    key = _numbered(await account.keys(), rest)
    if key is None:
        session.output.tell(no_such_key(rest))
    else:
        await account.unlink(key.fingerprint)
        session.output.tell(UNLINKED)


def _numbered(keys: tuple[Key, ...], text: str) -> Key | None:
    known = {str(number): key for number, key in enumerate(keys, 1)}
    return known.get(text)


async def _delete(session: Conversation, rest: str) -> None:
    """Delete the account, if the player's own name is typed."""
    account = _account_of(session)
    if account is None:
        return
    if rest != session.lobby.player:
        session.output.tell(delete_line(session.lobby.player))
        return
    await account.forget_me()
    session.output.tell(GONE, GOODBYE)
    session.done = True


# settings ----------------------------------------------------------------------------------------


async def _settings(session: Conversation, rest: str) -> None:
    """List the settings, each as it is typed."""
    settings = session.preferences.settings
    for name in FIELDS:
        session.output.item(setting_line(settings, name))
    session.output.tell(usage_line(HELP_ANYWHERE["set"]))


async def _set(session: Conversation, rest: str) -> None:
    """Change a setting: ``set free-text on``."""
    *words, last = rest.lower().split() or [""]
    name = "_".join(words).replace("-", "_")
    if not words and last.replace("-", "_") in FIELDS:
        session.output.tell(choices_line(last.replace("-", "_")))
    elif name not in FIELDS:
        session.output.tell(no_such_setting(" ".join(words) or last))
    elif (value := _value(name, last)) is None:
        session.output.tell(choices_line(name))
    else:
        await _change(session, name, value)


def _value(name: str, text: str) -> Value | None:
    field = FIELDS[name]
    choices = {"default": field.default, **{typed_value(one): one for one in field.choices}}
    return choices.get(text)


async def _change(session: Conversation, name: str, value: Value) -> None:
    preferences = session.preferences
    changes: dict[str, Any] = {name: value}
    changed = replace(preferences.settings, **changes)
    try:
        await preferences.take(changed)
    except SaveError as why:
        session.output.tell(str(why))
    if name == "language" and value != "auto":
        adopt(str(value), ascii=session.ascii)
    if session.table is not None:
        session.table.settings = changed
    session.output.tell(setting_done(changed, name))


COMMANDS: Final[Mapping[str, Command]] = {
    "account": _account,
    "link": _link,
    "unlink": _unlink,
    "delete": _delete,
    "settings": _settings,
    "set": _set,
}
