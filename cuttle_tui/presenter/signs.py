"""Find the signs that are on the cards of a table now, for the help."""

from __future__ import annotations

from collections.abc import Iterator

from cuttle_tui.drawing.faces import Face
from cuttle_tui.i18n.rich_text import Span, card_span
from cuttle_tui.presenter.view_model import TableModel
from cuttle_tui.wording.table.signs import Sign

Signs = tuple[tuple[Sign, Span], ...]
"""Kinds of signs, each with one as it is drawn."""


def signs_on(model: TableModel) -> Signs:
    """List each kind of sign on the cards of a table once, with the first of its kind."""
    found: dict[Sign, Span] = {}
    for seat in (*model.others, model.me):
        for face in (*seat.points, *seat.royals):
            for sign, text in _on_table(face):
                found.setdefault(sign, text)
    for face in model.tray:
        for sign, text in _in_hand(face):
            found.setdefault(sign, text)
    return tuple(found.items())


def _on_table(face: Face) -> Iterator[tuple[Sign, Span]]:
    if face.look == "tgt":
        yield "target", Span(face.ribbon.lstrip(">")[:1], "strong")
    elif face.look == "sel" and face.word:
        yield "chosen", Span(face.word, "strong")
    elif face.look == "mute":
        yield "barred", Span(face.word, "strong")
    elif face.alarm:
        yield "lost", Span(face.ribbon, "strong")
    elif face.word:
        yield "glasses", Span(face.word, "strong")
    if face.jacks:
        yield "jacks", card_span(face.jacks[-1])


def _in_hand(face: Face) -> Iterator[tuple[Sign, Span]]:
    if face.look == "ice":
        yield "frozen", Span(face.word, "strong")
    elif face.look == "mute":
        yield "barred", Span(face.word, "strong")
    elif face.word:
        yield "role", Span(face.word, "strong")
