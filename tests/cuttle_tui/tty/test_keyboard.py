"""A chord is never the plain key in it, by whatever bytes a terminal sends it, on any screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import pytest
from textual.events import Key
from textual.keys import Keys

from cuttle_tui.app import CuttleApp
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.ports import Chair
from cuttle_tui.tty.driver import KeyboardParser, is_chord
from tests.cuttle_tui import lobbies, online, tables
from tests.cuttle_tui.bursts import burst, send
from tests.cuttle_tui.gallery.fronts import FakeArchive
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.idle import until_idle
from tests.cuttle_tui.lobbies import FakeAccount

pytestmark = pytest.mark.slow

PLAIN: Final = "abcdefghijklmnopqrstuvwxyz0123456789,?/-+. "
MODIFIERS: Final = {"alt": 2, "ctrl": 4, "super": 8, "hyper": 16, "meta": 32}


def keys(data: str) -> list[Key]:
    """Return the keys that a terminal's text is read as."""
    parser = KeyboardParser()
    found = [*parser.feed(data), *parser.feed("")]
    return [one for one in found if isinstance(one, Key) and one.key != Keys.Ignore]


def chords(letter: str) -> Iterator[str]:
    """Write a key with every modifier but shift, as terminals do."""
    code = ord(letter)
    yield f"\x1b{letter}"
    if letter.isalpha():
        yield f"\x1b{letter.upper()}"
    for bits in MODIFIERS.values():
        for locks in (0, 1, 64, 128):
            modifiers = 1 + bits + locks
            yield f"\x1b[{code};{modifiers}u"
            yield f"\x1b[{code};{modifiers};{code}u"
            yield f"\x1b[27;{modifiers};{code}~"


ALL: Final = [chord for letter in (*PLAIN, "\r") for chord in chords(letter)]

_COMMANDS: Final = ("ctrl+c", "ctrl+q", "ctrl+u", "ctrl+w")


def test_no_chord_is_a_plain_key() -> None:
    for chord in ALL:
        for key in keys(chord):
            assert is_chord(key.key), (chord, key)
            assert not key.is_printable, (chord, key)


@pytest.mark.parametrize(
    ("data", "names"),
    [
        ("\x1b[C", ["right"]),
        ("\x1b\x1b[C", ["alt+right"]),
        ("\x1b\x1bOA", ["alt+up"]),
        ("\x1b\x1b[5~", ["alt+pageup"]),
        ("\x1b[1;3C", ["alt+right"]),
        ("\x1b[1;9D", ["super+left"]),
        ("\x1b\t", ["alt+tab"]),
        ("\x1b[Z", ["shift+tab"]),
        ("\x1b[9;2u", ["shift+tab"]),
        ("\x1b\x7f", ["ctrl+w"]),
        ("\x03", ["ctrl+c"]),
        ("\x1b[99;5u", ["ctrl+c"]),
        ("\x1b[27;5;99~", ["ctrl+c"]),
        ("\x1bOq", ["1"]),
        ("\x1bOM", ["enter"]),
    ],
)
def test_named_keys_and_control_characters_stay(data: str, names: list[str]) -> None:
    assert [key.key for key in keys(data)] == names


@pytest.mark.parametrize(
    ("data", "typed"),
    [
        ("d", "d"),
        ("D", "D"),
        ("\x1b[100;2u", "D"),
        ("\x1b[100;2;68u", "D"),
        ("\x1b[27;2;68~", "D"),
        ("\x1b[100;65;100u", "d"),
        ("\x1b[32;2;32u", " "),
        ("é", "é"),
        ("∂", "∂"),
        ("\x1b[100;3;8706u", "∂"),
    ],
)
def test_shift_locks_and_composed_characters_are_text(data: str, typed: str) -> None:
    (key,) = keys(data)
    assert key.character == typed or (key.key, typed) == ("space", " ")
    assert not is_chord(key.key)


@pytest.mark.parametrize("data", ["\x1b[13;2u", "\x1b[32;2u", "\x1b[127;2u", "\x1b[27;2u"])
def test_keys_that_shift_does_not_change_are_themselves(data: str) -> None:
    (key,) = keys(data)
    assert key.key in ("enter", "space", "backspace", "escape")


@pytest.mark.parametrize(
    "data",
    ["\x1b[100:68;2u", "\x1b[1;99Z", "\x1b[25;3~", "\x1b[E", "\x1b[99999999999u", "\x1b[?62;1;2c"],
)
def test_sequences_without_a_meaning_are_no_letters(data: str) -> None:
    assert [key.key for key in keys(f"{data}x") if key.is_printable] == ["x"]


DISTINCT: Final = {tuple((key.key, key.character) for key in keys(one)): one for one in ALL}
"""A chord for all that are read as the same keys."""
UNBOUND: Final = [
    one for read, one in DISTINCT.items() if not {key for key, _ in read} & {*_COMMANDS}
]


@dataclass
class Place:
    """A screen, and the keys that lead there."""

    chair: Callable[[], Chair] | None = None
    way: str = ""
    named: bool = True


PLACES: Final = {
    "turn": Place(lambda: tables.chair(tables.TARGETS)),
    "card": Place(lambda: tables.chair(tables.TARGETS), "2"),
    "counter": Place(tables.counter_chair),
    "fetch": Place(lambda: tables.chair(tables.FETCH)),
    "limit": Place(lambda: tables.chair(tables.LIMIT)),
    "over": Place(lambda: tables.chair(tables.OVER)),
    "leaving": Place(lambda: tables.chair(tables.TARGETS), "q"),
    "log": Place(lambda: tables.chair(tables.TARGETS), "l"),
    "search": Place(lambda: tables.chair(tables.TARGETS), "l/ab"),
    "scrap": Place(lambda: tables.chair(tables.TARGETS), "z"),
    "chat": Place(online.clocked, "t"),
    "room": Place(tables.waiting_chair),
    "home": Place(),
    "settings": Place(way=","),
    "lobby": Place(way="l"),
    "code": Place(way="jA"),
    "rules": Place(way="n"),
    "help": Place(way="?"),
    "name": Place(named=False),
}


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
async def test_chords_do_nothing_on_any_screen(place: str) -> None:
    at = PLACES[place]
    account = FakeAccount(named=at.named)
    lobby = lobbies.online(archive=FakeArchive(0), account=account)
    chair = at.chair() if at.chair is not None else None
    app = CuttleApp(lobby, chair=chair)
    async with app.run_test(size=(80, 24)):
        for key in at.way:
            await burst(app, key)
        await until_idle()
        shown, stack = grid(app), [*app.screen_stack]
        for chord in UNBOUND:
            send(app, chord)
        await until_idle()
        assert [*app.screen_stack] == stack
        assert isinstance(app.screen, ZoneScreen)
        assert grid(app) == shown
        assert not getattr(chair, "played", [])
