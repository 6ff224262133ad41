"""Things are counted as the language counts them."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import copy_context

import pytest

from cuttle_tui.i18n.translation import cards, plain, speak
from cuttle_tui.kit.names import results_text
from cuttle_tui.rules.book import option_title
from cuttle_tui.table.plate import drew_text


def in_french(say: Callable[[], str]) -> str:
    def spoken() -> str:
        speak("fr")
        return say()

    return copy_context().run(spoken)


@pytest.mark.parametrize(
    ("counts", "told"),
    [
        ((9, 1, 0), "9 gagnées, 1 perdue, 0 nulle"),
        ((1, 0, 1), "1 gagnée, 0 perdue, 1 nulle"),
        ((0, 2, 2), "0 gagnée, 2 perdues, 2 nulles"),
        ((2, 1), "2 gagnées, 1 perdue"),
    ],
)
def test_each_count_of_games_agrees_with_its_word(counts: tuple[int, ...], told: str) -> None:
    assert in_french(lambda: results_text(*counts)) == told


def test_draws_may_go_uncounted() -> None:
    assert results_text(2, 1) == "2 won, 1 lost"
    assert results_text(2, 1, 0) == "2 won, 1 lost, 0 drawn"


@pytest.mark.parametrize(("count", "told"), [(1, "1 autre"), (2, "2 autres")])
def test_cards_that_are_not_listed_are_counted(count: int, told: str) -> None:
    assert in_french(lambda: plain(cards(range(1 + count), most=1))).endswith(f" et {told}")


@pytest.mark.parametrize(("count", "told"), [(0, "0 piochée"), (1, "1 piochée"), (2, "2 piochées")])
def test_drawn_cards_agree_with_their_count(count: int, told: str) -> None:
    assert in_french(lambda: drew_text(count)) == told


@pytest.mark.parametrize(("count", "told"), [(1, "que 1 carte"), (6, "que 6 cartes")])
def test_the_title_of_an_option_agrees_with_its_number(count: int, told: str) -> None:
    assert in_french(lambda: option_title("hand-limit", count)).endswith(told)
    assert option_title("hand-limit", 1).startswith("discard down to 1 card at")
