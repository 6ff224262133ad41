"""Ask for names: on the first visit, and of those who share a keyboard."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from textual.events import Paste

from cuttle_tui.front import account_words as wording
from cuttle_tui.front.account_words import NameQuestion
from cuttle_tui.front.code import CodeScreen
from cuttle_tui.front.home_words import gist
from cuttle_tui.i18n.translation import N_, SILENCE, Sentence, Words, say, tell, tr
from cuttle_tui.kit.keymap import (
    SPACE,
    Command,
    Intent,
    Section,
    Sections,
    bound,
    is_of_name,
    to,
    typing,
)
from cuttle_tui.kit.list_screen import CHOOSE_TYPED, EDITING, TypedNameScreen, name_head
from cuttle_tui.kit.pasted import invited_code
from cuttle_tui.kit.screen import Gate
from cuttle_tui.kit.text_types import PanelBlock, PanelModel
from cuttle_tui.kit.words import ONE_MOMENT, lobby_line
from cuttle_tui.kit.zone import PaintContext
from cuttle_tui.ports import Account, Guest, LobbyError
from cuttle_tui.tty.output import TextKind

_LETTERS: Final[Command[TypedNameScreen]] = Command(
    {},
    N_("your name, letter by letter"),
    N_("your name"),
    "type",
    typed=typing(TypedNameScreen.edit),
)


_OF_THE_NAME: Final = ("name-taken", "name-reserved")
"""Refusals that stay true of a name while another is sought."""


class ServerNameScreen(TypedNameScreen):
    """Choose a name on a server, which may refuse it."""

    LONGEST: ClassVar[int] = 20
    """Longer than a valid name, so that a name can be refused as too long."""
    TEXT: ClassVar[TextKind] = "name"

    def __init__(self, paint: PaintContext, namer: Account | Guest) -> None:
        super().__init__(paint, namer.suggestion)
        self._namer = namer
        self._asking = False
        """Whether a request to the server is pending."""
        self._refusals: set[str] = set()
        """The names that the server has refused; it is asked only about others."""

    def _show(self, why: Sentence = SILENCE) -> None:
        prompt = wording.name_prompt(self.in_focus, why)
        invited = self.cuttle.invited
        band = wording.name_band(self.name_typed, suggested=self._suggested, invited=invited)
        self._panel = self._beside()
        self._show_front(name_head(), band, prompt)

    def _beside(self) -> PanelModel:
        """Say to a guest how the game goes."""
        return gist(self.cuttle.ruleset)

    @property
    def verb(self) -> Words:
        name = self.name_typed
        return wording.name_verb(self.in_focus, "" if name.lower() in self._refusals else name)

    def keep_while_asking(self, _: Intent | None) -> bool:
        """Keep everything until the lobby has answered."""
        return self._asking

    GATES: ClassVar[tuple[Gate, ...]] = (*TypedNameScreen.GATES, keep_while_asking)

    def objection(self, before: str, letter: str) -> Sentence:
        """Say which characters a name has, before one that is none of them is typed."""
        if is_of_name(letter, first=not before):
            return SILENCE
        return lobby_line(LobbyError("name-letters"))

    def on_paste(self, event: Paste) -> None:
        """Follow a line or a link to a table, once there is a name; else it is a pasted name."""
        code = invited_code(event.text)
        if not code:
            return
        event.stop()
        event.prevent_default()
        self.cuttle.expect_at(code)
        self._show(tell("choose a name: then you sit down with the code {code}", code=code))

    def _take(self) -> None:
        self._asking, self._suggested = True, False
        self._show(say(ONE_MOMENT))
        self.ask_lobby(
            self._namer.choose_name(self.name_typed), lambda _: self._named(), self.tell_refusal
        )

    @abstractmethod
    def _named(self) -> None:
        """Go on under the name."""

    def tell_refusal(self, error: LobbyError) -> None:
        self._asking = False
        if error.reason in _OF_THE_NAME:
            self._refusals.add(self.name_typed.lower())
        self._show(lobby_line(error))


class NameScreen(ServerNameScreen):
    """Choose the name of an account, which must come before anything else."""

    def __init__(
        self, paint: PaintContext, account: Account, lost: LobbyError | None = None
    ) -> None:
        """Create the screen; `lost` is why no table has the code with which the player came."""
        super().__init__(paint, account)
        self._account = account
        self.told_first = SILENCE if lost is None else lobby_line(lost)
        self._entries = wording.BROWSER_ENTRIES if account.by_browser else wording.ENTRIES

    def _choose(self) -> None:
        if self.in_focus is wording.LEAVE:
            self.interrupt()
        elif self.in_focus is self._entries[1]:
            self.cuttle.show_page(CodeScreen(self.paint, self._account))
        else:
            self._take()

    def _beside(self) -> PanelModel:
        return (PanelBlock(tr(wording.KEPT_TITLE), wording.kept_lines()),)

    def _named(self) -> None:
        self.cuttle.start()

    def interrupt(self) -> None:
        """Leave at once, since there is nothing to lose yet."""
        self.app.exit()

    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("your name"),
            (
                _LETTERS,
                *EDITING,
                CHOOSE_TYPED,
                Command(to("ctrl+c", interrupt), N_("leave: nothing is stored yet")),
            ),
        ),
    )


class GuestNameScreen(ServerNameScreen):
    """Choose the name of a guest, or go on under the one that was given."""

    def __init__(self, paint: PaintContext, guest: Guest, then: Callable[[], None]) -> None:
        """Create the screen; `then` goes on, with a new name or without."""
        super().__init__(paint, guest)
        self._then = then
        self._entries = wording.GUEST_ENTRIES

    def _choose(self) -> None:
        if self.in_focus is wording.STAY:
            self._then()
        else:
            self._take()

    def _named(self) -> None:
        self._then()

    def interrupt(self) -> None:
        """Go on under the name that was given."""
        if not self._asking:
            self._then()

    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("your name"),
            (
                _LETTERS,
                *EDITING,
                CHOOSE_TYPED,
                Command(to("escape ctrl+c", interrupt), N_("keep the name you were given")),
            ),
        ),
    )


class HomeNameScreen(TypedNameScreen):
    """Ask for one name after another; each has an offer, which typing replaces."""

    LONGEST: ClassVar[int] = 16

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
        super().__init__(paint, offers[0])
        self._asked, self._offers = asked, tuple(offers)
        self._then, self._skip = then, skip
        self._taken = tuple(taken)
        self._names: tuple[str, ...] = ()
        self._entries = asked.entries

    def _show(self, why: Sentence = SILENCE) -> None:
        prompt = wording.home_name_prompt(self._asked, self.in_focus, why)
        band = wording.home_name_band(self._asked, self.name_typed, suggested=self._suggested)
        self._panel = gist(self.cuttle.ruleset)
        self._show_front(name_head(), band, prompt)

    @property
    def verb(self) -> Words:
        name = "" if self._is_taken(self._written) else self._written
        return wording.home_name_verb(self._asked, self.in_focus, name)

    @property
    def _written(self) -> str:
        """The name as it would be taken."""
        return " ".join(self.name_typed.split())

    def _is_taken(self, name: str) -> bool:
        return name.lower() in {other.lower() for other in (*self._taken, *self._names)}

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
            self.name_typed, self._suggested = self._offers[len(self._names)], True
            self._show()

    def interrupt(self) -> None:
        self._skip()

    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("a name"),
            (
                Command(
                    bound(SPACE, TypedNameScreen.edit),
                    N_("the name, letter by letter"),
                    N_("name"),
                    "type",
                    typed=typing(TypedNameScreen.edit),
                ),
                EDITING[0],
                replace(EDITING[1], label=N_("move")),
                CHOOSE_TYPED,
                Command(
                    to("escape ctrl+c", interrupt),
                    N_("skip the question"),
                    label_of=lambda screen: screen._asked.entries[1].label,
                ),
            ),
        ),
    )
