"""A table of two, three or four seats as an environment of PettingZoo (the extra ``rl``).

It follows the AEC interface: agents act one after another, each on an observation of its own and
within a mask of the actions that are legal. `engine.rl.encoding` numbers the actions, and says what
an agent observes.
"""

from __future__ import annotations

import random
from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from engine.actions import Action, Kind
from engine.cards import Card
from engine.errors import IllegalAction
from engine.play.legal import legal_actions
from engine.play.observe import observe
from engine.play.perform import play
from engine.play.position import Position
from engine.record.record import Game
from engine.rl.encoding import (
    HIGHEST,
    LENGTHS,
    LOWEST,
    SIZE,
    VERSION,
    decode,
    encode,
    feature_bytes,
)
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import Ruleset

Observation = dict[str, NDArray[np.int8]]
_RENDER_MODES: Final = ["ansi"]


def env(
    ruleset: Ruleset | str = "cuttle.cards",
    *,
    max_plies: int = 1000,
    render_mode: str | None = "ansi",
    version: int = VERSION,
) -> AECEnv:
    """Build the environment with PettingZoo's usual checks around it.

    An illegal action ends the game with a reward of -1 for the agent that chose it.

    Args:
        ruleset: how the game is played; it says how many agents there are.
        max_plies: actions after which a game is cut off (truncated), without a reward.
        render_mode: ``ansi`` for a table in text, or None for nothing.
        version: the version of the features: 0 for what learnt before memory was among them.

    Raises:
        ValueError: there is no such mode.
    """
    table = CuttleEnv(ruleset, max_plies=max_plies, render_mode=render_mode, version=version)
    checked = TerminateIllegalWrapper(table, illegal_reward=-1)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(checked))


class CuttleEnv(AECEnv):
    """One game of Cuttle after another.

    A winner gets 1, or the winners of a team 1 each; the others share as much of a loss, so that
    the rewards of a game sum to 0. A stalemate gives 0. A seat without a choice is not asked.
    """

    metadata: Final = {
        "name": f"cuttle_v{VERSION}",
        "render_modes": _RENDER_MODES,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        ruleset: Ruleset | str = "cuttle.cards",
        *,
        max_plies: int = 1000,
        render_mode: str | None = "ansi",
        version: int = VERSION,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *_RENDER_MODES):
            raise ValueError(f"render_mode is 'ansi' or None, not {render_mode!r}")
        self.ruleset = parse_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
        self.max_plies = max_plies
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.ruleset.seats)]
        self.agents: list[str] = []
        self._length = LENGTHS[version]
        self._spaces = {
            agent: Dict(
                {
                    "observation": Box(LOWEST, HIGHEST, (LENGTHS[version],), np.int8),
                    "action_mask": Box(0, 1, (SIZE,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._choices = {agent: Discrete(SIZE) for agent in self.possible_agents}
        self._chance = random.Random()
        self._position: Position
        self._chosen: tuple[Card, ...] = ()

    def observation_space(self, agent: str) -> Space[Any]:
        """Return the space of an agent's observations; always the same object."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Return the space of an agent's actions; always the same object."""
        return self._choices[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; the same seed gives the same games from here on."""
        if seed is not None:
            self._chance = random.Random(seed)
        first = self._chance.randrange(self.ruleset.seats)
        self._position = Game.from_seed(
            self.ruleset, self._chance.randbytes(32), first=first
        ).position
        self._chosen = ()
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def observe(self, agent: str) -> Observation:
        """Return what an agent knows, and which actions it may choose from: none out of turn."""
        seat = self.possible_agents.index(agent)
        view = observe(self._position, seat)
        asked = view.asked[:1] == (seat,)
        mask = np.zeros(SIZE, np.int8)
        if asked and not self.truncations.get(agent, True):
            mask[[encode(action) for action in self._options()]] = 1
        seen = feature_bytes(view, seat, self._chosen if asked else ())
        return {"observation": np.frombuffer(seen, np.int8, self._length), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play an action of the agent that is selected.

        Raises:
            IllegalAction: the mask excludes it.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        assert action is not None
        self._play(decode(int(action)))
        outcome = self._position.outcome
        if outcome is not None:
            winners, seats = outcome.winners, self.ruleset.seats
            loss = len(winners) / (seats - len(winners))
            payoffs = [1.0 if seat in winners else -loss for seat in range(seats)]
            self.rewards = dict(zip(self.agents, payoffs, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._position.ply >= self.max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._ask()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the public part of the table as text; None without a mode to render in."""
        if self.render_mode is None:
            return None
        view = observe(self._position, None)
        lines = [
            f"seat {seat}: {part.hand_size} cards, {part.score}/{part.goal} points"
            for seat, part in enumerate(view.seats)
        ]
        return "\n".join([*lines, f"deck: {view.deck_size}, scrap: {len(view.scrap)}"])

    def close(self) -> None:
        """Do nothing: there is nothing to free."""

    def _ask(self) -> None:
        """Select the agent that must act."""
        self.agent_selection = self.possible_agents[self._position.prompt.seats[0]]

    def _options(self) -> list[Action]:
        """List what the asked seat may do; of a large discard, the next single card."""
        legal = legal_actions(self._position)
        if self._position.prompt.owed <= _AT_ONCE:
            return legal
        held = sorted({card for action in legal for card in action.cards} - {*self._chosen})
        return [Action(Kind.DISCARD, (card,)) for card in held]

    def _play(self, action: Action) -> None:
        if action not in self._options():
            raise IllegalAction(
                "seat {seat} cannot play {action} now",
                seat=self._position.prompt.seats[0],
                action=action,
            )
        if self._position.prompt.owed > _AT_ONCE:
            self._chosen = tuple(sorted((*self._chosen, *action.cards)))
            if len(self._chosen) < self._position.prompt.owed:
                return
            action, self._chosen = Action(Kind.DISCARD, self._chosen), ()
        play(self._position, action)


_AT_ONCE: Final = 2
"""The most cards discarded by one action; larger discards are chosen a card at a time."""
