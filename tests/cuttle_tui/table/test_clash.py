"""A countered play is shown as a clash, and totals count: for a moment, and in nobody's way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings, strategies as st
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.bitmaps import Font, half_blocks, spelled
from cuttle_tui.drawing.layout import FLOOR, plan_for
from cuttle_tui.drawing.palette import ASCII, UNICODE, Glyphs
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.kit.zone import Zone
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.replay.export import moving_svg
from cuttle_tui.replay.screen import ReplayScreen
from cuttle_tui.table.digest import digest_of
from cuttle_tui.table.present_seats import (
    COUNT,
    Highlight,
    highlight_of,
    highlighted,
    news_since,
    numbers_between,
)
from cuttle_tui.table.presenter import present_table
from cuttle_tui.table.situation import TableUi
from cuttle_tui.table.timers import HighlightTimer
from cuttle_tui.table.view_model import MidModel, StackCard, TableModel
from cuttle_tui.table.widgets.band import piles_of
from cuttle_tui.table.widgets.clash import draw_clash
from cuttle_tui.tty.terminal import Terminal
from engine.bots import greedy
from engine.play import events as ev
from engine.play.view import Ask
from engine.record.summary import Replay
from engine.rules.rulesets import PRESETS
from engine.table.state import TableState
from engine.table.table import Table
from tests.cuttle_tui import lobbies
from tests.cuttle_tui.gallery.svg import words_of
from tests.cuttle_tui.games import record_after, table_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeAccount, FakeLobby
from tests.cuttle_tui.table.test_highlight import FOREVER, settled
from tests.cuttle_tui.tables import card
from tests.engine.test_record import played
from tests.whole import times

pytestmark = pytest.mark.usefixtures("glowing")
_ANNOUNCED = (ev.AnnouncedOneOff, ev.AnnouncedScuttle, ev.AnnouncedRoyal, ev.Countered)
_ANSWERS = (Ask.COUNTER, Ask.BLOCK, Ask.REBUFF)
_ASKED = ("standard", 161, 3)
"""A game in which an ace has been countered after so many plies; the next one decides it."""
_WIDE = (80, 24)


# what moves


@given(st.integers(0, 40), st.integers(0, 40))
def test_a_total_takes_four_steps_at_most_and_each_goes_its_way(old: int, new: int) -> None:
    numbers = (old, *numbers_between(old, new), new)
    assert len(numbers) - 1 <= COUNT or old == new
    steps = {(b > a) - (b < a) for a, b in pairwise(numbers)}
    assert steps == {(new > old) - (new < old)}


def _plies(table: Table, viewer: int | None) -> Iterator[tuple[TableState, TableState, Highlight]]:
    """Yield the table before and after each action, and what that lights up."""
    states = [table.past(viewer, ply) for ply in range(len(table.state(None).steps))]
    for then, now in pairwise(states):
        assert then is not None
        assert now is not None
        assert then.view is not None
        assert now.view is not None
        events = news_since(then.log, now.log)
        yield then, now, highlight_of(events, then.view, now.view, then.log)


def _frames(model: TableModel, highlight: Highlight, seat: int) -> list[TableModel]:
    """Return what is shown one after the other, up to the table without anything lit."""
    frames = [highlighted(model, highlight, seat)]
    while highlight.totals:
        highlight = highlight.later
        frames.append(highlighted(model, highlight, seat))
    return [*frames, model]


@pytest.mark.slow
@settings(max_examples=times(7, 30), deadline=None)
@given(st.sampled_from(list(PRESETS.values())), st.integers(0, 2**32))
def test_all_motion_ends_in_the_table_as_it_is(ruleset, seed) -> None:  # type: ignore[no-untyped-def]
    table = played(ruleset, seed, stop=60)
    for viewer in (None, *range(ruleset.seats)):
        seat = viewer or 0
        for then, now, highlight in _plies(table, viewer):
            model = present_table(now, seat, TableUi(), digest_of(now, seat))
            frames = _frames(model, highlight, seat)
            assert len(frames) <= COUNT + 1
            for frame in frames:
                rest = replace(frame, others=model.others, me=model.me, mid=model.mid)
                assert replace(rest, tray=model.tray) == model  # the question stays whole
            still = highlighted(model, highlight.still, seat)
            assert still.mid == replace(model.mid, lit=still.mid.lit, stack=still.mid.stack)
            assert [side.score for side in (*still.others, still.me)] == [
                side.score for side in (*model.others, model.me)
            ]
            last = highlighted(model, replace(highlight, totals=()), seat)
            assert replace(last, mid=still.mid) == still
            assert frames[-2] == last
            _check_clash(then, now, highlight)


def _check_clash(then: TableState, now: TableState, highlight: Highlight) -> None:
    """Compare a clash with the log: all of it was played openly, and nothing of it is asked."""
    assert now.view is not None
    for clash in highlight.clash:
        assert now.view.ask not in _ANSWERS
        told = [(event.seat, event.card) for event in now.log if isinstance(event, _ANNOUNCED)]
        assert set(clash.cards) <= set(told)
        assert clash.cards[-1] == told[-1]
        events = news_since(then.log, now.log)
        stopped = any(isinstance(event, ev.Fizzled | ev.Rebuffed) for event in events)
        assert stopped == (len(clash.cards) % 2 == 0)


def test_of_several_changes_only_the_last_one_moves() -> None:
    class Screen:
        def set_timer(self, *_: object) -> None: ...

    timer = HighlightTimer(Screen(), lambda: None)  # type: ignore[arg-type]  # it only sets timers
    timer.light(Highlight(scores=(0,), totals=((0, (3, 5)),)))
    timer.light(Highlight(scores=(1,), totals=((1, (7, 8)),)))
    assert timer.highlight == Highlight(scores=(0, 1), totals=((1, (7, 8)),))


# how it is drawn


_CARDS = [card(name) for name in ("AS", "2H", "2D", "2C", "2S")]


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(
    st.integers(FLOOR[0], 220),
    st.integers(FLOOR[1], 90),
    st.integers(2, 5),
    st.sampled_from([("", ""), ("bob", "carol"), ("a long long name", "computer")]),
    st.sampled_from([UNICODE, ASCII]),
)
def test_a_clash_stays_within_the_band_with_all_its_cards(
    width: int, height: int, count: int, names: tuple[str, str], glyphs: Glyphs
) -> None:
    plan = plan_for(width, height, 3 if any(names) else 2, race=True)
    assert plan is not None
    stack = tuple(
        StackCard(one, names[at % 2], False, ours=at % 2 == 1, beaten=(count - at) % 2 == 0)
        for at, one in enumerate(_CARDS[:count])
    )
    sheet = Sheet(plan.table, plan.band_rows, "band")
    x, top = piles_of(plan).after, plan.band_tiles - plan.band
    draw_clash(sheet, x, top, MidModel(stack=stack, verdict="countered"), plan, glyphs)
    rows = sheet.texts()
    assert all(len(row) <= plan.stop + glyphs.edges for row in rows)
    if count > _FEW and width < _WIDE[0]:
        return  # too little room for so many
    assert all(any(glyphs.index(one) in row for row in rows) for one in _CARDS[:count])
    forms = ["COUNTERED", *(half_blocks(spelled("COUNTERED", font))[1] for font in _FONTS)]
    assert any(form in row for form in forms for row in rows) or not plan.text_room


_FONTS: tuple[Font, ...] = ("usual", "slim")
_FEW = 3


# on the screen


class Seat:
    """A seat at a game that goes on."""

    def __init__(
        self, ruleset: str, seed: int, plies: int, terminal: Terminal | None = None
    ) -> None:
        self.table = table_after(plies, ruleset, seed)
        chair = self.table.chair(0)
        self.app = CuttleApp(FakeLobby(), chair=chair, terminal=terminal or Terminal())

    @property
    def screen(self) -> TableScreen:
        screen = self.app.screen
        assert isinstance(screen, TableScreen)
        return screen

    @property
    def band(self) -> MidModel:
        """What the band shows."""
        model = self.screen.body._middle.model
        assert model is not None
        return model

    @property
    def totals(self) -> list[int]:
        """The totals that are shown, the reader's last."""
        others, me = self.screen.body._others.model, self.screen.body._me.model
        assert others is not None
        assert me is not None
        return [seat.score for seat in (*others, me)]

    async def move(self, pilot: Pilot[None]) -> None:
        """Let whoever is asked play; what moves then waits for the test."""
        self.screen.body.highlights.seconds = FOREVER
        assert self.table.game is not None
        chair = self.table.chair(self.table.game.position.prompt.seats[0])
        view = chair.state().view
        assert view is not None
        chair.submit(greedy.choose(view, 7), view.ply)
        await settled(pilot)

    def timers(self) -> int:
        """Count what runs beside Textual's own beat of painting."""
        running = [timer for timer in self.screen._timers if timer._task is not None]
        return len([timer for timer in running if timer.name != "screen_update"])


@pytest.mark.parametrize("size", [_WIDE, (120, 40), (60, 20), (44, 36)])
async def test_a_decided_play_is_a_clash_that_goes_by_itself(size: tuple[int, int]) -> None:
    at = Seat(*_ASKED)
    async with at.app.run_test(size=size) as pilot:
        await settled(pilot)
        asked = at.band
        assert [card.card for card in asked.stack] == [card("AC"), card("2D")]
        assert not asked.verdict
        await at.move(pilot)
        assert at.band.verdict == "countered"
        assert [(one.ours, one.beaten) for one in at.band.stack] == [(True, True), (False, False)]
        assert at.timers() == 1
        at.screen.body.highlights.go_on()
        await settled(pilot)
        assert at.screen.body.model is not None
        assert at.band == at.screen.body.model.mid
        assert not at.timers()


async def test_a_key_ends_the_clash_and_acts() -> None:
    at, calm = Seat(*_ASKED), Seat(*_ASKED)
    grids = []
    for seat, ends in ((at, False), (calm, True)):
        async with seat.app.run_test(size=_WIDE) as pilot:
            await settled(pilot)
            await seat.move(pilot)
            if ends:
                seat.screen.body.highlights.be_still()
            assert bool(seat.band.verdict) is not ends
            await pilot.press("2")
            assert seat.screen.ui.choice.card is not None
            assert not seat.band.verdict
            await settled(pilot)
            grids.append(grid(seat.app))
    assert grids[0] == grids[1]


async def test_a_click_on_the_clash_opens_the_log_as_ever() -> None:
    at = Seat(*_ASKED)
    async with at.app.run_test(size=_WIDE) as pilot:
        await settled(pilot)
        await at.move(pilot)
        region = at.screen.body._middle.region
        await pilot.click(offset=(60, region.y + 1))
        await settled(pilot)
        assert not at.band.verdict
        assert at.screen.ui.mode.name == "LOG"


async def test_totals_count_in_four_steps_of_one_timer() -> None:
    at = Seat("standard", 195, 0)
    async with at.app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        before = at.totals
        while at.totals == before:
            await at.move(pilot)
        view = at.screen.state.view
        assert view is not None
        true = [view.seats[1].score, view.seats[0].score]
        shown = [at.totals]
        while at.screen.body.highlights.highlight.totals:
            assert at.timers() == 1
            at.screen.body.highlights.go_on()
            await settled(pilot)
            shown.append(at.totals)
        assert len(shown) == COUNT
        assert all(len({*map(str, pair)}) == 2 for pair in pairwise((before, *shown)))
        assert shown[-1] == true
        assert at.timers() == 1  # the glow
        at.screen.body.highlights.go_on()
        assert not at.timers()


@pytest.mark.parametrize("steps", range(COUNT - 1))
async def test_a_key_at_any_step_shows_the_true_total(steps: int) -> None:
    at = Seat("standard", 195, 0)
    async with at.app.run_test(size=_WIDE) as pilot:
        await settled(pilot)
        before = at.totals
        while at.totals == before:
            await at.move(pilot)
        for _ in range(steps):
            at.screen.body.highlights.go_on()
        await pilot.press("1")
        view = at.screen.state.view
        assert view is not None
        assert at.totals == [view.seats[1].score, view.seats[0].score]
        assert at.screen.ui.choice.card is not None


def _online(at: Seat) -> CuttleApp:
    account = FakeAccount(settings={"highlight": False})
    return CuttleApp(lobbies.online(account=account), chair=at.table.chair(0))


def _with(terminal: Terminal) -> Callable[[Seat], CuttleApp]:
    return lambda at: CuttleApp(FakeLobby(), chair=at.table.chair(0), terminal=terminal)


@pytest.mark.slow
@pytest.mark.parametrize(
    "open_app",
    [
        _online,
        _with(Terminal(still=True)),
        _with(Terminal("16")),
        _with(Terminal("none")),
        _with(Terminal(unicode=False)),
    ],
    ids=["setting", "still", "sixteen", "colourless", "letters"],
)
async def test_where_nothing_moves_no_picture_is_painted_for_it(
    open_app: Callable[[Seat], CuttleApp],
) -> None:
    at = Seat(*_ASKED)
    at.app = open_app(at)
    async with at.app.run_test(size=_WIDE) as pilot:
        await settled(pilot)
        for _ in range(20):
            await at.move(pilot)
            highlight = at.screen.body.highlights.highlight
            assert highlight == highlight.still
            assert not at.band.verdict
            counts = _counts(at.screen)
            at.screen.body.highlights.be_still()
            await settled(pilot)
            assert _counts(at.screen) == counts
            if at.table.over:
                break


def _counts(screen: TableScreen) -> list[int]:
    return [zone.paint_count for zone in screen.children if isinstance(zone, Zone)]


# replays


async def test_a_replay_shows_the_clash_until_the_next_key() -> None:
    ruleset, seed, plies = _ASKED
    app = CuttleApp(FakeLobby(), record=record_after(ruleset=ruleset, seed=seed))
    async with app.run_test(size=_WIDE) as pilot:
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        screen.body.highlights.seconds = FOREVER
        for _ in range(plies + 1):
            await pilot.press("right")
        await settled(pilot)
        assert screen.body._middle.model is not None
        assert screen.body._middle.model.verdict == "countered"
        await pilot.press("z")
        await settled(pilot)
        assert not screen.body._middle.model.verdict


@pytest.mark.slow
def test_a_picture_that_moves_shows_it_and_true_totals() -> None:
    told = " ".join(words_of(moving_svg(Replay(record_after(ruleset="team", seed=150)))))
    assert "RETURNED" in told
