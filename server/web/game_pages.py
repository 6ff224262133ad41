"""A finished game as a browser shows it: how it went in words, and in pictures."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Final, Literal

from cuttle_tui.drawing.palette import DEFAULT, THEMES, UNICODE, Palette, palette_of, suit_of
from cuttle_tui.i18n.rich_text import Sentence, Span
from cuttle_tui.kit.names import Names, names_of, with_level
from cuttle_tui.ports import LobbyError
from cuttle_tui.replay.export import graphs_svg, picture_svg
from cuttle_tui.table.digest import digest_of
from cuttle_tui.table.plate import recorded_plate
from cuttle_tui.table.view_model import PlateModel
from engine.cards import parse_card
from engine.record.parser import parse_record
from engine.record.record import RecordError
from engine.record.summary import Replay
from engine.table.state import replayed_state
from server.sanitize import log_text
from server.store.values import GameRow
from server.web.rendering import Page

log = logging.getLogger(__name__)

Size = Literal["wide", "narrow"]
Tone = Literal["dark", "light"]

_COLUMNS: Final[dict[Size, int]] = {"wide": 84, "narrow": 44}
_PALETTES: Final[dict[Tone, Palette]] = {
    "dark": DEFAULT,
    "light": palette_of(THEMES["felt-light"], "two-colour", "true"),
}


@dataclass(frozen=True, slots=True)
class Turn:
    """What happened in a turn."""

    number: int
    """0 for what came before the first."""
    lines: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who played in a seat."""

    name: str
    page: str
    """The name of their page; empty for guests, computers and deleted accounts."""


@dataclass(frozen=True, slots=True)
class GameInWords:
    """A game in words."""

    id: str
    title: str
    how: str
    caption: str
    players: tuple[Sitting, ...]
    plate: PlateModel
    turns: tuple[Turn, ...]

    @property
    def about(self) -> str:
        """The game in a line, for previews."""
        parts = (self.how, ", ".join(map(words_of, self.plate.counts)), self.caption)
        return ". ".join(part for part in parts if part)


def replay_of(row: GameRow) -> Replay:
    """Replay a stored game.

    Raises:
        LobbyError: ``no-such-game``: its record cannot be read.
    """
    try:
        return _replay(row.record)
    except RecordError:
        log.exception("the record of game %s cannot be read", log_text(row.id))
        raise LobbyError("no-such-game") from None


@lru_cache(maxsize=2)
def _replay(record: str) -> Replay:
    """Replay a record; a page is asked for together with its pictures."""
    return Replay(parse_record(record))


def plate_of(row: GameRow) -> PlateModel:
    """Return the plate at the end of a game, in the language that is spoken."""
    return recorded_plate(replay_of(row))


def told(row: GameRow) -> GameInWords:
    """Put a game into words, in the language that is spoken."""
    replay = replay_of(row)
    plate = recorded_plate(replay)
    names = names_of(replayed_state(replay, 0).sitters, None)
    return GameInWords(
        row.id,
        _begun(words_of(plate.title), names),
        words_of(plate.how),
        plate.caption,
        tuple(_sitting(row, seat) for seat in range(len(row.names))),
        plate,
        tuple(_turns(replay)),
    )


def _sitting(row: GameRow, seat: int) -> Sitting:
    name = row.names[seat]
    return Sitting(with_level(name), name if row.players[seat] is not None else "")


def _begun(text: str, names: Names) -> str:
    """Begin a text with a capital, unless that is somebody's own letter."""
    return text if text.startswith(names.spelled) else text[:1].upper() + text[1:]


def _turns(replay: Replay) -> Iterable[Turn]:
    """Return the whole log by turns; the game is over, so all hands are open."""
    digest = digest_of(replayed_state(replay, replay.plies, all_hands=True), 0)
    told = zip(digest.turns, digest.lines, strict=True)
    for number, lines in groupby(told, key=lambda line: line[0]):
        yield Turn(number, tuple(line for _, line in lines))


def words_of(sentence: Sentence) -> str:
    """Return a sentence as text, cards by their ranks and suit signs."""
    return "".join(index_of(span) if span.role == "card" else span.text for span in sentence)


def index_of(span: Span) -> str:
    """Return the index of a card that a sentence names."""
    return UNICODE.index(parse_card(span.text))


def is_red(span: Span) -> bool:
    """Return whether a card that a sentence names is red."""
    return suit_of(parse_card(span.text)) in _RED


_RED: Final = frozenset("DH")


def graphs(row: GameRow, size: Size, tone: Tone) -> bytes:
    """Draw scores and final fields as SVG."""
    return graphs_svg(replay_of(row), _COLUMNS[size], _PALETTES[tone]).encode()


def picture(row: GameRow) -> bytes:
    """Draw the plate at the end as SVG, as ``ssh HOST picture`` writes it."""
    return picture_svg(replay_of(row)).encode()


def page_of(row: GameRow) -> Page:
    """Return the page of a game, ready to be rendered in the language that is spoken."""
    game, path = told(row), f"/game/{row.id}"
    values = {
        "game": game,
        "described": described(game.plate),
        "words_of": words_of,
        "index_of": index_of,
        "is_red": is_red,
    }
    return Page("played.html", values, about=lambda: game.about, path=path, card=f"{path}.png")


def described(plate: PlateModel) -> str:
    """Say what the picture of a game shows, for those who cannot see it."""
    return "; ".join(f"{seat.name}: {words_of(seat.total)}" for seat in plate.seats)
