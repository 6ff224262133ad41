"""Show a table to the player in one of its chairs, and turn keys into actions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from cuttle_tui.archive.export import Source
from cuttle_tui.i18n.rich_text import say
from cuttle_tui.i18n.translation import Message
from cuttle_tui.presenter.view_model import Mode
from cuttle_tui.screens.keymap import Section, Sections
from cuttle_tui.screens.keys.looking import LOOK, OUT
from cuttle_tui.screens.keys.table import AT_CARDS, AT_TABLE, sections_at
from cuttle_tui.screens.lookback import LookBack
from cuttle_tui.screens.pointing import PointedTable
from cuttle_tui.table import choices, selection
from cuttle_tui.table.log_search import ply_at
from cuttle_tui.table.rejections import vain_key
from cuttle_tui.wording.errors import worded
from cuttle_tui.wording.keys import table as words
from cuttle_tui.wording.log.log_view import NOT_HERE, fair_line, unfair_line
from cuttle_tui.wording.refusals.refusal_lines import card_first_line, no_target_line, refusal_line
from cuttle_tui.wording.replay.archive import unreadable_line
from cuttle_tui.wording.table.absence import CLAIM_KEY
from cuttle_tui.wording.table.leaving import LEAVE_KEYS, SHOW_KEY
from engine.actions import Action
from engine.errors import IllegalAction, StaleAction
from engine.record.parser import parse_record
from engine.record.record import RecordError, verify
from engine.rules.rulesets import Ruleset


class TableScreen(PointedTable):
    """A table, played through one chair, or through every chair at one keyboard; or watched."""

    SECTIONS: ClassVar[Sections] = AT_TABLE
    CLICKS: ClassVar[tuple[Message, ...]] = (*AT_CARDS, words.TALK_CLICKS)
    LOOK: ClassVar[Section[Any]] = LOOK
    OUT: ClassVar[Section[Any]] = OUT
    """The way out, where nothing can be looked at."""
    RECORDED: ClassVar[bool] = True
    """Whether the game can be seen again when it is over."""

    def sections(self) -> Sections:
        """Give what keys do: to the cards, or to what lies over them."""
        return sections_at(self)

    @property
    def rules_to_read(self) -> Ruleset:
        """The rules in play."""
        return self._ruleset

    def press(self, key: str) -> None:
        """Answer a key; why the table did not take the last one is told no longer."""
        if self.desk.notice:
            self.desk = replace(self.desk, notice=())
        super().press(key)

    def ignore(self, key: str) -> None:
        """Show that nothing is said any more."""
        self._set_desk(self.desk)

    @property
    def _over(self) -> bool:
        view = self.state.view
        return view is not None and (view.outcome is not None or self.state.called_off)

    def _explain(self) -> None:
        """Tell what the chosen card is good for, or no longer; choose the first if none is."""
        desk, view = self.desk, self.state.view
        assert view is not None
        free = choices.step_of(view, desk.choice) in ("card", "wait")
        if free and desk.choice.card is None:
            first = selection.move(desk.choice, "home", choices.tray(view, self.seating.seat))
            self._set_desk(replace(desk, explain=True, choice=first))
        else:
            self._set_desk(replace(desk, explain=not desk.explain))

    @property
    def explains(self) -> bool:
        """Whether there is a card to tell about."""
        view = self.state.view
        return not self._over and view is not None and bool(choices.tray(view, self.seating.seat))

    # before the cards are dealt, and after the game

    @property
    def may_fill(self) -> bool:
        """Whether computers may take seats here, if this player says so."""
        free = any(sitter.kind == "nobody" for sitter in self.state.sitters)
        return free and self.state.host == self.seating.seat

    def _fill(self) -> None:
        seat = self.seating.chair.online
        if seat is not None:
            self._try(seat.fill)
        self._refresh_table()

    def _get_ready(self) -> None:
        ready = self.seating.seat not in self.state.ready
        self._try(lambda: self.seating.chair.ready(ready))
        self._refresh_table()

    def _practise(self) -> None:
        mine = next(one for one in self.desk.queue if one.me)
        self._try(lambda: self.cuttle.practise(self.lobby.play_computer(mine.ruleset)))
        self._refresh_table()

    def _play_again(self) -> None:
        self._try(self.seating.ready)
        self._refresh_table()

    def _analyse(self) -> None:
        self._watch_again(len(self.state.steps), find=True)

    def _end_alone(self, key: str) -> None:
        """End a game that the others left alone."""
        seat = self.seating.chair.online
        if seat is not None and key == CLAIM_KEY:
            self._try(seat.claim)
        elif seat is not None and self.state.may_call_off:
            self._try(seat.call_off)
        self._refresh_table()

    def _press_card(self, key: str) -> None:
        view = self.state.view
        assert view is not None
        assert self.scene is not None
        seat = self.seating.seat
        across = self.across(len(choices.tray(view, seat)))
        result = selection.press(view, self.desk.choice, key, seat, self.scene.order, across)
        if isinstance(result, Action):
            self._submit(result, view.ply)
            return
        if self._sent is not None:  # the cards stay as they are until the table has moved
            return
        vain = vain_key(view, result, key, seat) if result == self.desk.choice else None
        self._set_desk(replace(self.desk, choice=result))
        if vain is not None:
            self._object(view, vain)
        elif choices.lacks_card(view, result, key):
            self._tell(card_first_line(view))

    def _miss(self, key: str) -> None:
        """Say that a letter is that of no target."""
        view, scene = self.state.view, self.scene
        assert view is not None
        assert scene is not None
        if self._sent is not None:  # that was aimed already
            return
        aims = choices.aims(view, self.desk.choice, scene.order)
        self._tell(no_target_line(key, [aim.key for aim in aims]))

    def _submit(self, action: Action, ply: int) -> None:
        """Play an action; should the table refuse it, say why and lose nothing.

        The table may show it only later: until then the choice stays as it is.
        """
        try:
            self.seating.chair.submit(action, ply)
        except StaleAction as error:
            if self._sent is None:
                self.desk = replace(self.desk, notice=refusal_line(error))
        except IllegalAction as error:
            self.desk = replace(self.desk, notice=refusal_line(error))
        else:
            self._sent = ply
        self._refresh_table()

    def _look_back(self, line: int) -> None:
        """Show the table as it was at a line of the log; of a game that is over its replay."""
        told, chair = self._told, self.seating.chair
        ply = None if told is None else ply_at(told.places, self.state.steps, line)
        if ply is None:
            self._tell(say(NOT_HERE))
        elif self._watch_again(ply):
            self._set_desk(replace(self.desk, mode=Mode.GAME))
        elif chair.past(ply) is None:
            self._tell(say(NOT_HERE))
        else:
            desk, self.desk = self.desk, replace(self.desk, mode=Mode.GAME)
            self._set_desk(self.desk)
            self.cuttle.show_page(
                LookBack(
                    chair,
                    ply,
                    self._brush,
                    hearing=self._hearing(),
                    to_log=lambda: self._set_desk(
                        replace(self.desk, mode=Mode.LOG, reading=desk.reading)
                    ),
                )
            )

    def _watch_again(self, ply: int = 0, *, find: bool = False) -> bool:
        """Show the replay of a game that is over; tell whether there is one."""
        text = self.seating.chair.record()
        if text is None:
            return False
        source = Source(game=self.state.game)
        try:
            record = parse_record(text)
            self.cuttle.watch_game(record, self.seating.seat, source, ply=ply, find=find)
        except RecordError as error:
            self._tell(unreadable_line(worded(error)))
        return True

    def _check_deal(self) -> None:
        """Check that the deal is what was committed to, and say so."""
        text = self.seating.chair.record()
        if text is None:
            return
        try:
            verify(parse_record(text))
        except RecordError as error:
            self._tell(unfair_line(worded(error)))
        else:
            self._tell(fair_line(self.state.game, self.cuttle.door))

    def _show_hand(self) -> None:
        self.desk = self._fresh_desk(Mode.GAME)
        self._refresh_table()

    # leaving

    def _ask_to_leave(self) -> None:
        """Ask first, unless nothing is lost by it, or only a table that may be lost unasked."""
        view = self.state.view
        idle = view is None or not choices.standing(view)
        free = self.seating.watching or self.state.settled
        if free or (idle and not self.cuttle.settings.confirm):
            self.leave_table()
        else:
            self._ask_first()

    def _ask_first(self) -> None:
        self._set_desk(replace(self.desk, mode=Mode.LEAVE))

    def _press_leave(self, key: str) -> None:
        view = self.state.view
        standing = {} if view is None else choices.standing(view)
        action = standing.get(LEAVE_KEYS[key]) if key in LEAVE_KEYS else None
        if key == "y":
            self.leave_table()
        elif key == SHOW_KEY and self.may_show and (seat := self.seating.chair.online) is not None:
            self._try(lambda: seat.show_hands(self.seating.seat not in self.state.showing))
            self._refresh_table()
        elif view is not None and action is not None:
            self.desk = replace(self.desk, mode=Mode.GAME)
            self._submit(action, view.ply)
        elif key in ("n", "escape"):
            self.desk = replace(self.desk, mode=Mode.GAME)
            if self.seating.shared:
                self.seating.forget()
            self._refresh_table()

    @property
    def may_show(self) -> bool:
        """Whether watchers may be shown this player's hand."""
        view = self.state.view
        running = view is not None and bool(choices.standing(view))
        return running and self.desk.online and not self.state.rated

    def stand_up(self) -> None:
        """Leave the table, whatever it says to that."""
        self.on_unmount()
        self.seating.leave()

    def leave_table(self) -> None:
        """Stand up and go home, or back to where one waits."""
        self.stand_up()
        if self._lobby is not None:
            self.cuttle.close_door()
        self.cuttle.close_table()

    def interrupt(self) -> None:
        """Ask whether to leave; leave and quit when asked twice."""
        if self.desk.mode is Mode.LEAVE or not self.cuttle.settings.confirm:
            self.cuttle.leave_all()
        elif self.seating.watching:
            self.leave_table()
        else:
            self._ask_first()

    @property
    def _ruleset(self) -> Ruleset:
        view = self.state.view
        return (self.state.ruleset or self.cuttle.ruleset) if view is None else view.ruleset
