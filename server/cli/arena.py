"""`cuttle arena`: play computer players and programs against each other."""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from cuttle_tui.i18n.translation import tr
from server.cli.parser import Commands, Progress, complain

if TYPE_CHECKING:
    from engine.arena.entrants import Block
    from engine.arena.games import Plan, PlayedBlock

FAILED, WRONG_USE, INTERRUPTED = 1, 2, 130
"""Exit statuses."""
_BY_SIGNAL: Final = 128
"""What is added to the number of a signal that ends a command."""
_GAMES: Final = 400
_SECONDS: Final = 10.0
_MOST_JOBS: Final = 64


def add_arena(commands: Commands) -> None:
    """Add the command to the parser."""
    from cuttle_tui.ports import RATED
    from engine.bots.levels import NAMED

    arena = commands.add_parser(
        "arena",
        help=tr("play computer players against each other, and rate them"),
        description=(
            "Play computer players against each other: the same deals from every side, the result "
            "with its 95 % interval, and how many rating points lie between them. More than two "
            "all play each other. With three or four seats a player has one side and its opponent "
            "the others, each side in turn. Ctrl+c keeps what was played; the same command goes on."
        ),
    )
    arena.add_argument(
        "players",
        nargs="+",
        metavar="PLAYER",
        help=f"{', '.join(NAMED)}; or NAME=COMMAND, a program that speaks docs/BOT-PROTOCOL.md, "
        "such as me='python3 my.py'",
    )
    arena.add_argument(
        "-n",
        "--games",
        type=_number,
        default=_GAMES,
        metavar="N",
        help=f"games of each pair: {_GAMES}; rounded up to whole deals",
    )
    arena.add_argument("--ruleset", default=RATED, metavar="R", help=f"the rules: {RATED}")
    arena.add_argument(
        "--seed",
        metavar="S",
        help="any text: the same seed gives the same games; drawn and told by default, so that no "
        "program can know the cards",
    )
    arena.add_argument(
        "--jobs", type=_number, metavar="J", help="processes that play: one for each processor"
    )
    arena.add_argument(
        "--seconds",
        type=_seconds,
        default=_SECONDS,
        metavar="T",
        help=f"how long a program may take for an answer: {_SECONDS:g}",
    )
    arena.add_argument(
        "--records", type=Path, metavar="DIR", help="write the record of every game there"
    )
    arena.add_argument(
        "--state",
        type=Path,
        metavar="FILE",
        help="what was played; by default a file that goes when the arena is over",
    )
    arena.add_argument("--fresh", action="store_true", help="start over, instead of going on")
    arena.spread = "players"
    arena.set_defaults(run=run_arena)


def _number(text: str) -> int:
    if text.isascii() and text.isdigit() and int(text[:9]) > 0:
        return int(text[:9])
    raise argparse.ArgumentTypeError(f"a number from 1 on, not {text!r}")


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if 0.01 <= seconds <= 3600:
        return seconds
    raise argparse.ArgumentTypeError(f"seconds, from 0.01 to 3600, not {text!r}")


def run_arena(options: argparse.Namespace) -> int:
    """Play, print the result, and return the exit status."""
    from concurrent.futures import BrokenExecutor

    from engine.arena.entrants import EntrantError
    from engine.arena.running import RunFileError
    from engine.errors import RulesetError

    try:
        with _stopped_by_signals():
            return _Arena(options).run()
    except KeyboardInterrupt as stop:
        return complain("stopped", status=_status_of(stop))
    except RulesetError as error:
        return complain(f"{error}\n`cuttle rules` lists them", status=WRONG_USE)
    except EntrantError as error:
        return complain(str(error), status=WRONG_USE)
    except RunFileError as error:
        return complain(f"{error}: --fresh starts over, --state names another file")
    except _Trouble as error:
        return complain(str(error))
    except BrokenExecutor:
        return complain("a process that played was killed; the same command goes on")


class _Stop(KeyboardInterrupt):
    """A signal ends the arena, as ctrl+c would."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.status: Final = _BY_SIGNAL + number


def _status_of(stop: KeyboardInterrupt) -> int:
    return stop.status if isinstance(stop, _Stop) else INTERRUPTED


@contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """Let signals that end a process stop the arena first, unless they are ignored."""

    def stop(number: int, _frame: object) -> None:
        raise _Stop(number)

    ending = {"SIGTERM", "SIGHUP"} & signal.Signals.__members__.keys()
    numbers = [signal.Signals[name] for name in ending]
    caught = [each for each in numbers if signal.getsignal(each) is signal.SIG_DFL]
    for number in caught:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in caught:
            signal.signal(number, signal.SIG_DFL)


class _Trouble(Exception):
    """The arena cannot begin."""


class _Arena:
    """An arena as it was asked for."""

    def __init__(self, options: argparse.Namespace) -> None:
        """Read what was asked for.

        Raises:
            EntrantError: a word names no player.
            RulesetError: there are no such rules.
        """
        from engine.arena.entrants import blocks

        self._options = options
        self.plan = replace(_plan(options), seed=options.seed or _seed_of(options))
        self.blocks = [*blocks(len(self.plan.entrants), options.games, self.plan.rules)]
        self.jobs = min(options.jobs or _processors(), _MOST_JOBS, len(self.blocks))
        self.path: Path = _path(options)

    def run(self) -> int:
        """Play what has not been played yet, and print the result."""
        from engine.arena.report import report

        _greet_programs(self.plan)
        with _run_file(self.path, self.plan, fresh=self._options.fresh) as (file, played):
            wanted = {*self.blocks}
            played = [each for each in played if each.block in wanted]
            status = self._play(file, played)
        if played:
            blocks = sorted(played, key=lambda each: each.block)
            columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
            lines = report(self.plan, blocks, columns)
            sys.stdout.write("\n".join((*lines, "")))
        if status:
            complain(f"stopped; what was played is kept in {self.path}, the same command goes on")
        elif self._options.state is None:
            self.path.unlink(missing_ok=True)
        return status

    def _play(self, file: IO[str], played: list[PlayedBlock]) -> int:
        """Play, write each block down, and say how far it is; return the exit status."""
        from engine.arena.running import append, left_over, play

        todo = left_over(self.blocks, played)
        if todo and not self._options.seed:
            sys.stderr.write(f"--seed {self.plan.seed} plays the same games again\n")
        if played and todo:
            sys.stderr.write(f"going on with {self.path}\n")
        records = self._options.records
        progress = _PlayProgress(self.plan, len(self.blocks), played)
        try:
            keep = None if records is None else _record_writer(self.plan, records)
            with closing(play(self.plan, todo, self.jobs, keep)) as playing:
                for block in playing:
                    played.append(block)
                    append(file, block)
                    progress.show()
        except KeyboardInterrupt as stop:
            return _status_of(stop)
        except OSError as error:
            raise _Trouble(f"{error.filename or self.path}: {error.strerror or error}") from None
        finally:
            progress.end()
        return 0


def _plan(options: argparse.Namespace) -> Plan:
    from cuttle_tui import __version__
    from engine.arena.entrants import parse_entrants
    from engine.arena.games import Plan
    from engine.rules.options import parse_ruleset

    return Plan(
        parse_entrants(options.players),
        parse_ruleset(options.ruleset).name,
        options.seed or "",
        options.seconds,
        f"cuttle {__version__}",
    )


def _path(options: argparse.Namespace) -> Path:
    """Return where what was played is kept; without a seed, one for whatever is drawn."""
    from platformdirs import user_data_path

    if options.state is not None:
        return Path(options.state)
    plan = _plan(options)
    names = "-".join(entrant.name for entrant in plan.entrants)[:60]
    return user_data_path("cuttle") / "arena" / f"{names}-{_digest(plan)}.jsonl"


def _seed_of(options: argparse.Namespace) -> str:
    """Return the seed with which an arena was begun that goes on, or draw one."""
    from engine.arena.running import seed_in

    found = None
    if not options.fresh:
        with suppress(OSError, UnicodeDecodeError):
            found = seed_in(_path(options).read_text(encoding="utf-8"))
    return found or secrets.token_hex(8)


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _digest(plan: Plan) -> str:
    """Return what tells the files of an arena from those of others."""
    import json

    from engine.arena.running import head_of

    return sha256(json.dumps(head_of(plan)).encode()).hexdigest()[:10]


def _greet_programs(plan: Plan) -> None:
    """Start every program once: one that does not speak the protocol stops the arena."""
    from engine.arena.entrants import Lost
    from engine.arena.games import seat_player
    from engine.arena.program import Program

    for entrant in plan.entrants:
        player = seat_player(entrant, plan)
        if isinstance(player, Program):
            try:
                player.greet()
            except Lost as lost:
                raise _Trouble(f"{entrant.name}: {lost}") from None
            finally:
                player.close()


@contextmanager
def _run_file(
    path: Path, plan: Plan, *, fresh: bool
) -> Iterator[tuple[IO[str], list[PlayedBlock]]]:
    """Open the file of an arena, locked; yield it with what was played.

    Raises:
        RunFileError: it is broken, or belongs to another arena.
        _Trouble: it cannot be opened, or another arena uses it.
    """
    from cuttle_tui.local.game_files import is_locked
    from engine.arena import running as run_file

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+", encoding="utf-8") as file:
            if is_locked(file.fileno()):
                raise _Trouble(f"{path}: another arena uses this file")
            file.seek(0)
            text = "" if fresh else file.read()
            try:
                played, whole = run_file.read(text, plan) if text else ([], 0)
            except run_file.RunFileError as error:
                raise run_file.RunFileError(f"{path}: {error}") from None
            file.truncate(len(text[:whole].encode()))
            if not whole:
                run_file.begin(file, plan)
            yield file, played
    except UnicodeDecodeError:
        raise run_file.RunFileError(f"{path}: it is not a file of an arena") from None
    except OSError as error:
        raise _Trouble(f"{path}: {error.strerror or error}") from None


class _PlayProgress:
    """Says how far an arena is, and who leads."""

    def __init__(self, plan: Plan, blocks: int, played: Sequence[PlayedBlock]) -> None:
        from engine.arena.entrants import sides_of

        self._plan = plan
        self._played = played
        self._size = sides_of(plan.rules)
        self._total = blocks * self._size
        self._before = len(played)
        self._since = time.monotonic()
        self._progress = Progress("games", bar=True)

    def show(self) -> None:
        """Say how many games were played, and how long the rest will take."""
        done = len(self._played)
        rate = (done - self._before) / max(1e-9, time.monotonic() - self._since)
        left = (self._total // self._size - done) / rate
        minutes, seconds = divmod(round(left), 60)
        more = f"{minutes}:{seconds:02} left"
        if len(self._plan.entrants) == 2:
            points = sum(game.points for each in self._played for game in each.games)
            share = points / (done * self._size)
            more = f"{self._plan.entrants[0].name} {share:.1%}  {more}"
        self._progress.show(done * self._size, self._total, more)

    def end(self) -> None:
        """End the line of a terminal."""
        if len(self._played) > self._before:
            self._progress.end()


def _record_writer(plan: Plan, folder: Path) -> Callable[[Block, int, str], None]:
    """Return what writes a record into a folder; that of the same game is replaced."""
    folder.mkdir(parents=True, exist_ok=True)
    name = f"arena-{_digest(plan)}"

    def write(block: Block, game: int, record: str) -> None:
        one, other = block.pair
        pair = f"{one + 1}v{other + 1}"
        path = folder / f"{name}-{pair}-{block.deal + 1:05}-{game + 1}.cuttle"
        path.write_text(record, encoding="utf-8")

    return write
