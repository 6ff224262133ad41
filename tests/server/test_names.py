"""Names: what will do, what looks alike, and what belongs to the server."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import assume, given, strategies as st

from server.names import (
    LONGEST,
    SHORTEST,
    BadName,
    check_bot_name,
    check_name,
    is_bot,
    login_name,
    name_key,
    reserved,
    same_name,
    skeleton,
    stored_skeleton,
)

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZäöüßÀéîñøłŁžğİıÅæœþðếơŋ"
assert reserved("guest")  # and the languages have been read
names = st.from_regex(rf"[{LETTERS}][{LETTERS}0-9_-]{{1,15}}", fullmatch=True)


def _reason(text: str) -> str:
    with pytest.raises(BadName) as caught:
        check_name(text)
    return caught.value.reason


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ana", "Ana"),
        ("  ana-b_2 ", "ana-b_2"),
        ("Jose\u0301", "José"),
        ("Łukasz", "Łukasz"),
        ("Þóra", "Þóra"),
        ("nguyễn", "nguyễn"),
        ("x" * 16, "x" * 16),
        ("e\u0301" * 16, "é" * 16),
        ("compute", "compute"),
        ("gues", "gues"),
        ("Rooty", "Rooty"),
        ("Modesty2", "Modesty2"),
        ("player1", "player1"),
        ("modern", "modern"),
        ("modérato", "modérato"),
        ("Stafford", "Stafford"),
        ("Joe_Root", "Joe_Root"),
        ("Hostetler", "Hostetler"),
        ("Modric", "Modric"),
        ("Talbot", "Talbot"),
        ("Chabot", "Chabot"),
        ("Botticelli", "Botticelli"),
        ("cuttlefish", "cuttlefish"),
        ("badminton", "badminton"),
        ("admiral", "admiral"),
        ("Supply", "Supply"),
        ("Bowner", "Bowner"),
        ("observer", "observer"),
        ("Hilda", "Hilda"),
        ("team-ann", "team-ann"),
        ("Theo", "Theo"),
        ("Nightingale", "Nightingale"),
        ("Hostler", "Hostler"),
        ("teamplayer", "teamplayer"),
    ],
)
def test_a_name_that_will_do_is_cleaned(text: str, name: str) -> None:
    assert check_name(text) == name


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "short"),
        (" a ", "short"),
        ("x" * 17, "long"),
        ("e\u0301" * 17, "long"),
        ("x" * 10_000_000, "long"),
        ("1ana", "letters"),
        ("-ana", "letters"),
        ("_ana", "letters"),
        ("an a", "letters"),
        ("ana\n.", "letters"),
        ("ana\x1b[2J", "letters"),
        ("ana\u202e", "letters"),
        ("ana\u200b", "letters"),
        ("ana\ufe0f", "letters"),
        ("x\u0302na", "letters"),
        ("аna", "letters"),  # a Cyrillic letter
        ("αna", "letters"),
        ("ａna", "letters"),  # a full-width letter
        ("ſan", "letters"),
        ("ﬁn", "letters"),
        ("ɑna", "letters"),
        ("ana٣", "letters"),
        ("ana²", "letters"),
        ("安娜", "letters"),
        ("[b]ana", "letters"),
        ("ana\ud800", "letters"),
        ("guest-otter", "reserved"),
        ("GUEST", "reserved"),
        ("gue5t7", "reserved"),
        ("Cornputer", "reserved"),
        ("machine-3", "reserved"),
        ("Admin", "reserved"),
        ("adm1n", "reserved"),
        ("r00t", "reserved"),
        ("SYSTÈM", "reserved"),
        ("cutt1e", "reserved"),
        ("some-one", "reserved"),
        ("Player", "reserved"),
        ("you", "reserved"),
        ("deep-bot", "reserved"),
        ("deep_BOT", "reserved"),
        ("deep-b0t", "reserved"),
        ("deep-bôt", "reserved"),
        ("modérateur", "reserved"),
        ("Moderatrice", "reserved"),
        ("m0d3rateur-2", "reserved"),
        ("Administrateur", "reserved"),
        ("4dm1n1str4t0r", "letters"),
        ("adm1n1str4t0r", "reserved"),
        ("Admînistratrice", "reserved"),
        ("opérateur7", "reserved"),
        ("Sy5tème_1", "reserved"),
        ("hôte", "reserved"),
        ("serveur", "reserved"),
        ("Admin_Ann", "reserved"),
        ("Ann-Admin", "reserved"),
        ("adminann", "reserved"),
        ("annadmin", "reserved"),
        ("AnnMod", "reserved"),
        ("ModAnn7", "reserved"),
        ("mod_ann", "reserved"),
        ("M0d_Ann", "reserved"),
        ("modteam", "reserved"),
        ("mod-team", "reserved"),
        ("TheModTeam", "reserved"),
        ("helpdesk", "reserved"),
        ("help-desk", "reserved"),
        ("help", "reserved"),
        ("HelpDesk24", "reserved"),
        ("cuttle-team", "reserved"),
        ("CuttleTeam", "reserved"),
        ("cuttlestaff", "reserved"),
        ("cutt1e-support", "reserved"),
        ("official-ann", "reserved"),
        ("cuttle-bob", "reserved"),
        ("the-computer", "reserved"),
        ("TheComputer", "reserved"),
        ("supercomputer", "reserved"),
        ("foobot", "reserved"),
        ("foo_bot", "reserved"),
        ("FooBot", "reserved"),
        ("f00b0t", "reserved"),
        ("bot-foo", "reserved"),
        ("foobot7", "reserved"),
        ("teamadmin", "reserved"),
        ("gameserver", "reserved"),
        ("server_owner", "reserved"),
        ("équipe-modo", "reserved"),
        ("security", "reserved"),
        ("webmaster", "reserved"),
        ("the-dealer", "reserved"),
        ("head-referee", "reserved"),
        ("system-message", "reserved"),
        ("cuttle-news", "reserved"),
        ("cuttleorg", "reserved"),
        ("NightHost", "reserved"),
        ("sysadmin", "reserved"),
        ("techsupport", "reserved"),
    ],
)
def test_a_name_that_will_not_do_says_why(text: str, reason: str) -> None:
    assert _reason(text) == reason


def test_a_bot_has_a_name_with_a_mark() -> None:
    for text in ("deep", " deep-bot ", "deep_BOT", "deep-b0t"):
        assert check_bot_name(text) == "deep-bot"
    assert is_bot("deep-bot")
    assert check_name("abbot") == "abbot"
    assert not is_bot("abbot")
    assert not is_bot("bot")
    assert check_bot_name("x" * 12) == "x" * 12 + "-bot"
    for text, why in (
        ("x" * 13, "long"),
        ("", "short"),
        ("d", "short"),
        ("d-bot", "short"),
        ("e\u0301", "short"),
        ("admin", "reserved"),
        ("a b", "letters"),
    ):
        with pytest.raises(BadName) as refused:
            check_bot_name(text)
        assert refused.value.reason == why


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "aNA"),
        ("José", "jose"),
        ("Zoé", "Zoe\u0301"),
        ("Bob", "b0b"),
        ("Bill", "BI11"),
        ("Bill", "BiII"),
        ("Nell", "NeIl"),
        ("Neil", "NEIL"),
        ("Neil", "Ne1l"),
        ("Willow", "W1llow"),
        ("Sam", "5am"),
        ("ana-b", "an_ab"),
        ("Weiß", "weiss"),
        ("Weiß", "WEIẞ"),
        ("søren", "soren"),
        ("Łukasz", "1ukasz"),
        ("İbo", "ibo"),
        ("ıbo", "lbo"),
    ],
)
def test_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert same_name(one, other)
    assert same_name(other, one)
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ana", "anna"),
        ("bob", "bop"),
        ("ann1", "ann2"),
        ("Neil", "Nell"),
        ("neil", "nell"),
        ("Ali", "All"),
        ("Mia", "Mla"),
        ("Bill", "bili"),
        ("Elia", "Ella"),
        ("Clara", "Dara"),
        ("Clara", "dara"),
        ("CLARK", "dark"),
        ("Marcia", "Marda"),
        ("Amo", "Arno"),
        ("will", "vvill"),
        ("Carmen", "carrnen"),
        ("david", "davicl"),
        ("Mila", "Mirna"),
    ],
)
def test_other_names_are_told_apart(one: str, other: str) -> None:
    assert not same_name(one, other)
    assert name_key(one) != name_key(other)


@given(names, names)
def test_names_that_look_alike_are_candidates(one: str, other: str) -> None:
    if same_name(one, other):
        assert skeleton(one) == skeleton(other)
    assert same_name(one, other) == same_name(other, one)


@pytest.mark.slow
@given(names, st.data())
def test_whatever_is_read_alike_is_found(name: str, data: st.DataObject) -> None:
    swaps = {"i": "1I", "l": "1I", "o": "0", "s": "5"}
    alike = "".join(data.draw(st.sampled_from([sign, *swaps.get(sign, "")])) for sign in name)
    assert same_name(name, alike) or not name.isascii()
    assert skeleton(name) == skeleton(alike)


@given(names, names)
def test_names_that_look_alike_are_found_where_they_are_stored(one: str, other: str) -> None:
    if same_name(one, other):
        assert stored_skeleton(other) == stored_skeleton(one)


@given(names)
def test_case_accents_and_dashes_make_no_other_key(name: str) -> None:
    assert name_key(name.lower()) == name_key(name.upper())
    assert name_key(name) == name_key(f"-{name}_")
    assert same_name(name, name.upper())


@pytest.mark.parametrize(
    ("login", "name"),
    [
        ("ann", "ann"),
        ("Zoé", "Zoé"),
        ("Zoe\u0301", "Zoé"),
        ("Łukasz", "Łukasz"),
        ("john.smith", "john-smith"),
        ("Ann Lee", "Ann-Lee"),
        ("Ольга", "player"),
        ("bartholomew-featherstone", "player"),
        ("x" * 10_000, "player"),
        ("ann@corp", "player"),
        ("no/name", "player"),
        ("1ana", "player"),
        ("x", "player"),
        ("", "player"),
        ("an\x1bn", "player"),
    ],
)
def test_a_login_is_a_name_as_it_stands_or_none(login: str, name: str) -> None:
    assert login_name(login) == name


@given(st.text(max_size=40))
def test_a_login_that_is_a_name_keeps_its_letters(login: str) -> None:
    name = login_name(login)
    assert SHORTEST <= len(name) <= LONGEST
    if name != "player":
        letters = unicodedata.normalize("NFC", "".join(login.split())).replace(".", "")
        assert name.replace("-", "") == letters.replace("-", "")


@pytest.mark.slow
@given(names)
def test_a_skeleton_is_its_own_and_knows_no_case(name: str) -> None:
    bones = skeleton(name)
    assert bones
    assert skeleton(bones) == bones
    assert skeleton(name.upper()) == skeleton(name.lower()) == bones
    assert skeleton(unicodedata.normalize("NFD", name)) == bones


@pytest.mark.slow
@given(names, st.integers(0, 16), st.sampled_from("-_"))
def test_a_dash_makes_no_other_name(name: str, at: int, dash: str) -> None:
    assert skeleton(name[:at] + dash + name[at:]) == skeleton(name)


@given(names)
def test_what_is_made_by_the_rules_is_taken_unless_it_is_reserved(name: str) -> None:
    assume(not reserved(name))
    assert check_name(name) == name


@given(st.text(max_size=30) | names)
def test_what_is_taken_keeps_the_rules(text: str) -> None:
    try:
        name = check_name(text)
    except BadName:
        return
    assert SHORTEST <= len(name) <= LONGEST
    assert name.isprintable()
    assert check_name(name) == name
    assert unicodedata.is_normalized("NFC", name)
    assert unicodedata.name(name[0]).startswith("LATIN ")
    for one in name:
        assert one in "0123456789-_" or unicodedata.name(one).startswith("LATIN ")


@pytest.mark.parametrize(
    "name", ["toi", "Tu", "ordinateur", "Ordinateur", "invité", "Admin1", "moderator-1", "sysop_99"]
)
def test_what_stands_for_a_name_in_any_language_is_reserved(name: str) -> None:
    assert _reason(name) == "reserved"
