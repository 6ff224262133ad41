"""Wording: sentences for everything that happens and everything that is asked."""

from __future__ import annotations

import contextvars
import dataclasses
from dataclasses import replace
from typing import Any, get_args

import pytest

from cuttle_tui.front.pages import rules_page
from cuttle_tui.i18n.translation import Message, counted, plain, speak, tr
from cuttle_tui.kit.names import CARDS, Names, clock_time, control_in_words, names_of, role_word
from cuttle_tui.kit.results import reason, view_result
from cuttle_tui.kit.words import begins_line, lobby_line
from cuttle_tui.ports import LobbyError, Sitter
from cuttle_tui.rules.cards import card_rule
from cuttle_tui.table import digest
from cuttle_tui.table.choices import NOTHING, Question
from cuttle_tui.table.digest import WordedLog, digest_of
from cuttle_tui.table.log_lines import line_of, log_lines, placed_lines
from cuttle_tui.table.words import prompt
from cuttle_tui.table.words.absence import leave_prompt
from cuttle_tui.table.words.game_over import over_lines, over_prompt
from cuttle_tui.table.words.open_play import stack_lines
from cuttle_tui.table.words.pending_effect import lost_cards, threat_line
from cuttle_tui.table.words.play_labels import play_label
from cuttle_tui.table.words.prompt import tray_keys
from cuttle_tui.table.words.refusals import refusal_line
from engine.actions import Action, Kind
from engine.cards import ALL_CARDS, CARD_NAMES
from engine.errors import IllegalAction, NotYourTurn, StaleAction
from engine.play import events as ev
from engine.play.compiled import Prompt
from engine.play.observe import observe
from engine.play.view import Ask, Outcome, Pending, View
from engine.record.position_text import parse_position
from engine.record.summary import Replay
from engine.rules.effects import Effect, effects_of
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import PRESETS, Ruleset
from tests.cuttle_tui import tables, tables_many
from tests.cuttle_tui.games import record_after
from tests.cuttle_tui.tables import card

NAMES = Names(("ana", "bob"), 0)

NAMES_OF_BOB = Names(("ana", "bob"), 1)
LINES = (
    (ev.PlayedPoints(1, card("AS")), "bob played AS for 1 point"),
    (ev.Drew(0, 1, (card("5C"),)), "you drew 5C"),
    (ev.Drew(1, 2, ()), "bob drew 2 cards"),
    (ev.PlayedRoyal(1, card("KC"), 14), "bob played KC: goal 14"),
    (ev.PlayedRoyal(1, card("QC"), 21), "bob played QC"),
    (ev.PlayedRoyal(0, card("8S"), 21), "you played 8S as glasses"),
    (ev.Scuttled(0, card("TC"), card("9S"), 1, ()), "you scuttled bob's 9S with TC"),
    (ev.AnnouncedOneOff(1, card("6S"), (), -1), "bob played 6S as a one-off"),
    (ev.AnnouncedOneOff(1, card("2S"), (card("QD"),), 0), "bob played 2S on QD"),
    (ev.Countered(0, card("2S"), card("6S")), "you countered with 2S"),
    (ev.Declined(0), ""),
    (ev.Shielded(1, (card("QH"),)), "bob's queen prevents counters"),
    (ev.Shielded(0, (card("QH"), card("QD"))), "your queen prevents counters"),
    (ev.Fizzled(1, card("6S")), "6S was countered"),
    (ev.Wiped(1, card("AS"), (card("2H"), card("3H"))), "bob scrapped all points with AS: 2 cards"),
    (ev.Destroyed(0, card("2S"), card("QD"), 0, ()), "you scrapped your own QD with 2S"),
    (ev.Destroyed(1, card("2S"), card("QD"), 1, ()), "bob scrapped their own QD with 2S"),
    (ev.Destroyed(1, card("2S"), card("QD"), 0, ()), "bob scrapped your QD with 2S"),
    (ev.Fetched(0, card("KH")), "you took KH from the scrap"),
    (ev.Discarded(0, (card("5S"), card("6D")), "four"), "you discarded 5S and 6D"),
    (
        ev.Evicted(1, card("9H"), card("9C"), 0, frozen=True, to_deck=False, lost=()),
        "bob returned 9C to your hand, frozen",
    ),
    (ev.Conceded(0), "you conceded"),
    (ev.AskedToConcede(1), "bob wants to concede; their partner must agree"),
    (ev.Retracted(1), "bob plays on"),
    (ev.Ended((), "passes"), "the game ended in a draw"),
)


@pytest.mark.parametrize(("event", "line"), LINES)
def test_events_become_lines(event: ev.Event, line: str) -> None:
    assert plain(line_of(event, NAMES)) == line


def _value(kind: str, name: str) -> Any:
    if name in ("seat", "other", "victim", "to", "origin", "first", "goal", "count"):
        return 1
    if name in ("card", "target", "against"):
        return card("9C")
    if name in ("winners", "exposed"):
        return (1,)
    if name == "sizes":
        return (5, 6)
    if kind == "bool":
        return True
    return (card("9C"),) if kind.startswith("tuple") else "four"


@pytest.mark.parametrize("kind", get_args(ev.Event), ids=lambda kind: kind.__name__)
def test_no_event_is_forgotten(kind: Any) -> None:
    fields = dataclasses.fields(kind)
    event = kind(**{f.name: _value(str(f.type), f.name) for f in fields})
    line = plain(line_of(event, NAMES))
    assert line or kind is ev.Declined
    assert "!" not in line
    assert not line.endswith(".")


def test_a_card_is_stolen_back_only_from_who_stole_it() -> None:
    first = ev.Stole(1, card("JH"), card("2H"), 0, 1)
    second = ev.Stole(0, card("JC"), card("2H"), 1, 0)
    lines = [plain(line) for line in log_lines((first, second), NAMES)]
    assert lines == ["bob stole your 2H with JH", "you stole bob's 2H back with JC"]


@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=lambda ruleset: ruleset.name)
def test_every_card_and_ruleset_is_worded(ruleset: Ruleset) -> None:
    for number in range(ALL_CARDS):
        assert len(role_word(number, ruleset)) <= 5
        assert plain(card_rule(number, ruleset))
    assert sum(len(block.lines) for block in rules_page(ruleset).blocks) > 20


@pytest.mark.parametrize(("ruleset", "jokers"), [("standard", False), ("team", True)])
def test_a_six_says_whether_it_takes_jokers(ruleset: str, jokers: bool) -> None:
    six, seats = "ask counter P1; pile P0 oneoff 6S; turn 20 P0; ply 41", PRESETS[ruleset].seats
    hands = "; ".join(f"P{seat} hand {seat + 2}C" for seat in range(seats))
    view = observe(parse_position(f"{ruleset}; {hands}; deck 7S 8S; {six}"), 1)
    names = Names(("ana", "bob", "cid", "dot")[:seats], 1)
    told = [plain(card_rule(card("6S"), PRESETS[ruleset])), plain(stack_lines(view, names)[1])]
    assert [("jokers" in line) for line in told] == [jokers, jokers]


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("2C 3C 4C", "you discard 2 cards"),
        ("2C", "you discard 1 card"),
        ("", "you have no card to discard"),
    ],
)
def test_a_four_takes_no_more_than_there_is(hand: str, line: str) -> None:
    four = "ask counter P1; pile P0 oneoff 4S; turn 20 P0; ply 41"
    view = observe(parse_position(f"standard; P0 hand 5S; P1 hand {hand}; deck 7S 8S; {four}"), 1)
    assert plain(stack_lines(view, NAMES_OF_BOB)[1]) == line


EFFECTS = (
    *("standard", "cuttle.cards", "howto", "team", "cutthroat", "standard+drawing-four"),
    *(
        "standard+random-four",
        "standard+nine-two",
        "standard+joker-swap",
        "standard+eight-for-eight",
    ),
)


def test_every_effect_has_words_on_every_page() -> None:
    """A card's line, the rules page, the open play, what it threatens, the play itself."""
    worded: set[str] = set()
    for ruleset in map(parse_ruleset, EFFECTS):
        assert rules_page(ruleset)
        names = Names(("ana", "bob", "cid", "dot")[: ruleset.seats], 1)
        for rank, effect in enumerate(effects_of(ruleset)):
            if effect is None:
                continue
            one = CARD_NAMES[rank * 4]
            laid = _open_one_off(ruleset, one)
            assert plain(card_rule(card(one), ruleset))
            assert len(stack_lines(laid, names)) == 2
            assert plain(threat_line(laid, 1, names))
            assert plain(play_label(Question(laid, 1, names, NOTHING), card(one), Kind.ONE_OFF))
            worded.add(type(effect).__name__)
    assert worded == {kind.__name__ for kind in Effect.__subclasses__()}


def _open_one_off(ruleset: Ruleset, one: str) -> View:
    """Lay a table where a one-off without a target waits for a counter."""
    hands = "; ".join(f"P{seat} hand {seat + 2}H" for seat in range(ruleset.seats))
    position = parse_position(f"{ruleset.name}; {hands}; deck KH QH; turn 20 P0; ply 41")
    position.pile = [Pending(0, Action(Kind.ONE_OFF, (card(one),)))]
    position.prompt = Prompt(Ask.COUNTER, (1,))
    return observe(position, 1)


def test_a_scuttle_that_fails_was_blocked_not_countered() -> None:
    before = (ev.AnnouncedScuttle(1, card("9S"), card("5C"), 0), ev.Countered(0, card("TH"), 0))
    line = line_of(ev.Fizzled(1, card("9S")), NAMES, before)
    assert plain(line) == "9S was blocked"


def test_a_two_that_nobody_counters_is_told_once() -> None:
    two, king = card("2S"), card("KD")
    announced = ev.AnnouncedOneOff(1, two, (king,), 0)
    hit = ev.Destroyed(1, two, king, 0, (king,))
    passed = (announced, ev.Declined(0), hit)
    assert _lines(passed) == ["bob scrapped your KD with 2S"]
    fought = (announced, ev.Countered(0, card("2H"), two), ev.Countered(1, card("2D"), card("2H")))
    assert _lines((*fought, hit))[0] == "bob played 2S on KD"


def _lines(log: tuple[ev.Event, ...]) -> list[str]:
    return [plain(line) for line in log_lines(log, NAMES)]


@pytest.mark.parametrize(
    ("language", "name"), [("en", "the computer"), ("fr", "l'ordinateur")], ids=["en", "fr"]
)
def test_the_computer_is_named_with_an_article(language: str, name: str) -> None:
    def told() -> tuple[str, str]:
        speak(language)
        names = names_of((Sitter("ana", "person"), Sitter("computer", "computer")), 0)
        return names.who(1), names.label(1)

    who, short = contextvars.copy_context().run(told)
    assert who == name
    assert short in ("computer", "ordinateur")


def test_a_six_takes_court_and_jacks_but_no_points() -> None:
    lost = lost_cards(tables.view_of(tables.COUNTER, 1))
    assert card("KD") in lost
    assert card("JD") in lost
    assert card("TD") not in lost


def test_refusals_are_told_apart() -> None:
    errors = (StaleAction("x"), NotYourTurn("x"), IllegalAction("x"))
    assert len({refusal_line(error) for error in errors}) == 3
    for refused in get_args(LobbyError.__init__.__annotations__["reason"]) or ("busy",):
        assert plain(lobby_line(LobbyError(refused)))


def test_counting() -> None:
    assert counted(1, CARDS) == "1 card"
    assert tray_keys(11) == "1-9 0 A"
    assert tray_keys(2) == "1 2"
    assert tray_keys(17) == "1-9 0 A-G"
    assert tray_keys(37) == "1-9 0 A-Z arrows"


MANY = Names(("ana", "bob", "carol"), 0)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (ev.Stole(1, card("JH"), card("2H"), 2, 1), "bob stole carol's 2H with JH"),
        (ev.Stole(1, card("JH"), card("2H"), 0, 2), "bob gave your 2H to carol with JH"),
        (ev.Stole(1, card("JH"), card("2H"), 1, 2), "bob gave carol 2H with JH"),
        (ev.Stole(1, card("XB"), card("KH"), 0, 1), "bob stole your KH with XB"),
        (ev.AnnouncedOneOff(1, card("4S"), (), 2), "bob played 4S against carol"),
        (ev.AnnouncedRoyal(1, card("JS"), card("TD"), 2), "bob played JS on TD"),
    ],
)
def test_with_more_seats_events_name_them(event: ev.Event, line: str) -> None:
    assert plain(line_of(event, MANY)) == line


def test_threats_name_who_is_hit_and_who_gains() -> None:
    hands = (tables_many.MINE, tables_many.BOBS, tables_many.CAROLS, tables_many.DMITRIS)
    for asking, line in (
        ("ask rebuff P0; pile P1 jack JH>7H@3", "JH takes your 7H for dmitri"),
        ("ask rebuff P0; pile P1 joker XB>KD@1", "XB takes your KD"),
        ("ask counter P0; pile P1 oneoff 4C@2", "4C: carol discards 2 cards"),
    ):
        more = f"turn 21 P1; {asking}; ply 41"
        view = tables.view_of(tables_many.position("team", *hands, more=more), 0)
        assert plain(threat_line(view, 0, Names(tables_many.NAMES, 0))) == line


def test_the_end_of_a_match_is_told() -> None:
    state = tables.chair(tables.OVER).shown
    view = state.view
    assert view is not None
    view = replace(view, ruleset=parse_ruleset("cuttle.cards+first-to-3"))
    state = replace(state, view=view, commitment="ab")
    open_match = over_prompt(view, NAMES, state)
    assert plain(open_match.sentence) == "19 points; the goal was 14; you lead the match 2-1"
    assert plain(over_lines(view, NAMES, state)[-1]) == "you lead the match 2-1"
    assert plain(open_match.options[0]) == "r next game"
    won = over_prompt(view, NAMES, replace(state, match_winners=(0,)))
    assert plain(won.sentence).endswith("; you won the match 2-1")
    assert plain(won.options[0]) == "r new match"
    said_once = over_lines(view, NAMES, replace(state, match_winners=(0,)))
    assert [*map(plain, said_once)] == [
        "you played 9C for 9 points",
        "you win in 21 turns",
        "you won the match 2-1",
    ]


def test_who_gave_up_is_named_where_two_play() -> None:
    view = tables.chair(tables.OVER).shown.view
    assert view is not None
    view = replace(view, outcome=Outcome((0,), "concede"))
    assert reason(view_result(view), NAMES) == "bob forfeited"
    lost = replace(view, outcome=Outcome((1,), "concede"))
    assert reason(view_result(lost), NAMES) == "You forfeited"


@pytest.mark.parametrize("doing", prompt._DOING.values())
def test_whom_one_waits_for_fits_the_smallest_screen(doing: Message) -> None:
    name = "n" * 16
    assert len(f"{name}'S TURN   {tr(doing, who=name)}") <= 76


LEAVABLE = (
    tables.chair(tables.TARGETS),
    tables_many.chair(tables_many.CUTTHROAT),
    tables_many.chair(tables_many.TEAM),
)


@pytest.mark.parametrize("sitting", LEAVABLE)
def test_ways_to_leave_fit_the_smallest_screen(sitting: tables.FakeChair) -> None:
    state = sitting.shown
    names = names_of(state.sitters, 0)
    for seats in ((), (0,)):
        watched = replace(state, showing=seats)
        options = [plain(one) for one in leave_prompt(state.view, names, watched).options]
        assert any(one.startswith("g ") and "concede" in one for one in options)
        assert len("  ".join(options)) <= 76


def test_the_deal_is_committed_to_and_opened() -> None:
    seal = "1a2b3c4d5e6f708192a3b4c5d6e7f80911223344"
    state = replace(tables.chair(tables.OVER).shown, commitment=seal, secret="9f8e7d6c5b")
    lines = [plain(line) for line in digest_of(state, 0).lines]
    assert lines[0] == "deal sealed: 1a2b3c4d 5e6f7081 92a3b4c5 d6e7f809..."
    assert lines[-1] == "seal opened: check it with cuttle verify"
    assert plain(digest_of(state, 0).latest[-1]) not in (lines[0], lines[-1])


def test_play_that_nobody_countered_is_told_once_also_while_the_log_grows() -> None:
    king, two = card("KH"), card("2S")
    let = (ev.AnnouncedRoyal(0, king, None, 0), ev.Declined(1), ev.PlayedRoyal(0, king, 14))
    stopped = (ev.AnnouncedRoyal(0, king, None, 0), ev.Countered(1, two, king))
    names = names_of(tables.chair(tables.OVER).shown.sitters, 0)
    assert [plain(line) for line in log_lines(let[:2], names)] == ["you played KH"]
    assert [plain(line) for line in log_lines(let, names)] == ["you played KH: goal 14"]
    assert len(log_lines(stopped, names)) == 2
    growing = WordedLog()
    assert [len(growing.lines(let[:end], names, ())) for end in (1, 2, 3)] == [1, 1, 1]
    assert [place for place, _ in growing.lines(let, names, ())] == [2]


@pytest.mark.parametrize(
    ("timing", "words"),
    [
        ("none", ""),
        ("steady", "0:30 a move, 5:00 in reserve"),
        ("relaxed", "5:00 a move, 30:00 in reserve"),
        ("3d", "3 days a move"),
        ("1d", "1 day a move"),
        ("0+600", "10:00 for the game"),
        ("90+0", "1:30 a move"),
        ("blitz", "blitz"),
    ],
)
def test_a_time_control_is_told_in_words(timing: str, words: str) -> None:
    assert control_in_words(timing) == words


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0, "0:00"), (7, "0:07"), (312, "5:12"), (3599, "59:59"), (7260, "2:01:00")],
)
def test_a_clock_is_written_as_minutes_and_seconds(seconds: int, shown: str) -> None:
    assert clock_time(seconds) == shown


def test_the_announcement_of_a_game_tells_its_clocks() -> None:
    told = plain(begins_line(["ana", "bob"], "ana", "steady"))
    assert told == "your game with bob begins; clocks: 0:30 a move, 5:00 in reserve"
    assert plain(begins_line(["ana", "bob"], "ana")) == "your game with bob begins"


def test_a_seat_that_nobody_has_begins_a_sentence_in_capitals() -> None:
    seats = (Sitter("", "nobody"), Sitter("ann-0", "person"))
    assert names_of(seats, 1).spelled == ("ann-0",)


def test_a_log_is_worded_from_any_event_on_as_it_is_whole() -> None:
    replay = Replay(record_after())
    log = [event for ply in range(replay.plies + 1) for event in replay.events(ply)]
    placed = placed_lines(log, NAMES)
    for start in range(len(log)):
        rest = [line for place, line in placed if place >= start]
        assert log_lines(log, NAMES, start=start) == rest


def test_only_new_events_of_a_log_are_worded(monkeypatch: pytest.MonkeyPatch) -> None:
    worded = []

    def counting(log: Any, names: Names, given_up: Any, start: int) -> Any:
        worded.append(len(log) - start)
        return placed_lines(log, names, given_up, start)

    monkeypatch.setattr(digest, "placed_lines", counting)
    replay = Replay(record_after())
    log = tuple(event for ply in range(replay.plies + 1) for event in replay.events(ply))
    lines = WordedLog()
    for length in (5, 5, 9, len(log), len(log)):
        part = (*log[:length],)
        assert [*lines.lines(part, NAMES, ())] == placed_lines(part, NAMES)
    assert worded == [5, 4, len(log) - 9]
    other = (*log[1:],)
    assert [*lines.lines(other, NAMES, ())] == placed_lines(other, NAMES)
    assert [*lines.lines(log, replace(NAMES, seat=1), ((1, "time"),))] == placed_lines(
        log, replace(NAMES, seat=1), ((1, "time"),)
    )


def test_a_host_reads_that_leaving_closes_the_room_for_all() -> None:
    names = Names(("ana", "bob"), 0)
    assert "close the room" in plain(leave_prompt(None, names, hosting=True).sentence)
    running = leave_prompt(tables.chair(tables.TARGETS).shown.view, names, hosting=True)
    assert plain(running.sentence) == "Leaving forfeits this game and closes the room"
