"""Word how a game ended."""

from __future__ import annotations

from collections.abc import Sequence

from cuttle_tui.prose import say
from cuttle_tui.wording.asking import Prompt, option
from cuttle_tui.wording.names import Names, counted
from engine.view import View


def over_prompt(view: View, names: Names, score: Sequence[int], ready: Sequence[int]) -> Prompt:
    """Word the end of a game; `ready` are the seats that want the next one."""
    assert view.outcome is not None
    winners = view.outcome.winners
    if not winners:
        head = "DRAW"
    elif names.seat in winners:
        head = "YOU WIN"
    else:
        head = " AND ".join(map(names.loud, winners)) + (" WINS" if len(winners) == 1 else " WIN")
    match = ", ".join(f"{names.who(other)} {won}" for other, won in enumerate(score))
    options = (
        option("r", "rematch"),
        option("z", "scrap"),
        option("l", "full log"),
        option("q", "leave the table"),
    )
    if names.seat in ready:
        return Prompt("wait", head, say("Rematch asked: waiting for the other player"), options[1:])
    reason = say("all hands are now open")
    if ready:
        reason = say(" and ".join(map(names.who, ready)) + " asked for a rematch")
    return Prompt("bar", head, say(_ending(view, names), f"  Match: {match}"), options, reason)


def _ending(view: View, names: Names) -> str:
    outcome = view.outcome
    assert outcome is not None
    if outcome.why == "goal" and outcome.winners:
        side = view.seats[outcome.winners[0]]
        return f"{side.score} of {max(side.goal, 0)} points."
    return {
        "goal": "The goal is reached.",
        "concede": "The other side gave up.",
        "passes": "Everybody passed.",
        "agreed": "A draw was agreed.",
        "suddenDeath": "The last turns are over.",
    }[outcome.why]


def turns(view: View) -> str:
    """Count the turns of a game."""
    return counted(view.turn + 1, "turn")
