"""Word sharing a recorded game, and writing a copy."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cuttle_tui.archive.folder import NotWritten, Taken
from cuttle_tui.i18n.errors import worded
from cuttle_tui.i18n.rich_text import SILENCE, Sentence, Span, say, tell, typed
from cuttle_tui.i18n.translation import N_, tr
from cuttle_tui.ports.archive import Source
from cuttle_tui.table.replay_commands import COPY
from cuttle_tui.wording.prompt_types import Fill, Prompt, option
from cuttle_tui.wording.replay.archive import short, tail

_BACK: Final = ("esc", N_("back"))
_SHOWS: Final = Span("cuttle replay FILE", "strong")
_LONGEST: Final = 58
"""Characters of a file's name that the bar has room for."""
_LONGEST_FOLDER: Final = 36


def share_prompt(source: Source, *, may_copy: bool, why: Sentence = SILENCE) -> Prompt:
    """Say how others can see this game.

    Args:
        source: where it came from.
        may_copy: whether a copy can be written here.
        why: what came of the last key.
    """
    copy = (option(COPY, N_("write a copy")),) if may_copy else ()
    sentence, how = _how(source, may_copy=may_copy)
    fill: Fill = "bar" if may_copy else "wait"
    return Prompt(fill, tr("SHARE"), sentence, (*copy, option(*_BACK)), why or how)


def _how(source: Source, *, may_copy: bool) -> tuple[Sentence, Sentence]:
    """Return the commands that show the game."""
    if source.game:
        watch = Span(f"ssh -t {source.door} replay {source.game}", "strong")
        record = f"ssh {source.door} record {source.game} > g"
        return tell("{watch} shows it", watch=watch), tell("{record} gives its file", record=record)
    if source.file:
        path = Path(source.file)
        folder = tail(short(str(path.parent)), _LONGEST_FOLDER)
        how = N_("{watch} shows it; it is in {folder}")
        return say(tail(path.name, _LONGEST)), tell(how, watch=_SHOWS, folder=folder)
    if may_copy:
        told = tell("this game has not been saved yet")
        return told, tell("{watch} shows a copy", watch=_SHOWS)
    return (
        tell("others find this game in the lobby, under finished"),
        tell("its id is shown there"),
    )


def copy_prompt(name: str, why: Sentence) -> Prompt:
    """Ask where to write a copy."""
    options = (option("enter", N_("write it")), option("ctrl+u", N_("clear")), option(*_BACK))
    told = why or tell("in this folder, unless you name another; no file is overwritten")
    sentence = tell("Which file?  {typed}", typed=typed(tail(name, _LONGEST)))
    return Prompt("bar", tr("COPY"), sentence, options, told)


def written_line(path: Path) -> Sentence:
    """Say where the copy is."""
    return tell("written: {file}", file=Span(tail(short(str(path)), _LONGEST), "strong"))


def not_written_line(error: NotWritten) -> Sentence:
    """Say why there is no copy."""
    if isinstance(error, Taken):
        return tell("there is a file of that name already: choose another name")
    text = worded(error)
    return tell("could not write it: {reason}", reason=f"{text[:1].lower()}{text[1:]}")
