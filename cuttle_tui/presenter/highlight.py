"""Find where on the table something has just happened, and highlight it.

Pure: events and views become a `Highlight`, which is applied to a model. A highlighted place gets a
sign beside its fill, in a cell that is otherwise free, so that nothing moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Final

from cuttle_tui.presenter.view_model import MidModel, SeatModel, TableModel
from engine.cards import Card
from engine.play import events as ev
from engine.play.events import Event
from engine.play.view import View

if TYPE_CHECKING:
    from cuttle_tui.drawing.faces import Face


@dataclass(frozen=True, slots=True)
class Highlight:
    """The places where something happened; never a hidden card."""

    cards: tuple[Card, ...] = ()
    """Cards that moved to where they are, or were used there."""
    hands: tuple[int, ...] = ()
    """Seats, repeated for each card that entered the hand."""
    scores: tuple[int, ...] = ()
    goals: tuple[int, ...] = ()
    deck: bool = False
    scrap: bool = False

    def __or__(self, other: Highlight) -> Highlight:
        """Combine the places of both."""
        return Highlight(
            *(getattr(self, f.name) + getattr(other, f.name) for f in fields(Highlight))
        )

    def __bool__(self) -> bool:
        return self != NO_HIGHLIGHT


NO_HIGHLIGHT: Final = Highlight()

_SCRAP: Final = Highlight(scrap=True)


def _drew(event: ev.Drew) -> Highlight:
    return Highlight(cards=event.cards, hands=(event.seat,) * event.count, deck=True)


def _evicted(event: ev.Evicted) -> Highlight:
    if event.to_deck:
        return Highlight(deck=True, scrap=True)
    return Highlight(cards=(event.target,), hands=(event.victim,), scrap=True)


_PLACES: Final[dict[type[Event], Callable[[Any], Highlight]]] = {
    ev.Drew: _drew,
    ev.PlayedPoints: lambda event: Highlight(cards=(event.card,)),
    ev.AnnouncedScuttle: lambda event: Highlight(cards=(event.card, event.target)),
    ev.Scuttled: lambda _: _SCRAP,
    ev.AnnouncedRoyal: lambda event: Highlight(cards=(event.card,)),
    ev.PlayedRoyal: lambda event: Highlight(cards=(event.card,)),
    ev.Stole: lambda event: Highlight(cards=(event.target, event.card)),
    ev.AnnouncedOneOff: lambda event: Highlight(cards=(event.card,)),
    ev.Countered: lambda event: Highlight(cards=(event.card,)),
    ev.Shielded: lambda event: Highlight(cards=event.queens),
    ev.Fizzled: lambda _: _SCRAP,
    ev.Rebuffed: lambda event: Highlight(cards=(event.card,), hands=(event.seat,)),
    ev.Wiped: lambda _: _SCRAP,
    ev.Destroyed: lambda _: _SCRAP,
    ev.Returned: lambda event: Highlight(cards=(event.card,)),
    ev.Fetched: lambda event: Highlight(cards=(event.card,), hands=(event.seat,), scrap=True),
    ev.Discarded: lambda event: _SCRAP if event.cards else NO_HIGHLIGHT,
    ev.Revealed: lambda event: Highlight(cards=event.cards, deck=True),
    ev.Evicted: _evicted,
    ev.Exposed: lambda event: Highlight(hands=event.exposed, scrap=True),
    ev.SwappedHands: lambda event: Highlight(hands=(event.seat, event.other)),
}
"""Where each event happened; other events have no place on the table."""


def highlight_of(events: Iterable[Event], before: View | None, after: View) -> Highlight:
    """Return where events happened, given what the viewer saw before and sees now."""
    highlight = NO_HIGHLIGHT
    for event in events:
        place = _PLACES.get(type(event))
        if place is not None:
            highlight |= place(event)
    return highlight if before is None else highlight | _changed(before, after)


def _changed(before: View, after: View) -> Highlight:
    """Return whose points and goals have changed, and whether the scrap has."""
    pairs = [*enumerate(zip(before.seats, after.seats, strict=True))]
    return Highlight(
        scores=tuple(seat for seat, (old, new) in pairs if old.score != new.score),
        goals=tuple(seat for seat, (old, new) in pairs if old.goal != new.goal),
        scrap=before.scrap != after.scrap,
    )


def news_since(before: Sequence[Event], now: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the new lines of a log; none if it belongs to another game."""
    same = len(before) <= len(now) and tuple(before[:1]) == now[: len(before[:1])]
    return now[len(before) :] if same else ()


# applying it to a model ---------------------------------------------------------------------------


def highlighted(model: TableModel, highlight: Highlight, seat: int) -> TableModel:
    """Highlight places of a model; `seat` is at the bottom of the screen."""
    if not highlight:
        return model
    models = (*model.others, model.me)  # in turn order, the next player first
    *others, me = (
        _lit_seat(side, highlight, (seat + step) % len(models))
        for step, side in enumerate(models, 1)
    )
    tray = _lit_faces(model.tray, highlight)
    return replace(
        model, others=tuple(others), me=me, mid=_lit_mid(model.mid, highlight), tray=tray
    )


def _lit_seat(model: SeatModel, highlight: Highlight, seat: int) -> SeatModel:
    parts = {"score": highlight.scores, "goal": highlight.goals, "hand": highlight.hands}
    fresh = frozenset(highlight.cards) & frozenset(model.known)
    return replace(
        model,
        points=_lit_faces(model.points, highlight),
        royals=_lit_faces(model.royals, highlight),
        lit=frozenset(name for name, lit in parts.items() if seat in lit),
        fresh=fresh,
        backs=max(0, highlight.hands.count(seat) - len(fresh)),
    )


def _lit_faces(faces: tuple[Face, ...], highlight: Highlight) -> tuple[Face, ...]:
    cards = set(highlight.cards)
    if not any(cards & {face.card, *face.jacks} for face in faces):
        return faces
    return tuple(
        replace(face, lit=True) if cards & {face.card, *face.jacks} else face for face in faces
    )


def _lit_mid(model: MidModel, highlight: Highlight) -> MidModel:
    names = {"deck": highlight.deck, "scrap": highlight.scrap}
    return replace(
        model,
        stack=tuple(replace(played, lit=played.card in highlight.cards) for played in model.stack),
        lit=frozenset(name for name, lit in names.items() if lit),
    )
