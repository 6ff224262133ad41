"""What can be typed: a command is one value, declared in the room of the function that runs it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Flag, auto
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from cuttle_tui.i18n.translation import Message, Words
from cuttle_tui.plain.conversation import Conversation
from cuttle_tui.plain.table_feed import TableFeed


class Place(Flag):
    """Where a command can be typed, as the help lists it."""

    HOME = auto()
    """In the lobby at home."""
    SERVER = auto()
    """In the lobby of a server."""
    HOME_TABLE = auto()
    SERVER_TABLE = auto()
    """At a table of a server, where other people are."""
    HOME_OVER = auto()
    """At a table at home whose game is over."""
    SERVER_OVER = auto()
    TASK = auto()
    """At a lesson or a puzzle."""
    NAMELESS = auto()
    """On a server, before a name is chosen."""


HOME, SERVER, TASK, NAMELESS = Place.HOME, Place.SERVER, Place.TASK, Place.NAMELESS
WITH_OTHERS: Final = Place.SERVER_TABLE
LOBBY: Final = HOME | SERVER
TABLE: Final = Place.HOME_TABLE | WITH_OTHERS
GAMES: Final = LOBBY | Place.HOME_OVER | Place.SERVER_OVER
"""Where finished games are asked about: in a lobby, and at a table whose game is over."""
ANYWHERE: Final = LOBBY | TABLE | TASK
ALWAYS: Final = ANYWHERE | NAMELESS

R = TypeVar("R", bound=Callable[..., object])


@dataclass(frozen=True)
class Command(Generic[R]):
    """A command that can be typed."""

    usage: Words
    """How it is typed; a message if it has placeholders."""
    text: Words
    """What it does; where a screen has a command for it, in the same words."""
    run: R
    places: Place
    needs: bool = False
    """Whether nothing comes of it, but at a table, without anything after it: then it says what
    it is for."""
    called: str = ""
    """Its word, if that is not the first of its usage."""

    @cached_property
    def word(self) -> str:
        """The word that it is known by, in every language."""
        return self.called or self._typed[0]

    @cached_property
    def second(self) -> str:
        """The word that must follow, as in ``send away``; empty if none must."""
        after = "".join(self._typed[1:2])
        return after if after.isalpha() and after.islower() and not self.called else ""

    @property
    def _typed(self) -> list[str]:
        return (self.usage.text if isinstance(self.usage, Message) else self.usage).split()

    @property
    def stands_alone(self) -> bool:
        """Whether nothing is read after its word."""
        return self.word == self.usage


class Commands(list[Command[R]]):
    """The commands of a room, in the order of the help."""

    def __init__(self, places: Place) -> None:
        """Begin a list of commands that can be typed in some places, unless one says another."""
        self._places = places

    def add(
        self, usage: Words, text: Words, run: R, places: Place | None = None, **more: Any
    ) -> None:
        """Declare a command."""
        self.append(Command(usage, text, run, places or self._places, **more))

    def __call__(
        self, usage: Words, text: Words, places: Place | None = None, **more: Any
    ) -> Callable[[R], Command[R]]:
        """Declare, as a decorator, the command that a function carries out."""

        def declare(run: R) -> Command[R]:
            self.add(usage, text, run, places, **more)
            return self[-1]

        return declare


LobbyRun = Callable[[Conversation, str], Awaitable[None]]
"""Runs a command, with the text that is typed behind its word."""
TableRun = Callable[[Conversation, TableFeed, str], None]
"""Runs a command at a table."""
LobbyCommands = Commands[LobbyRun]
TableCommands = Commands[TableRun]


class UsageError(Exception):
    """What follows a command means nothing; the player reads how the command is typed."""

    def __init__(self, lacking: Words = "") -> None:
        """Say first what is lacking; then the usage leaves nothing out."""
        self.lacking = lacking
