"""`cuttle league`: standings and brackets from files."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from server.cli.main import main
from server.league.standings import league_lot

Run = Callable[..., tuple[int, str, str]]
HEAD = "ended,one,other,winner\n"
GAMES = """\
ended,one,other,winner
2026-01-14T20:00:00Z,ann,cat,cat
2026-01-06T19:00:00Z,ann,bob,ann
2026-01-06T20:00:00Z,bob,ann,
2026-01-06T22:00:00+01:00,bob,ann,ann
2026-01-14T21:00:00Z,cat,ann,cat
2026-01-20T21:00:00Z,cat,ann,cat
"""
WEEKS = [
    {"week": 1, "points": {"ann": 5, "bob": 1}, "wins": {"ann": 1, "bob": 0}},
    {"week": 2, "points": {"cat": 5, "ann": 1}, "wins": {"cat": 1, "ann": 0}},
    {"week": 3, "points": {}, "wins": {}},
]
STANDINGS = [
    {"place": 1, "name": "ann", "points": 6, "wins": 1},
    {"place": 2, "name": "cat", "points": 5, "wins": 1},
    {"place": 3, "name": "bob", "points": 1, "wins": 0},
]


@pytest.fixture
def cuttle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Run `cuttle league` on a file; return status, output and errors."""
    monkeypatch.chdir(tmp_path)

    def run(data: str | bytes, *words: str, file: str = "club.csv") -> tuple[int, str, str]:
        raw = data if isinstance(data, bytes) else data.encode()
        if file == "-":
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
        else:
            Path(file).write_bytes(raw)
        try:
            status = main(["league", words[0], file, *words[1:]])
        except SystemExit as ended:
            status = int(ended.code or 0)
        out, err = capsys.readouterr()
        return status, out, err

    return run


def _table(cuttle: Run, data: str | bytes, *words: str, file: str = "club.csv") -> Any:
    flags = words or ("--start", "2026-01-05", "--weeks", "3")
    status, out, err = cuttle(data, "table", *flags, "--json", file=file)
    assert (status, err) == (0, "")
    told = json.loads(out)
    assert told.keys() == {"weeks", "standings", "championship", "outside"}
    return told


def _season(told: Any) -> dict[str, Any]:
    return {name: told[name] for name in ("weeks", "standings")}


# a season ----------------------------------------------------------------------------------------


def test_a_table_as_json(cuttle: Run) -> None:
    assert _season(_table(cuttle, GAMES)) == {"weeks": WEEKS, "standings": STANDINGS}


def test_a_table_as_text(cuttle: Run) -> None:
    status, out, err = cuttle(GAMES, "table", "--start", "2026-01-05", "--weeks=3", "--size=2")
    assert (status, err) == (0, "")
    assert out == (
        "Week 1, from 2026-01-05 UTC\n"
        "  place  player  won  lost  points\n"
        "      1  ann       1     0       5\n"
        "      -  bob       0     1       1\n"
        "\n"
        "Week 2, from 2026-01-12 UTC\n"
        "  place  player  won  lost  points\n"
        "      1  cat       1     0       5\n"
        "      -  ann       0     1       1\n"
        "\n"
        "Week 3, from 2026-01-19 UTC\n"
        "  no match was decided\n"
        "\n"
        "Standings\n"
        "  place  player  points  won  lost  1  2  3\n"
        "      1  ann          6    1     1  5  1  0\n"
        "      2  cat          5    1     0  0  5  0\n"
        "      3  bob          1    0     1  1  0  0\n"
        "\n"
        "Championship, by seed: 1 ann, 2 cat\n"
    )


def test_players_level_at_the_border_need_a_play_off(cuttle: Run) -> None:
    rows = ["2026-01-06T{}:00Z,ann,dan,ann", "2026-01-06T{}:30Z,cat,eve,cat"]
    games = HEAD + "\n".join(row.format(hour) for row in rows for hour in (10, 11))
    status, out, _ = cuttle(games, "table", "--start=2026-01-05", "--size=1")
    assert status == 0
    assert out.endswith("A play-off match decides who of these enters: ann, cat\n")


def test_a_season_without_a_decided_match(cuttle: Run) -> None:
    assert _table(cuttle, HEAD)["standings"] == []
    status, out, _ = cuttle(HEAD, "table", "--start", "2026-01-05")
    assert status == 0
    assert "Week 13, from 2026-03-30 UTC\n  no match was decided\n" in out
    assert out.endswith("Standings\n  no match was decided\n")


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: text.replace("\n", "\n\n"),
        lambda text: text + ",,,\n",
        lambda text: text.replace(",", " , "),
        lambda text: text.replace("ended,one", "Ended,ONE"),
        lambda text: text.replace("ann", ' "ann"'),
        lambda text: text.lower(),
        lambda text: text.replace("T", " ").replace("Z", "+00:00"),
        lambda text: text.replace("20:00:00Z", "20:00Z"),
        lambda text: "\n".join(",".join(line.split(",")[::-1]) for line in text.splitlines()),
        lambda text: HEAD + "".join(sorted(text.splitlines(keepends=True)[1:])),
        lambda text: text + "2026-01-04T23:59:59Z,ann,bob,bob\n2026-01-26T00:00:00Z,ann,bob,bob\n",
    ],
)
def test_files_come_in_many_forms(cuttle: Run, change: Callable[[str], str]) -> None:
    assert _season(_table(cuttle, change(GAMES))) == {"weeks": WEEKS, "standings": STANDINGS}


EUROPE = """\
ended;one;other;winner
14.01.2026 21:00;ann;cat;cat
06.01.2026 20:00;ann;bob;ann
06.01.26 21:00:00;bob;ann;
2026-01-06 22:00:00;bob;ann;ann
46036,9166666667;cat;ann;cat
20/01/2026 22.00;cat;ann;cat
"""
"""The same games as spreadsheets write them, in the time of Paris."""
AMERICA = """\
ended\tone\tother\twinner
1/14/2026 3:00 PM\tann\tcat\tcat
1/6/2026 2:00 PM\tann\tbob\tann
1/6/26 3:00 p.m.\tbob\tann\t
1/6/26 4:00\u202fPM\tbob\tann\tann
1/14/26 4:00:00 PM\tcat\tann\tcat
1/20/2026 16:00\tcat\tann\tcat
"""


def test_weeks_begin_by_the_clocks_of_the_zone(cuttle: Run) -> None:
    """Clocks were set back in the night to that Sunday."""
    data = f"{HEAD}2026-10-25 23:10,ann,bob,ann\n2026-10-19 00:00,ann,bob,ann\n"
    data += "2026-10-18 23:59,ann,cat,ann\n2026-10-26 00:00,ann,cat,ann\n"
    data += "2026-10-26 00:01,ann,cat,ann\n"
    for start in ("2026-10-19T00:00:00+02:00", "2026-10-18T22:00:00Z", "2026-10-19"):
        words = ("table", "--start", start, "--zone", "Europe/Paris", "--weeks", "2")
        status, out, err = cuttle(data, *words)
        assert (status, err) == (0, "")
        assert out.index("Week 1, from 2026-10-19 Europe/Paris") < out.index("bob  ")
        assert out.index("bob  ") < out.index("Week 2, from 2026-10-26 Europe/Paris")
        assert "line 4: ann - cat, 2026-10-18 23:59 Europe/Paris" in out
        week = json.loads(cuttle(data, *words, "--json")[1])["weeks"]
        assert [each["wins"] for each in week] == [{"ann": 1, "bob": 0}, {"ann": 1, "cat": 0}]


def test_other_columns_with_names_are_left_out(cuttle: Run) -> None:
    head, *rows = GAMES.splitlines()
    data = "\n".join((f"{head},Table", *(f"{row},{n}" for n, row in enumerate(rows))))
    assert _table(cuttle, data, "--start=2026-01-05", "--weeks=3")["weeks"] == WEEKS


PARIS = ("--zone", "Europe/Paris", "--start", "2026-01-05", "--weeks", "3")
CHICAGO = ("--zone=-05:00", "--start", "2026-01-05", "--weeks", "3")


@pytest.mark.parametrize(
    "data",
    [
        EUROPE.encode(),
        EUROPE.replace("\n", "\r\n").encode("utf-16"),
        EUROPE.encode("utf-16-le"),
        EUROPE.encode("utf-16-be"),
        b"\xfe\xff" + EUROPE.encode("utf-16-be"),
        ("sep=;\r\n" + EUROPE).encode("utf-8-sig"),
        ('"sep=;"\n' + EUROPE).encode(),
        EUROPE.replace("\n", ";;;\n").encode(),
        EUROPE.replace(";", ";;").encode(),
        EUROPE.replace(";", '";"').replace("\n", '"\n"').removesuffix('"').join('" ').encode(),
        EUROPE.replace(";", "|").encode(),
        EUROPE.replace(";", "\t").encode(),
    ],
)
def test_files_are_read_as_spreadsheets_write_them(cuttle: Run, data: bytes) -> None:
    assert _season(_table(cuttle, data, *PARIS)) == {"weeks": WEEKS, "standings": STANDINGS}


def test_dates_with_the_month_first_are_known_by_the_others(cuttle: Run) -> None:
    told = _table(cuttle, AMERICA, *CHICAGO)
    assert _season(told) == {"weeks": WEEKS, "standings": STANDINGS}


def test_a_date_that_may_be_two_is_asked_about(cuttle: Run) -> None:
    games = HEAD + "1/6/2026 20:00,ann,bob,ann\n1/6/2026 21:00,ann,bob,ann\n"
    flags = ("--start", "2026-01-05", "--zone", "UTC")
    status, _, err = cuttle(games, "table", *flags)
    assert (status, err) == (
        2,
        "cuttle: club.csv:2: '1/6/2026 20:00' may begin with the day or with the month: "
        "say --dates dmy or --dates mdy\n",
    )
    table = _table(cuttle, games, *flags, "--dates", "mdy")
    assert table["weeks"][0]["points"] == {"ann": 5, "bob": 1}
    table = _table(cuttle, games, *flags, "--weeks", "53", "--dates", "dmy")
    assert table["weeks"][21]["points"] == {"ann": 5, "bob": 1}


@pytest.mark.parametrize(
    "text",
    [
        "06.01.2026 19:10",
        "6. 1. 2026 19:10:00",
        "06.01.26 19.10",
        "06.01.2026, 19:10",
        "2026. 01. 06. 19:10",
        "2026/1/6 19:10",
        "2026-01-06 19:10:00.000",
        "2026-01-06T19:10:00,5",
        "06-01-2026 19:10",
        "06/01/2026 19h10",
        "06/01/2026\u00a07:10 PM",
        "2026-01-06T18:10Z",
        "2026-01-06T19:10:00+0100",
        "46028.7986111111",
    ],
)
def test_one_moment_written_in_many_ways(cuttle: Run, text: str) -> None:
    game = f'"{text}";ann ;bob;ann\n'
    data = (
        HEAD.replace(",", ";") + game + game.replace("ann ", "ann\u00a0") + "13/01/2026 1:00;a;b;\n"
    )
    told = _table(cuttle, data, "--start=2027-01-04", "--zone=Europe/Paris")
    assert {each["ended"][:16] for each in told["outside"][:2]} == {"2026-01-06T18:10"}
    assert told["outside"][1]["players"] == ["ann", "bob"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("06.01.2026 20:00", "has no time zone"),
        ("31.02.2026 20:00", "is not a time"),
        ("1/13/2026 13:00 PM", "is not a time"),
        ("2026-01-06", "has no time of day"),
        ("46036", "has no time zone"),
    ],
)
def test_a_time_that_cannot_be_known_is_refused(cuttle: Run, text: str, why: str) -> None:
    status, _, err = cuttle(HEAD + f"{text},ann,bob,ann\n", "table", "--start", "2026-01-05")
    assert status == 2
    assert err.startswith(f"cuttle: club.csv:2: '{text}' {why}")


def test_old_windows_encodings_are_a_guess_that_is_told(cuttle: Run) -> None:
    data = GAMES.replace("ann", "Zoé").encode("cp1252")
    status, out, err = cuttle(data, "table", "--start", "2026-01-05")
    assert status == 0
    assert "      1  Zoé " in out
    assert err == "cuttle: club.csv is not UTF-8, so it was read as Windows-1252\n"


def test_composed_and_decomposed_names_are_one_player(cuttle: Run) -> None:
    two = GAMES.replace("ann", "Zo\u0065\u0301", 3).replace("ann", "Zo\u00e9")
    names = [line["name"] for line in _table(cuttle, two)["standings"]]
    assert names == ["Zo\u00e9", "cat", "bob"]
    declined = ("--declined", "Zoe\u0301", "--start", "2026-01-05")
    assert _table(cuttle, two, *declined)["championship"]["seeds"] == ["cat", "bob"]
    told = _bracket(cuttle, FOUR.replace("ann", "Zoe\u0301") + "Zo\u00e9 beat dan\n")
    assert told["matches"][0]["winner"] == "Zo\u00e9"


def test_games_outside_the_season_are_named(cuttle: Run) -> None:
    late = "2026-01-04T23:59:59Z,ann,bob,bob\n2026-01-26T00:00:00Z,cat,bob,bob\n"
    flags = ("--start", "2026-01-05", "--weeks", "3")
    _, out, _ = cuttle(GAMES + late, "table", *flags)
    assert out.endswith(
        "\n2 games are outside the season and do not count:\n"
        "  line 8: ann - bob, 2026-01-04 23:59 UTC\n"
        "  line 9: cat - bob, 2026-01-26 00:00 UTC\n"
    )
    told = _table(cuttle, GAMES + late, *flags)["outside"]
    assert [(each["line"], each["players"]) for each in told] == [
        (8, ["ann", "bob"]),
        (9, ["cat", "bob"]),
    ]
    assert "outside" not in cuttle(GAMES, "table", *flags)[1]


def test_who_enters_is_told_with_ties_and_what_parted_them(cuttle: Run) -> None:
    rows = ["2026-01-06T{}:00Z,ann,dan,ann", "2026-01-06T{}:30Z,cat,eve,cat"]
    games = HEAD + "\n".join(row.format(hour) for row in rows for hour in (10, 11))
    flags = ("--start=2026-01-05", "--size=4")
    drawn = sorted(("ann", "cat"), key=lambda name: league_lot("2026-01-05", name))
    told = _table(cuttle, games, *flags)["championship"]
    assert (told["seeds"][:2], told["drawn"][0], told["level"]) == (drawn, drawn, [])
    assert "the league's lot has put them in this order: " in cuttle(games, "table", *flags)[1]
    lot = (*flags, "--lot", ",".join(drawn[::-1]), "--declined", "dan")
    status, _, err = cuttle(games, "table", *lot, "--playoff", "eve:eve")
    assert (status, err) == (
        2,
        "cuttle: eve and eve are not level, so no play-off decides between them\n",
    )
    told = _table(cuttle, games, *lot)["championship"]
    assert told == {"seeds": [*drawn[::-1], "eve"], "level": [], "drawn": []}
    status, _, err = cuttle(games, "table", "--start=2026-01-05", "--declined", "zoe")
    assert (status, err) == (2, "cuttle: zoe is not in the standings\n")


def test_the_table_of_a_year(cuttle: Run, tmp_path: Path) -> None:
    won = FOUR + "ann beat dan\nbob beat cat\ndan beat cat\nann beat bob\nbob beat dan\n"
    (tmp_path / "two.txt").write_text(won + "ann beat bob\n")
    points = json.dumps({"standings": [{"name": "bob", "points": 9}]})
    (tmp_path / "clubs.json").write_text(points)
    status, out, err = cuttle(won + "ann beat bob\n", "year", "two.txt", file="one.txt")
    assert (status, err) == (0, "")
    assert out == (
        "  place  player  points  clubs  diamonds  hearts  spades\n"
        "      1  ann         42     21        21       -       -\n"
        "      2  bob         28     14        14       -       -\n"
        "      3  dan         20     10        10       -       -\n"
        "      4  cat         14      7         7       -       -\n"
        "\n"
        "World Championship, by seed: 1 ann, 2 bob, 3 dan, 4 cat\n"
    )
    more = ("two.txt", "--points", "clubs.json", "--declined", "ann", "--size", "2", "--json")
    told = json.loads(cuttle(won + "ann beat bob\n", "year", *more, file="one.txt")[1])
    assert told["championship"]["seeds"] == ["bob", "dan"]
    assert told["table"][1]["league_points"] == 9
    status, _, err = cuttle(won, "year", file="one.txt")
    assert (status, err) == (2, "cuttle: one.txt:9: this championship is not decided yet\n")
    status, _, err = cuttle(won, "year", "--points", "one.txt", file="two.txt")
    assert status == 2


def test_a_table_from_standard_input(cuttle: Run) -> None:
    assert _table(cuttle, GAMES, file="-")["standings"] == STANDINGS


def test_a_season_may_begin_at_any_time_and_last_thirteen_weeks(cuttle: Run) -> None:
    for start in ("2026-01-06T19:00:00+00:00", "2026-01-06T19:00:00Z", "2026-01-06T20:00+01:00"):
        weeks = _table(cuttle, GAMES, "--start", start)["weeks"]
        assert len(weeks) == 13
        assert weeks[0]["points"] == {"ann": 5, "bob": 1}
    weeks = _table(cuttle, GAMES, "--start", "2026-01-06T19:00:01Z")["weeks"]
    assert weeks[0] == {"week": 1, "points": {}, "wins": {}}


def test_names_are_compared_exactly_and_may_hold_anything(cuttle: Run) -> None:
    names = ("Zoë", "zoë", 'lee, "ann"', "李", "x\x1b[31m")
    rows = [
        f'2026-01-06T1{hour}:0{number}:00Z,"{name}",bob,"{name}"'.replace(
            '"lee, "ann""', '"lee, ""ann"""'
        )
        for number, name in enumerate(names)
        for hour in (0, 1)
    ]
    data = HEAD + "\n".join(rows)
    table = _table(cuttle, data)
    assert {each["name"]: each["points"] for each in table["standings"]} == {
        **dict.fromkeys(names, 5),
        "bob": 1,
    }
    status, out, _ = cuttle(data, "table", "--start", "2026-01-05")
    assert status == 0
    assert "\x1b" not in out
    assert "      1  李            1     0       5\n" in out


def test_games_that_end_together_are_taken_in_the_order_of_rows(cuttle: Run) -> None:
    row = "2026-01-06T10:00:00Z,ann,bob,{}\n"
    for order, winner in (("ann ann bob bob", "ann"), ("bob ann bob ann", "bob")):
        data = HEAD + "".join(row.format(name) for name in order.split())
        assert _table(cuttle, data)["weeks"][0]["wins"][winner] == 1


GOOD = "2026-01-06T19:00:00Z,ann,bob,ann\n"
QUOTE = "a quote is not closed, or stands inside a field"
COLUMNS = "ended,one,other,winner"


@pytest.mark.parametrize(
    ("data", "line", "why"),
    [
        ("", 1, f"the first line must name the columns: {COLUMNS}"),
        ("\n\n", 1, f"the first line must name the columns: {COLUMNS}"),
        (GOOD, 1, f"the first line must name the columns: {COLUMNS}"),
        ("ended:one:other:winner\n", 1, f"the first line must name the columns: {COLUMNS}"),
        (HEAD.strip() + ",,\n" + GOOD.strip() + ",,best\n", 2, "there are 6 fields, not 4"),
        (",".join(("", COLUMNS)) + "\nbest," + GOOD, 2, "column 1 has no name: 'best'"),
        ("ended,one,other\n", 1, "the column winner is missing"),
        ("ended,one,one,winner\n", 1, "the column one is there twice"),
        (HEAD + GOOD + "2026-01-06T19:00:00,ann,bob,ann", 3, None),
        (HEAD + "2026-01-06,ann,bob,ann", 2, None),
        (
            HEAD + "yesterday,ann,bob,ann",
            2,
            "'yesterday' is not a time such as 2026-01-05T19:30:00Z",
        ),
        (HEAD + ",ann,bob,ann", 2, "'' is not a time such as 2026-01-05T19:30:00Z"),
        (HEAD + "2026-02-30T19:00:00Z,ann,bob,ann", 2, None),
        (HEAD + "0001-01-01T00:00:00+02:00,ann,bob,ann", 2, None),
        (HEAD + "\n" + GOOD.replace(",ann", ",ann,ann"), 3, None),
        (
            HEAD + GOOD.replace(",ann\n", "\n"),
            2,
            "there are 3 fields, not 4: an empty winner needs its comma too",
        ),
        (HEAD + GOOD.replace("bob", " "), 2, "the name of a player is missing"),
        (HEAD + GOOD.replace("bob", "ann "), 2, "ann cannot play against themselves"),
        (HEAD + GOOD.replace("ann\n", "cat\n"), 2, "the winner cat is neither ann nor bob"),
        (HEAD + GOOD.replace("ann\n", "Ann\n"), 2, "the winner Ann is neither ann nor bob"),
        (HEAD + GOOD + '2026-01-06T19:00:00Z,"ann,bob,ann\n', 3, QUOTE),
        (HEAD + GOOD + '2026-01-06T19:00:00Z,"ann"a,bob,ann\n', 3, QUOTE),
        (HEAD + '2026-01-06T19:00:00Z,"a\nb",bob,bob\n' + GOOD.replace("bob", "ann"), 4, None),
        (HEAD.encode() + GOOD.encode().replace(b"bob", b"b\x81b"), 2, "this is not UTF-8 text"),
        (b"\xff\xfe" + HEAD.encode("utf-16-le") + b"a", 1, "this is not UTF-8 text"),
    ],
)
@pytest.mark.parametrize("file", ["club.csv", "-"])
def test_a_bad_line_is_named(
    cuttle: Run, data: str | bytes, line: int, why: str | None, file: str
) -> None:
    status, out, err = cuttle(data, "table", "--start", "2026-01-05", file=file)
    assert (status, out) == (2, "")
    name = "<stdin>" if file == "-" else file
    assert err.startswith(f"cuttle: {name}:{line}: ")
    assert err.count("\n") == 1
    if why is not None:
        assert err.startswith(f"cuttle: {name}:{line}: {why}")


@pytest.mark.parametrize(
    ("flags", "why"),
    [
        ([], "--start"),
        (["--start", "monday"], "'monday' is not a time"),
        (["--start", "2026-01-05T00:00"], "'2026-01-05T00:00' has no time zone: add Z for UTC"),
        (["--start", "9999-12-01"], "'9999-12-01' is too late for a season"),
        (["--start", "2026-01-05", "--weeks", "0"], "a number from 1 to 999, not '0'"),
        (["--start", "2026-01-05", "--weeks", "-1"], "--weeks"),
        (["--start", "2026-01-05", "--weeks", "x"], "a number from 1 to 999, not 'x'"),
        (["--start", "2026-01-05", "--size", "65"], "a number from 1 to 64, not '65'"),
    ],
)
def test_wrong_flags_are_wrong_use(cuttle: Run, flags: list[str], why: str) -> None:
    status, out, err = cuttle(GAMES, "table", *flags)
    assert (status, out) == (2, "")
    assert why in err
    assert "Traceback" not in err


def test_the_longest_season(cuttle: Run) -> None:
    assert len(_table(cuttle, GAMES, "--start", "9000-12-31", "--weeks", "999")["weeks"]) == 999


@pytest.mark.parametrize("words", [["table", "none.csv", "--start=2026-01-05"], ["bracket", "."]])
def test_a_file_that_cannot_be_read(
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["league", *words]) == 2
    out, err = capsys.readouterr()
    why = {"none.csv": "No such file or directory", ".": "Is a directory"}[words[1]]
    assert (out, err) == ("", f"cuttle: {words[1]}: cannot be read: {why}\n")


# a championship ----------------------------------------------------------------------------------

NEITHER = "'{}' is neither a result (ann beat bob, ann withdrew, ann did not come) nor"
FOUR = "ann\nbob\ncat\ndan\n"
WHOLE = (
    FOUR + "ann beat dan\nbob beat cat\ndan beat cat\nann beat bob\nbob beat dan\nbob beat ann\n"
)


def _bracket(cuttle: Run, data: str, file: str = "club.txt") -> Any:
    status, out, err = cuttle(data, "bracket", "--json", file=file)
    assert (status, err) == (0, "")
    return json.loads(out)


def test_a_bracket_as_json(cuttle: Run) -> None:
    told = _bracket(cuttle, FOUR + "ann beat dan\n")
    assert told == {
        "entrants": ["ann", "bob", "cat", "dan"],
        "matches": [
            _match(1, "winners", 1, "ann", "dan", "ann", "played"),
            _match(2, "winners", 1, "bob", "cat"),
            _match(3, "winners", 2, "ann", None),
            _match(4, "losers", 1, "dan", None),
            _match(5, "losers", 2, None, None),
            _match(6, "final", 1, None, None),
        ],
        "next": [["bob", "cat"]],
        "champion": None,
        "places": [],
    }


def _match(
    number: int,
    side: str,
    round: int,
    one: str | None,
    other: str | None,
    winner: str | None = None,
    why: str | None = None,
) -> dict[str, Any]:
    return {
        "number": number,
        "side": side,
        "round": round,
        "players": [one, other],
        "winner": winner,
        "why": why,
    }


def test_a_second_final_and_the_places(cuttle: Run) -> None:
    told = _bracket(cuttle, WHOLE, file="-")
    assert told["matches"][-1] == _match(7, "final", 2, "ann", "bob")
    assert (told["next"], told["champion"]) == ([["ann", "bob"]], None)
    assert told["places"] == [_place(3, "dan", 10), _place(4, "cat", 7)]
    told = _bracket(cuttle, WHOLE + "ann beat bob\n")
    assert (told["next"], told["champion"]) == ([], "ann")
    assert told["places"][:2] == [_place(1, "ann", 21), _place(2, "bob", 14)]


def _place(place: int, name: str, points: int) -> dict[str, Any]:
    return {"place": place, "name": name, "points": points}


def test_points_go_to_the_first_eight(cuttle: Run) -> None:
    names = [f"p{number}" for number in range(12)]
    lines = [*names]
    while (told := _bracket(cuttle, "\n".join(lines)))["next"]:
        lines.append(" beat ".join(told["next"][0]))
    assert [each["points"] for each in told["places"]] == [21, 14, 10, 7, 5, 3, 2, 1, 0, 0, 0, 0]
    assert sorted(each["name"] for each in told["places"]) == sorted(names)


def test_a_bracket_as_text(cuttle: Run) -> None:
    status, out, err = cuttle(WHOLE.replace("bob beat cat", "cat did not come"), "bracket")
    assert (status, err) == (0, "")
    assert out == (
        "Winners' bracket\n"
        "  round 1\n"
        "    1  ann (1) beat dan (4)\n"
        "    2  bob (2) won: cat (3) did not come\n"
        "  round 2\n"
        "    3  ann (1) beat bob (2)\n"
        "\n"
        "Losers' bracket\n"
        "  round 1\n"
        "    4  dan (4) beat cat (3)\n"
        "  round 2\n"
        "    5  bob (2) beat dan (4)\n"
        "\n"
        "Final\n"
        "  round 1\n"
        "    6  bob (2) beat ann (1)\n"
        "  round 2\n"
        "    7  ann (1) meets bob (2)\n"
        "\n"
        "To be played now\n"
        "    7  ann (1) meets bob (2)\n"
        "\n"
        "Places\n"
        "  place  player  points for the year\n"
        "      3  dan                      10\n"
        "      4  cat                       7\n"
    )


def test_a_bracket_that_has_just_begun(cuttle: Run) -> None:
    status, out, _ = cuttle(FOUR + "dan withdrew", "bracket")
    assert status == 0
    assert "    1  ann (1) won: dan (4) withdrew\n" in out
    assert "    3  ann (1) meets the winner of match 2\n" in out
    assert "    6  the winner of match 3 meets the winner of match 5\n" in out
    assert out.endswith("Places\n  none is decided yet\n")


def test_comments_blanks_and_names_of_several_words(cuttle: Run) -> None:
    told = _bracket(
        cuttle,
        "\ufeff# spring\r\n\r\n  ann  lee \r\nbeat\r\nHans Beat Meyer\r\nplayer #4  # a guest\r\n"
        "#\r\n  ann lee   beat player #4 # 2-1\r\nbeat beat Hans Beat Meyer\r\n",
    )
    assert told["entrants"] == ["ann lee", "beat", "Hans Beat Meyer", "player #4"]
    assert [match["winner"] for match in told["matches"][:2]] == ["ann lee", "beat"]


@pytest.mark.parametrize(
    ("data", "line", "why"),
    [
        ("", 1, "a championship needs 4 to 16 players, not 0: name them first"),
        ("ann\nbob\n\ncat\n", 4, "a championship needs 4 to 16 players, not 3"),
        ("ann\nbob\nann beat bob", 3, "a championship needs 4 to 16 players, not 2"),
        ("\n".join(f"p{n}" for n in range(17)), 17, "a championship has at most 16 players"),
        (FOUR + "\nbob\n", 6, "bob is entered twice"),
        (FOUR + "ann beat zoe", 5, "zoe is not an entrant"),
        (FOUR + "an beat dam", 5, "an is not an entrant"),
        (FOUR + "Ann withdrew", 5, "Ann is not an entrant"),
        (FOUR + "ann beat ann", 5, "ann cannot play against themselves"),
        (
            FOUR + "# round one\nann beat bob",
            6,
            "ann and bob do not meet now: ann meets dan; bob meets cat",
        ),
        (
            FOUR + "ann beat dan\nann beat dan",
            6,
            "ann and dan do not meet now: ann waits for the winner of match 2; "
            "dan waits for the loser of match 2",
        ),
        (
            FOUR + "ann beat dan\nann did not come",
            6,
            "ann waits for the winner of match 2, so no match was missed",
        ),
        (
            FOUR + "ann beat dan\nbob won",
            6,
            "'bob won' is not a result; write it as: ann beat bob, ann withdrew, ann did not come",
        ),
        (FOUR + "ann withdrew\nann withdrew", 6, "ann has withdrawn: nothing to withdraw from"),
        (WHOLE + "ann beat bob\nbob beat ann", 12, "it is over: ann is the champion"),
        (b"ann\nb\x81b\n", 2, "this is not UTF-8 text"),
        (FOUR + "ann defeated dan\n", 5, NEITHER.format("ann defeated dan")),
        (FOUR + "ann withdraws\n", 5, NEITHER.format("ann withdraws")),
        (FOUR + "lost: bob\n", 5, NEITHER.format("lost: bob")),
        (FOUR + "anm defeted dam\n", 5, NEITHER.format("anm defeted dam")),
        (FOUR + "\nanm withdrw\n", 6, NEITHER.format("anm withdrw")),
        (FOUR + "\nzoe won against max\n", 6, NEITHER.format("zoe won against max")),
        ("ann\nann defeated bob\n", 2, NEITHER.format("ann defeated bob")),
    ],
)
def test_a_bad_line_of_a_bracket_is_named(
    cuttle: Run, data: str | bytes, line: int, why: str
) -> None:
    status, out, err = cuttle(data, "bracket", file="club.txt")
    assert (status, out) == (2, "")
    assert err.startswith(f"cuttle: club.txt:{line}: {why}")
    assert err.count("\n") == 1


# the command itself ------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [["league"], ["league", "fly"], ["league", "table"]])
def test_wrong_use_is_status_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert "usage: cuttle league" in capsys.readouterr().err


@pytest.mark.slow
def test_names_that_the_output_cannot_show_are_replaced(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text(GAMES.replace("ann", "李"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "server.cli", "league", "table", str(file), "--start=2026-01-05"],
        capture_output=True,
        env={"PYTHONIOENCODING": "ascii", "PATH": ""},
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"1  ?" in done.stdout


@pytest.mark.slow
def test_tables_load_no_server_and_no_app() -> None:
    program = (
        "import io, sys\n"
        "from server.cli.main import main\n"
        "sys.stdin = io.TextIOWrapper(io.BytesIO(b'ended,one,other,winner\\n'))\n"
        "assert main(['league', 'table', '-', '--start=2026-01-05']) == 0\n"
        "tops = {name.split('.')[0] for name in sys.modules}\n"
        "assert not tops & {'asyncssh', 'sqlalchemy', 'alembic', 'textual', 'asyncio'}\n"
        "assert 'cuttle_tui.ports' not in sys.modules\n"
    )
    subprocess.run(
        [sys.executable, "-c", program], check=True, timeout=60, stdout=subprocess.DEVNULL
    )
