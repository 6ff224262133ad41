"""What the hosting guide and its files say is true."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import subprocess
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from server.cli.main import parser
from server.config.loader import load
from server.config.schema import SETTINGS
from server.ops import watchdog

ROOT = Path(__file__).parents[2]
HOSTING = ROOT / "docs" / "hosting"
GUIDE = (ROOT / "docs" / "HOSTING.md").read_text()
README = (ROOT / "README.md").read_text()
DOCKERFILE = (HOSTING / "Dockerfile").read_text()
EXAMPLE = HOSTING / "cuttle.toml"


def _commands(text: str = GUIDE) -> list[str]:
    """List every command line of a text that runs `cuttle`."""
    blocks = re.findall(r"^ *```(\w*)\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL)
    lines = [line.strip() for kind, block in blocks if not kind for line in block.splitlines()]
    lines += re.findall(r"`(cuttle [^`]+)`", text)
    found = [re.match(r"(?:sudo |docker exec cuttle )?(cuttle .*)", line) for line in lines]
    return [one[1].partition(" > ")[0] for one in found if one]  # a file is the shell's


@pytest.mark.parametrize("command", [*_commands(), *_commands(README)])
def test_every_command_of_the_guide_and_of_the_readme_parses(command: str) -> None:
    words = shlex.split(command, comments=True)[1:]
    if {"--help", "--version"} & {*words}:
        with pytest.raises(SystemExit) as ended:
            parser().parse_args(words)
        assert ended.value.code == 0
    else:
        assert parser().parse_args(words).run


DOCUMENTS = sorted((*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_no_document_names_a_command_that_is_not_there(
    document: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in re.findall(r"`(cuttle [^`\n]+)`", document.read_text()):
        with suppress(SystemExit):  # arguments may be left out where a command is only named
            parser().parse_args(shlex.split(command, comments=True)[1:])
        assert "invalid choice" not in capsys.readouterr().err, command


ORDERS = "who games nodes announce kick ban unban bans reports drain backup note-backup restore"


@pytest.mark.parametrize("word", [*ORDERS.split(), "--check", "--fingerprint"])
def test_the_guide_shows_every_command(word: str) -> None:
    assert [command for command in _commands() if word in shlex.split(command)]


def test_files_and_keys_that_the_guide_names_are_there() -> None:
    for path in re.findall(r"docs/hosting/[\w.@-]*\w", GUIDE):
        assert (ROOT / path).is_file(), path
    sections = "listen|limits|log|metrics|web|computers|cluster"
    keys = re.findall(rf"(?:--set |`)((?:{sections})\.\w+)", GUIDE)
    assert keys
    assert set(keys) <= SETTINGS.keys()
    assert _told_in_files() <= SETTINGS.keys()
    variables = set(re.findall(r"CUTTLE_SERVER_\w+", GUIDE))
    assert variables <= {setting.variable for setting in SETTINGS.values()}
    assert {setting.variable for setting in SETTINGS.values() if "web." in setting.key} <= variables
    for name in re.findall(r"`(cuttle_\w+)`", GUIDE):
        metrics = ROOT / "server" / "ops" / "prometheus.py"
        assert name.removesuffix("_total") in metrics.read_text()


def _told_in_files() -> set[str]:
    """Return the keys of all parts of the file that the guide shows."""
    blocks = re.findall(r"^```toml\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    told = {key for block in blocks for key in _leaves(tomllib.loads(block))}
    assert {"cluster.nats", "web.proxies"} <= told
    return told


def _leaves(tree: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in tree.items():
        inner = isinstance(value, dict)
        found |= _leaves(value, f"{prefix}{name}.") if inner else {prefix + name: value}
    return found


def test_the_example_shows_every_key_with_its_usual_value(tmp_path: Path) -> None:
    text = EXAMPLE.read_text()
    load(EXAMPLE, {}, {})
    usual = re.sub(r"^[a-z_]+ = .*\n", "", text, flags=re.MULTILINE)
    usual = re.sub(r"^# (?=[a-z_]+ = )", "", usual, flags=re.MULTILINE)
    shown = _leaves(tomllib.loads(usual))
    assert shown.keys() == SETTINGS.keys() - {"data"}
    for key, value in shown.items():
        assert SETTINGS[key].rule.accept(value) == SETTINGS[key].default, key
        assert SETTINGS[key].help[1:] in text


@pytest.mark.parametrize(("kind", "name"), [("caddy", "Caddyfile"), ("nginx", "nginx.conf")])
def test_what_the_guide_shows_of_a_proxy_stands_in_its_file(kind: str, name: str) -> None:
    (shown,) = re.findall(rf"^```{kind}\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    kept = [line.strip() for line in (HOSTING / name).read_text().splitlines()]
    assert [line for line in shown.splitlines() if line.strip() not in kept] == []


def _unit(name: str) -> configparser.SectionProxy:
    unit = configparser.RawConfigParser(strict=False, comment_prefixes="#")
    setattr(unit, "optionxform", str)  # noqa: B010
    unit.read(HOSTING / name)
    return unit["Service"]


def test_the_unit_is_shut_in() -> None:
    service = _unit("cuttle.service")
    wanted = {
        "DynamicUser": "yes",
        "NoNewPrivileges": "yes",
        "ProtectSystem": "strict",
        "ProtectHome": "yes",
        "PrivateTmp": "yes",
        "StateDirectory": "cuttle",
        "CapabilityBoundingSet": "",
        "RestrictAddressFamilies": "AF_INET AF_INET6 AF_UNIX",
        "KillSignal": "SIGTERM",
        "Type": "notify",
        "Restart": "on-failure",
        "RestartPreventExitStatus": "2",
    }
    assert {key: service.get(key) for key in wanted} == wanted
    assert {"MemoryMax", "TasksMax", "TimeoutStopSec", "SystemCallFilter"} <= {*service}
    own = watchdog._LOST * watchdog._LOOK  # by then the server has tried to mend it by itself
    assert own < int(service["WatchdogSec"]) <= 60
    words = shlex.split(service["ExecStart"])
    assert Path(words[0]).name == "cuttle"
    parser().parse_args(words[1:])


@pytest.mark.parametrize("name", ["cuttle-backup.service", "backup-postgres.conf"])
def test_the_backup_is_made_by_commands_that_there_are(name: str) -> None:
    lines = (HOSTING / name).read_text().splitlines()
    calls = [line.partition("=")[2] for line in lines if "/bin/cuttle " in line]
    assert calls
    for call in calls:
        assert parser().parse_args(shlex.split(call)[1:]).action in ("backup", "note-backup")


_SYSTEMD = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd is not installed"
)


@_SYSTEMD
@pytest.mark.parametrize("drop_ins", [(), ("backup-postgres.conf",)])
def test_systemd_takes_the_backup_and_its_timer(tmp_path: Path, drop_ins: tuple[str, ...]) -> None:
    text = (HOSTING / "cuttle-backup.service").read_text()
    (tmp_path / "cuttle-backup.service").write_text(
        text.replace("/usr/local/bin/cuttle", "/bin/true")
    )
    shutil.copy(HOSTING / "cuttle-backup.timer", tmp_path)
    (tmp_path / "cuttle-backup.service.d").mkdir()
    for drop_in in drop_ins:
        text = (HOSTING / drop_in).read_text().replace("/usr/local/bin/cuttle", "/bin/true")
        (tmp_path / "cuttle-backup.service.d" / drop_in).write_text(text)
    unit, timer = tmp_path / "cuttle-backup.service", tmp_path / "cuttle-backup.timer"
    secure = ["security", "--offline=true", "--threshold=40", str(unit)]
    for words in (["verify", str(unit), str(timer)], secure):
        done = subprocess.run(
            ["systemd-analyze", *words], capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, done.stdout[-200:] + done.stderr


def test_the_backup_is_made_where_the_unit_keeps_the_database(tmp_path: Path) -> None:
    """Its lines are run as systemd runs them, with folders of this test."""
    state, kept, tools = tmp_path / "state", tmp_path / "kept", tmp_path / "cuttle"
    for folder in (state, kept):
        folder.mkdir()
    tools.write_text('#!/bin/sh\nwhile [ $# -gt 1 ]; do shift; done; echo a copy > "$1"\n')
    tools.chmod(0o755)
    (state / "next.backup").write_text("what a broken night left")
    for line in (HOSTING / "cuttle-backup.service").read_text().splitlines():
        key, _, value = line.partition("=")
        if key in ("ExecStartPre", "ExecStart"):
            value = value.replace("/usr/local/bin/cuttle", str(tools)).replace("%%", "%")
            value = value.replace("/var/lib/cuttle", str(state)).replace("$$", "$")
            words = shlex.split(value.replace("/var/backups/cuttle", str(kept)))
            subprocess.run(words, check=True, timeout=60)
    (backup,) = kept.iterdir()
    assert re.fullmatch(r"\d{8}T\d{6}Z\.backup", backup.name)
    assert backup.read_text() == "a copy\n"
    assert backup.stat().st_mode & 0o777 == 0o600
    assert not [*state.iterdir()]


@_SYSTEMD
def test_systemd_takes_the_unit_and_finds_it_shut_in(tmp_path: Path) -> None:
    unit = tmp_path / "cuttle.service"
    # any program that is there will do: a unit would have to quote a path with a space in it
    text = (HOSTING / "cuttle.service").read_text().replace("/usr/local/bin/cuttle", "/bin/true")
    unit.write_text(text)
    (tmp_path / "cuttle.service.d").mkdir()
    for drop_in in ("port-22.conf", "password.conf"):
        shutil.copy(HOSTING / drop_in, tmp_path / "cuttle.service.d")
    for words in (["verify"], ["security", "--offline=true", "--threshold=20"]):
        done = subprocess.run(
            ["systemd-analyze", *words, str(unit)], capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, done.stdout[-200:] + done.stderr


@pytest.mark.parametrize("name", ["cuttle.service", "cuttle@.service"])
def test_a_unit_waits_for_the_date(name: str) -> None:
    lines = (HOSTING / name).read_text().splitlines()
    for key in ("Wants", "After"):
        (line,) = (line for line in lines if line.startswith(f"{key}="))
        assert "time-sync.target" in line.split("=")[1].split()


def test_the_image_is_small_in_rights() -> None:
    lines = re.sub(r"\\\n\s*", "", DOCKERFILE).splitlines()
    first, second = (at for at, line in enumerate(lines) if line.startswith("FROM "))
    assert lines[first].endswith(" AS build")
    assert all(re.match(r"FROM python:3\.\d+-slim", lines[at]) for at in (first, second))
    last = lines[second:]
    told = {line.split()[0]: line for line in last if line.split()}
    assert re.fullmatch(r"USER [1-9]\d+:[1-9]\d+", told["USER"])
    assert [line for line in last if line.startswith("VOLUME")] == ["VOLUME /data"]
    assert told["STOPSIGNAL"] == "STOPSIGNAL SIGTERM"
    assert "/healthz" in told["HEALTHCHECK"]
    assert [line for line in last if line.startswith("COPY")] == [
        "COPY --from=build /opt/cuttle /opt/cuttle"
    ]
    assert last.index(told["USER"]) > last.index(told["RUN"])


def test_containers_are_started_again() -> None:
    compose = (HOSTING / "compose.yaml").read_text()
    node = compose.partition("x-node:")[2].partition("\nservices:")[0]
    assert "\n  restart: on-failure\n" in node
    (run,) = re.findall(r"^docker run .* cuttle$", GUIDE, re.MULTILINE)
    assert " --restart on-failure " in run


def test_the_image_has_both_doors() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    usual = re.findall(r"^ARG EXTRA=(\w+)$", DOCKERFILE, re.MULTILINE)
    in_compose = re.findall(r"EXTRA: (\w+)", (HOSTING / "compose.yaml").read_text())
    assert '".[${EXTRA},web]"' in DOCKERFILE
    assert {*usual, *in_compose, "web"} <= extras.keys()
    environment = dict(re.findall(r"(CUTTLE_SERVER_\w+)=(\S+)", DOCKERFILE))
    config = load(EXAMPLE, environment, {}).config
    assert config.web.host == "0.0.0.0"
    assert not config.web.enabled
    assert f"EXPOSE {config.listen.port} {config.web.port}\n" in DOCKERFILE


def test_the_image_copies_what_is_there() -> None:
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text().split() if line[0] == "!"}
    sources = re.findall(r"^COPY (?!--from)(.*) \S+$", DOCKERFILE, re.MULTILINE)
    assert sources
    for path in " ".join(sources).split():
        assert (ROOT / path).exists(), path
        assert path in let_in, path


def test_the_image_sets_keys_that_there_are() -> None:
    environment = dict(re.findall(r"(CUTTLE_SERVER_\w+)=(\S+)", DOCKERFILE))
    config = load(EXAMPLE, environment, {}).config
    assert (str(config.data), config.listen.host) == ("/data", "0.0.0.0")
    assert f":{config.metrics.port}/healthz" in DOCKERFILE
