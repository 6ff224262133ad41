"""Play every preset with every level: ``python -m tests.programs.bots.everywhere --games 1000``.

Ends with an error at the first illegal action. Searches are cut to a part of their lines: what
may go wrong does not depend on how many there are.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace

from engine.bots.greedy import Player
from engine.bots.levels import LEVELS, Level, Thinker
from engine.play.legal import legal_actions
from engine.play.observe import observe
from engine.play.perform import play
from engine.rules.options import OPTIONS, parse_ruleset
from engine.rules.rulesets import PRESETS, Ruleset
from tests.programs.bots.match import dealt


def lightened(level: Level, lines: int) -> Player:
    """Build a level's player that searches at most so many lines."""
    player = level.player()
    if isinstance(player, Thinker):
        return replace(player, iterations=min(player.iterations, lines))
    return player


def play_through(ruleset: Ruleset, player: Player, seed: int) -> int:
    """Play a game with a player in every seat; return how many actions it took.

    Raises:
        AssertionError: the player chose an action that is not legal.
    """
    p = dealt(ruleset, seed)
    while p.outcome is None:
        action = player.choose(observe(p, p.prompt.seats[0]), p.ply)
        assert action in legal_actions(p), (ruleset.name, seed, p.ply, str(action))
        play(p, action)
    return p.ply


def main() -> None:
    """Read the arguments, play, count."""
    parser = argparse.ArgumentParser(description="Play every preset with every level.")
    parser.add_argument("--games", type=int, default=20, help="of each preset and level")
    parser.add_argument("--lines", type=int, default=8, help="a search tries at most so many")
    asked = parser.parse_args()
    rulesets = list(PRESETS.values())
    for name, option in OPTIONS.items():
        rulesets.append(parse_ruleset(f"standard+{name}" + ("=5" if option.numbered else "")))
    for level in LEVELS:
        player = lightened(level, asked.lines)
        plies = sum(
            play_through(ruleset, player, seed)
            for ruleset in rulesets
            for seed in range(asked.games)
        )
        games = asked.games * len(rulesets)
        sys.stdout.write(f"{level.name}: {games} games, {plies} actions, all legal\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
