"""Listen for players over ssh.

A session is the app or one of its verbs: no shell, no files, no forwarding of any kind.
"""

from __future__ import annotations

import asyncio
import socket
from functools import partial

import asyncssh

from server.cluster.options import ClusterOptions
from server.ssh.admission import VERSION, open_socket
from server.ssh.auth import CIPHERS, KEY_EXCHANGES, MACS, Connection
from server.ssh.session_limits import SSHService


async def listen(
    service: SSHService,
    host: str,
    port: int,
    key: asyncssh.SSHKey,
    cluster: ClusterOptions | None = None,
) -> asyncssh.SSHAcceptor:
    """Listen; keep the result for as long as the server runs.

    Args:
        port: the port, 0 for any that is free.
        cluster: says which balancers come first, and whether the port is shared; None for neither.

    Raises:
        OSError: the address or the port cannot be had.
    """
    options = _options(service, key)
    shared = cluster is not None and cluster.reuse_port
    listening = open_socket(service.admission, host, port, shared=shared)
    if cluster is not None:
        listening.expect_headers(cluster.proxy_from)
        listening.welcome = partial(_begin, options)
    return await asyncssh.listen(sock=listening, config=None, options=options, backlog=512)


async def _begin(options: asyncssh.SSHServerConnectionOptions, caller: socket.socket) -> None:
    """Begin to speak ssh on a socket that was accepted before, as `asyncssh.listen` does."""
    loop = asyncio.get_running_loop()
    await loop.connect_accepted_socket(
        lambda: asyncssh.SSHServerConnection(loop, options), sock=caller
    )


def _options(service: SSHService, key: asyncssh.SSHKey) -> asyncssh.SSHServerConnectionOptions:
    return asyncssh.SSHServerConnectionOptions(
        config=None,
        server_factory=lambda: Connection(service),
        server_host_keys=[key],
        server_version=VERSION,
        kex_algs=KEY_EXCHANGES,
        encryption_algs=CIPHERS,
        mac_algs=MACS,
        compression_algs=None,
        gss_host=None,
        host_based_auth=False,
        password_auth=False,
        agent_forwarding=False,
        x11_forwarding=False,
        allow_scp=False,
        line_editor=False,
        encoding=None,
        window=service.limits.backlog,
        login_timeout=0,  # the connection sees to it, and says so
        keepalive_interval=30,
        keepalive_count_max=3,
    )
