"""Colours for a player's terminal: asked for, converted, and sent only when they change."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Final

from rich.color import Color, ColorSystem

from cuttle_tui.tty.terminal import (
    COLOUR_PATIENCE as PATIENCE,
    Colours,
    Replies,
    Terminal,
    question_for,
)
from server.terminal.wire import Wire

_SGR: Final = re.compile(r"\x1b\[([\d;]*)m")
_SYSTEMS: Final[dict[Colours, ColorSystem]] = {
    "256": ColorSystem.EIGHT_BIT,
    "16": ColorSystem.STANDARD,
}
_BLACK, _WHITE = 0, 15


def downgrade(text: str, colours: Colours) -> str:
    """Convert every colour in terminal output to those the terminal has."""
    if colours == "true":
        return text
    return _SGR.sub(lambda match: _convert(match[1], colours), text)


@lru_cache(maxsize=8192)
def _convert(parameters: str, colours: Colours) -> str:
    """Rewrite an SGR sequence, given by its parameters; empty when nothing is left of it."""
    plain: list[str] = []
    ground: dict[bool, Color] = {}
    for value, colour, is_front in _sgr_parts(parameters):
        if colour is None:
            plain.append(value)
        else:
            ground[is_front] = colour
    if colours != "none":
        # colours that were distinct stay so
        system = _SYSTEMS[colours]
        lower = {is_front: colour.downgrade(system) for is_front, colour in ground.items()}
        if len(lower) == 2 and lower[True].number == lower[False].number:
            front, back = ground[True].get_truecolor(), ground[False].get_truecolor()
            bright = sum(back) > 3 * 127
            if front != back:
                lower[True] = Color.from_ansi(_BLACK if bright else _WHITE)
        plain += [
            code
            for is_front, colour in lower.items()
            for code in colour.get_ansi_codes(foreground=is_front)
        ]
    return f"\x1b[{';'.join(plain)}m" if plain else ""


def _sgr_parts(parameters: str) -> Iterator[tuple[str, Color | None, bool]]:
    """Split SGR parameters into attributes and colours, each with whether it is the foreground."""
    values = parameters.split(";")
    at = 0
    while at < len(values):
        value = values[at]
        if value in ("38", "48"):
            width, colour = _extended_colour(values[at + 1 :])
            yield value, colour, value == "38"
            at += 1 + width
            continue
        yield value, *_basic_colour(value)
        at += 1


def _extended_colour(rest: list[str]) -> tuple[int, Color | None]:
    """Read what follows a 38 or 48: how many parameters it takes, and the colour."""
    match rest:
        case ["2", red, green, blue, *_]:
            return 4, Color.from_rgb(int(red or 0), int(green or 0), int(blue or 0))
        case ["5", number, *_]:
            return 2, Color.from_ansi(int(number or 0) & 255)
    return len(rest), Color.from_ansi(_WHITE)


def _basic_colour(value: str) -> tuple[Color | None, bool]:
    code = int(value or 0)
    for first, offset in ((30, 0), (90, 8)):
        if first <= code < first + 8:
            return Color.from_ansi(code - first + offset), True
        if first + 10 <= code < first + 18:
            return Color.from_ansi(code - first - 10 + offset), False
    return None, False


class _Query:
    """Listens for the answer; keeps what is typed for the app."""

    def __init__(self) -> None:
        self.replies = Replies()
        self.typed = bytearray()
        self.over = asyncio.Event()

    def received(self, data: bytes) -> None:
        """Take in what the terminal sent."""
        self.typed += self.replies.feed(data)
        if self.replies.complete:
            self.over.set()

    def resized(self) -> None:
        """Leave the size to the app."""

    def ended(self) -> None:
        self.over.set()


async def with_answers(terminal: Terminal, wire: Wire) -> Terminal:
    """Return the terminal with what it answers about its colours and its ground.

    An answer that comes too late is kept from the app.
    """
    question = question_for(terminal)
    if not question:
        return terminal
    query = _Query()
    wire.write(question.encode())
    wire.listen(query)
    with suppress(TimeoutError):
        await asyncio.wait_for(query.over.wait(), PATIENCE)
    wire.unlisten(bytes(query.typed), query.replies.feed)
    return query.replies.told_of(terminal)


_MOVE: Final = re.compile(r"(?:\n|\x1b\[\d+;\d+H|\x1b\[\d+G)*")
"""Cursor moves, which show no colour."""
_BLANK: Final = re.compile(r"(?:[ \n]|\x1b\[\d+;\d+H|\x1b\[\d+G)*")
"""Blanks and cursor moves, which show nothing but the colour behind them."""
_NO_TEXT: Final = " \n\x1b"
"""What the two of them begin with, so that few runs need be matched."""
_UNSEEN: Final = frozenset({"fore", "back", "1"})
"""What a look may consist of if blanks show only its background."""
_EXTENDED: Final = {"2": 5, "5": 3}
"""The number of parameters of a colour, by the parameter after 38 or 48."""
_RESET: Final = "\x1b[0m"


def optimize_sgr(frame: str) -> str:
    """Rewrite a frame so that it looks the same and takes fewer bytes.

    A frame finds the terminal without any colour, and leaves it so.
    """
    first, *rest = _SGR.split(frame)
    out = [first]
    sent = wanted = ""
    for sgr, run in zip(rest[::2], rest[1::2], strict=True):
        before = f"{wanted};" if wanted else ""
        wanted = "" if sgr in ("", "0") else before + sgr  # the codes since the last reset
        if not run:  # another look follows at once
            continue
        unseen = run[0] in _NO_TEXT
        if sent != wanted and not (unseen and _MOVE.fullmatch(run)):
            blank = unseen and _BLANK.fullmatch(run)
            look = _behind_blanks(sent, wanted) if blank else wanted
            out.append(_shortest_change(sent, look))
            sent = look
        out.append(run)
    if sent:
        out.append(_RESET)
    return "".join(out)


@lru_cache(maxsize=8192)
def _behind_blanks(sent: str, wanted: str) -> str:
    """Return the look for blanks: only the colour behind them changes."""
    old, new = _look_parts(sent), _look_parts(wanted)
    if not _UNSEEN.issuperset((*old, *new)):
        return wanted
    kept = [code for kind, code in old.items() if kind != "back"]
    return ";".join([*kept, new["back"]] if "back" in new else kept)


@lru_cache(maxsize=8192)
def _shortest_change(sent: str, wanted: str) -> str:
    """Return the shortest sequence between two looks."""
    if not wanted:
        return _RESET
    anew = f"\x1b[0;{wanted}m"
    old, new = _look_parts(sent), _look_parts(wanted)
    if _OTHER in old or _OTHER in new:
        return anew
    ended = [_END[kind] for kind in old if kind not in new]
    begun = [code for kind, code in new.items() if old.get(kind) != code]
    codes = ";".join(ended + begun)
    return min(anew, f"\x1b[{codes}m" if codes else "", key=len)


_OTHER: Final = "other"
_END: Final = {"1": "22", "3": "23", "4": "24", "7": "27", "9": "29", "fore": "39", "back": "49"}
"""The code that ends each known attribute; unknown attributes need a reset."""


def _look_parts(sgr: str) -> dict[str, str]:
    """Split a look into the two colours, and attributes by their codes."""
    look: dict[str, str] = {}
    codes = sgr.split(";") if sgr else []
    while codes:
        code = codes[0]
        taken = _EXTENDED.get(codes[1], len(codes)) if code in _GROUND and codes[1:] else 1
        look[_GROUND.get(code) or _kind_of_code(code)] = ";".join(codes[:taken])
        del codes[:taken]
    return look


_GROUND: Final = {"38": "fore", "48": "back"}


def _kind_of_code(code: str) -> str:
    """Return what a single code sets: a basic colour, or a known attribute."""
    for first, kind in ((30, "fore"), (90, "fore"), (40, "back"), (100, "back")):
        if code.isdigit() and first <= int(code) < first + 8:
            return kind
    return code if code in _END else _OTHER
