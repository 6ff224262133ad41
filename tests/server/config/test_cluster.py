"""What a node is told of its cluster, and what keeps it from joining one."""

from __future__ import annotations

import subprocess
import sys
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Final

import asyncssh
import pytest

from server.cli.main import main
from server.cluster.options import ClusterOptions
from server.config.check import cluster_mistakes, cluster_obstacles
from server.config.loader import ConfigError, load
from server.config.schema import Cluster, Config
from server.ops.host_key import NAME, DataError, host_key
from server.ops.installation import command_for
from server.serve import Server

pytestmark = pytest.mark.slow

_URL: Final = "nats://127.0.0.1:4222"
_POSTGRES: Final = "postgresql://cuttle@127.0.0.1:1/cuttle"


def _node(data: Path, **cluster: Any) -> Config:
    """Configure a node with a host key, a PostgreSQL and a broker."""
    host_key(data)
    return Config(data=data, database=_POSTGRES, cluster=Cluster(**{"nats": (_URL,), **cluster}))


def test_without_a_broker_there_is_no_cluster() -> None:
    assert Config().cluster_options is None
    assert [*cluster_obstacles(Config())] == []


def test_a_node_is_told_everything_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text(
        f"""
        [cluster]
        name = "a"
        nats = ["tls://10.0.0.1:4222", "tls://10.0.0.2"]
        nats_credentials = "{tmp_path}/a.creds"
        nats_ca = "{tmp_path}/ca.pem"
        lease = 8
        proxy_from = ["10.0.0.7", "2001:db8::/64"]
        reuse_port = true
        """
    )
    assert load(file, {}, {}).config.cluster_options == ClusterOptions(
        "a",
        ("tls://10.0.0.1:4222", "tls://10.0.0.2"),
        nats_credentials=tmp_path / "a.creds",
        nats_ca=tmp_path / "ca.pem",
        lease=8.0,
        proxy_from=(ip_network("10.0.0.7/32"), ip_network("2001:db8::/64")),
        reuse_port=True,
    )


def test_a_variable_and_a_flag_tell_as_well() -> None:
    environment = {
        "CUTTLE_SERVER_CLUSTER_NATS": "nats://a:4222, nats://b:4222",
        "CUTTLE_SERVER_CLUSTER_REUSE_PORT": "true",
        "CUTTLE_SERVER_CLUSTER_PROXY_FROM": "10.0.0.7,10.0.1.0/24",
    }
    options = load(None, environment, {"--node": "b"}).config.cluster_options
    assert options
    assert (options.name, options.nats, options.reuse_port) == (
        "b",
        ("nats://a:4222", "nats://b:4222"),
        True,
    )
    assert len(options.proxy_from) == 2


@pytest.mark.parametrize(
    ("machine", "name"),
    [("alder.example.org", "alder"), ("a b", "a-b"), ("", "node"), ("x" * 90, "x" * 63)],
)
def test_a_node_is_called_as_its_machine(
    monkeypatch: pytest.MonkeyPatch, machine: str, name: str
) -> None:
    monkeypatch.setattr("server.config.schema.socket.gethostname", lambda: machine)
    options = Config(cluster=Cluster(nats=(_URL,))).cluster_options
    assert options
    assert options.name == name


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("name", "a.b"),
        ("name", "a b"),
        ("nats", "http://127.0.0.1"),
        ("nats", "nats://me:s3cret@127.0.0.1"),
        ("nats", "nats://127.0.0.1:99999"),
        ("nats", "nats://127.0.0.1/path"),
        ("nats", "127.0.0.1:4222"),
        ("lease", "4"),
        ("proxy_from", "balancer"),
        ("proxy_from", "10.0.0.0/40"),
        ("reuse_port", "maybe"),
        ("nats_ca", "a\nb"),
    ],
)
def test_a_wrong_value_is_refused(key: str, value: str) -> None:
    with pytest.raises(ConfigError, match=f"cluster.{key} must be"):
        load(None, {}, {f"cluster.{key}": value})


def test_keys_without_a_broker_do_nothing_and_that_is_said(tmp_path: Path) -> None:
    config = Config(data=tmp_path, cluster=Cluster(name="a", proxy_from=("10.0.0.7",)))
    (told,) = cluster_mistakes(config)
    assert "nothing heeds cluster.name, cluster.proxy_from: name the NATS servers" in told


def test_a_node_is_well_without_a_mistake(tmp_path: Path) -> None:
    assert [*cluster_mistakes(_node(tmp_path))] == []


def test_sqlite_is_for_one_process(tmp_path: Path) -> None:
    host_key(tmp_path)
    (told,) = cluster_mistakes(Config(data=tmp_path, cluster=Cluster(nats=(_URL,))))
    assert "the database is SQLite, which one process uses: name a PostgreSQL" in told


def test_a_host_key_is_never_made_silently(tmp_path: Path) -> None:
    config = _node(tmp_path)
    (tmp_path / NAME).unlink()
    (told,) = cluster_mistakes(config)
    assert "copy that file from another node" in told
    with pytest.raises(DataError, match="all nodes of a cluster need the same one"):
        Server(tmp_path, cluster=config.cluster_options)
    assert not (tmp_path / NAME).exists()
    command = told.rpartition("make it with: ")[2]
    subprocess.run(command, shell=True, check=True)
    assert [*cluster_mistakes(config)] == []
    assert isinstance(host_key(tmp_path, make=False), asyncssh.SSHKey)


def test_every_mistake_is_named_at_once(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    config = _node(
        tmp_path,
        nats_credentials=str(tmp_path / "none"),
        nats_user="me",
        nats_cert=str(tmp_path / "folder"),
    )
    assert [*cluster_obstacles(config)] == [
        "cluster.nats_credentials and cluster.nats_user are both set: keep one of them",
        "set both cluster.nats_user and cluster.nats_password_file, or neither",
        "set both cluster.nats_cert and cluster.nats_key, or neither",
        f"cluster.nats_credentials: {tmp_path}/none cannot be read (No such file or directory): "
        "correct the path, or let this user read the file",
        f"cluster.nats_cert: {tmp_path}/folder cannot be read (Is a directory): "
        "correct the path, or let this user read the file",
    ]


def test_a_node_with_a_mistake_does_not_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = ["--data", str(tmp_path), "--set", f"cluster.nats={_URL}"]
    assert main(["serve", *told]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 2)
    assert [*tmp_path.iterdir()] == []


def test_check_asks_the_database_and_the_broker(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    host_key(tmp_path)
    nobody = "nats://127.0.0.1:1"
    told = ["--data", str(tmp_path), "--database", _POSTGRES, "--set", f"cluster.nats={nobody}"]
    assert main(["serve", "--check", "--port", "0", *told]) == 2
    database, broker = capsys.readouterr().err.splitlines()
    assert database.startswith("cuttle: cannot open the database: ")
    assert broker.startswith("cuttle: cannot reach NATS at 127.0.0.1:1 (")


@pytest.mark.slow
def test_a_missing_extra_is_named(tmp_path: Path) -> None:
    host_key(tmp_path)
    code = (
        "import sys; sys.modules.update(nats=None, msgspec=None);"
        "from server.cli.main import main; sys.exit(main())"
    )
    told = ["--data", str(tmp_path), "--database", _POSTGRES, "--set", f"cluster.nats={_URL}"]
    done = subprocess.run(
        [sys.executable, "-c", code, "serve", *told], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 2
    assert done.stderr == (
        "cuttle: a cluster needs what is not installed here (nats, msgspec): "
        f"{command_for('cluster')}\n"
    )


@pytest.mark.slow
def test_a_server_that_is_alone_loads_nothing_of_a_cluster(tmp_path: Path) -> None:
    code = (
        "import asyncio, sys; from pathlib import Path; from server.cli.serve import _server;"
        "from server.cli.main import main; from server.config.schema import Config, Listen;"
        "from server.ops.monitoring import Metrics; data = Path(sys.argv[1]);"
        "assert main(['serve', '--check', '--port', '0', '--data', str(data)]) == 0\n"
        "async def run():\n"
        "    async with _server(Config(data=data, listen=Listen(port=0)), Metrics()): pass\n"
        "asyncio.run(run()); sys.exit(bool({'nats', 'msgspec'} & {*sys.modules}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
