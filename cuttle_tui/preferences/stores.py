"""Keep settings: in a file at home, with the account on a server, or for this visit alone."""

from __future__ import annotations

import json
import os
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol

from cuttle_tui.i18n.translation import tr
from cuttle_tui.ports import Account, LobbyError
from cuttle_tui.preferences.settings import FIELDS, Settings, Value, read_settings
from cuttle_tui.wording.errors import system_words
from cuttle_tui.wording.front import settings as wording

_LARGEST: Final = 65_536


class SettingsStore(Protocol):
    """Where a player's settings are kept, as plain values."""

    @property
    def kept(self) -> Mapping[str, Any]:
        """What is kept now, names included that this version does not know."""

    @property
    def trouble(self) -> str:
        """What was wrong with what was found, for the player to read; empty when nothing was."""

    def keep(self, settings: Mapping[str, Any]) -> Awaitable[None]:
        """Keep this in place of what was.

        Raises:
            NotKept: it holds for this visit alone.
        """


class SaveError(Exception):
    """Settings could not be kept; the text says why, for the player to read."""


class MemoryStore:
    """Keeps settings for this visit."""

    trouble = ""

    def __init__(self) -> None:
        self.kept: Mapping[str, Any] = {}

    async def keep(self, settings: Mapping[str, Any]) -> None:
        """Remember it."""
        self.kept = dict(settings)


class AccountStore:
    """Keeps settings with the account on a server."""

    trouble = ""

    def __init__(self, account: Account) -> None:
        self._account = account

    @property
    def kept(self) -> Mapping[str, Any]:
        """What the account has."""
        return self._account.settings

    async def keep(self, settings: Mapping[str, Any]) -> None:
        """Give it to the server."""
        try:
            await self._account.save(settings)
        except LobbyError:
            raise SaveError(str(wording.NO_ACCOUNT)) from None


class FileStore:
    """Keeps settings in a file of one's own.

    A file that cannot be read is set aside and told of; it is never written over.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.kept: Mapping[str, Any] = {}
        self._tell_trouble: Callable[[], str] = str
        """Words the trouble; the language is known later than the file."""
        self._read()

    @property
    def trouble(self) -> str:
        """What was wrong with the file; empty when nothing was."""
        return self._tell_trouble()

    def _read(self) -> None:
        try:
            with self._path.open("rb") as file:
                found = json.loads(file.read(_LARGEST).decode("utf-8"))
            if not isinstance(found, dict):
                raise ValueError("no table of settings")
        except FileNotFoundError:
            return
        except OSError as error:
            self._tell_trouble = self._unread(error)
        except (ValueError, RecursionError):
            self._tell_trouble = self._set_aside()
        else:
            self.kept = found

    def _unread(self, error: OSError) -> Callable[[], str]:
        return partial(tr, wording.UNREAD, path=self._path, why=system_words(error))

    def _set_aside(self) -> Callable[[], str]:
        aside = self._path.with_name(self._path.name + ".broken")
        try:
            os.replace(self._path, aside)
        except OSError as error:
            return self._unread(error)
        return partial(tr, wording.BROKEN, path=aside)

    async def keep(self, settings: Mapping[str, Any]) -> None:
        """Write the file whole, or leave the one that is there."""
        self.kept = dict(settings)
        text = json.dumps(self.kept, indent=2, ensure_ascii=False) + "\n"
        fresh = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text(text, encoding="utf-8")
            os.replace(fresh, self._path)
        except OSError as error:
            with suppress(OSError):
                fresh.unlink()
            raise SaveError(wording.unwritten(str(self._path), str(system_words(error)))) from None


def store_of(account: Account | None) -> SettingsStore:
    """Choose where settings are kept when nothing else is said: the account, or nowhere."""
    return MemoryStore() if account is None else AccountStore(account)


class Preferences:
    """The settings in force: those that are kept, under those of this run."""

    def __init__(self, keeper: SettingsStore, this_run: Mapping[str, Value] | None = None) -> None:
        """Begin with what is kept.

        Args:
            keeper: where settings are kept.
            this_run: what was asked for on the command line; it is not kept.
        """
        self._keeper = keeper
        self._this_run: dict[str, Value] = dict(this_run or {})
        self._notes: dict[str, Any] = {}

    @property
    def settings(self) -> Settings:
        """What is in force now."""
        return read_settings({**self._keeper.kept, **self._this_run})[0]

    @property
    def trouble(self) -> str:
        """What was wrong with the settings that were found; empty when nothing was."""
        wrong = read_settings(self._keeper.kept)[1]
        return self._keeper.trouble or wording.wrong_values(wrong)

    def take(self, settings: Settings) -> Awaitable[None]:
        """Put settings in force at once; the result keeps what was changed.

        Raises:
            NotKept: from the result: they hold for this visit alone.
        """
        before = self.settings
        changed: dict[str, Value] = {
            name: value
            for name in FIELDS
            if (value := getattr(settings, name)) != getattr(before, name)
        }
        self._this_run.update(changed)
        return self._keep(changed)

    def recall(self, name: str) -> Any:
        """Give something that is kept beside the settings, or None."""
        return self._notes.get(name, self._keeper.kept.get(name))

    def note(self, name: str, value: Any) -> Awaitable[None]:
        """Have something beside the settings, as plain values, at once; the result keeps it.

        Raises:
            NotKept: from the result: it holds for this visit alone.
        """
        self._notes[name] = value
        return self._keeper.keep({**self._keeper.kept, name: value})

    async def _keep(self, changed: Mapping[str, Value]) -> None:
        await self._keeper.keep({**self._keeper.kept, **changed})
        for name, value in changed.items():
            if self._this_run.get(name) == value:
                del self._this_run[name]
