"""Turn intents into one legal action, step by step, and explain what the engine rejects."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from cuttle_tui.kit.keymap import Intent
from cuttle_tui.table import choices
from cuttle_tui.table.choices import (
    Aim,
    Choice,
    Step,
    aims,
    answers,
    bare,
    fitting_actions,
    focused,
    only_way,
    owed,
    pickable,
    plays,
    refusal,
    step_of,
    tray,
)
from cuttle_tui.table.intents import (
    Act,
    Answer,
    ChooseCard,
    ChooseTarget,
    MoveCursor,
    Play,
    Spell,
    Way,
)
from cuttle_tui.table.searching import spelled
from engine.actions import Action, Kind
from engine.cards import Card
from engine.play.explain import Reason, Refusal, explain
from engine.play.view import Ask, View

Result = Choice | Action


@dataclass(frozen=True, slots=True)
class Tray:
    """The cards to choose from in drawing order, and the cards of the table."""

    view: View
    seat: int
    """The seat whose hand is in the tray."""
    order: Sequence[Card] = ()
    """The cards of the table in drawing order."""
    across: int = 0
    """How many cards of the tray fit in one row; 0 for all."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the tray."""
        return tray(self.view, self.seat)


def choose(at: Tray, choice: Choice, intent: Intent) -> Result:
    """Return the choice after an intent, or the complete action."""
    return _BY_STEP[step_of(at.view, choice)](at, choice, intent)


def point(view: View, choice: Choice, card: Card) -> Choice:
    """Choose a card of the tray by pointing at it."""
    step = step_of(view, choice)
    if step == "pick":
        return _pick(view, replace(choice, card=card), card)
    if step in ("play", "target"):
        return Choice(card)
    if step == "answer":
        return replace(choice, card=card) if card in pickable(view) else choice
    return replace(choice, card=card)


def _look(at: Tray, choice: Choice, intent: Intent) -> Choice:
    return move(choice, intent, at.cards, at.across)


def _choose_card(at: Tray, choice: Choice, intent: Intent) -> Result:
    if isinstance(intent, Play):
        return _begin(at.view, choice, intent.kind)
    if intent != Act.CONFIRM:
        return _look(at, choice, intent)
    options, cards = plays(at.view, choice.card), at.cards
    if options:
        return replace(choice, play=options[0], targets=(), aim=-1)
    return choice if choice.card in cards or not cards else replace(choice, card=cards[0])


def _begin(view: View, choice: Choice, kind: Kind) -> Result:
    """Play at once if nothing is left to choose; otherwise ask for a target."""
    for action in bare(view):
        if action.kind is kind:
            return action
    if kind not in plays(view, choice.card):
        return choice
    begun = replace(choice, play=kind, targets=(), aim=-1)
    return only_way(view, begun) or begun


def _choose_play(at: Tray, choice: Choice, intent: Intent) -> Result:
    """Handle an intent while a play without a target waits for confirmation."""
    if intent == Act.CONFIRM:
        return fitting_actions(at.view, choice)[0]
    if isinstance(intent, Play):
        before = replace(choice, play=None)
        begun = _begin(at.view, before, intent.kind)
        return choice if begun == before else begun
    return _other_play(at, choice, intent)


def _other_play(at: Tray, choice: Choice, intent: Intent) -> Choice:
    options = plays(at.view, choice.card)
    if intent == Act.BACK:
        return replace(choice, play=None, targets=(), aim=-1)
    if isinstance(intent, MoveCursor) and intent.way in _ROWS and choice.play in options:
        place = options.index(choice.play) + _ROWS[intent.way]
        return replace(choice, play=options[place % len(options)], targets=(), aim=-1)
    card = chosen_card(intent, at.cards)
    return choice if card in (None, choice.card) else Choice(card)


def _choose_target(at: Tray, choice: Choice, intent: Intent) -> Result:
    options = aims(at.view, choice, at.order)
    if isinstance(intent, ChooseTarget):
        aim = next((aim for aim in options if aim.place == intent.place), None)
        return choice if aim is None else _aimed(at.view, choice, aim)
    if intent == Act.CONFIRM:
        marked = focused(choice, len(options))
        return replace(choice, aim=0) if marked < 0 else _aimed(at.view, choice, options[marked])
    if isinstance(intent, MoveCursor) and intent.way in ("left", "right"):
        step = 1 if intent.way == "right" or choice.aim < 0 else -1
        return replace(choice, aim=(choice.aim + step) % len(options))
    if intent == Act.BACK and choice.targets:
        return replace(choice, targets=choice.targets[:-1], aim=-1)
    return _other_play(at, choice, intent)


def _aimed(view: View, choice: Choice, aim: Aim) -> Result:
    if aim.card is None:
        return next(action for action in fitting_actions(view, choice) if action.seat == aim.seat)
    chosen = replace(choice, targets=(*choice.targets, aim.card), aim=-1)
    fitting = fitting_actions(view, chosen)
    if len(fitting) == 1 and set(fitting[0].targets) == set(chosen.targets):
        return fitting[0]
    return chosen


def _choose_picks(at: Tray, choice: Choice, intent: Intent) -> Result:
    view = at.view
    if intent == Act.CONFIRM:
        wanted = tuple(sorted(choice.picked))
        return next((action for action in view.legal if action.cards == wanted), choice)
    if intent == Act.BACK:
        return replace(choice, picked=choice.picked[:-1])
    if intent == Act.PICK:
        return _pick(view, choice, choice.card)
    card = chosen_card(intent, at.cards)
    if card is not None:
        return point(view, choice, card)
    moved = _look(at, choice, intent)
    if owed(view) == 1 and moved.card in pickable(view):
        return replace(moved, picked=(moved.card,))
    return moved


def _pick(view: View, choice: Choice, card: Card | None) -> Choice:
    """Pick a card or put it back; drop the first pick if there are too many."""
    if card is None or card not in pickable(view):
        return choice
    if card in choice.picked:
        picked = tuple(other for other in choice.picked if other != card)
    else:
        picked = (*choice.picked, card)[-owed(view) :]
    return replace(choice, picked=picked)


def _take(at: Tray, choice: Choice, intent: Intent) -> Result:
    if intent == Act.CONFIRM:
        return next((action for action in at.view.legal if action.cards == (choice.card,)), choice)
    if isinstance(intent, Spell):
        return spelled(choice, intent.letter, at.cards) or choice
    return move(replace(choice, rank=None), intent, at.cards, at.across, pickable(at.view))


def _answer(at: Tray, choice: Choice, intent: Intent) -> Result:
    yes, no = answers(at.view), refusal(at.view)
    if intent == Answer(yes=True):
        chosen = (action for action in yes if action.cards == (choice.card,))
        return next(chosen, yes[0]) if yes else choice
    if intent == Answer(yes=False) or intent == Act.CONFIRM:
        return choice if no is None or (intent == Act.CONFIRM and yes) else no
    card = chosen_card(intent, at.cards)
    if card is not None:
        return point(at.view, choice, card)
    if intent == Act.BACK:
        return choice
    return move(choice, intent, at.cards, stops=pickable(at.view))


_BY_STEP: Final[dict[Step, Callable[[Tray, Choice, Intent], Result]]] = {
    "card": _choose_card,
    "play": _choose_play,
    "target": _choose_target,
    "pick": _choose_picks,
    "take": _take,
    "answer": _answer,
    "wait": _look,
}


# the cursor ---------------------------------------------------------------------------------------

_ROWS: Final[dict[Way, int]] = {"up": -1, "down": 1}


def move(
    choice: Choice,
    intent: Intent,
    cards: Sequence[Card],
    across: int = 0,
    stops: Collection[Card] | None = None,
) -> Choice:
    """Move the cursor along the cards, or from row to row; `Back` removes it.

    `across` cards fit in a row (0: all); arrows stop only at `stops`, by default at every card.
    """
    if intent == Act.BACK:
        return replace(choice, card=None)
    if not isinstance(intent, MoveCursor):
        card = chosen_card(intent, cards)
        return choice if card is None else replace(choice, card=card)
    open_to = [card for card in cards if stops is None or card in stops]
    if intent.way in _ROWS:
        step = _ROWS[intent.way]
        return replace(choice, card=_across_rows(choice.card, step, cards, across, open_to))
    return replace(choice, card=_along(choice.card, intent.way, open_to)) if open_to else choice


def chosen_card(intent: Intent, cards: Sequence[Card]) -> Card | None:
    """Return the card that an intent chooses by its index, or None."""
    if isinstance(intent, ChooseCard) and intent.place < len(cards):
        return cards[intent.place]
    return None


def _along(card: Card | None, way: Way, cards: Sequence[Card]) -> Card:
    if card not in cards or way in ("first", "last"):
        return cards[-1 if way in ("left", "last") else 0]
    step = 1 if way == "right" else -1
    return cards[(cards.index(card) + step) % len(cards)]


def _across_rows(
    card: Card | None, step: int, cards: Sequence[Card], across: int, stops: Sequence[Card]
) -> Card | None:
    """Return the nearest card in the row above or below; the same card if there is none."""
    if not 0 < across < len(cards) or not stops:
        return card
    if card not in cards:
        return stops[0]
    row, column = divmod(cards.index(card), across)
    places = [divmod(cards.index(stop), across) for stop in stops]
    ahead = [place for place in places if (place[0] - row) * step > 0]
    if not ahead:
        return card
    nearest = min(ahead, key=lambda place: (abs(place[0] - row), abs(place[1] - column)))
    return cards[nearest[0] * across + nearest[1]]


# keeping a choice valid ---------------------------------------------------------------------------


def settle(view: View, choice: Choice, seat: int) -> Choice:
    """Keep the choices that a newer view still allows, and focus the obvious card."""
    cards = tray(view, seat)
    card = choice.card if choice.card in cards else None
    step = step_of(view, replace(choice, card=card, play=None))
    if step in ("pick", "take", "answer"):
        return _settle_asked(view, choice, step, card)
    if card is None and step == "card" and view.ask is Ask.SEVEN and cards:
        card = next((c for c in cards if c in pickable(view)), cards[0])
    kept = replace(choice, card=card, picked=())
    if card is None or choice.play not in plays(view, card):
        return replace(kept, play=None, targets=(), aim=-1)
    return kept if fitting_actions(view, kept) else replace(kept, targets=(), aim=-1)


def _settle_asked(view: View, choice: Choice, step: Step, card: Card | None) -> Choice:
    allowed = pickable(view)
    if step == "pick":
        if owed(view) == len(allowed):
            return Choice(card, picked=tuple(sorted(allowed)))
        return Choice(card, picked=tuple(c for c in choice.picked if c in allowed))
    if card in allowed:
        return Choice(card, rank=choice.rank)
    if step == "answer":
        yes = answers(view)
        return Choice(yes[0].card if yes and yes[0].cards else None)
    return Choice(next((c for c in view.scrap[::-1] if c in allowed), None))


class Objection(NamedTuple):
    """An action, and why it is illegal."""

    action: Action
    refusal: Refusal
    also: tuple[Card, ...] = ()
    """More cards that are protected for the same reason, if no target was given."""


def objection_to(view: View, action: Action) -> Objection | None:
    """Explain why an action is illegal; without a target, give the most useful reason."""
    refusal = explain(view, action)
    if refusal is None:
        return None
    if refusal.reason in _VAGUE:
        closer = [(aimed, explain(view, aimed)) for aimed in _at_each_target(view, action)]
        for aimed, why in closer:
            if why is not None and why.reason in _TELLING:
                alike = [other for other, same in closer if same == why and other is not aimed]
                return Objection(aimed, why, tuple(card for a in alike for card in a.targets))
    return Objection(action, refusal)


_VAGUE: Final = (Reason.NO_TARGET, Reason.NEEDS_TARGET, Reason.WRONG_SEAT)
_TELLING: Final = (Reason.COVERED, Reason.TOO_HIGH, Reason.QUEEN_FORBIDS_SCUTTLE, Reason.NO_VICTIM)


def objection_to_aim(view: View, card: Card, target: Card) -> Objection | None:
    """Return the most useful reason why a card cannot be played at another.

    None if there is no such reason, because no play of that card takes such a target.
    """
    possible = choices.plays(view, card)
    ways = (Action(kind, (card,), (target,)) for kind in (*possible, *_AT_CARDS))
    for way in ways:
        refusal = explain(view, way)
        if refusal is not None and refusal.reason in (*_TELLING, Reason.NOT_HOSTILE):
            return Objection(way, refusal)
    return None


_AT_CARDS: Final = (Kind.SCUTTLE, Kind.ONE_OFF, Kind.JACK, Kind.JOKER)


def _at_each_target(view: View, action: Action) -> Iterator[Action]:
    for side in view.seats:
        for placed in (*side.points, *side.royals):
            for card in (placed.card, *placed.stack):
                yield action._replace(targets=(card,))
    for seat in range(len(view.seats)):
        yield action._replace(seat=seat)


def rejected(at: Tray, choice: Choice, intent: Intent) -> Action | None:
    """Return the action behind an intent that changed nothing, or None."""
    step = choices.step_of(at.view, choice)
    if step in ("card", "play", "wait"):
        if not isinstance(intent, Play):
            return None
        if intent.kind in (Kind.DRAW, Kind.PASS):
            return Action(intent.kind)
        return None if choice.card is None else Action(intent.kind, (choice.card,))
    if step == "pick" and intent == Act.CONFIRM:
        return Action(Kind.DISCARD, tuple(sorted(choice.picked)))
    if (step == "answer" and intent == Answer(yes=True)) or (
        step == "take" and intent == Act.CONFIRM
    ):
        return rejected_card(at.view, choice, choice.card)
    return rejected_card(at.view, choice, chosen_card(intent, at.cards))


def rejected_card(view: View, choice: Choice, card: Card | None) -> Action | None:
    """Return the action behind a card of the tray that cannot be chosen."""
    step = choices.step_of(view, choice)
    if card is None or step not in ("answer", "take"):
        return None
    return Action(_ANSWERS.get(view.ask, Kind.ACCEPT) if step == "answer" else Kind.TAKE, (card,))


_ANSWERS: Final = {Ask.COUNTER: Kind.COUNTER, Ask.BLOCK: Kind.BLOCK, Ask.REBUFF: Kind.REBUFF}


def rejected_target(view: View, choice: Choice, card: Card) -> Action | None:
    """Return the action behind a click on a card of the table, once a play has begun."""
    if choice.play is None or choice.card is None:
        return None
    targets = tuple(sorted({*choice.targets, card}))
    return Action(choice.play, (choice.card,), targets)
