"""Hold what a screen needs to let its player talk at the table."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from textual.events import Paste

from cuttle_tui.i18n.rich_text import Sentence, say
from cuttle_tui.ports import Account, Lobby, LobbyError, TableError
from cuttle_tui.presenter.chat import ChatFilter
from cuttle_tui.presenter.view_model import Mode
from cuttle_tui.screens.seating import Seating
from cuttle_tui.screens.zones import TableZones
from cuttle_tui.table import chat
from cuttle_tui.table.chat import ChatCommand, ChatContext, ChatState
from cuttle_tui.wording.front.joining import refused_line
from cuttle_tui.wording.log.log_lines import cut_line
from cuttle_tui.wording.names import names_of
from cuttle_tui.wording.table import chat as wording

_SCROLL: Final = ("up", "down", "pageup", "pagedown")
_PEOPLE: Final = 12


class TalkingTable(TableZones):
    """A table at which one hears the others, and can say something."""

    seating: Seating

    @property
    def lobby(self) -> Lobby:
        """Where the table belongs to."""
        return self.cuttle.lobby

    @property
    def _account(self) -> Account | None:
        return self.lobby.account

    @property
    def _my_name(self) -> str:
        if self.seating.watching:
            return self.lobby.player
        return self.state.sitters[self.seating.seat].name

    def _hearing(self) -> ChatFilter:
        return ChatFilter(self._my_name, self._free_text, frozenset(self.cuttle.muted))

    @property
    def _free_text(self) -> bool:
        return self.cuttle.settings.free_text

    def _company(self) -> ChatContext:
        sitting = [sitter.name for sitter in self.state.sitters if sitter.kind == "person"]
        spoke = [line.who for line in self.state.talk]
        people = [who for who in dict.fromkeys((*sitting, *spoke)) if who != self._my_name]
        return ChatContext(
            tuple(people[:_PEOPLE]),
            self._free_text,
            known=self._account is not None,
            watching=self.seating.watching,
            cuts=not self.seating.watching and (self.state.view is None or self._game_over),
        )

    @property
    def _game_over(self) -> bool:
        view = self.state.view
        return self.state.called_off or (view is not None and view.outcome is not None)

    @property
    def accompanied(self) -> bool:
        """Whether anybody else is here to hear what one says."""
        if self.lobby.online is None:
            return False
        return bool(self.state.watchers or self._company().people)

    def _open_talk(self) -> None:
        if not self.accompanied:
            self._tell(say(wording.ALONE))
            return
        desk = replace(self.desk, mode=Mode.TALK, talking=ChatState(), scroll=0)
        self._set_desk(replace(desk, company=self._company()))

    def _press_talk(self, key: str) -> None:
        """Scroll the log, or take the key for what is chosen or written."""
        desk = self.desk
        if key in _SCROLL:
            self._scroll_log(key)
            return
        now, deed = chat.press(desk.talking, key, desk.company)
        mode = Mode.GAME if now is None else Mode.TALK
        self._set_desk(replace(desk, mode=mode, talking=now or ChatState()))
        if deed is not None:
            self._try(lambda: self._do(deed))

    def _try(self, call: Callable[[], None]) -> bool:
        """Do what the table or the lobby may refuse, and say why if it does; tell whether not."""
        try:
            call()
        except (LobbyError, TableError) as error:
            self._tell(refused_line(error))
            return False
        return True

    def _tell(self, line: Sentence) -> None:
        self._set_desk(replace(self.desk, notice=line))

    def _do(self, deed: ChatCommand) -> None:
        here = self.seating.chair.chat
        if deed.kind in ("phrase", "write") and here is not None:
            here.say(deed.text, phrase=deed.kind == "phrase")
        elif deed.kind == "cut":
            self._cut(deed.text)
        elif deed.kind == "mute":
            again = deed.who in self.cuttle.muted
            (self.cuttle.muted.discard if again else self.cuttle.muted.add)(deed.who)
            self._hear_anew()
            self._tell(wording.done_line("mute", deed.who, again=again))
        else:
            self._do_about(deed)

    def _cut(self, word: str) -> None:
        """Cut the next deck, and show the word back."""
        online = self.seating.chair.online
        if online is None:
            return
        online.cut(word)
        self._tell(
            cut_line(word, self.seating.seat, names_of(self.state.sitters, self.seating.seat))
        )

    def _do_about(self, deed: ChatCommand) -> None:
        """Block or report somebody, by the line they have in the lobby."""
        lobby = self.lobby.online
        people = () if lobby is None else lobby.people()
        person = next((one for one in people if one.name == deed.who and not one.me), None)
        if lobby is None or person is None:
            self._tell(wording.away_line(deed.who))
            return
        if deed.kind == "block":
            lobby.block(person.id)
        else:
            lobby.report(person.id, deed.text)
        self._tell(wording.done_line(deed.kind, deed.who))

    @abstractmethod
    def _hear_anew(self) -> None:
        """Word the log again: other people are heard now."""

    def on_paste(self, event: Paste) -> None:
        """Take pasted text for written text."""
        event.stop()
        if self.desk.mode is Mode.TALK and self.desk.talking.step in ("write", "cut"):
            for letter in event.text:
                self._press_talk("space" if letter.isspace() else letter)
        elif self.desk.mode is Mode.LOG and self.desk.reading.typing:
            for letter in event.text:
                self._press_log("space" if letter.isspace() else letter)
