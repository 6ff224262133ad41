"""Word how a game ended, and how the match stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cuttle_tui.ports import TableState
from cuttle_tui.prose import Sentence, say
from cuttle_tui.wording.asking import Fill, Prompt, option
from cuttle_tui.wording.names import Names, counted
from engine.view import View


def over_prompt(view: View, names: Names, state: TableState) -> Prompt:
    """Word the end of a game, and what may come after it."""
    if state.called_off:
        return _called_off(names, state)
    head = _head(view, names)
    more = view.ruleset.match != "single"
    again = "new match" if state.match_winners else "next game" if more else "rematch"
    options = _options(names, state, again)
    left = [names.who(seat) for seat, one in enumerate(state.sitters) if one.kind == "nobody"]
    if names.seat in state.ready and not left:
        others = "the other player" if len(view.seats) == 2 else "the others"
        asked = f"{again.capitalize()} asked: waiting for {others}"
        return Prompt("wait", head, say(asked), options[1:])
    reason = say("all hands are now open")
    if left:
        reason = say(f"{' and '.join(left)} left the table")
    elif state.ready:
        reason = say(" and ".join(map(names.who, state.ready)) + f" asked for a {again}")
    won = games_won(view, names, state.score)
    if state.match_winners:
        reason = say(f"games won: {won}")
    match = _win(state.match_winners, names) + " the match" if state.match_winners else ""
    if not match and len(view.seats) == 2:
        match = f"Match: {won}"
    fill: Fill = "bar" if names.seat is not None else "wait"
    why = lost_line(state, names) or ending(view, names)
    return Prompt(fill, head, say(why, f"  {match}".rstrip()), options, reason)


def _options(names: Names, state: TableState, again: str) -> tuple[Sentence, ...]:
    """List what may come after a game; nobody plays again with those who left."""
    rest = (option("w", "watch it again"), option("z", "scrap"), option("l", "full log"))
    if names.seat is None:
        return (*rest, option("q", "stop watching"))
    gone = any(sitter.kind == "nobody" for sitter in state.sitters)
    rematch = () if gone else (option("r", again),)
    return (*rematch, *rest, option("q", "leave the table"))


def _called_off(names: Names, state: TableState) -> Prompt:
    options = [one for one in _options(names, state, "play again") if one != _WATCH]
    return Prompt("wait", "CALLED OFF", say("The game ended without a result."), tuple(options))


_WATCH: Final = option("w", "watch it again")


def lost_line(state: TableState, names: Names) -> str:
    """Say who lost the game by the clock or by staying away; empty where nobody did."""
    if state.lost_by is None:
        return ""
    seat, why = state.lost_by
    if why == "time":
        whose = names.whose(seat)
        return f"{whose[:1].upper() if names.seat == seat else whose[:1]}{whose[1:]} time ran out."
    return "You stayed away." if names.seat == seat else f"{names.who(seat)} stayed away."


def _head(view: View, names: Names) -> str:
    assert view.outcome is not None
    winners = view.outcome.winners
    if not winners:
        return "DRAW"
    if names.seat in winners:
        return "YOU WIN"
    return " AND ".join(map(names.loud, winners)) + (" WINS" if len(winners) == 1 else " WIN")


def games_won(view: View, names: Names, score: Sequence[int]) -> str:
    """List the games won, a team at a time."""
    sides: dict[int, list[int]] = {}
    for seat, one in enumerate(view.seats):
        sides.setdefault(one.side, []).append(seat)
    apart = ": " if any(name[-1:].isdigit() for name in names.names) else " "
    return ", ".join(
        f"{' and '.join(map(names.who, seats))}{apart}{score[seats[0]]}" for seats in sides.values()
    )


def _win(winners: Sequence[int], names: Names) -> str:
    verb = "win" if tuple(winners) == (names.seat,) or len(winners) > 1 else "wins"
    return f"{' and '.join(map(names.who, winners))} {verb}"


def over_lines(view: View, names: Names, state: TableState) -> list[Sentence]:
    """Sum up a game that is over; without a score where no match is played."""
    if state.called_off or view.outcome is None:
        return [say(f"called off after {turns(view)}")]
    winners = view.outcome.winners
    first = f"{_win(winners, names)} in {turns(view)}" if winners else f"a draw after {turns(view)}"
    if not any(state.score):
        return [say(first)]
    lines = [say(first), say(f"games won: {games_won(view, names, state.score)}")]
    if state.match_winners:
        lines.append(say(f"{_win(state.match_winners, names)} the match"))
    return lines


def ending(view: View, names: Names) -> str:
    """Say why a game was over."""
    outcome = view.outcome
    assert outcome is not None
    if outcome.why == "goal" and outcome.winners:
        best = max(outcome.winners, key=lambda seat: view.seats[seat].score - view.seats[seat].goal)
        side = view.seats[best]
        return f"{side.score} of {max(side.goal, 0)} points."
    if outcome.why == "concede":
        return _conceded(view, names)
    return {
        "goal": "The goal is reached.",
        "passes": "Everybody passed.",
        "agreed": "A draw was agreed.",
        "suddenDeath": "The last turns are over.",
    }[outcome.why]


def _conceded(view: View, names: Names) -> str:
    assert view.outcome is not None
    if view.retired:
        return "The others gave up."
    if names.seat is None or names.seat in view.outcome.winners:
        if len(view.seats) > 2:
            return "The other side gave up."
        (loser,) = {0, 1} - set(view.outcome.winners)
        return f"{names.who(loser)} gave up."
    return "Your side gave up." if len(view.seats) > 2 else "You gave up."


def turns(view: View) -> str:
    """Count the turns of a game."""
    return counted(view.turn + 1, "turn")
