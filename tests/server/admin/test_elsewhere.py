"""What was played elsewhere is brought in from files, and taken out again."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

from cuttle_tui.i18n.translation import plain
from cuttle_tui.league.people import profile_page
from cuttle_tui.ports import LobbyError
from server.league.store import pages, profiles
from server.lobby.archive import lines_of, record_of
from tests.server.admin.desk import Desk, Out, rebuilt
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
    assert "nobody is called dan lee (--as dan lee=ACCOUNT)" in capsys.readouterr().err
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
    assert "2 games are rated again" in said
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
