"""Say which target an action lacks."""

from __future__ import annotations

from typing import Final, NamedTuple

from cuttle_tui.i18n.rich_text import OR, Sentence, tell
from cuttle_tui.i18n.translation import C_, N_, Message
from cuttle_tui.wording.names import Names, foes_of
from cuttle_tui.wording.rules.card_kinds import MISSING, listed, worn
from engine.actions import Action, Kind
from engine.cards import rank_of
from engine.play.view import View
from engine.rules.effects import ReturnTargets, effect_of, reaches_of
from engine.rules.reach import Sides
from engine.rules.rulesets import Ruleset


class _Missing(NamedTuple):
    """Messages for a missing target: nowhere, with the only opponent, with any opponent."""

    nowhere: Message
    other: Message
    foes: Message


_NOTHING: Final = N_("there is no target")
_NO_POINTS_TO_SCUTTLE: Final = _Missing(
    N_("nobody has a point card to scuttle"),
    N_("{who} has no point card to scuttle"),
    N_("no opponent has a point card to scuttle"),
)
_NO_POINTS_TO_STEAL: Final = _Missing(
    N_("nobody has a point card to steal"),
    N_("{who} has no point card to steal"),
    N_("no opponent has a point card to steal"),
)
_NO_ROYAL_TO_TAKE: Final = _Missing(
    N_("nobody has a royal to take"),
    N_("{who} has no royal to take"),
    N_("no opponent has a royal to take"),
)
_NONE_TO_SCRAP: Final = _Missing(
    N_("nobody has a {kinds} to scrap"),
    N_("{who} has no {kinds} to scrap"),
    N_("no opponent has a {kinds} to scrap"),
)
_NONE_TO_EVICT: Final = _Missing(
    N_("nobody has a {kinds} to return"),
    N_("{who} has no {kinds} to return"),
    N_("no opponent has a {kinds} to return"),
)
_MISSING: Final = {
    Kind.SCUTTLE: _NO_POINTS_TO_SCUTTLE,
    Kind.JACK: _NO_POINTS_TO_STEAL,
    Kind.JOKER: _NO_ROYAL_TO_TAKE,
}
_ANY_CARD: Final = C_("of those missing", "card")


_ROYALS: Final = frozenset("JQK")


def missing_line(view: View, action: Action, names: Names) -> Sentence:
    """Say which kinds of target the table lacks."""
    found = _missing(view.ruleset, action)
    if found is None:
        return tell(_NOTHING)
    missing, kinds, everywhere = found
    parts = {"kinds": _listed(kinds, view.ruleset)}
    foes = foes_of(view, names.seat or 0)
    if everywhere:
        return tell(missing.nowhere, **parts)
    if len(foes) > 1:
        return tell(missing.foes, **parts)
    return tell(missing.other, who=names.who(foes[0]), **parts)


def _missing(ruleset: Ruleset, action: Action) -> tuple[_Missing, str, bool] | None:
    """Return the messages, the kinds of card, and whether all players lack them."""
    rank = rank_of(action.card) if action.cards else -1
    reaches = reaches_of(ruleset, action.kind, rank)
    if not reaches:
        return None
    evicts = isinstance(effect_of(ruleset, rank), ReturnTargets)
    missing = _MISSING.get(action.kind, _NONE_TO_EVICT if evicts else _NONE_TO_SCRAP)
    return missing, reaches[0].kinds, reaches[0].sides is Sides.EVERYONE


def _listed(kinds: str, ruleset: Ruleset) -> str:
    """List kinds of card; glasses only if the rules have them."""
    if "P" in kinds:
        return str(_ANY_CARD)
    royals = set(kinds) >= _ROYALS
    named = "".join(kind for kind in kinds if not royals or kind not in "JQKX")
    named = named if worn(ruleset) else named.replace("G", "")
    return listed("R" * royals + named, MISSING, OR)
