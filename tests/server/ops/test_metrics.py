"""What is counted, and the port that tells it to this machine alone."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from cuttle_tui import __version__
from cuttle_tui.version import commit, full_version
from server.admin.service import ServerAdmin
from server.cli.serve import PortTaken, _run
from server.config.schema import Config
from server.ops import monitoring
from server.ops.monitoring import Endpoint, Metrics, is_near
from server.ops.prometheus import PrometheusMetrics
from server.serve import Server
from tests.server.databases import new_database
from tests.server.rawssh import until
from tests.whole import some

pytestmark = pytest.mark.slow


@pytest.fixture
async def endpoint() -> AsyncIterator[tuple[Endpoint, Metrics]]:
    """Open a port that tells of its metrics."""
    metrics = PrometheusMetrics()
    async with Endpoint(metrics, 0) as running:
        yield running, metrics


async def _ask(port: int, request: bytes) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    async with asyncio.timeout(60):
        answer = await reader.read()
    writer.close()
    return answer.decode()


async def _get(port: int, path: str) -> str:
    return await _ask(port, f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())


def _value(metrics: Metrics, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", metrics.exposition().decode(), re.MULTILINE)
    assert found, name
    return float(found[1])


def test_what_happens_is_counted() -> None:
    metrics = PrometheusMetrics()
    for _ in range(3):
        metrics.session_started()
    metrics.session_ended()
    metrics.login("guest")
    metrics.refused("too_many_logins")
    metrics.tables(running=4, waiting=2)
    metrics.game_finished()
    metrics.stored(3, 0.004)
    metrics.frame(700)
    metrics.store_trouble("the disk is full")
    assert {
        name: _value(metrics, name)
        for name in (
            "cuttle_sessions",
            "cuttle_sessions_started_total",
            'cuttle_logins_total{result="guest"}',
            'cuttle_refusals_total{reason="too_many_logins"}',
            'cuttle_tables{state="running"}',
            'cuttle_tables{state="waiting"}',
            "cuttle_games_finished_total",
            "cuttle_actions_stored_total",
            "cuttle_store_seconds_count",
            "cuttle_frames_total",
            "cuttle_out_bytes_total",
            "cuttle_store_trouble",
        )
    } == {
        "cuttle_sessions": 2,
        "cuttle_sessions_started_total": 3,
        'cuttle_logins_total{result="guest"}': 1,
        'cuttle_refusals_total{reason="too_many_logins"}': 1,
        'cuttle_tables{state="running"}': 4,
        'cuttle_tables{state="waiting"}': 2,
        "cuttle_games_finished_total": 1,
        "cuttle_actions_stored_total": 3,
        "cuttle_store_seconds_count": 1,
        "cuttle_frames_total": 1,
        "cuttle_out_bytes_total": 700,
        "cuttle_store_trouble": 1,
    }


def test_two_servers_count_apart() -> None:
    one, other = PrometheusMetrics(), PrometheusMetrics()
    one.session_started()
    assert (_value(one, "cuttle_sessions"), _value(other, "cuttle_sessions")) == (1, 0)


def test_nobody_can_make_up_endless_names() -> None:
    metrics = PrometheusMetrics()
    for number in range(1000):
        metrics.refused(f"reason{number}")
    metrics.login('x"\n evil 1')
    told = metrics.exposition().decode()
    assert told.count("cuttle_refusals_total{") < 60
    assert 'cuttle_logins_total{result="other"} 1.0' in told
    assert "evil" not in told


def test_a_peak_of_the_lag_fades() -> None:
    metrics = PrometheusMetrics()
    metrics.lag(1.0)
    metrics.lag(0.0)
    assert 0.5 < _value(metrics, "cuttle_event_loop_lag_seconds") < 1.0
    for _ in range(100):
        metrics.lag(0.0)
    assert _value(metrics, "cuttle_event_loop_lag_seconds") < 0.01


async def test_metrics_are_told(endpoint: tuple[Endpoint, Metrics]) -> None:
    running, metrics = endpoint
    metrics.session_started()
    answer = await _get(running.port, "/metrics?x=1")
    assert answer.startswith("HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4")
    assert "\ncuttle_sessions 1.0\n" in answer
    assert "process_resident_memory_bytes" in answer


async def test_health_says_why_not(endpoint: tuple[Endpoint, Metrics]) -> None:
    running, metrics = endpoint
    assert (await _get(running.port, "/healthz")).endswith("\r\n\r\nok\n")
    metrics.store_trouble("the disk\nis full")
    answer = await _get(running.port, "/healthz")
    assert answer.startswith("HTTP/1.1 503 ")
    assert re.search(r"\r\n\r\nstore: the disk is full \(since [-0-9: ]+ UTC\)\n$", answer)
    metrics.store_trouble("")
    assert (await _get(running.port, "/healthz")).startswith("HTTP/1.1 200 ")
    metrics.draining()
    assert (await _get(running.port, "/healthz")).endswith("\r\n\r\ndraining\n")


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", "404"),
        (b"POST /metrics HTTP/1.1\r\n\r\n", "405"),
        (b"\r\n\r\n", "404"),
        (b"\xff\xfe\x00\r\n\r\n", "404"),
        (b"GET /metrics HTTP/1.1\r\nx: " + b"y" * 20_000 + b"\r\n\r\n", "400"),
    ],
)
async def test_anything_else_is_refused(
    endpoint: tuple[Endpoint, Metrics], request_bytes: bytes, status: str
) -> None:
    assert (await _ask(endpoint[0].port, request_bytes)).startswith(f"HTTP/1.1 {status} ")


async def test_head_has_no_body(endpoint: tuple[Endpoint, Metrics]) -> None:
    answer = await _ask(endpoint[0].port, b"HEAD /healthz HTTP/1.1\r\n\r\n")
    assert answer.startswith("HTTP/1.1 200 ")
    assert answer.endswith("\r\n\r\n")


async def test_silent_clients_take_no_more_than_their_places(
    endpoint: tuple[Endpoint, Metrics],
) -> None:
    running, _ = endpoint
    lines = [await asyncio.open_connection("127.0.0.1", running.port) for _ in range(17)]
    async with asyncio.timeout(60):
        with suppress(ConnectionError):
            assert await lines[-1][0].read() == b""
        reader, writer = lines[0]
        writer.write(b"GET /healthz HTTP/1.1\r\n\r\n")
        assert (await reader.read()).startswith(b"HTTP/1.1 200 ")
    for _, writer in lines:
        writer.close()


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("192.0.2.1", False),
        ("::ffff:192.0.2.1", False),
        ("fe80::1%eth0", False),
    ],
)
def test_what_is_this_machine(address: str, near: bool) -> None:
    assert is_near(address, "192.0.2.99") is near
    assert is_near(address, address)


async def test_another_machine_hears_of_the_health_alone(
    endpoint: tuple[Endpoint, Metrics], monkeypatch: pytest.MonkeyPatch
) -> None:
    running, _ = endpoint
    monkeypatch.setattr(monitoring, "is_near", lambda there, here: False)
    assert (await _get(running.port, "/metrics")).startswith("HTTP/1.1 404 ")
    assert (await _get(running.port, "/healthz")).startswith("HTTP/1.1 200 ")


_LAST = "cuttle_last_backup_timestamp_seconds"


@asynccontextmanager
async def _counted(folder: Path, url: str, time: float) -> AsyncIterator[tuple[Server, Metrics]]:
    """Run a server of a database, with what it counts."""
    metrics = PrometheusMetrics()
    assert _value(metrics, _LAST) == 0
    async with Server(folder, metrics=metrics, database=url, clock=lambda: time) as server:
        yield server, metrics


async def test_accounts_and_the_last_backup_are_told_after_a_start_as_well(tmp_path: Path) -> None:
    url = new_database(tmp_path / "cuttle.db")
    async with _counted(tmp_path, url, 1_800_000_000.0) as (server, metrics):
        assert server.store is not None
        server.store.register("ann", "key-a")
        await ServerAdmin(server, lambda: None).note_backup()
        assert _value(metrics, _LAST) == 1_800_000_000
    async with _counted(tmp_path, url, 1_800_000_060.0) as (server, metrics):
        await until(lambda: _value(metrics, "cuttle_accounts") == 1)
        await until(lambda: _value(metrics, _LAST) == 1_800_000_000)


async def test_a_backup_is_noted(tmp_path: Path) -> None:
    url = new_database(tmp_path / "cuttle.db")
    async with _counted(tmp_path, url, 1_800_000_000.0) as (server, metrics):
        assert await ServerAdmin(server, lambda: None).backup(tmp_path / "a.backup") == 0
        assert _value(metrics, _LAST) == 1_800_000_000


def test_every_way_and_result_of_a_notice_is_counted_from_nothing_on() -> None:
    metrics = PrometheusMetrics()
    for way in ("mail", "webhook"):
        for result in ("sent", "failed", "dropped"):
            assert _value(metrics, f'cuttle_notices_total{{result="{result}",way="{way}"}}') == 0
    metrics.notice("mail", "failed")
    assert _value(metrics, 'cuttle_notices_total{result="failed",way="mail"}') == 1


async def test_a_server_that_drains_is_not_well(tmp_path: Path) -> None:
    metrics = PrometheusMetrics()
    async with Endpoint(metrics, 0) as running, Server(tmp_path, metrics=metrics) as server:
        assert (await _get(running.port, "/healthz")).startswith("HTTP/1.1 200 ")
        server.drain()
        assert (await _get(running.port, "/healthz")).startswith("HTTP/1.1 503 ")


def _serve(data: Path, port: int, format: str = "json") -> subprocess.Popen[str]:
    flags = ["--port", "0", "--metrics-port", str(port), "--log-format", format]
    return subprocess.Popen(
        [sys.executable, "-m", "server.cli", "serve", "--data", str(data), *flags],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


async def test_a_server_is_well_when_players_can_come_and_not_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    async def enter(server: Server) -> Server:
        seen.append(server.metrics.unwell)
        raise OSError("no port")

    monkeypatch.setattr(Server, "__aenter__", enter)
    with pytest.raises(PortTaken):
        await _run(Config(data=tmp_path))
    assert seen == ["starting"]
    assert Metrics().unwell == ""


async def test_the_server_can_be_watched_when_asked(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
    with _serve(tmp_path, port) as process:
        assert process.stdout
        opened = json.loads(await asyncio.to_thread(process.stdout.readline))
        assert opened["event"].startswith("Cuttle is open. To play:")
        assert opened["key"].startswith("SHA256:")
        assert opened["version"] == full_version()
        assert f'cuttle_build_info{{commit="{commit()}",version="{__version__}"}} 1.0' in (
            await _get(port, "/metrics")
        )
        assert (await _get(port, "/healthz")).endswith("\r\n\r\nok\n")
        process.terminate()
        out, err = await asyncio.to_thread(process.communicate, timeout=30)
    assert (process.returncode, out) == (0, "")
    events = [json.loads(line)["event"].partition(":")[0] for line in err.splitlines()]
    told = [event for event in events if not event.startswith("the date moved")]  # a machine slept
    assert told == ["the drain begins", "the drain is over"]


@pytest.mark.parametrize("format", some(["json", "text"], 2))
def test_a_metrics_port_in_use_is_one_clear_line(tmp_path: Path, format: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with _serve(tmp_path, port, format) as process:
            out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (1, "")
    told = f"cannot listen on 127.0.0.1 port {port} "
    if format == "text":
        assert re.fullmatch(rf"cuttle: {told}.*--metrics-port N\n", err)
    else:
        assert json.loads(err)["level"] == "critical"
        assert told in json.loads(err)["event"]
