"""Write the data files anew: ``python -m tests.programs.perft``.

For each ruleset a deal and one scattered position with much to do are counted, deeper and deeper
until a depth has more sequences than `MOST`, and by the naive rules until `MOST_NAIVE`; where both
have counted they must agree.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from engine.record.position_text import parse_position
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import PRESETS, Ruleset
from tests import naive
from tests.naive.tables import random_deal, random_position
from tests.perft.count import engine_count, naive_count

DATA = Path(__file__).parents[1] / "perft" / "data"
ABOUT = (
    "made by python -m tests.programs.perft: counts[n-1] is the number of sequences of n actions by"
    " the asked seats (no concessions or offers), as the engine counts them; the first"
    " naive_depth of them were counted by the rules in tests/naive too"
)
OPTION_SETS = (
    "standard+eight-for-eight+ten-block+joker-swap",
    "standard+nine-topdeck+sudden-death",
    "standard+children",
    "standard+beginner+quick-15+open-hands",
    "sipie+drawing-four+draw-limit=6",
    "miller+nine-freeze+hand-limit=5",
    "howto+tie-suit+random-four+ten-block",
    "encyclopedia+nine-topdeck+jack-counterable=yes",
    "cuttle.cards+nine-two+attach-any",
    "cuttle.cards+queen-blocks-counter=twos+freeze-scope=wholeTurn",
    "cutthroat+random-four+ten-block+sudden-death",
    "cutthroat+pass-run=steps+joker-reach=anyToAny",
    "team+nine-two+ten-block+queen-blocks-counter=none",
)
MOST = 20_000
MOST_NAIVE = 1_500


def rich_position(rules: Ruleset) -> naive.State:
    """Find a scattered position where many kinds of action are possible."""

    def riches(s: naive.State) -> int:
        legal = naive.legal(s)
        kinds = {(text.split()[0], text.split()[-1][0]) for text in legal}
        wanted = sum(any(card[0] == rank for card in s.hands[s.mover]) for rank in "79JX")
        stacks = sum(len(stack) for stack in s.stacks.values())
        return len(kinds) + 2 * wanted + min(3, stacks) - max(0, len(legal) - 30)

    tables = [random_position(rules, random.Random(seed)) for seed in range(200)]
    return max(tables, key=riches)


def case(s: naive.State) -> dict[str, Any]:
    """Count from one position."""
    text = naive.text(s)
    counts: list[int] = []
    naive_depth = 0
    while not counts or (counts[-1] < MOST and len(counts) < 6):
        depth = len(counts) + 1
        counts.append(engine_count(parse_position(text), depth))
        if counts[-1] <= MOST_NAIVE:
            assert naive_count(s, depth) == counts[-1], (text, depth)
            naive_depth = depth
    return {"position": text, "naive_depth": naive_depth, "counts": counts}


def main() -> None:
    """Write every file."""
    DATA.mkdir(exist_ok=True)
    for name in (*PRESETS, *OPTION_SETS):
        rules = parse_ruleset(name)
        cases = [case(random_deal(rules, random.Random(1))), case(rich_position(rules))]
        path = DATA / f"{name.replace('/', '-')}.json"
        path.write_text(json.dumps({"about": ABOUT, "cases": cases}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
