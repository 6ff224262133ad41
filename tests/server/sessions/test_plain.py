"""Plain mode over real ssh: with and without a terminal, against a player in the full app."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest

from cuttle_tui.i18n.translation import Message
from server.people.accounts import Player
from server.serve import Server
from tests.server.databases import new_database
from tests.server.emulator import PATIENCE, Terminal, connect, open_terminal
from tests.server.eventful import act
from tests.server.rawssh import until
from tests.server.seats import seat_two, view_of
from tests.server.sshclient import needs_ssh, ssh
from tests.whole import takes_longer

pytestmark = pytest.mark.slow

QUESTION = r"^Type (?:1|(?:a number|(\d+) numbers) from 1 to (\d+))\.$"


@pytest.fixture
async def cuttle(tmp_path: Path) -> AsyncIterator[Server]:
    """Run a server with the real app and a store."""
    database = new_database(tmp_path / "cuttle.db")
    async with Server(tmp_path, database=database, pace=0.0) as running:
        yield running


@pytest.fixture
async def storeless(tmp_path: Path) -> AsyncIterator[Server]:
    """Run a server that keeps nothing, so that a key needs no name."""
    async with Server(tmp_path, pace=0.0) as running:
        yield running


class Script:
    """A script at the far end of a pipe: reads lines, writes lines."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._read = 0

    @property
    def lines(self) -> list[str]:
        """All whole lines so far."""
        return self._terminal.raw.decode().split("\n")[:-1]

    async def until(self, pattern: str) -> str:
        """Read on to a line that a pattern matches."""
        found: list[str] = []

        def look(_screen: str) -> bool:
            lines = self.lines[self._read :]
            self._read += len(lines)
            for place, line in enumerate(lines):
                if re.search(pattern, line):
                    found.append(line)
                    self._read -= len(lines) - place - 1
                    return True
            return False

        await self._terminal.until(look)
        return found[0]

    def send(self, line: str) -> None:
        """Write a line."""
        self._terminal.send(line + "\n")


def answer(question: str, salt: int) -> str:
    """Choose something by the last line of a question."""
    match = re.search(QUESTION, question)
    assert match is not None
    pick, count = int(match[1] or 1), int(match[2] or 1)
    return " ".join(str(1 + (salt * 7 + step) % count) for step in range(pick))


@takes_longer
@pytest.mark.one_node  # finds the table among those of the node
async def test_a_script_without_a_terminal_plays_a_player_in_the_app(
    storeless: Server, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    async with (
        connect(storeless.port, ann_key, user="ann") as ann,
        connect(storeless.port, bob_key, user="bob") as bob,
    ):
        app = await open_terminal(ann, size=(80, 24))
        await app.until("ann")
        pipe = await open_terminal(bob, "plain", term=None)
        script = Script(pipe)
        script.send("quick")
        await script.until("wait for a quick match|aiting for ")
        app.send("m")
        await app.until("deck")
        locations = storeless.matchmaker.locations
        rooms = [locations.sitting(one) for one in locations]
        chairs = [room.table.chair(seat) for seat, room in enumerate(rooms[:2]) if room]
        bobs = next(seat for seat, one in enumerate(chairs[0].state().sitters) if one.name == "bob")
        while asked := view_of(chairs[0]).asked:
            seat, ply = asked[0], view_of(chairs[0]).ply
            if seat == bobs:
                script.send(answer(await script.until(QUESTION), ply))
                await app.until(lambda _, ply=ply: view_of(chairs[0]).ply > ply)  # type: ignore[misc]
            else:
                await act(app, chairs[seat], set())
        await script.until("The game is over")
        script.send("quit")
        assert await pipe.until_closed() == 0
        assert b"\x1b" not in pipe.raw
        assert b"\r" not in pipe.raw
        assert not pipe.errors


async def test_a_conversation_in_a_pipe_ends_with_its_input(cuttle: Server) -> None:
    async with connect(cuttle.port) as connection:
        pipe = await open_terminal(connection, "plain rules standard", term=None)
        # the computer may begin with a four, which takes two numbers; otherwise they are refused
        pipe.send("computer\nwait\n1 2\nwait\n1\nwait\ntable\nwho\n")
        pipe.channel.write_eof()
        assert await pipe.until_closed() == 0
        text = pipe.raw.decode()
        assert "Type a number from 1 to " in text
        assert re.search("^You (drew|let it happen)", text, re.MULTILINE)
        assert "guest-" in text
        assert "> " not in text
        assert b"\x1b" not in pipe.raw
        held = cuttle.matchmaker.rooms
        assert [room.table.running for room in held] == [True]


async def test_a_seat_is_held_for_a_player_who_comes_back(
    storeless: Server, bob_key: asyncssh.SSHKey
) -> None:
    async with connect(storeless.port, bob_key, user="bob") as bob:
        pipe = await open_terminal(bob, "plain computer", term=None)
        await Script(pipe).until(QUESTION)
    async with connect(storeless.port, bob_key, user="bob") as bob:
        pipe = await open_terminal(bob, "plain", term=None)
        await Script(pipe).until(QUESTION)
        app = await open_terminal(bob, size=(80, 24))
        await app.until("deck")


async def test_a_terminal_gets_an_echo_a_prompt_and_line_editing(
    storeless: Server, bob_key: asyncssh.SSHKey
) -> None:
    async with connect(storeless.port, bob_key, user="bob") as bob:
        terminal = await open_terminal(bob, "plain", size=(80, 24))
        await terminal.until("\n>")
        terminal.send("whx\x7fo\x1b[D\x1b[A\x1bOP\r")
        await terminal.until("> who\nbob (you): in the lobby\n>")
        terminal.send("nonsense all of it\x15rulez\bs\x17who\r")
        answer = "> who\nbob (you): in the lobby\n"
        await terminal.until(lambda text: text.count(answer) == 2)
        terminal.channel.change_terminal_size(40, 10)
        terminal.send("half a li")
        await terminal.until("> half a li")
        storeless.announce("hear, hear")
        await terminal.until("> half a li\nNews: hear, hear.\n> half a li")
        terminal.send("\x04\x03")
        await terminal.until("> half a li^C\n>")
        terminal.send("\x03")
        await terminal.until("Type quit to leave")
        terminal.send("\x04")
        assert await terminal.until_closed() == 0
        assert b"\x1b" not in terminal.raw
        assert b"\x07" not in terminal.raw


async def test_control_and_c_twice_leaves(storeless: Server) -> None:
    async with connect(storeless.port) as connection:
        terminal = await open_terminal(connection, "plain")
        await terminal.until("\n>")
        terminal.send("\x03\x03")
        assert await terminal.until_closed() == 0


async def test_cards_and_names_come_out_in_ascii_where_the_terminal_wants_that(
    storeless: Server,
) -> None:
    async with connect(storeless.port) as connection:
        pipe = await open_terminal(connection, "plain", term=None, env={"LANG": "C"})
        pipe.send("wörter\ncomputer\nwait\nquit\nyes\n")
        assert await pipe.until_closed() == 0
        assert pipe.raw.isascii()


@pytest.mark.parametrize(
    ("locale", "told"),
    [("fr_FR.UTF-8", "Rien n'a été"), ("fr_FR", "Rien n'a ete"), ("C", "Nothing was")],
)
async def test_lines_are_in_the_language_of_the_session(
    storeless: Server, locale: str, told: str
) -> None:
    async with connect(storeless.port) as connection:
        pipe = await open_terminal(connection, "plain", term=None, env={"LANG": locale})
        pipe.send("computer\nquit\nno\nquit\nyes\n")
        assert await pipe.until_closed() == 0
        assert told in pipe.raw.decode()


async def test_a_chosen_language_is_kept_with_the_account(
    cuttle: Server, ann_key: asyncssh.SSHKey
) -> None:
    async with connect(cuttle.port, ann_key, user="ann") as ann:
        pipe = await open_terminal(ann, "plain name ann", term=None)
        pipe.send("language fr\nquit\n")
        assert await pipe.until_closed() == 0
        assert pipe.raw.decode().endswith("Au revoir.\n")
    async with connect(cuttle.port, ann_key, user="ann") as ann:
        pipe = await open_terminal(ann, "plain quit", term=None, env={"LANG": "en_GB"})
        assert await pipe.until_closed() == 0
        assert "Tu es ann." in pipe.raw.decode()
        assert pipe.raw.isascii()


async def test_a_new_key_chooses_its_name_in_lines(
    cuttle: Server, ann_key: asyncssh.SSHKey
) -> None:
    async with connect(cuttle.port, ann_key, user="ann") as ann:
        pipe = await open_terminal(ann, "plain", term=None)
        script = Script(pipe)
        await script.until("For example: name ann")
        script.send("quick")
        await script.until("Choose a name first")
        script.send("name a")
        await script.until("at least two letters")
        script.send("name ann")
        await script.until("You are ann.")
        script.send("computer")
        await script.until(QUESTION)
        script.send("say <b>\x1b[31mred\x1b[0m")
        await script.until("characters that cannot be read. Nothing was done.")
        script.send("say <b>red</b>")
        await script.until("Free text is off")
        assert [one.name for one in cuttle.matchmaker.person_lines("")] == ["ann"]


async def test_a_table_is_opened_and_joined_in_lines(cuttle: Server) -> None:
    async with connect(cuttle.port) as first, connect(cuttle.port) as second:
        host, guest = (
            await open_terminal(first, "plain open", term=None),
            await open_terminal(second, "plain", term=None),
        )
        ours, theirs = Script(host), Script(guest)
        code = (await ours.until("Room code ")).split()[2].strip(".,")
        await ours.until("Tell a friend: ssh ")
        theirs.send(f"join {code}")
        await ours.until("sat down")
        ours.send("ready")
        for script in (ours, theirs):
            await script.until("first")
            await script.until("Your hand, ")
        ours.send("say good luck")
        await theirs.until("^guest-.*: good luck")
        ours.send("concede")
        ours.send("yes")
        await theirs.until("The game is over")
        theirs.send("ready")
        await ours.until("guest-.* is ready")
        ours.send("ready")
        await theirs.until("first")
        assert "Traceback" not in host.raw.decode() + guest.raw.decode()


async def test_a_game_waits_in_lines_for_a_player_who_is_away(cuttle: Server) -> None:
    async with connect(cuttle.port) as first:
        ours = Script(await open_terminal(first, "plain open", term=None))
        code = (await ours.until("Room code ")).split()[2].strip(".,")
        async with connect(cuttle.port) as second:
            theirs = Script(await open_terminal(second, "plain", term=None))
            theirs.send(f"join {code}")
            await ours.until("guest-.* sat down")
            told = next(line for line in theirs.lines if "you are cut off" in line)
            resume = told.partition("join ")[2][:8]
        await ours.until("^guest-.* is away: the seat is held")
        ours.send("ready")
        await ours.until("is away: the game waits until guest-.* is back")
        async with connect(cuttle.port) as third:
            theirs = Script(await open_terminal(third, f"plain join {resume}", term=None))
            for script in (ours, theirs):
                await script.until("Your hand, ")


async def test_a_watcher_is_told_and_no_hand_with_it(cuttle: Server) -> None:
    chairs = await seat_two(cuttle.matchmaker, Player("ann", "ann"), Player("bob", "bob"))
    await until(lambda: cuttle.matchmaker.table_lines("")[0].running)
    (line,) = cuttle.matchmaker.table_lines("")
    async with connect(cuttle.port) as connection:
        pipe = await open_terminal(connection, f"plain watch {line.title}", term=None)
        script = Script(pipe)
        await script.until("You are watching; type leave to stop")
        seat = view_of(chairs[0]).asked[0]
        view = view_of(chairs[seat])
        chairs[seat].submit(next(a for a in view.legal if str(a) == "draw"), view.ply)
        await script.until(f"{('ann', 'bob')[seat]} drew a card")
        script.send("hand")
        await script.until("You are watching")
        script.send("1")
        await script.until("Nothing to decide right now")
        script.send("leave")
        await script.until("You are in the lobby")


async def test_a_flood_of_lines_is_answered_bit_by_bit_and_costs_no_memory(
    storeless: Server,
) -> None:
    async with connect(storeless.port) as connection:
        pipe = await open_terminal(connection, "plain", term=None)
        pipe.send("x" * 100_000 + "\n")
        await Script(pipe).until("That line is too long")
        pipe.send("who\n" * 20_000)
        script = Script(pipe)
        for _ in range(20):
            await script.until("guest-.* in the lobby")
        async with connect(storeless.port) as other:
            another = await open_terminal(other, "plain who", term=None)
            await Script(another).until("in the lobby")
        assert pipe.raw.count(b"\n") < 2000


async def test_a_game_left_before_the_own_first_move_is_called_off(storeless: Server) -> None:
    async with connect(storeless.port) as connection:
        script = Script(await open_terminal(connection, "plain", term=None))
        script.send("computer")
        await script.until("The computer plays at level beginner")
        script.send("leave")
        await script.until("The game ended without a result")


async def test_a_lost_connection_ends_even_a_script_that_waits(
    storeless: Server, bob_key: asyncssh.SSHKey
) -> None:
    presence = storeless.matchmaker.presence
    async with connect(storeless.port, bob_key, user="bob") as bob:
        pipe = await open_terminal(bob, "plain", term=None)
        script = Script(pipe)
        script.send("quick")
        await script.until("aiting for ")
        script.send("wait 3600")
    async with asyncio.timeout(PATIENCE):
        while [*presence]:
            await asyncio.sleep(0)


async def test_a_player_who_is_sent_away_reads_why(storeless: Server) -> None:
    async with connect(storeless.port) as connection:
        terminal = await open_terminal(connection, "plain")
        await terminal.until("\n>")
        identity = next(iter(storeless.matchmaker.presence))
        storeless.matchmaker.disconnect(identity, Message("Be kind next time."))
        assert await terminal.until_closed() == 0
        assert b"Be kind next time.\r\n" in terminal.raw


@needs_ssh
async def test_the_usual_client_without_a_terminal(storeless: Server) -> None:
    typed = b"computer\nwait\nactions\nquit\nyes\n"
    status, out, err = await ssh(storeless, "-T", "127.0.0.1", "plain", stdin=typed)
    assert (status, err) == (0, "")
    assert "Goodbye.\nYour seat is held. To come back, type: ssh -t -p " in out
    assert re.search(r" plain join [A-Z2-9]{8}\n$", out)
    assert re.search(QUESTION, out, re.MULTILINE)


@needs_ssh
async def test_the_usual_client_with_a_terminal(storeless: Server) -> None:
    status, out, _ = await ssh(storeless, "-tt", "127.0.0.1", "plain", stdin=b"who\nquit\n")
    assert status == 0
    assert "who\r\n" in out
    assert "(you): in the lobby\r\n" in out
    assert out.endswith("Goodbye.\r\n")
    assert "\x1b" not in out
