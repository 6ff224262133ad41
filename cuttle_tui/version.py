"""Which build this is: the version, and the commit where it is known."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from cuttle_tui import __version__

_LETTERS: Final = 12
"""Of a commit, as many as tell it from all others."""
_RECORDED: Final = "COMMIT"
"""The file beside this one in which a build notes what it was made of."""


def commit(root: Path | None = None) -> str:
    """Return the commit of a checkout or a build; empty if it is not known.

    No program is run: the files of git are read.
    """
    folder = Path(__file__).parent if root is None else root / "cuttle_tui"
    found = ""
    with suppress(OSError, ValueError):
        found = _checked_out(folder.parent)
    with suppress(OSError, ValueError):
        found = found or (folder / _RECORDED).read_text().strip()
    known = len(found) >= _LETTERS and not set(found) - set("0123456789abcdef")
    return found[:_LETTERS] if known else ""


def _checked_out(root: Path) -> str:
    """Return the commit of a folder under git; of a worktree, its own."""
    git = root / ".git"
    if git.is_file():
        git = root / git.read_text().partition("gitdir: ")[2].strip()
    elif not git.is_dir():
        return ""
    head = (git / "HEAD").read_text().strip()
    if not head.startswith("ref: "):
        return head
    name, common = head.removeprefix("ref: "), git
    if (git / "commondir").exists():
        common = git / (git / "commondir").read_text().strip()
    for place in (git, common):
        if (place / name).is_file():
            return (place / name).read_text().strip()
    packed = (common / "packed-refs").read_text().splitlines()
    return next((line.split()[0] for line in packed if line.endswith(f" {name}")), "")


def full_version() -> str:
    """Return the version, with the commit if it is known: ``1.1.0.dev0 (0dcb69e7a1b2)``."""
    known = commit()
    return f"{__version__} ({known})" if known else __version__
