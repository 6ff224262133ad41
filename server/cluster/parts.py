"""Messages that are larger than the broker takes, in parts.

What a node tells is cut into parts that follow each other, and put together where they arrive.
A question is put together before it is asked. An answer is fetched: its first part comes back with
a number, and the rest is asked for.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from itertools import count
from typing import Final

import msgspec

PART: Final = "part"
"""What a node tells when it sends a part."""
ASKED: Final = "asked"
"""What it tells when it sends a part of a question, and asks when all of them are sent."""
MORE: Final = "more"
"""What a node asks for the next part of an answer."""
_OVERHEAD: Final = 1024
"""Bytes that a part takes beside its data."""
_FIRST: Final = 1
"""The kind of extension that marks the first part of an answer."""
_MOST: Final = 64
"""Messages and answers that are held; the oldest is dropped for another."""
_LARGEST: Final = 256 * 1024 * 1024
"""Bytes of a message that is put together."""


class Part(msgspec.Struct, array_like=True, frozen=True):
    """A part of a message, or of an answer."""

    number: int
    """Which message of its sender."""
    at: int
    """Where it begins."""
    size: int
    """How large the whole is."""
    data: bytes


def cut(data: bytes, number: int, most: int) -> list[Part]:
    """Cut a message into parts, each with its overhead not above `most` bytes."""
    step = max(1, most - _OVERHEAD)
    size = len(data)
    return [Part(number, at, size, data[at : at + step]) for at in range(0, size, step)]


def first_of(answer: bytes) -> Part | None:
    """Return the first part of an answer that comes in parts; None for a whole one."""
    read = msgspec.msgpack.decode(answer)
    if not isinstance(read, msgspec.msgpack.Ext) or read.code != _FIRST:
        return None
    return msgspec.msgpack.decode(read.data, type=Part)


def as_first(part: Part) -> bytes:
    """Pack the first part of an answer, so that it is told from a whole one."""
    return msgspec.msgpack.encode(msgspec.msgpack.Ext(_FIRST, msgspec.msgpack.encode(part)))


@dataclass(slots=True)
class Incoming:
    """Messages of which parts have arrived."""

    _begun: OrderedDict[tuple[str, int], bytearray] = field(default_factory=OrderedDict)
    _whole: OrderedDict[tuple[str, int], bytes] = field(default_factory=OrderedDict)

    def add(self, sender: str, part: Part) -> bytes | None:
        """Add a part; return the message if it is whole now.

        A part that does not follow the one before drops the message: something was lost.
        """
        key = sender, part.number
        begun = self._begun.pop(key, bytearray())
        if part.at != len(begun) or not len(begun) + len(part.data) <= part.size <= _LARGEST:
            return None
        begun += part.data
        if len(begun) == part.size:
            return bytes(begun)
        self._begun[key] = begun
        if len(self._begun) > _MOST:
            self._begun.popitem(last=False)
        return None

    def keep(self, sender: str, number: int, whole: bytes) -> None:
        """Keep a message until it is taken."""
        self._whole[sender, number] = whole
        if len(self._whole) > _MOST:
            self._whole.popitem(last=False)

    def take(self, sender: str, number: int) -> bytes:
        """Return a message that was kept, once.

        Raises:
            KeyError: it is not here.
        """
        return self._whole.pop((sender, number))


@dataclass(slots=True)
class Outgoing:
    """Numbers for what is sent in parts, and the answers that are being fetched."""

    _numbers: count[int] = field(default_factory=count)
    _answers: OrderedDict[int, list[Part]] = field(default_factory=OrderedDict)

    def cut(self, data: bytes, most: int) -> list[Part]:
        """Cut what a node tells into parts."""
        return cut(data, next(self._numbers), most)

    def hold(self, answer: bytes, most: int) -> bytes:
        """Hold the rest of an answer; return its first part, packed."""
        first, *rest = self.cut(answer, most)
        self._answers[first.number] = rest[::-1]
        if len(self._answers) > _MOST:
            self._answers.popitem(last=False)
        return as_first(first)

    def more(self, number: int) -> Part | None:
        """Return the next part of an answer; None if it is not held any more."""
        rest = self._answers.get(number)
        if not rest:
            return None
        part = rest.pop()
        if not rest:
            del self._answers[number]
        return part
