"""Show the home screen: the games to play, and their rules."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Final, TypeVar

from cuttle_tui.daily.screen import DealScreen
from cuttle_tui.daily.words import COPY_KEY, share_text
from cuttle_tui.front import home_words as home, lobby_words as beside
from cuttle_tui.front.account import AccountScreen
from cuttle_tui.front.account_words import AGAIN
from cuttle_tui.front.code import CodeScreen, InviteScreen
from cuttle_tui.front.friends import FORGETTING, FriendsScreen, FriendTables
from cuttle_tui.front.ladder import LadderScreen
from cuttle_tui.front.lobby import YOURS, LobbyScreen
from cuttle_tui.front.naming import HomeNameScreen, NameScreen
from cuttle_tui.front.new_table import NewTableScreen
from cuttle_tui.front.page_screen import friend_screen
from cuttle_tui.front.settings import SavedGamesScreen, SettingsScreen
from cuttle_tui.front.settings_words import unreadable_game_line
from cuttle_tui.front.waiting import (
    KEYS,
    Known,
    LastGame,
    Untold,
    Urgency,
    Waiting,
    in_place,
    last_of,
    rows_of,
    unlisted,
    waiting,
)
from cuttle_tui.i18n.translation import N_, SILENCE, Sentence, Words, say, tr
from cuttle_tui.kit import keymap as letters, words as joining
from cuttle_tui.kit.board import BoardModel, has_board
from cuttle_tui.kit.dialogue import Question, replies
from cuttle_tui.kit.keymap import HELP, Command, Intent, Section, Sections, by, fields, to
from cuttle_tui.kit.list_screen import (
    CHOOSE,
    MENU_ZONES,
    ListScreen,
    Menu,
    MenuRoom,
    name_head,
    straight_to,
)
from cuttle_tui.kit.names import LEVEL_KEYS, clocks_label, level_label, next_level
from cuttle_tui.kit.screen import Gate
from cuttle_tui.kit.text_types import PanelBlock, PanelModel
from cuttle_tui.kit.words import Entry
from cuttle_tui.kit.zone import PaintContext, Zone
from cuttle_tui.ladder import Rung, home_line, ladder_block, offered_level, rungs_of
from cuttle_tui.league.nights_screen import has_nights, show_night
from cuttle_tui.league.pages import WEEK_TAB
from cuttle_tui.league.screen import LeagueScreen
from cuttle_tui.learn.puzzles import Puzzle
from cuttle_tui.learn.screen import (
    LearnScreen,
    LessonsScreen,
    PuzzlesScreen,
    board_of,
    has_seats,
    open_mistakes,
    progress_block,
)
from cuttle_tui.learn.tasks import LESSON_NAMES, Lessons, Puzzles
from cuttle_tui.ports import (
    QUICK_TIMINGS,
    RATED,
    RATED_TIMINGS,
    DailyPage,
    FriendLine,
    GameArchive,
    GameLine,
    HomeLobby,
    LadderGames,
    LobbyError,
    News,
    OnlineLobby,
    SavedGame,
    Source,
    TablePlan,
)
from cuttle_tui.ports.league import League, WeekPage
from cuttle_tui.replay.archive_screen import ArchivedResults, ArchiveScreen
from cuttle_tui.replay.archive_words import (
    Result,
    not_kept_line,
    own_results,
    result_table,
    rival_of,
    rivalry_line,
)
from cuttle_tui.rules.panels import goal_named
from cuttle_tui.table.commands import OTHER_LEVEL
from cuttle_tui.tty.private_textual import forget_places
from engine.bots.levels import LEVELS
from engine.record.record import Record
from engine.record.summary import Replay
from engine.rules.options import with_match
from engine.table.controls import NO_CLOCK

T = TypeVar("T")
_LAST_GAMES: Final = 16
"""How many of the player's games are listed."""


_ROOM: Final = ((100, 30, 4, 4), (80, 24, 4, 2), (0, 0, 3, 0))
"""How many rows what waits may have in a window of at least so many columns and rows, and how many
with one of what nobody misses: beside so many the head keeps its board."""


def _is_same(one: Entry, other: Entry) -> bool:
    """Return whether two entries are the same one, though what waits is told otherwise by now."""
    return one.label == other.label or (one.key == other.key and one.key not in KEYS)


class HomeScreen(ListScreen):
    """The home screen's menu."""

    ZONES: ClassVar[Mapping[str, type[Zone[Any]]]] = MENU_ZONES
    FINDS: ClassVar[bool] = False

    def __init__(self, paint: PaintContext, notice: Words = "") -> None:
        # its entries fill the list at 80x24: none of them should scroll out of sight
        super().__init__(paint, Menu(choose=self._choose, room=self._room_wanted, whole=True))
        self._why: Sentence = say(notice)
        self._saved: tuple[SavedGame, ...] = ()
        self._invitation: Entry | None = None
        """What opens a room in this process."""
        """The games that can be resumed."""
        self._visit = home.Visit(new=False)
        self._puzzle: Puzzle | None = None
        """The one to try: today's until it is solved, or an easy one to begin with."""
        self._archived: ArchivedResults | None = None
        self._moved = False
        """Whether the player has moved along the list."""
        self._friends = FriendTables(self)
        self._deal: DailyPage | None = None
        """How the player stands with today's deal, once that is known."""
        self._week: WeekPage | None = None
        """The running week of the season, once that is known."""
        self._waiting: tuple[Waiting, ...] = ()
        """What waits for the player, in the rows that are listed."""
        self._untold = Untold()
        """What waits besides."""
        self._unanswered = 0
        """How much of what was asked as the screen opened is not known yet."""
        self._placed = False
        """Whether the rows have found their places, which they keep until it opens again."""
        self._last: LastGame | None = None
        """The player's last finished game."""
        self._rivalry: Sentence = SILENCE
        self._ladder = LadderGames()

    def _room_wanted(self) -> MenuRoom:
        """Count the entries, at home with a game to resume: nothing moves when one comes or goes.

        To somebody new, other things are offered then. Online a seat to go back to would make the
        list longer.
        """
        online = self.cuttle.lobby.online is not None
        if self._visit.new and online:
            return MenuRoom(len(self._offered()), True, self.boarded)
        others = sum(entry.key != home.RESUME.key for entry in self._offered(held=False))
        return MenuRoom(others + (not online), online, self.boarded)

    @property
    def boarded(self) -> bool:
        """Whether there is a position to show, for which the head is higher."""
        return self._puzzle is not None and has_seats(self._puzzle)

    def on_screen_resume(self) -> None:
        """List anew what waits, and look around."""
        self._placed, self._unanswered = False, 0
        self._refresh()

    def _refresh(self) -> None:
        """Refresh the list: the server may hold a seat by now."""
        self.cuttle.look_soon()
        archive, at_home = self.cuttle.lobby.archive, self.cuttle.lobby.home
        self._saved = () if at_home is None else at_home.saved()
        hosting = self.cuttle.hosting
        self._invitation = None if hosting is None else home.invitation_entry(hosting.unfinished())
        self._look_around()
        self._look_for_friends()
        self._offer()
        if archive is not None and archive.trouble is not None:
            self._why = not_kept_line(archive.trouble)
        elif broken := next((game for game in self._saved if game.problem is not None), None):
            self._why = unreadable_game_line(broken)
        self._show()

    def _wait(self) -> None:
        """Note what waits for the player by now, and which of it has a row."""
        width, height = self.app.size
        cuttle = self.cuttle
        tries = self._visit.puzzled and not self._visit.new and not self._has_board
        waits = waiting(
            Known(
                cuttle.lobby,
                cuttle.mistakes,
                cuttle.today(),
                self._visit.new,
                self._deal,
                self._week,
                puzzle=self._visit.standing if tries else None,
                rungs=self._rungs,
                last=self._unseen,
                resumes=self._resumed_deal,
            )
        )
        most, spare = next(
            (most, spare)
            for columns, rows, most, spare in _ROOM
            if width >= columns and height >= rows
        )
        if self._placed:
            self._waiting = in_place(self._waiting, waits, most, spare=spare)
        else:
            self._waiting = rows_of(waits, most, spare=spare)
        self._untold = unlisted(waits, self._waiting)

    @property
    def _resumed_deal(self) -> str:
        """The day whose deal the first row goes on with, if it is one."""
        chair = self.cuttle.held()
        if chair is not None:
            return chair.state().day
        kept = [game.day for game in self._saved if game.problem is None]
        return kept[0] if len(kept) == 1 else ""

    @property
    def _unseen(self) -> LastGame | None:
        """The player's last game, unless they have seen what the coach thinks of it."""
        last = self._last
        return None if last is None or last.id in self.cuttle.seen_analyses else last

    def _look_for_friends(self) -> None:
        """Take the friends that are known; ask who they are by now, and about today's deal."""
        self._wait()
        online = self.cuttle.lobby.online
        if online is not None:
            self._learn(online.ask_friends(), self._take_rows)
        self._learn(self.cuttle.lobby.daily.page(), self._take_deal)
        if self.has_season and (league := self._league) is not None:
            self._learn(league.week(), self._take_week)

    def _learn(self, work: Awaitable[T], then: Callable[[T], None]) -> None:
        """Ask the lobby; once all is answered, the rows keep their places."""
        self._unanswered += 1

        def settle(_: object) -> None:
            self._unanswered -= 1
            self._placed |= self._unanswered <= 0

        def answered(found: T) -> None:
            then(found)
            settle(found)

        self.ask_lobby(work, answered, settle)

    def _take_week(self, page: WeekPage) -> None:
        self._week = page
        self._take_rows(None)

    def _take_deal(self, page: DailyPage) -> None:
        self._deal = page
        self._take_rows(None)

    def _take_rows(self, _: None) -> None:
        before = self._waiting, self._untold
        self._wait()
        if self.is_current and (self._waiting, self._untold) != before:
            self._offer()
            self._show()

    def on_resize(self) -> None:
        """Offer today's puzzle as a line where a board has no room."""
        if self.menu.entries:
            self._placed = False
            self._offer()
            self._placed = self._unanswered <= 0
            self._show()

    def _offer(self) -> None:
        """List what can be done now; the focus stays, once the player has moved it."""
        self._wait()
        focused = self.in_focus if self.menu.entries and self._moved else None
        self.menu.entries = self._offered()
        same = (each for each in self.menu.entries if focused and _is_same(each, focused))
        self._focus = self.menu.entries.index(next(same, self._first))

    @property
    def _first(self) -> Entry:
        """What is in focus at first: what comes first, or somebody who waits for a game.

        Friends who do not wait are passed over.
        """
        online = self.cuttle.lobby.online
        queue = () if online is None else online.queue()
        wanted = [home.RANKED if line.rated else home.QUICK for line in queue if not line.me]
        met = next((entry for entry in wanted if entry in self.menu.entries), None)
        held = self.cuttle.held() is not None
        calm = [each.entry for each in self._waiting if each.urgency < Urgency.NOW]
        first = next(entry for entry in self.menu.entries if entry not in calm)
        invited = any(each.entry == first for each in self._waiting)
        return first if met is None or held or invited else met

    def hear(self, news: News) -> None:
        """Refresh if the held seat or what waits has changed; ignore other lobby news."""
        if not self.is_current:  # it looks around when it is shown again
            return
        untold = self._untold
        self._wait()
        if news.kind in ("your-move", "account") or self._offered() != self.menu.entries:
            self._refresh()
        elif self._untold != untold:
            self._show()

    @property
    def answered(self) -> object:
        """The entry in focus, and whose rows have the keys of what waits."""
        about = (each.friend and each.friend.id for each in self._waiting)
        return (self.in_focus, *about) if self.menu.entries else None

    def _look_around(self) -> None:
        """Note what the player has learnt and played; a server is asked for their games."""
        lobby = self.cuttle.lobby
        results = self._visit.results
        if lobby.archive is not None:
            if self._archived is None:
                self._archived = ArchivedResults(lobby.archive)
            games = [g for g in lobby.archive.games(_LAST_GAMES) if lobby.player in g.players]
            results = self._archived.results(games)
            self._last = last_of(games, lobby.player)
            self._rivalry = self._against(lobby.archive, results)
        self._know(results)
        account, online = lobby.account, lobby.online
        if online is not None and account is not None and not account.guest:
            self._learn(online.games(), self._take_games)
        if not self.is_guest:
            rules = self.cuttle.ruleset.name
            self._learn(lobby.ladder(rules), self._take_ladder)

    def _know(self, results: tuple[Result, ...]) -> None:
        """Note the last games of the player."""
        done = self.cuttle.progress.load()
        known = bool(results or self._ladder.games or self.cuttle.has_played)
        new = not known and done.isdisjoint(LESSON_NAMES)
        ladder = home_line(self._rungs)
        self.cuttle.offered_level = offered_level(self._rungs)
        puzzles = self._puzzles()
        won = self._has_won(results)
        standing = puzzles.standing(self.cuttle.now())
        puzzled = puzzles.begun or (won if known else not new)
        lesson = None  # the one to begin or to go on with, until the first win
        if not won and not done.issuperset(LESSON_NAMES):
            lesson = home.FIRST_LESSON if done.isdisjoint(LESSON_NAMES) else home.NEXT_LESSON
        self._visit = home.Visit(
            new, results, standing, self._rivalry, ladder, lesson=lesson, puzzled=puzzled
        )
        daily = None if standing.solved else standing.daily
        # as a board, or none; the head is higher with one
        before, self._puzzle = self.boarded, daily if puzzled else puzzles.book[0]
        if before != self.boarded:
            forget_places(self)
            self.refresh(layout=True)

    def _has_won(self, results: tuple[Result, ...]) -> bool:
        """Return whether the player has won a game that is known here."""
        me = self.cuttle.lobby.player
        won = (result.players[seat] for result in results for seat in result.winners or ())
        return me in won or any(game.result == "won" for game in self._ladder.games)

    @property
    def _rungs(self) -> tuple[Rung, ...]:
        """How the player stands against each level, by the rules of this terminal."""
        return rungs_of(self._ladder.games)

    def _take_ladder(self, found: LadderGames) -> None:
        """Note the player's games against the computer."""
        changed, self._ladder = found != self._ladder, found
        if changed:
            self._know(self._visit.results)
            if self.is_current:
                self._offer()
                self._show()

    def _against(self, archive: GameArchive, results: Sequence[Result]) -> Sentence:
        """Return the record against the person of the last game; computers have theirs apart."""
        me = self.cuttle.lobby.player
        rival = "" if not results else rival_of(results[0], me)
        return rivalry_line(archive.games(), me, rival) if rival else SILENCE

    def _take_games(self, games: tuple[GameLine, ...]) -> None:
        """Note the player's own games among those that the server lists."""
        me = self.cuttle.lobby.player
        self._last = last_of(games, me)
        self._know(own_results(games, me)[:_LAST_GAMES])
        if self.is_current:
            self._offer()
            self._show()

    @property
    def _held(self) -> Entry | None:
        """What leads back to a seat that is held."""
        chair = self.cuttle.held()
        return None if chair is None else home.held_entry(chair.state(), chair.seat)

    def _offered(self, *, held: bool = True) -> tuple[Entry, ...]:
        """List what can be done; `held` says whether to list a seat that is held."""
        lobby = self.cuttle.lobby
        return home.entries(
            online=lobby.online is not None,
            held=self._held if held else None,
            saved=self._saved,
            kept=lobby.archive is not None,
            invitation=self._invitation,
            account=lobby.account,
            new=self._visit.new,
            lesson=self._visit.lesson,
            boarded=self._has_board,
            puzzled=self._visit.puzzled,
            waiting=tuple(each.entry for each in self._waiting),
            befriended=bool(lobby.friends()),
        )

    def _show(self) -> None:
        entry, board, level = self.in_focus, self._board(), self.cuttle.level
        reach = SILENCE if self._friend is None else self._friends.reach(self._friend)
        prompt = home.home_prompt(entry, self._why or reach, self._quick, level, self._rungs)
        self._panel = self._beside()
        keys = {each.key for each in self.menu.entries}
        visit = replace(
            self._visit,
            boarded=self._in_sight,
            listed=letters.PUZZLE in keys,
            pressing=self._untold.pressing,
            later=self._untold.later,
            ladder=SILENCE if letters.LADDER in keys else self._visit.ladder,
        )
        band = home.home_band(self.cuttle.lobby, self.cuttle.ruleset, visit)
        self.show_menu(name_head(board=board), band, prompt)

    def _board(self) -> BoardModel | None:
        """Return the puzzle to try as a board, of which the head shows what it has room for."""
        plan, puzzle = self.plan(*self.app.size), self._puzzle
        if plan is None or plan.phone == "upright" or puzzle is None or not has_seats(puzzle):
            return None
        return board_of(puzzle, letters.PUZZLE)

    @property
    def _in_sight(self) -> bool:
        """Whether the head has room for the whole board, or there is some below the list."""
        plan = self.plan(*self.app.size)
        if plan is None or not self.boarded:
            return False
        return plan.front.tall or has_board(plan, self.place(plan)["head"].height)

    @property
    def _has_board(self) -> bool:
        """Whether this window has room for a board, and there is one to show."""
        plan = self.plan(*self.app.size)
        return plan is not None and self.boarded and (plan.front.tall or plan.front.board > 0)

    def _beside(self) -> PanelModel:
        """Say to somebody new how the game goes; for others, list their games, and who is here.

        In a tall window the puzzle to try is below that, or beside it with the goal.
        """
        plan = self.plan(*self.app.size)
        board = self._board() if plan is not None and plan.front.tall else None
        if board is None:
            return self._told_beside()
        goal = goal_named(self.cuttle.ruleset.name) if self._visit.new else ()
        return (*self._told_beside(), *goal, PanelBlock("", (), drawn=board))

    def _told_beside(self) -> PanelModel:
        if self._visit.new:
            return home.gist(self.cuttle.ruleset)
        lobby = self.cuttle.lobby
        online = lobby.online
        return (
            PanelBlock(tr(home.LAST_GAMES), result_table(self._visit.results, lobby.player)),
            ladder_block(self._rungs),
            PanelBlock(tr(beside.PEOPLE), () if online is None else beside.others_lines(online)),
            self._learning(),
        )

    def _learning(self) -> PanelBlock:
        """Count what is learnt; after a first puzzle of the store, tell the rating as well."""
        block, standing = progress_block(self.cuttle.progress), self._visit.standing
        rated = home.rating_lines(standing) if standing is not None else ()
        return block._replace(lines=(*block.lines, *rated))

    def sections(self) -> Sections:
        if self.asker.asked is not None:
            return (self.asker.asked.section, self._QUIT)
        taken = {entry.key for entry in self.menu.entries}
        online = self.cuttle.lobby.online is not None
        aliases = tuple(pair for pair in home.ALIASES if online and pair[0] not in taken)
        return (straight_to(self.menu.entries, aliases), self._LIST, self._QUIT)

    def clear_reason(self, _: Intent | None) -> bool:
        """Forget why something was refused."""
        if self.asker.asked is None:
            self._why = ()
        return False

    GATES: ClassVar[tuple[Gate, ...]] = (*ListScreen.GATES, clear_reason)

    def _step(self, step: int) -> None:
        """Move to the next entry or the one before, around the ends; or further, up to one."""
        self._moved = True
        count, place = len(self.menu.entries), self._focus + step
        self._focus = place % count if abs(step) == 1 else max(0, min(count - 1, place))
        self._show()

    @property
    def opens_nights(self) -> bool:
        """Whether there are play nights here, and none has a row."""
        return has_nights(self.cuttle.lobby.online) and self._is_free(letters.NIGHT)

    def _open_night(self) -> None:
        show_night(self.cuttle, self.paint, self.cuttle.lobby.online)

    def _join_night(self) -> None:
        """Open the play night; take part first, if that is possible."""
        online = self.cuttle.lobby.online
        nights = None if online is None else online.nights
        line = None if nights is None else nights.line()
        if nights is not None and line is not None and line.may_join:
            self.wait_for_lobby(nights.join(), lambda _: self._open_night())
        else:
            self._open_night()

    @property
    def sees_last(self) -> bool:
        """Whether the coach has not told of the player's last game, which has no row."""
        online = self.cuttle.lobby.online is not None
        return self._unseen is not None and self._is_free(letters.LAST_GAME[online])

    def _see_last(self) -> None:
        if self._unseen is not None:
            self._analyse(self._unseen.id)

    def _analyse(self, game: str) -> None:
        """Open the replay of a game at its end, with what the coach thinks of it."""
        me, source = self.cuttle.lobby.player, Source()
        if self.cuttle.lobby.online is not None:
            source = Source(game=game)

        def show(record: Record) -> None:
            seat = record.players.index(me) if me in record.players else 0
            ply = Replay(record).plies
            self.cuttle.watch_game(record, seat, source, ply=ply, analyse=True)

        self.wait_for_lobby(self.cuttle.lobby.own_record(game), show)

    def _settings(self) -> None:
        self.cuttle.show_page(SettingsScreen(self.paint))

    @property
    def _quick(self) -> home.QuickMatch | None:
        """What the quick match in focus is played for, if one is."""
        lobby = self.cuttle.lobby.online
        if lobby is None or not self.menu.entries or self.in_focus not in home.CLOCKED:
            return None
        rated = self.in_focus == home.RANKED
        return home.QuickMatch(self.cuttle.clocks[rated], rated, lobby.season)

    @property
    def has_clocks(self) -> bool:
        """Whether the entry in focus is a match with clocks to choose, or a table for a friend."""
        friend = self._friend
        chosen = self._quick is not None if friend is None else self._friends.has_clocks(friend)
        return self.asker.asked is None and chosen

    @property
    def has_level(self) -> bool:
        """Whether the entry in focus is a game against the computer."""
        listed = self.asker.asked is None and bool(self.menu.entries)
        return listed and self.in_focus in home.LEVELLED

    def _change_level(self, step: int) -> None:
        self.cuttle.choose_level(next_level(self.cuttle.level, step))
        self._show()

    def _take_level(self, place: int) -> None:
        """Choose a level, and the game against the computer."""
        self.cuttle.choose_level(LEVELS[place].name)
        self._focus = self.menu.entries.index(home.COMPUTER)
        self._show()

    @property
    def _clocks(self) -> str:
        """The clocks of the match in focus, as an option."""
        if (friend := self._friend) is not None:
            return clocks_label(self._friends.timing(friend))
        return clocks_label(NO_CLOCK if self._quick is None else self._quick.timing)

    def _change_clocks(self, step: int) -> None:
        quick, friend = self._quick, self._friend
        if friend is not None:
            self._friends.change_clocks(friend, step)
            self._show()
        elif quick is not None:
            timings = RATED_TIMINGS if quick.rated else QUICK_TIMINGS
            place = timings.index(quick.timing) + step
            self.cuttle.clocks[quick.rated] = timings[place % len(timings)]
            self._show()

    def _exit(self) -> None:
        self.app.exit()

    def _choose(self) -> None:
        show, paint = self.cuttle.show_page, self.paint
        lobby, ruleset = self.cuttle.lobby, self.cuttle.ruleset
        inviting = self._invitation in self.menu.entries
        actions: dict[Entry, Callable[[], None]] = {
            home.OPEN: lambda: show(NewTableScreen(paint, who="room")),
            home.COMPUTER: lambda: self.sit(
                # one game: a match is chosen for its table, and does not begin again by itself
                lobby.play_computer(with_match(ruleset.name, ""), self.cuttle.level),
                new=True,
            ),
            home.NEW: lambda: show(NewTableScreen(paint)),
            self._invitation or home.INVITE: self._invite,
            home.WATCH: self._watch,
            home.FRIEND: lambda: show(friend_screen(paint, inviting=inviting)),
            home.FRIENDS: self._list_friends,
            **{each.entry: partial(self._attend, each) for each in self._waiting},
            home.ACCOUNT: self._account,
            home.GUEST: self._account,
            home.LEARN: lambda: show(LearnScreen(paint)),
            home.FIRST_LESSON: self._begin_lesson,
            home.NEXT_LESSON: self._begin_lesson,
            home.TODAYS_PUZZLE: self._try_puzzle,
            home.FIRST_PUZZLE: self._try_puzzle,
        }
        if (online := lobby.online) is not None:
            actions |= self._online_actions(online)
            if self.in_focus.key == home.RESUME.key:
                actions[self.in_focus] = self._resume
        if (at_home := lobby.home) is not None:
            actions[home.HOT_SEAT] = lambda: self.cuttle.share_keyboard(ruleset.name)
            if self._saved:
                actions[home.saved_entry(self._saved)] = lambda: self._resume_saved(at_home)
        try:
            actions[self.in_focus]()
        except LobbyError as error:
            self._why = joining.lobby_line(error)
        if self.is_current:
            self._show()

    def _attend(self, what: Waiting) -> None:
        """Do what something that waits is there for."""
        if what.friend is not None:
            self._friends.meet(what.friend)
            return
        acts: dict[str, Callable[[], object]] = {
            "night": self._join_night,
            "games": self._inbox,
            "week": self._open_week,
            "deal": self._open_deal,
            "puzzle": self._try_puzzle,
            "mistakes": partial(open_mistakes, self),
            "analysis": partial(self._analyse, what.game),
            "ladder": self._open_ladder,
        }
        acts[what.kind]()

    def _online_actions(self, lobby: OnlineLobby) -> dict[Entry, Callable[[], None]]:
        show, paint, rules = self.cuttle.show_page, self.paint, self.cuttle.ruleset.name
        rated = RATED if lobby.season is None else lobby.season.ruleset
        clocks = self.cuttle.clocks
        return {
            home.QUICK: lambda: self.sit(lobby.quick_match(rules, timing=clocks[False])),
            home.RANKED: lambda: self.sit(
                lobby.quick_match(rated, rated=True, timing=clocks[True])
            ),
            home.JOIN: lambda: show(CodeScreen(paint)),
            home.LOBBY: lambda: show(LobbyScreen(paint, lobby)),
        }

    def tell_refusal(self, error: LobbyError) -> None:
        self._why = joining.lobby_line(error)
        self._show()

    def _resume(self) -> None:
        chair = self.cuttle.held()
        if chair is not None:
            self.cuttle.sit_down((chair,))

    def _resume_saved(self, lobby: HomeLobby) -> None:
        """Return to the kept game, or choose one of several."""
        games = [game for game in self._saved if game.problem is None]
        if len(games) == 1:
            self.cuttle.sit_down(lobby.resume_game(games[0].id))
        else:
            self.cuttle.show_page(SavedGamesScreen(self.paint, lobby))

    @property
    def at_home(self) -> bool:
        """Whether this is a lobby at home, where the player's name can be changed."""
        return self.asker.asked is None and self.cuttle.lobby.home is not None

    def _rename(self) -> None:
        close = self.cuttle.close_screen

        def take(names: tuple[str, ...]) -> None:
            self.cuttle.name_player(names[0])
            close()

        name = self.cuttle.lobby.player
        self.cuttle.show_page(HomeNameScreen(self.paint, AGAIN, (name,), take, close))

    @property
    def _friend(self) -> FriendLine | None:
        """The friend in focus."""
        found = (each.friend for each in self._waiting if each.entry == self.in_focus)
        return next(found, None) if self.menu.entries else None

    def _forget_friend(self) -> None:
        if (friend := self._friend) is not None:
            self.asker.begin(self._friends.forget(friend, self._tell_forgotten))

    def _tell_forgotten(self, told: Sentence) -> None:
        self._why, self._placed = told, False
        self._offer()
        self._show()

    @property
    def may_forget(self) -> bool:
        """Whether a friend is in focus, who can be forgotten."""
        return self.asker.asked is None and self._friend is not None

    @property
    def has_friends(self) -> bool:
        """Whether there are friends to list."""
        return self.asker.asked is None and bool(self.cuttle.lobby.friends())

    @property
    def _further(self) -> str:
        """Name the list of friends if more of them are known than have rows."""
        listed = sum(each.kind == "friend" for each in self._waiting)
        return tr("friends") if len(self.cuttle.lobby.friends()) > listed else ""

    def _list_friends(self) -> None:
        self.cuttle.show_page(FriendsScreen(self.paint))

    @property
    def is_guest(self) -> bool:
        """Whether the player is a guest on a server, and may choose a name."""
        online = self.cuttle.lobby.online
        return self.asker.asked is None and online is not None and online.guest is not None

    def _name_guest(self) -> None:
        online = self.cuttle.lobby.online
        if online is not None and online.guest is not None:
            close = self.cuttle.close_screen
            self.cuttle.show_page(NameScreen(self.paint, online.guest, close, close))

    @property
    def has_inbox(self) -> bool:
        """Whether there can be correspondence games here, which have no row."""
        return self.cuttle.lobby.online is not None and self._is_free(letters.INBOX)

    def _inbox(self) -> None:
        lobby = self.cuttle.lobby.online
        if lobby is not None:
            self.cuttle.show_page(LobbyScreen(self.paint, lobby, YOURS))

    @property
    def _league(self) -> League | None:
        online = self.cuttle.lobby.online
        return None if online is None else online.league

    @property
    def has_season(self) -> bool:
        """Whether a season runs in which the player can play; guests cannot."""
        online = self.cuttle.lobby.online
        return online is not None and online.season is not None and online.guest is None

    @property
    def opens_season(self) -> bool:
        """Whether the season can be opened, and has no row."""
        return self.has_season and self._league is not None and self._is_free(letters.SEASON)

    def _open_week(self) -> None:
        if (league := self._league) is not None:
            me = self.cuttle.lobby.player
            self.cuttle.show_page(LeagueScreen(self.paint, league, me, WEEK_TAB))

    @property
    def has_ladder(self) -> bool:
        """Whether results against the computer are kept, and the next level has no row."""
        return self._is_free(letters.LADDER) and not self.is_guest

    def _open_ladder(self) -> None:
        """Open the ladder, with all games that are finished by now."""
        rules = self.cuttle.ruleset.name
        self.wait_for_lobby(
            self.cuttle.lobby.ladder(rules),
            lambda found: self.cuttle.show_page(LadderScreen(self.paint, found, rules)),
        )

    @property
    def has_deal(self) -> bool:
        """Whether today's deal has no row, as for somebody new."""
        return self._is_free(letters.DEAL)

    @property
    def copies_deal(self) -> bool:
        """Whether there is a line about today's deal to copy, and no row has its key."""
        own = None if self._deal is None else self._deal.own
        return own is not None and own.counts and self._is_free(COPY_KEY)

    def _copy_deal(self) -> None:
        if self._deal is not None and self._deal.own is not None:
            ascii = self.paint.glyphs.lettered
            text = share_text(self._deal.day, self._deal.own, ascii=ascii)
            self._why = self.cuttle.copy(text)
            self._show()

    def _open_deal(self) -> None:
        self.wait_for_lobby(
            self.cuttle.lobby.daily.page(),
            lambda page: self.cuttle.show_page(DealScreen(self.paint, page)),
        )

    def _watch(self) -> None:
        archive = self.cuttle.lobby.archive
        if archive is not None:
            self.cuttle.show_page(ArchiveScreen(self.paint, archive, self.cuttle.lobby.player))

    def _begin_lesson(self) -> None:
        self._open_task(LessonsScreen(self.paint, Lessons(self.cuttle.progress)))

    def _try_puzzle(self) -> None:
        """Open today's puzzle, or an easy one to begin with; once it is solved, the list of all."""
        puzzles = self._puzzles()
        if not self._visit.puzzled:
            puzzles.place = 0
            self._open_task(PuzzlesScreen(self.paint, puzzles))
            return
        screen = PuzzlesScreen(self.paint, puzzles)
        self.cuttle.show_page(screen)
        if not puzzles.solved_today:
            screen.open_todays()

    def _puzzles(self) -> Puzzles:
        return self.cuttle.puzzles

    def _open_task(self, tasks: LessonsScreen | PuzzlesScreen) -> None:
        """Open a lesson or puzzle over the list of all, to which leaving it leads."""
        self.cuttle.show_page(tasks)
        tasks.open_focused()

    @property
    def has_puzzle(self) -> bool:
        """Whether the puzzle of the day is offered, or was solved."""
        return self._is_free(letters.PUZZLE)

    def _is_free(self, letter: str) -> bool:
        """Return whether a letter is that of no entry now."""
        return self.asker.asked is None and letter not in {each.key for each in self.menu.entries}

    def _account(self) -> None:
        account = self.cuttle.lobby.account
        if account is not None:
            self.cuttle.show_page(AccountScreen(self.paint, account))

    def _invite(self) -> None:
        """Ask whether to open a room for friends in this process."""
        hosting = self.cuttle.hosting
        if hosting is not None:
            plan = TablePlan(self.cuttle.ruleset.name)
            self.cuttle.show_page(InviteScreen(self.paint, hosting, plan))

    def interrupt(self) -> None:
        """Ask whether to quit; quit if asked twice."""
        if self.asker.asked is not None or not self.cuttle.settings.confirm:
            self.cuttle.leave_all()
        else:
            self.asker.begin(self._ask_to_quit())

    async def _ask_to_quit(self) -> None:
        if await Question[bool](self._QUITTING, lambda _: joining.quit_prompt()):
            self.cuttle.leave_all()
        else:
            self._show()

    _LIST: ClassVar[Section[HomeScreen]] = Section(
        N_("the list"),
        (
            Command(
                by(fields(5), _step),
                N_("move along the list"),
                N_("move"),
                "arrows",
                spare=letters.SPARE,
            ),
            CHOOSE,
            Command(
                by({"left": -1, "right": 1}, _change_clocks),
                N_("other clocks for a quick match, a rated one, or a table for a friend"),
                named="left right",
                when=lambda screen: screen.has_clocks,
                label_of=lambda screen: screen._clocks,
            ),
            Command(
                by({"left": -1, "right": 1}, _change_level),
                OTHER_LEVEL,
                named="left right",
                when=lambda screen: screen.has_level,
                label_of=lambda screen: level_label(screen.cuttle.level),
            ),
            Command(
                by({key: place for place, key in enumerate(LEVEL_KEYS)}, _take_level),
                N_("the level of the computer, the easiest first"),
            ),
            Command(
                to(letters.NIGHT, _open_night),
                N_("the play night: join it, watch it, or open one"),
                when=lambda screen: screen.opens_nights,
            ),
            Command(
                to(letters.INBOX, _inbox),
                N_("your correspondence games"),
                when=lambda screen: screen.has_inbox,
            ),
            Command(
                to(letters.SEASON, _open_week),
                N_("this week of the season, and the league"),
                when=lambda screen: screen.opens_season,
            ),
            Command(
                to(letters.PUZZLE, _try_puzzle),
                N_("today's puzzle"),
                when=lambda screen: screen.has_puzzle,
            ),
            Command(
                to(" ".join(letters.LAST_GAME.values()), _see_last),
                N_("what the coach thinks of your last game"),
                when=lambda screen: screen.sees_last,
            ),
            Command(
                to(letters.DEAL, _open_deal),
                N_("today's deal, the same for everybody"),
                when=lambda screen: screen.has_deal,
            ),
            Command(
                to(COPY_KEY, _copy_deal),
                N_("copy the line about today's deal"),
                when=lambda screen: screen.copies_deal,
            ),
            Command(
                to(letters.FORGET, _forget_friend),
                N_("forget the friend in focus (asks first)"),
                N_("forget"),
                when=lambda screen: screen.may_forget,
            ),
            Command(
                to(letters.FRIENDS, _list_friends),
                N_("all friends"),
                when=lambda screen: screen.has_friends and screen.cuttle.lobby.home is None,
                label_of=lambda screen: screen._further,
            ),
            Command(
                to("a", _rename), N_("your name"), N_("name"), when=lambda screen: screen.at_home
            ),
            Command(
                to(letters.GUEST_NAME, _name_guest),
                N_("your name"),
                N_("name"),
                when=lambda screen: screen.is_guest,
            ),
            Command(
                to("s", _settings),
                N_("colours, cards, language and other settings"),
                N_("settings"),
            ),
            Command(
                to(letters.LADDER, _open_ladder),
                N_("the ladder: which levels of the computer you have beaten"),
                N_("ladder"),
                when=lambda screen: screen.has_ladder,
            ),
            Command(to("q", _exit), N_("quit"), N_("quit")),
            HELP,
        ),
    )
    _QUITTING: ClassVar[Section[HomeScreen]] = Section(
        N_("when asked whether to quit"),
        (
            Command(replies(f"{letters.YES} q", True), N_("quit"), label=N_("quit")),
            Command(replies(f"{letters.NO} escape", False), N_("stay"), label=N_("stay")),
        ),
    )
    _QUIT: ClassVar[Section[HomeScreen]] = Section(
        N_("anywhere"),
        (Command(to("ctrl+c", interrupt), N_("quit (asks first); twice quits at once")), HELP),
    )
    SECTIONS: ClassVar[Sections] = (_LIST, _QUITTING, FORGETTING, _QUIT)
