"""Keep what the server must not forget: people, games, running tables.

``Store`` is a database, ``Writer`` the one that writes to it for the event loop.
"""

from server.store.backup import restore
from server.store.errors import (
    KeyTaken,
    LastKey,
    NameTaken,
    NoSuchPerson,
    StoreError,
    Unstorable,
)
from server.store.store import Store
from server.store.values import (
    AddEntry,
    Ban,
    CloseTable,
    GameRow,
    KeepGame,
    Key,
    OpenTable,
    Person,
    Report,
    RunningTable,
    Write,
)
from server.store.writer import Writer

__all__ = [
    "AddEntry",
    "Ban",
    "CloseTable",
    "GameRow",
    "KeepGame",
    "Key",
    "KeyTaken",
    "LastKey",
    "NameTaken",
    "NoSuchPerson",
    "OpenTable",
    "Person",
    "Report",
    "RunningTable",
    "Store",
    "StoreError",
    "Unstorable",
    "Write",
    "Writer",
    "restore",
]
