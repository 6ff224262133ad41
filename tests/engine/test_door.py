"""The public door of the engine holds what its documents promise, and is light to open."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import engine

ROOT = Path(__file__).parents[2]


def test_the_example_of_the_door_runs() -> None:
    results = doctest.testmod(engine)
    assert results.attempted
    assert not results.failed


def test_the_examples_of_the_document_run() -> None:
    results = doctest.testfile(
        str(ROOT / "docs" / "ENGINE.md"), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert results.attempted
    assert not results.failed


@pytest.mark.parametrize("name", engine.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(engine, name) is not None
    assert name in dir(engine)


def test_other_names_are_not() -> None:
    assert not hasattr(engine, "nothing_of_that_name")


def test_opening_the_door_imports_nothing_behind_it() -> None:
    code = "import engine, sys; print([m for m in sys.modules if m.startswith('engine.')])"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


@pytest.mark.slow
def test_the_engine_needs_no_other_package() -> None:
    code = "import engine; print(len([getattr(engine, name) for name in engine.__all__]))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert int(done.stdout) == len(engine.__all__)
