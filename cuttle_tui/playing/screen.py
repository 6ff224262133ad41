"""Show a table to the player of a chair, follow it, and carry out the player's intents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from cuttle_tui.coach.controllers import TableCoach, with_hint
from cuttle_tui.drawing.rows import Latest, Recent
from cuttle_tui.i18n.translation import SILENCE, Sentence, say
from cuttle_tui.kit.keymap import Intent, Pointing, Sections
from cuttle_tui.kit.names import next_level
from cuttle_tui.kit.screen import Gate, ZoneScreen
from cuttle_tui.kit.seating import LOOKING, READING, QuestionGuard, Seating, Subscription
from cuttle_tui.kit.text_types import Call
from cuttle_tui.kit.words import copied_line, premature_line, refused_line
from cuttle_tui.kit.zone import PaintContext, Zone
from cuttle_tui.learn.tasks import Task, guided
from cuttle_tui.playing.moves import Alerts, Moves, TableMouse
from cuttle_tui.playing.onward import AmongOthers, Leaving, NextTask
from cuttle_tui.playing.parts import AfterGame, Meanwhile, TableChat
from cuttle_tui.ports import Chair, Lobby, LobbyError, News, TableError, TableState
from cuttle_tui.replay.presenter import present_practice
from cuttle_tui.table import intents as do, selection
from cuttle_tui.table.chat import ChatCommand
from cuttle_tui.table.choices import TARGET_KEYS
from cuttle_tui.table.commands import AFTER_GAME, ALL_SECTIONS, clicks_at, sections_at
from cuttle_tui.table.digest import ChatFilter, TableDigest, WordedLog, digest_of, settled
from cuttle_tui.table.intents import Act
from cuttle_tui.table.log_view import in_column
from cuttle_tui.table.plate import said_at_end, with_plate, without_keys
from cuttle_tui.table.present_seats import news_since
from cuttle_tui.table.presenter import new_events_ask, present_table, with_lines
from cuttle_tui.table.situation import Mode, Occasion, Situation, TableUi
from cuttle_tui.table.table_view import TableView
from cuttle_tui.table.timers import SWEEP_BEAT, StepTimer
from cuttle_tui.table.update import closed
from cuttle_tui.table.view_model import SWEEP, TableModel, swept
from cuttle_tui.table.words.chat import ALONE
from cuttle_tui.table.words.refusals import late_click_line, no_target_line, refused
from cuttle_tui.table.words.waiting_room import host_line, length_line, other_line, way_back
from engine.play.view import View
from engine.rules.rulesets import Ruleset
from engine.table.seats import LetIn, SendAway

_MOMENT: Final = 0.02
"""Seconds after which keys surely work."""


class TableScreen(ZoneScreen):
    """A table that is played through one chair, shared at one keyboard, or watched."""

    BAR_KEY: ClassVar[str] = "enter"
    body: TableView

    def __init__(
        self,
        chairs: Sequence[Chair],
        paint: PaintContext,
        *,
        lobby: Lobby | None = None,
        notice: Sentence = SILENCE,
        task: Task | None = None,
        branched_at: int | None = None,
        new: bool = False,
    ) -> None:
        """Sit down.

        Args:
            chairs: the player's chair; or one for each seat and a watcher's for between turns.
            lobby: the lobby of the table; by default, the app's.
            notice: announced until the first key.
            branched_at: the ply of a recorded game that practice continues from.
            new: whether the cards have just been dealt.
        """
        self.seating = seating = Seating(chairs)
        mode = Mode.COVER if seating.shared else Mode.GAME
        super().__init__(paint)
        self.state, self.ui = seating.state(covered=seating.shared), TableUi(mode=mode)
        self.body = TableView(self, self, coached=lambda: self.coach.hint is not None)
        self.to_do, self.branched_at = task, branched_at
        self.digest: TableDigest | None = None
        self._digests: Latest[object, TableDigest] = Latest()
        self._worded = WordedLog()
        self._presented: Recent[TableUi, TableModel] = Recent()
        """What this state of the table looked like, with what the player had chosen."""
        self.left = False
        """Whether the player has left the table for good."""
        self.matched = False
        """Whether the player was waiting for a quick match here."""
        self._read: tuple[object, object] | None = None
        """The scene and the question that keys have answered so far."""
        self._lobby, self._notice = lobby, notice
        self._copies = 0
        """How often a link or line for a friend was copied here."""
        self._new = new
        self._covered = seating.shared
        """Whether every hand is hidden."""
        self._waits_for_keys = False
        """Whether the keys of a finished game are offered in a moment."""
        self.occasion: Occasion = "game" if branched_at is None else "practice"
        if task is not None:
            self.occasion = task.occasion
        self.following = Subscription(self, self._follow)
        self.mouse = TableMouse(self)
        self.chat = TableChat(self)
        self.after_game = AfterGame(self)
        self.coach = TableCoach(self)
        self.alerts = Alerts(self)
        self.door_guard = QuestionGuard()
        """Tells a nod for who stands at the door now from one for who stood there before."""
        self.sweep = StepTimer(self, lambda: self.show_ui(self.ui), SWEEP, SWEEP_BEAT)
        """The winning cards turn gold."""
        self.body.movements.append(self.sweep)
        self.moves = Moves(self)
        self.meanwhile = Meanwhile(self)
        self.among_others = AmongOthers(self)
        self.leaving = Leaving(self)
        self.next_task = NextTask(self)
        self.body.acts_with = {
            do.Ask: self._ask,
            ChatCommand: self.chat.perform,
            do.LookAtLine: lambda look: self.after_game.look_at(look.line),
            do.Submit: lambda play: self.moves.submit(play.action),
            do.Reject: lambda play: self.moves.reject(play.action),
            do.RejectTarget: self._reject_target,
        }
        self.body.acts |= self._acts()

    def _acts(self) -> dict[Intent, Callable[[], None]]:
        return {
            Act.WAIT: lambda: None,
            Act.SAY_ALONE: lambda: self.tell(say(ALONE)),
            Act.ASK_FOR_CARD: self.moves.ask_for_card,
            Act.ASK_TO_LEAVE: self.leaving.ask,
            Act.LEAVE: self.leave_table,
            Act.END_GAME: self.leaving.end_game,
            Act.STAY: self.leaving.stay,
            Act.UNCOVER: self._uncover_hand,
            Act.EASIER: lambda: self._change_level(-1),
            Act.HARDER: lambda: self._change_level(1),
            Act.COPY_LINE: self._copy_invitation,
            Act.DO_PUZZLE: lambda: self.meanwhile.open_task("puzzle"),
            Act.DO_LESSON: lambda: self.meanwhile.open_task("lesson"),
            Act.PLAY_RESIDENT: self.meanwhile.play_resident,
            Act.PRACTISE: lambda: self.try_to(self.meanwhile.practise),
            Act.PLAY_AGAIN: lambda: self._call(self.seating.ready),
            Act.WATCH_AGAIN: self.after_game.watch,
            Act.ANALYSE: self.after_game.analyse,
            Act.SEE_MOMENT: self.after_game.see_moment,
            Act.SAVE_PICTURE: self.after_game.save_picture,
            Act.CLOSE_LINK: self.after_game.close_link,
            Act.WRITE_PICTURE: self.after_game.write_picture,
            Act.CHECK_DEAL: self.after_game.check_deal,
            Act.COPY_RESULT: self.after_game.copy_result,
            Act.SEE_DEAL: self.after_game.see_deal,
            Act.ASK_COACH: self.coach.toggle,
            Act.TAKE_BACK: self.moves.take_back,
            Act.TOGGLE_HINT: self.next_task.toggle_hint,
            Act.START_OVER: self.next_task.start_over,
            Act.GO_ON: self.next_task.go_on,
            Act.NEXT_GAME: lambda: self._call(self.among_others.next_game),
        }

    # state

    @property
    def lobby(self) -> Lobby:
        """The lobby of the table."""
        return self._lobby or self.cuttle.lobby

    @property
    def rules_to_read(self) -> Ruleset:
        view = self.state.view
        return (self.state.ruleset or self.cuttle.ruleset) if view is None else view.ruleset

    @property
    def situation(self) -> Situation:
        model = self.body.model
        practice = self.seating.chair.practice
        return Situation(
            self.state,
            self.seating.seat,
            self.ui,
            () if model is None else model.order,
            self.body.log_lines,
            self.body.across,
            self.occasion,
            "" if self.to_do is None else self.to_do.verdict,
            self.moves.sent is not None,
            practice is not None,
            practice is not None and practice.possible,
            practice is not None and practice.counts and self.has_ladder,
            self.after_game.plate is not None,
            self.after_game.moment is not None,
        )

    @property
    def has_ladder(self) -> bool:
        """Whether the ladder of the levels is kept for this player; guests have none."""
        online = self.lobby.online
        return online is None or online.guest is None

    @property
    def all_sections(self) -> Sections:
        return ALL_SECTIONS[self.occasion]

    @property
    def all_clicks(self) -> tuple[Pointing, ...]:
        return clicks_at(self.occasion, chats=self.ui.online)

    @property
    def clicks_now(self) -> tuple[Pointing, ...]:
        return self.all_clicks if self.state.running else AFTER_GAME

    def sections(self) -> Sections:
        return sections_at(self.situation)

    def present(self) -> TableModel:
        """Present the table, with a task or practice applied to it."""
        model = self._present(self.ui.of_table)
        if self._holds_keys:
            return without_keys(model)
        if not self.ui.beside:
            return model
        return in_column(model, self.state, self.seating.seat, self.ui)

    def _present(self, ui: TableUi) -> TableModel:
        view = self.state.view
        model = self._presented.find(ui) or self._presented.add(
            ui, present_table(self.state, self.seating.seat, ui, self.digest)
        )
        if view is None or ui.mode not in (Mode.GAME, Mode.SAVE):
            return model
        if self.to_do is not None:
            return guided(model, self.to_do.guidance(hinted=ui.shows_hint), view, self.state, ui)
        hint = self.coach.hint
        if hint is not None and self.digest is not None:
            return with_hint(model, hint, self.digest.names, self.body.prompt_room)
        if self.branched_at is not None:
            return present_practice(model, view, self.branched_at)
        plate = None if ui.fields else self.after_game.plate
        if plate is None or self.digest is None:
            return model
        if self.sweep.step is not None:
            return swept(model, self.sweep.step)
        return with_plate(model, plate, said_at_end(self.digest, self.state))

    def show_ui(self, ui: TableUi) -> None:
        """Show the table, and note when a hand is covered or uncovered, or the question changes."""
        self.mouse.note_turn(ui)
        self.body.show(ui)
        self._note_question()
        if self._holds_keys:
            self.body.show(ui)
            self.call_after_refresh(self._offer_keys)

    @property
    def _holds_keys(self) -> bool:
        """Whether a game has just ended, so that its keys are dropped: they are not offered yet."""
        view, plays = self.state.view, self.occasion == "game" and self.ui.mode is Mode.GAME
        return plays and view is not None and view.outcome is not None and self.guard.unread

    def _offer_keys(self) -> None:
        """Offer the keys of a finished game as soon as they work."""
        if self._waits_for_keys or not self.still_open:
            return
        if self._holds_keys:
            self._waits_for_keys = True
            self.set_timer(self.guard.left + _MOMENT, self._keys_work)
        else:
            self.show_ui(self.ui)

    def _keys_work(self) -> None:
        self._waits_for_keys = False
        self._offer_keys()

    def hints(self) -> tuple[tuple[str, str], ...]:
        """Return the hints of the last row: none while keys are dropped."""
        hints = super().hints()
        return () if self._holds_keys else hints

    # keys and questions

    def _note_question(self) -> None:
        """Note what keys answer now; while something else is open, its keys answer that."""
        if self.ui.mode not in (Mode.GAME, Mode.COVER) or self.cuttle.screen is not self:
            return
        # what kind of table keys act on, and the question they answer there
        state, view = self.state, self.state.view
        over = state.called_off or (view is not None and view.outcome is not None)
        verdict = "" if self.to_do is None else self.to_do.verdict
        company: object = None
        if view is None or over:  # players agree to play with these people
            company = [(sitter.name, sitter.kind) for sitter in state.sitters], bool(self.ui.queue)
        before, now = self._read, ((view is None, over, verdict), (_question(state), company))
        self._read = now
        if before is not None and now != before:  # an opened table was asked for
            self.note_change(READING if before[0] == now[0] else LOOKING)

    def only_looks(self, intent: Intent) -> bool:
        """Return whether an intent answers nothing, or what the table asks is covered."""
        covered = self.ui.mode not in (Mode.GAME, Mode.COVER)
        asks = intent == Act.ASK_TO_LEAVE and not self.leaving.at_once
        if intent == Act.SAVE_PICTURE:  # a bounce of the key that asks is no answer
            return False
        return covered or asks or do.only_looks(intent) or super().only_looks(intent)

    def tell_premature(self) -> None:
        self.tell(premature_line())

    # following the table

    def on_mount(self) -> None:
        self.following.begin(self.seating.subscribe)
        self.refresh_table()
        if notice := self._notice or (self.way_back if self.state.view is not None else SILENCE):
            self.announce(notice)

    def on_screen_resume(self) -> None:
        """Offer what is next to do, if the table still waits."""
        if self.state.view is None:
            self.refresh_table()
        self._note_question()

    def on_unmount(self) -> None:
        self.body.stop()
        self.following.stop()

    def hear(self, news: News) -> None:
        """Refresh the queue, before the cards are dealt."""
        if self.state.view is None:
            self.refresh_table()

    def reword(self) -> None:
        self._digests = Latest()
        self.refresh_table()

    def chat_filter(self) -> ChatFilter:
        """Return whose chat is shown here."""
        return ChatFilter(self.chat.my_name, self.chat.writes, frozenset(self.cuttle.muted))

    def _follow(self) -> None:
        """Show what has changed at the table; a line of chat may change the log and band alone."""
        plain = self.occasion == "game" and self.ui.mode is Mode.GAME and self.coach.hint is None
        still = self.state.running and self.moves.sent is None and not self.seating.shared
        read = self.seating.state(covered=self._covered)
        before, state = self.state, settled(read)
        new = self.seating.watching or state.talk != before.talk
        if plain and still and new and replace(state, talk=before.talk) == before:
            # show new lines of chat at a table that is otherwise as it was, and present no more
            self.state = state
            self.digest = digest = self._digest_of(state)
            self.ui = replace(self.ui, chat_context=self.chat.context())
            if self.body.model is not None:
                self.body.show_lines(
                    with_lines(self.body.model, state, self.seating.seat, self.ui, digest)
                )
            return
        self.refresh_table(read)

    def _digest_of(self, state: TableState) -> TableDigest:
        """Return what depends on the table alone, as it is read here.

        What is presented is kept until that changes.
        """
        read = (state, self.seating.seat, self._covered, self.chat_filter(), self.way_back)
        digest = self._digests.at(read, lambda: self._digest(*read))
        if digest is not self.digest:
            self._presented.clear()
        return digest

    def _digest(
        self, state: TableState, seat: int, covered: bool, chat: ChatFilter, first: Sentence
    ) -> TableDigest:
        """Work out what depends on the table alone."""
        return digest_of(
            state, seat, covered=covered, chat_filter=chat, first=first, worded=self._worded
        )

    def refresh_table(self, state: TableState | None = None) -> None:
        """Read the table again, keep the choices that are still legal, and show it.

        Args:
            state: the table as it was read just now.
        """
        state = state or self.seating.state(covered=self._covered)
        if self.moves.answered_unasked(state):
            return
        before, ui, read = self.state, self.ui, (self.seating.chair, self._covered)
        if ui.mode is not Mode.LEAVE and self.seating.moved_on():
            ui = TableUi(mode=Mode.COVER)
        if ui.mode is not Mode.LEAVE:  # leaving is also asked over a covered hand
            self._covered = ui.mode is Mode.COVER
        if (self.seating.chair, self._covered) != read:
            state = self.seating.state(covered=self._covered)
        self.state = state = settled(state)
        self.digest = self._digest_of(state)
        self.after_game.note_end(self.digest.names)
        ui = self.among_others.with_facts(self.moves.settled(ui, before))
        if happened := news_since(before.log, state.log):
            self.body.light(happened, before.view, state.view, alone=False)
        if state.view is not None:
            ui = self._after_change(ui, before, state.view)
            self.alerts.note_change(before)
        self.matched = self.matched or bool(ui.queue)
        self._deal(before, ui)
        self._sweep(before, ui)
        self.show_ui(ui)
        for line in (host_line, length_line):
            if told := line(before, state, self.seating.seat):
                self.cuttle.tell(told)
        self.alerts.note_door(before)
        self.alerts.note_beginning(before)
        self.leaving.warn_unkept()
        self.alerts.tell_above(before)

    def _deal(self, before: TableState, ui: TableUi) -> None:
        """Show the player of one seat, if wanted, how the cards of a new game are dealt.

        Not beyond its first change.
        """
        view, old = self.state.view, before.view
        if view is None:
            return
        begun = self._new or old is None or old.outcome is not None or before.called_off
        self._new = False
        alone = not (self.seating.watching or self.seating.shared)
        playing = self.occasion == "game" and ui.mode is Mode.GAME
        if begun and not view.ply and alone and playing and self.cuttle.moves:
            self.body.deal.begin()
        elif view.ply:
            self.body.deal.stop()

    def _sweep(self, before: TableState, ui: TableUi) -> None:
        """Let the points that reached the goal turn gold, before the page about the game."""
        view, old = self.state.view, before.view
        if view is None or view.outcome is None:
            self.sweep.stop()
            return
        now = old is not None and old.outcome is None and view.outcome.why == "goal"
        wanted = self.cuttle.moves and ui.mode is Mode.GAME
        if now and wanted and self.after_game.plate is not None:
            self.sweep.begin()

    def _after_change(self, ui: TableUi, before: TableState, view: View) -> TableUi:
        """Keep the choices that are still legal; close what is read when something is asked."""
        scroll = ui.scroll if ui.mode is Mode.TALK else 0  # what happened is in sight
        choice = selection.settle(view, ui.choice, self.seating.seat)
        ui = replace(ui, choice=choice, scroll=scroll)
        if _question(before) != _question(self.state):
            ui = replace(ui, notice=SILENCE)
            self.announce(SILENCE)
        reads = ui.mode in (Mode.SCRAP, Mode.LOG) and not ui.reading.searching
        return closed(ui) if reads and new_events_ask(before.view, view) else ui

    def call_of(self, steps: int) -> Call:
        return self.alerts.call_of(steps)

    # intents

    def press_key(self, key: str) -> None:
        """Handle a key; the first after being fetched was meant for something else."""
        fetched, self.alerts.fetched = self.alerts.fetched, False
        if fetched:
            self.note_presence()
        else:
            super().press_key(key)

    def clear_notice(self, _: Intent | None) -> bool:
        """Forget the last rejection."""
        if self.ui.notice:
            self.ui = replace(self.ui, notice=SILENCE)
        return False

    GATES: ClassVar[tuple[Gate, ...]] = (*ZoneScreen.GATES, clear_notice)

    def _ask(self, effect: do.Ask) -> None:
        request = effect.at(self.situation)
        if isinstance(request, LetIn | SendAway) and self.door_guard.unread:
            self.tell_premature()
            return
        self._call(lambda: self.seating.chair.ask(request))

    def _reject_target(self, effect: do.RejectTarget) -> None:
        letters = [aim.key for aim in self.situation.aims]
        self.tell(refused(no_target_line(TARGET_KEYS[effect.place], letters)))

    def ignore(self) -> None:
        self.show_ui(self.ui)

    def tell(self, line: Sentence) -> None:
        """Show a line in the last row of the prompt until the next key."""
        self.show_ui(replace(self.ui, notice=line))

    def try_to(self, call: Callable[[], None]) -> None:
        """Send a request that may be refused, and show why if it is."""
        try:
            call()
        except (LobbyError, TableError) as error:
            self.tell(refused_line(error))

    def _call(self, call: Callable[[], None]) -> None:
        self.try_to(call)
        self.refresh_table()

    def _copy_invitation(self) -> None:
        """Copy the link for a friend, or the line for ssh; by turns where there are both."""
        lines = [line for line in (self.state.link, self.state.invitation) if line]
        place, self._copies = self._copies % len(lines), self._copies + 1
        copied = self.cuttle.send_to_clipboard(lines[place])
        both = copied == "sent" and len(lines) > 1
        self.tell(other_line(link=place == 0) if both else copied_line(copied))

    def _change_level(self, step: int) -> None:
        """Choose another level for the computers that can be added or practised with."""
        self.cuttle.choose_level(next_level(self.cuttle.level, step))
        self.refresh_table()

    def _uncover_hand(self) -> None:
        self.ui = TableUi()
        self.refresh_table()

    # leaving

    @property
    def way_back(self) -> Sentence:
        return way_back(self.among_others.resume_code)

    @property
    def hosts_others(self) -> bool:
        """Whether other people are in the room, which is in this process and closes with it."""
        people = sum(each.kind == "person" and each.present for each in self.state.sitters)
        return self._lobby is not None and people > 1

    def stand_up(self) -> None:
        """Leave the table, even if it refuses; a game that is kept is not given up."""
        self.left = True
        self.on_unmount()
        self.meanwhile.close()
        home = self.lobby.home
        if home is None or not home.put_aside(self.seating.chair):
            self.seating.leave()

    def leave_table(self) -> None:
        """Leave the table for home, or for the table where a match is waited for."""
        told = self.leaving.farewell
        self.stand_up()
        if self._lobby is not None:
            self.cuttle.close_door()
        archive = self.cuttle.lobby.archive
        kept = archive is None or archive.trouble is None  # the next screen says so otherwise
        self.cuttle.close_table(told if kept else SILENCE)

    def interrupt(self) -> None:
        """Ask whether to leave; leave and quit if asked twice. Practice and tasks close at once."""
        if self.occasion != "game":
            self.stand_up()
            self.cuttle.close_screen()
        elif self.ui.mode is Mode.LEAVE or not self.cuttle.settings.confirm:
            self.cuttle.leave_all()
        elif self.seating.watching:
            self.leave_table()
        else:
            self.leaving.ask_first()

    # the mouse

    def bar_key(self) -> str:
        """Return enter if it has a meaning; never a key that would show a hidden hand."""
        key = self.BAR_KEY
        return key if self.find_intent(key) is not None and self.ui.mode is not Mode.COVER else ""

    @property
    def question(self) -> object:
        return _question(self.state)

    def tell_late(self) -> None:
        self.tell(late_click_line())

    def on_zone_key_clicked(self, message: Zone.KeyClicked) -> None:
        """Press the clicked key, unless the click was aimed at what was there before."""
        self.mouse.swallows(message)

    def on_zone_card_clicked(self, message: Zone.CardClicked) -> None:
        """Handle a click on a card; what is open beside the table is closed by it."""
        if self.ui.beside:
            self.show_ui(closed(self.ui))
        self.mouse.click_card(message)

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        self.mouse.click_row(message)


def _question(state: TableState) -> tuple[object, ...]:
    """Return the question that rejections and clicks belong to; the next one clears them."""
    view = state.view
    asked = () if view is None else (view.ply, view.asked, view.outcome)
    return asked, state.claimable, state.called_off
