"""Know a browser again by its cookie; only a hash of what the cookie holds is ever kept."""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from server.ops.fingerprints import BROWSER
from server.people.codes import LONG, spelled

NAME: Final = "cuttle"
SECURE_NAME: Final = "__Host-cuttle"
"""The cookie behind TLS: browsers take it only with Secure, for this very host and every path."""
LASTS: Final = 400 * 86_400
"""Seconds a cookie lasts: the most that browsers allow."""
RENEWED_AFTER: Final = 30
"""Days after which a browser gets another secret."""

_FORM: Final = re.compile(
    r"(?P<secret>[A-Za-z0-9_-]{22})\.(?P<day>\d{1,6})(?:\.(?P<before>[A-Za-z0-9+/]{43}))?"
)


@dataclass(frozen=True, slots=True)
class Cookie:
    """What a browser holds."""

    secret: str
    """128 random bits."""
    day: int
    """The day it was made, counted from 1970."""
    before: str = ""
    """The hash of the secret in whose place it was given; empty for the first."""

    def __str__(self) -> str:
        parts = (self.secret, str(self.day), self.before)
        return ".".join(filter(None, parts))

    @property
    def identity(self) -> str:
        """The fingerprint that stands for the browser, as a key's does for a client of ssh."""
        return BROWSER + _hash(self.secret)

    @property
    def identity_before(self) -> str:
        """The fingerprint that stood for it before; empty if there was none."""
        return self.before and BROWSER + self.before

    @property
    def resume_code(self) -> str:
        """The code by which a guest with this cookie has a seat again."""
        return spelled(hashlib.sha256(b"cuttle seat " + self.secret.encode()).digest(), LONG)

    @property
    def is_old(self) -> bool:
        """Whether it is time for another secret."""
        return _today() - self.day >= RENEWED_AFTER

    def successor(self) -> Cookie:
        """Make the cookie that takes the place of this one."""
        return Cookie(_secret(), _today(), _hash(self.secret))


def new_cookie() -> Cookie:
    """Make the first cookie of a browser."""
    return Cookie(_secret(), _today())


def cookie_of(cookies: Mapping[str, str], *, secure: bool) -> Cookie | None:
    """Read a browser's cookie; None if it has none, or none that was made here.

    Behind TLS only the name counts that no other host, and nothing without TLS, can set: somebody
    else's cookie would let its owner sit in the player's place.
    """
    found = _FORM.fullmatch(cookies.get(SECURE_NAME if secure else NAME, ""))
    return Cookie(found["secret"], int(found["day"]), found["before"] or "") if found else None


def _secret() -> str:
    return secrets.token_urlsafe(16)


def _today() -> int:
    return int(time.time() // 86_400)


def _hash(secret: str) -> str:
    digest = hashlib.sha256(b"cuttle browser " + secret.encode()).digest()
    return b64encode(digest).decode().rstrip("=")
