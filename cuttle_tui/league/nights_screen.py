"""Show the play night: its pairings, standings and players; start one, join, leave."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final, TypeVar

from cuttle_tui.drawing.fronts import panel_width
from cuttle_tui.i18n.translation import N_, SILENCE, Sentence, Span, plain, say, tr
from cuttle_tui.kit import keymap as letters
from cuttle_tui.kit.heads import TabsModel
from cuttle_tui.kit.keymap import Command, Pointing, Section, Sections, by, to
from cuttle_tui.kit.list_screen import OTHER_LISTS
from cuttle_tui.kit.text_types import PanelModel, Prompt, option
from cuttle_tui.kit.words import lobby_line, you_are
from cuttle_tui.kit.zone import PaintContext
from cuttle_tui.league import nights as wording
from cuttle_tui.league.nights import PAIRINGS, PLAYERS, STANDINGS
from cuttle_tui.league.pages import Look, PageText
from cuttle_tui.league.people import rating_text
from cuttle_tui.league.screen import LeaguePage
from cuttle_tui.ports import Chair, LobbyError, News, OnlineLobby, RatingLine
from cuttle_tui.ports.league import (
    NIGHT_FORMATS,
    NIGHT_MINUTES,
    NIGHT_ROUNDS,
    League,
    NightPage,
    NightPairing,
    NightPlan,
    Nights,
)
from engine.errors import RulesetError
from engine.rules.rulesets import PRESETS, VERSIONS
from engine.table.controls import CONTROLS, NO_CLOCK

if TYPE_CHECKING:
    from cuttle_tui.app import CuttleApp

T = TypeVar("T")

_RULES: Final = tuple(
    name for name, ruleset in PRESETS.items() if ruleset.seats == 2 and ruleset not in VERSIONS
)
_TIMINGS: Final = (NO_CLOCK, *CONTROLS)
_MATCH: Final = "first-to-2"


def has_nights(lobby: OnlineLobby | None) -> bool:
    """Return whether there are play nights here."""
    return lobby is not None and lobby.nights is not None and lobby.league is not None


def show_night(host: CuttleApp, paint: PaintContext, lobby: OnlineLobby | None) -> None:
    """Open the screen of the play night, where there are any."""
    if lobby is not None and lobby.nights is not None and lobby.league is not None:
        host.show_page(NightScreen(paint, lobby, lobby.nights, lobby.league))


class NightScreen(LeaguePage):
    """The play night that is held now, or was held last."""

    CLICKS: ClassVar[tuple[Pointing, ...]] = (
        Pointing(
            N_("A click on a match or a player selects it, a second one opens it."),
            N_("tap a match or a player, and again to open it"),
        ),
    )

    def __init__(
        self, paint: PaintContext, lobby: OnlineLobby, nights: Nights, league: League
    ) -> None:
        super().__init__(paint, league, lobby.player)
        self._lobby = lobby
        self._nights = nights
        self._tab = PAIRINGS
        self._asking: tuple[wording.Sure, Callable[[], Awaitable[None]]] | None = None
        """What the player is asked to confirm, and what it does."""
        self._shown = False
        self._ratings: Mapping[str, str] = {}
        """The best ratings, by name."""
        self.night: NightPage | None = None

    # what is shown

    def load(self) -> None:
        self.night = self._nights.page()
        if not self._shown and self.night is not None and not self.night.pairings:
            self._tab = PLAYERS
        self._shown = True
        self.show_text(self._written)
        self.ask_lobby(self.league.top(), self._take_ratings, lambda _: None)

    def _take_ratings(self, lines: tuple[RatingLine, ...]) -> None:
        self._ratings = {line.name: rating_text(line) for line in lines}
        self._renew()

    def hear(self, news: News) -> None:
        if self.is_current and self._shown:
            self._renew()

    @property
    def answered(self) -> object:
        """The player in focus."""
        return self.chosen

    def _renew(self) -> None:
        """Read the night again; the line in focus stays if it is still there."""
        chosen, self.night = self.chosen, self._nights.page()
        self.text = self._written()
        if chosen and chosen in self.text.names:
            self._focus = self.text.names.index(chosen)
        self._focus = max(0, min(self._focus, len(self.text.lines) - 1))
        self._show()

    def load_beside(self) -> None:
        """Show the standings beside the pairings, and the pairings beside the other lists."""
        page = self.night
        if page is None or not page.pairings or page.line.format == "double-elimination":
            self.write_beside(None)
        else:
            self.write_beside(partial(self._other, page))

    def _other(self, page: NightPage) -> PageText:
        """Write the list beside the one that is shown."""
        if self._tab == PAIRINGS:
            return wording.standings_page(page, self._look_beside, beside=True)
        return wording.rounds_page(page, self._look_beside)

    def _written(self) -> PageText:
        page = self.night
        self.show_panel(self._about())
        if page is None:
            return wording.no_night(self._look)
        if self._tab == PAIRINGS:
            return wording.pairings_page(page, self._look)
        if self._tab == PLAYERS:
            return wording.players_page(page, self._look, self._ratings)
        if page.line.format == "double-elimination":
            return wording.night_bracket_page(page, self._look)
        return wording.standings_page(page, self._look)

    def _about(self) -> PanelModel:
        """Return what stands beside the players if all are in sight: the format and the rules."""
        page = self.night
        if page is None:
            return wording.about_plan(NightPlan())
        if self._tab != PLAYERS or len(page.players) > self.tree_height:
            return ()
        return wording.about_night(page)

    def heads(self) -> TabsModel:
        names = [str(tab) for tab in wording.TABS]
        if self.night is not None and self.night.line.format == "double-elimination":
            names[STANDINGS] = str(wording.BRACKET_TAB)
        return TabsModel(tuple(names), self._tab, you_are(self.me))

    def prompt(self) -> Prompt:
        if self._asking is not None:
            return wording.sure_prompt(self._asking[0])
        words = (
            (self.may_begin, letters.NIGHT_START, N_("start")),
            (self.may_join, letters.NIGHT_JOIN, N_("join")),
            (self.at_table, letters.NIGHT_TABLE, N_("to my table")),
            (self.may_watch and not self._is_mine, "enter", N_("watch")),
            (self.may_open, letters.NIGHT_NEW, N_("new play night")),
            (self.may_leave, letters.NIGHT_LEAVE, N_("leave")),
        )
        offered = [option(key, tr(label)) for possible, key, label in words if possible]
        return wording.night_prompt(
            self.night, (*offered, option("esc", tr("back"))), self.why, may_open=self.may_open
        )

    # what can be done

    @property
    def may_open(self) -> bool:
        """Whether the player can open a night."""
        account = self._lobby.account
        guest = account is None or account.guest
        return not guest and (self.night is None or self.night.line.state == "over")

    @property
    def may_join(self) -> bool:
        """Whether the player can join now."""
        return self.night is not None and self.night.line.may_join

    @property
    def may_leave(self) -> bool:
        """Whether the player takes part."""
        line = None if self.night is None else self.night.line
        return line is not None and line.joined and line.state != "over"

    @property
    def hosts(self) -> bool:
        """Whether the player is the host of a night that is not over."""
        line = None if self.night is None else self.night.line
        return line is not None and line.mine and line.state != "over"

    @property
    def may_begin(self) -> bool:
        """Whether the player can start the night."""
        night = self.night
        return self.hosts and night is not None and night.line.state == "open"

    @property
    def at_table(self) -> bool:
        """Whether the player's match is played."""
        mine = (match for match in (self.night.pairings if self.night else ()) if match.mine)
        return any(match.state == "playing" for match in mine)

    @property
    def match(self) -> NightPairing | None:
        """The match in focus."""
        if self.night is None or self._tab != PAIRINGS:
            return None
        return next((each for each in self.night.pairings if str(each.number) == self.chosen), None)

    @property
    def may_watch(self) -> bool:
        """Whether the match in focus can be watched, or played."""
        return self.match is not None and self.match.state == "playing"

    @property
    def _is_mine(self) -> bool:
        return self.match is not None and self.match.mine

    @property
    def may_withdraw(self) -> bool:
        """Whether the player can withdraw the player in focus."""
        return self.hosts and self._tab == PLAYERS and bool(self.chosen)

    # keys

    def sections(self) -> Sections:
        return self.SECTIONS if self._asking is None else (self._SURE,)

    def _try(self, work: Awaitable[T], then: Callable[[T], None] = lambda _: None) -> None:
        """Do something; if the lobby refuses, show why."""
        self.why = SILENCE

        def done(result: T) -> None:
            self._renew()
            then(result)

        def refused(error: LobbyError) -> None:
            self.why = lobby_line(error)
            self._renew()

        self.wait_for_lobby(work, done, refused)

    def _begin(self) -> None:
        self._try(self._nights.begin())

    def _join(self) -> None:
        self._try(self._nights.join())

    def _leave(self) -> None:
        self._ask(wording.leaving(self.night), self._nights.leave)

    def _end(self) -> None:
        self._ask(wording.END, self._nights.end)

    def _withdraw(self) -> None:
        self._try(self._nights.withdraw(self.chosen))

    def _ask(self, question: wording.Sure, work: Callable[[], Awaitable[None]]) -> None:
        self._asking = question, work
        self._show()

    def _answer(self, yes: bool) -> None:
        asking, self._asking = self._asking, None
        if asking is not None and yes:
            self._try(asking[1]())
        else:
            self._show()

    def _refuse(self) -> None:
        self._answer(yes=False)

    def _confirm(self) -> None:
        self._answer(yes=True)

    def _open(self) -> None:
        self.cuttle.show_page(NewNightScreen(self.paint, self._nights, self.league, self.me))

    def _to_my_table(self) -> None:
        chair = self._lobby.held()
        if chair is not None:
            self._sit(chair)

    def open_chosen(self) -> None:
        """Watch the match in focus, or open a player's profile."""
        match = self.match
        if self._tab != PAIRINGS:
            super().open_chosen()
        elif match is not None and match.mine and self.at_table:
            self._to_my_table()
        elif match is not None and match.state == "playing":
            self._try(self._lobby.watch(match.table), self._sit)

    def _sit(self, chair: Chair) -> None:
        self.cuttle.sit_down((chair,))

    def turn_to(self, step: int) -> None:
        """Switch to another list."""
        self._tab = (self._tab + step) % len(wording.TABS)
        self.show_text(self._written)

    _LISTS: ClassVar[Section[NightScreen]] = Section(
        N_("the play night"),
        (
            Command(
                to(letters.NIGHT_START, _begin),
                N_("start the play night, as its host"),
                N_("start"),
                when=lambda page: page.may_begin,
            ),
            Command(
                to(letters.NIGHT_JOIN, _join),
                N_("take part"),
                N_("join"),
                when=lambda page: page.may_join,
            ),
            Command(
                to(letters.NIGHT_TABLE, _to_my_table),
                N_("to the table of your match"),
                N_("my table"),
                when=lambda page: page.at_table,
            ),
            Command(
                to("enter space", open_chosen),
                N_("watch the marked match, or see the player's profile"),
                when=lambda page: page.may_watch or (page._tab != PAIRINGS and bool(page.chosen)),
            ),
            *OTHER_LISTS,
            Command(
                to(letters.NIGHT_NEW, _open),
                N_("open a play night"),
                N_("new play night"),
                when=lambda page: page.may_open,
            ),
            Command(
                to(letters.NIGHT_LEAVE, _leave),
                N_("drop out"),
                N_("leave"),
                when=lambda p: p.may_leave,
            ),
            Command(
                to("x", _withdraw),
                N_("withdraw the marked player for good, as the host"),
                N_("withdraw"),
                when=lambda page: page.may_withdraw,
            ),
            Command(
                to("e", _end),
                N_("end the play night, as its host"),
                N_("end it"),
                when=lambda page: page.hosts,
            ),
        ),
    )
    _SURE: ClassVar[Section[NightScreen]] = Section(
        N_("when asked whether you are sure"),
        (
            Command(to(letters.YES, _confirm), N_("yes"), N_("yes")),
            Command(to(f"{letters.NO} escape q ctrl+c", _refuse), N_("no"), N_("no")),
        ),
    )
    SECTIONS: ClassVar[Sections] = (_LISTS, LeaguePage.PAGE)

    @property
    def all_sections(self) -> Sections:
        return (*self.SECTIONS, self._SURE)


class NewNightScreen(LeaguePage):
    """The choices of a host."""

    CLICKS: ClassVar[tuple[Pointing, ...]] = ()

    def __init__(self, paint: PaintContext, nights: Nights, league: League, me: str) -> None:
        super().__init__(paint, league, me)
        self._nights = nights
        self.chosen_plan = NightPlan()

    def load(self) -> None:
        self.show_panel(wording.format_facts(self.chosen_plan), heading=2)
        self.show_text(lambda: wording.plan_page(self.chosen_plan, self._page_look))

    @property
    def _page_look(self) -> Look:
        """What the page is written with, beside the panel."""
        plan = self.plan(*self.app.size)
        beside = 0 if plan is None else panel_width(plan)
        return self._look._replace(width=self._width - beside)

    def in_focus(self, line: Sentence) -> Sentence:
        return wording.arrowed(line)

    def heads(self) -> TabsModel:
        return TabsModel((str(wording.NEW_NIGHT),), 0, you_are(self.me))

    def prompt(self) -> Prompt:
        about = wording.meaning(self.chosen_plan, self.chosen)
        told = bool(self.chosen) and about in plain(self.text.lines[self._focus])
        return wording.plan_prompt(self.why or (SILENCE if told else say(Span(about))))

    def _take(self, plan: NightPlan) -> None:
        self.why, self.chosen_plan = SILENCE, plan
        self.show_panel(wording.format_facts(plan), heading=2)
        self.reword()

    def open_player(self, name: str) -> None:
        """Take the next choice of a row."""
        del name
        self._step(1)

    def _step(self, step: int) -> None:
        """Take the next choice of the row in focus, or the one before."""
        changes = {
            letters.FORMAT: self._format,
            letters.RULES: self._rules,
            letters.MATCH: self._match,
            letters.TIMING: self._timing,
            letters.LENGTH: self._length,
        }
        if self.chosen:
            changes[self.chosen](step)

    def _format(self, step: int = 1) -> None:
        plan = self.chosen_plan
        self._take(replace(plan, format=_next(NIGHT_FORMATS, plan.format, step)))

    def _rules(self, step: int = 1) -> None:
        base, plus, match = self.chosen_plan.ruleset.partition("+")
        self._take(replace(self.chosen_plan, ruleset=f"{_next(_RULES, base, step)}{plus}{match}"))

    def _match(self, step: int = 1) -> None:
        del step
        base, _, match = self.chosen_plan.ruleset.partition("+")
        self._take(replace(self.chosen_plan, ruleset=base if match else f"{base}+{_MATCH}"))

    def _timing(self, step: int = 1) -> None:
        plan = self.chosen_plan
        self._take(replace(plan, timing=_next(_TIMINGS, plan.timing, step)))

    @property
    def has_length(self) -> bool:
        """Whether the host chooses how long it lasts."""
        return self.chosen_plan.format in ("swiss", "arena")

    def _length(self, step: int = 1) -> None:
        plan = self.chosen_plan
        if plan.format == "swiss":
            self._take(replace(plan, rounds=_next(NIGHT_ROUNDS, plan.rounds, step)))
        else:
            self._take(replace(plan, minutes=_next(NIGHT_MINUTES, plan.minutes, step)))

    def _open(self) -> None:
        """Open the night; if the lobby refuses, show why."""
        self.wait_for_lobby(self._opened(), lambda _: self.cuttle.close_screen(), self.excuse)

    async def _opened(self) -> None:
        """Open the night.

        Raises:
            LobbyError: why it cannot be opened.
        """
        try:
            await self._nights.open(self.chosen_plan)
        except RulesetError:
            raise LobbyError("night-plan") from None

    _KEYS: ClassVar[Section[NewNightScreen]] = Section(
        N_("a new play night"),
        (
            Command(to("enter", _open), N_("open the play night: others can join"), N_("open it")),
            Command(
                by({"right": 1, "left": -1, "space": 1}, _step),
                N_("the next choice of the marked row, or the one before"),
                N_("change"),
                "left right",
            ),
            Command(to(letters.FORMAT, _format), N_("the next format")),
            Command(to(letters.RULES, _rules), N_("the next rules")),
            Command(to(letters.MATCH, _match), N_("single games, or first to two wins")),
            Command(to(letters.TIMING, _timing), N_("the next time control")),
            Command(
                to(letters.LENGTH, _length),
                N_("other rounds of a Swiss, another length of an arena"),
                when=lambda page: page.has_length,
            ),
        ),
    )
    SECTIONS: ClassVar[Sections] = (_KEYS, LeaguePage.PAGE)


def _next(choices: tuple[T, ...], chosen: T, step: int = 1) -> T:
    """Return the choice after one, or before it."""
    place = choices.index(chosen) if chosen in choices else -1
    return choices[(place + step) % len(choices)]
