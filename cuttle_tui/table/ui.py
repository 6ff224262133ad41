"""Represent the state of a player's screen besides the state of the table."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from cuttle_tui.ports import QueueLine
from cuttle_tui.table.chat import ChatContext, ChatState
from cuttle_tui.table.choices import NOTHING, Choice
from cuttle_tui.table.log_search import AT_NEWEST, Reading
from engine.bots.levels import USUAL_LEVEL


class Mode(Enum):
    """What the player is doing at the table, besides the game itself."""

    GAME = "game"
    SCRAP = "scrap"
    LOG = "log"
    TALK = "talk"
    LEAVE = "leave"
    COVER = "cover"
    SAVE = "save"


_IN_COLUMN: Final = (Mode.LOG, Mode.TALK)


@dataclass(frozen=True, slots=True)
class TableUi:
    """What the player has chosen, opened and typed, and what the lobby knows."""

    choice: Choice = NOTHING
    mode: Mode = Mode.GAME
    look: Choice = NOTHING
    """The cursor in the open scrap."""
    scroll: int = 0
    """Lines the log is scrolled up during a chat."""
    reading: Reading = AT_NEWEST
    """The state of reading the log."""
    notice: Sentence = SILENCE
    """Why the table refused something, until the next key."""
    fields: bool = False
    """The final fields are shown, not the plate at the end of the game."""
    explain: bool = False
    """Row 3 explains the card under the cursor."""
    hinted: Choice | None = None
    """What was chosen when the hint of a task was asked for; None if it was not."""
    chat: ChatState = field(default_factory=ChatState)
    chat_context: ChatContext = field(default_factory=ChatContext)
    muted: frozenset[str] = frozenset()
    """The people whose lines are hidden."""
    watching: bool = False
    """The player has no seat here."""
    shared: bool = False
    """Several players share this keyboard."""
    online: bool = False
    """Other people can join this table."""
    queue: tuple[QueueLine, ...] = ()
    """The players waiting for a quick match, if this player waits too."""
    other_games: int = 0
    """Other correspondence games in which it is the player's move."""
    offers: tuple[Sentence, ...] = ()
    """What there is to do while the table waits."""
    level: str = USUAL_LEVEL
    """The level of the computers that can be added."""
    kept: bool = False
    """The game can be left and resumed."""
    resume_code: str = ""
    """With which a guest comes back to this seat; empty for others."""
    practising: bool = False
    """The player waits for a quick match elsewhere, and practises here meanwhile."""
    folder: str = ""
    """Where a picture of the game would be saved; empty where nothing may be written."""
    column: bool = False
    """The log has a column beside the table."""

    @property
    def shows_hint(self) -> bool:
        """Whether the hint is shown: it gives way to the text of a card that is chosen later."""
        return self.hinted is not None and self.choice in (self.hinted, NOTHING)

    @property
    def beside(self) -> bool:
        """Whether keys act in the column beside the table, which stays in sight."""
        return self.column and self.mode in _IN_COLUMN

    @property
    def of_table(self) -> TableUi:
        """Return what the table itself shows, while keys may act beside it."""
        return replace(self, mode=Mode.GAME, notice=SILENCE) if self.beside else self
