"""Show the settings, with test cards on which every change is seen at once."""

from __future__ import annotations

from typing import Final

from textual.app import ComposeResult
from textual.geometry import Region

from cuttle_tui.drawing.layout import Plan, front_plan_for
from cuttle_tui.i18n.rich_text import SILENCE, Sentence, say
from cuttle_tui.preferences.settings import FIELDS, Settings, reset, stepped
from cuttle_tui.preferences.stores import SaveError
from cuttle_tui.presenter.view_model import KeysModel
from cuttle_tui.screens.base import ZoneScreen
from cuttle_tui.screens.keymap import Command, Section, call
from cuttle_tui.screens.layouts import Regions
from cuttle_tui.widgets.choices import Choices, ChoicesModel, Choosable, Title
from cuttle_tui.widgets.keys import Keys
from cuttle_tui.widgets.prompt import PromptBar
from cuttle_tui.widgets.sample import Sample, sample_height
from cuttle_tui.widgets.zone import PaintContext, Zone
from cuttle_tui.wording.front import settings as wording
from cuttle_tui.wording.front.joining import VERSION
from cuttle_tui.wording.keys import front as words

_STEPS: Final = {"up": -1, "down": 1, "pageup": -8, "pagedown": 8, "home": -99, "end": 99}
_NAMES: Final = tuple(FIELDS)
_TITLE_ROWS: Final = 2
_AROUND: Final = 3
"""Rows of the band above and below the test cards."""


class SettingsScreen(ZoneScreen):
    """Change settings, row by row; each is in force at once."""

    CLICKS = (words.ROW_CLICKS, words.BAR_CLICKS)
    BAR_KEY = "enter"

    def __init__(self, brush: PaintContext) -> None:
        super().__init__()
        self._brush = brush
        self._focus = 0
        self._why: Sentence = SILENCE

    def place(self, plan: Plan) -> Regions:
        """Tell where each zone stands."""
        sample = sample_height(plan) + _AROUND
        below = _TITLE_ROWS + sample
        return {
            "head": Region(0, 0, plan.width, _TITLE_ROWS),
            "sample": Region(0, _TITLE_ROWS, plan.width, sample),
            "list": Region(0, below, plan.width, plan.prompt - below),
            "prompt": Region(0, plan.prompt, plan.width, plan.keys - plan.prompt),
            "keys": Region(0, plan.keys, plan.width, 1),
        }

    def compose(self) -> ComposeResult:
        """Make the zones."""
        yield Title(self._brush, "head", front_plan_for)
        yield Sample(self._brush, "sample", front_plan_for)
        yield Choices(self._brush, "list", front_plan_for)
        yield PromptBar(self._brush, "prompt", front_plan_for)
        yield Keys(self._brush, "keys", front_plan_for)

    def on_mount(self) -> None:
        """Show what is set, and what was wrong with it."""
        self._why = say(self.cuttle.preferences.trouble)
        self._show()

    @property
    def _settings(self) -> Settings:
        return self.cuttle.preferences.settings

    def _show(self) -> None:
        lobby = self.cuttle.lobby
        rows = tuple(self._row(name) for name in _NAMES)
        changed = any(row.chosen for row in rows)
        here = lobby.account is None
        whose = wording.where_kept(lobby.player, here=here, changed=changed)
        prompt = wording.settings_prompt(self._settings, _NAMES[self._focus], self._why)
        self.query_one(Title).show((str(wording.TITLE), whose))
        self.query_one(Sample).show("")
        self.query_one(Choices).show(ChoicesModel(rows, self._focus))
        self.query_one(PromptBar).show(prompt)
        self.query_one(Keys).show(KeysModel(self.hints(), VERSION))

    def _row(self, name: str) -> Choosable:
        value = getattr(self._settings, name)
        changed = value != FIELDS[name].default
        label, text = str(wording.LABELS[name]), wording.choice_text(name, value)
        return Choosable(name, label, text, chosen=changed)

    # keys

    def press(self, key: str) -> None:
        """Answer a key; what was said is gone with the next one."""
        self._why = SILENCE
        super().press(key)

    def ignore(self, key: str) -> None:
        """Show that nothing is said any more."""
        self._show()

    @property
    def _in_focus(self) -> str:
        return _NAMES[self._focus]

    def _move(self, key: str) -> None:
        self._focus = max(0, min(len(_NAMES) - 1, self._focus + _STEPS[key]))
        self._show()

    def _step(self, key: str) -> None:
        self._change(stepped(self._settings, self._in_focus, -1 if key == "left" else 1))
        self._show()

    def _reset(self) -> None:
        self._change(reset(self._settings, self._in_focus))
        self._show()

    def _change(self, settings: Settings) -> None:
        """Put settings in force; should they not be kept, say why."""

        kept = self.cuttle.use_settings(settings)

        async def keep() -> None:
            try:
                await kept
            except SaveError as error:
                self._why = say(str(error))
                if self.still_open:
                    self._show()

        self.run_worker(keep(), group="settings")

    def interrupt(self) -> None:
        """Go back to where one came from."""
        self.cuttle.close_screen()

    # the mouse

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Take a click on a row for its next choice."""
        if message.zone == "list":
            place = self.query_one(Choices).row_of(message.y)
            if place >= 0:
                self._focus = place
                self.press("enter")


SettingsScreen.SECTIONS = (
    Section[SettingsScreen](
        words.SETTING,
        (
            Command(tuple(_STEPS), words.MOVE_CHANGE, SettingsScreen._move),
            Command(("left",), words.EARLIER, SettingsScreen._step),
            Command(("right", "space", "enter"), words.NEXT, SettingsScreen._step),
            Command(("d",), words.DEFAULT, call(SettingsScreen._reset)),
            Command(("escape", "q", "ctrl+c"), words.BACK, call(SettingsScreen.interrupt)),
        ),
    ),
)
