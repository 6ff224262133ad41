"""Tell which key a click stands for: that of a card to aim at, or of a seat."""

from __future__ import annotations

from dataclasses import replace

from cuttle_tui.drawing.columns import columns_of
from cuttle_tui.drawing.layout import Plan
from cuttle_tui.presenter.field_order import others
from cuttle_tui.presenter.view_model import Scene
from cuttle_tui.table import choices
from cuttle_tui.table.choices import Choice
from engine.cards import Card
from engine.play.view import View


def key_of_target(scene: Scene, view: View, choice: Choice, card: Card) -> str:
    """Give the key of a target that was clicked: a card of the table, or one that lies on it."""
    lying = {card, *_stack_of(view, card)}
    aims = choices.aims(view, choice, scene.order)
    return next((aim.key for aim in aims if aim.card in lying), "")


def aimed_at(scene: Scene, view: View, choice: Choice, card: Card) -> list[Choice]:
    """List the ways to play the chosen card at a card that was clicked, with that one in focus."""
    lying = {card, *_stack_of(view, card)}
    found = []
    for kind in choices.plays(view, choice.card):
        play = Choice(choice.card, kind)
        aims = choices.aims(view, play, scene.order)
        found += [replace(play, aim=at) for at, aim in enumerate(aims) if aim.card in lying]
    return found


def _stack_of(view: View, card: Card) -> tuple[Card, ...]:
    placed = (one for side in view.seats for one in (*side.points, *side.royals))
    return next((one.stack for one in placed if one.card == card), ())


def key_of_seat(view: View, choice: Choice, plan: Plan, seat: int, zone: str, x: int) -> str:
    """Give the key of the seat that is drawn at a column of a zone, or none.

    Args:
        view: the table.
        choice: what has been chosen.
        plan: where things stand.
        seat: the seat at the bottom of the screen.
        zone: the zone that was clicked.
        x: the column in it.
    """
    hit: list[int] = [seat] if zone == "me" else []
    if zone == "others":
        seats = others(view, seat)
        columns = zip(seats, columns_of(plan, len(seats)), strict=True)
        hit = [other for other, column in columns if column.left <= x < column.right]
    aims = choices.aims(view, choice, ())
    return next((aim.key for aim in aims if aim.card is None and aim.seat in hit), "")
