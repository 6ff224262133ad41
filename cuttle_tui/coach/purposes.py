"""Word what plays are for, and the coach's hints: the best plays at a table and in a replay."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from cuttle_tui.i18n.translation import (
    N_,
    SILENCE,
    Message,
    Part,
    Plural,
    Sentence,
    Span,
    card_span,
    cards,
    counted,
    say,
    tell,
    tr,
)
from cuttle_tui.kit.names import Names
from cuttle_tui.kit.text_types import Prompt
from cuttle_tui.table.words.menu_lines import choice_words
from cuttle_tui.table.words.pending_effect import cells_of
from engine.actions import Action, Kind
from engine.bots.search import Assessment, Rated
from engine.cards import Card, rank_of
from engine.coach.analysis import candidates
from engine.coach.plays import is_drawback, purposes
from engine.coach.purposes import Purpose, PurposeKind
from engine.play.view import View

_WORDS: Final[dict[PurposeKind, Message | Plural]] = {
    "wins": N_("wins now"),
    "wins-unless": N_("wins, unless it is countered"),
    "wins-next": N_("{cards} wins next turn"),
    "nears": Plural("leaves {n} point to go", "leaves {n} points to go"),
    "stops": Plural("{who} needs only {n} more point", "{who} needs only {n} more points"),
    "takes-all": N_("leaves {who} without points"),
    "takes-half": N_("takes {number} of {who}'s {other} points"),
    "takes": Plural("takes {n} point from {who}", "takes {n} points from {who}"),
    "raises": N_("puts {who}'s goal back to {number}"),
    "uncovers": N_("takes {who}'s guard away"),
    "blinds": N_("takes {who}'s glasses away"),
    "regains": N_("gets {cards} back"),
    "trades": N_("takes {number} points and loses {other}"),
    "wastes": Plural("loses {n} point for nothing", "loses {n} points for nothing"),
    "clears": Plural("takes {n} royal", "takes {n} royals"),
    "returns": N_("takes {cards} back to hand"),
    "delays": N_("costs {who} a turn"),
    "guards": Plural("protects {n} point", "protects {n} points"),
    "guards-later": N_("protects what is played next"),
    "sees": Plural("shows {who}'s only card", "shows {who}'s {n} cards"),
    "costs": Plural("costs {who} {n} card", "costs {who} {n} cards"),
    "burdens": Plural("makes {who} draw {n} card", "makes {who} draw {n} cards"),
    "digs": Plural("digs for {n} card", "digs for {n} cards"),
    "tries": Plural("plays the next card of the deck", "plays one of the next {n} cards"),
    "searches": N_("takes a card from the scrap"),
    "fetches": N_("fetches {cards} from the scrap"),
    "swaps": N_("gets {number} cards for {other}"),
    "waits": N_("waits for a better moment"),
    "saves": N_("saves {cards}"),
    "denies": N_("stops {cards}"),
    "carries": N_("gets {cards} through"),
    "holds": N_("keeps {cards} for later"),
    "holds-against": N_("keeps {first} for {who}'s {second}"),
    "suits": N_("takes {number} points from others, and only {other} here"),
    "keeps": N_("keeps {cards}"),
    "may-steal": N_("can steal {cards}"),
    "may-scuttle": N_("can scuttle {cards}"),
    "agrees": N_("settles for a draw"),
    "plays-on": N_("plays for the win"),
    "exposed": Plural(
        "only {n} unseen card can scuttle it", "only {n} unseen cards can scuttle it"
    ),
    "safe": N_("nothing can scuttle it"),
    "sure": N_("nothing can counter it"),
    "risks": N_("but {who} can scuttle it with {cards}"),
    "countered": N_("but {who} can counter with {cards}"),
}
_TO_READER: Final[dict[PurposeKind, Message | Plural]] = {
    "stops": Plural("you need only {n} more point", "you need only {n} more points"),
    "takes-half": N_("takes {number} of your {other} points"),
    "raises": N_("puts your goal back to {number}"),
    "uncovers": N_("takes your guard away"),
    "blinds": N_("takes your glasses away"),
    "sees": Plural("shows your only card", "shows your {n} cards"),
    "holds-against": N_("keeps {first} for your {second}"),
}
"""The same where the reader is the opponent; elsewhere "you" stands for the name."""
_SAVED_POINTS: Final = Plural("saves {n} point", "saves {n} points")
UNLIMITED: Final = 999
"""Room for every word."""
_LAST: Final = ("exposed", "safe", "sure", "risks", "countered")
"""What is said of a play at the end: what can still happen to it."""
_SHORTER: Final[dict[PurposeKind, Message | Plural]] = {
    "nears": Plural("{n} point to go", "{n} points to go"),
    "takes-all": N_("takes all points"),
    "takes-half": N_("takes {number} of {other} points"),
    "takes": Plural("takes {n} point", "takes {n} points"),
    "raises": N_("puts the goal back to {number}"),
    "uncovers": N_("takes the guard away"),
    "blinds": N_("takes the glasses away"),
    "sees": Plural("shows the only card", "shows {n} cards"),
    "costs": Plural("costs {n} card", "costs {n} cards"),
    "fetches": N_("fetches {cards}"),
}
"""The same in fewer words, mostly without the opponent's name, for lines with little room."""


def purpose_line(purpose: Purpose, names: Names, *, brief: bool = False) -> Sentence:
    """Word a purpose; briefly, without the opponent's name where it goes without saying."""
    words: Message | Plural = _WORDS[purpose.kind]
    if purpose.seat >= 0 and purpose.seat == names.seat:
        words = _TO_READER.get(purpose.kind, words)
    if brief:
        words = _SHORTER.get(purpose.kind, words)
    if purpose.kind == "saves" and not purpose.cards:
        words = _SAVED_POINTS
    who = names.who(purpose.seat) if purpose.seat >= 0 else ""
    if isinstance(words, Plural):
        return say(counted(purpose.number, words, who=who))
    first, second = (*purpose.cards, 0, 0)[:2]
    parts: dict[str, Part] = {
        "who": who,
        "cards": cards(purpose.cards, most=3),
        "number": purpose.number,
        "other": purpose.other,
        "first": cards((first,)),
        "second": cards((second,)),
    }
    return tell(words, **parts)


def purposes_line(found: Sequence[Purpose], names: Names, most: int = 2) -> Sentence:
    """Word what a play is for: the main thing, and what can happen to it or the next thing."""
    ends = [purpose for purpose in found if purpose.kind in _LAST]
    aims = [purpose for purpose in found if purpose.kind not in _LAST]
    said = [*aims[: 1 if ends else 2], *ends[:1]][:most]
    told = [purpose_line(purpose, names) for purpose in said]
    if not told:
        return SILENCE
    return say(told[0], *(part for line in told[1:] for part in (", ", line)))


def percent(chance: float) -> str:
    """Write a chance as a percentage; only what is certain is nothing or all."""
    whole = round(100 * chance)
    if 0 < chance < 1:
        whole = max(1, min(99, whole))
    return tr("{number}%", number=whole)


def wins_for_sure(view: View, play: Rated) -> bool:
    """Return whether a play wins at once whatever others do: then no chance need be told."""
    return any(found.kind == "wins" for found in purposes(view, play.action, play.then))


def play_line(
    view: View, play: Rated, names: Names, room: int = UNLIMITED, *, best: bool = False
) -> Sentence:
    """Word a play with the chance that it gives and what it is for, as far as there is room.

    Of the `best` one it says that the chance is one to win, if that costs no reason.
    """
    forms = _forms(view, play, names)
    if wins_for_sure(view, play):
        return _fitting(forms, room)
    chance = Span(percent(play.chance), "strong")
    heads = (tell("{chance} to win", chance=chance), say(chance)) if best else (say(chance),)
    return _fitting([say(head, "  ", form) for form in forms for head in heads], room)


def better_line(view: View, play: Rated, names: Names, room: int = UNLIMITED) -> Sentence:
    """Word the play that would have been better, as far as there is room."""
    return _fitting(_better_forms(view, play, names), room)


def better_briefly(view: View, play: Rated, names: Names) -> Sentence:
    """Word the play that would have been better without what it does, where it is a one-off."""
    action = play.action
    if action.kind is not Kind.ONE_OFF:
        return better_line(view, play, names, 0)
    brief = tell("{card} as a one-off", card=card_span(action.card))
    return tell("better, {chance}: {play}", play=brief, chance=percent(play.chance))


def better_keeps_reason(view: View, play: Rated, names: Names, room: int) -> bool:
    """Return whether a better play has room for a reason, if it has any."""
    *reasons, _ = _better_forms(view, play, names)
    return not reasons or any(cells_of(reason) <= room for reason in reasons)


def _better_forms(view: View, play: Rated, names: Names) -> list[Sentence]:
    chance = percent(play.chance)
    forms = _forms(view, play, names)
    return [tell("better, {chance}: {play}", play=form, chance=chance) for form in forms]


def reason_line(view: View, play: Rated, names: Names) -> Sentence:
    """Word all that a play is for."""
    return purposes_line(purposes(view, play.action, play.then), names)


def drawback_line(view: View, action: Action, names: Names) -> Sentence:
    """Word a play with what can be seen to speak against it; nothing if nothing does."""
    found = purposes(view, action)
    if not any(map(is_drawback, found)):
        return SILENCE
    what = choice_words(view, action, names)
    return tell("{play}: {purpose}", play=what, purpose=purposes_line(found, names))


def _forms(view: View, play: Rated, names: Names) -> list[Sentence]:
    """Word a play with all that it is for, with one thing, the main one first, and alone."""
    what = choice_words(view, play.action, names)
    found = purposes(view, play.action, play.then)
    single = [purpose for purpose in found if purpose.kind not in _LAST] or found
    aims = [purposes_line(found, names, most) for most in (2, 1)]
    for brief in (False, True):
        aims += [purpose_line(purpose, names, brief=brief) for purpose in single]
    return [*(tell("{play}: {purpose}", play=what, purpose=aim) for aim in aims if aim), what]


def _fitting(forms: Sequence[Sentence], room: int) -> Sentence:
    return next((form for form in forms if cells_of(form) <= room), forms[-1])


_PLAYS: Final = 3
"""How many plays a hint names."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The best plays of the seat that is asked, from its view."""

    view: View
    chance: float
    plays: tuple[Rated, ...]
    """Best first."""

    @property
    def named(self) -> Collection[Card]:
        """The cards of the best play: those played and those aimed at."""
        action = self.plays[0].action
        return {*action.cards, *action.targets}


def hint_of(view: View, assessment: Assessment) -> Hint | None:
    """Return the hint for a view; None if there is nothing to choose."""
    plays: dict[object, Rated] = {}
    for play in candidates(assessment):
        # cards of one rank with equal chances are alike
        kind, played, targets, seat = play.action
        ranks = tuple(map(rank_of, played))
        plays.setdefault((kind, ranks, targets, seat, round(100 * play.chance)), play)
    best = tuple(plays.values())[:_PLAYS]
    return Hint(view, assessment.chance, best) if best else None


_AFTER_HEAD: Final = 3
"""Columns after the first words of the bar."""
THINKING: Final = N_("the coach is thinking")
NOTHING: Final = N_("there is nothing to choose here")
UNCOUNTED: Final = N_("with a hint this game no longer counts for the ladder")
"""After the first hint of a game that did."""
UNCOUNTED_DEAL: Final = N_("with a hint this no longer counts as today's deal: play on for fun")
ONLY_IN_PRACTICE: Final = N_("the coach helps in practice and in replays, never in other games")


def hint_lines(hint: Hint, names: Names, room: int = UNLIMITED) -> tuple[Sentence, ...]:
    """Word the plays of a hint, best first, as far as there is room in each line."""
    return tuple(play_line(hint.view, play, names, room) for play in hint.plays)


def hint_prompt(hint: Hint, names: Names, room: int = UNLIMITED) -> Prompt:
    """Put the plays of a hint in place of the question, a row each, as far as there is room."""
    head = tr("COACH")
    beside = room - cell_len(head) - _AFTER_HEAD
    first = play_line(hint.view, hint.plays[0], names, beside, best=True)
    _, second, third = (*hint_lines(hint, names, room), SILENCE, SILENCE)[:3]
    if not second:
        second = tell("there is no other play")
    if not third:  # whose opinion it is; the chance, which the bar tells too, where it fits
        assert hint.view.viewer is not None
        third = _fitting((chance_line(hint, names), say(opinion(names, hint.view.viewer))), room)
    return Prompt("bar", head, first, (second,), third)


def opinion(names: Names, seat: int) -> str:
    """Say whose knowledge an opinion rests on."""
    if names.seat == seat:
        return tr("the coach's opinion, from what you can see")
    return tr("the coach's opinion, from what {who} could see", who=names.who(seat))


def chance_line(hint: Hint, names: Names) -> Sentence:
    """Word the chance to win, as an opinion."""
    assert hint.view.viewer is not None
    whose = opinion(names, hint.view.viewer)
    if wins_for_sure(hint.view, hint.plays[0]):
        return tell("{opinion}: this wins", opinion=whose)
    return say(tr("{opinion}: {chance} to win", opinion=whose, chance=percent(hint.chance)))
