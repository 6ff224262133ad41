"""Show a recorded game step by step or automatically; search it, share it, practise from it."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from textual.events import Paste

from cuttle_tui.coach.commands import AskCoach
from cuttle_tui.coach.comments import NO_TURN
from cuttle_tui.coach.controllers import ReplayCoach, with_hint
from cuttle_tui.coach.widget import AnalysisPlate
from cuttle_tui.coach.words import NOTHING_BETTER, legend, no_better_line, what_if_line
from cuttle_tui.i18n.translation import SILENCE, Sentence, say
from cuttle_tui.kit.keymap import Intent, Pointing, Sections, TypeText
from cuttle_tui.kit.names import names_of
from cuttle_tui.kit.prompt import PromptBar
from cuttle_tui.kit.screen import Gate, ZoneScreen
from cuttle_tui.kit.text_types import MARKS, Cell, cells_of
from cuttle_tui.kit.words import lobby_line
from cuttle_tui.kit.zone import PaintContext, Zone
from cuttle_tui.ports import NOWHERE, GameLink, LobbyError, Source
from cuttle_tui.replay import archive_words, commands as do, words as wording
from cuttle_tui.replay.archive_screen import FileKind, SharedGame, save_file
from cuttle_tui.replay.commands import (
    Asked,
    ChangeSpeed,
    ReplayState,
    Watch,
    further,
    kinds_of,
    nearest,
    seats_at,
)
from cuttle_tui.replay.folder import NotWritten, file_name, write_copy
from cuttle_tui.replay.presenter import frame_of, present_replay, sides_of
from cuttle_tui.table.intents import Act, LookAtLine
from cuttle_tui.table.searching import ply_at
from cuttle_tui.table.situation import Mode, TableUi
from cuttle_tui.table.table_view import TableView
from cuttle_tui.table.timers import Autoplay
from cuttle_tui.table.update import closed
from cuttle_tui.table.view_model import TableModel
from cuttle_tui.table.widgets.plate import Plate
from cuttle_tui.table.words.menu_lines import choice_words
from engine.record.summary import Moment, MomentKind, Replay, moments_of
from engine.table.practice import PracticeError, PracticeGame


class ReplayScreen(ZoneScreen):
    """A table that replays a recorded game, forwards and backwards."""

    SECTIONS: ClassVar[Sections] = do.REPLAY_SECTIONS
    CLICKS: ClassVar[tuple[Pointing, ...]] = do.REPLAY_CLICKS
    body: TableView

    def __init__(
        self,
        replay: Replay,
        paint: PaintContext,
        seat: int = 0,
        *,
        source: Source = NOWHERE,
        ply: int = 0,
        analyse: bool = False,
    ) -> None:
        """Start with all hands open, at the nearest ply; `seat` is at the bottom of the screen."""
        self._replay = replay
        self._sides = sides_of(replay.record.ruleset.seats, seat)
        self._side = 0
        self.frame = frame_of(replay, min(ply, replay.plies), self._sides[0])
        super().__init__(paint)
        self.state, self.ui = self.frame.state, TableUi()
        self.body = TableView(
            self,
            self,
            coached=lambda: self.coach.better() is not None or self._decisive is not None,
            plate=AnalysisPlate,
            wheel=("left", "right"),
        )
        self.playback = ReplayState(source=source, analysing=analyse, only_to_analyse=analyse)
        self.coach = ReplayCoach(self, replay)
        self.playing = Autoplay(self, self._play_on)
        self._laid: tuple[tuple[Moment, ...], tuple[Cell, ...]] | None = None
        """The turning points on the timeline, and the timeline."""
        self.body.acts_with = {
            do.Step: lambda step: self._go(self.ply + step.plies),
            do.Find: lambda find: self._find(kinds_of(self._moments)[find.place]),
            do.GoTo: self._go_to,
            do.PractiseIn: lambda practise: self._practise(practise.seat),
            LookAtLine: lambda look: self._look_at(look.line),
        }
        self.body.acts |= {
            Watch.RUN: self._play,
            Watch.STOP: self.stop,
            Watch.TURN_SIDE: self._turn_side,
            Watch.ASK_FOR_SEAT: self._ask_for_seat,
            Watch.ASK_TO_SHARE: self._ask_to_share,
            Watch.ASK_FOR_NAME: lambda: self._ask("copy", file_name(self._replay.record)),
            AskCoach.ANALYSE: self._open_analysis,
            AskCoach.SEE_TABLE: self._see_table,
            AskCoach.HINT: self._ask_coach,
            AskCoach.WHAT_IF: self._play_better,
            AskCoach.SEE_MOMENT: self._go_to_decisive,
            Watch.SAVE_PICTURE: lambda: self._save("picture"),
            Watch.COPY_RESULT: lambda: self._shared.copy_result(self.frame.side.seat),
            Watch.CLOSE_LINK: self._close_link,
            Watch.SAVE_CAST: lambda: self._save("cast"),
            Act.CONFIRM: self._confirm,
        }

    @property
    def ply(self) -> int:
        """The number of actions played."""
        return self.frame.ply

    @property
    def situation(self) -> do.ReplaySituation:
        sought = self.playback.sought
        return do.ReplaySituation(
            self.state,
            self.frame.side.seat,
            self.ui,
            lines=self.body.log_lines,
            across=self.body.across,
            occasion="replay",
            playback=self.playback,
            ply=self.ply,
            plies=self.frame.plies,
            finds_more=sought is not None and further(self._found(sought), self.ply, 1) is not None,
            kinds=kinds_of(self._moments) if self.playback.asked == "find" else (),
            turning_points=self._ways_to_turning_points(),
            knows_better=self.coach.better() is not None,
            knows_moment=self._decisive is not None,
        )

    def sections(self) -> Sections:
        return do.replay_sections(self.situation)

    def present(self) -> TableModel:
        found = self._moments if self.playback.asked == "find" else ()
        model = present_replay(
            self.frame, self.ui, self.playback, self._cells, found, self.coach.line()
        )
        if self.playback.analysing:
            # put the analysis over the fields
            prompt = wording.analysis_prompt(
                self.frame.turn,
                self.ply,
                self.frame.plies,
                self.coach.analysis,
                self.playback.notice or self.coach.line(brief=True),
            )
            log = replace(model.log, rules=None, legend=legend())
            return replace(model, plate=self.coach.model(), prompt=prompt, log=log)
        busy = self.playback.asked or self.playback.playing or self.ui.mode is not Mode.GAME
        if self.coach.hint is not None and not busy:
            return with_hint(model, self.coach.hint, self.frame.digest.names, self.body.prompt_room)
        return model

    def on_mount(self) -> None:
        self.show_ui(self.ui)
        if self.playback.analysing:
            self.coach.begin()
        self._note_end()

    def on_screen_suspend(self) -> None:
        self.stop()

    def on_unmount(self) -> None:
        self.coach.stop()
        self.body.stop()
        self.playing.stop()

    def show_ui(self, ui: TableUi) -> None:
        self.body.show(ui)

    def reword(self) -> None:
        self.frame = frame_of(self._replay, self.ply, self._sides[self._side])
        self.show_ui(self.ui)

    # intents

    def stop_autoplay(self, intent: Intent | None) -> bool:
        """Stop autoplay at anything but a change of speed; keep what only means to stop it."""
        stops = self.playing.on and not isinstance(intent, ChangeSpeed)
        if stops:
            self.stop()
        return stops and intent == Watch.STOP

    def clear_notice(self, _: Intent | None) -> bool:
        """Forget the last notice."""
        if self.playback.notice:
            self.tell(SILENCE)
        return False

    GATES: ClassVar[tuple[Gate, ...]] = (*ZoneScreen.GATES, stop_autoplay, clear_notice)

    def update(self, intent: Intent) -> None:
        playback = None if self.ui.mode is Mode.LOG else do.update(self.playback, intent)
        if isinstance(intent, ChangeSpeed):
            self._use(do.update(self.playback, intent) or self.playback)
            if self.playing.on:
                self.playing.start(self.playback.speed)
            else:
                self.tell(wording.speed_line(self.playback.speed))
        elif playback is not None:
            self._use(playback)
        else:
            super().update(intent)

    def _use(self, playback: ReplayState) -> None:
        """Update the state of the replay."""
        self.playback = playback
        self.show_ui(self.ui)

    def tell(self, line: Sentence) -> None:
        """Show a line in the last row of the prompt until the next key."""
        self._use(replace(self.playback, notice=line))

    def _ask(self, asked: Asked, typed: str = "") -> None:
        self._use(replace(self.playback, asked=asked, typed=typed))

    def _confirm(self) -> None:
        """Confirm the typed text, or the first option."""
        asked, typed = self.playback.asked, self.playback.typed
        if asked == "go":
            self._ask("")
            if typed:
                self._go(int(typed))
        elif asked == "seat":
            self._practise(self.playback.seats[0])
        elif asked == "copy" and typed:
            try:
                path = write_copy(self._replay.record, typed)
            except NotWritten as error:
                self.tell(archive_words.not_written_line(error))
                return
            self._ask("")
            self.tell(archive_words.written_line(path))

    # moving between plies

    def _go(self, ply: int) -> None:
        """Go to the nearest ply; the log stays open."""
        ply = max(0, min(self._replay.plies, ply))
        self.coach.hint = None
        self.frame = frame_of(self._replay, ply, self._sides[self._side])
        self.state = self.frame.state
        self.body.light(self.frame.happened, self.frame.before, self.frame.view, alone=True)
        reading = replace(self.ui.reading, line=-1)
        mode = Mode.LOG if self.ui.mode is Mode.LOG else Mode.GAME
        self.show_ui(TableUi(mode=mode, reading=reading))
        self._note_end()

    def _note_end(self) -> None:
        """Let the coach say what decided the game, once its end is reached."""
        if self.ply == self._replay.plies:
            self.coach.comment_on_own()

    def _look_at(self, line: int) -> None:
        """Go to the ply of a log line, and close the log."""
        ply = ply_at(self.frame.digest.places, self.state.steps, line)
        self.ui = closed(self.ui)
        self._go(self.ply if ply is None else ply)

    def _turn_side(self) -> None:
        self._side = (self._side + 1) % len(self._sides)
        self._go(self.ply)
        side = self.frame.side
        self.tell(wording.side_line(self.frame.viewer, all_hands=side.all_hands))

    # autoplay

    def _play(self) -> None:
        """Play from here; from the deal, if this is the end."""
        if self.ply == self._replay.plies:
            self._go(0)
        self.playing.start(self.playback.speed)
        self._use(replace(self.playback, playing=True))

    def stop(self) -> None:
        """Stop autoplay."""
        self.playing.stop()
        if self.playback.playing:
            self._use(replace(self.playback, playing=False))

    def _play_on(self) -> None:
        if self.ply + 1 >= self._replay.plies:
            self.playing.stop()
            self.playback = replace(self.playback, playing=False)
        self._go(self.ply + 1)

    # finding moments

    @cached_property
    def _facts(self) -> tuple[Moment, ...]:
        """What happened in the game, without anybody's opinion."""
        return moments_of(self._replay)

    @property
    def _moments(self) -> tuple[Moment, ...]:
        """What happened, and the turning points that the coach has found."""
        moments = (*self._facts, *self.coach.analysis.moments)
        return tuple(sorted(moments, key=lambda moment: moment.ply))

    @property
    def _cells(self) -> tuple[Cell, ...]:
        found = self.coach.analysis.moments
        if self._laid is None or self._laid[0] != found:
            self._laid = found, cells_of(self._replay, self._moments)
        return self._laid[1]

    def _go_to(self, to: do.GoTo) -> None:
        """Go to the next or the previous moment of a group, or say that there is none."""
        sought = self.playback.sought
        if to.group == "found" and sought is None:
            self._ask("find")
            return
        if to.group == "marked":  # on the timeline
            found = [moment for moment in self._moments if moment.kind in MARKS]
        else:
            found = self._found("turning" if to.group == "turning" else sought)
        moment = further(found, self.ply, to.step)
        if moment is not None:
            self._show_moment(moment)
        elif to.group == "marked":
            self.tell(wording.no_mark_line(to.step))
        elif to.group == "found" and sought is not None:
            self.tell(wording.no_further_line(sought, len(found), to.step))

    def _ways_to_turning_points(self) -> tuple[str, ...]:
        found = self._found("turning")
        steps = {"up": -1, "down": 1}
        return tuple(key for key, step in steps.items() if further(found, self.ply, step))

    def _found(self, kind: MomentKind | None) -> list[Moment]:
        return [moment for moment in self._moments if moment.kind == kind]

    def _find(self, kind: MomentKind) -> None:
        """Go to the nearest match."""
        self.playback = replace(self.playback, asked="", sought=kind)
        self._show_moment(nearest(self._found(kind), self.ply))

    def _show_moment(self, moment: Moment) -> None:
        self._go(moment.ply)
        if moment.kind != "turning":  # the prompt says why it is one
            alike, names = self._found(moment.kind), self.frame.digest.names
            self.tell(wording.found_line(moment, alike, self.frame.view, names))

    # the coach

    def note_coach(self) -> None:
        """Show what the coach has found since."""
        if self.still_open:
            self.show_ui(self.ui)

    def _open_analysis(self) -> None:
        self._use(replace(self.playback, analysing=True))
        self.coach.begin()

    def _see_table(self) -> None:
        self._use(replace(self.playback, analysing=False, only_to_analyse=False))

    @property
    def _decisive(self) -> int | None:
        """The ply that decided the game, where the coach knows one."""
        comment = self.coach.comment
        return None if comment is None else comment.ply

    def _go_to_decisive(self) -> None:
        if self._decisive is None:
            self.tell(say(NO_TURN))
        else:
            self._go(self._decisive)

    def _ask_coach(self) -> None:
        """Show the best plays, at the table, or hide them."""
        if self.playback.analysing:
            self._see_table()
        self.coach.toggle_hint()

    def _play_better(self) -> None:
        """Practise from where a better play was possible, and play it."""
        better = self.coach.better()
        if better is None:
            told = say(NOTHING_BETTER)
            if self.playback.analysing:
                told = no_better_line(self.coach.analysis, self._ways_to_turning_points())
            self.tell(told)
            return
        view = self._replay.view(better.ply, better.seat)
        title = wording.practice_title()
        try:
            branch = PracticeGame(self._replay.record, better.ply, better.seat, title=title)
            chair = self.cuttle.lobby.play_on(branch)
        except PracticeError as error:
            self.tell(wording.obstacle_line(error))
            return
        except LobbyError as error:
            self.tell(lobby_line(error))
            return
        chair.submit(better.action, better.ply)
        names = names_of(chair.state().sitters, chair.seat)
        notice = what_if_line(choice_words(view, better.action, names))
        self.cuttle.open_practice(chair, notice, branched_at=better.ply)

    # practising from here

    def _ask_for_seat(self) -> None:
        """Ask which seat to practise in from here, if the game allows that."""
        viewer, player = self.frame.side.viewer, self.cuttle.lobby.player
        try:
            seats = seats_at(self._replay, self.ply, viewer, player)
        except PracticeError as error:
            self.tell(wording.obstacle_line(error))
        else:
            self.playback = replace(self.playback, seats=seats)
            self._ask("seat")

    def _practise(self, seat: int) -> None:
        """Continue from here as practice in a seat."""
        self._ask("")
        title = wording.practice_title()
        branch = PracticeGame(self._replay.record, self.ply, seat, title=title)
        try:
            chair = self.cuttle.lobby.play_on(branch, self.cuttle.level)
        except LobbyError as error:
            self.tell(lobby_line(error))
            return
        notice = wording.begin_line(names_of(chair.state().sitters, chair.seat))
        self.cuttle.open_practice(chair, notice, branched_at=self.ply)

    # sharing

    def _ask_to_share(self) -> None:
        """Explain how to share this game; it can be copied locally, never on a server."""
        archive, source = self.cuttle.lobby.archive, self.playback.source
        online = self.cuttle.lobby.online
        link = "" if online is None else online.link
        no_ssh = self.paint.touch and bool(link)
        source = replace(source, door="" if no_ssh else self.cuttle.door, link=link)
        if archive is not None and not source.file:
            file = archive.where(self._replay.record)
            source = replace(source, file=file, game="" if file else source.game)
        self.playback = replace(self.playback, source=source, may_copy=archive is not None)
        self._ask("share")
        if online is not None and source.game:

            def show(link: GameLink) -> None:  # and offer to close it, where there is one
                self._use(replace(self.playback, link=link))

            self.ask_lobby(online.link_of(source.game), show, lambda _error: None)

    def _save(self, what: FileKind) -> None:
        """Save the game as a file of some kind, or say how to get it."""
        host, replay, source = self.cuttle, self._replay, self.playback.source
        self._shared.open_to_ssh(
            lambda may: self.tell(save_file(what, host, replay, source, open_to_ssh=may))
        )

    def _close_link(self) -> None:
        """Close the link to the game, and say so."""
        self._ask("")
        self._shared.close_link()

    @property
    def _shared(self) -> SharedGame:
        online = self.cuttle.lobby.online
        return SharedGame(self, self.tell, self._replay, online, self.playback.source.game)

    def on_paste(self, event: Paste) -> None:
        if self.playback.asked == "copy":
            for letter in filter(str.isprintable, event.text):
                self.update(TypeText(letter))

    # the mouse and leaving

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Stop autoplay at any click; jump to a place on the timeline."""
        self.stop()
        zones: dict[str, PromptBar | Plate] = {"prompt": self.body.prompt, "plate": self.body.plate}
        zone = zones.get(message.zone)
        ply = None if zone is None else zone.ply_at(message.x, message.y)
        if ply is not None:
            message.prevent_default()
            self.note_presence()
            self._go(ply)

    def on_zone_card_clicked(self, message: Zone.CardClicked) -> None:
        """Stop autoplay: cards on the table do nothing here."""
        self.stop()

    def bar_key(self) -> str:
        """Return the key that cancels the question, which the other rows may have no room for."""
        return "escape" if self.playback.asked else super().bar_key()

    def interrupt(self) -> None:
        """Leave at once, since nothing is lost."""
        self.playing.stop()
        self.cuttle.close_screen()
