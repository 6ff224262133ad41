"""Every screen and every question in other languages: nothing stays English, nothing is cut."""

from __future__ import annotations

import re
from typing import Final

import pytest

from cuttle_tui.i18n import translation
from cuttle_tui.i18n.translation import ENGLISH, languages
from engine.record.record import HEADING
from engine.rules.options import OPTIONS
from engine.rules.rulesets import PRESETS
from engine.table.controls import CONTROLS
from tests.cuttle_tui.gallery.judging import faults_of_pieces
from tests.cuttle_tui.gallery.looks import strips, text
from tests.cuttle_tui.gallery.scene import PHONE, USUAL, Scene, Size
from tests.cuttle_tui.gallery.staged import SCENES, resized, staged
from tests.pseudo import Pseudo, english_left, pseudo
from tests.whole import some

pytestmark = pytest.mark.slow

_NAMES: Final = (
    "ana bob carol dmitri eve fay gus hal ivo ivy juno kit wilhelmina marie dana computer "
    "guest-otter elm oak ash birch yew alder fir lime plum"
)
_TYPED: Final = (
    "ssh keygen join HOST cuttle An an H7 K7 me json ctrl export serve host ADDRESS localhost "
    "drew zz spam stalling example org https well played chmod rx"
)
_CODES: Final = (
    "CODE SHA256 WEB Vb Lw uKGd3n3yv9Pq0bZy Zr0m2d8yJ1xk6Qf4 UTTLE H7KQ2MXP H7QF Jo g7xq"
)
_FILES: Final = "results jsonl"
_DIGITS: Final = "db bbdfce bde ab cd fc cf ea dd bf abcdef"
"""Hexadecimal ones."""
_RULES: Final = " ".join((*PRESETS, *OPTIONS, *CONTROLS, HEADING))
ALLOWED: Final = frozenset(
    english_left(
        f"{_NAMES} {_NAMES.upper()} {_TYPED} {_CODES} {_FILES} {_DIGITS} {_RULES} {HEADING} table"
    )
)
_NOTICE: Final = "the table was closed"
"""A server's own words, which a test lets it say."""
_PUZZLE: Final = re.compile(r"\b(?=[A-Z]*\d)[A-Z\d]{4}\b")
"""The name of a puzzle."""

EACH = pytest.mark.parametrize("scene", some(SCENES.values(), 6), ids=some(SCENES, 6))
OTHERS = [language for language in languages() if language != ENGLISH]


@EACH
@pytest.mark.parametrize("language", OTHERS)
async def test_nothing_stays_english_or_is_cut_in_other_languages(
    scene: Scene, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Show another language in letters of its own, as wide: what keeps the usual ones is English.

    Look at the smaller window, and at the larger one and a phone too for what shows most.
    """
    strange = Pseudo(translation.catalogue(language))
    monkeypatch.setattr(translation, "catalogue", lambda _: strange)
    faults: dict[Size, list[str]] = {}
    with pseudo(strange):
        async with staged(scene) as (app, pilot):
            usual = USUAL if len(scene.sizes) > len(USUAL) else USUAL[:1]
            for size in (*usual, *(size for size in scene.sizes if size == PHONE)):
                await resized(pilot, size)
                faults[size] = faults_of_pieces(app)
            await resized(pilot, (200, 60))
            shown = _PUZZLE.sub("", text(strips(app)).replace(_NOTICE, ""))
    assert english_left(shown, allowed=ALLOWED) == []
    assert {size: some for size, some in faults.items() if some} == {}
