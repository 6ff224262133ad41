"""Represent what the coach has said at a table or in a replay. Pure."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from engine.bots.assess import Assessment, Rated
from engine.cards import Card, rank_of
from engine.coach.analysis import Analysis, begun, candidates
from engine.play.view import View
from engine.record.record import record_text
from engine.record.replay import Replay

_PLAYS: Final = 3
"""How many plays a hint names."""
_KEPT: Final = 16
"""How many analyses are kept."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The best plays of the seat that is asked, from its view."""

    view: View
    chance: float
    plays: tuple[Rated, ...]
    """Best first."""

    @property
    def named(self) -> Collection[Card]:
        """The cards of the best play: those played and those aimed at."""
        action = self.plays[0].action
        return {*action.cards, *action.targets}


def hint_of(view: View, assessment: Assessment) -> Hint | None:
    """Return the hint for a view; None if there is nothing to choose."""
    plays: dict[object, Rated] = {}
    for play in candidates(assessment):
        plays.setdefault(_look(play), play)
    best = tuple(plays.values())[:_PLAYS]
    return Hint(view, assessment.chance, best) if best else None


def _look(play: Rated) -> object:
    """Return what tells plays apart: cards of a rank are alike while they score alike."""
    kind, cards, targets, seat = play.action
    return kind, tuple(map(rank_of, cards)), targets, seat, round(100 * play.chance)


class AnalysisBook:
    """The analyses of a session, so that none is made twice; the latest few are kept."""

    def __init__(self) -> None:
        self._kept: OrderedDict[bytes, Analysis] = OrderedDict()

    def of(self, replay: Replay) -> Analysis:
        """Return the analysis of a game, as far as it has come."""
        return self._kept.get(_key(replay)) or begun(replay)

    def keep(self, replay: Replay, analysis: Analysis) -> None:
        """Keep an analysis."""
        self._kept[_key(replay)] = analysis
        self._kept.move_to_end(_key(replay))
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)


def _key(replay: Replay) -> bytes:
    return sha256(record_text(replay.record).encode()).digest()
