"""Word the responses to a play: discard, take a card, counter, draw offer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cuttle_tui.i18n.rich_text import Sentence, Span, card_span, cards, say, tell
from cuttle_tui.i18n.translation import N_, Message, Plural, counted, tr
from cuttle_tui.table import choices, commands
from cuttle_tui.table.letters import TRAY_KEYS
from cuttle_tui.wording.prompt_types import Prompt, Question, option
from cuttle_tui.wording.table import hints
from cuttle_tui.wording.table.discards import about_discard
from cuttle_tui.wording.table.pending_effect import threat_line
from engine.actions import Action, Kind
from engine.cards import Card
from engine.play.view import Ask


def pick_prompt(q: Question) -> Prompt:
    """Ask for cards to discard."""
    owed = choices.owed(q.view)
    picked = q.choice.picked
    count = len(choices.tray(q.view, q.seat))
    options: list[Sentence] = []
    if len(picked) == owed:
        options.append(option("enter", _DISCARD_IT.get(owed, _DISCARD_THEM)))
    if count:
        options.append(option(tray_keys(count), _more(len(picked), owed)))
    reason = about_discard(q.view, q.seat)
    return Prompt("bar", tr("DISCARD"), _pick_sentence(owed, picked), tuple(options), reason)


def _more(picked: int, owed: int) -> Message:
    """Label the choice of a card: the first, one more, or another."""
    if not picked:
        return _CHOOSE
    if picked < owed:
        return _CHOOSE_ONE_MORE if picked == owed - 1 else _CHOOSE_MORE
    return CHOOSE_ANOTHER if owed == 1 else _CHOOSE_OTHERS


_DISCARD_IT: Final = {0: N_("go on"), 1: N_("discard it"), 2: N_("discard both")}
_DISCARD_THEM: Final = N_("discard them")
_CHOOSE: Final = N_("choose")
CHOOSE_ANOTHER: Final = N_("choose another")
_CHOOSE_ONE_MORE: Final = N_("choose one more")
_CHOOSE_MORE: Final = N_("choose more")
_CHOOSE_OTHERS: Final = N_("choose others")


def _pick_sentence(owed: int, picked: Sequence[Card]) -> Sentence:
    """Say how many cards to discard, and which are chosen."""
    asked = tr(_TO_DISCARD[owed]) if owed in _TO_DISCARD else counted(owed, _MANY_TO_DISCARD)
    return tell("{asked}: {cards}", asked=asked, cards=cards(picked)) if picked else say(asked)


_TO_DISCARD: Final = {
    0: N_("Nothing to discard"),
    1: N_("Choose one card to discard"),
    2: N_("Choose two cards to discard"),
    3: N_("Choose three cards to discard"),
    4: N_("Choose four cards to discard"),
}
_MANY_TO_DISCARD: Final = Plural("Choose {n} card to discard", "Choose {n} cards to discard")


def take_prompt(q: Question) -> Prompt:
    """Ask for a card of the scrap."""
    card = q.choice.card
    options: tuple[Sentence, ...] = (option(tray_keys(len(choices.tray(q.view, q.seat))), _CHOOSE),)
    if card is not None:
        take = tell("take {card}", card=card_span(card))
        options = (option("enter", take), *options)
    return Prompt(
        "bar",
        tr("FETCH"),
        tell("Take which card from the scrap?  newest first"),
        options,
        hints.about_fetch(q.view, q.seat, card),
    )


def answer_prompt(q: Question) -> Prompt:
    """Ask whether to counter a play, or to accept a draw offer."""
    if q.view.ask is Ask.OFFER:
        return _offer_prompt(q)
    yes = choices.answers(q.view)
    options: list[Sentence] = []
    if yes:
        card = q.choice.card if q.choice.card is not None else yes[0].card
        options.append(option(commands.YES, tell(_ANSWERS[q.view.ask], card=card_span(card))))
    options.append(option(commands.NO, N_("let it happen")))
    return Prompt(
        "alarm",
        tr(_HEADS[q.view.ask]),
        threat_line(q.view, q.seat, q.names),
        tuple(options),
        hints.about_answer(q.view, q.seat, bool(yes), q.names),
    )


def _offer_prompt(q: Question) -> Prompt:
    who = q.names.who(q.view.offerer if q.view.offerer >= 0 else q.view.mover)
    return Prompt(
        "alarm",
        tr("DRAW OFFER"),
        tell("{who} offers a draw", who=who),
        (option(commands.YES, N_("accept")), option(commands.NO, N_("play on"))),
    )


_ANSWERS: Final = {
    Ask.COUNTER: N_("counter with {card}"),
    Ask.BLOCK: N_("block with {card}"),
    Ask.REBUFF: N_("counter with {card}"),
}


def how_to_answer_line(action: Action) -> Sentence:
    """Name the key that counters with the chosen card."""
    return tell(_HOW_TO[action.kind], key=Span(commands.YES.key, "key"), card=cards(action.cards))


_HOW_TO: Final = {
    Kind.COUNTER: N_("{key} counters with {card}"),
    Kind.BLOCK: N_("{key} blocks with {card}"),
    Kind.REBUFF: N_("{key} counters with {card}"),
}
_HEADS: Final = {Ask.COUNTER: N_("COUNTER?"), Ask.BLOCK: N_("BLOCK?"), Ask.REBUFF: N_("COUNTER?")}


def tray_keys(count: int) -> str:
    """Name the keys that choose a card of the tray; the rest need arrows."""
    keys = TRAY_KEYS[:count]
    if len(keys) <= 2:
        return " ".join(keys)
    shown = f"1-{min(len(keys), 9)}"
    beyond = ("arrows",) if count > len(keys) else ()
    return " ".join((shown, *keys[9:], *beyond))
