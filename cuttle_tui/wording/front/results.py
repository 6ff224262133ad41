"""Word finished games as rows: from the reader's own side if they played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len, set_cell_size

from cuttle_tui.i18n.rich_text import Sentence, Span, listing, plain, say, tell
from cuttle_tui.i18n.translation import C_, Plural, counted, tr
from cuttle_tui.ports import GameLine
from cuttle_tui.wording.names import brief_with_level, with_level
from engine.bots.names import called

HEADS: Final = (
    C_("head of a column", "date"),
    C_("head of a column", "result"),
    C_("head of a column", "against"),
    C_("head of a column", "score"),
    C_("head of a column", "turns"),
    C_("head of a column", "how"),
)
COLUMNS: Final = (3, 15, 34, 54, 63)
_WON: Final = Plural("{winners} won", "{winners} won")
_HOW: Final = {
    "goal": C_("how a game ended", "points"),
    "concede": C_("how a game ended", "conceded"),
    "passes": C_("how a game ended", "passes"),
    "agreed": C_("how a game ended", "agreed"),
    "suddenDeath": C_("how a game ended", "last turns"),
    "": "",
}
_TURNS: Final = Plural("{n} turn", "{n} turns")


class Result(NamedTuple):
    """A game that is over."""

    when: str
    """Day and time, as ``2026-11-21 08:15``."""
    players: tuple[str, ...]
    winners: tuple[int, ...] | None
    """Empty for a draw; None if the game was not finished."""
    scores: tuple[int, ...] = ()
    turns: int = 0
    """0 if unknown; so are the scores then."""
    why: str = ""
    """As in a record; empty if unknown."""
    readable: bool = True


def result_of(line: GameLine) -> Result:
    """Return the result of a game that a server lists."""
    return Result(line.ended, line.names, line.winners, line.scores, line.turns, line.why)


def own_results(games: Sequence[GameLine], me: str) -> tuple[Result, ...]:
    """Return the results of the reader's own games among those that a server lists."""
    return tuple(result_of(game) for game in games if me in game.names)


def seat_of(result: Result, me: str) -> int | None:
    """Return the reader's seat; None if they did not play."""
    return result.players.index(me) if result.players.count(me) == 1 else None


def rival_of(result: Result, me: str) -> str:
    """Return the other person in a game for two; empty if there was none."""
    seat = seat_of(result, me)
    if seat is None or len(result.players) != _DUEL:
        return ""
    other = result.players[1 - seat]
    return other if called(other) is None else ""


_DUEL: Final = 2


def result_cells(result: Result, me: str) -> tuple[str, ...]:
    """Write the cells of a game: date, result, opponents, score, turns, how it ended."""
    seat = seat_of(result, me)
    told = (seat,) if seat is not None else result.winners or ()
    others = (name for place, name in enumerate(result.players) if place not in told)
    who = ", ".join(map(brief_with_level, others))
    turns = str(result.turns) if result.turns else ""
    how = str(_HOW.get(result.why, ""))
    day = result.when.partition(" ")[0]
    return (day, _outcome(result, seat), who, _score(result, seat), turns, how)


def _outcome(result: Result, seat: int | None) -> str:
    if not result.readable:
        return tr("broken file")
    if result.winners is None:
        return tr("unfinished")
    if not result.winners:
        return tr("a draw")
    if seat is not None:
        return tr("you won") if seat in result.winners else tr("you lost")
    winners = ", ".join(brief_with_level(result.players[winner]) for winner in result.winners)
    return counted(len(result.winners), _WON, winners=winners)


def _score(result: Result, seat: int | None) -> str:
    """Write the scores, the reader's own first."""
    scores = list(result.scores)
    if seat is not None and scores:
        scores.insert(0, scores.pop(seat))
    return "-".join(map(str, scores))


def player_lines(result: Result) -> tuple[Sentence, ...]:
    """Write the players of a game, with their points if they are known, a line each."""
    names = [Span(with_level(name), "strong") for name in result.players]
    if not result.scores:
        return tuple(map(say, names))
    pairs = zip(names, result.scores, strict=True)
    return tuple(say(name, f": {points}") for name, points in pairs)


def result_table(results: Sequence[Result], me: str) -> tuple[Sentence, ...]:
    """Write games as lines of a narrow table: day, result and score, opponents."""
    told = [_told(result, me) for result in results]
    widest = max((cell_len(outcome) for outcome, _ in told), default=0)
    return tuple(
        say(
            f"{result.when[_MONTH]}  ", Span(set_cell_size(outcome, widest), "strong"), f"  {names}"
        )
        for result, (outcome, names) in zip(results, told, strict=True)
    )


_MONTH: Final = slice(5, 10)
"""Where month and day stand in a time such as ``2026-11-21 08:15``."""


def _told(result: Result, me: str) -> tuple[str, str]:
    """Return how a game ended, with the score, and the names of the reader's opponents."""
    seat = seat_of(result, me)
    others = [with_level(name) for place, name in enumerate(result.players) if place != seat]
    outcome = " ".join(filter(None, (_outcome(result, seat), _score(result, seat))))
    return outcome, plain(listing(others))


def result_line(result: Result, me: str) -> Sentence:
    """Say how a game of the reader's ended."""
    told, names = _told(result, me)
    outcome = Span(told, "strong")
    if not result.turns:
        return tell("{outcome} against {others}", outcome=outcome, others=names)
    turns = counted(result.turns, _TURNS)
    return tell("{outcome} against {others}, {turns}", outcome=outcome, others=names, turns=turns)
