"""E-mail addresses: what is taken for one, and how it is confirmed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cuttle_tui.ports import LobbyError
from server.people.mailboxes import Mailboxes, check_address
from tests.server.players import Clock, reason


@pytest.mark.parametrize("address", ["ann@example.org", " a.b+c@mail.example.co.uk "])
def test_addresses_are_taken(address: str) -> None:
    assert check_address(address) == address.strip()


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ann",
        "ann@",
        "@example.org",
        "ann@localhost",
        "a b@example.org",
        "ann@example.org\nBcc: x",
        "ann@example.org, bob@example.org",
        "<ann@example.org>",
        "a" * 250 + "@example.org",
        "é@example.org",
    ],
)
async def test_what_is_no_address_is_refused(address: str) -> None:
    assert await reason(lambda: check_address(address)) == "bad-address"


@given(st.text(max_size=60))
def test_no_address_breaks_out_of_a_header(text: str) -> None:
    try:
        address = check_address(text)
    except LobbyError:
        return
    assert address.isascii()
    assert not set(address) & set('\r\n ,;<>"')


async def test_a_code_confirms_an_address_for_a_day() -> None:
    clock = Clock()
    boxes = Mailboxes(clock)
    box = boxes.asked("ann", "ann@example.org")
    boxes.take(box)
    assert boxes.confirmed("ann") is None
    assert not boxes.line("ann").confirmed
    assert await reason(lambda: boxes.answered("ann", "WRONG234")) == "wrong-code"
    assert await reason(lambda: boxes.answered("bob", box.code)) == "wrong-code"
    clock.now += 24 * 3600
    boxes.take(boxes.answered("ann", f" {box.code[:4].lower()} {box.code[4:]} "))
    found = boxes.confirmed("ann")
    assert found is not None
    assert found.address == "ann@example.org"
    assert await reason(lambda: boxes.answered("ann", "")) == "wrong-code"
    boxes.forget("ann")
    assert boxes.line("ann").address == ""


async def test_an_old_code_confirms_nothing() -> None:
    clock = Clock()
    boxes = Mailboxes(clock)
    box = boxes.asked("ann", "ann@example.org")
    boxes.take(box)
    clock.now += 24 * 3600 + 1
    assert await reason(lambda: boxes.answered("ann", box.code)) == "wrong-code"
