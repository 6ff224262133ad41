"""The commit is known in a checkout, a worktree and a build, and nowhere else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cuttle_tui import __version__
from cuttle_tui.version import commit, full_version

ONE, OTHER = "1" * 40, "abcdef0123456789" * 2 + "01234567"


def _git(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


CHECKOUTS = {
    "a branch": {".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": f"{ONE}\n"},
    "no branch": {".git/HEAD": f"{ONE}\n"},
    "packed": {
        ".git/HEAD": "ref: refs/heads/main\n",
        ".git/packed-refs": f"# a\n{OTHER} refs/x/refs/heads/main\n{ONE} refs/heads/main\n",
    },
    "a worktree": {
        ".git": "gitdir: there/worktrees/x\n",
        "there/worktrees/x/HEAD": "ref: refs/heads/x\n",
        "there/worktrees/x/commondir": "../..\n",
        "there/refs/heads/x": f"{ONE}\n",
    },
    "a build": {"cuttle_tui/COMMIT": f"{ONE}\n"},
}


@pytest.mark.parametrize("name", CHECKOUTS)
def test_the_commit_is_read_where_it_stands(name: str, tmp_path: Path) -> None:
    assert commit(_git(tmp_path, CHECKOUTS[name])) == ONE[:12]


@pytest.mark.parametrize(
    "files",
    [
        {},
        {".git/HEAD": "ref: refs/heads/none\n"},
        {".git/HEAD": "garbage\n"},
        {".git": "garbage\n"},
        {"cuttle_tui/COMMIT": "<script>\n"},
    ],
)
def test_what_is_not_known_is_not_said(files: dict[str, str], tmp_path: Path) -> None:
    assert commit(_git(tmp_path, files)) == ""


def test_the_version_names_the_commit_in_a_checkout_and_nowhere_else() -> None:
    root = Path(__file__).parents[2]
    known = re.fullmatch(rf"{re.escape(__version__)} \([0-9a-f]{{12}}\)", full_version())
    assert (known is not None) is (root / ".git").exists()
    assert known or full_version() == __version__
