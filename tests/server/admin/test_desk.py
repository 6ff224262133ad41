"""Secretaries: whom operators make one, and what such an account may decide."""

from __future__ import annotations

import pytest

from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.desk import Desk as SecretarysDesk
from server.lobby.account import find_account
from server.lobby.player_lobby import enter_lobby
from server.people.accounts import Player
from server.store.values import Person, Report
from tests.cuttle_tui.plain_talk import talk
from tests.server.admin.desk import Desk, Out, rebuilt
from tests.server.store.duels import DAY, START, duel, keep, people, with_season

pytestmark = pytest.mark.slow


async def _come(desk: Desk, person: Person) -> SecretarysDesk | None:
    """Log in; return the desk, if the player has one."""
    assert desk.server.accounts is not None
    account = await find_account(desk.server.accounts, Player(person.name, f"key-{person.name}"))
    return await account.desk()


async def test_a_secretary_settles_reports_in_lines_of_text_until_an_operator_ends_it(
    desk: Desk, capsys: Out
) -> None:
    ann, bob, cat = people(desk.store, "ann", "bob", "cat")
    for by, against in ((bob, cat), (bob, ann), (ann, cat)):
        desk.store.report(
            Report(by.id, against.id, "oak", f"about {against.name}", START, "192.0.2.9")
        )
    make = ("account", "secretary", "ann")
    assert await desk.admin(*make, "on", "--dry-run") == 0
    assert await _come(desk, ann) is None
    assert await desk.admin(*make, "on", "--yes") == 0
    assert await desk.admin(*make, "on", "--yes") == 1
    assert await desk.admin("account", "show", "ann") == 0
    assert "secretary" in capsys.readouterr().out
    assert desk.server.accounts is not None
    account = await find_account(desk.server.accounts, Player("ann", "key-ann"))
    lobby = enter_lobby(desk.server.matchmaker, account.who, account)
    async with talk(lobby) as player:
        said = "\n".join(await player.type("desk"))
        assert "report 1, against cat, by bob" in said
        # her own cases are somebody else's, and whence people come is the operators'
        assert ("about ann" in said, "by ann" in said, "192.0.2.9" in said) == (False,) * 3
        assert "settled" in "\n".join(await player.type("settle 1 warned"))
        for number in (1, 2, 3, 9):
            again = "\n".join(await player.type(f"settle {number} again"))
            assert "does not wait" in again
        assert await desk.admin(*make, "off", "--yes") == 0
        assert "Only secretaries" in "\n".join(await player.type("desk"))
    filed = {each.number: each for each in desk.store.filed_reports(True, 9)}
    assert (filed[1].verdict, filed[1].settled_by) == ("warned", "ann (secretary)")
    assert filed[2].settled is None
    rows = [(row.by, row.action, row.detail, row.reason) for row in desk.store.audit(9)]
    assert ("ann (secretary)", "report settle", {"number": 1}, "warned") in rows


async def test_a_secretary_corrects_results_of_others_and_the_league_follows(desk: Desk) -> None:
    ann, bob, cat = people(with_season(desk.store), "ann", "bob", "cat")
    desk.time = START + DAY
    for number, (one, other) in enumerate([(bob, cat), (bob, cat), (ann, bob)]):
        keep(desk.store, duel(f"g{number}", one, other, one, START + number * DAY / 24))
    assert await desk.admin("account", "secretary", "ann", "on", "--yes") == 0
    place = await _come(desk, ann)
    assert place is not None
    assert [line.game for line in await place.results()] == ["g1", "g0"]
    await place.correct("g1", "P1", "the line broke")
    line, _ = await place.results()
    assert (line.winner, line.corrected) == ("cat", True)
    assert desk.server.league_book is not None
    await desk.server.league_book.settled()
    games = desk.server.league_book.pair_games(bob.id, cat.id, START + DAY)
    assert [game.winner for game in games if game.id == "g1"] == [cat.player]
    for game, reason, why in (
        ("g2", "mine", "no-such-game"),
        ("g1", "", "no-reason"),
        ("g1", "\x07", "text-unreadable"),
    ):
        with pytest.raises(LobbyError) as refused:
            await place.correct(game, "P0", reason)
        assert refused.value.reason == why
    assert await desk.admin("account", "secretary", "ann", "off", "--yes") == 0
    with pytest.raises(LobbyError) as refused:
        await place.correct("g1", "void", "still here")
    assert refused.value.reason == "no-secretary"
    assert rebuilt(desk.store) == []


async def test_a_deleted_secretary_is_named_nowhere(desk: Desk) -> None:
    ann, bob, cat = people(desk.store, "Ann", "bob", "cat")
    desk.store.report(Report(bob.id, cat.id, "oak", "rude", START))
    assert await desk.admin("account", "secretary", "Ann", "on", "--yes") == 0
    place = await _come(desk, ann)
    assert place is not None
    await place.settle(1, "warned")
    assert await desk.admin("account", "delete", "Ann", "--yes") == 0
    told = [*desk.store.audit(9), *desk.store.filed_reports(True, 9)]
    assert "ann" not in str(told).lower().replace("warned", "")
