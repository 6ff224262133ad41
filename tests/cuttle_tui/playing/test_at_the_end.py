"""At the end of a game: what is said and asked is seen, on the plate and over it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.palette import UNICODE
from cuttle_tui.drawing.tiles import numerals
from cuttle_tui.front.home import HomeScreen
from cuttle_tui.i18n.translation import plain
from cuttle_tui.local.lobby import LocalLobby, data_lobby
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import ChatLine, News, Sitter
from cuttle_tui.table.words.game_over import forfeit_line
from engine.record.record import GivingUp, record_text
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import PRESETS
from engine.table.table import Table
from tests.cuttle_tui import lobbies, online as at, tables, tables_many
from tests.cuttle_tui.coached import FakeAnalyst
from tests.cuttle_tui.gallery.staged import SCENES, resized, settled, staged
from tests.cuttle_tui.games import record_after, table_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.tables import FakeChair

_WE_BEGIN = bytes([1]) * 32
SIZES = ((80, 22), (80, 24), (120, 40))
WANTED = "p1 wants a rematch"


def text(pilot: Pilot[None]) -> str:
    assert isinstance(pilot.app, CuttleApp)
    return "\n".join(grid(pilot.app))


def over(seat: int = 0, **facts: Any) -> FakeChair:
    """Sit where a recorded game is over."""
    state = table_after(999).chair(seat).state()
    chair = FakeChair(seat, state, kept=record_text(record_after()))
    at.alter(chair, **facts)
    return chair


def other_of(chair: FakeChair) -> str:
    return chair.shown.sitters[1].name


def said(chair: FakeChair, *texts: str) -> tuple[ChatLine, ...]:
    """Let the other player say something after the end."""
    events = len(chair.shown.log)
    return tuple(
        ChatLine(other_of(chair), line, phrase=False, after=events, number=number)
        for number, line in enumerate(texts, 1)
    )


@pytest.mark.parametrize("size", SIZES)
async def test_what_is_said_after_the_end_stands_on_the_plate(size: tuple[int, int]) -> None:
    chair = over(by_code=True)
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert app.screen.after_game.plate is not None
        at.alter(
            chair, talk=said(chair, "so close!", "the ace in turn 5 was the game, well played")
        )
        await settled(pilot)
        assert f"{other_of(chair)}: so close!" in text(pilot)
        if size[0] == 80:  # where the log has a column, it is told there
            assert "the ace in turn 5 was the game, well played" in text(pilot)


async def test_a_long_line_on_the_plate_is_not_cut() -> None:
    chair = over(by_code=True)
    at.alter(chair, talk=said(chair, "word " * 23 + "end"))
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert text(pilot).count("word") == 23
        assert "end" in text(pilot)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES[1:])
@pytest.mark.parametrize(
    "keys", ["a", "w", "?", "? h", ",", "l", "z", "t", "w l", "a enter", "w b"]
)
async def test_a_rematch_that_is_wanted_is_seen_over_the_table(
    keys: str, size: tuple[int, int]
) -> None:
    chair = over()
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=size) as pilot:
        await pilot.press(*keys.split())
        await settled(pilot)
        wanted = f"{other_of(chair)} wants a rematch"
        assert wanted not in text(pilot)
        at.alter(chair, ready=(1,))
        await settled(pilot)
        assert wanted in " ".join(text(pilot).split())
        await pilot.press("left")
        await settled(pilot)
        assert wanted in " ".join(text(pilot).split()), "also after the next key"


async def test_chat_is_told_over_the_table() -> None:
    chair = over(by_code=True)
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("w")
        at.alter(chair, talk=said(chair, "are you there?"))
        await settled(pilot)
        assert "are you there?" in text(pilot)


@pytest.mark.slow
async def test_what_never_happened_is_not_counted() -> None:
    async with staged(SCENES["two-end-won"]) as (_, pilot):
        for size in SIZES:
            await resized(pilot, size)
            assert "10 turns   3 lead changes" in text(pilot)


async def test_the_cards_below_the_plate_are_named() -> None:
    for seat in (0, 1):
        chair = over(seat)
        view = chair.shown.view
        assert view is not None
        assert view.outcome is not None
        app = CuttleApp(lobbies.online(), chair=chair)
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            (winner,) = view.outcome.winners
            name = chair.shown.sitters[winner].name
            label = (
                f"the points and royals of {name}" if winner != seat else "your points and royals"
            )
            assert label in text(pilot)
            assert "all hands are now open" not in text(pilot)
            await pilot.press("f")
            await settled(pilot)
            assert "all hands are now open" in text(pilot)


@pytest.mark.parametrize("size", [(80, 24), (95, 53), (120, 40)])
async def test_what_the_other_had_lies_beside_the_cards_that_won(size: tuple[int, int]) -> None:
    async with staged(SCENES["two-end-won"]) as (app, pilot):
        await resized(pilot, size)
        rows = grid(app)
        label = next(y for y, row in enumerate(rows) if "your points and royals" in row)
        x = rows[label].index("the points and royals of bob")
        cards = next(row for row in rows[label + 1 :] if row[:x].strip())
        assert cards[:x].split() == ["10♦", "10♥", "7♥"]
        assert cards[x:].split()[:2] == ["3♣", "Q♦"]
        assert ("all hands are now open" in text(pilot)) == ("J♠" in text(pilot)) == (size[0] > 95)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 60)])
async def test_after_a_draw_each_card_names_its_owner(size: tuple[int, int]) -> None:
    app = CuttleApp(lobbies.FakeLobby(), chair=table_after(999, "team", 20).chair(0))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        assert "DRAW you, bob, carol and dmitri" in " ".join(text(pilot).split())
        assert isinstance(app.screen, TableScreen)
        assert app.screen.body.model is not None
        lying = {
            seat.name: seat for seat in (*app.screen.body.model.others, app.screen.body.model.me)
        }
        for face in app.screen.body.model.tray:
            seat = lying[face.ribbon]
            assert face.card in {each.card for each in (*seat.points, *seat.royals)}
        assert " dmitri " in text(pilot).split("3♥")[-1]


@pytest.mark.parametrize(
    ("size", "rows"),
    [((60, 20), 3), ((80, 24), 3), ((120, 40), 5), ((160, 50), 5), ((200, 60), 10)],
)
async def test_the_score_is_drawn_as_large_as_there_is_room(
    size: tuple[int, int], rows: int
) -> None:
    app = CuttleApp(lobbies.FakeLobby(), chair=table_after(999, seed=39).chair(0))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        assert all(row in text(pilot) for row in numerals(23, rows, UNICODE))


async def test_against_the_computer_a_small_window_shows_the_score_and_what_the_coach_says() -> (
    None
):
    lobby = lobbies.FakeLobby(analyst=FakeAnalyst(most=999))
    app = CuttleApp(lobby, chair=table_after(999, seed=39, level="sharp").chair(0))
    async with app.run_test(size=(60, 20)) as pilot:
        await settled(pilot)
        assert all(row in text(pilot) for row in numerals(23, 3, UNICODE))
        assert "turn 5 cost you most" in text(pilot)


@pytest.mark.parametrize("size", [(60, 20), (80, 22), (80, 24), (120, 40)])
async def test_match_and_ratings_are_worth_more_than_large_figures(size: tuple[int, int]) -> None:
    app = CuttleApp(lobbies.online(), chair=over(stake=at.STAKE))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        rows = [row.split()[:1] for row in grid(app)]
        assert ["match"] in rows
        assert ["rating"] in rows


async def test_a_title_that_has_no_room_beside_the_rules_stands_before_the_day() -> None:
    app = CuttleApp(lobbies.FakeLobby(), chair=table_after(999, "cutthroat", 14).chair(0))
    async with app.run_test(size=(60, 20)) as pilot:
        await settled(pilot)
        title, day = grid(app)[0].rsplit(maxsplit=1)
        assert title.split() == ["VICTORY", "you", "beat", "bob", "and", "carol"]
        assert date.fromisoformat(day)


async def test_an_accepted_challenge_is_asked_no_more() -> None:
    lobby = lobbies.online(asking=(lobbies.ASKED,), chairs=(tables.chair(tables.OVER),))
    app = CuttleApp(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        lobby.tell(News("challenged", "bob"))
        await settled(pilot)
        assert "f2 accept" in text(pilot)
        await pilot.press("f2")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        await pilot.press("q", "y")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)
        assert "f2 accept" not in text(pilot)


@pytest.mark.parametrize(
    ("chair", "keys", "told"),
    [
        (tables.chair(tables.OVER), "q", "you won "),
        (tables.chair(tables.TARGETS), "qy", "you left: bob won"),
        (tables_many.chair(tables_many.CUTTHROAT), "qy", "you left the game; the others play on"),
    ],
)
async def test_the_screen_after_a_game_says_how_it_ended_until_the_next_key(
    chair: FakeChair, keys: str, told: str
) -> None:
    lobby = lobbies.online(chairs=(chair,))
    app = CuttleApp(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        app.sit_down((chair,))
        await settled(pilot)
        await pilot.press(*keys)
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)
        assert told in grid(app)[22]
        await pilot.press("down")
        assert told not in grid(app)[22]


@pytest.mark.parametrize(
    ("winner", "how", "told"),
    [
        (0, "left", "bob left: you won"),
        (0, "conceded", "bob conceded: you won"),
        (0, "time", "bob ran out of time: you won"),
        (0, "absent", "bob was away too long: you won"),
        (1, "conceded", "you conceded: bob won"),
        (1, "time", "you ran out of time: bob won"),
    ],
)
async def test_the_next_screen_names_who_gave_a_game_up(
    winner: int, how: GivingUp, told: str
) -> None:
    over = tables.TARGETS.replace("ask play P0", f"over concede P{winner}")
    chair = tables.chair(over, log=tables.LOG)
    bob = Sitter("bob", "nobody" if how in ("left", "absent") else "person")
    sitters = (Sitter("ana", "person"), bob)
    chair.shown = replace(chair.shown, sitters=sitters, given_up=((1 - winner, how),))
    app = CuttleApp(lobbies.online(chairs=(chair,)))
    async with app.run_test(size=(80, 24)) as pilot:
        app.sit_down((chair,))
        await settled(pilot)
        await pilot.press("q")
        await settled(pilot)
        assert told in grid(app)[22]


async def test_a_game_that_is_kept_says_so_as_it_is_left() -> None:
    chair = tables.chair(tables.TARGETS)
    app = CuttleApp(lobbies.FakeLobby(chairs=(chair,), keeping=True))
    async with app.run_test(size=(80, 24)) as pilot:
        app.sit_down((chair,))
        await settled(pilot)
        await pilot.press("q", "y")
        await settled(pilot)
        assert "your game is kept: it can be resumed here" in text(pilot)


async def test_a_game_that_nobody_has_touched_is_left_at_once_and_not_called_kept(
    tmp_path: Path,
) -> None:
    app = CuttleApp(LocalLobby("ana", seed=_WE_BEGIN, running=tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("c")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert app.screen.state.untouched
        await pilot.press("q")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)
        assert "your game is kept" not in text(pilot)
        assert app.lobby.home is not None
        assert app.lobby.home.saved() == ()


def test_a_game_left_without_a_point_names_no_score() -> None:
    table = Table(PRESETS["standard"], b"seed")
    for seat, name in enumerate(("ana", "bob")):
        table.sit(seat, name, "person")
    assert plain(forfeit_line(table.state(0), 0)) == "you left: bob won"


async def test_a_game_that_is_over_is_not_kept() -> None:
    chair = tables.chair(tables.OVER)
    app = CuttleApp(lobbies.FakeLobby(chairs=(chair,), keeping=True))
    async with app.run_test(size=(80, 24)) as pilot:
        app.sit_down((chair,))
        await settled(pilot)
        await pilot.press("q")
        await settled(pilot)
        assert "you won " in text(pilot)
        assert "your game is kept" not in text(pilot)


async def test_a_withdrawn_challenge_is_asked_no_more() -> None:
    lobby = lobbies.online(asking=(lobbies.ASKED,))
    app = CuttleApp(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        lobby.tell(News("challenged", "bob"))
        await settled(pilot)
        assert "f2 accept" in text(pilot)
        lobby.asking = ()
        lobby.tell(News("lobby"))
        await settled(pilot)
        assert "f2 accept" not in text(pilot)


def of_match(chair: FakeChair, **facts: Any) -> FakeChair:
    """Let the game be one of a match to two wins."""
    view = chair.shown.view
    assert view is not None
    rules = parse_ruleset(f"{view.ruleset.name}+first-to-2")
    at.alter(chair, view=replace(view, ruleset=rules), commitment="ab" * 32, **facts)
    return chair


@pytest.mark.parametrize(
    ("won", "score", "word"),
    [((), (1, 0), "GAME WON"), ((), (1, 1), "GAME WON"), ((0,), (2, 1), "VICTORY")],
)
async def test_only_the_end_of_a_match_is_a_victory(
    won: tuple[int, ...], score: tuple[int, int], word: str
) -> None:
    chair = over()
    view = chair.shown.view
    assert view is not None
    assert view.outcome is not None
    seat = view.outcome.winners[0]
    chair = of_match(over(seat), match_winners=won and (seat,), score=score[:: 1 - 2 * seat])
    app = CuttleApp(lobbies.online(chairs=(chair,)), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        shown = text(pilot)
        assert [each for each in ("GAME WON", "VICTORY") if each in shown] == [word]
        assert f"match {score[0]}-{score[1]}" in shown


@pytest.mark.parametrize(
    ("seat", "score"), [(0, "match 1-0"), (1, "match 0-1"), (None, "match 1-0")]
)
async def test_the_score_of_a_match_stands_at_its_table(seat: int | None, score: str) -> None:
    for size in ((60, 20), (80, 24), (120, 40), (44, 28), (44, 36)):
        chair = of_match(at.table(tables.WAITING, seat=seat), score=(1, 0))
        app = CuttleApp(lobbies.online(chairs=(chair,)), chair=chair)
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            assert score in text(pilot)
    single = at.table(tables.WAITING, seat=seat, score=(1, 0), commitment="ab" * 32)
    app = CuttleApp(lobbies.online(chairs=(single,)), chair=single)
    async with app.run_test(size=(100, 32)) as pilot:
        await settled(pilot)
        assert "match" not in text(pilot)


async def test_a_match_that_the_others_left_is_won() -> None:
    chair = over()
    view = chair.shown.view
    assert view is not None
    assert view.outcome is not None
    loser = 1 - view.outcome.winners[0]
    chair = over(loser)
    people = list(chair.shown.sitters)
    people[1 - loser] = replace(people[1 - loser], kind="nobody", present=False)
    chair = of_match(
        chair, match_winners=(loser,), score=(0, 1)[:: 1 - 2 * loser], sitters=tuple(people)
    )
    app = CuttleApp(lobbies.online(chairs=(chair,)), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "VICTORY" in text(pilot)
        assert "YOU WIN   you won the match 0-1" in text(pilot)
        assert "left: no further games at this table" in text(pilot)


async def test_the_log_ends_with_the_score_of_the_match() -> None:
    chair = of_match(over(), score=(1, 1))
    app = CuttleApp(lobbies.online(chairs=(chair,)), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("l")
        await settled(pilot)
        rows = grid(app)
        last = next(at for at, row in enumerate(rows) if "the match stands at 1-1" in row)
        assert "won the game" in rows[last - 1]


async def test_a_match_at_home_is_kept_between_two_games(tmp_path: Path) -> None:
    lobby = data_lobby(tmp_path, "ana", seed=bytes(32), pace=0.0)
    app = CuttleApp(lobby, chair=lobby.alone("standard+first-to-2"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("q", "g")
        await settled(pilot)
        assert "match 0-1" in grid(app)[-1]
        await pilot.press("q")
        await settled(pilot)
        assert "Leave for now? The match is kept" in text(pilot)
