"""Write sentences as lines of text, with no control characters in them."""

from __future__ import annotations

from collections.abc import Callable, Collection

from cuttle_tui.wording.plain.menu_lines import Line, line_of_text, spoken


class Output:
    """Writes lines; no sign that does not print ever leaves it."""

    def __init__(self, out: Callable[[str], None], *, short: bool = False) -> None:
        """Begin to speak.

        Args:
            out: takes one line, without its end.
            short: write cards by their two-character names, not in words.
        """
        self._out = out
        self.short = short

    def tell(self, *sentences: Line, names: Collection[str] = ()) -> None:
        """Write sentences, each as a line with a capital and a full stop; an empty one has no line.

        Args:
            sentences: what to say.
            names: words that keep their first letter as it is.
        """
        for sentence in sentences:
            if sentence:
                self.write(line_of_text(spoken(sentence, short=self.short), names))

    def item(self, sentence: Line) -> None:
        """Write an item of a list, without a full stop."""
        self.write(spoken(sentence, short=self.short))

    def text(self, text: str) -> None:
        """Write a finished text, line by line."""
        for line in text.splitlines():
            self.write(line)

    def write(self, line: str) -> None:
        """Write one line."""
        self._out("".join(sign for sign in line if sign.isprintable()))
