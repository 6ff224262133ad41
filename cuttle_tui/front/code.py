"""Ask for a code, letter by letter, and ask before a port is opened for friends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, cast

from textual.events import Paste

from cuttle_tui.drawing.fronts import FRONT_HIGHEST, ROOMY, narrowed
from cuttle_tui.drawing.layout import Plan
from cuttle_tui.front import account_words as wording
from cuttle_tui.front.home_words import OPENING
from cuttle_tui.i18n.translation import N_, SILENCE, Sentence, say
from cuttle_tui.kit.keymap import (
    BAR_CLICKS,
    ERASE_LETTER_OR_ALL,
    Command,
    Edit,
    Pointing,
    Section,
    Sections,
    TypeText,
    bound,
    edited,
    to,
    typing,
)
from cuttle_tui.kit.layouts import Regions, code_regions
from cuttle_tui.kit.list_screen import (
    CHOOSE,
    MENU_ZONES,
    MOVE,
    ListScreen,
    Menu,
    name_head,
    straight_to,
)
from cuttle_tui.kit.pasted import room_code
from cuttle_tui.kit.prompt import Keys, PromptBar
from cuttle_tui.kit.words import (
    at_door_band,
    code_band,
    code_prompt,
    cut_off_band,
    link_band,
    link_prompt,
    lobby_line,
    lost_band,
    lost_prompt,
    mistyped_band,
)
from cuttle_tui.kit.zone import PaintContext, Zone
from cuttle_tui.ports import BY_CODE, Account, Chair, Hosting, Lobby, LobbyError, TablePlan
from cuttle_tui.table.presenter import present_code
from cuttle_tui.table.widgets.tray import Room
from cuttle_tui.tty.output import TextKind

_LONGEST: Final = 8


def _in_codes(letter: str) -> bool:
    return letter.isascii() and letter.isalnum()


class CodeScreen(ListScreen):
    """Join a table by its code; or link this key to the account that made the code."""

    ZONES: ClassVar[Mapping[str, type[Zone[Any]]]] = {
        "room": Room,
        "prompt": PromptBar,
        "keys": Keys,
    }
    CLICKS: ClassVar[tuple[Pointing, ...]] = (BAR_CLICKS,)
    TEXT: ClassVar[TextKind] = "code"
    HIGHEST: ClassVar[int] = FRONT_HIGHEST

    def __init__(
        self,
        paint: PaintContext,
        account: Account | None = None,
        *,
        code: str = "",
        lost: LobbyError | None = None,
        cut_off: bool = False,
    ) -> None:
        """Begin with an empty code: for a table, or to link an account.

        Args:
            account: the account to link this key to, if any.
            code: the code with which a player came, at whose table they may have a seat.
            lost: why the code was refused with which a player came, who may have a seat.
            cut_off: whether a guest was cut off at the same address, who may be this one.
        """
        super().__init__(paint)
        self.code = ""
        self._account = account
        self._mistyped = lost is not None and lost.reason == "unknown-code"
        self._lost = SILENCE if lost is None or self._mistyped else lobby_line(lost)
        self._cut_off = cut_off
        self._sizes: tuple[int, ...] = (4, 6, _LONGEST) if account is None else (_LONGEST,)
        """The lengths of codes: of rooms and a guest's own, or of a link."""
        self._came_by = code
        self._door = ""
        """The code of the table at whose door the player stands."""
        self._was_refused = False
        """Whether the code was refused: the next letter begins another."""

    def on_mount(self) -> None:
        self._show()
        if self._came_by:
            self._knock(self._came_by)

    @property
    def resumes(self) -> bool:
        """Whether a guest is asked for their own code, which is long."""
        return self._cut_off or bool(self._lost or self._door)

    def plan(self, width: int, height: int) -> Plan | None:
        """Return the plan for a size, in the middle of a wide window: nothing is beside a code."""
        plan = super().plan(width, height)
        return plan and narrowed(plan, ROOMY)

    def place(self, plan: Plan) -> Regions:
        return code_regions(plan)

    def _show(self, why: Sentence = SILENCE) -> None:
        self._was_refused = bool(why)
        places = max(self._sizes[-1 if self.resumes else 0], len(self.code))
        self.query_one(Room).show(present_code(self.code, places, self._band))
        if self._account is not None:
            prompt = link_prompt(self.missing, why)
        elif not self.resumes:
            prompt = code_prompt(self.missing, why)
        else:
            room, *_, seat = (size - len(self.code) for size in self._sizes)
            prompt = lost_prompt(room, seat, why, cut=self._cut_off, door=bool(self._door))
        self._show_prompt(prompt)

    @property
    def _band(self) -> tuple[Sentence, ...]:
        if self._account is not None:
            return link_band(by_browser=self._account.by_browser)
        online = self.cuttle.lobby.online
        guest = online is not None and online.guest is not None
        if self._door:
            return at_door_band(self._door, guest=guest)
        if self._cut_off:
            return cut_off_band()
        if self._lost:
            return lost_band(self._lost, guest=guest)
        if self._mistyped and not self.code:
            return mistyped_band(guest=guest)
        return code_band(seat=len(self.code) > self._sizes[-2])

    def sections(self) -> Sections:
        return self.SECTIONS[:1] if self._account is None else self.SECTIONS[1:]

    @property
    def all_sections(self) -> Sections:
        return self.sections()

    @property
    def missing(self) -> int:
        """The number of characters still missing: a guest's own code is long."""
        typed = len(self.code)
        long = self.resumes and typed not in self._sizes
        size = _LONGEST if long else next(size for size in self._sizes if size >= typed)
        return size - typed

    @property
    def whole(self) -> bool:
        """Whether the code is complete."""
        return not self.missing

    def _edit(self, edit: Edit) -> None:
        before = "" if self._was_refused and isinstance(edit, TypeText) else self.code
        self.code = edited(before, edit, _LONGEST).upper()
        self._show()

    def on_paste(self, event: Paste) -> None:
        """Take the code in what was pasted: a line, a link, a sentence; or insert a part of one."""
        event.stop()
        code = room_code(event.text)
        if len(code) in self._sizes:
            self.code = ""
        else:
            code = "".join(event.text.split())
        room = _LONGEST - (0 if self._was_refused else len(self.code))
        if len(code) > room or not all(map(_in_codes, code)):
            self._show(lobby_line(LobbyError("unknown-code")))
            return
        for letter in code:
            self._edit(TypeText(letter))

    def _use(self) -> None:
        if self._account is None:
            lobby = self.cuttle.lobby.online
            assert lobby is not None  # home offers this screen on a server only
            self.sit(lobby.join_room(self.code))
            return
        self.ask_lobby(
            self._account.use_link_code(self.code),
            lambda _: self.cuttle.start(),
            lambda error: self._show(lobby_line(error)),
        )

    def tell_refusal(self, error: LobbyError) -> None:
        self._show(lobby_line(error))
        if error.reason in BY_CODE:
            self._knock(self.code)

    def _knock(self, code: str) -> None:
        """Stand at the door of the table with this code, if somebody is away there."""
        lobby = self.cuttle.lobby.online
        if lobby is None:
            return

        async def stand() -> None:
            try:
                await lobby.knock(code)
                self._stand_at(code.upper())
                chair = await lobby.let_in()
            except LobbyError as error:
                if self.still_open and (self._door or error.reason not in BY_CODE):
                    self._lost = lobby_line(error)
                    self._stand_at("")
            else:
                if self.still_open:
                    self.cuttle.sit_down((chair,))

        self.run_worker(cast(Any, stand), group="door", exclusive=True)

    def _stand_at(self, code: str) -> None:
        """Stand at a door, or at none; the code that led there makes room for the next."""
        self._door = code
        if self.code == code:
            self.code = ""
        if self.still_open:
            self._show()

    def _go_home(self) -> None:
        """Go to the home screen, also if the app began with this one."""
        self.cuttle.go_home()

    _TYPING: ClassVar[tuple[Command[CodeScreen], ...]] = (
        Command(
            {},
            N_("the code, letter by letter"),
            typed=typing(_edit, _in_codes),
            label_of=lambda screen: "" if screen.whole else N_("the code, or paste it"),
        ),
        Command(bound(ERASE_LETTER_OR_ALL, _edit), N_("delete a letter, or everything")),
    )
    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("the code"),
            (
                *_TYPING,
                Command(
                    to("enter", _use),
                    N_("sit down at the table with this code"),
                    now=lambda screen: screen.whole,
                    label=N_("join"),
                ),
                Command(
                    to("escape ctrl+c", _go_home),
                    N_("back home"),
                    label_of=lambda screen: N_("go on") if screen._cut_off else N_("home"),
                ),
            ),
        ),
        Section(
            N_("the code"),
            (
                *_TYPING,
                Command(
                    to("enter", _use),
                    N_("sign in to the account that made the code"),
                    now=lambda screen: screen.whole,
                    label=N_("use it"),
                ),
                Command(
                    to("escape ctrl+c", ListScreen.interrupt),
                    N_("back to where you were"),
                    N_("back"),
                ),
            ),
        ),
    )


class InviteScreen(ListScreen):
    """What will be opened, who can come and how it ends; only yes opens it."""

    ZONES: ClassVar[Mapping[str, type[Zone[Any]]]] = MENU_ZONES
    FINDS: ClassVar[bool] = False

    def __init__(self, paint: PaintContext, hosting: Hosting, plan: TablePlan) -> None:
        super().__init__(paint, Menu(wording.INVITE_ENTRIES, self._choose))
        self._hosting, self._plan = hosting, plan
        self._where = hosting.where()
        self._opening = False
        """Whether the room is being opened."""

    def on_mount(self) -> None:
        self._show()

    def _show(self, why: Sentence = SILENCE) -> None:
        prompt = wording.invite_prompt(self.in_focus, why)
        self._panel = wording.invite_beside(self._where)
        self.show_menu(name_head(), wording.invite_band(self._where), prompt)

    def _choose(self) -> None:
        if self._opening:
            return
        if self.in_focus is not wording.OPEN:
            self.interrupt()
            return
        if self.cuttle.preferences.recall("name"):
            self._open()
        else:
            self.cuttle.ask_host_name(self._open)

    def _open(self) -> None:
        self._opening = True
        self._show(say(OPENING))
        player = self.cuttle.lobby.player

        def opened(door: tuple[Lobby, Chair]) -> None:
            lobby, chair = door
            self.cuttle.sit_down((chair,), lobby=lobby)

        self.ask_lobby(self._hosting.open(self._plan, player), opened, self.tell_refusal)

    def tell_refusal(self, error: LobbyError) -> None:
        self._opening = False
        self._show(lobby_line(error))

    def interrupt(self) -> None:
        """Go back home, unless the room is being opened."""
        if not self._opening:
            super().interrupt()

    def sections(self) -> Sections:
        return (*self.SECTIONS, straight_to(self.menu.entries))

    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("the list"),
            (
                MOVE,
                CHOOSE,
                Command(
                    to("escape q ctrl+c", interrupt),
                    N_("back home, without opening anything"),
                    label=N_("not now"),
                ),
            ),
        ),
    )
