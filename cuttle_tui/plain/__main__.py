"""Play in plain mode at this terminal: ``python -m cuttle_tui.plain``."""

from __future__ import annotations

import argparse
import asyncio
import codecs
import os
import shutil
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import BinaryIO, Final, TextIO

from platformdirs import user_data_path

from cuttle_tui.coach.analyst import has_spare_cores
from cuttle_tui.i18n.translation import broken_line, language_of, languages, speak, worded
from cuttle_tui.local.launch_options import LEVEL_NAMES, preferences, seed_from
from cuttle_tui.local.lobby import PACE, LocalLobby, data_lobby, thinkers
from cuttle_tui.local.user import log_crash, own_name
from cuttle_tui.plain import words as wording
from cuttle_tui.plain.lines import Lines, wrapped
from cuttle_tui.plain.session import PROMPT, PlainSession
from cuttle_tui.ports import Hosting, Lobby
from cuttle_tui.preferences import Preferences
from cuttle_tui.tty.output import (
    INTERRUPTED,
    is_of_output,
    on_termination,
    run_quietly,
    use_own_size,
)
from engine.bots.levels import level_of
from engine.errors import RulesetError
from engine.rules.options import parse_ruleset

_PORTION: Final = 4096


def main(arguments: Sequence[str] = (), hosting: Hosting | None = None) -> int:
    """Play in plain mode, reading standard input to its end; return the exit status.

    `hosting` opens a room for friends in this process.
    """
    parser = argparse.ArgumentParser(
        prog="cuttle --plain", description="Play Cuttle in lines of text."
    )
    parser.add_argument("--ruleset", default="standard", help="the rules of new tables")
    parser.add_argument("--seed", help="any text: the same one gives the same deals")
    parser.add_argument("--short", action="store_true", help="write cards as 9H, not in words")
    parser.add_argument("--lang", choices=languages(), help="the language")
    parser.add_argument("--ascii", action="store_true", help="leave out accents")
    parser.add_argument("--bot", choices=LEVEL_NAMES, help="sit down with the computer")
    parser.add_argument("--pace", type=float, help="seconds the computer takes over a move")
    options = parser.parse_args(arguments)
    kept = preferences({"language": options.lang} if options.lang else {})
    encoding = codecs.lookup(sys.stdout.encoding or "utf-8").name
    ascii = options.ascii or encoding != "utf-8"
    chosen = kept.settings.language
    speak(language_of(os.environ) if chosen == "auto" else chosen, ascii=ascii)
    if kept.trouble:
        sys.stderr.write(f"cuttle: {kept.trouble}\n")
    try:
        ruleset = parse_ruleset(options.ruleset).name
    except RulesetError as error:
        sys.stderr.write(f"cuttle: {wording.rules_refused(worded(error))}\n")
        return 2
    seed = None if options.seed is None else seed_from(options.seed)
    pace = PACE if options.pace is None else options.pace
    data, name = user_data_path("cuttle"), own_name()
    lobby = data_lobby(
        data, name, seed=seed, pace=pace, thinker=thinkers(), along=has_spare_cores()
    )
    how = How(ruleset, options.short, ascii, kept, options.bot or "", hosting)
    return run_plain(lobby, sys.stdin.buffer, sys.stdout, how)


@dataclass(frozen=True, slots=True)
class How:
    """The options of plain mode."""

    ruleset: str = "standard"
    """The default ruleset of new tables."""
    short: bool = False
    """Whether to write cards by their two-character names."""
    ascii: bool = False
    """Whether to strip accents."""
    preferences: Preferences | None = None
    """The settings at home; None for those of the lobby's account."""
    level: str = ""
    """The level of the computer in a game that starts at once; empty for none."""
    hosting: Hosting | None = None
    """Opens a room for friends in this process, if possible."""


USUAL: Final = How()


def run_plain(lobby: Lobby, source: BinaryIO, out: TextIO, how: How = USUAL) -> int:
    """Play in plain mode over two streams; return the exit status.

    Args:
        lobby: the lobby to play in.
        source: the input; a terminal gets prompts.
        out: the output.
        how: the options.

    Raises:
        OSError: the output has no reader, or no room.
    """
    try:
        return asyncio.run(_converse(lobby, source, out, how))
    except KeyboardInterrupt:
        out.write("\n")
        return INTERRUPTED
    except Exception as error:
        if is_of_output(error):
            raise
        sys.stderr.write(f"cuttle: {broken_line(error, log_crash(error))}\n")
        return 1


async def _converse(lobby: Lobby, source: BinaryIO, out: TextIO, how: How) -> int:
    paper = Paper(out, interactive=source.isatty())
    lines = Lines(paper.answered)
    loop = asyncio.get_running_loop()
    threading.Thread(target=_read, args=(source, lines, loop), daemon=True).start()
    level = level_of(how.level).name
    session = PlainSession(
        lobby,
        lines,
        paper.write,
        prompt=paper.prompt,
        ruleset=how.ruleset,
        chair=await lobby.play_computer(how.ruleset, level) if how.level else None,
        short=how.short,
        ascii=how.ascii,
        preferences=how.preferences,
        hosting=how.hosting,
    )
    on_termination(lines.end)
    try:
        return await session.run()
    finally:
        session.put_aside()
        if isinstance(lobby, LocalLobby):
            lobby.close()


def _read(source: BinaryIO, lines: Lines, loop: asyncio.AbstractEventLoop) -> None:
    """Read the input without Python's buffers: a thread waiting in them blocks the exit."""
    try:
        number = source.fileno()
    except OSError:
        number = -1
    with suppress(RuntimeError, OSError):  # the session is over, or the terminal is gone
        while data := source.read(_PORTION) if number < 0 else os.read(number, _PORTION):
            loop.call_soon_threadsafe(lines.feed, data)
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(lines.end)


class Paper:
    """Writes lines to a stream, and a prompt if it is interactive."""

    def __init__(self, out: TextIO, *, interactive: bool) -> None:
        self._out = out
        self._interactive = interactive
        self._prompted = False

    def write(self, line: str) -> None:
        """Write a line on a new row; break it between words where a terminal ends."""
        if self._out.isatty():
            line = "\n".join(wrapped(line, shutil.get_terminal_size().columns))
        encoding = self._out.encoding or "utf-8"
        text = line.encode(encoding, "replace").decode(encoding)
        self._out.write("\n" * self._prompted + text + "\n")
        self._prompted = False
        self._out.flush()

    def prompt(self) -> None:
        """Show the prompt, unless it is shown already."""
        if self._interactive and not self._prompted:
            self._out.write(PROMPT)
            self._out.flush()
            self._prompted = True

    def answered(self) -> None:
        """Note that a line was typed, so the cursor is on a new row."""
        self._prompted = False


if __name__ == "__main__":
    use_own_size(os.environ)
    sys.exit(run_quietly(lambda: main(sys.argv[1:])))
