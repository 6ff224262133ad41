"""Log an event a line, with its context, without secrets or forged lines."""

from __future__ import annotations

import asyncio.constants
import json
import logging
import re
import sys
import time
import traceback
from collections.abc import Callable
from contextvars import Context, ContextVar
from dataclasses import dataclass
from typing import Final, TextIO

from server.codes import FINGERPRINT
from server.sanitize import clean

CONTEXT: Final = (
    *("session", "address", "player", "player_id", "key", "version", "table", "node"),
    *("by", "order", "why", "repeated"),
)
"""The fields of an event beside its text, given as ``extra`` or by `bind`."""
_LONGEST: Final = 2000
"""Characters of an event's text."""
_FIELD: Final = 80
"""Characters of a field of the context."""
_LONG_FIELD: Final = 400
"""Characters of an order and of a reason."""
_LINES: Final = 200
"""Lines of a traceback; its end tells most."""
_MASK: Final = "***"
_AT_ONCE: Final = 10
"""Events of a kind that are written in a minute; the others are counted."""
_MINUTE: Final = 60.0
_MOST_KINDS: Final = 1000
"""Kinds that are counted at a time before addresses are no longer told apart."""
_MARK: Final = "often"
OFTEN: Final = {_MARK: True}
"""Given as ``extra`` to an event below a warning that strangers may cause at will."""

_COMMANDS: Final = "join|resume|email"
_WORDS: Final = "link|room|invite|code|token|secret|seed|password|passwd"
_NO_CODES: Final = "NATS|SMTP|HTTPS?|SELECT|UPDATE|DELETE|WHERE|TABLE|NULL|TEXT|ENETUNREACH"
"""Words in capitals that no code looks like but by chance."""
_STATUS: Final = "exit|error|reply|return|status|with"
"""Before the word "code": a number that follows is no secret."""
_HIDDEN: Final = "hands?|deck|stock|cards?|drawn|glasses|position"
_SECRET: Final = re.compile(
    rf"""
      (?P<keep> {FINGERPRINT} | Traceback | " ,[ ]line[ ]\d+ | \b(?:{_NO_CODES})\b
        | (?i: \b (?:{_STATUS}) [ _] code ['"]? [\s:=]+ ) \d+ \b )
    | (?P<url> ://[^\s/@:]*: ) [^\s/]* (?= @ )
    | (?P<word> (?i: (?: \b (?:{_COMMANDS}|{_WORDS}) (?:_?code)? \b ['"]? [\s:=,('"\[]+ )+ )
      (?: b['"] )? )
      (?: (?<= ['"] ) [^'"]+ | (?<! [A-Za-z]\s ) [^\s'",;)\]]+
        | (?<= [A-Za-z]\s ) (?: (?<= (?i:join)\s | (?i:sume)\s | (?i:mail)\s ) [^\s'",;)\]]+
          | (?= [^\s'",;)\]]* [\d@] ) [^\s'",;)\]]+ ) )
    | (?P<name> (?i: \b (?:{_HIDDEN}) ) ['"]? \s* [:=] \s* )
      (?: \w* [\[({{] .* | [^\s,;)]+ )
    | \b (?: (?: 10 | [A2-9TJQK] ) [CDHS] | X[BR] ) \b
    | (?: 10 | [A2-9TJQK] ) [♠♣♥♦♤♧♡♢]
    | \b (?= \d* [A-Z] ) [A-HJ-NP-Z2-9]{{4,}} \b (?! : )
    """,
    re.VERBOSE,
)
"""Secrets: passwords in URLs, codes and what follows a word for one, hands and decks,
names of cards. Codes are written in capitals, so events are not, and no code is a mere number:
ports and counts stay. After a blank alone a word for a
secret is prose ("make room for it"), unless digits follow or it is a command."""

_bound: ContextVar[dict[str, str] | None] = ContextVar("context of events", default=None)


def bind(**context: object) -> None:
    """Add context to every event of this task and of those it starts."""
    _bound.set({**(_bound.get() or {}), **{name: str(value) for name, value in context.items()}})


def amend(**context: object) -> None:
    """Change what is bound, for every task that has it: a player has taken a name, for example."""
    bound = _bound.get()
    if bound is not None:
        bound.update({name: str(value) for name, value in context.items()})


def bound_in(context: Context) -> dict[str, str]:
    """Return the context of events that was bound in a context."""
    return context.get(_bound) or {}


def english(text: object) -> str:
    """Return a message to a player as operators read it."""
    return Context().run(str, text)


def scrub(text: str) -> str:
    """Replace what is secret."""
    return _SECRET.sub(_masked, text)


def _masked(found: re.Match[str]) -> str:
    if found["keep"]:
        return found["keep"]
    return (found["url"] or found["word"] or found["name"] or "") + _MASK


def line_of(text: str, limit: int = _LONGEST) -> str:
    """Return a text as a printable line without secrets."""
    return clean(scrub(clean(text, limit)), limit)


def facts(record: logging.LogRecord) -> dict[str, str]:
    """Return the fields of an event in order, every value clean."""
    try:
        event = record.getMessage()
    except Exception:
        event = f"{record.msg} (with arguments that do not fit)"
    second = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
    fields = {
        "time": f"{second}.{int(record.msecs):03d}Z",
        "level": record.levelname.lower(),
        "logger": clean(record.name, _FIELD),
        "event": line_of(event),
    }
    context = {**(_bound.get() or {}), **vars(record)}
    for name in CONTEXT:
        if context.get(name) is not None:
            limit = _LONG_FIELD if name in ("order", "why") else _FIELD
            text = clean(str(context[name]), limit)
            fields[name] = scrub(text) if name == "table" else text
    if record.exc_info and record.exc_info[1] is not None:
        # line by line, without values of variables
        lines = "".join(traceback.format_exception(record.exc_info[1])).splitlines()[-_LINES:]
        fields["trace"] = "\n".join(
            " " * (len(line) - len(line.lstrip())) + line_of(line, 300) for line in lines
        )
    return fields


def _as_text(fields: dict[str, str]) -> str:
    return " ".join(f"{name}={_quoted(value)}" for name, value in fields.items())


def _quoted(value: str) -> str:
    """Quote a value unless it is plain, so that it cannot imitate another field."""
    plain = re.fullmatch(r"[A-Za-z0-9_.:/@+-]+", value)
    return value if plain else json.dumps(value, ensure_ascii=False)


FORMATS: Final[dict[str, Callable[[dict[str, str]], str]]] = {"json": json.dumps, "text": _as_text}


class EventFormatter(logging.Formatter):
    """Formats an event as a line."""

    def __init__(self, format: str) -> None:
        super().__init__()
        self._write = FORMATS[format]

    def format(self, record: logging.LogRecord) -> str:
        return self._write(facts(record))


class Repeats:
    """Leaves out what is logged again and again, and counts it.

    That goes for warnings and errors, and for events that are marked by `OFTEN`: a stranger may
    cause any number of those. One of a kind comes from one place in the code, with one sort of
    error.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start with nothing left out; the clock returns seconds."""
        self._clock = clock
        self._kinds: dict[tuple[object, ...], _Kind] = {}

    def let_through(self, record: logging.LogRecord) -> list[logging.LogRecord]:
        """Return what is to be written: counts whose time has come, and the event or nothing."""
        now = self._clock()
        over = [key for key, kind in self._kinds.items() if now - kind.since >= _MINUTE]
        told = [left for key in over for left in self._kinds.pop(key).left_out()]
        if record.levelno < logging.WARNING and not getattr(record, _MARK, False):
            return [*told, record]
        error = record.exc_info[0] if record.exc_info else None
        msg = record.msg if isinstance(record.msg, str) else type(record.msg)
        apart = len(self._kinds) < _MOST_KINDS
        address = getattr(record, "address", None) if apart else None
        key = record.name, record.levelno, record.pathname, record.lineno, msg, error, address
        kind = self._kinds.setdefault(key, _Kind(now))
        return [*told, *kind.take(record)]

    def rest(self) -> list[logging.LogRecord]:
        """Return the counts of all that was left out, and begin anew."""
        kinds, self._kinds = self._kinds, {}
        return [left for kind in kinds.values() for left in kind.left_out()]


@dataclass(slots=True)
class _Kind:
    """Events of one kind, within a minute."""

    since: float
    count: int = 0
    last: logging.LogRecord | None = None
    """The last that was left out."""

    def take(self, record: logging.LogRecord) -> list[logging.LogRecord]:
        self.count += 1
        if self.count <= _AT_ONCE:
            return [record]
        self.last = record
        return []

    def left_out(self) -> list[logging.LogRecord]:
        """Return the last that was left out, with how many there were."""
        if self.last is None:
            return []
        told = logging.makeLogRecord(vars(self.last))
        told.repeated = self.count - _AT_ONCE
        return [told]


class _Handler(logging.StreamHandler[TextIO]):
    """Writes to the stream it was given, and drops what cannot be written.

    The library would print the unscrubbed event to standard error.
    """

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self._repeats = Repeats()

    def emit(self, record: logging.LogRecord) -> None:
        """Write an event, unless there were too many like it."""
        for each in self._repeats.let_through(record):
            super().emit(each)

    def close(self) -> None:
        """Write what was left out."""
        for each in self._repeats.rest():
            super().emit(each)
        super().close()

    def handleError(self, record: logging.LogRecord) -> None:
        """Drop the event."""


def start(stream: TextIO, format: str = "text", level: str = "info") -> logging.Handler:
    """Log to this stream, in one of `FORMATS`, even if sys.stderr is replaced."""
    handler = _Handler(stream)
    handler.setFormatter(EventFormatter(format))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level.upper())
    for chatty in ("asyncssh", "alembic", "sqlalchemy"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    # What is written to a client that has just hung up is no trouble: asyncio would warn of it.
    vars(asyncio.constants)["LOG_THRESHOLD_FOR_CONNLOST_WRITES"] = sys.maxsize
    return handler
