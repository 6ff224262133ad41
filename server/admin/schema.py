"""Declare admin commands: how they are typed, sent, checked, carried out and answered."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from server.codes import BROWSER, FINGERPRINT
from server.league.seasons import SUITS
from server.ops.limits import origin
from server.sanitize import BadLine, TooLong, line

if TYPE_CHECKING:
    from argparse import Namespace

    from server.admin.service import ServerAdmin
    from server.store.values import BanKind

LONG: Final = 600.0
"""Seconds that a command on the whole database may take."""
LONGEST_REQUEST: Final = 4 * 1024 * 1024
"""Bytes of a request: a file comes with it."""
LONGEST_ANSWER: Final = 32 * 1024 * 1024
"""Bytes of an answer: an export has every game of a player."""
_SOON: Final = 20.0
"""Seconds that any other may take."""
_LONGEST_BAN: Final = 60 * 24 * 366 * 10
"""Minutes of a ban that ends."""
_MOST_NAMES: Final = 64
_FINGERPRINT: Final = re.compile(FINGERPRINT)

Reader = Callable[[object], Any]
"""Checks a value that was sent, and converts it; raises `AdminError`."""
Values = Mapping[str, Any]
"""The values of a request by name, checked."""


class AdminError(Exception):
    """A command cannot be carried out; the text says why and what to do."""


# what a command is -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Argument:
    """A value that comes with a command."""

    typed: str
    """As it is typed: ``--minutes``, or ``name`` where it needs no flag."""
    read: Reader
    """Checks it at the server, which gets None if it was left out."""
    parser: Mapping[str, Any]
    """What `ArgumentParser.add_argument` takes besides."""
    key: str
    """Its name in requests."""
    sent: Callable[[Any], Any]
    """Converts it for JSON."""
    exclusive: bool
    """Whether it excludes the command's other arguments that say so."""
    implied: bool
    """Whether it is set for an operator who is shown first what would change."""

    @property
    def option(self) -> str:
        """The name of the parsed option."""
        return self.typed.lstrip("-").replace("-", "_")


NUMBER: Final[Mapping[str, Any]] = {"type": int, "metavar": "N"}
"""How an option that takes a number is parsed."""


def argument(
    typed: str,
    read: Reader,
    help: str | None = None,
    *,
    key: str = "",
    sent: Callable[[Any], Any] = lambda value: value,
    exclusive: bool = False,
    implied: bool = False,
    **parser: Any,
) -> Argument:
    """Declare an argument; requests name it as it is typed, unless a `key` is given."""
    name = typed.lstrip("-").replace("-", "_")
    if read is flag:
        parser["action"] = "store_true"
    elif name == typed and "choices" not in parser:
        parser.setdefault("metavar", name.upper())
    return Argument(typed, read, {"help": help, **parser}, key or name, sent, exclusive, implied)


@dataclass(frozen=True, slots=True)
class Command:
    """What an operator may ask of a running server. By itself it changes nothing."""

    name: str
    """As it is typed, one word or two: ``season new``."""
    help: str
    """Empty for what is not typed at all."""
    run: Callable[[ServerAdmin, Values], Any]
    """Carries it out; returns the value of the answer as plain JSON, or an awaitable of it."""
    arguments: tuple[Argument, ...] = ()
    nothing: str = "none yet"
    """Printed for an answer without rows."""
    shown: Callable[[Any, Namespace], str] | None = None
    """Returns the answer, to the options that were typed, as text; a table of rows if None."""
    refused: Callable[[Any], bool] = lambda value: False
    """Returns whether the answer says that nothing was done."""
    timeout: float = _SOON

    common: ClassVar[Mapping[str, Reader]] = {}
    """The values of every command of this kind."""

    @property
    def request(self) -> str:
        """Its name in requests: ``season-new``."""
        return self.name.replace(" ", "-")

    @property
    def values(self) -> Mapping[str, Reader]:
        """The values of a request by name, each as the function that checks it."""
        return {**{each.key: each.read for each in self.arguments}, **self.common}


def words(what: str, most: int, *, empty: bool = False) -> Reader:
    """Require a line of text."""

    def read(value: object) -> str:
        try:
            text = line(value, most) if isinstance(value, str) else ""
        except TooLong:
            raise AdminError(f"{what} has at most {most} characters: nothing was done") from None
        except BadLine:
            raise AdminError(f"{what} has characters that do not print: nothing was done") from None
        if not text and not (empty and value in (None, "")):
            raise AdminError(f"{what} is missing")
        return text

    return read


def flag(value: object) -> bool:
    """Require yes or no; missing means no."""
    if value not in (None, True, False):
        raise AdminError("this is either true or false")
    return bool(value)


def would_end(count: int, _: Namespace, *, effect: str = "end") -> str:
    """Word the number of sessions that an order would reach."""
    return f"would {effect} {count} {'session' if count == 1 else 'sessions'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Order(Command):
    """A command that takes effect at once. With ``trial`` only `trial` is called."""

    trial: Callable[[ServerAdmin, Values], Any]
    """Returns what it would do, at all nodes that answer."""
    would: Callable[[Any, Namespace], str] = would_end
    """Returns that as text."""

    common: ClassVar[Mapping[str, Reader]] = {
        "by": words("who decides", 64, empty=True),  # scripts may leave it out
        "reason": words("a reason", 200, empty=True),
        "trial": flag,
    }


@dataclass(frozen=True, slots=True)
class Decision(Command):
    """A command about the league, which shows what would change before the operator agrees.

    It returns what changes as lines; with ``trial`` it changes nothing.
    """

    common: ClassVar[Mapping[str, Reader]] = {**Order.common, "by": words("who decides", 64)}


# values ------------------------------------------------------------------------------------------


def kind_of_ban(value: object) -> BanKind:
    """Require a kind of ban."""
    if value not in FORMS:
        raise AdminError(f"people are banned by {', '.join(FORMS)}")
    return cast("BanKind", value)


def minutes(value: object) -> int | None:
    """Require a number of minutes, or nothing for a ban for good."""
    if value is None:
        return None
    if type(value) is not int or not 0 < value <= _LONGEST_BAN:
        raise AdminError(f"a ban takes from 1 to {_LONGEST_BAN} minutes, or none for good")
    return value


def moment(value: object) -> datetime | None:
    """Require a day or a time in UTC that is still to come, or nothing."""
    if value is None:
        return None
    try:
        read = datetime.fromisoformat(str(value))
    except ValueError:
        raise AdminError("a time is written as 2026-12-31 or 2026-12-31T18:00, in UTC") from None
    at = read if read.tzinfo is not None else read.replace(tzinfo=UTC)
    if at <= datetime.now(UTC):
        raise AdminError(f"{value} is over")
    return at


def file_path(value: object) -> Path:
    """Require the full path of a file that does not exist yet."""
    if not isinstance(value, str) or len(value) > 4096 or not value.isprintable():
        raise AdminError("name a file")
    path = Path(value)
    if not path.is_absolute():
        raise AdminError("name the file by its full path")
    try:
        taken = path.exists() or path.is_symlink()
    except OSError as error:
        raise AdminError(f"{path} cannot be used: {error.strerror}") from None
    if taken:
        raise AdminError(f"{path} is there already: name a new file")
    return path


class FileText(str):
    """The name of a file that came with a request, and its text."""

    text: str = ""


def file_text(value: object) -> FileText:
    """Require a file, as its name and its text."""
    if not isinstance(value, dict) or not all(
        isinstance(value.get(part), str) for part in ("file", "text")
    ):
        raise AdminError("name a file")
    named = FileText(line(value["file"], 4096))
    named.text = value["text"]
    return named


def renamings(value: object) -> dict[str, str]:
    """Require a list of pairs: a name in a file, and the account that is meant."""
    return dict(pairs(value))


def ban_value(ask: Values) -> str:
    """Normalize the value of a ban for its kind."""
    return FORMS[ask["kind"]](ask["value"])


def _key(value: str) -> str:
    if not _FINGERPRINT.fullmatch(value):
        raise AdminError(
            f"a key is named by its fingerprint, SHA256: or (a browser) {BROWSER} and 43 characters"
        )
    return value


def _address(value: str) -> str:
    """Normalize an address as sessions do: IPv6 by its /64 network."""
    address, _, size = value.partition("/")
    try:
        if size not in ("", "64"):
            raise ValueError(value)
        return origin(str(ip_address(address)))
    except ValueError:
        raise AdminError(
            "an address is one of IPv4 or IPv6, such as 192.0.2.7 or 2001:db8::7; ranges are "
            "banned by `network`"
        ) from None


_SIZES: Final = {4: (8, 32), 6: (16, 64)}
"""The sizes of networks that are banned, widest and smallest, by the version of IP."""


def _network(value: str) -> str:
    """Normalize a range of addresses."""
    try:
        network = ip_network(value, strict=False)
    except ValueError:
        raise AdminError(
            "a network is a range of IPv4 or IPv6, such as 192.0.2.0/24 or 2001:db8::/32"
        ) from None
    widest, smallest = _SIZES[network.version]
    if network.prefixlen < widest:
        raise AdminError(
            f"{network} is far too many people: no wider than /{widest}; `door close` keeps out "
            "whoever is new"
        )
    return str(network if network.prefixlen <= smallest else network.supernet(new_prefix=smallest))


FORMS: Final[Mapping[str, Callable[[str], str]]] = {
    "key": _key,
    "name": str,
    "address": _address,
    "network": _network,
}
"""Normalizes the value of each kind of ban."""


def suit(value: object) -> str:
    """Require the suit of a season."""
    if value not in SUITS:
        raise AdminError(f"a season is one of {', '.join(SUITS)}")
    return str(value)


def number(what: str, least: int, most: int, default: int | None = None) -> Reader:
    """Require a whole number; a missing one is the default."""

    def read(value: object) -> int | None:
        if value is None and default is not None:
            return default
        if type(value) is not int or not least <= value <= most:
            raise AdminError(f"{what} is a number from {least} to {most}")
        return value

    return read


def optional(read: Reader) -> Reader:
    """Read a value that may be missing."""
    return lambda value: None if value is None else read(value)


def day(value: object) -> datetime:
    """Require a day, as ``2026-01-05``; it begins at midnight, UTC."""
    try:
        if not isinstance(value, str) or len(value) != len("2026-01-05"):
            raise ValueError
        return datetime.strptime(value, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise AdminError("a day is written as 2026-01-05") from None


def names(value: object) -> list[str]:
    """Require a list of names, or nothing."""
    if value is None:
        return []
    if not isinstance(value, list) or len(value) > _MOST_NAMES:
        raise AdminError("name the players in a list")
    read = words("a name", 64)
    return [read(name) for name in value]


def pairs(value: object) -> list[tuple[str, str]]:
    """Require a list of play-offs, each as the winner and the loser, or nothing."""
    if value is None:
        return []
    if not isinstance(value, list) or len(value) > _MOST_NAMES:
        raise AdminError("a play-off is the winner and the loser")
    found = [names(pair) for pair in value]
    if any(len(pair) != 2 for pair in found):
        raise AdminError("a play-off is the winner and the loser")
    return [(one, other) for one, other in found]


def score(value: object) -> tuple[int, int] | None:
    """Require the games won by the winner and the loser, or nothing."""
    if value is None:
        return None
    if not isinstance(value, list) or [type(part) for part in value] != [int, int]:
        raise AdminError("a score is two numbers, the winner's first")
    won, lost = value
    if not 0 <= lost < won <= 9:
        raise AdminError("the winner has won more games than the loser, and 9 at most")
    return won, lost
