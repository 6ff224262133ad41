"""Stage the screens before the table: home, names, rooms, the lobby, the account, settings."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from errno import EACCES
from typing import Any, Final

from cuttle_tui.app import CuttleApp
from cuttle_tui.ports import (
    ArchivedGame,
    ArchiveProblem,
    Chair,
    EmailLine,
    LobbyError,
    Reason,
    VacationLine,
    WantedTable,
)
from engine.record.match import MatchStanding
from engine.record.record import HEADING, Record, RecordError
from tests.cuttle_tui import lobbies, tables
from tests.cuttle_tui.desks import FakeDesk
from tests.cuttle_tui.gallery.scene import BETWEEN, EVERY, FRONT, PHONE, Opens, Scene
from tests.cuttle_tui.games import record_after
from tests.cuttle_tui.lobbies import BROWSERS, FakeAccount, FakeLobby
from tests.leagues import SampleLeague

_ENDED: Final = (
    ArchivedGame("", ("ana", "machine"), "", (0,)),
    ArchivedGame("", ("ana", "machine"), "", (1,)),
    ArchivedGame("", ("bob", "carol"), "", (1,)),
    ArchivedGame("", ("ana", "machine"), "", ()),
    ArchivedGame("", ("ana", "machine"), ""),
    ArchivedGame("", ("ana", "bob", "carol", "dmitri"), "", (0, 2)),
    ArchivedGame("", ("bob", "carol", "dmitri", "eve"), "", (1, 3)),
    ArchivedGame("", ("ana", "machine"), "", readable=False),
)
"""Games that ended in all the ways there are."""


_SCORED: Final = (
    ArchivedGame("", ("ana", "machine"), "", (0,)),
    ArchivedGame("", ("machine", "ana"), "", (0,)),
    ArchivedGame("", ("ana", "bob"), "", (0,)),
)
"""Games whose records can be read: the first seat wins."""


class FakeArchive:
    """An archive with as many games as wanted."""

    trouble = None

    def __init__(
        self,
        count: int,
        unlisted: OSError | None = None,
        *,
        readable: bool = False,
        broken: Collection[int] = (),
        matches: Mapping[int, MatchStanding] | None = None,
    ) -> None:
        self.count = count
        self.matches = matches or {}
        self.readable = readable
        self.broken = broken
        self.unlisted = None if unlisted is None else ArchiveProblem(unlisted, "/ash/elm")

    def games(self, most: int | None = None) -> tuple[ArchivedGame, ...]:
        """List them, or so many of them, newest first."""
        days = range(self.count, 0, -1)[:most]
        ended = _SCORED if self.readable else _ENDED
        return tuple(
            replace(
                ended[day % len(ended)],
                name=f"g{day}",
                when=f"2026-11-{day:02} 12:00",
                readable=ended[day % len(ended)].readable and day not in self.broken,
                match=self.matches.get(day),
            )
            for day in days
        )

    def record(self, name: str) -> Record:
        """Return some game, or refuse."""
        if self.readable:
            game = next(game for game in self.games() if game.name == name)
            return replace(record_after(names=game.players), match=game.match)
        raise RecordError(1, "a record begins with {heading!r}", heading=HEADING)

    def where(self, record: Record) -> str:
        """Tell that it is nowhere."""
        return ""


_MATCHES: Final = {
    day: MatchStanding(score, winners, (0, 1))
    for day, score, winners in (
        (12, (2, 1), (0,)),
        (11, (1, 1), ()),
        (10, (1, 0), ()),
        (9, (1, 2), (1,)),
    )
}


def _home(notice: str = "", **facts: object) -> Opens:
    return lambda: CuttleApp(FakeLobby(**facts), notice=notice)  # type: ignore[arg-type]


_TO_DESK: Final = "a end up up enter"


def _known(**facts: object) -> Opens:
    """Come to a server where one has an account."""
    return lambda: CuttleApp(lobbies.online(account=FakeAccount(**facts)))  # type: ignore[arg-type]


def _lobby(**facts: Any) -> Opens:
    """Come to a server with more people, tables or challenges."""
    people = (*lobbies.PEOPLE, lobbies.IVY)
    return lambda: CuttleApp(lobbies.online(**{"present": people, **facts}))


def _days(until: str = "") -> Opens:
    """Come to a server that sends e-mail."""
    email = EmailLine("ana@example.org", confirmed=False)
    return _known(vacation=VacationLine(14, until), email=email)


def _nobody() -> CuttleApp:
    return CuttleApp(lobbies.online(shown=(), present=lobbies.PEOPLE[:1]))


def _hosting() -> CuttleApp:
    lobby = FakeLobby()
    return CuttleApp(lobby, hosting=lobbies.FakeHosting(lobby, tables.chair(tables.TARGETS)))


def _guest() -> CuttleApp:
    account = FakeAccount(guest=True)
    lobby = lobbies.online(account=account, player="guest-otter")
    lobby.resume = tables.chair(tables.TARGETS)
    return CuttleApp(lobby)


def _joining(reason: Reason = "room-full") -> CuttleApp:
    """Come as a guest by the code of a friend's table, which is refused."""

    async def no_table() -> Chair:
        raise LobbyError(reason)

    lobby = lobbies.online(account=FakeAccount(guest=True), player="guest-otter")
    return CuttleApp(lobby, wanted=WantedTable(no_table))


def _cut_off() -> CuttleApp:
    """Come as a guest from where one was cut off."""
    lobby = lobbies.online(account=FakeAccount(guest=True), player="guest-otter")
    lobby.may_be_cut_off = True
    return CuttleApp(lobby)


def _wrong_code() -> CuttleApp:
    account = FakeAccount(named=False, reason=LobbyError("unknown-link"))
    return CuttleApp(lobbies.online(account=account))


_FIRST: Final = (
    Scene("home", _home("the table was closed"), sizes=(*EVERY, *BETWEEN)),
    Scene("home-known", _home(archive=FakeArchive(12, readable=True)), sizes=EVERY),
    Scene("home-online", _home("the table was closed", networked=True)),
    Scene("home-account", _known(), sizes=EVERY),
    Scene("home-ranked", _known(), "down", FRONT),
    Scene("home-guest", _guest, sizes=FRONT),
    Scene("guest-name", _joining, sizes=FRONT),
    Scene("guest-lost", _joining, "down enter", EVERY),
    Scene("guest-lost-typed", _joining, "down enter h 7 k q 2 m x p", FRONT),
    Scene("guest-mistyped", lambda: _joining("unknown-code"), "down enter", FRONT),
    Scene("guest-cut-off", _cut_off, sizes=FRONT),
    Scene("home-quit", _home(), "ctrl+c"),
    Scene("name", _known(named=False), sizes=FRONT),
    Scene("name-browser", _known(named=False, by_browser=True), sizes=(*FRONT, PHONE)),
    Scene("link", _wrong_code, "down enter h 7 k q 2 m x p enter"),
    Scene("link-begun", _known(named=False), "down enter h 7"),
    Scene("code", _home(networked=True), "j k 7"),
    Scene("code-whole", _home(networked=True), "j k 7 q f", EVERY),
    Scene("code-resume", _home(networked=True), "j k 7 q f 2 m x p", EVERY),
    Scene("friend", _home(), "f", FRONT),
    Scene("friend-invite", _hosting, "f"),
    Scene("learn", _home(), "h"),
    Scene("rules", _home(), "h h"),
    Scene("rules-end", _home(), "h h pagedown pagedown pagedown pagedown"),
    Scene("settings", _home(), "s"),
    Scene("settings-further", _home(), "s down down right right"),
    Scene("archive", _home(archive=FakeArchive(12, readable=True, broken=(12, 7))), "w"),
    Scene("archive-scores", _home(archive=FakeArchive(12, readable=True)), "w", EVERY),
    Scene(
        "archive-match",
        _home(archive=FakeArchive(12, readable=True, matches=_MATCHES)),
        "w",
        ((80, 24), (120, 40), (44, 36)),
    ),
    Scene(
        "archive-matches",
        _home(archive=FakeArchive(12, readable=True, matches=_MATCHES)),
        "w m",
        ((80, 24), (120, 40), (44, 36)),
    ),
    Scene("archive-empty", _home(archive=FakeArchive(0)), "w"),
    Scene("archive-closed", _home(archive=FakeArchive(0, PermissionError(EACCES, ""))), "w"),
)

_TABLES: Final = (
    Scene("new", _home(), "n"),
    Scene("new-options", _home(), "n down down down down space pagedown down right right down"),
    Scene("new-refused", _home(), "n down down down down down down space down space"),
    Scene("new-rules", _home(), "n r down down"),
    Scene("new-team", _home(networked=True), "n r" + " down" * 7 + " enter c"),
    Scene("new-room", _known(), "n t t p down", FRONT),
    Scene("lobby-tables", _known(), "l", EVERY),
    Scene("lobby-empty", _nobody, "l"),
    Scene("lobby-games", _known(), "l tab", FRONT),
    Scene("lobby-people", _known(), "l right right down", FRONT),
    Scene("lobby-finished", _known(), "l left", FRONT),
    Scene("lobby-inbox", _lobby(letters=lobbies.INBOX), "i", FRONT),
    Scene("lobby-inbox-over", _lobby(letters=lobbies.INBOX), "i down down down down down", FRONT),
    Scene("lobby-inbox-empty", _lobby(), "i"),
    Scene("home-inbox", _lobby(letters=lobbies.INBOX, account=FakeAccount()), sizes=FRONT),
    Scene("new-days", _known(), "n" + " t" * 5, FRONT),
    Scene("account-vacation", _days(), "a down down down down enter 1 4", FRONT),
    Scene("account-resting", _days(until="2026-12-06 11:00"), "a down down down down enter", FRONT),
    Scene("account-email", _days(), "a down down down down down enter a @ b", FRONT),
    Scene("lobby-rated", _lobby(waiting=(lobbies.WAITS,)), "l", FRONT),
    Scene("lobby-residents", _lobby(shown=(), always=lobbies.ALWAYS), "l down", (*FRONT, PHONE)),
    Scene("lobby-waits", _lobby(waiting=(lobbies.WAITS,)), "l right right end", FRONT),
    Scene("lobby-challenging", _lobby(asking=(lobbies.MADE,)), "l right right down", FRONT),
    Scene("lobby-challenge", _lobby(), "l right right down c", FRONT),
    Scene("lobby-challenge-rated", _lobby(), "l right right down c e", FRONT),
    Scene("home-challenged", _lobby(asking=(lobbies.ASKED,)), sizes=FRONT),
    Scene("home-challenge-aside", _lobby(asking=(lobbies.ASKED,)), "down"),
    Scene("home-rated-clocks", _lobby(season=None), "down right", FRONT),
    Scene("lobby-report", _known(), "l right right down r", FRONT),
    Scene("account", _known(), "a down", FRONT),
    Scene("account-unlink", _known(), "a down enter", FRONT),
    Scene("account-join", _known(), "a down down down enter a n n a 2 3 4 5 enter", FRONT),
    Scene("account-delete", _known(), "a end enter a n", FRONT),
    Scene("account-guest", _known(guest=True), "a", FRONT),
    Scene("desk", _known(secretary=FakeDesk()), _TO_DESK, EVERY),
    Scene("desk-none", _known(secretary=FakeDesk(filed=())), _TO_DESK, FRONT),
    Scene("desk-settle", _known(secretary=FakeDesk()), f"{_TO_DESK} enter z z", FRONT),
    Scene("desk-results", _known(secretary=FakeDesk()), f"{_TO_DESK} tab", FRONT),
    Scene("desk-judge", _known(secretary=FakeDesk()), f"{_TO_DESK} tab enter", FRONT),
    Scene(
        "account-browser", _known(by_browser=True, stored=BROWSERS), "a down down", (*FRONT, PHONE)
    ),
)

_MET: Final = lobbies.FRIENDS
_INVITING: Final = (replace(_MET[3], code="K7QF", ruleset="cutthroat"), *_MET[:3], _MET[4])
_KNOWN: Final = FakeArchive(12, readable=True)

_FRIENDS: Final = (
    Scene("home-friends", _home(met=_MET, archive=_KNOWN), sizes=EVERY),
    Scene("home-friend", _home(met=_MET[:1], archive=_KNOWN), "x", FRONT),
    Scene("home-friends-online", _lobby(met=_MET, account=FakeAccount()), "up up", EVERY),
    Scene("home-friends-invited", _lobby(met=_INVITING, account=FakeAccount()), sizes=EVERY),
    Scene(
        "home-today",
        _lobby(met=_INVITING, letters=lobbies.INBOX, account=FakeAccount(), league=SampleLeague()),
        sizes=EVERY,
    ),
    Scene("home-friends-forget", _lobby(met=_MET, account=FakeAccount()), "up d", FRONT),
    Scene("home-friends-guest", _lobby(met=_MET[:1], account=FakeAccount(guest=True)), "up"),
    Scene("friends", _lobby(met=_MET, account=FakeAccount()), "f down", EVERY),
    Scene("friends-forget", _lobby(met=_MET, account=FakeAccount()), "f d", FRONT),
    Scene("friends-home", _home(met=_MET[:2], archive=_KNOWN), "f"),
    Scene("friends-forgotten", _home(met=_MET[:1], archive=_KNOWN), "f d y"),
)

SCENES: Final = (*_FIRST, *_TABLES, *_FRIENDS)
