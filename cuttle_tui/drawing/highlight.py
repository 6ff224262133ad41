"""Put the sign of what has just happened on a card, where its word or its ribbon stands."""

from __future__ import annotations

from dataclasses import replace

from cuttle_tui.drawing.edges import NARROW
from cuttle_tui.drawing.faces import Face
from cuttle_tui.drawing.glyphs import Glyphs


def lit_face(face: Face, width: int, glyphs: Glyphs) -> Face:
    """Return the card a ribbon with the sign, if it is lit; a letter to choose by stays before it.

    Args:
        face: the card.
        width: columns of its last row.
        glyphs: the signs to use.
    """
    if not face.lit:
        return face
    text = face.ribbon or face.word
    room = width - 1 if width > NARROW else width  # the word stays where it stands
    forms = (f"{text} {glyphs.lit}".strip(), f"{text}{glyphs.lit}", face.ribbon)
    ribbon = next((form for form in forms if form and len(form) <= room), "")
    return replace(face, ribbon=ribbon or glyphs.lit)
