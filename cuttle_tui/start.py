"""Start the `cuttle` command, unless what it imports is somebody else's.

`engine` and `server` are names that others take as well: a file of that name on the path, or
another package that was installed over ours, would be imported in their place.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

_HERE: Final = Path(__file__).resolve().parents[1]
_MARKS: Final = {"engine": "Cuttle", "server": "Cuttle"}
"""What stands in the first line of each of our packages."""


def main() -> int:
    """Run the `cuttle` command; return its exit status."""
    return _run("main")


def serve_main() -> int:
    """Run the `cuttle-server` command; return its exit status."""
    return _run("serve_main")


def _run(function: str) -> int:
    # take the script's folder off the path: nothing that lies there is imported
    if sys.path and Path(sys.path[0] or ".").resolve() == Path(sys.argv[0]).resolve().parent:
        del sys.path[0]
    for name in _MARKS:
        if foreign := _foreign(name):
            sys.stderr.write(
                f"cuttle: {foreign} is not Cuttle's {name}: install Cuttle by itself, with pipx or "
                "uv, and start it away from that file\n"
            )
            return 2
    started: int = getattr(import_module("server.cli.main"), function)()
    return started


def _foreign(name: str) -> str:
    """Return the file that would be imported in place of one of our packages; empty if none is."""
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):
        spec = None
    found = None if spec is None or spec.origin is None else Path(spec.origin)
    if found is None or found.resolve().parent != _HERE / name:
        return str(found or f"nothing, or a folder called {name},")
    first = found.read_text(encoding="utf-8", errors="replace").partition("\n")[0]
    return "" if _MARKS[name] in first else str(found)
