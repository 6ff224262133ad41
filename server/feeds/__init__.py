"""What happens in a club, for calendars (RFC 5545) and for readers of feeds (RFC 4287)."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Club:
    """Whose calendar or feed it is, and where it leads to."""

    title: str
    door: str
    """The arguments of ``ssh``."""
    link: str = ""
    """Where browsers come in; empty if they do not."""

    @property
    def host(self) -> str:
        """What makes the ids of this club nobody else's."""
        return (self.link and urlsplit(self.link).hostname) or self.door.split()[-1]

    def page(self, path: str) -> str:
        """Return the address of a page; empty where there is none."""
        return self.link and f"{self.link}{path}"
