"""Notices go to a webhook and by e-mail, from a thread, and what fails harms nobody."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from email.message import Message
from queue import SimpleQueue

import pytest

from cuttle_tui.i18n.translation import speak
from cuttle_tui.kit.results import GameResult
from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.account import MailKind
from server.ops.post import MailServer, post_json, send_mail
from server.people.notices import Mailboxes, Notice, Notices
from server.store.values import Mailbox
from tests.server.players import Clock
from tests.server.takers import Taker, mail_taker, web_taker

pytestmark = pytest.mark.slow

NOW = datetime(2026, 11, 22, tzinfo=UTC)
MOVE = Notice(
    "your-move",
    "t1",
    "alder",
    ("ann", "bob"),
    ("ann",),
    "2026-11-22",
    "standard",
    "3d",
    rated=False,
    deadline="2026-11-25 14:00",
    mail=(("id-ann", "ann"),),
)
OVER = replace(MOVE, kind="game-over", about=("bob",), deadline="")


@pytest.fixture
def smtp() -> Iterator[Taker]:
    """Run a mail server."""
    taker = mail_taker()
    yield taker
    taker.close()


@pytest.fixture
def hook() -> Iterator[Taker]:
    """Run a web server."""
    taker = web_taker()
    yield taker
    taker.close()


class Rig:
    """Notices that go to servers on this machine."""

    def __init__(self, *, webhook: str = "", port: int = 0, language: str = "en") -> None:
        self.mailed: set[tuple[str, str, str]] = set()
        self.kinds: list[MailKind] = []
        self.boxes = Mailboxes(Clock())
        self.boxes.take(Mailbox("id-ann", "ann@example.org", "", NOW, language))
        server = MailServer("127.0.0.1", port, "cuttle@example.org", security="none")
        self.notices = Notices(
            webhook,
            server if port else None,
            self.boxes,
            may_mail=self._may_mail,
            door=lambda: "-p 2222 play.example.org",
            counted=lambda *told: self.counted.put(told),
        )
        self.counted: SimpleQueue[tuple[str, str]] = SimpleQueue()
        """What became of each notice, by the way that it went."""

    def _may_mail(self, person: str, table: str, day: str, kind: MailKind) -> bool:
        self.kinds.append(kind)
        fresh = (person, table, day) not in self.mailed
        self.mailed.add((person, table, day))
        return fresh


def text_of(mail: Message) -> str:
    payload = mail.get_payload(decode=True)
    assert isinstance(payload, bytes)
    return payload.decode()


def test_a_turn_is_mailed(smtp: Taker) -> None:
    rig = Rig(port=smtp.port)
    rig.notices.send(MOVE)
    mail = smtp.take()
    rig.notices.close()
    assert mail["To"] == "ann@example.org"
    assert mail["From"] == "cuttle@example.org"
    assert mail["Subject"] == "Cuttle: your move against bob"
    assert mail["Auto-Submitted"] == "auto-generated"
    text = text_of(mail)
    assert "You have until 2026-11-25 14:00 UTC." in text
    assert "ssh -t -p 2222 play.example.org" in text
    assert "ssh -p 2222 play.example.org email off" in text


def test_a_mail_is_in_the_language_of_its_reader(smtp: Taker) -> None:
    speak("en")
    rig = Rig(port=smtp.port, language="fr")
    rig.notices.send(MOVE)
    mail = smtp.take()
    rig.notices.close()
    assert "email off" in text_of(mail)
    assert "C'est à toi de jouer" in text_of(mail)


def test_a_mail_says_of_which_kind_it_is(smtp: Taker) -> None:
    rig = Rig(port=smtp.port)
    rig.notices.send(MOVE)
    smtp.take()
    rig.notices.send(replace(OVER, table="t2", result=GameResult((1,), "goal")))
    smtp.take()
    rig.notices.close()
    assert rig.kinds == ["moves", "results"]


def test_one_mail_a_game_and_day(smtp: Taker) -> None:
    rig = Rig(port=smtp.port)
    for notice in (MOVE, MOVE, replace(MOVE, table="t2", title="elm"), replace(MOVE, day="later")):
        rig.notices.send(notice)
    titles = [text_of(smtp.take()).split(",")[0].split()[-1] for _ in range(3)]
    rig.notices.close()
    assert titles == ["alder", "elm", "alder"]
    assert smtp.empty


def test_an_address_that_is_not_confirmed_gets_only_the_code(smtp: Taker) -> None:
    rig = Rig(port=smtp.port)
    box = Mailbox("id-ann", "eve@example.org", "ABCD2345", NOW)
    rig.boxes.take(box)
    rig.notices.send(MOVE)
    rig.notices.send_code(box)
    mail = smtp.take()
    rig.notices.close()
    assert "ABCD2345" in mail["Subject"]
    assert smtp.empty


def test_the_webhook_gets_every_event(hook: Taker) -> None:
    rig = Rig(webhook=f"http://127.0.0.1:{hook.port}/cuttle?token=x")
    rig.notices.send(MOVE)
    rig.notices.send(OVER)
    told, over = hook.take(), hook.take()
    rig.notices.close()
    assert told == {
        "event": "your-move",
        "table": "alder",
        "id": "t1",
        "players": ["ann", "bob"],
        "player": "ann",
        "deadline": "2026-11-25T14:00Z",
        "ruleset": "standard",
        "timing": "3d",
        "rated": False,
    }
    assert over["event"] == "game-over"
    assert over["winners"] == ["bob"]


def test_what_fails_is_logged_once_and_the_rest_goes_on(
    hook: Taker, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    rig = Rig(webhook=f"http://127.0.0.1:{hook.port}/")
    hook.answer(500)
    for _ in range(3):
        rig.notices.send(MOVE)
        hook.take()
    hook.answer(302)
    rig.notices.send(MOVE)
    hook.take()
    hook.answer(200)
    rig.notices.send(OVER)
    assert hook.take()["event"] == "game-over"
    rig.notices.close()
    assert hook.empty, "a redirect is not followed"
    warnings = [each.getMessage() for each in caplog.records]
    assert len(warnings) == 1
    assert "webhook" in warnings[0]
    assert str(hook.port) not in warnings[0]


def test_nobody_waits_for_a_server_that_is_not_there(caplog: pytest.LogCaptureFixture) -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    rig = Rig(webhook=f"http://127.0.0.1:{port}/", port=port)
    for number in range(2000):
        rig.notices.send(replace(MOVE, table=str(number)))
    rig.notices.close()
    assert len(caplog.records) <= 4, "once a thread and reason"


def test_a_webhook_that_takes_its_time_holds_up_no_mail(smtp: Taker) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        rig = Rig(webhook=f"http://127.0.0.1:{silent.getsockname()[1]}/", port=smtp.port)
        rig.notices.send(MOVE)
        assert "your move" in smtp.take()["Subject"]
        taken, _ = silent.accept()
        with taken:  # it has been asked, and has answered nothing
            rig.notices.send(replace(MOVE, table="t2"))
            assert "your move" in smtp.take()["Subject"]
        rig.notices.close()


class _Dripping:
    """A server that sends a byte now and then, and never comes to an end."""

    def __init__(self, beginning: bytes) -> None:
        self._beginning = beginning
        self._over = threading.Event()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._drip, daemon=True)
        self._thread.start()

    def _drip(self) -> None:
        taken, _ = self._socket.accept()
        with taken, suppress(OSError):
            taken.sendall(self._beginning)
            while not self._over.wait(0.05):
                taken.sendall(b"x")

    def close(self) -> None:
        """Stop."""
        self._over.set()
        self._socket.close()
        self._thread.join()


def test_what_drips_is_cut_off_when_its_time_is_over() -> None:
    web, mail = _Dripping(b"HTTP/1.1 200 OK\r\nX: "), _Dripping(b"220")
    with pytest.raises(TimeoutError, match="longer than"):
        post_json(f"http://127.0.0.1:{web.port}/", {}, seconds=0.3)
    server = MailServer("127.0.0.1", mail.port, "cuttle@example.org", security="none")
    with pytest.raises(TimeoutError, match="longer than"):
        send_mail(server, "ann@example.org", "x", "y", seconds=0.3)
    web.close()
    mail.close()


def test_a_mail_goes_to_the_address_in_its_header_and_to_no_other(smtp: Taker) -> None:
    server = MailServer("127.0.0.1", smtp.port, "cuttle@example.org", security="none")
    for address in ("=?x?b?dkBiYW5rLm9yZyx5?=@a.b", "a@b.org, c@d.org", "=?x?b?AAAA?=@a.b"):
        with pytest.raises(ValueError, match="header"):
            send_mail(server, address, "x", "y")
    send_mail(server, "ann@example.org", "x", "y")
    assert smtp.take()["To"] == "ann@example.org"
    assert smtp.empty


def test_a_code_that_cannot_be_sent_may_be_asked_for_again() -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    rig = Rig(port=port)
    box = rig.boxes.asked("id-bob", "bob@example.org")
    rig.boxes.take(box)
    rig.notices.send_code(box)
    asked_again = threading.Event()

    def ask() -> None:
        while not asked_again.wait(0.01):
            with suppress(LobbyError):
                rig.boxes.asked("id-bob", "bob@example.org")
                asked_again.set()

    asking = threading.Thread(target=ask)
    asking.start()
    assert asked_again.wait(20)
    asking.join()
    rig.notices.close()


def test_what_becomes_of_each_notice_is_counted(smtp: Taker, hook: Taker) -> None:
    rig = Rig(webhook=f"http://127.0.0.1:{hook.port}/", port=smtp.port)
    rig.notices.send(MOVE)
    told = sorted(rig.counted.get(timeout=60) for _ in range(2))
    rig.notices.close()
    assert told == [("mail", "sent"), ("webhook", "sent")]


def test_what_is_not_taken_is_counted_as_failed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    rig = Rig(webhook=f"http://127.0.0.1:{port}/")
    rig.notices.send(MOVE)
    assert rig.counted.get(timeout=60) == ("webhook", "failed")
    rig.notices.close()
