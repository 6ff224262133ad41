"""The commands on recorded games: `replay`, `verify`, `picture` and `cast`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cuttle_tui.i18n.translation import Plural, counted, tr
from server.cli.parser import Commands, complain, file_or_number, settings_of

if TYPE_CHECKING:
    from cuttle_tui.ports import ArchivedGame
    from cuttle_tui.replay.folder import FolderArchive
    from engine.record.record import Deal, Record
    from engine.record.summary import Replay


_MOST: Final = 20
"""How many games are listed."""
_MORE: Final = Plural("and {n} older game", "and {n} older games")


def add_records(commands: Commands) -> None:
    """Add the commands to the parser."""
    which = tr("its number in the list of games kept here, or a file; without it, the list")
    verify = commands.add_parser("verify", help=tr("check the deal and every action of a record"))
    verify.add_argument("game", nargs="?", type=file_or_number, metavar="GAME", help=which)
    verify.set_defaults(run=partial(_with_record, _verify, _list))
    replay = commands.add_parser("replay", help=tr("step through a recorded game"))
    replay.add_argument("game", nargs="?", type=file_or_number, metavar="GAME", help=which)
    replay.set_defaults(run=partial(_with_record, _replay, _browse))


def _with_record(
    run: Callable[[Record, argparse.Namespace], int],
    otherwise: Callable[[argparse.Namespace], int],
    options: argparse.Namespace,
) -> int:
    """Run a command on a record, or say what is wrong with it; without one, do something else."""
    from cuttle_tui.i18n.translation import worded
    from cuttle_tui.replay.folder import read_record
    from engine.record.record import RecordError

    if options.game is None:
        return otherwise(options)
    options.file = _file_of(options.game)
    if options.file is None:
        told = tr("no game {name!r} is kept here: `cuttle replay` lists them", name=options.game)
        return complain(told)
    try:
        return run(read_record(options.file), options)
    except RecordError as error:
        return complain(f"{options.file}: {worded(error)}")


def _archive() -> FolderArchive:
    from platformdirs import user_data_path

    from cuttle_tui.replay.folder import FolderArchive, records_in

    return FolderArchive(records_in(user_data_path("cuttle")))


def _file_of(game: str) -> Path | None:
    """Return the file of that name, or of a game in the list; None if there is no such number."""
    path, archive = Path(game), _archive()
    if path.exists() or not game.isdecimal():
        kept = archive.path / game
        return kept if kept.is_file() and not path.exists() else path
    games, number = archive.games(), int(game[:6])
    return archive.path / games[number - 1].name if 1 <= number <= len(games) else None


def _list(options: argparse.Namespace) -> int:
    """List the games kept here, the newest first, with what to type."""
    from cuttle_tui.i18n.translation import worded
    from cuttle_tui.local.user import player_name
    from cuttle_tui.replay.archive_words import result_text

    del options
    archive = _archive()
    games, trouble = archive.games(), archive.unlisted
    if trouble is not None:
        return complain(f"{trouble.folder}: {worded(trouble.error)}")
    if not games:
        return complain(tr("no game is kept here yet: `cuttle` plays one"))
    me, lines = player_name(), []
    for number, game in enumerate(games[:_MOST], 1):
        line = f"{number:>3}  {game.when}  {result_text(game, me)}  {_score(archive, game)}"
        lines.append(line.rstrip())
    if len(games) > _MOST:
        lines.append("     " + counted(len(games) - _MOST, _MORE))
    lines += [
        "",
        tr("`cuttle replay 1` shows the first of them, `cuttle verify 1` checks its deal"),
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


def _score(archive: FolderArchive, game: ArchivedGame) -> str:
    """Return the points that decided a game, as 21:14; empty if none did, or it cannot be read."""
    from cuttle_tui.kit.results import final_result, points_texts
    from engine.record.record import RecordError
    from engine.record.summary import final_score

    try:
        record = archive.record(game.name)
        result = final_result(final_score(record), record.given_up)
    except RecordError:
        return ""
    points = points_texts(result) if result.why == "goal" else []
    return (" : " if " " in "".join(points) else ":").join(points)


def _browse(options: argparse.Namespace) -> int:
    """Choose a game in the app; without a terminal, or without games, list them."""
    archive = _archive()
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or not archive.games():
        return _list(options)
    from cuttle_tui.__main__ import browse
    from cuttle_tui.local.launch_options import LaunchOptions

    return browse(LaunchOptions(settings=settings_of(options)))


def _verify(record: Record, options: argparse.Namespace) -> int:
    from engine.record.record import verify

    del options
    verify(record)
    text = tr(
        "the secret matches the commitment, the deck follows from it, and all {number} "
        "actions are legal",
        number=len(record.entries),
    )
    sys.stdout.write("\n".join((text, *_proved(record))) + "\n")
    return 0


def _proved(record: Record) -> Iterator[str]:
    """Yield what a record proves, and what it cannot prove; seats are counted from 1."""
    from dataclasses import replace

    from cuttle_tui.kit.names import listed
    from cuttle_tui.replay.archive_words import result_text
    from cuttle_tui.replay.folder import archived_game
    from engine.record.summary import printable
    from engine.rules.options import stamped

    names = tuple(listed(printable(name)) for name in record.players)
    yield tr("rules: {rules}", rules=stamped(record.ruleset))
    for seat, name in enumerate(names, 1):
        yield tr("seat {number}: {name}", number=seat, name=name)
    yield tr("{who} goes first", who=names[record.first])
    yield result_text(archived_game("", replace(record, players=names)), "")
    yield tr("commitment: {digits}", digits=record.commitment.hex())
    if record.deal is not None:
        yield from _cuts(record.deal)
    if not record.number:
        yield tr("the record does not number its game, so who goes first was not checked")
    elif record.number > 1:
        yield tr(
            "this is game {number} of its table: who goes first follows from the game before",
            number=record.number,
        )
    yield tr("names, times and a concession are only proved by a signature of the server")


def _cuts(deal: Deal) -> Iterator[str]:
    """Yield what each seat added to the deal; seats are counted from 1."""
    from engine.record.record import word_mark

    for seat, nonce in enumerate(deal.nonces, 1):
        if deal.scheme == 1:
            yield tr("nonce of seat {number}: {digits}", number=seat, digits=nonce.hex())
        elif nonce:
            digits, mark = nonce.hex(), word_mark(nonce)
            yield tr("seat {number} cut: {digits} ({mark})", number=seat, digits=digits, mark=mark)
        else:
            yield tr("seat {number} did not cut", number=seat)
    if not deal.seals_rules:
        yield tr("an older deal: its rules were not sealed")
    if deal.scheme == 1:
        yield tr("an older deal: what seats added that did not cut was not sealed")


def _replay(record: Record, options: argparse.Namespace) -> int:
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return complain(tr("replay needs a terminal"))
    from cuttle_tui.__main__ import watch
    from cuttle_tui.local.launch_options import LaunchOptions

    return watch(record, LaunchOptions(settings=settings_of(options)), str(options.file))


def add_souvenirs(commands: Commands) -> None:
    """Add the commands to the parser."""
    picture = commands.add_parser("picture", help=tr("draw the end of a recorded game, as SVG"))
    _add_files(picture)
    picture.add_argument("--text", action="store_true", help=tr("as text of 72 columns"))
    picture.add_argument("--ascii", action="store_true", help=tr("as text of plain signs"))
    picture.add_argument(
        "--moving", action="store_true", help=tr("the whole game as an SVG that moves")
    )
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
        help=tr("write to this file, which must not exist; by default to standard output"),
    )


def _write(write: Callable[[Replay, argparse.Namespace], str], options: argparse.Namespace) -> int:
    """Read the record, and write what is made of it."""
    from cuttle_tui.i18n.translation import worded
    from cuttle_tui.replay.folder import NotWritten, read_record, write_new
    from engine.record.record import RecordError
    from engine.record.summary import Replay

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
    from cuttle_tui.replay.folder import SUFFIX

    if file.exists() or file.name != str(file):
        return file
    found = (_archive().path / name for name in (file.name, f"{file.name}{SUFFIX}"))
    return next((kept for kept in found if kept.exists()), file)


def _picture(replay: Replay, options: argparse.Namespace) -> str:
    from cuttle_tui.replay.export import moving_svg, picture_svg, picture_text

    if options.text or options.ascii:
        return picture_text(replay, ascii_only=options.ascii)
    return moving_svg(replay) if options.moving else picture_svg(replay)


def _cast(replay: Replay, options: argparse.Namespace) -> str:
    from cuttle_tui.replay.export import cast_text

    del options
    return cast_text(replay)
