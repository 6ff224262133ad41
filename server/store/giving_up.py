"""Let an order that nobody waits for any more change nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Event
from typing import Final

from server.store.errors import StoreError

_GIVEN_UP: Final[ContextVar[tuple[Event, ...]]] = ContextVar("given up", default=())


@contextmanager
def until_given_up() -> Iterator[None]:
    """Give up what was begun in this context, and in threads with a copy of it, by an error."""
    event = Event()
    token = _GIVEN_UP.set((*_GIVEN_UP.get(), event))
    try:
        yield
    except BaseException:
        event.set()
        raise
    finally:
        _GIVEN_UP.reset(token)


def is_given_up() -> bool:
    """Return whether nobody waits any more for what is done in this context."""
    return any(event.is_set() for event in _GIVEN_UP.get())


def check_wanted() -> None:
    """Stop what was given up.

    Raises:
        StoreError: nobody waits for it any more.
    """
    if is_given_up():
        raise StoreError("this was given up, and nothing was changed")
