"""What is typed in the chat is chat: no letter of it is a command, and friends need no setting."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import ChatLine
from cuttle_tui.table.chat import LONGEST
from cuttle_tui.table.situation import Mode
from server.sanitize import CHAT_WIDTH
from tests.cuttle_tui import lobbies, online as at, tables
from tests.cuttle_tui.bursts import burst
from tests.cuttle_tui.gallery.staged import settled
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeAccount
from tests.cuttle_tui.plain.test_plain import has, sit, tell
from tests.cuttle_tui.plain_talk import talk

pytestmark = pytest.mark.slow

SIZES = ((80, 24), (120, 40))
WRITTEN = "hello, you? I have 10 points; quit that w/ a pxbtqc :-)"
OFF = "only phrases can be said here: settings (,) change that"


def text(pilot: Pilot[None]) -> str:
    assert isinstance(pilot.app, CuttleApp)
    return "\n".join(grid(pilot.app))


def table(pilot: Pilot[None]) -> TableScreen:
    assert isinstance(pilot.app.screen, TableScreen)
    return pilot.app.screen


def friends(seat: int | None = 0, **facts: Any) -> tables.FakeChair:
    """Sit at a table whose players met by a code."""
    return at.table(tables.TARGETS, seat, by_code=True, **facts)


@pytest.mark.parametrize("size", SIZES)
async def test_friends_write_at_once(size: tuple[int, int]) -> None:
    chair = friends()
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=size) as pilot:
        await burst(app, f"t{WRITTEN}")
        assert not chair.done
        assert ":-)" in text(pilot)
        await burst(app, "\r")
        assert chair.done == [f"type {WRITTEN}"]
        assert table(pilot).ui.mode is Mode.GAME
        assert not chair.played


async def test_friends_read_what_is_written() -> None:
    said = ChatLine("bob", "see you at 8", phrase=False, after=14, number=1)
    app = CuttleApp(lobbies.online(), chair=friends(talk=(said,)))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        assert "bob: see you at 8" in text(pilot)


async def test_friends_may_keep_to_phrases() -> None:
    chair = friends()
    account = FakeAccount(settings={"friend_text": False})
    app = CuttleApp(lobbies.online(account=account), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(app, "thi\r")
        await settled(pilot)
        assert not chair.done
        assert OFF in text(pilot)


async def test_watchers_of_friends_are_strangers() -> None:
    chair = friends(None, watchers=2)
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(app, "tok")
        await settled(pilot)
        await burst(app, "\r")
        assert not chair.done


async def test_between_strangers_typed_letters_do_nothing_else() -> None:
    chair = at.table(tables.TARGETS)
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        for words in ("thello, friend", "t,", "tquit it", "ttwo cards"):
            await burst(app, words)
            await settled(pilot)
            assert table(pilot).ui.mode is Mode.TALK
            await burst(app, "\r" if len(words) > 2 else "x\r")
            await settled(pilot)
            assert OFF in text(pilot)
            assert table(pilot).ui.chat.text
            await pilot.press("escape", "escape")
        assert not chair.done
        assert not chair.played


@pytest.mark.parametrize(
    ("words", "name"),
    [("Good luck", "good-luck"), ("thanks", "thanks"), ("good-game", "good-game")],
)
async def test_a_phrase_may_be_typed(words: str, name: str) -> None:
    chair = at.table(tables.TARGETS)
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=(80, 24)):
        await burst(app, f"t{words}\r")
        assert chair.done == [f"say {name}"]


async def test_phrases_are_one_key_away_and_what_was_typed_stays() -> None:
    chair = friends()
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(app, "thi\t")
        await settled(pilot)
        assert "1 hello" in text(pilot)
        await pilot.press("w")
        assert table(pilot).ui.chat.text == "hi"
        await pilot.press("tab", "1")
        assert chair.done == ["say hello"]


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_near_the_limit_a_line_counts_what_is_left(size: tuple[int, int]) -> None:
    chair = friends()
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=size) as pilot:
        await burst(app, "t" + "word " * 20)
        await settled(pilot)
        assert "left" not in text(pilot)
        await burst(app, "word " * 4)
        await settled(pilot)
        assert "say it" in text(pilot)
        assert "1 character left" in text(pilot)
        await burst(app, "long\r")
        await settled(pilot)
        assert "4 characters too many" in text(pilot)
        assert "say it" not in text(pilot)
        assert not chair.done
        await pilot.press(*["backspace"] * 4, "enter")
        assert chair.done == ["type " + " ".join(["word"] * 24)]


async def test_a_line_that_is_too_long_stays_to_be_shortened() -> None:
    assert LONGEST == CHAT_WIDTH
    chair = friends()
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(app, "t\x1b[200~" + "x" * (LONGEST + 1) + "\x1b[201~\r")
        await settled(pilot)
        assert not chair.done
        assert f"that is too long: a line has at most {LONGEST} characters" in text(pilot)
        await pilot.press("backspace", "enter")
        assert chair.done == ["type " + "x" * LONGEST]


async def test_friends_write_in_plain_mode() -> None:
    said = ChatLine("bob", "see you at 8", phrase=False, after=14, number=1)
    for by_code, done in ((True, ["type hi, bob"]), (False, [])):
        async with talk(lobbies.online(chairs=(at.table(tables.TARGETS),))) as one:
            chair = await sit(one)
            await tell(one, chair, by_code=by_code)
            await one.type("say hi, bob")
            assert chair.done == done
            told = await tell(one, chair, talk=(said,))
            assert has(told, "bob: see you at 8") is by_code
