"""The end of a game and what was at stake, the match score, and playing again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal, NamedTuple

from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Message,
    Part,
    Plural,
    Sentence,
    Span,
    counted,
    plain,
    say,
    tell,
    tr,
)
from cuttle_tui.kit.names import Four, Names, names_of
from cuttle_tui.kit.results import headline, match_line, outcome, reason, table_result, view_result
from cuttle_tui.kit.text_types import Fill, Prompt, Upright, option
from cuttle_tui.kit.words import short, tail
from cuttle_tui.ports import TableState
from cuttle_tui.table import commands
from cuttle_tui.table.log_lines import last_play
from engine.play.view import View
from engine.record.summary import turns_played
from engine.table.state import Stake, StakeSeat

Again = Literal["match", "game", "rematch"]
"""What can be played after a game."""

AGAIN: Final[dict[Again, Message]] = {
    "match": N_("new match"),
    "game": N_("next game"),
    "rematch": N_("rematch"),
}
_ASKED: Final = (N_("{again}: waiting for your opponent"), N_("{again}: waiting for the others"))
"""For a player who asked to play again; the second if more than two play."""
_WANTED: Final[Four] = (
    N_("you want {again}"),
    N_("{who} wants {again}"),
    N_("{us} want {again}"),
    N_("{all} want {again}"),
)
_WANTS: Final[dict[Again, Message]] = {
    "match": C_("what somebody wants", "a new match"),
    "game": C_("what somebody wants", "the next game"),
    "rematch": C_("what somebody wants", "a rematch"),
}
LEFT: Final[Four] = (
    N_("you left: no further games at this table"),
    N_("{who} left: no further games at this table"),
    N_("{us} left: no further games at this table"),
    N_("{all} left: no further games at this table"),
)
AWAY: Final[Four] = (
    N_("you are away: your seat is held"),
    N_("{who} is away: the seat is held for another game"),
    N_("{us} are away: your seats are held"),
    N_("{all} are away: their seats are held for another game"),
)
WIN_IN: Final[Four] = (
    N_("you win in {turns}"),
    N_("{who} wins in {turns}"),
    N_("{us} win in {turns}"),
    N_("{all} win in {turns}"),
)
TURNS: Final = Plural("{n} turn", "{n} turns")


def over_prompt(view: View, names: Names, state: TableState) -> Prompt:
    """Word the end of a game, and what may come after it."""
    if state.called_off:
        return _called_off(names, state)
    head, again = headline(table_result(state), names), _again(view, state)
    anew = _rematch(names, state, AGAIN[again])
    options = (*anew, *_rest(names))
    few = (option(commands.WATCH_AGAIN, N_("watch it")), option(commands.ANALYSE, N_("analyse it")))
    if names.seat in state.ready and not _gone(state):
        asked = tell(_ASKED[len(view.seats) > 2], again=str(AGAIN[again]).capitalize())
        away = _absent(names, state)
        return Prompt("wait", head, asked, options[1:], away, upright=Upright(few))
    assert view.outcome is not None
    won = names.seat in view.outcome.winners
    lost = names.seat is not None and bool(view.outcome.winners) and not won
    fill: Fill = "alarm" if lost else "wait" if names.seat is None else "bar"
    sentence = _why(state, names)
    upright = Upright((*anew, *few), calm=not won, banner=won)
    news, spare = _reason(view, names, state, again), open_hands_line()
    shorter = tuple(map(_shorter, options))
    wanted = commands.AGAIN.key if anew else ""
    return Prompt(
        *(fill, head, sentence, options, news, shorter),
        spare=spare,
        upright=upright,
        offered=wanted,
    )


def _why(state: TableState, names: Names) -> Sentence:
    """Say how the game ended, and how its match stands; a rated one stands in a line of its own."""
    result = table_result(state)
    why = reason(result, names)
    if state.match is None or (state.stake is not None and not state.match_winners):
        return say(why)
    match = match_line(state.match, names)
    left = result.decisive != result.winners and bool(state.match_winners)
    return match if left else tell("{why}; {match}", why=why, match=match)


def with_copying(prompt: Prompt, *, deal: bool = False) -> Prompt:
    """Offer to copy the result, before the log if that is offered; in a narrow row in fewer words.

    After the deal of a day that is the line to share, and the table of the day is offered as well.
    Another question that is asked over the end, such as whether to save it, stays as it is.
    """
    if not any(key.text == commands.LOG.key for key, *_ in prompt.options):
        return prompt
    *first, log, leave = prompt.options
    if deal:
        line = option(commands.RESULT_OF_DEAL, N_("copy your line"))
        table = option(commands.SEE_DEAL, N_("the day's table"))
        options, shorter = (*first, line, table, log, leave), (line, table, *first[:1], leave)
        upright = prompt.upright._replace(options=(line, table, *first[:1]))
        return replace(prompt, options=options, shorter=shorter, upright=upright)
    options = (*first, option(commands.RESULT, N_("copy the result")), log, leave)
    return replace(prompt, options=options, shorter=tuple(map(_shorter, options)))


_SHORTER: Final = {
    commands.WATCH_AGAIN.key: C_("a button", "watch again"),
    commands.ANALYSE.key: C_("a button", "analyse"),
    commands.RESULT.key: C_("a button", "copy result"),
    commands.LEAVE.key: C_("a button", "leave"),
}


def _shorter(line: Sentence) -> Sentence:
    key = line[0]
    return say(key, " ", str(_SHORTER[key.text])) if key.text in _SHORTER else line


def save_prompt(view: View, names: Names, folder: str) -> Prompt:
    """Ask whether to write the picture of a finished game into a folder."""
    return Prompt(
        "bar",
        headline(view_result(view), names),
        tell("Save this page as a picture and as text?"),
        (option(commands.SAVE, N_("save")), option(commands.DO_NOT_SAVE, N_("write nothing"))),
        tell("two new files in {folder}", folder=Span(tail(short(folder), _FOLDER), "strong")),
    )


_FOLDER: Final = 54
"""Maximum width of the name of a folder, in the smallest window."""


def _again(view: View, state: TableState) -> Again:
    if state.match_winners:
        return "match"
    return "rematch" if view.ruleset.match == "single" else "game"


def _reason(view: View, names: Names, state: TableState, again: Again) -> Sentence:
    if left := _gone(state):
        return names.together(left, *LEFT)
    if away := _absent(names, state):
        return away
    if state.ready:
        return names.together(state.ready, *_WANTED, again=str(_WANTS[again]))
    return open_hands_line()


def open_hands_line() -> Sentence:
    """Say that the hands on the table are open."""
    return tell("all hands are now open")


def wanted_line(state: TableState, names: Names) -> Sentence:
    """Say who else wants to play again; silence if nobody does, or somebody has left."""
    others = [seat for seat in state.ready if seat != names.seat and state.sitters[seat].present]
    if state.view is None or not others or _gone(state):
        return SILENCE
    again = "rematch" if state.called_off else _again(state.view, state)
    return names.together(others, *_WANTED, again=str(_WANTS[again]))


def _gone(state: TableState) -> list[int]:
    return [seat for seat, sitter in enumerate(state.sitters) if sitter.kind == "nobody"]


def _absent(names: Names, state: TableState) -> Sentence:
    """Name those who lost their connection, and may come back for another game."""
    people = ((seat, each) for seat, each in enumerate(state.sitters) if each.kind == "person")
    away = [seat for seat, sitter in people if not sitter.present]
    return names.together(away, *AWAY) if away else SILENCE


def _rematch(names: Names, state: TableState, again: Message) -> tuple[Sentence, ...]:
    """Offer another game, unless nobody would come, or it was the one try of a day."""
    none = names.seat is None or _gone(state) or state.day
    return () if none else (option(commands.AGAIN, again),)


def _rest(names: Names, *, watch: bool = True) -> tuple[Sentence, ...]:
    leave = N_("stop watching") if names.seat is None else N_("leave the table")
    scrap = (option(commands.SCRAP, N_("scrap")),)
    again = (
        option(commands.WATCH_AGAIN, N_("watch it again")),
        option(commands.ANALYSE, N_("analyse it")),
    )
    rest = (option(commands.LOG, N_("log")), option(commands.LEAVE, leave))
    return (*(again if watch else scrap), *rest)


def _called_off(names: Names, state: TableState) -> Prompt:
    result = table_result(state)
    head = headline(result, names)
    again = AGAIN["rematch"]
    options = (*_rematch(names, state, again), *_rest(names, watch=False))
    left = _gone(state)
    why = names.together(left, *LEFT) if left else _absent(names, state)
    if names.seat in state.ready and not left:  # it is dealt once those who are away are back
        asked = tell(_ASKED[len(state.sitters) > _DUEL], again=str(again).capitalize())
        return Prompt("wait", head, asked, options[1:], why)
    return Prompt("wait", head, say(reason(result, names)), options, why)


def forfeit_line(state: TableState, seat: int) -> Sentence:
    """Say who ended a game for two before it was decided: by leaving, if it still runs."""
    view, result = state.view, table_result(state)
    if view is None or result.why not in ("", "concede") or len(view.seats) > _DUEL:
        return SILENCE
    if view.outcome is None:  # the reader leaves it now
        result = replace(result, winners=(1 - seat,), why="concede", given_up=((seat, "left"),))
    names = names_of(state.sitters, seat)
    won = outcome(replace(result, why=""), names)  # points have decided nothing
    return tell("{why}: {result}", why=names.inside(reason(result, names)), result=won)


_DUEL: Final = 2


def games_won(view: View, names: Names, score: Sequence[int]) -> str:
    """List the games won by each team."""
    sides: dict[int, list[int]] = {}
    for seat, side in enumerate(view.seats):
        sides.setdefault(side.side, []).append(seat)
    apart = any(name[-1:].isdigit() for name in names.names)
    message = N_("{who}: {score}") if apart else N_("{who} {score}")
    return ", ".join(
        tr(message, who=plain(names.several(seats)), score=score[seats[0]])
        for seats in sides.values()
    )


def over_lines(view: View, names: Names, state: TableState) -> list[Sentence]:
    """Tell the last move and how the game ended; add the score of a match."""
    if state.called_off or view.outcome is None:
        return [tell("called off after {turns}", turns=turns(view))]
    winners = view.outcome.winners
    first = tell("a draw after {turns}", turns=turns(view))
    if winners:
        first = names.together(winners, *WIN_IN, turns=turns(view))
    lines = [play, first] if (play := last_play(state.log, names)) else [first]
    if state.match is not None:
        lines.append(match_line(state.match, names))
    elif any(state.score) and not state.day:
        lines.append(tell("games won: {won}", won=games_won(view, names, state.score)))
    return lines


def turns(view: View) -> str:
    """Count the turns of a game."""
    return counted(turns_played(view), TURNS)


_SUITS: Final = {
    "clubs": N_("Clubs {year}"),
    "diamonds": N_("Diamonds {year}"),
    "hearts": N_("Hearts {year}"),
    "spades": N_("Spades {year}"),
    "world": N_("World Championship {year}"),
}


class StakeLine(NamedTuple):
    """A way to say what is at stake; the longest that fits is shown."""

    match: Sentence
    ratings: Sentence


def season_name(id: str) -> str:
    """Name a season, or the championship of a year, by its id."""
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
        told = N_("{who}: rating {rating}, {change} for this game")
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
    "no-season": (N_("no season is running: this game is casual"), N_("no season: a casual game")),
    "days": (
        N_("a correspondence game: rated, but not a weekly match"),
        N_("correspondence, rated"),
    ),
    "bots": (
        N_("rated among computers: no weekly match, and no rating among people"),
        N_("rated among computers"),
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
    """Write both ratings, with what a win or a loss does to ``both``, to ``mine`` or to none."""
    if not stake.seats:
        return SILENCE
    first = names.seat if names.seat is not None else 0
    parts = []
    for seat in (first, 1 - first):
        wanted = changes == "both" or (changes == "mine" and seat == first)
        change = _change(stake, seat) if wanted else SILENCE
        one = stake.seats[seat]
        rating = Span(rating_text(one.rating, provisional=one.provisional), "strong")
        parts.append(say(names.who(seat), " ", rating, *((" ", change) if change else ())))
    return say(parts[0], "   ", parts[1])


def _change(stake: Stake, seat: int) -> Sentence:
    known = stake.seats[seat]
    if known.change is not None:
        return say(f"({_signed(known.change)})")
    if not (known.win or known.loss):
        return SILENCE
    return say(f"{_signed(known.win)} {_signed(known.loss)}")


def _signed(change: int) -> str:
    return f"{change:+d}" if change else "+0"
