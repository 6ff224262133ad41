"""The desk of a secretary in words: reports that wait, results of rated games."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.translation import (
    C_,
    N_,
    Message,
    Plural,
    Sentence,
    Span,
    counted,
    say,
    tell,
    tr,
    typed,
)
from cuttle_tui.kit.text_types import PanelBlock, Prompt
from cuttle_tui.ports.desk import RatedLine, ReportLine

TITLE: Final = N_("secretary's desk")
ROW: Final = (
    N_("secretary's desk"),
    N_("reports that wait, and results of games"),
    N_("reports and results"),
)
NO_DESK: Final = N_("Only secretaries of this server have a desk.")
REPORT_HEADS: Final = (
    C_("head of a column", "reported"),
    C_("head of a column", "by"),
    C_("head of a column", "what for"),
    C_("head of a column", "when"),
)
REPORT_COLUMNS: Final = (3, 21, 39)
RESULT_HEADS: Final = (
    C_("head of a column", "players"),
    C_("head of a column", "result"),
    C_("head of a column", "when"),
)
RESULT_COLUMNS: Final = (3, 39)
_WAITING: Final = Plural("{n} report waits", "{n} reports wait")
_RATED: Final = Plural("the last rated game", "the last {n} rated games")
NO_REPORTS: Final = N_("no report waits")
NO_RESULTS: Final = N_("no rated game has been played")
SETTLED: Final = N_("the report is settled")
CORRECTED: Final = N_("the result is corrected; matches and ratings follow")


def band(count: int, *, results: bool) -> tuple[Sentence, ...]:
    """Count what is listed."""
    told = counted(count, _RATED if results else _WAITING)
    if not count:
        told = tr(NO_RESULTS if results else NO_REPORTS)
    about = N_("what concerns you is left to others")
    return (say(Span(told, "strong")), tell(about))


def report_cells(line: ReportLine) -> tuple[str, ...]:
    """Write the cells of a report."""
    return (line.against, line.by, line.text, line.at)


def report_panel(line: ReportLine) -> tuple[PanelBlock, ...]:
    """Show the whole text of a report: what was written, and what the player said last."""
    parts = tuple(map(say, line.text.split("; ")))
    return (PanelBlock(tr("report against {name}", name=line.against), parts),)


def result_text(line: RatedLine) -> str:
    """Say how a game ended, and whether that is corrected."""
    told = tr("{name} won", name=line.winner) if line.winner else tr("stalemate")
    if line.void:
        told = tr("void")
    return tr("{result}, corrected", result=told) if line.corrected else told


def result_cells(line: RatedLine) -> tuple[str, ...]:
    """Write the cells of a rated game."""
    return (" - ".join(line.players), result_text(line), line.at)


def report_prompt(line: ReportLine | None, why: Sentence) -> Prompt:
    """Ask what becomes of a report."""
    if line is None:
        return Prompt("wait", tr("REPORTS"), say(NO_REPORTS), why=why)
    told = tell("Settle the report against {name}?", name=line.against)
    return Prompt("bar", tr("REPORTS"), told, why=why)


def result_prompt(line: RatedLine | None, why: Sentence) -> Prompt:
    """Ask what becomes of a result."""
    if line is None:
        return Prompt("wait", tr("RESULTS"), say(NO_RESULTS), why=why)
    told = tell("Correct the result of {players}?", players=" - ".join(line.players))
    return Prompt("bar", tr("RESULTS"), told, why=why)


def verdict_prompt(line: RatedLine) -> Prompt:
    """Ask who won a game."""
    one, other = line.players
    return Prompt("bar", tr("RESULTS"), tell("Who won: 1 {one}, 2 {other}?", one=one, other=other))


def reason_prompt(about: Message, text: str) -> Prompt:
    """Ask for a reason."""
    return Prompt("bar", tr("REASON"), tell(about, typed=typed(text)))


VERDICT: Final = N_("What was decided? {typed}")
REASON: Final = N_("Why is it corrected? {typed}")


def report_line(line: ReportLine) -> Sentence:
    """Tell a report in a sentence."""
    told = N_("report {number}, against {name}, by {other}, {at} UTC: {text}")
    return tell(
        told, number=line.number, name=line.against, other=line.by, at=line.at, text=line.text
    )


def result_line(line: RatedLine) -> Sentence:
    """Tell a rated game in a sentence."""
    return tell(
        "game {game}: {players}, {result}, {at} UTC",
        game=line.game,
        players=" - ".join(line.players),
        result=result_text(line),
        at=line.at,
    )
