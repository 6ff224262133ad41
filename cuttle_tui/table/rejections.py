"""Explain why the engine rejects the action behind a key or a click."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from cuttle_tui.keymap.commands import Intent
from cuttle_tui.table import choices
from cuttle_tui.table.choices import Choice
from cuttle_tui.table.intents import Act, Answer, Play
from cuttle_tui.table.selection import Tray, chosen_card
from engine.actions import Action, Kind
from engine.cards import Card
from engine.play.explain import Reason, Refusal, explain
from engine.play.view import Ask, View


class Objection(NamedTuple):
    """An action, and why it is illegal."""

    action: Action
    refusal: Refusal
    also: tuple[Card, ...] = ()
    """More cards that are protected for the same reason, if no target was given."""


def objection_to(view: View, action: Action) -> Objection | None:
    """Explain why an action is illegal; without a target, give the most useful reason."""
    refusal = explain(view, action)
    if refusal is None:
        return None
    if refusal.reason in _VAGUE:
        closer = [(aimed, explain(view, aimed)) for aimed in _aimed(view, action)]
        for aimed, why in closer:
            if why is not None and why.reason in _TELLING:
                alike = [other for other, same in closer if same == why and other is not aimed]
                return Objection(aimed, why, tuple(card for a in alike for card in a.targets))
    return Objection(action, refusal)


_VAGUE: Final = (Reason.NO_TARGET, Reason.NEEDS_TARGET, Reason.WRONG_SEAT)
_TELLING: Final = (Reason.COVERED, Reason.TOO_HIGH, Reason.QUEEN_FORBIDS_SCUTTLE, Reason.NO_VICTIM)


def objection_to_aim(view: View, card: Card, target: Card) -> Objection | None:
    """Return the most useful reason why a card cannot be played at another.

    None if there is no such reason, because no play of that card takes such a target.
    """
    possible = choices.plays(view, card)
    ways = (Action(kind, (card,), (target,)) for kind in (*possible, *_AT_CARDS))
    for way in ways:
        refusal = explain(view, way)
        if refusal is not None and refusal.reason in (*_TELLING, Reason.NOT_HOSTILE):
            return Objection(way, refusal)
    return None


_AT_CARDS: Final = (Kind.SCUTTLE, Kind.ONE_OFF, Kind.JACK, Kind.JOKER)


def _aimed(view: View, action: Action) -> Iterator[Action]:
    for side in view.seats:
        for placed in (*side.points, *side.royals):
            for card in (placed.card, *placed.stack):
                yield action._replace(targets=(card,))
    for seat in range(len(view.seats)):
        yield action._replace(seat=seat)


def rejected(at: Tray, choice: Choice, intent: Intent) -> Action | None:
    """Return the action behind an intent that changed nothing, or None."""
    step = choices.step_of(at.view, choice)
    if step in ("card", "play", "wait"):
        return _play(intent.kind, choice.card) if isinstance(intent, Play) else None
    if step == "pick" and intent == Act.CONFIRM:
        return Action(Kind.DISCARD, tuple(sorted(choice.picked)))
    if (step == "answer" and intent == Answer(yes=True)) or (
        step == "take" and intent == Act.CONFIRM
    ):
        return rejected_card(at.view, choice, choice.card)
    return rejected_card(at.view, choice, chosen_card(intent, at.cards))


def rejected_card(view: View, choice: Choice, card: Card | None) -> Action | None:
    """Return the action behind a card of the tray that cannot be chosen."""
    step = choices.step_of(view, choice)
    if card is None or step not in ("answer", "take"):
        return None
    return Action(_ANSWERS.get(view.ask, Kind.ACCEPT) if step == "answer" else Kind.TAKE, (card,))


_ANSWERS: Final = {Ask.COUNTER: Kind.COUNTER, Ask.BLOCK: Kind.BLOCK, Ask.REBUFF: Kind.REBUFF}


def _play(kind: Kind, card: Card | None) -> Action | None:
    if kind in (Kind.DRAW, Kind.PASS):
        return Action(kind)
    return None if card is None else Action(kind, (card,))


def rejected_target(view: View, choice: Choice, card: Card) -> Action | None:
    """Return the action behind a click on a card of the table, once a play has begun."""
    if choice.play is None or choice.card is None:
        return None
    targets = tuple(sorted({*choice.targets, card}))
    return Action(choice.play, (choice.card,), targets)
