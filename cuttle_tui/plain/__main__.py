"""Play in plain mode at this terminal: ``python -m cuttle_tui.plain``."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import hashlib
import os
import sys
import threading
import traceback
from collections.abc import Sequence
from contextlib import suppress
from typing import BinaryIO, Final, TextIO

from platformdirs import user_data_path, user_state_path

from cuttle_tui.plain.lines import Lines
from cuttle_tui.plain.practice import PracticeLobby
from cuttle_tui.plain.session import PROMPT, PlainSession
from cuttle_tui.ports import Lobby
from cuttle_tui.wording import plain as wording
from engine.errors import RulesetError
from engine.options import parse_ruleset

_PORTION: Final = 4096
_INTERRUPTED: Final = 130


def main(arguments: Sequence[str] = ()) -> int:
    """Play in plain mode, reading standard input to its end; give the exit status."""
    options = _parser().parse_args(arguments)
    try:
        ruleset = parse_ruleset(options.ruleset).name
    except RulesetError as error:
        sys.stderr.write(f"cuttle: {wording.rules_refused(str(error))}\n")
        return 2
    seed = hashlib.sha256(options.seed.encode()).digest() if options.seed else None
    records = user_data_path("cuttle") / "records"
    more = {} if options.pace is None else {"pace": options.pace}
    lobby = PracticeLobby(_own_name(), seed=seed, records=records, **more)
    return run_plain(lobby, sys.stdin.buffer, sys.stdout, ruleset=ruleset, short=options.short)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cuttle --plain", description="Play Cuttle in lines of text."
    )
    parser.add_argument("--ruleset", default="standard", help="the rules of new tables")
    parser.add_argument("--seed", help="any text: the same one gives the same deals")
    parser.add_argument("--short", action="store_true", help="write cards as 9H, not in words")
    parser.add_argument("--pace", type=float, help="seconds the computer takes over a move")
    return parser


def _own_name() -> str:
    """Give the name of whoever sits here; the app's own way would load the app."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "you"


def run_plain(
    lobby: Lobby,
    source: BinaryIO,
    out: TextIO,
    *,
    ruleset: str = "standard",
    short: bool = False,
) -> int:
    """Play in plain mode over two streams; give the exit status.

    Args:
        lobby: where tables are found.
        source: what is typed; a prompt is shown where it is a terminal.
        out: where lines are written.
        ruleset: the rules of tables for which none are named.
        short: write cards by their two-character names.
    """
    try:
        return asyncio.run(_converse(lobby, source, out, ruleset, short))
    except KeyboardInterrupt:
        out.write("\n")
        return _INTERRUPTED
    except BrokenPipeError:  # nobody reads any more; keep the interpreter from trying again
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
        return 0
    except Exception as error:
        sys.stderr.write(f"cuttle: {wording.broken(_noted(error))}\n")
        return 1


def _noted(error: Exception) -> str:
    """Note what broke for whoever mends it, and tell where; nobody is shown a traceback."""
    path = user_state_path("cuttle") / "crash.log"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.writelines(traceback.format_exception(error))
    except OSError:
        return type(error).__name__
    return str(path)


async def _converse(lobby: Lobby, source: BinaryIO, out: TextIO, ruleset: str, short: bool) -> int:
    paper = Paper(out, interactive=source.isatty())
    lines = Lines(paper.answered)
    loop = asyncio.get_running_loop()
    threading.Thread(target=_read, args=(source, lines, loop), daemon=True).start()
    session = PlainSession(
        lobby, lines, paper.write, prompt=paper.prompt, ruleset=ruleset, short=short
    )
    return await session.run()


def _read(source: BinaryIO, lines: Lines, loop: asyncio.AbstractEventLoop) -> None:
    """Read all there is, past Python's own buffers: a thread that waits there blocks the exit."""
    try:
        number = source.fileno()
    except OSError:
        number = -1
    with suppress(RuntimeError, OSError):  # the conversation is over, or the terminal is gone
        while data := source.read(_PORTION) if number < 0 else os.read(number, _PORTION):
            loop.call_soon_threadsafe(lines.feed, data)
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(lines.end)


class Paper:
    """Lines on a stream, with a prompt where somebody types."""

    def __init__(self, out: TextIO, *, interactive: bool) -> None:
        self._out = out
        self._interactive = interactive
        self._prompted = False

    def write(self, line: str) -> None:
        """Write a line, on a row of its own."""
        encoding = self._out.encoding or "utf-8"
        text = line.encode(encoding, "replace").decode(encoding)
        self._out.write("\n" * self._prompted + text + "\n")
        self._prompted = False
        self._out.flush()

    def prompt(self) -> None:
        """Show that a line can be typed, unless that is shown already."""
        if self._interactive and not self._prompted:
            self._out.write(PROMPT)
            self._out.flush()
            self._prompted = True

    def answered(self) -> None:
        """Learn that a line was typed: the next one begins on a new row."""
        self._prompted = False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
