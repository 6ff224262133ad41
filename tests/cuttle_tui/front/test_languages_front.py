"""Everything before the table is said in the player's language, and its keys work there too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from cuttle_tui.drawing.fronts import front_plan_for
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.front.account import AccountScreen
from cuttle_tui.front.home import HomeScreen
from cuttle_tui.front.settings_words import choice_text
from cuttle_tui.i18n import translation
from cuttle_tui.i18n.translation import language_name, languages, plain
from cuttle_tui.kit.keymap import key_named, key_words
from cuttle_tui.kit.prompt import Keys, PromptBar
from cuttle_tui.kit.text_types import KeysModel
from cuttle_tui.kit.words import news_line, refused_line
from cuttle_tui.kit.zone import paint_context_for
from cuttle_tui.local import doctor
from cuttle_tui.ports import LobbyError, News, Reason, TableError
from cuttle_tui.preferences import FIELDS, FileStore, MemoryStore, Preferences, Settings
from cuttle_tui.tty.terminal import Answers, Terminal
from tests.cuttle_tui.gallery.fronts import SCENES
from tests.cuttle_tui.gallery.test_gallery_languages import ALLOWED
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.table.test_table import settled
from tests.pseudo import Pseudo, english_left, pseudo


@pytest.fixture
def strange(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let whoever asks for English hear the strange language."""
    with pseudo():
        monkeypatch.setattr(translation, "catalogue", lambda language: Pseudo())
        yield


@pytest.mark.parametrize("error", [*map(LobbyError, get_args(Reason)), TableError("no game")])
def test_every_refusal_is_told(error: LobbyError | TableError) -> None:
    if isinstance(error, TableError):
        assert plain(refused_line(error)) == "not now: no game"
        return
    with pseudo():
        assert english_left(plain(refused_line(error)), allowed=frozenset({"ssh"})) == []


@pytest.mark.parametrize(
    ("news", "said"),
    [
        (News("announcement", "back at noon"), "news: back at noon"),
        (News("closing"), "server shutting down: your game is saved"),
        (News("sat-down", "bob"), "bob sat down at your table"),
        (News("sat-down"), "somebody sat down at your table"),
        (News("claimed", "elm"), "you were away too long: your opponent claimed the win at elm"),
    ],
)
def test_news_cross_as_data_and_are_worded_by_whoever_reads_them(news: News, said: str) -> None:
    assert plain(news_line(news)) == said
    with pseudo():
        left = english_left(plain(news_line(news)))
    assert left == english_left(news.text)


# keys


@pytest.mark.usefixtures("strange")
async def test_the_names_of_keys_can_be_clicked_in_any_language() -> None:
    app = next(scene for scene in SCENES if scene.name == "account").opens()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("a")
        await settled(pilot)
        assert isinstance(app.screen, AccountScreen)
        bar = app.screen.query_one(PromptBar)
        row = grid(app)[bar.region.y + 1]
        assert bar.key_at(row.index(key_words("esc")), 1) == "escape"


def test_help_and_the_way_out_are_the_last_hints_to_go_in_any_language() -> None:
    plan = front_plan_for(80, 24)
    assert plan is not None
    with pseudo():
        hints = tuple((key_words(key), "abcdefg") for key in ("arrows", "enter", "esc"))
        sheet = Sheet(80, 1)
        keys = Keys(paint_context_for(Terminal()), "keys", front_plan_for)
        keys.draw(KeysModel(hints, "x" * 62), plan, sheet)
        shown = [key_named(word) for word in sheet.strips(keys.paint.palette)[0].text.split()]
    assert "esc" in shown
    assert "enter" not in shown


# settings


def test_there_is_a_choice_of_all_languages_under_their_own_names() -> None:
    assert FIELDS["language"].choices == ("auto", *languages())
    with pseudo():
        told = [choice_text("language", one) for one in languages()]
        translation.speak(translation.ENGLISH, ascii=True)
        plainly = choice_text("language", "fr")
    assert told == [language_name(one) for one in languages()]
    assert plainly == "francais"


def test_a_language_that_is_not_there_any_more_is_like_any_other_wrong_value() -> None:
    store = MemoryStore()
    store.saved = {"language": "tlh", "bell": False}
    ours = Preferences(store)
    assert ours.settings == Settings(bell=False)
    assert "language 'tlh'" in ours.trouble


async def test_another_language_is_spoken_at_once_wherever_one_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spoken = translation.catalogue
    monkeypatch.setattr(
        translation, "catalogue", lambda one: Pseudo() if one == "fr" else spoken(one)
    )
    app = SCENES[0].opens()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("s", *["down"] * list(FIELDS).index("language"), "left")
        await settled(pilot)
        assert app.settings.language == languages()[-1]
        assert english_left("\n".join(grid(app)), allowed=ALLOWED | {"fran", "ais"}) == []
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)
        shown = "\n".join(grid(app)).replace("UTTLE", "")
        assert english_left(shown, allowed=ALLOWED) == []


@pytest.mark.parametrize("broken", [True, False])
def test_what_was_wrong_with_the_file_is_told_in_the_language_of_later(
    tmp_path: Path, broken: bool
) -> None:
    path = tmp_path / "settings.json"
    path.write_text("{") if broken else path.mkdir()
    store = FileStore(path)
    assert "default" in store.trouble
    with pseudo():
        told = store.trouble
    allowed = frozenset(english_left(str(tmp_path)))
    assert english_left(told, allowed=allowed | {"settings", "json", "broken"}) == []


# the doctor


def _report(**more: Any) -> str:
    environment = {"TERM": "xterm", "NO_COLOR": "1", "LANG": "C", "TMUX": "x", **more}
    answers = Answers(2, {"mouse": True, "paste": False}, light=True)
    found = [
        *doctor.of_terminal(environment, Terminal("none", unicode=False), (60, 20)),
        *doctor.of_terminal({}, Terminal(), None),
        *doctor.of_answers(answers, Terminal(), Settings()),
        *doctor.of_answers(Answers(), Terminal(unicode=False), Settings()),
        *doctor.of_surroundings(environment),
    ]
    return doctor.report(found)


def test_the_doctor_speaks_the_language_too() -> None:
    quoted = "TERM xterm NO_COLOR LANG COLORTERM tmux /usr/bin/ssh UTF-8"
    commands = "cuttle --plain --ascii --theme felt-light export LC_ALL=C.UTF-8 set -g focus-events"
    with pseudo():
        told = _report()
    assert english_left(told, allowed=frozenset(english_left(f"{quoted} {commands}"))) == []
