"""People at several nodes play one game, whatever happens to the nodes."""

from __future__ import annotations

import asyncio
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cluster.players import PATIENCE, OpenSSH, players
from tests.cluster.processes import Node, nodes
from tests.whole import takes_longer

pytestmark = [
    pytest.mark.slow,
    takes_longer,
    pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh client here"),
]


@pytest.fixture(scope="module")
def started() -> Iterator[list[Node]]:
    """Run three nodes."""
    with nodes(3) as running:
        yield running


@pytest.fixture
def doors(started: list[Node]) -> list[Node]:
    """Give three nodes that run, whatever the test before has done to them."""
    for node in started:
        if not node.running:
            node.start()
    return started


async def table_of_three(host: OpenSSH, *others: OpenSSH) -> None:
    """Let the host open a table, the others sit down there, and the host leave it."""
    code = (await host.say("open standard", r"join ([A-Z2-9]{4})")).group(1)
    await others[0].say(f"join {code}", "Waiting for")
    await host.until(r"ann-\w+ is ready")
    await host.say("leave", "in the lobby")
    await others[0].until("has left: you are the host now")
    others[1].type(f"join {code}")
    for person in others:
        await person.until("Your hand")


async def play_on(*people: OpenSSH, actions: int = 400) -> int:
    """Let people play until the game is over, or so often; return how often they did."""
    played = 0
    async with asyncio.timeout(PATIENCE * 2):
        while played < actions and not all(person.over for person in people):
            answered = sum(person.play() for person in people)
            played += answered
            if not answered:
                await asyncio.sleep(0.01)
    return played


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, None])
async def test_two_at_two_nodes_play_a_game_at_a_third_which_ends_in_the_middle(
    doors: list[Node], tmp_path: Path, end: signal.Signals | None
) -> None:
    name = "none" if end is None else end.name[3:].lower()
    named = [(door, f"{who}-{name}") for door, who in zip(doors, ("ann", "bob", "cy"), strict=True)]
    async with players(tmp_path, *named) as (ann, bob, cy):
        await table_of_three(cy, ann, bob)
        await play_on(ann, bob, actions=4)
        if end is not None:
            doors[2].signal(end)
            assert doors[2].process is not None
            await asyncio.to_thread(doors[2].process.wait, PATIENCE)
        await play_on(ann, bob)
        for person in (ann, bob):
            assert not person.gone, person.text
            assert person.over, person.text
    assert not any("Traceback" in door.said for door in doors)
