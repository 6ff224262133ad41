"""Where a player goes from a table: to the next task, to another game, or away."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cuttle_tui.i18n.translation import SILENCE, Sentence, say, tell
from cuttle_tui.kit.names import names_of
from cuttle_tui.kit.results import sentence, table_result
from cuttle_tui.kit.seating import Seating
from cuttle_tui.learn.puzzle_words import PRICE_OF_HINT
from cuttle_tui.replay.archive_screen import current_folder
from cuttle_tui.replay.archive_words import Result, result_line, unkept_line
from cuttle_tui.table import choices
from cuttle_tui.table.situation import Mode, TableUi
from cuttle_tui.table.words.game_over import forfeit_line
from engine.bots.levels import LEVELS
from engine.table.controls import is_correspondence

if TYPE_CHECKING:
    from cuttle_tui.playing.screen import TableScreen


class Leaving:
    """How the player of one table leaves it, and what is kept then."""

    def __init__(self, table: TableScreen) -> None:
        self._table = table
        self._unkept = False
        """Whether the last move could not be stored."""

    def ask(self) -> None:
        """Ask first, unless leaving costs nothing or the table may be abandoned."""
        if self.at_once:
            self._table.leave_table()
        else:
            self.ask_first()

    def ask_first(self) -> None:
        """Ask whether to leave."""
        self._table.show_ui(replace(self._table.ui, mode=Mode.LEAVE))

    @property
    def at_once(self) -> bool:
        """Whether nothing is asked before the player leaves."""
        table = self._table
        view = table.state.view
        idle = view is None or not choices.standing(view)
        empty = view is None and is_correspondence(table.state.timing)
        untouched = (self.keeps and table.state.untouched) or table.state.free_to_leave
        free = table.seating.watching or table.state.settled or empty or untouched
        if table.hosts_others:
            return False
        return free or (idle and not table.cuttle.settings.confirm)

    @property
    def farewell(self) -> Sentence:
        """What became of the game that the player leaves, in a line for the next screen."""
        table = self._table
        state, view, seat = table.state, table.state.view, table.seating.seat
        apart = table.seating.watching or table.seating.shared or table.ui.practising
        if view is None or apart or table.occasion != "game" or is_correspondence(state.timing):
            return SILENCE
        if state.free_to_leave:
            return SILENCE
        if self.keeps and view.outcome is None:
            kept = tell("your game is kept: it can be resumed here")
            return SILENCE if state.untouched else kept
        if state.called_off:
            return sentence(table_result(state), names_of(state.sitters, seat))
        if forfeit := forfeit_line(state, seat):
            return forfeit
        if view.outcome is None:
            return tell("you left the game; the others play on")
        players = tuple(sitter.name for sitter in state.sitters)
        end = table_result(state)
        result = Result("", players, end.winners, end.scores, 0, end.why)
        result = result._replace(goals=end.goals, given_up=end.given_up, match=end.match)
        return result_line(result, players[seat], length=False)

    def stay(self) -> None:
        """Go back to the table; at a shared keyboard, cover the hand first."""
        if self._table.seating.shared:
            self._table.seating.forget()
        self._table.refresh_table()

    def end_game(self) -> None:
        """Leave for good: the game is not kept."""
        self._table.seating.leave()
        self._table.leave_table()

    @property
    def keeps(self) -> bool:
        """Whether the game is kept when its player leaves."""
        home = self._table.lobby.home
        return home is not None and home.keeps(self._table.seating.chair)

    def warn_unkept(self) -> None:
        """Say that the last move could not be stored, unless that was already said."""
        home = self._table.lobby.home
        problem = None if home is None else home.unkept
        if problem is not None and not self._unkept:
            self._table.announce(unkept_line(problem))
        self._unkept = problem is not None


class AmongOthers:
    """One table among the others of its lobby: what it shows of them, and how to get there."""

    def __init__(self, table: TableScreen) -> None:
        self._table = table

    def with_facts(self, ui: TableUi) -> TableUi:
        """Copy the lobby's facts to the state of the screen; practice and tasks have none."""
        table = self._table
        if table.occasion != "game":
            return replace(ui, watching=False, online=False)
        online, watching = table.lobby.online, table.seating.watching
        before_deal = table.state.view is None and not watching
        waiting = before_deal and table.state.code is None
        queue = online.queue() if waiting and online is not None else ()
        below = [s for s in table.cuttle.screen_stack[:-1] if isinstance(s, type(table))]
        return replace(
            ui,
            watching=watching,
            shared=table.seating.shared,
            online=online is not None,
            hosting=table.hosts_others,
            kept=table.leaving.keeps,
            resume_code=self.resume_code,
            muted=frozenset(table.cuttle.muted),
            queue=queue if any(player.me for player in queue) else (),
            resident=table.meanwhile.resident if waiting else "",
            offers=table.meanwhile.offers,
            board=table.meanwhile.board if before_deal else None,
            level=table.cuttle.level,
            other_games=len(self._games_to_play()),
            folder=current_folder() if table.lobby.archive is not None else "",
            practising=any(other.matched for other in below if other is not table),
            fields=ui.fields and table.after_game.plate is not None,
            chat_context=ui.chat_context if ui.mode is Mode.TALK else table.chat.context(),
        )

    @property
    def resume_code(self) -> str:
        """The code with which a guest comes back to a seat at this table; empty for others."""
        online = self._table.lobby.online
        guest = None if online is None else online.guest
        seated = self._table.occasion == "game" and not self._table.seating.watching
        return guest.resume_code if guest is not None and seated else ""

    def _games_to_play(self) -> list[str]:
        """List the other correspondence games that wait for this player, by id."""
        state, online = self._table.state, self._table.lobby.online
        if online is None or not is_correspondence(state.timing):
            return []
        lines = (line for line in online.inbox() if line.title != state.title)
        return [line.id for line in lines if line.waits_for_me]

    def next_game(self) -> None:
        """Go to the first of these games."""
        table, online, games = self._table, self._table.lobby.online, self._games_to_play()
        if online is not None and games:
            table.sit(online.go_to(games[0]))


class NextTask:
    """The steps from one task of a lesson or puzzle to the next."""

    def __init__(self, table: TableScreen) -> None:
        self._table = table
        self._warned = False
        """Whether the price of a hint was told."""

    def toggle_hint(self) -> None:
        """Show the hint, or hide it; where it costs something the first press tells the price."""
        table, task = self._table, self._table.to_do
        shown = table.ui.shows_hint
        if task is not None and not shown:
            if task.hint_costs and not self._warned:
                self._warned = True
                table.tell(say(PRICE_OF_HINT))
                return
            task.note_hint()
        table.show_ui(replace(table.ui, hinted=None if shown else table.ui.choice))

    def start_over(self) -> None:
        """Begin the task again."""
        table = self._table
        if table.to_do is not None:
            table.to_do.contest.again()
            table.ui = TableUi()
            table.refresh_table()
            table.guard.trust()

    def go_on(self) -> None:
        """Go on to the next task; after the last lesson, to a game against the weakest computer."""
        table, task = self._table, self._table.to_do
        contest = None if task is None else task.next_contest()
        if contest is not None:
            table.on_unmount()
            table.seating, table.moves.sent, table.ui = Seating((contest,)), None, TableUi()
            table.following.begin(table.seating.subscribe)
            table.refresh_table()
        elif task is not None and task.plays:
            game = table.lobby.play_computer(table.cuttle.ruleset.name, LEVELS[0].name)
            table.sit(game, new=True)
        else:
            table.interrupt()
