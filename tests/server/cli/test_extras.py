"""What works without the packages that only a server with a database needs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from server.cli.parser import fitted
from server.ops.installation import command_for
from tests.whole import some

pytestmark = pytest.mark.slow

_OF_SERVER = ("sqlalchemy", "alembic", "psycopg", "openskill", "jinja2", "prometheus_client")
_OF_CLUSTER = ("nats", "msgspec")
_OF_WEB = ("aiohttp", "textual_serve", "PIL")
_ALL = (*_OF_SERVER, *_OF_CLUSTER, *_OF_WEB)
_HOST = """
import asyncio, pathlib
from cuttle_tui.ports import TablePlan
from server.hosting import LocalHost

async def host():
    hosting = LocalHost(pathlib.Path(sys.argv[1]), "ann", host="127.0.0.1", port=0)
    _, chair = await hosting.open(TablePlan("standard"))
    print(len(chair.state().code))
    await hosting.close()

asyncio.run(host())
"""


def _run(
    code: str, *arguments: str, without: tuple[str, ...] = _ALL
) -> subprocess.CompletedProcess[str]:
    block = f"import sys; sys.modules.update(dict.fromkeys({without}, None)); "
    return subprocess.run(
        [sys.executable, "-c", block + code, *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def _cuttle(*arguments: str, without: tuple[str, ...] = _ALL) -> subprocess.CompletedProcess[str]:
    program = "from server.cli.main import main; sys.exit(main())"
    return _run(program, *arguments, without=without)


@pytest.mark.parametrize("command", some(["serve", "serve --check", "admin restore backup"], 3))
def test_a_missing_extra_is_named_with_the_command_that_installs_it(
    command: str, tmp_path: Path
) -> None:
    words = command.split()
    done = _cuttle(words[0], "--data", str(tmp_path), *words[1:])
    assert done.returncode == 1
    assert done.stderr.startswith("cuttle: ")
    assert done.stderr.endswith(f"is not installed:\n  {command_for('server')}\n")
    assert done.stderr.count("\n") == 2


def test_a_command_to_copy_is_never_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "20")
    command = "  '/a folder/bin/python3' -m pip install something"
    assert fitted(f"this needs more packages:\n{command}\n") == (
        f"this needs more\n  packages:\n{command}\n"
    )


def test_a_door_that_cannot_be_opened_names_the_command_that_installs_it(tmp_path: Path) -> None:
    words = ("serve", "--data", str(tmp_path), "--port", "0", "--web")
    done = _cuttle(*words, without=_OF_WEB)
    assert done.returncode == 2
    assert done.stderr.endswith(f"that it needs are missing: {command_for('web')}\n")


def test_the_rules_and_the_admin_client_need_no_extra(tmp_path: Path) -> None:
    assert _cuttle("rules").returncode == 0
    done = _cuttle("admin", "--data", str(tmp_path), "who")
    assert done.returncode == 3
    assert "no server runs" in done.stderr


def test_the_tables_of_a_league_need_no_extra(tmp_path: Path) -> None:
    (tmp_path / "games.csv").write_text("ended,one,other,winner\n")
    (tmp_path / "players").write_text("ann\nbob\ncat\ndan\n")
    for words in (("table", "games.csv", "--start=2026-01-05"), ("bracket", "players")):
        done = _cuttle("league", words[0], str(tmp_path / words[1]), *words[2:])
        assert (done.returncode, done.stderr) == (0, "")


def test_a_friend_is_hosted_without_any_extra(tmp_path: Path) -> None:
    done = _run(_HOST, str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (0, "4\n", "")
