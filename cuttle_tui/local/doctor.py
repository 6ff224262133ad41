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

from cuttle_tui.drawing.layout import FLOOR, TileSize
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.front.settings import WIDTH, draw_sample
from cuttle_tui.i18n.translation import C_, N_, Plural, Words, counted, tr
from cuttle_tui.kit.zone import paint_context_for
from cuttle_tui.local.launch_options import preferences
from cuttle_tui.local.user import settings_path
from cuttle_tui.preferences import Settings
from cuttle_tui.tty.output import writes_signs
from cuttle_tui.tty.terminal import ANSWERING, Answers, Colours, Terminal, ask, terminal_of

LABELS: Final = {
    "terminal": N_("terminal"),
    "size": N_("size"),
    "colours": N_("colours"),
    "locale": N_("locale"),
    "suits": N_("suits"),
    "mouse": N_("mouse"),
    "paste": N_("paste"),
    "focus": N_("focus"),
    "ground": N_("background"),
    "inside": N_("running in"),
    "ssh": N_("ssh"),
    "settings": N_("settings"),
    "games": N_("games"),
    "versions": N_("versions"),
}
"""Labels of the findings."""
COLOURS: Final[dict[Colours, Words]] = {
    "true": N_("all (24 bit)"),
    "256": "256",
    "16": "16",
    "none": C_("colours", "none"),
}
COLOUR_ADVICE: Final[dict[Colours, Words]] = {
    "256": N_("if your terminal has 24-bit colour, set `export COLORTERM=truecolor`"),
    "16": N_("if your terminal has 256 colours, set `export TERM=xterm-256color`"),
    "none": N_("if your terminal has colours, set `export TERM=xterm-256color`"),
}
MODE_ADVICE: Final = {
    "mouse": N_("you can do everything with the keyboard"),
    "paste": N_("pasted codes arrive as if typed, which works too"),
    "focus": N_("the bell cannot tell whether you are looking, so it stays silent"),
}
_UNSAID: Final = N_("the terminal does not say")
HAS: Final = {True: N_("yes"), False: N_("no"), None: _UNSAID}
GROUNDS: Final = {True: N_("light"), False: N_("dark"), None: _UNSAID}
INSIDE: Final = {"TMUX": "tmux", "STY": "screen", "SSH_CONNECTION": "ssh"}
MISSING: Final = N_("not found")
_COLUMNS: Final = Plural("{suits}, {n} column each", "{suits}, {n} columns each")
_SUITS: Final = "♠♥♦♣"


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
    advice = ""
    if dumb:
        advice = tr(
            "this terminal cannot show the table; `cuttle --plain` only needs lines of text"
        )
    yield Finding("terminal", said or tr("TERM is not set"), advice, fatal=dumb)
    if size is None:
        yield Finding("size", tr("unknown: the output goes to a file or another program"))
    else:
        small, least = size[0] < FLOOR[0] or size[1] < FLOOR[1], f"{FLOOR[0]}x{FLOOR[1]}"
        larger = tr("the table needs {size}: enlarge the window or shrink the font", size=least)
        yield Finding("size", f"{size[0]}x{size[1]}", larger if small else "", fatal=small)
    advice = str(COLOUR_ADVICE.get(terminal.colours, ""))
    if environment.get("NO_COLOR"):
        advice = tr("because NO_COLOR is set; bold and shapes still show everything")
    yield Finding("colours", str(COLOURS[terminal.colours]), advice)
    locales = (environment.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale, advice = next(filter(None, locales), ""), ""
    if not terminal.unicode:
        advice = tr("not UTF-8, so suits are letters; `export LC_ALL=C.UTF-8` turns symbols on")
    yield Finding("locale", locale or tr("not set; UTF-8 is assumed"), advice)


def of_answers(answers: Answers, terminal: Terminal, settings: Settings) -> Iterator[Finding]:
    """Check suits, modes and ground by the answers of the terminal."""
    width, advice = answers.suit_width, ""
    if not terminal.unicode or settings.signs == "ascii":
        value = tr("letters: C D H S")
    elif width is None:
        value = tr("{suits}, probably a column each; the terminal does not say", suits=_SUITS)
    else:
        value = counted(width, _COLUMNS, suits=_SUITS)
        if width >= _WIDE:
            advice = tr("that shifts everything to their right; play with `cuttle --ascii`")
    yield Finding("suits", value, advice)
    for name, advised in MODE_ADVICE.items():
        has = answers.modes.get(name)
        yield Finding(name, str(HAS[has]), str(advised if has is False else ""))
    light, advice = answers.light if terminal.light is None else terminal.light, ""
    if light is None and settings.theme == "auto" and terminal.colours in ANSWERING:
        advice = tr("so the theme `auto` is dark; on a light one play with `--theme felt-light`")
    yield Finding("ground", str(GROUNDS[light]), advice)


def of_surroundings(environment: Mapping[str, str]) -> Iterator[Finding]:
    """Check for tmux and the like, and for an ssh client."""
    inside, advice = [name for key, name in INSIDE.items() if environment.get(key)], ""
    if environment.get("TMUX"):
        advice = tr("in tmux, `set -g focus-events on` and `set -g mouse on` let both through")
    yield Finding("inside", ", ".join(inside) or tr("nothing: directly in the terminal"), advice)
    ssh = shutil.which("ssh")
    needed = tr("without it you cannot reach friends on other machines")
    yield Finding("ssh", ssh or str(MISSING), "" if ssh else needed)


def of_files(settings: Path, records: Path, trouble: str) -> Iterator[Finding]:
    """Check that settings and records can be written."""
    yield Finding("settings", str(settings), trouble or _cannot_write(settings.parent))
    yield Finding("games", str(records), _cannot_write(records))


def _cannot_write(folder: Path) -> str:
    """Return advice if a folder, or its nearest existing parent, is not writable."""
    there = next(path for path in (folder, *folder.parents) if os.path.exists(path))
    if there.is_dir() and os.access(there, os.W_OK | os.X_OK):
        return ""
    return tr("nothing can be saved: {folder} is not writable", folder=str(there))


def of_versions() -> Iterator[Finding]:
    """Report the versions of the game, its libraries and Python."""
    told = []
    for name in ("cuttle-tui", "textual", "rich"):
        try:
            told.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            told.append(f"{name} {MISSING}")
    python = f"python {platform.python_version()}"
    yield Finding("versions", ", ".join((*told, python, platform.system())))


def report(findings: list[Finding], columns: int = _ENDLESS) -> str:
    """Format the findings, each with its advice below, and the verdict.

    Args:
        findings: the findings.
        columns: maximum width, except for longer words.
    """
    lines = []
    labels = {finding.name: str(LABELS[finding.name]) for finding in findings}
    width = max(_COLUMN, *map(len, labels.values()))
    for finding in findings:
        lines += _column(finding.value, f"{labels[finding.name]:<{width}} ", columns)
        lines += _column(finding.advice, f"{'':<{width}} -> ", columns)
    verdict = tr("Everything is fine.")
    if any(finding.fatal for finding in findings):
        verdict = tr("The game cannot run here yet: see the arrows above.")
    elif any(finding.advice for finding in findings):
        verdict = tr("The game runs here; the arrows show what could be better.")
    closing = _column(verdict, "", columns)
    return "\n".join((*lines, "", *closing, ""))


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
    lines = []
    for strip in sheet.strips(paint.palette):
        painted = ""
        for segment in strip.crop(0, columns):
            if segment.style is None or system is None:
                painted += segment.text
            else:
                painted += segment.style.render(segment.text, color_system=system)
        lines.append(painted.rstrip() + "\n")
    return "".join(lines)
