"""Let the lines of a screen be searched: a line to type, and keys for the next match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from cuttle_tui.i18n.translation import C_, N_, SILENCE, Sentence, say, tell, tr, typed
from cuttle_tui.kit.finding import (
    LONGEST,
    NOTHING_FOUND,
    count_line,
    found,
    is_elsewhere,
    next_match,
    place_line,
)
from cuttle_tui.kit.keymap import (
    ERASE,
    SPACE,
    Command,
    Edit,
    Section,
    Sections,
    bound,
    by,
    edited,
    labelled,
    to,
    typing,
)
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.kit.text_types import Prompt, options_of


@dataclass(frozen=True, slots=True)
class Search:
    """What is searched for on a screen."""

    query: str = ""
    typing: bool = False
    """Whether the query is being typed."""


NO_SEARCH: Final = Search()


class FindingScreen(ZoneScreen):
    """A screen whose lines can be searched for a word or a card."""

    search = NO_SEARCH

    @property
    def lines_to_search(self) -> Sequence[Sentence]:
        """The lines; none if there is nothing to search."""
        return ()

    @property
    def line_here(self) -> int:
        """The line in focus, from which the search goes on."""
        return 0

    def go_to_line(self, line: int) -> None:
        """Put a line that was found in focus."""

    @property
    def can_search(self) -> bool:
        """Whether there is anything to search now."""
        return len(self.lines_to_search) > 1

    @property
    def found(self) -> tuple[int, ...]:
        """The lines that mention what is searched for."""
        return found(self.lines_to_search, self.search.query) if self.search.query else ()

    @property
    def finds_more(self) -> bool:
        """Whether another line than the one in focus mentions it."""
        return is_elsewhere(self.found, self.line_here)

    @property
    def answering(self) -> Sections:
        if self.search.typing:
            return (_TYPING,)
        if self.search.query:
            return (_FOUND, *super().answering)
        return (*super().answering, _SEARCHED)

    def begin_search(self) -> None:
        """Ask what to search for."""
        self.search = Search(typing=True)
        self._show()

    def edit_search(self, edit: Edit) -> None:
        """Change the query, and go to the next line that mentions it, or stay."""
        self.search = replace(self.search, query=edited(self.search.query, edit, LONGEST))
        lines, here = self.found, self.line_here
        if lines and here not in lines:
            self.go_to_line(next_match(lines, here, 1))
        self._show()

    def next_found(self, step: int) -> None:
        """Go to another line that mentions it."""
        if lines := self.found:
            self.go_to_line(next_match(lines, self.line_here, step))
        self._show()

    def keep_search(self) -> None:
        """Type no more; the lines that were found stay marked."""
        self.search = replace(self.search, typing=False)
        self._show()

    def end_search(self) -> None:
        """Search no more."""
        self.search = NO_SEARCH
        self._show()

    def searched(self, prompt: Prompt) -> Prompt:
        """Return what the bar asks while something is searched for, else its own prompt."""
        if self.search == NO_SEARCH:
            return prompt
        lines, query = self.found, self.search.query
        commands = (_TYPING if self.search.typing else _FOUND).commands
        if self.search.typing:
            sentence = tell("Search for: {typed}", typed=typed(query))
            why = count_line(lines) if query else SILENCE
            return Prompt("bar", tr("SEARCH"), sentence, options_of(commands, self), why)
        first = prompt.options[:1] if any(labelled(self._of_bar_key, self)) else ()
        sentence = place_line(query, lines, self.line_here) if lines else say(NOTHING_FOUND)
        options = (*first, *options_of(commands, self))
        return Prompt(prompt.fill, tr("SEARCH"), sentence, options)

    @property
    def _of_bar_key(self) -> list[Command[Any]]:
        sections = self.sections()
        return [one for each in sections for one in each.commands if self.BAR_KEY in one.keys]


_TYPING: Final[Section[FindingScreen]] = Section(
    N_("while you type what to search for"),
    (
        Command(
            bound(SPACE, FindingScreen.edit_search),
            N_("a word or a card, letter by letter"),
            typed=typing(FindingScreen.edit_search),
        ),
        Command(
            bound(ERASE, FindingScreen.edit_search), N_("delete a letter, a word, or everything")
        ),
        Command(
            by({"up": -1, "down": 1}, FindingScreen.next_found),
            N_("the line above or below that mentions it"),
        ),
        Command(
            to("enter", FindingScreen.keep_search),
            N_("keep what was found and keep reading"),
            label=N_("keep it"),
        ),
        Command(
            to("escape", FindingScreen.end_search), N_("end the search"), label=N_("end the search")
        ),
    ),
)
_FOUND: Final[Section[FindingScreen]] = Section(
    N_("when you search for something"),
    (
        Command(
            by({"n": 1}, FindingScreen.next_found),
            N_("the next line that mentions it"),
            now=lambda screen: screen.finds_more,
            label=C_("a line", "next"),
        ),
        Command(
            by({"N": -1}, FindingScreen.next_found),
            N_("the line before that mentions it"),
            now=lambda screen: screen.finds_more,
            label=C_("a line", "before"),
        ),
        Command(
            to("/", FindingScreen.begin_search),
            N_("search for a word or a card"),
            label=N_("search again"),
        ),
        Command(
            to("escape", FindingScreen.end_search), N_("end the search"), label=N_("end the search")
        ),
    ),
)
_SEARCHED: Final[Section[FindingScreen]] = Section(
    N_("anywhere"),
    (
        Command(
            to("/", FindingScreen.begin_search),
            N_("search for a word or a card"),
            when=lambda screen: screen.can_search,
        ),
    ),
)
