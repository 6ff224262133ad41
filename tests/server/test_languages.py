"""Each session over ssh speaks the language its own terminal asks for."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from pathlib import Path

import asyncssh
import pytest

from cuttle_tui import tongue
from cuttle_tui.palette import THEMES
from cuttle_tui.wording.rulebook import rules_text, rulesets_text
from engine.options import parse_ruleset
from engine.rulesets import PRESETS
from server.cli import main
from server.people import Player
from server.serve import CLOSING, Server
from server.steward import ServerSteward
from tests.pseudo import Pseudo, english_left, pseudo
from tests.server.floor import floor_app
from tests.server.terminal import Terminal, connect, open_terminal

FRENCH = {"LANG": "fr_FR.UTF-8"}
TYPED = frozenset(
    (  # noqa: SIM905
        "Cuttle ssh HOST CODE ID NAME plain join watch replay record who rules export version help "
        "ann bob ABCD standard random min cuttle"
    ).split()
)
"""Names and what is typed: the same in every language."""


@pytest.fixture
def strange(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let French be the language in which every untranslated word stands out."""
    real = tongue.catalogue
    monkeypatch.setattr(tongue, "catalogue", lambda one: Pseudo() if one == "fr" else real(one))


async def ask(
    server: Server, command: str, env: dict[str, str], key: asyncssh.SSHKey | None = None
) -> str:
    """Run a command without a terminal; give what it wrote, to both streams."""
    async with connect(server.port, key) as connection:
        session = await open_terminal(connection, command, term=None, env=env)
        await session.until_closed()
        return session.raw.decode() + session.errors.decode()


def in_french(say: Callable[[], str]) -> str:
    """Say something as a French session does."""

    def said() -> str:
        tongue.speak("fr")
        return say()

    return copy_context().run(said)


async def test_rules_are_read_in_the_language_of_the_client(server: Server) -> None:
    name = "standard+quick-15"
    french = in_french(lambda: rules_text(parse_ruleset(name)))
    assert (await ask(server, f"rules {name}", FRENCH)).strip() == french.strip()
    assert (await ask(server, "rules", FRENCH)).strip() == in_french(rulesets_text).strip()
    assert (await ask(server, "rules", {})).strip() == rulesets_text().strip()


@pytest.mark.usefixtures("strange")
@pytest.mark.parametrize(
    "command", ["help", "who", "watch", "export", "rules nonsense", "dance", "join ABCD", "watch 7"]
)
async def test_no_english_is_left_in_what_a_verb_answers(server: Server, command: str) -> None:
    server.matchmaker.lobby(Player("ann", "ann"))
    server.matchmaker.lobby(Player("bob", "bob")).quick_match("standard")
    text = await ask(server, command, FRENCH)
    quoted = frozenset(english_left(" ".join(("nonsense", *PRESETS))))
    assert english_left(text, allowed=TYPED | quoted) == []
    assert text.strip()


@pytest.mark.usefixtures("strange")
async def test_two_sessions_of_one_server_speak_two_languages(server: Server) -> None:
    async with connect(server.port) as connection:
        one = await open_terminal(connection, "help", term=None, env=FRENCH)
        other = await open_terminal(connection, "help", term=None, env={"LANG": "en_GB.UTF-8"})
        await one.until_closed()
        await other.until_closed()
    assert "who is here" in other.raw.decode()
    assert "who is here" not in one.raw.decode()


@pytest.mark.usefixtures("strange")
@pytest.mark.parametrize(
    ("variables", "french"),
    [
        ({"LANGUAGE": "fr:en"}, True),
        ({"LC_ALL": "fr_CA.UTF-8", "LANG": "en_US.UTF-8"}, True),
        ({"LC_MESSAGES": "fr_BE.UTF-8"}, True),
        ({"LANG": "xx_XX.UTF-8"}, False),
        ({"LANG": "../../etc/passwd\x1b[2J"}, False),
        ({"LANG": "fr" * 9999}, False),
        ({"LANGUAGE": ":" * 60}, False),
    ],
)
async def test_whatever_a_client_sends_a_language_we_have_is_spoken(
    server: Server, variables: dict[str, str], french: bool
) -> None:
    text = await ask(server, "help", variables)
    assert ("who is here" not in text) is french


# what is decided in one task and read in another


@pytest.mark.usefixtures("strange")
async def test_why_a_session_ends_is_told_in_its_own_language(server: Server) -> None:
    async with connect(server.port) as connection:
        french, english = await _here(connection, FRENCH), await _here(connection, {})
        for lobby in server.matchmaker.presence.every():
            lobby.kick(CLOSING)
        await french.until_closed()
        await english.until_closed()
    assert str(CLOSING) in english.raw.decode()
    with pseudo():
        assert str(CLOSING) in french.raw.decode()


@pytest.mark.usefixtures("strange")
async def test_a_ban_is_told_in_the_language_of_whoever_it_meets(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/cuttle.db"
    async with Server(tmp_path, app_for=floor_app, database=database) as server:
        async with connect(server.port) as connection:
            french, english = await _here(connection, FRENCH), await _here(connection, {})
            steward = ServerSteward(server, lambda: None)
            await steward.ban("address", "127.0.0.1", 5, "rude")
            await french.until_closed()
            await english.until_closed()
        again = await ask(server, "who", FRENCH)
    assert _last_line(english) == "You were asked to leave by whoever runs this server. (rude)"
    for text in (_last_line(french), again):
        assert "rude" in text
        assert english_left(text, allowed=frozenset({"rude", "UTC"})) == []


async def _here(connection: asyncssh.SSHClientConnection, env: dict[str, str]) -> Terminal:
    """Open the app, and wait until it shows something."""
    terminal = await open_terminal(connection, env=env)
    await terminal.until(lambda text: bool(text.strip()))
    return terminal


def _last_line(terminal: Terminal) -> str:
    return terminal.raw.decode().rstrip().splitlines()[-1].rpartition("\x1b")[2].partition("h")[2]


# the command line

ARGPARSE = frozenset(
    (  # noqa: SIM905
        "usage cuttle options positional arguments show this help message and exit program s "
        "version number COMMAND LANG LEVEL THEME"
    ).split()
)
ALSO_TYPED = frozenset(
    (  # noqa: SIM905
        "ruleset seed bot plain ascii lang theme rules verify replay host join doctor completions "
        "serve admin greedy cutthroat standard quick ssh en fr games dark light auto nope file name"
    ).split()
)


@pytest.mark.usefixtures("strange")
@pytest.mark.parametrize(
    "words", [["--help"], ["rules", "--help"], ["verify", "--help"], ["rules", "nope"]]
)
def test_the_command_speaks_the_language_it_is_asked_for(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with suppress(SystemExit):
        main(["--lang", "fr", *words])
    told = capsys.readouterr()
    known = frozenset(english_left(" ".join((*PRESETS, *THEMES))))
    allowed = ARGPARSE | ALSO_TYPED | known
    assert english_left(told.out + told.err, allowed=allowed) == []
    assert tongue.spoken() == tongue.ENGLISH


@pytest.mark.usefixtures("strange")
def test_the_environment_says_what_the_command_speaks_unless_a_flag_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", "fr")
    assert main(["rules", "nope"]) == 2
    assert "no such ruleset" not in capsys.readouterr().err
    assert main(["--lang", "en", "rules", "nope"]) == 2
    assert "no such ruleset" in capsys.readouterr().err


@pytest.mark.usefixtures("strange")
def test_a_script_for_a_shell_is_the_same_in_every_language(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["completions", "fish"]) == 0
    english = capsys.readouterr().out
    assert main(["--lang", "fr", "completions", "fish"]) == 0
    assert capsys.readouterr().out == english
