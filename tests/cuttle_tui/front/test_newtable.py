"""The new-table screen: what can be chosen, what cannot, and what comes of it."""

from __future__ import annotations

from contextvars import copy_context

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.front import new_table_words as wishes
from cuttle_tui.front.home import HomeScreen
from cuttle_tui.front.new_table import NewTableScreen
from cuttle_tui.front.new_table_words import TableOptions, digest, refused_line
from cuttle_tui.i18n.translation import languages, plain, speak, tr
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import LobbyError
from cuttle_tui.preferences import MemoryStore, Preferences
from engine.errors import RulesetError
from engine.rules.options import OPTIONS, parse_ruleset
from engine.rules.rulesets import PRESETS, Ruleset
from tests.cuttle_tui import tables, tables_many
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby

WHY = 22


@pytest.mark.slow
async def test_what_was_chosen_is_opened_and_remembered() -> None:
    lobby = FakeLobby(networked=True, chairs=(tables.chair(tables.TARGETS),))
    app = CuttleApp(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "r", *["down"] * 7, "enter", "c", "enter")
        await pilot.pause()
        assert lobby.asked == ["table team 1 none private"]
        assert isinstance(app.screen, TableScreen)
        await pilot.press("q", "y")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert "team, four players, two against two" in "\n".join(grid(app))
        await pilot.press("n", "enter")
        assert lobby.asked == ["table team 1 none private"] * 2


@pytest.mark.slow
async def test_people_at_one_keyboard_with_computers() -> None:
    chairs = tuple(tables_many.chair(tables_many.TEAM, seat) for seat in (0, 1, None))
    lobby = FakeLobby(chairs=chairs)
    app = CuttleApp(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "r", *["down"] * 7, "enter", "w", "c", "c", "enter", "enter")
        await pilot.pause()
        assert lobby.asked == ["hot seat team 2 friend"]


async def test_the_mouse_chooses_too() -> None:
    lobby = FakeLobby(chairs=(tables.chair(tables.TARGETS),))
    app = CuttleApp(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        for row in ("random-four", "r  rules", "howto"):
            y = next(y for y, line in enumerate(grid(app)) if row in line[:20])
            await pilot.click(offset=(20, y))
            await pilot.pause()
        assert app.table_options == TableOptions(base="howto", options=(("random-four", None),))
        await pilot.click(offset=(20, 20))
        assert lobby.asked == ["computer howto+random-four"]


@pytest.mark.slow
async def test_in_a_narrow_window_an_option_is_told_whole_and_its_arrows_are_clicked() -> None:
    app = CuttleApp(FakeLobby())
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("n", *["down"] * 20)
        rows = grid(app)
        y = next(y for y, row in enumerate(rows) if "hand-limit=N" in row)
        assert rows[y].split()[3:] == ["<", "discard", "down", "to", "N", "cards", "at"]
        assert rows[y + 1].strip() == "the end of your turn >"
        await pilot.click(offset=(rows[y + 1].index(">"), y + 1))
        await pilot.pause()
        first = dict(app.table_options.options)["hand-limit"]
        assert first is not None
        rows = grid(app)
        y = next(y for y, row in enumerate(rows) if "hand-limit=" in row and "<" in row)
        assert "your turn >" in rows[y + 1]
        await pilot.click(offset=(10, y + 1))
        await pilot.pause()
        assert dict(app.table_options.options).get("hand-limit") != first


async def test_a_lobby_that_refuses_is_worded() -> None:
    app = CuttleApp(FakeLobby(networked=True, reason=LobbyError("busy")))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "enter")
        await pilot.pause()
        assert isinstance(app.screen, NewTableScreen)
        assert "you are already at a table" in grid(app)[WHY]


@pytest.mark.slow
async def test_the_rules_of_what_is_chosen_can_be_read() -> None:
    app = CuttleApp(FakeLobby())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n", *["down"] * 5, "space", "h")
        await pilot.pause()
        assert any("+ random-four" in row for row in grid(app)[:4])
        await pilot.press("escape", "escape", "h", "h")
        await pilot.pause()
        assert any("+ random-four" in row for row in grid(app)[:4])


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ("down down down down down space", "kept for your next games: standard+random-four"),
        ("down down down down down space space", ""),
        ("w", ""),
    ],
)
async def test_going_back_says_which_rules_are_kept(keys: str, says: str) -> None:
    app = CuttleApp(FakeLobby())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n", *keys.split())
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert says in grid(app)[WHY]
        assert bool(grid(app)[WHY].strip()) == bool(says)


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_can_be_chosen_dropped_and_is_told(name: str) -> None:
    wish = wishes.toggled(TableOptions(), name)
    assert wish.has(name)
    assert parse_ruleset(wish.text) == wish.ruleset
    assert OPTIONS[name].title.partition("N")[0] in " ".join(map(plain, digest(wish)))
    assert wishes.toggled(wish, name) == TableOptions()


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
async def test_no_title_is_cut_at_eighty_columns(language: str) -> None:
    app = CuttleApp(FakeLobby(), preferences=Preferences(MemoryStore(), {"language": language}))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "r", "home")
        shown = await _while_moving(pilot, app, len(PRESETS))
        await pilot.press("escape", "home")
        shown += await _while_moving(pilot, app, 4 + len(OPTIONS))
    assert [row for row in shown if row.endswith("~")] == []
    for ruleset in PRESETS.values():
        assert any(row.endswith(copy_context().run(_told, language, ruleset)) for row in shown)


async def _while_moving(pilot: Pilot[None], app: CuttleApp, rows: int) -> list[str]:
    """Move down a list, and gather all rows that come in sight."""
    shown = []
    for _ in range(rows):
        await pilot.pause()
        shown += grid(app)
        await pilot.press("down")
    return shown


def _told(language: str, ruleset: Ruleset) -> str:
    speak(language)
    return tr(ruleset.title)


def test_numbers_count_up_and_down() -> None:
    wish = wishes.counted_on(TableOptions(base="cutthroat"), "draw-limit", 1)
    assert wish.text == "cutthroat+draw-limit=7"
    assert wishes.counted_on(wish, "draw-limit", -1).text == "cutthroat+draw-limit=6"
    assert wishes.counted_on(wish, "draw-limit", -99).text == "cutthroat+draw-limit=1"


@pytest.mark.parametrize(
    ("base", "first", "second", "line"),
    [
        ("standard", "nine-two", "nine-freeze", "not nine-freeze: it does not go with nine-two"),
        ("standard", "first-to-2", "best-of-3", "not best-of-3: it does not go with first-to-2"),
        ("team", "", "joker-swap", "not joker-swap: in team, jokers already steal royals"),
        ("team", "", "attach-any", "not attach-any: only for two players"),
    ],
)
def test_what_does_not_go_together_is_refused(
    base: str, first: str, second: str, line: str
) -> None:
    wish = wishes.toggled(TableOptions(base=base), first) if first else TableOptions(base=base)
    with pytest.raises(RulesetError) as caught:
        wishes.toggled(wish, second)
    assert plain(refused_line(wish, second, caught.value)) == line


def test_a_match_has_a_row_of_its_own() -> None:
    table = TableOptions(options=(("random-four", None),))
    texts = []
    for step in (1, 1, 1, 1, -5, -1):
        for _ in range(abs(step)):
            table = wishes.with_match(table, step // abs(step))
        texts.append((table.text.removeprefix("standard+random-four"), wishes.match_text(table)))
    assert texts == [
        ("+first-to-2", "best of three: first to two wins"),
        ("+first-to-3", "best of five: first to three wins"),
        ("+first-to=4", "best of seven: first to four wins"),
        ("+first-to=5", "first to 5 wins"),
        ("+first-to=10", "first to 10 wins"),
        ("+first-to=9", "first to 9 wins"),
    ]
    assert wishes.with_match(wishes.with_match(table, 1), 1).text == "standard+random-four"
    older = wishes.toggled(TableOptions(), "best-of-3")
    assert wishes.match_text(older) == "best of three: first to two wins"
    assert wishes.with_match(older, 1).text == "standard+first-to-3"


async def test_the_length_of_a_match_is_chosen_and_no_house_rule() -> None:
    lobby = FakeLobby(chairs=(tables.chair(tables.TARGETS),))
    app = CuttleApp(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "m")
        await pilot.pause()
        rows = grid(app)
        assert any("m  match" in row and "best of three: first to two wins" in row for row in rows)
        assert not any("first-to" in row and row[3:4] in "+-" for row in rows)
        await pilot.press("enter")
        assert lobby.asked == ["computer standard+first-to-2"]


def test_other_rules_drop_what_they_cannot_bear() -> None:
    wish = wishes.toggled(wishes.toggled(TableOptions(), "joker-swap"), "quick-15")
    changed, dropped = wishes.with_base(wish, "team")
    assert changed.text == "team+quick-15"
    assert dropped == ("joker-swap",)


def test_the_list_of_rules_goes_round() -> None:
    wish = TableOptions()
    for _ in PRESETS:
        wish, _dropped = wishes.with_base(wish, wishes.next_base(wish, 1))
    assert wish == TableOptions()


async def test_what_cannot_be_chosen_is_not_offered() -> None:
    app = CuttleApp(FakeLobby())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n", *["down"] * 7, "space")
        await pilot.pause()
        assert "space remove nine-freeze" in grid(app)[21]
        await pilot.press("down")
        await pilot.pause()
        assert "nine-topdeck" not in grid(app)[21]
        assert "not nine-topdeck: it does not go with nine-freeze" in grid(app)[WHY]
