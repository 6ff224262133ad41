"""The interfaces of the app to the world: the lobby, and a table seen from a seat.

The same app runs at home and over ssh; only the implementations of these protocols differ. They
exchange plain values; those of the table come from the engine. Listeners are called in the caller's
task: they may only put something on a queue.
"""

from cuttle_tui.ports.account import Account, Key
from cuttle_tui.ports.archive import NOWHERE, ArchivedGame, ArchiveProblem, GameArchive, Source
from cuttle_tui.ports.chair import Chair, Chat, OnlineSeat
from cuttle_tui.ports.listings import (
    Ending,
    GameLine,
    News,
    NewsListener,
    PersonLine,
    QueueLine,
    TableLine,
)
from cuttle_tui.ports.lobby import (
    RATED,
    HomeLobby,
    Hosting,
    Invitation,
    Lobby,
    OnlineLobby,
    TablePlan,
)
from cuttle_tui.ports.refusals import LobbyError, Reason
from engine.errors import TableError
from engine.table.state import Change, ChatLine, Listener, Sitter, TableState

__all__ = [
    "NOWHERE",
    "RATED",
    "Account",
    "ArchiveProblem",
    "ArchivedGame",
    "Chair",
    "Change",
    "Chat",
    "ChatLine",
    "Ending",
    "GameArchive",
    "GameLine",
    "HomeLobby",
    "Hosting",
    "Invitation",
    "Key",
    "Listener",
    "Lobby",
    "LobbyError",
    "News",
    "NewsListener",
    "OnlineLobby",
    "OnlineSeat",
    "PersonLine",
    "QueueLine",
    "Reason",
    "Sitter",
    "Source",
    "TableError",
    "TableLine",
    "TablePlan",
    "TableState",
]
