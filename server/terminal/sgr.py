"""Optimize SGR sequences: leave out what the terminal has been sent already.

The library resets after every run of text and starts the next from nothing. Most runs share
a colour with their neighbour, so that is more than half of what a frame takes.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_SGR: Final = re.compile(r"\x1b\[([\d;]*)m")
_MOVE: Final = re.compile(r"(?:\n|\x1b\[\d+;\d+H)*")
"""Cursor moves, which show no colour."""
_BLANK: Final = re.compile(r"(?:[ \n]|\x1b\[\d+;\d+H)*")
"""Blanks and cursor moves, which show nothing but the colour behind them."""
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
        wanted = _after(wanted, sgr)
        if sent != wanted and not _MOVE.fullmatch(run):
            look = _behind_blanks(sent, wanted) if _BLANK.fullmatch(run) else wanted
            out.append(_change(sent, look))
            sent = look
        out.append(run)
    if sent:
        out.append(_RESET)
    return "".join(out)


def _after(before: str, sgr: str) -> str:
    """Return the look after a sequence, as codes since the last reset."""
    if sgr in ("", "0"):
        return ""
    return f"{before};{sgr}" if before else sgr


@lru_cache(maxsize=8192)
def _behind_blanks(sent: str, wanted: str) -> str:
    """Return the look for blanks: only the colour behind them changes."""
    old, new = _look(sent), _look(wanted)
    if not _UNSEEN.issuperset((*old, *new)):
        return wanted
    kept = [code for kind, code in old.items() if kind != "back"]
    return ";".join([*kept, new["back"]] if "back" in new else kept)


@lru_cache(maxsize=8192)
def _change(sent: str, wanted: str) -> str:
    """Return the shortest sequence between two looks."""
    if not wanted:
        return _RESET
    anew = f"\x1b[0;{wanted}m"
    old, new = _look(sent), _look(wanted)
    if _OTHER in old or _OTHER in new:
        return anew
    ended = [_END[kind] for kind in old if kind not in new]
    begun = [code for kind, code in new.items() if old.get(kind) != code]
    codes = ";".join(ended + begun)
    return min(anew, f"\x1b[{codes}m" if codes else "", key=len)


_OTHER: Final = "other"
_END: Final = {
    "1": "22",
    "3": "23",
    "4": "24",
    "7": "27",
    "9": "29",
    "fore": "39",
    "back": "49",
}
"""The code that ends each known attribute; unknown attributes need a reset."""


def _look(sgr: str) -> dict[str, str]:
    """Split a look into the two colours, and attributes by their codes."""
    look: dict[str, str] = {}
    codes = sgr.split(";") if sgr else []
    while codes:
        code = codes[0]
        taken = _EXTENDED.get(codes[1], len(codes)) if code in _GROUND and codes[1:] else 1
        look[_GROUND.get(code) or _kind(code)] = ";".join(codes[:taken])
        del codes[:taken]
    return look


_GROUND: Final = {"38": "fore", "48": "back"}


def _kind(code: str) -> str:
    """Return what a single code sets: a basic colour, or a known attribute."""
    for first, kind in ((30, "fore"), (90, "fore"), (40, "back"), (100, "back")):
        if code.isdigit() and first <= int(code) < first + 8:
            return kind
    return code if code in _END else _OTHER
