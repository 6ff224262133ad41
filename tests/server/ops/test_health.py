"""What is wrong with the server, and since when."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from itertools import count

import pytest

from server.ops.health import NO_ANSWER, PARTS, Health, Part, Probe
from server.ops.prometheus import PrometheusMetrics
from server.store.values import StoreError


def test_a_part_says_what_is_wrong_and_since_when() -> None:
    clock = iter([0.0, 60.0])
    health = Health(lambda: next(clock))
    assert not health.lines
    assert health.note("reads", "the database does not answer")
    assert not health.note("reads", "the connection\nis lost")
    assert health.lines == ("reads: the connection is lost (since 1970-01-01 00:00:00 UTC)",)
    assert health.note("reads")
    assert not health.lines
    assert not health.note("reads")
    health.note("reads", "again")
    assert health.lines == ("reads: again (since 1970-01-01 00:01:00 UTC)",)


def test_every_part_that_is_unwell_has_a_line() -> None:
    health = Health(lambda: 0.0)
    for part in reversed(PARTS):
        health.note(part, "broken")
    assert [line.partition(":")[0] for line in health.lines] == [*PARTS]


def test_a_server_that_starts_or_drains_is_sent_nobody() -> None:
    health = Health(lambda: 0.0)
    health.enter("starting")
    assert health.lines == ("starting",)
    health.note("store", "the disk is full")
    health.enter("")
    assert health.lines == ("store: the disk is full (since 1970-01-01 00:00:00 UTC)",)
    health.enter("draining")
    health.enter("")
    assert health.lines == ("draining",)


@pytest.mark.parametrize("part", PARTS)
def test_each_part_is_a_metric(part: Part) -> None:
    metrics = PrometheusMetrics()
    assert f'part="{part}"' not in metrics.exposition().decode()
    metrics.health.note(part, "broken")
    assert f'\ncuttle_part_well{{part="{part}"}} 0.0\n' in metrics.exposition().decode()
    metrics.health.note(part)
    assert f'\ncuttle_part_well{{part="{part}"}} 1.0\n' in metrics.exposition().decode()


def test_any_thread_may_read_while_others_write() -> None:
    health, seen = Health(count().__next__), set[int]()

    def write() -> None:
        for turn in range(500):
            health.note("loop", "stuck" if turn % 2 else "")

    writers = [threading.Thread(target=write) for _ in range(3)]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        seen.add(len(health.lines))
    assert seen <= {0, 1}


class _Notes(list[str]):
    """What a probe has noted."""

    def __call__(self, why: str) -> None:
        self.append(why)


def test_a_part_is_asked_again_and_again_and_blamed_if_it_hangs() -> None:
    looks, notes = list[Future[object]](), _Notes()

    def begin() -> Future[object]:
        looks.append(Future())
        return looks[-1]

    probe = Probe(begin, notes)
    probe.tick()
    looks[0].set_result(None)
    assert notes == [""]
    probe.tick()
    looks[1].set_exception(StoreError("the disk is full"))
    assert notes[1:] == ["the disk is full"]
    for _ in range(4):
        probe.tick()
    assert notes[2:] == [NO_ANSWER] * 2
    assert len(looks) == 3
    looks[2].set_result(None)
    assert notes[-1] == ""


def test_a_look_that_was_forgotten_says_nothing_any_more() -> None:
    looks, notes = list[Future[object]](), _Notes()

    def begin() -> Future[object]:
        looks.append(Future())
        return looks[-1]

    probe = Probe(begin, notes)
    probe.tick()
    probe.drop()
    probe.tick()
    looks[0].set_exception(OSError())
    assert notes == []
    looks[1].set_result(None)
    assert notes == [""]


def test_a_part_may_be_asked_less_often() -> None:
    notes = _Notes()
    done: Future[object] = Future()
    done.set_result(None)
    probe = Probe(lambda: done, notes, 3)
    counts = []
    for _ in range(7):
        probe.tick()
        counts.append(len(notes))
    assert counts == [1, 1, 1, 2, 2, 2, 3]


def test_a_part_that_is_unwell_is_asked_until_it_is_well() -> None:
    looks, notes = list[Future[object]](), _Notes()

    def begin() -> Future[object]:
        looks.append(Future())
        return looks[-1]

    probe = Probe(begin, notes, 30)
    probe.tick()
    for number in range(3):
        looks[number].set_exception(StoreError("the database is down"))
        probe.tick()
    looks[3].set_result(None)
    probe.tick()
    assert notes == ["the database is down"] * 3 + [""]
    assert len(looks) == 4
