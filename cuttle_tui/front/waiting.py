"""What waits for the player on the first screen: one list, from what is known of them.

What is listed, what the band says of the rest, and the first lines of plain mode are read from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import IntEnum
from typing import Final, Literal, NamedTuple

from cuttle_tui.correspondence import count_with_key, games_entry
from cuttle_tui.daily.words import COPY_KEY, home_entry
from cuttle_tui.front.friends_words import friend_entry
from cuttle_tui.front.home_words import TODAYS_PUZZLE
from cuttle_tui.i18n.translation import N_, SILENCE, Sentence, Span, say, tell, tr
from cuttle_tui.kit import keymap as letters
from cuttle_tui.kit.words import Entry
from cuttle_tui.ladder import Rung, rung_entry
from cuttle_tui.league.nights import night_entry
from cuttle_tui.league.own_week import open_matches, week_entry
from cuttle_tui.learn import mistake_words
from cuttle_tui.learn.mistakes import Mistakes
from cuttle_tui.learn.puzzle_words import Standing, title_of
from cuttle_tui.ports import ArchivedGame, DailyPage, FriendLine, GameLine, Lobby
from cuttle_tui.ports.league import WeekPage
from cuttle_tui.replay.archive_words import analysis_entry

KEYS: Final = "xyz"
"""The keys of rows that have none of their own, from the top; no other entry has one of them."""


class Urgency(IntEnum):
    """How soon something wants an answer; what is more urgent comes first."""

    DONE = 0
    LATER = 1
    TODAY = 2
    """Worth doing today."""
    YOURS = 3
    """Others can only go on once the player has."""
    NOW = 4
    """Somebody waits: it is in focus when the screen opens."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something that waits; an entry without a key gets that of its row."""

    kind: Literal[
        "night", "games", "week", "deal", "puzzle", "mistakes", "analysis", "ladder", "friend"
    ]
    """What is done with it."""
    entry: Entry
    urgency: Urgency = Urgency.LATER
    told: Sentence = SILENCE
    """What the band says of it where it has no row."""
    friend: FriendLine | None = None
    """The friend whom it is about."""
    game: str = ""
    """The game that it is about: its id on a server, or its name in the archive at home."""

    @property
    def about(self) -> tuple[str, str]:
        """What makes it the same, however it is told."""
        return self.kind, "" if self.friend is None else self.friend.id


@dataclass(frozen=True, slots=True)
class LastGame:
    """The last finished game of a player."""

    id: str
    """Its id on a server, or its name in the archive at home."""
    players: tuple[str, ...]
    day: date
    """When it ended."""


def last_of(games: Iterable[GameLine] | Iterable[ArchivedGame], me: str) -> LastGame | None:
    """Return the last finished game of a player; games come newest first."""
    for game in games:
        if isinstance(game, GameLine):
            found = LastGame(game.id, game.names, date.fromisoformat(game.ended[:_DAY]))
        elif game.readable and game.winners is not None:
            found = LastGame(game.name, game.players, date.fromisoformat(game.when[:_DAY]))
        else:
            continue
        if me in found.players:
            return found
    return None


_DAY: Final = len("2026-11-30")
_FRESH: Final = timedelta(days=7)
"""How long the last game is worth looking at again."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the player."""

    lobby: Lobby
    mistakes: Mistakes
    today: date
    new: bool = False
    """Whether the player has neither learnt nor played anything yet."""
    deal: DailyPage | None = None
    """How they stand with today's deal, once that is known."""
    week: WeekPage | None = None
    """The running week of the season, once that is known."""
    puzzle: Standing | None = None
    """How they stand with today's puzzle; None where they have it in sight."""
    rungs: tuple[Rung, ...] = ()
    """How they stand against the levels of the computer, once that is known."""
    last: LastGame | None = None
    """Their last finished game, if the coach has not told them of it."""
    keys: bool = True
    """Whether keys are pressed, and no lines typed."""
    resumes: str = ""
    """The day whose deal another row goes on with."""
    table: str = ""
    """The table at which they sit: its end was told there."""


def _night(known: Known) -> Iterator[Waiting]:
    """Return the play night that is not over: it is worth joining, and waits for who is in it."""
    online = known.lobby.online
    line = None if online is None or online.nights is None else online.nights.line()
    if line is not None and online is not None and online.league is not None:
        entry = night_entry(line)
        if entry is not None:
            plays = line.joined and line.state == "running"
            wanted = line.joined or line.may_join
            urgency = Urgency.TODAY if wanted else Urgency.LATER
            yield Waiting("night", entry, Urgency.YOURS if plays else urgency)


def _games(known: Known) -> Iterator[Waiting]:
    """Return the games by days: the player's move, else what waits for others."""
    online = known.lobby.online
    inbox = () if online is None else online.inbox()
    lines = [line for line in inbox if (line.state, line.title) != ("over", known.table)]
    if (entry := games_entry(lines)) is not None:
        mine = any(line.waits_for_me for line in lines)
        over = any(line.state == "over" for line in lines)
        urgency = Urgency.YOURS if mine else Urgency.TODAY if over else Urgency.LATER
        yield Waiting("games", entry, urgency, count_with_key(lines))


def _week(known: Known) -> Iterator[Waiting]:
    """Return the player's own week of the season: a match that is open is worth playing on."""
    me = known.lobby.player
    if known.week is not None and (entry := week_entry(known.week, me)) is not None:
        begun = any(open_matches(known.week, me))
        yield Waiting("week", entry, Urgency.TODAY if begun else Urgency.LATER)


def _deal(known: Known) -> Iterator[Waiting]:
    """Return today's deal, unless another row leads to it; the new are offered other things."""
    day = known.resumes if known.deal is None else known.deal.day
    resumed = bool(known.resumes) and known.resumes == day
    if not known.new and not resumed:
        others = [*_mistakes(known), *_friends(known)]
        copies = known.keys and COPY_KEY not in KEYS[: len(others)]
        done = known.deal is not None and known.deal.own is not None
        entry = home_entry(letters.DEAL, known.deal, copies=copies)
        yield Waiting("deal", entry, Urgency.DONE if done else Urgency.TODAY)


def _puzzle(known: Known) -> Iterator[Waiting]:
    """Return today's puzzle until it is solved."""
    if known.puzzle is not None and not known.puzzle.solved:
        entry = replace(TODAYS_PUZZLE, description=title_of(known.puzzle.daily))
        yield Waiting("puzzle", entry, Urgency.TODAY)


def _mistakes(known: Known) -> Iterator[Waiting]:
    """Return the player's own mistakes that come back today."""
    if (entry := mistake_words.entry(known.mistakes)) is not None:
        yield Waiting("mistakes", replace(entry, key=""), Urgency.TODAY)


def _analysis(known: Known) -> Iterator[Waiting]:
    """Return the last game, until the player has seen what the coach thinks of it."""
    if (last := known.last) is not None and known.today - last.day <= _FRESH:
        online = known.lobby.online is not None
        entry = analysis_entry(last.players, known.lobby.player, online=online)
        yield Waiting("analysis", entry, game=last.id)


def _ladder(known: Known) -> Iterator[Waiting]:
    """Return the level of the computer to beat next, once the ladder is begun."""
    if (entry := rung_entry(known.rungs)) is not None:
        yield Waiting("ladder", entry)


def _friends(known: Known) -> Iterator[Waiting]:
    """Return the friends: who waits at a table is urgent, and a match is worth playing on."""
    for line in known.lobby.friends():
        later = Urgency.LATER if line.match is None else Urgency.TODAY
        urgency = Urgency.NOW if line.code else later
        yield Waiting("friend", friend_entry(line, known.today), urgency, friend=line)


SOURCES: Final[tuple[Callable[[Known], Iterator[Waiting]], ...]] = (
    _games,
    _night,
    _week,
    _deal,
    _puzzle,
    _mistakes,
    _friends,
    _analysis,
    _ladder,
)
"""What may wait; of what is equally urgent, the first comes first."""


def waiting(known: Known) -> tuple[Waiting, ...]:
    """List what waits, the most urgent first."""
    found = [each for source in SOURCES for each in source(known)]
    return tuple(sorted(found, key=lambda each: -each.urgency))


_SPARE: Final = ("puzzle", "analysis", "ladder")
"""What nobody misses in a list: it has a row where there is room, and is told of elsewhere."""


def rows_of(
    waits: Iterable[Waiting], most: int, *, spare: int | None = None
) -> tuple[Waiting, ...]:
    """Choose what is listed, so many at most, and give each row its key.

    `spare` is how many rows there may be with one of what nobody misses; by default, as many.
    """
    keys = iter(KEYS)
    rows: list[Waiting] = []
    for each in waits:
        if each.kind in _SPARE and len(rows) >= (most if spare is None else spare):
            continue
        key = each.entry.key or next(keys, "")
        if key:
            rows.append(replace(each, entry=replace(each.entry, key=key)))
    return tuple(rows[:most])


def in_place(
    before: Sequence[Waiting], waits: Iterable[Waiting], most: int, *, spare: int
) -> tuple[Waiting, ...]:
    """Leave each row in its place with its key, told as it is now; what is new comes below.

    Where no more have room, who waits for the player takes the place of the last who does not.
    """
    now = {each.about: each for each in waits}
    rows = [_told_anew(row, now.pop(row.about, None)) for row in before[:most]]
    for each in now.values():
        room = spare if each.kind in _SPARE else most
        calm = [row for row in rows if row.urgency < each.urgency]
        place = len(rows)
        if place >= room:
            if each.urgency < Urgency.YOURS or not calm:
                continue
            place = rows.index(calm[-1])
        kept = {row.entry.key for row in (*rows[:place], *rows[place + 1 :])}
        key = each.entry.key or next((key for key in KEYS if key not in kept), "")
        if key:
            rows[place : place + 1] = [replace(each, entry=replace(each.entry, key=key))]
    return tuple(rows)


def _told_anew(row: Waiting, now: Waiting | None) -> Waiting:
    """Tell a row as it is now; one that waits no more says so."""
    if now is None:
        entry = replace(row.entry, description=tr(GONE), brief="")
        return replace(row, entry=entry, urgency=Urgency.DONE)
    return replace(now, entry=replace(now.entry, key=row.entry.key))


GONE: Final = N_("this waits no more")


class Untold(NamedTuple):
    """What waits and has no row, in sentences, the most urgent first."""

    pressing: tuple[Sentence, ...] = ()
    later: tuple[Sentence, ...] = ()


def unlisted(waits: Iterable[Waiting], rows: Iterable[Waiting]) -> Untold:
    """Tell what has no row."""
    told = {*(each.kind for each in rows), *_TOLD_ANYWAY}
    left = [each for each in waits if each.kind not in told and each.urgency]
    lines = [each.told or _told(each.entry) for each in left]
    pressing = sum(each.urgency > Urgency.LATER for each in left)
    return Untold(tuple(lines[:pressing]), tuple(lines[pressing:]))


_TOLD_ANYWAY: Final = ("puzzle", "ladder", "friend")
"""What the band, or a list of its own, tells of in any case."""


def _told(entry: Entry) -> Sentence:
    """Tell of an entry, with its key if it has one."""
    what, text = say(entry.label), say(entry.brief or entry.description)
    if not entry.key:
        return tell("{what}: {text}", what=what, text=text)
    return tell("{what}: {text} ({key})", what=what, text=text, key=Span(entry.key, "key"))
