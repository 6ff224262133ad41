"""Calls go to where the operator said: signed, looked up once, not led on, in bounded time."""

from __future__ import annotations

import base64
import hashlib
import hmac
import ipaddress
import socket
from typing import Any

import pytest
from aiohttp import web
from hypothesis import given, strategies as st

from server.calls import Hook, is_loopback, is_public, secret_fault, url_fault
from server.calls.forms import Request
from server.calls.sending import Outcome, Refused, addresses_of, deliver
from tests.server.calls.receiver import Receiver, receiver

KEY = bytes(range(32))
SECRET = f"whsec_{base64.b64encode(KEY).decode()}"
NOW = 1_790_000_000.0


def hook_at(url: str) -> Hook:
    return Hook("club", "json", url, secret=SECRET)


async def told(url: str, *, private: bool = True, patience: float = 10.0) -> Outcome:
    hook = hook_at(url)
    request = Request("POST", url, {"event": "night"})
    return await deliver(hook, request, "call1", NOW, private=private, patience=patience)


async def test_a_call_is_signed_over_its_id_the_time_and_the_body() -> None:
    async with receiver() as there:
        assert (await told(there.url)).result == "sent"
    (taken,) = there.taken
    assert taken.document == {"event": "night"}
    at = taken.headers["webhook-timestamp"]
    signed = f"{taken.headers['webhook-id']}.{at}.".encode() + taken.body
    mac = base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
    assert taken.headers["webhook-signature"] == f"v1,{mac}"
    assert at == str(int(NOW))


async def test_a_redirect_is_not_followed() -> None:
    async with receiver() as there:
        there.answer = lambda _: web.Response(status=302, headers={"Location": "/elsewhere"})
        outcome = await told(there.url)
    assert (outcome.result, outcome.why) == ("never", "status 302")
    assert len(there.taken) == 1


@pytest.mark.parametrize(
    ("status", "result"), [(204, "sent"), (429, "later"), (503, "later"), (404, "never")]
)
async def test_what_an_answer_means(status: int, result: str) -> None:
    async with receiver() as there:
        there.answer = lambda _: web.Response(status=status, headers={"Retry-After": "7"})
        outcome = await told(there.url)
    assert outcome.result == result
    assert outcome.after == (7.0 if result == "later" else 0.0)


async def test_nobody_who_listens_is_tried_later() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        assert (await told(f"http://127.0.0.1:{taken.getsockname()[1]}/")).result == "later"


async def test_one_who_takes_the_line_and_says_nothing_is_left_in_time() -> None:
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()
        outcome = await told(f"http://127.0.0.1:{deaf.getsockname()[1]}/", patience=0.2)
    assert (outcome.result, outcome.why) == ("later", "no answer in time")


async def test_this_machine_is_called_only_if_the_operator_says_so() -> None:
    async with receiver() as there:
        outcome = await told(there.url, private=False)
    assert outcome.result == "never"
    assert not there.taken


class Names:
    """Stands for the name service: a name leads elsewhere each time it is asked for."""

    def __init__(self, *answers: str) -> None:
        self.answers = [*answers]
        self.asked = 0

    async def getaddrinfo(self, host: str, port: int, **_: Any) -> list[Any]:
        """Answer with the next address."""
        self.asked += 1
        address = self.answers.pop(0)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]


async def test_a_name_is_looked_up_once_and_the_line_goes_where_it_led(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = Names("127.0.0.1", "192.0.2.1")
    async with receiver() as there:
        monkeypatch.setattr(
            "asyncio.base_events.BaseEventLoop.getaddrinfo",
            lambda _loop, host, port, **more: names.getaddrinfo(host, port, **more),
        )
        outcome = await told(f"http://club.test:{there.port}/hook")
    assert outcome.result == "sent"
    assert names.asked == 1
    assert there.taken[0].headers["host"] == f"club.test:{there.port}"


async def test_a_name_that_leads_inside_is_refused_before_a_line_is_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = Names("10.0.0.1")
    monkeypatch.setattr(
        "asyncio.base_events.BaseEventLoop.getaddrinfo",
        lambda _loop, host, port, **more: names.getaddrinfo(host, port, **more),
    )
    with pytest.raises(Refused):
        await addresses_of("club.test", 443, private=False)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        *((each, True) for each in ("8.8.8.8", "2001:4860:4860::8888", "::ffff:8.8.8.8")),
        *((each, False) for each in ("127.0.0.1", "10.1.2.3", "169.254.169.254", "100.64.0.1")),
        *((each, False) for each in ("::1", "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1", "::")),
        *((each, False) for each in ("64:ff9b::7f00:1", "2002:7f00:1::", "224.0.0.1", "0.0.0.0")),
    ],
)
def test_which_addresses_are_public(address: str, public: bool) -> None:
    assert is_public(address) is public


@given(st.integers(0, 2**32 - 1))
def test_an_address_within_another_is_judged_as_itself(number: int) -> None:
    inner = ipaddress.IPv4Address(number)
    assert is_public(f"::ffff:{inner}") == is_public(str(inner))
    assert is_public(str(ipaddress.IPv6Address((0x64FF9B << 96) + number))) == is_public(str(inner))


def test_which_urls_will_do() -> None:
    assert not url_fault("https://discord.com/api/webhooks/1/x?thread_id=2")
    assert not url_fault("http://127.0.0.1:8000/hook")
    for url in (
        *(
            "",
            "hook",
            "ftp://e.example",
            "http://e.example/hook",
            "https://",
            "https://e.example:x",
        ),
        *("https://u:p@e.example/", "https://e.example/#x", "https://é.example/", "https://e x/"),
    ):
        assert url_fault(url), url


def test_which_secrets_will_do() -> None:
    assert not secret_fault(SECRET)
    for secret in ("", "x", "whsec_", "whsec_AAAA", "whsec_é", f"{SECRET}!"):
        assert "openssl rand" in secret_fault(secret)


def test_what_this_machine_is_called() -> None:
    assert all(map(is_loopback, ("localhost", "LOCALHOST", "127.0.0.9", "::1")))
    assert not any(map(is_loopback, ("localhost.example", "10.0.0.1", "e.example")))


def test_a_receiver_tells_nobody_its_url() -> None:
    assert hook_at("https://e.example/secret").host == "e.example"
    assert isinstance(Receiver().url, str)
