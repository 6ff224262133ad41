"""Every language says everything, and nothing that is said no more."""

from __future__ import annotations

import ast
from pathlib import Path
from string import Formatter
from typing import TypeGuard

import pytest
from babel.messages.catalog import Message as Entry

from cuttle_tui.i18n.compile import CATALOGUES
from cuttle_tui.i18n.translation import ENGLISH, language_name, languages
from tests.languages import KEYWORDS, PACKAGES, ROOT, code_messages, read, texts
from tests.programs.accept import HOW
from tests.whole import takes_longer

pytestmark = pytest.mark.slow

FILES = sorted(CATALOGUES.glob("*.po"))
EACH = pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])


def key(entry: Entry) -> tuple[str | None, str]:
    """Tell messages apart as gettext does."""
    first = entry.id if isinstance(entry.id, str) else entry.id[0]
    return entry.context, first


def places(text: str) -> set[str]:
    """Name the places of a text; one that is no template has none."""
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError:
        return {f"broken: {text}"}


def test_there_are_languages_to_choose_from() -> None:
    assert languages() == (ENGLISH, *(path.stem for path in FILES))
    assert [language_name(one) for one in ("en", "fr")] == ["English", "français"]


def said() -> set[tuple[str | None, str]]:
    return {key(one) for one in code_messages() if one.id}


@EACH
def test_every_message_is_in_the_catalogue(path: Path) -> None:
    assert said() - {key(one) for one in read(path) if one.id} == set(), HOW


@EACH
@takes_longer
def test_every_message_is_translated(path: Path) -> None:
    """In a branch, English may stand for what is untranslated; not in what lands."""
    there = {key(one) for one in read(path) if one.id and all(texts(one))}
    assert said() - there == set()


@EACH
def test_nothing_is_left_over(path: Path) -> None:
    catalogue = read(path)
    assert {key(one) for one in catalogue if one.id} - said() == set(), HOW
    assert not catalogue.obsolete


@EACH
def test_nothing_is_doubtful(path: Path) -> None:
    assert [one.id for one in read(path) if one.id and one.fuzzy] == []


@EACH
def test_places_are_the_same(path: Path) -> None:
    wrong = []
    for one in filter(lambda one: one.id, read(path)):
        ids = (one.id,) if isinstance(one.id, str) else one.id
        needed = set.union(*map(places, ids))
        optional = set() if isinstance(one.id, str) else {"n"}
        wrong += [t for t in texts(one) if t and not needed - optional <= places(t) <= needed]
    assert wrong == []


@EACH
def test_edges_are_the_same(path: Path) -> None:
    def edges(text: str) -> tuple[bool, bool]:
        return text[:1].isspace(), text[-1:].isspace()

    wrong = [
        one.id
        for one in read(path)
        if one.id and any(text and edges(text) != edges(key(one)[1]) for text in texts(one))
    ]
    assert wrong == []


@takes_longer
def test_what_is_to_be_translated_is_written_in_one_piece() -> None:
    """A text that is put together where it is marked is not found, nor one inside another's."""
    wrong = []
    found = {text for _, text in said()}
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if _marks(node) and (_put_together(node.args[0]) or _lost(node.args[0], found)):
                    wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert wrong == []


def _marks(node: ast.AST) -> TypeGuard[ast.Call]:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and KEYWORDS.get(node.func.id, ()) is None
        and bool(node.args)
    )


def _put_together(text: ast.expr) -> bool:
    if isinstance(text, ast.IfExp):
        return any(isinstance(one, ast.Constant) for one in (text.body, text.orelse))
    return isinstance(text, ast.JoinedStr | ast.BinOp)


def _lost(text: ast.expr, found: set[str]) -> bool:
    """Whether a text is marked in an argument of a call that takes a text itself."""
    return isinstance(text, ast.Constant) and text.value not in {"", *found}
