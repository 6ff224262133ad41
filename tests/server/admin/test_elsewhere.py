"""What was played elsewhere is brought in from files, and taken out again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from cuttle_tui.i18n.translation import plain
from cuttle_tui.league.people import profile_page
from cuttle_tui.ports import LobbyError
from engine.record.parser import parse_record
from engine.record.record import record_text
from server.league.store import pages, profiles
from server.lobby.archive import lines_of, record_of
from tests.server.admin.desk import Desk, Out, rebuilt
from tests.server.league.cuttle_cards_pages import Json, page, recorded
from tests.server.store.duels import CLUBS, DAY, START, duel, keep, people, with_season

pytestmark = pytest.mark.slow

EVENING = """ended,one,other,winner
2026-01-06T19:10:00+01:00,Ann,bob,Ann
2026-01-06T19:35:00+01:00,Ann,bob,
2026-01-06T20:02:00+01:00,bob,Ann,Ann
"""


async def test_a_season_on_paper_is_brought_in_and_taken_out_again(
    desk: Desk, tmp_path: Path, capsys: Out
) -> None:
    ann, bob = people(with_season(desk.store), "ann", "bob")
    file = tmp_path / "evening.csv"
    file.write_text(EVENING)
    bring = ("import", "season", CLUBS.id, str(file), "--from", "club evenings")
    assert await desk.admin(*bring, "--dry-run") == 0
    said = capsys.readouterr().out
    assert "import 1: 3 games of 2 players, from club evenings" in said
    assert "counted in the league, or rated again: 3 games" in said
    assert "Ann is ann" in said
    assert desk.store.brought_in() == []
    assert await desk.admin(*bring, "--yes") == 0
    found = desk.store.recent_games()
    assert [(game.names, game.source, game.record) for game in found] == [
        (("bob", "ann"), "club evenings", ""),
        (("ann", "bob"), "club evenings", ""),
        (("ann", "bob"), "club evenings", ""),
    ]
    assert {each.player for each in desk.store.ratings()} == {ann.player, bob.player}
    assert rebuilt(desk.store) == []
    (line, *_) = lines_of(found)
    assert line.source == "club evenings"
    with pytest.raises(LobbyError) as refused:
        record_of(found[0])
    assert refused.value.reason == "only-result"
    capsys.readouterr()
    assert await desk.admin(*bring, "--yes") == 1
    assert "brought in already: `import undo 1` first" in capsys.readouterr().err
    assert await desk.admin("import", "undo", "1", "--yes") == 0
    assert (desk.store.recent_games(), desk.store.ratings()) == ([], [])
    assert rebuilt(desk.store) == []
    assert await desk.admin("import", "undo", "1", "--yes") == 1
    assert await desk.admin(*bring, "--yes") == 0
    capsys.readouterr()
    assert await desk.admin("--json", "import", "list") == 0
    assert [bool(row["undone"]) for row in json.loads(capsys.readouterr().out)] == [False, True]


async def test_each_faulty_line_is_named_and_nothing_is_brought_in(
    desk: Desk, tmp_path: Path, capsys: Out
) -> None:
    people(with_season(desk.store), "ann", "bob")
    file = tmp_path / "evening.csv"
    file.write_text(
        EVENING.replace("bob,\n", "bob,eve\n") + "2025-01-06T20:02:00Z,ann,bob,ann\nsoon,ann,bob,\n"
        "2026-01-07T20:02:00Z,zoe,bob,bob\n"
    )
    assert await desk.admin("import", "season", CLUBS.id, str(file), "--yes") == 1
    said = capsys.readouterr().err
    for part in (
        "evening.csv:3: the winner eve is neither Ann nor bob",
        "line 5: 2025-01-06 is outside Clubs 2026",
        "evening.csv:6: 'soon' is not a time",
        "line 7: nobody is called zoe (--as zoe=ACCOUNT)",
        "nothing was brought in",
    ):
        assert part in said
    assert (desk.store.brought_in(), desk.store.recent_games()) == ([], [])


async def test_names_that_nobody_has_stay_names_in_casual_games(desk: Desk, tmp_path: Path) -> None:
    people(desk.store, "ann", "bob")
    file = tmp_path / "evening.csv"
    file.write_text(EVENING)
    bring = ("import", "games", str(file), "--as", "bob=ann", "--as", "Ann=bob")
    assert await desk.admin(*bring, "--yes") == 0
    assert desk.store.recent_games()[0].names == ("ann", "bob")
    assert await desk.admin("import", "undo", "1", "--yes") == 0
    file.write_text(EVENING.replace("bob", "zoe"))
    assert await desk.admin("import", "games", str(file), "--yes") == 1
    assert await desk.admin("import", "games", str(file), "--unknown", "--yes") == 0
    assert desk.store.recent_games()[0].names == ("zoe", "ann")
    assert desk.store.ratings() == []


async def test_games_of_another_server_come_with_their_records(
    desk: Desk, tmp_path: Path, capsys: Out
) -> None:
    ann, bob = people(desk.store, "ann", "bob")
    keep(desk.store, duel("g1", ann, bob, ann, START))
    file = tmp_path / "export.json"
    assert await desk.admin("account", "export", "ann") == 0
    file.write_text(capsys.readouterr().out)
    assert await desk.admin("import", "games", str(file), "--yes") == 1
    assert "line 1: the game g1 is here already" in capsys.readouterr().err
    told = json.loads(file.read_text())
    told["games"][0]["id"] = "elsewhere1"
    told["games"].append(told["games"][0] | {"id": "x", "record": "no record"})
    file.write_text(json.dumps(told))
    assert await desk.admin("import", "games", str(file), "--yes") == 1
    assert "game 2: " in capsys.readouterr().err
    told["games"][1] = told["games"][0]
    file.write_text(json.dumps(told))
    assert await desk.admin("import", "games", str(file), "--yes") == 1
    assert "line 2: the game elsewhere1 is here already" in capsys.readouterr().err
    del told["games"][1]
    file.write_text(json.dumps(told))
    assert await desk.admin("import", "games", str(file), "--yes") == 0
    game = desk.store.game("elsewhere1", "")
    assert game is not None
    assert (game.source, record_of(game).players) == ("another server", ("ann", "bob"))


async def test_a_file_that_is_none_is_refused(desk: Desk, tmp_path: Path, capsys: Out) -> None:
    assert await desk.admin("import", "games", str(tmp_path / "none.csv"), "--yes") == 2
    assert "cannot be read" in capsys.readouterr().err
    (tmp_path / "empty.csv").write_text("ended,one,other,winner\n")
    assert await desk.admin("import", "games", str(tmp_path / "empty.csv"), "--yes") == 1
    assert "the file has no games" in capsys.readouterr().err


async def test_names_of_a_file_are_shown_without_what_does_not_print(
    desk: Desk, tmp_path: Path
) -> None:
    people(desk.store, "ann", "bob", "cat")
    file = tmp_path / "evening.csv"
    file.write_text(EVENING.replace("bob", "zoe\x1b[31m\u202e"))
    assert await desk.admin("import", "games", str(file), "--unknown", "--yes") == 0
    assert {name for game in desk.store.recent_games() for name in game.names} == {"zoe[31m", "ann"}
    pages_file = tmp_path / "pages.json"
    pages_file.write_text(json.dumps(page(recorded(1)[0], 1, "ann", "zoe\x1b[31m")))
    assert await desk.admin("import", "games", str(pages_file), "--unknown", "--yes") == 0
    (game,) = (game for game in desk.store.recent_games() if game.record)
    assert game.names == record_of(game).players == ("ann", "zoe[31m")
    bracket = tmp_path / "spring.txt"
    bracket.write_text(SPRING.replace("dan lee", "dan\x1b[31m lee"))
    bring = ("import", "bracket", "2025-clubs", str(bracket), *HELD, "--unknown", "--yes")
    assert await desk.admin(*bring) == 0
    found = desk.store.read(pages.find_bracket, "")
    assert found is not None
    assert found.places[-1].name == "dan[31m lee *"
    assert rebuilt(desk.store) == []


# of cuttle.cards ---------------------------------------------------------------------------------


async def test_games_of_cuttle_cards_are_played_again_and_brought_in(
    desk: Desk, tmp_path: Path, capsys: Out
) -> None:
    people(desk.store, "ann", "bob")
    games = recorded()
    file = tmp_path / "pages.json"
    file.write_text(json.dumps([page(game, at, "Annie", "bob") for at, game in enumerate(games)]))
    bring = ("import", "games", str(file), "--as", "Annie=ann")
    assert await desk.admin(*bring, "--yes") == 0
    assert f"{len(games)} games of 2 players, from cuttle.cards" in capsys.readouterr().out
    found = {game.table: game for game in desk.store.recent_games(None)}
    for at, played in enumerate(games):
        game = found[f"cuttle.cards-{at}"]
        record = record_of(game)
        forced = len(played["steps"]) - len(record.entries)
        assert 0 <= forced <= sum(len(step["legal"]) == 1 for step in played["steps"])
        winner = played["result"]["winner"]
        assert game.winners == (() if winner is None else (winner,))
        assert (game.names, game.source, record.origin) == (("ann", "bob"), *["cuttle.cards"] * 2)
    file.write_text(json.dumps(page(games[0], 0, "ann", "bob")))
    assert await desk.admin("import", "games", str(file), "--yes") == 1
    assert "is here already" in capsys.readouterr().err


async def test_a_game_of_cuttle_cards_that_was_given_up_or_agreed_on_ends_so(
    desk: Desk, tmp_path: Path
) -> None:
    people(desk.store, "ann", "bob")
    given_up, agreed = (page(game, at, "ann", "bob") for at, game in enumerate(recorded(1)[:2]))
    for told in (given_up, agreed):
        del told["game"]["gameStates"][2:]
    given_up["game"]["gameStates"] += [{"createdAt": 1.8e12, "moveType": "concede", "playedBy": 1}]
    agreed["game"]["gameStates"] += [
        {"createdAt": "2026-01-06T19:10:00.000Z", "moveType": f"stalemate{word}", "playedBy": seat}
        for word, seat in (("Request", 1), ("Reject", 0), ("Request", 0), ("Accept", 1))
    ]
    file = tmp_path / "pages.json"
    file.write_text(json.dumps([{"spectatorState": given_up}, agreed]))
    assert await desk.admin("import", "games", str(file), "--yes") == 0
    ends = {game.table: (game.winners, game.why) for game in desk.store.recent_games()}
    assert ends == {"cuttle.cards-0": ((0,), "concede"), "cuttle.cards-1": ((), "agreed")}


def _unfinished(told: Json) -> None:
    del told["game"]["gameStates"][-1]


def _illegal(told: Json) -> None:
    told["game"]["gameStates"][1] = told["game"]["gameStates"][2]


def _unknown_move(told: Json) -> None:
    told["game"]["gameStates"][1]["moveType"] = "undo"


def _later(told: Json) -> None:
    told["game"]["players"][0]["hand"].pop()


def _hidden(told: Json) -> None:
    told["game"]["deck"][0] = {"isHidden": True}


def _fixture(told: Json) -> None:
    told["game"]["gameStates"][0]["moveType"] = "loadFixture"


def _without_moves(told: Json) -> None:
    del told["game"]["gameStates"]


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (_unfinished, "it is not over: save it again once it is"),
        (_illegal, "move 1, "),
        (_unknown_move, "move 1: 'undo' is no move we know"),
        (_later, "this is not its deal: add ?gameStateIndex=0 to the address"),
        (_hidden, "its cards are hidden"),
        (_fixture, "it does not begin with a deal"),
        (_without_moves, "it has no gameStates"),
        (dict.clear, "it has no id"),
    ],
)
async def test_a_game_of_cuttle_cards_that_cannot_be_read_is_refused(
    desk: Desk, tmp_path: Path, spoil: Callable[[Json], None], why: str, capsys: Out
) -> None:
    people(desk.store, "ann", "bob")
    good, bad = (page(game, at, "ann", "bob") for at, game in enumerate(recorded(1)[:2]))
    spoil(bad)
    file = tmp_path / "pages.json"
    file.write_text(json.dumps([good, bad]))
    assert await desk.admin("import", "games", str(file), "--yes") == 1
    said = capsys.readouterr().err
    assert "pages.json, game 2: " in said
    assert why in said
    assert desk.store.recent_games() == []


# where a game was played -------------------------------------------------------------------------


async def test_a_record_says_where_its_game_was_played_wherever_it_goes(
    desk: Desk, tmp_path: Path, capsys: Out
) -> None:
    people(desk.store, "ann", "bob")
    file = tmp_path / "pages.json"
    (game,) = recorded(1)[:1]
    file.write_text(json.dumps(page(game, 7, "ann", "bob")))
    evening = tmp_path / "evening.csv"
    evening.write_text(EVENING)
    bring = ("import", "games")
    assert await desk.admin(*bring, str(file), "--yes") == 0
    assert (
        await desk.admin(*bring, str(evening), "--from", "our \\1 pub", "--as", "Ann=ann", "--yes")
        == 0
    )
    row = next(row for row in desk.store.recent_games() if row.record)
    assert "\norigin: cuttle.cards\nresult: " in row.record
    assert parse_record(row.record) == record_of(row)
    capsys.readouterr()
    assert await desk.admin("account", "export", "ann") == 0
    exported = tmp_path / "export.json"
    exported.write_text(capsys.readouterr().out)
    for number in ("1", "2"):
        assert await desk.admin("import", "undo", number, "--yes") == 0
    assert desk.store.recent_games() == []
    assert await desk.admin(*bring, str(exported), "--from", "cards.example.org", "--yes") == 0
    again = desk.store.recent_games()
    assert [game.source for game in again if game.record] == ["cuttle.cards"]
    assert [game.source for game in again if not game.record] == ["our \\1 pub"] * 3
    assert {game.id: (game.names, game.winners) for game in again}[row.id] == (
        row.names,
        row.winners,
    )
    assert rebuilt(desk.store) == []


async def test_a_game_of_another_server_says_of_which(
    desk: Desk, tmp_path: Path, capsys: Out
) -> None:
    ann, bob = people(desk.store, "ann", "bob")
    keep(desk.store, duel("g1", ann, bob, ann, START))
    assert await desk.admin("account", "export", "ann") == 0
    file = tmp_path / "export.json"
    told = json.loads(capsys.readouterr().out)
    told["games"][0]["id"] = "elsewhere1"
    file.write_text(json.dumps(told))
    assert (
        await desk.admin("import", "games", str(file), "--from", "cards.example.org", "--yes") == 0
    )
    game = desk.store.game("elsewhere1", "")
    assert game is not None
    assert record_of(game).origin == "cards.example.org"
    assert record_text(record_of(game)) == game.record


# a championship ----------------------------------------------------------------------------------

SPRING = """Ann
bob
cat
dan lee

Ann beat dan lee
cat beat bob   # 2-1
dan lee did not come
Ann beat cat
bob beat cat
Ann beat bob
"""
HELD = ("--held", "2025-07-01")


async def test_a_championship_is_brought_in_and_taken_out_again(
    desk: Desk, tmp_path: Path, capsys: Out
) -> None:
    ann, *_ = people(desk.store, "ann", "bob", "cat", "eve")
    file = tmp_path / "spring.txt"
    file.write_text(SPRING)
    bring = ("import", "bracket", "2025-clubs", str(file), *HELD, "--from", "the old club")
    assert await desk.admin(*bring, "--yes") == 1
    assert (
        "nobody is called dan lee (--as 'dan lee=ACCOUNT', or --unknown)" in capsys.readouterr().err
    )
    assert await desk.admin(*bring, "--unknown", "--dry-run") == 0
    said = capsys.readouterr().out
    for part in ("from the old club", "Ann is ann", "seed 4: dan lee *", "ann is the champion"):
        assert part in said
    assert (desk.store.all_championships(), desk.store.brought_in()) == ([], [])
    assert await desk.admin(*bring, "--unknown", "--yes", "--reason", "they moved here") == 0
    page = desk.store.read(pages.find_bracket, "")
    assert page is not None
    assert (page.id, page.source, page.champion) == ("2025-clubs", "the old club", "ann")
    assert [(place.place, place.name) for place in page.places] == [
        (1, "ann"), (2, "bob"), (3, "cat"), (4, "dan lee *"),
    ]  # fmt: skip
    year = desk.store.read(pages.year_page, 2025)
    assert [(line.name, line.points) for line in year.lines[:2]] == [("ann", 21), ("bob", 14)]
    assert desk.store.read(pages.awards, ann.player) == (("2025-clubs", 1),)
    (entry,) = desk.store.audit(9)
    assert (entry.action, entry.reason) == ("import bracket", "they moved here")
    capsys.readouterr()
    assert await desk.admin("--json", "import", "list") == 0
    assert json.loads(capsys.readouterr().out)[0]["what"] == "1 championship"
    assert await desk.admin("championship", "list") == 0
    (_, line) = capsys.readouterr().out.splitlines()
    assert re.split(r"  +", line) == ["2025-clubs", "-", "ann", "the old club"]
    assert await desk.admin("import", "undo", "1", "--yes") == 0
    assert desk.store.all_championships() == []
    assert await desk.admin(*bring, "--unknown", "--yes") == 0


@pytest.mark.parametrize(
    ("id", "text", "why"),
    [
        ("2025-clubs", SPRING + "bob beat cat\n", "spring.txt:12: "),
        ("2025-clubs", "ann\n", "a championship needs"),
        ("autumn", SPRING, "a championship is named as 2025-clubs"),
        (CLUBS.id, SPRING, "Clubs 2026 is open here: close it first"),
        ("2025-clubs", SPRING.replace("dan lee", "ANN"), "Ann and ANN are one account"),
    ],
)
async def test_a_championship_that_cannot_be_is_refused(
    desk: Desk, tmp_path: Path, id: str, text: str, why: str, capsys: Out
) -> None:
    people(with_season(desk.store), "ann", "bob", "cat")
    file = tmp_path / "spring.txt"
    file.write_text(text)
    assert await desk.admin("import", "bracket", id, str(file), *HELD, "--unknown", "--yes") == 1
    assert why in capsys.readouterr().err
    assert desk.store.all_championships() == []


# ratings -----------------------------------------------------------------------------------------

RATINGS = """player;rating;games;spread
Ann;1720;40;90
bob;1480?;3;
"""


async def test_ratings_are_brought_along_and_games_here_follow_them(
    desk: Desk, tmp_path: Path, capsys: Out
) -> None:
    ann, bob, cat = people(with_season(desk.store), "ann", "bob", "cat")
    file = tmp_path / "ratings.csv"
    file.write_text(RATINGS)
    bring = ("import", "ratings", str(file), "--from", "cards.example.org")
    assert await desk.admin(*bring, "--dry-run") == 0
    assert "ann begins at 1720 with 40 games" in capsys.readouterr().out
    assert desk.store.ratings() == []
    assert await desk.admin(*bring, "--yes") == 0
    assert {each.player: (each.shown, each.games) for each in desk.store.ratings()} == {
        ann.player: (1720, 40),
        bob.player: (1480, 3),
    }
    assert rebuilt(desk.store) == []
    for game in ("g1", "g2"):
        keep(desk.store, duel(game, ann, cat, cat, START + DAY))
    told = desk.store.export(ann.id)["league"]["ratings_before"]
    assert told == [{"pool": "live", "rating": 1720, "games": 40, "source": "cards.example.org"}]
    lower = {each.player: each for each in desk.store.ratings()}[ann.player]
    assert (lower.shown < 1720, lower.games) == (True, 42)
    assert rebuilt(desk.store) == []
    (top, *_) = desk.store.read(pages.top, "live")
    assert (top.name, top.provisional) == ("ann", False)
    seen = desk.store.read(profiles.profile_for, "ann", cat.id)
    assert seen is not None
    page = profile_page(seen.profile)
    assert "42 rated games, 40 of them at cards.example.org" in "\n".join(map(plain, page.lines))
    assert await desk.admin("import", "undo", "1", "--yes") == 0
    assert {each.player: each.games for each in desk.store.ratings()} == {
        ann.player: 2,
        cat.player: 2,
    }
    assert rebuilt(desk.store) == []


async def test_who_has_rated_games_here_gets_no_other_rating_unless_told(
    desk: Desk, tmp_path: Path, capsys: Out
) -> None:
    ann, bob = people(with_season(desk.store), "ann", "bob")
    for number in range(2):
        keep(desk.store, duel(f"g{number}", ann, bob, bob, START + timedelta(hours=number)))
    before = desk.store.ratings()
    file = tmp_path / "ratings.csv"
    file.write_text("player,rating,games\nann,1900,60\nzoe,1500,1\nbob,high,2\n")
    bring = ("import", "ratings", str(file))
    assert await desk.admin(*bring, "--yes") == 1
    said = capsys.readouterr().err
    for part in (
        "line 2: ann has 2 rated games here (--force rates them again)",
        "line 3: nobody is called zoe",
        "ratings.csv:4: rating is a number from 1 to 4000, not 'high'",
        "nothing was brought in",
    ):
        assert part in said
    file.write_text("player,rating,games\nann,1900,60\n")
    assert await desk.admin(*bring, "--force", "--yes") == 0
    said = capsys.readouterr().out
    assert "ann begins at 1900 with 60 games, before 2 rated games here" in said
    assert "import 1: 1 rating, from" in said
    assert "rated again: 2 games" in said
    now = {each.player: each for each in desk.store.ratings()}
    assert now[ann.player].games == 62
    assert now[bob.player].shown > {e.player: e.shown for e in before}[bob.player]
    assert rebuilt(desk.store) == []
    file.write_text("player,rating,games\nann,1901,60\n")
    assert await desk.admin(*bring, "--force", "--yes") == 1
    assert "ann has a rating from elsewhere already" in capsys.readouterr().err
    assert await desk.admin("import", "undo", "1", "--yes") == 0
    assert desk.store.ratings() == before


async def test_a_rating_from_elsewhere_goes_with_its_player_to_another_account(
    desk: Desk, tmp_path: Path
) -> None:
    ann, old = people(with_season(desk.store), "ann", "old-ann")
    file = tmp_path / "ratings.csv"
    file.write_text("player,rating,games\nold-ann,1700,12\n")
    assert await desk.admin("import", "ratings", str(file), "--yes") == 0
    assert await desk.admin("account", "merge", "old-ann", "ann", "--league", "--yes") == 0
    assert [(each.player, each.shown) for each in desk.store.ratings()] == [(ann.player, 1700)]
    assert desk.store.person(old.id) is None
    assert rebuilt(desk.store) == []
