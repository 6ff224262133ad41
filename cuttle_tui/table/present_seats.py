"""Present each seat, and highlight what has just happened.

Cards stay in sight for a moment where they were taken from: dull, with an ``x``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import repeat
from operator import add, attrgetter
from typing import Any, Final, Literal, NamedTuple

from cuttle_tui.drawing.faces import Face
from cuttle_tui.drawing.rail import FieldSize
from cuttle_tui.i18n.translation import C_, tr
from cuttle_tui.kit.names import ally_of, clock_time, goal_with, role_word, time_left
from cuttle_tui.ports import TableState
from cuttle_tui.table import choices
from cuttle_tui.table.choices import Aim, arrange, others
from cuttle_tui.table.clash import Clash, clashes_of
from cuttle_tui.table.digest import TableDigest, candidates
from cuttle_tui.table.situation import Mode, TableUi
from cuttle_tui.table.view_model import SeatModel, TableModel
from cuttle_tui.table.words import status_notes
from cuttle_tui.table.words.pending_effect import fate_of, lost_cards
from cuttle_tui.worn import back_of
from engine.actions import Kind
from engine.cards import EIGHT, KING, Card, rank_of, value_of
from engine.play import events as ev
from engine.play.events import Event
from engine.play.view import Ask, Placed, SeatView, View
from engine.rules.rulesets import UNLIMITED
from engine.table.state import HALF_MINUTE

Row = Literal["points", "royals"]

_ROWS: Final[tuple[Row, ...]] = ("points", "royals")
_SIGN: Final = "x"


class Ghost(NamedTuple):
    """A card that has just left a field, and where it lay there."""

    seat: int
    row: Row
    beside: Card | None
    """The card that lay before it in its row; None for the first."""
    card: Card
    jacks: tuple[Card, ...] = ()

    @property
    def face(self) -> Face:
        """Return how it is drawn."""
        return Face(self.card, self.jacks, look="mute", word=_SIGN, gone=True)


def ghosts_of(before: View, after: View, log: Sequence[Event] = ()) -> tuple[Ghost, ...]:
    """Return the cards that left a field, in the order in which they lay.

    Args:
        before: the table with them.
        after: the table without them.
        log: the events up to `before`, which say in what order the cards lay.
    """
    return tuple(
        ghost
        for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True))
        for row in _ROWS
        for ghost in _gone(seat, row, arrange(_placed(old, row), log), _placed(new, row))
    )


def _placed(side: SeatView, row: Row) -> tuple[Placed, ...]:
    return side.points if row == "points" else side.royals


def _gone(seat: int, row: Row, lay: Sequence[Placed], lie: Sequence[Placed]) -> Iterator[Ghost]:
    left = {placed.card for placed in lie}
    for before, placed in zip((None, *lay), lay, strict=False):
        if placed.card not in left:
            beside = None if before is None else before.card
            yield Ghost(seat, row, beside, placed.card, placed.stack)


def with_ghosts(model: SeatModel, ghosts: Iterable[Ghost]) -> SeatModel:
    """Put the ghosts of a seat back where they lay, except for cards that have come back."""
    rows = {"points": list(model.points), "royals": list(model.royals)}
    for ghost in ghosts:
        row = rows[ghost.row]
        cards = [face.card for face in row]
        if ghost.card not in cards:
            place = cards.index(ghost.beside) + 1 if ghost.beside in cards else 0
            row.insert(place, ghost.face)
    points, royals = map(tuple, rows.values())
    return replace(model, points=points, royals=royals)


_TWO: Final = 2
_CALM: Final = ("", None, None)
"""The aim, the card and the goal of a seat that the choice does nothing to."""
_TAKES: Final = ([Kind.JACK], [Kind.JOKER])
_NEAR: Final = 3
_DANGER: Final = "!"
"""The ribbon of a card in danger that has no room for a word."""
_MINE: Final = "="
_PARTNERS: Final = "+"
"""Signs beside the letter of a target, where there is no room for a word."""


def remembered_cards(side: SeatView, ui: TableUi) -> tuple[Card, ...]:
    """Return the hidden cards of a hand that are marked because they were seen."""
    return tuple(card for card, _ in side.remembered) if ui.marks else ()


def sizes_of(view: View, seat: int) -> tuple[FieldSize, ...]:
    """Return what lies before each seat, that of the one at the bottom last."""
    first = view.ruleset.goals[0]
    sides = [view.seats[each] for each in (*others(view, seat), seat)]
    return tuple(
        FieldSize(
            max(side.goal, 0),
            first,
            tuple(value_of(placed.card) for placed in side.points),
            len(side.royals),
        )
        for side in sides
    )


@dataclass
class Seats:
    """The seats of a table as the player in one of them sees them."""

    state: TableState
    view: View
    seat: int
    ui: TableUi
    digest: TableDigest

    @cached_property
    def aims(self) -> list[Aim]:
        """List the targets of the play that has begun."""
        if choices.step_of(self.view, self.ui.choice) != "target":
            return []
        return choices.aims(self.view, self.ui.choice, self.digest.order)

    @cached_property
    def barred(self) -> list[Card]:
        """List opponents' cards that look like targets but are not, one for each pile."""
        choice = self.ui.choice
        if not self.aims or choice.card is None or self.aims[0].card is None:
            return []
        legal = {aim.card for aim in self.aims} | set(choice.targets)
        mine = self.view.seats[self.seat].side
        return [
            card if card in named else named[0]
            for other in others(self.view, self.seat)
            if (side := self.view.seats[other]).side != mine
            for card, named in candidates(self.view, side, choice).items()
            if not legal & set(named)
        ]

    @cached_property
    def lost(self) -> frozenset[Card]:
        """Return the cards that the announced play would remove."""
        return lost_cards(self.view)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.view.outcome is not None or self.state.called_off

    def seat_model(self, seat: int) -> SeatModel:
        """Present one seat: as it is whatever is chosen, and what the choice does to it."""
        shown = "seat", seat, self.ui.marks, self.ui.watching
        model = self.digest.once(shown, lambda: self._at_rest(seat))
        points, royals = model.points, model.royals
        if self.aims or self.ui.choice.targets:
            cards, crowns = self.digest.fields[seat]
            points = tuple(map(self._face, cards, points, repeat(seat)))
            royals = tuple(map(self._face, crowns, royals, repeat(seat)))
        aim, moving = self._aim(seat), self._moving(seat)
        whose, card = self._coming
        coming = card if seat == whose else None
        if (points, royals) == (model.points, model.royals) and (aim, coming, moving) == _CALM:
            return model
        return replace(
            model,
            points=points,
            royals=royals,
            aim=aim,
            coming=coming,
            moving=moving,
            loses=moving is not None and moving > model.goal,
        )

    def _at_rest(self, seat: int) -> SeatModel:
        """Present a seat as if nothing were chosen."""
        side = self.view.seats[seat]
        mine = seat == self.seat
        note, role = self._note(seat)
        limit = self.view.ruleset.hand_limit
        points, royals = self.digest.fields[seat]
        return SeatModel(
            name=self.digest.names.who(seat),
            short_name=self.digest.names.short(seat),
            forms=self.digest.names.forms(seat),
            aligned=self.digest.names.aligned,
            relation=self._relation(seat),
            turn=self.view.mover == seat and self.view.ask is not Ask.OVER and not self.over,
            next=seat == self._next,
            score=side.score,
            goal=max(side.goal, 0),
            note=note,
            note_role=role,
            short_note=str(status_notes.WON) if note == str(status_notes.GOAL_REACHED) else "",
            to_go="" if note else self._to_go(seat),
            near=self._near(seat),
            hand_size=side.hand_size,
            hand_limit=limit if mine and limit < UNLIMITED and not self.over else None,
            known=() if mine else side.known if self.ui.marks else side.hand,
            remembered=frozenset(() if mine else remembered_cards(side, self.ui)),
            brief_note=self._brief_note(seat, note),
            hand_notes=self._hand_notes(seat),
            clock=self._clock(seat),
            hurried=bool(self._clock(seat)) and self._left(seat) <= HALF_MINUTE,
            points=tuple(self._resting_face(card, seat) for card in points),
            royals=tuple(self._resting_face(card, seat, royals=True) for card in royals),
            lies=status_notes.lies(self.view.ruleset),
            goals=self._goals,
            taught=self._taught(seat),
            back=back_of(self.state.sitters[seat]),
        )

    @cached_property
    def _goals(self) -> tuple[int, ...]:
        """Return the goals by kings."""
        rules = self.view.ruleset
        return rules.goals[:1] if "K" in rules.deck_exclude else rules.goals

    def _taught(self, seat: int) -> tuple[str, ...]:
        """Return what the empty rows of the reader and of the first opponent say."""
        if seat not in (self.seat, others(self.view, self.seat)[0]):
            return ()
        kings = len(set(self._goals)) > 1
        return status_notes.rail_words(mine=seat == self.seat, kings=kings)

    @cached_property
    def _next(self) -> int | None:
        """Return whose turn comes next, of more than two."""
        seats = len(self.view.seats)
        if seats == _TWO or self.over:
            return None
        after = ((self.view.mover + step) % seats for step in range(1, seats))
        return next((seat for seat in after if seat not in self.view.retired), None)

    @cached_property
    def _focused(self) -> Aim | None:
        """Return the target in focus."""
        at = choices.focused(self.ui.choice, len(self.aims))
        return self.aims[at] if at >= 0 else None

    @cached_property
    def _plays(self) -> list[Kind]:
        """List how the chosen card may be played, as far as that is open."""
        choice = self.ui.choice
        if self.ui.mode is not Mode.GAME or self.over:
            return []
        plays = choices.plays(self.view, choice.card)
        return plays if choice.play is None else [play for play in plays if play is choice.play]

    @cached_property
    def _coming(self) -> tuple[int, Card | None]:
        """Return a seat, and the card that would come to lie among its points."""
        if Kind.POINTS in self._plays:
            return self.seat, self.ui.choice.card
        if self._plays not in _TAKES or self._focused is None:
            return self.seat, None
        lying = {placed.card for side in self.view.seats for placed in side.points}
        named = (self._focused.card, *self.ui.choice.targets)
        taken = next((card for card in named if card in lying), None)
        return (self.seat if self._focused.card is not None else self._focused.seat), taken

    def _moving(self, seat: int) -> int | None:
        """Return where the goal of a seat would be, if its kings come or go."""
        side = self.view.seats[seat]
        kings = {placed.card for placed in side.royals if rank_of(placed.card) == KING}
        marked = None if self._focused is None else self._focused.card
        less = len(kings & (self.lost | {marked, *self.ui.choice.targets}))
        card = self.ui.choice.card if seat == self.seat and Kind.ROYAL in self._plays else None
        more = int(card is not None and rank_of(card) == KING)
        goal = max(0, goal_with(self.view, len(kings) - less + more))
        return goal if less != more and goal != side.goal else None

    def _clock(self, seat: int) -> str:
        """Write a seat's clock; with days for each move, only the one that runs."""
        idle = bool(self.state.deadline) and self.view.asked[:1] != (seat,)
        if not self.state.clocks or idle:
            return ""
        word = time_left if self.state.deadline else clock_time
        return word(self._left(seat))

    def _left(self, seat: int) -> int:
        """Return the seconds left on a seat's clock."""
        return self.state.clocks[seat] if seat < len(self.state.clocks) else 0

    def _aim(self, seat: int) -> str:
        """Return the letter that chooses the seat, marked if it is in focus."""
        for place, aim in enumerate(self.aims):
            if aim.card is None and aim.seat == seat:
                marked = choices.focused(self.ui.choice, len(self.aims))
                return f">{aim.key}" if place == marked else aim.key
        return ""

    def _relation(self, seat: int) -> str:
        if ally_of(self.view, self.seat) is None or seat == self.seat:
            return ""
        ally = self.view.seats[seat].side == self.view.seats[self.seat].side
        return tr("partner") if ally else tr("opponent")

    def _near(self, seat: int) -> bool:
        """Return whether an opponent still in the game needs only a few points."""
        side = self.view.seats[seat]
        out = self.over or seat in self.view.retired or side.side == self.view.seats[self.seat].side
        return not out and 0 < side.goal - side.score <= _NEAR

    def _note(self, seat: int) -> tuple[str, status_notes.NoteRole]:
        side = self.view.seats[seat]
        short = side.goal - side.score
        if self._near(seat):
            return self._threat(seat, short), "threat"
        if gone := self._gone(seat) or self._vacation(seat):
            return gone, "quiet"
        if self.over:
            won = self.view.outcome is not None and seat in self.view.outcome.winners
            reached = won and side.score >= side.goal
            return (str(status_notes.GOAL_REACHED), "goalink") if reached else ("", "quiet")
        if short <= 0:
            return str(status_notes.GOAL_REACHED), "goalink"
        ally = ally_of(self.view, self.seat) if seat == self.seat else None
        return (
            ("", "quiet")
            if ally is None
            else (status_notes.ally(self.digest.names.who(ally)), "quiet")
        )

    def _to_go(self, seat: int) -> str:
        """Count the points that a seat with some still needs, until the game is over."""
        side = self.view.seats[seat]
        playing = not self.over and seat not in self.view.retired
        short = side.goal - side.score
        return status_notes.to_go(short) if playing and side.score and short > 0 else ""

    def _brief_note(self, seat: int, note: str) -> str:
        """Say the same in a word or two, for a narrow column."""
        if note == str(status_notes.GOAL_REACHED):
            return str(status_notes.REACHED)
        if seat in self.view.absent and seat not in self.view.retired:
            return str(status_notes.COMPUTER)
        return str(status_notes.CONCEDES) if note == tr("wants to concede") else ""

    def _threat(self, seat: int, short: int) -> str:
        """Return how few points a seat needs, and who plays for it if not its player."""
        if seat in self.view.absent:
            return status_notes.computer_near(short)
        if self._time_away(seat) is not None or not self.state.sitters[seat].present:
            return status_notes.away_near(short)
        return status_notes.to_go(short)

    def _gone(self, seat: int) -> str:
        """Describe how a seat is absent from the game."""
        if seat in self.view.retired:
            return str(C_("a player", "conceded"))
        if seat in self.view.absent:
            return tr("computer plays")
        if (left := self._time_away(seat)) is not None:
            return status_notes.away(left)
        if self.state.sitters[seat].kind == "nobody":
            return str(C_("a player", "left the table"))
        if not self.state.sitters[seat].present:
            return tr("reconnecting")
        return tr("wants to concede") if seat in self.view.conceding else ""

    def _vacation(self, seat: int) -> str:
        until = self.state.vacations[seat] if seat < len(self.state.vacations) else ""
        return status_notes.on_vacation(until) if until and not self.over else ""

    def _time_away(self, seat: int) -> int | None:
        """Return the seconds an absent player's seat is kept; None if the player is present."""
        left = self.state.away[seat] if seat < len(self.state.away) else None
        return None if seat in (*self.view.retired, *self.view.absent) else left

    def _hand_notes(self, seat: int) -> tuple[str, ...]:
        side = self.view.seats[seat]
        if seat == self.seat or not side.hand_size or not side.open:
            return ()
        if self.ui.watching:
            return (str(status_notes.OPEN_HAND),)
        glasses = any(rank_of(royal.card) == EIGHT for royal in self.view.seats[self.seat].royals)
        seen = str(C_("a hand", "you see it")), str(C_("a hand", "seen"))
        return seen if glasses else (str(status_notes.OPEN_HAND),)

    def _target(self, placed: Placed, seat: int) -> Face:
        """Return the face of a target, which says so if it is the reader's or their partner's."""
        if seat == self.seat:
            word, sign = str(C_("on a card", "you")), _MINE
        elif self.view.seats[seat].side == self.view.seats[self.seat].side:
            word, sign = str(C_("on a card", "mate")), _PARTNERS
        else:
            return Face(placed.card, placed.stack)
        return Face(placed.card, placed.stack, word=word, beside=sign)

    def _face(self, placed: Placed, resting: Face, seat: int) -> Face:
        """Return the face of a card while targets are chosen."""
        cards = {placed.card, *placed.stack}
        letters = "".join(aim.key for aim in self.aims if aim.card in cards)
        if letters:
            marked = choices.focused(self.ui.choice, len(self.aims))
            focused = marked >= 0 and self.aims[marked].card in cards
            return replace(
                self._target(placed, seat),
                look="sel" if focused else "tgt",
                ribbon=f">{letters}" if focused else letters,
            )
        if cards & set(self.ui.choice.targets):
            second = any(aim.card is not None for aim in self.aims)
            word = str(C_("on a card", "1st")) if second else ""
            return Face(placed.card, placed.stack, "sel", word=word)
        if cards & set(self.barred):
            return Face(placed.card, placed.stack, "mute", word="x")
        return resting

    def _resting_face(self, placed: Placed, seat: int, *, royals: bool = False) -> Face:
        if self.lost & {placed.card, *placed.stack}:
            foes = () if self.ui.watching else others(self.view, self.seat)
            mine = seat not in foes or self.view.seats[seat].side == self.view.seats[self.seat].side
            fate = str(fate_of(self.view, placed, seat)) or _DANGER
            return Face(placed.card, placed.stack, ribbon=fate, brief=_DANGER, alarm=mine)
        outcome = self.view.outcome
        if outcome is not None and seat in outcome.winners and not royals:
            return Face(placed.card, placed.stack, "sel", won=True)
        word = role_word(placed.card, self.view.ruleset) if royals else ""
        return Face(placed.card, placed.stack, word=word)


@dataclass(frozen=True, slots=True)
class Highlight:
    """The places where something happened; never a hidden card."""

    cards: tuple[Card, ...] = ()
    """Cards that moved to where they are, or were used there."""
    hands: tuple[int, ...] = ()
    """Seats, repeated for each card that entered the hand."""
    scores: tuple[int, ...] = ()
    goals: tuple[tuple[int, int], ...] = ()
    """Seats whose goal moved, and where it was."""
    deck: bool = False
    scrap: bool = False
    ghosts: tuple[Ghost, ...] = ()
    """Cards that left a field."""
    totals: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Seats whose total counts up or down, and the numbers before it is what it is now."""
    clash: tuple[Clash, ...] = ()
    """The play that was decided against a counter; one at most."""

    @property
    def still(self) -> Highlight:
        """The same without what moves."""
        return replace(self, totals=(), clash=())

    @property
    def later(self) -> Highlight:
        """The same a step later."""
        rest = ((seat, numbers[1:]) for seat, numbers in self.totals)
        return replace(self, totals=tuple(pair for pair in rest if pair[1]))

    def __or__(self, other: Highlight) -> Highlight:
        """Combine the places of both."""
        if self is NO_HIGHLIGHT:
            return other
        return Highlight(*map(add, _places(self), _places(other)))

    def __bool__(self) -> bool:
        return self != NO_HIGHLIGHT


NO_HIGHLIGHT: Final = Highlight()
_places: Final = attrgetter(*(field.name for field in fields(Highlight)))
"""Returns all places of a highlight."""

_SCRAP: Final = Highlight(scrap=True)


def _evicted(event: ev.Evicted) -> Highlight:
    if event.to_deck:
        return Highlight(deck=True, scrap=True)
    return Highlight(cards=(event.target,), hands=(event.victim,), scrap=True)


_PLACES: Final[dict[type[Event], Callable[[Any], Highlight]]] = {
    ev.Drew: lambda event: Highlight(event.cards, (event.seat,) * event.count, deck=True),
    ev.PlayedPoints: lambda event: Highlight(cards=(event.card,)),
    ev.AnnouncedScuttle: lambda event: Highlight(cards=(event.card, event.target)),
    ev.Scuttled: lambda _: _SCRAP,
    ev.AnnouncedRoyal: lambda event: Highlight(cards=(event.card,)),
    ev.PlayedRoyal: lambda event: Highlight(cards=(event.card,)),
    ev.Stole: lambda event: Highlight(cards=(event.target, event.card)),
    ev.AnnouncedOneOff: lambda event: Highlight(cards=(event.card,)),
    ev.Countered: lambda event: Highlight(cards=(event.card,)),
    ev.Shielded: lambda event: Highlight(cards=event.queens),
    ev.Fizzled: lambda _: _SCRAP,
    ev.Rebuffed: lambda event: Highlight(cards=(event.card,), hands=(event.seat,)),
    ev.Wiped: lambda _: _SCRAP,
    ev.Destroyed: lambda _: _SCRAP,
    ev.Returned: lambda event: Highlight(cards=(event.card,)),
    ev.Fetched: lambda event: Highlight(cards=(event.card,), hands=(event.seat,), scrap=True),
    ev.Discarded: lambda event: _SCRAP if event.cards else NO_HIGHLIGHT,
    ev.Revealed: lambda event: Highlight(cards=event.cards, deck=True),
    ev.Evicted: _evicted,
    ev.Exposed: lambda event: Highlight(hands=event.exposed, scrap=True),
    ev.SwappedHands: lambda event: Highlight(hands=(event.seat, event.other)),
}
"""Where each event happened; other events have no place on the table."""


def highlight_of(
    events: Iterable[Event], before: View | None, after: View, log: Sequence[Event] = ()
) -> Highlight:
    """Return where events happened, given what the viewer saw before and sees now.

    The log of what happened before them says in what order the cards lay.
    """
    highlight, events = NO_HIGHLIGHT, tuple(events)
    for event in events:
        place = _PLACES.get(type(event))
        if place is not None:
            highlight |= place(event)
    if before is None:
        return highlight
    clash = Highlight(clash=clashes_of(events, before, after))
    pairs = [*enumerate(zip(before.seats, after.seats, strict=True))]
    counted = ((seat, numbers_between(old.score, new.score)) for seat, (old, new) in pairs)
    changed = Highlight(
        totals=tuple(pair for pair in counted if pair[1]),
        scores=tuple(seat for seat, (old, new) in pairs if old.score != new.score),
        goals=tuple((seat, old.goal) for seat, (old, new) in pairs if old.goal != new.goal),
        scrap=before.scrap != after.scrap,
        ghosts=ghosts_of(before, after, log),
    )
    return highlight | changed | clash


COUNT: Final = 4
"""The most steps in which a total becomes another."""


def numbers_between(old: int, new: int) -> tuple[int, ...]:
    """Return the numbers that a total shows on its way, without the last.

    >>> numbers_between(3, 13), numbers_between(3, 5), numbers_between(3, 4)
    ((5, 8, 10), (4,), ())
    """
    steps = min(COUNT, abs(new - old))
    return tuple(old + (new - old) * step // steps for step in range(1, steps))


def news_since(before: Sequence[Event], now: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the new lines of a log; none if it belongs to another game."""
    same = len(before) <= len(now) and tuple(before[:1]) == now[: len(before[:1])]
    return now[len(before) :] if same else ()


# applying it to a model ---------------------------------------------------------------------------


def highlighted(model: TableModel, highlight: Highlight, seat: int) -> TableModel:
    """Highlight places of a model; `seat` is at the bottom of the screen."""
    if not highlight:
        return model
    models = (*model.others, model.me)  # in turn order, the next player first
    seats = {(seat + step) % len(models): side for step, side in enumerate(models, 1)}
    *others, me = (_lit_seat(side, highlight, each) for each, side in seats.items())
    names = {"deck": highlight.deck, "scrap": highlight.scrap}
    lit = frozenset(name for name, lit in names.items() if lit)
    stack = tuple(replace(card, lit=card.card in highlight.cards) for card in model.mid.stack)
    tray, mid = _lit_faces(model.tray, highlight), replace(model.mid, stack=stack, lit=lit)
    for clash in highlight.clash:
        mid = clash.shown_in(mid, seats, seat)
    return replace(model, others=tuple(others), me=me, mid=mid, tray=tray)


def _lit_seat(model: SeatModel, highlight: Highlight, seat: int) -> SeatModel:
    goals = [was for whose, was in highlight.goals if whose == seat]
    parts = {"score": highlight.scores, "goal": [seat] * len(goals), "hand": highlight.hands}
    fresh = frozenset(highlight.cards) & frozenset(model.known)
    numbers = dict(highlight.totals).get(seat, (model.score,))
    lit = replace(
        model,
        score=numbers[0],
        points=_lit_faces(model.points, highlight),
        royals=_lit_faces(model.royals, highlight),
        lit=frozenset(name for name, lit in parts.items() if seat in lit),
        was=goals[0] if goals and goals[0] != model.goal else None,
        fresh=fresh,
        backs=max(0, highlight.hands.count(seat) - len(fresh)),
    )
    return with_ghosts(lit, [ghost for ghost in highlight.ghosts if ghost.seat == seat])


def _lit_faces(faces: tuple[Face, ...], highlight: Highlight) -> tuple[Face, ...]:
    cards = set(highlight.cards)
    if not any(cards & {face.card, *face.jacks} for face in faces):
        return faces
    return tuple(
        replace(face, lit=True) if cards & {face.card, *face.jacks} else face for face in faces
    )


def with_cards_lit(model: TableModel, named: Collection[Card]) -> TableModel:
    """Light up some of the cards on the table."""
    others = tuple(_lit(seat, named) for seat in model.others)
    return replace(model, others=others, me=_lit(model.me, named))


def _lit(seat: SeatModel, named: Collection[Card]) -> SeatModel:
    points, royals = (
        tuple(
            replace(face, lit=True, wanted=True) if face.card in named else face for face in faces
        )
        for faces in (seat.points, seat.royals)
    )
    return replace(seat, points=points, royals=royals)
