"""Parts of the screen of a table: what comes after the game, its chat, what to do meanwhile."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from cuttle_tui.coach.comments import coach_row, comment_forms
from cuttle_tui.coach.controllers import Commenter
from cuttle_tui.daily.screen import DealScreen
from cuttle_tui.daily.words import (
    NAME as DEAL_NAME,
    UNSHARED,
    end_forms,
    others_of,
    own_line,
    share_text,
)
from cuttle_tui.i18n.translation import SILENCE, Sentence, say, tr, worded
from cuttle_tui.kit.board import BoardModel
from cuttle_tui.kit.names import Names, names_of
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.kit.seating import TaskKind
from cuttle_tui.ladder import LABEL, after_line, with_last
from cuttle_tui.playing.lookback import LookBack, Past
from cuttle_tui.ports import Chair, DailyPage, LadderGames, Source, TryLine
from cuttle_tui.replay.archive_screen import SharedGame, save_file
from cuttle_tui.replay.archive_words import unreadable_line
from cuttle_tui.table.chat import ChatCommand, ChatContext
from cuttle_tui.table.log_lines import HEX, cut_line, seal_line
from cuttle_tui.table.log_view import NOT_HERE, fair_line, unfair_line, verify_command
from cuttle_tui.table.plate import Fact, present_plate
from cuttle_tui.table.presenter import practice_line, resident_line
from cuttle_tui.table.searching import ply_at
from cuttle_tui.table.situation import LONG_WAIT, Mode
from cuttle_tui.table.update import closed
from cuttle_tui.table.view_model import CoachRow, PlateModel
from cuttle_tui.table.words import chat as wording
from cuttle_tui.table.words.waiting_room import call_line, not_ready_line
from engine.bots.daily import try_result
from engine.record.parser import parse_record
from engine.record.record import RecordError, verify
from engine.record.summary import Replay
from engine.table.seats import Cut, Ready

if TYPE_CHECKING:
    from cuttle_tui.playing.screen import TableScreen


class AfterGame:
    """The earlier moves, the replay and the deal of one table."""

    def __init__(self, table: TableScreen) -> None:
        self._table = table
        self._replay: Replay | None = None
        """The finished game."""
        self.plate: PlateModel | None = None
        """How it went; None until then, and where no record is kept."""
        self._coach = Commenter(table, self._hear_coach)
        self._ladder: Sentence | None = None
        """What the game changed on the ladder; None until that is known."""
        self._deal: DailyPage | None = None
        """The page of the deal of the day after it was played; None until that is known."""

    def note_end(self, names: Names) -> None:
        """Present the end of the game once it is over, and again when the table changes."""
        table, self.plate = self._table, None
        view = table.state.view
        if view is None or view.outcome is None or table.situation.occasion != "game":
            self._replay = self._ladder = self._deal = None
            self._coach.stop()
            return
        table.cuttle.has_played |= not table.seating.watching
        if self._replay is None:
            text = table.seating.chair.record()
            with suppress(RecordError):
                if text is not None:
                    self._replay = Replay(replace(parse_record(text), match=table.state.match))
            if self._replay is not None and self._against_computers:
                self._coach.begin(self._replay, table.seating.seat)
                (self._ask_deal if table.state.day else self._ask_ladder)()
        if self._replay is not None:
            plate = present_plate(self._replay, table.state, names, table.seating.seat)
            changed: tuple[Fact, ...] = ((str(LABEL), (self._ladder,)),) if self._ladder else ()
            if (mine := self._try_line) is not None:
                others = others_of(self._deal, table.state.day) if self._deal else 0
                changed = ((tr(DEAL_NAME), end_forms(mine, others)),)
            facts = (*changed, *plate.facts)
            self.plate = replace(plate, facts=facts, coach=self._coach_row(names))

    # the deal of the day

    @property
    def _try_line(self) -> TryLine | None:
        """How the player's try at the deal of the day went; None at another game."""
        table = self._table
        if not table.state.day or self._replay is None or table.seating.watching:
            return None
        known = self._deal and own_line(self._deal, table.state.day)
        practice = table.seating.chair.practice
        counts = practice is None or practice.counts
        return known or TryLine(table.lobby.player, try_result(self._replay.record), counts=counts)

    def _ask_deal(self) -> None:
        """Find out which place the try has in the table of the day."""
        table = self._table

        def take(page: DailyPage) -> None:
            self._deal = page
            self._show_again()

        table.ask_lobby(table.lobby.daily.page(), take, lambda _: None)

    def see_deal(self) -> None:
        """Open today's deal with the table of the day."""
        table = self._table
        page = self._deal or DailyPage(table.state.day)
        table.cuttle.show_page(DealScreen(table.paint, page))

    # the ladder

    def _ask_ladder(self) -> None:
        """Find out what the game changed on the ladder; guests have none."""
        table, view = self._table, self._table.state.view
        rules = "" if view is None else view.ruleset.name

        def take(found: LadderGames) -> None:
            self._hear_ladder(after_line(with_last(found.games, table.state, table.seating.seat)))

        if table.has_ladder:
            table.ask_lobby(table.lobby.ladder(rules), take, lambda _: self._hear_ladder(SILENCE))

    def _hear_ladder(self, line: Sentence) -> None:
        """Put the sentence on the plate."""
        self._ladder = line
        self._show_again()

    def _show_again(self) -> None:
        """Show the plate with what has become known."""
        table = self._table
        if self._replay is not None and table.digest is not None:
            self.note_end(table.digest.names)
            table.show_ui(table.ui)

    # the coach's sentence

    @property
    def _against_computers(self) -> bool:
        """Whether one person played, who is the reader, and computers."""
        seating, sitters = self._table.seating, self._table.state.sitters
        others = (sitter for seat, sitter in enumerate(sitters) if seat != seating.seat)
        alone = not (seating.watching or seating.shared)
        return alone and all(sitter.kind == "computer" for sitter in others)

    @property
    def moment(self) -> int | None:
        """The ply that decided the game, where the coach knows one."""
        comment = self._coach.comment
        return None if comment is None else comment.ply

    def _coach_row(self, names: Names) -> CoachRow | None:
        if self._replay is None or not self._against_computers:
            return None
        comment = self._coach.comment
        forms = () if comment is None else comment_forms(self._replay, comment, names)
        return coach_row(forms, self.moment, looks=self._coach.looks)

    def _hear_coach(self) -> None:
        """Put the sentence on the plate."""
        table = self._table
        if self.plate is not None and table.digest is not None:
            self.plate = replace(self.plate, coach=self._coach_row(table.digest.names))
            table.show_ui(table.ui)

    def see_moment(self) -> None:
        """Open the replay at the turn that decided the game."""
        if self.moment is not None:
            self._open_replay(self.moment)

    def save_picture(self) -> None:
        """Ask whether to save the plate; where nothing may be written, say how to get it."""
        table = self._table
        if table.ui.folder:
            table.show_ui(replace(table.ui, mode=Mode.SAVE))
            table.note_change()
        else:
            self.write_picture()

    def write_picture(self) -> None:
        """Save the plate as a picture and as text, and say where."""
        table, replay = self._table, self._replay
        if replay is None:
            return
        source = Source(game=table.state.game, door=self._door)
        self._shared(replay).open_to_ssh(
            lambda may: table.tell(
                save_file("picture", table.cuttle, replay, source, open_to_ssh=may)
            )
        )

    def copy_result(self) -> None:
        """Copy the result as text, and say so; of the deal of a day the line to share."""
        table, mine = self._table, self._try_line
        if mine is not None and not mine.counts:
            table.tell(say(UNSHARED))
        elif mine is not None:
            ascii = table.paint.glyphs.lettered
            table.tell(table.cuttle.copy(share_text(table.state.day, mine, ascii=ascii)))
        elif self._replay is not None:
            self._shared(self._replay).copy_result(self._table.seating.seat)

    def _shared(self, replay: Replay) -> SharedGame:
        table = self._table
        online = table.lobby.online if table.state.by_code else None
        return SharedGame(table, table.tell, replay, online, table.state.game)

    def close_link(self) -> None:
        """Close the link to the game, and say so."""
        table = self._table
        if self._replay is not None:
            online = table.lobby.online
            SharedGame(table, table.tell, self._replay, online, table.state.game).close_link()

    def look_at(self, line: int) -> None:
        """Show the table as it was at a line of the log; after the game, open the replay there."""
        table = self._table
        digest, chair = table.digest, table.seating.chair
        ply = None if digest is None else ply_at(digest.places, table.state.steps, line)
        if ply is None:
            table.tell(say(NOT_HERE))
        elif self._open_replay(ply):
            table.show_ui(closed(table.ui))
        else:
            table.wait_for_lobby(LookBack.seen(chair, ply), self._look_back)

    def _look_back(self, past: Past | None) -> None:
        table, reading = self._table, self._table.ui.reading
        if past is None:
            table.tell(say(NOT_HERE))
            return

        def to_log() -> None:
            table.show_ui(replace(table.ui, mode=Mode.LOG, reading=reading))

        table.show_ui(closed(table.ui))
        chair, chat_filter = table.seating.chair, table.chat_filter()
        page = LookBack(chair, past, table.paint, chat_filter=chat_filter, to_log=to_log)
        table.cuttle.show_page(page)

    def watch(self) -> None:
        """Open the replay of the game."""
        self._open_replay(0)

    def analyse(self) -> None:
        """Open the replay at its end, with the analysis of the game."""
        self._open_replay(len(self._table.state.steps), analyse=True)

    def _open_replay(self, ply: int, *, analyse: bool = False) -> bool:
        """Open the replay of a finished game; return whether there is one."""
        table = self._table
        text = table.seating.chair.record()
        if text is None:
            return False
        source = Source(game=table.state.game)
        try:
            record = parse_record(text)
            seat = table.seating.seat
            table.cuttle.watch_game(record, seat, source, ply=ply, analyse=analyse)
        except RecordError as error:
            table.tell(unreadable_line(worded(error)))
        return True

    def check_deal(self) -> None:
        """Verify the deal against its commitment, and show the result."""
        table = self._table
        text = table.seating.chair.record()
        if text is None:
            return
        try:
            verify(parse_record(text))
        except RecordError as error:
            table.tell(unfair_line(worded(error)))
        else:
            if self._replay is None:
                self._tell_fair(may=True)
            else:
                self._shared(self._replay).open_to_ssh(lambda may: self._tell_fair(may=may))

    def _tell_fair(self, *, may: bool) -> None:
        """Say that the deal is fair; on a server copy the command that checks it elsewhere."""
        host, game = self._table.cuttle, self._table.state.game
        offers = may and host.lobby.archive is None
        command = verify_command(game, self._door) if offers else ""
        copied = bool(command) and host.send_to_clipboard(command) == "sent"
        self._table.tell(fair_line(command, copied=copied))

    @property
    def _door(self) -> str:
        """The arguments of ``ssh`` that lead to the server of the table."""
        online = self._table.lobby.online
        return "HOST" if online is None else online.door


_PEOPLE: Final = 12


class TableChat:
    """The chat of one table."""

    def __init__(self, table: TableScreen) -> None:
        self._table = table

    @property
    def my_name(self) -> str:
        """The name the player has in the chat."""
        table = self._table
        if table.seating.watching:
            return table.lobby.player
        return table.state.sitters[table.seating.seat].name

    @property
    def writes(self) -> bool:
        """Whether the player reads and writes free text here; watchers never met by a code."""
        table = self._table
        by_code = table.state.by_code and not table.seating.watching
        return table.cuttle.settings.writes(by_code=by_code)

    def context(self) -> ChatContext:
        """Return the people to talk to, and what the chat allows."""
        state, seating = self._table.state, self._table.seating
        sitting = [sitter.name for sitter in state.sitters if sitter.kind == "person"]
        spoke = [line.who for line in state.talk]
        over = state.called_off or (state.view is not None and state.view.outcome is not None)
        people = [who for who in dict.fromkeys((*sitting, *spoke)) if who != self.my_name]
        commitment, cuts = state.next_deal
        names = names_of(state.sitters, None if seating.watching else seating.seat)
        return ChatContext(
            tuple(people[:_PEOPLE]),
            self.writes,
            known=self._table.lobby.account is not None,
            watching=seating.watching,
            cuts=not seating.watching and (state.view is None or over),
            by_code=state.by_code,
            seal=seal_line(commitment, cuts, names) if commitment else SILENCE,
            seal_start=commitment[:HEX],
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
            seat = table.seating.seat
            table.seating.chair.ask(Cut(deed.text))
            table.tell(cut_line(deed.text, seat, names_of(table.state.sitters, seat)))
        elif deed.kind == "mute":
            muted = table.cuttle.muted
            again = deed.who in muted
            (muted.discard if again else muted.add)(deed.who)
            table.refresh_table()
            table.tell(wording.done_line("unmute" if again else "mute", deed.who))
        else:
            self._do_about(deed)

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


class Meanwhile:
    """The puzzles, lessons and practice of a player whose table waits for others.

    In a room, a player who opens one of them is no longer ready, so that no clock starts unseen;
    they are called once everybody else is ready. From the queue the game comes to the front.
    """

    def __init__(self, table: TableScreen) -> None:
        self._table = table
        self._practice: Chair | None = None
        """The practice game, as it was left."""
        self._called = False

    @property
    def offers(self) -> tuple[Sentence, ...]:
        """Name the next puzzle, the next lesson and the practice game, if there is time."""
        if not self._table.situation.has_time:
            return ()
        practice = practice_line(self._table.cuttle.level, begun=self._begun)
        offers = (*self._table.cuttle.task_offers(), practice)
        online, resident = self._table.lobby.online, self.resident
        queue = () if online is None or not resident else online.queue()
        if not any(line.me and line.since >= LONG_WAIT for line in queue):
            return offers
        return (resident_line(resident), *offers)

    @property
    def board(self) -> BoardModel | None:
        """The puzzle that is offered, in small."""
        return self._table.cuttle.task_board() if self._table.situation.has_time else None

    @property
    def resident(self) -> str:
        """The level of the computer to meet for ratings: the chosen one, if it is here."""
        online, chosen = self._table.lobby.online, self._table.cuttle.level
        levels = [] if online is None else [line.level for line in online.residents()]
        return chosen if chosen in levels else levels[0] if levels else ""

    def play_resident(self) -> None:
        """Play a computer for ratings; the place in the queue is kept."""
        table, online = self._table, self._table.lobby.online
        if online is not None:
            table.wait_for_lobby(online.play_resident(self.resident), table.cuttle.open_practice)

    @property
    def _begun(self) -> bool:
        """Whether there is a practice game to go on with."""
        view = None if self._practice is None else self._practice.state().view
        return view is not None and view.outcome is None

    @property
    def call(self) -> Sentence:
        """Call the player back if the others wait; silence if nobody does."""
        table = self._table
        if not table.situation.waits or table.digest is None or table.ui.queue:
            return SILENCE
        return call_line(table.state, table.seating.seat, table.digest.names)

    def call_away(self) -> None:
        """Call the player from what they do, once; show there that the table waits, or no more."""
        screen: object = self._table.cuttle.screen
        line = self.call
        if bool(line) is self._called or screen == self._table:
            return
        self._called = bool(line)
        if isinstance(screen, ZoneScreen) and screen.is_mounted:
            screen.reword()
            screen.announce(line)

    def open_task(self, kind: TaskKind) -> None:
        """Open the next puzzle or lesson."""
        self._step_aside()
        self._table.cuttle.open_task(kind)

    def practise(self) -> None:
        """Play the computer, or go on with the game that was left.

        Raises:
            LobbyError: ``closing``, ``too-many``.
        """
        table = self._table
        if self._practice is None or not self._begun:
            rules = (table.state.ruleset or table.cuttle.ruleset).name
            rules = next((line.ruleset for line in table.ui.queue if line.me), rules)
            self._practice = table.cuttle.lobby.practise(rules, table.cuttle.level)
        told = not_ready_line() if self._step_aside() else SILENCE
        table.cuttle.open_practice(self._practice, told)

    def _step_aside(self) -> bool:
        """Take back that the player is ready; return whether they were."""
        table = self._table
        was_ready = table.seating.seat in table.state.ready and not table.ui.queue
        if was_ready:
            table.seating.chair.ask(Ready(False))
        return was_ready

    def close(self) -> None:
        """Leave the practice game for good."""
        practice, self._practice = self._practice, None
        if practice is not None:
            practice.leave()
