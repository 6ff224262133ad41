"""Know players by their key, and give those without one a name."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from server.text import player_name

_ANIMALS: Final = (  # noqa: SIM905
    "otter heron badger lynx marten stoat falcon beaver wombat gecko ibex puffin tapir marmot "
    "osprey newt plover dingo egret lemur magpie narwhal ocelot panda quokka raven seal tern "
    "urchin vole walrus yak zebra bison crane dormouse ermine finch grouse hare jackal kestrel "
    "loris moose numbat oryx pika robin skink toad"
).split()


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who plays here."""

    name: str
    """What others see."""
    identity: str
    """The fingerprint of the key; of a guest the name, which is gone with the connection."""
    guest: bool = False
    """Whether there is no key, so nobody can come back as this player."""


class Guests:
    """The names of the guests that are here; no two alike."""

    def __init__(self) -> None:
        self._here: set[str] = set()

    def arrive(self) -> Player:
        """Make a guest of whoever comes without a key."""
        free = [name for name in map("guest-{}".format, _ANIMALS) if name not in self._here]
        name = random.choice(free) if free else self._numbered()
        self._here.add(name)
        return Player(name, name, guest=True)

    def _numbered(self) -> str:
        number = 2
        while (name := f"guest-{random.choice(_ANIMALS)}-{number}") in self._here:
            number += 1
        return name

    def leave(self, player: Player) -> None:
        """Free a guest's name."""
        self._here.discard(player.name)


def keyed(user: str, fingerprint: str) -> Player:
    """Make a player of a key and the ssh user name it came with."""
    name = player_name(user)
    return Player("player" if name.lower().startswith("guest-") else name, fingerprint)
