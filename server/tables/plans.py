"""Check the plans of tables that people open for each other."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cuttle_tui.ports import RATED_TIMINGS, LobbyError, TablePlan
from engine.errors import NotationError
from engine.rules.text import parse_ruleset, stamped
from engine.table.clocks import is_correspondence, parse_control
from server.people.players import Player
from server.tables.stakes import Stakes

MATCH: Final = "first-to-2"
"""The option that makes rated games a match."""


def checked_plan(plan: TablePlan, stakes: Stakes, *people: Player) -> TablePlan:
    """Return a plan with its rules in full.

    Args:
        plan: what was asked for.
        stakes: what rated games are played for.
        people: the players who are known already.

    Raises:
        LobbyError: ``guests-unrated``, ``bots-unrated``, ``rated-rules``, ``rated-clocks``;
            ``bots-live``; ``no-such-table``: there are no such clocks.
        RulesetError: there are no such rules.
    """
    if is_correspondence(plan.timing) and any(player.bot for player in people):
        raise LobbyError("bots-live")
    if not plan.rated:
        checked_timing(plan.timing)
        return replace(plan, ruleset=stamped(parse_ruleset(plan.ruleset)))
    if plan.computers:
        raise LobbyError("rated-rules")
    ruleset = rated_ruleset(plan.ruleset, stakes, *people)
    return replace(plan, ruleset=ruleset, timing=rated_timing(plan.timing))


def rated_ruleset(asked: str, stakes: Stakes, *people: Player) -> str:
    """Return the rules of a rated match.

    Raises:
        LobbyError: ``guests-unrated``, ``bots-unrated``; ``rated-rules``: it is asked for with
            other rules.
        RulesetError: there are no such rules.
    """
    may_be_rated(*people)
    rules = stakes.ruleset
    base, *options = stamped(parse_ruleset(asked)).split("+")
    versioned = "/" in asked.partition("+")[0]
    same = base == rules if versioned else base.partition("/")[0] == rules.partition("/")[0]
    if not same or options not in ([], [MATCH]):
        raise LobbyError("rated-rules")
    return f"{rules}+{MATCH}"


def may_be_rated(*people: Player) -> None:
    """Refuse players who have no rating among people.

    Raises:
        LobbyError: ``guests-unrated``, ``bots-unrated``.
    """
    if any(player.guest for player in people):
        raise LobbyError("guests-unrated")
    if any(player.bot for player in people):
        raise LobbyError("bots-unrated")


def rated_timing(timing: str) -> str:
    """Return the time control of a rated match; the usual one, if none is asked for.

    Raises:
        LobbyError: ``rated-clocks``, ``no-such-table``: it is none of those of rated matches.
    """
    if is_correspondence(timing):
        return checked_timing(timing)
    if timing not in ("", *RATED_TIMINGS):
        raise LobbyError("rated-clocks")
    return timing or RATED_TIMINGS[0]


def checked_timing(timing: str) -> str:
    """Return the name of a time control.

    Raises:
        LobbyError: ``no-such-table``: there are no such clocks.
    """
    try:
        parse_control(timing)
    except NotationError:
        raise LobbyError("no-such-table") from None
    return timing
