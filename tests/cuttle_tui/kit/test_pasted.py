"""Codes, games and tables are found in whatever people were sent and paste."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from cuttle_tui.kit.pasted import game_id, invitation, invited_code, room_code, table_name

CODES = [
    "HRGH",
    "hrgh",
    " Hrgh ",
    "hr gh",
    "h r g h",
    "HR-GH",
    "HR{GH",
    '"HRGH".',
    "<HRGH>",
    "«HRGH»",
    "**HRGH**",
    "ＨＲＧＨ",
    "HRGH\u200b",
    "\ufeffHRGH\r\n",
    "code HRGH",
    "the code is HRGH, come!",
    "Le code est HRGH.",
    "join HRGH",
    "ssh -t -p 2222 club.example join HRGH",
    "ssh -p 2222 host JOIN hrgh",
    "ssh -t -p 2222 host plain join HRGH",
    "`ssh -t -p 2222 2001:db8::7 join HRGH`",
    "ssh -t -p 2222 host\n  join HRGH",
    "cuttle join club.example:2222 HRGH",
    "cuttle join bcdf HRGH",
    "cuttle join HRGH@host:2222",
    "https://club.example/join/HRGH",
    "https://club.example/cuttle/join/HRGH",
    "http://10.0.0.5:8080/join/hrgh",
    "<https://club.example/JOIN/hrgh/>",
    "https://club.example/join/HRGH.",
    "https://club.example/join/HRGH?utm_source=x#top",
    "(https://club.example/join/HRGH)",
    "[play](https://club.example/join/HRGH)",
    "https://club.example/join/HRGH%20",
    "https://out.example/?to=https%3A%2F%2Fclub.example%2Fjoin%2FHRGH&h=x",
    "club.example/join/HR%20GH",
    "Come: ssh -t -p 2222 h join HRGH, or open http://h/join/HRGH",
]


@pytest.mark.parametrize("text", CODES)
def test_a_room_code_is_found_in_it(text: str) -> None:
    assert room_code(text) == "HRGH"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("bcdf-ghjk", "BCDFGHJK"),
        ("BCDF GHJK", "BCDFGHJK"),
        ("ssh -t h join bcdfghjk", "BCDFGHJK"),
        ("code: HRGHK", "HRGHK"),
        ("https://club.example/join/HRGHKD", "HRGHKD"),
        ("abcd", "ABCD"),
        ("", ""),
        ("!?", ""),
    ],
)
def test_other_codes_are_read_as_they_are(text: str, code: str) -> None:
    assert room_code(text) == code


@pytest.mark.parametrize("text", ["HRGH", "robin", "join", "join us", "https://club.example/"])
def test_what_names_no_table_is_no_invitation(text: str) -> None:
    assert invited_code(text) == ""


GAMES = [
    "gmmxmedsab",
    "GMMXMEDSAB ",
    "gmmxmedsab.",
    "<gmmxmedsab>",
    "https://club.example/game/gmmxmedsab",
    "https://club.example/GAME/gmmxmedsab/",
    "https://club.example/game/gmmxmedsab.png",
    "https://club.example/game/gmmxmedsab.wide.dark.svg",
    "Look at <https://club.example/replay/gmmxmedsab>!",
    "ssh -t -p 2222 h replay gmmxmedsab",
    "ssh h record gmmxmedsab > g; cuttle verify g",
    "ssh h picture gmmxmedsab > gmmxmedsab.svg",
    "ana 21 : 14 bob, standard, 12 turns\n▁▃▅▇\nhttps://club.example/game/gmmxmedsab",
]


@pytest.mark.parametrize("text", GAMES)
def test_a_game_is_found_in_it(text: str) -> None:
    assert game_id(text) == "gmmxmedsab"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("oak", "oak"),
        (" Oak-2.", "oak-2"),
        ("watch oak", "oak"),
        ("ssh -t h watch oak-2", "oak-2"),
        ("<https://club.example/watch/0123456789abcdef>", "0123456789abcdef"),
    ],
)
def test_a_table_is_found_in_it(text: str, name: str) -> None:
    assert table_name(text) == name


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("HRGH", "", None),
        ("club.example HRGH", "club.example", None),
        ("club.example:2022 HRGH", "club.example:2022", None),
        ("-p 2022 ann@10.1.2.3 hrgh", "ann@10.1.2.3", 2022),
        ("HRGH@club.example:2022", "club.example:2022", None),
        ("HRGH@[2001:db8::7]:2022", "[2001:db8::7]:2022", None),
        ("ssh -t -p 2022 club.example join HRGH", "club.example", 2022),
        ("ssh -t club.example join HRGH", "club.example", 22),
        ("ssh -t -p 2022 ann@2001:db8::7 join HRGH", "ann@2001:db8::7", 2022),
        ("cuttle join [2001:db8::7]:2022 HRGH", "[2001:db8::7]:2022", None),
        ("https://club.example/join/HRGH", "club.example", None),
        ("https://[2001:db8::7]:8080/join/HRGH", "[2001:db8::7]", None),
    ],
)
def test_a_line_says_which_server_it_leads_to(text: str, host: str, port: int | None) -> None:
    assert invitation(text)[:3] == ("HRGH", host, port)


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("https://club.example/join/HRGH", "https://club.example"),
        ("https://Club.example/Cards/cuttle/join/HRGH", "https://club.example/Cards/cuttle"),
        ("look: http://club.example:8080/join/HRGH!", "http://club.example:8080"),
        ("club.example/join/HRGH", "https://club.example"),
        ("ssh -t -p 2222 club.example join HRGH", ""),
        ("cuttle join club.example HRGH", ""),
    ],
)
def test_a_link_says_where_browsers_find_its_server(text: str, page: str) -> None:
    assert invitation(text).page == page


@given(st.text(max_size=200))
def test_nothing_that_is_pasted_breaks_anything(text: str) -> None:
    for code in (room_code(text), invited_code(text)):
        assert code == code.upper()
        assert code.isalnum() or not code
    for name in (game_id(text), table_name(text)):
        assert name == name.strip()
    assert len(invitation(text)) == len(("code", "host", "port", "page"))
