"""Read and write messages as lines of JSON, from anybody."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, Literal, NoReturn

LONGEST_LINE: Final = 4096
"""Bytes of a line that a player may send."""

Message = dict[str, Any]
"""A message: its ``type`` and what belongs to it."""

Code = Literal[
    "syntax",
    "too-long",
    "protocol",
    "type",
    "value",
    "no-game",
    "not-asked",
    "stale",
    "illegal",
    "late",
    "flood",
    "refused",
]


class ProtocolError(Exception):
    """A message cannot be read or obeyed; `code` is the reason, for programs."""

    def __init__(self, code: Code, text: str) -> None:
        super().__init__(text)
        self.code: Final = code


def encode(message: Message) -> bytes:
    """Write a message as a line of ASCII."""
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"


def decode(line: bytes) -> Message:
    """Read a message from a line.

    Raises:
        ProtocolError: ``syntax``, ``value``: it is no JSON object with a ``type``.
    """
    try:
        message = json.loads(line.decode(), parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise ProtocolError("syntax", "a message is a line of JSON in UTF-8") from None
    if not isinstance(message, dict):
        raise ProtocolError("syntax", "a message is a JSON object")
    if not isinstance(message.get("type"), str):
        raise ProtocolError("value", "a message has a type")
    return message


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)


class LineSplitter:
    """Splits a stream of bytes into lines."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yield the lines that are complete now, without blank ones.

        Raises:
            ProtocolError: ``too-long``: a line has more than `LONGEST_LINE` bytes.
        """
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            _check_length(line)
            if line.strip():
                yield line
        _check_length(self._rest)


def _check_length(line: bytes) -> None:
    if len(line) > LONGEST_LINE:
        raise ProtocolError("too-long", f"a line has at most {LONGEST_LINE} bytes")
