"""Nodes and their broker: who is admitted, and what is said where somebody is not."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from server.cluster.connecting import connect, probe
from server.cluster.options import ClusterError, ClusterOptions
from tests.cluster.certificates import Authority
from tests.cluster.nkeys import NKey, credentials
from tests.cluster.processes import a_broker, broker

pytestmark = pytest.mark.slow

_SEED: Final = "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY"
_PUBLIC: Final = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4"
"""A pair from the documentation of NATS."""


def _options(url: str, **more: Any) -> ClusterOptions:
    return ClusterOptions("here", (url,), **more)


def _file(folder: Path, text: str) -> Path:
    made = folder / "secret"
    made.write_bytes(text.encode("latin-1"))
    return made


async def test_a_node_speaks_with_the_others_by_its_broker() -> None:
    with a_broker() as url:
        one, other = [await connect(_options(url)) for _ in range(2)]
        heard: asyncio.Queue[bytes] = asyncio.Queue()

        async def hear(message: Any) -> None:
            await heard.put(message.data)
            await message.respond(b"well")

        await other.subscribe("cuttle.n.other", cb=hear)
        await other.flush()
        answer = await one.request("cuttle.n.other", b"how are you?", timeout=60)
        assert (await heard.get(), answer.data) == (b"how are you?", b"well")
        for client in (one, other):
            await client.close()


async def test_inboxes_are_within_the_subjects_of_a_node() -> None:
    allowed = (
        "authorization { users = [{ user: one, password: two, "
        'permissions: { publish: "cuttle.>", subscribe: "cuttle.>" } }] }'
    )
    with a_broker(allowed) as url:
        refused: asyncio.Queue[Exception] = asyncio.Queue()
        options = _options(url.replace("://", "://one:two@"))
        client = await connect(options, error_cb=refused.put)

        async def answer(message: Any) -> None:
            await message.respond(b"yes")

        await client.subscribe("cuttle.n.here", cb=answer)
        assert (await client.request("cuttle.n.here", b"", timeout=60)).data == b"yes"
        await client.publish("elsewhere", b"")
        async with asyncio.timeout(60):
            first = str(await refused.get()).lower()
        assert "permissions violation for publish" in first
        assert "elsewhere" in first
        await client.close()


async def test_a_node_logs_in_with_a_password_from_a_file(tmp_path: Path) -> None:
    users = "authorization { users = [{ user: one, password: s3cret }] }"
    with a_broker(users) as url:
        right = _options(url, nats_user="one", nats_password_file=_file(tmp_path, "s3cret\n"))
        assert await probe(right) == ""
        _file(tmp_path, "other")
        refused = await probe(right)
        assert "refuses this node's credentials: see cluster.nats_credentials" in refused
        assert "other" not in refused
        assert "refuses this node's credentials" in await probe(_options(url))


async def test_a_node_logs_in_with_an_nkey(tmp_path: Path) -> None:
    with a_broker(f"authorization {{ users = [{{ nkey: {_PUBLIC} }}] }}") as url:
        options = _options(url, nats_credentials=_file(tmp_path, f"{_SEED}\n"))
        assert await probe(options) == ""
        _file(tmp_path, NKey("U").seed)
        assert "refuses this node's credentials" in await probe(options)


async def test_a_node_logs_in_with_a_jwt(tmp_path: Path) -> None:
    operator, account, user = map(NKey, "OAU")
    unlimited: Mapping[str, int] = {"subs": -1, "data": -1, "payload": -1, "conn": -1, "leaf": -1}
    of_account = operator.sign(account.public, "account", limits=unlimited)
    configuration = (
        f"operator: {operator.sign(operator.public, 'operator')}\n"
        f"resolver: MEMORY\nresolver_preload: {{ {account.public}: {of_account} }}\n"
    )
    of_user = account.sign(user.public, "user", subs=-1, data=-1, payload=-1)
    with a_broker(configuration) as url:
        options = _options(url, nats_credentials=_file(tmp_path, credentials(of_user, user.seed)))
        assert await probe(options) == ""
        _file(tmp_path, credentials(of_user, NKey("U").seed))
        assert "refuses this node's credentials" in await probe(options)


async def test_a_login_survives_a_broker_that_starts_again(tmp_path: Path) -> None:
    back = asyncio.Event()

    async def note() -> None:
        back.set()

    with broker(f"authorization {{ users = [{{ nkey: {_PUBLIC} }}] }}") as running:
        options = _options(running.url, nats_credentials=_file(tmp_path, _SEED))
        client = await connect(
            options, reconnected_cb=note, reconnect_time_wait=0.05, max_reconnect_attempts=-1
        )
        running.kill()
        await asyncio.to_thread(running.start)
        async with asyncio.timeout(60):
            await back.wait()
        await client.flush()
        await client.close()


async def test_tls_shows_both_sides_who_the_other_is(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    authority, stranger = Authority(tmp_path), Authority(tmp_path, "stranger")
    cert, key = authority.sign("broker")
    theirs, their_key = stranger.sign("impostor")
    mine, my_key = authority.sign("node")
    tls = (
        f'tls {{ cert_file: "{cert}", key_file: "{key}", ca_file: "{authority.file}", '
        "verify: true }"
    )
    with a_broker(tls) as plain:
        url = plain.replace("nats:", "tls:")
        mutual = {"nats_ca": authority.file, "nats_cert": mine, "nats_key": my_key}
        assert await probe(_options(url, **mutual)) == ""
        for ca in ({}, {"nats_ca": stranger.file}):
            assert "cannot be trusted" in await probe(_options(url, **ca))
        impostor = mutual | {"nats_cert": theirs, "nats_key": their_key}
        assert await probe(_options(url, **impostor)) != ""
        assert await probe(_options(url, nats_ca=authority.file)) != ""
    assert not caplog.records


async def test_tls_that_is_asked_for_is_not_given_up(tmp_path: Path) -> None:
    """A password would be read by whoever pretends to be a broker without TLS."""
    with a_broker("authorization { user: one, password: two }") as plain:
        options = _options(
            plain.replace("nats:", "tls:"),
            nats_user="one",
            nats_password_file=_file(tmp_path, "two"),
        )
        assert "offers no TLS, and cluster.nats says tls://" in await probe(options)
        assert await probe(replace(options, nats=(plain,))) == ""


async def test_a_broker_that_is_away_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    why = await probe(_options(f"nats://127.0.0.1:{port}"))
    assert why.startswith(f"cannot reach NATS at 127.0.0.1:{port} (")
    assert why.endswith("start it, or see cluster.nats")


async def test_what_is_flushed_was_read_before_the_answer() -> None:
    heard: list[str] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b'INFO {"server_id":"here","max_payload":1048576}\r\n')
        while line := (await reader.readline()).decode():
            heard.append(line.split()[0])
            if heard[-1] == "PING":
                writer.write(b"PONG\r\n")
        writer.close()

    async def ignore(_: Any) -> None: ...

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        client = await connect(_options(f"nats://127.0.0.1:{port}"))
        await client.subscribe("cuttle.n.here", cb=ignore)
        await client.flush()
        asked = heard[heard.index("SUB") :]
        await client.close()
    assert "PING" in asked


async def test_what_is_no_broker_is_named() -> None:
    async def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"SSH-2.0-Cuttle\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(greet, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        assert "cannot reach NATS" in await probe(_options(f"nats://127.0.0.1:{port}"))


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("nats_credentials", "nothing", "holds no seed of a NATS user"),
        ("nats_credentials", "\xff", "cannot be read (it is not text): see cluster.nats_cred"),
        ("nats_credentials", None, "No such file or directory"),
        ("nats_ca", "nothing", "certificates for NATS cannot be used"),
    ],
)
async def test_a_file_that_cannot_be_used_is_named(
    tmp_path: Path, name: str, text: str | None, said: str
) -> None:
    path = tmp_path / "none" if text is None else _file(tmp_path, text)
    options = _options("tls://127.0.0.1:1", **{name: path})
    with pytest.raises(ClusterError) as caught:
        await connect(options)
    assert said in str(caught.value)
    assert await probe(options) == str(caught.value)
