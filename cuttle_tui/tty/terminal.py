"""The abilities of a player's terminal, and how it is asked for them."""

from __future__ import annotations

import os
import re
import select
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from cuttle_tui.i18n.translation import ENGLISH, language_of

Colours = Literal["none", "16", "256", "true"]

_NO_CLIPBOARD: Final = ("dumb", "unknown", "linux", "vt", "ansi", "cons", "sun")
"""How the types of terminals begin that cannot copy: consoles, and old or unknown ones."""
_NO_CLIPBOARD_PROGRAM: Final = "apple_terminal"
_LIGHT_GROUNDS: Final = ("7", *map(str, range(9, 16)))


@dataclass(frozen=True, slots=True)
class Terminal:
    """The abilities of a terminal."""

    colours: Colours = "true"
    """Colour depth; "none" for NO_COLOR and dumb terminals."""
    unicode: bool = True
    """Whether suit signs and box characters are shown right."""
    light: bool | None = None
    """Whether the ground is light; None if that is not known."""
    language: str = ENGLISH
    """The language of its locale, out of ours."""
    clipboard: bool = True
    """Whether it may have a clipboard to copy to; False where that is known to be missing."""
    lines: bool = False
    """Whether it can only write lines, one below the other: TERM=dumb."""
    touch: bool = False
    """Whether it is a page on a screen to touch, where nobody presses keys."""
    still: bool = False
    """Whether its player wants nothing to move that need not."""


def terminal_of(environment: Mapping[str, str], term: str | None = None) -> Terminal:
    """Return the abilities that the environment and the TERM of the pty announce.

    Args:
        environment: the player's own variables (TERM, COLORTERM, NO_COLOR, COLORFGBG,
            LANGUAGE, LANG, LC_ALL, LC_CTYPE, LC_MESSAGES).
        term: the terminal type; by default the variable TERM.
    """
    name = (term if term is not None else environment.get("TERM", "")).lower()
    locale = (
        environment.get("LC_ALL") or environment.get("LC_CTYPE") or environment.get("LANG") or ""
    ).lower()
    unicode = not locale or "utf-8" in locale or "utf8" in locale
    ground = environment.get("COLORFGBG", "").rpartition(";")[2]  # some terminals set it
    program = environment.get("TERM_PROGRAM", "").lower()  # known at home only
    copies = name and not name.startswith(_NO_CLIPBOARD) and program != _NO_CLIPBOARD_PROGRAM
    return Terminal(
        _colours(name, environment),
        unicode,
        ground in _LIGHT_GROUNDS if ground.isdecimal() else None,
        language_of(environment),
        clipboard=bool(copies),
        lines=name == "dumb",
    )


def _colours(name: str, environment: Mapping[str, str]) -> Colours:
    if environment.get("NO_COLOR") or name in ("", "dumb", "unknown"):
        return "none"
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit") or "direct" in name:
        return "true"
    if "256" in name or name.startswith(("xterm", "tmux", "screen", "foot", "alacritty")):
        return "256"
    return "16"


_ASK_COLOURS: Final = "\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[0m"
"""Set a colour, read it back, and reset it."""
_ASK_GROUND: Final = "\x1b]11;?\x1b\\"
_END: Final = "\x1b[c\r\x1b[K"
"""Ask for the device attributes, and erase the row: an old terminal may have printed a request
that it does not know."""
COLOUR_PATIENCE: Final = 0.3
"""Seconds to wait for the answer."""
ANSWERING: Final = ("256", "true")
"""The colours of terminals that understand such questions."""


def question_for(terminal: Terminal) -> str:
    """Ask a terminal what it has not announced: its true colours, its ground; empty if nothing."""
    if terminal.colours not in ANSWERING:
        return ""
    colours = _ASK_COLOURS if terminal.colours == "256" else ""
    ground = _ASK_GROUND if terminal.light is None else ""
    return f"{colours}{ground}{_END}" if colours or ground else ""


_YES: Final = re.compile(rb"48[:;]2[:;]{1,2}1[:;]2[:;]3(?!\d)")
_REPLY: Final = re.compile(
    rb"\x1bP[01]\$r([^\x1b\x18]{0,96})(?:\x1b\\|\x18)"
    rb"|\x1b\]11;([^\x07\x1b]{0,48})(?:\x07|\x1b\\)"
    rb"|\x1b\[\?[\d;]{0,64}(c)"
)
_UNFINISHED: Final = re.compile(
    rb"\x1bP(?:[01](?:\$(?:r[^\x1b\x18]{0,96}\x1b?)?)?)?\Z"
    rb"|\x1b\](?:1(?:1(?:;[^\x07\x1b]{0,48}\x1b?)?)?)?\Z"
    rb"|\x1b\[(?:\?[\d;]{0,64})?\Z"
)


class Replies:
    """Separates the answers of a terminal from what its player types meanwhile."""

    def __init__(self) -> None:
        self.truecolour = False
        """Whether the terminal has said that it shows true colour."""
        self.light: bool | None = None
        """Whether it has said that its ground is light."""
        self.complete = False
        """Whether the last answer has come."""
        self._held = b""

    def feed(self, data: bytes) -> bytes:
        """Take the answers out of input; return the rest."""
        data = self._held + data
        self._held = b""
        if self.complete:
            return data
        rest = _REPLY.sub(self._read, data)
        if not self.complete and (tail := _UNFINISHED.search(rest)):
            rest, self._held = rest[: tail.start()], tail[0]
        return rest

    def told_of(self, terminal: Terminal) -> Terminal:
        """Return a terminal with what it has answered."""
        return replace(
            terminal,
            colours="true" if self.truecolour else terminal.colours,
            light=terminal.light if self.light is None else self.light,
        )

    def _read(self, reply: re.Match[bytes]) -> bytes:
        if self.complete:
            return reply[0]
        setting, ground, device = reply.groups()
        self.complete = device is not None
        self.truecolour = self.truecolour or bool(_YES.search(setting or b""))
        if ground is not None:
            self.light = ground_is_light(ground.decode("latin-1"))
        return b""


_COLOUR: Final = re.compile(r"rgba?:([0-9a-f]{1,4})/([0-9a-f]{1,4})/([0-9a-f]{1,4})", re.I)


def ground_is_light(colour: str) -> bool | None:
    """Return whether a colour as terminals report it (``rgb:ffff/ffff/ffff``) is light."""
    found = _COLOUR.match(colour)
    if found is None:
        return None
    red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in found.groups())
    return bool(0.299 * red + 0.587 * green + 0.114 * blue > 0.5)


PATIENCE: Final = 1.0
"""Seconds to wait for answers."""

MODES: Final = {"mouse": 1006, "paste": 2004, "focus": 1004}
"""The private mode numbers: mouse, bracketed paste, focus."""

_SUITS: Final = "♠♥♦♣"
_PLACE: Final = re.compile(r"\x1b\[\d+;(\d+)R")
_MODE: Final = re.compile(r"\x1b\[\?(\d+);(\d)\$y")
_GROUND: Final = re.compile(r"\x1b\]11;([^\x07\x1b]*)")
_LAST: Final = re.compile(r"\x1b\[\?[\d;]*c")
"""The device attributes: every terminal answers this last request."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers of a terminal."""

    suit_width: int | None = None
    """Columns of a suit sign; None if unknown."""
    modes: dict[str, bool] = field(default_factory=dict)
    """Whether each mode is supported; unanswered modes are missing."""
    light: bool | None = None
    """Whether the ground is light; None if unknown."""


def questions(term: str, *, unicode: bool) -> str:
    """Return the requests to send; they leave nothing visible."""
    suits = f"\r{_SUITS}\x1b[6n\r\x1b[K" if unicode else ""
    modes = "".join(f"\x1b[?{number}$p" for number in MODES.values())
    ground = "" if term.startswith("linux") else _ASK_GROUND
    return f"{suits}{modes}{ground}\x1b[c"


def read_answers(text: str) -> Answers:
    """Parse the answers."""
    place, ground = _PLACE.search(text), _GROUND.search(text)
    names = {number: name for name, number in MODES.items()}
    modes = {
        names[int(number)]: state in "123"
        for number, state in _MODE.findall(text)
        if int(number) in names
    }
    return Answers(
        (int(place[1]) - 1) // len(_SUITS) if place else None,
        modes,
        ground_is_light(ground[1]) if ground else None,
    )


def ask(source: int, out: int, term: str, *, unicode: bool) -> Answers:
    """Query the terminal, and restore its mode; a lost terminal has no answers.

    Args:
        source: the file descriptor to read.
        out: the file descriptor to write.
        term: the type of the terminal.
        unicode: whether to measure suit signs.
    """
    text = ""

    def complete(data: bytes) -> bool:
        nonlocal text
        text += data.decode("latin-1")
        return _LAST.search(text) is not None

    _converse(source, out, questions(term, unicode=unicode), complete, PATIENCE)
    return read_answers(text)


def local_terminal(environment: Mapping[str, str]) -> Terminal:
    """Return the abilities of the terminal this process runs in, which is asked for the rest."""
    terminal = terminal_of(environment)
    question = question_for(terminal)
    if not question or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return terminal
    replies = Replies()

    def complete(data: bytes) -> bool:
        replies.feed(data)
        return replies.complete

    _converse(sys.stdin.fileno(), sys.stdout.fileno(), question, complete, COLOUR_PATIENCE)
    return replies.told_of(terminal)


def _converse(
    source: int, out: int, request: str, complete: Callable[[bytes], bool], patience: float
) -> None:
    """Send a request, and hand on what comes until that is complete or time is up."""
    try:
        import termios
        import tty
    except ImportError:  # on Windows
        return
    with suppress(OSError, termios.error):
        before = termios.tcgetattr(source)
        try:
            tty.setcbreak(source, termios.TCSANOW)
            os.write(out, request.encode())
            end = time.monotonic() + patience
            while select.select([source], [], [], max(0.0, end - time.monotonic()))[0]:
                data = os.read(source, 1024)
                if not data or complete(data):
                    break
        finally:
            termios.tcsetattr(source, termios.TCSAFLUSH, before)
