"""The commands that turn a recorded game into files to share: `picture` and `cast`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cuttle_tui.i18n.translation import tr
from server.cli.parser import Commands, complain

if TYPE_CHECKING:
    from engine.record.replay import Replay

Write = Callable[["Replay", argparse.Namespace], str]


def add_souvenirs(commands: Commands) -> None:
    """Add the commands to the parser."""
    picture = commands.add_parser("picture", help=tr("draw the end of a recorded game, as SVG"))
    _add_files(picture)
    picture.add_argument("--text", action="store_true", help=tr("as text of 72 columns"))
    picture.add_argument("--ascii", action="store_true", help=tr("as text of plain signs"))
    picture.set_defaults(run=partial(_write, _picture))
    cast = commands.add_parser(
        "cast", help=tr("write a recorded game as a recording for asciinema")
    )
    _add_files(cast)
    cast.set_defaults(run=partial(_write, _cast))


def _add_files(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "file", type=Path, metavar="FILE", help=tr("a record, or the name of one kept here")
    )
    command.add_argument(
        "-o",
        dest="out",
        type=Path,
        metavar="FILE",
        help=tr("write there, never over another file; by default to the standard output"),
    )


def _write(write: Write, options: argparse.Namespace) -> int:
    """Read the record, and write what is made of it."""
    from cuttle_tui.archive.folder import NotWritten, read_record
    from cuttle_tui.archive.new_file import write_new
    from cuttle_tui.i18n.errors import worded
    from engine.record.record import RecordError
    from engine.record.replay import Replay

    try:
        text = write(Replay(read_record(_kept(options.file))), options)
    except RecordError as error:
        return complain(f"{options.file}: {worded(error)}")
    if options.out is None:
        sys.stdout.write(text)
        return 0
    try:
        write_new(options.out, text)
    except NotWritten as error:
        return complain(f"{options.out}: {worded(error)}")
    return 0


def _kept(file: Path) -> Path:
    """Return a file, or the record of that name among the games kept here."""
    from platformdirs import user_data_path

    from cuttle_tui.archive.folder import SUFFIX

    if file.exists() or file.name != str(file):
        return file
    folder = user_data_path("cuttle") / "records"
    found = (folder / name for name in (file.name, f"{file.name}{SUFFIX}"))
    return next((kept for kept in found if kept.exists()), file)


def _picture(replay: Replay, options: argparse.Namespace) -> str:
    from cuttle_tui.export.picture import picture_svg, picture_text

    if options.text or options.ascii:
        return picture_text(replay, ascii_only=options.ascii)
    return picture_svg(replay)


def _cast(replay: Replay, options: argparse.Namespace) -> str:
    from cuttle_tui.export.cast import cast_text

    del options
    return cast_text(replay)
