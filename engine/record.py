"""Write and read the record of a game (our PGN): text, readable, versioned.

::

    cuttle record 1
    ruleset: cuttle.cards/1.0.2
    player 0: ana
    player 1: bob
    first: 0
    commitment: 9f86d0…
    secret: 74657374…
    nonce 0: 6e30
    nonce 1: 6e31
    started: 2026-11-21T08:00:00Z
    result: 0 goal

    1. P0 points 3H {2.5}
    2. P1 oneoff 9C>KD {4}

A line of the game is the ply, the seat, the action, and in braces the seconds since the start.
Instead of secret and nonces a line ``deck:`` may give every card in deal order. An unfinished game
has the result ``*``. docs/NOTATION.md has the whole form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, TypeVar

from engine.actions import Action, Kind, parse_action
from engine.cards import Card, card_name, parse_card
from engine.deals import LONGEST_NONCE, Deal, commitment_of
from engine.errors import CuttleError, NotationError
from engine.game import Game
from engine.options import parse_ruleset, stamped
from engine.rulesets import Ruleset
from engine.view import WHYS, Outcome
from engine.words import N_

_T = TypeVar("_T")
HEADING: Final = "cuttle record 1"
OUT_OF_TURN: Final = frozenset((Kind.CONCEDE, Kind.OFFER, Kind.RETRACT, Kind.LEAVE, Kind.RETURN))


_IN_A_LINE: Final = N_("line {line}: {reason}")


class RecordError(NotationError):
    """A record is broken, or illegal."""

    def __init__(self, line: int, reason: str | CuttleError, /, **parts: object) -> None:
        """Make the error.

        Args:
            line: where it is, counted from 1; 0 where that cannot be said.
            reason: what is wrong, with ``{name}`` for a part; or the error that says so.
            parts: what stands there.
        """
        cause = CuttleError(reason, **parts) if isinstance(reason, str) else reason
        if line:
            super().__init__(_IN_A_LINE, line=line, reason=cause)
        else:
            super().__init__(cause.message, **cause.parts)
        self.line = line
        self.reason = str(cause)


@dataclass(frozen=True, slots=True)
class Entry:
    """One action of a record."""

    seat: int
    action: Action
    seconds: float
    """Since the game's start."""


@dataclass(frozen=True, slots=True)
class Record:
    """Everything needed to rebuild a game, and who played it."""

    ruleset: Ruleset
    players: tuple[str, ...]
    first: int
    entries: tuple[Entry, ...]
    outcome: Outcome | None
    started: datetime
    deal: Deal | None = None
    """None where only the deck is known."""
    deck: tuple[Card, ...] = ()
    """In deal order; empty where the deal says it."""
    commitment: bytes = b""
    """What was shown before the deal."""

    def game(self) -> Game:
        """Start the game anew, with no action played."""
        if self.deal is not None:
            return Game(
                self.ruleset,
                self.deal.deck(self.ruleset),
                first=self.first,
                seed=self.deal.seed,
            )
        return Game(self.ruleset, self.deck, first=self.first)

    def replay(self) -> Game:
        """Play every action again.

        Raises:
            RecordError: an action is illegal, or the result is another.
        """
        game = self.game()
        for number, entry in enumerate(self.entries, 1):
            try:
                game.submit(entry.seat, entry.action, game.position.ply)
            except CuttleError as error:
                raise RecordError(0, "ply {number}: {error}", number=number, error=error) from None
        if game.outcome != self.outcome:
            ours = _result(game.outcome)
            raise RecordError(0, "the result is {ours}, not the recorded one", ours=ours)
        return game


def record_of(
    game: Game,
    players: tuple[str, ...],
    seconds: list[float],
    *,
    started: datetime,
    deal: Deal | None = None,
) -> Record:
    """Make the record of a game as it stands."""
    seats = _actors(game)
    return Record(
        ruleset=game.ruleset,
        players=players,
        first=game.first,
        entries=tuple(
            Entry(seat, action, at)
            for seat, action, at in zip(seats, game.actions, seconds, strict=True)
        ),
        outcome=game.outcome,
        started=started,
        deal=deal,
        deck=() if deal else game.deck,
        commitment=deal.commitment if deal else b"",
    )


def _actors(game: Game) -> Iterator[int]:
    again = Game(game.ruleset, game.deck, first=game.first, seed=game.seed)
    for action in game.actions:
        seat = action.seat if action.kind in OUT_OF_TURN else again.position.prompt.seats[0]
        yield seat
        again.submit(seat, action, again.position.ply)


def _result(outcome: Outcome | None) -> str:
    if outcome is None:
        return "*"
    return " ".join([",".join(map(str, outcome.winners)) or "-", outcome.why])


def record_text(record: Record) -> str:
    """Write a record."""
    lines = [HEADING, f"ruleset: {stamped(record.ruleset)}"]
    lines += [f"player {seat}: {name}" for seat, name in enumerate(record.players)]
    lines.append(f"first: {record.first}")
    if record.commitment:
        lines.append(f"commitment: {record.commitment.hex()}")
    if record.deal is not None:
        lines.append(f"secret: {record.deal.secret.hex()}")
        lines += [f"nonce {seat}: {n.hex()}" for seat, n in enumerate(record.deal.nonces)]
    else:
        lines.append("deck: " + " ".join(map(card_name, record.deck)))
    lines.append(f"started: {record.started.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}")
    lines += [f"result: {_result(record.outcome)}", ""]
    lines += [
        f"{ply}. P{entry.seat} {entry.action} {{{entry.seconds:g}}}"
        for ply, entry in enumerate(record.entries, 1)
    ]
    return "\n".join(lines) + "\n"


# Reading -----------------------------------------------------------------------------------------

_ENTRY: Final = re.compile(
    r"([0-9]{1,6})\. P([0-9]) ([^{]+?)"
    r"(?: \{([0-9]{1,12}(?:\.[0-9]{1,12})?(?:e[+-][0-9]{1,2})?)\})?"
)
_KEYS: Final = ("ruleset", "first", "commitment", "secret", "deck", "started", "result")
LONGEST: Final = 200_000
"""Characters a record may have."""


def parse_record(text: str) -> Record:
    """Read a record and play it through.

    Raises:
        RecordError: it is broken or illegal; the text says in which line and why.
    """
    if len(text) > LONGEST:
        raise RecordError(1, "a record has at most {most} characters", most=LONGEST)
    reader, body = _opened(text)
    record = reader.record()
    game = reader.attempt("deck", record.game)
    entries = tuple(_entries(body, game))
    if record.outcome != game.outcome:
        ours = _result(game.outcome)
        raise RecordError(reader.line("result"), "the actions end in {ours}", ours=ours)
    return Record(
        **{name: getattr(record, name) for name in Record.__slots__ if name != "entries"},
        entries=entries,
    )


def parse_head(text: str) -> Record:
    """Read a record as far as its first blank line: who played, and how it is said to have ended.

    The result has no actions, and is not checked against them.

    Raises:
        RecordError: it is broken; the text says in which line and why.
    """
    reader, _ = _opened(text)
    record = reader.record()
    winners = () if record.outcome is None else record.outcome.winners
    for seat in winners:
        if seat not in range(record.ruleset.seats):
            raise RecordError(reader.line("result"), "there is no seat {seat}", seat=seat)
    return record


def _opened(text: str) -> tuple[_Head, _Lines]:
    """Tell the head from the actions."""
    lines = text.split("\n")
    if lines[0].strip() != HEADING:
        raise RecordError(1, "a record begins with {heading!r}", heading=HEADING)
    head, body = _split(lines)
    return _Head(head), body


_Lines = list[tuple[int, str]]


def _split(lines: list[str]) -> tuple[_Lines, _Lines]:
    numbered = [(n, line.strip()) for n, line in enumerate(lines, 1)][1:]
    blank = next((i for i, (_, line) in enumerate(numbered) if not line), len(numbered))
    return numbered[:blank], [(n, line) for n, line in numbered[blank:] if line]


def _entries(body: _Lines, game: Game) -> Iterator[Entry]:
    for ply, (number, line) in enumerate(body, 1):
        match = _ENTRY.fullmatch(line)
        if match is None:
            raise RecordError(number, "not an action line: {text!r}", text=line[:60])
        if int(match[1]) != ply:
            raise RecordError(
                number, "ply {ply} should stand here, not {found}", ply=ply, found=match[1]
            )
        try:
            entry = Entry(int(match[2]), parse_action(match[3]), float(match[4] or 0))
            game.submit(entry.seat, entry.action, game.position.ply)
        except CuttleError as error:
            raise RecordError(number, error) from None
        yield entry


class _Head:
    """The lines before the first blank one."""

    def __init__(self, lines: _Lines) -> None:
        self._values: dict[str, tuple[int, str]] = {}
        for number, line in lines:
            key, colon, value = f"{line} ".partition(": ")
            if not colon or not (key in _KEYS or re.fullmatch("(?:player|nonce) [0-9]", key)):
                raise RecordError(number, "not a line of a record's head: {text!r}", text=line[:60])
            if key in self._values:
                raise RecordError(number, "a second {key!r}", key=key)
            self._values[key] = (number, value.strip())
        self._last = lines[-1][0] if lines else 1

    def line(self, key: str) -> int:
        """Tell in which line a key stands."""
        return self._values.get(key, (self._last, ""))[0]

    def text(self, key: str) -> str:
        """Read a value that must be there."""
        if key not in self._values:
            raise RecordError(self._last, "no line {key!r} in the head", key=key)
        return self._values[key][1]

    def attempt(self, key: str, read: Callable[[], _T]) -> _T:
        """Read something, and blame the line of a key if that fails."""
        try:
            return read()
        except RecordError:
            raise
        except (CuttleError, ValueError) as error:
            raise RecordError(self.line(key), "{key}: {error}", key=key, error=error) from None

    def record(self) -> Record:
        """Read the head into a record without actions."""
        ruleset = self.attempt("ruleset", lambda: parse_ruleset(self.text("ruleset")))
        seats = range(ruleset.seats)
        first = self.attempt("first", lambda: int(self.text("first")))
        if first not in seats:
            raise RecordError(self.line("first"), "there is no seat {seat}", seat=first)
        deal = self._deal(ruleset.seats)
        return Record(
            ruleset=ruleset,
            players=tuple(self.text(f"player {seat}") for seat in seats),
            first=first,
            entries=(),
            outcome=self.attempt("result", lambda: _read_result(self.text("result"))),
            started=self.attempt("started", lambda: _read_time(self.text("started"))),
            deal=deal,
            deck=() if deal else self.attempt("deck", self._deck),
            commitment=self._commitment(deal),
        )

    def _deck(self) -> tuple[Card, ...]:
        return tuple(map(parse_card, self.text("deck").split()))

    def _deal(self, seats: int) -> Deal | None:
        if "secret" not in self._values:
            return None
        secret = self.attempt("secret", lambda: bytes.fromhex(self.text("secret")))
        return Deal(secret, tuple(self._nonce(seat) for seat in range(seats)))

    def _nonce(self, seat: int) -> bytes:
        key = f"nonce {seat}"
        nonce = self.attempt(key, lambda: bytes.fromhex(self.text(key)))
        if len(nonce) > LONGEST_NONCE:
            raise RecordError(
                self.line(key), "a nonce has at most {most} bytes", most=LONGEST_NONCE
            )
        return nonce

    def _commitment(self, deal: Deal | None) -> bytes:
        if "commitment" not in self._values:
            return b""
        shown = self.attempt("commitment", lambda: bytes.fromhex(self.text("commitment")))
        if deal is not None and commitment_of(deal.secret) != shown:
            raise RecordError(self.line("commitment"), "the secret is not what was committed to")
        return shown


def _read_result(text: str) -> Outcome | None:
    if text == "*":
        return None
    winners, _, word = text.partition(" ")
    for why in WHYS:
        if why == word:
            return Outcome(tuple(int(s) for s in winners.split(",") if s != "-"), why)
    raise NotationError("no game ends by {text!r}", text=word)


def _read_time(text: str) -> datetime:
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)


def verify(record: Record) -> None:
    """Check that a record's deck follows from what was committed to, and replay every action.

    Raises:
        RecordError: it does not, or there is nothing to check it by.
    """
    if record.deal is None or not record.commitment:
        raise RecordError(0, "no secret and commitment in this record: its deal cannot be checked")
    if commitment_of(record.deal.secret) != record.commitment:
        raise RecordError(0, "the secret is not what was committed to")
    record.replay()
