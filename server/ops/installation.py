"""How this installation was made, and so by which command it gets optional packages."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

_NAME: Final = "cuttle-tui"
_ROOT: Final = Path(__file__).parents[2]
_EXTRA: Final = re.compile(r"extra == ['\"](\w+)['\"]")
_NESTED: Final = re.compile(rf"{_NAME}\[([\w,]+)\]")


def command_for(extra: str, prefix: Path | None = None) -> str:
    """Return the command that adds an extra, such as ``server``, to this installation.

    No registry of packages has this project: it can be installed again from where it came from, or
    the packages of the extra are added by their own names.
    """
    prefix = prefix or Path(sys.prefix)
    sudo = [] if os.access(prefix, os.W_OK) else ["sudo"]
    if (prefix / "pipx_metadata.json").exists():
        home = f"PIPX_HOME={prefix.parents[1]}"
        return shlex.join([*sudo, "env", home, "pipx", "inject", _NAME, *_packages(extra)])
    pip = [sys.executable, "-m", "pip"] if find_spec("pip") else ["uv", "pip"]
    python = [] if find_spec("pip") else ["--python", str(prefix)]
    return shlex.join([*sudo, *pip, "install", *python, *_wanted(extra)])


def _wanted(extra: str) -> list[str]:
    """Return what is to be installed: this project with the extra, or the extra's packages."""
    found = _distribution()
    told = found.read_text("direct_url.json") if found else None
    source, editable, there = _ROOT, True, (_ROOT / "pyproject.toml").exists()
    if told is not None:
        origin = json.loads(told)
        source = Path(unquote(urlsplit(origin["url"]).path))
        editable, there = bool(origin.get("dir_info", {}).get("editable")), source.exists()
    if not there:
        return _packages(extra)
    return [*(["--editable"] if editable else []), f"{source}[{extra}]"]


def _distribution() -> Distribution | None:
    try:
        return distribution(_NAME)
    except PackageNotFoundError:
        return None


def _packages(extra: str) -> list[str]:
    """List the packages of an extra, and of the extras that it includes."""
    found = _distribution()
    named: list[str] = []
    for line in (found.requires if found else None) or ():
        requirement, _, marker = line.partition(";")
        if (belongs := _EXTRA.search(marker)) and belongs[1] == extra:
            nested = _NESTED.match(requirement)
            more = nested[1].split(",") if nested else ()
            named += [package for each in more for package in _packages(each)]
            named += [] if nested else [requirement.strip()]
    return named
