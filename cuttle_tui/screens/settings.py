"""Show the settings, with sample cards that reflect every change at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, Final

from cuttle_tui.drawing.layout import Plan
from cuttle_tui.i18n.rich_text import SILENCE, Sentence, say
from cuttle_tui.i18n.translation import N_, Message
from cuttle_tui.keymap import front_letters as letters
from cuttle_tui.keymap.commands import Command, Intent, Section, Sections, by, steps, to
from cuttle_tui.preferences.settings import FIELDS, LABELS, Settings, reset, stepped
from cuttle_tui.preferences.stores import SaveError
from cuttle_tui.screens.base import BACK
from cuttle_tui.screens.front import ListScreen
from cuttle_tui.screens.layouts import Regions, beside_list, list_regions
from cuttle_tui.screens.newtable import ROW_CLICKS
from cuttle_tui.table.commands import BAR_CLICKS
from cuttle_tui.widgets.front import Title
from cuttle_tui.widgets.lists import ListModel, Row, RowList, choice_row
from cuttle_tui.widgets.panel import Block
from cuttle_tui.widgets.sample import Sample, sample_height
from cuttle_tui.widgets.zone import PaintContext, Zone
from cuttle_tui.wording.front import settings as wording

_NAMES: Final = tuple(FIELDS)
_AROUND: Final = {"XS": 2, "S": 2}
"""Rows of the band above and below the sample cards."""


class SettingsScreen(ListScreen):
    """Change settings, row by row; each takes effect at once."""

    CLICKS: ClassVar[tuple[Message, ...]] = (ROW_CLICKS, BAR_CLICKS)
    ZONES: ClassVar[Mapping[str, type[Zone[Any]]]] = {**ListScreen.ZONES, "band": Sample}

    def __init__(self, paint: PaintContext) -> None:
        super().__init__(paint)
        self._why: Sentence = SILENCE
        self._known = ""
        """What the table below already waited for."""

    def place(self, plan: Plan) -> Regions:
        """Place each zone."""
        return beside_list(
            plan, list_regions(plan, sample_height(plan) + _AROUND.get(plan.name, 3))
        )

    def on_mount(self) -> None:
        """Show the settings, and what was invalid in them."""
        self._why = say(self.cuttle.preferences.trouble)
        self._known = self.call_below().kind
        self._show()

    @property
    def _settings(self) -> Settings:
        return self.cuttle.preferences.settings

    def _show(self) -> None:
        lobby = self.cuttle.lobby
        changed = self._settings != Settings()
        place = "here" if lobby.home is not None else self.cuttle.preferences.place
        whose = wording.where_kept(lobby.player, place, changed=changed)
        call = self.call_below()
        self._known = call.kind and self._known
        prompt = wording.settings_prompt(self._settings, _NAMES[self._focus], self._why)
        if call.kind != self._known:
            prompt = replace(prompt, fill=call.fill, why=call.line)
        whose = wording.clock_line(call.clock) if call.clock else whose
        self.query_one(Title).show((str(wording.TITLE), whose))
        in_focus = self._in_focus
        choices = wording.choice_lines(in_focus, getattr(self._settings, in_focus))
        self._panel = (Block(str(LABELS[in_focus]), choices),)
        self.query_one(Sample).show("")
        self.query_one(RowList).show(ListModel(self._lines, self._focus, airy=True))
        self._show_prompt(prompt)

    @property
    def _lines(self) -> tuple[Row, ...]:
        return tuple(map(self._row, _NAMES))

    def _row(self, name: str) -> Row:
        value = getattr(self._settings, name)
        changed = value != FIELDS[name].default
        label, text = str(LABELS[name]), wording.choice_text(name, value)
        return choice_row(name, label, text, chosen=changed, stepped=True)

    def hear_call(self) -> None:
        """Show what the table below asks for, and the player's clock."""
        self._show()

    # keys

    def act(self, intent: Intent | None) -> None:
        """Carry out an intent, and clear the message."""
        self._why = SILENCE
        super().act(intent)

    @property
    def _in_focus(self) -> str:
        return _NAMES[self._focus]

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

    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("settings"),
            (
                Command(
                    by(steps(8), ListScreen.move),
                    N_("move along the rows"),
                    N_("move, change"),
                    "arrows",
                ),
                Command(by({"left": -1}, _step), N_("the choice before")),
                Command(
                    by(dict.fromkeys(("right", "space", "enter"), 1), _step),
                    N_("the next choice"),
                    N_("next"),
                    "space",
                ),
                Command(
                    to(letters.RESET, _reset),
                    N_("the default; + marks what you changed"),
                    N_("default"),
                ),
                BACK,
            ),
        ),
    )
