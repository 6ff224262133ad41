"""Report what this terminal can do, and draw test cards: ``cuttle doctor``."""

from __future__ import annotations

import os
import platform
import shutil
import sys
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from platformdirs import user_data_path
from rich.color import ColorSystem
from rich.segment import Segment

from cuttle_tui.drawing.layout import FLOOR, TileSize
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.local.launch_options import preferences
from cuttle_tui.local.user import settings_path
from cuttle_tui.preferences.settings import Settings
from cuttle_tui.tty.probe import Answers, ask
from cuttle_tui.tty.streams import writes_signs
from cuttle_tui.tty.terminal import Colours, Terminal, terminal_of
from cuttle_tui.widgets.sample import WIDTH, draw_sample
from cuttle_tui.widgets.zone import paint_context_for
from cuttle_tui.wording.front import doctor as wording

_SYSTEMS: Final[dict[Colours, ColorSystem | None]] = {
    "true": ColorSystem.TRUECOLOR,
    "256": ColorSystem.EIGHT_BIT,
    "16": ColorSystem.STANDARD,
    "none": None,
}
_CARD: Final = TileSize(5, 3)
_ROWS: Final = _CARD.height + 3
_WIDE: Final = 2
_COLUMN: Final = 10
_ENDLESS: Final = 10_000
"""Columns of output that is no terminal."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a check."""

    name: str
    """A key of `wording.LABELS`."""
    value: str
    advice: str = ""
    """How to improve it."""
    fatal: bool = False
    """Whether it keeps the game from running."""


def main() -> int:
    """Print the report; return 1 if the game cannot run here."""
    environment = dict(os.environ)
    terminal = terminal_of(environment)
    terminal = replace(terminal, unicode=terminal.unicode and writes_signs(sys.stdout))
    shown = sys.stdout.isatty()
    answers = Answers()
    if shown and sys.stdin.isatty() and environment.get("TERM") != "dumb":
        source, out = sys.stdin.fileno(), sys.stdout.fileno()
        answers = ask(source, out, environment.get("TERM", ""), unicode=terminal.unicode)
    size = shutil.get_terminal_size() if shown else None
    chosen = preferences({})
    findings = [
        *of_terminal(environment, terminal, size),
        *of_answers(answers, terminal, chosen.settings),
        *of_surroundings(environment),
        *of_files(settings_path(), user_data_path("cuttle") / "records", chosen.trouble),
        *of_versions(),
    ]
    if not shown:
        terminal = replace(terminal, colours="none")
    columns = size.columns if size else _ENDLESS
    sys.stdout.write(report(findings, columns) + "\n" + cards(terminal, chosen.settings, columns))
    return int(any(finding.fatal for finding in findings))


def of_terminal(
    environment: Mapping[str, str], terminal: Terminal, size: tuple[int, int] | None
) -> Iterator[Finding]:
    """Check size, colours and signs by the environment.

    Args:
        environment: the variables.
        terminal: the abilities they announce.
        size: columns and rows; None if the output is no terminal.
    """
    term = environment.get("TERM", "")
    dumb = term in ("", "dumb")
    names = ("TERM", "COLORTERM", "NO_COLOR", "COLORFGBG")
    said = ", ".join(f"{name}={environment[name]}" for name in names if name in environment)
    yield Finding(
        "terminal", said or str(wording.NO_TERM), str(wording.DUMB if dumb else ""), fatal=dumb
    )
    if size is None:
        yield Finding("size", str(wording.NOT_SHOWN))
    else:
        small = size[0] < FLOOR[0] or size[1] < FLOOR[1]
        advice = wording.too_small(FLOOR) if small else ""
        yield Finding("size", f"{size[0]}x{size[1]}", advice, fatal=small)
    no_colour = str(wording.NO_COLOR if environment.get("NO_COLOR") else "")
    advice = no_colour or str(wording.COLOUR_ADVICE.get(terminal.colours, ""))
    yield Finding("colours", str(wording.COLOURS[terminal.colours]), advice)
    locales = (environment.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next(filter(None, locales), "")
    letters = str("" if terminal.unicode else wording.NOT_UTF8)
    yield Finding("locale", locale or str(wording.NO_LOCALE), letters)


def of_answers(answers: Answers, terminal: Terminal, settings: Settings) -> Iterator[Finding]:
    """Check suits, modes and ground by the answers of the terminal."""
    width = answers.suit_width
    letters = not terminal.unicode or settings.signs == "ascii"
    wide = width is not None and width >= _WIDE and not letters
    value = str(wording.LETTERS) if letters else wording.suits(width)
    yield Finding("suits", value, str(wording.WIDE_SUITS if wide else ""))
    for name in wording.MODES:
        has = answers.modes.get(name)
        advice = str(wording.MODE_ADVICE[name] if has is False else "")
        yield Finding(name, str(wording.HAS[has]), advice)
    advice = ""
    if answers.light and settings.theme == "auto" and not terminal.light:
        advice = str(wording.LIGHT_GROUND)
    yield Finding("ground", str(wording.GROUNDS[answers.light]), advice)


def of_surroundings(environment: Mapping[str, str]) -> Iterator[Finding]:
    """Check for tmux and the like, and for an ssh client."""
    inside = [name for key, name in wording.INSIDE.items() if environment.get(key)]
    advice = str(wording.TMUX if environment.get("TMUX") else "")
    yield Finding("inside", ", ".join(inside) or str(wording.NOTHING), advice)
    ssh = shutil.which("ssh")
    yield Finding("ssh", ssh or str(wording.MISSING), str("" if ssh else wording.NO_SSH))


def of_files(settings: Path, records: Path, trouble: str) -> Iterator[Finding]:
    """Check that settings and records can be written."""
    yield Finding("settings", str(settings), trouble or _cannot_write(settings.parent))
    yield Finding("games", str(records), _cannot_write(records))


def _cannot_write(folder: Path) -> str:
    """Return advice if a folder, or its nearest existing parent, is not writable."""
    there = next(path for path in (folder, *folder.parents) if os.path.exists(path))
    if there.is_dir() and os.access(there, os.W_OK | os.X_OK):
        return ""
    return wording.cannot_write(str(there))


def of_versions() -> Iterator[Finding]:
    """Report the versions of the game, its libraries and Python."""
    told = [f"{name} {_version(name)}" for name in ("cuttle-tui", "textual", "rich")]
    python = f"python {platform.python_version()}"
    yield Finding("versions", ", ".join((*told, python, platform.system())))


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return str(wording.MISSING)


def report(findings: list[Finding], columns: int = _ENDLESS) -> str:
    """Format the findings, each with its advice below, and the verdict.

    Args:
        findings: the findings.
        columns: maximum width, except for longer words.
    """
    lines = []
    labels = {finding.name: str(wording.LABELS[finding.name]) for finding in findings}
    width = max(_COLUMN, *map(len, labels.values()))
    for finding in findings:
        lines += _column(finding.value, f"{labels[finding.name]:<{width}} ", columns)
        lines += _column(finding.advice, f"{'':<{width}} -> ", columns)
    fatal = any(finding.fatal for finding in findings)
    advised = any(finding.advice for finding in findings)
    verdict = _column(wording.verdict(fatal=fatal, advised=advised), "", columns)
    return "\n".join((*lines, "", *verdict, ""))


def _column(text: str, before: str, columns: int) -> list[str]:
    """Wrap a text into a column, with `before` in front of the first line."""
    below = " " * len(before)
    return textwrap.wrap(
        text,
        columns,
        initial_indent=before,
        subsequent_indent=below,
        break_long_words=False,
        break_on_hyphens=False,
    )


def cards(terminal: Terminal, settings: Settings, columns: int = _ENDLESS) -> str:
    """Draw test cards as text in the colours of a terminal, cropped to its columns."""
    paint = paint_context_for(terminal, settings)
    sheet = Sheet(WIDTH, _ROWS)
    draw_sample(sheet, 2, 2, WIDTH - 2, _CARD, paint.glyphs)
    system = _SYSTEMS[terminal.colours]
    rows = (list(strip.crop(0, columns)) for strip in sheet.strips(paint.palette))
    return "".join(
        "".join(_painted(segment, system) for segment in row).rstrip() + "\n" for row in rows
    )


def _painted(segment: Segment, system: ColorSystem | None) -> str:
    if segment.style is None or system is None:
        return segment.text
    return segment.style.render(segment.text, color_system=system)
