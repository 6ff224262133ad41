"""What a secretary does with accounts: they are looked up, renamed, exported and deleted."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import timedelta
from typing import cast

import pytest

from cuttle_tui.ports import LobbyError
from server.doors.session import Session
from server.league.store.championships import bracket
from server.lobby.account import PlayerAccount, find_account
from server.people.accounts import Banned, Player
from server.sessions.arrival import ServerContext, arrive
from server.sessions.verbs import text_verbs
from server.store.values import Ban, NameTaken, Report
from tests.server.admin.desk import KEY, Desk, Out, rebuilt
from tests.server.store.duels import CLUBS, DAY, START, duel, keep, people, with_season

pytestmark = pytest.mark.slow


async def test_accounts_are_listed_and_looked_up_whether_they_are_here_or_not(
    desk: Desk, capsys: Out
) -> None:
    ann, bob, cat = people(desk.store, "ann", "bob", "cat")
    keep(desk.store, duel("g1", ann, bob, ann, START))
    desk.store.report(Report(bob.id, ann.id, "oak", "rude", START))
    desk.store.link(ann.id, KEY)
    desk.store.note_seen(cat.id, desk.time + timedelta(days=9999))
    desk.seat(ann)
    assert await desk.admin("account", "list", "--here") == 0
    listed = capsys.readouterr().out
    assert ("ann" in listed, "bob" in listed) == (True, False)
    assert await desk.admin("--json", "account", "list", KEY) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert {key: row[key] for key in ("name", "keys", "games", "reports", "here")} == {
        "name": "ann", "keys": 2, "games": 1, "reports": 1, "here": True,
    }  # fmt: skip
    assert await desk.admin("--json", "account", "list", "--most", "1") == 0
    assert [row["name"] for row in json.loads(capsys.readouterr().out)] == ["cat"]
    assert await desk.admin("--json", "account", "list", "--here", "--most", "1") == 0
    assert [row["name"] for row in json.loads(capsys.readouterr().out)] == ["ann"]
    assert await desk.admin("account", "list", "zz") == 0
    assert capsys.readouterr().out == "there is no such account\n"
    assert await desk.admin("account", "show", "ann") == 0
    page = capsys.readouterr().out
    for part in ("rated games", ann.id, KEY, "192.0.2.7", "former names"):
        assert part in page
    assert await desk.admin("account", "show", "bod") == 1
    assert "nobody is called bod" in capsys.readouterr().err


async def test_who_was_not_here_for_long_is_found(desk: Desk, capsys: Out) -> None:
    (ann,) = people(desk.store, "ann")
    desk.time = ann.created + timedelta(days=40)
    for days, found in (("30", ["ann"]), ("50", [])):
        assert await desk.admin("--json", "account", "list", "--unseen", days) == 0
        assert [row["name"] for row in json.loads(capsys.readouterr().out)] == found
    desk.store.note_seen(ann.id, desk.time)
    assert await desk.admin("--json", "account", "list", "--unseen", "30") == 0
    assert json.loads(capsys.readouterr().out) == []


async def test_an_account_is_renamed_with_its_games_and_back_again(desk: Desk, capsys: Out) -> None:
    ann, bob = people(desk.store, "ann", "bob")
    keep(desk.store, duel("g1", ann, bob, ann, START))
    desk.seat(ann)
    assert await desk.admin("account", "rename", "ann", "anna", "--dry-run") == 0
    assert "1 stored games" in capsys.readouterr().out
    assert (desk.store.person_named("anna"), desk.told) == (None, [])
    assert await desk.admin("account", "rename", "ann", "anna", "--yes", "--reason", "asked") == 0
    game = desk.store.game("g1", "")
    assert game is not None
    assert game.names == ("anna", "bob")
    assert "player 0: anna\n" in game.record
    assert desk.told == [
        "The server's operators have given you the name anna. Please connect again."
    ]
    with pytest.raises(NameTaken):
        desk.store.register("ANN", "another key")
    assert desk.store.audit(1)[0].detail == {"name": "ann", "new": "anna", "days": 90}
    assert await desk.admin("account", "rename", "bob", "ann", "--yes") == 1
    assert "ann is held back until" in capsys.readouterr().err
    assert await desk.admin("account", "rename", "anna", "ann", "--yes") == 0
    game = desk.store.game("g1", "")
    assert game is not None
    assert game.names == ("ann", "bob")


async def test_a_game_that_began_under_the_old_name_is_stored_under_the_new_one(desk: Desk) -> None:
    ann, bob = people(desk.store, "ann", "bob")
    assert await desk.admin("account", "rename", "ann", "anna", "--yes") == 0
    keep(desk.store, duel("g1", ann, bob, ann, START))
    game = desk.store.game("g1", "")
    assert game is not None
    assert game.names == ("anna", "bob")
    assert "player 0: anna\n" in game.record


@pytest.mark.parametrize(
    ("new", "why"),
    [
        ("bob", "bob is taken"),
        ("B0B", "B0B is taken, or looks like bob"),
        ("a", "2 characters at least"),
        ("ann-bot", "reserved"),
        ("ann", "called so already"),
        ("rude", "the name rude is banned"),
    ],
)
async def test_a_name_that_will_not_do_is_refused(
    desk: Desk, new: str, why: str, capsys: Out
) -> None:
    people(desk.store, "ann", "bob")
    desk.store.ban(Ban("name", "rude", None, ""))
    assert desk.server.accounts is not None
    await desk.server.accounts.reread_bans()
    assert await desk.admin("account", "rename", "ann", new, "--yes") == 1
    assert why in capsys.readouterr().err
    assert desk.store.audit(9) == []


async def test_nobody_slips_out_of_a_ban_by_another_name(desk: Desk, capsys: Out) -> None:
    people(desk.store, "ann")
    desk.store.ban(Ban("name", "ann", None, ""))
    assert await desk.admin("account", "rename", "ann", "anna", "--yes") == 1
    assert "ann is banned: first `unban name ann`" in capsys.readouterr().err


async def test_everything_about_somebody_is_exported_and_that_is_noted(
    desk: Desk, capsys: Out
) -> None:
    ann, bob = people(desk.store, "ann", "bob")
    keep(desk.store, duel("g1", ann, bob, ann, START))
    assert await desk.admin("account", "export", "ann", "--dry-run") == 0
    assert "with 1 games" in capsys.readouterr().out
    assert desk.store.audit(9) == []
    assert await desk.admin("account", "export", "ann", "--reason", "by letter") == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["person"]["name"], len(data["games"])) == ("ann", 1)
    assert [row.action for row in desk.store.audit(9)] == ["account-export"]


async def test_an_account_is_deleted_for_somebody(desk: Desk, capsys: Out) -> None:
    ann, bob = people(desk.store, "ann", "bob")
    keep(desk.store, duel("g1", ann, bob, ann, START))
    desk.seat(ann)
    assert await desk.admin("account", "delete", "ann", "--dry-run") == 0
    assert desk.store.person(ann.id) is not None
    assert "1 games stay" in capsys.readouterr().out
    assert await desk.admin("account", "delete", "ann", "--yes") == 0
    assert desk.store.person(ann.id) is None
    game = desk.store.game("g1", "")
    assert game is not None
    assert game.names == ("someone", "bob")
    assert desk.told == ["The server's operators have deleted this account. Goodbye."]
    assert "ann" not in {*desk.store.audit(1)[0].detail.values()}


# two accounts of one person ----------------------------------------------------------------------


async def test_two_accounts_of_one_person_become_one(desk: Desk, capsys: Out) -> None:
    ann, bob, old = people(with_season(desk.store), "ann", "bob", "old-ann")
    for id, one in (("g1", ann), ("g2", old)):
        keep(desk.store, duel(id, one, bob, one, START + DAY))
    ratings = desk.store.ratings()
    desk.seat(old)
    assert await desk.admin("account", "merge", "old-ann", "ann", "--dry-run") == 0
    said = capsys.readouterr().out
    assert "1 games are told under the name ann" in said
    assert "standings and championships of everybody stay" in said
    assert desk.store.person(old.id) == old
    assert await desk.admin("account", "merge", "old-ann", "ann", "--yes") == 0
    assert desk.store.person(old.id) is None
    assert desk.store.person_of_key("key-old-ann") == ann
    game = desk.store.game("g2", "")
    assert game is not None
    assert game.names == ("ann", "bob")
    assert desk.store.ratings() == ratings
    assert rebuilt(desk.store) == []
    assert desk.told == ["This account has joined your other one. Connect again to be there."]
    with pytest.raises(NameTaken):
        desk.store.register("old-ann", "another key")


async def test_one_player_of_the_league_is_made_of_two(desk: Desk, capsys: Out) -> None:
    ann, bob, old, cat = people(with_season(desk.store), "ann", "bob", "old-ann", "cat")
    # a win of each account against bob are a match together; with each other they count for nobody
    for number, (one, other, won) in enumerate(
        [(ann, bob, ann), (old, bob, old), (ann, old, old), (ann, old, old), (old, cat, cat)]
    ):
        at = START + timedelta(hours=number)
        keep(desk.store, duel(f"g{number}", one, other, won, at))
    assert await desk.admin("account", "merge", "old-ann", "ann", "--league", "--dry-run") == 0
    said = capsys.readouterr().out
    assert "2 games of the two with each other are void" in said
    assert f"{CLUBS.id}: place 1 with 5 points, before: place" in said
    before = desk.store.ratings()
    assert await desk.admin("account", "merge", "old-ann", "ann", "--league", "--yes") == 0
    assert desk.store.ratings() != before
    live = {each.player: each.games for each in desk.store.ratings()}
    assert live == {ann.player: 3, bob.player: 2, cat.player: 1}
    assert rebuilt(desk.store) == []


async def test_a_place_in_a_championship_goes_over(desk: Desk) -> None:
    everybody = people(with_season(desk.store), "ann", "bob", "cat", "dan", "old-ann")
    ann, bob, cat, dan, old = everybody
    for number, (won, lost) in enumerate([(bob, cat), (cat, dan), (dan, old), (old, bob)]):
        for game in "xy":
            keep(desk.store, duel(f"g{number}{game}", won, lost, won, START + number * DAY))
    assert await desk.admin("season", "close", CLUBS.id, "--early", "--yes") == 0
    (drawn,) = desk.store.all_championships()
    report = ("championship", "report", CLUBS.id)
    names = {each.player: each.name for each in everybody}
    opponent = bracket(drawn).open_match(old.player)
    assert opponent is not None
    met = names[opponent.opponent(old.player)]
    assert await desk.admin(*report, "old-ann", met, "--score", "2-0", "--yes") == 0
    assert await desk.admin("account", "merge", "old-ann", "ann", "--league", "--yes") == 0
    (after,) = desk.store.all_championships()
    assert old.player not in after.entrants
    assert ann.player in after.entrants
    (match,) = [each for each in bracket(after).matches if each.winner]
    assert match.winner == ann.player
    assert rebuilt(desk.store) == []


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("ann", "ann"), "name two accounts"),
        (("ann", "nobody"), "nobody is called nobody"),
        (("bob", "ann"), "bob is banned: first `unban name bob`"),
    ],
)
async def test_accounts_that_cannot_be_merged(
    desk: Desk, words: tuple[str, str], why: str, capsys: Out
) -> None:
    people(desk.store, "ann", "bob")
    desk.store.ban(Ban("name", "bob", None, ""))
    assert await desk.admin("account", "merge", *words, "--yes") == 1
    assert why in capsys.readouterr().err


# the doors ---------------------------------------------------------------------------------------


@dataclass
class Knock:
    """A session at the door."""

    player: Player
    address: str = "192.0.2.9"
    door: str = "HOST"
    remembered: bool = False
    account: PlayerAccount | None = None
    words: tuple[str, ...] = ()
    said: list[str] = field(default_factory=list)

    def say(self, text: str, error: bool = True) -> None:
        """Note what is written."""
        self.said.append(text)


async def _knock(desk: Desk, player: Player) -> str:
    """Try to come in; return why not, or nothing."""
    context = ServerContext(desk.server.matchmaker, desk.server.accounts)
    try:
        lobby = await arrive(cast(Session, Knock(player)), context)
    except Banned as banned:
        return str(banned)
    desk.server.matchmaker.lost(lobby)
    return ""


async def _verb(desk: Desk, key: str, *words: str) -> str:
    """Type a verb of ssh; return what it answers."""
    context = ServerContext(desk.server.matchmaker, desk.server.accounts)
    knock = Knock(Player("player", key), words=words)
    await text_verbs(context)[words[0]](cast(Session, knock))
    return "\n".join(knock.said)


NEW, GUEST = Player("new", "SHA256:new"), Player("guest-otter", "guest:x", guest=True)


async def test_nobody_new_comes_in_while_the_doors_are_closed(desk: Desk, capsys: Out) -> None:
    people(desk.store, "ann")
    ann = Player("ann", "key-ann")
    assert await desk.admin("door", "close", "--dry-run") == 0
    assert await _knock(desk, NEW) == ""
    assert await desk.admin("door", "close", "--why", "We are full.", "--yes") == 0
    assert "closed to whoever is new; no guests (We are full.)" in capsys.readouterr().out
    assert await _knock(desk, ann) == ""
    for player in (NEW, GUEST):
        assert await _knock(desk, player) == "Nobody new comes in here for now: We are full."
    assert await desk.admin("door", "close", "--guests", "--yes") == 0
    assert (await _knock(desk, GUEST), bool(await _knock(desk, NEW))) == ("", True)
    assert await desk.admin("door", "open", "--yes") == 0
    assert (await _knock(desk, GUEST), await _knock(desk, NEW)) == ("", "")
    assert await desk.admin("door", "open", "--yes") == 1


async def test_who_sits_at_the_name_screen_as_the_doors_close_gets_no_account(desk: Desk) -> None:
    assert desk.server.accounts is not None
    account = await find_account(desk.server.accounts, NEW)
    assert await desk.admin("door", "close", "--yes") == 0
    with pytest.raises(LobbyError) as refused:
        await account.choose_name("newt")
    assert refused.value.reason == "doors-closed"


async def test_an_invitation_lets_in_as_many_as_it_says(desk: Desk, capsys: Out) -> None:
    assert await desk.admin("door", "invite", "--yes") == 0
    assert await _knock(desk, NEW) == (
        "You need an invitation to come in here. With a code: ssh HOST enter CODE"
    )
    assert await desk.admin("invitation", "new", "--for", "Zoe", "--dry-run") == 0
    assert "would make a code for 1 person, good for 14 days" in capsys.readouterr().out
    assert desk.store.invitations() == []
    desk.server.matchmaker.services.link = "https://example.org/cuttle"
    assert await desk.admin("invitation", "new", "--for", "Zoe") == 0
    line, link = capsys.readouterr().out.splitlines()
    code = line.split()[-1]
    assert link == f"https://example.org/cuttle/enter/{code}"
    assert "Welcome" not in await _verb(desk, "SHA256:new", "enter", "ZZZZZZZZ")
    assert "Welcome" in await _verb(desk, "SHA256:new", "enter", code.lower())
    assert await _knock(desk, NEW) == ""
    assert "Welcome" not in await _verb(desk, "SHA256:other", "enter", code)
    assert await _knock(desk, Player("other", "SHA256:other")) != ""
    assert await desk.admin("invitation", "new", "--uses", "3") == 0
    code = capsys.readouterr().out.split("/")[-1].strip()
    assert await desk.admin("invitation", "withdraw", code, "--dry-run") == 0
    assert await desk.admin("invitation", "withdraw", code) == 0
    assert await desk.admin("invitation", "withdraw", code) == 1
    assert "Welcome" not in await _verb(desk, "SHA256:other", "enter", code)
    assert await desk.admin("door", "show") == 0
    assert "invited" in capsys.readouterr().out


async def test_another_key_of_an_account_is_linked_at_a_closed_door(desk: Desk) -> None:
    (ann,) = people(desk.store, "ann")
    assert desk.server.accounts is not None
    assert await desk.admin("door", "close", "--yes") == 0
    code = desk.server.accounts.link_code(ann.id)
    assert "belongs to your account" in await _verb(desk, "SHA256:laptop", "enter", code)
    assert await _knock(desk, Player("x", "SHA256:laptop")) == ""


async def test_members_invite_if_the_operator_allows_it(desk: Desk) -> None:
    people(desk.store, "ann")
    assert await desk.admin("door", "invite", "--yes") == 0
    assert "ask the server's operators" in await _verb(desk, "key-ann", "invite")
    assert await desk.admin("door", "invite", "--members", "1", "--yes") == 0
    code = (await _verb(desk, "key-ann", "invite")).split()[-1]
    assert "are not used yet" in await _verb(desk, "key-ann", "invite")
    assert "Welcome" in await _verb(desk, "SHA256:new", "enter", code)
    assert "This invites one person" in await _verb(desk, "key-ann", "invite")
    assert [each.by for each in desk.store.invitations()] == ["ann"]


# reports -----------------------------------------------------------------------------------------


async def test_a_report_waits_until_an_operator_has_settled_it(desk: Desk, capsys: Out) -> None:
    ann, bob = people(desk.store, "ann", "bob")
    for by, text in ((bob.id, "rude"), ("guest-otter", "ruder")):
        desk.store.report(Report(by, ann.id, "oak", text, START))
    assert await desk.admin("--json", "reports") == 0
    assert [(row["number"], row["by"]) for row in json.loads(capsys.readouterr().out)] == [
        (2, "guest-otter"),
        (1, "bob"),
    ]
    assert await desk.admin("report", "show", "1") == 0
    page = capsys.readouterr().out
    assert all(part in page for part in ("ann", "rude", "other reports       2"))
    assert await desk.admin("report", "settle", "1", "--yes") == 1
    assert "say what was decided" in capsys.readouterr().err
    settle = ("report", "settle", "1", "--reason", "Warned.")
    assert await desk.admin(*settle, "--dry-run") == 0
    assert len(desk.store.filed_reports(False, 9)) == 2
    assert await desk.admin(*settle, "--yes") == 0
    assert await desk.admin(*settle, "--yes") == 1
    assert [each.number for each in desk.store.filed_reports(False, 9)] == [2]
    capsys.readouterr()
    assert await desk.admin("reports", "--all") == 0
    assert "Warned." in capsys.readouterr().out
    assert await desk.admin("report", "reopen", "1", "--yes") == 0
    assert len(desk.store.filed_reports(False, 9)) == 2
    assert await desk.admin("report", "show", "9") == 1
