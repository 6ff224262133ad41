"""Word the games at home that can be resumed."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from typing import Final

from cuttle_tui.i18n.errors import worded
from cuttle_tui.i18n.rich_text import SILENCE, Sentence, Span, say, tell
from cuttle_tui.i18n.translation import N_, Message, Plural, counted, tr
from cuttle_tui.ports import ArchiveProblem, SavedGame
from cuttle_tui.wording.front.joining import Entry
from cuttle_tui.wording.names import listed
from cuttle_tui.wording.prompt_types import Prompt, option
from cuttle_tui.wording.replay.archive import short, tail

_KEPT: Final = Plural("{n} game is kept", "{n} games are kept")
_LONGEST: Final = 29
_SHORTEST: Final = 16
"""Characters of a path that are shown."""


def score_text(game: SavedGame) -> str:
    """Return the score and the turn of a kept game: ``you 12, computer 9, turn 14``."""
    parts = [
        tr("{player} {points}", player=name, points=points)
        for name, points in zip(_players(game), game.points, strict=True)
    ]
    parts.append(tr("turn {n}", n=game.turn) if game.turn else tr("between two games"))
    return ", ".join(parts)


def score_lines(game: SavedGame) -> tuple[Sentence, ...]:
    """Write the points of each player of a kept game, and its turn, a line each."""
    pairs = zip(_players(game), game.points, strict=True)
    turn = tr("turn {n}", n=game.turn) if game.turn else tr("between two games")
    return (*(say(Span(name, "strong"), f": {points}") for name, points in pairs), say(turn))


def _players(game: SavedGame) -> list[str]:
    alone = game.people == 1
    return [
        tr("you") if alone and seat == 0 else listed(name) for seat, name in enumerate(game.players)
    ]


def saved_line(games: Sequence[SavedGame]) -> str:
    """Describe the game that can be resumed, or count them."""
    games = [game for game in games if game.problem is None]
    return score_text(games[0]) if len(games) == 1 else counted(len(games), _KEPT)


def saved_game_entry(game: SavedGame) -> Entry:
    """Word a kept game as a line of the list."""
    if game.problem is not None:
        told = tr("{reason}: {file}", reason=worded(game.problem.error), file=game.id)
        return Entry("", N_("not readable"), told, N_("Resume this game?"), N_("resume"))
    told = tr("{score}; {rules}", score=score_text(game), rules=game.ruleset)
    return Entry("", game.when, told, N_("Resume this game?"), N_("resume"))


def saved_band(games: Sequence[SavedGame]) -> tuple[Sentence, ...]:
    """Count the kept games."""
    count = sum(game.problem is None for game in games)
    return (
        tell("{kept}", kept=counted(count, _KEPT)),
        tell("a game stays here until it is over"),
    )


def saved_prompt(*, empty: bool, why: Sentence = SILENCE) -> Prompt:
    """Ask which game to resume."""
    home = option("esc", N_("home"))
    if empty:
        return Prompt("wait", tr("RESUME"), tell("No game is kept"), (home,), why)
    resume = option("enter", N_("resume"))
    return Prompt("bar", tr("RESUME"), tell("Which game?"), (resume, home), why)


def unreadable_game_line(game: SavedGame) -> Sentence:
    """Report a kept game that cannot be read; its file stays as it is."""
    assert game.problem is not None
    return tell(
        "cannot read a kept game ({reason}): {file}",
        reason=_lower(worded(game.problem.error)),
        file=tail(short(game.problem.folder), _SHORTEST),
    )


_FULL: Final = N_("this game is not kept now: the disk is full, free some space")
_NOT_WRITABLE: Final = N_("this game is not kept now: make {folder} writable")
_NO_FOLDER: Final = N_("this game is not kept now: make {folder} a folder")
_UNKEPT: Final[dict[int, Message]] = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EACCES: _NOT_WRITABLE,
    errno.EPERM: _NOT_WRITABLE,
    errno.EROFS: _NOT_WRITABLE,
    errno.ENOTDIR: _NO_FOLDER,
    errno.EEXIST: _NO_FOLDER,
}
_OTHERWISE: Final = N_("this game is not kept now: {reason}")


def unkept_line(problem: ArchiveProblem) -> Sentence:
    """Say why a running game is not kept, with a remedy to apply before the next move."""
    error = problem.error
    number = error.errno if isinstance(error, OSError) else None
    return tell(
        _UNKEPT.get(number or 0, _OTHERWISE),
        folder=tail(short(problem.folder), _LONGEST),
        reason=_lower(worded(error)),
    )


def _lower(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"
