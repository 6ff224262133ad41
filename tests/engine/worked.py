"""Run worked cases that read as a table: rulesets, before, actions, after.

A case is a `Case`; its columns are small texts.

`rulesets`: names separated by blanks, each with its options; ``all`` for the eight main presets,
``2p`` for the six of two seats, ``old`` for the versions of cuttle.cards up to 1.0.1, ``-name``
takes one out again. ``on`` lays options over all of them: ``2p -howto on attach-any``.

`before`: a position as `engine.record.position_text` writes it, without the ruleset. A field may be
left out: then nothing lies there. The deck is different: left out, it holds all cards that lie
nowhere else, lowest first but with twos, nines and tens at the bottom. ``deck KD ...`` puts such
cards below KD; ``deck`` alone is empty; ``deck +3`` has three such cards. In a hand ``+3`` stands
for three cards nobody cares about (threes to eights that lie nowhere else). Without ``turn`` P0 is
to act.

`actions`: separated by ``;``. A seat that is asked for a response the case does not give declines.
``!ACTION`` says that it is illegal now (for whoever is asked; ``!P1 ACTION`` for that seat),
``?ACTION`` that it is legal, without playing it. ``P1 concede@1`` is done by P1 out of turn.
``all decline`` closes the open windows, where a claim speaks of what comes after them.

`after`: facts separated by ``;``, checked once all outstanding responses are declined (unless the
last action is ``wait``): ``scrap 7C 7D`` (exactly these), ``scrap has KD``, ``scrap lacks KD``,
``scrap 8`` (so many), ``P0 hand 9D`` (exactly), ``P0 hand has 9D``, ``P0 hand 8`` (so many),
likewise ``points``, ``royals`` and ``frozen`` (with stacks written as ``TH[JC,JD]``), ``deck 3``,
``top KD``, ``shown KD`` (what a seven turned up), ``owner TH P1``, ``P0 score 21``, ``P0 goal 14``,
``P0 wins`` (``P0 P2 win``), ``stalemate``, ``goes on``, ``P1 to play`` (or counter, give 2, limit
1 …), ``asked P1 P2`` (all of them, in order), ``passes 2``, ``turn 3``, ``legal pass`` (exactly,
comma between), ``can X``, ``cannot X``, ``P0 sees P1 KD`` (and no more), ``P0 sees P1 nothing``,
``P0 sees P1 all``; these three also with ``watcher`` for P0, ``P0 knows P1 KD`` (of the cards of
the hand that it does not see), ``P0 knows top KD 4C`` (next in the deck); also with ``nothing``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.actions import DECLINE, parse_action
from engine.cards import card_name, members, parse_card, set_of
from engine.play.compiled import compile_rules
from engine.play.legal import is_legal, legal_actions
from engine.play.observe import observe
from engine.play.perform import play
from engine.play.position import Position
from engine.play.view import Ask
from engine.record.position_text import parse_position, position_text
from engine.rules.options import parse_ruleset

MAIN: Final = (
    "standard",
    "sipie",
    "miller",
    "howto",
    "encyclopedia",
    "cuttle.cards",
    "cutthroat",
    "team",
)
RESPONSES: Final = (Ask.COUNTER, Ask.BLOCK, Ask.REBUFF)
OLD: Final = tuple(f"cuttle.cards/{v}" for v in ("0.0.0", "0.0.1", "0.1.1", "1.0.0", "1.0.1"))
_LAST: Final = set_of(parse_card(rank + suit) for rank in "29T" for suit in "CDHS")


@dataclass(frozen=True, slots=True)
class Case:
    """One row."""

    number: str
    rulesets: str
    before: str
    actions: str
    after: str


def rulesets_of(text: str) -> list[str]:
    """List the rulesets a row names."""
    names, _, laid_over = text.partition(" on ")
    chosen: list[str] = []
    for word in names.split():
        if word == "all":
            chosen += MAIN
        elif word == "2p":
            chosen += MAIN[:6]
        elif word == "old":
            chosen += OLD
        elif word.startswith("-"):
            chosen.remove(word[1:])
        else:
            chosen.append(word)
    return ["+".join([name, *laid_over.split()]) for name in chosen]


def each(cases: list[Case]) -> list[tuple[Case, str]]:
    """Pair every case with every ruleset it names."""
    return [(case, name) for case in cases for name in rulesets_of(case.rulesets)]


def set_up(ruleset: str, before: str) -> Position:
    """Build the position a row begins with."""
    fields = [field.strip() for field in before.split(";") if field.strip()]
    named = set(
        map(parse_card, re.findall(r"(?<![A-Z0-9])[A2-9TJQKX][CDHSBR](?![A-Z0-9])", before))
    )
    pack = compile_rules(parse_ruleset(ruleset)).pack
    free = [card for card in pack if card not in named]
    idle = [card for card in free if 2 <= card >> 2 <= 7]
    written = [_fill(field, idle, free) for field in fields]
    spare = sorted(free, key=lambda card: (_LAST >> card & 1, card))
    if not any(field.split()[0] == "deck" for field in written):
        written.append("deck " + " ".join(map(card_name, spare)))
    written = [_fill_deck(field, spare) for field in written]
    return parse_position("; ".join([ruleset, *written]))


def _fill(field: str, idle: list[int], free: list[int]) -> str:
    if field.startswith("deck"):
        return field

    def cards(match: re.Match[str]) -> str:
        taken = [idle.pop() for _ in range(int(match[1]))]
        for card in taken:
            free.remove(card)
        return " ".join(map(card_name, taken))

    return re.sub(r"\+(\d+)", cards, field)


def _fill_deck(field: str, spare: list[int]) -> str:
    if not field.startswith("deck"):
        return field
    names = list(map(card_name, spare))
    field = re.sub(r"\+(\d+)", lambda match: " ".join(names[: int(match[1])]), field)
    return field.replace("...", " ".join(names))


def run(case: Case, ruleset: str) -> None:
    """Play a row under one ruleset and check what it says."""
    position = play_out(ruleset, case.before, case.actions)
    for fact in (part.strip() for part in case.after.split(";") if part.strip()):
        holds, seen = check(position, fact)
        assert holds, f"{case.number} {ruleset}: {fact!r}, but {seen}\n{position_text(position)}"


def play_out(ruleset: str, before: str, actions: str) -> Position:
    """Play a row's actions; the events are kept in the position."""
    position = set_up(ruleset, before)
    position.events = []
    wait = False
    for word in (part.strip() for part in actions.split(";") if part.strip()):
        wait = word == "wait"
        if word == "all decline":
            _decline_all(position)
        elif not wait:
            _step(position, word)
    if not wait:
        _decline_all(position)
    return position


def _split_seat(word: str) -> tuple[int | None, str]:
    match = re.match(r"P(\d) (.*)", word)
    return (int(match[1]), match[2]) if match else (None, word)


def _step(position: Position, word: str) -> None:
    if word[0] in "!?":
        expected = word[0] == "?"
        seat, text = _split_seat(word[1:])
        assert _can(position, text, seat) == expected, (
            f"{text!r} is {'illegal' if expected else 'legal'}; legal: "
            f"{[str(a) for a in legal_actions(position)]}\n{position_text(position)}"
        )
        return
    seat, text = _split_seat(word)
    action = parse_action(text)
    while not _fits(position, seat, text) and position.prompt.ask in RESPONSES:
        play(position, DECLINE)
    asked = position.prompt.seats[0] if position.prompt.seats else -1
    actor = asked if seat is None else seat
    assert is_legal(position, actor, action), (
        f"P{actor} may not {text!r}; asked is P{asked} to {position.prompt.ask.name}, legal: "
        f"{[str(a) for a in legal_actions(position)]}\n{position_text(position)}"
    )
    play(position, action)


def _fits(position: Position, seat: int | None, text: str) -> bool:
    action = parse_action(text)
    if seat is not None:
        return is_legal(position, seat, action)
    return action in legal_actions(position)


def _can(position: Position, text: str, seat: int | None) -> bool:
    """Tell whether an action is legal now, or once others have declined."""
    trial = position.copy()
    while True:
        actor = trial.prompt.seats[0] if trial.prompt.seats and seat is None else seat
        if actor is not None and is_legal(trial, actor, parse_action(text)):
            return True
        if trial.prompt.ask not in RESPONSES:
            return False
        pile = len(trial.pile)
        play(trial, DECLINE)
        if len(trial.pile) < pile:
            return False


def _decline_all(position: Position) -> None:
    while position.prompt.ask in RESPONSES:
        play(position, DECLINE)


# Facts -------------------------------------------------------------------------------------------


def check(position: Position, fact: str) -> tuple[bool, object]:
    """Tell whether a fact holds, and what is seen instead."""
    for pattern, judge in _FACTS:
        match = re.fullmatch(pattern, fact)
        if match:
            return judge(position, *match.groups())
    raise AssertionError(f"no such fact: {fact!r}")


Judged = tuple[bool, object]


def _zone(p: Position, seat: str, zone: str, rest: str) -> Judged:
    places = {"hand": p.hands, "points": p.points, "court": p.royals, "frozen": p.frozen}
    cards = members(places[zone][int(seat)])
    if re.fullmatch(r"\d+", rest):
        return len(cards) == int(rest), len(cards)
    return _listed([_with_stack(p, card) for card in cards], rest)


def _with_stack(p: Position, card: int) -> str:
    stack = p.stacks.get(card)
    return card_name(card) + (f"[{','.join(map(card_name, stack))}]" if stack else "")


def _listed(names: list[str], rest: str) -> Judged:
    if rest.startswith("has "):
        return set(rest.split()[1:]) <= set(names), names
    if rest.startswith("lacks "):
        return not set(rest.split()[1:]) & set(names), names
    return sorted(names) == sorted(rest.split()), names


def _scrap(p: Position, rest: str) -> Judged:
    if re.fullmatch(r"\d+", rest):
        return len(p.scrap) == int(rest), len(p.scrap)
    return _listed(list(map(card_name, p.scrap)), rest)


def _deck(p: Position, count: str) -> Judged:
    return len(p.deck) == int(count), len(p.deck)


def _top(p: Position, names: str) -> Judged:
    top = list(map(card_name, p.deck[::-1][: len(names.split())]))
    return top == names.split(), top


def _shown(p: Position, names: str) -> Judged:
    shown = list(map(card_name, p.shown()))
    return shown == names.split(), shown


def _owner(p: Position, card: str, seat: str) -> Judged:
    owner = p.owner(parse_card(card))
    return owner == int(seat), owner


def _score(p: Position, seat: str, number: str) -> Judged:
    return p.score(int(seat)) == int(number), p.score(int(seat))


def _goal(p: Position, seat: str, number: str) -> Judged:
    return p.goal(int(seat)) == int(number), p.goal(int(seat))


def _wins(p: Position, seats: str, _: str) -> Judged:
    winners = tuple(int(seat[1]) for seat in seats.split())
    return p.outcome is not None and p.outcome.winners == winners, p.outcome


def _stalemate(p: Position) -> Judged:
    return p.outcome is not None and not p.outcome.winners, p.outcome


def _goes_on(p: Position) -> Judged:
    return p.outcome is None, p.outcome


def _asked(p: Position, seat: str, ask: str, owed: str | None) -> Judged:
    prompt = p.prompt
    fits = prompt.seats[:1] == (int(seat),) and prompt.ask.name.lower() == ask
    return fits and (owed is None or prompt.owed == int(owed)), prompt


def _asked_all(p: Position, seats: str) -> Judged:
    return p.prompt.seats == tuple(int(seat[1]) for seat in seats.split()), p.prompt


def _passes(p: Position, count: str) -> Judged:
    return p.passes == int(count), p.passes


def _turn(p: Position, number: str) -> Judged:
    return p.turn == int(number), p.turn


def _legal(p: Position, texts: str) -> Judged:
    legal = sorted(map(str, legal_actions(p)))
    return legal == sorted(text.strip() for text in texts.split(",")), legal


def _can_now(p: Position, word: str, text: str) -> Judged:
    legal = list(map(str, legal_actions(p)))
    return (text in legal) == (word == "can"), legal


def _sees(p: Position, viewer: str, seat: str, what: str) -> Judged:
    view = observe(p, None if viewer == "watcher" else int(viewer[1]))
    seen = list(map(card_name, view.seats[int(seat)].hand))
    if what == "all":
        return view.seats[int(seat)].open, seen
    return sorted(seen) == sorted(what.replace("nothing", "").split()), seen


def _knows(p: Position, viewer: str, place: str, what: str) -> Judged:
    view = observe(p, None if viewer == "watcher" else int(viewer[1]))
    found = view.known_top if place == "top" else view.seats[int(place[1])].remembered
    known = [card_name(card) for card, _ in found]
    return known == what.replace("nothing", "").split(), known


_FACTS: Final[tuple[tuple[str, Callable[..., Judged]], ...]] = (
    (r"P(\d) (hand|points|court|frozen) ?(.*)", _zone),
    (r"scrap ?(.*)", _scrap),
    (r"deck (\d+)", _deck),
    (r"top (.+)", _top),
    (r"shown ?(.*)", _shown),
    (r"owner (\w\w) P(\d)", _owner),
    (r"P(\d) score (\d+)", _score),
    (r"P(\d) goal (-?\d+)", _goal),
    (r"(P\d(?: P\d)*) (wins?)", _wins),
    (r"stalemate", _stalemate),
    (r"goes on", _goes_on),
    (r"P(\d) to (\w+)(?: (\d+))?", _asked),
    (r"asked (P\d(?: P\d)*)", _asked_all),
    (r"passes (\d+)", _passes),
    (r"turn (\d+)", _turn),
    (r"legal (.+)", _legal),
    (r"(can|cannot) (.+)", _can_now),
    (r"(P\d|watcher) sees P(\d) (.+)", _sees),
    (r"(P\d|watcher) knows (P\d|top) (.+)", _knows),
)
