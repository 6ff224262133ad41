"""Write the result of a game in a few lines of text, as people send them in a chat."""

from __future__ import annotations

from typing import Final

from cuttle_tui.drawing.graph import stretched
from cuttle_tui.i18n.translation import counted, plain, tr
from cuttle_tui.kit.names import level_in, level_name, listed, names_of
from cuttle_tui.kit.results import (
    GameResult,
    final_result,
    match_score,
    outcome,
    points_texts,
    reason,
)
from cuttle_tui.ports import OnlineLobby
from cuttle_tui.rules.book import rules_in_words
from cuttle_tui.table.words.game_over import TURNS
from engine.record.summary import Replay, Summary, summary_of
from engine.table.state import replayed_state

_BLOCKS: Final = "▁▂▃▄▅▆▇█"
_LONGEST: Final = 32
"""The most columns of the curve."""
_IN_NAMES: Final = " ._-()'"
"""What may stand in a name besides letters and digits: nothing that a shell acts upon."""


def result_text(replay: Replay, seat: int = 0, where: str = "", *, curve: bool = True) -> str:
    """Return who played and the score, the curve of the lead, and where the game can be watched.

    Args:
        seat: who is named first: the curve rises as this seat leads.
        where: the address or the command that shows the game; empty leaves the line out.
        curve: whether to draw the lead; a screen reader would spell it, block by block.
    """
    summary = summary_of(replay)
    drawn = _curve(replay, summary, seat) if curve else ""
    count = len(replay.record.players)
    order = [(seat + step) % count for step in range(count)]
    result = final_result(summary.end, replay.record.given_up)
    facts = [_score(replay, result, order)]
    if result.why != "goal":
        names = names_of(replayed_state(replay, 0).sitters, None)
        facts.append(names.inside(reason(result, names)) or plain(outcome(result, names)))
    if replay.record.match is not None:
        facts.append(tr("match {score}", score=match_score(replay.record.match, seat)))
    facts += [rules_in_words(replay.record.ruleset.name), counted(summary.turns, TURNS)]
    return "\n".join(filter(None, (", ".join(facts), drawn, where)))


def where_to_watch(game: str, link: str, door: str) -> str:
    """Return the address of a server's game, or the command that shows it; empty for none."""
    if not game:
        return ""
    return f"{link}/game/{game}" if link else f"ssh -t {door} replay {game}"


async def opens_by_ssh(online: OnlineLobby, game: str) -> bool:
    """Return whether a line of ssh gives the player something of a server's game.

    Once its link is closed, ssh does not know a guest without a key as one of its players.
    """
    return online.guest is None or not game or await online.link_of(game) != "closed"


def _score(replay: Replay, result: GameResult, order: list[int]) -> str:
    names = [_player(replay.names[seat]) for seat in order]
    points = [points_texts(result)[seat] for seat in order]
    if len(order) > 2:
        lines = zip(names, points, strict=True)
        return " · ".join(tr("{who}: {score}", who=name, score=score) for name, score in lines)
    return f"{names[0]} {points[0]} : {points[1]} {names[1]}"


def _player(name: str) -> str:
    """Name a player, a computer with its level."""
    safe = "".join(sign if sign.isalnum() or sign in _IN_NAMES else "?" for sign in name)
    level = level_in(name)
    if not level:
        return listed(name) if listed(name) != name else safe
    known = listed(name)
    label = tr("computer") if known == tr("the computer") else known
    return tr("{name} ({level})", name=label, level=level_name(level))


def _curve(replay: Replay, summary: Summary, seat: int) -> str:
    """Draw how far a seat's side was ahead after each turn: half the height is even."""
    sides, levels = [part.side for part in replay.view(replay.plies).seats], []
    for scores, goals in zip(summary.scores, summary.goals, strict=True):
        pairs = zip(scores, goals, strict=True)
        shares = [min(1.0, score / goal if goal else 1.0) for score, goal in pairs]
        own = max(share for share, side in zip(shares, sides, strict=True) if side == sides[seat])
        other = max(share for share, side in zip(shares, sides, strict=True) if side != sides[seat])
        levels.append(min(len(_BLOCKS) - 1, int((1 + own - other) / 2 * len(_BLOCKS))))
    return "".join(_BLOCKS[level] for level in stretched(levels, min(_LONGEST, len(levels) - 1)))
