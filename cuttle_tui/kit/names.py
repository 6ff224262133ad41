"""Name players, levels, rules and clocks, and count things in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Message,
    Part,
    Plural,
    Sentence,
    Span,
    counted,
    listing,
    tell,
    tr,
)
from engine.bots.levels import LEVELS, level_of
from engine.cards import (
    ACE,
    EIGHT,
    FIVE,
    FOUR,
    JACK,
    KING,
    NINE,
    QUEEN,
    SEVEN,
    SIX,
    TEN,
    THREE,
    TWO,
    Card,
    rank_of,
)
from engine.computers import called
from engine.errors import NotationError
from engine.rules.effects import effect_of
from engine.rules.rulesets import Ruleset
from engine.table.controls import DAY, NO_CLOCK, parse_control

if TYPE_CHECKING:
    from cuttle_tui.ports import RatingLine, Sitter
    from engine.play.view import View

CARDS: Final = Plural("{n} card", "{n} cards")
POINTS: Final = Plural("{n} point", "{n} points")
_IN_WORDS: Final = (
    C_("a number of cards, queens or seats", "one"),
    C_("a number of cards, queens or seats", "two"),
    C_("a number of cards, queens or seats", "three"),
    C_("a number of cards, queens or seats", "four"),
)


_TALLY: Final = (
    Plural("{n} won", "{n} won"),
    Plural("{n} lost", "{n} lost"),
    Plural("{n} drawn", "{n} drawn"),
)


def results_text(*counts: int) -> str:
    """Write games won, lost and, where it is counted, drawn: ``9 won, 4 lost, 1 drawn``."""
    return ", ".join(counted(count, told) for count, told in zip(counts, _TALLY, strict=False))


def in_words(count: int, message: Plural) -> str:
    """Word a small number at ``{number}`` of a message."""
    number = str(_IN_WORDS[count - 1]) if 1 <= count <= len(_IN_WORDS) else str(count)
    return counted(count, message, number=number)


_DUEL: Final = 2
Four = tuple[Message, Message, Message, Message]
"""Messages for the reader, another player, several with the reader, and several others."""


@dataclass(frozen=True, slots=True)
class Names:
    """Names of all seats, as seen by the reader."""

    names: tuple[str, ...]
    seat: int | None
    """The reader, who is "you"; None for a watcher."""
    levels: tuple[str, ...] = ()
    """The level of each seat's computer, empty for people; nothing where no level is known."""

    def who(self, seat: int) -> str:
        """Name a seat: "you", or the player's name."""
        return tr("you") if seat == self.seat else self.names[seat]

    def by(self, seat: int, mine: Message, other: Message, /, **parts: Part) -> Sentence:
        """Word what a seat does, has or is: the reader, or another player at ``{who}``."""
        return tell(mine if seat == self.seat else other, who=self.names[seat], **parts)

    def between(
        self, seat: int, whom: int, mine: Message, to_me: Message, other: Message, /, **parts: Part
    ) -> Sentence:
        """Word what a seat, ``{who}``, does to another, ``{whom}``; the reader may be either."""
        message = mine if seat == self.seat else to_me if whom == self.seat else other
        return tell(message, who=self.names[seat], whom=self.names[whom], **parts)

    def together(
        self,
        seats: Sequence[int],
        mine: Message,
        other: Message,
        ours: Message,
        theirs: Message,
        /,
        **parts: Part,
    ) -> Sentence:
        """Word what a group of seats does, has or is.

        A single other player is named at ``{who}``, several with the reader at ``{us}``, several
        others at ``{all}``.
        """
        if len(seats) == 1:
            return self.by(seats[0], mine, other, **parts)
        several = self.several(seats)
        return tell(ours if self.seat in seats else theirs, us=several, all=several, **parts)

    def several(self, seats: Sequence[int]) -> Sentence:
        """List names, the reader as "you"."""
        return listing([self.who(seat) for seat in seats])

    def forms(self, seat: int) -> tuple[str, ...]:
        """List longer names for a computer beside its cards: with its level, longest first."""
        level = self.levels[seat] if seat < len(self.levels) else ""
        if not level or seat == self.seat:
            return ()
        label = self.label(seat)
        brief = label.replace(tr("computer"), tr(_SHORT), 1)
        named = (tr("{name} · {level}", name=n, level=level_name(level)) for n in (label, brief))
        return tuple(named)

    @property
    def aligned(self) -> tuple[tuple[str, ...], ...]:
        """Return all forms of the names of two players, whose lines align."""
        if len(self.names) != _DUEL:
            return ()
        return tuple((*self.forms(s), self.who(s), self.short(s)) for s in range(_DUEL))

    def loud(self, seat: int) -> str:
        """Name a seat in capitals, for the first word of the bar."""
        return self.who(seat).upper()

    @property
    def spelled(self) -> tuple[str, ...]:
        """Return the names that keep their first letter at the beginning of a sentence."""
        own = (name for name in self.names if known_as(name) == (name,))
        return tuple(name for name in own if name not in (tr("nobody"), tr("you")))

    def inside(self, text: str) -> str:
        """Fit a sentence into another: in small letters, without a full stop; names stay."""
        told = text.rstrip(".")
        return told if told.startswith(self.spelled) else told[:1].lower() + told[1:]

    def begun(self, text: str) -> str:
        """Begin a sentence with a capital, unless that is somebody's own letter."""
        return text if text.startswith(self.spelled) else text[:1].upper() + text[1:]

    def label(self, seat: int) -> str:
        """Name a seat on its own, without an article."""
        name = self.who(seat)
        return tr("computer") if name == tr("the computer") else name

    def short(self, seat: int) -> str:
        """Name a player where there is hardly room: the computer in a few letters."""
        label = self.label(seat)
        if not label[-1:].isdigit():
            return tr(_SHORT) if label == tr("computer") else label
        numbered = {tr("computer {n}", n=n): f"{tr(_SHORT)} {n}" for n in range(1, _MOST_COMPUTERS)}
        return numbered.get(label, label)


def names_of(sitters: Sequence[Sitter], seat: int | None) -> Names:
    """Build the names of a table for a reader."""
    return Names(
        tuple(listed(sitter.name) or tr("nobody") for sitter in sitters),
        seat,
        tuple(level_in(sitter.name) for sitter in sitters),
    )


def named(name: str, rating: RatingLine | None) -> str:
    """Name a player with the rating; one that is not settled has a question mark."""
    if rating is None:
        return name
    return f"{name} {rating.rating}{'?' * rating.provisional}"


def listed(name: str) -> str:
    """Name a player; recognize the computer by its recorded name."""
    computer = called(name)
    if computer is None:
        return name
    return tr("computer {n}", n=computer.number) if computer.number else tr("the computer")


def with_level(name: str) -> str:
    """Name a player of a finished game; a computer with its level."""
    level = level_in(name)
    if not level:
        return listed(name)
    return tr("{name} ({level})", name=listed(name), level=level_name(level))


def brief_with_level(name: str) -> str:
    """Do the same where there is little room."""
    level = level_in(name)
    if not level:
        return listed(name)
    label = listed(name)
    label = tr("computer") if label == tr("the computer") else label
    return tr("{name} · {level}", name=label, level=level_name(level))


def level_in(name: str) -> str:
    """Return the level in the recorded name of a computer; empty for people."""
    computer = called(name)
    return "" if computer is None else computer.level


_LEVELS: Final = {
    "beginner": C_("a level of the computer", "beginner"),
    "casual": C_("a level of the computer", "casual"),
    "regular": C_("a level of the computer", "regular"),
    "sharp": C_("a level of the computer", "sharp"),
    "expert": C_("a level of the computer", "expert"),
    "master": C_("a level of the computer", "master"),
}


def level_name(level: str) -> str:
    """Name a level; one that is not known keeps its name."""
    return str(_LEVELS[level]) if level in _LEVELS else level


_SHORT: Final = C_("the computer, on a narrow card", "CPU")
_MOST_COMPUTERS: Final = 4
_RECORDED: Final = ("computer", *(f"computer {n}" for n in range(1, _MOST_COMPUTERS)))


def known_as(name: str) -> tuple[str, ...]:
    """List what a player can be called: the name, and of the computer the recorded one too."""
    return (name, *(recorded for recorded in _RECORDED if listed(recorded) == name))


def ally_of(view: View, seat: int) -> int | None:
    """Return the seat's partner; None without teams."""
    mine = view.seats[seat].side
    return next((s for s, side in enumerate(view.seats) if side.side == mine and s != seat), None)


def foes_of(view: View, seat: int) -> list[int]:
    """List the seats of opponents, the next in turn first."""
    count = len(view.seats)
    around = ((seat + step) % count for step in range(1, count))
    return [other for other in around if view.seats[other].side != view.seats[seat].side]


def an_opponent(ruleset: Ruleset) -> str:
    """Name a player on another side, as the subject of a rule: with two players, the only one."""
    return str(_YOUR_OPPONENT if ruleset.seats == 2 else _AN_OPPONENT)


_YOUR_OPPONENT: Final = C_("who discards or draws", "your opponent")
_AN_OPPONENT: Final = C_("who discards or draws", "an opponent")
_ROLE_WORDS: Final = {
    ACE: C_("on a card", "wipe"),
    TWO: C_("on a card", "break"),
    THREE: C_("on a card", "fetch"),
    FOUR: C_("on a card", "rob"),
    FIVE: C_("on a card", "draw"),
    SIX: C_("on a card", "purge"),
    SEVEN: C_("on a card", "peek"),
    NINE: C_("on a card", "evict"),
    TEN: C_("on a card", "cost"),
}
_COURT_WORDS: Final = {
    JACK: C_("on a card", "steal"),
    QUEEN: C_("on a card", "guard"),
    KING: C_("on a card", "goal"),
}
_SPECS: Final = C_("on a card", "specs")
_SWAP: Final = C_("on a card", "swap")
_TAKE: Final = C_("on a card", "take")


def role_word(card: Card, ruleset: Ruleset) -> str:
    """Return a card's nickname of at most five letters; empty for points only."""
    rank = rank_of(card)
    if rank in _COURT_WORDS:
        return str(_COURT_WORDS[rank])
    if rank == EIGHT:
        return str(_SPECS) if ruleset.eight_form != "none" or ruleset.eight_one_off else ""
    if rank > KING:
        return str(_SWAP) if ruleset.joker_mode == "handSwap" else str(_TAKE)
    return str(_ROLE_WORDS[rank]) if effect_of(ruleset, rank) else ""


def goal_with(view: View, kings: int) -> int:
    """Return the goal with this many kings."""
    goals = view.ruleset.goals
    return goals[min(kings, len(goals) - 1)]


def kings_of(view: View, seat: int) -> int:
    """Count a seat's kings on the table."""
    return sum(rank_of(placed.card) == KING for placed in view.seats[seat].royals)


def in_short(ruleset: str) -> str:
    """Shorten the text of a ruleset to its name and how many options there are.

    >>> in_short("cuttle.cards/1.0.2+first-to-2")
    'cuttle.cards +1'
    """
    base, *options = ruleset.split("+")
    name = base.partition("/")[0]
    return f"{name} +{len(options)}" if options else name


def clocks_label(timing: str) -> str:
    """Name a time control as a choice."""
    return tr("clocks: {timing}", timing=tr("none") if timing == NO_CLOCK else control_name(timing))


def game_in_short(ruleset: str, timing: str, *, rated: bool = False) -> str:
    """Name the rules and clocks of a game; the options of rated matches go without saying.

    >>> game_in_short("cuttle.cards/1.0.2+first-to-2", "steady", rated=True)
    'cuttle.cards, steady'
    """
    rules = in_short(ruleset.partition("+")[0] if rated else ruleset)
    return rules if timing == NO_CLOCK else f"{rules}, {control_name(timing)}"


def clock_time(seconds: int) -> str:
    """Write a clock as m:ss, from an hour as h:mm:ss, from a day in days and hours.

    >>> clock_time(312), clock_time(7), clock_time(7200)
    ('5:12', '0:07', '2:00:00')
    """
    if seconds > DAY:
        return time_left(seconds)
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def time_left(seconds: int) -> str:
    """Write a time in words: days, hours, minutes, and seconds in the last minute."""
    if seconds < _MINUTE:
        return tr("{seconds} s", seconds=seconds)
    if seconds <= _LONG:
        return tr("{minutes} min", minutes=seconds // _MINUTE)
    if seconds <= DAY:
        return tr("{hours} h", hours=round(seconds / _HOUR))
    days, rest = divmod(seconds, int(DAY))
    counted_days = counted(days, _DAYS)
    hours = rest // _HOUR
    return tr("{days} {hours} h", days=counted_days, hours=hours) if hours else counted_days


_MINUTE: Final = 60
_HOUR: Final = 3600
_LONG: Final = 3 * _HOUR
"""Seconds from which a time is told in hours."""
_DAYS: Final = Plural("{n} day", "{n} days")


def day_and_month(when: str) -> str:
    """Write the day of a time in ISO 8601, with the name of its month.

    >>> day_and_month("2026-11-02 08:15")
    ' 2 Nov'
    """
    _, month, day = map(int, when[:10].split("-"))
    return tr("{day} {month}", day=f"{day:2}", month=_MONTHS[month - 1])


_MONTHS: Final = (
    C_("a month", "Jan"),
    C_("a month", "Feb"),
    C_("a month", "Mar"),
    C_("a month", "Apr"),
    C_("a month", "May"),
    C_("a month", "Jun"),
    C_("a month", "Jul"),
    C_("a month", "Aug"),
    C_("a month", "Sep"),
    C_("a month", "Oct"),
    C_("a month", "Nov"),
    C_("a month", "Dec"),
)


_CONTROLS: Final = {
    "quick": C_("a time control", "quick"),
    "steady": C_("a time control", "steady"),
    "relaxed": C_("a time control", "relaxed"),
}


def control_name(timing: str) -> str:
    """Return the name of a time control as players read it."""
    days = timing[:-1] if timing[-1:] == "d" else ""
    if days.isdecimal():
        return tr(C_("days for a move", "{n}d"), n=days)
    return str(_CONTROLS.get(timing, timing))


def control_in_words(timing: str) -> str:
    """Say what a time control allows, by its name; empty without clocks."""
    try:
        control = parse_control(timing)
    except NotationError:  # a server may know others
        return timing
    if control is None:
        return ""
    if control.days:
        return tr("{time} a move", time=counted(control.days, _DAYS))
    decision, bank = clock_time(int(control.decision)), clock_time(int(control.bank))
    if not control.decision or not control.bank:
        return tr(_ONE_TIME[not control.bank], time=bank if control.bank else decision)
    return tr("{time} a move, {bank} in reserve", time=decision, bank=bank)


_ONE_TIME: Final = {False: N_("{time} for the game"), True: N_("{time} a move")}
"""By whether there is no reserve."""


def control_line(timing: str) -> Sentence:
    """Tell the time control at the head of the log; nothing without clocks."""
    words = control_in_words(timing)
    return tell("clocks: {timing}", timing=words) if words else SILENCE


LEVEL_KEYS: Final = tuple(str(place) for place in range(1, len(LEVELS) + 1))
"""The key of each level, the weakest first."""


def describes(level: str) -> Sentence:
    """Say how a level plays."""
    name = Span(level_name(level), "strong")
    return tell(_OTHER, level=name, how=tr(level_of(level).describes))


def level_lines(mine: str, *, chosen: bool) -> list[Sentence]:
    """List the levels; mark the one of the next game, chosen or only offered."""
    marked = _CHOSEN if chosen else _OFFERED
    lines = []
    for level in LEVELS:
        name, how = Span(level_name(level.name), "strong"), tr(level.describes)
        told = marked if level.name == mine else _OTHER
        lines.append(tell(told, level=name, how=how))
    return lines


_OTHER: Final = N_("{level}: {how}")
_CHOSEN: Final = N_("{level}, your choice: {how}")
_OFFERED: Final = N_("{level}, offered to you: {how}")


def level_label(level: str) -> str:
    """Name a level as an option."""
    return tr("level: {level}", level=level_name(level))


def next_level(level: str, step: int) -> str:
    """Return the name of the level so many steps further, around the ends."""
    names = [each.name for each in LEVELS]
    return names[(names.index(level_of(level).name) + step) % len(names)]
