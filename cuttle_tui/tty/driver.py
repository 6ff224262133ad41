"""The driver of the player's own terminal, and its keyboard: a chord is never a plain key."""

from __future__ import annotations

import os
import re
import signal
import sys
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from selectors import EVENT_READ, SelectSelector
from threading import Event
from typing import Any, Final, TextIO, cast

from textual.driver import Driver
from textual.events import Callback, Key
from textual.keys import Keys
from textual.message import Message

from cuttle_tui.tty.output import forsake
from cuttle_tui.tty.private_textual import (
    ANSI_SEQUENCES_KEYS,
    KeyParser,
    character_to_key,
    was_suspended,
)

_ESC: Final = "\x1b"
_INTRODUCERS: Final = "[OPX]^_"
"""What begins a longer sequence after an escape."""
_CONTROL: Final = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
"""A complete control sequence (ECMA-48, 5.4)."""
_KEYPAD: Final = re.compile(r"\x1bO[!-~]")
_NO_KEYS: Final = re.compile(r"\x1b\[(<[-\d;]*[mM]|M|[IO]|20[01]~|\?\d+;\d\$y|[\d;:]+[Rt])")
"""Mouse, focus, pastes and reports, which are read elsewhere."""
_WITH_TEXT: Final = re.compile(r"\x1b\[(\d+);(\d+);(\d+)u")
"""A key of the kitty protocol with its modifiers and its text."""
_ANY_KEY: Final = re.compile(r"\x1b\[27;(\d+);(\d+)~")
"""A key with its modifiers, as xterm's modifyOtherKeys sends it."""
_SHIFTED: Final = re.compile(r"\x1b\[(\d+);2u")
_MODIFIERS: Final = ("shift", "alt", "ctrl", "super", "hyper", "meta")
"""The modifiers of a key, by their bits; locks follow."""
_AS_WITHOUT_SHIFT: Final = ("enter", "space", "backspace", "escape")
"""Keys that terminals send alike with shift and without, unless they are asked not to."""
_LATE: Final = re.compile(r"\x1b(?:P[01]\$r[^\x1b\x18]*|\]1[01];[^\x07\x1b]*)(?:\x1b\\|[\x07\x18])")
"""Answers about colours that came after the question for them had ended."""
_DOUBLED: Final = re.compile(r"\x1b\x1b([\[O])([A-DFHP-S])|\x1b\x1b\[(\d+)~")
"""An arrow or another named key with alt, as rxvt and PuTTY send it."""


def is_chord(key: str) -> bool:
    """Return whether a key is held together with another than shift."""
    return any(f"{modifier}+" in key for modifier in _MODIFIERS[1:])


class KeyboardParser(KeyParser):
    """Textual's parser, which keeps chords apart and drops what it does not know."""

    def feed(self, data: str) -> Iterable[Message]:
        """Parse data from a terminal."""
        return super().feed(_DOUBLED.sub(_with_alt, _LATE.sub("", data)))

    def keys_of(self, sequence: str, alt: bool = False) -> Iterator[Key]:
        if sequence == "\ufffd":  # bytes that are no text
            return
        chord = _chord_in(sequence)
        if chord is not None:
            yield chord
            return
        try:
            keys = [*super().keys_of(sequence, alt)]
        except (ValueError, OverflowError):  # numbers that no keyboard sends
            keys = []
        complete = _CONTROL.fullmatch(sequence) or _KEYPAD.fullmatch(sequence)
        if not keys and complete and not _NO_KEYS.fullmatch(sequence):
            yield Key(Keys.Ignore, sequence)  # nothing that is read elsewhere
        for key in keys:
            yield _held(key) if alt else _without_shift(key, sequence)


def _with_alt(found: re.Match[str]) -> str:
    introducer, letter, number = found.groups()
    return f"\x1b[{number};3~" if introducer is None else f"\x1b[1;3{letter}"


def _chord_in(sequence: str) -> Key | None:
    """Read a sequence that Textual would give the character of its plain key."""
    if len(sequence) == 2 and sequence[0] == _ESC and sequence not in _OTHER_PAIRS:
        letter = sequence[1]
        if letter == "\t" or (letter.isprintable() and letter not in _INTRODUCERS):
            return Key(_name(letter, ["alt"]), None)
    if found := _ANY_KEY.fullmatch(sequence):
        modifiers, code = map(int, found.groups())
        return _key_of(code, modifiers, text=code)
    if found := _WITH_TEXT.fullmatch(sequence):
        code, modifiers, text = map(int, found.groups())
        return _key_of(code, modifiers, text)
    return None


_OTHER_PAIRS: Final = [
    pair
    for pair, keys in ANSI_SEQUENCES_KEYS.items()
    if len(pair) == 2 and not isinstance(keys, str) and pair != "\x1b\t"
]
"""Pairs that are named keys: word by word, back by a word."""


def _key_of(code: int, modifiers: int, text: int) -> Key | None:
    """Return a chord, or None if it is text: alt alone composes other characters on some."""
    held = [name for bit, name in enumerate(_MODIFIERS) if max(0, modifiers - 1) & 1 << bit]
    others = [name for name in held if name != "shift"]
    try:
        plain, letter = chr(code), chr(text)
    except (ValueError, OverflowError):
        return Key(Keys.Ignore, "")
    composed = others == ["alt"] and letter.casefold() != plain.casefold()
    return None if not others or composed else Key(_name(plain, held), None)


def _name(letter: str, held: list[str]) -> str:
    """Name a chord as Textual does."""
    if letter.isupper():
        letter, held = letter.lower(), [*held, "shift"]
    named = {"\r": "enter", "\t": "tab", "\x1b": "escape", "\x7f": "backspace"}.get(letter)
    key = named or (letter if letter.isalnum() else character_to_key(letter))
    return "+".join((*sorted(set(held)), key))


def _held(key: Key) -> Key:
    """Return a key with the alt that came before it; control characters stay as they are."""
    alone = key.key if is_chord(key.key) else f"alt+{key.key}"
    return Key(alone, None) if key.is_printable or key.key == "enter" else key


def _without_shift(key: Key, sequence: str) -> Key:
    """Return the plain key where shift makes no difference, and a capital for a letter."""
    name = key.key.removeprefix("shift+")
    if name in _AS_WITHOUT_SHIFT and name != key.key:
        return Key(name, None)
    found = _SHIFTED.fullmatch(sequence)
    letter = chr(int(found.group(1))) if found else ""
    return Key(letter.upper(), letter.upper()) if letter.isalpha() else key


_LOOK: Final = 0.1
"""Seconds between checks whether the app has ended, while nothing is typed."""
_AGAIN: Final = 0.5
"""Seconds before an app that was not ready is notified again."""
_PORTION: Final = 4096
_MOTION: Final = ("\x1b[?1003h", "\x1b[?1015h")
"""The requests for motion events, current and older: the app has no hover."""
_LAST: Final = 5
"""Seconds that an app has to end once its terminal is gone, however busy it is."""


def home_driver(driver: type[Driver], lost: Callable[[], None]) -> type[Driver]:
    """Build a driver without mouse motion, whose app calls `lost` once the terminal is gone."""
    mixins: list[type] = [_StillMouse]
    if sys.platform != "win32":  # closing the window ends its programs
        from textual.drivers.linux_driver import LinuxDriver

        if issubclass(driver, LinuxDriver):
            mixins.append(_Minding)
    return type("HomeDriver", (*mixins, driver), {"call_lost": staticmethod(lost)})


class LookChanged(Message):
    """The terminal has a light ground now, or its player wants less to move, or no longer."""

    def __init__(self, *, light: bool, still: bool) -> None:
        super().__init__()
        self.light, self.still = light, still


class TextKeyboard:
    """A mixin for drivers of terminals whose keyboard is out of sight until text is asked."""

    def text_asked(self, asked: bool) -> None:
        """Show the keyboard, or hide it: called once whenever text is asked, or no longer."""


class _StillMouse:
    """A mixin for drivers that does not request mouse motion."""

    def write(self, data: str) -> None:
        """Write everything but requests for motion."""
        if data not in _MOTION:
            super().write(data)  # type: ignore[misc]


class _Minding:
    """A mixin for drivers that detects the loss of the terminal."""

    call_lost: Callable[[], None]
    fileno: int
    exit_event: Event
    send_message: Callable[[Message], None]
    process_message: Callable[[Message], None]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._file: Any = Outlet(cast(Any, self)._file, self._lost)
        self._is_lost = False

    def _sigcont_application(self, *_: object) -> None:
        """Resume after a suspension only: the system also sends SIGCONT when a terminal is lost.

        Textual would start again. Two threads would read the keys, and an app that is already
        ending would get threads that never end.
        """
        if was_suspended(self):
            super()._sigcont_application()  # type: ignore[misc]

    def _lost(self) -> None:
        """Notify the app; the system ends the process if the app cannot."""
        if not self._is_lost:
            self._is_lost = True
            signal.alarm(_LAST)
        with suppress(RuntimeError):  # the app has ended
            self.send_message(Callback(callback=self.call_lost))

    def run_input_thread(self) -> None:
        """Process input until the app ends."""
        parser, decode = KeyboardParser(), getincrementaldecoder("utf-8")("replace").decode
        with SelectSelector() as selector:
            selector.register(self.fileno, EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(_LOOK):
                    try:
                        data = os.read(self.fileno, _PORTION)
                    except OSError:  # the terminal is lost
                        data = b""
                    if data:
                        self._pass_on(parser.feed(decode(data)))
                    else:
                        self._lost()
                        self.exit_event.wait(_AGAIN)
                self._pass_on(parser.tick())

    def _pass_on(self, messages: Iterable[Message]) -> None:
        for message in messages:
            self.process_message(message)


class Outlet:
    """A stream that discards output once its terminal is gone."""

    def __init__(self, stream: TextIO, lost: Callable[[], None]) -> None:
        self._stream = stream
        self._tell_lost = lost

    def fileno(self) -> int:
        """Return the file descriptor."""
        return self._stream.fileno()

    def write(self, text: str) -> None:
        """Write, if the terminal is still there."""
        self._try(lambda: self._stream.write(text))

    def flush(self) -> None:
        """Flush, if the terminal is still there."""
        self._try(self._stream.flush)

    def _try(self, work: Callable[[], object]) -> None:
        try:
            work()
        except OSError:
            forsake(self._stream)
            self._tell_lost()
