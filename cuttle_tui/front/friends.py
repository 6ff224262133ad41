"""Open a table for a friend, sit down at theirs, forget them; and list them all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar, Final

from cuttle_tui.front import friends_words as wording
from cuttle_tui.front.code import InviteScreen
from cuttle_tui.front.page_screen import friend_screen
from cuttle_tui.i18n.translation import N_, SILENCE, Sentence, say, tr
from cuttle_tui.kit import keymap as letters
from cuttle_tui.kit.dialogue import Question, Request, replies
from cuttle_tui.kit.heads import Band, Title
from cuttle_tui.kit.keymap import Command, Section, Sections, by, to
from cuttle_tui.kit.list_screen import CHOOSE, MOVE, ListScreen, Menu
from cuttle_tui.kit.lists import ListModel, RowList, heads_of, line_row
from cuttle_tui.kit.names import clocks_label
from cuttle_tui.kit.screen import BACK
from cuttle_tui.kit.text_types import Prompt
from cuttle_tui.kit.words import lobby_line
from cuttle_tui.kit.zone import PaintContext
from cuttle_tui.ports import Chair, FriendLine, LobbyError, News, TablePlan
from cuttle_tui.rules.panels import goal_named
from cuttle_tui.rules.samples import cards_named
from engine.table.controls import CONTROLS, NO_CLOCK, is_correspondence

FORGETTING: Final[Section[ListScreen]] = Section(
    N_("when asked whether to forget a friend"),
    (
        Command(replies(letters.YES, True), N_("list them no more"), label=N_("forget")),
        Command(replies(f"{letters.NO} escape q", False), N_("keep them"), label=N_("keep them")),
    ),
)


_TIMINGS: Final = (NO_CLOCK, *sorted(CONTROLS, key=lambda name: not is_correspondence(name)))


class FriendTables:
    """What a screen does with a friend in focus: a part of the screen."""

    def __init__(self, screen: ListScreen) -> None:
        self._screen = screen
        self._timings: dict[str, str] = {}
        """The clocks chosen for a table for each friend, by id."""

    def has_clocks(self, line: FriendLine) -> bool:
        """Return whether clocks can be chosen for a table for a friend, perhaps days for each move.

        Only who has an account has days.
        """
        online = self._screen.cuttle.lobby.online
        both = online is not None and online.guest is None and line.account
        return both and not line.code

    def timing(self, line: FriendLine) -> str:
        """Return the clocks for a table for a friend."""
        return self._timings.get(line.id, NO_CLOCK)

    def change_clocks(self, line: FriendLine, step: int) -> None:
        """Choose other clocks; days come first, since they play who are not here together."""
        place = _TIMINGS.index(self.timing(line)) + step
        self._timings[line.id] = _TIMINGS[place % len(_TIMINGS)]

    def reach(self, line: FriendLine) -> Sentence:
        """Say how a friend hears of a table that is opened for them."""
        if is_correspondence(timing := self.timing(line)):
            return wording.days_line(line, timing)
        return wording.reach_line(line, online=self._screen.cuttle.lobby.online is not None)

    def meet(self, line: FriendLine) -> None:
        """Sit down where a friend waits, else open a table for them and say how they hear of it."""
        screen, cuttle = self._screen, self._screen.cuttle
        online, hosting = cuttle.lobby.online, cuttle.hosting
        timing = self.timing(line)
        plan = TablePlan(line.ruleset, timing=timing, friend=line.id)
        if online is not None and line.code:
            screen.sit(online.join_room(line.code))
        elif online is not None:

            def opened(chair: Chair) -> None:
                days = is_correspondence(timing)
                cuttle.sit_down((chair,), notice=wording.opened_line(line, days=days))

            screen.wait_for_lobby(online.open_table(plan), opened)
        elif hosting is not None:
            cuttle.show_page(InviteScreen(screen.paint, hosting, plan))
        else:
            cuttle.show_page(friend_screen(screen.paint, inviting=False))

    async def forget(self, line: FriendLine, then: Callable[[Sentence], None]) -> None:
        """Ask whether to forget a friend; tell what became of it."""
        if not await Question[bool](FORGETTING, lambda _: wording.forget_prompt(line)):
            then(SILENCE)
            return
        try:
            await Request(self._screen.cuttle.lobby.forget_friend(line.id))
        except LobbyError as error:
            then(lobby_line(error))
        else:
            then(wording.forgotten_line(line))


class FriendsScreen(ListScreen):
    """All friends: who waits for the player, then whom they met last; enter opens a table."""

    FINDS: ClassVar[bool] = False

    def __init__(self, paint: PaintContext) -> None:
        super().__init__(paint, Menu(choose=self._choose))
        self._tables = FriendTables(self)
        self._friends: tuple[FriendLine, ...] = ()

    @property
    def _lines(self) -> tuple[FriendLine, ...]:
        return self._friends

    @property
    def _chosen(self) -> FriendLine | None:
        """The friend in focus."""
        return self._friends[self._focus] if self._friends else None

    @property
    def answered(self) -> object:
        return None if self._chosen is None else (self._chosen.id, self._chosen.code)

    def on_screen_resume(self) -> None:
        """List who they are by now."""
        self._show()
        self.ask_lobby(self.cuttle.lobby.ask_friends(), lambda _: self._show(), self.tell_refusal)

    def hear(self, news: News) -> None:
        if self.is_current and self.asker.asked is None:
            self._show()

    def tell_refusal(self, error: LobbyError) -> None:
        self._show(lobby_line(error))

    def _show(self, why: Sentence = SILENCE) -> None:
        """List the friends, with the same one in focus, or who came in their place."""
        before, self._friends = self._chosen, self.cuttle.lobby.friends()
        ids = [line.id for line in self._friends]
        if before is not None and before.id in ids:
            self._focus = ids.index(before.id)
        self._focus = max(0, min(self._focus, len(ids) - 1))
        today, player = self.cuttle.today(), self.cuttle.lobby.player
        heads = heads_of(tuple(map(str, wording.HEADS)), wording.COLUMNS)
        rows = tuple(
            line_row(wording.friend_cells(line, today), wording.COLUMNS) for line in self._friends
        )
        rules = self._chosen.ruleset if self._chosen is not None else ""
        self._panel = (*goal_named(rules), *cards_named(rules)) if rules else ()
        self.query_one(Title).show((tr(wording.TITLE), player))
        self.query_one(Band).show(wording.band(len(self._friends)))
        self.query_one(RowList).show(
            ListModel(rows, self._focus, heads=heads, empty=(say(wording.NOBODY),))
        )
        self._show_prompt(self._prompt(why))

    def _prompt(self, why: Sentence) -> Prompt:
        chosen = self._chosen
        return wording.prompt(chosen, why or (self._tables.reach(chosen) if chosen else SILENCE))

    # keys

    def sections(self) -> Sections:
        return self.SECTIONS if self.asker.asked is None else (self.asker.asked.section,)

    def _choose(self) -> None:
        if self._chosen is not None:
            self._tables.meet(self._chosen)

    @property
    def verb(self) -> str:
        return "" if self._chosen is None else wording.verb_of(self._chosen)

    @property
    def has_clocks(self) -> bool:
        """Whether clocks can be chosen for a table for the friend in focus."""
        return self._chosen is not None and self._tables.has_clocks(self._chosen)

    @property
    def clocks(self) -> str:
        """The clocks of that table, as an option."""
        return "" if self._chosen is None else clocks_label(self._tables.timing(self._chosen))

    def _change_clocks(self, step: int) -> None:
        if self._chosen is not None:
            self._tables.change_clocks(self._chosen, step)
            self._show()

    def _forget(self) -> None:
        if self._chosen is not None:
            self.asker.begin(self._tables.forget(self._chosen, self._show))

    def _how(self) -> None:
        inviting = self.cuttle.hosting is not None
        self.cuttle.show_page(friend_screen(self.paint, inviting=inviting))

    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("the list"),
            (
                MOVE,
                replace(CHOOSE, when=lambda screen: bool(screen._friends)),
                Command(
                    by({"left": -1, "right": 1}, _change_clocks),
                    N_("other clocks, or days for each move"),
                    named="left right",
                    when=lambda screen: screen.has_clocks,
                    label_of=lambda screen: screen.clocks,
                ),
                Command(
                    to(letters.FORGET, _forget),
                    N_("forget this friend (asks first)"),
                    N_("forget"),
                    when=lambda screen: bool(screen._friends),
                ),
                Command(
                    to(letters.READ_RULES, _how),
                    N_("how to meet friends"),
                    N_("how to meet"),
                    when=lambda screen: screen.cuttle.lobby.online is None,
                ),
                BACK,
            ),
        ),
    )
