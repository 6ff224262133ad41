"""Save a game for others to see: as a picture, as text, as a recording of the terminal."""

from __future__ import annotations

from pathlib import Path

from cuttle_tui.archive.folder import NotWritten
from cuttle_tui.archive.new_file import write_beside
from cuttle_tui.export.cast import cast_text
from cuttle_tui.export.picture import picture_svg, picture_text
from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.ports import Source
from cuttle_tui.screens.host import Host
from cuttle_tui.wording.replay import souvenirs as wording
from cuttle_tui.wording.replay.archive import not_written_line
from engine.record.replay import Replay


def current_folder() -> str:
    """Return the folder in which files are saved; empty if it is gone."""
    try:
        return str(Path.cwd())
    except OSError:
        return ""


def save_picture(host: Host, replay: Replay, source: Source) -> Sentence:
    """Save the end of a game as SVG and as text; return where, or how to get it over ssh."""
    if host.lobby.archive is None:
        return _offered(host, wording.picture_command(source))
    texts = {".svg": picture_svg(replay), ".txt": picture_text(replay)}
    return _written(replay, texts)


def save_cast(host: Host, replay: Replay, source: Source) -> Sentence:
    """Save a recording of a replay; return where, or how to get it over ssh."""
    if host.lobby.archive is None:
        return _offered(host, wording.cast_command(source))
    return _written(replay, {".cast": cast_text(replay)})


def _written(replay: Replay, texts: dict[str, str]) -> Sentence:
    """Write files into the current folder, at home."""
    try:
        paths = write_beside(replay.record, texts)
    except NotWritten as error:
        return not_written_line(error)
    return wording.written_line(paths)


def _offered(host: Host, command: str) -> Sentence:
    """Copy a command that fetches a file to the player's clipboard, and show it."""
    if not command:
        return wording.not_stored_line()
    sent = host.send_to_clipboard(command) == "sent"
    return wording.command_line(command, copied=sent)
