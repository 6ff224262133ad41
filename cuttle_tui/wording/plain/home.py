"""Word plain mode at home: kept games, results against the computer, and one's name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cuttle_tui.i18n.errors import worded
from cuttle_tui.i18n.translation import N_, Plural, counted, tr
from cuttle_tui.ports import ResultLine, SavedGame
from cuttle_tui.wording.front.saved_games import score_text

NOTHING_KEPT: Final = N_("No game is kept.")
NO_SUCH_KEPT: Final = N_("There is no kept game of that number.")
SHARED: Final = N_("That game is shared at one keyboard: resume it in the app.")
NO_RESULTS: Final = N_("You have not finished a game against the computer yet.")
NAME_WHAT: Final = N_("Type a name behind it: name NAME")
_MORE: Final = Plural("{n} game is kept.", "{n} games are kept.")


def saved_lines(games: Sequence[SavedGame]) -> list[str]:
    """Offer to resume the kept games; report those that cannot be read."""
    lines = [_unreadable(game) for game in games if game.problem is not None]
    games = [game for game in games if game.problem is None]
    if len(games) == 1:
        told = tr("You left a game: {score}. Type resume to go on.", score=score_text(games[0]))
        return [*lines, told]
    if games:
        lines += [counted(len(games), _MORE), *kept_items(games)]
        lines.append(tr("Type resume and a number to go on."))
    return lines


def kept_items(games: Sequence[SavedGame]) -> list[str]:
    """List the kept games with their numbers."""
    return [
        tr("{number}: {score}; {when}", number=place, score=score_text(game), when=game.when)
        for place, game in enumerate(games, 1)
    ]


def _unreadable(game: SavedGame) -> str:
    assert game.problem is not None
    reason = worded(game.problem.error)
    told = N_("A kept game cannot be read: {reason}. Its file is {file}")
    return tr(told, reason=reason[:1].lower() + reason[1:], file=game.problem.folder)


def result_lines(results: Sequence[ResultLine]) -> list[str]:
    """List the results against the computer, by rules and level."""
    return [
        tr(
            "{rules}, level {level}: {won} won, {lost} lost, {drawn} drawn",
            rules=line.ruleset,
            level=line.level,
            won=line.won,
            lost=line.lost,
            drawn=line.drawn,
        )
        for line in results
    ] or [str(NO_RESULTS)]
