"""Parse each style sheet once in a process, whatever number of apps read it."""

from __future__ import annotations

from typing import Any, Final

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

_PARSED: Final[dict[tuple[Any, ...], list[RuleSet]]] = {}
"""The rules of a sheet, by what they are parsed from: its text, its place, the variables."""
_PARSE: Final = Stylesheet._parse_rules


def _parsed_once(sheet: Stylesheet, *place: Any, **more: Any) -> list[RuleSet]:
    known = (*place, *sorted(more.items()), frozenset(sheet._variables.items()))
    if known not in _PARSED:
        _PARSED[known] = _PARSE(sheet, *place, **more)
    return _PARSED[known]


def share_stylesheets() -> None:
    """Let all apps of this process share what was parsed: nothing changes a rule afterwards."""
    Stylesheet._parse_rules = _parsed_once  # type: ignore[method-assign, assignment]
