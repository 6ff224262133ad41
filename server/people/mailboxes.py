"""The e-mail addresses of players, and how they are confirmed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from cuttle_tui.i18n.translation import spoken
from cuttle_tui.ports import EmailLine, LobbyError
from server.people.codes import LONG, new_code
from server.store.values import Mailbox

_ADDRESS: Final = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+"
)
_LONGEST: Final = 254
_GOOD_FOR: Final = 24 * 3600.0
"""Seconds for which a code is valid."""


def check_address(text: str) -> str:
    """Return an address that is safe in the header of a mail.

    Raises:
        LobbyError: ``bad-address``.
    """
    address = text.strip()
    if len(address) > _LONGEST or not _ADDRESS.fullmatch(address):
        raise LobbyError("bad-address")
    return address


class Mailboxes:
    """Where players get e-mail, in memory; whoever changes it stores what is returned."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Start without any.

        Args:
            clock: returns the time in seconds since 1970.
        """
        self._clock = clock
        self._boxes: dict[str, Mailbox] = {}

    def restore(self, boxes: Iterable[Mailbox]) -> None:
        """Load the addresses that are stored."""
        self._boxes.update((box.person, box) for box in boxes)

    def renew(self, boxes: Iterable[Mailbox]) -> None:
        """Load them anew: one has changed at another process."""
        self._boxes.clear()
        self.restore(boxes)

    def line(self, person: str) -> EmailLine:
        """Describe a player's address."""
        box = self._boxes.get(person)
        return EmailLine() if box is None else EmailLine(box.address, not box.code)

    def confirmed(self, person: str) -> Mailbox | None:
        """Return where a player's mail may go; from any thread."""
        box = self._boxes.get(person)
        return None if box is None or box.code else box

    def asked(self, person: str, text: str) -> Mailbox:
        """Return an address with a new code to confirm it.

        Raises:
            LobbyError: ``bad-address``.
        """
        now = datetime.fromtimestamp(self._clock(), UTC)
        return Mailbox(person, check_address(text), new_code((), LONG), now, spoken())

    def answered(self, person: str, code: str) -> Mailbox:
        """Return a player's address as confirmed.

        Raises:
            LobbyError: ``wrong-code``.
        """
        box = self._boxes.get(person)
        typed = "".join(filter(str.isalnum, code.upper()[:32]))
        if box is None or not box.code or typed != box.code:
            raise LobbyError("wrong-code")
        if self._clock() - box.asked.timestamp() > _GOOD_FOR:
            raise LobbyError("wrong-code")
        return replace(box, code="")

    def take(self, box: Mailbox) -> None:
        """Take up an address once it is stored."""
        self._boxes[box.person] = box

    def forget(self, person: str) -> None:
        """Forget a player's address."""
        self._boxes.pop(person, None)
