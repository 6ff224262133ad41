"""Wrap the handling of a session in small functions; read the command that it sends."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from cuttle_tui.i18n import translation
from cuttle_tui.i18n.translation import N_, Message, Plural, Words, speak, tell_utc, tr
from cuttle_tui.tty.terminal import Terminal
from server.ops import logs
from server.ops.limits import origin
from server.ops.monitoring import Metrics
from server.ops.share import Stuck, charge
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


log = logging.getLogger(__name__)

_AWAY: Final = Plural(
    "You were away for {n} minute. Connect again to continue.",
    "You were away for {n} minutes. Connect again to continue.",
)


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
            status = await self._doors.handler(self)
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


_BROKEN: Final = N_("Something went wrong on our side. Please connect again.")
_STUCK: Final = N_(
    "Your session hung and had to be ended. Please connect again: your game goes on where it was."
)


def guard(handler: Handler, count: Callable[[str], None] = lambda _why: None) -> Handler:
    """Log an error in a session, count it by what it was, and end that session only."""

    async def guarded(session: Session) -> int:
        try:
            return await handler(session)
        except Exception as error:
            stuck = isinstance(error, Stuck) or isinstance(error.__cause__, Stuck)
            count("stuck" if stuck else "error")
            log.exception(
                "session of %s (%s) ended by an error; asked for %r, terminal %s",
                session.player.name,
                session.player.identity,
                " ".join(session.words),
                session.terminal,
            )
            session.say(tr(_STUCK if stuck else _BROKEN))
            return 1

    return guarded


def with_metrics(metrics: Metrics, handler: Handler) -> Handler:
    """Count running sessions, and add their player to the log context."""

    async def counted(session: Session) -> int:
        logs.bind(player=session.player.name, address=session.address)
        metrics.session_started()
        try:
            return await handler(session)
        finally:
            metrics.session_ended()

    return counted


def limit_idle(longest: float, handler: Handler) -> Handler:
    """End a session after so many seconds without a key, unless its player waits or watches.

    The app ends as it does when its terminal hangs up, so that a seat is held.
    """

    async def watched(session: Session) -> int:
        idle = _Idle(session, longest)
        try:
            return await handler(session)
        finally:
            idle.stop()
            if idle.over:
                session.say(translation.counted(max(1, round(longest / 60)), _AWAY))

    return watched


class _Idle:
    """The idle timer of a session."""

    def __init__(self, session: Session, longest: float) -> None:
        self.over = False
        self._session, self._longest = session, longest
        self._since = time.monotonic()
        self._look_in(longest)

    def stop(self) -> None:
        """Cancel the timer."""
        self._timer.cancel()

    def _look_in(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._look)

    def _look(self) -> None:
        now = time.monotonic()
        if self._session.busy():
            self._since = now
        left = max(self._since, self._session.wire.heard) + self._longest - now
        if left <= 0:
            self.over = True
            self._session.wire.ended()
        else:
            self._look_in(min(left, self._longest / 8) if self._since == now else left)


def need_terminal(handler: Handler) -> Handler:
    """Require a terminal, and explain how to request one."""

    async def checked(session: Session) -> int:
        if session.has_pty:
            return await handler(session)
        command = " ".join((f"ssh -t {session.door}", *session.words))
        session.say(tr("Cuttle needs a terminal. Try: {command}", command=command))
        return 1

    return checked


def refuse_unreadable(handler: Handler) -> Handler:
    """Refuse a command that cannot be read whole, and say why."""

    async def checked(session: Session) -> int:
        if session.command.refusal is None:
            return await handler(session)
        session.say(refused(session.command.refusal, session.door))
        return 2

    return checked


def by_verb(verbs: Mapping[str, Handler], otherwise: Handler) -> Handler:
    """Choose the handler by the first word the client asked to run."""

    async def chosen(session: Session) -> int:
        if not session.words:
            return await otherwise(session)
        handler = verbs.get(session.words[0].lower())
        if handler is None:
            text = tr("Only Cuttle runs here. You can use: {verbs}", verbs=", ".join(verbs))
            session.say(shell_line(session.door) if session.command.for_a_shell else text)
            return 2
        return await handler(session)

    return chosen


def take_words(most: int, usage: Words, handler: Handler) -> Handler:
    """Refuse words that a verb does not take, and say how it is written."""

    async def checked(session: Session) -> int:
        if len(session.words) - 1 <= most:
            return await handler(session)
        usual = tr("cuttle: usage: {usage}", usage=tr(usage))
        session.say(shell_line(session.door) if session.command.for_a_shell else usual)
        return 2

    return checked
