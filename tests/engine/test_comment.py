"""The one sentence about a finished game: what it is about, and from whose decisions alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.coach.analysis import Analysis, Comment, Decision, comment_on
from tests.engine.test_coach import a_decision


def at(
    turn: int, best: float, played: float, *, seat: int = 0, missed_win: bool = False
) -> Decision:
    """Make a decision in a turn, two plies after the one before."""
    decision = a_decision(best, played, ply=2 * turn, side=seat)
    return replace(decision, turn=turn, missed_win=missed_win)


def ended(winners: tuple[int, ...], *decisions: Decision) -> Analysis:
    """Make the complete analysis of a game of two."""
    plies = tuple(decision.ply for decision in decisions)
    return Analysis(plies, 99, (0, 1), winners, decisions, len(decisions))


WON, LOST, DRAWN = (0,), (1,), ()
_PASSED = at(9, 0.99, 0.97, missed_win=True)
_SLIP = at(6, 0.62, 0.24)


@pytest.mark.parametrize(
    ("winners", "decisions", "kind", "turn"),
    [
        (LOST, (_SLIP, _PASSED), "missed", 9),
        (LOST, (_PASSED, at(12, 0.99, 0.9, missed_win=True)), "missed", 9),
        (DRAWN, (_PASSED,), "missed", 9),
        (WON, (at(3, 0.1, 0.1), _PASSED, at(12, 0.99, 0.99)), "won-late", 9),
        (WON, (at(2, 0.5, 0.5), _PASSED), "well-won", None),  # it won in that turn all the same
        (LOST, (at(2, 0.5, 0.35), _SLIP), "cost-all", 6),
        (LOST, (at(2, 0.5, 0.35), at(4, 0.4, 0.2)), "cost-most", 4),
        (LOST, (at(2, 0.6, 0.45),), "cost-most", 2),
        (DRAWN, (_SLIP,), "cost-most", 6),
        (WON, (_SLIP,), "won-despite", 6),
        (WON, (_SLIP, at(7, 0.2, 0.2), at(8, 0.3, 0.3)), "came-back", 7),
        (WON, (at(1, 0.21, 0.21), at(2, 0.5, 0.5)), "well-won", None),
        (WON, (at(1, 0.21, 0.21), at(2, 0.2, 0.2), at(3, 0.5, 0.5)), "well-won", None),
        (WON, (at(1, 0.31, 0.31), at(2, 0.29, 0.29), at(3, 0.5, 0.5)), "well-won", None),
        (WON, (at(1, 0.21, 0.21), at(2, 0.5, 0.5), at(3, 0.15, 0.15)), "came-back", 3),
        (WON, (at(2, 0.5, 0.5),), "well-won", None),
        (LOST, (at(2, 0.5, 0.49),), "well-lost", None),
        (DRAWN, (at(2, 0.5, 0.5),), "well-drawn", None),
        (WON, (at(2, 0.5, 0.45),), "won-so", None),
        (LOST, (at(2, 0.5, 0.4), at(4, 0.4, 0.3)), "little-by-little", None),
        (DRAWN, (at(2, 0.5, 0.4),), "drawn-so", None),
        (LOST, (at(2, 0.0, 0.0),), "no-choice", None),
        (LOST, (), "no-choice", None),
    ],
)
def test_what_decided_the_game(
    winners: tuple[int, ...], decisions: tuple[Decision, ...], kind: str, turn: int | None
) -> None:
    comment = comment_on(ended(winners, *decisions), 0)
    assert comment is not None
    assert comment.kind == kind
    assert (None if comment.decision is None else comment.decision.turn) == turn


def test_who_gave_up_an_open_game_is_told_so() -> None:
    game = ended(LOST, at(2, 0.5, 0.4))
    found = [comment_on(game, 0, conceded=conceded) for conceded in (True, False)]
    assert [one.kind for one in found if one is not None] == ["still-open", "little-by-little"]
    lost = comment_on(ended(LOST, at(2, 0.15, 0.15)), 0, conceded=True)
    assert lost is not None
    assert lost.kind == "well-lost"
    won = comment_on(game, 1, conceded=True)
    assert won == Comment("given-up", 1), "the other one"


def test_the_moment_is_after_the_play_but_before_the_way_back() -> None:
    game = at(2, 0.5, 0.5), at(6, 0.3, 0.1)
    cost, back = (comment_on(ended(winners, *game), 0) for winners in (LOST, WON))
    assert cost is not None
    assert back is not None
    assert (cost.ply, back.ply) == (13, 12)


def test_what_others_decided_changes_nothing() -> None:
    own = ended(LOST, at(2, 0.5, 0.35), at(4, 0.4, 0.2))
    theirs = at(3, 0.99, 0.1, seat=1, missed_win=True)
    assert comment_on(ended(LOST, *own.decisions, theirs), 0) == comment_on(own, 0)


@pytest.mark.parametrize(
    "game",
    [replace(ended(LOST, _SLIP), winners=None), replace(ended(LOST, _SLIP), done=0)],
    ids=["unfinished", "half judged"],
)
def test_nothing_is_said_too_early(game: Analysis) -> None:
    assert comment_on(game, 0) is None
