"""Parse the bytes of a terminal into Textual's input messages."""

from __future__ import annotations

import logging
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Final, cast

from textual._xterm_parser import XTermParser
from textual.events import Key, MouseEvent, Resize
from textual.message import Message
from textual.messages import InBandWindowResize

from cuttle_tui.tty.keyboard import KeyboardParser

log = logging.getLogger(__name__)

LONGEST_PASTE: Final = 8192
"""Characters a terminal may send that complete no message."""


_original: Final = cast(
    "Callable[[type[XTermParser], str], list[Key] | None]",
    cast(Any, XTermParser._parse_extended_key).__wrapped__,
)


@lru_cache(maxsize=1024)
def _extended_key(sequence: str) -> list[Key] | None:
    return _original(XTermParser, sequence)


class _Parser(KeyboardParser):
    """The parser of keyboards, without the cache that would keep every parser alive for good."""

    def _parse_extended_key(  # type: ignore[override]
        self, sequence: str
    ) -> list[Key] | None:
        return _extended_key(sequence)

    @property
    def deadline(self) -> float | None:
        """When a lone escape becomes the escape key, in `time.monotonic` seconds."""
        return self._timeout_time


class KeyReader:
    """Reads keys, mouse and paste from a terminal's bytes.

    Nothing a terminal sends can break it: what cannot be read is dropped, and a paste that never
    ends is given up.
    """

    def __init__(self) -> None:
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = _Parser()
        self._silent = 0

    @property
    def deadline(self) -> float | None:
        """When `tick` is due, in `time.monotonic` seconds, if at all."""
        return self._parser.deadline

    def feed(self, data: bytes) -> list[Message]:
        """Return the messages that these bytes complete."""
        text = self._decode(data)
        messages = self._read(lambda: self._parser.feed(text)) if text else []
        self._silent = 0 if messages else self._silent + len(text)
        if self._silent > LONGEST_PASTE:
            self._start_again("a paste without an end")
        return messages

    def tick(self) -> list[Message]:
        """Return the messages that are complete because nothing more came."""
        return self._read(self._parser.tick)

    def _read(self, messages: Callable[[], Iterable[Message]]) -> list[Message]:
        try:
            return [message for message in messages() if _is_ours(message)]
        except Exception as error:  # the bytes are a stranger's: any failure means unreadable
            self._start_again(repr(error))
            return []

    def _start_again(self, why: str) -> None:
        log.debug("unreadable input dropped: %s", why)
        self._parser = _Parser()
        self._silent = 0


def _is_ours(message: Message) -> bool:
    """Return whether a terminal may send this: sizes come only from the ssh channel."""
    if isinstance(message, MouseEvent):
        return message.x < 1000 and message.y < 1000
    return not isinstance(message, Resize | InBandWindowResize)
