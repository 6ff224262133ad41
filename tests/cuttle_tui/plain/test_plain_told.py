"""Plain mode tells all that the eye would see: known cards, whose turn it is, what was undone."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from cuttle_tui.i18n.translation import plain
from cuttle_tui.kit.names import Names, time_left
from cuttle_tui.plain import table_feed
from cuttle_tui.plain.session import INTERRUPT
from cuttle_tui.plain.table_words import event_lines, time_words
from cuttle_tui.ports import Change, Sitter
from cuttle_tui.replay import plain as replays
from cuttle_tui.table.log_lines import log_lines
from engine.cards import card_name
from engine.play import events as ev
from engine.play.events import Event
from tests.cuttle_tui import tables
from tests.cuttle_tui.coached import FakeAnalyst
from tests.cuttle_tui.lobbies import online
from tests.cuttle_tui.plain.test_plain import at_table_of, has, sit
from tests.cuttle_tui.plain_talk import Talk, at_home, talk
from tests.cuttle_tui.tables import FakeChair, card

ANA = Names(("ana", "bob", "carol"), 0)
NO_GLASSES = tables.position(tables.MINE.replace(" 8S", ""), more="turn 20 P0; ask play P0; ply 39")
READ = tables.position(
    tables.MINE.replace(" 8S", ""), f"{tables.BOBS} 8D", "turn 22 P0; ask play P0; ply 41"
)


async def change(one: Talk, chair: FakeChair, text: str) -> list[str]:
    """Show another position, and give what was said to it."""
    start = len(one.said)
    chair.change(text)
    await one.type("clock")
    return one.said[start:]


# the scrap and the deck --------------------------------------------------------------------------


async def test_a_fetch_lists_the_scrap_by_rank_and_speaks_of_no_card_beside() -> None:
    async with talk(at_table_of(tables.FETCH), short=True) as one:
        await sit(one)
        said = await one.type("choices")
        allowed = {action.card for action in one.view.legal}
        names = [card_name(card) for card in sorted(allowed)]
        assert said[1] == "Take which card from the scrap?"
        assert said[2:-1] == [f"{place}: take {name}" for place, name in enumerate(names, 1)]


def told(log: tuple[Event, ...]) -> list[list[str]]:
    """Give the lines of each event."""
    return [
        [plain(line) for line in event_lines(event, ANA, log[:place])]
        for place, event in enumerate(log)
    ]


def test_what_a_seven_turned_up_and_was_not_played_goes_back_on_the_deck() -> None:
    both = ev.Revealed(1, (card("7C"), card("KC")))
    back = "back on top of the deck: KC"
    for used in (
        ev.PlayedPoints(1, card("7C")),
        ev.AnnouncedOneOff(1, card("7C"), (), -1),
        ev.Discarded(1, (card("7C"),), "seven"),
        ev.Stole(1, card("7C"), card("TH"), 0, 1),
    ):
        for between in ((), (ev.Conceded(2),)):
            log = (ev.AnnouncedOneOff(1, card("7S"), (), -1), both, *between, used)
            assert told(log)[-1][-1] == back
            lines = [plain(line) for line in log_lines(log, ANA)]
            assert lines[-1] == back
            assert lines.count(back) == 1


def test_nothing_goes_back_where_one_card_was_turned_up_or_the_deck_was_told_of() -> None:
    one = ev.Revealed(1, (card("7C"),))
    both = ev.Revealed(1, (card("7C"), card("KC")))
    for log in (
        (one, ev.PlayedPoints(1, card("7C"))),
        (both, ev.Conceded(1)),
        (both, ev.AnnouncedOneOff(1, card("7C"), (), -1), ev.Declined(0)),
        (both, ev.AnnouncedOneOff(1, card("7C"), (), -1), ev.Shielded(1, ()), ev.Fizzled(1, 24)),
        (ev.PlayedPoints(1, card("7C")),),
    ):
        assert not has(told(log)[-1], "back on top")


# whose turn it is --------------------------------------------------------------------------------


async def test_the_table_tells_whose_turn_it_is_and_what_is_asked() -> None:
    for text, seat, lines in (
        (tables.TARGETS, 0, ["It is your turn.", "Choose a card, or draw."]),
        (tables.LIMIT, 0, ["It is your turn.", "Discard.", "Choose one card to discard."]),
        (tables.WAITING, 0, ["It is bob's turn.", "bob is choosing a card."]),
        (tables.PEEK, 0, ["It is your turn.", "Seven.", "Play one of these cards from the deck."]),
    ):
        async with talk(at_table_of(text, seat)) as one:
            await sit(one)
            assert (await one.type("table"))[-len(lines) :] == lines
    async with talk(at_table_of(tables.COUNTER, 1)) as one:
        await sit(one)
        said = await one.type("table")
        assert said[-3:-1] == ["It is ana's turn.", "Counter?"] or has(said[-3:], "Counter?")


async def test_the_turn_is_told_beside_a_player_who_is_away() -> None:
    async with talk(at_table_of(tables.WAITING)) as one:
        chair = await sit(one)
        chair.shown = replace(chair.shown, away=(None, 180))
        await change(one, chair, tables.WAITING)
        for word in ("table", "choices"):
            said = await one.type(word)
            assert has(said, "It is bob's turn.")
            assert has(said, "bob is away: you can claim the win in 3 min.")


async def test_on_arrival_the_question_is_told_once() -> None:
    async with talk(at_table_of()) as one:
        await sit(one)
        assert one.said.count("Choose a card, or draw.") == 1
        assert not has(one.said, "It is your turn.")
    async with talk(at_table_of(tables.WAITING)) as one:
        await sit(one)
        assert one.said.count("It is bob's turn.") == 1


@pytest.mark.parametrize("ready", [False, True])
async def test_the_end_of_a_game_is_told_in_a_sentence_before_what_can_be_done(ready: bool) -> None:
    async with talk(at_table_of()) as one:
        chair = await sit(one)
        start = len(one.said)
        if ready:
            chair.shown = replace(chair.shown, ready=(0,))
        chair.change(tables.OVER)
        await one.type("wait")
        again = "Type ready to play again, or help for what else you can do."
        now = "Rematch: waiting for your opponent." if ready else again
        told = ["You won: 19 points; the goal was 14.", "The game is over.", now]
        assert one.said[start:][-3:] == told
        assert await one.type("choices") == told


async def test_the_end_of_a_game_is_no_turn() -> None:
    async with talk(at_table_of(tables.OVER)) as one:
        await sit(one)
        assert has(one.said, "The game is over.")
        assert not has(one.said, "turn.")
        again = await one.type("table")
        assert has(again, "The game is over.")
        assert not has(again, "turn.")


async def test_a_computer_that_thinks_long_is_told_of_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = [0.0]
    monkeypatch.setattr(table_feed, "now", lambda: seconds[0])
    async with talk(at_table_of()) as one:
        chair = await sit(one)
        computer = Sitter("computer", "computer")
        chair.shown = replace(chair.shown, sitters=(tables.ANA_AND_BOB[0], computer))
        for more in ("ply 41", "ply 43"):
            said = await change(one, chair, tables.WAITING.replace("ply 41", more))
            seconds[0] += 1.9
            assert not has([*said, *await one.type("clock")], "thinking")
            seconds[0] += 0.2
            assert has(await one.type("clock"), "The computer is thinking.")
            seconds[0] += 5.0
            assert not has(await one.type("clock"), "thinking")
            await change(one, chair, tables.TARGETS.replace("ply 40", "ply 42"))


async def test_a_coach_that_thinks_long_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "LONG_THOUGHT", 0.0)
    async with talk(at_home("coach", analyst=FakeAnalyst(most=0))) as one:
        await one.type("computer")
        await one.type("wait")
        one.put("hint")
        one.put("yes")
        await one.until("The coach is thinking.")
        one.put(INTERRUPT)
        await one.idle()


async def test_a_hint_tells_its_price_first_and_a_yes_pays_it_once() -> None:
    async with talk(at_home("coach", analyst=FakeAnalyst())) as one:
        await one.type("computer")
        await one.type("wait")
        told = await one.type("hint")
        assert "With a hint this game no longer counts for the ladder." in told
        assert not any("%" in line for line in told)
        assert any("%" in line for line in await one.type("yes"))
        assert any("%" in line for line in await one.type("hint"))


# glasses -----------------------------------------------------------------------------------------


async def test_a_hand_that_may_be_read_is_read_at_once() -> None:
    async with talk(at_table_of(NO_GLASSES), short=True) as one:
        chair = await sit(one)
        assert not has(one.said, "bob's hand")
        said = await change(one, chair, tables.WAITING)
        assert said.count("bob's hand, 5 cards: 3D, 4S, TC, QH and KS.") == 1
        assert not has(await change(one, chair, tables.TARGETS), "bob's hand")


async def test_one_is_told_that_ones_hand_is_read() -> None:
    async with talk(at_table_of(NO_GLASSES)) as one:
        chair = await sit(one)
        assert (await change(one, chair, READ)).count("bob can see your hand now.") == 1
        assert not has(await change(one, chair, READ), "reads your hand")


async def test_an_eight_on_the_table_is_called_glasses() -> None:
    async with talk(at_table_of()) as one:
        await sit(one)
        said = await one.type("table")
        assert has(said, "Your royals: 8 of spades as glasses, king of diamonds.")
        assert has(said, "bob's royals: queen of clubs, king of clubs.")


async def test_the_hands_of_others_are_told_as_far_as_they_are_known() -> None:
    async with talk(at_table_of(), short=True) as one:
        assert has(await one.type("hands"), "That only works at a table")
        await sit(one)
        line = "bob has 5 cards in hand, known to you: 3D, 4S, TC, QH and KS."
        for typed in ("hands", "hand bob", "hand BOB"):
            assert await one.type(typed) == [line]
        assert has(await one.type("hand me"), "Your hand, ")
        assert has(await one.type("hand eve"), "Nobody called eve is here.")
    async with talk(at_table_of(NO_GLASSES)) as one:
        await sit(one)
        assert await one.type("hands") == ["bob has 5 cards in hand."]


async def test_what_was_seen_of_hands_and_deck_is_told_with_its_turn() -> None:
    top = NO_GLASSES.partition("; deck ")[2][:2]
    async with talk(at_table_of(f"{NO_GLASSES}; seen 12 KS TC, 14 P0 TC {top}"), short=True) as one:
        await sit(one)
        seen = "bob has 5 cards in hand; seen before: TC on turn 15, KS on turn 13."
        assert await one.type("hands") == [seen]
        assert has(await one.type("table"), f"; on top, seen before: {top} on turn 15.")


# taken back, given up, left ----------------------------------------------------------------------


async def test_the_move_that_is_taken_back_is_named() -> None:
    async with talk(at_home("again")) as one:
        await one.type("computer")
        await one.type("wait")
        await one.type("draw")
        await one.type("wait")
        assert has(await one.type("undo"), "Your last move was taken back: draw a card.")
        words = next(line for line in one.said if line.startswith("2: ")).removeprefix("2: ")
        await one.type("2")
        await one.type("wait")
        assert has(await one.type("undo"), f"Your last move was taken back: {words}.")


async def test_after_giving_up_nothing_is_read_until_the_table_shows_it() -> None:
    async with talk(at_table_of()) as one:
        chair = await sit(one)
        await one.type("concede")
        one.put("yes")
        while not chair.played:
            await asyncio.sleep(0)
        for _ in range(20):
            await asyncio.sleep(0)
        assert not one._idle.is_set()
        chair.change(tables.OVER)
        await one.idle()


async def test_who_left_and_ended_the_game_is_told_of_once() -> None:
    async with talk(at_table_of(tables.WAITING)) as one:
        chair = await sit(one)
        gone = (tables.ANA_AND_BOB[0], replace(tables.ANA_AND_BOB[1], name="", kind="nobody"))
        chair.shown = replace(chair.shown, sitters=gone, title="elm")
        said = await change(one, chair, tables.OVER)
        assert len([line for line in said if "left: no further" in line]) == 1, said


# the end -----------------------------------------------------------------------------------------


async def test_who_runs_out_of_time_is_not_said_to_have_given_up() -> None:
    async with talk(at_table_of()) as one:
        chair = await sit(one)
        start = len(one.said)
        log = (*chair.shown.log, ev.Conceded(1), ev.Ended((0,), "concede"))
        chair.shown = replace(chair.shown, log=log, given_up=((1, "time"),))
        for listener in chair.listeners:
            listener(Change(log[-2:]))
        await one.type("log 2")
        said = " ".join(one.said[start:])
        assert "conceded" not in said
        assert said.count("bob ran out of time.") == 2


TYPE_READY = "Type ready when you want to begin."


async def test_who_waits_is_told_to_get_ready_once_all_seats_are_taken() -> None:
    chair = tables.waiting_chair()
    async with talk(online(chairs=(chair,))) as one:
        said = await one.type("open")
        assert TYPE_READY not in said
        assert has(said, "ssh -t -p 2222 HOST join K7QF")
        full = replace(chair.shown, sitters=tables.ANA_AND_BOB)
        for ready, told in (((), True), ((1,), False), ((0, 1), False)):
            chair.shown = replace(full, ready=ready)
            start = len(one.said)
            for listener in chair.listeners:
                listener(Change(()))
            await one.type("short")
            assert (TYPE_READY in one.said[start:]) is told


async def test_who_joins_last_is_told_of_no_free_seat_and_needs_no_more_friends() -> None:
    full = replace(tables.waiting_chair().shown, sitters=tables.ANA_AND_BOB)
    for ready, told in (((), True), ((0,), False)):
        async with talk(online(chairs=(FakeChair(0, replace(full, ready=ready)),))) as one:
            said = await one.type("join k7qf")
            assert not has(said, "ssh -t")
            assert (TYPE_READY in said) is told


async def test_nobody_is_ready_for_a_game_that_nobody_is_left_for() -> None:
    async with talk(at_table_of(tables.OVER)) as one:
        chair = await sit(one)
        left = (tables.ANA_AND_BOB[0], Sitter("bob", "nobody", present=False))
        chair.shown = replace(chair.shown, sitters=left)
        await change(one, chair, tables.OVER)
        assert has(await one.type("ready"), "Nobody is left to play with here")
        assert not chair.rematches


# times -------------------------------------------------------------------------------------------

UNITS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}


def counted_back(words: str) -> int:
    """Return how many seconds a time in words stands for."""
    numbers, units = words.split()[::2], words.split()[1::2]
    return sum(
        int(number) * UNITS[unit.removesuffix("s")]
        for number, unit in zip(numbers, units, strict=True)
    )


@given(st.integers(0, 20 * 86_400))
def test_a_time_in_words_is_the_time(seconds: int) -> None:
    """To the second in the last ten minutes, then to the minute, then to the hour."""
    words = time_words(seconds)
    exact = 1 if seconds < 600 else 60 if seconds <= 3 * 3600 else 3600
    assert counted_back(words) == seconds // exact * exact
    assert seconds == 0 or "0" not in words.split()


def test_no_time_left_is_called_zero_minutes() -> None:
    assert [time_left(seconds) for seconds in (0, 31, 59, 60)] == ["0 s", "31 s", "59 s", "1 min"]
    assert time_words(50) == "50 seconds"
    assert time_words(75) == "1 minute 15 seconds"


async def test_a_number_for_the_question_before_does_not_answer_a_draw_offer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seconds = [0.0]
    monkeypatch.setattr(table_feed, "now", lambda: seconds[0])
    offer = tables.position(more="turn 20 P0; ask offer P0; offerer 1; ply 41")
    for line in ("1", "yes", "no"):
        for waited, played in ((0.9, 0), (1.1, 1)):
            chair = tables.chair(tables.TARGETS)
            async with talk(online(chairs=(chair,))) as one:
                await one.type("computer")
                chair.change(offer)
                await one.until("offers a draw")
                seconds[0] += waited
                said = await one.type(line)
                assert len(chair.played) == played
                if not played:
                    assert "Another question has just come" in said[0]
                    assert said[-1].startswith("Type a number")
                    await one.type(line)
                    assert len(chair.played) == 1
