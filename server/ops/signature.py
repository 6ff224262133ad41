"""Sign records with the host key, in the format of OpenSSH that ``ssh-keygen -Y verify`` checks.

The format is SSHSIG: https://github.com/openssh/openssh-portable/blob/master/PROTOCOL.sshsig.
"""

from __future__ import annotations

import base64
import hashlib
from textwrap import wrap
from typing import Final

import asyncssh
from asyncssh.packet import String, UInt32

NAMESPACE: Final = "cuttle-record"
"""The namespace of signatures: no other signature passes for that of a record."""
_MAGIC: Final = b"SSHSIG"
_VERSION: Final = 1
_HASH: Final = "sha512"
_WIDTH: Final = 70
_RSA: Final = b"rsa-sha2-512"


def signature_of(text: str, key: asyncssh.SSHKey) -> str:
    """Sign a text; the result is an armoured signature, a file of its own."""
    digest = hashlib.sha512(text.encode()).digest()
    about = String(NAMESPACE) + String("") + String(_HASH)
    algorithm = _RSA if _RSA in key.sig_algorithms else key.sig_algorithms[0]
    signed = key.sign(_MAGIC + about + String(digest), algorithm)
    blob = _MAGIC + UInt32(_VERSION) + String(key.public_data) + about + String(signed)
    lines = wrap(base64.b64encode(blob).decode(), _WIDTH)
    return "\n".join(("-----BEGIN SSH SIGNATURE-----", *lines, "-----END SSH SIGNATURE-----", ""))
