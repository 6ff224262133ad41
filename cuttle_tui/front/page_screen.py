"""Show a page of text on top of another screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from cuttle_tui.drawing.fronts import ANY_HEIGHT, with_long_page, without_keys
from cuttle_tui.drawing.layout import Plan
from cuttle_tui.front.pages import (
    ALL_KEYS_ABOUT,
    FRIEND_ABOUT,
    HELP_ABOUT,
    friend_page,
    help_now,
    help_page,
    rules_page,
)
from cuttle_tui.i18n.translation import N_, Sentence, Words, tr
from cuttle_tui.kit import keymap as letters
from cuttle_tui.kit.finding import BEGIN_SEARCH, Finder
from cuttle_tui.kit.heads import page_room
from cuttle_tui.kit.keymap import (
    Command,
    Pointing,
    Section,
    Sections,
    by,
    elsewhere,
    listed,
    steps,
    to,
    useful,
)
from cuttle_tui.kit.layouts import Regions, page_regions
from cuttle_tui.kit.lists import WAYS
from cuttle_tui.kit.page import PageModel, TextPage
from cuttle_tui.kit.prompt import Keys, PromptBar
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.kit.text_types import KeysModel, PageText, called
from cuttle_tui.kit.words import VERSION, page_prompt
from cuttle_tui.kit.zone import PaintContext, Zone
from engine.rules.rulesets import Ruleset

_KEY_CLICKS: Final = Pointing(N_("A click on a key in the rows below is the same as that key."))
_WHEEL: Final = Pointing(
    N_("The wheel moves along a list, a page, the log, your hand or a replay.")
)
_WIDE: Final = 188
"""The most columns that the list of all keys takes."""


_STEPS: Final = {key: step for key, step in steps(0).items() if step}


class PageScreen(ZoneScreen):
    """A page of text; any key that closes it returns to the screen below."""

    ZONES: ClassVar[Mapping[str, type[Zone[Any]]]] = {
        "page": TextPage,
        "prompt": PromptBar,
        "keys": Keys,
    }
    NOTCH: ClassVar[int] = 3
    """Rows that a page scrolls at each notch of the wheel."""
    WIDEST: ClassVar[int] = 148
    """The most columns it takes."""
    HIGHEST: ClassVar[int] = ANY_HEIGHT

    def __init__(
        self,
        title: str,
        about: Words,
        text: PageText,
        paint: PaintContext,
        *,
        below: ZoneScreen | None = None,
        long: bool = False,
    ) -> None:
        """Create a page.

        Args:
            title: its name in capitals.
            about: its subject.
            text: what it says.
            paint: what zones paint with.
            below: the screen whose keys it lists, where a click on a line is that key.
            long: whether it has more rows of text in the lowest windows.
        """
        super().__init__(paint)
        self.finder = Finder(self, self._show)
        self._title = title
        self._about = about
        self._below, self._long = below, long
        self._longer: bool = True
        """Whether it exceeds the screen; assumed until the page is first shown."""
        self._after_the_end = False
        """Whether the game below was already over when this opened, and needs no announcement."""
        self._model = PageModel(text)
        self._line = 0
        """The line that was found last."""

    def plan(self, width: int, height: int) -> Plan | None:
        """Return the plan for a size, with room for two columns in a large window."""
        plan = super().plan(width, height)
        if plan is None:
            return None
        content = min(width, self.WIDEST)
        plan = replace(without_keys(plan), content=content, left=(width - content) // 2)
        return with_long_page(plan) if self._long else plan

    def place(self, plan: Plan) -> Regions:
        return page_regions(plan)

    def on_mount(self) -> None:
        self._after_the_end = self.call_below().kind == "over"
        self._show()

    def _show(self) -> None:
        self._longer = self._last > 0
        self.hear_call()
        self.query_one(Keys).show(KeysModel((), VERSION))
        self.query_one(TextPage).show(
            replace(self._model, found=self.finder.found, here=self._line)
        )

    def hear_call(self) -> None:
        prompt = page_prompt(self._title, self._about, self.hints())
        call = self.call_below()
        if call.kind and not (call.kind == "over" and self._after_the_end):
            prompt = called(prompt, call)
        self.query_one(PromptBar).show(self.finder.prompt(prompt))

    def on_resize(self) -> None:
        self._show()

    @property
    def _upright(self) -> bool:
        """Whether this is a window as of a phone held upright, where the buttons are few."""
        plan = self.plan(*self.app.size)
        return plan is not None and plan.phone == "upright"

    @property
    def _last(self) -> int:
        """The furthest the page can scroll."""
        plan = self.plan(*self.app.size)
        if plan is None:
            return 0
        count = self.query_one(TextPage).count(self._model, plan)
        return max(0, count - page_room(count, plan.prompt))

    def _scroll(self, step: int) -> None:
        scroll = max(0, min(self._last, self._model.scroll + step))
        self._model = replace(self._model, scroll=scroll, turned=False)
        self._show()

    # searching

    @property
    def answering(self) -> Sections:
        return self.finder.sections(super().answering)

    @property
    def lines_to_search(self) -> Sequence[Sentence]:
        plan = self.plan(*self.app.size)
        return () if plan is None else self.query_one(TextPage).lines(self._model, plan)

    @property
    def can_search(self) -> bool:
        return self._longer

    @property
    def line_here(self) -> int:
        return self._line

    def go_to_line(self, line: int) -> None:
        """Scroll so that a line stands in the middle, if it is out of sight."""
        self._line = line
        plan = self.plan(*self.app.size)
        if plan is not None:
            page = self.query_one(TextPage)
            row, count = page.row_of(self._model, plan, line), page.count(self._model, plan)
            room, seen = page_room(count, plan.prompt), page.whole_rows(self._model, plan)
            if not self._model.scroll <= row < self._model.scroll + seen:
                self._scroll(row - room // 2 - self._model.scroll)

    def _turn_page(self, way: int) -> None:
        """Show the page after what is in sight, or before it."""
        plan = self.plan(*self.app.size)
        if plan is None:
            return
        here = self._model.scroll
        leaves = self.query_one(TextPage).leaves(self._model, plan)
        later = [leaf for leaf in leaves if leaf > here][:1]
        earlier = [leaf for leaf in leaves if leaf < here][-1:]
        for leaf in later if way > 0 else earlier:
            self._model = replace(self._model, scroll=leaf, turned=True)
        self._show()

    def on_zone_key_clicked(self, message: Zone.KeyClicked) -> None:
        """Close a list of keys, and press the clicked one below, if it works there now."""
        below, key = self._below, message.key
        if below is None or message.zone != "page" or key in WAYS:
            return
        message.prevent_default()
        if below.find_intent(key) is not None:
            self.cuttle.bring_forward(below)
            below.press_key(key)

    def interrupt(self) -> None:
        self.dismiss()

    PAGE: ClassVar[Section[PageScreen]] = Section(
        N_("on a page like this one"),
        (
            Command(
                by(_STEPS, _scroll),
                N_("scroll"),
                N_("scroll"),
                "up down",
                now=lambda page: page._longer,
                spare=letters.SPARE,
            ),
            Command(
                by({"pageup": -1, "pagedown": 1, "space": 1}, _turn_page),
                N_("a page up or down"),
                now=lambda page: page._longer,
            ),
            Command(
                to("/", BEGIN_SEARCH),
                N_("search for a word or a card"),
                N_("search"),
                when=lambda page: page._longer and not page._upright,
            ),
            Command(
                to("escape q enter h ctrl+c", interrupt), N_("back to where you were"), N_("back")
            ),
        ),
    )
    SECTIONS: ClassVar[Sections] = (PAGE,)


class HelpScreen(PageScreen):
    """What can be done now on the screen below, read from its commands."""

    def __init__(self, below: ZoneScreen, paint: PaintContext) -> None:
        """Create the help of a screen in its present state, which may link to the rules."""
        self._rules = below.rules_to_read
        keys = useful(below.answering, below.situation)
        asked, told, back = below.body.asked, below.body.rules_at_hand, below.way_back
        taps = [each.tap for each in below.clicks_now if each.tap] if paint.touch else None
        text = help_now(asked, told, keys, below.body.signs, self._rules, back, taps=taps)
        super().__init__(tr("HELP"), HELP_ABOUT, text, paint, below=below)

    def sections(self) -> Sections:
        return (self._MORE, self.PAGE, self._CLOSING)

    def _open_all(self) -> None:
        if self._below is not None:
            self.cuttle.show_page(AllKeysScreen(self._below, self.paint))

    def _open_rules(self) -> None:
        if self._rules is not None:
            self.cuttle.show_page(rules_screen(self.paint, self._rules))

    _MORE: ClassVar[Section[HelpScreen]] = Section(
        PageScreen.PAGE.title,
        (
            Command(
                to(letters.READ_RULES, _open_rules),
                N_("the rules in play"),
                N_("the rules in play"),
                when=lambda page: page._rules is not None,
            ),
            Command(
                to("a", _open_all),
                N_("all keys of this screen"),
                N_("all keys"),
                when=lambda page: not page.paint.touch,
            ),
        ),
    )
    _CLOSING: ClassVar[Section[HelpScreen]] = Section(
        PageScreen.PAGE.title, (Command(to("? f1", PageScreen.interrupt), N_("close the help")),)
    )


class AllKeysScreen(PageScreen):
    """All keys of a screen, in all of its states."""

    WIDEST: ClassVar[int] = _WIDE

    def __init__(self, below: ZoneScreen, paint: PaintContext) -> None:
        """List the keys that work now first."""
        now, asked = below.answering, below.situation
        keys = [*listed(now, asked), *elsewhere(below.all_sections, now, asked)]
        clicks = (*below.all_clicks, _KEY_CLICKS, _WHEEL)
        super().__init__(tr("KEYS"), ALL_KEYS_ABOUT, PageText(()), paint, below=below)
        here = [] if self.PAGE in now else listed(self.SECTIONS, self)  # what this page needs
        self._model = PageModel(help_page(keys, clicks, here))


def rules_screen(paint: PaintContext, ruleset: Ruleset) -> PageScreen:
    """Create the page of the rules."""
    return PageScreen(tr("HOW TO PLAY"), tr(ruleset.title), rules_page(ruleset), paint)


def friend_screen(paint: PaintContext, *, inviting: bool) -> PageScreen:
    """Create the page about playing over ssh; `inviting` says whether to offer an invitation."""
    text = friend_page(inviting=inviting)
    return PageScreen(tr("PLAY A FRIEND"), FRIEND_ABOUT, text, paint, long=True)
