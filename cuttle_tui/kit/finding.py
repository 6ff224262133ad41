"""Find lines by a word or a card, in the log, in lists and on pages; keys for the next match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final, Protocol
from unicodedata import normalize

from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Plural,
    Sentence,
    Span,
    counted,
    say,
    tell,
    tr,
    typed,
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
    of,
    to,
    typing,
)
from cuttle_tui.kit.text_types import Prompt, options_of
from engine.cards import card_name, parse_card

LONGEST: Final = 30
"""The most characters of a query."""
LINES_FOUND: Final = Plural("{n} line found", "{n} lines found")
NOTHING_FOUND: Final = N_("no line found")
_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def found(lines: Sequence[Sentence], query: str) -> tuple[int, ...]:
    """List the lines that match the query; cards match by letters and by signs."""
    wanted = normalize("NFC", query.strip()).casefold()
    if not wanted:
        return ()
    return tuple(place for place, line in enumerate(lines) if wanted in _readable(line))


def _readable(line: Sentence) -> str:
    """Write a line with each notation that a search may use for its cards."""
    forms = (
        "".join(write(span.text) if span.role == "card" else span.text for span in line)
        for write in (lambda name: card_name(parse_card(name)), _as_drawn, _by_letters)
    )
    return normalize("NFC", "\n".join(forms)).casefold()


def _by_letters(name: str) -> str:
    return name.replace("T", "10", 1) if name[:1] == "T" else name


def _as_drawn(name: str) -> str:
    return _by_letters(name[:1]) + _SIGNS.get(name[1:], name[1:])


def next_match(matches: Sequence[int], here: int, step: int) -> int:
    """Return the match after a line, or the one before it for a step of -1, wrapping around."""
    ahead = [line for line in matches if (line - here) * step > 0]
    around = matches[0] if step > 0 else matches[-1]
    return around if not ahead else ahead[0] if step > 0 else ahead[-1]


def is_elsewhere(found: Sequence[int], here: int) -> bool:
    """Return whether anything was found besides the line in focus."""
    return any(line != here for line in found)


def count_line(found: Sequence[int]) -> Sentence:
    """Count the lines that were found."""
    return say(counted(len(found), LINES_FOUND)) if found else say(NOTHING_FOUND)


def place_line(query: str, found: Sequence[int], here: int) -> Sentence:
    """Tell which of the lines that were found is in focus; at least one was found."""
    told = Span(query.strip(), "strong")
    if here not in found:
        return tell("{query}: {lines}", query=told, lines=counted(len(found), LINES_FOUND))
    place = list(found).index(here) + 1
    return tell("{query}: found {place} of {count}", query=told, place=place, count=len(found))


class Searched(Protocol):
    """A screen whose lines can be searched."""

    finder: Finder
    BAR_KEY: ClassVar[str]

    @property
    def lines_to_search(self) -> Sequence[Sentence]:
        """The lines; none if there is nothing to search."""

    @property
    def can_search(self) -> bool:
        """Whether there is anything to search now."""

    @property
    def line_here(self) -> int:
        """The line in focus, from which the search goes on."""

    def go_to_line(self, line: int) -> None:
        """Put a line that was found in focus."""

    def sections(self) -> Sections:
        """Return the active key sections of the screen itself."""


class Finder:
    """A search among the lines of a screen for a word or a card."""

    def __init__(self, screen: Searched, changed: Callable[[], None]) -> None:
        """Begin without a search; call `changed` when there is something else to show."""
        self._screen, self._changed = screen, changed
        self.query = ""
        self.typing = False
        """Whether the query is being typed."""

    @property
    def found(self) -> tuple[int, ...]:
        """The lines that mention what is searched for."""
        return found(self._screen.lines_to_search, self.query) if self.query else ()

    @property
    def finds_more(self) -> bool:
        """Whether another line than the one in focus mentions it."""
        return is_elsewhere(self.found, self._screen.line_here)

    def sections(self, others: Sections) -> Sections:
        """Add the keys of the search to those of the screen, which they take while it types."""
        if self.typing:
            return (_TYPING,)
        return (_FOUND, *others) if self.query else (*others, _SEARCHED)

    def begin(self) -> None:
        """Ask what to search for."""
        self.query, self.typing = "", True
        self._changed()

    def edit(self, edit: Edit) -> None:
        """Change the query, and go to the next line that mentions it, or stay."""
        self.query = edited(self.query, edit, LONGEST)
        lines, here = self.found, self._screen.line_here
        if lines and here not in lines:
            self._screen.go_to_line(next_match(lines, here, 1))
        self._changed()

    def next(self, step: int) -> None:
        """Go to another line that mentions it."""
        if lines := self.found:
            self._screen.go_to_line(next_match(lines, self._screen.line_here, step))
        self._changed()

    def keep(self) -> None:
        """Type no more; the lines that were found stay marked."""
        self.typing = False
        self._changed()

    def end(self) -> None:
        """Search no more."""
        self.query, self.typing = "", False
        self._changed()

    def prompt(self, prompt: Prompt) -> Prompt:
        """Return what the bar asks while something is searched for, else the screen's own."""
        if not (self.query or self.typing):
            return prompt
        screen, lines, query = self._screen, self.found, self.query
        options = options_of((_TYPING if self.typing else _FOUND).commands, screen)
        if self.typing:
            sentence = tell("Search for: {typed}", typed=typed(query))
            why = count_line(lines) if query else SILENCE
            return Prompt("bar", tr("SEARCH"), sentence, options, why)
        commands = (one for section in screen.sections() for one in section.commands)
        own = [one for one in commands if screen.BAR_KEY in one.keys]
        first = prompt.options[:1] if any(labelled(own, screen)) else ()
        sentence = place_line(query, lines, screen.line_here) if lines else say(NOTHING_FOUND)
        return Prompt(prompt.fill, tr("SEARCH"), sentence, (*first, *options))


BEGIN_SEARCH: Final = of("finder", Finder.begin)
_EDIT: Final = of("finder", Finder.edit)
_NEXT: Final = of("finder", Finder.next)
_KEEP: Final = of("finder", Finder.keep)
_END: Final = of("finder", Finder.end)
_TYPING: Final[Section[Searched]] = Section(
    N_("while you type what to search for"),
    (
        Command(bound(SPACE, _EDIT), N_("a word or a card, letter by letter"), typed=typing(_EDIT)),
        Command(bound(ERASE, _EDIT), N_("delete a letter, a word, or everything")),
        Command(by({"up": -1, "down": 1}, _NEXT), N_("the line above or below that mentions it")),
        Command(
            to("enter", _KEEP), N_("keep what was found and keep reading"), label=N_("keep it")
        ),
        Command(to("escape", _END), N_("end the search"), label=N_("end the search")),
    ),
)
_FOUND: Final[Section[Searched]] = Section(
    N_("when you search for something"),
    (
        Command(
            by({"n": 1}, _NEXT),
            N_("the next line that mentions it"),
            now=lambda screen: screen.finder.finds_more,
            label=C_("a line", "next"),
        ),
        Command(
            by({"N": -1}, _NEXT),
            N_("the line before that mentions it"),
            now=lambda screen: screen.finder.finds_more,
            label=C_("a line", "before"),
        ),
        Command(to("/", BEGIN_SEARCH), N_("search for a word or a card"), label=N_("search again")),
        Command(to("escape", _END), N_("end the search"), label=N_("end the search")),
    ),
)
_SEARCHED: Final[Section[Searched]] = Section(
    N_("anywhere"),
    (
        Command(
            to("/", BEGIN_SEARCH),
            N_("search for a word or a card"),
            when=lambda screen: screen.can_search,
        ),
    ),
)
