"""Present a table before its cards are dealt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from cuttle_tui.i18n.translation import N_, Sentence, Span, plain, say, tr
from cuttle_tui.kit.names import level_name, named
from cuttle_tui.kit.text_types import option
from cuttle_tui.ports import TableState
from cuttle_tui.table import commands
from cuttle_tui.table.digest import TableDigest
from cuttle_tui.table.situation import TableUi
from cuttle_tui.table.words import waiting_room as wording
from cuttle_tui.table.words.waiting_room import way_back
from engine.rules.rulesets import Ruleset

if TYPE_CHECKING:
    from cuttle_tui.kit.board import BoardModel


@dataclass(frozen=True, slots=True)
class Plate:
    """A seat: its number, who sits there, and a note."""

    number: int
    name: str
    note: str = ""
    kind: Literal["me", "person", "computer", "free"] = "free"


@dataclass(frozen=True, slots=True)
class RoomModel:
    """A table that waits."""

    head: Sentence
    right: str
    plates: tuple[Plate, ...]
    letters: tuple[str, ...] = ()
    """A letter for each card; an empty one for a card that lies face down."""
    lifted: int = -1
    """Which of the cards is next."""
    lines: tuple[Sentence, ...] = ()
    """Beside the cards: what they are for."""
    brief: tuple[Sentence, ...] = ()
    """The same in an upright window; empty if it is no shorter."""
    line: int | None = None
    """Which of these lines should stay in one piece."""
    terms: tuple[Sentence, ...] = ()
    """What is played; has a column of its own in large windows."""
    rules: Ruleset | None = None
    """The rules to read below the terms, where there is room."""
    title: str = ""
    """What the column of the terms is called."""
    starts: tuple[Sentence, ...] = ()
    """When the game begins, or who else waits; left out where there is little room."""
    meanwhile: tuple[Sentence, ...] = ()
    """What to do until somebody comes; the last line is no offer."""
    next: tuple[Sentence, ...] = ()
    """What happens next, in a column of its own alone."""
    board: BoardModel | None = None
    """A position to try meanwhile, there as well."""
    cuts: bool = False
    """Whether a word is typed to cut with, below which nothing else is shown."""


def present_room(state: TableState, seat: int, ui: TableUi, digest: TableDigest) -> RoomModel:
    """Present the waiting room, or the queue if the player waits there."""
    if any(line.me for line in ui.queue):
        return _queue(state, seat, ui, digest)
    invited = wording.is_invited(state)
    starts = say(wording.EACH_MAY_CUT if ui.cuts else wording.starts(state))
    back = way_back(ui.resume_code)
    initials = tuple(sitter.name[:1].upper() for sitter in state.sitters)
    lines = wording.invitation_lines(state) if invited else (starts, *digest.latest[-1:])
    return RoomModel(
        say(Span(plain(wording.waited_for(state, digest.names)), "strong")),
        wording.room_in_short(state),
        tuple(_plate(state, each, seat, digest) for each in range(len(state.sitters))),
        tuple(state.code or "") if invited else initials,
        lines=(*lines, back) if back else lines,
        brief=(*wording.link_lines(state), *((back,) if back else ())) if invited else (),
        line=1 if invited and state.invitation else None,
        terms=wording.terms(state),
        rules=state.ruleset,
        title=str(wording.THE_TABLE),
        starts=(starts,) if invited else (),
        meanwhile=ui.offers,
        cuts=ui.cuts,
    )


def _plate(state: TableState, other: int, seat: int, digest: TableDigest) -> Plate:
    sitter = state.sitters[other]
    if sitter.kind == "nobody":
        return Plate(other + 1, str(wording.FREE_SEAT))
    kind: Literal["me", "person", "computer"]
    kind = "me" if other == seat else "computer" if sitter.kind == "computer" else "person"
    note = wording.seat_note(state, other, mine=other == seat)
    return Plate(other + 1, digest.names.names[other], note, kind)


def _queue(state: TableState, seat: int, ui: TableUi, digest: TableDigest) -> RoomModel:
    mine = next(line for line in ui.queue if line.me)
    others = [line for line in ui.queue if not line.me]
    longest = sorted(others, key=lambda line: -line.since)
    waits = tuple(map(wording.queue_line, longest))
    name = digest.names.names[seat]
    free = [each for each, sitter in enumerate(state.sitters) if sitter.kind == "nobody"]
    back, rules = way_back(ui.resume_code), wording.house_rules(mine)
    plates = [
        Plate(1, named(name, mine.rating), str(wording.READY), "me"),
        *(Plate(place, str(wording.FREE_SEAT)) for place in range(2, len(free) + 2)),
    ]
    return RoomModel(
        say(Span(tr(wording.HEAD), "strong")),
        tr(wording.RATED if mine.rated else wording.CASUAL),
        tuple(plates),
        (name[:1].upper(), *[""] * len(free)),
        lines=(*wording.match_lines(mine, others), *((back,) if back else ())),
        terms=(*rules, *waits[:1]),
        title=str(wording.THE_MATCH if rules or not waits else wording.ALSO),
        starts=waits[1:],
        meanwhile=ui.offers,
        next=wording.what_comes(),
        board=ui.board,
    )


def present_code(code: str, places: int, band: tuple[Sentence, ...]) -> RoomModel:
    """Present a code as far as it is typed, with a head and lines about it."""
    head, *lines = band
    return RoomModel(
        say(Span(plain(head), "strong")),
        "",
        (),
        (*code, *[""] * (places - len(code))),
        lifted=len(code),
        lines=tuple(lines),
    )


MEANWHILE: Final = N_("meanwhile")


def practice_line(level: str, *, begun: bool) -> Sentence:
    """Offer a game against the computer."""
    offer = tr("practice against the computer ({level})", level=level_name(level))
    if begun:
        offer = tr("your practice game, where you left it")
    return option(commands.PRACTISE, offer)


def resident_line(level: str) -> Sentence:
    """Offer a rated game against a computer that is always here."""
    offer = tr("a rated game against the computer ({level})", level=level_name(level))
    return option(commands.PLAY_RESIDENT, offer)
