"""Records of games as readable text, games rebuilt from them, and verifiable deals."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from math import isfinite
from typing import TYPE_CHECKING, Final, Literal, get_args

from engine.actions import OUT_OF_TURN, Action, Kind
from engine.cards import Card, card_name
from engine.computers import is_computer
from engine.errors import N_, CuttleError, IllegalAction, NotationError, NotYourTurn, StaleAction
from engine.play.compiled import compile_rules
from engine.play.events import Dealt, Event
from engine.play.legal import is_legal, standing_actions
from engine.play.perform import play
from engine.play.position import Position, check_seat, deal
from engine.play.view import Outcome
from engine.prng import Stream
from engine.rules.options import stamped
from engine.rules.rulesets import Ruleset

if TYPE_CHECKING:
    from engine.record.match import MatchStanding


class Game:
    """A game as its ruleset, deal and actions."""

    def __init__(
        self, ruleset: Ruleset, deck: Sequence[Card], *, first: int = 0, seed: bytes = b""
    ) -> None:
        self.ruleset = ruleset
        self.deck = tuple(deck)
        self.first = first
        self.seed = seed
        self.actions: list[Action] = []
        self.actors: list[int] = []
        """The seat that played each action."""
        self.position: Position = self._start()

    @classmethod
    def from_seed(cls, ruleset: Ruleset, seed: bytes, *, first: int = 0) -> Game:
        """Deal a game from a seed: the same seed gives the same game."""
        deck = Stream(seed).shuffled(compile_rules(ruleset).pack)
        return cls(ruleset, deck, first=first, seed=seed)

    def _start(self) -> Position:
        return deal(self.ruleset, self.deck, first=self.first, seed=self.seed)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it runs."""
        return self.position.outcome

    @property
    def opening(self) -> Event:
        """The first event of the game."""
        sizes = tuple(hand.bit_count() for hand in self._start().hands)
        return Dealt(self.first, sizes)

    def check(self, seat: int, action: Action, ply: int) -> None:
        """Raise if an action is illegal for a seat now.

        Raises:
            StaleAction: it was chosen for an earlier position.
            NotYourTurn: another seat is asked.
            SeatError: there is no such seat.
            IllegalAction: the rules do not allow it.
        """
        position = self.position
        check_seat(seat, self.ruleset.seats)
        standing = action.kind in OUT_OF_TURN
        if standing and action in standing_actions(position, seat):
            return
        if ply != position.ply:
            raise StaleAction(
                "chosen at ply {ply}, but the game is at ply {now}", ply=ply, now=position.ply
            )
        if position.prompt.seats[:1] != (seat,) and not standing:
            raise NotYourTurn("seat {seat} cannot act now", seat=seat)
        if not is_legal(position, seat, action):
            raise IllegalAction("seat {seat} cannot play {action} now", seat=seat, action=action)

    def submit(self, seat: int, action: Action, ply: int) -> list[Event]:
        """Check and play a seat's action; return its events."""
        self.check(seat, action, ply)
        events: list[Event] = []
        self.position.events = events
        play(self.position, action)
        self.position.events = None
        self.actions.append(action)
        self.actors.append(seat)
        return events

    def at(self, ply: int) -> Position:
        """Rebuild the position at a ply."""
        position = self._start()
        for action in self.actions[:ply]:
            play(position, action)
        return position


SECRET_BYTES: Final = 32
"""Bytes in a secret; a shorter secret could be guessed from its commitment."""
LONGEST_NONCE: Final = 0xFFFF
"""The most bytes in a nonce."""
LONGEST_CUT: Final = 64
"""The most characters in the word that cuts the deck."""
SCHEME: Final = 3
"""The scheme of new deals."""
SCHEMES: Final = (1, 2, 3)
_SEALS: Final = {1: b"", 2: b"cuttle seal 2", 3: b"cuttle seal 3"}
"""What a commitment hashes before the secret, by scheme."""
_SEEDS: Final = {1: b"cuttle deal 1", 2: b"cuttle deal 2", 3: b"cuttle deal 2"}
"""What a seed hashes before the secret, by scheme."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The randomness of a game: the table's secret and the seats' nonces."""

    secret: bytes
    """32 bytes, shown only after the game."""
    nonces: tuple[bytes, ...]
    """The word with which each seat cut; empty (in scheme 1: random) if it did not."""
    scheme: int = SCHEME

    @property
    def seals_rules(self) -> bool:
        """Whether the commitment is one to the rules as well."""
        return self.scheme >= 3

    def commitment(self, ruleset: Ruleset) -> bytes:
        """Return the hash shown before the deal."""
        rules = stamped(ruleset).encode() if self.seals_rules else b""
        return hashlib.sha256(_SEALS[self.scheme] + self.secret + rules).digest()

    @property
    def seed(self) -> bytes:
        """The seed of every random choice in the game."""
        parts = [_SEEDS[self.scheme], self.secret]
        for nonce in self.nonces:
            parts += [len(nonce).to_bytes(2, "big"), nonce]
        return hashlib.sha256(b"".join(parts)).digest()

    def deck(self, ruleset: Ruleset) -> list[Card]:
        """Shuffle the pack of a ruleset, in deal order."""
        return Stream(self.seed).shuffled(compile_rules(ruleset).pack)

    def first(self, seats: int) -> int:
        """Draw the seat that acts first in the first game of a match."""
        return Stream(self.seed + b"first").below(seats)


def is_cut(word: str) -> bool:
    """Return whether a word can cut the deck: a short printable line."""
    return word == word.strip() and 1 <= len(word) <= LONGEST_CUT and word.isprintable()


def word_mark(word: bytes) -> str:
    """Return 16 hex digits of a word's hash: they show the others that it stays as it was."""
    return hashlib.sha256(word).hexdigest()[:16]


HEADING: Final = "cuttle record 1"
GivingUp = Literal["conceded", "left", "time", "absent"]
"""How a seat gave up: it conceded, left, ran out of time, or stayed away."""
WAYS_OF_GIVING_UP: Final[tuple[GivingUp, ...]] = get_args(GivingUp)
GivenUp = tuple[tuple[int, GivingUp], ...]
"""The seats that gave up, and how."""
GIVES_UP: Final = frozenset((Kind.CONCEDE, Kind.LEAVE))


class RecordError(NotationError):
    """A record is broken, or illegal."""

    def __init__(self, line: int, reason: str | CuttleError, /, **parts: object) -> None:
        """Build the error of a line, from 1; 0 if unknown. The reason may be another error."""
        cause = CuttleError(reason, **parts) if isinstance(reason, str) else reason
        if line:
            super().__init__(N_("line {line}: {reason}"), line=line, reason=cause)
        else:
            super().__init__(cause.message, **cause.parts)
        self.line = line
        self.reason = str(cause)


@dataclass(frozen=True, slots=True)
class RecordedAction:
    """An action of a record."""

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
    entries: tuple[RecordedAction, ...]
    outcome: Outcome | None
    started: datetime
    deal: Deal | None = None
    """None if only the deck is known."""
    deck: tuple[Card, ...] = ()
    """In deal order; empty if there is a deal."""
    seed: bytes = b""
    """The seed of random choices after the deal; empty if there is a deal."""
    commitment: bytes = b""
    """The hash shown before the deal."""
    number: int = 0
    """The number of the game at its table, from 1; 0 if unknown."""
    given_up: GivenUp = ()
    """The seats that gave up, and how, by seat; older records do not say."""
    left: tuple[int, ...] = ()
    """The seats that left its match after it, before another game, in that order."""
    origin: str = ""
    """Where it was played, if it was brought in from elsewhere."""
    match: MatchStanding | None = field(default=None, compare=False)
    """How its match stood after it, where an archive knows that; it is not in the text."""

    def game(self) -> Game:
        """Deal the game again, without actions."""
        if self.deal is not None:
            deck, seed = self.deal.deck(self.ruleset), self.deal.seed
            return Game(self.ruleset, deck, first=self.first, seed=seed)
        return Game(self.ruleset, self.deck, first=self.first, seed=self.seed)

    def play_on(self, game: Game) -> Iterator[list[Event]]:
        """Play every action on a fresh game, and yield the events of each.

        Raises:
            RecordError: an action is illegal.
        """
        for number, entry in enumerate(self.entries, 1):
            try:
                yield game.submit(entry.seat, entry.action, game.position.ply)
            except CuttleError as error:
                raise RecordError(0, "ply {number}: {error}", number=number, error=error) from None

    def replay(self) -> Game:
        """Play every action again.

        Raises:
            RecordError: an action is illegal, or the result differs.
        """
        game = self.game()
        for _ in self.play_on(game):
            pass
        if game.outcome != self.outcome:
            ours = result_text(game.outcome)
            raise RecordError(0, "the result is {ours}, not the recorded one", ours=ours)
        return game


def record_of(
    game: Game,
    players: tuple[str, ...],
    seconds: list[float],
    *,
    started: datetime,
    deal: Deal | None = None,
    number: int = 0,
    given_up: GivenUp = (),
    left: tuple[int, ...] = (),
) -> Record:
    """Return the record of a game so far."""
    return Record(
        ruleset=game.ruleset,
        players=players,
        first=game.first,
        entries=tuple(
            RecordedAction(seat, action, at)
            for seat, action, at in zip(game.actors, game.actions, seconds, strict=True)
        ),
        outcome=game.outcome,
        started=started,
        deal=deal,
        deck=() if deal else game.deck,
        seed=b"" if deal else game.seed,
        commitment=deal.commitment(game.ruleset) if deal else b"",
        number=number,
        given_up=given_up,
        left=left,
    )


def result_text(outcome: Outcome | None) -> str:
    if outcome is None:
        return "*"
    return " ".join([",".join(map(str, outcome.winners)) or "-", outcome.why])


def record_text(record: Record) -> str:
    """Return a record as text, which reads back equal.

    Raises:
        RecordError: a name, a time or the number of the game has no text form.
    """
    lines = [HEADING, *head_lines(record), ""]
    lines += [
        f"{ply}. P{entry.seat} {entry.action} {{{seconds_text(entry.seconds)}}}"
        for ply, entry in enumerate(record.entries, 1)
    ]
    return "\n".join(lines) + "\n"


def head_lines(record: Record) -> list[str]:
    """List the ``key: value`` lines of a record's head."""
    lines = [f"ruleset: {stamped(record.ruleset)}"]
    for seat, name in enumerate(record.players):
        if not is_name(name):
            raise RecordError(
                0, "a name is one line, without blanks around it: {name!r}", name=name
            )
        lines.append(f"player {seat}: {name}")
    lines.append(f"first: {record.first}")
    if record.number:
        lines.append(f"game: {record.number}")
    if record.deal is not None and record.deal.scheme > 1:
        lines.append(f"deal: {record.deal.scheme}")
    if record.commitment:
        lines.append(f"commitment: {record.commitment.hex()}")
    if record.deal is not None:
        lines.append(f"secret: {record.deal.secret.hex()}")
        # in the first scheme all nonces, later the words of the seats that cut
        every = record.deal.scheme == 1
        named = enumerate(record.deal.nonces)
        lines += [f"nonce {seat}: {nonce.hex()}" for seat, nonce in named if nonce or every]
    else:
        lines.append("deck: " + " ".join(map(card_name, record.deck)))
    if record.seed:
        lines.append(f"seed: {record.seed.hex()}")
    lines.append(f"started: {time_text(record.started)}")
    lines += [f"gave up {seat}: {how}" for seat, how in record.given_up]
    if record.left:
        lines.append(f"left match: {' '.join(map(str, record.left))}")
    if record.origin:
        lines.append(f"origin: {record.origin}")
    return [*lines, f"result: {result_text(record.outcome)}"]


def is_name(name: str) -> bool:
    """Return whether a record can name a player so: one line, without blanks around it."""
    return name == name.strip() and not set(name) & _BREAKS


_BREAKS: Final = frozenset("\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")
"""What ends a line somewhere."""


def time_text(moment: datetime) -> str:
    """Return a moment in UTC, as 2026-11-21T08:00:00Z; a fraction of a second as far as needed.

    Raises:
        RecordError: in UTC it is before the year 1, or after 9999.
    """
    try:
        text = moment.astimezone(UTC).isoformat()
    except OverflowError:
        raise RecordError(0, "this time is out of reach: {moment}", moment=moment) from None
    return text.removesuffix("+00:00") + "Z"


def seconds_text(seconds: float) -> str:
    """Return seconds with as many digits as it takes to read the same number again.

    Raises:
        RecordError: they are less than none, or no number.
    """
    if not (isfinite(seconds) and seconds >= 0):
        raise RecordError(0, "not a time since the start: {seconds}", seconds=seconds)
    return repr(float(seconds)).removesuffix(".0").removeprefix("-")


def check_commitment(deal: Deal, ruleset: Ruleset, commitment: bytes, line: int = 0) -> None:
    """Refuse a deal that does not open its commitment, which stands in a line of the record.

    Raises:
        RecordError: it does not.
    """
    if deal.commitment(ruleset) == commitment:
        return
    if deal.seals_rules:
        raise RecordError(line, "the rules and the secret do not match the commitment")
    raise RecordError(line, "the secret does not match the commitment")


def verify(record: Record) -> None:
    """Check a record's deal against its commitment, and replay every action.

    Raises:
        RecordError: they differ, there is no commitment, or a computer cut the deck: nobody but the
            table can have chosen its word.
    """
    if record.deal is None or not record.commitment:
        raise RecordError(0, "this record has no secret and commitment: its deal cannot be checked")
    check_commitment(record.deal, record.ruleset, record.commitment)
    for name, word in zip(record.players, record.deal.nonces, strict=True):
        if word and record.deal.scheme > 1 and is_computer(name):
            raise RecordError(
                0, "{name} cut the deck, which a computer never does: the table cheated", name=name
            )
    first = record.deal.first(record.ruleset.seats)
    if record.number == 1 and record.first != first:
        raise RecordError(0, "by the deal, seat {seat} goes first", seat=first)
    record.replay()
