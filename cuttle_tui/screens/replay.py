"""Step through a recorded game, or let it play; find things in it, share it, play on from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import ClassVar, Final

from cuttle_tui.i18n.rich_text import SILENCE
from cuttle_tui.i18n.translation import Message
from cuttle_tui.ports import LobbyError
from cuttle_tui.screens.branch import BranchTable
from cuttle_tui.screens.keymap import Sections
from cuttle_tui.screens.keys.replay import AT_REPLAY, WHILE_PLAYING, sections_at
from cuttle_tui.screens.sharing import SharedReplay
from cuttle_tui.table.practice_seats import seats_at
from cuttle_tui.table.replay_state import further, nearest
from cuttle_tui.widgets.zone import Zone
from cuttle_tui.wording.front.joining import lobby_line
from cuttle_tui.wording.keys import table as table_words
from cuttle_tui.wording.replay import key_moments as moment_words
from cuttle_tui.wording.replay import practice as branch_words
from cuttle_tui.wording.replay import replay_prompts as wording
from engine.record.key_moments import KINDS, Moment, MomentKind, moments_of
from engine.table.practice import PracticeError, PracticeGame

_LONGEST: Final = 5
"""Digits of a ply."""


class ReplayScreen(SharedReplay):
    """A table on which a recorded game is played again, forth and back."""

    SECTIONS: ClassVar[Sections] = AT_REPLAY
    CLICKS: ClassVar[tuple[Message, ...]] = (table_words.LOG_CLICKS, table_words.PILE_CLICKS)
    WHEEL: ClassVar[tuple[str, ...]] = ("left", "right")

    @cached_property
    def _moments(self) -> tuple[Moment, ...]:
        return moments_of(self._replay)

    def _menu(self) -> Sequence[Moment]:
        """Give what can be looked for, while that is asked."""
        return self._moments if self.reel.asked == "find" else ()

    def _found(self, kind: MomentKind | None) -> list[Moment]:
        return [moment for moment in self._moments if moment.kind == kind]

    @property
    def finds_more(self) -> bool:
        """Whether more of what was looked for lies ahead."""
        kind = self.reel.sought
        return kind is not None and further(self._found(kind), self.ply, 1) is not None

    # keys

    def sections(self) -> Sections:
        """Give what keys do: to answer what is asked, in what lies open, or to the replay."""
        return sections_at(self)

    def press(self, key: str) -> None:
        """Answer a key: any but those of the speed stops what plays by itself."""
        if self._playing.on and key not in WHILE_PLAYING:
            self._stop()
            if key in ("space", "escape"):
                return
        if self.reel.notice:
            self._tell(SILENCE)
        super().press(key)

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Stop, wherever it is clicked."""
        self._stop()

    def on_zone_card_clicked(self, message: Zone.CardClicked) -> None:
        """Stop: cards on the table do nothing here."""
        self._stop()

    @property
    def engaged(self) -> bool:
        """Whether something is asked, or lies over the table."""
        return bool(self.reel.asked) or super().engaged

    def bar_key(self) -> str:
        """Give the way out of what is asked, for which the other rows may lack room."""
        return "escape" if self.reel.asked else super().bar_key()

    # going to a ply, and finding one

    def _press_digit(self, key: str) -> None:
        """Take a digit of a ply; the first asks for one."""
        typed = self.reel.typed if self.reel.asked == "go" else ""
        self._ask("go", (typed + key)[:_LONGEST])

    def _drop_digit(self) -> None:
        self._ask("go", self.reel.typed[:-1])

    def _go_to_typed(self) -> None:
        typed = self.reel.typed
        self._ask("")
        if typed:
            self._go(int(typed))

    def _find(self, key: str) -> None:
        """Go to the nearest of what is looked for."""
        kind = KINDS[int(key) - 1]
        found = self._found(kind)
        if not found:
            self._tell(moment_words.no_such_line(kind))
            return
        self.reel = replace(self.reel, asked="", sought=kind)
        self._show_moment(nearest(found, self.ply), found)

    def _seek(self, step: int) -> None:
        """Go to the next of what was found, or to the one before."""
        kind = self.reel.sought
        if kind is None:
            self._ask("find")
            return
        found = self._found(kind)
        moment = further(found, self.ply, step)
        if moment is None:
            self._tell(moment_words.no_further_line(kind, len(found), step))
        else:
            self._show_moment(moment, found)

    def _show_moment(self, moment: Moment, found: Sequence[Moment]) -> None:
        self._go(moment.ply)
        line = moment_words.found_line(moment, found, self.frame.view, self.frame.told.names)
        self._tell(line)

    def _turn_side(self) -> None:
        self._side = (self._side + 1) % len(self._sides)
        self._go(self.ply)
        side = self.frame.side
        self._tell(wording.side_line(self.frame.viewer, all_hands=side.all_hands))

    # elsewhere

    def _ask_for_seat(self) -> None:
        """Ask in which seat to practise from here, if the game was finished and goes on here."""
        viewer, player = self.frame.side.viewer, self.cuttle.lobby.player
        try:
            seats = seats_at(self._replay, self.ply, viewer, player)
        except PracticeError as error:
            self._tell(branch_words.obstacle_line(error))
        else:
            self.reel = replace(self.reel, seats=seats)
            self._ask("seat")

    def _practise(self, seat: int) -> None:
        """Play on from here in a seat."""
        self._ask("")
        branch = PracticeGame(
            self._replay.record, self.ply, seat, title=branch_words.title(self.ply)
        )
        try:
            chair = self.cuttle.lobby.play_on(branch)
        except LobbyError as error:
            self._tell(lobby_line(error))
        else:
            self.cuttle.show_page(BranchTable(chair, self.ply, self._brush))
