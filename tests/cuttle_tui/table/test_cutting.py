"""Cutting the deck in the app: a word of one's own, typed in the talk of a room."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.table.chat import ChatCommand, ChatContext, ChatState
from engine.errors import TableError
from engine.table.seats import Cut, SeatRequest
from tests.cuttle_tui import lobbies, online, tables
from tests.cuttle_tui.gallery.staged import settled
from tests.cuttle_tui.games import table_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.pressing import press_chat
from tests.cuttle_tui.tables import FakeChair


def room() -> FakeChair:
    return online.room(code=None, sitters=online.BOTH, ready=(1,))


async def test_the_deck_is_cut_in_the_room_and_the_word_shown_back() -> None:
    chair = room()
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("t")
        await settled(pilot)
        assert "cut the deck" in "\n".join(grid(app))
        await pilot.press("c", *"lucky", "space", "7", "enter")
        await settled(pilot)
        assert chair.done == [Cut("lucky 7")]
        assert 'you cut the deck with "lucky 7"' in "\n".join(grid(app))


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_the_deck_lies_in_packets_whose_place_follows_the_word(size: tuple[int, int]) -> None:
    app = CuttleApp(lobbies.online(), chair=room())
    async with app.run_test(size=size) as pilot:
        await pilot.press("t", "c")
        await settled(pilot)
        assert _packets(grid(app)) == [52]
        found = []
        for key in "abc":
            await pilot.press(key)
            await settled(pilot)
            found.append(_packets(grid(app)))
        assert all(len(packets) == 2 and sum(packets) == 52 for packets in found)
        assert len(set(map(tuple, found))) > 1
        assert "nobody knows its order" in "\n".join(grid(app))
        await pilot.press("backspace", "backspace", "backspace")
        await settled(pilot)
        assert _packets(grid(app)) == [52]


def _packets(rows: list[str]) -> list[int]:
    """Read the numbers on the backs of the deck, not those of the rules beside the table."""
    found = [re.findall(r" (\d+)(?!\d)", row[:_TABLE]) for row in rows if row.count("▏") > _EDGES]
    return [int(number) for numbers in found for number in numbers]


_TABLE: Final = 88
"""Columns of the table in a window of 120."""
_EDGES: Final = 20
"""The fewest edges of cards in a row of the deck."""


@pytest.mark.parametrize("over", [False, True])
async def test_the_seal_and_the_others_marks_are_shown_where_the_word_is_asked_for(
    over: bool,
) -> None:
    seal = "0123456789abcdef" * 4
    waiting = room().shown
    shown = replace(waiting, commitment=seal, cuts=("", "theirs"))
    if over:
        ended = online.table(tables.OVER).shown
        shown = replace(
            ended,
            commitment="9" * 64,
            next_commitment=seal,
            cuts=("x", "y"),
            next_cuts=("", "theirs"),
        )
    app = CuttleApp(lobbies.online(), chair=FakeChair(0, shown))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("t", "c")
        await settled(pilot)
        text = "\n".join(grid(app))
        assert "any word; empty lets chance cut" in text
        assert "your word joins the shuffle, so nobody can fix the deal; seal 01234567" in text
        assert "89abcdef" not in text
        await pilot.press("tab")
        await settled(pilot)
        text = "\n".join(grid(app))
        assert "sealed: 01234567 89abcdef 01234567 89abcdef, 4c55a8552a2c7261" in text


@pytest.mark.slow
async def test_a_cut_that_is_refused_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: FakeChair, request: SeatRequest) -> None:
        raise TableError("cut with up to {most} letters or digits", most=64)

    monkeypatch.setattr(FakeChair, "ask", refuse)
    app = CuttleApp(lobbies.online(), chair=room())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("t", "c", "x", "enter")
        await settled(pilot)
        assert "cut with up to 64 letters or digits" in "\n".join(grid(app))


async def test_nobody_cuts_while_a_game_runs() -> None:
    chair = online.table(tables.TARGETS)
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("t")
        await settled(pilot)
        assert "cut the deck" not in "\n".join(grid(app))
        await pilot.press("c", "x", "enter")
        await settled(pilot)
    assert not any(isinstance(done, Cut) for done in chair.done)


def test_the_keys_of_a_cut() -> None:
    chat_context = ChatContext(("bob",), cuts=True)
    chat, deed = press_chat(ChatState(), "c", chat_context)
    assert (chat, deed) == (ChatState("cut"), None)
    assert press_chat(ChatState("cut", "se"), "7", chat_context) == (ChatState("cut", "se7"), None)
    assert press_chat(ChatState("cut", " se7 "), "enter", chat_context) == (
        None,
        ChatCommand("cut", text="se7"),
    )
    assert press_chat(ChatState("cut", "se7"), "escape", chat_context) == (ChatState(), None)
    running = replace(chat_context, cuts=False)
    assert press_chat(ChatState(), "c", running) == (ChatState("write", "c"), None)


def test_a_log_names_those_who_cut() -> None:
    from cuttle_tui.i18n.translation import plain
    from cuttle_tui.kit.names import names_of
    from cuttle_tui.table.log_lines import cut_lines

    state = table_after(3).state(0)
    names = names_of(state.sitters, 0)
    mine, theirs = map(plain, cut_lines(("lucky 7", "secret word"), names))
    assert mine == 'you cut the deck with "lucky 7"'
    assert theirs.endswith(" cut the deck (21acb28c0de05996)")
    assert "secret" not in theirs
    assert cut_lines(("", ""), names) == []
