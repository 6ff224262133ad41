"""What the engine says of what it cannot take: whole sentences with named places."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from string import Formatter

import pytest

from engine.errors import CuttleError
from tests.engine.broken import BROKEN
from tests.languages import KEYWORDS, ROOT

AT = {"RecordError": 1}
"""Where the message stands among the arguments, if not first."""
TAKES_AN_ERROR = {"RecordError", "CuttleError"}
"""What may be made of another error, which has a message of its own."""
CODED = {"PracticeError"}
"""Errors that hold no text, but a code that is worded elsewhere."""


@pytest.mark.parametrize(("read", "said"), BROKEN, ids=[said[:40] for _, said in BROKEN])
def test_what_is_broken_is_told(read: Callable[[], object], said: str) -> None:
    with pytest.raises(CuttleError) as caught:
        read()
    assert str(caught.value).startswith(said)
    assert caught.value.message.format(**caught.value.parts) == str(caught.value)


def _made() -> Iterator[tuple[str, ast.Call]]:
    """Find every place at which an error of the engine is made."""
    names = {"CuttleError"}
    trees = {path: ast.parse(path.read_text("utf-8")) for path in (ROOT / "engine").rglob("*.py")}
    every = (node for tree in trees.values() for node in ast.walk(tree))
    classes = [node for node in every if isinstance(node, ast.ClassDef)]
    while more := {one.name for one in classes if _bases(one) & names} - names:
        names |= more
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _name(node) in names - CODED:
                yield f"{path.name}:{node.lineno} {_name(node)}", node


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _bases(node: ast.ClassDef) -> set[str]:
    return {base.id for base in node.bases if isinstance(base, ast.Name)}


@pytest.mark.slow
def test_every_error_is_a_message_with_named_parts() -> None:
    for where, node in _made():
        message = node.args[AT.get(_name(node), 0)]
        if isinstance(message, ast.Name) and _name(node) in TAKES_AN_ERROR:
            continue
        assert isinstance(message, ast.Constant), where
        assert isinstance(message.value, str), where
        places = {name for _, name, _, _ in Formatter().parse(message.value) if name is not None}
        assert places == {keyword.arg for keyword in node.keywords}, where
        assert _name(node) in KEYWORDS, "tests/languages.py does not collect this kind of error"
