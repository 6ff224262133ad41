"""Hold what a lesson or a puzzle says beside what its table says."""

from __future__ import annotations

from dataclasses import dataclass

from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from cuttle_tui.wording.prompt_types import Prompt


@dataclass(frozen=True, slots=True)
class Guidance:
    """What a table says beside what it says of itself."""

    head: str
    """The first words of the bar while no card is chosen."""
    task: Sentence
    reminder: Sentence
    """The task for the row of reasons, while the bar asks something else."""
    story: tuple[Sentence, ...]
    """What the band shows until something has happened."""
    where: str
    """Which step or puzzle this is, for the last row."""
    hint: Sentence = SILENCE
    verdict: Prompt | None = None
    """What came of it, once something did."""
    lesson: tuple[Sentence, ...] = ()
    """What the band shows then; nothing to let it show what happened."""
