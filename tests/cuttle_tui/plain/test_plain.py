"""Plain mode: the whole game in lines of text, at home and at tables laid for the tests."""

from __future__ import annotations

import asyncio
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from cuttle_tui.plain import conversation, session, table_commands
from cuttle_tui.plain.commands import Place
from cuttle_tui.plain.lines import KINDS
from cuttle_tui.plain.session import INTERRUPT, LONGEST
from cuttle_tui.ports import APART, MOVING, Change, ChatLine, LobbyError, News, Sitter
from cuttle_tui.table.situation import LONG_WAIT
from engine.actions import parse_action
from engine.cards import CARD_NAMES
from engine.errors import StaleAction
from engine.play.events import Drew
from engine.play.view import View
from engine.record.parser import parse_record
from engine.rules.rulesets import PRESETS
from engine.table.seats import CallOff, Claim
from tests.cuttle_tui import tables
from tests.cuttle_tui.games import record_after
from tests.cuttle_tui.lobbies import ALWAYS, ASKED, WAITS, FakeAccount, FakeLobby, online
from tests.cuttle_tui.online import DECIDED, WON, alter, staked
from tests.cuttle_tui.plain_talk import Talk, at_home, play_on, talk
from tests.cuttle_tui.tables import FakeChair

pytestmark = pytest.mark.slow


def at_table_of(text: str = tables.TARGETS, seat: int | None = 0, **more: object) -> FakeLobby:
    """Open a lobby at home with a prepared table."""
    return FakeLobby(chairs=(tables.chair(text, seat),), **more)  # type: ignore[arg-type]


async def sit(one: Talk) -> FakeChair:
    """Sit down at the prepared table."""
    await one.type("computer")
    assert one.session.table is not None
    chair = one.session.table.chair
    assert isinstance(chair, FakeChair)
    return chair


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("", "computer: play the computer"),
        (tables.TARGETS, "NUMBER:"),
        (tables.WAITING, "table:"),
        (tables.OVER, "ready:"),
    ],
)
async def test_help_says_first_what_is_most_likely_now(text: str, first: str) -> None:
    async with talk(at_table_of(text or tables.TARGETS)) as one:
        if text:
            await sit(one)
        said = await one.type("help")
        start = said.index("Most likely now:")
        assert said[start + 1].startswith(first)
        more = "Type help all to hear everything, or help and a word to hear what it does."
        assert said[-1] == more
        assert len(said) <= start + 7
        assert not has(said, "[")
        whole = await one.type("help all")
        assert whole[0] == "Most likely now:"
        assert "You can also type:" in whole
        assert len(whole) > 20


def has(lines: list[str], text: str) -> bool:
    """Tell whether any line holds a text."""
    return any(text in line for line in lines)


# whole games -------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", [False, True], ids=["numbers", "notation"])
@pytest.mark.parametrize("ruleset", PRESETS)
async def test_whole_games_by_chance_under_every_ruleset(ruleset: str, typed: bool) -> None:
    chance = random.Random(f"{ruleset} {typed}")
    async with talk(at_home(f"{ruleset} {typed}")) as one:
        await one.type(f"computer {ruleset}")
        played = await play_on(one, chance, typed=typed)
        assert 0 < played < 400
        assert one.session.table is not None
        state = one.session.table.state
        assert has(one.said, "The game is over.")
        assert [line for line in one.said if line == "The game is over."] == ["The game is over."]
        told = len([event for event in state.log if not isinstance(event, Drew)])
        assert len(one.said) > told
        assert all(line.isprintable() for line in one.said)
        parse_record("\n".join(await one.type("record")) + "\n")


async def test_no_hidden_card_is_told() -> None:
    async with talk(at_home("hidden"), short=True) as one:
        await one.type("computer standard")
        table = one.session.table
        assert table is not None
        for _ in range(6):
            await one.type("wait")
            await one.type("draw")
            for word in ("table", "log all", "hand", "scrap", "actions", "why draw"):
                await one.type(word)
        view = one.view
        sides = [card for side in view.seats for card in (*side.hand, *view.scrap)]
        lain = [one.card for side in view.seats for one in (*side.points, *side.royals)]
        stacked = [c for side in view.seats for one in side.points for c in one.stack]
        known = {CARD_NAMES[card] for card in (*sides, *lain, *stacked)}
        words = {word.strip(".,:;>") for line in one.said for word in line.split()}
        assert words & set(CARD_NAMES) <= known


async def test_the_next_game_of_a_table_is_told_from_its_deal() -> None:
    async with talk(at_home("anew")) as one:
        await one.type("computer")
        await one.type("concede")
        said = await one.type("yes")
        assert has(said, "The game is over.")
        assert has(await one.type("cut lucky 7"), "You cannot do that now")
        said = await one.type("ready")
        assert has(said, "go first")
        assert has(said, "Your hand, ")
        assert not has(await one.type("log all"), "gave up")


async def test_the_seal_of_a_deal_is_spelled_on_demand_alone() -> None:
    digits = re.compile(r"[0-9a-f]{8}")
    async with talk(at_home("sealed")) as one:
        await one.type("computer")
        start = one.said[:]
        assert has(await one.type("seal"), "Deal sealed: ")
        end = [*await one.type("concede"), *await one.type("yes")]
        assert has(await one.type("seal"), "check it with cuttle verify")
        assert not [line for line in (*start, *end) if digits.search(line)]
        assert not has(end, "seal")


# what can be typed -------------------------------------------------------------------------------


def test_every_command_is_explained_and_every_explanation_has_a_command() -> None:
    for place in Place:
        here = [command.word for command in session.ALL if command.places & place]
        assert len(here) == len(set(here)), place
    assert all(command.text and command.usage and command.places for command in session.ALL)
    at_table = {command.word for command in table_commands.COMMANDS}
    assert at_table & KINDS == {"concede", "offer", "retract", "leave"}
    assert set(session.COMMANDS) & KINDS == {"block"}, "told apart by what follows"


async def test_help_tells_what_can_be_typed_here() -> None:
    async with talk(at_table_of()) as one:
        assert has(await one.type("help all"), "computer [RULES]")
        assert not has(one.said, "quick [RULES]")
        await sit(one)
        assert has(await one.type("?"), "why ACTION")
        assert has(await one.type("? all"), "quit: leave plain mode")


@pytest.mark.parametrize(
    "line",
    ["frobnicate", "9H", "points", "0", "99", "1 2", "-1", "oneoff >", "why", "why ?", "card", "@",
     "card 99", "log -1", "wait soon", "\x00\x1b[2J", "ünïcödé", "open", "replay", "points 7S@eve",
     "discard", "take", "say", "mute", "join", "sit", "name", "report", "open standard timing",
     "computer nonsense", "computer standard+nonsense", "rules nonsense", "x" * (LONGEST + 1)],
)  # fmt: skip
async def test_what_makes_no_sense_is_answered_and_changes_nothing(line: str) -> None:
    lobby = at_table_of()
    async with talk(lobby) as one:
        assert await one.type(line)
        chair = await sit(one)
        assert await one.type(line)
        assert not chair.played
        assert not chair.left
        assert not one.task.done()
        assert all(text.isprintable() for text in one.said)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("say " + "x" * LONGEST, "That line is too long: the limit is 400 characters. Nothing was"),
        ("say hello\u202e", "That line has characters that cannot be read. Nothing was done."),
        ("say Zo\ufffd", "That line has characters that cannot be read. Nothing was done."),
        ("say \x1b[31mred", "That line has characters that cannot be read. Nothing was done."),
    ],
)
async def test_a_line_is_taken_whole_or_not_at_all(line: str, told: str) -> None:
    lobby = at_table_of()
    async with talk(lobby) as one:
        await sit(one)
        assert has(await one.type(line), told)


@pytest.mark.parametrize("before", ["", "language ", "why "])
async def test_what_is_not_understood_is_repeated_whole(before: str) -> None:
    typed = "x" * 90 + "end"
    async with talk(at_table_of()) as one:
        await sit(one)
        assert has(await one.type(before + typed), typed[1:])


async def test_choices_are_played_with_the_stamp_they_were_told_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with talk(at_table_of()) as one:
        chair = await sit(one)
        assert has(one.said, "Type a number from 1 to ")
        monkeypatch.setattr(conversation, "_SETTLED", 0.0)
        chair.refuse = StaleAction("moved on")
        said = await one.type("1")
        assert has(said, "The table cannot take a move just now: choose again.")
        assert has(said[1:], "Type a number from 1 to ")
        chair.refuse = None
        monkeypatch.undo()
        typed = asyncio.ensure_future(one.type("1"))
        await one.until("Type a number from 1 to ")
        while not chair.played:
            await asyncio.sleep(0)
        chair.change(tables.WAITING)
        await typed
        assert chair.played == [(parse_action("draw"), 40)]


async def test_a_choice_is_played_once_the_table_takes_it() -> None:
    async with talk(at_table_of()) as one:
        chair = await sit(one)
        asked = len(one.said)
        chair.refuse = StaleAction("the last action is still being saved")
        typed = asyncio.ensure_future(one.type("1"))
        tried = chair.submissions
        while chair.submissions == tried:
            await asyncio.sleep(0)
        chair.refuse = None
        for listener in chair.listeners:  # something else was saved, and the question stands
            listener(Change(()))
        while not chair.played:
            await asyncio.sleep(0)
        assert one.said[asked:] == []
        chair.change(tables.WAITING)
        await typed
        assert chair.played == [(parse_action("draw"), 40)]


async def test_where_one_number_is_asked_for_two_are_too_many() -> None:
    async with talk(at_table_of()) as one:
        await sit(one)
        assert (await one.type("1 2"))[0] == "That takes 1 number."
        assert (await one.type("99"))[0] == "There is no such choice."


async def test_several_cards_are_discarded_by_one_line() -> None:
    async with talk(at_table_of(tables.ROBBED)) as one:
        chair = await sit(one)
        assert has(one.said, "Type 2 numbers from 1 to 10.")
        closing = "Type 2 numbers from 1 to 10."
        for line in ("3", "3 3", "1 2 3"):
            assert await one.type(line) == ["That takes 2 different numbers.", closing]
        assert has(await one.type("3 99"), "There is no such choice")
        assert has(await one.type("why 3"), "That takes 2 different numbers.")
        assert not chair.played
        typed = asyncio.ensure_future(one.type("1, 3"))
        while not chair.played:
            await asyncio.sleep(0)
        chair.change(tables.WAITING)
        await typed
        assert str(chair.played[0][0]) == "discard 4H 5D"


@pytest.mark.parametrize(
    ("text", "seat", "line"),
    [
        (tables.COUNTER, 1, "Counter?"),
        (tables.FETCH, 0, "Take which card from the scrap?"),
        (tables.LIMIT, 0, "Choose one card to discard"),
        (tables.PAY, 0, "Choose one card to discard"),
        (tables.PEEK, 0, "Revealed: "),
        (tables.OVER, 0, "The game is over."),
        (tables.WAITING, 0, "bob is choosing a card."),
    ],
)
async def test_every_question_says_what_is_asked(text: str, seat: int, line: str) -> None:
    async with talk(at_table_of(text, seat)) as one:
        await sit(one)
        assert has([*one.said, *await one.type("choices")], line), one.said


async def test_a_seven_tells_the_hand_beside_what_it_turned_up() -> None:
    async with talk(at_table_of(tables.PEEK)) as one:
        await sit(one)
        said = await one.type("choices")
        head = said.index("Seven.")
        assert said[head + 1].startswith("Revealed: 5 of hearts")
        assert said[head + 2].startswith("Your hand, 6 cards: ace of hearts")
        assert said[head + 3] == "Play one of these cards from the deck."


async def test_yes_and_no_answer_a_counter() -> None:
    for word, action in (("no", "decline"), ("yes", "counter 2S")):
        lobby = FakeLobby(chairs=(tables.counter_chair(),))
        async with talk(lobby) as one:
            chair = await sit(one)
            one.put(word)
            while not chair.played:
                await asyncio.sleep(0)
            chair.change(tables.OVER)
            assert str(chair.played[0][0]) == action


async def test_why_not() -> None:
    async with talk(at_table_of(tables.TARGETS), short=True) as one:
        await sit(one)
        assert has(await one.type("why points 9C"), "Not 9C: frozen")
        assert has(await one.type("why ten of clubs"), "it is not in your hand")
        assert has(await one.type("why points 2S"), "You can do that now.")
        assert has(await one.type("why draw"), "You can do that now.")
        assert has(await one.type("why scuttle 9h>10d"), "Not 9H: it is not in your hand.")
        assert has(await one.type("scuttle 3h 10d"), "Write > before the target, as in scuttle 3H>")
        assert has(await one.type("points 9C"), "Not 9C: frozen")
        assert has(await one.type("card 3H"), "3H: fetch, ")


async def test_why_after_a_game_leads_to_what_decided_it() -> None:
    async with talk(at_table_of(tables.OVER)) as one:
        await sit(one)
        assert has(await one.type("why"), "decided tells which turn decided it")


async def test_an_action_without_its_aim_asks_for_it() -> None:
    async with talk(at_table_of(tables.TARGETS)) as one:
        chair = await sit(one)
        said = await one.type("scuttle 3H")
        assert not chair.played
        assert has(said, "At which target? Type its number:")


async def test_cards_are_told_in_words_or_by_two_signs() -> None:
    async with talk(at_table_of()) as one:
        await sit(one)
        assert has(await one.type("hand"), "3 of hearts")
        await one.type("short")
        assert has(await one.type("hand"), "3H")
        await one.type("long")
        assert has(await one.type("hand"), "queen of diamonds")


async def test_lines_are_broken_between_words_where_that_is_asked_for() -> None:
    async with talk(at_table_of()) as one:
        await sit(one)
        whole = await one.type("help all")
        assert max(map(len, whole)) > 40
        await one.type("width 40")
        broken = await one.type("help all")
        assert max(map(len, broken)) <= 40
        assert " ".join(" ".join(broken).split()) == " ".join(" ".join(whole).split())
        for wrong in ("width", "width 7", "width wide"):
            assert has(await one.type(wrong), "Usage: width COLUMNS")
        assert has(await one.type("width 0"), "Lines are not broken")
        assert await one.type("help all") == whole


async def test_the_table_is_told_seat_by_seat() -> None:
    async with talk(at_table_of(), short=True) as one:
        await sit(one)
        said = await one.type("table")
        assert has(said, "bob's points: AS, 2H under JH, JC and JD, TD.")
        assert has(said, "bob's royals: QC, KC.")
        assert has(said, "Deck: ")
        assert has(said, "Scrap: 11 cards, 9S on top.")
        assert has(await one.type("scrap"), "The scrap has 11 cards.")
        assert len(await one.type("log 3")) == 3
        assert has(await one.type("clock"), "There are no clocks.")
        assert has(await one.type("rules"), "cuttle.cards")
        assert has(await one.type("record"), "not over")


async def test_people_and_scuttles_are_blocked_by_the_same_word() -> None:
    async with talk(online(chairs=(tables.chair(tables.TARGETS),))) as one:
        chair = await sit(one)
        assert has(await one.type("block TH"), "You have something else to decide first")
        assert has(await one.type("block bob"), "You blocked bob: you will not meet again.")
        assert has(await one.type("unblock bob"), "You unblocked bob.")
        assert has(await one.type("report bob rude"), "bob was reported")
        assert not chair.played


# leaving -----------------------------------------------------------------------------------------


async def test_leaving_and_giving_up_ask_first() -> None:
    async with talk(at_table_of()) as one:
        chair = await sit(one)
        await one.type("leave")
        assert has(await one.type("no"), "Nothing was done.")
        assert not chair.left
        await one.type("concede")
        await one.type("hand")
        assert not chair.played
        await one.type("concede")
        await one.type("yes")
        assert str(chair.played[0][0]) == "concede@0"
        chair.change(tables.WAITING.replace("ply 41", "ply 43"))
        await one.type("leave")
        assert has(await one.type("yes"), "You are at no table.")
        assert chair.left
        assert not chair.listeners


async def test_quitting_asks_in_a_running_game_and_nowhere_else() -> None:
    async with talk(at_table_of()) as one:
        await sit(one)
        assert has(await one.type("quit"), "Your game will not be saved")
        assert has(await one.type("y"), "Goodbye.")
        assert await one.task == 0
    async with talk(at_table_of()) as one:
        await one.type("quit")
        assert await one.task == 0


async def test_the_end_of_the_lines_ends_the_conversation() -> None:
    lobby = at_table_of()
    async with talk(lobby) as one:
        chair = await sit(one)
        one.end()
        assert await one.task == 0
        assert not chair.left
        assert not chair.listeners


async def test_an_interrupt_ends_a_wait_and_a_second_one_everything() -> None:
    async with talk(at_table_of(tables.WAITING)) as one:
        await sit(one)
        one.put("wait")
        assert has(await one.type(INTERRUPT), "Type quit to leave")
        await one.type("hand")
        assert has(await one.type(INTERRUPT), "Type quit to leave")
        await one.type(INTERRUPT)
        assert await one.task == 0


async def test_a_wait_ends_by_its_time_or_when_one_is_asked() -> None:
    async with talk(at_table_of(tables.WAITING)) as one:
        chair = await sit(one)
        assert has(await one.type("wait 0"), "You were asked nothing")
        typed = asyncio.ensure_future(one.type("wait"))
        await asyncio.sleep(0)
        chair.change(tables.TARGETS)
        assert has(await typed, "Type a number from 1 to ")


# what is told unasked ----------------------------------------------------------------------------


async def tell(one: Talk, chair: FakeChair, **more: object) -> list[str]:
    """Change the table beside the cards, and give what was said to it."""
    start = len(one.said)
    chair.shown = replace(chair.shown, **more)  # type: ignore[arg-type]
    chair.change(tables.TARGETS if chair.shown.view and chair.shown.view.legal else tables.WAITING)
    await one.type("choices")
    return one.said[start:]


async def test_comings_and_goings_are_told() -> None:
    async with talk(at_table_of()) as one:
        chair = await sit(one)
        gone = (tables.ANA_AND_BOB[0], Sitter("bob", "person", present=False))
        assert has(await tell(one, chair, sitters=gone), "bob is away")
        said = await tell(one, chair, away=(None, 0), claimable=True, may_call_off=True)
        assert has(said, "type claim to claim the win, call off")
        await one.type("claim")
        await one.type("call off")
        assert chair.done == [Claim(), CallOff()]
        assert has(await tell(one, chair, sitters=tables.ANA_AND_BOB), "bob is back")
        assert has(await tell(one, chair, trouble="disk full"), "cannot save moves")
        assert has(await tell(one, chair, trouble=APART), "cannot reach each other")
        assert has(await tell(one, chair, trouble=MOVING), "moving to another server")
        assert has(await tell(one, chair, trouble=""), "The game goes on.")
        left = (tables.ANA_AND_BOB[0], Sitter("bob", "nobody", present=False))
        assert has(await tell(one, chair, sitters=left), "bob left the table")


async def test_ones_time_is_told_at_a_minute_and_at_ten_seconds() -> None:
    async with talk(at_table_of()) as one:
        chair = await sit(one)
        told = []
        for seconds in (180, 120, 60, 30, 11, 10, 9, 1):
            start = len(one.said)
            chair.shown = replace(chair.shown, clocks=(seconds, 300))
            chair.change(tables.TARGETS)
            await one.type("hand")
            told += [line for line in one.said[start:] if "left" in line]
        assert told == ["Your time: 1 minute left.", "Your time: 10 seconds left."]
        assert has(await one.type("clock"), "bob: 5 minutes.")


async def test_talk_is_told_and_free_text_only_where_it_is_wanted() -> None:
    lobby = online(chairs=(tables.chair(tables.TARGETS),))
    async with talk(lobby) as one:
        chair = await sit(one)
        talk_lines = (
            ChatLine("bob", "hello", True, 0, 1),
            ChatLine("bob", "you \x1b[2J stink", False, 0, 2),
        )
        said = await tell(one, chair, talk=talk_lines)
        assert has(said, "bob: hello")
        assert not has(said, "stink")
        await one.type("say good game")
        assert has(await one.type("say whatever"), "Free text is off")
        assert chair.done == ["say good-game"]
        await one.type("mute bob")
        more = (*talk_lines, ChatLine("bob", "oops", True, 0, 3))
        assert not has(await tell(one, chair, talk=more), "oops")
        assert has(await one.type("phrases"), "say thanks: thanks")


# the lobby ---------------------------------------------------------------------------------------


async def test_the_lobby_is_listed() -> None:
    async with talk(online()) as one:
        assert has(await one.type("who"), "bob 1548? (followed): waiting at elm")
        said = await one.type("tables")
        assert has(
            said,
            "oak: carol, dmitri; 2 seats free; rules team; clocks steady; waiting; type sit oak",
        )
        assert has(said, "type watch birch")
        assert has(said, "yew: hal, the computer (sharp)")
        assert has(await one.type("games"), "g7xq: you beat bob 21-14; cuttle.cards")


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("quick", "quick standard none"),
        ("quick team", "quick team none"),
        ("quick match 3", "quick standard+first-to-2 none"),
        ("open standard+first-to-2 match to 4", "table standard+first-to=4 0 none private"),
        ("open match 1 public", "table standard 0 none public"),
        ("ranked", "ranked cuttle.cards/1.0.2 steady"),
        ("open", "table standard 0 none private"),
        ("open team public computers 2 timing quick", "table team 2 quick public"),
        ("open timing 30+300 standard+quick-15", "table standard+quick-15 0 30+300 private"),
        ("join k7qf", "join k7qf"),
        ("sit oak", "sit t2"),
        ("watch birch", "watch birch"),
        ("computer cutthroat", "computer cutthroat"),
    ],
)
async def test_tables_are_found_by_name_and_opened_as_asked(line: str, asked: str) -> None:
    lobby = online(chairs=(tables.waiting_chair(),))
    async with talk(lobby) as one:
        said = await one.type(line)
        assert lobby.asked == [asked]
        assert has(said, "ssh -t -p 2222 HOST join K7QF")


async def test_what_the_lobby_refuses_is_said() -> None:
    lobby = online(chairs=(tables.waiting_chair(),), reason=LobbyError("busy"))
    async with talk(lobby) as one:
        for line in ("quick", "open", "join ABCD", "sit elm", "watch elm", "replay g1"):
            assert has(await one.type(line), "You are already at a table"), line
        assert has(await one.type("open timing never"), "not a time control")
        assert has(await one.type("open computers 9"), "Usage:")
        assert has(await one.type("open match 4"), "best of 1, 3, 5 or 7 games, as match 3")
        assert has(await one.type("open match to many"), "first-to=N with N from 1")
    async with talk(FakeLobby()) as one:
        assert has(await one.type("who"), "There is nobody else here")


async def test_a_new_key_needs_a_name_first() -> None:
    account = FakeAccount(named=False)
    async with talk(online(account=account, chairs=(tables.waiting_chair(),))) as one:
        assert has(one.said, "For example: name ana")
        assert has(await one.type("quick"), "Choose a name first")
        account.reason = LobbyError("name-taken")
        account.named = False
        assert has(await one.type("name bob"), "That name, or one very like it, is taken")
        account.reason, account.named = None, False
        assert has(await one.type("name ana"), "You are ana.")
        assert account.done == ["name bob", "name ana"]
        assert has(await one.type("name eve"), "on your first visit")


async def test_a_seat_that_is_held_is_taken_at_once() -> None:
    async with talk(online(resume=tables.chair(tables.TARGETS))) as one:
        assert has(one.said, "Your turn.")


async def test_a_quick_match_is_gone_to_when_it_is_found() -> None:
    waiting = replace(tables.waiting_chair().shown, title="oak")
    lobby = online(chairs=(FakeChair(0, waiting),))
    async with talk(lobby) as one:
        await one.type("quick")
        lobby.resume = tables.chair(tables.TARGETS)
        lobby.tell(News("announcement", "a new version comes"))
        lobby.tell(News("paired"))
        await one.until("Type a number from 1 to ")
        assert has(one.said, "News: a new version comes")


async def test_a_finished_game_is_told_and_its_record_printed() -> None:
    record = record_after()
    lobby = online(records={"g7xq": record})
    async with talk(lobby) as one:
        said = await one.type("replay g7xq")
        assert has(said, "ana against bob")
        assert has(said, "won the game")
        text = "\n".join(await one.type("record g7xq")) + "\n"
        assert parse_record(text).entries == record.entries
        assert has(await one.type("replay nothing"), "has been deleted")


# at home -----------------------------------------------------------------------------------------


async def test_moves_are_taken_back_against_the_computer_at_home() -> None:
    async with talk(at_home("next")) as one:
        await one.type("computer")
        await one.type("wait")
        first = one.view
        assert has(await one.type("say hello"), "There is nobody to talk to here")
        assert has(await one.type("undo"), "You have no move to take back")
        await one.type("draw")
        await one.type("wait")
        second = one.view
        await one.type("draw")
        await one.type("wait")
        assert has(await one.type("undo"), "taken back")
        assert one.view == second
        await one.type("undo")
        assert one.view == first
        assert await play_on(one, random.Random(1)) > 0


@pytest.mark.parametrize("line", ["width ²", "wait ²", "archive ²", "log ²", "oneoff 4C@²", "²"])
async def test_a_figure_that_is_no_number_is_not_taken_for_one(line: str) -> None:
    async with talk(at_home()) as one:
        assert await one.type(line)
        await one.type("computer")
        assert await one.type(line)


async def test_moves_are_taken_back_nowhere_else() -> None:
    async with talk(online(chairs=(tables.chair(tables.TARGETS),))) as one:
        await sit(one)
        assert has(await one.type("undo"), "only take moves back against the computer at home")


async def test_games_at_home_are_kept_and_told_again(tmp_path: Path) -> None:
    async with talk(at_home("kept", records=tmp_path)) as one:
        await one.type("computer")
        await one.type("draw")
        await one.type("undo")
        await play_on(one, random.Random(2))
        await one.type("leave")
        listed = await one.type("games")
        assert has(listed, "1: you beat the computer") or has(listed, "1: you lost to the computer")
        assert len(list(tmp_path.iterdir())) == 1
        assert has(await one.type("replay 1"), " first.")
        assert has(await one.type("replay 2"), "There is no game with that name")
        assert parse_record("\n".join(await one.type("record 1")) + "\n").players[0] == "ana"


async def test_computers_go_on_from_where_a_move_was_taken_back(tmp_path: Path) -> None:
    chair = await at_home("branch", records=tmp_path).play_computer("standard")
    assert chair.practice is not None

    async def asked() -> View:
        while True:
            view = chair.state().view
            assert view is not None
            if view.legal:
                return view
            await asyncio.sleep(0)

    view = await asked()
    log = chair.state().log
    for _ in range(3):
        chair.submit(view.legal[0], view.ply)
        assert chair.practice.take_back() == view.legal[0]
        for _ in range(50):
            await asyncio.sleep(0)
        assert chair.state().view == view
        assert chair.state().log == log
    chair.submit(view.legal[0], view.ply)
    assert (await asked()).ply > view.ply


async def test_no_sign_that_steers_a_terminal_is_ever_said() -> None:
    account = FakeAccount(settings={"free_text": True})
    async with talk(online(account=account, chairs=(tables.chair(tables.TARGETS),))) as one:
        chair = await sit(one)
        line = ChatLine("bob", "a\x1b[2Jb\x07\r\nc", False, 0, 1)
        assert has(await tell(one, chair, talk=(line,)), "bob: a[2Jbc")
        await one.type("say anything at all")
        assert chair.done == ["type anything at all"]


# challenges --------------------------------------------------------------------------------------


async def test_a_challenge_is_heard_and_answered_by_a_word() -> None:
    lobby = online(chairs=(tables.waiting_chair(),), asking=(ASKED,))
    async with talk(lobby) as one:
        lobby.tell(News("challenged", "bob"))
        await one.until("Type meet or refuse.")
        assert has(one.said, "bob 1548? challenges you to a rated match (cuttle.cards, steady)")
        await one.type("refuse")
        assert lobby.asked == ["decline"]
        lobby.asking = (ASKED,)
        await one.type("meet")
        assert lobby.asked[-1] == "accept"


async def test_somebody_is_challenged_by_name() -> None:
    lobby = online()
    async with talk(lobby) as one:
        said = await one.type("challenge bob standard timing quick")
        assert has(said, "You challenged bob")
        assert lobby.asked == ["challenge p1 standard 0 quick private"]
        assert has(await one.type("withdraw"), "You withdrew your challenge")
        await one.type("challenge bob rated")
        assert lobby.asked[-1] == "challenge p1 cuttle.cards/1.0.2 0 steady private rated"
        assert has(await one.type("challenge"), "Usage:")
        assert has(await one.type("challenge nobody"), "nobody")
        assert has(await one.type("challenge bob timing never"), "not a time control")


async def test_who_waits_is_listed_and_joined_by_name() -> None:
    lobby = online(chairs=(tables.waiting_chair(),), waiting=(WAITS,))
    async with talk(lobby) as one:
        said = await one.type("queue")
        assert has(said, "ivy 1439 is waiting for a rated match (cuttle.cards, steady)")
        await one.type("sit ivy")
        assert lobby.asked == ["sit q1"]
    async with talk(online()) as one:
        assert has(await one.type("queue"), "Nobody is waiting for a quick match.")


async def test_clocks_of_quick_and_rated_matches_are_asked_for() -> None:
    lobby = online(chairs=(tables.waiting_chair(),), season=None)
    async with talk(lobby) as one:
        await one.type("quick team timing relaxed")
        assert lobby.asked == ["quick team relaxed"]
        await one.type("leave")
        said = await one.type("ranked timing quick")
        assert has(said, "No season is running: the games will be casual")
        assert lobby.asked[-1] == "ranked cuttle.cards quick"


async def test_who_waits_long_is_offered_a_computer_for_a_rating_once() -> None:
    lobby = online(chairs=(tables.waiting_chair(),), season=None, always=ALWAYS)
    async with talk(lobby) as one:
        await one.type("ranked")
        lobby.waiting = (replace(WAITS, me=True, since=LONG_WAIT - 1),)
        assert not has(await one.type("queue"), "Nobody has come yet")
        lobby.waiting = (replace(WAITS, me=True, since=LONG_WAIT),)
        said = [*await one.type("queue"), *await one.type("queue"), *await one.type("queue")]
        offers = [line for line in said if "Nobody has come yet" in line]
        assert len(offers) == 1
        typed = re.search(r"Type (ranked \w+) to play the computer", offers[0])
        assert typed is not None
        assert typed[1].removeprefix("ranked ") in {line.level for line in ALWAYS}
        assert "you keep your place in the queue" in offers[0]


async def test_without_residents_nobody_is_offered() -> None:
    lobby = online(chairs=(tables.waiting_chair(),), season=None, always=())
    async with talk(lobby) as one:
        await one.type("ranked")
        lobby.waiting = (replace(WAITS, me=True, since=2 * LONG_WAIT),)
        said = [*await one.type("queue"), *await one.type("queue")]
        assert not any("Nobody has come yet" in line for line in said)


async def test_what_a_rated_game_did_is_told_once_when_it_is_known() -> None:
    chair = staked()
    async with talk(online(resume=chair)) as one:
        over = tables.chair(tables.OVER).shown
        start = len(one.said)
        unknown = tuple(replace(seat, rating=1512, change=None) for seat in WON.seats)
        alter(chair, view=over.view, log=over.log, stake=replace(WON, seats=unknown))
        await one.type("clock")
        assert not has(one.said[start:], "rating")
        alter(chair, stake=WON)
        await one.until("You: rating 1526, +14 for this game")
        assert sum("You: rating" in line for line in one.said[start:]) == 1


async def test_what_is_at_stake_is_told_when_it_changes() -> None:
    chair = staked()
    async with talk(online(resume=chair)) as one:
        assert has(one.said, "Clubs 2026, counts for week 3 of 13: you lead 1-0")
        assert has(one.said, "You: rating 1512, +14 for a win, -16 for a loss")
        assert has(one.said, "bob: rating 1548?, +29 for a win, -25 for a loss")
        alter(chair, stake=DECIDED)
        await one.until("so this game is casual")
        assert has(await one.type("table"), "you won the match 2-0")
