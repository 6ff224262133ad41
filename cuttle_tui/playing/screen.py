"""Show a table to the player of a chair, follow it, and carry out the player's intents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from cuttle_tui.coach.screens import TableCoach
from cuttle_tui.coach.words import with_hint
from cuttle_tui.drawing.rows import Recent
from cuttle_tui.i18n.rich_text import SILENCE, Sentence, say
from cuttle_tui.i18n.translation import Message
from cuttle_tui.kit.host import LOOKING, READING, Seating, Subscription
from cuttle_tui.kit.keymap import Intent, Sections, intent_of
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.kit.text_types import Call, next_level
from cuttle_tui.kit.words import begins_line, premature_line, refused_line
from cuttle_tui.kit.zone import PaintContext, Zone
from cuttle_tui.learn.tasks import Task, guided
from cuttle_tui.plain.table_words import NOTHING_TO_UNDO, undone_line
from cuttle_tui.playing.mouse import TableMouse
from cuttle_tui.playing.parts import AfterGame, Meanwhile, TableChat, UnaskedAnswers
from cuttle_tui.ports import Chair, Lobby, LobbyError, News, OnlineSeat, TableError, TableState
from cuttle_tui.replay.archive_screen import current_folder
from cuttle_tui.replay.archive_words import unkept_line
from cuttle_tui.replay.presenter import present_practice
from cuttle_tui.table import choices, selection
from cuttle_tui.table import intents as do
from cuttle_tui.table.chat import ChatCommand
from cuttle_tui.table.choices import NOTHING, TARGET_KEYS
from cuttle_tui.table.commands import ALL_SECTIONS, clicks_at, sections_at
from cuttle_tui.table.digest import ChatFilter, TableDigest, WordedLog, digest_of, settled
from cuttle_tui.table.intents import Act
from cuttle_tui.table.log_view import in_column
from cuttle_tui.table.plate import said_at_end, said_since, with_plate
from cuttle_tui.table.present_seats import news_since
from cuttle_tui.table.presenter import new_events_ask, present_table, with_lines
from cuttle_tui.table.selection import objection_to
from cuttle_tui.table.situation import Mode, Occasion, Situation, TableUi
from cuttle_tui.table.update import closed
from cuttle_tui.table.view_model import TableModel
from cuttle_tui.table.view_screen import TableView
from cuttle_tui.table.words.absence import coming_line
from cuttle_tui.table.words.chat import ALONE
from cuttle_tui.table.words.prompt import how_to_answer_line
from cuttle_tui.table.words.refusals import (
    card_first_line,
    late_click_line,
    no_target_line,
    objection_line,
    refusal_line,
)
from cuttle_tui.table.words.status_notes import call_of
from cuttle_tui.table.words.waiting_room import way_back, with_way_back
from engine.actions import Action, Kind
from engine.bots.levels import LEVELS
from engine.errors import IllegalAction, StaleAction
from engine.play.view import View
from engine.rules.rulesets import Ruleset
from engine.solver import Challenge
from engine.table.seats import NO_CLOCK, is_correspondence

_ANSWERS: Final = (Kind.COUNTER, Kind.BLOCK, Kind.REBUFF)


class TableScreen(TableView):
    """A table that is played through one chair, shared at one keyboard, or watched."""

    BAR_KEY: ClassVar[str] = "enter"

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
            paint: the paint context.
            lobby: the lobby of the table; by default, the app's.
            notice: announced until the first key.
            task: the task of a lesson or a puzzle.
            branched_at: the ply of a recorded game that practice continues from.
            new: whether the cards have just been dealt.
        """
        self.seating = seating = Seating(chairs)
        mode = Mode.COVER if seating.shared else Mode.GAME
        super().__init__(paint, seating.state(covered=seating.shared), TableUi(mode=mode))
        self.to_do, self.branched_at = task, branched_at
        self.digest: TableDigest | None = None
        self._worded = WordedLog()
        self._presented: Recent[TableUi, TableModel] = Recent()
        """What this state of the table looked like, with what the player had chosen."""
        self.matched = False
        """Whether the player was waiting for a quick match here."""
        self._read: tuple[object, object] | None = None
        """The scene and the question that keys have answered so far."""
        self._fetched = False
        """Whether the game began while the player did something else."""
        self.sent: int | None = None
        """The ply of an action that the table has not shown yet."""
        self._lobby, self._notice = lobby, notice
        self._new = new
        self._unkept = False
        """Whether the last move could not be stored."""
        self._covered = seating.shared
        """Whether every hand is hidden."""
        self.occasion = _occasion_of(task, branched_at)
        self.following = Subscription(self, self._follow)
        self.mouse = TableMouse(self)
        self.chat = TableChat(self)
        self.after_game = AfterGame(self)
        self.coach = TableCoach(self)
        self.unasked = UnaskedAnswers(self)
        self.meanwhile = Meanwhile(self)
        self._acts = self._acts_by_intent()

    def _acts_by_intent(self) -> dict[Intent, Callable[[], None]]:
        return {
            Act.WAIT: lambda: None,
            Act.SAY_ALONE: lambda: self.tell(say(ALONE)),
            Act.ASK_FOR_CARD: self._ask_for_card,
            Act.ASK_TO_LEAVE: self._ask_to_leave,
            Act.LEAVE: self.leave_table,
            Act.END_GAME: self._end_game,
            Act.STAY: self._stay,
            Act.SHOW_HANDS: lambda: self._call_seat(self._show_hands),
            Act.UNCOVER: self._uncover_hand,
            Act.CLAIM: lambda: self._call_seat(lambda seat: seat.claim()),
            Act.CALL_OFF: lambda: self._call_seat(lambda seat: seat.call_off()),
            Act.GET_READY: lambda: self._call(self._get_ready),
            Act.FILL: lambda: self._call_seat(lambda seat: seat.fill(self.cuttle.level)),
            Act.EASIER: lambda: self._change_level(-1),
            Act.HARDER: lambda: self._change_level(1),
            Act.COPY_LINE: lambda: self.tell(self.cuttle.copy(self.state.invitation)),
            Act.DO_PUZZLE: lambda: self.meanwhile.open_task("puzzle"),
            Act.DO_LESSON: lambda: self.meanwhile.open_task("lesson"),
            Act.PRACTISE: lambda: self.try_to(self.meanwhile.practise),
            Act.PLAY_AGAIN: lambda: self._call(self.seating.ready),
            Act.WATCH_AGAIN: self.after_game.watch,
            Act.ANALYSE: self.after_game.analyse,
            Act.SAVE_PICTURE: self.after_game.save_picture,
            Act.WRITE_PICTURE: self.after_game.write_picture,
            Act.CHECK_DEAL: self.after_game.check_deal,
            Act.ASK_COACH: self.coach.toggle,
            Act.TAKE_BACK: self._take_back,
            Act.START_OVER: self._start_over,
            Act.GO_ON: self._go_on,
            Act.NEXT_GAME: lambda: self._call(self._next_game),
        }

    # state

    @property
    def seat_below(self) -> int:
        """The seat at the bottom of the screen."""
        return self.seating.seat

    @property
    def lobby(self) -> Lobby:
        """The lobby of the table."""
        return self._lobby or self.cuttle.lobby

    @property
    def rules_to_read(self) -> Ruleset:
        """The rules in play."""
        view = self.state.view
        return (self.state.ruleset or self.cuttle.ruleset) if view is None else view.ruleset

    @property
    def situation(self) -> Situation:
        """The table at this moment."""
        model = self.model
        practice = self.seating.chair.practice
        return Situation(
            self.state,
            self.seating.seat,
            self.ui,
            () if model is None else model.order,
            self.log_lines,
            self.across,
            self.occasion,
            "" if self.to_do is None else self.to_do.verdict,
            model is not None and model.tells_more,
            self.sent is not None,
            practice is not None,
            practice is not None and practice.possible,
            self.after_game.plate is not None,
        )

    @property
    def all_sections(self) -> Sections:
        """All key sections of this screen, in the order of the help."""
        return ALL_SECTIONS[self.occasion]

    @property
    def all_clicks(self) -> tuple[Message, ...]:
        """What clicks do here, besides those on drawn keys."""
        return clicks_at(self.occasion)

    def sections(self) -> Sections:
        """Return the keys of the cards, or of what covers them."""
        return sections_at(self.situation)

    def present(self) -> TableModel:
        """Present the table, with a task or practice applied to it."""
        model = self._present(self.ui.of_table)
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
            return with_hint(model, hint, self.digest.names, self.prompt_room)
        if self.branched_at is not None and self.digest is not None:
            return present_practice(model, view, self.digest.names, self.branched_at)
        plate = None if ui.fields else self.after_game.plate
        if plate is None or self.digest is None:
            return model
        return with_plate(model, plate, said_at_end(self.digest, self.state))

    @property
    def coached(self) -> bool:
        """Whether a hint is shown."""
        return self.coach.hint is not None

    def show_ui(self, ui: TableUi) -> None:
        """Show the table, and note when a hand is covered or uncovered, or the question changes."""
        self.mouse.note_turn(ui)
        super().show_ui(ui)
        self._note_question()

    # keys and questions

    def _note_question(self) -> None:
        """Note what keys answer now; while something else is open, its keys answer that."""
        if self.ui.mode not in (Mode.GAME, Mode.COVER) or self.cuttle.screen is not self:
            return
        before, now = self._read, self._asked_of_keys()
        self._read = now
        if before is not None and now != before:  # who opens a table asked for what is there
            self.note_change(READING if before[0] == now[0] else LOOKING)

    def _asked_of_keys(self) -> tuple[object, object]:
        """Return what kind of table keys act on, and the question they answer there."""
        state, view = self.state, self.state.view
        over = state.called_off or (view is not None and view.outcome is not None)
        verdict = "" if self.to_do is None else self.to_do.verdict
        company: object = None
        if view is None or over:  # whoever agrees to play agrees to play with them
            company = [(sitter.name, sitter.kind) for sitter in state.sitters], bool(self.ui.queue)
        return (view is None, over, verdict), (_question(state), company)

    def only_looks(self, intent: Intent) -> bool:
        """Return whether an intent answers nothing, or what the table asks is covered."""
        covered = self.ui.mode not in (Mode.GAME, Mode.COVER)
        asks = intent == Act.ASK_TO_LEAVE and not self._leaves_at_once
        if intent == Act.SAVE_PICTURE:  # a bounce of the key that asks is no answer
            return False
        return covered or asks or do.only_looks(intent) or super().only_looks(intent)

    def tell_premature(self) -> None:
        """Say that a key did nothing: what it would answer has only just come."""
        self.tell(premature_line())

    # following the table

    def on_mount(self) -> None:
        """Subscribe to the table."""
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
        """Unsubscribe, and end the highlight and the deal."""
        self.highlights.stop()
        self.deal.stop()
        self.following.stop()

    def hear(self, news: News) -> None:
        """Refresh the queue, before the cards are dealt."""
        if self.state.view is None:
            self.refresh_table()

    def reword(self) -> None:
        """Redraw the texts of the table."""
        self.refresh_table()

    def chat_filter(self) -> ChatFilter:
        """Return whose chat is shown here."""
        return ChatFilter(self.chat.my_name, self.chat.writes, frozenset(self.cuttle.muted))

    def _follow(self) -> None:
        """Show what has changed at the table."""
        if self._looks_on:
            before, state = self.state, settled(self.seating.state(covered=False))
            new = self.seating.watching or state.talk != before.talk
            if new and replace(state, talk=before.talk) == before:
                self._hear_lines(state)
                return
        self.refresh_table()

    @property
    def _looks_on(self) -> bool:
        """Whether a line of chat changes nothing but the log and the band."""
        plain = self.occasion == "game" and self.ui.mode is Mode.GAME and not self.coached
        return plain and self.state.running and self.sent is None and not self.seating.shared

    def _hear_lines(self, state: TableState) -> None:
        """Show new lines of chat at a table that is otherwise as it was, and present no more."""
        self.state = state
        self._presented.clear()
        self.digest = self._digest_of(state)
        self.ui = replace(self.ui, chat_context=self.chat.context())
        if self.model is not None:
            seat = self.seating.seat
            self.show_lines(with_lines(self.model, state, seat, self.ui, self.digest))

    def _digest_of(self, state: TableState) -> TableDigest:
        """Work out what depends on the table alone, as it is read here."""
        return digest_of(
            state,
            self.seating.seat,
            covered=self._covered,
            chat_filter=self.chat_filter(),
            first=self.way_back,
            worded=self._worded,
        )

    def refresh_table(self) -> None:
        """Read the table again, keep the choices that are still legal, and show it."""
        if self.unasked.sent(covered=self._covered):
            return
        before, ui = self.state, self.ui
        if ui.mode is not Mode.LEAVE and self.seating.moved_on():
            ui = TableUi(mode=Mode.COVER)
        if ui.mode is not Mode.LEAVE:  # leaving is also asked over a covered hand
            self._covered = ui.mode is Mode.COVER
        covered = self._covered
        self.state = state = settled(self.seating.state(covered=covered))
        self._presented.clear()
        self.digest = self._digest_of(state)
        self.after_game.note_end(self.digest.names)
        ui = self._with_facts(self._after_sending(ui, before))
        if happened := news_since(before.log, state.log):
            self._light(happened, before.view, state.view, alone=False)
        if state.view is not None:
            ui = self._after_change(ui, before, state.view, self.digest)
        self.matched = self.matched or bool(ui.queue)
        self._deal(before, ui)
        self.show_ui(ui)
        self._begin(before)
        self._warn_unkept()
        self._call_above(before)

    def _deal(self, before: TableState, ui: TableUi) -> None:
        """Show how the cards of a new game are dealt, but not beyond its first change."""
        view, old = self.state.view, before.view
        if view is None:
            return
        begun = self._new or old is None or old.outcome is not None or before.called_off
        self._new = False
        if begun and not view.ply and self._shows_deals(ui):
            self.deal.begin()
        elif view.ply:
            self.deal.stop()

    def _shows_deals(self, ui: TableUi) -> bool:
        """Return whether a deal is shown: to the player of one seat, in a game, if wanted."""
        alone = not (self.seating.watching or self.seating.shared)
        playing = self.occasion == "game" and ui.mode is Mode.GAME
        return alone and playing and self.cuttle.settings.highlight

    def attend(self) -> None:
        """Note that the player is present, who need not wait for the deal."""
        self.deal.end()
        super().attend()

    def _after_change(
        self, ui: TableUi, before: TableState, view: View, digest: TableDigest
    ) -> TableUi:
        """Keep the choices that are still legal; alert players who face a new question."""
        state = self.state
        ui = replace(ui, choice=selection.settle(view, ui.choice, self.seating.seat))
        if _question(before) != _question(state):
            ui = replace(ui, notice=SILENCE)
            self.announce(SILENCE)
        asked = new_events_ask(before.view, view)
        if asked and ui.mode in (Mode.SCRAP, Mode.LOG) and not ui.reading.searching:
            ui = closed(ui)
        if asked and not self.seating.shared:
            self.cuttle.call_attention("turn", state.title)
        if state.claimable and not before.claimable:
            self.cuttle.call_attention("claimable", state.title)
        if came := coming_line(before, state, digest.names):
            self.announce(came)
        return ui

    def _call_above(self, before: TableState) -> None:
        """Update the screens above the table with its call; tell there what was said since."""
        if self.digest is not None and self.situation.over:
            for line in said_since(self.digest, self.state, before):
                self._tell_above(line)
        call = self.call_of(1)
        if call.kind == "again" and before.ready != self.state.ready:
            self._tell_above(call.what)
        stack = list(self.cuttle.screen_stack)
        for screen in stack[stack.index(self) + 1 :] if self in stack else ():
            if isinstance(screen, ZoneScreen) and screen.is_mounted:
                screen.hear_call()
        self.meanwhile.call_away()

    def _tell_above(self, line: Sentence) -> None:
        if self.still_open and self.cuttle.screen is not self:
            self.cuttle.tell(line)

    def call_of(self, steps: int) -> Call:
        """Return what this table waits for; a watcher is not asked for another game."""
        watching, state = self.seating.watching, self.state
        return call_of(replace(state, ready=()) if watching else state, self.seating.seat, steps)

    def _after_sending(self, ui: TableUi, before: TableState) -> TableUi:
        """Clear the choice once its action has happened."""
        view, recovered = self.state.view, before.trouble and not self.state.trouble
        if self.sent is None or (view is not None and view.ply == self.sent and not recovered):
            return ui
        self.sent = None
        return ui if recovered else replace(ui, choice=NOTHING, explain=False)

    def _begin(self, before: TableState) -> None:
        """Come forward when a game is dealt: the first or the next."""
        view = self.state.view
        if view is None or view.outcome is not None:
            return
        if before.view is None:
            self._fetched = self.cuttle.screen is not self
            self.cuttle.bring_forward(self)
            self.meanwhile.close()
            names = [sitter.name for sitter in self.state.sitters]
            code, fetched = self._resume_code, self._fetched
            timing = NO_CLOCK if code else self.state.timing  # the log begins with the clocks
            begins = begins_line(names, self.chat.my_name, timing, fetched=fetched)
            self.announce(with_way_back(begins, code))
            self.cuttle.call_attention("paired", self.state.title)
        elif before.view.outcome is not None or before.called_off > self.state.called_off:
            self.cuttle.bring_forward(self)

    def _with_facts(self, ui: TableUi) -> TableUi:
        """Copy the lobby's facts to the screen state; practice and tasks have none."""
        if self.occasion != "game":
            return replace(ui, watching=False, online=False)
        online = self.lobby.online
        waiting = self.state.view is None and not self.seating.watching and self.state.code is None
        queue = online.queue() if waiting and online is not None else ()
        return replace(
            ui,
            watching=self.seating.watching,
            shared=self.seating.shared,
            online=online is not None,
            kept=self._keeps,
            resume_code=self._resume_code,
            muted=frozenset(self.cuttle.muted),
            queue=queue if any(player.me for player in queue) else (),
            offers=self.meanwhile.offers,
            level=self.cuttle.level,
            other_games=len(self._other_games()),
            folder=current_folder() if self.lobby.archive is not None else "",
            practising=self._practising,
            fields=ui.fields and self.after_game.plate is not None,
            chat_context=ui.chat_context if ui.mode is Mode.TALK else self.chat.context(),
        )

    @property
    def _resume_code(self) -> str:
        """The code with which a guest comes back to a seat at this table; empty for others."""
        online = self.lobby.online
        guest = None if online is None else online.guest
        seated = self.occasion == "game" and not self.seating.watching
        return guest.resume_code if guest is not None and seated else ""

    @property
    def way_back(self) -> Sentence:
        """How a guest comes back to this table."""
        return way_back(self._resume_code)

    def _other_games(self) -> list[str]:
        """List the other correspondence games that wait for this player, by id."""
        online = self.lobby.online
        if online is None or not is_correspondence(self.state.timing):
            return []
        lines = (line for line in online.inbox() if line.title != self.state.title)
        return [line.id for line in lines if line.waits_for_me]

    def _next_game(self) -> None:
        online, games = self.lobby.online, self._other_games()
        if online is not None and games:
            self.wait_for_lobby(
                online.go_to(games[0]), lambda chair: self.cuttle.sit_down((chair,))
            )

    @property
    def _practising(self) -> bool:
        """Whether the table below is waiting for a quick match."""
        below = self.cuttle.screen_stack[:-1]
        tables = [s for s in below if isinstance(s, TableScreen) and s is not self]
        return any(table.matched for table in tables)

    # intents

    def answer(self, key: str) -> None:
        """Handle a key; the first after being fetched was meant for something else."""
        if not self._fetched:
            super().answer(key)
        elif self.still_open:
            self._fetched = False
            self.attend()

    def act(self, intent: Intent | None) -> None:
        """Carry out an intent, and clear the last rejection."""
        if self.ui.notice:
            self.ui = replace(self.ui, notice=SILENCE)
        super().act(intent)

    def perform(self, effect: Intent) -> None:
        """Carry out an effect."""
        view = self.state.view
        if effect in self._acts:
            self._acts[effect]()
        elif isinstance(effect, ChatCommand):
            self.chat.perform(effect)
        elif isinstance(effect, do.LookAtLine):
            self.after_game.look_at(effect.line)
        elif isinstance(effect, do.Submit) and view is not None:
            self._submit(effect.action, view.ply)
        elif isinstance(effect, do.Reject) and view is not None:
            self.reject(view, effect.action)
        elif isinstance(effect, do.RejectTarget):
            letters = [aim.key for aim in self.situation.aims]
            self.tell(no_target_line(TARGET_KEYS[effect.place], letters))
        else:
            super().perform(effect)

    def ignore(self) -> None:
        """Clear the message."""
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

    def _change_level(self, step: int) -> None:
        """Choose another level for the computers that can be added or practised with."""
        self.cuttle.choose_level(next_level(self.cuttle.level, step))
        self.refresh_table()

    def _call_seat(self, call: Callable[[OnlineSeat], None]) -> None:
        """Send a request that only a seat on a server allows."""
        seat = self.seating.chair.online
        if seat is not None:
            self.try_to(lambda: call(seat))
        self.refresh_table()

    def reject(self, view: View, action: Action) -> None:
        """Explain why an action is illegal, or how to choose a legal one that was clicked again."""
        objection = objection_to(view, action)
        if objection is not None and self.digest is not None:
            self.tell(objection_line(view, objection, self.digest.names))
        elif objection is None and action.kind in _ANSWERS:
            self.tell(how_to_answer_line(action))
        else:
            self.show_ui(self.ui)

    def _ask_for_card(self) -> None:
        assert self.state.view is not None
        self.tell(card_first_line(self.state.view))

    def _submit(self, action: Action, ply: int) -> None:
        """Play an action; if the table refuses it, show why and keep the choice.

        The table may show it only later: until then the choice stays as it is.
        """
        try:
            self.seating.chair.submit(action, ply)
        except StaleAction as error:
            if self.sent is None:
                self.ui = replace(self.ui, notice=refusal_line(error))
        except IllegalAction as error:
            self.ui = replace(self.ui, notice=refusal_line(error))
        else:
            self.sent = ply
        if self.to_do is not None:
            self.to_do.note_progress()
        self.refresh_table()

    def _take_back(self) -> None:
        """Take back the player's last move and all that followed, and say which move it was."""
        practice = self.seating.chair.practice
        action = None if practice is None else practice.take_back()
        if practice is None or action is None:
            self.tell(say(NOTHING_TO_UNDO))
            return
        while self.unasked.answer_to(self.seating.chair.state()) is not None:
            action = practice.take_back() or action  # it was no move of the player's own
            if not practice.possible:
                break
        self.sent, self.ui = None, TableUi()
        self.refresh_table()
        self.guard.trust()
        if self.digest is not None:
            self.tell(undone_line(self.state.view, action, self.digest.names))

    # before the cards are dealt

    def _get_ready(self) -> None:
        self.seating.chair.ready(self.seating.seat not in self.state.ready)

    # tasks

    def _start_over(self) -> None:
        if self.to_do is not None:
            self.to_do.contest.again()
            self.ui = TableUi()
            self.refresh_table()
            self.guard.trust()

    def _go_on(self) -> None:
        """Go on to the next task; after the last lesson, to a game against the weakest computer."""
        contest = None if self.to_do is None else self.to_do.next_contest()
        if contest is not None:
            self.lay_out(contest)
        elif self.to_do is not None and self.to_do.plays:
            game = self.lobby.play_computer(self.cuttle.ruleset.name, LEVELS[0].name)
            self.wait_for_lobby(game, lambda chair: self.cuttle.sit_down((chair,), new=True))
        else:
            self.interrupt()

    def lay_out(self, contest: Challenge) -> None:
        """Replace this table with another."""
        self.on_unmount()
        self.seating, self.sent = Seating((contest,)), None
        self.ui = TableUi()
        self.following.begin(self.seating.subscribe)
        self.refresh_table()

    # sharing the keyboard, leaving

    def _uncover_hand(self) -> None:
        self.ui = TableUi()
        self.refresh_table()

    def _show_hands(self, seat: OnlineSeat) -> None:
        seat.show_hands(self.seating.seat not in self.state.showing)

    def _stay(self) -> None:
        if self.seating.shared:
            self.seating.forget()
        self.refresh_table()

    def _ask_to_leave(self) -> None:
        """Ask first, unless leaving costs nothing or the table may be abandoned."""
        if self._leaves_at_once:
            self.leave_table()
        else:
            self._ask_first()

    @property
    def _leaves_at_once(self) -> bool:
        view = self.state.view
        idle = view is None or not choices.standing(view)
        empty = view is None and is_correspondence(self.state.timing)
        free = self.seating.watching or self.state.settled or empty
        return free or (idle and not self.cuttle.settings.confirm)

    def _ask_first(self) -> None:
        self.show_ui(replace(self.ui, mode=Mode.LEAVE))

    @property
    def _keeps(self) -> bool:
        """Whether the game is kept when its player leaves."""
        home = self.lobby.home
        return home is not None and home.keeps(self.seating.chair)

    def _warn_unkept(self) -> None:
        """Say, when it begins, that the last move could not be stored."""
        home = self.lobby.home
        problem = None if home is None else home.unkept
        if problem is not None and not self._unkept:
            self.announce(unkept_line(problem))
        self._unkept = problem is not None

    def stand_up(self) -> None:
        """Leave the table, even if it refuses; a game that is kept is not given up."""
        self.on_unmount()
        self.meanwhile.close()
        home = self.lobby.home
        if home is None or not home.put_aside(self.seating.chair):
            self.seating.leave()

    def _end_game(self) -> None:
        """Leave for good: the game is not kept."""
        self.seating.leave()
        self.leave_table()

    def leave_table(self) -> None:
        """Leave the table for home, or for the table where a match is waited for."""
        self.stand_up()
        if self._lobby is not None:
            self.cuttle.close_door()
        self.cuttle.close_table()

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
            self._ask_first()

    # the mouse

    @property
    def engaged(self) -> bool:
        """Whether letters may be targets, or something covers the table."""
        return self.situation.step == "target" or super().engaged

    def bar_key(self) -> str:
        """Return enter if it has a meaning; never a key that would show a hidden hand."""
        key = self.BAR_KEY
        live = intent_of(self.answering, self.situation, key) is not None
        return key if live and self.ui.mode is not Mode.COVER else ""

    @property
    def question(self) -> object:
        """What the table asks, or whether it waits."""
        return _question(self.state)

    def tell_late(self) -> None:
        """Say that the table changed under the pointer."""
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
        """Handle a click beside the cards."""
        self.mouse.click_row(message)


def _occasion_of(task: Task | None, branched_at: int | None) -> Occasion:
    if task is not None:
        return task.occasion
    return "game" if branched_at is None else "practice"


def _question(state: TableState) -> tuple[object, ...]:
    """Return the question that rejections and clicks belong to; the next one clears them."""
    view = state.view
    asked = () if view is None else (view.ply, view.asked, view.outcome)
    return asked, state.claimable, state.called_off
