"""Show a page of text over whatever was there."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from textual.app import ComposeResult

from cuttle_tui.layout import Plan, front_plan_for
from cuttle_tui.prose import Sentence
from cuttle_tui.scene import KeysModel
from cuttle_tui.screens.base import ZoneScreen
from cuttle_tui.screens.plans import Regions, page_regions
from cuttle_tui.widgets.front import Page, PageModel
from cuttle_tui.widgets.keys import Keys
from cuttle_tui.widgets.prompt import PromptBar
from cuttle_tui.widgets.zone import Brush
from cuttle_tui.wording.front import PAGE_HINTS, RULES_HINT, VERSION, page_prompt
from cuttle_tui.wording.pages import friend_page, help_page, rules_page
from engine.rulesets import Ruleset

_STEPS: Final = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "space": 10, "home": -999}


class PageScreen(ZoneScreen):
    """A page of text; any way back leads to the screen below."""

    def __init__(
        self,
        title: str,
        lines: tuple[Sentence, ...],
        brush: Brush,
        rules: Ruleset | None = None,
    ) -> None:
        """Make a page; where `rules` are given, a key leads on to them."""
        super().__init__()
        self._rules = rules
        self._title = title
        self._model = PageModel(lines)
        self._brush = brush

    def place(self, plan: Plan) -> Regions:
        """Tell where each zone stands."""
        return page_regions(plan)

    def compose(self) -> ComposeResult:
        """Make the zones."""
        yield Page(self._brush, "page", front_plan_for)
        yield PromptBar(self._brush, "prompt", front_plan_for)
        yield Keys(self._brush, "keys", front_plan_for)

    def on_mount(self) -> None:
        """Show the page."""
        hints = PAGE_HINTS if self._rules is None else (*PAGE_HINTS, RULES_HINT)
        self.query_one(PromptBar).show(page_prompt(self._title, more=True))
        self.query_one(Keys).show(KeysModel(hints, VERSION))
        self.query_one(Page).show(self._model)

    def press(self, key: str) -> None:
        """Scroll, go on to the rules, or go back."""
        if key == "h" and self._rules is not None:
            self.cuttle.show_page(rules_screen(self._brush, self._rules))
            return
        if key in ("escape", "q", "enter", "?", "h"):
            self.dismiss()
            return
        page = self.query_one(Page)
        plan = self.plan(self.size.width, self.size.height)
        if plan is not None and key in _STEPS:
            last = max(0, len(page.rows(self._model, plan)) - page.size.height + 2)
            scroll = max(0, min(last, self._model.scroll + _STEPS[key]))
            self._model = replace(self._model, scroll=scroll)
            page.show(self._model)

    def interrupt(self) -> None:
        """Go back to what lies below, which asks."""
        self.dismiss()


def help_screen(brush: Brush, ruleset: Ruleset) -> PageScreen:
    """Make the page of the keys, which leads on to the rules in play."""
    return PageScreen("HELP", help_page(ruleset), brush, ruleset)


def rules_screen(brush: Brush, ruleset: Ruleset) -> PageScreen:
    """Make the page of the rules."""
    return PageScreen("HOW TO PLAY", rules_page(ruleset), brush)


def friend_screen(brush: Brush) -> PageScreen:
    """Make the page about playing over ssh."""
    return PageScreen("PLAY A FRIEND", friend_page(), brush)
