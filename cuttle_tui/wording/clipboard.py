"""Word what became of a text that was to be copied."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cuttle_tui.i18n.rich_text import Sentence, say
from cuttle_tui.i18n.translation import N_, Message

if TYPE_CHECKING:
    from cuttle_tui.tty.clipboard import Copied

_WORDS: Final[dict[str, Message]] = {
    "sent": N_("copied, if your terminal allows it; else select it with shift and the mouse"),
    "refused": N_("this terminal has no clipboard to copy to: select it, or write it down"),
    "late": N_("your terminal is busy, nothing was copied: try again"),
}


def copied_line(copied: Copied) -> Sentence:
    """Report what is known: most terminals say nothing about their clipboard."""
    return say(_WORDS[copied])
