"""The parts from which clusters are made here, and the check of a node among them."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.cli.main import main
from server.ops.host_key import host_key
from tests.cluster.here import StartFailed, a_broker, a_database, broker, nodes
from tests.server.store.postgres import binaries
from tests.whole import whole_only

pytestmark = pytest.mark.slow


def test_a_broker_keeps_its_port_when_it_starts_again() -> None:
    with broker() as running:
        url = running.url
        running.kill()
        assert not running.running
        running.start()
        assert (running.running, running.url) == (True, url)
        running.stop()
        assert not running.running


def test_a_broker_that_cannot_start_says_why() -> None:
    with pytest.raises(StartFailed, match="Parse error"), a_broker("nonsense {"):
        pass


@whole_only
@pytest.mark.skipif(binaries() is None, reason="PostgreSQL is not installed here")
def test_a_node_is_started_stopped_and_killed() -> None:
    with nodes(1) as (node,):
        assert f"ssh -p {node.port}" in node.said
        assert node.stop() == 0
        node.start()
        node.kill()
        assert not node.running
        assert "Traceback" not in node.said


@whole_only
@pytest.mark.skipif(binaries() is None, reason="PostgreSQL is not installed here")
def test_check_finds_a_node_well_with_its_database_and_broker(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    host_key(tmp_path)
    with a_database() as database, a_broker() as url:
        told = ["--data", str(tmp_path), "--database", database, "--set", f"cluster.nats={url}"]
        assert main(["serve", "--check", *told]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert f'cluster.nats = ["{url}"]' in out
