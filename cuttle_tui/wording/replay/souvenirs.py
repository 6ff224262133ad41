"""Word where the picture or the recording of a game is, or the command that fetches it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cuttle_tui.i18n.rich_text import Sentence, Span, listing, plain, tell
from cuttle_tui.i18n.translation import N_
from cuttle_tui.ports import Source
from cuttle_tui.wording.replay.archive import short, tail

_ROOM: Final = 76
"""Columns of the prompt's last row in the smallest window."""
_LEAST: Final = 8
"""The least columns for the name of a folder."""


def picture_command(source: Source) -> str:
    """Return the command that fetches the end of a game as a picture; empty without an id."""
    return f"ssh {source.door} picture {source.game} > {source.game}.svg" if source.game else ""


def cast_command(source: Source) -> str:
    """Return the command that fetches the recording of a game; empty without an id."""
    return f"ssh {source.door} cast {source.game} > {source.game}.cast" if source.game else ""


def command_line(command: str, *, copied: bool) -> Sentence:
    """Show a command for the reader's own terminal; it may be in the clipboard."""
    told = N_("paste or type at home: {command}") if copied else N_("type at home: {command}")
    return tell(told, command=Span(command, "strong"))


def not_stored_line() -> Sentence:
    """Say that the game has no id yet."""
    return tell("this game is not stored yet: try again in a moment")


def written_line(paths: Sequence[Path]) -> Sentence:
    """Name the folder and the files in it; those of one game differ in their suffix."""
    first, *others = paths
    files = listing([Span(first.name, "strong"), *(Span(one.suffix, "strong") for one in others)])
    room = _ROOM - len(plain(_saved("", files)))
    return _saved(tail(short(str(first.parent.absolute())), max(_LEAST, room)), files)


def _saved(folder: str, files: Sentence) -> Sentence:
    return tell("saved in {folder}: {files}", folder=Span(folder, "strong"), files=files)
