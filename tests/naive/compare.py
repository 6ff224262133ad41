"""Walk the engine and the naive rules through the same game, and stop where they part."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Final

from engine.actions import parse_action
from engine.play.legal import legal_actions, standing_actions
from engine.play.perform import play
from engine.record.position_text import parse_position, position_text
from tests import naive
from tests.naive.state import State

_READ_AGAIN: Final = 4
"""After how many steps the text of a position is read again."""


@dataclass
class Walk:
    """A game played by both."""

    s: State
    rng: random.Random
    standing: float = 0.0
    """How often a seat does something it is not asked for."""
    steps: int = 0
    history: list[str] = field(default_factory=list)

    def difference(self, longest: int = 300) -> str | None:
        """Play on until the end, or the first difference, which is told."""
        position = parse_position(naive.text(self.s))
        careless = self.rng.random() < 0.5
        while self.steps < longest:
            told = naive.text(self.s)
            self.history.append(told)
            ours = {str(action) for action in legal_actions(position)}
            theirs = naive.legal(self.s)
            if position_text(position) != told:
                return self._tell("text", position_text(position), told)
            if self.steps % _READ_AGAIN == 0 and naive.text(naive.parse(told)) != told:
                return self._tell("round trip", naive.text(naive.parse(told)), told)
            if ours != theirs:
                return self._tell("legal", str(ours - theirs), str(theirs - ours))
            for seat in range(len(self.s.hands)):
                stands = {str(action) for action in standing_actions(position, seat)}
                if stands != naive.standing(self.s, seat):
                    return self._tell("standing", str(stands), str(naive.standing(self.s, seat)))
            if not theirs:
                return None
            action = self._choose(theirs, careless)
            self.history.append(action)
            self.steps += 1
            play(position, parse_action(action))
            self.s = naive.play(self.s, action)
        return None

    def _choose(self, legal: set[str], careless: bool) -> str:
        """Choose by chance; careless players seldom play points, so that games grow long."""
        if self.rng.random() < self.standing:
            seats = range(len(self.s.hands))
            standing = sorted(it for seat in seats for it in naive.standing(self.s, seat))
            if standing:
                return self.rng.choice(standing)
        choices = sorted(legal)
        if careless and self.rng.random() < 0.8:
            choices = [it for it in choices if not it.startswith("points")] or choices
        if self.rng.random() < 0.5:
            word = self.rng.choice(sorted({it.split()[0] for it in choices}))
            choices = [it for it in choices if it.split()[0] == word]
        return self.rng.choice(choices)

    def _tell(self, what: str, engine: str, other: str) -> str:
        path = "\n  ".join(self.history[-5:])
        return f"{what} after {self.steps} steps:\n  {path}\nengine: {engine}\nnaive:  {other}"
