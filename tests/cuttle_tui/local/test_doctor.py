"""What the doctor finds, by the environment and by what a terminal answers."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cuttle_tui.local import doctor
from cuttle_tui.preferences import Settings
from cuttle_tui.tty.terminal import MODES, Answers, Terminal, questions, read_answers, terminal_of
from tests.ptys import in_terminal, read, started, without_terminal
from tests.whole import whole_only

pytestmark = pytest.mark.slow

COMMAND = (sys.executable, "-m", "server.cli", "doctor")
FULL = (
    "\x1b[5;5R\x1b[?1006;2$y\x1b[?2004;1$y\x1b[?1004;0$y"
    "\x1b]11;rgb:ffff/fefe/f0f0\x1b\\\x1b[?64;1;2c"
)


def _home(folder: Path, **more: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    places = {f"XDG_{one}_HOME": str(folder / one) for one in ("CONFIG", "DATA", "STATE")}
    return {**kept, **places, "HOME": str(folder), "LC_ALL": "C.UTF-8", **more}


def _findings(**environment: str) -> dict[str, doctor.Finding]:
    terminal = terminal_of(environment)
    found = doctor.of_terminal(environment, terminal, (80, 24))
    return {finding.name: finding for finding in found}


def test_a_good_terminal_needs_no_advice() -> None:
    found = _findings(TERM="xterm-256color", COLORTERM="truecolor", LANG="en_GB.UTF-8")
    assert not [one for one in found.values() if one.advice or one.fatal]


@pytest.mark.parametrize(
    ("environment", "name", "advice"),
    [
        ({"TERM": "xterm-256color"}, "colours", "COLORTERM=truecolor"),
        ({"TERM": "vt100"}, "colours", "xterm-256color"),
        ({"TERM": "xterm", "NO_COLOR": "1"}, "colours", "NO_COLOR"),
        ({"TERM": "xterm", "LANG": "C"}, "locale", "C.UTF-8"),
        ({"TERM": "dumb"}, "terminal", "--plain"),
        ({}, "terminal", "--plain"),
    ],
)
def test_what_could_be_better_is_said(environment: dict[str, str], name: str, advice: str) -> None:
    found = _findings(**environment)
    assert advice in found[name].advice
    assert found["terminal"].fatal == (environment.get("TERM", "dumb") == "dumb")


@pytest.mark.parametrize(
    ("size", "fatal"), [((44, 20), False), ((43, 40), True), ((200, 19), True)]
)
def test_a_window_may_be_too_small(size: tuple[int, int], fatal: bool) -> None:
    found = {one.name: one for one in doctor.of_terminal({"TERM": "xterm"}, Terminal(), size)}
    assert found["size"].fatal is fatal
    assert bool(found["size"].advice) is fatal


def test_answers_are_read() -> None:
    answers = read_answers(FULL)
    assert answers == Answers(1, {"mouse": True, "paste": True, "focus": False}, light=True)
    assert read_answers("\x1b[1;9R").suit_width == 2
    assert read_answers("\x1b]11;rgb:10/21/1d\x07").light is False
    assert read_answers("junk\x1b[?99;1$y") == Answers()


def test_questions_leave_nothing_behind_and_end_with_one_that_all_answer() -> None:
    for term in ("xterm", "linux"):
        asked = questions(term, unicode=True)
        assert asked.endswith("\x1b[c")
        assert all(f"?{number}$p" in asked for number in MODES.values())
        assert ("]11;" in asked) == (term == "xterm")
    assert questions("xterm", unicode=False).isascii()


@pytest.mark.parametrize(
    ("answers", "settings", "name", "advice"),
    [
        (Answers(suit_width=2), Settings(), "suits", "--ascii"),
        (Answers(suit_width=2), Settings(signs="ascii"), "suits", ""),
        (Answers(modes={"focus": False}), Settings(), "focus", "bell"),
        (Answers(light=True), Settings(), "ground", ""),
        (Answers(), Settings(), "ground", "--theme felt-light"),
        (Answers(), Settings(theme="nord"), "ground", ""),
        (Answers(), Settings(), "mouse", ""),
    ],
)
def test_what_the_terminal_said_is_judged(
    answers: Answers, settings: Settings, name: str, advice: str
) -> None:
    found = {one.name: one for one in doctor.of_answers(answers, Terminal(), settings)}
    assert advice in found[name].advice
    assert bool(advice) == bool(found[name].advice)


@pytest.mark.parametrize("light", [True, False])
def test_a_background_that_the_environment_tells_is_not_doubted(light: bool) -> None:
    terminal = Terminal(light=light)
    found = {one.name: one for one in doctor.of_answers(Answers(), terminal, Settings())}
    assert found["ground"] == doctor.Finding("ground", "light" if light else "dark")


def test_files_that_cannot_be_written_are_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    wrong = tmp_path / "file" / "cuttle" / "settings.json"
    settings, games = doctor.of_files(wrong, tmp_path / "new" / "records", "")
    assert "is not writable" in settings.advice
    assert games.advice == ""
    told, _ = doctor.of_files(wrong, tmp_path, "the file is broken")
    assert told.advice == "the file is broken"


def test_tmux_is_noticed() -> None:
    found = {one.name: one for one in doctor.of_surroundings({"TMUX": "x", "SSH_CONNECTION": "y"})}
    assert found["inside"].value == "tmux, ssh"
    assert "focus-events" in found["inside"].advice


def test_cards_are_in_colours_only_where_there_are_some() -> None:
    assert "\x1b" not in doctor.cards(Terminal("none"), Settings())
    assert "48;2;" in doctor.cards(Terminal("true"), Settings())
    assert "48;5;" in doctor.cards(Terminal("256"), Settings(theme="nord"))
    bare = doctor.cards(Terminal("none", unicode=False), Settings())
    assert bare.isascii()
    assert "|10C|" in bare


def test_without_a_terminal_it_is_plain_text(tmp_path: Path) -> None:
    done = subprocess.run(
        COMMAND,
        capture_output=True,
        text=True,
        timeout=60,
        env=_home(tmp_path, TERM="xterm-256color"),
        stdin=subprocess.DEVNULL,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert "10♣" in done.stdout
    assert str(tmp_path / "CONFIG" / "cuttle" / "settings.json") in done.stdout
    assert not (tmp_path / "CONFIG").exists()


def test_it_asks_the_terminal_and_shows_cards(tmp_path: Path) -> None:
    environment = _home(tmp_path, TERM="xterm-256color", COLORTERM="truecolor")
    status, shown = in_terminal(COMMAND, [(b"\x1b[c", FULL.encode())], environment)
    told = shown.decode()
    assert status == 0
    assert "♠♥♦♣, 1 column each" in told
    assert re.search(r"mouse +yes", told)
    assert re.search(r"focus +no", told)
    assert re.search(r"background +light", told)
    assert "48;2;25;50;44" in told or "48;2;16;33;29" in told


def test_a_small_window_is_status_1(tmp_path: Path) -> None:
    replies = [(b"\x1b[c", b"\x1b[?6c")]
    status, _ = in_terminal(COMMAND, replies, _home(tmp_path, TERM="xterm"), size=(43, 20))
    assert status == 1


@whole_only
def test_a_dumb_terminal_is_status_1(tmp_path: Path) -> None:
    status, told = in_terminal(COMMAND, [], _home(tmp_path, TERM="dumb"))
    assert status == 1
    assert b"\x1b" not in told


def test_a_terminal_that_goes_while_it_is_asked_says_nothing(tmp_path: Path) -> None:
    home = _home(tmp_path, TERM="xterm")
    assert without_terminal(COMMAND, [(b"\x1b[c", b"")], home) == 0


def test_an_interrupt_while_it_is_asked_leaves_no_traceback(tmp_path: Path) -> None:
    with started(COMMAND, _home(tmp_path, TERM="xterm")) as (process, terminal):
        shown = b""
        while b"\x1b[c" not in shown:
            shown += read(terminal)
        process.send_signal(signal.SIGINT)
        while chunk := read(terminal):
            shown += chunk
        assert process.wait(timeout=30) == 130
    assert b"Traceback" not in shown


def test_a_narrow_terminal_breaks_lines_between_words() -> None:
    findings = [doctor.Finding("ground", "dark", "one two three four five six", fatal=True)]
    lines = doctor.report(findings, 24).splitlines()
    assert lines[0] == "background dark"
    assert lines[1:3] == ["           -> one two", "              three four"]
    assert all(len(line) <= 24 for line in lines)
    cards = doctor.cards(Terminal("none"), Settings(), 24)
    assert all(len(line) <= 24 for line in cards.splitlines())
