"""What the app needs from the world: a lobby, and a table as one seat sees it.

The same app runs at home and over ssh; only the implementations of these protocols differ. What
crosses them is plain values; those that the table makes come from the engine. Listeners are called
in the caller's task: they may only put something on a queue.
"""

from cuttle_tui.ports.account import Account, Key
from cuttle_tui.ports.archive import ArchivedGame, ArchiveProblem, GameArchive
from cuttle_tui.ports.chair import Chair, Chat, OnlineSeat
from cuttle_tui.ports.hosting import Hosting, Invitation
from cuttle_tui.ports.listings import (
    Ending,
    GameLine,
    News,
    NewsListener,
    PersonLine,
    QueueLine,
    TableLine,
)
from cuttle_tui.ports.lobby import RATED, HomeLobby, Lobby, OnlineLobby, TablePlan
from cuttle_tui.ports.refusals import LobbyError, Reason
from engine.errors import TableError
from engine.table.state import Change, ChatLine, Listener, Sitter, TableState

__all__ = [
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
    "TableError",
    "TableLine",
    "TablePlan",
    "TableState",
]
