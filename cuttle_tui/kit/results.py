"""Word how a game ended: every door that tells a result asks here, in the form it has room for.

A table, a record and a row of a list know the same facts, more or less of them: `GameResult` holds
what is known, and the functions below say it as a word, a headline, a reason or a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from cuttle_tui.i18n.translation import (
    C_,
    N_,
    Message,
    Plural,
    Sentence,
    Span,
    counted,
    listing,
    plain,
    say,
    tell,
    tr,
)
from cuttle_tui.kit.names import Four, Names, brief_with_level
from cuttle_tui.ports import Ending
from engine.play.view import View
from engine.record.match import MatchStanding
from engine.record.record import GivenUp
from engine.record.summary import FinalScore
from engine.table.state import TableState


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended, as far as it is known."""

    winners: tuple[int, ...] | None
    """The winning seats, empty for a draw; None if the game was not finished."""
    why: str = ""
    """As in a record, or ``off`` for a game that was called off; empty if unknown."""
    scores: tuple[int, ...] = ()
    """The points of each seat; empty if unknown."""
    goals: tuple[int, ...] = ()
    """The goal of each seat; empty if unknown."""
    given_up: GivenUp = ()
    """The seats that gave up, and how, as far as that is known."""
    match: MatchStanding | None = None
    """How its match stands after it, as far as that is known; None for a single game."""

    @property
    def match_goes_on(self) -> bool:
        """Whether it was a game of a match that is not decided."""
        return self.match is not None and not self.match.winners

    @property
    def decisive(self) -> tuple[int, ...]:
        """The seats that have won the match with it, or else the game; empty for a draw."""
        return (self.match.winners if self.match is not None else ()) or self.winners or ()

    @property
    def decided_by_points(self) -> bool:
        """Whether the points tell who won: nobody gave up, nor won by a lower goal."""
        if self.why not in ("goal", "") or not self.winners or not self.scores:
            return self.why in ("goal", "")
        others = [score for seat, score in enumerate(self.scores) if seat not in self.winners]
        return all(self.scores[self.winners[0]] > score for score in others)

    def losers(self, seats: int) -> list[int]:
        """Return the seats that have not won."""
        return [seat for seat in range(seats) if seat not in (self.winners or ())]

    def way_of(self, losers: Iterable[int]) -> str:
        """Return how some seats gave up; empty if that is not known, or not the same of all."""
        known = dict(self.given_up)
        ways: set[str] = {known.get(seat, "") for seat in losers}
        return ways.pop() if len(ways) == 1 else ""


def table_result(state: TableState) -> GameResult:
    """Return how the game of a table ended, or stands."""
    if state.called_off:
        return GameResult(None, "off", given_up=state.given_up)
    return view_result(state.view, state.given_up, state.match)


def view_result(
    view: View | None, given_up: GivenUp = (), match: MatchStanding | None = None
) -> GameResult:
    """Return how a game ended by its last view, and by what is known of those who gave up."""
    if view is None or view.outcome is None:
        return GameResult(None, given_up=given_up)
    scores = tuple(side.score for side in view.seats)
    goals = tuple(side.goal for side in view.seats)
    outcome = view.outcome
    return GameResult(outcome.winners, outcome.why, scores, goals, given_up, match)


def final_result(end: FinalScore, given_up: GivenUp) -> GameResult:
    """Return how a recorded game ended, by its last position and by what its head says."""
    if end.outcome is None:
        return GameResult(None, "", end.scores, end.goals)
    return GameResult(end.outcome.winners, end.outcome.why, end.scores, end.goals, given_up)


# one word, one line ------------------------------------------------------------------------------

_VICTORY: Final = C_("the end of a game", "VICTORY")
_DEFEAT: Final = C_("the end of a game", "DEFEAT")
_GAME_WON: Final = N_("GAME WON")
_GAME_LOST: Final = N_("GAME LOST")
"""In the middle of a match."""
_DRAW: Final = C_("a game", "DRAW")
_CALLED_OFF: Final = N_("CALLED OFF")


def verdict(result: GameResult, names: Names) -> str:
    """Say how a game ended for the reader; nothing to those who did not play."""
    if names.seat is None or result.winners is None:
        return ""
    if not result.decisive:
        return str(_DRAW)
    words = (_GAME_LOST, _GAME_WON) if result.match_goes_on else (_DEFEAT, _VICTORY)
    return str(words[names.seat in result.decisive])


def headline(result: GameResult, names: Names) -> str:
    """Say in capitals who won."""
    winners = result.decisive
    if result.winners is None:
        return tr(_CALLED_OFF)
    if not winners:
        return str(_DRAW)
    if names.seat in winners:
        us = tr("{us} WIN", us=plain(names.several(winners)).upper())
        return us if len(winners) > 1 and len(us) <= _HEADLINE else tr("YOU WIN")
    if len(winners) == 1:
        return tr("{who} WINS", who=names.loud(winners[0]))
    return tr("{all} WIN", all=plain(names.several(winners)).upper())


_HEADLINE: Final = 30
"""Maximum width of a headline, which leaves room for the reason beside it."""


def title(result: GameResult, names: Names) -> Sentence:
    """Say who beat whom."""
    everybody = range(len(names.names))
    if result.winners:
        others = names.several(result.losers(len(names.names)))
        return names.together(result.winners, *_BEAT, others=others)
    told = N_("{players}: unfinished") if result.winners is None else N_("{players}: a draw")
    return tell(told, players=names.several(everybody))


_BEAT: Final[Four] = (
    N_("you beat {others}"),
    N_("{who} beat {others}"),
    N_("{us} beat {others}"),
    N_("{all} beat {others}"),
)


# of a table that is listed, or was left ----------------------------------------------------------

_ENDINGS: Final[dict[Ending, Message]] = {
    "": N_("over"),
    "won": N_("you won"),
    "lost": N_("you lost"),
    "drawn": N_("a draw"),
    "time": N_("lost on time"),
    "off": N_("called off"),
}
_WHILE_AWAY: Final[dict[Ending, Message]] = {
    "won": N_("you won your game at {table} while you were away"),
    "lost": N_("you lost your game at {table} while you were away"),
    "drawn": N_("your game at {table} ended in a draw while you were away"),
    "time": N_("you ran out of time at {table} while you were away"),
    "off": N_("your game at {table} was called off: it has no result"),
}


_OVER_AT: Final[dict[Ending, Message]] = {
    "": N_("your game at {table} is over"),
    "won": N_("you won your game at {table}"),
    "lost": N_("you lost your game at {table}"),
    "drawn": N_("your game at {table} ended in a draw"),
    "time": N_("you ran out of time at {table}, and lost the game"),
    "off": N_("your game at {table} was called off: it has no result"),
}


def ending_text(ending: Ending) -> str:
    """Say in a word or two how a game ended for the reader."""
    return tr(_ENDINGS[ending])


def ended_while_away(ending: Ending, table: str) -> str:
    """Say how a game ended for the reader, who was away."""
    return tr(_WHILE_AWAY[ending], table=table)


def over_at(ending: Ending, table: str) -> str:
    """Say how a game ended for the reader, who looks elsewhere."""
    return tr(_OVER_AT[ending], table=table)


# why ---------------------------------------------------------------------------------------------

_WHY: Final[dict[str, Message]] = {
    "passes": N_("Everybody passed"),
    "agreed": N_("By agreement"),
    "suddenDeath": N_("The last turns are over"),
    "off": N_("The game ended without a result"),
}
_REACHED: Final = Plural("{n} point; the goal was {goal}", "{n} points; the goal was {goal}")
_GOAL: Final = N_("Goal reached")
_GAVE_UP: Final[dict[str, Four]] = {
    "conceded": (
        N_("You conceded"),
        N_("{who} conceded"),
        N_("{us} conceded"),
        N_("{all} conceded"),
    ),
    "left": (N_("You left"), N_("{who} left"), N_("{us} left"), N_("{all} left")),
    "time": (
        N_("You ran out of time"),
        N_("{who} ran out of time"),
        N_("{us} ran out of time"),
        N_("{all} ran out of time"),
    ),
    "absent": (
        N_("You were away too long"),
        N_("{who} was away too long"),
        N_("{us} were away too long"),
        N_("{all} were away too long"),
    ),
    "": (N_("You forfeited"), N_("{who} forfeited"), N_("{us} gave up"), N_("{all} gave up")),
}
"""By the way of giving up; the last where it is not known, or not the same of all."""
_OPPONENTS: Final[dict[str, Message]] = {
    "conceded": N_("Your opponents conceded"),
    "left": N_("Your opponents left"),
    "time": N_("Your opponents ran out of time"),
    "absent": N_("Your opponents were away too long"),
    "": N_("Your opponents gave up"),
}


def reason(result: GameResult, names: Names) -> str:
    """Explain why a game ended, as a line of its own; empty if that is not known."""
    if result.why == "goal":
        # count the points of the winner who is farthest beyond the goal
        if not (result.winners and result.scores and result.goals):
            return str(_GOAL)
        over = {seat: result.scores[seat] - result.goals[seat] for seat in result.winners}
        best = max(result.winners, key=lambda seat: over[seat])
        return counted(result.scores[best], _REACHED, goal=max(result.goals[best], 0))
    if result.why == "concede":
        losers = result.losers(len(names.names))
        how = result.way_of(losers)
        if len(losers) > 1 and names.seat in (result.winners or ()):
            return str(_OPPONENTS[how])
        return names.begun(plain(names.together(losers, *_GAVE_UP[how])))
    return str(_WHY[result.why]) if result.why in _WHY else ""


def outcome(result: GameResult, names: Names) -> Sentence:
    """Say who won."""
    if result.winners is None:
        return tell("unfinished")
    return names.together(result.winners, *_WON) if result.winners else tell("a draw")


def sentence(result: GameResult, names: Names) -> Sentence:
    """Say who won and why, inside another line: ``ana won: bob left``."""
    why = names.inside(reason(result, names))
    if not why:
        return outcome(result, names)
    if result.winners is None:
        return say(why)
    if not result.winners:
        return tell("a draw: {reason}", reason=why)
    return names.together(result.winners, *_WON_SO, reason=why)


def sentence_with_match(result: GameResult, names: Names) -> Sentence:
    """Say the same, and how the match stands after it."""
    told = sentence(result, names)
    if result.match is None:
        return told
    return tell("{game}; {match}", game=told, match=match_line(result.match, names))


_WON: Final[Four] = (N_("you won"), N_("{who} won"), N_("{us} won"), N_("{all} won"))
_WON_SO: Final[Four] = (
    N_("you won: {reason}"),
    N_("{who} won: {reason}"),
    N_("{us} won: {reason}"),
    N_("{all} won: {reason}"),
)


# the match ---------------------------------------------------------------------------------------


def match_score(match: MatchStanding, seat: int | None) -> str:
    """Write the games that each side of a match has won, that of a seat first: ``1-0``."""
    return "-".join(str(won) for _, won in match.by_side(seat or 0))


def match_line(match: MatchStanding, names: Names) -> Sentence:
    """Say how a match stands, or who won it; the score of the side that is named comes first."""
    sides = match.by_side(names.seat or 0)
    most = max(won for _, won in sides)
    ahead = [seats for seats, won in sides if won == most]
    if not match.winners and len(ahead) > 1:
        return tell("the match stands at {score}", score=_strong_score(match, names.seat))
    seats = sorted(match.winners) or ahead[0]
    told = _WON_MATCH if match.winners else _LEAD_MATCH
    return names.together(seats, *told, score=_strong_score(match, seats[0]))


def _strong_score(match: MatchStanding, seat: int | None) -> Span:
    return Span(match_score(match, seat), "strong")


_LEAD_MATCH: Final[Four] = (
    N_("you lead the match {score}"),
    N_("{who} leads the match {score}"),
    N_("{us} lead the match {score}"),
    N_("{all} lead the match {score}"),
)
_WON_MATCH: Final[Four] = (
    N_("you won the match {score}"),
    N_("{who} won the match {score}"),
    N_("{us} won the match {score}"),
    N_("{all} won the match {score}"),
)


# in lists ----------------------------------------------------------------------------------------

_SHORT: Final[dict[str, Message]] = {
    "goal": C_("how a game ended", "points"),
    "passes": C_("how a game ended", "passes"),
    "agreed": C_("how a game ended", "agreed"),
    "suddenDeath": C_("how a game ended", "last turns"),
    "off": C_("how a game ended", "called off"),
}
_SHORT_WAYS: Final[dict[str, Message]] = {
    "conceded": C_("how a game ended", "conceded"),
    "left": C_("how a game ended", "left"),
    "time": C_("how a game ended", "on time"),
    "absent": C_("how a game ended", "away"),
    "": C_("how a game ended", "forfeit"),
}
_WINNERS: Final = Plural("{winners} won", "{winners} won")


def short_reason(result: GameResult, players: int) -> str:
    """Say why a game ended in a word or two; nothing if that is not known."""
    if result.why == "concede":
        return str(_SHORT_WAYS[result.way_of(result.losers(players))])
    return str(_SHORT[result.why]) if result.why in _SHORT else ""


def outcome_text(result: GameResult, players: Sequence[str], seat: int | None) -> str:
    """Say in a few words who won: from the side of a seat, or by the recorded names."""
    if result.winners is None:
        return tr("unfinished")
    if not result.winners:
        return tr("a draw")
    if seat is not None:
        return tr("you won") if seat in result.winners else tr("you lost")
    winners = listing([brief_with_level(players[winner]) for winner in result.winners])
    return counted(len(result.winners), _WINNERS, winners=plain(winners))


def outcome_in_match(result: GameResult, players: Sequence[str], seat: int | None) -> str:
    """Say the same with the score of the match, or at its end who won that."""
    told, match = outcome_text(result, players, seat), result.match
    if match is None:
        return told
    first = seat if seat is not None else next(iter(result.decisive), None)
    score = match_score(match, first)
    if not match.winners or seat is None:
        return tr("{outcome}, match {score}", outcome=told, score=score)
    return tr(_MATCH_ENDED[seat in match.winners], score=score)


_MATCH_ENDED: Final = (N_("match lost, {score}"), N_("match won, {score}"))


def score_text(result: GameResult, seat: int | None) -> str:
    """Write the points, those of a seat first; nothing if they do not tell who won."""
    scores = list(result.scores) if result.decided_by_points else []
    if seat is not None and scores:
        scores.insert(0, scores.pop(seat))
    return "-".join(map(str, scores))


def score_cell(result: GameResult, seat: int | None) -> str:
    """Write the same in a list; with goals, where fewer points have won: ``15/14-19/21``."""
    if result.why != "goal" or result.decided_by_points:
        return score_text(result, seat)
    told = [f"{score}/{goal}" for score, goal in zip(result.scores, result.goals, strict=False)]
    if seat is not None and told:
        told.insert(0, told.pop(seat))
    return "-".join(told)


def points_texts(result: GameResult) -> list[str]:
    """Write the points of each seat, with its goal where goals differ: fewer may win then."""
    if len(set(result.goals)) < _SEVERAL:
        return [str(score) for score in result.scores]
    pairs = zip(result.scores, result.goals, strict=True)
    return [tr("{score} of {goal}", score=score, goal=goal) for score, goal in pairs]


_SEVERAL: Final = 2


def story(result: GameResult, names: Names) -> Sentence:
    """Say who beat whom, or to whom the reader lost, and how unless it was by points."""
    told = title(result, names)
    if result.winners and names.seat is not None and names.seat not in result.winners:
        told = tell("you lost to {others}", others=names.several(result.winners))
    why = "" if result.why == "goal" else names.inside(reason(result, names))
    if not why:
        return told
    if not result.winners:
        return tell("{result}, {how}", result=told, how=why)
    return tell("{result}: {how}", result=told, how=why)
