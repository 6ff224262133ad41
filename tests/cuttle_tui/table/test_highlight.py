"""What has just happened glows where it happened: for a moment, in signs, and showing no card."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, get_args

import pytest
from hypothesis import given, settings, strategies as st
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.kit.zone import Zone
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.replay.screen import ReplayScreen
from cuttle_tui.table.present_seats import (
    _PLACES,
    NO_HIGHLIGHT,
    Highlight,
    highlight_of,
    news_since,
)
from cuttle_tui.tty.terminal import Terminal
from engine.bots import greedy
from engine.cards import Card
from engine.play import events as ev
from engine.play.view import View
from engine.rules.rulesets import PRESETS
from engine.table.table import Table
from tests.cuttle_tui import lobbies, tables
from tests.cuttle_tui.games import record_after, table_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeAccount, FakeLobby
from tests.cuttle_tui.tables import card
from tests.engine.test_record import played
from tests.whole import times

pytestmark = [pytest.mark.usefixtures("glowing"), pytest.mark.slow]

FOREVER = 1000.0
NOWHERE = {
    ev.Dealt,
    ev.Passed,
    ev.Declined,
    ev.HandsOpened,
    ev.HandsClosed,
    ev.OfferedStalemate,
    ev.AnsweredOffer,
    ev.Conceded,
    ev.AskedToConcede,
    ev.Retracted,
    ev.Ended,
}
SEVEN, TWO = card("7S"), card("2H")


# what glows


def test_every_event_happens_somewhere_or_is_known_to_happen_nowhere() -> None:
    assert set(get_args(ev.Event)) == set(_PLACES) | NOWHERE
    assert not set(_PLACES) & NOWHERE


@pytest.mark.parametrize(
    ("event", "glow"),
    [
        (ev.Drew(1, 2, ()), Highlight(hands=(1, 1), deck=True)),
        (ev.Drew(0, 1, (TWO,)), Highlight(cards=(TWO,), hands=(0,), deck=True)),
        (ev.PlayedPoints(1, SEVEN), Highlight(cards=(SEVEN,))),
        (ev.Scuttled(0, SEVEN, TWO, 1, ()), Highlight(scrap=True)),
        (ev.PlayedRoyal(0, card("KS"), 14), Highlight(cards=(card("KS"),))),
        (ev.Stole(0, card("JS"), SEVEN, 1, 0), Highlight(cards=(SEVEN, card("JS")))),
        (ev.Countered(0, TWO, SEVEN), Highlight(cards=(TWO,))),
        (ev.Discarded(1, (TWO,), "four"), Highlight(scrap=True)),
        (ev.Discarded(1, (), "four"), NO_HIGHLIGHT),
        (ev.Fetched(1, TWO), Highlight(cards=(TWO,), hands=(1,), scrap=True)),
        (
            ev.Evicted(0, card("9S"), SEVEN, 1, frozen=True, to_deck=False, lost=()),
            Highlight(cards=(SEVEN,), hands=(1,), scrap=True),
        ),
        (
            ev.Evicted(0, card("9S"), SEVEN, 1, frozen=False, to_deck=True, lost=()),
            Highlight(deck=True, scrap=True),
        ),
        (ev.Returned(SEVEN, 1), Highlight(cards=(SEVEN,))),
        (ev.Passed(0), NO_HIGHLIGHT),
    ],
)
def test_where_an_event_glows(event: ev.Event, glow: Highlight) -> None:
    view = tables.view_of(tables.TARGETS, 0)
    assert highlight_of([event], view, view) == glow


def test_points_and_goals_glow_where_they_changed() -> None:
    before, after = tables.view_of(tables.TARGETS, 0), tables.view_of(tables.LIMIT, 0)
    glow = highlight_of([ev.Passed(0)], before, after)
    were = tuple((seat, before.seats[seat].goal) for seat in (0, 1))
    assert replace(glow, ghosts=(), totals=()) == Highlight(scores=(0, 1), goals=were, scrap=True)
    assert highlight_of([ev.Passed(0)], None, after) == NO_HIGHLIGHT


def test_only_what_is_new_glows() -> None:
    deal, one, two = ev.Dealt(0, (5, 6)), ev.Passed(0), ev.Passed(1)
    assert news_since((deal, one), (deal, one, two)) == (two,)
    assert news_since((deal, one), (deal, one)) == ()
    assert news_since((), (deal,)) == (deal,)
    assert news_since((deal, one), (deal,)) == ()
    assert news_since((deal,), (ev.Dealt(1, (5, 6)), one)) == ()


def _readable(view: View) -> set[Card]:
    """Give every card that can be read anywhere in a view."""
    cards = {*view.scrap, *view.revealed, *view.pending_sevens}
    for seat in view.seats:
        cards |= set(seat.hand)
        for placed in (*seat.points, *seat.royals):
            cards |= {placed.card, *placed.stack}
    return cards | {one for pending in view.pile for one in pending.action.cards}


@pytest.mark.slow
@settings(max_examples=times(12, 40))
@given(st.sampled_from(list(PRESETS.values())), st.integers(0, 2**32))
def test_no_card_glows_that_cannot_be_read(ruleset, seed) -> None:  # type: ignore[no-untyped-def]
    table = played(ruleset, seed)
    last = len(table.state(None).steps) - 1
    for viewer in (None, *range(ruleset.seats)):
        before = table.past(viewer, 0)
        for ply in range(1, last + 1):
            after = table.past(viewer, ply)
            assert before is not None
            assert after is not None
            assert before.view is not None
            assert after.view is not None
            glow = highlight_of(news_since(before.log, after.log), before.view, after.view)
            assert set(glow.cards) <= _readable(before.view) | _readable(after.view)
            before = after


# on the screen


class At:
    """A table with everybody played from here, as one of them sees it."""

    def __init__(self, ruleset: str = "standard", plies: int = 6, *, sign: str = "•") -> None:
        self.table: Table = table_after(plies, ruleset)
        self.sign = sign
        terminal = Terminal(unicode=sign != "*")
        self.app = CuttleApp(FakeLobby(), chair=self.table.chair(0), terminal=terminal)

    @property
    def screen(self) -> TableScreen:
        screen = self.app.screen
        assert isinstance(screen, TableScreen)
        return screen

    def move(self) -> None:
        """Let whoever is asked play."""
        assert self.table.game is not None
        seat = self.table.game.position.prompt.seats[0]
        view = self.table.chair(seat).state().view
        assert view is not None
        self.table.submit(seat, greedy.choose(view, 7), view.ply)

    def signs(self) -> int:
        return sum(row.count(self.sign) for row in grid(self.app))


async def settled(pilot: Pilot[None]) -> None:
    """Let messages arrive and be drawn."""
    for _ in range(3):
        await pilot.pause()


def _words(row: str) -> list[tuple[str, int]]:
    """Give the words of a row and where they stand; signs, edges, pips, cards' words aside."""
    bare = "".join(" " if sign in "•*░▀▄#/\\|:<>{}▌▏▕▐" else sign for sign in row)
    words = [(word.group(), word.start()) for word in re.finditer(r"\S+", bare)]
    return [word for word in words if word[0] not in (*"♠♥♦♣SHDC", "guard", "goal", "points")]


@pytest.mark.parametrize(
    ("size", "sign"),
    [((80, 22), "•"), ((80, 24), "*"), ((100, 30), "•"), ((120, 40), "*"), ((200, 60), "•")],
)
@pytest.mark.parametrize("ruleset", ["standard", "cutthroat", "team"])
async def test_nothing_moves_for_a_glow(ruleset: str, size: tuple[int, int], sign: str) -> None:
    at, seen = At(ruleset, 2, sign=sign), 0
    async with at.app.run_test(size=size) as pilot:
        await pilot.pause()
        at.screen.body.highlights.seconds = FOREVER
        for _ in range(12):
            at.move()
            await settled(pilot)
            at.screen.body.highlights.be_still()  # what moves is no glow
            await settled(pilot)
            lit = grid(at.app)
            seen += at.signs() > 0
            assert not any(re.search(rf"[a-z][{sign}]\d", row) for row in lit)
            taken = at.screen.body.highlights.highlight.ghosts
            at.screen.body.highlights.go_out()
            await settled(pilot)
            dark = grid(at.app)
            assert at.signs() == 0
            if taken:  # these keep their places until now
                continue
            for bright, plain in zip(lit, dark, strict=True):
                pairs = list(zip(_words(bright), _words(plain), strict=True))
                assert all(x[0] == y[0] and abs(x[1] - y[1]) <= 1 for x, y in pairs), (
                    bright,
                    plain,
                )
            if at.table.over:
                break
    assert seen


async def test_all_of_a_burst_goes_out_together() -> None:
    at = At()
    async with at.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        at.screen.body.highlights.seconds = FOREVER
        at.move()
        await settled(pilot)
        first = at.screen.body.highlights.highlight
        at.move()
        await settled(pilot)
        both = at.screen.body.highlights.highlight
        assert set(first.cards) <= set(both.cards)
        assert both != first
        assert len(_alive(at.screen)) == 1
        at.screen.body.highlights.go_out()
        await settled(pilot)
        assert at.signs() == 0
        assert not _alive(at.screen)


async def test_of_many_changes_only_the_last_ones_glow_together() -> None:
    at = At(plies=2)
    async with at.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        at.screen.body.highlights.seconds = FOREVER
        glows = []
        for _ in range(5):
            at.screen.body.highlights.stop()
            at.move()
            await settled(pilot)
            glows.append(at.screen.body.highlights.highlight)
        at.screen.body.highlights.stop()
        for glow in glows:
            at.screen.body.highlights.light(glow)
        assert at.screen.body.highlights.highlight == glows[2].still | glows[3].still | glows[4]


async def test_it_goes_out_by_itself() -> None:
    at = At()
    async with at.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        at.screen.body.highlights.seconds = 0.01
        at.move()
        for _ in range(500):
            await pilot.pause(0.005)
            if (
                not at.screen.body.highlights.highlight
                and at.table.state(0).log == at.screen.state.log
            ):
                break
        assert at.signs() == 0
        assert not _alive(at.screen)


def _alive(screen: TableScreen | ReplayScreen) -> list[object]:
    """List what runs beside Textual's own beat of painting."""
    running = [timer for timer in screen._timers if timer._task is not None]
    return [timer for timer in running if timer.name != "screen_update"]


async def test_a_table_at_rest_has_no_timer_and_one_that_is_left_keeps_none() -> None:
    at = At()
    async with at.app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        screen = at.screen
        assert not _alive(screen)
        screen.body.highlights.seconds = FOREVER
        at.move()
        await settled(pilot)
        assert len(_alive(screen)) == 1
        screen.leave_table()
        await settled(pilot)
        assert not _alive(screen)
        assert not screen.body.highlights.highlight


def _zones(screen: TableScreen) -> list[Zone[Any]]:
    return [zone for zone in screen.children if isinstance(zone, Zone)]


async def test_only_zones_in_which_something_glows_are_painted_again() -> None:
    at = At()
    async with at.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        at.screen.body.highlights.seconds = FOREVER
        at.screen.body.highlights.light(Highlight(deck=True))
        before = {zone.id: zone.paint_count for zone in _zones(at.screen)}
        at.screen.body.show_zones()
        await settled(pilot)
        at.screen.body.highlights.go_out()
        await settled(pilot)
        painted = {
            zone.id: count
            for zone in _zones(at.screen)
            if (count := zone.paint_count - before[zone.id])
        }
        assert painted == {"middle": 2}


async def test_a_choice_a_resize_and_the_next_key_lose_nothing() -> None:
    at = At(plies=6)
    async with at.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        at.screen.body.highlights.seconds = FOREVER
        at.move()
        at.move()
        await settled(pilot)
        signs = at.signs()
        assert signs
        await pilot.press("1")
        chosen = at.screen.ui.choice
        assert chosen.card is not None
        assert at.signs() == signs
        await pilot.resize_terminal(120, 40)
        await settled(pilot)
        assert at.signs() == signs
        at.screen.body.highlights.go_out()
        await settled(pilot)
        assert at.screen.ui.choice == chosen


async def test_the_letter_of_a_target_stays_beside_the_sign() -> None:
    chair = tables.chair(tables.TARGETS)
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("3", "s")
        await settled(pilot)
        plain = "\n".join(grid(app))
        screen = app.screen
        assert isinstance(screen, TableScreen)
        screen.body.highlights.seconds = FOREVER
        screen.body.highlights.light(Highlight(cards=(card("2H"),)))
        screen.body.show_zones()
        await settled(pilot)
        lit = "\n".join(grid(app))
        assert "•" in lit
        assert lit.replace("•", " ").split() == plain.split()


async def test_the_setting_turns_it_off() -> None:
    table = table_after(6)
    account = FakeAccount(settings={"highlight": False})
    app = CuttleApp(lobbies.online(account=account), chair=table.chair(0))
    at = At()
    at.app, at.table = app, table
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        at.move()
        await settled(pilot)
        assert at.signs() == 0
        assert not _alive(at.screen)


async def test_a_replay_glows_at_each_step() -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        screen.body.highlights.seconds = FOREVER
        await pilot.press("right")
        await settled(pilot)
        one = screen.body.highlights.highlight
        assert one
        assert "•" in "\n".join(grid(app))
        await pilot.press("right")
        await settled(pilot)
        assert screen.body.highlights.highlight == highlight_of(
            screen.frame.happened, screen.frame.before, screen.frame.view
        )
        await pilot.press("left", "left")
        await settled(pilot)
        assert not screen.body.highlights.highlight
        assert not _alive(screen)
