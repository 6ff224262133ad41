"""Write the paths of files so that they fit into a line."""

from __future__ import annotations

from pathlib import Path


def short(path: str) -> str:
    """Shorten a path in the player's home to ``~``."""
    try:
        home = str(Path.home())
    except RuntimeError:
        return path
    return f"~{path[len(home) :]}" if path == home or path.startswith(f"{home}/") else path


def tail(text: str, longest: int) -> str:
    """Cut a text to its end."""
    return text if len(text) <= longest else f"...{text[3 - longest :]}"
