"""The map of the house names every room, and no document names what is not there."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

_ROOT: Final = Path(__file__).parents[1]
_MAP: Final = _ROOT / "docs" / "ARCHITECTURE.md"
_PACKAGES: Final = ("engine", "cuttle_tui", "server")
_MOST_BASES: Final = 3
"""Classes of ours on which one may stand: what it can do besides is in parts that it has."""
_LONGEST: Final = 200
"""Lines that the map may have: more than that nobody reads."""
_PATH: Final = re.compile(r"`((?:engine|cuttle_tui|server|tests)/[\w./]*)`")
_LINK: Final = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)")
_HISTORY: Final = "CHANGELOG.md"
"""It names what was there."""
_ROOMS: Final = sorted(
    f"{path.parent.relative_to(_ROOT)}/"
    for package in _PACKAGES
    for path in (_ROOT / package).glob("*/__init__.py")
)


def _documents() -> list[Path]:
    found = (*_ROOT.glob("*.md"), *(_ROOT / "docs").rglob("*.md"))
    return sorted(path for path in found if path.name != _HISTORY)


@pytest.mark.parametrize("document", _documents(), ids=lambda path: path.name)
def test_what_a_document_names_is_there(document: Path) -> None:
    named = [_ROOT / name for name in _PATH.findall(document.read_text())]
    assert [path for path in named if not path.exists()] == []


def _anchors(document: Path) -> set[str]:
    """List what links may name in a document: its headings, as they are shown on the web."""
    headings = re.findall(r"^#+ (.+)$", document.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


@pytest.mark.parametrize("document", _documents(), ids=lambda path: path.name)
def test_every_link_of_a_document_leads_somewhere(document: Path) -> None:
    for name, anchor in _LINK.findall(document.read_text()):
        linked = (document.parent / name).resolve() if name else document
        assert linked.exists(), name
        assert not anchor or anchor in _anchors(linked), f"{name}#{anchor}"


@pytest.mark.parametrize("room", _ROOMS)
def test_every_room_is_on_the_map(room: str) -> None:
    assert room in _PATH.findall(_MAP.read_text())


def test_the_map_is_short() -> None:
    assert len(_MAP.read_text().splitlines()) <= _LONGEST


def _proofs() -> list[str]:
    """List the tests that the table of SECURITY.md rests on: in tests/server, or a whole path."""
    table = re.findall(r"^\|.*\| ([^|]*) \|$", (_ROOT / "SECURITY.md").read_text(), re.MULTILINE)
    return sorted({name for cell in table for name in re.findall(r"`([\w/.]+)`", cell)})


@pytest.mark.parametrize("name", _proofs())
def test_what_security_rests_on_is_there(name: str) -> None:
    if name.startswith("tests/"):
        assert (_ROOT / name).exists()
    else:
        places = (_ROOT / "tests" / "server").rglob(f"{name.rstrip('/')}*")
        assert any(place.with_suffix("").name == Path(name).name for place in places)


def _classes() -> Iterator[type]:
    """Yield the classes of every module that runs no program and needs no extra that is missing."""
    for package in _PACKAGES:
        for module in pkgutil.walk_packages([str(_ROOT / package)], f"{package}."):
            if module.name.endswith(("__main__", ".migrations.env")):
                continue
            with suppress(ModuleNotFoundError):
                for each in vars(importlib.import_module(module.name)).values():
                    if isinstance(each, type) and each.__module__ == module.name:
                        yield each


def test_no_class_stands_on_more_than_three_of_ours() -> None:
    deep = {
        f"{each.__module__}.{each.__qualname__}": [base.__name__ for base in ours]
        for each in _classes()
        if len(ours := [b for b in each.__mro__[1:] if b.__module__.split(".")[0] in _PACKAGES])
        > _MOST_BASES
    }
    assert deep == {}
