"""What each zone of the table shows, as plain values; what lies under a click."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Literal

from cuttle_tui.drawing.columns import seat_under
from cuttle_tui.drawing.faces import Face
from cuttle_tui.drawing.layout import Plan
from cuttle_tui.drawing.rail import FieldSize
from cuttle_tui.i18n.translation import N_, SILENCE, Message, Sentence, Span, Words, card_span
from cuttle_tui.kit.text_types import KeysModel, Prompt, Sign, Signs
from cuttle_tui.table import choices
from cuttle_tui.table.choices import Aim, Choice, others
from cuttle_tui.table.words.game_over import StakeLine
from engine.cards import EIGHT, Card, rank_of
from engine.play.view import View
from engine.rules.rulesets import Ruleset

if TYPE_CHECKING:
    from cuttle_tui.coach.words import AnalysisModel
    from cuttle_tui.drawing.faces import Side
    from cuttle_tui.kit.board import BoardModel
    from cuttle_tui.table.presenter import RoomModel


@dataclass(frozen=True, slots=True)
class SeatModel:
    """A seat: its score line, its hand and its field."""

    name: str
    short_name: str = ""
    """A name for where that has no room; empty if there is no shorter one."""
    forms: tuple[str, ...] = ()
    """Longer forms of the name, the longest first, each for where it has room."""
    aligned: tuple[tuple[str, ...], ...] = ()
    """For each name in the same column of score lines, all its forms."""
    relation: str = ""
    """Ally or opponent, in team games."""
    aim: str = ""
    """The letter that chooses the seat itself."""
    turn: bool = False
    next: bool = False
    """Whether its turn comes next, at tables of more than two."""
    score: int = 0
    goal: int = 0
    note: str = ""
    note_role: Literal["ink", "quiet", "threat", "goalink"] = "quiet"
    short_note: str = ""
    """The same where that has no room, in an upright window."""
    brief_note: str = ""
    """The same where a column has no room for it."""
    to_go: str = ""
    """How many points are missing, in quiet: a note that makes room for everything else."""
    near: bool = False
    """Close to winning: the score is drawn in the warning colour."""
    hand_size: int = 0
    hand_limit: int | None = None
    known: tuple[Card, ...] = ()
    """The cards of the hand that are known."""
    remembered: frozenset[Card] = frozenset()
    """Those among them that are not visible: they were seen before."""
    hand_notes: tuple[str, ...] = ()
    """Why the hand is open, the fullest form first."""
    clock: str = ""
    """The time the seat has left."""
    hurried: bool = False
    """Whether that is less than half a minute."""
    points: tuple[Face, ...] = ()
    royals: tuple[Face, ...] = ()
    lies: tuple[str, str] = ("", "")
    """Which cards lie among the points, and among the royals."""
    goals: tuple[int, ...] = ()
    """The goal with no king, with one, and so on."""
    taught: tuple[str, ...] = ()
    """What an empty row of points says, the fullest form first."""
    coming: Card | None = None
    """The card that the marked play would lay among the points."""
    moving: int | None = None
    """Where the goal would be after the marked play, or after the open one."""
    loses: bool = False
    """Whether it would be further away."""
    was: int | None = None
    """Where the goal was until just now."""
    dealt: bool = True
    """The cards are dealt, so the score and the hand are shown."""
    lit: frozenset[str] = frozenset()
    """Which of ``score``, ``goal`` and ``hand`` have just changed."""
    fresh: frozenset[Card] = frozenset()
    """The cards among `known` that have just arrived."""
    backs: int = 0
    """The number of hidden cards that have just arrived."""
    back: str = ""
    """What the hidden cards wear."""

    @property
    def names(self) -> tuple[str, ...]:
        """All forms of the name, the longest first, the short one last."""
        return (*self.forms, self.name, self.short_name or self.name)


@dataclass(frozen=True, slots=True)
class StackCard:
    """A card of the open play with its player."""

    card: Card
    name: str
    """The player's name, whole: drawing cuts it where it has no room."""
    mine: bool
    short: str = ""
    """The name where the whole one has no room."""
    lit: bool = False
    """It has just been played."""
    ours: bool = False
    """In a decided play: it is of the side at the bottom of the table."""
    beaten: bool = False
    """In a decided play: another card stopped it."""


@dataclass(frozen=True, slots=True)
class MidModel:
    """The shared zone: the deck, the scrap, the open play and the latest events."""

    deck: int = 0
    deck_top: Card | None = None
    """The next card of the deck, if it was seen."""
    top: Card | None = None
    scrap: int = 0
    stack: tuple[StackCard, ...] = ()
    verdict: str = ""
    """How the play in the stack was decided, in a word; empty while it is open."""
    lines: tuple[Sentence, ...] = ()
    scrapped: tuple[Card, ...] = ()
    """The cards of the scrap by rank, listed where the log beside the table tells the events."""
    dealt: bool = True
    """There is a deck and a scrap."""
    newest_first: bool = False
    """The first line is the main one, not the last."""
    spoken: bool = False
    """The last line is chat, shown here only if there is room."""
    brief: Sentence = SILENCE
    """The last line in fewer words, where a low band of an upright window has no room for it."""
    told_below: bool = False
    """Where the band is low, the prompt has room for the last line."""
    lit: frozenset[str] = frozenset()
    """Which of ``deck`` and ``scrap`` have just changed."""
    match: str = ""
    """The score of the match, for an upright window, whose bar has no room for it."""


@dataclass(frozen=True, slots=True)
class TrayModel:
    """The cards to choose from, and the player's hand if it is not among them."""

    faces: tuple[Face, ...]
    held: tuple[Card, ...] = ()
    backs: int = 0
    """The number of cards in a hidden hand that are not known."""
    remembered: tuple[Card, ...] = ()
    """The cards of a hidden hand that were seen before."""
    over: bool = False
    """Whether the game is over, so that no card is to be chosen."""
    caption: Sentence = SILENCE
    """What they are, above them in an upright window."""
    back: str = ""
    """What the cards of a hidden hand wear."""
    beside: tuple[Face, ...] = ()
    """Other cards at the right, if there is room."""
    label: Sentence = SILENCE
    """What those are; the prompt says it above them."""
    briefly: Sentence = SILENCE
    """Whose those are, beside the caption of an upright window."""


@dataclass(frozen=True, slots=True)
class LogModel:
    """The log: its lines, oldest first."""

    lines: tuple[Sentence, ...]
    numbers: tuple[int, ...] = ()
    """For each line, the number of the turn that begins with it; 0 if none does."""
    scroll: int = 0
    focus: int = -1
    """The line in focus, while the log is read line by line."""
    found: tuple[int, ...] = ()
    """The lines that match the search."""
    menu: tuple[tuple[str, str], ...] = ()
    """Keys and their labels, below the lines."""
    story: tuple[Sentence, ...] = ()
    """What a task begins with, above the first line."""
    course: tuple[Sentence, ...] = ()
    """A title, and lines above the others, where the log has a column."""
    prompt: Prompt | None = None
    """What is asked in the log's own column, while keys act there."""
    board: BoardModel | None = None
    """Drawn below the lines, if these leave the room."""
    empty: Words = ""
    """Shown if there are no lines."""
    brief: tuple[tuple[Sentence, Sentence], ...] = ()
    """Lines, and what stands for each unless it is in focus."""
    rules: Ruleset | None = None
    """Whose goal and turn are told below the lines, as long as these leave the room."""
    legend: tuple[Sentence, ...] = ()
    """What is told there instead."""


@dataclass(frozen=True, slots=True)
class PlateSeat:
    """A seat on the plate at the end of a game."""

    name: str
    won: bool
    total: Sentence
    """Its points and its goal."""
    did: tuple[str, ...]
    """How many cards it drew, and what else it did; told beside its graph."""
    scores: tuple[int, ...]
    """Its score at the deal and after each turn."""
    goals: tuple[int, ...]
    points: tuple[Face, ...] = ()
    royals: tuple[Face, ...] = ()
    """The final field, shown where there is room."""
    back: str = ""
    """What the player's cards wear."""


@dataclass(frozen=True, slots=True)
class CoachRow:
    """What the coach says on a plate; its rows are kept free until it is known."""

    label: str = ""
    forms: tuple[Sentence, ...] = ()
    """What it says, the longest first; nothing if that is not to be had."""
    key: str = ""
    """The key that leads to the turn it speaks of, if it speaks of one."""


@dataclass(frozen=True, slots=True)
class PlateModel:
    """The plate at the end of a game."""

    title: Sentence
    how: Sentence
    caption: str
    """The rules and the day."""
    seats: tuple[PlateSeat, ...]
    counts: tuple[Sentence, ...]
    facts: tuple[tuple[str, tuple[Sentence, ...]], ...]
    """Labels, and what they say; of several forms, the first that fits."""
    turn: str
    """The word beside the numbers of the turns."""
    verdict: Words = ""
    """How it ended for the reader, in a word; empty for others."""
    lost: bool = False
    """Whether it is bad news."""
    stakes: int = 0
    """How many facts after the first tell what a rated game was about."""
    tally: str = ""
    """The label of the fact that stands with the counts where it has room there."""
    won_with: Sentence = SILENCE
    """Names the cards of those who won."""
    lost_with: Sentence = SILENCE
    """Names those of the others."""
    talk: tuple[Sentence, ...] = ()
    """What was said since the end, the oldest first."""
    coach: CoachRow | None = None
    """What the coach says of the game; None where it says nothing."""
    deal: bool = False
    """Whether it was the deal of a day."""


@dataclass(frozen=True, slots=True)
class TableModel:
    """What every zone shows."""

    others: tuple[SeatModel, ...]
    mid: MidModel
    me: SeatModel
    prompt: Prompt
    tray: tuple[Face, ...]
    keys: KeysModel
    log: LogModel
    held: tuple[Card, ...] = ()
    """The player's own hand, while the tray shows other cards."""
    backs: int = 0
    """The number of cards in the lower hand that are not known."""
    remembered: tuple[Card, ...] = ()
    """The hidden cards of the lower hand that were seen before."""
    order: tuple[Card, ...] = field(default=())
    """The cards of the table in drawing order, for the letters of targets."""
    sizes: tuple[FieldSize, ...] = ()
    """What lies before each seat, the reader's own last: it decides how wide a point is."""
    stake: tuple[StakeLine, ...] = ()
    """What a rated game is about, the fullest line first."""
    plate: PlateModel | AnalysisModel | None = None
    """The end of the game, or its analysis, shown instead of the fields."""
    room: RoomModel | None = None
    """The table before the deal, in place of the seats and the band."""
    beside: tuple[Face, ...] = ()
    """Other cards at the right of those in the tray, which the prompt names."""

    @property
    def cards(self) -> TrayModel:
        """What the zone of the tray shows."""
        asked, beside = self.prompt.upright, self.prompt.beside
        return TrayModel(
            self.tray,
            self.held,
            self.backs,
            self.remembered,
            over=self.plate is not None or asked.calm or asked.banner,
            caption=self.prompt.cards,
            back=self.me.back,
            beside=self.beside,
            label=beside.label if beside is not None else SILENCE,
            briefly=beside.briefly if beside is not None else SILENCE,
        )


def target_at(order: Sequence[Card], view: View, choice: Choice, card: Card) -> Aim | None:
    """Return the clicked target: a card of the table, or a card attached to it."""
    lying = {card, *_stack_of(view, card)}
    aims = choices.aims(view, choice, order)
    return next((aim for aim in aims if aim.card in lying), None)


def aimed_at(order: Sequence[Card], view: View, choice: Choice, card: Card) -> list[Choice]:
    """List the ways to play the chosen card at a clicked card, with that card in focus."""
    lying = {card, *_stack_of(view, card)}
    found = []
    for kind in choices.plays(view, choice.card):
        play = Choice(choice.card, kind)
        aims = choices.aims(view, play, order)
        found += [replace(play, aim=at) for at, aim in enumerate(aims) if aim.card in lying]
    return found


def _stack_of(view: View, card: Card) -> tuple[Card, ...]:
    lying = (placed for side in view.seats for placed in (*side.points, *side.royals))
    return next((placed.stack for placed in lying if placed.card == card), ())


def seat_at(
    view: View, choice: Choice, plan: Plan, seat: int, zone: str, x: int, y: int
) -> Aim | None:
    """Return the target that is the seat drawn at a cell of the clicked zone, or None."""
    hit = seat if zone == "me" else None
    if zone == "others":
        seats = others(view, seat)
        place = seat_under(plan, len(seats), x, y)
        hit = None if place is None else seats[place]
    aims = choices.aims(view, choice, ())
    return next((aim for aim in aims if aim.card is None and aim.seat == hit), None)


MEANINGS: Final[dict[Sign, Message]] = {
    "target": N_("a target: press its letter"),
    "chosen": N_("the first target"),
    "barred": N_("cannot be chosen"),
    "frozen": N_("frozen for your next turn"),
    "lost": N_("lost if this happens"),
    "jacks": N_("jacks: the last holds it"),
    "glasses": N_("an eight as glasses"),
    "role": N_("its effect besides points"),
}


def signs_on(model: TableModel) -> Signs:
    """List each kind of sign on the cards of a table once, with the first of its kind."""
    found: dict[Sign, Span] = {}
    for seat in (*model.others, model.me):
        for face in (*seat.points, *seat.royals):
            for sign, text in _on_table(face):
                found.setdefault(sign, text)
    for face in model.tray:
        for sign, text in _in_hand(face):
            found.setdefault(sign, text)
    return tuple(found.items())


def _on_table(face: Face) -> Iterator[tuple[Sign, Span]]:
    if face.look == "tgt":
        yield "target", Span(face.ribbon.lstrip(">")[:1], "strong")
    elif face.look == "sel" and face.word:
        yield "chosen", Span(face.word, "strong")
    elif face.look == "mute":
        yield "barred", Span(face.word, "strong")
    elif face.alarm:
        yield "lost", Span(face.brief, "strong")
    elif face.word and rank_of(face.card) == EIGHT:
        yield "glasses", Span(face.word, "strong")
    elif face.word:
        yield "role", _role(face)
    if face.jacks:
        yield "jacks", card_span(face.jacks[-1])


def _in_hand(face: Face) -> Iterator[tuple[Sign, Span]]:
    if face.look == "ice":
        yield "frozen", Span(face.word, "strong")
    elif face.look == "mute":
        yield "barred", Span(face.word, "strong")
    elif face.word:
        yield "role", _role(face)


def _role(face: Face) -> Span:
    """Give the word of a card as one of many."""
    return Span(f"{face.word} ...", "strong")


_DEALT: Final = (1, 2, 3, 3, 3)
_TURNED: Final = (0, 0, 0, 1, 2)
"""For each step, the thirds of the hands that are dealt, and of the own hand that lie open."""
STEPS: Final = len(_DEALT)
"""The steps of a deal; after the last, the table is shown as it is."""
_PARTS: Final = 3


def during_deal(model: TableModel, step: int) -> TableModel:
    """Return the table with as many cards as are dealt in a step."""
    return replace(
        model,
        others=tuple(_part_of_hand(seat, step) for seat in model.others),
        tray=tuple(_part_of_tray(model.tray, step)),
    )


SWEEP: Final = 4
"""The steps in which the points that won turn gold."""


def swept(model: TableModel, step: int) -> TableModel:
    """Return a finished table on which the points that won turn gold, a quarter in each step."""
    others = tuple(_swept(seat, step) for seat in model.others)
    return replace(model, others=others, me=_swept(model.me, step))


def _swept(seat: SeatModel, step: int) -> SeatModel:
    gold = -(-len(seat.points) * (step + 1) // SWEEP)
    later = tuple(
        replace(face, look="paper", won=False) if face.look == "sel" else face
        for face in seat.points[gold:]
    )
    return replace(seat, points=(*seat.points[:gold], *later))


def _part_of_hand(seat: SeatModel, step: int) -> SeatModel:
    dealt = _part(seat.hand_size, _DEALT[step])
    return replace(seat, hand_size=dealt, known=seat.known[:dealt])


def _part_of_tray(faces: tuple[Face, ...], step: int) -> Iterator[Face]:
    dealt, turned = _part(len(faces), _DEALT[step]), _part(len(faces), _TURNED[step])
    for place, face in enumerate(faces):
        side: Side = "face" if place < turned else "back" if place < dealt else "none"
        yield replace(face, side=side)


def _part(whole: int, thirds: int) -> int:
    return -(-whole * thirds // _PARTS)
