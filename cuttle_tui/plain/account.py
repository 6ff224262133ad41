"""The account on a server and the settings, in plain mode."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from cuttle_tui.i18n.translation import adopt
from cuttle_tui.plain.conversation import Command, Conversation
from cuttle_tui.ports import Account, Key
from cuttle_tui.preferences.settings import FIELDS, Value
from cuttle_tui.preferences.stores import SaveError
from cuttle_tui.wording.plain import account as wording
from cuttle_tui.wording.plain.help import HELP_ANYWHERE, usage_line
from cuttle_tui.wording.plain.lines import GOODBYE


def _account_of(session: Conversation) -> Account | None:
    """Return the player's account; if there is none, say so."""
    account = session.lobby.account
    if account is None:
        away = session.lobby.online is not None
        session.output.tell(wording.NO_ACCOUNTS if away else wording.NO_ACCOUNT)
    elif account.guest:
        session.output.tell(wording.GUEST)
    else:
        return account
    return None


async def _account(session: Conversation, rest: str) -> None:
    """Tell what the server keeps: the name, the keys, the data."""
    account = _account_of(session)
    if account is not None:
        keys = await account.keys()
        for line in wording.account_lines(session.lobby.player, account, keys):
            session.output.tell(line)


async def make_link(session: Conversation) -> None:
    """Make a code that adds another key to the account."""
    account = _account_of(session)
    if account is not None:
        session.output.tell(wording.link_line(account.link_code()))


async def _unlink(session: Conversation, rest: str) -> None:
    """Take a key off the account, by its number in the list."""
    account = _account_of(session)
    if account is None:
        return
    key = _numbered(await account.keys(), rest)
    if key is None:
        session.output.tell(wording.no_such_key(rest))
    else:
        await account.unlink(key.fingerprint)
        session.output.tell(wording.UNLINKED)


def _numbered(keys: tuple[Key, ...], text: str) -> Key | None:
    known = {str(number): key for number, key in enumerate(keys, 1)}
    return known.get(text)


async def _delete(session: Conversation, rest: str) -> None:
    """Delete the account, if the player's own name is typed."""
    account = _account_of(session)
    if account is None:
        return
    if rest != session.lobby.player:
        session.output.tell(wording.delete_line(session.lobby.player))
        return
    await account.forget_me()
    session.output.tell(wording.GONE, GOODBYE)
    session.done = True


# settings ----------------------------------------------------------------------------------------


async def _settings(session: Conversation, rest: str) -> None:
    """List the settings, each as it is typed."""
    settings = session.preferences.settings
    for name in FIELDS:
        session.output.item(wording.setting_line(settings, name))
    session.output.tell(usage_line(HELP_ANYWHERE["set"]))


async def _set(session: Conversation, rest: str) -> None:
    """Change a setting: ``set free-text on``."""
    *words, last = rest.lower().split() or [""]
    name = "_".join(words).replace("-", "_")
    if not words and last.replace("-", "_") in FIELDS:
        session.output.tell(wording.choices_line(last.replace("-", "_")))
    elif name not in FIELDS:
        session.output.tell(wording.no_such_setting(" ".join(words) or last))
    elif (value := _value(name, last)) is None:
        session.output.tell(wording.choices_line(name))
    else:
        await _change(session, name, value)


def _value(name: str, text: str) -> Value | None:
    choices = {wording.typed_value(choice): choice for choice in FIELDS[name].choices}
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
    session.output.tell(wording.setting_done(changed, name))


COMMANDS: Final[Mapping[str, Command]] = {
    "account": _account,
    "unlink": _unlink,
    "delete": _delete,
    "settings": _settings,
    "set": _set,
}
