"""Begin a game at this terminal, alone or with a friend (`host`, `join`); help with the shell."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cuttle_tui.i18n.translation import ENGLISH, N_, languages, speak, tr
from server.cli.parser import NO_FLAGS, Commands, complain, file_or_number, port, settings_of

if TYPE_CHECKING:
    from cuttle_tui.kit.pasted import Invitation
    from cuttle_tui.ports import Chair, Listening, Lobby, LobbyError, TablePlan
    from cuttle_tui.preferences import Value
    from server.hosting import LocalHost


_NO_TERMINAL: Final = N_(
    "the game needs a terminal; `cuttle --plain` plays in lines of text, and `cuttle "
    "--help` lists everything else"
)


def add_play(parser: argparse.ArgumentParser) -> None:
    """Add the flags to the parser."""
    from cuttle_tui.local.launch_options import LEVEL_NAMES
    from cuttle_tui.preferences import FIELDS
    from engine.bots.levels import LEVELS

    play = parser.add_argument_group(tr("to play here, for this run only"))
    play.add_argument(
        "--ruleset", metavar="R", help=tr("the rules, such as cutthroat or standard+quick-15")
    )
    play.add_argument(
        "--seed", metavar="N", help=tr("a number or any text; the same seed deals the same cards")
    )
    levels = "\n".join(
        tr("{level}: {how}", level=level.name, how=tr(level.describes)) for level in LEVELS
    )
    play.add_argument(
        "--bot",
        choices=LEVEL_NAMES,
        metavar="LEVEL",
        help=tr("play the computer at once, at one of these levels:\n{levels}", levels=levels),
    )
    play.add_argument(
        "--plain", action="store_true", help=tr("lines of text, for screen readers and scripts")
    )
    play.add_argument("--ascii", action="store_true", help=tr("letters and plain signs only"))
    play.add_argument(
        "--lang",
        choices=languages(),
        metavar="LANG",
        help=tr(
            "the language: {known}; the default is your setting, or the environment",
            known="%(choices)s",
        ),
    )
    play.add_argument(
        "--theme", choices=FIELDS["theme"].choices, metavar="THEME", help="%(choices)s"
    )
    parser.set_defaults(run=play_here)


def play_here(options: argparse.Namespace = NO_FLAGS) -> int:
    """Play at this terminal, and return the exit status."""
    from cuttle_tui.i18n.translation import worded
    from engine.errors import RulesetError

    try:
        from cuttle_tui.local.launch_options import LaunchOptions, seed_from, table_for

        launch = LaunchOptions(
            None if options.ruleset is None else table_for(options.ruleset),
            None if options.seed is None else seed_from(options.seed),
            options.bot or "",
            settings_of(options),
        )
    except RulesetError as error:
        return complain(tr("{why}\n`cuttle rules` lists them", why=worded(error)), status=2)
    if options.plain or os.environ.get("TERM") == "dumb":
        from cuttle_tui.plain.__main__ import main as main_in_lines

        words = [
            f"--{name}={value}"
            for name in ("ruleset", "seed", "lang", "bot")
            if (value := getattr(options, name)) is not None
        ]
        return main_in_lines([*words, *["--ascii"] * options.ascii], LazyHost())
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return complain(str(_NO_TERMINAL))
    from cuttle_tui.__main__ import main

    return main(LazyHost(), launch)


SHELLS: Final = ("bash", "zsh", "fish")
_FILES: Final = (Path, file_or_number)
"""The types of arguments that a shell completes as the names of files."""


def add_shell(commands: Commands) -> None:
    """Add the commands to the parser."""
    doctor = commands.add_parser(
        "doctor", help=tr("show what this terminal can do, with test cards")
    )
    doctor.set_defaults(run=_doctor)
    completions = commands.add_parser(
        "completions",
        help=tr("print a script that completes this command in a shell"),
        description=tr(
            "Print a script that completes `cuttle` in a shell.\n"
            'In bash:  eval "$(cuttle completions bash)"\n'
            "In zsh:   cuttle completions zsh > DIR/_cuttle, DIR being in $fpath\n"
            "In fish:  cuttle completions fish > ~/.config/fish/completions/cuttle.fish"
        ),
    )
    completions.add_argument("shell", choices=SHELLS, help=tr("which shell"))
    completions.set_defaults(run=_completions)


def _completions(options: argparse.Namespace) -> int:
    import shtab

    speak(ENGLISH)  # a script outlives the language in which it was asked for
    whole = options.whole_parser()
    for action in _actions(whole):
        if action.type in _FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    sys.stdout.write(shtab.complete(whole, shell=options.shell))
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from _actions(below)


def _doctor(options: argparse.Namespace) -> int:
    del options
    from cuttle_tui.local.doctor import main

    return main()


_NEWER: Final = "SessionType,StdinNull,ForkAfterAuthentication"
"""Options that older clients do not know."""
_SET: Final = (
    f"IgnoreUnknown={_NEWER}",
    "RemoteCommand=none",
    "SessionType=default",
    "StdinNull=no",
    "ForkAfterAuthentication=no",
    "BatchMode=no",
    "ClearAllForwardings=yes",
    "ForwardAgent=no",
    "ForwardX11=no",
    "ExitOnForwardFailure=no",
    "Tunnel=no",
    "PermitLocalCommand=no",
    "ControlMaster=no",
    "ControlPath=none",
    "KbdInteractiveAuthentication=yes",
    "PreferredAuthentications=publickey,keyboard-interactive",
)
"""What a game needs of ssh: options on the command line are never overruled by ~/.ssh/config."""
_OWN_OPTIONS: Final = tuple(word for option in _SET for word in ("-o", option))
_CODE: Final = re.compile(r"[A-Z0-9]{4,8}", re.ASCII)
_NOT_CONNECTED: Final = 255
_DEFAULT: Final = "%(default)s"
"""The parser's placeholder for the default value."""
_GIVE_BACK: Final = (
    "\x1b[0m\x1b[?2004l\x1b[?1004l\x1b[?1006l\x1b[?1000l\x1b[?7h\x1b[?1049l\x1b[?25h"
)
"""Restores the terminal after an app over ssh that lost its connection."""


def add_friends(commands: Commands) -> None:
    """Add the commands to the parser."""
    host = commands.add_parser(
        "host", help=tr("open a room on this machine for a friend, and play in it")
    )
    host.add_argument(
        "--ruleset",
        help=tr("the rules; by default those you used last, or of a match that goes on"),
    )
    timings = tr("none, quick, steady, relaxed or 30+300")
    host.add_argument("--timing", default="none", help=timings)
    host.add_argument("--host", default="", help=tr("address to listen on (all of this machine)"))
    host.add_argument(
        "--port",
        type=port,
        default=2222,
        help=tr("port to listen on ({default})", default=_DEFAULT),
    )
    found_out = tr("the address friends use, as NAME or NAME:PORT (found automatically)")
    host.add_argument("--address", default="", help=found_out)
    host.add_argument(
        "--web", action="store_true", help=tr("also let friends in by a link, in a browser")
    )
    host.set_defaults(run=_host)
    join = commands.add_parser("join", help=tr("sit down at a friend's table on another machine"))
    join.add_argument(
        "where",
        nargs="+",
        metavar="ADDRESS",
        help=tr(
            "the line or the link that you were sent; or the friend's machine, as NAME, NAME:PORT "
            "or USER@NAME, and the room code"
        ),
    )
    join.spread = "where"
    join.add_argument("-t", action="store_true", help=argparse.SUPPRESS)  # of a line of ssh
    join.add_argument("-p", "--port", type=port, help=tr("the port ({default})", default="2222"))
    join.set_defaults(run=_join)


class LazyHost:
    """Hosts from the home screen; loads the server only once a room is opened."""

    def __init__(self) -> None:
        self._hosting: LocalHost | None = None

    def where(self) -> Listening:
        """Return where the server will listen; it is not loaded for that."""
        from server.ops.addresses import PORT, everywhere, free_port, listening_on

        return listening_on(everywhere(), free_port(everywhere(), PORT))

    def unfinished(self) -> tuple[str, ...]:
        """Name the friends with whom a game goes on; without any, nothing of a server is loaded."""
        from platformdirs import user_data_path

        from cuttle_tui.local.friends import open_tables_in

        data = user_data_path("cuttle")
        if self._hosting is not None or not open_tables_in(data).exists():
            return () if self._hosting is None else self._hosting.unfinished()
        from server.lobby.open_tables import unfinished_in

        return unfinished_in(data)

    async def open(self, plan: TablePlan, player: str = "") -> tuple[Lobby, Chair]:
        """Start a server and open a table on it.

        Raises:
            LobbyError: a server needs packages that are not installed.
        """
        import asyncio

        from cuttle_tui.ports import LobbyError

        if self._hosting is None:
            try:  # in a thread, so that the app stays responsive
                self._hosting = await asyncio.to_thread(_hosting)
            except ModuleNotFoundError as error:
                raise LobbyError("no-server") from error
        return await self._hosting.open(plan, player)

    async def close(self) -> None:
        """Stop the server, if it runs."""
        if self._hosting is not None:
            await self._hosting.close()


def _hosting(**where: Any) -> LocalHost:
    from platformdirs import user_data_path

    from cuttle_tui.local.user import player_name
    from server.hosting import LocalHost

    return LocalHost(user_data_path("cuttle"), player_name(), **where)


def _host(options: argparse.Namespace) -> int:
    import asyncio

    from cuttle_tui.i18n.translation import worded
    from cuttle_tui.local.user import kept_name
    from cuttle_tui.ports import LobbyError, TablePlan
    from engine.errors import CuttleError
    from engine.rules.options import parse_ruleset
    from engine.table.controls import parse_control
    from server.web import missing_packages

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        text = tr("hosting needs a terminal; `cuttle serve` does not")
        return complain(text)
    try:
        parse_ruleset(options.ruleset or "standard")
        parse_control(options.timing)
    except CuttleError as error:
        return complain(worded(error), status=2)
    if options.address and (mistake := _no_address(options.address)):
        return complain(mistake, status=2)
    if options.web and (command := missing_packages()):
        return complain(tr("--web needs more packages: {line}", line=command), status=2)
    hosting = _hosting(
        host=options.host, port=options.port, address=options.address, web=options.web
    )
    try:
        name = kept_name() or _ask_name()
    except (EOFError, KeyboardInterrupt):
        sys.stdout.write("\n")
        return _UNNAMED
    try:
        plan = TablePlan(options.ruleset or "", timing=options.timing)
        return asyncio.run(_play(hosting, plan, name, settings_of(options)))
    except LobbyError as error:
        text = tr(
            "cannot listen on {host} port {port} ({why}): choose another with --port N or "
            "--host ADDRESS",
            host=hosting.listens,
            port=options.port,
            why=_why(error),
        )
        return complain(text)


def _why(error: LobbyError) -> str:
    """Return why the room cannot be opened."""
    from cuttle_tui.i18n.translation import plain, system_words
    from cuttle_tui.kit.words import lobby_line

    cause = error.__cause__
    if isinstance(cause, OSError):
        return str(system_words(cause))
    return str(cause) if cause is not None else plain(lobby_line(error))


_EVERYWHERE: Final = N_(
    "port {port} is open on all addresses here, such as {address}, until you leave"
)
_THERE: Final = N_("port {port} is open on {address} only, until you leave")


async def _play(
    hosting: LocalHost, plan: TablePlan, name: str, settings: Mapping[str, Value]
) -> int:
    """Open the room and play in it; it is closed when the host leaves, who is at home then.

    A plan without rules takes those used last, or the match that goes on with the friend met last.
    """
    from cuttle_tui.__main__ import HomeApp, ended, home_lobby, live
    from cuttle_tui.local.launch_options import kept_table, preferences
    from cuttle_tui.preferences import SaveError
    from cuttle_tui.tty.terminal import local_terminal

    terminal, kept = local_terminal(os.environ), preferences(settings)
    if name != kept.recall("name"):
        with suppress(SaveError):  # it holds for this time
            await kept.note("name", name)()
    home = home_lobby()
    home.rename(name)
    if not plan.ruleset:
        last = next((line for line in home.friends()[:1] if line.match is not None), None)
        plan = replace(plan, ruleset=kept_table(kept).text)
        if last is not None:
            plan = replace(plan, ruleset=last.ruleset, friend=last.id)
    try:
        lobby, chair = await hosting.open(plan, name)
        where = hosting.where()
        told = _EVERYWHERE if where.everywhere else _THERE  # it stays there below the app
        sys.stdout.write(f"{tr(told, port=where.port, address=where.address)}\n")
        sys.stdout.flush()
        app = HomeApp(
            home, terminal=terminal, chair=chair, room=lobby, hosting=hosting, preferences=kept
        )
        await live(app)
    finally:
        home.close()
        await hosting.close()
    return ended(app)


_UNNAMED: Final = 130
"""The exit status when no name was given, as after ctrl+c."""


def _ask_name() -> str:
    """Ask a host for a name, or raise EOFError; a login name that names somebody is the offer."""
    from cuttle_tui.local.user import clean_name, given_login_name

    offer = given_login_name()
    question = tr("What should your friends call you?")
    if offer:
        question = tr("What should your friends call you? [{offer}]", offer=offer)
    name = ""
    while not name:
        sys.stdout.write(f"{question} ")
        sys.stdout.flush()
        line = sys.stdin.buffer.readline()
        if not line:
            raise EOFError
        name = clean_name(line.decode(errors="ignore")) or offer
    return name


def _join(options: argparse.Namespace) -> int:
    """Connect with the system's own ssh, and restore the terminal afterwards."""
    from cuttle_tui.kit.pasted import invitation
    from server.ops.addresses import PORT, parse_address

    beside = () if options.port is None else ("-p", str(options.port))
    invited = invitation(" ".join((*beside, *options.where)))
    if mistake := _mistake(invited):
        return complain(mistake, status=2)
    if invited.page and invited.port is None:
        invited = advertised(invited)
    ssh = shutil.which("ssh")
    if ssh is None:
        return complain(tr("`ssh` is not installed here; it is needed to reach a friend"))
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return complain(tr("the game needs a terminal"))
    to = parse_address(invited.host)
    port = to.port or invited.port or PORT
    where = ["-t", "-p", str(port), "--", to.destination]
    status = _lend_terminal([ssh, *_OWN_OPTIONS, *where, "join", invited.code])
    if status == _NOT_CONNECTED:
        lost = tr("if it was lost, the same line leads back to your seat")
        text = tr("no connection to {host} port {port}", host=to.host, port=port)
        return complain(f"{text}; {lost}")
    return status


def advertised(invited: Invitation) -> Invitation:
    """Return where ssh leads to the server of a link, as it says itself; as given if it does not.

    A link has the address for browsers, where ssh may have another name or port.
    """
    from http.client import HTTPException
    from urllib.request import urlopen

    from cuttle_tui.kit.pasted import invitation

    try:
        with urlopen(f"{invited.page}/ssh.txt", timeout=_PATIENCE) as answer:
            line = answer.read(_LONGEST_LINE).decode()
    except (OSError, ValueError, HTTPException):
        return invited
    told = invitation(f"ssh {line.strip()} join {invited.code}")
    if told.host == _UNKNOWN:
        told = told._replace(host=invited.host)
    return told if told.code == invited.code and not _mistake(told) else invited


_UNKNOWN: Final = "HOST"
"""Stands for the address of a server that was not told its own."""
_PATIENCE: Final = 5.0
"""Seconds until a server has said where ssh leads."""
_LONGEST_LINE: Final = 300


def _mistake(invited: Invitation) -> str:
    """Return what is wrong with what was given to `cuttle join`; empty if nothing is."""
    from server.ops.addresses import parse_address

    code, host, port, _ = invited
    if not host:
        return tr("this names no machine: paste the whole line or link that you were sent")
    if mistake := _no_address(host):
        return mistake
    if port and parse_address(host).port not in (None, port):
        return tr("{host} and -p {port} name two ports: which is it?", host=host, port=port)
    if not _CODE.fullmatch(code):
        return tr("{code!r} is not a room code: it has letters and digits, four or more", code=code)
    return ""


def _no_address(text: str) -> str:
    """Return why a text is no address; empty if it is one."""
    from server.ops.addresses import parse_address

    try:
        parse_address(text)
    except ValueError:
        return tr(
            "{text!r} is not an address: write a name, 192.0.2.7 or [2001:db8::7], with :PORT "
            "if you like",
            text=text,
        )
    return ""


def _lend_terminal(command: list[str]) -> int:
    """Run a program on this terminal, and restore the terminal afterwards."""
    import termios

    before = termios.tcgetattr(sys.stdin)
    try:
        status = subprocess.run(command, check=False).returncode
    except KeyboardInterrupt:
        status = 130
    with suppress(termios.error):  # the terminal is gone
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
    if status == _NOT_CONNECTED:
        sys.stdout.write(_GIVE_BACK)
        sys.stdout.flush()
    return status
