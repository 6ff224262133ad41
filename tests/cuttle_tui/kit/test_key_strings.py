"""A key is written where its command is declared, and nowhere is one compared again."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import cuttle_tui
from cuttle_tui.kit.keymap import KEY_NAMES

_ROOT: Final = Path(cuttle_tui.__file__).parent
_ROOMS: Final = ("kit", "table", "playing", "front", "league", "learn", "replay", "coach")
_DECLARE_OR_NAME: Final = {"keymap", "text_types", "words"}
"""Where keys are declared, and where they are named to players."""
_KEYS: Final = frozenset(
    [*KEY_NAMES, "escape", "pageup", "pagedown", "ctrl+c", "ctrl+u", "ctrl+w", "f1", "?", "/"]
)
"""Keys that have a name: a single letter may as well be any text."""
_TURNED_INTO_INTENTS: Final = frozenset(
    ["on_key", "press_key", "find_intent", "press_by_wheel", "_turn"]
)
"""The methods of every screen that take a key, in `kit/screen.py`."""


def _modules() -> list[Path]:
    paths = (path for room in _ROOMS for path in sorted((_ROOT / room).rglob("*.py")))
    return [
        path
        for path in paths
        if not {path.stem, path.parent.name} & _DECLARE_OR_NAME and not path.stem.endswith("_words")
    ]


def _compared(tree: ast.AST) -> Iterator[str]:
    """Find the keys that are compared with something, looked up, or matched."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            parts: list[ast.AST] = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            parts = [node.value]
        elif isinstance(node, ast.Subscript):
            parts = [node.slice]
        else:
            continue
        for part in parts:
            yield from (
                one.value
                for one in ast.walk(part)
                if isinstance(one, ast.Constant) and one.value in _KEYS
            )


def _named_key(tree: ast.AST) -> Iterator[str]:
    """Find the functions that take a key and compare it, or that take the place of a command."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = {one.arg for one in (*node.args.args, *node.args.kwonlyargs)}
            if "key" in names and node.name not in _TURNED_INTO_INTENTS:
                yield node.name


def found_in(text: str) -> list[str]:
    """List what a module does with keys beside declaring them."""
    tree = ast.parse(text)
    ways: tuple[str, ...] = ("up", "down", "left", "right")  # the cursor has ways of these names
    return [*(key for key in _compared(tree) if key not in ways), *_named_key(tree)]


@pytest.mark.parametrize("path", _modules(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_module_behind_the_commands_sees_a_key(path: Path) -> None:
    found = set(found_in(path.read_text()))
    assert found <= {"__init__"} if path.stem == "zone" else not found  # a click on a drawn key


@pytest.mark.parametrize(
    "text",
    [
        'if key == "escape": pass',
        'if pressed in ("enter", "space"): pass',
        'STEPS[pressed] if pressed != "pageup" else 0',
        "def scroll(self, key: str) -> None: pass",
        'match pressed:\n    case "enter": pass',
    ],
)
def test_a_key_that_is_compared_would_be_found(text: str) -> None:
    assert found_in(text)


# letters in prompts -------------------------------------------------------------------------------


def lettered_in(text: str) -> list[str]:
    """List the keys of one letter that a module of wording writes out."""
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call) and node.args]
    return [
        node.args[0].value
        for node in calls
        if isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
        and len(node.args[0].value) == 1
        and _names_a_key(node)
    ]


def _names_a_key(call: ast.Call) -> bool:
    """Tell whether a call words an option, or a span in the role of a key."""
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    role = call.args[1] if len(call.args) > 1 else None
    is_key = isinstance(role, ast.Constant) and role.value == "key"
    return name == "option" or (name == "Span" and is_key)


@pytest.mark.parametrize(
    "path", sorted((_ROOT / "wording").rglob("*.py")), ids=lambda path: path.stem
)
def test_a_prompt_takes_its_letters_from_the_commands(path: Path) -> None:
    assert lettered_in(path.read_text()) == []


@pytest.mark.parametrize("text", ['option("n", tr("new table"))', 'key = Span("h", "key")'])
def test_a_letter_that_is_written_out_would_be_found(text: str) -> None:
    assert lettered_in(text)
