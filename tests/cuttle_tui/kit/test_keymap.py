"""The help of every screen tells the keys that do something there, and no others."""

from __future__ import annotations

import string
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from textual.app import App
from textual.events import Key
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.front.page_screen import HelpScreen
from cuttle_tui.i18n.translation import N_
from cuttle_tui.kit.keymap import (
    TYPE,
    Command,
    Intent,
    Section,
    Sections,
    each,
    hint_row,
    intent_of,
    keys_named,
    labelled,
    listed,
    offers,
    on,
)
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.kit.zone import Zone
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.table.play_commands import IN_GAME, OPENED
from engine.record.record import record_text
from engine.table.state import AtDoor
from tests.cuttle_tui import lobbies, online as at, tables
from tests.cuttle_tui.gallery.fronts import FakeArchive
from tests.cuttle_tui.gallery.scene import Scene, at_home, seated
from tests.cuttle_tui.gallery.staged import SCENES as GALLERY, staged
from tests.cuttle_tui.games import record_after, table_after
from tests.cuttle_tui.lobbies import FakeAccount, FakeLobby
from tests.whole import takes_longer

pytestmark = pytest.mark.slow

_PRINTED: Final = string.ascii_letters + string.digits + string.punctuation
_NAMED: Final = (
    *("space", "enter", "escape", "tab", "shift+tab", "backspace", "delete", "insert", "f1", "f2"),
    *("up", "down", "left", "right", "pageup", "pagedown", "home", "end", "ctrl+u", "ctrl+w"),
)
UNIVERSE: Final = (*_PRINTED, *_NAMED)
INERT: Final = "f12"
"""Means nothing anywhere; like any key it takes away what was said until the next one."""
NOT_ENTERED: Final = {"replays": {("ReplayScreen", "while it plays by itself")}}
"""States in which no scene stays, by group: any key stops it, even those that mean nothing."""

# scenes that the gallery has no picture of ------------------------------------------------------

_record: Final = lru_cache(record_after)


def _later() -> CuttleApp:
    """Sit at a game that has gone on for some time, and can be looked back at."""
    return CuttleApp(FakeLobby(), chair=table_after(25).chair(0))


def _over(**facts: Any) -> CuttleApp:
    chair = tables.chair(tables.OVER)
    chair.kept = record_text(_record())
    return CuttleApp(FakeLobby(**facts), chair=chair)


def _over_at_home() -> CuttleApp:
    """End a game where pictures of it can be saved."""
    return _over(archive=FakeArchive(0))


def _watched() -> CuttleApp:
    return CuttleApp(FakeLobby(chairs=_chairs()), record=_record())


def _kept() -> CuttleApp:
    return CuttleApp(FakeLobby(archive=FakeArchive(2)), record=_record())


def _writer() -> CuttleApp:
    account = FakeAccount(settings={"free_text": True})
    return CuttleApp(lobbies.online(account=account), chair=at.clocked())


def _by_web() -> CuttleApp:
    """Come in where browsers do too, so that a calendar has a link."""
    return CuttleApp(lobbies.online(account=FakeAccount(), link="https://club.example/"))


def _alone() -> CuttleApp:
    return CuttleApp(FakeLobby(chairs=_chairs()))


def _chairs() -> tuple[tables.FakeChair, ...]:
    return tuple(tables.chair(tables.TARGETS, seat) for seat in (0, 1))


def _knocked() -> tables.FakeChair:
    """Sit where somebody at the door wants the seat of a player who is away."""
    at_door = (AtDoor(caller=1, seat=1, minutes=2, near=True),)
    return at.table(sitters=at.GONE, away=(None, 120), at_door=at_door)


MORE: Final = (
    Scene("online-door", seated(_knocked)),
    Scene("play-of-several", seated(lambda: tables.chair(tables.TARGETS)), "3 enter"),
    Scene("hand-in-rows-waiting", seated(lambda: tables.chair(tables.MANY_WAITING)), "1"),
    Scene("hand-in-rows-limit", seated(lambda: tables.chair(tables.MANY_LIMIT)), "1"),
    Scene("account-calendar", _by_web, "a end up up enter"),
    Scene("home-asked", _alone, "ctrl+c"),
    Scene("home-down", _alone, "down"),
    Scene("rules-scrolled", at_home, "h h pagedown"),
    Scene("log-searched", _later, "l slash a enter"),
    Scene("log-typing", _later, "l slash a"),
    Scene("log-up", _later, "l up up"),
    Scene("look-back", _later, "l up up up up enter"),
    Scene("look-back-scrap", _later, "l up up enter z"),
    Scene("over", _over),
    Scene("over-picture", _over_at_home, "p"),
    Scene("write", _writer, "t"),
    Scene("write-more", _writer, "t w a space b"),
    Scene("replay-deep", _watched, "1 5 enter"),
    Scene("replay-go", _watched, "g 1"),
    Scene("replay-share", _kept, "s"),
    Scene("replay-copy", _kept, "s c"),
    Scene("replay-log-typing", _watched, "end l slash a"),
)
SCENES: Final = (*GALLERY.values(), *MORE)
_GROUPS: Final = {
    "replays": ("replay-", "branch", "over-analyse", "analysis"),
    "learning": ("learn", "lesson", "mistake", "puzzle"),
    "tables": (
        *("two-", "three-", "four-", "online-", "clash-", "glow-", "moment-", "log-", "look-"),
        *("match-", "over", "play-", "hand-", "write", "ghosts", "sweep"),
    ),
}
"""The scenes by what their names begin with; all others are front screens."""


class Seen(NamedTuple):
    """All that a key could change."""

    screens: tuple[int, ...]
    models: tuple[tuple[str, Any, bool], ...]
    elsewhere: tuple[Any, ...]


def seen(app: CuttleApp) -> Seen:
    """Look at everything."""
    screen = app.screen
    zones = [zone for zone in screen.children if isinstance(zone, Zone)]
    chair = _noted(screen.seating.chair) if isinstance(screen, TableScreen) else ()
    return Seen(
        tuple(map(id, app.screen_stack)),
        tuple((zone.id or "", zone.model, bool(zone.display)) for zone in zones),
        (
            app._exit,
            app.settings,
            app.table_options,
            *_noted(app.lobby),
            *_noted(app.lobby.account),
            *chair,
        ),
    )


def _noted(thing: Any) -> Iterator[Any]:
    """Give what a stand-in has noted, and what its chairs have."""
    for name, value in getattr(thing, "__dict__", {}).items():
        if name in ("asked", "done", "played", "rematches", "left"):
            yield repr(value)


def _screen(app: App[Any]) -> ZoneScreen:
    assert isinstance(app.screen, ZoneScreen)
    return app.screen


async def press(pilot: Pilot[None], key: str) -> None:
    """Press a key, on the screen itself: that is much faster than by the pilot."""
    app = pilot.app
    assert isinstance(app, CuttleApp)
    if key == "ctrl+c":
        app.action_interrupt()
    else:
        _screen(app).on_key(Key(key, key if len(key) == 1 else None))


async def begin(pilot: Pilot[None]) -> None:
    """Take away what was said, and let the lobby have a table for whoever wants one."""
    app = pilot.app
    assert isinstance(app, CuttleApp)
    if isinstance(app.lobby, FakeLobby) and not app.lobby.chairs:
        app.lobby.chairs = _chairs()
    await press(pilot, INERT)


async def changes(pilot: Pilot[None], key: str) -> bool:
    """Press a key; tell whether that changed anything."""
    app = pilot.app
    assert isinstance(app, CuttleApp)
    before = seen(app)
    await press(pilot, key)
    if seen(app) != before:
        return True
    await pilot.pause()
    return seen(app) != before


_SHAKES: Final = ("down", "right", "2", "left", "up")
"""What is pressed before a key that did nothing by itself: at an end, or with no card chosen."""
Proof = tuple[str, str, str]
"""A screen, the title of a section, and a key."""
_SHARED: Final = (*IN_GAME, *OPENED)
"""What all tables have from one and the same place."""
TABLES: Final = "tables"
"""Who owns that."""


def _owner(section: Section[Any], screen: ZoneScreen) -> str:
    return TABLES if section in _SHARED else type(screen).__name__


def group_of(scene: Scene) -> str:
    """Tell in which sweep a scene is looked at."""
    found = (name for name, starts in _GROUPS.items() if scene.name.startswith(starts))
    return next(found, "fronts")


@dataclass
class Sweep:
    """What was found so far."""

    elsewhere: tuple[str, ...] = ()
    """Owners of sections that another sweep looks after."""
    proved: set[Proof] = field(default_factory=set)
    claimed: set[Proof] = field(default_factory=set)
    lies: dict[str, str] = field(default_factory=dict)
    listed: set[tuple[str, str]] = field(default_factory=set)
    """Sections that some help lists as what answers in other states."""
    entered: set[tuple[str, str]] = field(default_factory=set)
    """Sections that answered."""
    patterns: set[frozenset[Proof]] = field(default_factory=set)
    """What the help told where all other keys were pressed."""

    def claims(self, screen: ZoneScreen) -> dict[str, Proof]:
        """Give what the help of a screen claims now, by key."""
        return {
            key: (_owner(section, screen), section.title.text, key)
            for section, (_, lines) in zip(
                screen.answering, listed(screen.answering, screen.situation), strict=True
            )
            for _, keys in lines
            for key in keys
        }

    def _mine(self, screen: ZoneScreen, sections: Sections) -> set[tuple[str, str]]:
        named = {(_owner(one, screen), one.title.text) for one in sections}
        return {one for one in named if one[0] not in self.elsewhere}

    async def silent(self, scene: Scene) -> None:
        """Press every key that the help does not tell: nothing may change.

        Of scenes in which it tells the same, the first is enough.
        """
        async with staged(scene) as (app, pilot):
            await begin(pilot)
            screen = _screen(app)
            claims = self.claims(screen)
            self.entered |= self._mine(screen, screen.answering)
            self.listed |= self._mine(screen, screen.all_sections)
            pattern = frozenset(claims.values())
            typed = _PRINTED if TYPE in claims else ""
            others = [key for key in UNIVERSE if key not in claims and key not in typed]
            if pattern in self.patterns:
                others = []
            self.patterns.add(pattern)
            before = seen(app)
            for key in others:
                await press(pilot, key)
                if seen(app) != before:
                    self.lies[scene.name] = key
                    return
            await pilot.pause()
            if seen(app) != before:
                self.lies[scene.name] = f"one of {others}"
                return
            await self.loud(scene, app, pilot)

    async def loud(self, scene: Scene, app: CuttleApp, pilot: Pilot[None]) -> None:
        """Press the keys that the help tells, until each has changed something somewhere."""
        claims = self.claims(_screen(app))
        mine = {key: proof for key, proof in claims.items() if proof[0] not in self.elsewhere}
        self.claimed |= set(mine.values())
        pending = [key for key, proof in mine.items() if proof not in self.proved]
        start = seen(app)
        for key, shake in product(pending, ("", *_SHAKES)):
            if claims[key] in self.proved or not await self._tried(pilot, claims, shake, key):
                continue
            self.proved.add(claims[key])
            if seen(app).elsewhere != start.elsewhere:
                await self.again(scene)
                return
            if self.claims(_screen(app)) != claims:
                await self.beyond(app, pilot)
                await self.again(scene)
                return

    async def beyond(self, app: CuttleApp, pilot: Pilot[None]) -> None:
        """Go on where a key led: what is proved there need not be staged for."""
        await pilot.pause()
        if app._exit:
            return
        await press(pilot, INERT)
        start, claims = seen(app).elsewhere, self.claims(_screen(app))
        for key, proof in claims.items():
            if proof in self.proved or proof[0] in self.elsewhere:
                continue
            await press(pilot, INERT)
            if not await changes(pilot, "k" if key == TYPE else key):
                continue
            self.proved.add(proof)
            if seen(app).elsewhere != start:
                return
            if self.claims(_screen(app)) != claims:
                await self.beyond(app, pilot)
                return

    async def again(self, scene: Scene) -> None:
        """Stage a scene anew, and go on where something led away from it."""
        async with staged(scene) as (app, pilot):
            await begin(pilot)
            await self.loud(scene, app, pilot)

    async def _tried(
        self, pilot: Pilot[None], claims: dict[str, Proof], shake: str, key: str
    ) -> bool:
        """Try a key, where wanted after another one that moves something."""
        if shake in claims and shake != key:
            await press(pilot, shake)
            if self.claims(_screen(pilot.app)) != claims:
                return False
        return await changes(pilot, "k" if key == TYPE else key)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("group", ["tables", "replays", "learning", "fronts"])
@takes_longer
async def test_the_help_tells_every_key_that_does_something_and_no_other(
    group: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sweep = Sweep(elsewhere=() if group == "tables" else (TABLES,))
    for scene in SCENES:
        if group_of(scene) == group:
            await sweep.silent(scene)
    assert sweep.lies == {}
    assert sorted(sweep.claimed - sweep.proved) == []
    assert sorted(sweep.listed - sweep.entered) == sorted(NOT_ENTERED.get(group, ()))


@pytest.mark.parametrize("name", ["two-choose-card", "two-log", "online-talk", "home", "name"])
async def test_help_opens_and_closes_by_one_key_and_changes_nothing(name: str) -> None:
    async with staged(GALLERY[name]) as (app, pilot):
        await begin(pilot)
        before, keys = seen(app), Sweep().claims(_screen(app))
        await pilot.press("f1")
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("f1")
        assert seen(app) == before
        assert Sweep().claims(_screen(app)) == keys


# the table of keys itself


class Fake:
    """A screen that has a key more or less."""

    many = False


@dataclass(frozen=True)
class Named(Intent):
    """An intent with a name."""

    name: str


FIRST: Final[Section[Fake]] = Section(
    N_("first"),
    (
        Command({}, "letters", typed=lambda letter: Named(letter) if letter.islower() else None),
        Command(on("enter", Named("go")), "go on", "on", when=lambda screen: screen.many),
    ),
)
SECOND: Final[Section[Fake]] = Section(
    N_("second"),
    (
        Command(on("a A", Named("letter")), "the letter", "letter"),
        Command(each("1234", lambda place: Named(str(place))), "a figure", now=lambda _: "12"),
    ),
)


def test_the_first_command_that_takes_a_key_gives_its_intent() -> None:
    screen = Fake()
    found = [intent_of((FIRST, SECOND), screen, key) for key in ("a", "A", "1", "3", "enter")]
    assert found == [Named("a"), Named("letter"), Named("0"), None, None]
    assert offers((FIRST, SECOND), screen, Named("1"))
    assert not offers((FIRST, SECOND), screen, Named("2"))


def test_keys_that_an_earlier_command_takes_are_not_listed() -> None:
    screen = Fake()
    lines = [keys for _, some in listed((FIRST, SECOND), screen) for _, keys in some]
    assert lines == [(TYPE,), ("A",), ("1", "2")]
    assert hint_row((FIRST, SECOND), screen) == (("A", "letter"),)
    screen.many = True
    assert hint_row((FIRST, SECOND), screen) == (("enter", "on"), ("A", "letter"))


def test_the_bar_has_what_has_a_label_and_works_now() -> None:
    screen = Fake()
    add = Command[Fake](
        on("enter", Named("add")),
        "add a card",
        label_of=lambda screen: "add it" if screen.many else "",
    )
    leave = Command[Fake](
        on("escape q", Named("leave")), "leave", "back", now=lambda _: "q", label="leave it"
    )
    section = Section(N_("cards"), (add, leave))
    assert list(labelled(section.commands, screen)) == [("q", "leave it")]
    screen.many = True
    assert list(labelled(section.commands, screen)) == [("enter", "add it"), ("q", "leave it")]


@pytest.mark.parametrize(
    ("keys", "named"),
    [("1234567890ab", "1-9 0 a b"), ("abcd", "a-d"), ("nN", "n N"), ("123", "1 2 3")],
)
def test_many_keys_in_a_row_are_named_by_the_ends(keys: str, named: str) -> None:
    assert keys_named(keys) == named
    assert keys_named(("pageup", "escape")) == "pgup esc"
