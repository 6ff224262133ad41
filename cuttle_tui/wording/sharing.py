"""Word how a recorded game is handed on, and what came of writing a copy."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cuttle_tui.export import NotWritten, Source, Taken
from cuttle_tui.prose import SILENCE, Sentence, Span, say
from cuttle_tui.wording.asking import Prompt, option

COPY_KEY: Final = "c"
_BACK: Final = option("esc", "back")
_LONGEST: Final = 58
"""Characters of a file's name that the bar has room for."""
_LONGEST_FOLDER: Final = 36


def share_prompt(source: Source, *, may_copy: bool, why: Sentence = SILENCE) -> Prompt:
    """Tell how others come to see this game.

    Args:
        source: where it came from.
        may_copy: whether a copy can be written here.
        why: what came of the last key.
    """
    options = (option(COPY_KEY, "write a copy"), _BACK) if may_copy else (_BACK,)
    sentence, how = _how(source, may_copy=may_copy)
    return Prompt("bar", "SHARE", sentence, options, why or how)


def _how(source: Source, *, may_copy: bool) -> tuple[Sentence, Sentence]:
    """Say what the game is called, and how it is watched by that."""
    if source.game:
        told = say("this is game ", Span(source.game, "strong"), " of this server")
        watch = f"ssh -t HOST replay {source.game}"
        return told, say(f"{watch} shows it, ssh HOST record {source.game} gives the file")
    if source.file:
        path = Path(source.file)
        folder = _tail(_short(str(path.parent)), _LONGEST_FOLDER)
        shows = Span("cuttle replay FILE", "strong")
        return say(_tail(path.name)), say(shows, f" shows it; it lies in {folder}")
    if may_copy:
        shows = Span("cuttle replay FILE", "strong")
        return say("this game is kept in no file yet"), say("of a copy, ", shows, " shows it")
    return (
        say("every finished game has an id here"),
        say("open it from the lobby, finished games: the id is told there"),
    )


def copy_prompt(typed: str, why: Sentence) -> Prompt:
    """Ask where to write a copy."""
    options = (option("enter", "write it"), option("ctrl+u", "clear"), _BACK)
    told = why or say("here, unless you name a folder; no file is written over")
    sentence = say("Which file?  ", Span(_tail(typed), "strong"))
    return Prompt("bar", "COPY", sentence, options, told)


def written_line(path: Path) -> Sentence:
    """Say where the copy lies."""
    return say("written: ", Span(_tail(_short(str(path))), "strong"))


def not_written_line(error: NotWritten) -> Sentence:
    """Say why there is no copy."""
    if isinstance(error, Taken):
        return say("there is a file of that name already: choose another name")
    text = str(error)
    return say(f"it could not be written: {text[:1].lower()}{text[1:]}")


def _short(path: str) -> str:
    """Write the player's home as it is written in a shell."""
    try:
        home = str(Path.home())
    except RuntimeError:
        return path
    return f"~{path[len(home) :]}" if path == home or path.startswith(f"{home}/") else path


def _tail(text: str, longest: int = _LONGEST) -> str:
    """Keep the end of what is too long."""
    return text if len(text) <= longest else f"...{text[3 - longest :]}"
