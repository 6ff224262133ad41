"""Parse records of games in the format of `engine.record.record`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from math import isfinite
from typing import Final, TypeVar

from engine.actions import parse_action
from engine.cards import Card, parse_card
from engine.errors import CuttleError, NotationError
from engine.play.view import WHYS, Outcome
from engine.reading import MARK, parse_hex, parse_whole
from engine.record.record import (
    GIVES_UP,
    HEADING,
    LONGEST_NONCE,
    SCHEMES,
    SECRET_BYTES,
    WAYS_OF_GIVING_UP,
    Deal,
    Game,
    GivenUp,
    GivingUp,
    Record,
    RecordedAction,
    RecordError,
    check_commitment,
    is_cut,
    result_text,
)
from engine.rules.options import parse_ruleset

_T = TypeVar("_T")
_ENTRY: Final = re.compile(
    r"([1-9][0-9]{0,5})\. P([0-9]) ([^{]+?)"
    r"(?: \{([0-9]{1,17}(?:\.[0-9]{1,20})?(?:e[+-][0-9]{1,3})?)\})?"
)
_SEATED: Final = re.compile("(?:player|nonce|gave up) ([0-9])")
_KEY: Final = re.compile(
    "ruleset|first|game|deal|commitment|secret|deck|seed|started|left match|origin|result|"
    f"{_SEATED.pattern}"
)
_TIME: Final = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:[.][0-9]{6})?Z")
LONGEST: Final = 200_000
"""The most characters in a record."""


def parse_record(text: str) -> Record:
    """Parse a record and replay it.

    Raises:
        RecordError: it is broken or illegal, with the line and the reason.
    """
    if len(text) > LONGEST:
        raise RecordError(1, "a record has at most {most} characters", most=LONGEST)
    reader, body = _opened(text)
    record = reader.record()
    game = reader.attempt("deck", record.game)
    entries = tuple(_entries(body, game))
    if record.outcome != game.outcome:
        ours = result_text(game.outcome)
        raise RecordError(reader.line("result"), "the actions lead to {ours}", ours=ours)
    reader.check_given_up(record.given_up, entries)
    return replace(record, entries=entries)


def parse_head(text: str) -> Record:
    """Parse the head of a record: the players and the stated result.

    The record has no actions, and its result is not checked.

    Raises:
        RecordError: it is broken, with the line and the reason.
    """
    reader, _ = _opened(text)
    record = reader.record()
    winners = () if record.outcome is None else record.outcome.winners
    for seat in winners:
        if seat not in range(record.ruleset.seats):
            raise RecordError(reader.line("result"), "there is no seat {seat}", seat=seat)
    return record


def _opened(text: str) -> tuple[_Head, _Lines]:
    lines = text.removeprefix(MARK).split("\n")
    begin = next((n for n, line in enumerate(lines) if line.strip()), 0)
    if lines[begin].strip() != HEADING:
        raise RecordError(begin + 1, "a record begins with {heading!r}", heading=HEADING)
    numbered = [(n, line.strip()) for n, line in enumerate(lines, 1)][begin + 1 :]
    blank = next((i for i, (_, line) in enumerate(numbered) if not line), len(numbered))
    return _Head(numbered[:blank]), [(n, line) for n, line in numbered[blank:] if line]


_Lines = list[tuple[int, str]]


def _entries(body: _Lines, game: Game) -> Iterator[RecordedAction]:
    for ply, (number, line) in enumerate(body, 1):
        match = _ENTRY.fullmatch(line)
        if match is None:
            raise RecordError(number, "not an action line: {text!r}", text=line[:60])
        if int(match[1]) != ply:
            raise RecordError(
                number, "expected ply {ply} here, not {found}", ply=ply, found=match[1]
            )
        try:
            text = match[4] or "0"
            seconds = float(text)
            if not isfinite(seconds):
                raise NotationError("not a time since the start: {text!r}", text=text)
            entry = RecordedAction(int(match[2]), parse_action(match[3]), seconds)
            game.submit(entry.seat, entry.action, game.position.ply)
        except CuttleError as error:
            raise RecordError(number, error) from None
        yield entry


class _Head:
    """The head of a record: the lines before the first blank line."""

    def __init__(self, lines: _Lines) -> None:
        self._values: dict[str, tuple[int, str]] = {}
        for number, line in lines:
            key, colon, value = f"{line} ".partition(": ")
            if not (colon and _KEY.fullmatch(key)):
                raise RecordError(number, "not a header line of a record: {text!r}", text=line[:60])
            if key in self._values:
                raise RecordError(number, "a second {key!r}", key=key)
            self._values[key] = (number, value.strip())
        self._last = lines[-1][0] if lines else 1

    def line(self, key: str) -> int:
        return self._values.get(key, (self._last, ""))[0]

    def text(self, key: str) -> str:
        """Return a required value."""
        if key not in self._values:
            raise RecordError(self._last, "the header has no line {key!r}", key=key)
        return self._values[key][1]

    def attempt(self, key: str, read: Callable[[], _T]) -> _T:
        """Call `read`; report its errors at the line of a key."""
        try:
            return read()
        except RecordError:
            raise
        except (CuttleError, ValueError) as error:
            raise RecordError(self.line(key), "{key}: {error}", key=key, error=error) from None

    def record(self) -> Record:
        """Build a record without actions from the head."""
        ruleset = self.attempt("ruleset", lambda: parse_ruleset(self.text("ruleset")))
        seats = range(ruleset.seats)
        first = self.attempt("first", lambda: parse_whole(self.text("first")))
        if first not in seats:
            raise RecordError(self.line("first"), "there is no seat {seat}", seat=first)
        for key, (line, _) in self._values.items():
            seated = _SEATED.fullmatch(key)
            if seated and int(seated[1]) >= ruleset.seats:
                raise RecordError(line, "there is no seat {seat}", seat=seated[1])
        deal = self._deal(ruleset.seats)
        shown = self._bytes("commitment")
        if "commitment" in self._values and deal is not None:
            check_commitment(deal, ruleset, shown, self.line("commitment"))
        return Record(
            ruleset=ruleset,
            players=tuple(self.text(f"player {seat}") for seat in seats),
            first=first,
            entries=(),
            outcome=self.attempt("result", lambda: _read_result(self.text("result"))),
            started=self.attempt("started", lambda: _read_time(self.text("started"))),
            deal=deal,
            deck=self._deck(deal.deck(ruleset) if deal else None),
            seed=self._seed(deal),
            commitment=shown,
            number=self.attempt("game", self._number),
            given_up=tuple(self._given_up(seats)),
            left=self.attempt("left match", lambda: self._left(seats)),
            origin=self._values.get("origin", (0, ""))[1],
        )

    def _number(self) -> int:
        """Read the number of the game at its table; 0 in older records."""
        if "game" not in self._values:
            return 0
        text = self.text("game")
        if not re.fullmatch("[1-9][0-9]{0,8}", text):
            raise NotationError("not a game number: {text!r}", text=text[:20])
        return int(text)

    def _left(self, seats: Sequence[int]) -> tuple[int, ...]:
        """Read which seats left the match after the game, in that order."""
        if "left match" not in self._values:
            return ()
        left = tuple(map(parse_whole, self.text("left match").split(" ")))
        if len({*left} & {*seats}) < len(left):
            raise NotationError(
                "not the seats that left: {text!r}", text=self.text("left match")[:20]
            )
        return left

    def _given_up(self, seats: Iterable[int]) -> Iterator[tuple[int, GivingUp]]:
        """Read how seats gave up, in the order of the seats."""
        for seat in seats:
            key = f"gave up {seat}"
            if key in self._values:
                text = self.text(key)
                how = next((way for way in WAYS_OF_GIVING_UP if way == text), None)
                if how is None:
                    raise RecordError(
                        self.line(key), "not a way to give up: {text!r}", text=text[:20]
                    )
                yield seat, how

    def check_given_up(self, given_up: GivenUp, entries: Sequence[RecordedAction]) -> None:
        """Refuse a head that says of a seat that it gave up, if it did not."""
        did = {entry.seat for entry in entries if entry.action.kind in GIVES_UP}
        for seat, _ in given_up:
            if seat not in did:
                raise RecordError(
                    self.line(f"gave up {seat}"), "seat {seat} did not give up", seat=seat
                )

    def _deck(self, dealt: list[Card] | None) -> tuple[Card, ...]:
        """Read the deck; check it against the deal if there is a secret."""
        if dealt is not None and "deck" not in self._values:
            return ()
        deck = self.attempt("deck", lambda: tuple(map(parse_card, self.text("deck").split())))
        if dealt is None:
            return deck
        if deck != tuple(dealt):
            raise RecordError(self.line("deck"), "this deck does not follow from the secret")
        return ()

    def _seed(self, deal: Deal | None) -> bytes:
        """Read the seed of chance; check it against the deal if there is a secret."""
        seed = self._bytes("seed")
        if deal is None:
            return seed
        if seed and seed != deal.seed:
            raise RecordError(self.line("seed"), "this seed does not follow from the secret")
        return b""

    def _bytes(self, key: str) -> bytes:
        """Read a value in hex; empty without such a line."""
        if key not in self._values:
            return b""
        return self.attempt(key, lambda: parse_hex(self.text(key)))

    def _deal(self, seats: int) -> Deal | None:
        if "secret" not in self._values:
            return None
        secret = self._bytes("secret")
        if len(secret) != SECRET_BYTES:
            raise RecordError(
                self.line("secret"), "a secret has {number} bytes", number=SECRET_BYTES
            )
        text = self.text("deal") if "deal" in self._values else "1"  # older records do not say
        if "deal" in self._values and text not in map(str, SCHEMES[1:]):
            raise RecordError(self.line("deal"), "not a kind of deal: {text!r}", text=text[:20])
        scheme = int(text)
        nonces = tuple(self._nonce(f"nonce {seat}", scheme) for seat in range(seats))
        return Deal(secret, nonces, scheme)

    def _nonce(self, key: str, scheme: int) -> bytes:
        """Read what a seat adds to a deal; since the second scheme a word, or nothing."""
        if scheme > 1 and key not in self._values:
            return b""
        nonce = self.attempt(key, lambda: parse_hex(self.text(key)))
        if len(nonce) > LONGEST_NONCE:
            raise RecordError(
                self.line(key), "a nonce has at most {most} bytes", most=LONGEST_NONCE
            )
        # what is no text becomes a sign that cannot be printed
        if scheme > 1 and not is_cut(nonce.decode(errors="surrogateescape")):
            raise RecordError(self.line(key), "not a word that can cut the deck")
        return nonce


def _read_result(text: str) -> Outcome | None:
    if text == "*":
        return None
    winners, _, word = text.partition(" ")
    for why in WHYS:
        if why == word:
            seats = () if winners == "-" else tuple(map(parse_whole, winners.split(",")))
            if list(seats) != sorted(set(seats)):
                raise NotationError("name each winner once, in order: {text!r}", text=winners)
            return Outcome(seats, why)
    raise NotationError("not a way a game ends: {text!r}", text=word)


def _read_time(text: str) -> datetime:
    if not _TIME.fullmatch(text):
        raise NotationError(
            "not a time in UTC, such as 2026-11-21T08:00:00Z: {text!r}", text=text[:40]
        )
    return datetime.fromisoformat(text)
