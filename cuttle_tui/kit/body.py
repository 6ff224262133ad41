"""What fills a screen: its zones, where they lie, what is asked there, what the mouse means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from cuttle_tui.drawing.fronts import front_plan_for
from cuttle_tui.drawing.layout import Plan
from cuttle_tui.kit.keymap import Intent
from cuttle_tui.kit.layouts import Regions
from cuttle_tui.kit.text_types import Prompt, Signs
from cuttle_tui.kit.zone import Zone
from engine.rules.rulesets import Ruleset

if TYPE_CHECKING:
    from cuttle_tui.kit.screen import ZoneScreen


class Body:
    """The zones that the class of a screen names, which places them; a table has its own body."""

    def __init__(self, screen: ZoneScreen) -> None:
        self.screen = screen

    # where things are

    def zones(self) -> Iterable[Zone[Any]]:
        """Return the zones from top to bottom."""
        screen = self.screen
        return [zone(screen.paint, name, screen.plan) for name, zone in screen.ZONES.items()]

    def plan(self, width: int, height: int) -> Plan | None:
        """Return the plan for a size."""
        touch = self.screen.paint.touch
        return front_plan_for(width, height, highest=self.screen.HIGHEST, touch=touch)

    def place(self, plan: Plan) -> Regions:
        """Place the zones of this body; those that a class of screens names it places itself."""
        return {}

    def resize(self) -> None:
        """Respond to another size."""

    # what the help tells

    @property
    def asked(self) -> Prompt | None:
        """What is asked, once the bar is mounted."""
        return next((bar.model for bar in self.screen.bars), None)

    @property
    def rules_at_hand(self) -> Sequence[str]:
        """The rules of what is asked."""
        return ()

    @property
    def signs(self) -> Signs:
        """The signs on the cards."""
        return ()

    @property
    def ruleset(self) -> Ruleset | None:
        """The rules in play, if any."""
        return None

    # what the player does

    def update(self, intent: Intent) -> None:
        """Run an intent that the screen itself does not know."""

    def be_still(self) -> None:
        """End what moves: the player is here, and need not wait for it."""

    def hear_call(self) -> None:
        """Respond to a change of a table below the screen."""

    def click_card(self, message: Zone.CardClicked) -> None:
        """Handle a click on a card."""

    def click_row(self, message: Zone.RowClicked) -> None:
        """Handle a click beside cards and keys."""

    def paste(self, text: str) -> None:
        """Insert pasted text."""

    @property
    def wheel(self) -> tuple[str, ...]:
        """The keys for turning the wheel up and down now, if any."""
        return ("up", "down")

    def turn_wheel(self, way: int, zone: str) -> None:
        """Handle a notch of the wheel: 0 for up, 1 for down; `zone` is where the pointer is."""
        del zone
        self.screen.press_by_wheel(*self.wheel[way : way + 1])
