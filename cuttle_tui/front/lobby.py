"""Show the people online, the open tables, the games in play and the finished games."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Final

from cuttle_tui import correspondence as inbox
from cuttle_tui.drawing.fronts import panel_width, with_two_rows
from cuttle_tui.drawing.layout import Plan
from cuttle_tui.drawing.rows import Latest
from cuttle_tui.front import lobby_words as wording
from cuttle_tui.front.lobby_words import Line
from cuttle_tui.front.new_table import NewTableScreen
from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Sentence,
    Words,
    kept_in_each_language,
    say,
    spoken,
    tr,
)
from cuttle_tui.kit import keymap as letters
from cuttle_tui.kit.dialogue import REPLY, Question, replies
from cuttle_tui.kit.heads import Band, Tabs, TabsModel
from cuttle_tui.kit.keymap import BAR_CLICKS, Command, Pointing, Section, Sections, by, steps, to
from cuttle_tui.kit.list_screen import LIST_CLICKS, OTHER_LISTS, ListScreen
from cuttle_tui.kit.lists import (
    Below,
    Heads,
    LineRows,
    ListModel,
    Row,
    RowList,
    free_seats,
    heads_of,
    line_row,
)
from cuttle_tui.kit.names import named
from cuttle_tui.kit.text_types import PanelBlock, PanelModel, Prompt
from cuttle_tui.kit.words import ONE_MOMENT, WITHDRAWN, lobby_line, unanswered_prompt, you_are
from cuttle_tui.kit.zone import PaintContext, Zone
from cuttle_tui.league.beside import leaders_block
from cuttle_tui.league.nights_screen import has_nights, show_night
from cuttle_tui.league.people import followed_line
from cuttle_tui.league.screen import LeagueScreen, ProfileScreen
from cuttle_tui.ports import (
    ChallengeLine,
    GameLine,
    InboxLine,
    LobbyError,
    News,
    OnlineLobby,
    PersonLine,
    QueueLine,
    Source,
    TableLine,
)
from cuttle_tui.ports.league import League, SeasonPage
from cuttle_tui.replay import archive_words as results
from cuttle_tui.rules.panels import goal_named
from cuttle_tui.rules.samples import cards_named
from cuttle_tui.table.chat import REASONS
from cuttle_tui.table.choices import MENU_KEYS
from cuttle_tui.table.words.chat import done_line
from engine.rules.rulesets import Ruleset

NEW_TABLE: Final = N_("new table")
TABLES, GAMES, PEOPLE, YOURS, FINISHED = range(5)
_BELOW: Final = {
    TABLES: (GAMES, PEOPLE, FINISHED),
    GAMES: (TABLES, PEOPLE, FINISHED),
    PEOPLE: (TABLES, GAMES, FINISHED),
    YOURS: (TABLES, PEOPLE, FINISHED),
    FINISHED: (TABLES, GAMES, PEOPLE),
}
"""The lists shown below each list in a large window."""


@dataclass(frozen=True, slots=True)
class _RowMaker:
    """Makes the rows of a list."""

    tab: int
    player: str
    language: str
    """The language of the rows, which are made anew in another."""

    def __call__(self, line: Line) -> Row:
        """Make the row of a line."""
        return _row_of(line, self.tab, self.player)


@kept_in_each_language(1024)
def _row_of(line: Line, tab: int, player: str) -> Row:
    if isinstance(line, InboxLine):
        cells = inbox.inbox_cells(line)
    elif isinstance(line, PersonLine):
        cells = wording.person_cells(line)
    elif isinstance(line, GameLine):
        cells = results.finished_cells(line, player)
    elif isinstance(line, QueueLine):
        cells = wording.queue_cells(line, free_seats(1))
    elif line.running:
        cells = wording.game_cells(line)
    else:
        cells = wording.table_cells(line, free_seats(line.free))
    return line_row(cells, wording.COLUMNS[tab], wording.told_cells(line))


def _parted(tables: tuple[TableLine, ...]) -> tuple[tuple[TableLine, ...], tuple[TableLine, ...]]:
    """Part the tables that wait from the games in play."""
    return tuple(line for line in tables if not line.running), tuple(
        line for line in tables if line.running
    )


def _place_of(id: str, lines: tuple[Line, ...], place: int) -> int:
    """Return where a line is, most likely at a place; if it is gone, the nearest place."""
    if place < len(lines) and lines[place].id == id:
        return place
    found = (at for at, line in enumerate(lines) if line.id == id)
    return next(found, min(place, len(lines) - 1))


class LobbyScreen(ListScreen):
    """The lobby's lists; enter joins or watches a table, or opens a replay."""

    CLICKS: ClassVar[tuple[Pointing, ...]] = (
        Pointing(
            N_("A click on the name of a list opens it."), N_("tap the name of a list to open it")
        ),
        LIST_CLICKS,
        BAR_CLICKS,
    )
    ZONES: ClassVar[Mapping[str, type[Zone[Any]]]] = {**ListScreen.ZONES, "head": Tabs}

    def __init__(self, paint: PaintContext, lobby: OnlineLobby, tab: int = TABLES) -> None:
        super().__init__(paint)
        self._lobby = lobby
        self.tab = tab
        """Which list is shown."""
        self._ids: list[str] = [""] * len(wording.NAMES)
        """The id of the row in focus in each list."""
        self._places = [0] * len(wording.NAMES)
        """The position of that row, to focus its successor once it is gone."""
        self._parts: Latest[object, tuple[tuple[TableLine, ...], tuple[TableLine, ...]]] = Latest()
        self._finished: tuple[GameLine, ...] | None = None
        self._leaders: PanelModel = ()
        """Who leads the running season, where there is room for that."""
        self._here: Latest[object, dict[str, PersonLine]] = Latest()
        self._row: Line | None = None
        """The row in focus."""
        self._shown: object = None
        """The row that is shown in focus."""

    def plan(self, width: int, height: int) -> Plan | None:
        """Return the plan for a size, with room for all that can be done with a player."""
        plan = super().plan(width, height)
        return None if plan is None else with_two_rows(plan)

    def on_screen_resume(self) -> None:
        self._show()
        self.ask_lobby(self._lobby.games(), self._take_finished, self.tell_refusal)
        self._ask_season()

    def on_resize(self) -> None:
        """Tell what has room now."""
        if self.is_current:
            if not self._leaders:  # there was no room for them
                self._ask_season()
            self._show()

    def _ask_season(self) -> None:
        """Request the standings, if there is room for them."""
        plan, league = self.plan(*self.app.size), self._lobby.league
        if plan is not None and league is not None and panel_width(plan):
            self.ask_lobby(league.season(), self._take_season, lambda _: None)

    def _take_season(self, page: SeasonPage) -> None:
        self._leaders = (leaders_block(page, self._lobby.player),)
        self._show()

    def _take_finished(self, games: tuple[GameLine, ...]) -> None:
        self._finished = games
        self._show()

    def hear(self, news: News) -> None:
        if self.is_current:
            self._show()

    @property
    def answered(self) -> object:
        """The row that was shown in focus, and the queue that it led to."""
        return self._shown

    # the lists

    @property
    def _games(self) -> tuple[TableLine, ...]:
        """The games in play."""
        return self._parted()[1]

    def _parted(self) -> tuple[tuple[TableLine, ...], tuple[TableLine, ...]]:
        tables = self._lobby.tables()
        return self._parts.at(tables, lambda: _parted(tables))

    def _lists(self) -> tuple[tuple[Line, ...], ...]:
        lobby = self._lobby
        waiting: tuple[Line, ...] = self._parted()[0]
        queue = [line for line in lobby.queue() if not line.me]
        if queue:
            waiting = (*queue, *waiting)
        waiting = (*waiting, *lobby.residents())
        return (waiting, self._games, lobby.people(), lobby.inbox(), self._finished or ())

    @property
    def _lines(self) -> tuple[Line, ...]:
        return self._lists()[self.tab]

    def _chosen(self) -> Line | None:
        """Return the row in focus; if that is gone, the row in its place."""
        return self._chosen_of(self._lines)

    def _chosen_of(self, lines: tuple[Line, ...]) -> Line | None:
        tab = self.tab
        if not lines:
            return None
        self._places[tab] = _place_of(self._ids[tab], lines, self._places[tab])
        chosen = lines[self._places[tab]]
        self._ids[tab] = chosen.id
        return chosen

    def _show(self, why: Sentence = SILENCE) -> None:
        lobby, lists, tab = self._lobby, self._lists(), self.tab
        chosen = self._row = self._chosen_of(lists[tab])
        queue = chosen.queue if isinstance(chosen, PersonLine) else ""
        self._shown = chosen and (tab, chosen.id, queue)
        counts = [len(lines) for lines in lists[:FINISHED]]
        names = wording.tab_names([*counts, None])
        empty = wording.empty_lines(tab)
        if tab == FINISHED and self._finished is None:
            empty = (say(ONE_MOMENT),)
        heads, rows = self._rows(tab, lists[tab])
        below = tuple(
            Below(names[other], *self._rows(other, lists[other])) for other in _BELOW[tab]
        )
        model = ListModel(rows, self._places[tab], empty=empty, heads=heads, below=below)
        self._panel = self._beside(chosen)
        self.query_one(Tabs).show(TabsModel(names, tab, you_are(lobby.player)))
        asked = tab == PEOPLE and self._made_to(chosen) is not None
        plan = self.plan(*self.app.size)
        upright = plan is not None and plan.phone == "upright"  # its tabs stand close to the band
        news = (wording.news_line(lobby, asked=asked),)
        self.query_one(Band).show(news if upright else wording.band(lobby, asked=asked))
        self.query_one(RowList).show(model)
        self._show_prompt(self._prompt(chosen, why))

    def _rows(self, tab: int, lines: tuple[Line, ...]) -> tuple[Heads, LineRows]:
        """Make the heads and the rows of a list."""
        heads = heads_of(tuple(map(str, wording.HEADS[tab])), wording.COLUMNS[tab])
        return heads, LineRows(lines, _RowMaker(tab, self._lobby.player, spoken()))

    def _beside(self, chosen: Line | None) -> PanelModel:
        """Return what the row in focus is about, the news, who leads, and the rules of the row.

        Where there is room for it, they tell what each card does.
        """
        lobby, games, plan = self._lobby, self._finished or (), self.plan(*self.app.size)
        if plan is None or not (panel_width(plan) or plan.front.tall):
            return ()
        news = PanelBlock(tr(wording.NEWS), wording.news_lines(lobby))
        played = wording.ruleset_of(chosen, lobby) or self.cuttle.ruleset.name
        rules = PanelBlock(tr(wording.RULES), wording.game_lines(chosen, played))
        further = (*cards_named(played), *goal_named(played))
        return (*self._about(chosen, games), news, *self._leaders, rules, *further)

    def _about(self, chosen: Line | None, games: tuple[GameLine, ...]) -> PanelModel:
        """Return what is known of the players of the row in focus, or of its game."""
        lobby = self._lobby
        if isinstance(chosen, GameLine):
            return (wording.about_game(chosen),)
        if isinstance(chosen, TableLine | QueueLine | InboxLine):
            people = lobby.people()
            here = self._here.at(people, lambda: {each.name: each for each in people})
            return wording.about_table(chosen, here, games, lobby.player)
        if isinstance(chosen, PersonLine) and not chosen.me:
            told = wording.acquaintance(chosen, games, lobby.player)
            return (PanelBlock(named(chosen.name, chosen.rating), told),)
        listed = self.tab == PEOPLE or PEOPLE in _BELOW[self.tab]
        others = () if listed else wording.others_lines(lobby)
        return (PanelBlock(tr(wording.PEOPLE), others),)

    def _prompt(self, chosen: Line | None, why: Sentence) -> Prompt:
        if isinstance(chosen, QueueLine):
            return wording.queue_prompt(chosen, why)
        if self.tab == YOURS:
            return inbox.inbox_prompt(chosen if isinstance(chosen, InboxLine) else None, why)
        if self.tab == PEOPLE and (made := self._made_to(chosen)) is not None:
            return replace(unanswered_prompt(made), why=why)
        if self.tab == PEOPLE:
            person = chosen if isinstance(chosen, PersonLine) else None
            return wording.person_prompt(person, why)
        if self.tab == FINISHED:
            return wording.finished_prompt(chosen if isinstance(chosen, GameLine) else None, why)
        ask = wording.game_prompt if self.tab == GAMES else wording.table_prompt
        return ask(chosen if isinstance(chosen, TableLine) else None, why)

    # keys

    def sections(self) -> Sections:
        return (self._LISTS,) if self.asker.asked is None else (self.asker.asked.section,)

    @property
    def bar(self) -> tuple[Command[LobbyScreen], ...]:
        return self._BAR

    @property
    def _verb(self) -> Words:
        """What enter does."""
        if self._made_to(self._row) is not None:
            return ""
        opens = self._row is None and self.tab == TABLES
        return NEW_TABLE if opens else wording.verb_of(self._row)

    @property
    def _other(self) -> PersonLine | None:
        """The person in focus, unless it is the player."""
        row = self._row
        return row if isinstance(row, PersonLine) and not row.me else None

    def _made_to(self, row: Line | None) -> ChallengeLine | None:
        """Return the player's challenge to the person of a row, if it waits for an answer."""
        made = wording.made_by(self._lobby)
        if made is None or not isinstance(row, PersonLine):
            return None
        return made if made.name == row.name else None

    def _of_other(self, label: Callable[[PersonLine], Words]) -> Words:
        """Return a label about the person in focus; empty if there is none, or one who is asked."""
        asked = self._made_to(self._row) is not None
        return "" if self._other is None or asked else label(self._other)

    @property
    def rules_to_read(self) -> Ruleset:
        return self.cuttle.ruleset

    def ignore(self) -> None:
        if self.asker.asked is None:
            self._show()

    def tell_refusal(self, error: LobbyError) -> None:
        self._show(lobby_line(error))

    def turn_to(self, step: int) -> None:
        """Switch to another list."""
        self.tab = (self.tab + step) % len(wording.NAMES)
        self._show()

    def move(self, step: int) -> None:
        lines, tab = self._lines, self.tab
        if lines:
            self._places[tab] = max(0, min(len(lines) - 1, self._places[tab] + step))
            self._ids[tab] = lines[self._places[tab]].id
        self._show()

    def _enter(self) -> None:
        chosen, lobby = self._chosen(), self._lobby
        if isinstance(chosen, GameLine):
            source = Source(game=chosen.id)
            watch = partial(self.cuttle.watch_game, source=source)
            self.ask_lobby(lobby.replay(chosen.id), watch, self.tell_refusal)
        elif isinstance(chosen, TableLine):
            sit = lobby.watch if chosen.running else lobby.sit_at
            self.sit((lobby.go_to if chosen.mine else sit)(chosen.id))
        elif isinstance(chosen, InboxLine):
            self.sit(lobby.go_to(chosen.id))
        elif isinstance(chosen, QueueLine):
            level = chosen.level
            self.sit(lobby.play_resident(level) if level else lobby.sit_at(chosen.id))
        elif isinstance(chosen, PersonLine) and chosen.queue and not chosen.me:
            self.sit(lobby.sit_at(chosen.queue))
        elif isinstance(chosen, PersonLine):
            self._challenge()
        elif self.tab == TABLES:
            self._new()

    def _inbox(self) -> None:
        self.tab = YOURS
        self._show()

    def _give_up(self) -> None:
        """Leave a table of the player's that waits or is over."""
        chosen = self._chosen()
        if isinstance(chosen, InboxLine):
            self._do(self._lobby.give_up(chosen.id), say(inbox.LEFT))
        else:
            self._inbox()

    def _do(self, work: Awaitable[None], done: Sentence) -> None:
        """Ask the lobby for something, and say what was done, or why not."""
        self.wait_for_lobby(work, lambda _: self._show(done))

    def _watch(self) -> None:
        """Watch the game in focus, running or finished; elsewhere go to the running games."""
        if self.tab in (GAMES, FINISHED) and self._chosen() is not None:
            self._enter()
        else:
            self.tab = GAMES
            self._show(say(wording.WATCH_HERE) if self._games else SILENCE)

    def _person(self) -> PersonLine | None:
        """Return the person in focus, or explain why there is none."""
        chosen = self._chosen()
        if not isinstance(chosen, PersonLine):
            self.tab = PEOPLE
            self._show(say(wording.NOT_HERE))
            return None
        if chosen.me:
            self._show(say(wording.NOT_YOURSELF))
            return None
        return chosen

    def _challenge(self) -> None:
        """Choose a game to which the person in focus is challenged."""
        person = self._person()
        if person is not None and self._made_to(person) is None:
            self.cuttle.show_page(NewTableScreen(self.paint, who="challenge", against=person))

    @property
    def waits_for_answer(self) -> bool:
        """Whether the player has challenged somebody."""
        return any(line.mine for line in self._lobby.challenges())

    def _withdraw(self) -> None:
        self._do(self._lobby.decline(), say(WITHDRAWN))

    def _follow(self) -> None:
        person, league = self._person(), self._lobby.league
        if person is None or league is None:
            return
        now = not person.followed

        def followed(_done: None) -> None:
            self._show(followed_line(person.name, now=now))

        self.ask_lobby(league.follow(person.name, now), followed, self.tell_refusal)

    @property
    def follows(self) -> bool:
        """Whether players can be followed here."""
        return self._lobby.league is not None

    def _block(self) -> None:
        person = self._person()
        if person is not None:
            self._lobby.block(person.id, not person.blocked)
            self._show(done_line("unblock" if person.blocked else "block", person.name))

    def _report(self) -> None:
        person = self._person()
        if person is not None:
            self.asker.begin(self._ask_why(person))

    async def _ask_why(self, person: PersonLine) -> None:
        """Ask why a person is reported, and report them."""
        prompt = wording.report_prompt(person.name)
        why = await Question[str | None](self._REPORTING, lambda _: prompt)
        if why is None:
            self._show()
        else:
            self._do(self._lobby.report(person.id, why), done_line("report", person.name))

    def _close_link(self) -> None:
        game = self._chosen()
        if not isinstance(game, GameLine) or game.link != "open":
            return

        def closed(_: None) -> None:
            self._show(say(results.LINK_CLOSED))
            self.ask_lobby(self._lobby.games(), self._take_finished, self.tell_refusal)

        self.ask_lobby(self._lobby.close_link(game.id), closed, self.tell_refusal)

    def _new(self) -> None:
        self.cuttle.show_page(NewTableScreen(self.paint, who="room"))

    @property
    def league(self) -> League | None:
        """The league, if there is one."""
        return self._lobby.league

    def _open_league(self) -> None:
        if self.league is not None:
            self.cuttle.show_page(LeagueScreen(self.paint, self.league, self._lobby.player))

    def _open_night(self) -> None:
        show_night(self.cuttle, self.paint, self._lobby)

    def _profile(self) -> None:
        person = self._chosen()
        if self.league is not None and isinstance(person, PersonLine) and not person.guest:
            me = self._lobby.player
            self.cuttle.show_page(ProfileScreen(self.paint, self.league, me, person.name))

    def interrupt(self) -> None:
        self.cuttle.go_home()

    @property
    def question(self) -> object:
        """Which lines are listed: they come and go while the button is down."""
        return self.tab, tuple(line.id for line in self._lines)

    def tell_late(self) -> None:
        self._show(say(wording.LATE_CLICK))

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        plan = self.plan(self.size.width, self.size.height)
        if message.zone == "head" and plan is not None:
            tab = self.query_one(Tabs).tab_at(message.x, message.y, plan)
            self.turn_to(tab - self.tab if tab >= 0 else 0)

    def pick(self, place: int) -> None:
        """Put the clicked row in focus; choose it if it already is."""
        if place == self._places[self.tab]:
            self.handle(self.find_intent(self.BAR_KEY))
        else:
            self.move(place - self._places[self.tab])

    _ENTER: ClassVar[Command[LobbyScreen]] = Command(
        to("enter space", _enter),
        N_("do what the bar says: sit down, open a table, challenge, watch"),
        label_of=lambda lobby: lobby._verb,
    )
    _NEW: ClassVar[Command[LobbyScreen]] = Command(
        to(letters.NEW_TABLE, _new),
        N_("a new table: other rules, more seats, options"),
        N_("new table"),
        label_of=lambda lobby: (
            ""
            if lobby._other or isinstance(lobby._row, GameLine) or lobby._verb == NEW_TABLE
            else NEW_TABLE
        ),
    )
    _PROFILE: ClassVar[Command[LobbyScreen]] = Command(
        to("p", _profile),
        N_("the profile of the marked player"),
        when=lambda lobby: lobby.league is not None and lobby.tab == PEOPLE,
        label_of=lambda lobby: lobby._of_other(lambda who: "" if who.guest else N_("profile")),
    )
    _LEAVE: ClassVar[Command[LobbyScreen]] = Command(
        to("d", _give_up),
        N_("leave your marked table, if it is waiting or over"),
        when=lambda lobby: lobby.tab == YOURS,
        label_of=lambda lobby: (
            N_("leave it")
            if isinstance(lobby._row, InboxLine) and lobby._row.state != "playing"
            else ""
        ),
    )
    _FOLLOW: ClassVar[Command[LobbyScreen]] = Command(
        to("f", _follow),
        N_("follow the marked player, or stop: you're told when they arrive"),
        when=lambda lobby: lobby.follows,
        label_of=lambda lobby: lobby._of_other(
            lambda who: N_("unfollow") if who.followed else N_("follow")
        ),
    )
    _BLOCK: ClassVar[Command[LobbyScreen]] = Command(
        to("b", _block),
        N_("block or unblock the marked player; you will not meet again"),
        label_of=lambda lobby: lobby._of_other(
            lambda who: N_("unblock") if who.blocked else N_("block")
        ),
    )
    _REPORT: ClassVar[Command[LobbyScreen]] = Command(
        to("r", _report),
        N_("report the marked player"),
        label_of=lambda lobby: lobby._of_other(lambda who: N_("report")),
    )
    _CLOSE_LINK: ClassVar[Command[LobbyScreen]] = Command(
        to(letters.CLOSE_LINK, _close_link),
        N_("close the link to your game with friends: then only its players can see it"),
        when=lambda lobby: lobby.tab == FINISHED,
        label_of=lambda lobby: (
            N_("close the link")
            if isinstance(lobby._row, GameLine) and lobby._row.link == "open"
            else ""
        ),
    )
    _WITHDRAW: ClassVar[Command[LobbyScreen]] = Command(
        to(letters.WITHDRAW, _withdraw),
        N_("withdraw your challenge"),
        when=lambda lobby: lobby.waits_for_answer and lobby.tab != FINISHED,
        label_of=lambda lobby: (
            "" if lobby._made_to(lobby._row) is None else C_("a challenge", "withdraw")
        ),
    )
    _BAR: ClassVar[tuple[Command[LobbyScreen], ...]] = (
        _ENTER,
        _WITHDRAW,
        _LEAVE,
        _CLOSE_LINK,
        _NEW,
        _FOLLOW,
        _PROFILE,
        _BLOCK,
        _REPORT,
        replace(OTHER_LISTS[0], label_of=lambda lobby: "" if lobby._other else N_("other lists")),
    )
    """In the order of the options."""
    _LISTS: ClassVar[Section[LobbyScreen]] = Section(
        N_("the lobby"),
        (
            Command(
                by(steps(8), move),
                N_("move along the list"),
                N_("move"),
                "up down",
                when=lambda lobby: len(lobby._lines) > 1,
                spare=letters.SPARE,
            ),
            *OTHER_LISTS,
            _ENTER,
            _NEW,
            Command(
                to(letters.SEASON, _open_league),
                N_("the league: standings, championships, ratings"),
                N_("league"),
                when=lambda lobby: lobby.league is not None,
            ),
            Command(
                to(letters.NIGHT, _open_night),
                N_("the play night: join it, watch it, or open one"),
                when=lambda lobby: has_nights(lobby._lobby),
            ),
            _PROFILE,
            Command(to("i", _inbox), N_("your correspondence games")),
            _LEAVE,
            Command(to("w", _watch), N_("watch the marked game, or go to the games")),
            Command(to("c", _challenge), N_("challenge the marked player to a game")),
            _WITHDRAW,
            _CLOSE_LINK,
            _FOLLOW,
            _BLOCK,
            _REPORT,
            Command(to("escape q ctrl+c", interrupt), N_("back home"), N_("home")),
        ),
    )
    _REPORTING: ClassVar[Section[LobbyScreen]] = Section(
        N_("when asked why you are reporting somebody"),
        (
            Command(
                by(dict(zip(MENU_KEYS, REASONS, strict=False)), REPLY), N_("report for this reason")
            ),
            Command(replies("escape q", None), N_("do not report")),
            Command(to("ctrl+c", interrupt), N_("back home")),
        ),
    )
    SECTIONS: ClassVar[Sections] = (_LISTS, _REPORTING)
