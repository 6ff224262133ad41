"""Renew everything that is kept and compared: ``make accept``.

Catalogues, the manual page, the snapshots of screens and the pictures of the docs are written from
the code. After a change that is meant, this writes them again and lists which of them changed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from difflib import SequenceMatcher
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
HOW: Final = "Is the change meant? `make accept` renews what is kept, and lists what changed."
"""Ends the message of every failure that `make accept` mends."""


class Kept(NamedTuple):
    """Some files that are written from the code."""

    name: str
    folder: str
    pattern: str
    command: tuple[str, ...]
    """Writes them; arguments of Python."""


SNAPSHOTS: Final = "tests/cuttle_tui/gallery"
KEPT: Final = (
    Kept("catalogues", "cuttle_tui/i18n/catalogues", "*.po", ("-m", "tests.programs.languages")),
    Kept("manual", "docs", "cuttle.1", ("docs/man.py",)),
    Kept(
        "snapshots",
        f"{SNAPSHOTS}/pictures",
        "*.txt",
        ("-m", "pytest", "-n", "auto", "-p", "no:cacheprovider", f"{SNAPSHOTS}/test_gallery.py"),
    ),
    Kept(
        "stored forms",
        "tests/server/store",
        "forms.txt",
        ("-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "tests/server/store/test_forms.py"),
    ),
    Kept("pictures", "docs/pictures", "*.svg", ("docs/pictures/draw.py",)),
)


def _texts(kept: Kept) -> dict[Path, str]:
    folder = ROOT / kept.folder
    return {path: path.read_text(encoding="utf-8") for path in sorted(folder.glob(kept.pattern))}


def _write(kept: Kept) -> int:
    """Run the writer of some files; return its exit status."""
    environment = os.environ | {"UPDATE_SNAPSHOTS": "1", "PYTHONPATH": str(ROOT)}
    return subprocess.run([sys.executable, *kept.command], cwd=ROOT, env=environment).returncode


def _changes(before: dict[Path, str], after: dict[Path, str]) -> list[str]:
    """List what came, went or changed, with the lines that were added and removed."""
    found = []
    for path in sorted(before | after):
        old, new = before.get(path, ""), after.get(path, "")
        if old != new:
            added, removed = _lines(old, new)
            found.append(f"  {path.relative_to(ROOT)}  +{added} -{removed}")
    return found


def _lines(old: str, new: str) -> tuple[int, int]:
    blocks = SequenceMatcher(None, old.splitlines(), new.splitlines())
    same = sum(block.size for block in blocks.get_matching_blocks())
    return len(new.splitlines()) - same, len(old.splitlines()) - same


def main() -> int:
    """Renew all; return 1 if something could not be written."""
    failed, changed = [], []
    for kept in KEPT:
        before = _texts(kept)
        failed += [kept.name] * bool(_write(kept))
        changed += _changes(before, _texts(kept))
    sys.stdout.write("\n".join(["changed:", *changed] if changed else ["nothing changed"]) + "\n")
    if failed:
        sys.stdout.write(f"could not be renewed: {', '.join(failed)} (see above)\n")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
