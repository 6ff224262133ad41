"""The lobby, which finds and opens games, and why it refuses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal, Protocol

from cuttle_tui.ports.account import (
    Account,
    ArchiveProblem,
    GameArchive,
    Guest,
    InboxLine,
    LadderGames,
    OwnGame,
)
from cuttle_tui.ports.chair import Analyst, Chair
from cuttle_tui.ports.daily import Daily
from cuttle_tui.ports.league import League, Nights, SeasonLine
from cuttle_tui.ports.listings import (
    ChallengeLine,
    FriendLine,
    GameLine,
    GameLink,
    NewsListener,
    PersonLine,
    QueueLine,
    TableLine,
)
from cuttle_tui.ports.puzzles import PuzzleRatings
from engine.bots.levels import USUAL_LEVEL
from engine.errors import CuttleError
from engine.record.record import Record
from engine.table.controls import NO_CLOCK
from engine.table.practice import PracticeGame
from engine.table.state import TableState


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game that was left, and can be resumed."""

    id: str
    players: tuple[str, ...] = ()
    people: int = 1
    """How many of the players sit at this keyboard: the first so many."""
    points: tuple[int, ...] = ()
    """The points of each player on the table."""
    won: tuple[int, ...] = ()
    """The games each player has won before."""
    turn: int = 0
    """The turn, from 1; 0 between the games of a match."""
    day: str = ""
    """The day whose deal it is, as ``2026-11-30``; empty for other games."""
    ruleset: str = ""
    when: str = ""
    """When it was played last, in local time, as ``2026-11-21 08:15``."""
    problem: ArchiveProblem | None = None
    """Why it cannot be resumed; its file stays as it is. None if it can."""
    state: TableState | None = None
    """The table as the player sees it; of several at this keyboard none sees a hand."""


@dataclass(frozen=True, slots=True)
class ResultLine:
    """The results of this player against a level of the computer, by one ruleset."""

    ruleset: str
    level: str
    won: int
    lost: int
    drawn: int


class HomeLobby(Protocol):
    """A lobby at home."""

    @property
    def named(self) -> bool:
        """Whether a name of the player is known: alone against computers none is needed."""

    def rename(self, name: str) -> None:
        """Use another name for the player at all tables opened from now on."""

    def alone(self, ruleset: str, level: str = USUAL_LEVEL) -> Chair:
        """Start a game with computers in every other seat."""

    def hot_seat(
        self,
        ruleset: str,
        computers: int = 0,
        others: Sequence[str] = (),
        level: str = USUAL_LEVEL,
        *,
        own: str = "",
    ) -> tuple[Chair, ...]:
        """Open a table for players at this keyboard.

        The computer plays the last `computers` seats. The last chair is a watcher's, to be shown
        between turns.

        Args:
            ruleset: the rules.
            computers: how many seats the computer plays.
            others: the names of the other people; missing ones get a usual name.
            level: how well the computer plays: a name in `engine.bots.levels.LEVELS`.
            own: the player's name at this table, if it is another.
        """

    def saved(self) -> tuple[SavedGame, ...]:
        """List the kept games that no app plays now, the one played last first."""

    def resume_game(self, game: str) -> tuple[Chair, ...]:
        """Return to a kept game, by its id; the chairs are as from where it was opened.

        Raises:
            LobbyError: ``no-such-table``, ``played-elsewhere``, ``game-unreadable``.
        """

    def keeps(self, chair: Chair) -> bool:
        """Return whether the game at this chair is kept, so that it can be resumed."""

    def put_aside(self, chair: Chair) -> bool:
        """Leave a game without giving it up; return False if games like this are not kept."""

    @property
    def unkept(self) -> ArchiveProblem | None:
        """Why the last move of a running game, or a result, is not stored; None if it is."""

    def results(self) -> tuple[ResultLine, ...]:
        """Return the results against the computer, by ruleset and level."""


@dataclass(frozen=True, slots=True)
class Inviter:
    """Who waits in a room for the player, and to play what."""

    who: str
    ruleset: str


@dataclass(frozen=True, slots=True)
class WantedTable:
    """The table that somebody came for, who has to choose a name first or is refused."""

    find_chair: Callable[[], Awaitable[Chair]] | None = None
    """Finds it, once they have a name; None if it was refused."""
    invited: Inviter | None = None
    """Who waits there, and for what; None if that is not known."""
    code: str = ""
    """The code with which they came."""
    lost: LobbyError | None = None
    """Why the code was refused: a guest may have a seat there, and is asked for their own."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """The options of a new table."""

    ruleset: str
    computers: int = 0
    """Number of seats for computers."""
    timing: str = NO_CLOCK
    public: bool = False
    """Whether the lobby lists it, so that anybody can join."""
    rated: bool = False
    """Whether its games are rated: two people, the season's rules, no other options."""
    level: str = USUAL_LEVEL
    """How well the computers play: a name in `engine.bots.levels.LEVELS`."""
    friend: str = ""
    """The id of a friend who is invited to it."""


RATED: Final = "cuttle.cards"
"""The rules of rated matches between seasons; the first to win two games wins."""
RATED_TIMINGS: Final = ("steady", "quick", "relaxed")
"""The time controls of rated matches, the usual one first; at tables, days as well."""
QUICK_TIMINGS: Final = (NO_CLOCK, "quick", "steady", "relaxed")
"""The time controls of other quick matches."""


class Lobby(Protocol):
    """A player's lobby; features that only some lobbies have are None elsewhere."""

    @property
    def player(self) -> str:
        """The player's name."""

    @property
    def back(self) -> str:
        """What the backs of the player's cards follow from, unless they wear an earned one."""

    @property
    def online(self) -> OnlineLobby | None:
        """Meeting other people, on a server; None at home."""

    @property
    def home(self) -> HomeLobby | None:
        """Sharing a keyboard, at home; None on a server."""

    @property
    def archive(self) -> GameArchive | None:
        """This player's own archive of finished games; None where none is kept."""

    @property
    def account(self) -> Account | None:
        """This player's account on the server; None at home."""

    @property
    def analyst(self) -> Analyst:
        """Assesses positions for the coach."""

    @property
    def daily(self) -> Daily:
        """The deal of the day."""

    @property
    def puzzles(self) -> PuzzleRatings | None:
        """The ratings of puzzles as people have moved them; None at home."""

    def ladder(self, ruleset: str) -> Awaitable[LadderGames]:
        """Return this player's finished games against the computer, by a ruleset, or by any.

        Raises:
            LobbyError: ``not-now``.
        """

    def friends(self) -> tuple[FriendLine, ...]:
        """List who has played with this player at a room by code, as far as that was read.

        Those who wait for the player come first, then whom they met last.
        """

    def ask_friends(self) -> Awaitable[None]:
        """Read anew who they are.

        Raises:
            LobbyError: ``not-now``.
        """

    def forget_friend(self, friend: str) -> Awaitable[None]:
        """Forget a friend, by the id of their line, until another game with them.

        Raises:
            LobbyError: ``no-account``, ``not-now``, ``too-many``.
        """

    def own_games(self, since: date) -> Awaitable[tuple[OwnGame, ...]]:
        """List this player's latest games since a day, newest first; nobody else asks for them.

        Raises:
            LobbyError: ``not-now``.
        """

    def own_record(self, game: str) -> Awaitable[Record]:
        """Return the record of a game that this player has played, by its id.

        Raises:
            LobbyError: ``no-such-game``: it is not kept any more; ``not-now``.
        """

    def play_computer(self, ruleset: str, level: str = USUAL_LEVEL) -> Awaitable[Chair]:
        """Start a game with computers in every other seat.

        A player waiting for a quick match keeps their place in the queue.
        """

    def practise(self, ruleset: str, level: str = USUAL_LEVEL) -> Chair:
        """Start a game with computers of which nothing is kept; the player's seat elsewhere is.

        Raises:
            LobbyError: ``closing``, ``too-many``.
        """

    def play_on(self, branch: PracticeGame, level: str = USUAL_LEVEL) -> Chair:
        """Start practice from a finished game; computers take the other seats.

        Raises:
            LobbyError: ``closing``, ``too-many``.
        """


class OnlineLobby(Lobby, Protocol):
    """A server's lobby: queue, public tables, rooms, people and finished games."""

    @property
    def door(self) -> str:
        """The arguments of ``ssh`` for this server: the port, and the address or HOST."""

    @property
    def link(self) -> str:
        """The address of this server's page; empty where browsers do not come in."""

    @property
    def guest(self) -> Guest | None:
        """The player as a guest; None with a key."""

    @property
    def league(self) -> League | None:
        """The league; None where no games are stored."""

    @property
    def nights(self) -> Nights | None:
        """The play nights; None where no games are stored."""

    @property
    def season(self) -> SeasonLine | None:
        """The season that runs; None between seasons, when rated matches are dealt as casual."""

    def quick_match(
        self, ruleset: str, *, rated: bool = False, timing: str = ""
    ) -> Awaitable[Chair]:
        """Join a player who waits for the same rules and clocks, or wait for the next.

        Players with ratings far apart meet once one of them has waited.

        Args:
            ruleset: the rules; those of rated matches are given.
            rated: whether to play a rated match.
            timing: the name of a time control; by default, the usual one.

        Raises:
            LobbyError: ``guests-unrated``, ``rated-rules``, ``rated-clocks``, ``busy``,
                ``closing``, ``too-many``.
        """

    def residents(self) -> tuple[QueueLine, ...]:
        """List the computers that are always here for rated games, weakest first."""

    def play_resident(self, level: str) -> Awaitable[Chair]:
        """Begin a rated game against the resident of a level, in a rating of its own.

        A player waiting for a quick match keeps their place, and is called once the game is over.

        Raises:
            LobbyError: ``guests-unrated``, ``no-resident``, ``busy``, ``closing``, ``too-many``.
        """

    def challenge(self, person: str, plan: TablePlan) -> Awaitable[None]:
        """Challenge a player, by the id of their line, to a game for two.

        They are asked on whatever screen they are; one challenge at a time, for a minute.

        Raises:
            LobbyError: ``guests-unrated``, ``rated-rules``, ``rated-clocks``, ``two-players``,
                ``not-here``, ``they-play``, ``being-asked``, ``asked-already``, ``blocked``,
                ``busy``, ``closing``, ``too-many``.
        """

    def challenges(self) -> tuple[ChallengeLine, ...]:
        """List the challenges that wait for an answer: the player's own, and one to them."""

    def accept(self) -> Awaitable[Chair]:
        """Accept the challenge to this player; both are seated.

        Raises:
            LobbyError: ``no-challenge``, ``they-play``, ``busy``, ``closing``.
        """

    def decline(self) -> Awaitable[None]:
        """Decline the challenge to this player, or withdraw their own; without any, do nothing."""

    def open_table(self, plan: TablePlan) -> Awaitable[Chair]:
        """Open a table; its state has the room code.

        Raises:
            LobbyError: ``guests-unrated``, ``rated-rules``, ``rated-clocks``, ``guests-days``,
                ``too-many-games``, ``busy``, ``closing``, ``too-many``.
        """

    def join_room(self, code: str) -> Awaitable[Chair]:
        """Join a friend's table by its room code, or resume a guest's seat by its resume code.

        Raises:
            LobbyError: no table has that code.
        """

    def knock(self, code: str) -> Awaitable[None]:
        """Stand at the door of the table that was opened under a code, without a proof.

        Raises:
            LobbyError: ``unknown-code``: nobody is away there whose seat this player may have;
                ``blocked``, ``door-taken``, ``sent-away``, ``busy``, ``too-many``, ``no-answer``.
        """

    def let_in(self) -> Awaitable[Chair]:
        """Wait at the door until somebody who sits there nods; return the seat.

        Raises:
            LobbyError: ``door-shut``.
        """

    @property
    def may_be_cut_off(self) -> bool:
        """Whether this guest may be one whose connection was lost, and has a seat here.

        It says no more than that somebody at the same address was cut off lately.
        """

    def sit_at(self, table: str) -> Awaitable[Chair]:
        """Join a public table, or a player who waits for a quick match, by the id of their line.

        Raises:
            LobbyError: ``no-such-table``, ``has-begun``, ``room-full``, ``busy``, ``blocked``,
                ``guests-unrated``.
        """

    def watch(self, table: str) -> Awaitable[Chair]:
        """Watch a running game, by the table's id or title.

        Raises:
            LobbyError: ``no-such-table``, ``not-begun``, ``own-game``, ``watchers-full``.
        """

    def held(self) -> Chair | None:
        """Return this player's seat in a running game or at a waiting table, if any."""

    def inbox(self) -> tuple[InboxLine, ...]:
        """List this player's correspondence games: those that wait for them first."""

    def go_to(self, table: str) -> Awaitable[Chair]:
        """Return this player's seat at a table, by the table's id or title.

        Raises:
            LobbyError: ``no-such-table``.
        """

    def give_up(self, table: str) -> Awaitable[None]:
        """Leave a correspondence table, by its id, that waits for players or is over.

        Raises:
            LobbyError: ``no-such-table``; ``game-running``.
        """

    def tables(self) -> tuple[TableLine, ...]:
        """List the tables this player may see: waiting tables first, then running games."""

    def people(self) -> tuple[PersonLine, ...]:
        """List the connected players."""

    def queue(self) -> tuple[QueueLine, ...]:
        """List the players waiting for a quick match."""

    def games(self) -> Awaitable[tuple[GameLine, ...]]:
        """List the latest finished games on the server."""

    def replay(self, game: str) -> Awaitable[Record]:
        """Return the record of a finished game, by its id, or by a line or a link that has it.

        Raises:
            LobbyError: ``no-such-game``, also for a game that this player may not see.
        """

    def link_of(self, game: str) -> Awaitable[GameLink]:
        """Return who may see a finished game; ``closed`` if this player may not, or none is there.

        Raises:
            LobbyError: ``not-now``.
        """

    def close_link(self, game: str) -> Awaitable[None]:
        """Close the link to a game that this player met a friend for, for good.

        Raises:
            LobbyError: ``no-such-game``, ``public-game``, ``not-player``, ``too-many``.
        """

    def block(self, person: str, yes: bool = True) -> None:
        """Block or unblock a player, by the id of their line."""

    def report(self, person: str, why: str) -> Awaitable[None]:
        """Report a player to the operators, by the id of their line.

        Raises:
            LobbyError: ``too-many``.
        """

    def subscribe(self, listener: NewsListener) -> Callable[[], None]:
        """Call the listener with news; call the result to unsubscribe."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """The ways for a friend to reach a server, as commands to show."""

    commands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Listening:
    """Where a server for friends listens."""

    port: int
    address: str
    """An address or name at which others may reach it."""
    everywhere: bool
    """Whether it listens on every address of this machine, not only on that one."""


class Hosting(Protocol):
    """Hosts a room for friends over ssh, in this process."""

    def where(self) -> Listening:
        """Return where the server will listen; nothing is opened yet."""

    def unfinished(self) -> tuple[str, ...]:
        """Name the friends with whom a game goes on once a room is opened; empty without one."""

    def open(self, plan: TablePlan, player: str = "") -> Awaitable[tuple[Lobby, Chair]]:
        """Start the server, and open a table; the host plays in the chair, under that name.

        Raises:
            LobbyError: ``cannot-listen``.
        """

    def close(self) -> Awaitable[None]:
        """Stop the server."""


Reason = Literal[
    "unknown-code",
    "unknown-link",
    "used-code",
    "ask-at-door",
    "room-full",
    "own-room",
    "own-game",
    "watchers-full",
    "busy",
    "closing",
    "not-now",
    "no-server",
    "offline",
    "too-many",
    "text-long",
    "text-unreadable",
    "guests-unrated",
    "bots-unrated",
    "bots-live",
    "rated-rules",
    "rated-clocks",
    "guests-days",
    "too-many-games",
    "too-many-waiting",
    "game-running",
    "no-days-left",
    "on-vacation",
    "no-vacation",
    "no-mail",
    "bad-address",
    "code-sent",
    "wrong-code",
    "two-players",
    "not-here",
    "they-play",
    "being-asked",
    "asked-already",
    "they-called",
    "no-challenge",
    "no-resident",
    "no-such-table",
    "has-begun",
    "not-begun",
    "no-such-game",
    "only-result",
    "deal-played",
    "deal-unplayed",
    "public-game",
    "not-player",
    "no-such-season",
    "no-season",
    "no-such-week",
    "no-such-championship",
    "no-such-player",
    "blocked",
    "hidden",
    "name-taken",
    "name-short",
    "name-long",
    "name-letters",
    "name-reserved",
    "seated",
    "key-taken",
    "doors-closed",
    "no-inviting",
    "enough-invited",
    "last-key",
    "many-keys",
    "no-account",
    "nothing-to-join",
    "other-seated",
    "no-night",
    "night-open",
    "night-plan",
    "night-begun",
    "night-near",
    "night-few",
    "not-host",
    "no-match",
    "no-terminal",
    "cannot-listen",
    "played-elsewhere",
    "game-unreadable",
    "not-at-home",
    "no-coach",
    "no-answer",
    "door-taken",
    "door-shut",
    "sent-away",
    "nobody-there",
    "no-secretary",
    "no-reason",
    "decided-already",
]

BY_CODE: Final[frozenset[Reason]] = frozenset({"used-code", "unknown-code", "room-full"})
"""Refusals of a code that a player may hear who was cut off, and has a seat at that table."""


class LobbyError(CuttleError):
    """The lobby cannot do what was asked; `reason` says why, for the app to word."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason
