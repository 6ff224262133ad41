"""A session, whatever door it came by, and the command that it sends."""

from __future__ import annotations

import asyncio
import contextvars
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from cuttle_tui.i18n.translation import N_, Message, speak, tell_utc, tr
from cuttle_tui.tty.terminal import Terminal
from server.ops.limits import origin
from server.ops.share import charge
from server.people.accounts import Player
from server.sanitize import BadLine, TooLong, line
from server.terminal.wire import Wire

if TYPE_CHECKING:
    from server.doors.service import Doors
    from server.lobby.account import PlayerAccount


LONGEST: Final = 1000
"""Characters of a command."""
_TOO_LONG: Final = N_("cuttle: a command has at most {most} characters, and this one has more")
_UNPRINTABLE: Final = N_("cuttle: that command has characters that cannot be printed")
_FOR_A_SHELL: Final = N_(
    "Only Cuttle runs here, and this is a line for a shell: in a terminal that adds such lines "
    "to ssh, type: command ssh -t {door}"
)
_NO_FILES: Final = N_(
    "Cuttle has no files to copy, so sftp, scp and rsync do not work here. "
    "To play, type: ssh -t {door}"
)
_COPIERS: Final = frozenset({"rsync", "scp", "sftp", "sftp-server"})
"""What programs that copy files have run here."""
_PROGRAMS: Final = frozenset(
    (  # noqa: SIM905
        "alias ash awk bash builtin bzr cat cd chmod clear cmd code-server command cp csh curl cvs "
        "dash dd df echo emacs env eval exec false find fish for function getent git "
        "git-receive-pack git-shell git-upload-archive git-upload-pack grep head hg hostname id if "
        "infocmp kitten kitty ksh locale login ls mkdir mktemp mosh mosh-server mv nano node nohup "
        "nu perl ping powershell printenv printf ps pwd pwsh python python3 read return rm rsync "
        "scp screen sed set sftp sftp-server sh source stty su sudo svnserve tail tar tee test tic "
        "tmux touch tput true tty type ulimit umask uname unset vi vim wget which while whoami "
        "xonsh zellij zsh"
    ).split()
)
"""What shells and their users run, but for what is called as a command of ours is."""
_OF_A_SHELL: Final = re.compile(
    r"[\n\r;|`\\<>(){}\"]|\$|&&|^[./~\[:!]|^\w+=|^(?i:export|top)\s+(?:-|\w+=)|(?:^|\s)['\"]|/bin/"
)
"""Signs that no command of ours has."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command that a client sent."""

    words: tuple[str, ...] = ()
    """Its words; none for the app."""
    for_a_shell: bool = False
    """Whether it has signs or programs of a shell; one of our verbs may still be meant."""
    refusal: Message | None = None
    """Why it cannot be read; None if it can."""


def read_command(text: str) -> Command:
    """Read a command; its words come back whole, or not at all."""
    shell = is_for_a_shell(text)
    if PurePosixPath(_program(text)).name in _COPIERS:
        return Command((), shell, _NO_FILES)
    try:
        return Command(tuple(line(text, LONGEST).split()), shell)
    except BadLine as bad:
        refusal = _TOO_LONG if isinstance(bad, TooLong) else _UNPRINTABLE
        return Command((), shell, _FOR_A_SHELL if shell else refusal)


def read_subsystem(name: str) -> Command | None:
    """Read what a client asks for that is neither the app nor a command; None is no answer to it.

    OpenSSH's sftp and scp show what is written as an error, but not why a request was refused.
    """
    return Command((), refusal=_NO_FILES) if name == "sftp" else None


def is_for_a_shell(text: str) -> bool:
    """Return whether a command has signs of a shell, or begins with the name of a program."""
    return bool(_OF_A_SHELL.search(text[: 4 * LONGEST])) or _program(text) in _PROGRAMS


def _program(text: str) -> str:
    """Return the first word of a command, in small letters."""
    return "".join(text[:LONGEST].split(maxsplit=1)[:1]).lower()


def refused(refusal: Message, door: str) -> str:
    """Word why a command is refused."""
    return tr(refusal, door=door, most=LONGEST)


def shell_line(door: str) -> str:
    """Say how to play from a terminal that sends lines for a shell."""
    return refused(_FOR_A_SHELL, door)


class Session:
    """A terminal session of a player, from its start to its end."""

    wire: Wire
    remembered = False
    """Whether the client is known again without a code: a browser, by its cookie."""

    def __init__(self, doors: Doors, player: Player) -> None:
        self._doors = doors
        self._context = contextvars.Context()
        self.task: asyncio.Task[None] | None = None
        """Runs the handler; None before the start."""
        self.begun = False
        """Whether it has had its turn to begin."""
        self.player = player
        self.account: PlayerAccount | None = None
        """The player's account; None without a store, or before it is looked up."""
        self.terminal = Terminal("none")
        self.command = Command()
        """What the client asks for."""
        self.has_pty = False
        self.door = ""
        """The arguments of ``ssh`` that lead here."""
        self.address = ""
        """The client's address, as the limits count it."""
        self.busy: Callable[[], bool] = lambda: False
        """Returns whether the player waits for others or watches them, and is not idle."""
        self.in_game: Callable[[], bool] = lambda: False
        """Returns whether the player sits in a running game."""

    @property
    def away(self) -> bool:
        """Whether nobody is at the terminal just now, but may come back."""
        return False

    @property
    def viewer(self) -> str:
        """Who looks at games here: the id of the account, or what stands for one where none is."""
        return (self.player if self.account is None else self.account.who).identity

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the client's command; empty for the app."""
        return self.command.words

    def begin(self, address: str) -> contextvars.Context:
        """Start the handler in a task and a context of its own; return the context."""
        self.address = origin(address)
        self.wire.keys = self._doors.key_shares.join(self.address)
        self.wire.time = self._doors.time_shares.join(self.address)
        charge(self._context, self.wire.time)
        loop = asyncio.get_running_loop()
        self.task = loop.create_task(self._run(), context=self._context)
        self._doors.tasks[self.task] = self.wire
        self.task.add_done_callback(self._doors.tasks.pop)
        return self._context

    async def _run(self) -> None:
        status = 1
        tell_utc()
        speak(self.terminal.language, ascii=not self.terminal.unicode)
        try:
            status = await self._doors.serve(self)
        finally:
            self.wire.finish(status)

    def lost(self) -> None:
        """End the app, because its client is gone; the player may come back.

        A session that waits for its turn to begin gives it up: else those who are gone would keep
        everybody waiting.
        """
        self.wire.lost()
        if self.task is not None and not self.begun:
            self.task.cancel()
        for share in (self.wire.keys, self.wire.time):
            if share is not None:
                share.leave()

    def say(self, text: str, error: bool = True) -> None:
        """Write lines to the client, outside the app."""
        end = "\r\n" if self.has_pty else "\n"
        lines = "".join(line + end for line in text.splitlines())
        self.wire.write(lines.encode(), error=error and not self.has_pty)


Handler = Callable[[Session], Awaitable[int]]
"""Runs what a session asks for; returns the exit status."""
