"""What can be set: how it is read, kept, and put in force on every screen at once."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.layout import plan_for
from cuttle_tui.drawing.palette import DECKS, THEMES
from cuttle_tui.front.settings import SettingsScreen
from cuttle_tui.front.settings_words import ABOUT, choice_text, settings_prompt
from cuttle_tui.i18n.translation import plain
from cuttle_tui.kit.zone import Zone, paint_context_for
from cuttle_tui.ports import LadderGame, LobbyError
from cuttle_tui.preferences import (
    FIELDS,
    LABELS,
    AccountStore,
    FileStore,
    MemoryStore,
    Preferences,
    SaveError,
    Settings,
    Value,
    read_settings,
    stepped,
)
from cuttle_tui.tty.terminal import Terminal, terminal_of
from tests.cuttle_tui import tables
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeAccount, FakeLobby


def preferring(**settings: Value) -> Preferences:
    return Preferences(MemoryStore(), settings)


# values


def test_nothing_kept_is_the_usual() -> None:
    assert read_settings({}) == (Settings(), ())


@pytest.mark.parametrize("name", FIELDS)
def test_every_choice_is_read_back_and_worded(name: str) -> None:
    assert len(FIELDS[name].choices) >= 2
    for value in FIELDS[name].choices:
        settings, wrong = read_settings({name: value})
        assert (getattr(settings, name), wrong) == (value, ())
        assert 0 < len(choice_text(name, value)) <= 49
        prompt = settings_prompt(settings, name)
        assert len(plain(prompt.sentence)) <= 60
        assert len(plain(prompt.why)) <= 76
    assert name in LABELS
    assert name in ABOUT


@pytest.mark.parametrize("name", FIELDS)
def test_every_choice_has_words_of_its_own(name: str) -> None:
    worded = [choice_text(name, value) for value in FIELDS[name].choices]
    assert len(set(worded)) == len(worded)
    if isinstance(FIELDS[name].default, str):
        with pytest.raises(KeyError):
            choice_text(name, "no such choice")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("theme", "pink"),
        ("bell", "yes"),
        ("bell", 1),
        ("deck", True),
        ("cards", None),
        ("theme", []),
    ],
)
def test_a_wrong_value_is_told_and_the_usual_one_taken(name: str, value: Any) -> None:
    settings, wrong = read_settings({name: value, "highlight": False})
    assert getattr(settings, name) == FIELDS[name].default
    assert settings.highlight is False
    assert [one.name for one in wrong] == [name]


def test_steps_go_round() -> None:
    settings = Settings()
    for _ in THEMES:
        settings = stepped(settings, "theme", 1)
    assert stepped(settings, "theme", 1) == Settings()
    assert stepped(Settings(), "theme", -1) == settings


# keeping


async def test_a_file_keeps_what_was_changed_and_what_it_does_not_know(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.json"
    path.parent.mkdir()
    path.write_text('{"from-later": [1], "bell": false}')
    ours = Preferences(FileStore(path))
    await ours.take(stepped(ours.settings, "deck", 1))
    assert json.loads(path.read_text()) == {"from-later": [1], "bell": False, "deck": "four-colour"}
    assert Preferences(FileStore(path)).settings == Settings(deck="four-colour", bell=False)
    assert [one.name for one in path.parent.iterdir()] == ["settings.json"]


@pytest.mark.parametrize("text", ["{", "[]", "\xff\xfe", "[" * 60_000, "null"])
def test_a_broken_file_is_told_set_aside_and_not_lost(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(text.encode("latin-1"))
    ours = Preferences(FileStore(path))
    assert ours.settings == Settings()
    assert "settings.json.broken" in ours.trouble
    assert not path.exists()
    assert (tmp_path / "settings.json.broken").read_bytes() == text.encode("latin-1")


def test_wrong_values_in_a_file_are_told(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"theme": "pink", "bell": 3}')
    trouble = Preferences(FileStore(path)).trouble
    assert "theme 'pink'" in trouble
    assert "bell '3'" in trouble
    assert path.exists()


async def test_what_cannot_be_written_holds_for_the_visit(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ours = Preferences(FileStore(tmp_path / "file" / "settings.json"))
    kept = ours.take(Settings(theme="nord"))
    assert ours.settings.theme == "nord"
    with pytest.raises(SaveError, match="for this visit only"):
        await kept
    assert ours.settings.theme == "nord"


async def test_an_account_keeps_them_beside_what_else_it_has() -> None:
    account = FakeAccount(settings={"other": 1, "bell": False})
    ours = Preferences(AccountStore(account))
    assert ours.settings.bell is False
    await ours.take(Settings(theme="nord", bell=False))
    assert account.settings == {"other": 1, "bell": False, "theme": "nord"}


async def test_a_guest_keeps_them_for_the_visit() -> None:
    account = FakeAccount(guest=True, reason=LobbyError("no-account"))
    ours = Preferences(AccountStore(account))
    with pytest.raises(SaveError, match="guest"):
        await ours.take(Settings(deck="colour-blind"))
    assert ours.settings.deck == "colour-blind"
    assert account.settings == {}


async def test_flags_of_one_run_are_not_kept() -> None:
    store = MemoryStore()
    ours = Preferences(store, {"signs": "ascii"})
    assert ours.settings.signs == "ascii"
    await ours.take(stepped(ours.settings, "deck", 1))
    assert store.saved == {"deck": "four-colour"}
    await ours.take(stepped(ours.settings, "signs", -1))
    assert store.saved["signs"] == "unicode"


# looks


def test_a_terminal_tells_its_ground_only_by_a_variable() -> None:
    assert [terminal_of({"COLORFGBG": v}).light for v in ("0;15", "0;default;7", "15;0", "")] == [
        True,
        True,
        False,
        None,
    ]


def test_the_brush_follows_the_settings() -> None:
    dark, light = paint_context_for(Terminal()), paint_context_for(Terminal(light=True))
    assert dark.palette is not light.palette
    assert (dark.glyphs.sides, light.glyphs.sides) == ("", "▏▕")
    assert (
        paint_context_for(Terminal(light=True), Settings(theme="felt-dark")).palette is dark.palette
    )
    assert paint_context_for(Terminal(), Settings(signs="ascii")).glyphs.suits["H"] == "H"
    assert (
        paint_context_for(Terminal(unicode=False), Settings(signs="unicode")).glyphs.suits["H"]
        == "♥"
    )


@pytest.mark.parametrize("size", [(80, 24), (100, 27), (120, 36), (120, 40), (200, 60)])
@pytest.mark.parametrize("seats", [2, 4])
def test_card_sizes(size: tuple[int, int], seats: int) -> None:
    small, auto, large = (plan_for(*size, seats, cards) for cards in ("small", "auto", "large"))
    assert small is not None
    assert auto is not None
    assert large is not None
    for smaller, larger in ((small, auto), (auto, large)):
        assert smaller.hand.height <= larger.hand.height
        assert smaller.field.height <= larger.field.height
    if size[1] > 30:  # there is a smaller size than the usual one
        assert small.hand.height < auto.hand.height


@pytest.mark.parametrize("height", range(28, 60))
@pytest.mark.parametrize("width", [100, 120, 160])
def test_large_cards_never_overlap(width: int, height: int) -> None:
    plan = plan_for(width, height, 2, "large")
    assert plan is not None
    assert plan.opp_field + plan.field.height <= plan.band
    assert plan.band + plan.band_rows <= plan.my_field
    assert plan.my_field + plan.field.height <= plan.my_line
    assert plan.prompt + 3 <= plan.lift
    assert plan.lift + 1 + plan.hand.height <= plan.keys


async def test_an_account_brings_its_looks_along() -> None:
    account = FakeAccount(settings={"theme": "nord", "deck": "four-colour"})
    app = CuttleApp(FakeLobby(networked=True, account=account), terminal=Terminal("256"))
    expected = paint_context_for(Terminal("256"), Settings(theme="nord", deck="four-colour"))
    assert app.paint.palette is expected.palette


# the screen


async def _opened(app: CuttleApp, pilot: Any) -> SettingsScreen:
    screen = SettingsScreen(app.paint)
    app.push_screen(screen)
    await pilot.pause()
    return screen


@pytest.mark.slow
async def test_a_change_is_seen_at_once_on_every_screen() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS), preferences=preferring())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        table = app.screen
        screen = await _opened(app, pilot)
        before = app.paint
        await pilot.press("right", "right")
        await pilot.pause()
        assert app.settings.theme == "felt-light"
        assert app.paint is not before
        zones = [z for s in (screen, table) for z in s.children if isinstance(z, Zone)]
        assert {zone.paint for zone in zones} == {app.paint}
        felt = app.paint.palette.colours["felt"]
        grounds = {
            one.style.bgcolor.name
            for strip in screen._compositor.render_strips()
            for one in strip
            if one.style and one.style.bgcolor
        }
        assert felt in grounds
        assert before.palette.colours["felt"] not in grounds
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is table
        assert any("▏" in row for row in grid(app))


@pytest.mark.slow
async def test_a_half_made_choice_and_the_place_survive_a_change() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS), preferences=preferring())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("3", "s")
        await pilot.pause()
        before = grid(app)
        await _opened(app, pilot)
        await pilot.press("down", "right", "right", "right", "escape")
        await pilot.pause()
        assert app.settings.deck == "colour-blind"
        assert grid(app) == before


@pytest.mark.slow
async def test_smaller_cards_come_with_the_next_look() -> None:
    chair, ours = tables.chair(tables.TARGETS), preferring(cards="small")
    async with (app := CuttleApp(FakeLobby(), chair=chair, preferences=ours)).run_test(
        size=(120, 40)
    ) as pilot:
        await pilot.pause()
        small = grid(app)
    app = CuttleApp(FakeLobby(), chair=chair, preferences=preferring())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert grid(app) != small
        await _opened(app, pilot)
        await pilot.press("down", "down", "right", "escape")
        await pilot.pause()
        assert app.settings.cards == "small"
        assert grid(app) == small


async def test_the_mark_of_what_was_changed_is_explained() -> None:
    app = CuttleApp(FakeLobby(), preferences=preferring())
    async with app.run_test(size=(80, 24)) as pilot:
        await _opened(app, pilot)
        assert "+" not in "\n".join(grid(app))
        await pilot.press("down", "right")
        await pilot.pause()
        rows = grid(app)
        assert "+ changed by you" in rows[1]
        assert any(row.lstrip("▌ ").startswith("+  deck") for row in rows)
        await pilot.press("question_mark")
        await pilot.pause()
        assert "+ marks what you changed" in " ".join(" ".join(grid(app)).split())


async def _backs_stepped(lobby: FakeLobby, preferences: Preferences) -> tuple[list[str], str]:
    """Step once around the backs; return what was worn on the way, and the screen before."""
    app = CuttleApp(lobby, preferences=preferences)
    async with app.run_test(size=(120, 40)) as pilot:
        await _opened(app, pilot)
        await pilot.press(*["down"] * [*FIELDS].index("back"))
        await pilot.pause()
        before = "\n".join(grid(app))
        worn: list[str] = []
        while not worn or app.settings.back != "own":
            await pilot.press("right")
            await pilot.pause()
            worn.append(app.paint.glyphs.worn)
    return worn, before


@pytest.mark.slow
async def test_only_what_was_earned_can_be_worn_and_the_rest_says_how() -> None:
    games = (LadderGame("beginner", "won"), LadderGame("regular", "won"))
    worn, before = await _backs_stepped(FakeLobby(climbed=games), preferring())
    assert worn == ["beginner", "regular", FakeLobby().back]
    assert "+ your own" in before
    assert "- master: beat it once" in before
    assert "- beginner" not in before


@pytest.mark.slow
async def test_who_has_earned_nothing_wears_their_own() -> None:
    worn, _ = await _backs_stepped(FakeLobby(), preferring())
    assert worn == [FakeLobby().back]


async def test_a_back_that_is_worn_already_can_be_taken_off() -> None:
    worn, _ = await _backs_stepped(FakeLobby(), preferring(back="master"))
    assert worn == [FakeLobby().back]


async def test_a_worn_back_is_on_the_deck_at_once_and_is_kept() -> None:
    store, games = MemoryStore(), (LadderGame("beginner", "won"),)
    lobby = FakeLobby(climbed=games)
    app = CuttleApp(lobby, chair=tables.chair(tables.TARGETS), preferences=Preferences(store))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        before = grid(app)
        await _opened(app, pilot)
        await pilot.press(*["down"] * [*FIELDS].index("back"), "right", "escape")
        await pilot.pause()
        assert store.saved == {"back": "beginner"}
        assert grid(app) != before


async def test_letters_keep_a_plain_back() -> None:
    app = CuttleApp(FakeLobby(), preferences=preferring(signs="ascii", back="master"))
    async with app.run_test(size=(80, 24)):
        assert app.paint.glyphs.worn == ""


@pytest.mark.slow
async def test_by_mouse_alone() -> None:
    app = CuttleApp(FakeLobby(), preferences=preferring())
    async with app.run_test(size=(80, 24)) as pilot:
        await _opened(app, pilot)
        row = next(y for y, text in enumerate(grid(app)) if "  deck " in text)
        for deck in [*list(DECKS)[1:], "two-colour"]:
            await pilot.click(offset=(10, row))
            await pilot.pause()
            assert app.settings.deck == deck
        bar = next(y for y, text in enumerate(grid(app)) if "SETTINGS" in text)
        await pilot.click(offset=(10, bar))
        await pilot.pause()
        assert app.settings.deck == "four-colour"


async def test_a_click_on_an_arrow_goes_its_way() -> None:
    app = CuttleApp(FakeLobby(), preferences=preferring())
    async with app.run_test(size=(80, 24)) as pilot:
        await _opened(app, pilot)
        first, *_, last = FIELDS["theme"].choices
        for sign, theme in (("<", last), (">", first), ("<", last)):
            rows = grid(app)
            y = next(y for y, text in enumerate(rows) if "  theme " in text)
            await pilot.click(offset=(rows[y].index(sign), y))
            await pilot.pause()
            assert app.settings.theme == theme


async def test_the_default_comes_back_by_a_key_and_the_cursor_stays_in_the_list() -> None:
    app = CuttleApp(FakeLobby(), preferences=preferring(call_name=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await _opened(app, pilot)
        await pilot.press("end", "down", "d")
        await pilot.pause()
        assert app.settings == Settings()


@pytest.mark.parametrize(
    ("app", "where"),
    [
        (
            lambda: CuttleApp(FakeLobby(networked=True, account=FakeAccount(guest=True))),
            "for this visit only",
        ),
        (lambda: CuttleApp(FakeLobby(networked=True)), "for this visit only"),
        (
            lambda: CuttleApp(FakeLobby(networked=True, account=FakeAccount())),
            "saved with your account",
        ),
    ],
    ids=["guest", "no accounts", "account"],
)
async def test_nobody_who_came_by_ssh_reads_that_settings_are_on_this_computer(
    app: Callable[[], CuttleApp], where: str
) -> None:
    running = app()
    async with running.run_test(size=(80, 24)) as pilot:
        await _opened(running, pilot)
        for key in ("", "right", "end", "d"):
            if key:
                await pilot.press(key)
            await pilot.pause()
            assert "this computer" not in "\n".join(grid(running))
        assert where in "\n".join(grid(running))


async def test_at_home_settings_are_on_this_computer(tmp_path: Path) -> None:
    app = CuttleApp(FakeLobby(), preferences=Preferences(FileStore(tmp_path / "settings.json")))
    async with app.run_test(size=(80, 24)) as pilot:
        await _opened(app, pilot)
        assert "saved on this computer" in "\n".join(grid(app))


async def test_what_is_not_kept_is_said() -> None:
    account = FakeAccount(guest=True, reason=LobbyError("no-account"))
    app = CuttleApp(FakeLobby(networked=True, account=account))
    async with app.run_test(size=(80, 24)) as pilot:
        await _opened(app, pilot)
        await pilot.press("right")
        await pilot.pause()
        assert "a guest's settings last for this visit only" in "\n".join(grid(app))
        assert app.settings.theme == "felt-dark"


async def test_what_was_wrong_with_the_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"theme": "pink"}')
    ours = Preferences(FileStore(tmp_path / "settings.json"))
    app = CuttleApp(FakeLobby(), preferences=ours)
    async with app.run_test(size=(80, 24)) as pilot:
        await _opened(app, pilot)
        assert "unknown theme 'pink'" in "\n".join(grid(app))


@pytest.mark.parametrize(("confirm", "asked"), [(True, True), (False, False)])
async def test_confirmations_can_be_switched_off(confirm: bool, asked: bool) -> None:
    chair = tables.chair(tables.OVER.replace(";", "+first-to-2;", 1))
    app = CuttleApp(FakeLobby(), chair=chair, preferences=preferring(confirm=confirm))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("q")
        await pilot.pause()
        assert ("LEAVE?" in "\n".join(grid(app))) is asked
        assert ("WELCOME" in "\n".join(grid(app))) is not asked


async def test_a_running_game_always_asks() -> None:
    chair = tables.chair(tables.TARGETS)
    app = CuttleApp(FakeLobby(), chair=chair, preferences=preferring(confirm=False))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("q")
        await pilot.pause()
        assert "LEAVE?" in "\n".join(grid(app))
