"""Fingerprints: what stands for a key of ssh, and for the cookie of a browser."""

from __future__ import annotations

from typing import Final

BROWSER: Final = "WEB:"
"""Begins the fingerprint of a browser; those of keys begin as OpenSSH writes them."""
FORM: Final = rf"(?:SHA256:|{BROWSER})[A-Za-z0-9+/]{{43}}"
"""The form of both, as a regular expression."""


def is_browser(fingerprint: str) -> bool:
    """Return whether a fingerprint stands for a browser."""
    return fingerprint.startswith(BROWSER)
