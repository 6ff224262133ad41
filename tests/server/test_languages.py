"""Each session over ssh speaks the language its own terminal asks for."""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from pathlib import Path

import asyncssh
import pytest

from cuttle_tui.drawing.palette import THEMES
from cuttle_tui.i18n import translation
from cuttle_tui.local.launch_options import LEVEL_NAMES
from cuttle_tui.rules.book import rules_text, rulesets_text
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import PRESETS
from server.admin.service import ServerAdmin
from server.cli.main import main
from server.cli.parser import LIBRARY_WORDS
from server.lobby.player_lobby import enter_lobby
from server.ops.limits import Limits
from server.people.accounts import Player
from server.serve import CLOSING, Server
from server.store.values import StoreError
from tests.pseudo import Pseudo, english_left, pseudo
from tests.server.databases import new_database
from tests.server.emulator import Terminal, connect, open_terminal
from tests.server.floor import floor_app
from tests.server.open_server import hold_no_longer, open_server

FRENCH = {"LANG": "fr_FR.UTF-8"}
TYPED = frozenset(
    (  # noqa: SIM905
        "Cuttle ssh HOST CODE ID NAME plain join watch replay record signature who rules picture "
        "cast top season week bracket year player night inbox vacation email ADDRESS DAYS "
        "export version help deal ann bob ABCD standard random min cuttle bot register "
        "calendar feed link renew off enter invite"
    ).split()
)
"""Names and what is typed: the same in every language."""
PLACES = re.compile(r"%(?:\(\w+\))?[a-z]")
"""Where the library fills something in."""


@pytest.fixture
def strange(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let French be the language in which every untranslated word stands out."""
    real = translation.catalogue
    monkeypatch.setattr(
        translation, "catalogue", lambda one: Pseudo() if one == "fr" else real(one)
    )


async def ask(
    server: Server, command: str, env: dict[str, str], key: asyncssh.SSHKey | None = None
) -> str:
    """Run a command without a terminal; give what it wrote, to both streams."""
    async with connect(server.port, key) as connection:
        return await ask_on(connection, command, env)


async def ask_on(
    connection: asyncssh.SSHClientConnection, command: str, env: dict[str, str]
) -> str:
    """Run a command on a connection that is there."""
    session = await open_terminal(connection, command, term=None, env=env)
    await session.until_closed()
    return session.raw.decode() + session.errors.decode()


def in_french(say: Callable[[], str]) -> str:
    """Say something as a French session does."""

    def said() -> str:
        translation.speak("fr")
        return say()

    return copy_context().run(said)


async def test_rules_are_read_in_the_language_of_the_client(server: Server) -> None:
    name = "standard+quick-15"
    french = in_french(lambda: rules_text(parse_ruleset(name)))
    assert (await ask(server, f"rules {name}", FRENCH)).strip() == french.strip()
    told = partial(rulesets_text, f"ssh -p {server.port} HOST rules NAME")
    assert (await ask(server, "rules", FRENCH)).strip() == in_french(told).strip()
    assert (await ask(server, "rules", {})).strip() == told().strip()


@pytest.mark.usefixtures("strange")
@pytest.mark.parametrize(
    "command", ["help", "who", "watch", "export", "rules nonsense", "dance", "join ABCD", "watch 7"]
)
async def test_no_english_is_left_in_what_a_verb_answers(server: Server, command: str) -> None:
    enter_lobby(server.matchmaker, Player("ann", "ann"))
    await enter_lobby(server.matchmaker, Player("bob", "bob")).quick_match("standard")
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


# what is set for an account


@pytest.fixture
async def stored(tmp_path: Path, ann_key: asyncssh.SSHKey) -> AsyncIterator[Server]:
    """Run a server on which Ann has an account that is set to French."""
    database = new_database(tmp_path / "cuttle.db")
    async with Server(tmp_path, app_for=floor_app, database=database) as server:
        assert server.store is not None
        ann = server.store.register("ann", ann_key.get_fingerprint())
        server.store.save_settings(ann.id, {"language": "fr"})
        yield server


@pytest.mark.usefixtures("strange")
@pytest.mark.parametrize("command", ["help", "who", "watch", "dance", "join ABCD"])
async def test_a_verb_speaks_as_the_account_is_set_whatever_the_client_sends(
    stored: Server, ann_key: asyncssh.SSHKey, command: str
) -> None:
    text = await ask(stored, command, {"LANG": "en_GB.UTF-8"}, ann_key)
    quoted = frozenset(english_left(" ".join(PRESETS)))
    assert english_left(text, allowed=TYPED | quoted) == []
    assert text.strip()


@pytest.mark.usefixtures("strange")
async def test_an_account_that_names_no_language_leaves_that_to_the_client(
    stored: Server, bob_key: asyncssh.SSHKey
) -> None:
    assert stored.store is not None
    stored.store.register("bob", bob_key.get_fingerprint())
    assert "nobody is here" in await ask(stored, "who", {}, bob_key)
    assert "nobody is here" not in await ask(stored, "who", FRENCH, bob_key)


@pytest.mark.slow
async def test_nobody_is_given_an_account_for_asking(
    stored: Server, bob_key: asyncssh.SSHKey
) -> None:
    for command in ("help", "who", "rules", "version", "watch", "export"):
        await ask(stored, command, FRENCH, bob_key)
    assert stored.store is not None
    assert stored.store.person_of_key(bob_key.get_fingerprint()) is None


async def test_accounts_that_cannot_be_read_keep_nobody_from_asking(
    stored: Server, ann_key: asyncssh.SSHKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(key: str) -> None:
        raise StoreError("the disk is gone")

    monkeypatch.setattr(stored.store, "person_of_key", broken)
    assert "who is here" in await ask(stored, "help", {}, ann_key)


@pytest.mark.usefixtures("strange")
async def test_a_banned_player_reads_it_in_the_language_of_the_account(
    stored: Server, ann_key: asyncssh.SSHKey
) -> None:
    await ServerAdmin(stored, lambda: None).ban("address", "127.0.0.1", None, "rude")
    text = await ask(stored, "who", {}, ann_key)
    assert english_left(text, allowed=frozenset({"rude"})) == []
    assert "rude" in text


@pytest.mark.usefixtures("strange")
async def test_exit_messages_are_in_the_language_of_the_account(
    stored: Server, ann_key: asyncssh.SSHKey
) -> None:
    async with connect(stored.port, ann_key) as connection:
        terminal = await _here(connection, {"LANG": "en_GB.UTF-8"})
        for lobby in stored.matchmaker.presence.every():
            lobby.kick(CLOSING)
        await terminal.until_closed()
    with pseudo():
        assert str(CLOSING) in terminal.raw.decode()


# what the ssh client itself prints


async def test_a_connection_speaks_like_its_last_session(tmp_path: Path) -> None:
    limits = Limits(channels_each=1)
    async with open_server(tmp_path, limits) as server, connect(server.port) as connection:
        await _here(connection, FRENCH)
        with pytest.raises(asyncssh.ChannelOpenError, match=r"Pas plus de 1 sessions .* plait"):
            await open_terminal(connection, env={"LANG": "en_GB.UTF-8"})


async def test_an_idle_connection_is_sent_off_in_the_language_of_its_last_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    disconnect = asyncssh.SSHServerConnection.disconnect

    def listened(self: asyncssh.SSHServerConnection, code: int, reason: str) -> None:
        told.append(reason)
        disconnect(self, code, reason)

    monkeypatch.setattr(asyncssh.SSHServerConnection, "disconnect", listened)
    limits = Limits()
    async with open_server(tmp_path, limits) as server, connect(server.port) as connection:
        terminal = await _here(connection, FRENCH)
        hold_no_longer(limits, 0.01)
        terminal.send("q")
        await terminal.until_closed()
        await connection.wait_closed()
    assert told == ["La connexion marche, mais sans partie. Au revoir !"]


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


@pytest.mark.slow
@pytest.mark.one_node  # orders are told nodes elsewhere
@pytest.mark.usefixtures("strange")
async def test_a_ban_is_worded_in_the_language_of_each_player_it_meets(tmp_path: Path) -> None:
    database = new_database(tmp_path / "cuttle.db")
    async with Server(tmp_path, app_for=floor_app, database=database) as server:
        async with connect(server.port) as connection:
            french, english = await _here(connection, FRENCH), await _here(connection, {})
            admin_service = ServerAdmin(server, lambda: None)
            await admin_service.ban("address", "127.0.0.1", 5, "rude")
            await french.until_closed()
            await english.until_closed()
        again = await ask(server, "who", FRENCH)
    assert _last_line(english) == "The server's operators asked you to leave. (rude)"
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

OF_ITS_PARSER = frozenset(
    (  # noqa: SIM905
        "cuttle COMMAND GAME LANG LEVEL THEME RULESET TIMING HOST PORT ADDRESS code shell"
    ).split()
)
ALSO_TYPED = frozenset(
    (  # noqa: SIM905
        "ruleset seed bot plain ascii lang theme rules verify replay host join doctor completions "
        "rule version timing address port none steady relaxed bash zsh fish dance help "
        "serve admin greedy cutthroat standard quick ssh en fr games dark light auto nope file name"
        " de es hosting picture cast web league table bracket recompute site arena"
    ).split()
)
OF_A_LEAGUE = frozenset(
    (  # noqa: SIM905
        "ACTION FILE START WEEKS SIZE start weeks size json CSV JSON ISO UTC "
        "ended one other winner ann beat bob did not come withdrew "
        "zone ZONE Europe Paris dates dmy mdy declined NAME playoff WINNER LOSER lot year points"
    ).split()
)
"""The flags of `cuttle league`, and what its files hold."""


@pytest.mark.usefixtures("strange")
@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["rules", "--help"],
        ["verify", "--help"],
        ["host", "--help"],
        ["league", "--help"],
        ["league", "table", "--help"],
        ["league", "bracket", "--help"],
        ["league", "table", "nope", "--start=nope"],
        ["league", "bracket", "nope"],
        ["rules", "nope"],
        ["dance"],
        ["--dance"],
        ["--bot", "dance"],
        ["--seed"],
        ["--plain=1"],
        ["join"],
        ["join", "here", "CODE", "-p", "dance"],
        ["completions", "dance"],
        ["doctor", "dance"],
        ["--rule", "x"],
    ],
)
def test_the_command_speaks_the_language_it_is_asked_for(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with suppress(SystemExit):
        main(["--lang", "fr", *words])
    told = capsys.readouterr()
    known = frozenset(english_left(" ".join((*PRESETS, *THEMES, *LEVEL_NAMES))))
    allowed = OF_ITS_PARSER | ALSO_TYPED | known
    if words[0] == "league":
        allowed |= OF_A_LEAGUE
    assert english_left(told.out + told.err, allowed=allowed) == []
    assert translation.spoken() == translation.ENGLISH


@pytest.mark.usefixtures("strange")
def test_the_environment_says_what_the_command_speaks_unless_a_flag_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", "fr")
    assert main(["rules", "nope"]) == 2
    assert "unknown ruleset" not in capsys.readouterr().err
    assert main(["--lang", "en", "rules", "nope"]) == 2
    assert "unknown ruleset" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.usefixtures("strange")
def test_a_script_for_a_shell_is_the_same_in_every_language(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["completions", "fish"]) == 0
    english = capsys.readouterr().out
    assert main(["--lang", "fr", "completions", "fish"]) == 0
    assert capsys.readouterr().out == english


def test_all_that_the_library_is_known_to_say_it_still_says() -> None:
    source = Path(argparse.__file__).read_text(encoding="utf-8")
    said = {
        node.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert set() == LIBRARY_WORDS - said


def test_its_places_are_the_same_in_every_language() -> None:
    for language in translation.languages():
        for text in LIBRARY_WORDS:
            words = translation.catalogue(language).gettext(text)
            assert sorted(PLACES.findall(words)) == sorted(PLACES.findall(text))


def test_the_library_speaks_english_to_everybody_else(capsys: pytest.CaptureFixture[str]) -> None:
    with suppress(SystemExit):
        main(["--lang", "fr", "dance"])
    assert "usage : " in capsys.readouterr().err
    with suppress(SystemExit):
        argparse.ArgumentParser().parse_args(["dance"])
    assert "unrecognized arguments: dance" in capsys.readouterr().err


def test_operators_read_english(capsys: pytest.CaptureFixture[str]) -> None:
    with suppress(SystemExit):
        main(["--lang", "fr", "serve", "--help"])
    assert capsys.readouterr().out.startswith("usage: cuttle serve")


def test_what_is_set_here_comes_before_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("LANGUAGE", "en")
    for kept, french in (
        ('{"language": "fr"}', True), ('{"language": "auto"}', False),
        ('{"language": ["fr"]}', False), ("[1]", False), ("{", False),
    ):  # fmt: skip
        (tmp_path / "cuttle").mkdir(exist_ok=True)
        (tmp_path / "cuttle" / "settings.json").write_text(kept)
        assert main(["rules", "nope"]) == 2
        assert ("unknown ruleset" not in capsys.readouterr().err) is french
