"""Raise the limit of file descriptors: each connection needs a descriptor."""

from __future__ import annotations

import resource
from typing import Final

from server.ops.limits import Limits

SPARE: Final = 192
"""Descriptors for the database, the log, refused callers and other open files."""


def needed(limits: Limits) -> int:
    """Return how many descriptors a server with these limits may use."""
    return limits.connections + SPARE


def allowed() -> int:
    """Return how many descriptors this user may have."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return 2**31 if hard == resource.RLIM_INFINITY else hard


def raise_limit(wanted: int) -> int:
    """Raise this process's limit up to its user's; return the new limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    target = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, target), hard))
    return max(soft, target)
