"""Against computers, a setting skips the question that a hand without a two cannot answer."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.local.lobby import LocalLobby
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import Sitter
from cuttle_tui.preferences import FIELDS
from cuttle_tui.table.choices import needless_answer, only_computers
from engine.actions import DECLINE, DRAW, Action
from tests.cuttle_tui import lobbies, tables
from tests.cuttle_tui.front.test_settings import preferring
from tests.cuttle_tui.gallery.positions import NO_TWO, REBUFF
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.plain_talk import talk
from tests.cuttle_tui.table.test_table import BAR, WHY, settled
from tests.cuttle_tui.tables import FakeChair, view_of

ALONE = (Sitter("computer", "computer"), Sitter("ana", "person"))
PEOPLE = (Sitter("bob", "person"), Sitter("ana", "person"))


def asked(text: str = NO_TWO, sitters: tuple[Sitter, ...] = ALONE, watchers: int = 0) -> FakeChair:
    """Sit where a six must be answered."""
    chair = tables.chair(text, 1)
    chair.shown = replace(chair.shown, sitters=sitters, watchers=watchers)
    return chair


def app_at(chair: FakeChair, counter: str = "two") -> CuttleApp:
    return CuttleApp(FakeLobby(), chair=chair, preferences=preferring(counter=counter))


async def played(chair: FakeChair, counter: str = "two") -> list[Action]:
    """Show the table, and return what was played without a key."""
    app = app_at(chair, counter)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        return [action for action, _ in chair.played]


async def test_without_a_two_nothing_is_asked_and_the_same_action_is_played_once() -> None:
    assert await played(asked()) == [DECLINE]


@pytest.mark.parametrize(
    "chair",
    [
        asked(sitters=PEOPLE),
        asked(watchers=1),
        asked(tables.COUNTER),
        asked(tables.COUNTER.replace("points 7H 3C court KD 8S", "points 7H 3C frozen 2S")),
    ],
    ids=["a person", "a watcher", "a two", "a two that is frozen"],
)
async def test_it_is_asked_where_somebody_could_learn_from_it_or_a_two_is_held(
    chair: FakeChair,
) -> None:
    app = app_at(chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "COUNTER?" in grid(app)[BAR]
        assert not chair.played


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_person_among_the_others_is_enough_to_be_asked(seats: int) -> None:
    me, computer = Sitter("ana", "person"), Sitter("computer", "computer")
    for others in product((computer, Sitter("bob", "person")), repeat=seats - 1):
        sitters = (*others[:1], me, *others[1:])
        state = replace(tables.chair(NO_TWO, 1).shown, sitters=sitters)
        assert only_computers(state, 1) is (set(others) == {computer})
        assert not only_computers(replace(state, watchers=1), 1)


async def test_by_default_it_is_not_asked() -> None:
    chair = asked()
    async with CuttleApp(FakeLobby(), chair=chair).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert [action for action, _ in chair.played] == [DECLINE]


@pytest.mark.parametrize(
    ("chair", "answers"),
    [
        (asked(), [DECLINE]),
        (asked(sitters=PEOPLE), []),
        (asked(watchers=1), []),
        (asked(tables.COUNTER), []),
    ],
    ids=["alone", "a person", "a watcher", "a two"],
)
async def test_plain_mode_asks_no_more_than_the_screen(
    chair: FakeChair, answers: list[Action]
) -> None:
    async with talk(lobbies.online(chairs=(chair,))) as one:
        said = await one.type("computer")
        assert [action for action, _ in chair.played] == answers
        assert any("Type" in line for line in said) is not bool(answers)


async def test_where_it_is_always_asked_the_setting_is_told_of() -> None:
    assert await played(asked(), "always") == []
    app = app_at(asked(), "always")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "no two in your hand: settings (,) can skip" in grid(app)[WHY]
    app = app_at(asked(sitters=PEOPLE), "always")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "settings" not in grid(app)[WHY]


async def test_turned_on_while_it_is_asked_it_answers_on_the_way_back() -> None:
    chair = asked()
    app = app_at(chair, "always")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(",", *["down"] * list(FIELDS).index("counter"), "right", "escape")
        await settled(pilot)
        assert app.settings.counter == "two"
        assert [action for action, _ in chair.played] == [DECLINE]


def test_who_holds_the_rank_that_counters_is_never_passed_over() -> None:
    assert needless_answer(view_of(NO_TWO, 1)) == DECLINE
    assert needless_answer(view_of(NO_TWO, None)) is None
    assert needless_answer(view_of(tables.COUNTER, 1)) is None
    assert needless_answer(view_of(REBUFF, 1)) is None
    assert needless_answer(view_of(tables.TARGETS, 0)) is None


@pytest.mark.slow
async def test_a_whole_game_against_the_computer_asks_only_with_a_two() -> None:
    lobby = LocalLobby("ana", pace=0)
    chair = await lobby.play_computer("standard")
    app = CuttleApp(lobby, chair=chair, preferences=preferring(counter="two"))
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(400):
            await settled(pilot)
            screen = app.screen
            assert isinstance(screen, TableScreen)
            view = screen.state.view
            assert view is not None
            if view.outcome is not None:
                break
            if view.legal:
                assert needless_answer(view) is None
                chair.submit(DRAW if DRAW in view.legal else view.legal[0], view.ply)


class _Undo:
    """Takes back a question that was answered unasked, and before it a draw."""

    possible = True
    counts = False

    def __init__(self) -> None:
        self.chair = asked(tables.TARGETS)
        self.chair.practice = self
        self._left = [(asked().shown, DECLINE), (tables.chair(tables.TARGETS, 0).shown, DRAW)]

    def take_back(self) -> Action | None:
        self.chair.shown, action = self._left.pop(0)
        self.chair.shown = replace(self.chair.shown, sitters=ALONE)
        return action

    def note_help(self) -> bool:
        """Return that no game counts."""
        return False


async def test_taking_back_goes_on_to_a_move_of_the_player_s_own() -> None:
    undo = _Undo()
    app = app_at(undo.chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("u")
        await settled(pilot)
        assert not undo._left
        assert not undo.chair.played


async def test_taking_back_in_plain_mode_goes_on_to_a_move_of_the_player_s_own() -> None:
    undo = _Undo()
    async with talk(lobbies.online(chairs=(undo.chair,))) as one:
        await one.type("computer")
        assert any("back" in line for line in await one.type("undo"))
        assert not undo._left
        assert not undo.chair.played
