"""Find the target under a click: a card to aim at, or a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cuttle_tui.drawing.columns import columns_of
from cuttle_tui.drawing.layout import Plan
from cuttle_tui.table import choices
from cuttle_tui.table.choices import Aim, Choice
from cuttle_tui.table.field_order import others
from engine.cards import Card
from engine.play.view import View


def target_at(order: Sequence[Card], view: View, choice: Choice, card: Card) -> Aim | None:
    """Return the clicked target: a card of the table, or a card attached to it."""
    lying = {card, *_stack_of(view, card)}
    aims = choices.aims(view, choice, order)
    return next((aim for aim in aims if aim.card in lying), None)


def aimed_at(order: Sequence[Card], view: View, choice: Choice, card: Card) -> list[Choice]:
    """List the ways to play the chosen card at a clicked card, with that card in focus."""
    lying = {card, *_stack_of(view, card)}
    found = []
    for kind in choices.plays(view, choice.card):
        play = Choice(choice.card, kind)
        aims = choices.aims(view, play, order)
        found += [replace(play, aim=at) for at, aim in enumerate(aims) if aim.card in lying]
    return found


def _stack_of(view: View, card: Card) -> tuple[Card, ...]:
    lying = (placed for side in view.seats for placed in (*side.points, *side.royals))
    return next((placed.stack for placed in lying if placed.card == card), ())


def seat_at(view: View, choice: Choice, plan: Plan, seat: int, zone: str, x: int) -> Aim | None:
    """Return the target that is the seat drawn at a column of the clicked zone, or None."""
    hit: list[int] = [seat] if zone == "me" else []
    if zone == "others":
        seats = others(view, seat)
        columns = zip(seats, columns_of(plan, len(seats)), strict=True)
        hit = [other for other, column in columns if column.left <= x < column.right]
    aims = choices.aims(view, choice, ())
    return next((aim for aim in aims if aim.card is None and aim.seat in hit), None)
