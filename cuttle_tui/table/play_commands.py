"""Declare the commands of the cards: what is pressed at each step of a choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from cuttle_tui.i18n.translation import N_
from cuttle_tui.keymap.commands import Intent, Sections, each, on
from cuttle_tui.table import intents as do
from cuttle_tui.table.choices import Step, focused
from cuttle_tui.table.intents import Act
from cuttle_tui.table.letters import FIGURES, PLAY_KEYS, TARGET_KEYS, TRAY_KEYS
from cuttle_tui.table.situation import Situation, TableCommand, TableSection
from cuttle_tui.table.spelling import SPELLING_KEYS, spelling_keys
from engine.actions import Kind
from engine.cards import Card

_ROW: Final[dict[str, Intent]] = {
    "left": do.MoveCursor("left"),
    "right": do.MoveCursor("right"),
    "home": do.MoveCursor("first"),
    "end": do.MoveCursor("last"),
}
_ROWS: Final[dict[str, Intent]] = {"up": do.MoveCursor("up"), "down": do.MoveCursor("down")}
ALONG: Final = {**_ROW, **_ROWS}
SPELLED: Final[dict[str, Intent]] = {key: do.Spell(key) for key in SPELLING_KEYS}
CARDS: Final = each(TRAY_KEYS, do.ChooseCard)
_PLAYS: Final[dict[str, Intent]] = {key: do.Play(kind) for kind, key in PLAY_KEYS.items()}
_TARGETS: Final = each(TARGET_KEYS, do.ChooseTarget)


def _in_tray(at: Situation) -> str:
    return TRAY_KEYS[: len(at.tray)]


def _to_take(at: Situation) -> Sequence[str]:
    return spelling_keys(at.choice, at.tray)


def along(at: Situation, cards: Sequence[Card]) -> Sequence[str]:
    """Return the keys that move along cards: up and down only if there are several rows."""
    if not cards:
        return ()
    return tuple(ALONG if at.across(len(cards)) < len(cards) else _ROW)


def _along_tray(at: Situation) -> Sequence[str]:
    return along(at, at.tray)


def _targets(at: Situation) -> list[str]:
    return [aim.key for aim in at.aims]


def _no_targets(at: Situation) -> list[str]:
    targets = _targets(at)
    return [key for key in TARGET_KEYS if key not in targets]


def _unfocused(at: Situation) -> bool:
    return focused(at.choice, len(at.aims)) < 0


def _picked(at: Situation) -> bool:
    return at.choice.card in at.choice.picked


def _can(kind: Kind) -> Callable[[Situation], bool]:
    """Return whether some card can be played that way now."""
    return lambda at: at.view is not None and any(one.kind is kind for one in at.view.legal)


def _plays_of_card(at: Situation) -> list[str]:
    """Return the keys of the ways to play the chosen card."""
    legal = () if at.view is None else at.view.legal
    return [
        PLAY_KEYS[one.kind]
        for one in legal
        if at.choice.card in one.cards and one.kind in PLAY_KEYS
    ]


def _has_card(at: Situation) -> bool:
    return at.choice.card is not None


_NO_CARD: Final = TableCommand(on("escape", Act.BACK), N_("choose no card"), useful=_has_card)
_BACK: Final = TableCommand(on("escape", Act.BACK), N_("one step back"))
_CARD: Final = TableCommand(
    CARDS, N_("mark the card with that key; small letters act at once"), now=_in_tray
)
_ALONG_CARDS: Final = TableCommand(
    ALONG, N_("move along the cards"), N_("choose"), "arrows", now=_along_tray
)
_OTHER_CARD: Final = TableCommand(
    each(FIGURES, do.ChooseCard), N_("another card"), now=lambda at: FIGURES[: len(at.tray)]
)
_TURN: Final = TableSection(
    N_("when you choose a card"),
    (
        _CARD,
        _ALONG_CARDS,
        TableCommand(
            on("enter", Act.CONFIRM),
            N_("go on with the first way to play it"),
            N_("do it"),
            now=lambda at: bool(at.tray),
        ),
        *(
            TableCommand(on(PLAY_KEYS[kind], do.Play(kind)), text, useful=_can(kind))
            for kind, text in {
                Kind.POINTS: N_("play the card for points"),
                Kind.SCUTTLE: N_("scuttle with it"),
                Kind.ONE_OFF: N_("play it as a one-off"),
                Kind.ROYAL: N_("play it as a royal or as glasses"),
                Kind.JACK: N_("steal with a jack"),
                Kind.JOKER: N_("steal a royal with a joker"),
                Kind.DISCARD: N_("discard it"),
                Kind.DRAW: N_("draw a card"),
                Kind.PASS: N_("pass, when the deck is empty"),
            }.items()
        ),
        _NO_CARD,
    ),
)
_PLAYING: Final = TableSection(
    N_("when a card is to be played"),
    (
        TableCommand(on("enter", Act.CONFIRM), N_("play it")),
        TableCommand(_ROWS, N_("another way to play it"), N_("choose"), "arrows"),
        _OTHER_CARD,
        TableCommand(
            _PLAYS, N_("play it that way at once, or read why you cannot"), useful=_plays_of_card
        ),
        _BACK,
    ),
)
_AIMING: Final = TableSection(
    N_("when you choose a target"),
    (
        TableCommand(_TARGETS, N_("take the target, or the seat, with that letter"), now=_targets),
        TableCommand(
            _TARGETS,
            N_("see that no target has that letter"),
            now=_no_targets,
            useful=lambda at: False,
        ),
        TableCommand(
            {key: _ROW[key] for key in ("left", "right")},
            N_("move along the targets"),
            N_("choose"),
            "arrows",
        ),
        TableCommand(on("enter", Act.CONFIRM), N_("mark the first target"), when=_unfocused),
        TableCommand(
            on("enter", Act.CONFIRM),
            N_("take the marked target"),
            when=lambda at: not _unfocused(at),
        ),
        TableCommand(_ROWS, N_("another way to play it")),
        _OTHER_CARD,
        _BACK,
    ),
)
_PICKING: Final = TableSection(
    N_("when you choose cards to discard"),
    (
        TableCommand(CARDS, N_("mark the card with that key, or keep it"), now=_in_tray),
        TableCommand(ALONG, N_("move along the cards"), N_("move"), "arrows", now=_along_tray),
        TableCommand(
            on("space", Act.PICK),
            N_("pick the card in focus"),
            N_("pick"),
            when=lambda at: at.choice.card is not None and not _picked(at),
        ),
        TableCommand(
            on("space", Act.PICK), N_("keep the card in focus"), N_("put back"), when=_picked
        ),
        TableCommand(on("enter", Act.CONFIRM), N_("continue with the chosen cards")),
        TableCommand(on("escape", Act.BACK), N_("keep the card chosen last")),
    ),
)
_TAKING: Final = TableSection(
    N_("when you take a card from the scrap"),
    (
        TableCommand(SPELLED, N_("the rank of a card, then its suit: 7 h, 0 s, Q d"), now=_to_take),
        _ALONG_CARDS,
        TableCommand(on("enter space", Act.CONFIRM), N_("take the marked card")),
        _NO_CARD,
    ),
)
YES: Final = TableCommand(on("y", do.Answer(yes=True)), N_("yes: counter, block, accept"))
NO: Final = TableCommand(on("n", do.Answer(yes=False)), N_("no: let it happen"))
_ANSWERING: Final = TableSection(
    N_("when you are asked something"),
    (
        YES,
        NO,
        TableCommand(on("enter", Act.CONFIRM), N_("let it happen, where nothing else is possible")),
        TableCommand(CARDS, N_("the card to counter with; why another cannot"), now=_in_tray),
        TableCommand(_ROW, N_("another card to counter with")),
    ),
)
_WAITING: Final = TableSection(
    N_("while others play"),
    (
        _CARD,
        replace(_ALONG_CARDS, hint=""),
        TableCommand(_PLAYS, N_("why you cannot do that now"), useful=_has_card),
        _NO_CARD,
    ),
)
BY_STEP: Final[dict[Step, TableSection]] = {
    "card": _TURN,
    "play": _PLAYING,
    "target": _AIMING,
    "pick": _PICKING,
    "take": _TAKING,
    "answer": _ANSWERING,
    "wait": _WAITING,
}
"""The key sections of the cards, by the next step."""
IN_GAME: Final[Sections] = tuple(BY_STEP.values())
"""The same sections, in the order of the help."""
