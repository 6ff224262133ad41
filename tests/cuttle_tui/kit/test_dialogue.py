"""A dialogue in the bar goes from question to answer, whatever screen has it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar, cast

from cuttle_tui.i18n.translation import N_, say
from cuttle_tui.kit.dialogue import Asker, Question, Request
from cuttle_tui.kit.keymap import Section, TypeText
from cuttle_tui.kit.list_screen import Menu
from cuttle_tui.kit.lists import Cell, Heads, ListModel, Row, entry_row
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.kit.text_types import Prompt
from cuttle_tui.kit.words import Entry
from cuttle_tui.ports import LobbyError

T = TypeVar("T")
KEYS: Final[Section[Any]] = Section(N_("keys"), ())


class _Screen:
    """Keeps what is asked of the lobby, until the test answers."""

    def __init__(self) -> None:
        self.then: Callable[[Any], None] | None = None
        self.fail: Callable[[LobbyError], None] | None = None
        self.refused: list[LobbyError] = []

    def ask_lobby(
        self, work: Awaitable[T], then: Callable[[T], None], fail: Callable[[LobbyError], None]
    ) -> None:
        self.then, self.fail = then, fail

    def tell_refusal(self, error: LobbyError) -> None:
        self.refused.append(error)


def _asker() -> tuple[Asker, _Screen, list[str]]:
    screen, shown = _Screen(), list[str]()
    asker = Asker(
        cast(ZoneScreen, screen),
        lambda: shown.append("" if asker.asked is None else asker.asked.typed),
    )
    return asker, screen, shown


def _prompt(typed: str) -> Prompt:
    return Prompt("bar", "NAME", say(typed))


async def test_what_is_typed_answers_the_question() -> None:
    asker, _, shown = _asker()
    told = []

    async def ask() -> None:
        told.append(await Question[str](KEYS, _prompt, 2))

    asker.begin(ask())
    for letter in "abc":
        asker.edit(TypeText(letter))
    typed = "" if asker.asked is None else asker.asked.typed
    asker.reply(typed)
    assert asker.asked is None
    assert (told, shown) == (["ab"], ["", "a", "ab", "ab"])


async def test_a_question_stays_open_until_the_lobby_has_answered_and_takes_no_second_answer() -> (
    None
):
    asker, screen, _ = _asker()
    told = []

    async def ask() -> None:
        await Question[bool](KEYS, _prompt)
        told.append(await Request(cast(Awaitable[int], None)))

    asker.begin(ask())
    asker.reply(True)
    asker.reply(True)
    assert bool(asker.asked)
    assert screen.then is not None
    screen.then(3)
    assert not asker.asked
    assert told == [3]


async def test_a_refusal_that_no_dialogue_takes_is_told() -> None:
    asker, screen, _ = _asker()

    async def ask() -> None:
        await Request(cast(Awaitable[int], None))

    asker.begin(ask())
    assert screen.fail is not None
    screen.fail(LobbyError("busy"))
    assert [error.reason for error in screen.refused] == ["busy"]


def test_a_menu_has_a_row_for_each_entry_or_the_rows_of_its_table_below_heads() -> None:
    menu, heads = Menu((Entry("a", "ace", "a card", "An ace?", "take"),)), Heads((Cell(0, "card"),))
    assert menu.model(0).rows == (entry_row(menu.entries[0]),)
    assert menu.model(0, [Row(())], heads) == ListModel((Row(()),), 0, heads=heads)
    assert menu.model(0, [], heads).heads is None
