"""Records of games (our PGN) as versioned, readable text.

::

    cuttle record 1
    ruleset: cuttle.cards/1.0.2
    player 0: ana
    player 1: bob
    first: 0
    game: 1
    deal: 2
    commitment: 9f86d0…
    secret: 74657374…
    nonce 0: 6c75636b792037
    started: 2026-11-21T08:00:00Z
    result: 0 goal

    1. P0 points 3H {2.5}
    2. P1 oneoff 9C>KD {4}

Each action has its ply, seat, action, and in braces the seconds since the start. A line ``deck:``
with all cards in deal order may replace the secret and nonces; a line ``seed:`` beside it is the
source of chance within the game. An unfinished game has the result ``*``. docs/NOTATION.md has the
full format; `engine.record.parser` parses it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from math import isfinite
from typing import Final

from engine.actions import Action
from engine.cards import Card, card_name
from engine.errors import CuttleError, NotationError
from engine.i18n import N_
from engine.play.events import Event
from engine.play.view import Outcome
from engine.record.fair_deal import Deal
from engine.record.game import Game
from engine.rules.rulesets import Ruleset
from engine.rules.text import stamped

HEADING: Final = "cuttle record 1"


_IN_A_LINE: Final = N_("line {line}: {reason}")


class RecordError(NotationError):
    """A record is broken, or illegal."""

    def __init__(self, line: int, reason: str | CuttleError, /, **parts: object) -> None:
        """Build the error.

        Args:
            line: the line, from 1; 0 if unknown.
            reason: what is wrong, with ``{name}`` for each part; or an error.
            parts: the values of the parts.
        """
        cause = CuttleError(reason, **parts) if isinstance(reason, str) else reason
        if line:
            super().__init__(_IN_A_LINE, line=line, reason=cause)
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
        commitment=deal.commitment if deal else b"",
        number=number,
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
    lines += [f"player {seat}: {_one_line(name)}" for seat, name in enumerate(record.players)]
    lines.append(f"first: {record.first}")
    if record.number:
        lines.append(f"game: {record.number}")
    if record.deal is not None and record.deal.scheme > 1:
        lines.append(f"deal: {record.deal.scheme}")
    if record.commitment:
        lines.append(f"commitment: {record.commitment.hex()}")
    if record.deal is not None:
        lines.append(f"secret: {record.deal.secret.hex()}")
        lines += _nonce_lines(record.deal)
    else:
        lines.append("deck: " + " ".join(map(card_name, record.deck)))
    if record.seed:
        lines.append(f"seed: {record.seed.hex()}")
    lines.append(f"started: {time_text(record.started)}")
    return [*lines, f"result: {result_text(record.outcome)}"]


def _one_line(name: str) -> str:
    if not is_name(name):
        raise RecordError(0, "a name is one line, without blanks around it: {name!r}", name=name)
    return name


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
        raise RecordError(0, "no time since the start: {seconds}", seconds=seconds)
    return repr(float(seconds)).removesuffix(".0").removeprefix("-")


def _nonce_lines(deal: Deal) -> list[str]:
    """List the nonces: all of them in the first scheme, later the words of the seats that cut."""
    named = enumerate(deal.nonces)
    return [f"nonce {seat}: {n.hex()}" for seat, n in named if n or deal.scheme == 1]


def verify(record: Record) -> None:
    """Check a record's deal against its commitment, and replay every action.

    Raises:
        RecordError: they differ, or there is no commitment.
    """
    if record.deal is None or not record.commitment:
        raise RecordError(0, "this record has no secret and commitment: its deal cannot be checked")
    if record.deal.commitment != record.commitment:
        raise RecordError(0, "the secret does not match the commitment")
    first = record.deal.first(record.ruleset.seats)
    if record.number == 1 and record.first != first:
        raise RecordError(0, "by the deal, seat {seat} goes first", seat=first)
    record.replay()
