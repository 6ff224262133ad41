"""Read and write tables and actions in the text forms of the engine."""

from __future__ import annotations

import re

from engine.rules.options import parse_ruleset
from tests.naive.state import Announced, Move, State, ascending, blank

ZONES = ("hand", "points", "court", "frozen")


def read_move(text: str) -> Move:
    """Take an action apart."""
    text, _, seat = text.partition("@")
    text, _, targets = text.partition(">")
    word, *cards = text.split()
    aimed = ascending([name for name in targets.split(",") if name])
    return Move(word, tuple(ascending(cards)), tuple(aimed), int(seat) if seat else -1)


def write_move(move: Move) -> str:
    """Write an action."""
    text = " ".join([move.word, *move.cards])
    if move.targets:
        text += ">" + ",".join(move.targets)
    return text + (f"@{move.seat}" if move.seat >= 0 else "")


def text(s: State) -> str:
    """Write a table as one line."""
    fields = [s.rules.name]
    fields += [_seat(s, seat) for seat in range(len(s.rules.sides))]
    fields += [_line("deck", s.deck), _line("scrap", s.scrap), f"turn {s.turn} P{s.mover}"]
    if s.ask != "play":
        owed = [str(s.owed)] if s.owed else []
        fields.append(_line("ask", [s.ask, *_seats(s.asked), *owed]))
    fields.append(_pile(s))
    fields.append(_line("held", s.held))
    fields += [f"revealed {s.revealed}"] if s.revealed else []
    fields += [f"passes {s.passes}"] if s.passes else []
    fields += [f"exposer {s.exposer}"] if s.exposer >= 0 else []
    fields += [f"sudden {s.sudden}"] if s.sudden >= 0 else []
    fields += [f"offerer {s.offerer}"] if s.offerer >= 0 else []
    fields += [f"ply {s.ply}"] if s.ply else []
    fields += ["idle"] if s.idle else []
    fields.append(_line("retired", _seats(s.retired)))
    fields.append(_line("absent", _seats(s.absent)))
    fields.append(_line("conceding", _seats(s.conceding)))
    fields += [" ".join(["over", s.over, *_seats(s.winners)])] if s.over else []
    fields += [f"seed {s.seed.hex()}"] if s.seed else []
    return "; ".join(field for field in fields if field)


def _line(word: str, items: list[str]) -> str:
    return " ".join([word, *items]) if items else ""


def _seats(seats: list[int]) -> list[str]:
    return [f"P{seat}" for seat in seats]


def _seat(s: State, seat: int) -> str:
    words = [f"P{seat}"]
    for zone, cards in zip(
        ZONES, (s.hands[seat], s.points[seat], s.royals[seat], s.frozen[seat]), strict=True
    ):
        if cards:
            words += [zone, *(_stacked(s, card) for card in ascending(cards))]
    return " ".join(words)


def _stacked(s: State, card: str) -> str:
    laid = ",".join(f"{name}<{lender}" for name, lender in s.stacks.get(card, []))
    return f"{card}[{laid}]" if laid else card


def _pile(s: State) -> str:
    parts = []
    for item in s.pile:
        later = "".join(f" later P{seat}" for seat in item.later)
        parts.append(f"P{item.seat} {write_move(item.move)}{later}{' seven' * item.seven}")
    return "pile " + ", ".join(parts) if parts else ""


def parse(line: str) -> State:
    """Read a table from its line."""
    name, *fields = line.split("; ")
    s = blank(parse_ruleset(name))
    for part in fields:
        word, _, rest = part.partition(" ")
        if re.fullmatch(r"P\d", word):
            _read_seat(s, int(word[1]), rest)
        elif word in ("deck", "scrap", "held"):
            setattr(s, word, rest.split())
        elif word in ("revealed", "passes", "exposer", "sudden", "offerer", "ply"):
            setattr(s, word, int(rest))
        elif word in ("retired", "absent", "conceding"):
            setattr(s, word, [int(seat[1:]) for seat in rest.split()])
        else:
            _read_other(s, word, rest)
    return s


def _read_other(s: State, word: str, rest: str) -> None:
    if word == "turn":
        s.turn, s.mover = (int(item) for item in rest.replace("P", "").split())
    elif word == "ask":
        s.ask, *words = rest.split()
        s.asked = [int(item[1:]) for item in words if item[0] == "P"]
        s.owed = sum(int(item) for item in words if item.isdigit())
    elif word == "pile":
        s.pile = [_announced(part) for part in rest.split(", ")]
    elif word == "idle":
        s.idle = True
    elif word == "over":
        s.over, *seats = rest.split()
        s.winners = [int(seat[1:]) for seat in seats]
    elif word == "seed":
        s.seed = bytes.fromhex(rest)
    else:
        raise ValueError(f"what is {word}?")


def _announced(part: str) -> Announced:
    seat, _, rest = part.partition(" ")
    seven = rest.endswith(" seven")
    move, *later = rest.removesuffix(" seven").split(" later ")
    return Announced(int(seat[1:]), read_move(move), [int(item[1:]) for item in later], seven)


def _read_seat(s: State, seat: int, rest: str) -> None:
    zones = dict(
        zip(ZONES, (s.hands[seat], s.points[seat], s.royals[seat], s.frozen[seat]), strict=True)
    )
    zone: list[str] = []
    for word in rest.split():
        if word in zones:
            zone = zones[word]
            continue
        card, _, laid = word.removesuffix("]").partition("[")
        zone.append(card)
        if laid:
            pairs = [item.split("<") for item in laid.split(",")]
            s.stacks[card] = [(name, int(lender)) for name, lender in pairs]
