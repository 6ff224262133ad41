"""A client's command is read whole or refused, and a shell's line is known for what it is."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from server.doors.session import LONGEST, read_command, refused

_WARP = (
    "export TERM_PROGRAM='WarpTerminal'\n"
    "hook=$(printf '{\"hook\": \"SSH\"}' | od -An -v -tx1 | tr -d ' \\n')\n"
    "case ${SHELL##*/} in\n  bash) exec -a bash bash --rcfile <(echo 'x') ;;\nesac"
)


@pytest.mark.parametrize(
    "text",
    [
        "email bartholomew.featherstonehaugh@mathematics.university.example.com",
        "rules standard+hand-limit=9+scrap-view=top+quick-15+" + "x" * 200,
        "plain say " + "o" * 300,
        "player Zo\u00e9",
    ],
)
def test_words_come_whole(text: str) -> None:
    command = read_command(text)
    assert " ".join(command.words) == text
    assert command.refusal is None


@given(st.text(max_size=LONGEST + 50))
def test_nothing_is_lost_without_a_word(text: str) -> None:
    command = read_command(text)
    assert (command.refusal is None) or command.words == ()
    if command.refusal is None and text.isascii():
        assert list(command.words) == text.split()


def test_what_is_too_long_is_told_the_limit() -> None:
    command = read_command("rules " + "x" * LONGEST)
    assert command.words == ()
    assert command.refusal is not None
    assert str(LONGEST) in refused(command.refusal, "-p 2222 HOST")


def test_what_does_not_print_is_refused() -> None:
    command = read_command("player an\u202en")
    assert command.refusal is not None
    assert "cannot be printed" in refused(command.refusal, "-p 2222 HOST")


@pytest.mark.parametrize(
    "text",
    [
        _WARP,
        _WARP * 20,
        "export TERM_PROGRAM=WarpTerminal",
        "export -p",
        "top -b -n1",
        "join K7QF && ls",
        "scp -t .",
        "rsync --server -vlogDtpre.iLsfxCIvu . dir/",
        "git-upload-pack '/repo.git'",
        "mosh-server new -s -c 256 -l LANG=C.UTF-8",
        "tmux -CC new -A -s main",
        "bash --login",
        "exec sh -c 'uname -s'",
        "uname -a",
        "TERM=xterm-256color exec zsh",
        "sh -c 'exec kitty'",
        "/usr/bin/env python3",
        "~/.vscode-server/bin/x/server.sh",
        "echo ok",
        "who; ls",
        "cat > x",
        'test -d "$HOME"',
    ],
)
def test_lines_for_a_shell_are_known(text: str) -> None:
    assert read_command(text).for_a_shell


@pytest.mark.parametrize(
    "text",
    [
        "",
        "who",
        "help",
        "join K7QF",
        "season week 3",
        "player ann bob",
        "record abcdefghij",
        "rules standard+hand-limit=9",
        "picture abcdefghij --text",
        "email a.b+c@mail.example.co.uk",
        "plain quick",
        "export all",
        "top live now",
        "fly",
    ],
)
def test_our_own_words_are_not(text: str) -> None:
    assert not read_command(text).for_a_shell
