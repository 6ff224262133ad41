"""Word each reason why the engine refuses an action, including missing targets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from cuttle_tui.i18n.translation import (
    C_,
    N_,
    OR,
    SILENCE,
    Message,
    Plural,
    Sentence,
    card_span,
    cards,
    counted,
    say,
    tell,
)
from cuttle_tui.kit.names import Names, ally_of, foes_of, in_words
from cuttle_tui.rules.cards import MISSING, listed
from engine.actions import Action, Kind
from engine.cards import rank_of
from engine.play.explain import Reason, Refusal
from engine.play.view import Ask, View
from engine.rules.effects import ReturnTargets, Sides, effect_of, reaches_of, wears_glasses
from engine.rules.rulesets import Ruleset


class _Missing(NamedTuple):
    """Messages for a missing target: nowhere, with the only opponent, with any opponent."""

    nowhere: Message
    other: Message
    foes: Message


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


_ROYALS: Final = frozenset("JQK")


def missing_line(view: View, action: Action, names: Names) -> Sentence:
    """Name the kinds of target the table lacks."""
    found = _lacking(view.ruleset, action)
    if found is None:
        return tell("there is no target")
    missing, kinds, everywhere = found
    parts = {"kinds": _listed(kinds, view.ruleset)}
    foes = foes_of(view, names.seat or 0)
    if everywhere:
        return tell(missing.nowhere, **parts)
    if len(foes) > 1:
        return tell(missing.foes, **parts)
    return tell(missing.other, who=names.who(foes[0]), **parts)


def _lacking(ruleset: Ruleset, action: Action) -> tuple[_Missing, str, bool] | None:
    """Return the messages, the kinds of card, and whether all players lack them."""
    rank = rank_of(action.card) if action.cards else -1
    reaches = reaches_of(ruleset, action.kind, rank)
    if not reaches:
        return None
    evicts = isinstance(effect_of(ruleset, rank), ReturnTargets)
    missing = _MISSING.get(action.kind, _NONE_TO_EVICT if evicts else _NONE_TO_SCRAP)
    return missing, reaches[0].kinds, reaches[0].sides is not Sides.OPPONENTS


def _listed(kinds: str, ruleset: Ruleset) -> str:
    """List kinds of card; glasses only if the rules have them."""
    if "P" in kinds:
        return str(C_("of those missing", "card"))
    royals = set(kinds) >= _ROYALS
    named = "".join(kind for kind in kinds if not royals or kind not in "JQKX")
    named = named if wears_glasses(ruleset) else named.replace("G", "")
    return listed("R" * royals + named, MISSING, OR)


@dataclass(frozen=True, slots=True)
class _Case:
    """A refused action with its reason."""

    view: View
    action: Action
    refusal: Refusal
    names: Names

    @property
    def by(self) -> Sentence:
        """Name the cards that prevent the action."""
        return cards(self.refusal.by, most=2)


def reason_line(view: View, action: Action, refusal: Refusal, names: Names) -> Sentence:
    """Word the reason of a refusal, without naming the action."""
    words = REASONS[refusal.reason]
    if isinstance(words, Message):
        return say(words)
    return words(_Case(view, action, refusal, names))


def _not_asked(case: _Case) -> Sentence:
    seat = case.refusal.seat
    if out := out_line(case.view):
        return out
    if seat < 0:
        return tell("nothing to decide right now")
    return tell("waiting for {who}", who=case.names.who(seat))


def out_line(view: View) -> Sentence:
    """Tell a viewer who conceded or stepped away why nothing is asked; silence for others."""
    if view.viewer in view.retired:
        return tell("you conceded: the others play on")
    if view.viewer in view.absent:
        return tell("you stepped away: press q, then b to come back")
    return SILENCE


def _not_hostile(case: _Case) -> Sentence:
    seat, me = case.refusal.seat, case.names.seat
    if seat == me:
        return tell("it is your own card")
    if me is None or seat != ally_of(case.view, me):
        return tell("out of reach")
    return tell("{who} is your partner", who=case.names.who(seat))


def _covered(case: _Case) -> Sentence:
    if len(case.refusal.by) == 1:
        return tell("{card} protects it", card=case.by)
    return tell("{cards} protect it", cards=case.by)


def _too_high(case: _Case) -> Sentence:
    (target,) = case.refusal.by
    if rank_of(target) != rank_of(case.action.card):
        return tell("higher than your {card}", card=card_span(case.action.card))
    if case.view.ruleset.scuttle_tie == "suit":
        return tell("its suit is higher")
    return tell("equal ranks cannot scuttle each other")


def _no_victim(case: _Case) -> Sentence:
    seat = case.refusal.seat
    if seat >= 0:
        return case.names.by(seat, N_("you have no card in hand"), N_("{who} has no card in hand"))
    if len(case.view.seats) == 2:
        return tell("your opponent's hand is empty")
    return tell("no opponent has a card in hand")


_ONLY_TWO: Final = N_("only a two can counter")
_ANSWERS: Final = {
    Ask.BLOCK: N_("only a ten can block"),
    Ask.REBUFF: N_("only a nine can counter that"),
}


def _wrong_seat(case: _Case) -> Sentence:
    seat = case.refusal.seat
    if seat < 0:
        return tell("choose a player for it")
    return tell("you cannot give it to {who}", who=case.names.who(seat))


def _draw_full(case: _Case) -> Sentence:
    full = Plural("with {n} card in hand you cannot draw", "with {n} cards in hand you cannot draw")
    return say(counted(case.refusal.number, full))


_MUST_GO: Final = Plural("discard {number} card", "discard {number} cards")
_QUEENS: Final = Plural("{number} queen per player at most", "{number} queens per player at most")


_NOT_ALLOWED: Final = N_("these rules do not allow it")
NOT_NOW: Final = N_("you cannot do that now")
_NOT_STANDING: Final = {
    Kind.CONCEDE: N_("you have asked to concede"),
    Kind.RETRACT: N_("you have not conceded"),
    Kind.LEAVE: _NOT_ALLOWED,
    Kind.RETURN: N_("you are in your seat"),
}


REASONS: Final[dict[Reason, Message | Callable[[_Case], Sentence]]] = {
    Reason.GAME_OVER: N_("the game is over"),
    Reason.NOT_ASKED: _not_asked,
    Reason.OTHER_QUESTION: N_("you have something else to decide first"),
    Reason.NOT_IN_HAND: N_("it is not in your hand"),
    Reason.NOT_SHOWN: N_("play one of the cards the seven revealed"),
    Reason.NOT_IN_SCRAP: N_("it is not in the scrap"),
    Reason.FROZEN: N_("frozen until your next turn"),
    Reason.NOT_A_NUMBER: N_("only aces to tens score or scuttle"),
    Reason.NOT_FOR_THAT: _NOT_ALLOWED,
    Reason.DECK_EMPTY: N_("the deck is empty"),
    Reason.DECK_LEFT: N_("you can only pass when the deck is empty"),
    Reason.HAND_FULL: _draw_full,
    Reason.PLAYS_LEFT: N_("you can only pass when you can do nothing else"),
    Reason.NO_TARGET: lambda case: missing_line(case.view, case.action, case.names),
    Reason.NOT_ON_TABLE: N_("it is not on the table"),
    Reason.NOT_HOSTILE: _not_hostile,
    Reason.WRONG_KIND: N_("it has no effect on that card"),
    Reason.COVERED: _covered,
    Reason.BURIED: lambda case: tell("{card} is on it", card=case.by),
    Reason.TOO_HIGH: _too_high,
    Reason.QUEEN_FORBIDS_SCUTTLE: lambda case: tell("{card} stops scuttles there", card=case.by),
    Reason.QUEEN_LIMIT: lambda case: say(in_words(case.refusal.number, _QUEENS)),
    Reason.SCRAP_EMPTY: N_("the scrap has no card to take"),
    Reason.THREE_BARRED: N_("a three cannot take a three"),
    Reason.NO_VICTIM: _no_victim,
    Reason.NEEDS_TARGET: lambda case: missing_line(case.view, case.action, case.names),
    Reason.NO_AIM: N_("it has no target"),
    Reason.TWO_TARGETS: N_("choose two cards"),
    Reason.ON_ONE_ANOTHER: N_("one of the two is on top of the other"),
    Reason.WRONG_SEAT: _wrong_seat,
    Reason.WRONG_ANSWER: lambda case: say(_ANSWERS.get(case.view.ask, _ONLY_TWO)),
    Reason.SHIELDED: N_("a queen prevents counters"),
    Reason.WRONG_COUNT: lambda case: say(in_words(case.refusal.number, _MUST_GO)),
    Reason.MUST_PLAY: N_("one of the revealed cards can be played, so none is scrapped"),
    Reason.OFFERS_OFF: N_("you cannot offer a draw now"),
    Reason.OFFERED: N_("you offered one this turn already; try again next turn"),
    Reason.OFFER_LATER: N_("offer one when this play is done"),
    Reason.NOT_STANDING: lambda case: say(_NOT_STANDING.get(case.action.kind, NOT_NOW)),
}
"""The words for every reason."""
