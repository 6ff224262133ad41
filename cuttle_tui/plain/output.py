"""Write sentences as lines of text, without control characters."""

from __future__ import annotations

from collections.abc import Callable, Collection

from cuttle_tui.wording.plain.menu_lines import Line, line_of_text, spoken


class Output:
    """Writes lines of printable characters only."""

    def __init__(self, out: Callable[[str], None], *, short: bool = False) -> None:
        """Create the output.

        Args:
            out: receives each line, without a line feed.
            short: write cards by their two-character names, not in words.
        """
        self._out = out
        self.short = short

    def tell(self, *sentences: Line, names: Collection[str] = ()) -> None:
        """Write sentences as lines with a capital and a full stop; skip empty ones.

        Args:
            sentences: the sentences.
            names: words that are not capitalized.
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
        """Write a line."""
        self._out("".join(sign for sign in line if sign.isprintable()))
