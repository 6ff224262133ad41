"""Play in lines of text: for screen readers, dumb terminals and scripts."""

from __future__ import annotations

from collections.abc import Sequence

from cuttle_tui.plain.session import PlainSession

__all__ = ["PlainSession", "main"]


def main(arguments: Sequence[str] = ()) -> int:
    """Play in plain mode at this terminal, or in a pipe; return the exit status."""
    from cuttle_tui.plain.__main__ import main as run

    return run(arguments)
