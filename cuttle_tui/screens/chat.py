"""Handle the chat at a table: lines, and people muted, blocked and reported."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from cuttle_tui.ports import Account
from cuttle_tui.screens.host import PlayedTable
from cuttle_tui.table.chat import ChatCommand, ChatContext
from cuttle_tui.wording.log.log_lines import cut_line, seal_line
from cuttle_tui.wording.names import names_of
from cuttle_tui.wording.table import chat as wording

_PEOPLE: Final = 12


class TableChat:
    """The chat of one table."""

    def __init__(self, table: PlayedTable) -> None:
        self._table = table

    @property
    def my_name(self) -> str:
        """The name the player has in the chat."""
        table = self._table
        if table.seating.watching:
            return table.lobby.player
        return table.state.sitters[table.seating.seat].name

    @property
    def _account(self) -> Account | None:
        return self._table.lobby.account

    @property
    def writes(self) -> bool:
        """Whether the player reads and writes free text here; watchers never met by a code."""
        table = self._table
        by_code = table.state.by_code and not table.seating.watching
        return table.cuttle.settings.writes(by_code=by_code)

    def context(self) -> ChatContext:
        """Return the people to talk to, and what the chat allows."""
        state = self._table.state
        sitting = [sitter.name for sitter in state.sitters if sitter.kind == "person"]
        spoke = [line.who for line in state.talk]
        over = state.called_off or (state.view is not None and state.view.outcome is not None)
        people = [who for who in dict.fromkeys((*sitting, *spoke)) if who != self.my_name]
        return ChatContext(
            tuple(people[:_PEOPLE]),
            self.writes,
            known=self._account is not None,
            watching=self._table.seating.watching,
            cuts=not self._table.seating.watching and (state.view is None or over),
            by_code=state.by_code,
            seal=self._seal(),
        )

    def _seal(self) -> Sentence:
        """Return what is fixed of the next deal, for a player who cuts it."""
        state, seating = self._table.state, self._table.seating
        seat = None if seating.watching else seating.seat
        commitment, cuts = state.next_deal
        return (
            SILENCE
            if not commitment
            else seal_line(commitment, cuts, names_of(state.sitters, seat))
        )

    def perform(self, deed: ChatCommand) -> None:
        """Send a line, or mute, block or report somebody."""
        self._table.show_ui(self._table.ui)
        self._table.try_to(lambda: self._do(deed))

    def _do(self, deed: ChatCommand) -> None:
        table = self._table
        here = table.seating.chair.chat
        if deed.kind in ("phrase", "write") and here is not None:
            here.say(deed.text, phrase=deed.kind == "phrase")
        elif deed.kind == "unsaid":
            table.tell(wording.unsaid_line(deed.text))
        elif deed.kind == "cut":
            self._cut(deed.text)
        elif deed.kind == "mute":
            muted = table.cuttle.muted
            again = deed.who in muted
            (muted.discard if again else muted.add)(deed.who)
            table.refresh_table()
            table.tell(wording.done_line("mute", deed.who, again=again))
        else:
            self._do_about(deed)

    def _cut(self, word: str) -> None:
        """Cut the next deck, and show the phrase used."""
        table, online = self._table, self._table.seating.chair.online
        if online is not None:
            online.cut(word)
            seat = table.seating.seat
            table.tell(cut_line(word, seat, names_of(table.state.sitters, seat)))

    def _do_about(self, deed: ChatCommand) -> None:
        """Block or report somebody, using their entry in the lobby."""
        lobby = self._table.lobby.online
        people = () if lobby is None else lobby.people()
        named = (line for line in people if line.name == deed.who and not line.me)
        person = next(named, None)
        if lobby is None or person is None:
            self._table.tell(wording.away_line(deed.who))
            return
        done = wording.done_line(deed.kind, deed.who)
        if deed.kind == "block":
            lobby.block(person.id)
            self._table.tell(done)
        else:
            reported = lobby.report(person.id, deed.text)
            self._table.wait_for_lobby(reported, lambda _: self._table.tell(done))
