"""Ask for names: on the first visit, and of those who share a keyboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from textual.events import Paste

from cuttle_tui.drawing.fronts import with_larger_head
from cuttle_tui.drawing.layout import Plan
from cuttle_tui.front import account_words as wording
from cuttle_tui.front.account_words import NameQuestion
from cuttle_tui.front.code import CodeScreen
from cuttle_tui.front.home_words import gist
from cuttle_tui.i18n.translation import N_, SILENCE, Sentence, Words, say, tell, tr
from cuttle_tui.kit.keymap import (
    BAR_CLICKS,
    ERASE,
    SPACE,
    SPARE,
    Command,
    Edit,
    Intent,
    Pointing,
    Section,
    Sections,
    TypeText,
    bound,
    by,
    edited,
    is_of_name,
    to,
    typing,
)
from cuttle_tui.kit.list_screen import CHOOSE, LIST_CLICKS, MENU_ZONES, ListScreen, Menu, name_head
from cuttle_tui.kit.pasted import invited_code
from cuttle_tui.kit.screen import Gate
from cuttle_tui.kit.text_types import PanelBlock
from cuttle_tui.kit.words import ONE_MOMENT, Entry, lobby_line
from cuttle_tui.kit.zone import PaintContext, Zone
from cuttle_tui.ports import Account, Guest, LobbyError
from cuttle_tui.tty.output import TextKind

_SERVER_LONGEST: Final = 20
"""Longer than a valid name, so that a name can be refused as too long."""
_HOME_LONGEST: Final = 16
_OF_THE_NAME: Final = ("name-taken", "name-reserved")
"""Refusals that stay true of a name while another is sought."""


def _may_follow(before: str, letter: str) -> Sentence:
    """Return why a character cannot be in the name of an account; nothing if it can."""
    named = is_of_name(letter, first=not before)
    return SILENCE if named else lobby_line(LobbyError("name-letters"))


class NameField:
    """A name that is typed; the first letter replaces the name that is offered."""

    def __init__(
        self,
        offer: str,
        longest: int,
        objection: Callable[[str, str], Sentence] = lambda _before, _letter: SILENCE,
    ) -> None:
        """Begin with an offer; `objection` says why a character cannot follow what was typed."""
        self.longest, self._objection = longest, objection
        self.offer(offer)

    def offer(self, name: str) -> None:
        """Offer a name."""
        self.name, self.offered = name, True

    @property
    def _before(self) -> str:
        """What was typed so far."""
        return "" if self.offered else self.name

    def _reason(self, before: str, letter: str) -> Sentence:
        if len(before) >= self.longest:
            return lobby_line(LobbyError("name-long"))
        return self._objection(before, letter)

    def edit(self, edit: Edit) -> Sentence:
        """Change the name, or return why a character cannot be in it."""
        why = self._reason(self._before, edit.letter) if isinstance(edit, TypeText) else SILENCE
        if not why:
            self.name, self.offered = edited(self._before, edit, self.longest), False
        return why

    def paste(self, text: str) -> Sentence:
        """Insert a pasted name, or return why it cannot be one: it is whole, or not there."""
        typed = self._before
        for letter in text.strip():
            if why := self._reason(typed, letter):
                return why
            typed += letter
        self.name, self.offered = typed, False
        return SILENCE


_MOVE: Final[Command[Any]] = Command(
    by({"up": -1, "down": 1, "tab": 1, "shift+tab": -1}, ListScreen.move),
    N_("move along the list"),
    N_("move"),
    "up down",
    spare=SPARE,
)
_CHOOSE: Final = replace(CHOOSE, intents=to("enter", ListScreen.choose))
"""Enter alone, since blanks may be typed."""


class NameScreen(ListScreen):
    """Choose a name on a server, which may refuse it."""

    ZONES: ClassVar[Mapping[str, type[Zone[Any]]]] = MENU_ZONES
    FINDS: ClassVar[bool] = False
    CLICKS: ClassVar[tuple[Pointing, ...]] = (LIST_CLICKS, BAR_CLICKS)
    TEXT: ClassVar[TextKind] = "name"

    def __init__(
        self,
        paint: PaintContext,
        namer: Account | Guest,
        then: Callable[[], None],
        leave: Callable[[], None],
        *,
        account: Account | None = None,
        lost: LobbyError | None = None,
    ) -> None:
        """Create the screen.

        Args:
            paint: what zones paint with.
            namer: takes the name: an account, or a guest, who may go on under the one given.
            then: goes on with a new name.
            leave: goes on, or ends, without.
            account: the account, which must have a name before anything else.
            lost: why no table has the code with which the player came.
        """
        entries: tuple[Entry, ...] = wording.GUEST_ENTRIES
        if account is not None:
            entries = wording.BROWSER_ENTRIES if account.by_browser else wording.ENTRIES
        super().__init__(paint, Menu(entries, self._choose, close=True))
        self.field = NameField(namer.suggestion, _SERVER_LONGEST, _may_follow)
        self._namer, self._account = namer, account
        self._then, self._leave = then, leave
        self._told_first = SILENCE if lost is None else lobby_line(lost)
        self._asking = False
        """Whether a request to the server is pending."""
        self._refusals: set[str] = set()
        """The names that the server has refused; it is asked only about others."""

    def plan(self, width: int, height: int) -> Plan | None:
        """Return the plan for a size: the two or three entries leave rows for a larger head."""
        plan = super().plan(width, height)
        return plan and with_larger_head(plan)

    def on_mount(self) -> None:
        self._show(self._told_first)

    def _show(self, why: Sentence = SILENCE) -> None:
        field, invited = self.field, self.cuttle.wanted.invited
        band = wording.name_band(field.name, suggested=field.offered, invited=invited)
        if self._account is None:
            self._panel = gist(self.cuttle.ruleset)
        else:
            self._panel = (PanelBlock(tr(wording.KEPT_TITLE), wording.kept_lines()),)
        self.show_menu(name_head(), band, wording.name_prompt(self.in_focus, why))

    @property
    def verb(self) -> Words:
        name = self.field.name
        return wording.name_verb(self.in_focus, "" if name.lower() in self._refusals else name)

    def sections(self) -> Sections:
        return (self._OF_GUEST,) if self._account is None else (self._OF_ACCOUNT,)

    def keep_while_asking(self, _: Intent | None) -> bool:
        """Keep everything until the lobby has answered."""
        return self._asking

    GATES: ClassVar[tuple[Gate, ...]] = (*ListScreen.GATES, keep_while_asking)

    def _edit(self, edit: Edit) -> None:
        self._show(self.field.edit(edit))

    def on_paste(self, event: Paste) -> None:
        """Insert a pasted name; follow a line or a link to a table, once there is a name."""
        event.stop()
        code = invited_code(event.text)
        if code:
            self.cuttle.expect_at(code)
            self._show(tell("choose a name: then you sit down with the code {code}", code=code))
        else:
            self._show(self.field.paste(event.text))

    def _choose(self) -> None:
        if self.in_focus in (wording.LEAVE, wording.STAY):
            self.interrupt()
        elif self._account is not None and self.in_focus is self.menu.entries[1]:
            self.cuttle.show_page(CodeScreen(self.paint, self._account))
        else:
            self._asking, self.field.offered = True, False
            self._show(say(ONE_MOMENT))
            named = self._namer.choose_name(self.field.name)
            self.ask_lobby(named, lambda _: self._then(), self.tell_refusal)

    def tell_refusal(self, error: LobbyError) -> None:
        self._asking = False
        if error.reason in _OF_THE_NAME:
            self._refusals.add(self.field.name.lower())
        self._show(lobby_line(error))

    def interrupt(self) -> None:
        """Leave; a guest only once the server has answered, since the visit goes on."""
        if self._account is not None or not self._asking:
            self._leave()

    _LETTERS: ClassVar[Command[NameScreen]] = Command(
        {}, N_("your name, letter by letter"), N_("your name"), "type", typed=typing(_edit)
    )
    _ERASING: ClassVar[Command[NameScreen]] = Command(
        bound(ERASE, _edit), N_("delete a letter, a word, or everything")
    )
    _OF_ACCOUNT: ClassVar[Section[NameScreen]] = Section(
        N_("your name"),
        (
            _LETTERS,
            _ERASING,
            _MOVE,
            _CHOOSE,
            Command(to("ctrl+c", interrupt), N_("leave: nothing is stored yet")),
        ),
    )
    _OF_GUEST: ClassVar[Section[NameScreen]] = Section(
        _OF_ACCOUNT.title,
        (
            _LETTERS,
            _ERASING,
            _MOVE,
            _CHOOSE,
            Command(to("escape ctrl+c", interrupt), N_("keep the name you were given")),
        ),
    )


class HomeNameScreen(ListScreen):
    """Ask for one name after another; each has an offer, which typing replaces."""

    ZONES: ClassVar[Mapping[str, type[Zone[Any]]]] = MENU_ZONES
    FINDS: ClassVar[bool] = False
    CLICKS: ClassVar[tuple[Pointing, ...]] = (LIST_CLICKS, BAR_CLICKS)

    def __init__(
        self,
        paint: PaintContext,
        asked: NameQuestion,
        offers: Sequence[str],
        then: Callable[[tuple[str, ...]], None],
        skip: Callable[[], None],
        *,
        taken: Sequence[str] = (),
    ) -> None:
        """Ask for a name in place of each offer; `skip` is called if the player would not say."""
        super().__init__(paint, Menu(asked.entries, self._choose, close=True))
        self.field = NameField(offers[0], _HOME_LONGEST)
        self._asked, self._offers = asked, tuple(offers)
        self._then, self._skip = then, skip
        self._taken = tuple(taken)
        self._names: tuple[str, ...] = ()

    def plan(self, width: int, height: int) -> Plan | None:
        """Return the plan for a size: the two entries leave rows for a larger head."""
        plan = super().plan(width, height)
        return plan and with_larger_head(plan)

    def on_mount(self) -> None:
        self._show()

    def _show(self, why: Sentence = SILENCE) -> None:
        prompt = wording.home_name_prompt(self._asked, self.in_focus, why)
        name, offered = self.field.name, self.field.offered
        band = wording.home_name_band(self._asked, name, suggested=offered)
        self._panel = gist(self.cuttle.ruleset)
        self.show_menu(name_head(), band, prompt)

    @property
    def verb(self) -> Words:
        name = "" if self._is_taken(self._written) else self._written
        return wording.home_name_verb(self._asked, self.in_focus, name)

    @property
    def _written(self) -> str:
        """The name as it would be taken."""
        return " ".join(self.field.name.split())

    def _is_taken(self, name: str) -> bool:
        return name.lower() in {other.lower() for other in (*self._taken, *self._names)}

    def _edit(self, edit: Edit) -> None:
        self._show(self.field.edit(edit))

    def on_paste(self, event: Paste) -> None:
        """Insert a pasted name."""
        event.stop()
        self._show(self.field.paste(event.text))

    def _choose(self) -> None:
        if self._focus:
            self.interrupt()
            return
        name = self._written
        if not name:
            self._show(say(wording.NO_NAME))
        elif self._is_taken(name):
            self._show(say(wording.TAKEN))
        else:
            self._names = (*self._names, name)
            if len(self._names) == len(self._offers):
                self._then(self._names)
                return
            self.field.offer(self._offers[len(self._names)])
            self._show()

    def interrupt(self) -> None:
        self._skip()

    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("a name"),
            (
                Command(
                    bound(SPACE, _edit),
                    N_("the name, letter by letter"),
                    N_("name"),
                    "type",
                    typed=typing(_edit),
                ),
                Command(bound(ERASE, _edit), N_("delete a letter, a word, or everything")),
                replace(_MOVE, label=N_("move")),
                _CHOOSE,
                Command(
                    to("escape ctrl+c", interrupt),
                    N_("skip the question"),
                    label_of=lambda screen: screen._asked.entries[1].label,
                ),
            ),
        ),
    )
