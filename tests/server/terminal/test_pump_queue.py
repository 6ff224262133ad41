"""The queue of a widget's messages, and the event of its mounting."""

from __future__ import annotations

import asyncio

import pytest
from textual.message_pump import MessagePump

from server.terminal.textual_process import Latch, PumpQueue, prepare_process

_PATIENCE = 60


async def test_values_come_out_in_order() -> None:
    queue: PumpQueue[int] = PumpQueue()
    for value in (1, 2, 3):
        queue.put_nowait(value)
    assert (queue.qsize(), queue.empty()) == (3, False)
    assert [await queue.get(), queue.get_nowait(), await queue.get()] == [1, 2, 3]
    assert (queue.qsize(), queue.empty()) == (0, True)
    with pytest.raises(asyncio.QueueEmpty):
        queue.get_nowait()


async def test_a_reader_that_waits_is_woken() -> None:
    queue: PumpQueue[str] = PumpQueue()
    reader = asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    assert not reader.done()
    queue.put_nowait("one")
    queue.put_nowait("two")
    async with asyncio.timeout(_PATIENCE):
        assert (await reader, await queue.get()) == ("one", "two")


async def test_a_reader_that_gives_up_loses_nothing() -> None:
    queue: PumpQueue[str] = PumpQueue()
    reader = asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    queue.put_nowait("one")
    reader.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reader
    async with asyncio.timeout(_PATIENCE):
        assert await queue.get() == "one"


async def test_all_who_wait_for_a_latch_go_on_once_it_is_set() -> None:
    latch = Latch()
    waiting = [asyncio.create_task(latch.wait()) for _ in range(3)]
    waiting[0].cancel()
    await asyncio.sleep(0)
    assert not latch.is_set()
    latch.set()
    async with asyncio.timeout(_PATIENCE):
        assert await waiting[1]
        assert await waiting[2]
        assert await latch.wait()
    assert latch.is_set()


async def test_the_widgets_of_a_server_have_them() -> None:
    prepare_process()
    pump = MessagePump()
    assert isinstance(pump._message_queue, PumpQueue)
    assert isinstance(pump._mounted_event, Latch)
