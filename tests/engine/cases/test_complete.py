"""Every worked case of the rules stands in a table here, or in a test of its own."""

from __future__ import annotations

import importlib
import pkgutil
import re

from tests.engine import cases


def covered() -> set[str]:
    """Gather the numbers of all cases, from the tables and from the lists of tested ones."""
    numbers: set[str] = set()
    for info in pkgutil.iter_modules(cases.__path__):
        module = importlib.import_module(f"{cases.__name__}.{info.name}")
        numbers.update(case.number for case in getattr(module, "CASES", []))
        numbers.update(getattr(module, "COVERED", []))
    return numbers


def test_no_worked_case_is_missing() -> None:
    """Cases of our own have other names than T and a number."""
    numbered = {name for name in covered() if re.fullmatch(r"T\d+", name)}
    assert numbered == {f"T{number:03}" for number in range(1, 311)}
