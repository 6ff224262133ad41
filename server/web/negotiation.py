"""Read what the headers of a request ask for: a language, a coding, a kept answer, who asks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final

_LONGEST: Final = 1024
"""Characters of a header's value that are looked at."""
_WEIGHT: Final = re.compile(r"q\s*=\s*([01](?:\.\d{0,3})?)", re.ASCII | re.IGNORECASE)
_TAG: Final = re.compile(r'(?:W/)?("[^"]*")')
_HOP: Final = re.compile(
    r"""\[ (?P<bracketed> [^\]]* ) \] (?: : \w+ )?
      | (?P<with_port> [0-9.]+ ) (?: : \w+ )?
      | (?P<bare> [^\s\[\]]* )""",
    re.ASCII | re.VERBOSE,
)
"""An address as proxies write it: IPv6 in brackets or bare, either with a port."""
_FOR: Final = re.compile(r'(?:^|[;\s])for\s*=\s*("[^"]*"|[^;,\s]*)', re.IGNORECASE)
_ELEMENT: Final = re.compile(r'(?:"[^"]*"|[^,"])+')
"""A part of a list whose quoted texts may hold commas."""


def weights(header: str) -> dict[str, float]:
    """Return what a header accepts, in small letters, with its weight: 0 for what is refused."""
    found = {}
    for part in header[:_LONGEST].split(","):
        name, _, parameters = part.partition(";")
        weight = _WEIGHT.fullmatch(parameters.strip())
        if name.strip() and (weight or not parameters.strip()):
            found[name.strip().lower()] = min(float(weight[1]) if weight else 1.0, 1.0)
    return found


def by_preference(header: str) -> list[str]:
    """Return what a header accepts, the best first."""
    accepted = weights(header)
    return sorted(filter(accepted.get, accepted), key=lambda name: -accepted[name])


def takes_gzip(header: str) -> bool | None:
    """Return whether to compress by gzip, by ``Accept-Encoding``; None if nothing will do."""
    accepted = weights(header)
    rest = accepted.get("*")
    zipped = max(accepted.get("gzip", rest or 0.0), accepted.get("x-gzip", 0.0))
    # what is not named is taken as it is, unless all that is not named is refused
    plain = accepted.get("identity", 0.0 if rest == 0 else 0.001)
    if not zipped and not plain:
        return None
    return zipped > 0 and zipped >= plain


def is_kept(headers: Iterable[str], tag: str) -> bool:
    """Return whether ``If-None-Match`` names an entity tag: weak ones count, and so does ``*``."""
    listed = ",".join(headers)
    return listed.strip() == "*" or tag in _TAG.findall(listed)


def hops(headers: Iterable[str], *, standard: bool) -> list[str]:
    """Return whom proxies named, the nearest to this server last, as they wrote it.

    Args:
        headers: the values of ``X-Forwarded-For``, or of ``Forwarded`` if that is the `standard`.
    """
    listed = ",".join(headers)
    if not standard:
        return [hop.strip() for hop in listed.split(",") if hop.strip()]
    named = (_FOR.search(element) for element in _ELEMENT.findall(listed))
    return [found[1] if found else "" for found in named]


def address_of(hop: str) -> str:
    """Return the address that a proxy named, without port, quotes, or zone; empty if it is none."""
    found = _HOP.fullmatch(hop.strip().strip('"').strip())
    host = next((text for text in found.groups() if text), "") if found else ""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return ""
    return str(getattr(address, "ipv4_mapped", None) or address)
