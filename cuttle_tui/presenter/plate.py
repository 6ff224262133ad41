"""Present the plate at the end of a game, from its record and what the reader may know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cuttle_tui.drawing.faces import Face
from cuttle_tui.i18n.rich_text import SILENCE, Sentence, say
from cuttle_tui.ports import TableState
from cuttle_tui.presenter.digest import TableDigest
from cuttle_tui.presenter.table import present_table
from cuttle_tui.presenter.view_model import PlateModel, PlateSeat, TableModel
from cuttle_tui.table.ui import Mode, TableUi
from cuttle_tui.wording.names import Names, names_of
from cuttle_tui.wording.table import plate as wording
from cuttle_tui.wording.table.game_over import open_hands_line
from engine.record.replay import Replay
from engine.record.summary import Summary, summary_of
from engine.table.state import replayed_state


def present_plate(replay: Replay, state: TableState, names: Names, seat: int = 0) -> PlateModel:
    """Present the end of a game.

    Args:
        replay: the game, which has no secrets any more once it is over.
        state: the table at its end; a record alone has neither match nor rating.
        names: the players, as the reader calls them.
        seat: the seat at the bottom of the screen, drawn last.
    """
    summary, view = summary_of(replay), replay.view(replay.plies)
    count = len(view.seats)
    order = [(seat + step) % count for step in range(1, count + 1)]
    winners = () if view.outcome is None else view.outcome.winners
    return PlateModel(
        title=wording.title_line(view, names),
        how=wording.how_line(view, names, state),
        caption=wording.caption(replay.record),
        seats=tuple(_seat(summary, other, names, won=other in winners) for other in order),
        counts=wording.count_lines(summary),
        facts=wording.facts(replay, summary, names, state),
        turn=str(wording.TURN),
        won_with=wording.won_with_line(winners, names),
    )


def recorded_plate(replay: Replay) -> PlateModel:
    """Present the end of a recorded game, or its last moment, to somebody who did not play."""
    state = replayed_state(replay, replay.plies)
    below = len(state.sitters) - 1
    plate = present_plate(replay, state, names_of(state.sitters, None), below)
    return with_fields(plate, present_table(state, below, TableUi(mode=Mode.COVER)))


def with_fields(plate: PlateModel, table: TableModel) -> PlateModel:
    """Add the final fields to a plate, for windows that have room."""
    seats = zip(plate.seats, (*table.others, table.me), strict=True)
    return replace(
        plate,
        seats=tuple(
            replace(seat, points=field.points, royals=field.royals) for seat, field in seats
        ),
    )


def with_plate(table: TableModel, plate: PlateModel, talk: tuple[Sentence, ...] = ()) -> TableModel:
    """Put the plate over a finished table, with what was said since the end.

    The tray shows the cards of those who won; after a draw the reader's hand, or all that lies on
    the table. The line above it says which, unless there is news.
    """
    plate = replace(with_fields(plate, table), talk=talk)
    won = _fields(seat for seat in plate.seats if seat.won)
    label = plate.won_with if won else say(wording.YOUR_HAND if table.tray else wording.ALL_CARDS)
    prompt = table.prompt
    if prompt.why in (SILENCE, open_hands_line()):
        prompt = replace(prompt, why=label)
    tray = won or table.tray or _fields(plate.seats)
    return replace(table, plate=plate, tray=tray, prompt=prompt)


def said_at_end(digest: TableDigest, state: TableState) -> tuple[Sentence, ...]:
    """Return the lines of the chat since the game ended, the oldest first."""
    return tuple(
        line
        for place, line in enumerate(digest.lines)
        if place in digest.spoken and digest.places[place] >= len(state.log)
    )


def said_since(digest: TableDigest, state: TableState, before: TableState) -> tuple[Sentence, ...]:
    """Return the lines of the chat since the game ended that were not there before."""
    known = max((line.number for line in before.talk), default=0)
    new = sum(line.number > known for line in state.talk)
    return said_at_end(digest, state)[-new:] if new else ()


def _fields(seats: Iterable[PlateSeat]) -> tuple[Face, ...]:
    return tuple(face for seat in seats for face in (*seat.points, *seat.royals))


def _seat(summary: Summary, seat: int, names: Names, *, won: bool) -> PlateSeat:
    return PlateSeat(
        name=names.who(seat),
        won=won,
        total=wording.total_line(summary.score(seat), summary.goal(seat)),
        drew=wording.drew_text(summary.drawn[seat]),
        scores=tuple(scores[seat] for scores in summary.scores),
        goals=tuple(goals[seat] for goals in summary.goals),
    )
