"""What is said and done at a table besides playing, and how often."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from cuttle_tui.i18n.translation import plain
from cuttle_tui.ports import LobbyError, TablePlan
from cuttle_tui.table.digest import ChatFilter, digest_of
from engine.actions import parse_action
from engine.bots.levels import USUAL_LEVEL
from engine.table.seats import Fill, Ready
from engine.table.state import EARLIER
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import enter_lobby
from tests.server.players import ANN, BOB, CY, PLAN, Clock, Paper, reason


async def test_the_host_fills_the_table_and_passes_on(
    matchmaker: Matchmaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.tables.chairs.ComputerPlayer", lambda *_, **__: None)
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    room = await ann.open_table(TablePlan("team"))
    chair = await bob.join_room(room.state().code or "")
    chair.ask(Fill(USUAL_LEVEL))
    assert [sitter.kind for sitter in room.state().sitters].count("computer") == 0
    room.leave()
    assert chair.state().host == chair.seat
    chair.ask(Fill(USUAL_LEVEL))
    assert chair.state().view is not None


async def test_what_is_said_at_a_table_stays_on_its_side(matchmaker: Matchmaker) -> None:
    ann, bob, cy = (enter_lobby(matchmaker, who) for who in (ANN, BOB, CY))
    mine, theirs = await ann.quick_match("standard"), await bob.quick_match("standard")
    watcher = await cy.watch(cy.tables()[0].id)
    mine.chat.say("hello", phrase=True)
    for text, why in (
        ("nice \x1b[31mcard\u202e", "text-unreadable"),
        ("that was a " + "very " * 30 + "good card", "text-long"),
    ):
        assert await reason(partial(theirs.chat.say, text, phrase=False)) == why
        assert await reason(partial(watcher.chat.say, text, phrase=False)) == why
        assert await reason(partial(bob.report, "ann", text)) == why
    theirs.chat.say("nice  card", phrase=False)
    watcher.chat.say("who wins", phrase=False)
    assert [(line.who, line.text, line.phrase) for line in mine.state().talk] == [
        ("ann", "hello", True),
        ("bob", "nice card", False),
    ]
    assert [line.text for line in watcher.state().talk] == ["who wins"]


async def test_after_a_rematch_talk_is_of_an_earlier_game(matchmaker: Matchmaker) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    mine, theirs = await ann.quick_match("standard"), await bob.quick_match("standard")
    mine.chat.say("hello", phrase=True)
    assert [line.after for line in theirs.state().talk] != [EARLIER]
    theirs.submit(parse_action(f"concede@{theirs.seat}"), 0)
    for chair in (mine, theirs):
        chair.ask(Ready())
    mine.chat.say("thanks", phrase=True)
    told = digest_of(mine.state(), 0, chat_filter=ChatFilter(me="ann"))
    assert [line.after == EARLIER for line in mine.state().talk] == [True, False]
    lines = [plain(line) for line in told.lines]
    places = [lines.index(line) for line in ("you: hello", "a new game begins", "you: thanks")]
    assert places == sorted(places)
    assert "hello" not in " ".join(map(plain, told.latest))


async def test_chat_is_limited_and_blocking_silences(matchmaker: Matchmaker, clock: Clock) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    mine, theirs = await ann.quick_match("standard"), await bob.quick_match("standard")
    for _ in range(5):
        theirs.chat.say("hello", phrase=True)
    assert await reason(lambda: theirs.chat.say("hello", phrase=True)) == "too-many"
    clock.now += 60
    theirs.chat.say("hello", phrase=True)
    assert len(mine.state().talk) == 6
    ann.block(BOB.identity)
    assert mine.state().talk == ()
    assert [line.blocked for line in ann.people()] == [False, True]
    ann.block(BOB.identity, False)
    assert len(mine.state().talk) == 6


async def test_reports_are_limited(matchmaker: Matchmaker) -> None:
    ann = enter_lobby(matchmaker, ANN)
    for _ in range(3):
        await ann.report(BOB.identity, "rude")
    assert await reason(lambda: ann.report(BOB.identity, "rude")) == "too-many"


async def test_a_table_knows_whether_its_players_met_by_a_code(matchmaker: Matchmaker) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    for public in (False, True):
        host = await ann.open_table(replace(PLAN, public=public))
        guest = await bob.join_room(host.state().code or "")
        assert [chair.state().by_code for chair in (host, guest)] == [not public] * 2
        guest.leave()
        host.leave()
    paired = await ann.quick_match("standard"), await bob.quick_match("standard")
    assert not any(chair.state().by_code for chair in paired)


async def test_a_phrase_is_one_of_those_there_are(matchmaker: Matchmaker) -> None:
    chair = await enter_lobby(matchmaker, ANN).open_table(PLAN)
    chair.chat.say("no such phrase", phrase=True)
    assert chair.state().talk == ()


async def test_what_is_kept_cannot_be_changed_to_and_fro_for_ever(
    matchmaker: Matchmaker, paper: Paper
) -> None:
    ann = enter_lobby(matchmaker, ANN)
    chair = await ann.open_table(PLAN)
    for number in range(30):
        chair.ask(Ready(number % 2 == 0))
    with pytest.raises(LobbyError, match="too-many"):
        chair.ask(Ready())
    with pytest.raises(LobbyError, match="too-many"):
        ann.block(BOB.identity)
    assert len(paper.tables()[0].entries) < 40
