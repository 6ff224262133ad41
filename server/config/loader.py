"""Load the configuration from a file, the environment and flags."""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from platformdirs import user_config_path

from engine.reading import decode_text
from server.config.schema import SETTINGS, Config, Wrong, config_of

_LARGEST: Final = 256 * 1024
"""Bytes of a configuration file."""
_PREFIX: Final = "CUTTLE_SERVER_"
_VARIABLES: Final = {setting.variable: key for key, setting in SETTINGS.items()}
_KEYS: Final = {key: key for key in SETTINGS}
_FLAGS: Final = {setting.flag: key for key, setting in SETTINGS.items() if setting.flag}
_SECTIONS: Final = frozenset(key.rpartition(".")[0] for key in SETTINGS) - {""}
_AT_LINE: Final = re.compile(r" \(at line (\d+), column \d+\)$")


class ConfigError(Exception):
    """A setting is unknown or has a bad value."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)
        """Everything that is wrong, a line each."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A configuration, and where its values come from."""

    config: Config
    origins: Mapping[str, str]
    """By key; what is not there is as usual."""


@dataclass(frozen=True, slots=True)
class _Given:
    """A value as it was given."""

    where: str
    name: str
    """As it was written."""
    key: str
    """The key of the setting; empty if there is no such setting."""
    value: object
    known: Mapping[str, str]
    """The accepted spellings, each with its key."""


def usual_file() -> Path:
    """Return the default path of the configuration."""
    return user_config_path("cuttle") / "server.toml"


def load(file: Path | None, environment: Mapping[str, str], flags: Mapping[str, str]) -> Loaded:
    """Load the configuration; later sources win.

    Args:
        file: the file to read; None for the default path, which may be missing.
        environment: variables; those that begin with ``CUTTLE_SERVER_`` count.
        flags: text by flag (``--port``) or by key.

    Raises:
        ConfigError: something is wrong; it names everything that is.
    """
    problems: list[str] = []
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}
    variables = {key: environment[key] for key in sorted(environment) if key.startswith(_PREFIX)}
    for given in (
        *_from_file(file, problems),
        *_from_texts("the environment", variables, _VARIABLES, _VARIABLES),
        *_from_texts("the command line", flags, _KEYS | _FLAGS, _KEYS),
    ):
        if not given.key:
            problems.append(f"{given.where}: {_no_key(given)}")
            continue
        setting = SETTINGS[given.key]
        try:
            values[given.key] = setting.rule.accept(given.value)
            origins[given.key] = given.where
        except Wrong as error:
            problems.append(f"{given.where}: {given.name}: {error}")
        except ValueError:
            but = "" if setting.secret else f", not {_shown(given.value)}"
            problems.append(f"{given.where}: {given.name} must be {setting.rule.wants}{but}")
    if problems:
        raise ConfigError(problems)
    return Loaded(config_of(values), origins)


def _no_key(given: _Given) -> str:
    if given.name in _SECTIONS:
        return f"{given.name} is a section: write [{given.name}] above its keys"
    near = _near(given.name, [*given.known])
    return f"{_shown(given.name)} is not a key" + (f"; did you mean {near}?" if near else "")


def _near(name: str, known: list[str]) -> str:
    """Suggest a key of the same section, else any key, else a section."""
    start = _PREFIX if name.startswith(_PREFIX) else name[: name.rfind(".") + 1]
    beside = [key.removeprefix(start) for key in known if key.startswith(start)]
    near = _nearest(name.removeprefix(start), beside)
    if start == _PREFIX:
        return near and start + near
    return near or _nearest(name, [*known, *_SECTIONS])


def _nearest(name: str, names: list[str]) -> str:
    longer = [other for other in names if len(name) > 2 and other.startswith(name)]
    return next(iter(longer or difflib.get_close_matches(name, names, n=1)), "")


def _shown(value: object) -> str:
    text = value if isinstance(value, str) and value.isprintable() and value else repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"


def _from_texts(
    where: str, texts: Mapping[str, str], keys: Mapping[str, str], known: Mapping[str, str]
) -> Iterator[_Given]:
    for name, text in texts.items():
        key = keys.get(name, "")
        yield _Given(where, name, key, SETTINGS[key].rule.parse(text) if key else "", known)


def _from_file(file: Path | None, problems: list[str]) -> Iterator[_Given]:
    path = file or usual_file()
    if file is None and not os.path.exists(path):
        return
    try:
        with path.open("rb") as opened:
            data = opened.read(_LARGEST + 1)
        if len(data) > _LARGEST:
            raise ValueError("it is too large")
        text = decode_text(data)
        tree = tomllib.loads(text)
    except OSError as error:
        problems.append(f"{path} cannot be read: {error.strerror or error}")
    except UnicodeDecodeError:
        problems.append(f"{path} cannot be read: it is not UTF-8 text")
    except ValueError as error:
        at, why = _AT_LINE.search(str(error)), _AT_LINE.sub("", str(error))
        problems.append(f"{path}, line {at[1]}: {why}" if at else f"{path}: {why}")
    else:
        lines = _line_numbers(text)
        for key, value in _leaves(tree):
            where = f"{path}, line {lines.get(key, 1)}"
            yield _Given(where, key, _KEYS.get(key, ""), value, _KEYS)


def _leaves(tree: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, object]]:
    """Yield the keys and values of a file; an unknown empty section counts as a key."""
    for name, value in tree.items():
        key = prefix + name
        if isinstance(value, dict) and (value or key in _SECTIONS):
            yield from _leaves(value, f"{key}.")
        else:
            yield key, value


def _line_numbers(text: str) -> dict[str, int]:
    """Return the line on which each key of a valid file begins.

    A statement is as many lines as it takes until they can be read by themselves.
    """
    found: dict[str, int] = {}
    section, statement, begin = "", "", 0
    for number, line in enumerate(text.splitlines(keepends=True), start=1):
        begin = begin if statement else number
        statement += line
        try:
            tree = tomllib.loads(statement)
        except tomllib.TOMLDecodeError:
            continue
        if statement.lstrip().startswith("["):
            section, node = "", tree  # a header opens one map in another
            while isinstance(node, dict) and node:
                ((name, node),) = node.items()
                section += f"{name}."
            found.setdefault(section.rstrip("."), begin)
        else:
            found.update({key: begin for key, _ in _leaves(tree, section)})
        statement = ""
    return found
