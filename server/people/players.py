"""Identify players by key, and name guests."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from server.names import is_bot, login_name, looks_like_bot
from server.people.codes import LONG, new_code, typed_code

COMPUTER: Final = "computer"
"""The identity of a computer player."""
_ANIMALS: Final = (  # noqa: SIM905
    "otter heron badger lynx marten stoat falcon beaver wombat gecko ibex puffin tapir marmot "
    "osprey newt plover dingo egret lemur magpie narwhal ocelot panda quokka raven seal tern "
    "urchin vole walrus yak zebra bison crane dormouse ermine finch grouse hare jackal kestrel "
    "loris moose numbat oryx pika robin skink toad"
).split()

_LONGEST_LOGIN: Final = 32


def an_animal() -> str:
    """Return a random name."""
    return random.choice(_ANIMALS)


@dataclass(frozen=True, slots=True)
class Player:
    """A player who is logged in."""

    name: str
    """The name others see."""
    identity: str
    """The fingerprint of a key, the id of an account, or `guest_of` a code."""
    guest: bool = False
    """Whether there is no key."""
    resume: str = field(default="", repr=False, compare=False)
    """The code by which a guest comes back after a lost connection."""
    login: str = field(default="", repr=False, compare=False)
    """The ssh user name of a guest, who may want to be called so."""

    @property
    def bot(self) -> bool:
        """Whether a program plays: its name says so."""
        return is_bot(self.name)


NOBODY: Final = Player("", "")
"""Somebody who only looks around."""


def guest_of(code: str) -> str:
    """Return the identity of the guest who holds a code; a hash of it."""
    return "guest:" + hashlib.sha256(b"cuttle guest " + typed_code(code).encode()).hexdigest()[:32]


def is_guest(identity: str) -> bool:
    """Return whether an identity is a guest's."""
    return identity.startswith("guest:")


def has_account(identity: str) -> bool:
    """Return whether an identity has an account."""
    return bool(identity) and identity != COMPUTER and not is_guest(identity)


class Guests:
    """The names of the guests that are here; no two alike."""

    def __init__(self) -> None:
        self._here: set[str] = set()
        self.is_held: Callable[[str], bool] = lambda _name: False
        """Returns whether a name is in use in the lobby or at a table."""

    def arrive(self, login: str = "") -> Player:
        """Create a guest for a client without a key; `login` is its ssh user name."""
        names = map("guest-{}".format, random.sample(_ANIMALS, len(_ANIMALS)))
        name = next(filter(self._is_free, names), None) or self._numbered()
        self._here.add(name)
        code = new_code((), LONG)
        return Player(name, guest_of(code), guest=True, resume=code, login=login[:_LONGEST_LOGIN])

    def _is_free(self, name: str) -> bool:
        return name not in self._here and not self.is_held(name)

    def _numbered(self) -> str:
        number = 2
        while not self._is_free(name := f"guest-{random.choice(_ANIMALS)}-{number}"):
            number += 1
        return name

    def leave(self, player: Player) -> None:
        """Free a guest's name."""
        self._here.discard(player.name)


def keyed(user: str, fingerprint: str) -> Player:
    """Return the player of a key, under the ssh user name."""
    name = login_name(user)
    pretends = name.lower().startswith("guest-") or looks_like_bot(name)
    return Player("player" if pretends else name, fingerprint)
