"""Word the plate at the end of a game: who won and how, what was counted, the largest play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, Span, say, tell
from cuttle_tui.i18n.times import day_text
from cuttle_tui.i18n.translation import C_, N_, Plural, counted, tr
from cuttle_tui.ports import TableState
from cuttle_tui.wording.log.log_lines import last_play, line_of
from cuttle_tui.wording.names import Four, Names
from cuttle_tui.wording.table.game_over import TURNS, ending, games_won, lost_line
from cuttle_tui.wording.table.stake import stake_lines
from engine.play.events import PlayedPoints
from engine.play.view import View
from engine.record.record import Record
from engine.record.replay import Replay
from engine.record.summary import Summary

_BEAT: Final[Four] = (
    N_("you beat {others}"),
    N_("{who} beat {others}"),
    N_("{us} beat {others}"),
    N_("{all} beat {others}"),
)
_SCUTTLES: Final = Plural("{n} scuttle", "{n} scuttles")
_COUNTERS: Final = Plural("{n} counter", "{n} counters")
_DRAWN: Final = Plural("{n} card drawn", "{n} cards drawn")
_LEADS: Final = Plural("{n} lead change", "{n} lead changes")
_WORTH: Final = Plural("{n} point", "{n} points")
_LARGEST: Final = N_("largest play")
_LAST: Final = N_("last play")
_WON: Final = N_("games won")
_MATCH: Final = N_("match")
_RATING: Final = N_("rating")
TURN: Final = C_("under a graph", "turn")

_WON_WITH: Final[Four] = (
    N_("your points and royals"),
    N_("the points and royals of {who}"),
    N_("the points and royals of {us}"),
    N_("the points and royals of {all}"),
)
YOUR_HAND: Final = N_("your hand")
ALL_CARDS: Final = N_("all points and royals")

Fact = tuple[str, tuple[Sentence, ...]]
"""A label, and what it says; the longest first, of which the first that fits is shown."""


def title_line(view: View, names: Names) -> Sentence:
    """Say who beat whom."""
    everybody = range(len(view.seats))
    winners = () if view.outcome is None else view.outcome.winners
    if winners:
        others = names.several([seat for seat in everybody if seat not in winners])
        return names.together(winners, *_BEAT, others=others)
    told = N_("{players}: unfinished") if view.outcome is None else N_("{players}: a draw")
    return tell(told, players=names.several(everybody))


def won_with_line(winners: Sequence[int], names: Names) -> Sentence:
    """Name the cards that lie below the plate: those of the winners."""
    return names.together(winners, *_WON_WITH) if winners else SILENCE


def how_line(view: View, names: Names, state: TableState) -> Sentence:
    """Say how the game was won; a loss on time is not a concession."""
    if view.outcome is None:
        return SILENCE
    return say(lost_line(state, names) or ending(view, names))


def caption(record: Record) -> str:
    """Name the rules and the day of a game."""
    return f"{record.ruleset.name}, {day_text(record.started)}"


def total_line(score: int, goal: int) -> Sentence:
    """Say how many points a seat has, and its goal."""
    return tell("{score} of {goal}", score=Span(str(score), "strong"), goal=goal)


def drew_text(count: int) -> str:
    """Say how many cards a seat drew."""
    return tr("drew {n}", n=count) if count else tr("drew none")


def count_lines(summary: Summary) -> tuple[Sentence, ...]:
    """Count the turns, the cards drawn, the scuttles, the counters and the lead changes."""
    counts = (
        counted(summary.turns, TURNS),
        counted(sum(summary.drawn), _DRAWN),
        counted(summary.scuttles, _SCUTTLES),
        counted(summary.counters, _COUNTERS),
        counted(summary.lead_changes, _LEADS),
    )
    return tuple(map(_strong_number, counts))


def _strong_number(text: str) -> Sentence:
    number, blank, words = text.partition(" ")
    return say(Span(number, "strong"), blank, Span(words, "quiet"))


def facts(replay: Replay, summary: Summary, names: Names, state: TableState) -> tuple[Fact, ...]:
    """List the last play, the largest play, and the score of the match with the ratings."""
    return tuple(fact for fact in _facts(replay, summary, names, state) if any(fact[1]))


def _facts(replay: Replay, summary: Summary, names: Names, state: TableState) -> Iterator[Fact]:
    yield tr(_LAST), (last_play(state.log, names),)
    yield tr(_LARGEST), _largest_lines(replay, summary, names)
    stakes = stake_lines(state, names)
    if stakes:
        yield tr(_MATCH), tuple(stake.match for stake in stakes)
    elif state.view is not None and any(state.score):
        yield tr(_WON), (say(games_won(state.view, names, state.score)),)
    if stakes:
        yield tr(_RATING), tuple(stake.ratings for stake in stakes)


def _largest_lines(replay: Replay, summary: Summary, names: Names) -> tuple[Sentence, ...]:
    """Tell the largest play with its turn, and without."""
    largest = summary.largest
    if largest is None:
        return ()
    before = [event for ply in range(largest.ply) for event in replay.events(ply)]
    play = line_of(largest.event, names, before)
    if isinstance(largest.event, PlayedPoints):  # its line counts the points
        return (tell("{play}, turn {turn}", play=play, turn=largest.turn), play)
    points = counted(largest.points, _WORTH)
    return (
        tell("{play} ({points}, turn {turn})", play=play, points=points, turn=largest.turn),
        tell("{play} ({points})", play=play, points=points),
        play,
    )
