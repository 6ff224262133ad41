"""Tell guests how they come back to their seat: they have no key, only a code."""

from __future__ import annotations

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, Span, tell


def way_back(code: str) -> Sentence:
    """Tell a guest at a table how to come back; nothing to those with a key."""
    if not code:
        return SILENCE
    return tell(
        "cut off? type the same line again, then {code}: keep it to yourself",
        code=Span(code, "strong"),
    )


def with_way_back(line: Sentence, code: str) -> Sentence:
    """Add to a line how a guest comes back, in a few words."""
    if not code:
        return line
    return tell("{line}; cut off? come back with {code}", line=line, code=Span(code, "strong"))
