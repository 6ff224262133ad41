"""The `cuttle` command: play at home, watch a game again, or serve over ssh."""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from server.serve import Server


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the `cuttle` command and give its exit status."""
    options = _parser().parse_args(arguments)
    if options.command is not None:
        run: Callable[[argparse.Namespace], int] = options.run
        return run(options)
    from cuttle_tui.__main__ import main as play_at_home

    play_at_home()
    return 0


def serve_main(arguments: Sequence[str] | None = None) -> int:
    """Run the `cuttle-server` command: the same as `cuttle serve`."""
    return main(["serve", *(sys.argv[1:] if arguments is None else arguments)])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cuttle", description="Cuttle, the combat card game, in a terminal and over ssh."
    )
    parser.add_argument("--version", action="version", version=f"cuttle {_version()}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    rules = commands.add_parser("rules", help="list the rulesets, or print the rules of one")
    rules.add_argument("name", nargs="?", help="for example standard+quick-15")
    rules.set_defaults(run=_rules)
    verify = commands.add_parser("verify", help="check the deal and every action of a record")
    verify.add_argument("file", type=Path)
    verify.set_defaults(run=_verify)
    replay = commands.add_parser("replay", help="step through a recorded game")
    replay.add_argument("file", type=Path)
    replay.set_defaults(run=_replay)
    serve = commands.add_parser("serve", help="let others play here over ssh")
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    serve.add_argument("--port", type=_port, default=2222, help="port to listen on (%(default)s)")
    serve.add_argument("--data", type=Path, help="directory for the host key")
    serve.set_defaults(run=_serve)
    return parser


def _rules(options: argparse.Namespace) -> int:
    from cuttle_tui.wording.rulebook import rules_text, rulesets_text
    from engine.errors import RulesetError
    from engine.options import parse_ruleset

    try:
        text = rules_text(parse_ruleset(options.name)) if options.name else rulesets_text()
    except RulesetError as error:
        return _fail(f"{error}\n`cuttle rules` lists them", status=2)
    sys.stdout.write(text)
    return 0


def _verify(options: argparse.Namespace) -> int:
    from cuttle_tui.shelf import read_record
    from engine.record import RecordError, verify

    try:
        record = read_record(options.file)
        verify(record)
    except RecordError as error:
        return _fail(f"{options.file}: {error}")
    sys.stdout.write(
        f"the secret is what was committed to, the deck follows from it, "
        f"and all {len(record.entries)} actions are legal\n"
    )
    return 0


def _replay(options: argparse.Namespace) -> int:
    from cuttle_tui.shelf import read_record
    from engine.record import RecordError

    try:
        record = read_record(options.file)
    except RecordError as error:
        return _fail(f"{options.file}: {error}")
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return _fail("a replay is watched in a terminal, and this is none")
    from cuttle_tui.__main__ import watch

    watch(record)
    return 0


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65535:
        raise ValueError(text)
    return port


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("cuttle-tui")
    except PackageNotFoundError:
        return "(not installed)"


def _serve(options: argparse.Namespace) -> int:
    from server.textual_process import prepare_process

    prepare_process()
    _log_to(sys.stderr)
    from platformdirs import user_data_path

    from server.hostkey import DataError
    from server.serve import Server
    from server.warmup import tune_collector

    tune_collector()
    try:
        data = options.data or user_data_path("cuttle")
        server = Server(data, options.host, options.port, warm=True)
        asyncio.run(_run(server, options.host))
    except DataError as error:
        return _fail(str(error))
    except OSError as error:
        why = error.strerror or error
        return _fail(
            f"cannot listen on {options.host} port {options.port} ({why}): "
            "choose another one with --port N or --host ADDRESS"
        )
    return 0


def _fail(text: str, status: int = 1) -> int:
    sys.stderr.write(f"cuttle: {text}\n")
    return status


def _log_to(stream: TextIO) -> None:
    """Log to this very stream from now on, whatever becomes of sys.stderr."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.getLogger("asyncssh").setLevel(logging.WARNING)


async def _run(server: Server, host: str) -> None:
    """Serve until somebody asks this process to end."""
    from server.warmup import freeze

    asked_to_end = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, asked_to_end.set)
    async with server:
        freeze()
        sys.stdout.write(_welcome(host, server.port, server.fingerprint))
        sys.stdout.flush()
        await asked_to_end.wait()


def _welcome(host: str, port: int, fingerprint: str) -> str:
    name = "HOST" if host in ("0.0.0.0", "::", "") else host
    return (
        f"Cuttle is open. To play:  ssh -p {port} {name}\n"
        f"Host key fingerprint:     {fingerprint} (ED25519)\n"
        "End with ctrl+c.\n"
    )


if __name__ == "__main__":
    sys.exit(main())
