"""E-mail addresses: what is taken for one, and how it is confirmed."""

from __future__ import annotations

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from functools import partial

import pytest
from hypothesis import given, strategies as st

from cuttle_tui.ports import LobbyError
from server.people.notices import Mailboxes, check_address
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
        "=?x?b?dkBiYW5rLm9yZyx5?=@a.b",
        "=?utf-8?q?v=40bank.org=2C?=@example.org",
        "=?x?b?AAAA?=@a.b",
        "ann@example.org\x00",
        "\x00ann@example.org",
        "ann@example.org\n",
        "\x0bann@example.org",
        ".ann@example.org",
        "ann.@example.org",
        "a..b@example.org",
        "ann@-example.org",
        "ann@example-.org",
        "ann@example..org",
        "ann@example.org.",
        "ann@[127.0.0.1]",
        '"ann"@example.org',
        "ann(x)@example.org",
        "ann@bob@example.org",
        "a" * 65 + "@example.org",
        "@",
        "=?@a.b",
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


_PARTS = st.sampled_from(
    ["=?", "?=", "utf-8", "?q?", "?b?", "=2C", "=40", "dkBiYW5r", "a", ".", "@", "b.org", "'", "\0"]
)


@given(st.lists(_PARTS, max_size=12).map("".join) | st.emails())
def test_an_address_is_read_as_it_is_written(text: str) -> None:
    try:
        address = check_address(text)
    except LobbyError:
        return
    mail = EmailMessage()
    mail["To"] = address
    assert [each.addr_spec for each in mail["To"].addresses] == [address]
    read = message_from_bytes(mail.as_bytes(), policy=default)
    assert [each.addr_spec for each in read["To"].addresses] == [address]


async def test_a_reader_is_sent_one_code_a_day_whoever_asks() -> None:
    clock = Clock()
    boxes = Mailboxes(clock)
    box = boxes.asked("ann", "eve@example.org")
    boxes.take(box)
    for person in ("ann", "bob", "cy"):
        for address in ("eve@example.org", "EVE@Example.org", "eve+7@example.org"):
            asked = partial(boxes.asked, person, address)
            assert await reason(asked) == "code-sent"
    boxes.asked("bob", "mallory@example.org")
    again = Mailboxes(clock)
    again.restore([box])
    assert await reason(lambda: again.asked("bob", "eve@example.org")) == "code-sent"
    clock.now += 24 * 3600
    boxes.asked("bob", "eve@example.org")


def test_a_code_that_could_not_be_sent_may_be_asked_for_again() -> None:
    boxes = Mailboxes(Clock())
    box = boxes.asked("ann", "ann@example.org")
    boxes.not_sent(box)
    assert boxes.asked("ann", "ann@example.org").code != box.code


async def test_a_code_with_more_behind_it_is_none() -> None:
    boxes = Mailboxes(Clock())
    box = boxes.asked("ann", "ann@example.org")
    boxes.take(box)
    typed = box.code + "-" * 40 + "7"
    assert await reason(lambda: boxes.answered("ann", typed)) == "wrong-code"


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
