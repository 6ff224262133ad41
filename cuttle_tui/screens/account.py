"""Show what the server keeps of the player, and change it."""

from __future__ import annotations

from typing import Final

from textual.app import ComposeResult

from cuttle_tui.layout import Plan, front_plan_for
from cuttle_tui.ports import Account, Key, LobbyError
from cuttle_tui.prose import SILENCE, Sentence
from cuttle_tui.scene import KeysModel
from cuttle_tui.screens.base import ZoneScreen
from cuttle_tui.screens.plans import Regions, new_table_regions
from cuttle_tui.talking import edited
from cuttle_tui.widgets.choices import Choices, ChoicesModel, Choosable, Title
from cuttle_tui.widgets.front import Band
from cuttle_tui.widgets.keys import Keys
from cuttle_tui.widgets.prompt import PromptBar
from cuttle_tui.widgets.zone import Brush, Zone
from cuttle_tui.wording import account as wording
from cuttle_tui.wording.front import VERSION, lobby_line

_STEPS: Final = {"up": -1, "down": 1, "home": -99, "end": 99}
_LONGEST: Final = 20


class AccountScreen(ZoneScreen):
    """Name, settings and keys; a link code; export and deletion."""

    def __init__(self, brush: Brush, account: Account) -> None:
        super().__init__()
        self._brush = brush
        self._account = account
        self._keys: tuple[Key, ...] = ()
        self._focus = 0
        self._unlinking: Key | None = None
        self._typed: str | None = None
        """What was typed of the name, while deletion is asked for."""

    def place(self, plan: Plan) -> Regions:
        """Tell where each zone stands."""
        return new_table_regions(plan)

    def compose(self) -> ComposeResult:
        """Make the zones."""
        yield Title(self._brush, "head", front_plan_for)
        yield Band(self._brush, "band", front_plan_for)
        yield Choices(self._brush, "list", front_plan_for)
        yield PromptBar(self._brush, "prompt", front_plan_for)
        yield Keys(self._brush, "keys", front_plan_for)

    def on_mount(self) -> None:
        """Show what is known, and ask for the keys."""
        self._show()
        self._ask_keys()

    def _ask_keys(self, why: Sentence = SILENCE) -> None:
        if not self._account.guest:
            self.ask_lobby(self._account.keys(), lambda keys: self._take(keys, why), self._refused)

    def _take(self, keys: tuple[Key, ...], why: Sentence) -> None:
        self._keys = keys
        self._show(why)

    def _refused(self, error: LobbyError) -> None:
        self._show(lobby_line(error))

    def _is_on(self, name: str) -> bool:
        return bool(self._account.settings.get(name, wording.SETTINGS[name]))

    def _rows(self) -> tuple[Choosable | None, ...]:
        settings = [self._row(name, on=self._is_on(name)) for name in wording.SETTINGS]
        if self._account.guest:
            return tuple(settings)
        keys = [
            Choosable(key.fingerprint, wording.key_label(key), wording.key_text(key))
            for key in self._keys
        ]
        rest = [self._row(name) for name in (wording.LINK, wording.EXPORT, wording.DELETE)]
        return (*settings, None, *keys, *rest[:1], None, *rest[1:])

    def _row(self, name: str, *, on: bool | None = None) -> Choosable:
        label, text = wording.LABELS[name]
        if on is not None:
            text = f"{wording.on_off(on=on)}: {text}"
        return Choosable(name, label, text, chosen=bool(on))

    @property
    def _row_in_focus(self) -> str:
        rows = self._rows()
        row = rows[min(self._focus, len(rows) - 1)]
        return "" if row is None else row.name

    def _show(self, why: Sentence = SILENCE) -> None:
        player, row = self.cuttle.lobby.player, self._row_in_focus
        prompt = wording.prompt(row, why, on=row in wording.SETTINGS and self._is_on(row))
        if self._typed is not None:
            prompt = wording.delete_prompt(player, self._typed)
        elif self._unlinking is not None:
            prompt = wording.unlink_prompt(self._unlinking)
        self.query_one(Title).show((wording.TITLE, ""))
        self.query_one(Band).show(wording.band(player, self._account))
        self.query_one(Choices).show(ChoicesModel(self._rows(), self._focus))
        self.query_one(PromptBar).show(prompt)
        self.query_one(Keys).show(KeysModel(wording.HINTS, VERSION))

    # keys

    def press(self, key: str) -> None:
        """Answer a key; should the server refuse, say why."""
        try:
            if self._typed is not None:
                self._press_delete(key, self._typed)
            elif self._unlinking is not None:
                self._press_unlink(key, self._unlinking)
            elif key in ("escape", "q"):
                self.interrupt()
            elif key in ("enter", "space"):
                self._choose(self._row_in_focus)
            elif key in _STEPS:
                self._move(_STEPS[key])
        except LobbyError as error:
            self._refused(error)

    def _move(self, step: int) -> None:
        """Move the cursor; blank rows are passed over."""
        rows = self._rows()
        self._focus = max(0, min(len(rows) - 1, self._focus + step))
        if rows[self._focus] is None:
            self._focus += 1 if step > 0 else -1
        self._show()

    def _choose(self, row: str) -> None:
        if row in wording.SETTINGS:
            settings = {**self._account.settings, row: not self._is_on(row)}
            work = self._account.save(settings)
            self.ask_lobby(work, lambda _: self._show(wording.SAVED), self._refused)
        elif row == wording.LINK:
            self._show(wording.link_line(self._account.link_code()))
        elif row == wording.EXPORT:
            self._show(wording.export_line(self._account))
        elif row == wording.DELETE:
            self._typed = ""
            self._show()
        else:
            self._unlinking = next(one for one in self._keys if one.fingerprint == row)
            self._show()

    def _press_unlink(self, key: str, chosen: Key) -> None:
        if key in ("y", "n", "escape", "q"):
            self._unlinking = None
        if key == "y":
            work = self._account.unlink(chosen.fingerprint)
            self.ask_lobby(work, lambda _: self._ask_keys(wording.UNLINKED), self._refused)
        self._show()

    def _press_delete(self, key: str, typed: str) -> None:
        """Take the letters of the name; delete only if it is the right one."""
        if key not in ("enter", "escape"):
            self._typed = edited(typed, key, _LONGEST)
            self._show()
            return
        self._typed = None
        if key == "enter" and typed == self.cuttle.lobby.player:
            self._show(wording.WAITING)
            work = self._account.forget_me()
            self.ask_lobby(work, lambda _: self.cuttle.leave_all(), self._refused)
        else:
            self._show(wording.NOT_THE_NAME if key == "enter" else SILENCE)

    def interrupt(self) -> None:
        """Go home, which asks."""
        self.cuttle.go_home()

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Take a click on a row for choosing it, and one on the bar for enter."""
        if message.zone == "prompt":
            self.press("enter")
        if message.zone != "list" or self._typed is not None or self._unlinking is not None:
            return
        place = self.query_one(Choices).row_of(message.y)
        if place >= 0 and self._rows()[place] is not None:
            self._focus = place
            self.press("enter")
