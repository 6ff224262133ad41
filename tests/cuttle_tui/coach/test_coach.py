"""The coach in the app and in plain mode: hints, analyses, what would have been better."""

from __future__ import annotations

import ast
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

import cuttle_tui
from cuttle_tui.app import CuttleApp
from cuttle_tui.coach.comments import _WORDS as COMMENTS
from cuttle_tui.coach.purposes import (
    _WORDS,
    UNLIMITED,
    Hint,
    better_briefly,
    better_line,
    drawback_line,
    hint_lines,
    hint_of,
    hint_prompt,
    percent,
    play_line,
    purpose_line,
)
from cuttle_tui.coach.widget import draw_analysis, ply_at
from cuttle_tui.coach.words import AnalysisModel, AnalysisSide, TurningRow, turning_point_line
from cuttle_tui.drawing.palette import UNICODE
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.i18n.translation import SILENCE, Message, plain, say
from cuttle_tui.kit.names import Names
from cuttle_tui.local.lobby import LocalLobby
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import LobbyError
from cuttle_tui.replay.screen import ReplayScreen
from engine.actions import parse_action
from engine.bots.search import Assessment, Rated, assess
from engine.cards import parse_card
from engine.coach.analysis import AnalysisBook, decision_view, judged
from engine.coach.purposes import KINDS, Purpose, PurposeKind
from engine.play.observe import observe
from engine.play.view import View
from engine.record.summary import Replay
from engine.rules.rulesets import PRESETS
from tests.cuttle_tui import tables
from tests.cuttle_tui.coached import FakeAnalyst, by_points
from tests.cuttle_tui.games import record_after, table_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby, online
from tests.cuttle_tui.plain_talk import talk
from tests.engine.knowledge import reshuffle_hidden
from tests.engine.play_out import steps
from tests.engine.worked import play_out
from tests.whole import times

BAR, OPTIONS, WHY, KEYS = 15, 16, 17, 23
NAMES = Names(("ana", "bob", "carol", "dmitri"), None)
_TURNS = (3, 6, 11)
"""The turning points of the usual game, by the ply after them."""


async def settled(pilot: Pilot[None]) -> None:
    """Let messages arrive and be drawn."""
    for _ in range(3):
        await pilot.pause()


def replay(app: CuttleApp) -> ReplayScreen:
    """Give the replay screen."""
    assert isinstance(app.screen, ReplayScreen)
    return app.screen


def table(app: CuttleApp) -> TableScreen:
    """Give the table screen."""
    assert isinstance(app.screen, TableScreen)
    return app.screen


def share_of(row: str) -> int:
    """Read the chance of a play."""
    found = re.search(r"(\d+)%(?: to win)?  ", row)
    assert found is not None, row
    return int(found[1])


_DISAGREES = re.compile(
    r"\byou(?:'s\b| (?!discards?\b)(?:is|has|was|does|\w+[^su\W]s)\b)", re.IGNORECASE
)
"""A name's verb or possessive after "you"."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("brief", [False, True])
def test_what_is_said_of_the_reader_agrees_with_you(kind: PurposeKind, brief: bool) -> None:
    for number in (1, 9):
        found = Purpose(kind, number, 5, (0, 5), seat=0)
        told = plain(purpose_line(found, Names(("ana", "bob"), 0), brief=brief))
        assert not _DISAGREES.search(told)


@pytest.mark.parametrize(
    ("mine", "others"), [pair for pairs in COMMENTS.values() for pair in pairs]
)
def test_what_is_said_of_the_readers_game_agrees_with_you(mine: Message, others: Message) -> None:
    assert not _DISAGREES.search(str(mine))
    assert "{who}" not in str(mine)
    assert not _DISAGREES.search(str(others))


_OF_OTHERS = {
    "{who} is back",
    "{who} is thinking",
    "{who} plays at level {level}",
    "{who} is your partner",
    "{who} wants to concede: the game ends if you agree",
    "not {who}'s: protected by {cards}",
    "{who} is waiting at your table: {key} goes there",
}
"""Sentences that are never said of the reader, though they name a seat as sentences do."""
_AGREES = re.compile(r"\{who\}(?:'s| (?:is|has|was|does|\w+[^s\W]s)\b)")


@pytest.mark.slow
def test_no_sentence_puts_you_where_only_a_name_agrees() -> None:
    """What may be said of the reader has words of its own: `Names.by`, or a table of both."""
    found = set()
    for path in Path(cuttle_tui.__file__).parent.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text())):
            if not isinstance(call, ast.Call) or not call.args:
                continue
            said = [part.value for part in ast.walk(call.args[0]) if isinstance(part, ast.Constant)]
            names = [ast.unparse(part.value) for part in call.keywords if part.arg == "who"]
            if any(re.search(r"\.who\(", name) for name in names):
                found |= {text for text in said if isinstance(text, str) and _AGREES.search(text)}
    assert found == _OF_OTHERS


# hints --------------------------------------------------------------------------------------------


async def test_a_hint_names_the_best_plays_and_goes_with_the_move() -> None:
    analyst = FakeAnalyst()
    app = CuttleApp(FakeLobby(analyst=analyst), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        before = grid(app)
        await pilot.press("h")
        await settled(pilot)
        rows = grid(app)
        assert re.search(r"COACH +\d+% to win  ", rows[BAR])
        assert "from what ana could see" in rows[KEYS]
        shares = [share_of(rows[row]) for row in (BAR, OPTIONS, WHY)]
        assert shares == sorted(shares, reverse=True)
        assert [view.viewer for view in analyst.asked] == [0]
        assert not analyst.asked[0].seats[1].hand
        await pilot.press("h")
        await settled(pilot)
        assert grid(app) == before
        await pilot.press("h", "right")
        await settled(pilot)
        assert "COACH" not in grid(app)[BAR]
        await pilot.press("end", "h")
        await settled(pilot)
        assert "nothing to choose here" in grid(app)[WHY]


async def test_in_practice_a_hint_gives_way_and_the_reply_is_taken_back_too() -> None:
    analyst = FakeAnalyst()
    lobby = LocalLobby("ana", pace=0.0, seed=b"coach", analyst=analyst)
    app = CuttleApp(lobby, chair=lobby.practise("standard", "beginner"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        view = table(app).state.view
        assert "h hint, no ladder" in grid(app)[KEYS], "its price is told before"
        await pilot.press("h")
        await settled(pilot)
        rows = grid(app)
        assert re.search(r"COACH +\d+% to win  ", rows[BAR])
        assert "from what you can see" in rows[KEYS]
        assert "with a hint this game no longer counts for the ladder" in "\n".join(rows)
        assert analyst.asked == [view]
        await pilot.press("1")
        await settled(pilot)
        assert "COACH" not in grid(app)[BAR]
        assert "h hint  " in grid(app)[KEYS], "it is paid"
        await pilot.press("escape", "d")
        await settled(pilot)
        replied = table(app).state.view
        assert view is not None
        assert replied is not None
        assert replied.ply > view.ply + 1, "the computer has replied"
        await pilot.press("u")
        await settled(pilot)
        assert table(app).state.view == view
        await pilot.press("h")
        await settled(pilot)
        assert "COACH" in grid(app)[BAR]


async def test_an_impatient_player_asks_once() -> None:
    analyst = FakeAnalyst(most=0)
    app = CuttleApp(FakeLobby(analyst=analyst), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("h", "h", "right", "h")
        await settled(pilot)
        assert len(analyst.asked) == 1
        assert "the coach is thinking" in grid(app)[WHY]


async def test_where_people_play_the_coach_is_silent() -> None:
    analyst = FakeAnalyst()
    app = CuttleApp(online(analyst=analyst), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        before = grid(app)
        assert "hint" not in before[KEYS]
        await pilot.press("h", "a")
        await settled(pilot)
        assert grid(app) == before
        assert analyst.asked == []


async def test_a_coach_that_fails_says_so() -> None:
    lobby = FakeLobby(analyst=FakeAnalyst(reason=LobbyError("no-coach")))
    app = CuttleApp(lobby, record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ("h", "a"):
            await pilot.press(key)
            await settled(pilot)
            assert "the coach is not available now" in grid(app)[WHY]


@pytest.mark.slow
def test_a_hint_says_nothing_that_its_seat_cannot_know() -> None:
    """Shuffle what a seat cannot see: not a word and not a figure of the hint changes."""
    rng, looked_at = random.Random(3), 0
    for name in ("standard", "cuttle.cards", "team"):
        for position, legal, _ in steps(PRESETS[name], 4):
            if len(legal) < 2 or rng.random() < times(95, 60) / 100:
                continue
            seat = position.prompt.seats[0]
            other = observe(reshuffle_hidden(position, seat, rng), seat)
            said = [
                hint_prompt(hint, NAMES)
                for view in (observe(position, seat), other)
                if (hint := hint_of(view, assess(view, 0))) is not None
            ]
            assert said[0] == said[1]
            looked_at += 1
    assert looked_at > times(5, 20)


def test_every_purpose_has_words() -> None:
    assert _WORDS.keys() == set(KINDS)
    for kind in KINDS:
        purpose = Purpose(kind, 2, 1, (parse_card("TS"), parse_card("2C")), 1)
        assert plain(purpose_line(purpose, NAMES))


_AGAINST_IT = Names(("you", "the computer"), 0)
_SCUTTLE = "P0 hand 7D; P1 points TD 5D"


def scuttle() -> tuple[View, Rated]:
    """Give a scuttle that stops an opponent who is near, with a long reason."""
    position = play_out("standard", _SCUTTLE, "wait")
    return observe(position, 0), Rated(parse_action("scuttle 7D>5D"), 0.51)


@pytest.mark.parametrize(
    ("room", "ending"),
    [
        (UNLIMITED, ": the computer needs only 6 more points, takes 5 points from the computer"),
        (80, ": the computer needs only 6 more points"),
        (76, ": takes 5 points from the computer"),
        (68, ": takes 5 points"),
        (50, "scuttle the computer's 5D with 7D"),
    ],
)
def test_a_reason_gives_way_to_a_shorter_one_before_it_is_dropped(room: int, ending: str) -> None:
    view, play = scuttle()
    said = plain(play_line(view, play, _AGAINST_IT, room))
    assert said.startswith("51%  scuttle the computer's 5D with 7D")
    assert said.endswith(ending)
    assert len(said) <= room


def test_the_first_play_of_a_hint_rather_gives_its_reason_than_says_to_win() -> None:
    view, play = scuttle()
    hint = Hint(view, 0.51, (play,))
    bar = plain(hint_prompt(hint, _AGAINST_IT, 65).sentence)
    assert bar == "51%  scuttle the computer's 5D with 7D: takes 5 points"
    bar = plain(hint_prompt(hint, _AGAINST_IT).sentence)
    assert bar.startswith("51% to win  scuttle")
    narrow = hint_prompt(hint, _AGAINST_IT, 63)
    assert (narrow.head, plain(narrow.sentence)[-16:]) == ("COACH", ": takes 5 points")


def test_a_sure_win_needs_no_chance() -> None:
    position = play_out("standard", "P0 hand 4H; P0 points TD 9D; P1 hand 2C", "wait")
    hint = Hint(observe(position, 0), 0.99, (Rated(parse_action("points 4H"), 0.99),))
    prompt = hint_prompt(hint, _AGAINST_IT)
    assert plain(prompt.sentence) == "4H for points, 23 of 21: wins now"
    assert [plain(line) for line in hint_lines(hint, _AGAINST_IT)] == [plain(prompt.sentence)]
    assert plain(prompt.why) == "the coach's opinion, from what you can see: this wins"


def test_plays_that_are_alike_are_named_once() -> None:
    view = tables.view_of(tables.TARGETS, 0)
    hint = hint_of(view, assess(view, 0))
    assert hint is not None
    assert len(set(map(plain, hint_lines(hint, NAMES)))) == len(hint.plays) == 3


@pytest.mark.parametrize(
    ("chance", "text"), [(0.0, "0%"), (0.001, "1%"), (0.5, "50%"), (0.999, "99%"), (1.0, "100%")]
)
def test_only_what_is_certain_is_nothing_or_all(chance: float, text: str) -> None:
    assert percent(chance) == text


# the analysis -------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_finished_game_is_analysed_once_and_its_turning_points_lead_on() -> None:
    analyst = FakeAnalyst()
    app = CuttleApp(FakeLobby(analyst=analyst), chair=table_after(99).chair(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await settled(pilot)
        rows = grid(app)
        assert "ANALYSIS" in rows[BAR]
        assert "no sum of 100%" in rows[0]
        assert len(analyst.asked) == len(replay(app).coach.analysis.plies)
        for ply in reversed(_TURNS):
            await pilot.press("up")
            await settled(pilot)
            assert replay(app).ply == ply
            assert "better, " in grid(app)[WHY]
        await pilot.press("enter")
        await settled(pilot)
        assert "REPLAY" in grid(app)[BAR]
        assert "the coach says 35%  w better, 52%: Q♠ as a queen" in grid(app)[WHY]
        await pilot.press("home", "tab", "tab")
        assert replay(app).ply == _TURNS[0], "it is a mark like others"
        await pilot.press("q", "a")
        await settled(pilot)
        assert "ANALYSIS" in grid(app)[BAR]
        assert len(analyst.asked) == len(replay(app).coach.analysis.plies), "nothing is made twice"
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)


def test_a_turning_point_at_the_table_gives_its_reason_and_says_whose_opinion_it_is() -> None:
    replay = Replay(record_after())
    ply = _TURNS[0] - 1
    point = judged(replay, ply, by_points(decision_view(replay, ply)))
    assert point is not None
    said = [plain(turning_point_line(replay, point, NAMES, room)) for room in (76, 60, 40)]
    better = "w better, 52%: QS as a queen"
    assert said == [
        f"the coach says 35%  {better}: protects 4 points",
        f"coach: 35%  {better}: protects 4 points",
        f"coach: 35%  {better}",
    ]


@pytest.mark.slow
async def test_the_better_play_is_played_in_practice() -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("w")
        assert "ask the coach first" in grid(app)[WHY]
        await pilot.press("a", "down", "w")
        await settled(pilot)
        view = table(app).state.view
        assert view is not None
        assert view.ply == _TURNS[0], "the better play has taken the place of the last"
        assert "what if: Q♠ as a queen" in grid(app)[WHY]
        await pilot.press("u", "q")
        await settled(pilot)
        assert replay(app).ply == _TURNS[0]
        await pilot.press("enter", "left", "h", "w")
        await settled(pilot)
        assert "what if: Q♠ as a queen" in grid(app)[WHY], "also from a hint"


@pytest.mark.slow
async def test_away_from_turning_points_the_analysis_says_which_keys_lead_to_one() -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a", "w")
        assert "go to a turning point first: down" in grid(app)[WHY]
        await pilot.press("end", "w")
        assert "go to a turning point first: up" in grid(app)[WHY]
        await pilot.press("up", "up", "left", "w")
        assert "go to a turning point first: up down" in grid(app)[WHY]


async def test_where_nobody_gave_much_away_the_analysis_has_nothing_better() -> None:
    app = CuttleApp(FakeLobby(analyst=FakeAnalyst(judge=alike)), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a", "w")
        await settled(pilot)
        assert "no turning points: nobody gave much away" in grid(app)[WHY]


def alike(view: View) -> Assessment:
    """Think the same of all plays."""
    return Assessment(0.5, tuple(Rated(action, 0.5) for action in view.legal))


@pytest.mark.slow
async def test_a_hint_is_asked_for_in_the_analysis_and_shown_at_the_table() -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a", "h")
        await settled(pilot)
        assert "COACH " in grid(app)[BAR]
        await pilot.press("a")
        await settled(pilot)
        assert "ANALYSIS" in grid(app)[BAR]


def test_a_better_one_off_is_told_without_its_effect_rather_than_cut() -> None:
    view = observe(play_out("standard", "P0 hand 4D 9C; P1 hand +5", "wait"), 0)
    play = Rated(parse_action("oneoff 4D@1"), 0.57)
    names = Names(("ana", "the computer"), 0)
    assert "discards" in plain(better_line(view, play, names, 60))
    assert plain(better_briefly(view, play, names)) == "better, 57%: 4D as a one-off"


_WIPE = "P0 hand AC 9S TH; P0 points 7S 4H; P1 hand +3; P1 points 3D"
_STEP_INTO = "P0 hand TC; P0 court 8S; P1 hand TH"


@pytest.mark.parametrize(
    ("before", "action", "line"),
    [
        (_WIPE, "oneoff AC", "AC as a one-off: scrap all points: takes 3 points and loses 11"),
        ("P0 hand AC; P0 points 3S", "oneoff AC", "loses 3 points for nothing"),
        (_STEP_INTO, "points TC", "but bob can scuttle it with TH"),
        (_WIPE, "points 9S", ""),
    ],
)
def test_what_a_play_gave_away_is_said_if_it_can_be_seen(
    before: str, action: str, line: str
) -> None:
    view = observe(play_out("standard", before, "wait"), 0)
    found = plain(drawback_line(view, parse_action(action), NAMES))
    assert found.endswith(line)
    assert bool(found) == bool(line)


def analysed(size: int) -> tuple[AnalysisModel, list[str]]:
    """Draw an analysis whose turning point has a line below the list, at a height."""
    model = AnalysisModel(
        title="chances",
        shorter="chances",
        sides=(AnalysisSide("ana", "50%", "", (50, 50), won=False),) * 2,
        ply=1,
        plies=1,
        move="move",
        heads=("turn", "player", "chance", "played"),
        played="played",
        better="better",
        rows=tuple(
            TurningRow(ply, str(ply), "ana", "9% to 1%", say("a play"), say("another"), foot)
            for ply, foot in enumerate((say("loses 3 points for nothing"), *[SILENCE] * 5), 1)
        ),
        focus=0,
        empty="",
        progress=SILENCE,
    )
    sheet = Sheet(76, size)
    draw_analysis(sheet, 0, 76, model, UNICODE)
    return model, sheet.texts()


def test_where_names_have_no_room_beside_the_better_plays_their_first_letters_say_whose() -> None:
    model, _ = analysed(24)
    model = replace(model, rows=tuple(replace(row, who="guest-otter") for row in model.rows))
    told = {}
    for width in (76, 42):
        sheet = Sheet(width, 24)
        draw_analysis(sheet, 0, width, model, UNICODE)
        told[width] = next(row for row in sheet.texts() if "9% to 1%" in row)
    assert "guest-otter" in told[76]
    assert "another" in told[42]
    assert " gue " in told[42]


@pytest.mark.parametrize(("names", "listed"), [("ana", False), ("ana bob carol dmitri", True)])
def test_where_the_graphs_do_not_tell_who_played_the_list_does(names: str, listed: bool) -> None:
    model, _ = analysed(24)
    players = (names.split() * 6)[:6]
    pairs = zip(model.rows, players, strict=True)
    rows = tuple(replace(row, who=who, played=say("p" * 30)) for row, who in pairs)
    sheet = Sheet(76, 15)
    draw_analysis(sheet, 0, 60, replace(model, rows=rows), UNICODE)
    assert any("ana  " in text and "9% to 1%" in text for text in sheet.texts()) == listed
    assert any("another" in text for text in sheet.texts()) != listed


@pytest.mark.parametrize("height", [11, 12, 15, 20, 24])
def test_the_heads_of_the_list_are_apart_from_the_graphs(height: int) -> None:
    _, rows = analysed(height)
    head = next(place for place, text in enumerate(rows) if "chance  " in text)
    assert not rows[head - 1].strip()
    assert any("move" in text for text in rows) == (height > 12)


def test_a_turning_point_has_a_line_of_its_own_below_the_list_where_there_is_room() -> None:
    model, rows = analysed(24)
    row = next(place for place, text in enumerate(rows) if "for nothing" in text)
    assert ply_at(model, 0, 76, 24, 20, row) is None, "it leads nowhere"
    _, rows = analysed(8)
    assert not any("for nothing" in text for text in rows)


@pytest.mark.slow
async def test_clicks_lead_to_plies() -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await settled(pilot)
        rows = grid(app)
        row = next(place for place, text in enumerate(rows) if "what was played" in text)
        await pilot.click(offset=(20, row + 2))
        assert replay(app).ply == _TURNS[1]
        await pilot.click(offset=(77, 2))
        assert replay(app).ply == 27
        marks = next(place for place, text in enumerate(rows) if text.count("?") > 1)
        await pilot.click(offset=(rows[marks].index("?"), marks))
        assert replay(app).ply == _TURNS[0]


@pytest.mark.slow
async def test_the_list_shortens_what_was_played_and_cuts_no_word() -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a", "down", "down")
        await settled(pilot)
        shown = "\n".join(grid(app))
        assert re.search(r"what was played +better\n.*A♣ as a one-off +Q♠ as a queen\n", shown)
        await pilot.resize_terminal(60, 20)
        await settled(pilot)
        listed = "\n".join(grid(app))
        assert re.search(
            r"chance +what was played +better\n.*A♣ as a one-off +Q♠ as a queen\n", listed
        )


@pytest.mark.slow
async def test_leaving_ends_the_analysis_and_coming_back_goes_on() -> None:
    analyst = FakeAnalyst(most=7)
    app = CuttleApp(FakeLobby(analyst=analyst), chair=table_after(99).chair(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await settled(pilot)
        assert "has looked at 7 of 20 decisions" in "\n".join(grid(app))
        await pilot.press("left")
        assert replay(app).ply == 26, "keys are answered meanwhile"
        await pilot.press("q")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert analyst.cancelled == 1
        analyst.most = 99
        await pilot.press("a")
        await settled(pilot)
        assert len(analyst.asked) == 20 + 1
        assert "has looked at" not in "\n".join(grid(app))


def test_only_the_latest_analyses_are_kept() -> None:
    book, replays = AnalysisBook(), [Replay(record_after(seed=seed)) for seed in range(18)]
    for one in replays:
        book.keep(one, book.of(one).further(None))
    assert [book.of(one).done for one in replays] == [0, 0, *[1] * 16]


# plain mode ---------------------------------------------------------------------------------------


def said(lines: list[str], text: str) -> bool:
    """Tell whether a text was said."""
    return text in "\n".join(lines)


async def test_plain_mode_hears_hints_in_practice_alone() -> None:
    lobby = LocalLobby("ana", pace=0.0, seed=b"coach", analyst=FakeAnalyst())
    async with talk(lobby) as one:
        await one.type("computer beginner")
        await one.type("wait")
        price = (await one.type("hint"))[0]
        assert price == "With a hint this game no longer counts for the ladder."
        told = await one.type("yes")
        assert told[0].startswith("The coach's opinion, from what you can see: ")
        assert len(told) == 4
        assert said(told, "%")
        assert not said(await one.type("hint"), "ladder")
    async with talk(online(chairs=(tables.chair(tables.TARGETS),))) as one:
        await one.type("sit t1")
        assert said(await one.type("hint"), "never in other games")
        assert said(await one.type("analyse"), "not over")


async def test_plain_mode_reads_an_analysis() -> None:
    lobby = online(records={"g7xq": record_after()})
    async with talk(lobby) as one:
        told = await one.type("analyse g7xq")
        assert said(told, "The coach is looking at 20 decisions: please wait.")
        assert said(told, "Turn 3: ana 52%.")
        assert said(told, "Turning point on turn 3, ana: ace of clubs as a one-off")
        assert said(told, "Accuracy of ana: ")
        again = await one.type("analyse g7xq")
        assert not said(again, "is looking at")
        assert said(again, "Turn 3: ana 52%.")
        assert said(await one.type("analyse nothing"), "has been deleted")


async def test_ctrl_c_ends_an_analysis_in_plain_mode() -> None:
    analyst = FakeAnalyst(most=3)
    async with talk(online(records={"g7xq": record_after()}, analyst=analyst)) as one:
        one.put("analyse g7xq")
        await one.until("is looking at 20")
        await one.type("\x03")
        assert analyst.cancelled == 1
        assert said(await one.type("who"), "ana")
