"""Plain mode takes what is typed as it was told: other verbs, seats by name, ranks alone."""

from __future__ import annotations

import asyncio
import contextvars
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from cuttle_tui.i18n.translation import Message, speak
from cuttle_tui.plain.lines import VERBS, read_actions, read_card
from cuttle_tui.plain.session import ALL
from cuttle_tui.table.situation import SEAT_COMMANDS
from engine.cards import card_name
from engine.errors import NotationError
from tests.cuttle_tui import tables
from tests.cuttle_tui.lobbies import PEOPLE, FakeLobby, online
from tests.cuttle_tui.plain.test_plain import at_table_of, has, sit
from tests.cuttle_tui.plain_talk import talk

pytestmark = pytest.mark.slow

THREE = ("ana", "machine 1", "machine 10")


async def plays(line: str, lobby: FakeLobby) -> str:
    """Type a line, and give the action that was played, if one was."""
    async with talk(lobby) as one:
        chair = await sit(one)
        one.put(line)
        while not chair.played and not one._idle.is_set():
            await asyncio.sleep(0)
        chair.change(tables.WAITING.replace("ply 41", "ply 43"))
        await one.idle()
        return str(chair.played[0][0]) if chair.played else ""


# verbs -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("guard QD", "royal QD"),
        ("queen QD", "royal QD"),
        ("queen of diamonds as a queen", "royal QD"),
        ("two of spades for points", "points 2S"),
        ("2 of spades for points, 12 of 14", "points 2S"),
        ("wipe AH", "oneoff AH"),
        ("fetch 3H", "oneoff 3H"),
        ("one-off 3H", "oneoff 3H"),
        ("draw a card", "draw"),
        ("scuttle bob's ace of spades with 3 of hearts", "scuttle 3H>AS"),
    ],
)
async def test_what_was_told_may_be_typed(line: str, action: str) -> None:
    assert await plays(line, at_table_of()) == action


@pytest.mark.parametrize(
    "line",
    [
        "steal jack of spades > 10 of diamonds",
        "steal 10 of diamonds with jack of spades",
        "steal bob's 10 of diamonds with jack of spades",
        "Steal BOB'S TD with JS.",
    ],
)
async def test_a_steal_may_be_typed_as_it_was_told(line: str) -> None:
    text = tables.position(bobs="hand 4S points TD AS")
    assert await plays(line, at_table_of(text)) == "jack JS>TD"


@pytest.mark.parametrize(
    ("line", "text", "seat", "action"),
    [
        ("fetch 9S", tables.FETCH, 0, "take 9S"),
        ("take 9 of spades", tables.FETCH, 0, "take 9S"),
        ("counter with 2 of spades", tables.COUNTER, 1, "counter 2S"),
        ("let it happen", tables.COUNTER, 1, "decline"),
        ("throw away 5D", tables.LIMIT, 0, "discard 5D"),
        ("glasses 8S", tables.position("hand 8S points 7H 3C court KD"), 0, "royal 8S"),
        ("8 of spades as glasses", tables.position("hand 8S points 7H"), 0, "royal 8S"),
        ("king KD", tables.position("hand KD points 7H"), 0, "royal KD"),
    ],
)
async def test_answers_too_may_be_typed_as_told(
    line: str, text: str, seat: int, action: str
) -> None:
    assert await plays(line, at_table_of(text, seat)) == action


async def test_a_choice_is_played_in_the_words_of_the_readers_language() -> None:
    async with talk(at_table_of()) as one:
        await one.type("language fr")
        chair = await sit(one)
        line = next(line for line in one.said if line.startswith("2 : "))
        one.put(line.removeprefix("2 : ").upper())
        while not chair.played:
            await asyncio.sleep(0)
        chair.change(tables.WAITING)
        await one.type("language en")


@pytest.mark.parametrize(
    "line", ["steal", "steal 9H", "9 of clubs", "king", "give", "of", "card as"]
)
async def test_half_a_sentence_plays_nothing(line: str) -> None:
    async with talk(at_table_of()) as one:
        chair = await sit(one)
        assert await one.type(line)
        assert not chair.played


async def test_all_verbs_are_named_in_help_and_where_a_verb_is_not_understood() -> None:
    async with talk(at_table_of()) as one:
        await sit(one)
        for said in (await one.type("help all"), await one.type("points what")):
            words = {word.strip(",.:") for line in said for word in line.split()}
            assert {*VERBS} - {"answer"} <= words, said


# seats -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "seat"),
    [("@machine1", 1), ("@machine-1", 1), ("@machine 1", 1), ("@ Machine 1", 1), ("@MACHINE10", 2),
     ("@machine 10", 2), ("@me", 0), ("@ana", 0), ("@2", 2)],
)  # fmt: skip
def test_seats_are_named_with_and_without_their_blanks(typed: str, seat: int) -> None:
    assert str(read_actions(f"oneoff 4C{typed}", THREE, 0)[0]) == f"oneoff 4C@{seat}"


@pytest.mark.parametrize("typed", ["@machine", "@machine 2", "@machine 1x", "@eve", "@me"])
def test_seats_of_nobody_are_refused(typed: str) -> None:
    with pytest.raises(NotationError):
        read_actions(f"oneoff 4C{typed}", THREE, None)[0]


def test_two_seats_of_one_name_are_not_told_apart() -> None:
    with pytest.raises(NotationError):
        read_actions("oneoff 4C@bob", ("bob", "bob"), 0)[0]


# a missing aim -----------------------------------------------------------------------------------


async def test_where_an_aim_is_missing_the_lines_are_told_with_their_numbers() -> None:
    async with talk(at_table_of(), short=True) as one:
        chair = await sit(one)
        asked = one.said[:]
        said = await one.type("scuttle 3H")
        assert said[0] == "At which target? Type its number:"
        assert said[1:] == [line for line in asked if "scuttle" in line and "with 3H" in line]
        assert len(said) > 2
        assert not chair.played


# cards -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "line"),
    [("joker", "black joker"), ("queen", "queen of diamonds"), ("Q", "queen of diamonds"),
     ("eight", "8 of clubs"), ("8", "8 of clubs"), ("ten", "10 of clubs"), ("10", "10 of clubs"),
     ("red joker", "red joker"), ("ace", "ace of hearts")],
)  # fmt: skip
async def test_a_rank_alone_is_told_about(typed: str, line: str) -> None:
    async with talk(at_table_of()) as one:
        await sit(one)
        assert (await one.type(f"card {typed}"))[0].lower().startswith(line)


async def test_a_rank_alone_tells_what_the_cards_in_hand_may_do() -> None:
    async with talk(at_table_of()) as one:
        await sit(one)
        assert has(await one.type("card queen"), ": queen of diamonds as a queen")


def test_a_rank_of_the_readers_language_is_told_about() -> None:
    async def work() -> list[str]:
        speak("fr", ascii=True)
        async with talk(at_table_of()) as one:
            await sit(one)
            return [*await one.type("card dame"), *await one.type("card 9 de cœur")]

    said = contextvars.copy_context().run(lambda: asyncio.run(work()))
    assert has(said, "dame de carreau")
    assert has(said, "9 de coeur")


@pytest.mark.parametrize("ascii", [False, True])
def test_cards_are_read_with_accents_and_without(ascii: bool) -> None:
    def work() -> None:
        speak("fr", ascii=ascii)
        for typed, name in (
            ("9 de cœur", "9H"), ("9 de coeur", "9H"), ("valet de trèfle", "JC"),
            ("valet de trefle", "JC"),
        ):  # fmt: skip
            found = read_card(typed)
            assert found is not None
            assert card_name(found) == name
        action = read_actions("scuttle valet de trèfle > 9 de cœur@élise", ("élise", "bob"))[0]
        assert str(action) == "scuttle JC>9H@0"

    contextvars.copy_context().run(work)


@pytest.mark.parametrize("name", ["Zo\u00e9", "Zoe\u0301"])
async def test_a_name_is_one_however_its_accents_are_typed(name: str) -> None:
    zoe = replace(PEOPLE[1], name="Zo\u00e9")
    lobby = online(present=(PEOPLE[0], zoe))
    async with talk(lobby) as one:
        await one.type(f"block {name}")
        assert lobby.present[1].blocked


# what the document lists --------------------------------------------------------------------------


def test_every_command_that_the_document_lists_is_known() -> None:
    text = (Path(__file__).parents[3] / "docs" / "PLAIN.md").read_text(encoding="utf-8")
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    listed = {typed.split()[0] for cell in cells for typed in re.findall(r"`([^`]+)`", cell)}
    assert len(listed) > 50
    assert listed <= {command.word for command in ALL}


def test_every_command_that_is_known_stands_in_the_document() -> None:
    text = (Path(__file__).parents[3] / "docs" / "PLAIN.md").read_text(encoding="utf-8")
    typed = {word for shown in re.findall(r"`([^`]+)`", text) for word in shown.split()}
    assert {command.word for command in ALL if command.word.islower()} - typed == set()
    assert "`games match`" in text


async def test_what_follows_a_command_that_stands_alone_is_said_not_to_be_read() -> None:
    async with talk(at_table_of()) as one:
        await sit(one)
        told = await one.type("hands please")
        assert told[0] == "Hands is typed alone; this was not read: please."
        assert told[1:] == await one.type("hands")


async def test_a_command_of_several_words_is_read_whole() -> None:
    async with talk(at_table_of()) as one:
        chair = await sit(one)
        one.put("offer a draw")
        while not chair.played:
            await asyncio.sleep(0)
        chair.change(tables.WAITING.replace("ply 41", "ply 43"))
        await one.idle()
        assert str(chair.played[0][0]).startswith("offer")
        assert not has(one.said, "was not read")


ASKED = [word.usage for command in SEAT_COMMANDS for word in command.words]


@pytest.mark.parametrize("usage", ASKED, ids=str)
@pytest.mark.parametrize("seat", [0, None])
async def test_only_a_seat_asks_its_table_and_only_for_what_it_can_have(
    usage: str | Message, seat: int | None
) -> None:
    chair = tables.chair(tables.TARGETS, seat)
    async with talk(online(chairs=(chair,))) as one:
        await one.type("quick")
        (told,) = await one.type(str(usage).partition(" [")[0])
        shows = seat is not None and usage in ("show", "hide")
        nobody = seat is not None and usage == "send away"
        refusal = "Nobody is at the door." if nobody else "You cannot do that now."
        assert (told == refusal) is not shows
        assert bool(chair.done) is shows
        assert not chair.rematches


# what a line costs -------------------------------------------------------------------------------


@contextmanager
def counted_searches() -> Iterator[list[str]]:
    """Note each text that is searched for cards, words or seats."""
    searched: list[str] = []

    def note(_frame: object, event: str, called: object) -> None:
        owner = getattr(called, "__self__", None)
        if event == "c_call" and isinstance(owner, re.Pattern):
            searched.append(owner.pattern)

    sys.setprofile(note)
    try:
        yield searched
    finally:
        sys.setprofile(None)


async def searches(line: str, table: str) -> int:
    """Type a line twice at a table, and count what the second time searches for."""
    async with talk(at_table_of(table)) as one:
        await sit(one)
        await one.type(line)
        with counted_searches() as searched:
            await one.type(line)
        return len(searched)


@pytest.mark.parametrize("line", ["xyzzy", "the seven dwarves of hearts", "why nothing", "q" * 200])
async def test_what_no_line_says_costs_the_same_with_few_choices_and_with_many(line: str) -> None:
    few, many = await searches(line, tables.TARGETS), await searches(line, tables.MANY)
    assert many <= few + 5 < 60
