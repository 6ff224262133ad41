"""Listen for players over ssh.

A session is the app or one of its verbs: no shell, no files, no forwarding of any kind.
"""

from __future__ import annotations

from typing import Final

import asyncssh

from server.ssh.admission import VERSION, open_socket
from server.ssh.auth import Connection
from server.ssh.service import SSHService

KEY_EXCHANGES: Final = (
    "mlkem768x25519-sha256",
    "curve25519-sha256",
    "curve25519-sha256@libssh.org",
)
CIPHERS: Final = ("aes256-gcm@openssh.com", "aes128-gcm@openssh.com")
MACS: Final = ("hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com")


async def listen(
    service: SSHService, host: str, port: int, key: asyncssh.SSHKey
) -> asyncssh.SSHAcceptor:
    """Listen; keep the result for as long as the server runs.

    Raises:
        OSError: the address or the port cannot be had.
    """
    return await asyncssh.listen(
        sock=open_socket(service.admission, host, port),
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
        backlog=512,
    )
