"""The band: empty piles, a deck as thick as it is, names on the cards of an open play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cuttle_tui.drawing.layout import plan_for
from cuttle_tui.i18n.translation import say
from cuttle_tui.kit.zone import paint_context_for
from cuttle_tui.table.view_model import MidModel, StackCard
from cuttle_tui.table.widgets.band import Middle
from cuttle_tui.tty.terminal import Terminal
from tests.cuttle_tui.gallery.judging import WatchedSheet
from tests.cuttle_tui.tables import card


def _drawn(
    model: MidModel, size: tuple[int, int] = (80, 24), *, unicode: bool = True
) -> WatchedSheet:
    plan = plan_for(*size)
    assert plan is not None
    zone = Middle(paint_context_for(Terminal(unicode=unicode)), "middle")
    sheet = WatchedSheet(plan.table, plan.band_rows)
    zone.draw(model, plan, sheet)
    assert sheet.faults == []
    return sheet


def shown(model: MidModel, size: tuple[int, int] = (80, 24), *, unicode: bool = True) -> list[str]:
    return _drawn(model, size, unicode=unicode).texts()


@pytest.mark.parametrize(("cards", "edge"), [(9, ""), (10, "▌"), (20, "▏"), (30, "▏▌"), (41, "▏▏")])
def test_the_deck_has_an_edge_for_every_ten_cards(cards: int, edge: str) -> None:
    plan = plan_for(120, 40)
    assert plan is not None
    row = shown(MidModel(deck=cards), (120, 40))[-2]
    first = plan.first + plan.pile.width
    assert row[first:].strip() == edge


def test_empty_piles_are_places() -> None:
    grounds = [ink.ground for row in _drawn(MidModel())._rows for _, _, ink in row]
    assert grounds.count("pile") == 2 * 3
    assert shown(MidModel(), unicode=False)[2].split() == ["|", "|", "|", "|"]


def _stack(*names: str) -> MidModel:
    twos = ("6S", "2H", "2D")
    cards = tuple(
        StackCard(card(two), name, mine=False) for two, name in zip(twos, names, strict=False)
    )
    return MidModel(deck=20, top=card("9S"), scrap=3, stack=cards, newest_first=True)


def test_names_on_played_cards_are_whole_where_there_is_room() -> None:
    assert shown(_stack("dmitri"))[2].split()[-1] == "dmitri"
    assert shown(_stack("bob", "carol"))[2].split()[-2:] == ["bob", "carol"]


def test_names_that_do_not_fit_are_marked_as_cut() -> None:
    assert shown(_stack("bartholomew", "carol", "dmitri"))[2].split()[-3:] == [
        "bart~",
        "carol",
        "dmit~",
    ]


def test_the_text_is_whole_before_the_name_and_the_computer_has_a_short_one() -> None:
    stack = (StackCard(card("6S"), "computer", mine=False, short="CPU"),)
    brief = (say("computer plays"),)
    told = (say("the computer plays it as a one-off: purge"), say("word " * 11))
    assert "computer" in shown(replace(_stack(), stack=stack, lines=brief))[2]
    rows = shown(replace(_stack(), stack=stack, lines=told))
    assert "CPU" in rows[2]
    assert " ".join(rows).count("word") == 11


def test_a_sentence_that_does_not_fit_is_left_out_whole() -> None:
    lines = (say("alpha " * 12), say("beta " * 12), say("gamma " * 12))
    text = " ".join(shown(replace(_stack("bob"), lines=lines)))
    assert text.count("alpha") == 12
    assert "beta" not in text
    assert "gamma" not in text


@pytest.mark.parametrize(("plays", "newest"), [(1, "played"), (2, "countered")])
@pytest.mark.parametrize("spoken", [False, True])
def test_the_newest_play_is_bright_and_what_it_answers_in_quiet(
    plays: int, newest: str, *, spoken: bool
) -> None:
    """What a play alone does is quiet, and so is what was said about it."""
    lines = (say("played"), say("countered" if plays > 1 else "rule"), say("said"))
    stack = _stack(*("you", "bob")[:plays])
    model = replace(stack, lines=lines[: 2 + spoken], spoken=spoken)
    told = {text: ink.fore for row in _drawn(model)._rows for _, text, ink in row}
    words = [line[0].text for line in model.lines]
    assert [word for word in words if told[word] == "newest"] == [newest]


@pytest.mark.parametrize("size", [(120, 40), (200, 69)])
def test_beside_a_log_the_scrap_is_listed_by_rank_and_the_last_events_end_the_band(
    size: tuple[int, int],
) -> None:
    cards = tuple(map(card, ("AC", "2S", "2H", "TD", "KC")))
    lines = tuple(map(say, ("oldest", "older", "old", "newest")))
    model = MidModel(deck=20, top=cards[0], scrap=5, scrapped=cards, lines=lines)
    rows = shown(model, size)
    assert any("A♣  2♠♥  10♦  K♣" in row for row in rows[:2])
    told = " ".join(rows).split()
    assert [word for word in told if word.isalpha()][-3:] == ["older", "old", "newest"]
    assert "oldest" not in told
    assert not any("2♠♥" in row for row in shown(MidModel(deck=20, scrapped=cards)))
