"""What is taken of Textual's private parts: listed, as it was, and nothing else anywhere."""

from __future__ import annotations

import ast
import hashlib
import importlib
import inspect
import re
from collections import defaultdict
from collections.abc import Iterator
from dis import get_instructions
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
import textual

import cuttle_tui
import server
from cuttle_tui.tty.private_textual import PRIVATE, Private

pytestmark = pytest.mark.slow

_AS_READ: Final = {
    "App._fatal_error": "8ea137f9297a",
    "App._print_error_renderables": "67bc29e19ae8",
    "App._handle_exception": "ebf01bf0d7ba",
    "App._begin_batch": "ae7360a466d0",
    "App._end_batch": "c7c873de0b85",
    "App._display": "a28efe0d48ef",
    "MessagePump._close_messages_no_wait": "25dca8653760",
    "MessagePump._get_message": "f19f25963c1a",
    "MessagePump._message_queue": "0a5d92f1dd93",
    "MessagePump._mounted_event": "98eaa06110d7",
    "MessagePump._on_message": "5bf00996a4e7",
    "Screen._update_timer": "c333ed31bff9",
    "Screen._invoke_and_clear_callbacks": "52266d3c9767",
    "Screen._on_idle": "90bcadb26d13",
    "Screen._on_timer_update": "b429ac023000",
    "Screen._screen_resized": "5225534965f9",
    "Screen._forward_event": "b352e5f746a3",
    "Widget._clear_arrangement_cache": "c0ecbdee31be",
    "Compositor._arrange_root": "371c8d3116b5",
    "Compositor._regions_to_spans": "f12ef9bf9300",
    "XTermParser._sequence_to_key_events": "fd21105b54cc",
    "XTermParser._parse_extended_key": "7b39f7d9703a",
    "_character_to_key": "03b25d2a9f59",
    "LinuxDriver._sigcont_application": "0ba4c34e8748",
    "StylesCache.get_inner_outer": "63b84a59e324",
    "Stylesheet._parse_rules": "01a7957fb176",
}
"""The beginning of a digest of each function, as it was when its use was last read through."""
_MADE_BY_TEXTUAL: Final = frozenset(
    {"_abc_impl", "_computes", "_css_type_name", "_css_type_names", "_decorated_handlers"}
    | {"_inherit_bindings", "_inherit_component_classes", "_inherit_css", "_merged_bindings"}
    | {"_reactives", "_disable_notifications", "_disable_tooltips"}
)
"""What every class that stands on one of Textual's has by itself."""
_LISTED: Final = frozenset(each.name.rpartition(".")[2] for each in PRIVATE)
_IN_SUBCLASSES: Final = frozenset({"_app", "_running", "_sigcont_application"})
"""What drivers use of the class that they stand on."""
_SOURCES: Final = [
    path
    for package in (cuttle_tui, server)
    for path in sorted(Path(str(package.__file__)).parent.rglob("*.py"))
]


def owner_of(private: Private) -> Any:
    """Return the class or the module that has a name."""
    owner: Any = importlib.import_module(private.module)
    for part in private.name.split(".")[:-1]:
        owner = getattr(owner, part)
    return owner


@pytest.mark.parametrize("private", PRIVATE, ids=lambda private: private.name)
def test_textual_still_has_it(private: Private) -> None:
    owner, name = owner_of(private), private.name.rpartition(".")[2]
    assert hasattr(owner, name) or f"self.{name}" in source_of(owner), private.reason


@cache
def source_of(owner: Any) -> str:
    """Return a class's source."""
    return inspect.getsource(owner) if inspect.isclass(owner) else ""


def digest_of(private: Private) -> str:
    """Return the beginning of a digest of a function's source; empty for what is no function.

    It is read from the file: a server that ran in this process has replaced some of them.
    """
    text, body = parsed(private.module)
    found: ast.stmt | None = None
    for part in private.name.split("."):
        found = next((each for each in body if getattr(each, "name", "") == part), None)
        body = found.body if isinstance(found, ast.ClassDef) else []
    if not isinstance(found, ast.FunctionDef | ast.AsyncFunctionDef):
        return ""
    source = ast.get_source_segment(text, found) or ""
    return hashlib.sha256(source.encode()).hexdigest()[:12]


@cache
def parsed(module: str) -> tuple[str, list[ast.stmt]]:
    """Return a module's text and statements."""
    path = Path(str(importlib.import_module(module).__file__))
    text = path.read_text(encoding="utf-8")
    return text, ast.parse(text).body


def test_textual_has_not_changed_it() -> None:
    """Whoever meets this reads what has changed in Textual, and then renews the digests."""
    digests = {one.name: digest for one in PRIVATE if (digest := digest_of(one))}
    assert digests == _AS_READ


@cache
def names_of_textual() -> frozenset[str]:
    """Return all private names of Textual."""
    root = Path(str(textual.__file__)).parent
    texts = (path.read_text(encoding="utf-8") for path in root.rglob("*.py"))
    return frozenset(name for text in texts for name in re.findall(r"\b_[a-z]\w+", text))


_GIVEN: Final = re.compile(
    r"""\b(?:def|class)\s(_\w+)
        | \.(_\w+)(?=(?:,\s[^=\n]+)?(?::\s[^=\n]+)?\s[-+|&*/]?=\s)
        | ^\x20*(_\w+)(?::|\s=)\s""",
    re.MULTILINE | re.VERBOSE,
)
"""A private name that a module gives to something of its own."""
_ASKED: Final = re.compile(r"(?<!textual)\.(_[a-z]\w+)")
"""A private name that is asked for; a module of Textual is none."""
_IMPORTED: Final = re.compile(r"^ *from textual[\w.]* import (\([^)]*\)|.*)", re.MULTILINE)


def test_only_one_module_reaches_into_textual() -> None:
    """But for the server's own process, which replaces some of it by name.

    Names are sought in the text: to parse every module takes seconds.
    """
    texts = {path: path.read_text(encoding="utf-8") for path in _SOURCES}
    ours = {name for text in texts.values() for names in _GIVEN.findall(text) for name in names}
    theirs = names_of_textual() - ours
    reaching: dict[str, set[str]] = defaultdict(set)
    for path, text in texts.items():
        reaching[path.stem] |= theirs.intersection(_ASKED.findall(text))
        for names in _IMPORTED.findall(text):
            reaching[path.stem].update(re.findall(r"\b_\w+", names))
    assert len(reaching["private_textual"]) > len(_LISTED) / 3
    for place, found in reaching.items():
        assert found <= _LISTED, place
        assert place in ("private_textual", "textual_process") or found <= _IN_SUBCLASSES, place


def classes_on_textual() -> Iterator[type]:
    """Yield our classes that stand on one of Textual's."""
    for path in _SOURCES:
        if path.stem == "__main__" or "migrations" in path.parts:
            continue
        package = cuttle_tui if "cuttle_tui" in path.parts else server
        root = Path(str(package.__file__)).parent.parent
        parts = path.relative_to(root).with_suffix("").parts
        name = ".".join(part for part in parts if part != "__init__")
        for found in vars(importlib.import_module(name)).values():
            if inspect.isclass(found) and found.__module__ == name and bases_of(found):
                yield found


def bases_of(found: type) -> list[type]:
    """Return the classes of Textual that a class stands on."""
    return [base for base in found.__mro__ if base.__module__.partition(".")[0] == "textual"]


@cache
def private_names(found: type) -> frozenset[str]:
    """Return the private names that a class has, or that its functions ask for."""
    functions = (inspect.unwrap(each) for each in vars(found).values() if callable(each))
    steps = (
        step
        for each in functions
        if inspect.isfunction(each) and any(name[0] == "_" for name in each.__code__.co_names)
        for step in get_instructions(each)
    )
    asked = {step.argval for step in steps if step.opname.endswith(("_ATTR", "_METHOD"))}
    names = {*vars(found), *asked}
    return frozenset(name for name in names if re.match(r"_[a-z]", name))


def test_no_class_takes_a_private_name_by_accident() -> None:
    """A `_size` of ours would be Textual's own."""
    for found in classes_on_textual():
        theirs = {name for base in bases_of(found) for name in private_names(base)}
        assert private_names(found) & theirs <= _LISTED | _MADE_BY_TEXTUAL, found
