"""Present the cards of the tray."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cuttle_tui.drawing.faces import Face
from cuttle_tui.table import choices
from cuttle_tui.table.ui import Mode, TableUi
from cuttle_tui.wording.names import role_word
from cuttle_tui.wording.table.status_notes import FROZEN, PICK, PUT_BACK
from engine.cards import Card
from engine.play.view import View


def tray_faces(
    view: View, seat: int, ui: TableUi, *, covered: bool, over: bool = False
) -> tuple[Face, ...]:
    """Return the faces of the tray: the hand of a seat, or the cards to choose from.

    `covered` hides them from everyone; `over` means the game has ended, with or without a result.
    """
    if covered:
        return ()
    if ui.mode is Mode.SCRAP:
        scrap = choices.browsable(view)
        return tuple(_browsed(card, view, ui) for card in scrap)
    cards = choices.tray(view, seat)
    if over or view.outcome is not None:
        return tuple(Face(card) for card in cards)
    faces = tuple(_face(card, view, seat, ui, n) for n, card in enumerate(cards))
    if ui.mode is Mode.GAME and not ui.watching:
        return faces
    return tuple(replace(face, key="") for face in faces)


def held_cards(view: View, seat: int, ui: TableUi) -> tuple[Card, ...]:
    """Return the player's own hand while the tray shows other cards."""
    hand = view.seats[seat].hand
    if view.viewer != seat or ui.watching or view.outcome is not None:
        return ()
    return hand if ui.mode is Mode.SCRAP or choices.tray(view, seat) != hand else ()


def unseen_cards(view: View, seat: int, ui: TableUi) -> int:
    """Count the cards of the hand that a watcher may not see, or nobody while it is covered."""
    if ui.mode is Mode.COVER and view.outcome is None:
        return view.seats[view.asked[0] if view.asked else seat].hand_size
    if view.viewer is not None or ui.mode is Mode.SCRAP:
        return 0
    return view.seats[seat].hand_size - len(view.seats[seat].hand)


def _key(keys: str, place: int) -> str:
    return keys[place] if place < len(keys) else ""


def _browsed(card: Card, view: View, ui: TableUi) -> Face:
    lifted = card == ui.look.card
    return Face(
        card,
        look="sel" if lifted else "paper",
        word=role_word(card, view.ruleset),
        lifted=lifted,
    )


_SPACE: Final = {False: PICK, True: PUT_BACK}
"""The label of space for the card under the cursor, by whether it is picked."""


def _face(card: Card, view: View, seat: int, ui: TableUi, place: int) -> Face:
    step = choices.step_of(view, ui.choice)
    frozen = card in view.seats[seat].frozen and card in view.seats[seat].hand
    word = str(FROZEN) if frozen else role_word(card, view.ruleset)
    dead = step == "answer" and card not in choices.pickable(view)
    key = "" if dead else _key(choices.tray_keys(view), place)
    picking = step == "pick"
    cursor = card == ui.choice.card
    lifted = card in ui.choice.picked if picking else cursor
    ribbon = str(_SPACE[lifted]) if picking and cursor and choices.owed(view) > 1 else ""
    if lifted:
        return Face(card, look="sel", word=word, ribbon=ribbon, key=key, lifted=True)
    if step == "take" and card not in choices.pickable(view):
        return Face(card, look="mute", word="x", key=key)
    if frozen:
        return Face(card, look="ice", word=word, ribbon=ribbon, key=key)
    return Face(card, word=word, ribbon=ribbon, key=key)
