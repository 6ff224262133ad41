"""Assess a position for a seat from its view alone: how likely it wins, and by which plays."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

from engine.actions import DECLINE, Action
from engine.bots.attention import wins
from engine.bots.evaluate import share
from engine.bots.search import Search
from engine.play.observe import determinize, observe
from engine.play.perform import play
from engine.play.view import Ask, View
from engine.rules.effects import TakeFromScrap

PER_SECOND: Final = 8000
"""Iterations that stand for a second of thought: a number, so that the result is repeatable."""
LEAST: Final = 16
"""Lines that begin with each play at least."""
_SHOWN: Final = 3
"""How many plays a hint shows."""
FIRMNESS: Final = 1.05
"""What the log odds that the search finds are multiplied by: fitted, see docs/BOTS.md."""
HOPE: Final = 0.27
"""What is taken off the log odds then: each seat hopes too much of the best play it finds."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A legal action, and the chance that its seat's side wins after it."""

    action: Action
    chance: float
    then: Action | None = None
    """For a one-off that takes a card from the scrap: what would be taken, if it was thought of."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """What a seat may think of its game; an opinion, from what it could know."""

    chance: float
    """The chance that the viewer's side wins, 0 to 1, when it plays the best it sees."""
    plays: tuple[Rated, ...]
    """The legal actions, best first; empty when the viewer is not asked."""


def assess(view: View, seed: int, seconds: float = 0.1) -> Assessment:
    """Assess a game for the viewer's side, whether or not it is asked.

    Every play is searched, however little it promises: at least `LEAST` lines begin with it.

    Args:
        view: the game as a seat sees it.
        seed: the source of guesses at hidden cards.
        seconds: about how long to think; the same number always gives the same result.
    """
    assert view.viewer is not None
    if view.outcome is not None:
        return Assessment(share(view.outcome, view.ruleset, view.viewer), ())
    lines = max(round(PER_SECOND * seconds), LEAST * (len(view.legal) + 1))
    search = Search(view, seed, curiosity=1.0, least=LEAST)
    search.run(lines)
    if len(view.legal) < 2:
        chance = _firm(search.chance())
        return Assessment(chance, tuple(Rated(action, chance) for action in view.legal))
    won = wins(view)
    found = sorted(
        search.ratings(), key=lambda one: (one.action not in won, -one.chance, -one.visits)
    )
    plays = [Rated(one.action, _firm(one.chance)) for one in found]
    plays[:_SHOWN] = [_with_choice(view, one, seed, seconds) for one in plays[:_SHOWN]]
    return Assessment(plays[0].chance, tuple(plays))


def _with_choice(view: View, rated: Rated, seed: int, seconds: float) -> Rated:
    """Add what would be taken from the scrap, if a play is to take a card from there."""
    if not isinstance(view.effect(rated.action), TakeFromScrap):
        return rated
    asked = _asked_to_take(view, rated.action)
    if asked is None:
        return rated
    return replace(rated, then=assess(asked, seed, seconds).plays[0].action)


def _asked_to_take(view: View, action: Action) -> View | None:
    """Return the view in which the viewer is asked what to take, if nobody counters."""
    p = determinize(view, b"take")
    play(p, action)
    while p.prompt.ask is Ask.COUNTER:
        play(p, DECLINE)
    return observe(p, view.viewer) if p.prompt.ask is Ask.FETCH else None


def _firm(chance: float) -> float:
    """Calibrate a chance against games that were played out."""
    held = min(max(chance, 0.0005), 0.9995)
    return 1 / (1 + math.exp(HOPE - FIRMNESS * math.log(held / (1 - held))))
