"""Show the settings, with sample cards that reflect every change at once."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.geometry import Region

from cuttle_tui.drawing.layout import Plan, front_plan_for
from cuttle_tui.i18n.rich_text import SILENCE, Sentence, say
from cuttle_tui.i18n.translation import N_, Message
from cuttle_tui.keymap.commands import Command, Intent, Section, Sections, by, steps, to
from cuttle_tui.preferences.settings import FIELDS, LABELS, Settings, reset, stepped
from cuttle_tui.preferences.stores import SaveError
from cuttle_tui.presenter.view_model import KeysModel
from cuttle_tui.screens.base import BACK, ZoneScreen
from cuttle_tui.screens.layouts import Regions
from cuttle_tui.screens.newtable import ROW_CLICKS
from cuttle_tui.table.commands import BAR_CLICKS
from cuttle_tui.widgets.choices import Choices, ChoicesModel, Choosable, Title
from cuttle_tui.widgets.keys import Keys
from cuttle_tui.widgets.prompt import PromptBar
from cuttle_tui.widgets.sample import Sample, sample_height
from cuttle_tui.widgets.zone import PaintContext, Zone
from cuttle_tui.wording.front import settings as wording
from cuttle_tui.wording.front.joining import VERSION

_NAMES: Final = tuple(FIELDS)
_TITLE_ROWS: Final = 2
_AROUND: Final = 3
"""Rows of the band above and below the sample cards."""


class SettingsScreen(ZoneScreen):
    """Change settings, row by row; each takes effect at once."""

    CLICKS: ClassVar[tuple[Message, ...]] = (ROW_CLICKS, BAR_CLICKS)
    BAR_KEY: ClassVar[str] = "enter"

    def __init__(self, brush: PaintContext) -> None:
        super().__init__(brush)
        self._focus = 0
        self._why: Sentence = SILENCE

    def place(self, plan: Plan) -> Regions:
        """Place each zone."""
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
        """Yield the zones."""
        yield Title(self.brush, "head", front_plan_for)
        yield Sample(self.brush, "sample", front_plan_for)
        yield Choices(self.brush, "list", front_plan_for)
        yield PromptBar(self.brush, "prompt", front_plan_for)
        yield Keys(self.brush, "keys", front_plan_for)

    def on_mount(self) -> None:
        """Show the settings, and what was invalid in them."""
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
        label, text = str(LABELS[name]), wording.choice_text(name, value)
        return Choosable(name, label, text, chosen=changed)

    # keys

    def act(self, intent: Intent | None) -> None:
        """Carry out an intent, and clear the message."""
        self._why = SILENCE
        super().act(intent)

    def ignore(self) -> None:
        """Clear the message."""
        self._show()

    @property
    def _in_focus(self) -> str:
        return _NAMES[self._focus]

    def _move(self, step: int) -> None:
        self._focus = max(0, min(len(_NAMES) - 1, self._focus + step))
        self._show()

    def _step(self, step: int) -> None:
        self._change(stepped(self._settings, self._in_focus, step))
        self._show()

    def _reset(self) -> None:
        self._change(reset(self._settings, self._in_focus))
        self._show()

    def _change(self, settings: Settings) -> None:
        """Apply settings; if they cannot be saved, show why."""

        kept = self.cuttle.use_settings(settings)

        async def keep() -> None:
            try:
                await kept
            except SaveError as error:
                self._why = say(str(error))
                if self.still_open:
                    self._show()

        self.run_worker(keep(), group="settings")

    # the mouse

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Change the clicked row to its next value."""
        if message.zone == "list":
            place = self.query_one(Choices).row_of(message.y)
            if place >= 0:
                self._focus = place
                self.press(self.BAR_KEY)

    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("settings"),
            (
                Command(
                    by(steps(8), _move), N_("move along the rows"), N_("move, change"), "arrows"
                ),
                Command(by({"left": -1}, _step), N_("the choice before")),
                Command(
                    by(dict.fromkeys(("right", "space", "enter"), 1), _step),
                    N_("the next choice"),
                    N_("next"),
                    "space",
                ),
                Command(
                    to("d", _reset), N_("the default; + marks what you changed"), N_("default")
                ),
                BACK,
            ),
        ),
    )
