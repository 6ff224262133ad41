"""Word the three rows of the prompt: what is asked, what may be done, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from cuttle_tui import choose
from cuttle_tui.choose import Aim, Choice
from cuttle_tui.prose import SILENCE, Sentence, Span, card_span, cards, say
from cuttle_tui.wording import why
from cuttle_tui.wording.names import Names, counted, goal_with, kings_of, number, role_word
from cuttle_tui.wording.threat import threat_line
from engine.actions import Action, Kind
from engine.cards import ACE, EIGHT, KING, QUEEN, SEVEN, SIX, THREE, Card, rank_of, value_of
from engine.view import Ask, View

Fill = Literal["bar", "alarm", "wait"]


@dataclass(frozen=True, slots=True)
class Prompt:
    """The three rows below the table."""

    fill: Fill
    head: str
    """The first words of the bar, in capitals."""
    sentence: Sentence
    options: tuple[Sentence, ...] = ()
    why: Sentence = SILENCE


@dataclass(frozen=True, slots=True)
class Question:
    """What the prompt is worded from."""

    view: View
    seat: int
    names: Names
    choice: Choice
    aims: Sequence[Aim] = ()
    barred: Sequence[Card] = ()
    """Cards that look like targets and are none."""
    bearers: Sequence[tuple[Card, Card]] = ()
    """Each jack on the table with the card it lies on."""


def option(key: str, *label: str | Span | Sentence, target: bool = False) -> Sentence:
    """Word one thing that may be done: its key, then what it does."""
    return say(Span(key, "target" if target else "key"), " ", *label)


def prompt_of(question: Question) -> Prompt:
    """Word what the table waits for."""
    step = choose.step_of(question.view, question.choice)
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
    bare = tuple(_bare_option(action, q) for action in choose.bare(q.view))
    if card is None or card not in choose.tray(q.view, q.seat):
        count = len(choose.tray(q.view, q.seat))
        pick = (option(tray_keys(count), "choose a card"),) if count else ()
        return Prompt("bar", head, _opening(q, count), (*pick, *bare))
    kinds = choose.plays(q.view, card)
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
    bare = {action.kind for action in choose.bare(q.view)}
    if q.view.ask is Ask.SEVEN:
        return say(f"Play {'this card' if count == 1 else 'one of these cards'} off the deck")
    other = "draw" if Kind.DRAW in bare else "pass" if Kind.PASS in bare else ""
    if not count:
        return say(f"Your hand is empty: {other or 'nothing to do'}")
    return say(f"Choose a card, or {other}" if other else "Choose a card")


def tray_keys(count: int) -> str:
    """Write the range of keys that choose a card of the tray."""
    keys = choose.TRAY_KEYS[:count]
    if len(keys) <= 2:
        return " ".join(keys)
    shown = f"1-{min(len(keys), 9)}"
    return " ".join((shown, *keys[9:11]))


def _bare_option(action: Action, q: Question) -> Sentence:
    key = choose.PLAY_KEYS[action.kind]
    return option(key, _BARE.get(action.kind, action.kind.name.lower()))


_BARE: Final = {Kind.DRAW: "draw", Kind.PASS: "pass"}


def _play_option(q: Question, card: Card, kind: Kind) -> Sentence:
    return option(choose.PLAY_KEYS[kind], play_label(q, card, kind))


def play_label(q: Question, card: Card, kind: Kind) -> Sentence:
    """Word what playing a card in one way would do."""
    side = q.view.seats[q.seat]
    if kind is Kind.POINTS:
        return say(f"points: {side.score + value_of(card)} of {max(side.goal, 0)}")
    if kind is Kind.SCUTTLE:
        return say("scuttle ", cards(_targets(q.view, card, kind), " or ", most=3))
    if kind is Kind.ONE_OFF:
        return say(f"one-off: {_one_off_words(q.view, card)}")
    if kind is Kind.JACK:
        return say("steal ", cards(_targets(q.view, card, kind), " or ", most=3))
    if kind is Kind.ROYAL:
        return _royal_label(q, card)
    return say(_OTHER_LABELS.get(kind, kind.name.lower()))


def _one_off_words(view: View, card: Card) -> str:
    word = role_word(card, view.ruleset) or "effect"
    return f"{word}{_ONE_OFF_OBJECTS.get(rank_of(card), '')}"


_ONE_OFF_OBJECTS: Final = {
    ACE: " all points",
    THREE: " from scrap",
    SIX: " all royals",
    SEVEN: " at the deck",
}
_OTHER_LABELS: Final = {Kind.JOKER: "take over a royal", Kind.DISCARD: "throw it away"}


def _royal_label(q: Question, card: Card) -> Sentence:
    rank = rank_of(card)
    if rank == KING:
        goal = goal_with(q.view, q.seat, kings_of(q.view, q.seat) + 1)
        return say(f"king: goal {goal}" if goal > 0 else "king: no goal left")
    if rank == QUEEN:
        return say("queen: guard your cards")
    return say("glasses: read the other hand" if rank == EIGHT else "royal")


def _targets(view: View, card: Card, kind: Kind) -> list[Card]:
    found = (a.targets[0] for a in view.legal if a.kind is kind and a.cards == (card,) if a.targets)
    return list(dict.fromkeys(found))


def _play(q: Question) -> Prompt:
    card, kind = q.choice.card, q.choice.play
    assert card is not None
    assert kind is not None
    many = len(choose.plays(q.view, card)) > 1
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
    owed = choose.owed(q.view)
    picked = q.choice.picked
    count = len(choose.tray(q.view, q.seat))
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
    options: tuple[Sentence, ...] = (option(tray_keys(len(choose.tray(q.view, q.seat))), "choose"),)
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
    yes = choose.answers(q.view)
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

_BY_STEP: Final[dict[choose.Step, Callable[[Question], Prompt]]] = {
    "wait": _wait,
    "card": _card,
    "play": _play,
    "target": _target,
    "pick": _pick,
    "take": _take,
    "answer": _answer,
}


def over_prompt(view: View, names: Names, score: Sequence[int], ready: Sequence[int]) -> Prompt:
    """Word the end of a game; `ready` are the seats that want the next one."""
    assert view.outcome is not None
    winners = view.outcome.winners
    if not winners:
        head = "DRAW"
    elif names.seat in winners:
        head = "YOU WIN"
    else:
        head = " AND ".join(map(names.loud, winners)) + (" WINS" if len(winners) == 1 else " WIN")
    match = ", ".join(f"{names.who(other)} {won}" for other, won in enumerate(score))
    options = (
        option("r", "rematch"),
        option("z", "scrap"),
        option("l", "full log"),
        option("q", "leave the table"),
    )
    if names.seat in ready:
        return Prompt("wait", head, say("Rematch asked: waiting for the other player"), options[1:])
    reason = say("all hands are now open")
    if ready:
        reason = say(" and ".join(map(names.who, ready)) + " asked for a rematch")
    return Prompt("bar", head, say(_ending(view, names), f"  Match: {match}"), options, reason)


def _ending(view: View, names: Names) -> str:
    outcome = view.outcome
    assert outcome is not None
    if outcome.why == "goal" and outcome.winners:
        side = view.seats[outcome.winners[0]]
        return f"{side.score} of {max(side.goal, 0)} points."
    return {
        "goal": "The goal is reached.",
        "concede": "The other side gave up.",
        "passes": "Everybody passed.",
        "agreed": "A draw was agreed.",
        "suddenDeath": "The last turns are over.",
    }[outcome.why]


def turns(view: View) -> str:
    """Count the turns of a game."""
    return counted(view.turn + 1, "turn")
