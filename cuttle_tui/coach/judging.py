"""Judge the decisions of a finished game one after another, and none of them twice."""

from __future__ import annotations

import asyncio
from typing import Final

from cuttle_tui.ports.chair import Analyst
from engine.bots.levels import called
from engine.coach.analysis import Analysis, AnalysisBook, Comment, comment_on, decision_view, judged
from engine.record.record import Record
from engine.record.summary import Replay

PATIENCE: Final = 60.0
"""Seconds after which nobody waits for a comment any more."""


async def judge_next(
    analyst: Analyst, book: AnalysisBook, replay: Replay, analysis: Analysis
) -> Analysis:
    """Judge the next decision of an analysis, unless that was done before, and keep the result.

    Raises:
        LobbyError: ``no-coach``: what assesses has failed.
    """
    ply = analysis.plies[analysis.done]
    decision = book.known(replay, ply)
    if decision is None:
        assessment = await analyst.assess(decision_view(replay, ply))
        decision = judged(replay, ply, assessment)
    analysis = analysis.further(decision)
    book.keep(replay, analysis)
    return analysis


async def commented(
    analyst: Analyst, book: AnalysisBook, replay: Replay, seat: int
) -> Comment | None:
    """Judge the decisions of a seat, and return what decided the game for it.

    Raises:
        LobbyError: ``no-coach``: what assesses has failed.
        TimeoutError: it took too long; what is known is kept.
    """
    async with asyncio.timeout(PATIENCE):
        analysis = book.of(replay, seat)
        while not analysis.complete:
            analysis = await judge_next(analyst, book, replay, analysis)
    return comment_in(replay, analysis, seat)


def comment_in(replay: Replay, analysis: Analysis, seat: int) -> Comment | None:
    """Return what an analysis says of a seat; None until it has come to its end."""
    outcome = replay.view(replay.plies).outcome
    conceded = outcome is not None and outcome.why == "concede"
    return comment_on(analysis, seat, conceded=conceded)


def seat_among_computers(record: Record) -> int | None:
    """Return the seat of the only person in a recorded game; None if there were others, or none."""
    people = [seat for seat, name in enumerate(record.players) if called(name) is None]
    return people[0] if len(people) == 1 else None
