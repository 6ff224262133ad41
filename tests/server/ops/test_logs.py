"""One event is one line, with its context, without secrets, whatever people send."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import socket
import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import given, strategies as st

from engine.cards import card_name
from server.codes import new_code
from server.ops import logs
from server.ops.logs import EventFormatter, scrub

FINGERPRINT = "SHA256:iz5mcFPA/EzkWFTLZjld4jgZcGeOog849h8qfqF2Oxc"


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """Log as JSON to a stream, for one test."""
    root = logging.getLogger()
    before = root.level
    stream = io.StringIO()
    handler = logs.start(stream, "json", "info")
    yield stream
    root.removeHandler(handler)
    root.setLevel(before)


def _told(stream: io.StringIO) -> dict[str, str]:
    (line,) = stream.getvalue().splitlines()
    told: dict[str, str] = json.loads(line)
    return told


def _record(text: str, *arguments: object, **context: object) -> logging.LogRecord:
    record = logging.LogRecord("server.test", 20, "x.py", 1, text, arguments, None)
    vars(record).update(context)
    return record


def test_an_event_carries_its_context_and_nothing_else(stream: io.StringIO) -> None:
    context = {"session": 7, "address": "192.0.2.7", "player": "ann", "hand": [1, 2, 3]}
    logging.getLogger("server.test").warning("too many %s", "logins", extra=context)
    told = _told(stream)
    assert told.pop("time").endswith("Z")
    assert told == {
        "level": "warning",
        "logger": "server.test",
        "event": "too many logins",
        "session": "7",
        "address": "192.0.2.7",
        "player": "ann",
    }


def test_bound_context_is_on_every_event_and_can_be_overruled(stream: io.StringIO) -> None:
    def session() -> None:
        logs.bind(session=1, player="ann")
        logs.bind(table="t1")
        logging.getLogger("x").info("hello", extra={"player": "bob"})

    import contextvars

    contextvars.Context().run(session)
    told = _told(stream)
    assert (told["session"], told["player"], told["table"]) == ("1", "bob", "t1")


def test_who_takes_a_name_has_it_in_all_that_runs_for_them(stream: io.StringIO) -> None:
    import contextvars

    def session(name: str) -> contextvars.Context:
        logs.bind(player=name)
        return contextvars.copy_context()

    one, other = (contextvars.Context().run(session, name) for name in ("root", "bob"))
    one.copy().run(logs.amend, player="ann")
    for each in (one, other):
        each.run(logging.getLogger("x").info, "hello")
    told = [json.loads(line)["player"] for line in stream.getvalue().splitlines()]
    assert told == ["ann", "bob"]


def _deep(levels: int) -> None:
    """Fail below so many calls of two functions, which no traceback shortens."""
    if not levels:
        raise ValueError("the very reason")
    _deeper(levels)


def _deeper(levels: int) -> None:
    _deep(levels - 1)


async def test_clients_that_are_cut_off_leave_no_warnings(stream: io.StringIO) -> None:
    here, there = socket.socketpair()
    _, writer = await asyncio.open_connection(sock=here)
    there.close()
    for _ in range(20):
        writer.write(b"more")
    logging.getLogger("asyncio").warning("something else")
    assert [event["event"] for event in map(json.loads, stream.getvalue().splitlines())] == [
        "something else"
    ]
    writer.transport.abort()


def test_a_long_traceback_keeps_its_end(stream: io.StringIO) -> None:
    try:
        _deep(200)
    except ValueError:
        logging.getLogger("x").exception("broken")
    trace = json.loads(stream.getvalue())["trace"]
    assert len(trace.splitlines()) == 200
    assert trace.endswith("ValueError: the very reason")


def test_a_traceback_is_one_field_without_values(stream: io.StringIO) -> None:
    try:
        raise ValueError("line one\nlevel=error \x1b[2J hands=[1, [2, 3]]")
    except ValueError:
        logging.getLogger("x").exception("it broke")
    told = _told(stream)
    assert told["event"] == "it broke"
    assert told["trace"].startswith("Traceback (most recent call last):\n  File ")
    assert "ValueError: line one\nlevel=error [2J hands=***" in told["trace"]


def test_wrong_arguments_lose_no_event() -> None:
    told = json.loads(EventFormatter("json").format(_record("many %d", "x")))
    assert told["event"] == "many %d (with arguments that do not fit)"


def test_a_closed_stream_breaks_nothing(
    stream: io.StringIO, capfd: pytest.CaptureFixture[str]
) -> None:
    stream.close()
    logging.getLogger("x").info("a secret %s", "thing")
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    "text",
    [
        "join SECRET1",
        "asked for 'join k7qf-secret1'",
        "words ('join', 'secret1')",
        "resume code secret1",
        "resume_code=secret1",
        "link code: 'secret1'",
        "{'code': 'secret1'}",
        "token secret1",
        "postgresql://me:secret1@host/x",
        "postgresql://me:p@secret1@host/x",
        "hand=[secret1]",
        "hands=((1, 2), (secret1,))",
        "Position(hands=[1, [secret1]], deck=3)",
        "deck: secret1",
        "seed=b'secret1'",
        "password='two secret1'",
        "asked for 'email secret1@example.org'",
        "asked for 'resume secret1'",
        "JOIN secret1",
    ],
)
def test_what_is_secret_is_masked(text: str) -> None:
    assert "secret1" in text.lower()
    assert "secret1" not in scrub(text).lower()


@pytest.mark.parametrize("text", ["asked for 'join kqfm'", "join kqfm", "resume kqfm-wxyz"])
def test_a_code_in_small_letters_is_masked_after_its_command(text: str) -> None:
    assert "kqfm" not in scrub(text)


def test_what_is_no_secret_is_kept() -> None:
    for text in (
        f"login by {FINGERPRINT} from 192.0.2.7",
        f"unlinked {FINGERPRINT.replace('SHA256', 'WEB')}, which was lost",
        "session ended by an error; terminal xterm-256color",
        "Traceback (most recent call last):",
        'File "/lib/textual/app.py", line 3745, in _shutdown',
        "postgresql://host/database cannot be reached",
        "room was needed for another login",
        "the oldest must make room for it",
        "the code of the table, a link to it, the seed of the deal",
        "no token was sent, and no password either",
        "NATS does not answer: SMTP, HTTP",
        "could not bind on any address out of [('127.0.0.1', 2222)]",
        "Connect call failed ('::1', 5432, 0, 0)",
        "nats: connection to 10.86.0.20:4222 lost after 2567 messages, 99999999 bytes",
        "the process ended with code 255; exit code: 137, status_code=404",
        "5555 tables in 2256-02-22",
    ):
        assert scrub(text) == text


@given(st.lists(st.integers(0, 53), min_size=1), st.data())
def test_no_code_and_no_card_passes(cards: list[int], data: st.DataObject) -> None:
    names = [card_name(card) for card in cards]
    code = new_code()
    text = data.draw(st.sampled_from(["drew {} in {}", "{}: {}", "({}) '{}'", "{}/{}"]))
    words = set(scrub(text.format(" ".join(names), code)).replace("/", " ").split())
    assert not words & {*names, code, f"'{code}'"}


@given(st.text(), st.text(), st.sampled_from(["json", "text"]))
def test_nothing_that_is_sent_can_forge_a_line(text: str, name: str, format: str) -> None:
    hostile = f"{text}\r\n\x1b]0;x\x07 level=error"
    line = EventFormatter(format).format(_record("%s", hostile, player=f'{name}" event="x'))
    assert not [one for one in line if unicodedata.category(one) in ("Cc", "Cf", "Zl", "Zp")]
    assert len(line) < 20_000
    if format == "json":
        assert json.loads(line)["level"] == "info"
    else:
        assert line.split(" ")[1] == "level=info"
        assert "\\" in line or '" event="x' not in line


def test_text_quotes_what_could_pass_for_a_field() -> None:
    line = EventFormatter("text").format(_record("hello", player='a" level="error', session=3))
    assert line.endswith(
        'level=info logger=server.test event=hello session=3 player="a\\" level=\\"error"'
    )


def _many(stream: io.StringIO) -> list[dict[str, str]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


@pytest.mark.slow
def test_a_flood_is_written_in_part_and_counted(stream: io.StringIO) -> None:
    log, (handler,) = logging.getLogger("asyncio"), _handlers()
    for _ in range(10_000):
        log.warning("socket.send() raised exception.")
    log.warning("another")
    told = _many(stream)
    assert [each["event"] for each in told[:10]] == ["socket.send() raised exception."] * 10
    assert [each["event"] for each in told[10:]] == ["another"]
    handler.close()
    last = _many(stream)[-1]
    assert (last["event"], last["repeated"]) == ("socket.send() raised exception.", "9990")


def _handlers() -> list[logging.Handler]:
    return [each for each in logging.getLogger().handlers if isinstance(each, logs._Handler)]


def test_what_was_left_out_is_counted_once_a_minute() -> None:
    now = [0.0]
    repeats = logs.Repeats(lambda: now[0])
    record = _record("refused %s", "x", often=True)
    first = [repeats.let_through(record) for _ in range(30)]
    assert [len(each) for each in first] == [1] * 10 + [0] * 20
    now[0] = 61.0
    counted, again = repeats.let_through(record)
    assert counted.repeated == 20  # type: ignore[attr-defined]
    assert not hasattr(again, "repeated")
    assert repeats.rest() == []


def test_only_what_strangers_cause_is_left_out() -> None:
    repeats = logs.Repeats(lambda: 0.0)
    came = _record("came in", address="192.0.2.7")
    assert [len(repeats.let_through(came)) for _ in range(100)] == [1] * 100
    for address in ("192.0.2.7", "192.0.2.8"):
        refused = _record("was refused", address=address, often=True)
        assert sum(len(repeats.let_through(refused)) for _ in range(100)) == 10


def test_different_errors_at_one_place_are_not_taken_for_one() -> None:
    repeats = logs.Repeats(lambda: 0.0)
    for error in (ValueError, KeyError):
        broken = _record("it broke")
        broken.levelno, broken.exc_info = logging.ERROR, (error, error(), None)
        assert sum(len(repeats.let_through(broken)) for _ in range(50)) == 10


@pytest.mark.slow
def test_not_every_address_is_remembered() -> None:
    repeats = logs.Repeats(lambda: 0.0)
    told = [
        repeats.let_through(_record("was refused", address=str(number), often=True))
        for number in range(5000)
    ]
    assert sum(map(len, told)) <= 1010 + 10
