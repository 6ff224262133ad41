"""Show a page of text over whatever was there."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from textual.app import ComposeResult

from cuttle_tui.drawing.layout import Plan, front_plan_for
from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.i18n.translation import Words, tr
from cuttle_tui.presenter.view_model import KeysModel
from cuttle_tui.screens.base import ZoneScreen
from cuttle_tui.screens.keymap import Command, Section, Sections, call, elsewhere, told
from cuttle_tui.screens.layouts import Regions, page_regions
from cuttle_tui.widgets.front import Page, PageModel, page_room
from cuttle_tui.widgets.keys import Keys
from cuttle_tui.widgets.prompt import PromptBar
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.front.joining import VERSION, page_prompt
from cuttle_tui.wording.front.pages import (
    FRIEND_ABOUT,
    HELP_ABOUT,
    friend_page,
    help_page,
    rules_page,
)
from cuttle_tui.wording.keys import front as words
from cuttle_tui.wording.table.alerts import NO_CALL, Call
from engine.rules.rulesets import Ruleset

_NOTCH: Final = 3
"""Rows that a page scrolls at a notch of the wheel."""
_STEPS: Final = {
    "up": -1,
    "down": 1,
    "pageup": -10,
    "pagedown": 10,
    "space": 10,
    "home": -999,
    "end": 999,
}


class PageScreen(ZoneScreen):
    """A page of text; any way back leads to the screen below."""

    NOTCH = _NOTCH

    def __init__(
        self, title: str, about: Words, lines: tuple[Sentence, ...], brush: PaintContext
    ) -> None:
        """Make a page.

        Args:
            title: its name, in capitals.
            about: what it tells of.
            lines: its text.
            brush: what to paint with.
        """
        super().__init__()
        self._title = title
        self._about = about
        self._longer = True
        """Whether it is longer than the screen; a page that was not shown yet may be."""
        self._after_the_end = False
        """Whether the game at the table below was over when this was opened: nobody need say so."""
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
        self._after_the_end = self._call().kind == "over"
        self._show()

    def _show(self) -> None:
        self._longer = self._last > 0
        self.hear_call()
        self.query_one(Keys).show(KeysModel(self.hints(), VERSION))
        self.query_one(Page).show(self._model)

    def hear_call(self) -> None:
        """Say below the page what the table under it waits for."""
        prompt = page_prompt(self._title, self._about, more=self._longer)
        call = self._call()
        if call.kind and not (call.kind == "over" and self._after_the_end):
            prompt = replace(prompt, fill=call.fill, why=call.line)
        self.query_one(PromptBar).show(prompt)

    def _call(self) -> Call:
        """Give what the nearest table below says."""
        stack = self.cuttle.screen_stack
        below = stack[: stack.index(self)] if self in stack else []
        calls = (
            screen.call_of(steps)
            for steps, screen in enumerate(reversed(below), 1)
            if isinstance(screen, ZoneScreen)
        )
        return next((call for call in calls if call.kind), NO_CALL)

    def on_resize(self) -> None:
        """Show whether it scrolls now."""
        self._show()

    @property
    def _last(self) -> int:
        """How far the page can be scrolled at most."""
        plan = self.plan(*self.app.size)
        if plan is None:
            return 0
        count = len(self.query_one(Page).rows(self._model, plan))
        return max(0, count - page_room(count, plan.prompt))

    def _scroll(self, key: str) -> None:
        scroll = max(0, min(self._last, self._model.scroll + _STEPS[key]))
        self._model = replace(self._model, scroll=scroll)
        self.query_one(Page).show(self._model)

    def interrupt(self) -> None:
        """Go back to what lies below, which asks."""
        self.dismiss()


class HelpScreen(PageScreen):
    """What the keys of the screen below do, read from what answers them there."""

    def __init__(self, below: ZoneScreen, brush: PaintContext) -> None:
        """Make the help of a screen in its present state, which may lead on to the rules."""
        super().__init__(tr("HELP"), HELP_ABOUT, (), brush)
        self._rules = rules = below.rules_to_read
        keys = [*told(below.answering, below), *elsewhere(below.SECTIONS, below.answering, below)]
        here = [] if _PAGE in below.answering else told((_CLOSING, _PAGE), self)
        clicks = (*below.CLICKS, words.KEY_CLICKS, words.WHEEL)
        self._model = PageModel(help_page(keys, clicks, here, rules))

    def sections(self) -> Sections:
        """Give what keys do: they lead back, or on to the rules, or scroll."""
        return (_CLOSING, _PAGE)

    def _open_rules(self) -> None:
        if self._rules is not None:
            self.cuttle.show_page(rules_screen(self._brush, self._rules))


_PAGE: Final[Section[PageScreen]] = Section(
    words.PAGE,
    (
        Command(
            tuple(_STEPS),
            words.SCROLL,
            PageScreen._scroll,
            now=lambda page: tuple(_STEPS) if page._longer else (),
        ),
        Command(("escape", "q", "enter", "h", "ctrl+c"), words.BACK, call(PageScreen.interrupt)),
    ),
)
_CLOSING: Final[Section[HelpScreen]] = Section(
    words.PAGE,
    (
        Command(
            ("h",),
            words.THE_RULES,
            call(HelpScreen._open_rules),
            when=lambda page: page._rules is not None,
        ),
        Command(("?", "f1"), words.CLOSE_HELP, call(HelpScreen.interrupt)),
    ),
)
PageScreen.SECTIONS = (_PAGE,)


def rules_screen(brush: PaintContext, ruleset: Ruleset) -> PageScreen:
    """Make the page of the rules."""
    return PageScreen(tr("HOW TO PLAY"), tr(ruleset.title), rules_page(ruleset), brush)


def friend_screen(brush: PaintContext, *, inviting: bool) -> PageScreen:
    """Make the page about playing over ssh; `inviting` says whether a friend can be asked here."""
    return PageScreen(tr("PLAY A FRIEND"), FRIEND_ABOUT, friend_page(inviting=inviting), brush)
