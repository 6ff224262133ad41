"""The interfaces of the app to the world: the lobby, and a table seen from a seat.

The same app runs at home and over ssh; only the implementations of these protocols differ. They
exchange plain values; those of the table come from the engine. Listeners are called in the caller's
task: they may only put something on a queue.
"""

from cuttle_tui.ports.account import (
    NOWHERE,
    Account,
    ArchivedGame,
    ArchiveProblem,
    EmailLine,
    GameArchive,
    Guest,
    InboxLine,
    Key,
    Source,
    VacationLine,
)
from cuttle_tui.ports.chair import Analyst, Chair, Chat
from cuttle_tui.ports.ladder import LadderGame, LadderGames, Result
from cuttle_tui.ports.listings import (
    ChallengeLine,
    Ending,
    GameLine,
    News,
    NewsListener,
    PersonLine,
    QueueLine,
    RatingLine,
    TableLine,
)
from cuttle_tui.ports.lobby import (
    BY_CODE,
    QUICK_TIMINGS,
    RATED,
    RATED_TIMINGS,
    HomeLobby,
    Hosting,
    Invitation,
    Listening,
    Lobby,
    LobbyError,
    OnlineLobby,
    Reason,
    ResultLine,
    SavedGame,
    TablePlan,
)
from engine.errors import TableError
from engine.table.state import Change, ChatLine, Listener, Sitter, TableState

__all__ = [
    "BY_CODE",
    "NOWHERE",
    "QUICK_TIMINGS",
    "RATED",
    "RATED_TIMINGS",
    "Account",
    "Analyst",
    "ArchiveProblem",
    "ArchivedGame",
    "Chair",
    "ChallengeLine",
    "Change",
    "Chat",
    "ChatLine",
    "EmailLine",
    "Ending",
    "GameArchive",
    "GameLine",
    "Guest",
    "HomeLobby",
    "Hosting",
    "InboxLine",
    "Invitation",
    "Key",
    "LadderGame",
    "LadderGames",
    "Listener",
    "Listening",
    "Lobby",
    "LobbyError",
    "News",
    "NewsListener",
    "OnlineLobby",
    "PersonLine",
    "QueueLine",
    "RatingLine",
    "Reason",
    "Result",
    "ResultLine",
    "SavedGame",
    "Sitter",
    "Source",
    "TableError",
    "TableLine",
    "TablePlan",
    "TableState",
    "VacationLine",
]
