"""Plain mode in other languages: all is told in them, and commands are typed as ever."""

from __future__ import annotations

import contextvars
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cuttle_tui.i18n.translation import (
    Message,
    cards,
    languages,
    plain,
    say,
    speak,
    spoken,
    tell,
    without_accents,
)
from cuttle_tui.ladder import ladder_lines, rungs_of
from cuttle_tui.local.launch_options import LEVEL_NAMES
from cuttle_tui.plain import session
from cuttle_tui.plain.lines import KINDS, VERBS, read_card, read_rank
from cuttle_tui.plain.table_commands import COMMANDS
from cuttle_tui.plain.typed_words import WORDS, in_own_words
from cuttle_tui.ports import LadderGame, LobbyError, Sitter
from cuttle_tui.table.chat import PHRASES
from cuttle_tui.table.choices import LEAVE_KEYS
from cuttle_tui.table.words import menu_lines
from cuttle_tui.table.words.menu_lines import card_words, numbered
from engine.cards import CARD_NAMES, parse_card
from engine.rules.rulesets import PRESETS
from tests.cuttle_tui import tables
from tests.cuttle_tui.lobbies import (
    GAMES,
    PEOPLE,
    TABLES,
    FakeAccount,
    FakeGuest,
    FakeLobby,
    online,
)
from tests.cuttle_tui.plain_talk import Talk, at_home, play_on, talk
from tests.cuttle_tui.tables import FakeChair
from tests.pseudo import english_left, pseudo
from tests.whole import some, takes_longer

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
_WORD = re.compile(r"[A-Za-z]+")
TYPED = frozenset(
    _WORD.findall(
        " ".join(
            (
                *(command.word for command in COMMANDS if command.word.islower()),
                *(*session.COMMANDS, *PHRASES, *VERBS),
                *LEVEL_NAMES,
                *("call", "up"),
            )
        )
    )
)
"""What is typed in every language."""
NAMES = frozenset({"ana", "bob", "computer", "Computer", "elm", "cuttle", "cards", *PRESETS})
_HEX = re.compile(r"\b[0-9a-f]{8}\b")


def english_in(lines: Iterable[str], more: frozenset[str] = frozenset()) -> dict[str, list[str]]:
    """Give the lines in which English was left, with its words."""
    allowed = TYPED | NAMES | more
    left = {line: english_left(_HEX.sub("", line), allowed=allowed) for line in lines}
    return {line: found for line, found in left.items() if found}


def alone(work: Callable[[], None]) -> None:
    """Run something whose language ends with it."""
    contextvars.copy_context().run(work)


# all is translated -------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", ["standard", "team"])
async def test_a_whole_game_is_told_without_an_english_word(ruleset: str) -> None:
    with pseudo():
        async with talk(at_home("another language")) as one:
            await one.type("help")
            await one.type(f"computer {ruleset}")
            for word in ("help", "table", "hand", "scrap", "clock", "choices", "log 0", "undo"):
                await one.type(word)
            for line in ("why draw", "card 3H", "??!", "record", "rules", "ready", "claim", "yes"):
                await one.type(line)
            assert await play_on(one, random.Random(f"{ruleset} in words")) > 0
            for word in (
                "table",
                "log all",
                "say hello",
                "ready",
                "concede",
                "yes",
                "leave",
                "quit",
            ):
                await one.type(word)
        assert english_in(one.said) == {}


async def test_a_server_is_told_of_without_an_english_word() -> None:
    account = FakeAccount(guest=True)
    lobby = online(account=account, chairs=(tables.chair(tables.TARGETS),), guest=FakeGuest("ana"))
    kept = {"UTC"} | {
        word for line in (*PEOPLE, *TABLES, *GAMES) for word in _WORD.findall(repr(line))
    }
    with pseudo():
        async with talk(lobby) as one:
            for line in ("help", "who", "tables", "games", "short", "long", "join", "name bob"):
                await one.type(line)
            for line in ("block bob", "unblock bob", "report bob rude", "wait 0", "block eve"):
                await one.type(line)
            await one.type("quick")
            assert isinstance(one.session.table.chair, FakeChair)  # type: ignore[union-attr]
            for line in ("say hello", "phrases", "show", "hide", "leave", "no", "quit", "no"):
                await one.type(line)
        assert len(one.said) > 60
        assert english_in(one.said, frozenset(kept)) == {}


async def test_comings_and_goings_are_told_without_an_english_word() -> None:
    with pseudo():
        async with talk(FakeLobby(chairs=(tables.chair(tables.TARGETS),))) as one:
            await one.type("computer")
            for change in (
                {"sitters": (tables.ANA_AND_BOB[0], Sitter("bob", "person", present=False))},
                {"away": (None, 0), "claimable": True, "may_call_off": True},
                {"sitters": tables.ANA_AND_BOB, "trouble": "ana"},
                {"trouble": "", "clocks": (300, 300)},
                {"clocks": (9, 300)},
                {"sitters": (tables.ANA_AND_BOB[0], Sitter("bob", "nobody", present=False))},
            ):
                await _change(one, change)
        assert english_in(one.said) == {}


async def _change(one: Talk, change: dict[str, Any]) -> None:
    assert one.session.table is not None
    chair = one.session.table.chair
    assert isinstance(chair, FakeChair)
    chair.shown = replace(chair.shown, **change)
    chair.change(tables.TARGETS)
    await one.type("clock")


# commands stay -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", languages())
def test_commands_are_typed_the_same_in_every_language(language: str) -> None:
    def work() -> None:
        speak(language)
        for command in session.ALL:
            if command.word not in ("NUMBER", "ACTION"):
                assert str(command.usage).split()[:2].count(command.word) >= 1, command

    alone(work)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("ascii", [False, True])
def test_cards_are_read_in_the_words_in_which_they_are_told(language: str, ascii: bool) -> None:
    def work() -> None:
        speak(language, ascii=ascii)
        assert len({card_words(card) for card in range(len(CARD_NAMES))}) == len(CARD_NAMES)
        for card in range(len(CARD_NAMES)):
            assert read_card(card_words(card).upper()) == card
        assert read_card("nine of hearts") == read_card("9h")

    alone(work)


@pytest.mark.parametrize(
    ("language", "seven", "card"),
    [
        ("en", "seven", "seven of clubs"),
        ("fr", "sept", "sept de trèfle"),
        ("de", "Sieben", "Kreuz sieben"),
        ("es", "siete", "Siete de treboles"),
    ],
)
def test_numbers_of_cards_are_read_in_words(language: str, seven: str, card: str) -> None:
    def work() -> None:
        speak(language)
        assert read_rank(seven) == [parse_card(f"7{suit}") for suit in "CDHS"]
        assert read_card(card) == parse_card("7C")

    alone(work)


@pytest.mark.parametrize("language", languages())
async def test_a_reason_is_asked_for_in_the_words_of_actions(language: str) -> None:
    speak(language)
    async with talk(FakeLobby(chairs=(tables.chair(tables.TARGETS),))) as one:
        await one.type("computer")
        assert await one.type(f"why {in_own_words(['draw'])}") == await one.type("why draw")


@pytest.mark.parametrize("language", ["fr", "es", "de"])
async def test_words_are_repeated_as_they_were_typed_and_examples_can_be_typed(
    language: str,
) -> None:
    speak(language)
    async with talk(FakeLobby(chairs=(tables.chair(tables.TARGETS),))) as one:
        await one.type("computer")
        (own,) = in_own_words(["seal"]).split()
        assert (await one.type(f"{own} 77"))[0].startswith(own.capitalize())
        refused = (await one.type(f"{in_own_words(['points'])} ZZ"))[0]
        example = re.search("7S, ([^ ,]+ 9S>8D), ", refused)
        assert example is not None
        assert "9S>8D" not in (await one.type(f"why {example[1]}"))[0]


def test_what_stands_before_a_colon_is_set_off_in_french() -> None:
    """A number before a choice, and a level before its record."""

    def work() -> None:
        speak("fr")
        assert plain(numbered(2, say("piocher"))) == "2 : piocher"
        played = ladder_lines(rungs_of([LadderGame("beginner", "won")]))
        assert plain(played[0]).startswith("débutant, à battre : 1 victoire")

    alone(work)


def test_french_cards_in_words() -> None:
    def work() -> None:
        speak("fr")
        told = [card_words(parse_card(name)) for name in ("AS", "TH", "JC", "QD", "XR")]
        assert told == [
            "as de pique",
            "10 de cœur",
            "valet de trèfle",
            "dame de carreau",
            "joker rouge",
        ]
        assert read_card("10 de coeur") == parse_card("TH")
        assert read_card("valet de trefle") == parse_card("JC")
        assert read_card("L'as de pique") == parse_card("AS")
        held = tell("tu as {cards}", cards=cards([parse_card(name) for name in ("AS", "QD", "XR")]))
        words = "tu as l'as de pique, la dame de carreau et le joker rouge"
        assert menu_lines.spoken(held, short=False) == words
        assert menu_lines.spoken(held, short=True) == "tu as AS, QD et XR"

    alone(work)


@pytest.mark.parametrize(
    ("language", "told"), [("en", "Your turn."), ("fr", "À toi."), ("de", "Dein Zug.")]
)
async def test_a_heading_keeps_the_capitals_of_nouns(language: str, told: str) -> None:
    speak(language)
    async with talk(FakeLobby(chairs=(tables.chair(tables.TARGETS),))) as one:
        assert told in await one.type("computer")


# choosing a language -----------------------------------------------------------------------------


async def test_a_language_is_chosen_and_kept_with_the_account() -> None:
    account = FakeAccount()
    async with talk(online(account=account)) as one:
        assert await one.type("language") == [
            "This is English.",
            "Type language and one of these: "
            "en (English), de (Deutsch), es (español), fr (français).",
        ]
        assert (await one.type("language tlh"))[0].startswith("There is no language tlh.")
        assert (await one.type("LANG FR"))[0] == "La langue est : français."
        assert account.settings["language"] == "fr"
        assert (await one.type("??!"))[0].startswith("Il n'y a pas de commande '??!'")
        assert (await one.type("language en"))[0] == "This is English."


async def test_a_kept_language_counts_from_the_first_line() -> None:
    async with talk(online(account=FakeAccount(settings={"language": "fr"}))) as one:
        assert one.said[0] == "Cuttle, mode texte. Tu es ana."


async def test_a_guest_is_told_that_it_holds_for_this_visit() -> None:
    account = FakeAccount(guest=True, reason=LobbyError("not-now"))
    async with talk(online(account=account)) as one:
        said = await one.type("language fr")
        assert len(said) == 3
        assert said[1] == "La langue est : français."


async def test_a_language_without_accents_stays_so() -> None:
    async with talk(online(account=FakeAccount()), ascii=True) as one:
        assert (await one.type("language fr"))[0] == "La langue est : francais."


async def test_two_sessions_speak_two_languages_at_one_time() -> None:
    french, english = FakeAccount(settings={"language": "fr"}), FakeAccount()
    async with talk(online(account=french)) as one, talk(online(account=english)) as other:
        assert (await one.type("??!"))[0].startswith("Il n'y a pas")
        assert (await other.type("??!"))[0].startswith("There is no")
    assert spoken() == "en"


# at a terminal of one's own ----------------------------------------------------------------------


def run(folder: Path, typed: str, *more: str, **variables: str) -> str:
    """Run plain mode as a process to its end; give what it said."""
    home = {f"XDG_{name}_HOME": str(folder / name) for name in ("DATA", "STATE", "CONFIG")}
    other = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "PYTHONIOENCODING")
    base = {name: value for name, value in os.environ.items() if name not in other}
    done = subprocess.run(
        (sys.executable, "-m", "cuttle_tui.plain", *more), input=typed.encode(), cwd=ROOT,
        capture_output=True, env={**base, "PYTHONUTF8": "1", **home, **variables}, timeout=60,
        check=True,
    )  # fmt: skip
    return done.stdout.decode()


@takes_longer
def test_a_flag_counts_before_what_is_kept_and_that_before_the_locale(tmp_path: Path) -> None:
    english, french = "Goodbye.", "Au revoir."
    assert english in run(tmp_path, "quit\n")
    assert french in run(tmp_path, "quit\n", LANG="fr_FR.UTF-8")
    assert french in run(tmp_path, "quit\n", "--lang", "fr")
    assert english in run(tmp_path, "quit\n", "--lang", "en", LANG="fr_FR.UTF-8")
    run(tmp_path, "language fr\n")
    (file,) = (tmp_path / "CONFIG").rglob("settings.json")
    assert json.loads(file.read_text(encoding="utf-8")) == {"language": "fr"}
    assert french in run(tmp_path, "quit\n", LANG="en_GB.UTF-8")
    assert english in run(tmp_path, "quit\n", "--lang", "en")


def test_accents_are_left_out_where_they_cannot_be_written(tmp_path: Path) -> None:
    for more in some([{"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}, {}], 2):
        said = run(tmp_path, "help all\n", "--lang", "fr", *["--ascii"] * (not more), **more)
        assert said.isascii()
        assert "repete" in said or "regles" in said


def test_broken_settings_are_told_of_and_hinder_nothing(tmp_path: Path) -> None:
    path = tmp_path / "CONFIG" / "cuttle" / "settings.json"
    path.parent.mkdir(parents=True)
    path.write_text("{", encoding="utf-8")
    assert "Goodbye." in run(tmp_path, "quit\n")
    assert path.with_name("settings.json.broken").exists()


def test_no_screen_library_is_loaded_for_lines_of_text() -> None:
    code = "import sys, cuttle_tui.plain.session, cuttle_tui.plain.__main__; print(*sys.modules)"
    done = subprocess.run(
        (sys.executable, "-c", code),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "cuttle_tui" in loaded
    assert loaded & {"textual", "asyncssh"} == set()


# words of one's own ------------------------------------------------------------------------------


def test_every_word_of_a_line_can_be_typed_in_another_language() -> None:
    listed = [word for group in WORDS for word in group.text.split()]
    words = {command.word for command in session.ALL if command.word.islower()}
    assert set(listed) == {*words, *VERBS, "yes", "no", "all"}
    assert len(listed) == len(set(listed))


@pytest.mark.parametrize("language", languages()[1:])
def test_words_of_a_language_mean_one_thing(language: str) -> None:
    """Each stands in its place, for one word, and no English one means another thing there."""
    english = {word for group in WORDS for word in group.text.split()}
    english |= {*session.COMMANDS, *KINDS, "y", "n"}
    owns: dict[str, set[str]] = {}
    for group in WORDS:
        told = contextvars.copy_context().run(_in, language, group)
        assert len(told) == len(group.text.split()), told
        for word, own in zip(group.text.split(), told, strict=True):
            for form in own.split(",") if own != "-" else ():
                owns.setdefault(without_accents(form.lower()), set()).add(word)
    assert {form: words for form, words in owns.items() if len(words) > 1} == {}
    assert {form for form in owns if form in english and owns[form] != {form}} == set()


def _in(language: str, group: Message) -> list[str]:
    speak(language)
    return str(group).split()


@pytest.mark.parametrize("language", languages())
def test_no_yes_is_another_answer_where_leaving_is_asked_about(language: str) -> None:
    assert contextvars.copy_context().run(_in, language, WORDS[0])[0][0] not in LEAVE_KEYS.values()


async def test_cards_are_typed_in_words_however_their_names_are_written() -> None:
    speak("de")
    async with talk(at_home("in German")) as one:
        await one.type("computer Anfänger")
        await one.type("warten")
        told = await one.type("card 9H")
        assert told == await one.type("Karte Herz 9") == await one.type("karte herz 9")


async def test_a_line_begins_with_a_word_of_the_players_language() -> None:
    speak("fr")
    async with talk(at_home("in French")) as one:
        assert (await one.type("aide"))[0].startswith("Maintenant")
        assert (await one.type("Aide amis"))[0].startswith("friends (amis) : ")
        assert (await one.type("aide tout"))[-1] == (await one.type("help all"))[-1]
        assert "'oui'" in (await one.type("oui"))[0]
        await one.type("ordinateur Débutant")
        await one.type("attendre")
        assert await one.type("main") == await one.type("hand")
        card = one.view.seats[0].hand[0]
        told = await one.type(f"card {CARD_NAMES[card]}")
        assert await one.type(f"carte {card_words(card)}") == told
        for answer, ends in (("non", False), ("Oui", True)):
            await one.type("abandonner")
            await one.type(answer)
            assert one.session.table is not None
            assert one.session.table.over == ends
        assert (await one.type("quitter"))[-1] == "Au revoir."
