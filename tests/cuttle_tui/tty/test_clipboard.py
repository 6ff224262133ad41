"""What is copied goes to the terminal once, in one piece, and nothing else does."""

from __future__ import annotations

from base64 import b64decode

import pytest

from cuttle_tui.i18n.translation import plain
from cuttle_tui.kit.words import copied_line
from cuttle_tui.tty.output import Clipboard
from cuttle_tui.tty.terminal import terminal_of


class Recorder:
    """A terminal that notes what it is sent."""

    holds_back = False

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.flushed = 0

    def write(self, data: str) -> None:
        """Note it."""
        self.sent.append(data)

    def flush(self) -> None:
        """Count it."""
        self.flushed += 1


def text_of(sequence: str) -> str:
    """Return the text in a sequence that sets the clipboard."""
    assert sequence.startswith("\x1b]52;c;")
    assert sequence.endswith("\a")
    return b64decode(sequence[7:-1]).decode()


def test_a_text_is_sent_once_without_control_characters() -> None:
    terminal = Recorder()
    said = Clipboard(lambda: terminal).copy("ssh -t ho\x1bst\r\tjoin\x00 é\nK7QF\x7f")
    assert said == "sent"
    assert [text_of(one) for one in terminal.sent] == ["ssh -t hostjoin é\nK7QF"]
    assert terminal.flushed == 1


def test_nothing_is_claimed_that_was_not_sent() -> None:
    terminal = Recorder()
    assert Clipboard(lambda: None).copy("x") == "refused"
    assert Clipboard(lambda: terminal, known_missing=True).copy("x") == "refused"
    terminal.holds_back = True
    assert Clipboard(lambda: terminal).copy("x") == "late"
    assert terminal.sent == []
    assert len({plain(copied_line(said)) for said in ("sent", "refused", "late")}) == 3


@pytest.mark.parametrize(
    ("environment", "may"),
    [
        ({"TERM": "xterm-256color"}, True),
        ({"TERM": "tmux-256color", "NO_COLOR": "1"}, True),
        ({"TERM": "linux"}, False),
        ({"TERM": "dumb"}, False),
        ({"TERM": "vt220"}, False),
        ({}, False),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, False),
    ],
)
def test_terminals_that_cannot_copy_are_known(environment: dict[str, str], may: bool) -> None:
    assert terminal_of(environment).clipboard is may
