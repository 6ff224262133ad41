"""Who deletes an account that has everything leaves nothing of it in any table of the database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import sqlalchemy as sa

from cuttle_tui.learn.mistakes import KEY
from cuttle_tui.ports import TablePlan
from engine.actions import Action, Kind
from engine.table.seats import Ready
from server.lobby.account import PlayerAccount, find_account
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.people.accounts import Player
from server.serve import Server
from server.store.schema import metadata
from server.store.store import Store
from server.store.values import Mailbox, Report, Vacation
from tests.dealt_daily import NEXT_NOON, NOON, play_on, play_out
from tests.server.databases import new_database
from tests.server.players import Clock
from tests.server.store.duels import decided, duel, keep, with_season

_NAME = "annabel"


async def _come(server: Server, name: str) -> tuple[PlayerAccount, PlayerLobby]:
    assert server.accounts is not None
    account = await find_account(server.accounts, Player(name, f"SHA256:{name}"))
    lobby = enter_lobby(server.matchmaker, account.who, account)
    account.lobby = lobby
    if not account.named:
        await account.choose_name(name)
    return account, lobby


def _cells(store: Store) -> list[str]:
    """Return each cell of each table, with its place."""

    def read(connection: sa.Connection) -> list[str]:
        return [
            f"{table.name}.{name}: {value}"
            for table in metadata.sorted_tables
            for row in connection.execute(sa.select(table))
            for name, value in row._asdict().items()
        ]

    return store.read(read)


async def _meet(server: Server, one: PlayerLobby, other: PlayerLobby) -> None:
    """Play a game of a match by a code, and leave the table."""
    assert server.writer is not None
    drain = server.writer.drain
    chair = await one.open_table(TablePlan("standard+first-to-2"))
    theirs = await other.join_room(chair.state().code or "")
    await drain()
    chair.ask(Ready())
    await drain()
    view = chair.state().view
    assert view is not None
    theirs.submit(Action(Kind.CONCEDE, seat=theirs.seat or 0), view.ply)
    await drain()
    for each in (theirs, chair):
        each.leave()
        await drain()


async def test_nothing_is_left_in_any_table(tmp_path: Path) -> None:
    clock = Clock()
    clock.now = NOON
    server = Server(tmp_path, database=new_database(tmp_path / "c.db"), clock=clock, pace=0.0)
    async with server:
        store, writer = server.store, server.writer
        assert store is not None
        assert writer is not None
        ann, lobby = await _come(server, _NAME)
        _, other = await _come(server, "bob")
        me, them = lobby.who.identity, other.who.identity
        people = [store.person(each) for each in (me, them)]
        one, two = [each for each in people if each is not None]

        await _meet(server, lobby, other)  # games, matches, friends
        await _meet(server, other, lobby)
        await lobby.forget_friend(them)
        await other.forget_friend(me)
        for each, its in ((lobby, them), (other, me)):
            each.block(its)
            store.follow(each.who.identity, its, 9)
            store.report(Report(each.who.identity, its, "t1", "rude", datetime.now(UTC)))
        with_season(store)
        at = datetime(2026, 1, 7, tzinfo=UTC)
        keep(store, *(duel(f"r{n}", one, two, one, at + timedelta(hours=n)) for n in range(2)))
        await play_out(await lobby.daily.play())  # a deal that is over, and one that goes on
        for chair in [lobby.held()]:
            assert chair is not None
            chair.leave()
        clock.now = NEXT_NOON
        await play_on(await lobby.daily.play(), 2)
        puzzle = ["r1", 0, 3, "2026-11-22", "draw", 60, 40, 0]
        mistakes = {"puzzles": [puzzle], "looked": ["r1"], "day": "2026-11-22"}
        await ann.save({KEY: {**mistakes, "answered": 1, "run": 1}})
        day = datetime.fromtimestamp(clock.now, UTC)
        store.set_vacation(Vacation(me, day, day + timedelta(days=1)))
        store.set_mailbox(Mailbox(me, f"{_NAME}@example.org", "", day))
        store.may_mail(me, "t1", "2026-11-22", "moves")
        ann.link_code()
        await lobby.open_table(TablePlan("standard", timing="3d"))
        store.note_order(decided())
        await writer.drain()
        signs = me, _NAME, f"SHA256:{_NAME}"
        before = [cell for cell in _cells(store) if any(sign in cell for sign in signs)]
        tables = {cell.partition(".")[0] for cell in before}
        assert tables >= {
            *("people", "keys", "blocks", "follows", "forgotten", "reports", "games", "seats"),
            *("tries", "entries", "vacations", "mailboxes", "mailed"),
        }

        await ann.forget_me()
        await writer.drain()
        await writer.drain()
        left = [cell for cell in _cells(store) if any(sign in cell for sign in signs)]
        assert [cell for cell in left if not cell.startswith("reports.against")] == []
        assert any(cell.startswith("reports.against") for cell in left), "operators still read it"
        assert not any(me in repr(room.people()) for room in server.matchmaker.rooms)
        assert other.friends() == ()
        page = await other.daily.page()
        assert [line.name for line in (*page.lines, *page.lines_before)] == []
