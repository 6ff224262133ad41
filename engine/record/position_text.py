"""Write and parse positions as a line of text (our FEN).

Fields are separated by ``; ``: the ruleset, a field for each seat, then the common fields::

    cuttle.cards; P0 hand 2S AH points TH[JC<1] court KC frozen 2S; P1 hand 9D 9S; deck KD 4C;
    scrap 3D 7H; turn 12 P0; ask counter P1; pile P0 oneoff 9C>KD

(without the line breaks). ``TH[JC<1,JD<0]`` is a card with its stack, bottom to top, each with the
seat it took the card from. ``deck`` is written from the top, ``scrap`` from the oldest. Fields with
default values are left out; docs/NOTATION.md lists all fields. What was seen is read, but not
written, as it follows from the record.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from engine.actions import Action, Kind, parse_action
from engine.cards import (
    EIGHTS,
    JACKS,
    JOKERS,
    KINGS,
    NUMBERS,
    QUEENS,
    Card,
    CardSet,
    card_name,
    members,
    parse_card,
    set_of,
)
from engine.errors import CuttleError, NotationError
from engine.play.compiled import OVER, Prompt
from engine.play.legal import legal_actions
from engine.play.position import EVERYBODY, Position, empty
from engine.play.view import RESPONSE_ASKS, WHYS, Ask, Outcome, Pending
from engine.reading import MARK, parse_hex, parse_whole
from engine.rules.effects import Needs
from engine.rules.options import parse_ruleset

_ASK_WORDS: Final = {ask: ask.name.lower() for ask in Ask}
_ASK_BY_WORD: Final = {word: ask for ask, word in _ASK_WORDS.items()}
_NUMBERS: Final = {"revealed": 0, "passes": 0, "exposer": -1, "sudden": -1, "offerer": -1, "ply": 0}
"""The numeric fields, with the values that are left out."""
_SEAT_NUMBERS: Final = ("exposer", "offerer")
"""The numeric fields that name a seat."""
_SEAT_LISTS: Final = ("retired", "absent", "conceding")


def position_text(position: Position) -> str:
    """Return a position as a line of text."""
    p = position
    fields = [p.rules.ruleset.name]
    fields += [_seat_text(p, seat) for seat in range(p.rules.seats)]
    fields.append(_cards_text("deck", list(reversed(p.deck))))
    fields.append(_cards_text("scrap", p.scrap))
    fields.append(f"turn {p.turn} P{p.mover}")
    fields.append(_ask_text(p.prompt))
    parts = []
    for played in p.pile:
        later = "".join(f" later P{seat}" for seat in played.later)
        seven = " seven" if played.from_seven else ""
        parts.append(f"P{played.seat} {played.action}{later}{seven}")
    fields.append("pile " + ", ".join(parts) if parts else "")
    fields.append(_cards_text("held", p.pending_sevens))
    for word, default in _NUMBERS.items():
        if getattr(p, word) != default:
            fields.append(f"{word} {getattr(p, word)}")
    if p.idle_turn:
        fields.append("idle")
    for word in _SEAT_LISTS:
        if getattr(p, word):
            fields.append(" ".join([word, *(f"P{seat}" for seat in getattr(p, word))]))
    if p.outcome is not None:
        fields.append(" ".join(["over", p.outcome.why, *(f"P{s}" for s in p.outcome.winners)]))
    if p.seed:
        fields.append(f"seed {p.seed.hex()}")
    return "; ".join(field for field in fields if field)


def _seat_text(p: Position, seat: int) -> str:
    words = [f"P{seat}"]
    for zone, cards in _zones(p).items():
        if cards[seat]:
            words.append(zone)
        for card in members(cards[seat]):
            laid = ",".join(f"{card_name(a)}<{p.lenders[a]}" for a in p.stacks.get(card, ()))
            words.append(f"{card_name(card)}[{laid}]" if laid else card_name(card))
    return " ".join(words)


def _zones(p: Position) -> dict[str, list[CardSet]]:
    return {"hand": p.hands, "points": p.points, "court": p.royals, "frozen": p.frozen}


def _cards_text(word: str, cards: list[Card]) -> str:
    return " ".join([word, *map(card_name, cards)]) if cards else ""


def _ask_text(prompt: Prompt) -> str:
    if prompt.ask in (Ask.PLAY, Ask.OVER) and not prompt.idle:
        return ""
    words = ["ask", _ASK_WORDS[prompt.ask], *(f"P{seat}" for seat in prompt.seats)]
    if prompt.owed:
        words.append(str(prompt.owed))
    return " ".join([*words, "idle"] if prompt.idle else words)


def parse_position(text: str) -> Position:
    """Parse a position.

    Raises:
        NotationError: the line cannot be parsed, with the field and the reason.
    """
    name, *fields = (field.strip() for field in text.removeprefix(MARK).strip().split(";"))
    try:
        position = empty(parse_ruleset(name))
    except CuttleError as error:
        raise NotationError("field 1: {error}", error=error) from None
    seen = set()
    for number, field in enumerate(fields, 2):
        word, _, rest = field.partition(" ")
        reader = _READERS.get("P" if _SEAT.fullmatch(word) else word)
        try:
            if reader is None:
                raise NotationError("no field begins with {word!r}", word=word)
            if word in seen and reader is not _read_seat:
                raise NotationError("a second {name!r}", name=word)
            seen.add(word)
            reader(position, word, rest)
        except CuttleError as error:
            raise NotationError(
                "field {number} ({field!r}): {error}", number=number, field=field, error=error
            ) from None
    _check(position)
    return position


def _check(p: Position) -> None:
    cards = [*p.deck, *p.scrap, *p.pending_sevens]
    cards += [card for played in p.pile for card in played.action.cards]
    for seat in range(p.rules.seats):
        cards += members(p.hands[seat]) + members(p.points[seat]) + members(p.royals[seat])
        if p.frozen[seat] & ~p.hands[seat]:
            raise NotationError("P{seat}: a frozen card must be in the hand", seat=seat)
        if p.points[seat] & ~NUMBERS:
            raise NotationError("P{seat}: only aces to tens are point cards", seat=seat)
        if p.royals[seat] & ~(EIGHTS | QUEENS | KINGS):
            raise NotationError("P{seat}: only kings, queens and eights may be in court", seat=seat)
    for stack in p.stacks.values():
        cards += stack
    twice = sorted({card for card in cards if cards.count(card) > 1})
    if twice:
        raise NotationError("in two places: {cards}", cards=" ".join(map(card_name, twice)))
    strange = sorted(set(cards) - set(p.rules.pack))
    if strange:
        raise NotationError("not in this deck: {cards}", cards=" ".join(map(card_name, strange)))
    _check_stacks(p)
    _check_pile(p)
    _check_question(p)


def _check_stacks(p: Position) -> None:
    for host, stack in p.stacks.items():
        on_table = any((p.points[s] | p.royals[s]) >> host & 1 for s in range(p.rules.seats))
        if not on_table or set_of(stack) & ~(JACKS | JOKERS):
            raise NotationError("only jacks and jokers may be on cards, and only on the table")


def _check_pile(p: Position) -> None:
    """Refuse what cannot lie on the pile: a card is announced there, and answered."""
    for place, played in enumerate(p.pile):
        kinds = _ANSWERS if place else _ANNOUNCED
        if played.action.kind not in kinds or len(played.action.cards) != 1:
            raise NotationError("not announced on the pile: {action}", action=played.action)
    if p.pile and not _is_aimed(p, p.pile[0].action):
        raise NotationError("not aimed at what it needs: {action}", action=p.pile[0].action)


def _is_aimed(p: Position, action: Action) -> bool:
    """Return whether an announced action names as many targets and seats as its kind needs."""
    if any(p.controller(target) < 0 for target in action.targets) or action.seat >= p.rules.seats:
        return False
    needs = Needs(p.rules.needs[action.card >> 2])
    if action.kind is not Kind.ONE_OFF:
        return len(action.targets) == (0 if action.kind is Kind.ROYAL else 1)
    if needs in (Needs.OPPONENT, Needs.OPPONENT_WITH_CARDS, Needs.OPPONENT_WHO_DRAWS):
        return not action.targets and (p.rules.seats == 2 or action.seat >= 0)
    most = {Needs.TARGET: 1, Needs.TWO_TARGETS: 2}.get(needs, 0)
    return min(most, 1) <= len(action.targets) <= most


def _check_question(p: Position) -> None:
    """Refuse a question that cannot be asked here, or to which there is no answer."""
    if p.outcome is not None:
        return
    ask = p.prompt.ask
    if ask in RESPONSE_ASKS and not p.pile:
        raise NotationError("nothing on the pile could be answered")
    if ask is Ask.OFFER and p.offerer < 0:
        raise NotationError("nobody has offered a draw")
    if p.revealed > len(p.deck):
        raise NotationError("the deck has fewer cards than are revealed")
    if not legal_actions(p):
        raise NotationError("there is no answer to the question")


_ANNOUNCED: Final = (Kind.SCUTTLE, Kind.ROYAL, Kind.JACK, Kind.JOKER, Kind.ONE_OFF)
_ANSWERS: Final = (Kind.COUNTER, Kind.BLOCK, Kind.REBUFF)


_SEAT: Final = re.compile("P([0-9])")


def _seat_number(p: Position, word: str) -> int:
    match = _SEAT.fullmatch(word)
    if match is None or int(match[1]) >= p.rules.seats:
        raise NotationError("no such seat: {word!r}", word=word)
    return int(match[1])


def _seats(p: Position, words: list[str]) -> tuple[int, ...]:
    if len(set(words)) < len(words):
        raise NotationError("a seat is named twice")
    return tuple(_seat_number(p, word) for word in words)


def _read_seat(p: Position, word: str, rest: str) -> None:
    seat = _seat_number(p, word)
    zones = _zones(p)
    zone: list[CardSet] | None = None
    for item in rest.split():
        if item in zones:
            zone = zones[item]
        elif zone is None:
            raise NotationError(
                "expected one of {zones} before {item!r}", zones=", ".join(zones), item=item
            )
        else:
            card = _read_stacked(p, item)
            if zone[seat] >> card & 1:
                raise NotationError("in two places: {cards}", cards=card_name(card))
            zone[seat] |= 1 << card


_STACKED: Final = re.compile(r"([0-9A-Z]{2})(?:\[([^\]]*)\])?")


def _read_stacked(p: Position, text: str) -> Card:
    match = _STACKED.fullmatch(text)
    if match is None:
        raise NotationError("not a card: {text!r}", text=text)
    card = parse_card(match[1])
    if match[2] is not None:
        stack = []
        for part in match[2].split(","):
            name, _, lender = part.partition("<")
            attachment = parse_card(name)
            stack.append(attachment)
            p.lenders[attachment] = _seat_number(p, f"P{lender}")
        p.stacks[card] = tuple(stack)
    return card


_CARD_LISTS: Final = {"deck": "deck", "scrap": "scrap", "held": "pending_sevens"}


def _read_cards(p: Position, word: str, rest: str) -> None:
    names = rest.split()
    if word == "deck":  # written from the top
        names.reverse()
    setattr(p, _CARD_LISTS[word], [parse_card(name) for name in names])


def _read_turn(p: Position, word: str, rest: str) -> None:
    turn, _, seat = rest.partition(" ")
    p.turn, p.mover = parse_whole(turn), _seat_number(p, seat)
    if p.prompt.ask is Ask.PLAY:  # else a field before this one says what is asked
        p.prompt = p.rules.play_prompts[p.mover]


def _read_ask(p: Position, word: str, rest: str) -> None:
    kind, _, more = rest.partition(" ")
    if kind not in _ASK_BY_WORD:
        raise NotationError("unknown kind of decision: {kind!r}", kind=kind)
    words = more.split()
    idle = words[-1:] == ["idle"] and bool(words.pop())
    owed = 0
    if kind in _OWED and words and not words[-1].startswith("P"):
        owed = parse_whole(words.pop())
    seats = _seats(p, words)
    if not seats:
        raise NotationError("nobody has to decide")
    p.prompt = Prompt(_ASK_BY_WORD[kind], seats, owed, idle)


_OWED: Final = ("give", "pay", "limit")
"""The questions that say how many cards are owed."""


def _read_pile(p: Position, word: str, rest: str) -> None:
    for part in rest.split(", "):
        seat, _, text = part.strip().partition(" ")
        seven = text.endswith(" seven")
        text, *later = text.removesuffix(" seven").split(" later ")
        p.pile.append(Pending(_seat_number(p, seat), parse_action(text), _seats(p, later), seven))


def _read_number(p: Position, word: str, rest: str) -> None:
    number = parse_whole(rest)
    if word in _SEAT_NUMBERS:
        _seat_number(p, f"P{number}")
    setattr(p, word, number)


def _read_idle(p: Position, word: str, rest: str) -> None:
    if rest:
        raise NotationError("nothing comes after idle: {text!r}", text=rest)
    p.idle_turn = True


def _read_seen(p: Position, word: str, rest: str) -> None:
    for part in rest.split(","):
        turn, *words = part.split() or [""]
        seats = [word for word in words if _SEAT.fullmatch(word)]
        by = set_of(_seats(p, seats)) if seats else EVERYBODY
        cards = set_of(parse_card(name) for name in words[len(seats) :])
        p.seen = (*p.seen, (parse_whole(turn), by, cards))


def _read_over(p: Position, word: str, rest: str) -> None:
    text, *winners = rest.split() or [""]
    for why in WHYS:
        if why == text:
            p.outcome = Outcome(_seats(p, winners), why)
            p.prompt = OVER
            return
    raise NotationError("not a way a game ends: {text!r}", text=text)


_READERS: Final[dict[str, Callable[[Position, str, str], None]]] = {
    "P": _read_seat,
    "turn": _read_turn,
    "ask": _read_ask,
    "pile": _read_pile,
    "idle": _read_idle,
    "over": _read_over,
    "seen": _read_seen,
    "seed": lambda p, word, rest: setattr(p, word, parse_hex(rest)),
    **dict.fromkeys(_CARD_LISTS, _read_cards),
    **dict.fromkeys(_NUMBERS, _read_number),
    **dict.fromkeys(_SEAT_LISTS, lambda p, word, rest: setattr(p, word, _seats(p, rest.split()))),
}
