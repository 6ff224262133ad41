"""Read from a table who has won the match that was played there."""

from __future__ import annotations

from server.tables.room import Room


def match_winner(room: Room) -> int | None:
    """Return the seat that has won the match of a settled table of two.

    None for a draw, and for a game without a result. Whoever leaves an undecided match has lost it.
    """
    table = room.table
    state = table.state(None)
    if table.called_off or state.view is None or state.view.outcome is None:
        return None
    winners = state.match_winners or state.view.outcome.winners
    if table.ruleset.match != "single" and not state.match_winners:
        staying = tuple(room.people().values())
        winners = staying if len(staying) == 1 else winners
    return winners[0] if winners else None
