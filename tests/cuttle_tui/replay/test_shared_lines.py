"""Lines and links to a game: whole wherever they are shown or copied, and closed by one key."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.front.lobby import LobbyScreen
from cuttle_tui.kit.pasted import room_code
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.ports import GameLine, Source
from cuttle_tui.tty.output import Copied
from tests.cuttle_tui.gallery.scene import EVERY, Size
from tests.cuttle_tui.gallery.staged import settled
from tests.cuttle_tui.games import record_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import GAMES, FakeGuest, FakeLobby, online
from tests.cuttle_tui.plain_talk import talk
from tests.cuttle_tui.playing.test_at_the_end import over

pytestmark = pytest.mark.slow

GAME = "gmmxmedsab"
LINK = "https://cuttle.example"
DOORS = ("-p 2222 HOST", "-p 2222 cuttle.university.example.org")


def copying(app: CuttleApp, monkeypatch: pytest.MonkeyPatch, copied: Copied = "sent") -> list[str]:
    """Note what is sent to the clipboard, and say what became of it."""
    texts: list[str] = []

    def copy(text: str) -> Copied:
        texts.append(text)
        return copied

    monkeypatch.setattr(app._clipboard_out, "copy", copy)
    return texts


def shown(app: CuttleApp) -> str:
    """Return the words on the screen left of the log, whatever row they stand in."""
    assert isinstance(app.screen, ZoneScreen)
    plan = app.screen.plan(*app.size)
    assert plan is not None
    return " ".join(" ".join(row[: plan.stop] for row in grid(app)).split())


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("size", EVERY, ids=str)
async def test_a_line_to_copy_stands_whole_on_every_screen(
    size: Size, door: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = online(door=door)
    app = CuttleApp(lobby, record=record_after(), source=Source(game=GAME))
    async with app.run_test(size=size) as pilot:
        await pilot.press("s")
        await settled(pilot)
        assert f"ssh -t {door} replay {GAME}" in shown(app)
        assert "~" not in shown(app)
        for copied in get_args(Copied):
            texts = copying(app, monkeypatch, copied)
            for key, what, suffix in (("p", "picture", "svg"), ("r", "cast", "cast")):
                await pilot.press(key)
                await settled(pilot)
                line = f"ssh {door} {what} {GAME} > {GAME}.{suffix}"
                assert texts[-1] == line
                assert line in shown(app)


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("size", EVERY, ids=str)
async def test_a_line_at_the_end_of_a_game_stands_whole(
    size: Size, door: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = CuttleApp(online(door=door), chair=over(game=GAME))
    texts = copying(app, monkeypatch)
    picture = f"ssh {door} picture {GAME} > {GAME}.svg"
    check = f"ssh {door} record {GAME} > g; cuttle verify g"
    async with app.run_test(size=size) as pilot:
        for key, line in (("p", picture), ("c", check)):
            await pilot.press(key)
            await settled(pilot)
            assert line in shown(app)
            assert texts[-1] == line


# closing the link ------------------------------------------------------------------------------


def friends(**links: str) -> FakeLobby:
    """Open a lobby with a game between friends."""
    line = replace(GAMES[0], id=GAME, link="open")
    return online(
        link=LINK, finished=(line,), records={GAME: record_after()}, links={GAME: "open", **links}
    )


async def test_a_key_closes_the_link_at_the_end_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    lobby = friends()
    app = CuttleApp(lobby, chair=over(game=GAME, by_code=True))
    texts = copying(app, monkeypatch)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("y")
        await settled(pilot)
        assert texts[-1].endswith(f"\n{LINK}/game/{GAME}")
        assert "copied with its link; x closes it" in shown(app)
        await pilot.press("x")
        await settled(pilot)
        assert lobby.links == {GAME: "closed"}
        assert "the link is closed: only its players can see this game now" in shown(app)
        await pilot.press("y")
        await settled(pilot)
        assert LINK not in texts[-1]
        assert "copied without its link" in shown(app)


NO_KEY = "without a key ssh does not know you as its player"


@pytest.mark.parametrize("guest", [None, FakeGuest()])
async def test_no_line_is_offered_that_would_be_refused(
    guest: FakeGuest | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once the link is closed, ssh knows only players with a key."""
    lobby = friends()
    lobby.guest = guest
    app = CuttleApp(lobby, chair=over(game=GAME, by_code=True))
    texts = copying(app, monkeypatch)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        await settled(pilot)
        assert texts[-1] == f"ssh -p 2222 HOST picture {GAME} > {GAME}.svg"
        await pilot.press("x")
        await settled(pilot)
        texts.clear()
        await pilot.press("p")
        await settled(pilot)
        assert (NO_KEY in shown(app)) is (guest is not None)
        await pilot.press("c")
        await settled(pilot)
        assert "fair" in shown(app)
        assert bool(texts) is (guest is None)


async def test_a_guest_without_a_key_is_offered_no_recording_of_a_closed_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lobby = friends()
    lobby.guest = FakeGuest()
    lobby.links[GAME] = "closed"
    app = CuttleApp(lobby, record=record_after(), source=Source(game=GAME))
    texts = copying(app, monkeypatch)
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ("s", "r"):
            await pilot.press(key)
            await settled(pilot)
            assert f"replay {GAME}" not in shown(app)
        assert NO_KEY in shown(app)
    assert not texts


async def test_plain_mode_offers_a_guest_without_a_key_no_line_to_a_closed_game() -> None:
    lobby = friends()
    lobby.guest = FakeGuest()
    async with talk(lobby) as one:
        assert f"picture {GAME} >" in " ".join(await one.type(f"picture {GAME}"))
        await one.type(f"close {GAME}")
        for what in ("picture", "cast", "check"):
            told = " ".join(await one.type(f"{what} {GAME}"))
            assert "ssh" not in told.replace(NO_KEY, "")


async def test_a_game_at_a_public_table_has_no_link_to_close() -> None:
    lobby = friends()
    app = CuttleApp(lobby, chair=over(game=GAME))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x")
        await settled(pilot)
    assert lobby.links == {GAME: "open"}


async def test_a_key_closes_the_link_where_a_replay_is_shared() -> None:
    lobby = friends()
    app = CuttleApp(lobby, record=record_after(), source=Source(game=GAME))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s")
        await settled(pilot)
        assert "x close the link" in shown(app)
        await pilot.press("x")
        await settled(pilot)
        assert lobby.links == {GAME: "closed"}
        await pilot.press("s")
        await settled(pilot)
        assert "x close the link" not in shown(app)
        assert "its link is closed: only its players can see this game" in shown(app)


async def test_a_key_closes_the_link_in_the_list_of_finished_games() -> None:
    lobby = friends()
    app = CuttleApp(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "left")
        await settled(pilot)
        assert isinstance(app.screen, LobbyScreen)
        assert "x close the link" in shown(app)
        lobby.finished = (replace(lobby.finished[0], link="closed"),)
        await pilot.press("x")
        await settled(pilot)
        assert lobby.links == {GAME: "closed"}
        assert "for its players alone" in shown(app) or "the link is closed" in shown(app)
        assert "x close the link" not in shown(app)


def test_a_listed_game_is_public_unless_it_says_otherwise() -> None:
    assert GameLine("g", (), (), "standard", "", False).link == "public"


# in plain mode ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", ["ssh -t -p 2222 HOST join HRGH", "join https://club.example/join/HRGH", "join hr gh"]
)
async def test_a_line_that_a_friend_has_sent_leads_in_from_plain_mode(line: str) -> None:
    lobby = online(chairs=(over(),))
    async with talk(lobby) as one:
        await one.type(line)
    asked = [what for what in lobby.asked if what.startswith("join ")]
    assert [room_code(what.removeprefix("join ")) for what in asked] == ["HRGH"]


async def test_plain_mode_closes_the_link_to_a_game() -> None:
    lobby = friends()
    async with talk(lobby) as one:
        assert LINK in " ".join(await one.type(f"result {GAME}"))
        assert "The link is closed" in " ".join(await one.type(f"close {GAME}"))
        assert lobby.links == {GAME: "closed"}
        assert LINK not in " ".join(await one.type(f"result {GAME}"))
