"""Word what is at stake in a rated game, as a line: the match at the left, ratings at the right."""

from __future__ import annotations

from typing import Final, NamedTuple

from cuttle_tui.i18n.rich_text import SILENCE, Part, Sentence, Span, say, tell
from cuttle_tui.i18n.translation import N_, tr
from cuttle_tui.ports import TableState
from cuttle_tui.wording.names import Names
from engine.table.stake import Stake, StakeSeat

_SUITS: Final = {
    "clubs": N_("Clubs {year}"),
    "diamonds": N_("Diamonds {year}"),
    "hearts": N_("Hearts {year}"),
    "spades": N_("Spades {year}"),
}


class StakeLine(NamedTuple):
    """A way to say what is at stake; the longest that fits is shown."""

    match: Sentence
    ratings: Sentence


def season_name(id: str) -> str:
    """Name a season by its id."""
    year, _, suit = id.partition("-")
    return tr(_SUITS[suit], year=year) if suit in _SUITS else id


def rating_text(rating: int, *, provisional: bool) -> str:
    """Write a rating; a provisional one with a question mark."""
    return f"{rating}?" if provisional else str(rating)


def stake_lines(state: TableState, names: Names) -> tuple[StakeLine, ...]:
    """Word what is at stake at a rated table, the fullest line first; none at other tables."""
    stake = state.stake
    if stake is None:
        return ()
    over = state.view is not None and state.view.outcome is not None
    full, short, least = _matches(stake, names, over=over and not state.called_off)
    both, mine, bare = (_ratings(stake, names, changes=seats) for seats in ("both", "mine", ""))
    return (
        StakeLine(full, both),
        StakeLine(short, both),
        StakeLine(short, mine),
        StakeLine(least, mine),
        StakeLine(least, bare),
    )


def awaits_ratings(stake: Stake) -> bool:
    """Return whether a game is over that counts, and what it did to the ratings is not known."""
    return stake.counts and any(
        not (seat.win or seat.loss) and seat.change is None for seat in stake.seats
    )


def stake_sentences(state: TableState, names: Names) -> list[Sentence]:
    """Word the same in whole sentences, for plain mode; the reader's rating first."""
    lines = stake_lines(state, names)
    if state.stake is None:
        return []
    order = sorted(range(len(state.stake.seats)), key=lambda seat: seat != names.seat)
    return [lines[0].match, *(_in_words(state.stake.seats[seat], names, seat) for seat in order)]


def _in_words(known: StakeSeat, names: Names, seat: int) -> Sentence:
    rating = rating_text(known.rating, provisional=known.provisional)
    if known.change is not None:
        told = N_("{who}: rating {rating}, {change} by this game")
        return tell(told, who=names.who(seat), rating=rating, change=_signed(known.change))
    if not (known.win or known.loss):
        return tell("{who}: rating {rating}", who=names.who(seat), rating=rating)
    return tell(
        "{who}: rating {rating}, {win} for a win, {loss} for a loss",
        who=names.who(seat),
        rating=rating,
        win=_signed(known.win),
        loss=_signed(known.loss),
    )


# the match ---------------------------------------------------------------------------------------


def _matches(stake: Stake, names: Names, *, over: bool) -> tuple[Sentence, Sentence, Sentence]:
    """Word the week's match: in full, in short, and with no names, for long ones."""
    if stake.why in _ELSEWHERE:
        full, short = _ELSEWHERE[stake.why]
        return tell(full), tell(short), tell(short)
    one, other = stake.score if names.seat != 1 else stake.score[::-1]
    parts: dict[str, Part] = {
        "season": season_name(stake.season),
        "week": stake.week,
        "weeks": stake.weeks,
        "match": _match(stake, names, over=over),
        "score": Span(f"{one}-{other}", "strong"),
    }
    told = _CASUAL if stake.why else _COUNTED if over else _COUNTS
    full, short, least = told if stake.seats else _OPEN
    return tell(full, **parts), tell(short, **parts), tell(least, **parts)


_ELSEWHERE: Final = {
    "no-season": (
        N_("no season is running: this game is casual"),
        N_("no season: a casual game"),
    ),
    "days": (
        N_("a correspondence game: rated, but in no weekly match"),
        N_("correspondence, rated"),
    ),
}
_OPEN: Final = (
    N_("{season}, week {week} of {weeks}: a rated match, first to two wins"),
    N_("week {week} of {weeks}: a rated match, first to two wins"),
    N_("week {week} of {weeks}: a rated match, first to two wins"),
)
_COUNTS: Final = (
    N_("{season}, counts for week {week} of {weeks}: {match}"),
    N_("week {week} of {weeks}, counts: {match}"),
    N_("week {week}/{weeks}, counts: {score}"),
)
_COUNTED: Final = (
    N_("{season}, counted for week {week} of {weeks}: {match}"),
    N_("week {week} of {weeks}, counted: {match}"),
    N_("week {week}/{weeks}, counted: {score}"),
)
_CASUAL: Final = (
    N_("{season}, week {week} of {weeks}: {match}, so this game is casual"),
    N_("week {week} of {weeks}, casual: {match}"),
    N_("week {week}/{weeks}, casual: {score}"),
)


def _match(stake: Stake, names: Names, *, over: bool) -> Sentence:
    """Word the score of the match."""
    one, other = stake.score
    if one == other:
        level = N_("the match stands at {score}") if one or over else N_("the match begins")
        return tell(level, score=Span(f"{one}-{other}", "strong"))
    ahead = 0 if one > other else 1
    score = Span(f"{max(one, other)}-{min(one, other)}", "strong")
    mine, theirs = _WON if stake.decided else _LEADS
    return names.by(ahead, mine, theirs, score=score)


_LEADS: Final = (N_("you lead {score}"), N_("{who} leads {score}"))
_WON: Final = (N_("you won the match {score}"), N_("{who} won the match {score}"))


# the ratings -------------------------------------------------------------------------------------


def _ratings(stake: Stake, names: Names, *, changes: str) -> Sentence:
    """Write both ratings.

    Args:
        stake: what is at stake.
        names: the players.
        changes: for whom to add what a win or a loss would do, or did: ``both``, ``mine`` or empty.
    """
    if not stake.seats:
        return SILENCE
    first = names.seat if names.seat is not None else 0
    parts = []
    for seat in (first, 1 - first):
        wanted = changes == "both" or (changes == "mine" and seat == first)
        change = _change(stake, seat) if wanted else SILENCE
        parts.append(_rating(names.who(seat), stake.seats[seat], change))
    return say(parts[0], "   ", parts[1])


def _rating(name: str, seat: StakeSeat, change: Sentence) -> Sentence:
    rating = Span(rating_text(seat.rating, provisional=seat.provisional), "strong")
    return say(name, " ", rating, *((" ", change) if change else ()))


def _change(stake: Stake, seat: int) -> Sentence:
    known = stake.seats[seat]
    if known.change is not None:
        return say(f"({_signed(known.change)})")
    if not (known.win or known.loss):
        return SILENCE
    return say(f"{_signed(known.win)} {_signed(known.loss)}")


def _signed(change: int) -> str:
    return f"{change:+d}" if change else "+0"
