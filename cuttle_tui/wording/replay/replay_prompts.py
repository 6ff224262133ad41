"""Word the replay screen, and practice from a recorded game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, plain, say, tell, typed
from cuttle_tui.i18n.translation import C_, N_, Message, tr
from cuttle_tui.table import commands
from cuttle_tui.table.replay import ReplayState
from cuttle_tui.table.replay_commands import SEAT_KEYS
from cuttle_tui.table.timeline import Timeline
from cuttle_tui.wording.log.log_lines import joined, line_of
from cuttle_tui.wording.names import Names
from cuttle_tui.wording.prompt_types import Prompt, option
from cuttle_tui.wording.table.game_over import ending
from engine.actions import Kind
from engine.play.events import Ended, Event
from engine.play.view import View
from engine.record.record import RecordedAction
from engine.table.practice import Obstacle, PracticeError

TO_REPLAY: Final = N_("back to the replay")
GO_THERE: Final = N_("go there")
UNFINISHED: Final = N_("the record ends here, unfinished")
_BACK: Final = C_("a move", "back")
_NEXT: Final = C_("a move", "next")
_PLAY: Final = ("space", C_("a recorded game", "play"))
_PLAY_AGAIN: Final = ("space", N_("play from the deal"))
_OPTIONS: Final = (
    ("left", _BACK),
    ("right", _NEXT),
    ("a", N_("analyse")),
    ("v", C_("the player whose cards are shown", "view")),
    ("b", N_("practise")),
    ("s", C_("a recorded game", "share")),
)
_PLAYING: Final = (("space", N_("stop")), ("-", N_("slower")), ("+", N_("faster")))
_SILENT: Final = {
    Kind.DECLINE: N_("{who} let it happen"),
    Kind.DISCARD: N_("{who} had nothing to discard"),
    Kind.CONCEDE: N_("{who} wants to concede"),
    Kind.RETRACT: N_("{who} plays on"),
    Kind.LEAVE: N_("{who} left the table"),
    Kind.RETURN: N_("{who} came back to the table"),
}
_PLAYED: Final = N_("{who} played")


def silent_line(
    entry: RecordedAction | None, events: Sequence[Event], before: Sequence[Event], names: Names
) -> Sentence:
    """Word an action about which the log is silent; nothing for any other.

    Args:
        entry: the action; None for the deal.
        events: what it did.
        before: what happened earlier.
        names: the names of the seats.
    """
    if entry is None:
        return SILENCE
    told = any(
        line_of(event, names, (*before, *events[:place]))
        for place, event in enumerate(events)
        if not isinstance(event, Ended)
    )
    if told and entry.action.kind is not Kind.DECLINE:
        return SILENCE
    did = _SILENT.get(entry.action.kind, _PLAYED)
    return tell(did, who=names.who(entry.seat))


def replay_prompt(
    timeline: Timeline, plies: int, silent: Sentence, why: Sentence, playback: ReplayState
) -> Prompt:
    """Word the prompt of a replay at a ply; the band and the log say what happened there.

    Args:
        timeline: the marks of the game, and where we are.
        plies: the number of actions.
        silent: the action, if the log is silent about it.
        why: what else there is to say.
        playback: how the replay runs.
    """
    ply = timeline.ply
    sentence = tell("move {ply} of {plies}", ply=ply, plies=plies)
    told = _beside(playback.notice, joined((silent, why)))
    if playback.playing:
        options = (*_options(_PLAYING), say(speed_text(playback.speed)))
        return Prompt("wait", tr("PLAYING"), sentence, options, told, timeline=timeline)
    dead = "left" if ply == 0 else "right" if ply == plies else ""
    live = (entry for entry in _OPTIONS if entry[0] != dead)
    play = _PLAY_AGAIN if ply == plies else _PLAY
    options = _options((play, *live))
    return Prompt("wait", tr("REPLAY"), sentence, options, told, timeline=timeline)


def log_head(ply: int, plies: int) -> Sentence:
    """Title the log of a replay."""
    return tell("up to move {ply} of {plies}, newest last", ply=ply, plies=plies)


def _options(table: Iterable[tuple[str, Message]]) -> tuple[Sentence, ...]:
    return tuple(option(key, label) for key, label in table)


def _beside(notice: Sentence, told: Sentence) -> Sentence:
    """Put a notice before the rest, or alone if both do not fit."""
    both = joined((notice, told))
    return both if not notice or len(plain(both)) <= _ROOM else notice


_ROOM: Final = 76
"""Width of the prompt's last row in the smallest window."""


def speed_text(speed: float) -> str:
    """Name the speed of automatic play."""
    if speed < 1:
        return tr("a move every {seconds} seconds", seconds=f"{1 / speed:g}")
    return tr("a move a second") if speed == 1 else tr("{speed} moves a second", speed=f"{speed:g}")


def speed_line(speed: float) -> Sentence:
    """Offer the speed of automatic play."""
    return tell("space plays {pace}", pace=speed_text(speed))


def go_prompt(ply: str, plies: int) -> Prompt:
    """Ask for a ply to go to."""
    options = [option("esc", N_("stay here"))]
    if ply:
        options.insert(0, option("enter", tell("go to move {ply}", ply=ply)))
    sentence = tell("Go to which move?  {typed}", typed=typed(ply))
    why = tell("0 is the deal, {plies} the end", plies=plies)
    return Prompt("bar", tr("GO TO"), sentence, tuple(options), why)


def result_line(view: View, names: Names) -> Sentence:
    """Name the winners, and why the game ended."""
    assert view.outcome is not None
    text = ending(view, names).rstrip(".")
    reason = f"{text[:1].lower()}{text[1:]}"
    if not view.outcome.winners:
        return tell("a draw: {reason}", reason=reason)
    return names.together(view.outcome.winners, *_WON, reason=reason)


_WON: Final = (
    N_("you won: {reason}"),
    N_("{who} won: {reason}"),
    N_("{us} won: {reason}"),
    N_("{all} won: {reason}"),
)


def rules_line(name: str) -> Sentence:
    """Name the rules of the game."""
    return tell("rules: {rules}", rules=name)


def where(viewer: str, turn: int, *, all_hands: bool) -> str:
    """Name the view and the turn."""
    if all_hands:
        return tr("all hands open, turn {turn}", turn=turn)
    if not viewer:
        return tr("as a watcher saw it, turn {turn}", turn=turn)
    return tr("as {who} saw it, turn {turn}", who=viewer, turn=turn)


def side_line(viewer: str, *, all_hands: bool) -> Sentence:
    """Name a view."""
    if all_hands:
        return tell("all hands are open")
    if not viewer:
        return tell("a watcher's view: no hands")
    return tell("{who}'s view", who=viewer)


_OBSTACLES: Final[dict[Obstacle, Message]] = {
    "unfinished": N_("practice needs a finished game: this record is not complete"),
    "over": N_("the game is over here: go back a move, then practise"),
    "gone": N_("this player has left the game by now: take another view, or an earlier move"),
}


def title(ply: int) -> str:
    """Name the table."""
    return tr("practice, move {ply}", ply=ply)


def seat_prompt(seats: Sequence[int], names: Names, mover: int) -> Prompt:
    """Ask in which seat to play on.

    Args:
        seats: the free seats, the likeliest first.
        names: the names of the seats.
        mover: the seat to move.
    """
    options = (
        option("enter", names.who(seats[0])),
        *(option(SEAT_KEYS[seat], names.who(seat)) for seat in sorted(seats)),
        option("esc", N_("stay here")),
    )
    others = _OTHER if len(names.names) == 2 else _OTHERS
    why = tell(others, who=names.who(mover))
    return Prompt("bar", tr("PRACTISE"), tell("Play on from here as which player?"), options, why)


_OTHER: Final = N_("{who} to move; the computer is your opponent")
_OTHERS: Final = N_("{who} to move; the computer plays the others")


def begin_line(names: Names) -> Sentence:
    """Name the players of a practice game."""
    others = [name for seat, name in enumerate(names.names) if seat != names.seat]
    assert names.seat is not None
    message = _BEGIN if len(others) == 1 else _BEGIN_MANY
    return tell(message, who=names.names[names.seat], other=others[0])


_BEGIN: Final = N_("you are {who}, the computer is {other}; the cards are those of the game")
_BEGIN_MANY: Final = N_(
    "you are {who}, the computer plays the others; the cards are those of the game"
)


def over_prompt(prompt: Prompt, view: View, names: Names, ply: int) -> Prompt:
    """Describe how the practice ended, and what can follow."""
    options = (
        option(commands.AGAIN, tell("play again from move {ply}", ply=ply)),
        option(commands.LEAVE, N_("back to the replay")),
    )
    why = tell("this was practice: it is not saved and not rated")
    return Prompt(prompt.fill, prompt.head, say(ending(view, names)), options, why)


def obstacle_line(error: PracticeError) -> Sentence:
    """Explain why practice cannot start here."""
    return say(_OBSTACLES[error.obstacle])
