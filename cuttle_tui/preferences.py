"""The settings of a player, and where they are stored: a file, the account, or memory."""

from __future__ import annotations

import json
import os
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Protocol

from cuttle_tui.drawing.layout import CardSize
from cuttle_tui.drawing.palette import DECKS, THEMES, Signs
from cuttle_tui.i18n.translation import C_, N_, Message, languages, system_words, tr
from cuttle_tui.worn import EARNED, OWN
from engine.reading import decode_text

if TYPE_CHECKING:
    from cuttle_tui.ports import Account


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a player, with their defaults."""

    theme: str = "auto"
    """A name in `palette.THEMES`; "auto" follows the ground of the terminal."""
    deck: str = "two-colour"
    """A name in `palette.DECKS`."""
    cards: CardSize = "auto"
    signs: Signs = "auto"
    """Suits as signs or as letters; "auto" follows the terminal."""
    back: str = OWN
    """What the player's cards wear: a name in `worn.EARNED`, or the player's own."""
    language: str = "auto"
    """One of `translation.languages`; "auto" follows the locale."""
    highlight: bool = True
    """Whether what has just happened lights up for a moment."""
    marks: bool = True
    """Whether hidden cards that the player has seen are marked."""
    bell: bool = True
    """Whether the terminal rings on the player's turn while its window has no focus."""
    confirm: bool = True
    """Whether conceding and leaving ask first."""
    counter: str = "two"
    """When the player is asked whether to counter: "always", or with a "two" in hand.

    The latter holds only against computers: among people a question not asked would tell."""
    free_text: bool = False
    """Whether chat shows and sends more than quick phrases, whoever plays."""
    friend_text: bool = True
    """The same with players who met by a room code."""
    show_presence: bool = True
    """Whether others see that the player is here; if not, the player does not hear of friends."""
    show_games: bool = True
    """Whether others see on the player's profile how many games they won."""
    show_opponents: bool = True
    """Whether others see whom the player meets, and how that goes."""
    show_plays: bool = True
    """Whether others see which plays the player makes most."""
    show_rating: bool = True
    """Whether others see the player's rating and how it went."""
    call_name: bool = False
    """Whether the server names the player where it calls people, such as in a club's chat."""

    def writes(self, *, by_code: bool) -> bool:
        """Return whether free text is shown and sent at a table."""
        return self.free_text or (by_code and self.friend_text)


Value = str | bool


class Field(NamedTuple):
    """A setting and its choices."""

    name: str
    default: Value
    choices: tuple[Value, ...]
    """All values, in the order of stepping through them."""


class Wrong(NamedTuple):
    """A stored value that is not a choice; the default replaces it."""

    name: str
    value: str


_CHOICES: Final[dict[str, tuple[Value, ...]]] = {
    "theme": ("auto", *THEMES),
    "deck": tuple(DECKS),
    "back": (OWN, *EARNED),
    "cards": ("auto", "small", "large"),
    "signs": ("auto", "unicode", "ascii"),
    "language": ("auto", *languages()),
    "counter": ("always", "two"),
}
_ON_OFF: Final = (True, False)
_LONGEST: Final = 40

FIELDS: Final = {
    field.name: Field(
        field.name, getattr(Settings(), field.name), _CHOICES.get(field.name, _ON_OFF)
    )
    for field in fields(Settings)
}
"""Every setting by name, in display order."""

LABELS: Final[dict[str, Message]] = {
    "theme": N_("theme"),
    "deck": C_("a set of cards", "deck"),
    "cards": N_("card size"),
    "signs": N_("suits"),
    "back": N_("card back"),
    "language": N_("language"),
    "highlight": N_("highlight"),
    "marks": N_("seen cards"),
    "bell": N_("bell"),
    "confirm": N_("confirmations"),
    "counter": N_("ask to counter"),
    "free_text": N_("free text"),
    "friend_text": N_("text with friends"),
    "show_presence": N_("show presence"),
    "show_games": N_("show games"),
    "show_opponents": N_("show opponents"),
    "show_plays": N_("show plays"),
    "show_rating": N_("show rating"),
    "call_name": N_("name in chats"),
}
"""The label of each setting."""


def read_settings(kept: Mapping[str, Any]) -> tuple[Settings, tuple[Wrong, ...]]:
    """Read settings from plain values; return the invalid ones too.

    Unknown names are ignored: a later version may have written them.
    """
    good: dict[str, Any] = {}
    wrong: list[Wrong] = []
    for name, field in FIELDS.items():
        value = kept.get(name, field.default)
        if _fits(value, field):
            good[name] = value
        else:
            wrong.append(Wrong(name, str(value)[:_LONGEST]))
    return Settings(**good), tuple(wrong)


def _fits(value: object, field: Field) -> bool:
    """Return whether a value is a choice; the type matters, because 1 equals True."""
    return type(value) is type(field.default) and value in field.choices


def earned_back(kept: Mapping[str, Any]) -> str:
    """Return the earned back that is chosen in stored settings; empty for the player's own."""
    back = kept.get("back", OWN)
    return back if back != OWN and _fits(back, FIELDS["back"]) else ""


def stepped(settings: Settings, name: str, step: int, without: Collection[Value] = ()) -> Settings:
    """Step a setting through its choices but for some, wrapping around."""
    now = getattr(settings, name)
    choices = [one for one in FIELDS[name].choices if one == now or one not in without]
    place = choices.index(now)
    return _with(settings, name, choices[(place + step) % len(choices)])


def reset(settings: Settings, name: str) -> Settings:
    """Reset a setting to its default."""
    return _with(settings, name, FIELDS[name].default)


def _with(settings: Settings, name: str, value: Value) -> Settings:
    changes: dict[str, Any] = {name: value}
    return replace(settings, **changes)


RULES: Final = "rules"
"""What the rules used last at home are noted as."""
_LARGEST: Final = 65_536
_NO_ACCOUNT: Final = N_("a guest's settings last for this visit only")
_BROKEN: Final = N_(
    "the settings could not be read; they are now in {path}, and the defaults are used"
)
_UNREAD: Final = N_("the settings in {path} cannot be read ({why}); using the defaults")


Place = Literal["here", "account", "visit"]
"""Where settings last: on this computer, with an account on a server, or for a visit."""


class SettingsStore(Protocol):
    """Stores a player's settings, as plain values."""

    @property
    def place(self) -> Place:
        """Where they last."""

    @property
    def saved(self) -> Mapping[str, Any]:
        """The stored values, including names unknown to this version."""

    @property
    def trouble(self) -> str:
        """The problem with the stored settings, for the player to read; empty if none."""

    def save(self, settings: Mapping[str, Any]) -> Awaitable[None]:
        """Replace the stored settings.

        Raises:
            SaveError: they last for this visit only.
        """


class SaveError(Exception):
    """Settings could not be saved; the text says why, for the player to read."""


class MemoryStore:
    """Stores settings for this visit."""

    trouble = ""
    place: Final = "visit"

    def __init__(self) -> None:
        self.saved: Mapping[str, Any] = {}

    async def save(self, settings: Mapping[str, Any]) -> None:
        """Replace the settings."""
        self.saved = dict(settings)


class AccountStore:
    """Stores settings with the account on a server."""

    trouble = ""

    def __init__(self, account: Account) -> None:
        self._account = account

    @property
    def place(self) -> Place:
        """Where the settings last: guests have no account."""
        return "visit" if self._account.guest else "account"

    @property
    def saved(self) -> Mapping[str, Any]:
        """The settings of the account."""
        return self._account.settings

    async def save(self, settings: Mapping[str, Any]) -> None:
        """Send the settings to the server."""
        from cuttle_tui.ports import LobbyError  # the command starts without the ports

        try:
            await self._account.save(settings)
        except LobbyError:
            raise SaveError(str(_NO_ACCOUNT)) from None


class FileStore:
    """Stores settings in the user's own file.

    A file that cannot be read is set aside and reported; it is never overwritten.
    """

    place: Final = "here"

    def __init__(self, path: Path) -> None:
        self._path = path
        self.saved: Mapping[str, Any] = {}
        self._tell_trouble: Callable[[], str] = str
        """Words the problem later: the file is read before the language is known."""
        self._read()

    @property
    def trouble(self) -> str:
        """The problem with the file; empty if none."""
        return self._tell_trouble()

    def _read(self) -> None:
        try:
            with self._path.open("rb") as file:
                found = json.loads(decode_text(file.read(_LARGEST)))
            if not isinstance(found, dict):
                raise ValueError("no table of settings")
        except FileNotFoundError:
            return
        except OSError as error:
            self._tell_trouble = self._unread(error)
        except (ValueError, RecursionError):
            self._tell_trouble = self._set_aside()
        else:
            self.saved = found

    def _unread(self, error: OSError) -> Callable[[], str]:
        return partial(tr, _UNREAD, path=self._path, why=system_words(error))

    def _set_aside(self) -> Callable[[], str]:
        aside = self._path.with_name(self._path.name + ".broken")
        try:
            os.replace(self._path, aside)
        except OSError as error:
            return self._unread(error)
        return partial(tr, _BROKEN, path=aside)

    async def save(self, settings: Mapping[str, Any]) -> None:
        """Write the file atomically."""
        self.saved = dict(settings)
        text = json.dumps(self.saved, indent=2, ensure_ascii=False) + "\n"
        fresh = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text(text, encoding="utf-8")
            os.replace(fresh, self._path)
        except OSError as error:
            with suppress(OSError):
                fresh.unlink()
            told = N_("for this visit only: cannot write {path} ({why})")
            raise SaveError(tr(told, path=self._path, why=system_words(error))) from None


def store_of(account: Account | None) -> SettingsStore:
    """Return the default store: the account's, or memory."""
    return MemoryStore() if account is None else AccountStore(account)


class Preferences:
    """The settings in use: the stored ones, overridden by those of this run."""

    def __init__(self, store: SettingsStore, this_run: Mapping[str, Value] | None = None) -> None:
        """Start with the stored settings.

        Args:
            store: where settings are saved.
            this_run: settings from the command line; not stored.
        """
        self._store = store
        self._this_run: dict[str, Value] = dict(this_run or {})
        self._notes: dict[str, Any] = {}
        self._read: tuple[dict[str, Any], Settings] | None = None
        """What was stored or given when the settings were read last, and the settings."""

    @property
    def settings(self) -> Settings:
        """The settings in use; screens ask often, so they are read again only after a change."""
        kept = {**self._store.saved, **self._this_run}
        if self._read is None or self._read[0] != kept:
            self._read = kept, read_settings(kept)[0]
        return self._read[1]

    @property
    def place(self) -> Place:
        """Where the settings last."""
        return self._store.place

    @property
    def trouble(self) -> str:
        """The problem with the stored settings; empty if none."""
        wrong = read_settings(self._store.saved)[1]
        if self._store.trouble or not wrong:
            return self._store.trouble
        told = ", ".join(f"{LABELS[setting.name]} {setting.value!r}" for setting in wrong)
        return tr("settings: unknown {values}; using the default", values=told)

    def take(self, settings: Settings) -> Awaitable[None]:
        """Use settings at once; await the result to save the changes.

        Raises:
            SaveError: when awaited: they last for this visit only.
        """
        before = self.settings
        changed: dict[str, Value] = {
            name: value
            for name in FIELDS
            if (value := getattr(settings, name)) != getattr(before, name)
        }
        self._this_run.update(changed)
        return self._save(changed)

    def recall(self, name: str) -> Any:
        """Return a value stored beside the settings, or None."""
        return self._notes.get(name, self._store.saved.get(name))

    def note(self, name: str, value: Any) -> Callable[[], Awaitable[None]]:
        """Set a value beside the settings at once; call and await the result to save it.

        Raises:
            SaveError: when awaited: it lasts for this visit only.
        """
        self._notes[name] = value
        return lambda: self._store.save({**self._store.saved, name: value})

    async def _save(self, changed: Mapping[str, Value]) -> None:
        await self._store.save({**self._store.saved, **changed})
        for name, value in changed.items():
            if self._this_run.get(name) == value:
                del self._this_run[name]
