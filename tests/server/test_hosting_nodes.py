"""The files for several nodes: programs take them, and nodes behind them work as the guide says."""

from __future__ import annotations

import asyncio
import re
import shlex
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any, Final

import asyncssh
import pytest

from server.cli.main import parser
from server.cluster.connecting import connect as connect_broker, probe
from server.cluster.options import ClusterOptions
from server.config.schema import SETTINGS
from server.doors.service import Doors
from server.doors.session import Session
from server.ops.monitoring import Endpoint, Metrics
from server.ssh.server import listen
from tests.cluster.certificates import Authority
from tests.cluster.nkeys import NKey
from tests.cluster.processes import broker, broker_binary
from tests.ports import lasting_port
from tests.server.emulator import connect, open_terminal
from tests.server.proxies import (
    HAPROXY,
    HAPROXY_CFG,
    haproxy,
    haproxy_cfg,
    needs_haproxy,
    site,
    waiting_for,
)
from tests.server.rawssh import until

pytestmark = pytest.mark.slow

HOSTING: Final = Path(__file__).parents[2] / "docs" / "hosting"
UNIT: Final = "cuttle@.service"
COMPOSE: Final = (HOSTING / "compose.yaml").read_text()
NATS_CONF: Final = (HOSTING / "nats.conf").read_text()


# the unit


def _service(name: str) -> dict[str, list[str]]:
    """Read what a unit says of its service; a key may come several times."""
    lines = (HOSTING / name).read_text().partition("[Service]\n")[2].partition("\n[Install]")[0]
    found: dict[str, list[str]] = {}
    for line in lines.splitlines():
        if line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


_OF_A_NODE: Final = {
    *("ExecStartPre", "ExecStart", "LoadCredential", "Environment", "EnvironmentFile"),
    *("StateDirectory", "WorkingDirectory", "TimeoutStopSec"),
}
"""What differs between a server that is alone and a node."""


def test_a_node_is_shut_in_as_a_server_that_is_alone() -> None:
    alone, node = _service("cuttle.service"), _service(UNIT)
    assert alone.keys() <= node.keys()
    for key in alone.keys() - _OF_A_NODE:
        assert node[key] == alone[key], key
    assert int(node["TimeoutStopSec"][0]) > int(alone["TimeoutStopSec"][0])


def test_the_unit_tells_a_node_what_there_is_to_tell() -> None:
    node = _service(UNIT)
    parser().parse_args(shlex.split(node["ExecStart"][0])[1:])
    told = dict(pair.split("=", 1) for pair in " ".join(node["Environment"]).split())
    variables = {setting.variable for setting in SETTINGS.values()}
    assert {name for name in told if name.startswith("CUTTLE_")} <= variables
    given = {line.partition(":")[0] for line in node["LoadCredential"]}
    used = set(re.findall(r"%d/([\w.]+)", (HOSTING / UNIT).read_text()))
    assert used == given


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_takes_the_unit_of_a_node(tmp_path: Path) -> None:
    text = (HOSTING / UNIT).read_text()
    unit = tmp_path / "cuttle@a.service"
    unit.write_text(text.replace("/usr/local/bin/cuttle", "/bin/true"))
    for words in (["verify"], ["security", "--offline=true", "--threshold=20"]):
        done = subprocess.run(
            ["systemd-analyze", *words, str(unit)], capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, done.stdout[-200:] + done.stderr


# the broker


def _nats_conf(folder: Path, port: int, authority: Authority, users: list[NKey]) -> str:
    """Put a port, certificates and users' keys in place of those of the example."""
    cert, key = authority.sign("broker")
    text = NATS_CONF.replace("/etc/nats/broker.pem", str(cert))
    text = text.replace("/etc/nats/broker.key", str(key))
    text = text.replace("0.0.0.0:4222", f"127.0.0.1:{port}")
    publics = iter([user.public for user in users])
    return re.sub(r"\bU[A-Z2-7]{55}\b", lambda _: next(publics), text)


def test_nats_takes_its_file(tmp_path: Path) -> None:
    file = tmp_path / "nats.conf"
    users = [NKey("U") for _ in "abc"]
    file.write_text(_nats_conf(tmp_path, 4222, Authority(tmp_path), users))
    done = subprocess.run(
        [broker_binary(), "-t", "-c", str(file)], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert "jetstream" not in re.sub(r"#.*", "", NATS_CONF).lower()
    assert len(set(re.findall(r"\bU[A-Z2-7]{55}\b", NATS_CONF))) == 3


@contextmanager
def _broker_of_the_guide(folder: Path, users: list[NKey]) -> Iterator[tuple[str, Authority]]:
    authority = Authority(folder)
    with broker() as running:
        running.kill()
        conf = _nats_conf(folder, running.port, authority, users)
        (running.folder / "nats.conf").write_text(conf)
        running.start()
        yield running.url.replace("nats:", "tls:"), authority


async def test_a_node_may_use_its_own_subjects_and_no_others(tmp_path: Path) -> None:
    users = [NKey("U") for _ in "abc"]
    seed = tmp_path / "a.nk"
    seed.write_text(users[0].seed)
    heard: list[str] = []

    async def note(error: Exception) -> None:
        heard.append(str(error).lower())

    async def answer(message: Any) -> None:
        await message.respond(b"yes")

    with _broker_of_the_guide(tmp_path, users) as (url, authority):
        options = ClusterOptions("a", (url,), seed, nats_ca=authority.file)
        client = await connect_broker(options, error_cb=note)
        await client.subscribe("cuttle.n.a", cb=answer)
        assert (await client.request("cuttle.n.a", b"", timeout=60)).data == b"yes"
        assert heard == []
        await client.publish("elsewhere", b"")
        await client.subscribe(">", cb=answer)
        await client.flush()
        async with asyncio.timeout(60):
            while len(heard) < 2:
                await asyncio.sleep(0.01)
        assert [text.count("permissions violation") for text in heard] == [1, 1]
        await client.close()
        seed.write_text(NKey("U").seed)
        assert "refuses this node's credentials" in await probe(options)


# the balancer


@needs_haproxy
def test_haproxy_takes_its_file(tmp_path: Path) -> None:
    certificate, _ = site(tmp_path)
    file = tmp_path / "haproxy.cfg"
    file.write_text(HAPROXY_CFG.replace("/etc/haproxy/site.pem", certificate))
    done = subprocess.run(
        [str(HAPROXY), "-c", "-f", str(file)], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stdout + done.stderr


async def _say_from_where(session: Session) -> int:
    session.say(session.address, error=False)
    return 0


class Behind:
    """A node behind the balancer."""

    def __init__(self, key: asyncssh.SSHKey) -> None:
        self._key, self.metrics = key, Metrics()
        self.service = Doors(_say_from_where)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[tuple[int, int]]:
        """Listen for players and for checks; give the two ports."""
        options = ClusterOptions("a", (), proxy_from=(ip_network("127.0.0.1"),))
        async with (
            Endpoint(self.metrics, 0) as health,
            await listen(self.service, "127.0.0.1", 0, self._key, options) as door,
        ):
            yield door.get_port(), health.port
            await self.service.close()


async def _from_where(port: int, source: str) -> str:
    """Say who we are to whichever node the balancer chooses; an address, or nothing."""
    async with connect(port, local_addr=(source, 0)) as line:
        terminal = await open_terminal(line, "anything", term=None)
        await terminal.until_closed()
        return bytes(terminal.raw).strip().decode()


@needs_haproxy
async def test_players_reach_a_node_that_takes_new_ones_byhaproxy(
    tmp_path: Path, ann_key: asyncssh.SSHKey
) -> None:
    one, other, port = Behind(ann_key), Behind(ann_key), lasting_port()
    async with one.open() as first, other.open() as second:
        players = HAPROXY_CFG.partition("\n# site.pem")[0]
        cfg = haproxy_cfg(players, {"2222": port}, {"a": first, "b": second})
        with haproxy(tmp_path, cfg, port) as running:
            assert await _from_where(port, "127.0.0.2") == "127.0.0.2"
            assert not one.service.admission.refused + other.service.admission.refused
            one.metrics.draining()
            await asyncio.to_thread(waiting_for(running, "Server nodes/a is DOWN"))
            for source in ("127.0.0.3", "127.0.0.4", "127.0.0.5"):
                async with connect(port, local_addr=(source, 0)):
                    await until(lambda source=source: source in other.service.admission.connected)  # type: ignore[misc]
                    assert source not in one.service.admission.connected


# the containers


def test_the_containers_are_told_what_there_is_to_tell() -> None:
    told = set(re.findall(r"(CUTTLE_SERVER_\w+):", COMPOSE))
    assert told
    assert told <= {setting.variable for setting in SETTINGS.values()}
    secrets = COMPOSE.partition("\nsecrets:\n")[2]
    kept = set(re.findall(r"^  ([\w.-]+):$", secrets, re.MULTILINE))
    before = COMPOSE.partition("\nsecrets:\n")[0]
    used = set(re.findall(r"source: ([\w.]+)", before))
    used |= set(re.findall(r"^      - ([\w.-]+)$", _lists(before, "secrets"), re.MULTILINE))
    assert used == kept
    for path in re.findall(r"- \./([\w.]+):", COMPOSE):
        assert (HOSTING / path).is_file(), path


def _lists(text: str, name: str) -> str:
    """Return the items of all lists of a name in the services."""
    found = re.findall(rf"^    {name}:\n((?:      .*\n)+)", text, re.MULTILINE)
    return "".join(found)


def test_all_files_speak_of_the_same_addresses() -> None:
    nodes = dict(re.findall(r"server ([abc]) ([\d.]+):2222", HAPROXY_CFG))
    placed = dict(
        re.findall(r"^  (\w+):\n(?:    .*\n)*?        ipv4_address: (\S+)", COMPOSE, re.M)
    )
    balancer = placed.pop("balancer")
    assert placed == nodes
    assert dict(re.findall(r"server ([abc]) ([\d.]+):8080 cookie \1\n", HAPROXY_CFG)) == nodes
    assert f"CUTTLE_SERVER_WEB_PROXIES: {balancer}" in COMPOSE
    assert f"CUTTLE_SERVER_CLUSTER_PROXY_FROM: {balancer}" in COMPOSE
    subnet = re.search(r"subnet: (\S+)", COMPOSE)
    assert subnet
    assert all(ip_address(each) in ip_network(subnet[1]) for each in (*nodes.values(), balancer))
