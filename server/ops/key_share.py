"""Share the key rate of an address among its sessions."""

from __future__ import annotations

import time
from typing import Final

from server.ops.limits import Limits
from server.ops.share import Clock, Measure, Share, Shares

_QUIET: Final = 8.0
"""Keys a session may have sent of late and still come before those that send more."""
_AT_ONCE: Final = 8.0
"""Keys that a session waits for when none are left."""
KeyShare = Share


class KeyShares(Shares[KeyShare]):
    """The keys that each address may send."""

    def __init__(self, limits: Limits, clock: Clock = time.monotonic) -> None:
        measure = Measure(limits.keys_burst, limits.keys_rate, _QUIET, _AT_ONCE)
        super().__init__(measure, KeyShare, clock)
