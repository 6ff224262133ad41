"""Word the three rows of the prompt: what is asked, what may be done, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cuttle_tui import offered
from cuttle_tui.offered import Aim
from cuttle_tui.prose import Sentence, card_span, cards, say
from cuttle_tui.wording import away, hints, why
from cuttle_tui.wording.asking import Prompt, Question, option
from cuttle_tui.wording.names import ally_of
from cuttle_tui.wording.plays import play_label
from cuttle_tui.wording.questions import answer_prompt, pick_prompt, take_prompt, tray_keys
from cuttle_tui.wording.threat import owner_of
from engine.actions import Action, Kind
from engine.cards import Card, rank_of
from engine.view import Ask


def prompt_of(question: Question) -> Prompt:
    """Word what the table waits for."""
    step = offered.step_of(question.view, question.choice)
    return _BY_STEP[step](question)


def _wait(q: Question) -> Prompt:
    """Tell whom the table waits for."""
    if not q.view.asked:
        return Prompt("wait", "WAITING", say("nothing is asked"))
    seat = q.view.asked[0]
    look = () if q.view.viewer is None else (option("arrows", "look at your cards"),)
    options = (*look, option("z", "scrap"), option("l", "log"))
    return Prompt(
        "wait",
        f"{q.names.whose(q.view.mover).upper()} TURN",
        away.waiting_line(q, f"{q.names.who(seat)} is {_DOING[q.view.ask]}"),
        away.ways_out(q) or options,
        hints.foresight(q.view, q.seat, q.names),
    )


_DOING: Final = {
    Ask.PLAY: "choosing a card",
    Ask.COUNTER: "thinking about an answer",
    Ask.BLOCK: "thinking about a block",
    Ask.REBUFF: "thinking about an answer",
    Ask.FETCH: "looking through the scrap",
    Ask.GIVE: "choosing what to discard",
    Ask.PAY: "choosing what to discard",
    Ask.SEVEN: "looking at what was turned up",
    Ask.LIMIT: "discarding to the hand limit",
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
        reason = why.not_playable(q.view, card, q.names)
        return Prompt("bar", head, sentence, options, reason)
    return Prompt(
        "bar",
        head,
        say("Play ", card_span(card), " how?"),
        options,
        hints.about_plays(q.view, card, kinds, q.names),
    )


def _opening(q: Question, count: int) -> Sentence:
    bare = {action.kind for action in offered.bare(q.view)}
    if q.view.ask is Ask.SEVEN:
        return say(f"Play {'this card' if count == 1 else 'one of these cards'} off the deck")
    other = "draw" if Kind.DRAW in bare else "pass" if Kind.PASS in bare else ""
    if not count:
        return say(f"Your hand is empty: {other or 'nothing to do'}")
    return say(f"Choose a card, or {other}" if other else "Choose a card")


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
        hints.about_plays(q.view, card, [kind], q.names),
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
        (*options, option("esc", "another card" if q.choice.targets else "another play")),
        _target_reason(q, card, kind),
    )


def _target_reason(q: Question, card: Card, kind: Kind) -> Sentence:
    action = Action(kind, (card,), q.choice.targets)
    return why.not_targets(q.view, action, q.barred, q.names, lambda one: owner_of(q.view, one))


def _target_sentence(q: Question, card: Card, kind: Kind) -> Sentence:
    verb = why.TARGET_VERBS.get(kind, "")
    if q.aims and q.aims[0].card is None:
        return _seat_sentence(q, card, verb)
    if kind is Kind.ONE_OFF:
        verb = why.ONE_OFF_VERBS.get(rank_of(card), "Aim at")
    more = " as well" if q.choice.targets else ""
    return say(f"{verb} which card{more} with ", card_span(card), "?")


def _seat_sentence(q: Question, card: Card, verb: str) -> Sentence:
    """Ask for a seat: whom an effect hits, or who gets what is taken."""
    if q.choice.targets:
        return say(f"{verb} ", cards(q.choice.targets), " for whom with ", card_span(card), "?")
    return say("Play ", card_span(card), " against whom?")


def _aim_label(q: Question, aim: Aim) -> Sentence:
    if aim.card is None:
        ally = "your ally " if aim.seat == ally_of(q.view, q.seat) else ""
        return say(f"{ally}{q.names.who(aim.seat)}")
    under = [jack for jack, host in q.bearers if host == aim.card]
    over = [host for jack, host in q.bearers if jack == aim.card]
    label = say(card_span(aim.card))
    if under:
        label = say(label, " under ", card_span(under[-1]))
    if over:
        label = say(label, " on ", card_span(over[0]))
    return label


_BY_STEP: Final[dict[offered.Step, Callable[[Question], Prompt]]] = {
    "wait": _wait,
    "card": _card,
    "play": _play,
    "target": _target,
    "pick": pick_prompt,
    "take": take_prompt,
    "answer": answer_prompt,
}
