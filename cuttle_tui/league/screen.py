"""Show the league: standings, weeks, championships, years, ratings, and its players."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final, TypeVar

from cuttle_tui.drawing.fronts import LISTS_HIGHEST, ROOMY, list_plan_for, panel_width
from cuttle_tui.drawing.graph import Room
from cuttle_tui.drawing.layout import MARGIN, Plan
from cuttle_tui.drawing.rows import Latest
from cuttle_tui.i18n.translation import N_, SILENCE, Sentence, Span, say
from cuttle_tui.kit import keymap as letters
from cuttle_tui.kit.drawn import BacksModel, Wearer
from cuttle_tui.kit.finding import Finder
from cuttle_tui.kit.heads import Page, PageModel, PagePanel, Panel, SecondPage, Tabs, TabsModel
from cuttle_tui.kit.keymap import SPARE, Command, Pointing, Section, Sections, by, steps, to
from cuttle_tui.kit.layouts import (
    BESIDE_LEAST,
    Regions,
    beside_list,
    beside_page,
    league_regions,
    second_page,
)
from cuttle_tui.kit.list_screen import OTHER_LISTS, unsaid
from cuttle_tui.kit.lists import WAYS
from cuttle_tui.kit.prompt import Keys, PromptBar
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.kit.text_types import KeysModel, PanelBlock, PanelModel, Prompt
from cuttle_tui.kit.words import ONE_MOMENT, VERSION, lobby_line, sent_line, you_are
from cuttle_tui.kit.zone import PaintContext, Zone
from cuttle_tui.league import people as wording
from cuttle_tui.league.beside import READ
from cuttle_tui.league.pages import ASCII, BOX, Issues, Look, PageText, Sheet
from cuttle_tui.league.people import choices_page, head_to_head_page, profile_page, strokes_of
from cuttle_tui.league.plain import TABS
from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.league import (
    PROFILE_PARTS,
    BracketPage,
    HeadToHead,
    League,
    Profile,
    shown_setting,
)
from cuttle_tui.preferences import SaveError, Settings, stepped
from cuttle_tui.tty.private_textual import forget_places

T = TypeVar("T")


class LeaguePage(ZoneScreen):
    """A page of the league; a line about a player can be in focus."""

    ZONES: ClassVar[Mapping[str, type[Zone[Any]]]] = {
        "head": Tabs,
        "page": Page,
        "beside": SecondPage,
        "panel": PagePanel,
        "drawn": Panel,
        "prompt": PromptBar,
        "keys": Keys,
    }
    BAR_KEY: ClassVar[str] = "enter"
    NOTCH: ClassVar[int] = 3
    HIGHEST: ClassVar[int] = LISTS_HIGHEST
    CLICKS: ClassVar[tuple[Pointing, ...]] = (
        Pointing(
            N_("A click on a player selects them, a second one opens their profile."),
            N_("tap a player, and again for their profile"),
        ),
    )

    def __init__(self, paint: PaintContext, league: League, me: str) -> None:
        """Create a page.

        Args:
            paint: what zones paint with.
            league: where pages come from.
            me: the player who reads.
        """
        super().__init__(paint)
        self.finder = Finder(self, self._show)
        self.league = league
        self.me = me
        self._write: Callable[[], PageText] = lambda: PageText().add(say(ONE_MOMENT))
        self.text = self._write()
        self.beside: PageText | None = None
        """Another page, shown beside this one where there is room."""
        self._write_below: Callable[[Look], PageText] | None = None
        """Writes what stands below the page."""
        self._below = ""
        """Its name."""
        self._write_beside: Callable[[], PageText] | None = None
        """Writes it again, if it was asked for."""
        self._panel: PanelModel = ()
        """What stands beside the page instead, where there is room."""
        self._focus = 0
        """The line in focus, or the first one shown."""
        self._scroll = 0
        self.why: Sentence = SILENCE
        self._in_sight: Latest[tuple[PageText, Plan], int] = Latest()
        """How many lines of a page are in sight."""

    def plan(self, width: int, height: int) -> Plan | None:
        return list_plan_for(width, height, self.HIGHEST, touch=self.paint.touch)

    def place(self, plan: Plan) -> Regions:
        regions = league_regions(plan)
        if self._panel and self.beside is None:
            return beside_list(plan, regions, name="page")
        if self.beside is None:
            return regions
        regions = beside_page(plan, regions, (self.text.width, self.beside.width))
        taken = len(self.beside.lines) + _AROUND
        whole = regions.get("beside")
        if not self.drawn or whole is None or whole.height - taken < _LEAST_DRAWN:
            return regions
        x, y = whole.x, whole.y + taken
        rest = whole._replace(x=x, y=y, height=whole.height - taken)
        return regions | {"beside": whole._replace(height=taken), "drawn": rest}

    @property
    def drawn(self) -> PanelModel:
        """What is drawn of the player whose page it is; nothing if it is nobody's."""
        return ()

    def show_panel(self, blocks: PanelModel, heading: int = 1) -> None:
        """Show a panel beside this page, which has so many lines of heading, or none."""
        moved = bool(blocks) != bool(self._panel)
        self._panel = blocks
        panel = self.query_one(PagePanel)
        panel.heading = heading
        panel.show(blocks)
        if moved:
            self._place_again()

    def _place_again(self) -> None:
        forget_places(self)
        self.refresh(layout=True)

    def show_beside(self, text: PageText | None) -> None:
        """Show another page beside this one, or none."""
        self.beside = text
        if text is not None:
            self.query_one(SecondPage).show(PageModel(tuple(text.lines), 0, _heading(text)))
            self.query_one("#drawn", Panel).show(self.drawn)
        self._place_again()

    def load_beside(self) -> None:
        """Request the page beside this one, if there is any."""

    def ask_beside(self, work: Awaitable[T], write: Callable[[T], PageText]) -> None:
        """Request another page, then show it beside this one; until then, what stands there."""

        def show(page: T) -> None:
            self.write_beside(lambda: self.apart(write(page)))

        self.ask_lobby(work, show, lambda _: None)

    def write_beside(self, write: Callable[[], PageText] | None) -> None:
        """Show another page beside this one, or none."""
        self._write_beside = write
        self.show_beside(None if write is None else write())

    @property
    def _may_have_beside(self) -> bool:
        """Whether another page may have room, if both are narrow enough."""
        plan = self.plan(*self.app.size)
        return plan is not None and panel_width(plan) > 0

    @property
    def _is_tall(self) -> bool:
        """Whether another page may have room below, but none beside."""
        plan = self.plan(*self.app.size)
        return plan is not None and plan.front.tall

    @property
    def _has_room_beside(self) -> bool:
        """Whether there is room for another page, however wide this one is."""
        plan = self.plan(*self.app.size)
        return plan is not None and plan.content >= ROOMY

    @property
    def second_page(self) -> int:
        """The columns that this page leaves another one beside it, margins included."""
        plan = self.plan(*self.app.size)
        return 0 if plan is None else second_page(plan)

    @property
    def _width(self) -> int:
        """The columns of the page."""
        plan = self.plan(*self.app.size)
        return plan.stop - plan.first if plan is not None else 0

    @property
    def _height(self) -> int:
        """The rows for the lines of the page, with one heading."""
        plan = self.plan(*self.app.size)
        return 0 if plan is None else league_regions(plan)["page"].height - _AROUND

    @property
    def tree_height(self) -> int:
        """The rows for the matches of a bracket."""
        return self._height - _HEADED

    @property
    def _look(self) -> Look:
        signs = ASCII if self.paint.glyphs.lettered else BOX
        return Look(self.me, self._width, signs, self.tree_height, self._own_width)

    @property
    def _own_width(self) -> int:
        """The columns of the page that leave another one its own beside it."""
        if not self._may_have_beside:
            return self._width
        return self._width - self.second_page

    @property
    def _look_beside(self) -> Look:
        """What the page beside this one is written with."""
        width = self._width - self.text.width - BESIDE_LEAST
        if self._has_room_beside:
            width = min(width, self.second_page - 2 * MARGIN)
        return self._look._replace(width=width, height=self._height, room=width)

    def on_screen_resume(self) -> None:
        self._show()
        self.load()

    def on_resize(self) -> None:
        """Write the page for the size."""
        self.reword()
        if self._is_tall or (self.beside is None and self._may_have_beside):
            self.load_beside()

    def use(self, paint: PaintContext) -> None:
        super().use(paint)
        if self.is_mounted:
            self.reword()

    def reword(self) -> None:
        """Write the page again: for another size, other signs or another language."""
        chosen, self.text = self.chosen, self._write()
        self._focus = self._kept(chosen)
        if self._write_beside is not None and self.beside is not None:
            self.show_beside(self._write_beside())
        self._show()

    @abstractmethod
    def load(self) -> None:
        """Request what the page shows."""

    @abstractmethod
    def heads(self) -> TabsModel:
        """Return the names at the top."""

    @abstractmethod
    def prompt(self) -> Prompt:
        """Return the prompt."""

    def ask(self, work: Awaitable[T], write: Callable[[T], PageText]) -> None:
        """Request a page, then write it as text."""
        self.ask_lobby(work, lambda page: self.show_text(partial(write, page)), self.refuse)

    def refuse(self, error: LobbyError) -> None:
        """Show why there is no page."""
        self.show_text(lambda: PageText().add(lobby_line(error)))

    def excuse(self, error: LobbyError) -> None:
        """Say in the prompt why something is refused; the page stays."""
        self.why = lobby_line(error)
        self._show()

    def show_text(self, write: Callable[[], PageText]) -> None:
        """Show a page from its top, with the reader's own line in focus if there is one."""
        self._write = write
        self.text = write()
        self._focus = self._first_line()
        pinned = self.text.pinned  # where heads stay, the line in focus is in the middle
        self._scroll = max(0, self._focus - (pinned + self._room) // 2) if pinned else 0
        self._show()
        if self._may_have_beside or self._is_tall:  # another page may have room
            self.load_beside()

    def _first_line(self) -> int:
        """Return the line that is in focus first: the reader's own, or the first one shown."""
        text, named = self.text, self._named
        mine = [line for line in named if text.names[line] == text.me]
        first = (mine or named or [0])[0]
        return first if (mine and not text.top) or first < self._room else 0

    def _kept(self, chosen: str) -> int:
        """Return the line in focus after the page was written again: still that of a player."""
        names = self.text.names
        if chosen in filter(None, names) and not (self.text.top and chosen == self.text.me):
            return names.index(chosen)
        if self._named:
            return self._first_line()
        return max(0, min(self._focus, len(self.text.lines) - 1))

    @property
    def chosen(self) -> str:
        """The player in focus; empty if there is none."""
        return self.text.names[self._focus] if self._focus < len(self.text.names) else ""

    @property
    def _named(self) -> list[int]:
        """The lines about players."""
        return [line for line, name in enumerate(self.text.names) if name]

    @property
    def many(self) -> bool:
        """Whether the cursor can move."""
        return sum(map(bool, self.text.names)) > 1 or len(self.text.lines) > self._room

    @property
    def _room(self) -> int:
        plan = self.plan(*self.app.size)
        if plan is None or not self.children:  # it is not laid out yet
            return 1
        page, height = self.query_one("#page", Page), league_regions(plan)["page"].height
        return self._in_sight.at(
            (self.text, plan), lambda: page.lines_in(tuple(self.text.lines), plan, height)
        )

    def ask_below(
        self, name: str, ask: Callable[[], Awaitable[T]], write: Callable[[T, Look], PageText]
    ) -> None:
        """Request what stands below this page, unless it is there or was asked for."""
        if name == self._below:
            return
        self._below, self._write_below = name, None

        def show(page: T) -> None:
            if name == self._below:  # else the player has turned on meanwhile
                self._write_below = partial(write, page)
                self.reword()

        if name:
            self.ask_lobby(ask(), show, lambda _: None)

    def with_below(self, text: PageText) -> PageText:
        """Add what stands below a page, if all of it is then in sight."""
        if self._write_below is None:
            return self.apart(text)
        rest = self._height - len(text.lines) - 1
        other = 0 if self.beside is None else self.beside.width + BESIDE_LEAST
        room = max(text.width, min(self._own_width, self._width - other))
        below = self._write_below(self._look._replace(height=rest, room=room, width=room))
        if below.fits(room, rest):
            text.add(SILENCE).append(below.about_nobody())
        return self.apart(text)

    def apart(self, text: PageText) -> PageText:
        """Put blank rows between players in the highest windows, if all stay in sight."""
        return text.spaced(self._height) if self._height >= _APART_FROM else text

    def _show(self) -> None:
        lines = list(self.text.lines)
        for line in self.finder.found:
            if line != self._focus or not self.chosen:
                lines[line] = self._marked(lines[line])
        if self.chosen:
            lines[self._focus] = self.in_focus(lines[self._focus])
        first = self._focus - self._room + 1 if self.chosen else self._focus
        pinned = self.text.pinned
        last = min(self._focus - pinned, len(lines) - self._room)
        if self._focus in self._named[:1] and self._focus < self._room:
            last = 0  # the heading has no line that could be in focus
        self._scroll = max(0, min(last, max(self._scroll, first)))
        self.query_one(Tabs).show(self.heads())
        focus = self._focus if self.chosen else -1
        heading = _heading(self.text)
        reach = self.text.reach or PageText(lines=[lines[line] for line in self._named]).width
        page = PageModel(
            tuple(lines), self._scroll, heading, focus, self.text.rest, pinned, reach, self.back
        )
        self.query_one("#page", Page).show(page)
        prompt = self.finder.prompt(self.prompt())
        self.query_one(PromptBar).show(prompt)
        self.query_one(Keys).show(KeysModel(unsaid(self.hints(), prompt), VERSION))

    @property
    def back(self) -> str:
        """What the cards of the player wear whose page it is; empty if it is nobody's."""
        return ""

    def in_focus(self, line: Sentence) -> Sentence:
        """Return how the line in focus is written."""
        return line

    def _marked(self, line: Sentence) -> Sentence:
        """Mark a line that was found in the blank columns at its start."""
        first, *rest = line
        if not first.text.startswith("  "):
            return line
        return say(
            Span(f"{self.paint.glyphs.lit} ", "key"), first._replace(text=first.text[2:]), *rest
        )

    def _move(self, step: int) -> None:
        """Move to another player, or scroll a page without any."""
        named = self._named
        if named:
            place = named.index(self._focus) + step if self.chosen else 0
            self._focus = named[max(0, min(len(named) - 1, place))]
        else:
            last = max(0, len(self.text.lines) - self._room)
            self._focus = max(0, min(last, self._focus + step))
        self._show()

    # searching

    @property
    def answering(self) -> Sections:
        return self.finder.sections(super().answering)

    @property
    def lines_to_search(self) -> Sequence[Sentence]:
        """The lines that can be in focus: those about players, or all where there are none."""
        named, lines = set(self._named), self.text.lines
        return [line if not named or at in named else SILENCE for at, line in enumerate(lines)]

    @property
    def can_search(self) -> bool:
        return self.many

    @property
    def line_here(self) -> int:
        return self._focus

    def go_to_line(self, line: int) -> None:
        self._focus = line

    def on_zone_key_clicked(self, message: Zone.KeyClicked) -> None:
        """Show the hidden lines whose number was clicked."""
        way = WAYS.get(message.key, 0)
        if way:
            message.prevent_default()
            self.note_presence()
            named, shown = self._named, self.query_one("#page", Page).shown
            below, above = shown.stop, shown.start
            if not named:
                self._move(way * max(1, len(shown)))
            elif way > 0:
                self._focus = next((line for line in named if line >= below), named[-1])
            else:
                first = named[0] if named[0] < self._room else 0
                self._focus = next((line for line in reversed(named) if line < above), first)
            self._show()

    def open_chosen(self) -> None:
        """Open the profile of the player in focus."""
        if self.chosen:
            self.open_player(self.chosen)

    def open_player(self, name: str) -> None:
        """Open a player's profile."""
        self.cuttle.show_page(ProfileScreen(self.paint, self.league, self.me, name))

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Focus the clicked player, or open their profile."""
        if message.zone != "page":
            return
        line = self.query_one("#page", Page).line_at(message.y)
        if 0 <= line < len(self.text.names) and self.text.names[line]:
            again, self._focus = line == self._focus, line
            self._show()
            if again:
                self.open_chosen()

    PAGE: ClassVar[Section[LeaguePage]] = Section(
        N_("on every page of the league"),
        (
            Command(
                by(steps(8), _move),
                N_("move along the players, or scroll"),
                N_("move"),
                "up down",
                when=lambda page: page.many,
                spare=SPARE,
            ),
            Command(
                by({"space": 8}, _move),
                N_("scroll on"),
                when=lambda page: page.many and not page.chosen,
            ),
            Command(
                to("escape q ctrl+c", ZoneScreen.interrupt),
                N_("back to where you were"),
                N_("back"),
            ),
        ),
    )


_LEAST_DRAWN: Final = 12
"""Rows that are worth something drawn below the page at the right."""
_HEADED: Final = 4
"""Lines of a bracket above its first match and below the last one."""
_AROUND: Final = 3
"""Rows of a page that lines never take: above the heading, below it and at the end."""
_MOST_HEADING: Final = 3
_APART_FROM: Final = 44
"""Rows of a page from which players are apart."""
_HIGH_PAGE: Final = 29
"""Rows of a page from which another one may stand below it."""


def _heading(text: PageText) -> int:
    """Count the lines before the first blank one, if they are few: they head the page."""
    blank = next((place for place, line in enumerate(text.lines) if not line), 0)
    return blank if blank <= _MOST_HEADING else 0


class LeagueScreen(LeaguePage):
    """The standings, the weeks, the championships, the years and the ratings."""

    def __init__(self, paint: PaintContext, league: League, me: str, tab: int = 0) -> None:
        super().__init__(paint, league, me)
        self._tab = tab
        self._issues = Issues([])
        self._empty = False
        """Whether there is known to be nothing to show."""
        self._back = [0] * len(TABS)
        """How far back each list was turned."""
        self._championship: BracketPage | None = None
        """The championship that is shown."""

    def heads(self) -> TabsModel:
        return TabsModel(tuple(str(tab.title) for tab in TABS), self._tab, you_are(self.me))

    def prompt(self) -> Prompt:
        return wording.league_prompt(
            self._issues.told if self._empty else TABS[self._tab].about,
            self.chosen,
            self._turnable,
            self.opponent,
            self.why,
        )

    def load(self) -> None:
        """Request what can be turned to in the list, then the page that is turned to."""
        tab = self._tab

        def take(issues: Issues) -> None:
            if tab == self._tab:  # else the player has turned on meanwhile
                self._issues = issues
                self._load_page()

        self.ask_lobby(TABS[tab].issues(self.league), take, self.refuse)

    @property
    def _turnable(self) -> tuple[bool, bool]:
        """Whether there is an earlier page, and a later one."""
        back = self._back[self._tab]
        return back + 1 < len(self._issues.words), back > 0

    def _load_page(self) -> None:
        """Request the page that is turned to."""
        tab, back = self._tab, self._back[self._tab]

        def take(sheet: Sheet) -> None:
            if (tab, back) == (self._tab, self._back[self._tab]):
                self._championship = sheet.championship
                self.show_text(lambda: self.with_below(sheet.write(self._look)))

        self._empty = not self._words
        self.show_panel(self._issues.panel() if self._empty else ())
        if self._words:
            self.ask_lobby(TABS[tab].read(self.league, self._words), take, self.refuse)
        else:
            self.show_text(lambda: self._issues.none(self._look))

    @property
    def _words(self) -> list[str]:
        """What asks for the page that is turned to; nothing if there is none."""
        words = self._issues.words
        return words[min(self._back[self._tab], len(words) - 1)] if words else []

    def load_beside(self) -> None:
        """Request the pages that belong beside the list, and below it."""
        tab, words = TABS[self._tab], self._words
        self.write_beside(None)
        if tab.beside and self._may_have_beside:
            page = READ[tab.beside](self.league, words)
            self.ask_beside(page, lambda sheet: sheet.write(self._look_beside))
        below = tab.below if self._may_have_beside else tab.beside
        self.ask_below(
            below, lambda: READ[below](self.league, words), lambda sheet, look: sheet.write(look)
        )

    @property
    def opponent(self) -> str:
        """Whom the player is to meet now in the championship that is shown; empty if nobody."""
        shown = self._championship
        matches = () if shown is None else shown.matches
        names = [[slot.name for slot in match.slots] for match in matches if match.state == "open"]
        mine = next((pair for pair in names if self.me in pair), [])
        return next((name for name in mine if name != self.me), "")

    def _play(self) -> None:
        """Call the opponent to the match."""
        if self._championship is not None:
            called = self.league.play(self._championship.id)
            self.ask_lobby(called, self._called, self._not_called)

    def _called(self, opponent: str) -> None:
        self.why = sent_line(opponent)
        self._show()

    def _not_called(self, error: LobbyError) -> None:
        if error.reason == "they-called":
            self.cuttle.accept_challenge()
        else:
            self.excuse(error)

    def turn_to(self, step: int) -> None:
        """Switch to another list."""
        self._tab = (self._tab + step) % len(TABS)
        self.why, self._issues, self._empty = SILENCE, Issues([]), False
        self._championship = self._write_below = None
        self._below = ""
        self.load()
        self._show()

    def _turn_back(self, step: int) -> None:
        """Turn to an earlier or a later page of the list."""
        back = self._back[self._tab] + step
        if 0 <= back < len(self._issues.words):
            self._back[self._tab] = back
            self._load_page()

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Switch to the clicked list."""
        plan = self.plan(self.size.width, self.size.height)
        if message.zone == "head" and plan is not None:
            tab = self.query_one(Tabs).tab_at(message.x, message.y, plan)
            self.turn_to(tab - self._tab if tab >= 0 else 0)

    _LISTS: ClassVar[Section[LeagueScreen]] = Section(
        N_("the league"),
        (
            Command(
                to("enter space", LeaguePage.open_chosen),
                N_("the profile of the marked player"),
                N_("profile"),
                when=lambda league: bool(league.chosen),
            ),
            Command(
                to("enter", _play),
                N_("play your match of the championship: your opponent is asked"),
                N_("play your match"),
                when=lambda league: bool(league.opponent),
            ),
            *OTHER_LISTS,
            Command(
                to(letters.EARLIER, partial(_turn_back, step=1)),
                N_("an earlier season, week, championship or year"),
                N_("earlier"),
                when=lambda league: league._turnable[0],
            ),
            Command(
                to(letters.LATER, partial(_turn_back, step=-1)),
                N_("a later season, week, championship or year"),
                N_("later"),
                when=lambda league: league._turnable[1],
            ),
        ),
    )
    SECTIONS: ClassVar[Sections] = (_LISTS, LeaguePage.PAGE)


class ProfileScreen(LeaguePage):
    """A player's profile."""

    def __init__(self, paint: PaintContext, league: League, me: str, name: str) -> None:
        super().__init__(paint, league, me)
        self._player = name
        self._profile: Profile | None = None
        self._asked: str | None = None
        """Whose games against the reader were requested, for the profile as it is shown."""

    @property
    def back(self) -> str:
        return "" if self._profile is None else self._profile.back

    @property
    def drawn(self) -> PanelModel:
        """Show the player's back at the size of a card."""
        profile = self._profile
        if profile is None or not profile.back:
            return ()
        name = say(Span(profile.name, "strong"))
        return (PanelBlock("", (), drawn=BacksModel((Wearer(profile.back, (name,)),))),)

    def heads(self) -> TabsModel:
        return TabsModel((self._player,), 0, "")

    def prompt(self) -> Prompt:
        return wording.profile_prompt(self._profile, self.chosen, self.why)

    def load(self) -> None:
        self.ask_lobby(self.league.profile(self._player), self._take, self.refuse)

    def _take(self, profile: Profile) -> None:
        self._profile, self._asked = profile, None
        self.show_text(
            lambda: self.with_below(
                profile_page(
                    profile,
                    strokes_of(self.paint.glyphs),
                    None if self._has_room_beside else self._shown,
                    self._page_room,
                )
            )
        )

    @property
    def _page_room(self) -> Room:
        """The columns and rows of the profile, beside or below which another page may stand."""
        if self._has_room_beside:
            return Room(self._width - self.second_page - MARGIN, self._height)
        below = _BELOW_PROFILE if self._rival and self._height >= _HIGH_PAGE else 0
        return Room(self._width, self._height - below)

    def load_beside(self) -> None:
        """Request the reader's games against this player, or the one in focus."""
        self._asked = self._rival
        if self._has_room_beside:
            self.ask_below("", self._games, self._games_below)
            self.write_beside(self._choices if self.mine else None)
            if self._rival:
                self.ask_beside(self._games(), self._games_beside)
            return
        self.write_beside(None)
        if self._rival:
            self.ask_below(self._rival, self._games, self._games_below)

    @property
    def _rival(self) -> str:
        """Whose games against the reader are shown: on their own profile the one in focus."""
        return self._player if self.other else self.chosen if self.mine else ""

    def _show(self) -> None:
        """Show the profile, and the games against the one who has come into focus since."""
        super()._show()
        if self._asked is not None and self._asked != self._rival:
            self.load_beside()

    def _games(self) -> Awaitable[HeadToHead]:
        return self.league.head_to_head(self.me, self._rival)

    def _games_beside(self, page: HeadToHead) -> PageText:
        """Write the games below what others see, on the player's own profile."""
        above = self._choices().add(SILENCE) if self.mine else PageText()
        room = Room(self.second_page - 2 * MARGIN, self._height - len(above.lines))
        return above.append(head_to_head_page(page, self.paint.glyphs, room))

    def _games_below(self, page: HeadToHead, look: Look) -> PageText:
        return head_to_head_page(page, self.paint.glyphs, Room(look.width, look.height))

    def open_player(self, name: str) -> None:
        """Show the games of the two players against each other."""
        one, other = sorted((self._player, name), key=lambda who: who != self.me)
        self.cuttle.show_page(HeadToHeadScreen(self.paint, self.league, one, other))

    @property
    def mine(self) -> bool:
        """Whether this is the player's own profile."""
        return self._profile is not None and self._profile.me

    @property
    def _shown(self) -> tuple[bool, ...] | None:
        """Which parts of the player's own profile others see."""
        if not self.mine:
            return None
        settings = self.cuttle.settings
        return tuple(getattr(settings, shown_setting(part)) for part in PROFILE_PARTS)

    def _choices(self) -> PageText:
        """Write the same for the page beside the profile, below a heading."""
        (title, *lines) = choices_page(self._shown or ()).lines
        return PageText().add(title, SILENCE, *lines)

    def _toggle(self, place: int) -> None:
        """Show a part of the player's own profile to others, or hide it."""
        if self.mine:
            part = PROFILE_PARTS[place]
            changed = stepped(self.cuttle.settings, shown_setting(part), 1)
            self.why = wording.shown_line(part, shown=getattr(changed, shown_setting(part)))
            self.run_worker(self._save(changed))

    async def _save(self, settings: Settings) -> None:
        try:
            await self.cuttle.use_settings(settings)
        except SaveError:
            self.why = say(wording.NOT_SAVED)
        self.reword()

    @property
    def other(self) -> bool:
        """Whether this is somebody else's profile."""
        return self._profile is not None and not self._profile.me

    def _follow(self) -> None:
        profile = self._profile
        if profile is not None:
            work = self.league.follow(profile.name, not profile.followed)
            self.ask_lobby(work, partial(self._followed, profile), self.excuse)

    def _followed(self, before: Profile, _: None) -> None:
        self.why = wording.followed_line(before.name, now=not before.followed)
        self.load()

    def _mine(self) -> None:
        self.open_player(self.me)

    _KEYS: ClassVar[Section[ProfileScreen]] = Section(
        N_("a profile"),
        (
            Command(
                to("enter space", LeaguePage.open_chosen),
                N_("the games against the marked opponent"),
                N_("games"),
                when=lambda page: bool(page.chosen),
            ),
            Command(
                by({str(place + 1): place for place in range(len(PROFILE_PARTS))}, _toggle),
                N_("show a part of your profile to others, or hide it"),
                N_("show or hide"),
                "1-4",
                when=lambda page: page.mine,
            ),
            Command(
                to(letters.FOLLOW, _follow),
                N_("follow this player, or stop: you're told when they arrive"),
                N_("follow"),
                when=lambda page: page.other,
            ),
            Command(
                to(letters.AGAINST_ME, _mine),
                N_("your games against this player"),
                N_("with you"),
                when=lambda page: page.other,
            ),
        ),
    )
    SECTIONS: ClassVar[Sections] = (_KEYS, LeaguePage.PAGE)


_BELOW_PROFILE: Final = 14
"""Rows for the games of two players below a profile."""


class HeadToHeadScreen(LeaguePage):
    """Two players' games against each other."""

    def __init__(self, paint: PaintContext, league: League, one: str, other: str) -> None:
        super().__init__(paint, league, one)
        self._other = other

    def heads(self) -> TabsModel:
        return TabsModel((f"{self.me} - {self._other}",), 0, "")

    def prompt(self) -> Prompt:
        return wording.head_to_head_prompt()

    def load(self) -> None:
        self.ask(self.league.head_to_head(self.me, self._other), self._written)

    def _written(self, page: HeadToHead) -> PageText:
        room = Room(self._width, self._height)
        return head_to_head_page(page, self.paint.glyphs, room, titled=False)

    SECTIONS: ClassVar[Sections] = (LeaguePage.PAGE,)
