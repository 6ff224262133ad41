"""Turn keys into one legal action, step by step, over what `cuttle_tui.table.choices` allows.

Pure: an action comes out only as it stood among the legal ones. `settle` drops of a choice what a
newer view no longer allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cuttle_tui.table.choices import (
    NOTHING,
    PLAY_KEYS,
    TRAY_KEYS,
    Aim,
    Choice,
    Step,
    aims,
    answers,
    bare,
    fitting_actions,
    owed,
    pickable,
    plays,
    refusal,
    step_of,
    tray,
)
from cuttle_tui.table.cursor import keyed, move
from engine.actions import Action
from engine.cards import Card
from engine.play.view import Ask, View

__all__ = ["NOTHING", "TRAY_KEYS", "Choice", "Result", "move", "point", "press", "settle"]

Result = Choice | Action


def press(
    view: View, choice: Choice, key: str, seat: int, order: Sequence[Card], across: int = 0
) -> Result:
    """Answer one key: what has been chosen then, or the action that is complete.

    Args:
        view: the table.
        choice: what was chosen before.
        key: the key, as Textual names it.
        seat: the seat whose hand lies in the tray.
        order: the cards of the table as they are drawn.
        across: how many cards of the tray stand in one row; 0 for all.
    """
    step = step_of(view, choice)
    if key in ("up", "down") and step in _IN_ROWS:
        return _moved(view, choice, key, seat, across)
    if step == "target":
        return _press_target(view, choice, key, seat, order)
    if step == "play":
        return _press_play(view, choice, key, seat)
    if step == "pick":
        return _press_pick(view, choice, key, seat)
    if step == "take":
        return _press_take(view, choice, key, seat)
    if step == "answer":
        return _press_answer(view, choice, key, seat)
    if step == "card":
        return _press_card(view, choice, key, seat)
    return move(choice, key, tray(view, seat))


_IN_ROWS: Final = ("card", "pick", "take", "wait")
"""The steps in which the cursor goes along the cards of the tray, in whatever rows they lie."""


def _moved(view: View, choice: Choice, key: str, seat: int, across: int = 0) -> Choice:
    """Move the cursor; where one card is picked, or taken, it stops only at those that can be."""
    step = step_of(view, choice)
    stops = pickable(view) if step == "take" else None
    moved = move(choice, key, tray(view, seat), across, stops)
    if step == "pick" and owed(view) == 1 and moved.card in pickable(view):
        return replace(moved, picked=(moved.card,))
    return moved


def point(view: View, choice: Choice, card: Card) -> Choice:
    """Choose a card of the tray that was pointed at, whichever key it has."""
    step = step_of(view, choice)
    if step == "pick":
        return _pick(view, replace(choice, card=card), card)
    if step in ("play", "target"):
        return Choice(card)
    if step == "answer":
        return replace(choice, card=card) if card in pickable(view) else choice
    return replace(choice, card=card)


def _press_card(view: View, choice: Choice, key: str, seat: int) -> Result:
    for action in bare(view):
        if PLAY_KEYS[action.kind] == key:
            return action
    for kind in plays(view, choice.card):
        if PLAY_KEYS[kind] == key:
            return _begin(view, replace(choice, play=kind, targets=(), aim=-1))
    cards = tray(view, seat)
    if key == "enter":
        offered = plays(view, choice.card)
        if offered:
            return replace(choice, play=offered[0], targets=(), aim=-1)
        return choice if choice.card in cards or not cards else replace(choice, card=cards[0])
    return move(choice, key, cards)


def _begin(view: View, choice: Choice) -> Result:
    """Play at once what needs no target; ask for the target of the rest."""
    fitting = fitting_actions(view, choice)
    if len(fitting) == 1 and not fitting[0].targets:
        return fitting[0]
    return choice


def _press_play(view: View, choice: Choice, key: str, seat: int) -> Result:
    """Answer a key while a play without a target waits for its last enter.

    A letter does what it did a step before: it plays that way at once.
    """
    if key == "enter":
        return fitting_actions(view, choice)[0]
    if key in PLAY_KEYS.values():
        begun = _press_card(view, replace(choice, play=None), key, seat)
        return choice if begun == replace(choice, play=None) else begun
    return _other_play(view, choice, key, seat)


def _other_play(view: View, choice: Choice, key: str, seat: int) -> Choice:
    offered = plays(view, choice.card)
    if key == "escape":
        return replace(choice, play=None, targets=(), aim=-1)
    if key in ("up", "down") and choice.play in offered:
        step = 1 if key == "down" else -1
        kind = offered[(offered.index(choice.play) + step) % len(offered)]
        return replace(choice, play=kind, targets=(), aim=-1)
    card = keyed(key, tray(view, seat)) if key.isdigit() else None
    return choice if card in (None, choice.card) else Choice(card)


def _press_target(view: View, choice: Choice, key: str, seat: int, order: Sequence[Card]) -> Result:
    offered = aims(view, choice, order)
    for aim in offered:
        if aim.key == key:
            return _aimed(view, choice, aim)
    if key == "enter":
        if len(offered) > 1 and choice.aim < 0:
            return replace(choice, aim=0)
        return _aimed(view, choice, offered[choice.aim % len(offered)])
    if key in ("left", "right"):
        step = 1 if key == "right" or choice.aim < 0 else -1
        return replace(choice, aim=(choice.aim + step) % len(offered))
    if key == "escape" and choice.targets:
        return replace(choice, targets=choice.targets[:-1], aim=-1)
    return _other_play(view, choice, key, seat)


def _aimed(view: View, choice: Choice, aim: Aim) -> Result:
    if aim.card is None:
        return next(action for action in fitting_actions(view, choice) if action.seat == aim.seat)
    chosen = replace(choice, targets=(*choice.targets, aim.card), aim=-1)
    fitting = fitting_actions(view, chosen)
    if len(fitting) == 1 and set(fitting[0].targets) == set(chosen.targets):
        return fitting[0]
    return chosen


def _press_pick(view: View, choice: Choice, key: str, seat: int) -> Result:
    cards = tray(view, seat)
    if key == "enter":
        wanted = tuple(sorted(choice.picked))
        return next((action for action in view.legal if action.cards == wanted), choice)
    if key == "escape":
        return replace(choice, picked=choice.picked[:-1])
    if key == "space":
        return _pick(view, choice, choice.card)
    card = keyed(key, cards)
    return _moved(view, choice, key, seat) if card is None else point(view, choice, card)


def _pick(view: View, choice: Choice, card: Card | None) -> Choice:
    """Pick a card or put it back; the one picked first goes when there are too many."""
    if card is None or card not in pickable(view):
        return choice
    if card in choice.picked:
        picked = tuple(other for other in choice.picked if other != card)
    else:
        picked = (*choice.picked, card)[-owed(view) :]
    return replace(choice, picked=picked)


def _press_take(view: View, choice: Choice, key: str, seat: int) -> Result:
    if key in ("enter", "space"):
        return next((action for action in view.legal if action.cards == (choice.card,)), choice)
    return _moved(view, choice, key, seat)


def _press_answer(view: View, choice: Choice, key: str, seat: int) -> Result:
    yes = answers(view)
    no = refusal(view)
    if key == "y" and yes:
        return next((action for action in yes if action.cards == (choice.card,)), yes[0])
    if no is not None and (key == "n" or (key == "enter" and not yes)):
        return no
    cards = tray(view, seat)
    card = keyed(key, cards)
    if card is not None:
        return point(view, choice, card)
    return choice if key == "escape" else move(choice, key, cards, stops=pickable(view))


def settle(view: View, choice: Choice, seat: int) -> Choice:
    """Keep of a choice what a newer view still allows, and focus what is obvious."""
    cards = tray(view, seat)
    card = choice.card if choice.card in cards else None
    step = step_of(view, replace(choice, card=card, play=None))
    if step in ("pick", "take", "answer"):
        return _settle_asked(view, choice, step, card)
    if card is None and step == "card" and view.ask is Ask.SEVEN and cards:
        card = next((one for one in cards if one in pickable(view)), cards[0])
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
        return Choice(card)
    if step == "answer":
        yes = answers(view)
        return Choice(yes[0].card if yes and yes[0].cards else None)
    return Choice(next((c for c in view.scrap[::-1] if c in allowed), None))
