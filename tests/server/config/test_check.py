"""What `--check` says nothing against, starts; what cannot start, it names."""

from __future__ import annotations

import errno
import os
import socket
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from server.cli.main import main
from server.config import check
from server.config.check import in_force, obstacles
from server.config.loader import ConfigError, Loaded, load
from server.config.schema import Config, Listen, Monitoring, Notify, Web
from server.ops.addresses import is_this_machine
from server.store.address import parse
from server.store.store import Store

_FREE = Listen(port=0)
_ELSEWHERE = "192.0.2.1"
"""An address for documentation, which no machine has."""


def _obstacles(data: Path, **config: Any) -> list[str]:
    return [*obstacles(Config(data=data, **{"listen": _FREE} | config))]


def test_nothing_stands_in_the_way_of_an_empty_directory(tmp_path: Path) -> None:
    assert _obstacles(tmp_path) == []
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("port", [0, 2222])
def test_an_address_of_another_machine_is_named(tmp_path: Path, port: int) -> None:
    (told,) = _obstacles(tmp_path, listen=Listen(_ELSEWHERE, port))
    assert told.startswith(f"cannot listen on {_ELSEWHERE} port {port} (")
    assert told.endswith("correct listen.host or listen.port")
    (told,) = _obstacles(tmp_path, metrics=Monitoring(9222, _ELSEWHERE))
    assert told.endswith("correct metrics.host or metrics.port")


def test_a_port_that_is_taken_is_named_but_not_by_the_server_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        listen = Listen(port=taken.getsockname()[1])
        (told,) = _obstacles(tmp_path, listen=listen)
        assert "in use" in told
        monkeypatch.setattr(check, "answers", lambda _path: True)
        assert _obstacles(tmp_path, listen=listen) == []


def test_players_and_metrics_cannot_share_a_port(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
    (told,) = _obstacles(tmp_path, listen=Listen(port=port), metrics=Monitoring(port))
    assert told == f"listen.port and metrics.port are both {port}: choose another one"


_BEHIND = Web(True, "0.0.0.0", url="https://cuttle.example.org", proxies=("127.0.0.1",))


@pytest.mark.parametrize(
    ("web", "address", "shown"),
    [
        (Web(True), "", "http://localhost:8080"),
        (Web(True, port=81), "cuttle.example.org:22", "http://localhost:81"),
        (Web(True, "0.0.0.0"), "", "http://HOST:8080"),
        (Web(True, "::"), "cuttle.example.org:22", "http://cuttle.example.org:8080"),
        (Web(True, "0.0.0.0"), "[2001:db8::7]:22", "http://[2001:db8::7]:8080"),
        (_BEHIND, "x", "https://cuttle.example.org"),
        (
            replace(_BEHIND, proxies=()),
            "x",
            "https://cuttle.example.org  "
            "(set web.proxies, or all who come by your proxy share its limits)",
        ),
    ],
)
def test_the_link_that_players_read_is_one_that_they_can_open(
    web: Web, address: str, shown: str
) -> None:
    told = in_force(Loaded(Config(web=web, public_address=address), {}))
    assert f"# browsers open: {shown}\n" in told


def test_a_path_that_is_too_long_for_a_socket_is_named(tmp_path: Path) -> None:
    data = tmp_path / ("x" * 120)
    (told,) = _obstacles(data)
    assert told.startswith(f"cannot make the admin socket {data / 'admin.sock'}")
    assert not data.exists()


def test_a_full_disk_is_named_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    (told,) = _obstacles(tmp_path)
    assert "No space left on device" in told
    assert [*tmp_path.iterdir()] == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_database_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    Store.open(f"sqlite:///{tmp_path / 'cuttle.db'}").close()
    (tmp_path / "cuttle.db").chmod(0o400)
    (told,) = _obstacles(tmp_path)
    assert "may not be written" in told


_MAIL = Notify(smtp_host="localhost", smtp_from="a@example.org")


@pytest.mark.parametrize(
    ("notify", "told"),
    [
        (replace(_MAIL, smtp_from=""), "notify.smtp_from is not: name the sender"),
        (replace(_MAIL, smtp_tls="none"), ""),
        (replace(_MAIL, smtp_host=_ELSEWHERE, smtp_tls="none"), "another machine"),
        (replace(_MAIL, smtp_host="mail.invalid", smtp_tls="none"), "another machine"),
        (replace(_MAIL, smtp_host=_ELSEWHERE, smtp_tls="tls"), ""),
        (replace(_MAIL, smtp_user="ann"), "both notify.smtp_user and notify.smtp_password"),
    ],
)
def test_what_no_mail_could_be_sent_by_is_named(tmp_path: Path, notify: Notify, told: str) -> None:
    found = _obstacles(tmp_path, notify=notify)
    assert len(found) == bool(told)
    assert told in "".join(found)


def test_a_start_refuses_what_the_check_calls_a_mistake(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mail = ("smtp_host=192.0.2.1", "smtp_from=a@example.org", "smtp_tls=none")
    words = [word for each in mail for word in ("--set", f"notify.{each}")]
    for more in ((), ("--check",)):
        assert main(["serve", "--data", str(tmp_path), "--port", "0", *words, *more]) == 2
        assert "is another machine" in capsys.readouterr().err


@pytest.mark.parametrize("key", ["listen.host", "notify.smtp_host"])
@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("mail:25", False),
        ("192.0.2.7:22", False),
        ("[::1]:22", False),
        ("2001:db8::7", True),
        ("fe80::1%eth0", True),
        ("mail.example.org", True),
    ],
)
def test_a_host_has_no_port(key: str, text: str, fits: bool) -> None:
    with nullcontext() if fits else pytest.raises(ConfigError, match="without a port"):
        load(Path(os.devnull), {}, {key: text})


def test_what_this_machine_is() -> None:
    assert is_this_machine("localhost")
    assert is_this_machine("127.0.0.1")
    assert not is_this_machine(_ELSEWHERE)
    assert not is_this_machine("no-such-name.invalid")


_SECRET = "p@ss/w:rd?%41#x"


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://cuttle:p@ss@127.0.0.1:1/cuttle",
        "postgresql://cuttle:pa/ss@127.0.0.1:1/cuttle",
        "postgresql://cuttle:pa?ss@127.0.0.1:1/cuttle",
        "postgres://cuttle:a/b@ss?w@127.0.0.1:1/cuttle",
    ],
)
def test_a_password_that_is_not_encoded_is_refused_and_no_part_of_it_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], url: str
) -> None:
    assert main(["serve", "--data", str(tmp_path), "--database", url, "--check"]) == 2
    out, err = capsys.readouterr()
    assert "write @ as %40" in err
    assert "ss" not in (out + err).replace("password", "").replace("address", "")


def test_the_password_of_a_file_is_taken_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "postgres"
    file.write_text(f"{_SECRET}\n")
    config = Config(
        data=tmp_path,
        listen=_FREE,
        database="postgresql://cuttle@127.0.0.1:1/cuttle",
        database_password_file=str(file),
    )
    assert parse(config.database_url).url.password == _SECRET
    assert _SECRET not in in_force(Loaded(config, {}))
    (told,) = obstacles(config)
    assert told.startswith("cannot open the database: ")
    assert _SECRET not in told
    for wrong in (
        replace(config, database_password_file=str(tmp_path / "none")),
        replace(config, database="postgresql://cuttle:x@127.0.0.1:1/cuttle"),
        replace(config, database=""),
    ):
        (told,) = obstacles(wrong)
        assert "password" in told
