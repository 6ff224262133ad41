"""Open lobbies for the tests: they hand out prepared chairs and lists, and note what was asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import Any

from cuttle_tui.ports import (
    Account,
    Analyst,
    ArchiveProblem,
    Chair,
    ChallengeLine,
    Daily,
    DailyPage,
    EmailLine,
    FriendLine,
    GameArchive,
    GameLine,
    GameLink,
    Guest,
    InboxLine,
    Key,
    LadderGame,
    LadderGames,
    Listening,
    Lobby,
    LobbyError,
    News,
    NewsListener,
    OwnGame,
    PersonLine,
    QueueLine,
    RatingLine,
    ResultLine,
    SavedGame,
    TableLine,
    TablePlan,
    VacationLine,
)
from cuttle_tui.ports.account import CalendarStep, MailKind
from cuttle_tui.ports.daily import Line
from cuttle_tui.ports.desk import Desk
from cuttle_tui.ports.league import League, Nights, SeasonLine
from cuttle_tui.ports.puzzles import PuzzleRatings
from cuttle_tui.worn import own_back
from engine.bots.levels import USUAL_LEVEL
from engine.record.record import Record
from engine.table.practice import PracticeGame
from tests.cuttle_tui import tables
from tests.cuttle_tui.coached import FakeAnalyst

KEYS = (
    Key("SHA256:uKGd3n3yv9Pq0bZy1VbHkq0M0pC9sCzZ3rWc0j4m5aE", "2026-10-02", current=True),
    Key("SHA256:Zr0m2d8yJ1xk6Qf4Lw7eTtN5oB3uVhXcAs9iPgRlKjY", "2026-11-19", current=False),
)

FRIENDS = tuple(
    FriendLine(f"id-{name}", name, won, lost, met, rules, account, here)
    for name, won, lost, met, rules, account, here in (
        ("dana", 3, 2, datetime(2026, 11, 21, 20, tzinfo=UTC), "standard", True, True),
        ("guest-otter", 0, 1, datetime(2026, 11, 21, 9, tzinfo=UTC), "standard", False, False),
        ("wilhelmina", 12, 10, datetime(2026, 11, 2, 9, tzinfo=UTC), "cuttle.cards", True, False),
        ("eve", 1, 0, datetime(2026, 10, 30, 9, tzinfo=UTC), "cutthroat", True, False),
        ("juno", 0, 0, datetime(2025, 12, 24, 9, tzinfo=UTC), "team", True, False),
    )
)
"""Whom a player has met by a code, last first; the first is here now."""

BROWSERS = (
    Key("WEB:uKGd3n3yv9Pq0bZy1VbHkq0M0pC9sCzZ3rWc0j4m5aE", "2026-11-24", True, browser=True),
    Key("WEB:Zr0m2d8yJ1xk6Qf4Lw7eTtN5oB3uVhXcAs9iPgRlKjY", "2026-11-25", False, browser=True),
    replace(KEYS[0], current=False),
)
"""The keys of somebody who plays in two browsers and by ssh."""


@dataclass
class FakeAccount:
    """An account that notes what is done to it."""

    guest: bool = False
    named: bool = True
    by_browser: bool = False
    door: str = "-p 2222 HOST"
    suggestion: str = "ana"
    settings: Mapping[str, Any] = field(default_factory=dict)
    reason: LobbyError | None = None
    done: list[str] = field(default_factory=list)
    stored: tuple[Key, ...] = KEYS
    vacation: VacationLine | None = field(default_factory=lambda: VacationLine(21))
    email: EmailLine | None = None
    secretary: Desk | None = None

    async def desk(self) -> Desk | None:
        """Return the desk, if there is one."""
        return self.secretary

    async def take_vacation(self, days: int) -> None:
        """Note it."""
        self._note(f"vacation {days}")
        self.vacation = VacationLine(21 - days, "2026-12-05 14:00")

    async def end_vacation(self) -> None:
        """Note it."""
        self._note("vacation ends")
        self.vacation = VacationLine(20)

    async def set_email(self, address: str) -> None:
        """Note it."""
        self._note(f"email {address}")
        self.email = EmailLine(address)

    async def confirm_email(self, code: str) -> None:
        """Note it."""
        self._note(f"confirm {code}")
        self.email = EmailLine("ana@example.org", confirmed=True)

    async def switch_mail(self, kind: MailKind) -> None:
        """Note it."""
        self._note(f"mail {kind}")
        line = self.email or EmailLine()
        others = tuple(each for each in line.unwanted if each != kind)
        self.email = replace(line, unwanted=others if kind in line.unwanted else (*others, kind))

    async def remove_email(self) -> None:
        """Note it."""
        self._note("no email")
        self.email = EmailLine()

    def _note(self, what: str) -> None:
        self.done.append(what)
        if self.reason is not None:
            raise self.reason

    async def choose_name(self, name: str) -> None:
        """Note the name, or refuse it."""
        self._note(f"name {name}")
        self.named = True

    async def use_link_code(self, code: str) -> None:
        """Note the code, or refuse it."""
        self._note(f"link {code}")
        self.named = True

    async def joins_by(self, code: str) -> str:
        """Know the code of one other account."""
        return "anna" if code.upper() == "ANNA2345" else ""

    async def join(self, code: str) -> int:
        """Take over three games."""
        self._note(f"join {code}")
        return 3

    def link_code(self) -> str:
        """Make a code."""
        self._note("code")
        return "H7KQ2MXP"

    async def calendar(self, step: CalendarStep) -> str:
        """Note it; the path says what was done."""
        self._note(f"calendar {step}")
        return "" if step == "off" else f"/calendar/{step}.ics"

    async def keys(self) -> tuple[Key, ...]:
        """List the keys."""
        return self.stored

    async def unlink(self, fingerprint: str) -> None:
        """Note it, or refuse."""
        self._note(f"unlink {fingerprint}")
        self.stored = tuple(key for key in self.stored if key.fingerprint != fingerprint)

    async def export_text(self) -> str:
        """Tell what is stored."""
        self._note("export")
        return '{"name": "ana"}'

    async def save(self, settings: Mapping[str, Any]) -> None:
        """Keep them."""
        self._note("save")
        self.settings = dict(settings)

    async def forget_me(self) -> None:
        """Note it."""
        self._note("forget")


@dataclass
class FakeGuest:
    """A guest's visit that notes what is done to it."""

    resume_code: str = "H7KQ2MXP"
    suggestion: str = "dana"
    reason: LobbyError | None = None
    names: list[str] = field(default_factory=list)

    async def choose_name(self, name: str) -> None:
        """Note the name, or refuse it."""
        self.names.append(name)
        if self.reason is not None:
            raise self.reason


@dataclass
class FakeDaily:
    """Today's deal as a test says it is."""

    found: DailyPage = field(default_factory=lambda: DailyPage("2026-11-21", before="2026-11-20"))
    chair: Chair | None = None
    records: dict[Line, Record] = field(default_factory=dict)

    async def page(self) -> DailyPage:
        return self.found

    async def play(self) -> Chair:
        if self.chair is None:
            raise LobbyError("deal-played")
        return self.chair

    async def record(self, whose: Line) -> Record:
        if whose not in self.records:
            raise LobbyError("deal-unplayed")
        return self.records[whose]


@dataclass
class FakeLobby:
    """A lobby that hands out prepared chairs."""

    level = ""
    """The level of the computers that were asked for last."""

    networked: bool = False
    player: str = "ana"
    named: bool = True
    """Whether the player's name is known."""
    back: str = own_back("ana")
    chairs: tuple[Chair, ...] = ()
    reason: LobbyError | None = None
    resume: Chair | None = None
    may_be_cut_off: bool = False
    at_door: str = ""
    """The code of the table at whose door a guest stands."""
    archive: GameArchive | None = None
    league: League | None = None
    nights: Nights | None = None
    account: Account | None = None
    asked: list[str] = field(default_factory=list)
    shown: tuple[TableLine, ...] = ()
    present: tuple[PersonLine, ...] = ()
    waiting: tuple[QueueLine, ...] = ()
    always: tuple[QueueLine, ...] = ()
    """The computers that play for ratings."""
    finished: tuple[GameLine, ...] = ()
    records: Mapping[str, Record] = field(default_factory=dict)
    links: dict[str, GameLink] = field(default_factory=dict)
    listeners: list[NewsListener] = field(default_factory=list)
    asking: tuple[ChallengeLine, ...] = ()
    season: SeasonLine | None = None
    letters: tuple[InboxLine, ...] = ()
    met: tuple[FriendLine, ...] = ()
    """Friends, whom the player met last first."""
    left: tuple[SavedGame, ...] = ()
    """The games at home that can be resumed."""
    keeping: bool = False
    problem: ArchiveProblem | None = None
    counted: tuple[ResultLine, ...] = ()
    climbed: tuple[LadderGame, ...] = ()
    unread: ArchiveProblem | None = None
    analyst: Analyst = field(default_factory=FakeAnalyst)
    daily: Daily = field(default_factory=FakeDaily)
    puzzles: PuzzleRatings | None = None
    guest: Guest | None = None
    door: str = "-p 2222 HOST"
    link: str = ""

    def __post_init__(self) -> None:
        """Let a player with the account of a guest be one."""
        if self.account is not None and self.account.guest:
            self.guest = self.guest or FakeGuest()

    @property
    def online(self) -> FakeLobby | None:
        """Itself, on a server."""
        return self if self.networked else None

    @property
    def home(self) -> FakeLobby | None:
        """Itself, at home."""
        return None if self.networked else self

    def _give(self, what: str) -> Chair:
        self._note(what)
        return self._seat(0)

    def _seat(self, place: int) -> Chair:
        if not self.chairs:
            raise LobbyError("no-such-table")
        return self.chairs[place]

    def _note(self, what: str) -> None:
        self.asked.append(what)
        if self.reason is not None:
            raise self.reason

    async def play_computer(self, ruleset: str, level: str = USUAL_LEVEL) -> Chair:
        """Hand out the last chair."""
        return self.alone(ruleset, level)

    def alone(self, ruleset: str, level: str = USUAL_LEVEL) -> Chair:
        """Hand out the last chair."""
        self.level = level
        self._note(f"computer {ruleset}")
        return self._seat(-1)

    def rename(self, name: str) -> None:
        """Note it."""
        self._note(f"rename {name}")

    def saved(self) -> tuple[SavedGame, ...]:
        """Give the games that were left."""
        return self.left

    def resume_game(self, game: str) -> tuple[Chair, ...]:
        """Hand out the last chair."""
        self._note(f"resume {game}")
        return (self._seat(-1),)

    def keeps(self, chair: Chair) -> bool:
        """Tell whether games are kept."""
        return self.keeping

    def put_aside(self, chair: Chair) -> bool:
        """Keep nothing."""
        return False

    @property
    def unkept(self) -> ArchiveProblem | None:
        """Why the game is not kept."""
        return self.problem

    def results(self) -> tuple[ResultLine, ...]:
        """Give the results."""
        return self.counted

    def friends(self) -> tuple[FriendLine, ...]:
        """List them."""
        return self.met

    async def ask_friends(self) -> None:
        """Know them already."""

    async def forget_friend(self, friend: str) -> None:
        """Forget one."""
        self._note(f"forget {friend}")
        self.met = tuple(line for line in self.met if line.id != friend)

    async def ladder(self, ruleset: str) -> LadderGames:
        """Give the games of the ladder."""
        return LadderGames(self.climbed, self.unread)

    async def own_games(self, since: date) -> tuple[OwnGame, ...]:
        """List the records that have been played here by this player."""
        return tuple(
            OwnGame(id, record.players.index(self.player))
            for id, record in self.records.items()
            if self.player in record.players and record.started.date() >= since
        )

    async def own_record(self, game: str) -> Record:
        """Give a record, if there is one."""
        if game not in self.records:
            raise LobbyError("no-such-game")
        return self.records[game]

    def hot_seat(
        self,
        ruleset: str,
        computers: int = 0,
        others: Sequence[str] = (),
        level: str = USUAL_LEVEL,
        *,
        own: str = "",
    ) -> tuple[Chair, ...]:
        """Hand out every chair."""
        self.level = level
        self.asked.append(f"hot seat {ruleset} {computers} {' '.join(others)}".rstrip())
        return self.chairs or (tables.chair(tables.TARGETS),)

    def practise(self, ruleset: str, level: str = USUAL_LEVEL) -> Chair:
        """Hand out the last chair."""
        self.level = level
        self._note(f"practise {ruleset}")
        return self._seat(-1)

    def play_on(self, branch: PracticeGame, level: str = USUAL_LEVEL) -> Chair:
        """Hand out the person's chair; nobody plays the others."""
        self.level = level
        self._note(f"branch as {branch.seat}")
        return branch.chair(branch.seat)

    async def quick_match(self, ruleset: str, *, rated: bool = False, timing: str = "") -> Chair:
        """Hand out the first chair."""
        return self._give(f"{'ranked' if rated else 'quick'} {ruleset} {timing}".rstrip())

    def residents(self) -> tuple[QueueLine, ...]:
        """List them."""
        return self.always

    async def play_resident(self, level: str) -> Chair:
        """Hand out the last chair."""
        self.level = level
        self._note(f"resident {level}")
        return self._seat(-1)

    async def open_table(self, plan: TablePlan) -> Chair:
        """Hand out the first chair."""
        self.level = plan.level
        return self._give(f"table {_told(plan)}")

    async def knock(self, code: str) -> None:
        """Stand at a door, if there is one."""
        if code != self.at_door:
            raise LobbyError("unknown-code")

    async def let_in(self) -> Chair:
        """Wait for ever: nobody nods."""
        await asyncio.get_running_loop().create_future()
        return self._give("let in")

    async def challenge(self, person: str, plan: TablePlan) -> None:
        """Note it."""
        self._note(f"challenge {person} {_told(plan)}")
        name = next(line.name for line in self.present if line.id == person)
        self.asking = (
            *self.asking,
            ChallengeLine(name, None, plan.ruleset, plan.timing, plan.rated, True, 60.0),
        )

    def challenges(self) -> tuple[ChallengeLine, ...]:
        """List what waits."""
        return self.asking

    async def accept(self) -> Chair:
        """Hand out the first chair."""
        self.asking = ()
        return self._give("accept")

    async def decline(self) -> None:
        """Note it."""
        self.asking = ()
        self._note("decline")

    async def join_room(self, code: str) -> Chair:
        """Hand out the first chair."""
        return self._give(f"join {code}")

    async def sit_at(self, table: str) -> Chair:
        """Hand out the first chair."""
        return self._give(f"sit {table}")

    async def watch(self, table: str) -> Chair:
        """Hand out the first chair."""
        return self._give(f"watch {table}")

    def held(self) -> Chair | None:
        """Hand out the chair to resume in."""
        return self.resume

    def inbox(self) -> tuple[InboxLine, ...]:
        """List them."""
        return self.letters

    async def go_to(self, table: str) -> Chair:
        """Hand out the first chair."""
        return self._give(f"go to {table}")

    async def give_up(self, table: str) -> None:
        """Note it."""
        self._note(f"give up {table}")
        self.letters = tuple(line for line in self.letters if line.id != table)

    def tables(self) -> tuple[TableLine, ...]:
        """List them."""
        return self.shown

    def people(self) -> tuple[PersonLine, ...]:
        """List them."""
        return self.present

    def queue(self) -> tuple[QueueLine, ...]:
        """List who waits."""
        return self.waiting

    async def games(self) -> tuple[GameLine, ...]:
        """List them."""
        return self.finished

    async def replay(self, game: str) -> Record:
        """Give a record, if there is one."""
        self._note(f"replay {game}")
        if game not in self.records:
            raise LobbyError("no-such-game")
        return self.records[game]

    async def link_of(self, game: str) -> GameLink:
        """Say who may see a game."""
        return self.links.get(game, "public")

    async def close_link(self, game: str) -> None:
        """Close the link to a game."""
        self._note(f"close {game}")
        self.links[game] = "closed"

    def block(self, person: str, yes: bool = True) -> None:
        """Note it."""
        self._note(f"{'block' if yes else 'unblock'} {person}")
        self.present = tuple(
            replace(one, blocked=yes) if one.id == person else one for one in self.present
        )

    async def report(self, person: str, why: str) -> None:
        """Note it."""
        self._note(f"report {person} {why}")

    def subscribe(self, listener: NewsListener) -> Callable[[], None]:
        """Keep the listener."""
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    def tell(self, news: News) -> None:
        """Tell everybody who listens."""
        for listener in self.listeners:
            listener(news)


def _told(plan: TablePlan) -> str:
    """Name a plan."""
    who = "public" if plan.public else "private"
    rated = " rated" if plan.rated else ""
    friend = f" for {plan.friend}" if plan.friend else ""
    return f"{plan.ruleset} {plan.computers} {plan.timing} {who}{rated}{friend}"


@dataclass
class FakeHosting:
    """A door that opens, or does not."""

    lobby: Lobby
    chair: Chair
    reason: LobbyError | None = None
    plans: list[TablePlan] = field(default_factory=list)
    hosts: list[str] = field(default_factory=list)
    closed: int = 0
    kept: tuple[str, ...] = ()

    def where(self) -> Listening:
        """Tell of a port."""
        return Listening(2222, "192.168.1.7", everywhere=True)

    def unfinished(self) -> tuple[str, ...]:
        """Name who is met again."""
        return self.kept

    async def open(self, plan: TablePlan, player: str = "") -> tuple[Lobby, Chair]:
        """Hand out the chair, or refuse."""
        self.plans.append(plan)
        self.hosts.append(player)
        if self.reason is not None:
            raise self.reason
        return self.lobby, self.chair

    async def close(self) -> None:
        """Count it."""
        self.closed += 1


BOB = RatingLine("bob", 1548, 180, True, 4, "live")
FAY, GUS = (
    RatingLine(name, rating, 90, False, 41, "live")
    for name, rating in (("fay", 1612), ("gus", 1439))
)
SEASON = SeasonLine(
    "2026-clubs", "clubs", 2026, "cuttle.cards/1.0.2", "2026-01-05", "2026-04-06", 13, 3, "running"
)
TABLES = (
    TableLine("t1", "elm", ("bob",), 1, 2, "standard", "none", False, 0, 0, False, False, (BOB,)),
    TableLine("t2", "oak", ("carol", "dmitri"), 2, 4, "team", "steady", False, 0, 0, False, False),
    TableLine("t3", "ash", ("eve",), 2, 3, "cutthroat", "none", False, 0, 0, False, False),
    replace(
        TableLine(
            "t4", "birch", ("fay", "gus"), 0, 2, "standard", "quick", True, 14, 3, True, False
        ),
        ratings=(FAY, GUS),
    ),
    TableLine(
        "t5",
        "yew",
        ("hal", "computer sharp"),
        0,
        2,
        "cuttle.cards",
        "none",
        True,
        3,
        0,
        False,
        False,
    ),
)
PEOPLE = (
    PersonLine("p0", "ana", False, "lobby", "", True, False),
    PersonLine("p1", "bob", False, "waiting", "elm", False, False, BOB, followed=True),
    PersonLine("p2", "guest-otter", True, "watching", "birch", False, False),
    PersonLine("p3", "hal", False, "playing", "yew", False, True),
    PersonLine("p5", "carol", False, "waiting", "oak", False, False),
    PersonLine("p6", "dmitri", False, "waiting", "oak", False, False),
    PersonLine("p7", "eve", False, "waiting", "ash", False, False),
    PersonLine("p8", "fay", False, "playing", "birch", False, False, FAY),
    PersonLine("p9", "gus", False, "playing", "birch", False, False, GUS),
)
IVY = PersonLine("p4", "ivy", False, "queue", "", False, False, GUS, queue="q1", rated=True)
"""She waits for a quick match."""
ALWAYS = tuple(
    QueueLine(
        f"computer {level}",
        "cuttle.cards",
        rated=True,
        since=0.0,
        me=False,
        id=f"computer {level}",
        timing="steady",
        rating=RatingLine("", rating, 120, provisional, 40, "live-bots"),
        level=level,
    )
    for level, rating, provisional in (("casual", 1404, False), ("sharp", 1588, True))
)
"""Computers that play for ratings."""
WAITS = QueueLine(
    "ivy",
    "cuttle.cards/1.0.2+first-to-2",
    rated=True,
    since=70.0,
    me=False,
    id="q1",
    timing="steady",
    rating=GUS,
)
ASKED = ChallengeLine("bob", BOB, "cuttle.cards/1.0.2+first-to-2", "steady", True, False, 50.0)
"""A challenge to the player."""
MADE = ChallengeLine("bob", BOB, "standard/1", "quick", False, True, 50.0)
"""A challenge the player made."""
INBOX = (
    InboxLine(
        *("t1", "alder", ("bob",), "standard", "3d", False, "playing", True),
        deadline="2026-11-23 09:30",
        left=19 * 3600,
        score=(1, 0),
    ),
    InboxLine(
        *("t2", "elm", ("dmitri",), "cuttle.cards/1.0.2+first-to-2", "7d", True, "playing", True),
        deadline="2026-11-27 18:00",
        left=5 * 86_400 + 4 * 3600,
        score=(0, 0),
    ),
    InboxLine(
        *("t3", "oak", ("eve",), "standard", "1d", False, "over", True), score=(0, 1), result="lost"
    ),
    InboxLine(
        *("t4", "yew", ("fay", "gus"), "cutthroat", "3d", False, "playing", False),
        mover="fay",
        deadline="2026-11-24 11:00",
        left=2 * 86_400,
        score=(0, 0, 0),
    ),
    InboxLine(
        *("t5", "fir", ("hal",), "standard", "3d", False, "playing", False),
        mover="hal",
        deadline="2026-12-08 11:00",
        left=2 * 86_400,
        vacation="2026-12-06 11:00",
        score=(0, 0),
    ),
    InboxLine(
        *("t6", "lime", ("ivy",), "standard", "3d", False, "over", False),
        score=(1, 0),
        result="won",
    ),
    InboxLine(
        *("t7", "plum", (), "standard", "14d", False, "waiting", False), score=(0, 0), code="H7KQ"
    ),
)
"""Every kind of line, as a server orders them."""
_RANKED = "cuttle.cards/1.0.2+first-to-2"
GAMES = (
    GameLine(
        *("g7xq", ("ana", "bob"), (0,), _RANKED, "2026-11-21 08:15", True),
        scores=(21, 14),
        turns=33,
        why="goal",
    ),
    GameLine("g7Xp", ("carol", "dmitri"), (), "cuttle.cards", "2026-11-20 21:40", False),
    GameLine(
        *("g7Xn", ("eve", "ana"), (0,), "standard", "2026-11-19 19:05", False),
        scores=(16, 9),
        turns=18,
        why="concede",
    ),
)


def online(**more: Any) -> FakeLobby:
    """Open the lobby of a server, with an account and people in it."""
    facts: dict[str, Any] = {
        "networked": True,
        "account": FakeAccount(),
        "shown": TABLES,
        "present": PEOPLE,
        "finished": GAMES,
        "season": SEASON,
    }
    return FakeLobby(**{**facts, **more})
