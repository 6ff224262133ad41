"""Whoever plays is spoken to in their own language, whatever others in the process read."""

from __future__ import annotations

import asyncio
import contextvars
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cuttle_tui.i18n import translation
from cuttle_tui.i18n.compile import CATALOGUES, compile_all
from cuttle_tui.i18n.translation import (
    C_,
    N_,
    OR,
    Plural,
    Span,
    adopt,
    cards,
    catalogue,
    counted,
    language_of,
    listing,
    plain,
    say,
    speak,
    spoken,
    tell,
    tr,
)
from tests.pseudo import pseudo

CARDS = Plural("{n} card", "{n} cards")


def alone(work: Callable[[], None]) -> None:
    """Run something whose language ends with it."""
    contextvars.copy_context().run(work)


def test_english_is_spoken_where_nobody_chose() -> None:
    assert spoken() == "en"
    assert tr("{name} is away", name="bob") == "bob is away"
    assert str(N_("you")) == "you"


def test_places_take_spans_and_sentences() -> None:
    sentence = tell("{who} took {what}", who="bob", what=say(Span("9S", "card"), "!"))
    assert sentence == (Span("bob"), Span(" took "), Span("9S", "card"), Span("!"))


def test_braces_stay_where_nothing_is_filled_in() -> None:
    assert tr("take the {8D}") == "take the {8D}"


def test_lists_are_joined_with_a_word() -> None:
    assert plain(cards((3, 7, 11))) == "AS, 2S and 3S"
    assert plain(cards((3, 7), OR)) == "AS or 2S"
    assert plain(cards((3, 7, 11), most=1)) == "AS and 2 more"
    assert [plain(listing(some)) for some in ([], ["a"])] == ["", "a"]


def test_counts_choose_the_number() -> None:
    assert [counted(n, CARDS) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


def test_french_counts_nothing_as_one() -> None:
    def work() -> None:
        speak("fr")
        assert [counted(n, CARDS) for n in (0, 1, 2)] == ["0 carte", "1 carte", "2 cartes"]

    alone(work)


def test_letters_lose_their_accents_for_ascii() -> None:
    def work() -> None:
        speak("fr", ascii=True)
        assert tr("the deck is empty").isascii()
        assert tr("cœur, à l'été") == "coeur, a l'ete"

    alone(work)


def test_a_context_tells_two_meanings_apart() -> None:
    assert str(C_("no such kind of word", "you")) == "you"

    def work() -> None:
        speak("fr")
        assert str(N_("you")) == "toi"
        assert str(C_("no such kind of word", "you")) == "you"

    alone(work)


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "fr-CA"}, "fr"),
        ({"LANG": "FR_be@euro"}, "fr"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "pl_PL.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR", "LC_ALL": "C"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "en_GB", "LANGUAGE": "pl:fr:en"}, "fr"),
        ({"LANG": "../../fr"}, "en"),
        ({"LANG": "\x1b[2J"}, "en"),
    ],
)
def test_variables_ask_for_a_language(variables: dict[str, str], language: str) -> None:
    assert language_of(variables) == language


def test_a_language_that_is_not_there_is_refused() -> None:
    for name in ("tlh", "../fr", "", "fr.po"):
        with pytest.raises(KeyError):
            speak(name)


async def test_each_session_has_its_own_and_shares_it_with_its_tasks() -> None:
    read: dict[str, list[str]] = {"fr": [], "en": []}

    async def task(name: str, changed: asyncio.Event) -> None:
        read[name].append(tr("you"))
        await changed.wait()
        read[name].append(tr("you"))

    async def session(language: str, other: str) -> None:
        speak(language)
        changed = asyncio.Event()
        child = asyncio.create_task(task(language, changed))
        await asyncio.sleep(0)
        adopt(other)
        changed.set()
        await child

    await asyncio.gather(
        asyncio.create_task(session("fr", "fr")), asyncio.create_task(session("en", "fr"))
    )
    assert read == {"fr": ["toi", "toi"], "en": ["you", "toi"]}
    assert spoken() == "en"


def test_strange_letters_show_what_was_not_marked() -> None:
    with pseudo():
        assert tr("you") == "уоу"
        with pytest.raises(AssertionError, match="not marked"):
            tr("no" + " such text")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Read catalogues from an empty folder."""
    monkeypatch.setattr(translation, "_CATALOGUES", tmp_path)
    catalogue.cache_clear()
    yield tmp_path
    catalogue.cache_clear()


@pytest.mark.slow
def test_an_installed_game_reads_compiled_catalogues_without_babel(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_all(folder)
    monkeypatch.setitem(sys.modules, "cuttle_tui.i18n.compile", None)
    assert catalogue("fr").gettext("is not text") == "n'est pas du texte"


@pytest.mark.slow
def test_in_a_checkout_a_newer_source_counts(folder: Path) -> None:
    source, ready = folder / "fr.po", folder / "fr.mo"
    compile_all(folder)
    text = (CATALOGUES / "fr.po").read_text(encoding="utf-8")
    source.write_text(text.replace("n'est pas du texte", "binaire"), encoding="utf-8")
    for newer, says in ((0, "n'est pas du texte"), (2, "binaire")):
        os.utime(source, (newer, newer))
        os.utime(ready, (1, 1))
        catalogue.cache_clear()
        assert catalogue("fr").gettext("is not text") == says


@pytest.mark.slow
def test_a_source_that_cannot_be_compiled_leaves_what_there_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cuttle_tui.i18n.compile", None)
    (folder / "fr.po").touch()
    assert catalogue("fr").gettext("is not text") == "is not text"
    compile_all(folder)
    os.utime(folder / "fr.mo", (1, 1))
    catalogue.cache_clear()
    assert catalogue("fr").gettext("is not text") == "n'est pas du texte"
