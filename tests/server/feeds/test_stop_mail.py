"""One link ends all mail: in a header for mail programs (RFC 8058), and as a page with a button."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from aiohttp import ClientSession

from server.ops.post import MailServer, send_mail
from server.people.notices import Mailboxes, Notices
from server.serve import DaysOptions, Server
from server.store.values import Mailbox
from server.web import WebOptions
from tests.server.databases import new_database
from tests.server.floor import floor_app
from tests.server.people.test_notices import MOVE, text_of
from tests.server.players import Clock
from tests.server.takers import mail_taker

pytestmark = pytest.mark.slow

LINK = "https://cards.of.a.club.with.a.long.name.example.org/cuttle/mail/" + "a" * 32
NOW = datetime(2026, 11, 22, tzinfo=UTC)


def test_a_mail_about_a_game_has_the_link_in_its_headers_and_its_text() -> None:
    taker = mail_taker()
    boxes = Mailboxes(Clock())
    boxes.take(Mailbox("id-ann", "ann@example.org", "", NOW))
    server = MailServer("127.0.0.1", taker.port, "cuttle@example.org", security="none")
    notices = Notices(
        "",
        server,
        boxes,
        may_mail=lambda *_: True,
        door=lambda: "play.example.org",
        stop_link=lambda person: LINK if person == "id-ann" else "",
    )
    notices.send(MOVE)
    mail = taker.take()
    notices.send_code(Mailbox("id-ann", "ann@example.org", "ABCD2345", NOW))
    code = taker.take()
    notices.close()
    taker.close()
    assert mail["List-Unsubscribe"] == f"<{LINK}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert LINK in text_of(mail)
    assert "email off" in text_of(mail)
    assert code["List-Unsubscribe"] is None


def test_a_long_subject_is_read_as_it_was_written() -> None:
    from email.header import decode_header, make_header

    taker = mail_taker()
    server = MailServer("127.0.0.1", taker.port, "cuttle@example.org", security="none")
    subject = "Cuttle : à toi de jouer contre " + "é" * 60
    send_mail(server, "ann@example.org", subject, "x", stop=LINK)
    mail = taker.take()
    taker.close()
    assert str(make_header(decode_header(mail["Subject"]))) == subject
    assert max(map(len, mail.as_string().splitlines())) < 998


async def test_a_page_asks_first_and_a_button_or_one_click_ends_the_mail(tmp_path: Path) -> None:
    mail_server = MailServer("127.0.0.1", 9, "cuttle@example.org", security="none")
    server = Server(
        tmp_path,
        app_for=floor_app,
        database=new_database(tmp_path / "cuttle.db"),
        web=WebOptions(port=0),
        days=DaysOptions(mail_server=mail_server),
    )
    async with server, ClientSession() as browser:
        store, accounts = server.store, server.accounts
        assert store is not None
        assert accounts is not None
        assert accounts.mail is not None
        assert server.web is not None
        ann = store.register("ann", "key-ann")
        box = Mailbox(ann.id, "ann@example.org", "", NOW)
        store.set_mailbox(box)
        accounts.mail.boxes.take(box)
        url = f"http://127.0.0.1:{server.web.port}/mail/{store.private_link(ann.id, 'mail')}"
        async with browser.get(url) as page:
            text = await page.text()
            assert page.status == 200
            assert "form-action 'self'" in page.headers["Content-Security-Policy"]
            assert page.headers["Cache-Control"] == "no-store"
            assert 'method="post"' in text
            assert "ann@" not in text
        assert accounts.mail.boxes.confirmed(ann.id) is not None
        for _ in range(2):
            async with browser.post(url, data={"List-Unsubscribe": "One-Click"}) as page:
                assert page.status == 200
                assert 'method="post"' not in await page.text()
        assert accounts.mail.boxes.confirmed(ann.id) is None
        assert store.mailboxes() == []
        for wrong in (url[:-1] + "0", url[:-32] + "b" * 32, url + "/x"):
            async with browser.get(wrong) as page:
                assert page.status == 404
            async with browser.post(wrong) as page:
                assert page.status in (404, 405)
