"""Word the three rows of the prompt: what is asked, what may be done, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cuttle_tui import offered
from cuttle_tui.offered import Aim
from cuttle_tui.prose import SILENCE, Sentence, card_span, cards, say
from cuttle_tui.wording import why
from cuttle_tui.wording.asking import Prompt, Question, option
from cuttle_tui.wording.names import number
from cuttle_tui.wording.plays import play_label
from cuttle_tui.wording.threat import threat_line
from engine.actions import Action, Kind
from engine.cards import Card, rank_of
from engine.view import Ask


def prompt_of(question: Question) -> Prompt:
    """Word what the table waits for."""
    step = offered.step_of(question.view, question.choice)
    return _BY_STEP[step](question)


def _wait(q: Question) -> Prompt:
    if not q.view.asked:
        return Prompt("wait", "WAITING", say("nothing is asked"))
    seat = q.view.asked[0]
    who = q.names.who(seat)
    options = (option("arrows", "look at your cards"), option("z", "scrap"), option("l", "log"))
    return Prompt(
        "wait",
        f"{q.names.whose(q.view.mover).upper()} TURN",
        say(f"{who} is {_DOING[q.view.ask]}"),
        options,
        why.foresight(q.view, q.seat, q.names),
    )


_DOING: Final = {
    Ask.PLAY: "choosing a card",
    Ask.COUNTER: "thinking about an answer",
    Ask.BLOCK: "thinking about a block",
    Ask.REBUFF: "thinking about an answer",
    Ask.FETCH: "looking through the scrap",
    Ask.GIVE: "choosing what to discard",
    Ask.PAY: "choosing what to discard",
    Ask.SEVEN: "choosing what to do with the cards turned up",
    Ask.LIMIT: "discarding down to the hand limit",
    Ask.OFFER: "thinking about the draw",
    Ask.OVER: "done",
}


def _card(q: Question) -> Prompt:
    head = "PEEK" if q.view.ask is Ask.SEVEN else "YOUR TURN"
    card = q.choice.card
    bare = tuple(_bare_option(action, q) for action in offered.bare(q.view))
    if card is None or card not in offered.tray(q.view, q.seat):
        count = len(offered.tray(q.view, q.seat))
        pick = (option(tray_keys(count), "choose a card"),) if count else ()
        return Prompt("bar", head, _opening(q, count), (*pick, *bare))
    kinds = offered.plays(q.view, card)
    options = (*(_play_option(q, card, kind) for kind in kinds), *bare)
    if not kinds:
        sentence = say(card_span(card), " cannot be played now")
        reason = why.not_playable(q.view, q.seat, card, q.names)
        return Prompt("bar", head, sentence, options, reason)
    return Prompt(
        "bar",
        head,
        say("Play ", card_span(card), " how?"),
        options,
        why.about_plays(q.view, q.seat, card, kinds, q.names),
    )


def _opening(q: Question, count: int) -> Sentence:
    bare = {action.kind for action in offered.bare(q.view)}
    if q.view.ask is Ask.SEVEN:
        return say(f"Play {'this card' if count == 1 else 'one of these cards'} off the deck")
    other = "draw" if Kind.DRAW in bare else "pass" if Kind.PASS in bare else ""
    if not count:
        return say(f"Your hand is empty: {other or 'nothing to do'}")
    return say(f"Choose a card, or {other}" if other else "Choose a card")


def tray_keys(count: int) -> str:
    """Write the range of keys that choose a card of the tray."""
    keys = offered.TRAY_KEYS[:count]
    if len(keys) <= 2:
        return " ".join(keys)
    shown = f"1-{min(len(keys), 9)}"
    return " ".join((shown, *keys[9:11]))


def _bare_option(action: Action, q: Question) -> Sentence:
    key = offered.PLAY_KEYS[action.kind]
    return option(key, _BARE.get(action.kind, action.kind.name.lower()))


_BARE: Final = {Kind.DRAW: "draw", Kind.PASS: "pass"}


def _play_option(q: Question, card: Card, kind: Kind) -> Sentence:
    return option(offered.PLAY_KEYS[kind], play_label(q, card, kind))


def _play(q: Question) -> Prompt:
    card, kind = q.choice.card, q.choice.play
    assert card is not None
    assert kind is not None
    many = len(offered.plays(q.view, card)) > 1
    turn = (option("up down", "other ways"),) if many else ()
    return Prompt(
        "bar",
        "YOUR TURN",
        say("Play ", card_span(card), " as ", play_label(q, card, kind), "?"),
        (option("enter", "do it"), *turn, option("esc", "another play")),
        why.about_plays(q.view, q.seat, card, [kind], q.names),
    )


def _target(q: Question) -> Prompt:
    card, kind = q.choice.card, q.choice.play
    assert card is not None
    assert kind is not None
    options = [option(aim.key, _aim_label(q, aim), target=True) for aim in q.aims[:6]]
    if len(q.aims) == 1:
        options.append(option("enter", "do it"))
    return Prompt(
        "bar",
        "YOUR TURN",
        _target_sentence(q, card, kind),
        (*options, option("esc", "another play")),
        why.not_targets(q.view, card, kind, q.barred, q.names),
    )


def _target_sentence(q: Question, card: Card, kind: Kind) -> Sentence:
    verb = why.TARGET_VERBS.get(kind, "")
    if kind is Kind.ONE_OFF:
        verb = why.ONE_OFF_VERBS.get(rank_of(card), "Aim at")
    what = "card" if not q.aims or q.aims[0].card is not None else "player"
    more = " as well" if q.choice.targets else ""
    return say(f"{verb} which {what}{more} with ", card_span(card), "?")


def _aim_label(q: Question, aim: Aim) -> Sentence:
    if aim.card is None:
        return say(q.names.who(aim.seat))
    under = [jack for jack, host in q.bearers if host == aim.card]
    over = [host for jack, host in q.bearers if jack == aim.card]
    label = say(card_span(aim.card))
    if under:
        label = say(label, " under ", card_span(under[-1]))
    if over:
        label = say(label, " on ", card_span(over[0]))
    return label


def _pick(q: Question) -> Prompt:
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
    reason = why.about_discard(q.view, q.seat, q.names)
    return Prompt("bar", "DISCARD", say(f"Choose {what} to discard", colon), tuple(options), reason)


def counted_words(count: int) -> str:
    """Write a number of cards in words."""
    return f"{number(count)} card" + ("" if count == 1 else "s")


def _take(q: Question) -> Prompt:
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
        why.about_fetch(q.view, q.seat, card),
    )


def _answer(q: Question) -> Prompt:
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
        why.about_answer(q.view, q.seat, bool(yes), q.names),
    )


_ANSWERS: Final = {Ask.COUNTER: "counter", Ask.BLOCK: "block", Ask.REBUFF: "answer"}
_HEADS: Final = {Ask.COUNTER: "COUNTER?", Ask.BLOCK: "BLOCK?", Ask.REBUFF: "ANSWER?"}

_BY_STEP: Final[dict[offered.Step, Callable[[Question], Prompt]]] = {
    "wait": _wait,
    "card": _card,
    "play": _play,
    "target": _target,
    "pick": _pick,
    "take": _take,
    "answer": _answer,
}
