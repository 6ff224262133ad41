"""Signatures of records are what OpenSSH's own ssh-keygen accepts, and nothing else passes."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import asyncssh
import pytest

from server.ops.host_key import NAMESPACE, signature_of

RECORD = "cuttle record 1\nplayer 0: zoë\nresult: 0 concede\n\n1. P1 concede@1 {4}\n"
KEYGEN = shutil.which("ssh-keygen")
pytestmark = pytest.mark.skipif(KEYGEN is None, reason="OpenSSH is not installed")


def accepts(
    folder: Path, key: asyncssh.SSHKey, text: str, signature: str, namespace: str = NAMESPACE
) -> bool:
    """Let ssh-keygen check a signature by a key that is known as cuttle's."""
    assert KEYGEN is not None
    signers, file = folder / "signers", folder / "record.sig"
    signers.write_text(f"cuttle {key.export_public_key().decode()}")
    file.write_text(signature)
    command = [KEYGEN, "-Y", "verify", "-f", str(signers), "-I", "cuttle", "-n", namespace]
    done = subprocess.run(
        [*command, "-s", str(file)], input=text.encode(), capture_output=True, timeout=30
    )
    return done.returncode == 0


@pytest.mark.parametrize("kind", ["ssh-ed25519", "ecdsa-sha2-nistp256", "ssh-rsa"])
def test_ssh_keygen_accepts_a_signature(tmp_path: Path, kind: str) -> None:
    key = asyncssh.generate_private_key(kind)
    assert accepts(tmp_path, key, RECORD, signature_of(RECORD, key))


def test_ssh_keygen_refuses_anything_else(tmp_path: Path) -> None:
    key, other = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    signature = signature_of(RECORD, key)
    assert not accepts(tmp_path, key, RECORD.replace("{4}", "{5}"), signature)
    assert not accepts(tmp_path, other, RECORD, signature)
    assert not accepts(tmp_path, key, RECORD, signature, namespace="file")
