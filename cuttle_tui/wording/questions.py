"""Word the questions that are not about a play: what to discard, what to take, how to answer."""

from __future__ import annotations

from typing import Final

from cuttle_tui import offered
from cuttle_tui.prose import SILENCE, Sentence, card_span, cards, say
from cuttle_tui.wording import hints
from cuttle_tui.wording.asking import Prompt, Question, option
from cuttle_tui.wording.names import number
from cuttle_tui.wording.threat import threat_line
from engine.view import Ask


def pick_prompt(q: Question) -> Prompt:
    """Ask for cards to discard."""
    owed = offered.owed(q.view)
    picked = q.choice.picked
    count = len(offered.tray(q.view, q.seat))
    what = counted_words(owed)
    colon: Sentence = say(": ", cards(picked)) if picked else SILENCE
    options: list[Sentence] = []
    if len(picked) == owed:
        label = {0: "go on", 1: "discard it", 2: "discard both"}.get(owed, "discard them")
        options.append(option("enter", label))
    others = "choose others" if picked and owed > 1 else "choose another" if picked else "choose"
    if count:
        options.append(option(tray_keys(count), others))
    reason = hints.about_discard(q.view, q.seat)
    return Prompt("bar", "DISCARD", say(f"Choose {what} to discard", colon), tuple(options), reason)


def counted_words(count: int) -> str:
    """Write a number of cards in words."""
    return f"{number(count)} card" + ("" if count == 1 else "s")


def take_prompt(q: Question) -> Prompt:
    """Ask for a card of the scrap."""
    card = q.choice.card
    options: tuple[Sentence, ...] = (
        option(tray_keys(len(offered.tray(q.view, q.seat))), "choose"),
    )
    if card is not None:
        options = (option("enter", "take ", card_span(card)), *options)
    return Prompt(
        "bar",
        "FETCH",
        say("Take which card from the scrap?  newest first"),
        options,
        hints.about_fetch(q.view, q.seat, card),
    )


def answer_prompt(q: Question) -> Prompt:
    """Ask for an answer to what was played, or to an offer."""
    if q.view.ask is Ask.OFFER:
        who = q.names.who(q.view.offerer if q.view.offerer >= 0 else q.view.mover)
        return Prompt(
            "alarm",
            "DRAW?",
            say(f"{who} offers to end the game without a winner"),
            (option("y", "accept"), option("n", "play on")),
        )
    yes = offered.answers(q.view)
    options: list[Sentence] = []
    if yes:
        card = q.choice.card if q.choice.card is not None else yes[0].card
        options.append(option("y", f"{_ANSWERS[q.view.ask]} with ", card_span(card)))
    options.append(option("n", "let it happen"))
    return Prompt(
        "alarm",
        _HEADS[q.view.ask],
        threat_line(q.view, q.seat, q.names),
        tuple(options),
        hints.about_answer(q.view, q.seat, bool(yes), q.names),
    )


_ANSWERS: Final = {Ask.COUNTER: "counter", Ask.BLOCK: "block", Ask.REBUFF: "answer"}
_HEADS: Final = {Ask.COUNTER: "COUNTER?", Ask.BLOCK: "BLOCK?", Ask.REBUFF: "ANSWER?"}


def tray_keys(count: int) -> str:
    """Write the range of keys that choose a card of the tray."""
    keys = offered.TRAY_KEYS[:count]
    if len(keys) <= 2:
        return " ".join(keys)
    shown = f"1-{min(len(keys), 9)}"
    return " ".join((shown, *keys[9:11]))
