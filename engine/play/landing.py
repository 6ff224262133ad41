"""Let a card take effect that nobody answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.actions import Kind
from engine.play.events import PlayedRoyal, Scuttled, Stole
from engine.play.position import Played, Position
from engine.play.turns import end_action, tell
from engine.play.zones import attach, lift


def land_scuttle(p: Position, played: Played) -> None:
    p.pile.clear()
    card, target = played.action.cards[0], played.action.targets[0]
    victim, lost = lift(p, target)
    p.scrap += (target, *lost, card)
    if p.events is not None:
        p.events.append(Scuttled(played.seat, card, target, victim, lost))
    end_action(p)


def land_royal(p: Position, played: Played) -> None:
    p.pile.clear()
    card = played.action.cards[0]
    p.court[played.seat] |= 1 << card
    if p.events is not None:
        p.events.append(PlayedRoyal(played.seat, card, p.goal(played.seat)))
    end_action(p)


def destination(p: Position, played: Played) -> int:
    """Tell to which seat a jack or joker moves its target."""
    action = played.action
    if action.seat >= 0:
        return action.seat
    if p.controller(action.targets[0]) == played.seat:
        return next(foe for foe in p.rules.foes[played.seat] if foe not in p.retired)
    return played.seat


def land_attachment(p: Position, played: Played) -> None:
    p.pile.clear()
    card, target = played.action.cards[0], played.action.targets[0]
    origin, to = p.controller(target), destination(p, played)
    host = target
    if (1 << target) & ~(p.points[origin] | p.court[origin]):
        found = p.host(target)
        assert found is not None
        host = found
    attach(p, card, host, origin, to)
    tell(p, Stole(played.seat, card, target, origin, to))
    end_action(p)


def land_one_off(p: Position, played: Played) -> None:
    effect = p.rules.effects[played.action.cards[0] >> 2]
    assert effect is not None
    if effect.resolve(p, played):
        conclude(p)


def conclude(p: Position) -> None:
    """Scrap the one-off that has done its work; the action is over."""
    p.scrap.append(p.pile.pop().action.cards[0])
    end_action(p)


LAND: Final[dict[Kind, Callable[[Position, Played], None]]] = {
    Kind.SCUTTLE: land_scuttle,
    Kind.ROYAL: land_royal,
    Kind.JACK: land_attachment,
    Kind.JOKER: land_attachment,
    Kind.ONE_OFF: land_one_off,
}
