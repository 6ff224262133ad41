"""`cuttle hosting`: write the files that a host needs, which come with the package."""

from __future__ import annotations

import argparse
import sys
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cuttle_tui.i18n.translation import tr
from server.cli.parser import Commands, complain

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_IN_WHEEL: Final = "hosting_files"
"""The folder beside this file into which a build copies them."""
_CHECKOUT: Final = Path(__file__).parents[2] / "docs" / "hosting"


def add_hosting(commands: Commands) -> None:
    """Add `cuttle hosting` to the commands."""
    hosting = commands.add_parser(
        "hosting", help=tr("write the files for a server: units, proxies, monitoring, the guide")
    )
    hosting.add_argument("folder", type=Path, metavar="FOLDER")
    hosting.set_defaults(run=_write)


def hosting_files() -> dict[str, Traversable]:
    """Return the files by name: those of the package, or of the checkout it runs from."""
    packed = files("server.cli") / _IN_WHEEL
    found = packed if packed.is_dir() else _CHECKOUT
    named = {each.name: each for each in found.iterdir() if each.is_file()}
    if not packed.is_dir():
        named["HOSTING.md"] = _CHECKOUT.parent / "HOSTING.md"
    return dict(sorted(named.items()))


def _write(options: argparse.Namespace) -> int:
    """Write every file into a folder, or none if one of them is there already."""
    folder: Path = options.folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        there = [name for name in hosting_files() if (folder / name).exists()]
        if there:
            return complain(
                f"{folder / there[0]} is there already, and nothing was written: "
                "name another folder"
            )
        for name, file in hosting_files().items():
            with (folder / name).open("xb") as written:
                written.write(file.read_bytes())
    except OSError as error:
        return complain(f"{error.filename or folder}: {error.strerror}")
    sys.stdout.write(f"{len(hosting_files())} files are in {folder}; begin with HOSTING.md\n")
    return 0
