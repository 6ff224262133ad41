"""What can be done at any time says why it cannot be done now, in the app and in plain mode."""

from __future__ import annotations

import pytest

from cuttle_tui.app import CuttleApp
from engine.actions import Action, Kind
from engine.play.explain import Reason, explain
from engine.table.seats import CallOff
from engine.table.table import Table
from tests.cuttle_tui import lobbies, online, tables
from tests.cuttle_tui.gallery.staged import settled
from tests.cuttle_tui.games import table_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.plain.test_plain import has, sit, tell
from tests.cuttle_tui.plain_talk import talk

TWICE = "you offered one this turn already; try again next turn"


def offered() -> Table:
    """Offer a draw that is declined."""
    table = table_after(0, "cuttle.cards")
    for kind, seat in ((Kind.OFFER, 1), (Kind.REJECT, 0)):
        view = table.chair(seat).state().view
        assert view is not None
        action = Action(kind, seat=seat) if kind is Kind.OFFER else Action(kind)
        table.submit(seat, action, view.ply)
    return table


def test_a_second_offer_is_refused_with_its_reason() -> None:
    for seat in (0, 1):
        view = offered().chair(seat).state().view
        assert view is not None
        refusal = explain(view, Action(Kind.OFFER, seat=seat))
        assert refusal is not None
        assert refusal.reason is Reason.OFFERED


async def test_the_app_tells_why_a_second_offer_is_refused() -> None:
    app = CuttleApp(FakeLobby(), chair=offered().chair(1))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("q", "d")
        await settled(pilot)
        assert f"no draw offer: {TWICE}" in "\n".join(grid(app))


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (tables.COUNTER, "offer", "offer one when this play is done"),
        (tables.TARGETS, "retract", "you have not conceded"),
        (tables.OVER, "offer", "the game is over"),
    ],
)
async def test_plain_mode_tells_why_not(text: str, line: str, says: str) -> None:
    seat = 1 if text == tables.COUNTER else 0
    async with talk(lobbies.online(chairs=(tables.chair(text, seat),))) as one:
        await sit(one)
        assert has([said.lower() for said in await one.type(line)], says)


async def test_plain_mode_tells_why_a_second_offer_is_refused() -> None:
    async with talk(lobbies.online(chairs=(offered().chair(0),))) as one:
        await one.type("quick")
        assert has(await one.type("offer"), TWICE)


async def test_on_ones_own_move_a_line_says_to_play_first() -> None:
    for may_call_off, says in (
        (False, "bob is still away: play, then you can claim the win"),
        (True, "bob is still away: play, then claim the win, or u calls the game off"),
    ):
        chair = online.table(
            tables.TARGETS, sitters=online.GONE, away=(None, 0), may_call_off=may_call_off
        )
        app = CuttleApp(lobbies.online(), chair=chair)
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            assert says in "\n".join(grid(app))
            await pilot.press("c", "u")
            assert chair.done == [CallOff()] * may_call_off


async def test_plain_mode_says_to_play_first() -> None:
    chair = tables.chair(tables.TARGETS)
    async with talk(lobbies.online(chairs=(chair,))) as one:
        await sit(one)
        await tell(one, chair, sitters=online.GONE, away=(None, 0))
        assert has(await one.type("claim"), "It is your own move: play, then claim.")
        assert not chair.done
