"""Say what a setting of the server may be: rules for values, and fields that carry theirs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, Final

_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,18}")


@dataclass(frozen=True, slots=True)
class Rule:
    """What a value must be."""

    wants: str
    """In words, as in "must be …"."""
    accept: Callable[[object], Any]
    """Gives the value as it is kept, or raises ValueError."""
    parse: Callable[[str], object] = str
    """Makes of text, as it comes from a flag or the environment, what a file would hold."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One key that the server can be told."""

    key: str
    """With its section: ``limits.idle_minutes``."""
    rule: Rule
    default: object
    help: str
    flag: str
    """The flag of `cuttle serve` that sets it; empty if only ``--set`` does."""
    secret: bool
    """Whether its value may hold a password."""

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return "CUTTLE_SERVER_" + self.key.replace(".", "_").upper()


def setting(default: object, rule: Rule, help: str, *, flag: str = "", secret: bool = False) -> Any:
    """Make a dataclass field of a setting."""
    about = {"rule": rule, "help": help, "flag": flag, "secret": secret}
    return field(default=default, metadata=about)


def settings_of(kind: Any, prefix: str = "") -> Iterator[Setting]:
    """List the settings of a dataclass and of the sections in it."""
    for part in fields(kind):
        key = prefix + part.name
        if is_dataclass(part.default_factory):
            yield from settings_of(part.default_factory, f"{key}.")
        elif part.default is not MISSING:
            yield Setting(key, default=part.default, **part.metadata)


def whole(low: int, high: int) -> Rule:
    """Want a whole number within bounds."""

    def accept(value: object) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError
        return value

    def parse(text: str) -> object:
        return int(text) if _WHOLE.fullmatch(text) else text

    return Rule(f"a whole number from {low} to {high}", accept, parse)


def choice(*names: str) -> Rule:
    """Want one of a few words."""

    def accept(value: object) -> str:
        if value not in names:
            raise ValueError
        return str(value)

    return Rule(" or ".join(names), accept)


def line(most: int) -> Rule:
    """Want one line of text that prints; empty will do."""

    def accept(value: object) -> str:
        if not isinstance(value, str) or len(value) > most or not value.isprintable():
            raise ValueError
        return value.strip()

    return Rule(f"one line of at most {most} characters", accept)


def host() -> Rule:
    """Want an address or a name of a machine."""

    def accept(value: object) -> str:
        if not isinstance(value, str) or not re.fullmatch(r"[A-Za-z0-9._:%-]{0,255}", value):
            raise ValueError
        return value

    return Rule("an address or a name of a machine, without a port", accept)


def folder() -> Rule:
    """Want the path of a directory; ``~`` is somebody's home."""

    def accept(value: object) -> Path:
        if not isinstance(value, str) or not value or not value.isprintable():
            raise ValueError
        try:
            return Path(value).expanduser()
        except RuntimeError:
            raise ValueError from None

    return Rule("the path of a directory", accept)


def names() -> Rule:
    """Want a list of names."""

    def accept(value: object) -> tuple[str, ...]:
        if not isinstance(value, list | tuple):
            raise ValueError
        return tuple(map(line(32).accept, value))

    def parse(text: str) -> object:
        return [name.strip() for name in text.split(",") if name.strip()]

    return Rule("a list of names", accept, parse)


def database_url() -> Rule:
    """Want the URL of a database; empty will do."""

    def accept(value: object) -> str:
        if not isinstance(value, str):
            raise ValueError
        if value:
            from server.store.address import parse
            from server.store.errors import StoreError

            try:
                parse(value)
            except StoreError:
                raise ValueError from None
        return value

    return Rule(
        "a URL such as sqlite:////folder/cuttle.db or postgresql://user@host/database", accept
    )
