"""The plate at the end of a game: what it says, from its record and what the reader may know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from cuttle_tui.drawing.faces import Face
from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Plural,
    Sentence,
    Span,
    card_span,
    counted,
    day_text,
    listing,
    plain,
    say,
    tell,
    tr,
)
from cuttle_tui.kit.board import BoardModel, BoardSeat
from cuttle_tui.kit.names import CARDS, Four, Names, names_of
from cuttle_tui.kit.results import match_line, reason, title, verdict, view_result
from cuttle_tui.kit.text_types import AS_ELSEWHERE, CardsBeside
from cuttle_tui.ports import TableState
from cuttle_tui.rules.book import rules_in_words
from cuttle_tui.table.commands import FIELDS
from cuttle_tui.table.digest import TableDigest
from cuttle_tui.table.log_lines import last_play, line_of
from cuttle_tui.table.log_texts import HAND
from cuttle_tui.table.presenter import present_table
from cuttle_tui.table.situation import Mode, TableUi
from cuttle_tui.table.small_board import bare
from cuttle_tui.table.view_model import PlateModel, PlateSeat, TableModel
from cuttle_tui.table.words.game_over import (
    TURNS,
    games_won,
    open_hands_line,
    stake_lines,
    with_copying,
)
from cuttle_tui.worn import back_of
from engine.play.events import PlayedPoints
from engine.play.view import View
from engine.record.match import MatchStanding
from engine.record.record import Record
from engine.record.summary import Replay, Summary, summary_of
from engine.table.state import replayed_state

TURN: Final = C_("under a graph", "turn")

_WON_WITH: Final[Four] = (
    N_("your points and royals"),
    N_("the points and royals of {who}"),
    N_("the points and royals of {us}"),
    N_("the points and royals of {all}"),
)
YOUR_HAND: Final = N_("your hand")
ALL_CARDS: Final = N_("all points and royals")

_TALLY: Final = N_("games won")

Fact = tuple[str, tuple[Sentence, ...]]
"""A label and its forms, the longest first: the first that fits is shown."""


def without_keys(model: TableModel) -> TableModel:
    """Return a finished table whose keys do not work yet: none of them is offered."""
    soon = (tell("look first: the keys come in a moment"),)
    prompt = replace(
        model.prompt, options=soon, shorter=(), shortest=(), named=(), upright=AS_ELSEWHERE
    )
    return replace(model, prompt=prompt)


def won_with_line(winners: Sequence[int], names: Names) -> Sentence:
    """Name the cards that lie below the plate: those of the winners."""
    return names.together(winners, *_WON_WITH) if winners else SILENCE


def _lost_with(view: View, winners: Sequence[int], names: Names) -> Sentence:
    """Name what lies beside those: the cards of the others, or the hand of one who has none."""
    others = [seat for seat in range(len(view.seats)) if seat not in winners]
    lying = [seat for seat in others if view.seats[seat].points or view.seats[seat].royals]
    if len(others) == 1 and not lying:
        return names.by(others[0], *HAND)
    return won_with_line(lying, names)


def caption(record: Record) -> str:
    """Name the rules and the day of a game."""
    return f"{rules_in_words(record.ruleset.name)}, {day_text(record.started)}"


def total_line(score: int, goal: int) -> Sentence:
    """Say how many points a seat has, and its goal."""
    return tell("{score} of {goal}", score=Span(str(score), "strong"), goal=goal)


def drew_text(count: int) -> str:
    """Say how many cards a seat drew."""
    return counted(count, Plural("drew {n}", "drew {n}")) if count else tr("drew none")


def did_texts(summary: Summary, seat: int) -> tuple[str, ...]:
    """Say how many cards a seat drew, and how often it scuttled and countered, if it did."""
    others = ((summary.scuttled[seat], _SCUTTLES), (summary.countered[seat], _COUNTERS))
    told = (counted(count, plural) for count, plural in others if count)
    return (drew_text(summary.drawn[seat]), *told)


_SCUTTLES: Final = Plural("{n} scuttle", "{n} scuttles")
_COUNTERS: Final = Plural("{n} counter", "{n} counters")


def count_lines(summary: Summary) -> tuple[Sentence, ...]:
    """Count turns, cards drawn, scuttles, counters and lead changes: what is zero is left out.

    Where all are, the turns are told.
    """
    counts = (
        (summary.turns, TURNS),
        (sum(summary.drawn), Plural("{n} card drawn", "{n} cards drawn")),
        (sum(summary.scuttled), _SCUTTLES),
        (sum(summary.countered), _COUNTERS),
        (summary.lead_changes, Plural("{n} lead change", "{n} lead changes")),
    )
    some = [count for count in counts if count[0]] or counts[:1]
    return tuple(_strong_number(counted(*count)) for count in some)


def _strong_number(text: str) -> Sentence:
    number, blank, words = text.partition(" ")
    return say(Span(number, "strong"), blank, Span(words, "quiet"))


def facts(replay: Replay, summary: Summary, names: Names, state: TableState) -> tuple[Fact, ...]:
    """List the last play, the score of the match with the ratings, and the largest play."""
    return tuple(fact for fact in _facts(replay, summary, names, state) if any(fact[1]))


def _facts(replay: Replay, summary: Summary, names: Names, state: TableState) -> Iterator[Fact]:
    yield tr("last play"), (last_play(state.log, names),)
    match = state.match or replay.record.match
    yield from _stakes(state, names, match)
    alone = state.stake is None and match is None and not state.day
    if alone and state.view is not None and any(state.score):
        yield tr(_TALLY), (say(games_won(state.view, names, state.score)),)
    yield tr("largest play"), _largest_lines(replay, summary, names)


def _stakes(state: TableState, names: Names, match: MatchStanding | None) -> Iterator[Fact]:
    """Tell how the match stands, and the ratings of a rated game if they are known."""
    stakes = stake_lines(state, names)
    matches, ratings = ([stake[part] for stake in stakes] for part in (0, 1))
    if match is not None and not stakes:
        matches = [match_line(match, names)]
    told = ((tr("match"), tuple(matches)), (tr("rating"), tuple(ratings)))
    return (fact for fact in told if any(fact[1]))


def _largest_lines(replay: Replay, summary: Summary, names: Names) -> tuple[Sentence, ...]:
    """Tell the largest play with its turn, and without; briefly whose it was and with what."""
    largest = summary.largest
    if largest is None:
        return ()
    before = [event for ply in range(largest.ply) for event in replay.events(ply)]
    play = line_of(largest.event, names, before)
    points = counted(largest.points, Plural("{n} point", "{n} points"))
    who, card = names.who(largest.event.seat), card_span(largest.event.card)
    brief = tell("{who}: {card}, {points}", who=who, card=card, points=points)
    if isinstance(largest.event, PlayedPoints):  # its line counts the points
        return (tell("{play}, turn {turn}", play=play, turn=largest.turn), play, brief)
    return (
        tell("{play} ({points}, turn {turn})", play=play, points=points, turn=largest.turn),
        tell("{play} ({points})", play=play, points=points),
        play,
        brief,
    )


def present_plate(replay: Replay, state: TableState, names: Names, seat: int = 0) -> PlateModel:
    """Present the end of a game, whose cards are no secret any more.

    The state that a record alone gives has no rating. The `seat` is drawn last.
    """
    summary, view = summary_of(replay), replay.view(replay.plies)
    count = len(view.seats)
    order = [(seat + step) % count for step in range(1, count + 1)]
    match = state.match or replay.record.match
    result = view_result(view, state.given_up, match)
    winners = result.winners or ()
    drawn = result.winners == () and names.seat is not None
    return PlateModel(
        title=names.several(range(count)) if drawn else title(result, names),
        how=say(reason(result, names)),
        caption=caption(replay.record),
        seats=tuple(
            replace(
                _seat(summary, other, names, won=other in winners),
                back=back_of(state.sitters[other]),
            )
            for other in order
        ),
        counts=count_lines(summary),
        facts=facts(replay, summary, names, state),
        turn=str(TURN),
        tally=tr(_TALLY),
        won_with=won_with_line(winners, names),
        lost_with=_lost_with(view, winners, names),
        verdict=verdict(result, names),
        stakes=len([*_stakes(state, names, match)]),
        lost=bool(result.decisive) and names.seat not in result.decisive,
        deal=bool(state.day),
    )


def recorded_plate(replay: Replay) -> PlateModel:
    """Present the end of a recorded game, or its last moment, to somebody who did not play."""
    state = replayed_state(replay, replay.plies)
    below, names = len(state.sitters) - 1, names_of(state.sitters, None)
    plate = present_plate(replay, state, names, below)
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

    The cards that won lie in the tray, so that the plate shows no fields.

    The tray shows the cards of those who won, and beside them those of the others; after a draw
    the reader's hand, and all that lies on the table. A line says which: above them, or unless
    there is news above that of the prompt. The column of the log shows the hands.
    """
    fields = with_fields(plate, table).seats
    plate = replace(plate, talk=talk)
    won = _fields(seat for seat in fields if seat.won)
    label = plate.won_with if won else say(YOUR_HAND if table.tray else ALL_CARDS)
    news = SILENCE if table.prompt.why == open_hands_line() else table.prompt.why
    tray = won or table.tray or _fields(fields)
    lost = [place for place, seat in enumerate(fields) if not seat.won]
    beside = _fields(fields[place] for place in lost) if won or table.tray else ()
    hands = [*(tuple(map(Face, seat.known)) for seat in table.others), table.tray]
    if won and len(lost) == 1:
        beside = beside or hands[lost[0]]
    others = listing([fields[place].name for place in lost])
    named = CardsBeside(plate.lost_with if won else say(ALL_CARDS), len(beside), len(tray), others)
    seats = tuple(
        BoardSeat(seat.name, counted(len(hand), CARDS), False, bare(hand), ())
        for seat, hand in zip(fields, hands, strict=True)
        if hand
    )
    title = say(Span(plain(open_hands_line()), "strong"))
    board = BoardModel(FIELDS.key, (title,), seats, "", ()) if seats else None
    upright = table.prompt.upright._replace(told_above=bool(plate.verdict))
    prompt = replace(
        table.prompt, why=news, cards=label, beside=named if beside else None, upright=upright
    )
    return replace(
        table,
        plate=plate,
        tray=tray,
        beside=beside,
        prompt=with_copying(prompt, deal=plate.deal),
        log=replace(table.log, board=board),
    )


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
    """Return the cards of some seats; those of several wear the name of their owner."""
    lying = [seat for seat in seats if seat.points or seat.royals]
    shared = len(lying) > 1
    return tuple(
        replace(face, ribbon=seat.name) if shared else face
        for seat in lying
        for face in (*seat.points, *seat.royals)
    )


def _seat(summary: Summary, seat: int, names: Names, *, won: bool) -> PlateSeat:
    return PlateSeat(
        name=names.who(seat),
        won=won,
        total=total_line(summary.score(seat), summary.goal(seat)),
        did=did_texts(summary, seat),
        scores=tuple(scores[seat] for scores in summary.scores),
        goals=tuple(goals[seat] for goals in summary.goals),
    )
