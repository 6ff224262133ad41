"""What is larger than the broker takes arrives in parts, whole and in order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Final

import pytest
from hypothesis import given, strategies as st

from server.cluster.bus import NatsBus, NoAnswer
from server.cluster.codec import Plain
from server.cluster.connecting import Incoming, Outgoing, Part, cut
from server.cluster.options import ClusterOptions
from tests.cluster.processes import a_broker

_SMALL: Final = "max_payload: 4KB"
_LISTS: Final = {"tables": {f"table-{number}": "x" * 100 for number in range(1000)}}


class _Ear:
    """Notes what arrives, and answers with what it was given."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, str, Plain]] = []
        self.answers: Plain = None
        self.news = asyncio.Event()

    async def answer(self, sender: str, what: str, body: Mapping[str, Plain]) -> Plain:
        self.heard.append((sender, what, body))
        return body if what == "echo" else self.answers

    def hear(self, sender: str, what: str, body: Mapping[str, Plain]) -> None:
        self.heard.append((sender, what, body))
        self.news.set()

    async def until(self, number: int) -> None:
        async with asyncio.timeout(60):
            while len(self.heard) < number:
                self.news.clear()
                await self.news.wait()

    def disconnected(self) -> None:
        pass

    def reconnected(self) -> None:
        pass


@asynccontextmanager
async def _two() -> AsyncIterator[tuple[NatsBus, NatsBus, _Ear]]:
    """Connect two nodes by a broker that takes little; give both, and the ear of the other."""
    with a_broker(_SMALL) as url:
        ear = _Ear()
        one, other = NatsBus("one", _Ear()), NatsBus("other", ear)
        for bus in (one, other):
            await bus.open(ClusterOptions("here", (url,)))
        try:
            yield one, other, ear
        finally:
            for bus in (one, other):
                await bus.close()


@pytest.mark.slow
async def test_large_answers_questions_and_news_arrive_whole() -> None:
    async with _two() as (one, _, ear):
        ear.answers = _LISTS
        assert await one.ask("other", "lists", {}) == _LISTS
        assert await one.ask("other", "echo", _LISTS) == _LISTS
        ear.heard.clear()
        one.tell("other", "first", {"n": 1})
        one.tell("other", "large", _LISTS)
        one.tell_all("all", _LISTS)
        one.tell("other", "last", {"n": 2})
        await ear.until(4)
        told = [each for each in ear.heard if each[1] != "all"]
        assert told == [
            ("one", "first", {"n": 1}),
            ("one", "large", _LISTS),
            ("one", "last", {"n": 2}),
        ]
        assert ("one", "all", _LISTS) in ear.heard


@pytest.mark.slow
async def test_several_large_answers_are_fetched_at_a_time() -> None:
    async with _two() as (one, _, ear):
        ear.answers = _LISTS
        found = await asyncio.gather(*(one.ask("other", "lists", {}) for _ in range(5)))
        assert found == [_LISTS] * 5


@pytest.mark.slow
async def test_an_answer_that_cannot_be_sent_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("server.cluster.bus.WAIT", 1.0)
    async with _two() as (one, other, ear):
        ear.answers = _LISTS
        monkeypatch.setattr(type(other), "_most", 10**9)
        caplog.set_level(logging.WARNING, "server.cluster.bus")
        with pytest.raises(NoAnswer):
            await one.ask("other", "lists", {})
    (record,) = [each for each in caplog.records if "answer to" in each.getMessage()]
    assert "'lists'" in record.getMessage()


@given(st.binary(min_size=1, max_size=5000), st.integers(1025, 1500))
def test_a_message_is_put_together_from_its_parts(data: bytes, most: int) -> None:
    incoming = Incoming()
    *before, last = cut(data, 7, most)
    assert [incoming.add("one", part) for part in before] == [None] * len(before)
    assert incoming.add("one", last) == data


def test_a_message_with_a_part_missing_is_dropped() -> None:
    incoming = Incoming()
    first, _, third, *_ = cut(b"x" * 40, 1, 1034)
    assert incoming.add("one", first) is None
    assert incoming.add("one", third) is None
    assert incoming.add("one", Part(2, 0, 10**12, b"x")) is None
    (again,) = cut(b"y", 1, 2000)
    assert incoming.add("one", again) == b"y"


def test_not_more_than_so_many_are_held() -> None:
    incoming, outgoing = Incoming(), Outgoing()
    for number in range(1000):
        incoming.add("one", Part(number, 0, 10, b"x"))
        outgoing.hold(b"x" * 900, 1500)
    assert incoming.add("one", Part(0, 1, 10, b"x" * 9)) is None
    assert outgoing.more(0) is None
    assert outgoing.more(999) is not None
    assert outgoing.more(999) is None
    with pytest.raises(KeyError):
        incoming.take("one", 3)


@pytest.mark.slow
async def test_a_question_waits_for_what_was_told_before_it_and_for_nothing_later() -> None:
    async with _two() as (one, _, ear):
        ear.answers = 1
        ends = asyncio.Event()

        async def chatter() -> None:
            while not ends.is_set():
                for _ in range(20):
                    one.tell("other", "more", {})
                await asyncio.sleep(0)

        one.tell("other", "before", {})
        talking = asyncio.create_task(chatter())
        assert await one.ask("other", "lists", {}) == 1
        assert ear.heard[0][1] == "before"
        ends.set()
        await talking
