"""Read the command a client sends: one of ours, or a line that was meant for a shell.

Terminals that wrap ssh (Warp, kitty, VS Code) and programs that copy files send scripts and the
names of programs. They are told how to play, whichever of our commands their first word resembles.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from cuttle_tui.i18n.translation import N_, Message, tr
from server.sanitize import BadLine, TooLong, line

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
