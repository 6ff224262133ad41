#!/usr/bin/env python3
"""A player for Cuttle in forty lines: docs/BOT-PROTOCOL.md says what it reads and writes.

It takes points early, scuttles when it can, and otherwise prefers what disturbs its opponent.
"""

import json
import sys
from typing import Any

NAME = "forty-lines"
WORTH = {"scuttle": 30, "jack": 28, "points": 20, "royal": 18, "oneoff": 12, "draw": 10}
VALUE = {rank: value for value, rank in enumerate("A23456789TJQK", 1)}


def worth(action: dict[str, Any], view: dict[str, Any]) -> float:
    """Return how much an action is liked."""
    kind, _, rest = action["text"].partition(" ")
    value = VALUE.get(rest[:1], 0)
    me = view["seats"][view["viewer"]]
    if kind == "points" and me["score"] + value >= me["goal"]:
        return 1000  # wins
    if kind in ("discard", "counter"):
        return 40 - value
    if kind == "scuttle":
        return WORTH[kind] + VALUE[rest[3]] - value
    return WORTH.get(kind, 0) + value / 2


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "hello", "protocol": 1, "name": NAME, "open": True}
    elif message["type"] == "view" and message["legal"]:
        best = max(message["legal"], key=lambda each: worth(each, message["view"]))
        answer = {"type": "action", "game": message["game"], "ply": message["ply"]}
        answer["choice"] = best["choice"]
    else:
        continue
    print(json.dumps(answer), flush=True)
