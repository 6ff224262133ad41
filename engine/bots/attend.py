"""Look after a process in which computer players think."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading


def attend() -> None:
    """Ignore ctrl+c in this process, and end with the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
