"""Log an event a line, with its context, without secrets or forged lines."""

from __future__ import annotations

import json
import logging
import re
import time
import traceback
from collections.abc import Callable
from contextvars import Context, ContextVar
from typing import Final, TextIO

from server.sanitize import clean

CONTEXT: Final = (
    *("session", "address", "player", "player_id", "key", "table", "node", "by", "order", "why"),
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

_WORDS: Final = "join|resume|link|room|invite|code|token|secret|seed|password|passwd"
_HIDDEN: Final = "hands?|deck|stock|cards?|drawn|glasses|position"
_SECRET: Final = re.compile(
    rf"""
      (?P<keep> SHA256:[A-Za-z0-9+/]{{43}} | Traceback | " ,[ ]line[ ]\d+ )
    | (?P<url> ://[^\s/@:]*: ) [^\s/]* (?= @ )
    | (?P<word> (?i: (?: \b (?:{_WORDS}) (?:_?code)? \b ['"]? [\s:=,('"\[]+ )+ ) (?: b['"] )? )
      (?: (?<= ['"] ) [^'"]+ | [^\s'",;)\]]+ )
    | (?P<name> (?i: \b (?:{_HIDDEN}) ) ['"]? \s* [:=] \s* )
      (?: \w* [\[({{] .* | [^\s,;)]+ )
    | \b (?: (?: 10 | [A2-9TJQK] ) [CDHS] | X[BR] ) \b
    | (?: 10 | [A2-9TJQK] ) [♠♣♥♦♤♧♡♢]
    | \b [A-HJ-NP-Z2-9]{{4,}} \b (?! : )
    """,
    re.VERBOSE,
)
"""Secrets: passwords in URLs, codes and what follows a word for one, hands and decks,
names of cards. Codes are written in capitals, so events are not."""

_bound: ContextVar[dict[str, str] | None] = ContextVar("context of events", default=None)


def bind(**context: object) -> None:
    """Add context to every event of this task and of those it starts."""
    _bound.set({**(_bound.get() or {}), **{name: str(value) for name, value in context.items()}})


def english(text: object) -> str:
    """Return what a player is told, as operators read it."""
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
    milliseconds = int(record.msecs)
    fields = {
        "time": f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}"
        f".{milliseconds:03d}Z",
        "level": record.levelname.lower(),
        "logger": clean(record.name, _FIELD),
        "event": line_of(_text(record)),
    }
    context = {**(_bound.get() or {}), **vars(record)}
    fields |= {
        name: _field(name, context[name]) for name in CONTEXT if context.get(name) is not None
    }
    if record.exc_info and record.exc_info[1] is not None:
        fields["trace"] = _trace(record.exc_info[1])
    return fields


def _text(record: logging.LogRecord) -> str:
    """Return the event's text, even if its arguments do not fit."""
    try:
        return record.getMessage()
    except Exception:
        return f"{record.msg} (with arguments that do not fit)"


def _field(name: str, value: object) -> str:
    text = clean(str(value), _LONG_FIELD if name in ("order", "why") else _FIELD)
    return scrub(text) if name == "table" else text


def _trace(error: BaseException) -> str:
    """Format a traceback, cleaned line by line, without values of variables."""
    lines = "".join(traceback.format_exception(error)).splitlines()[-_LINES:]
    return "\n".join(" " * (len(line) - len(line.lstrip())) + line_of(line, 300) for line in lines)


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
        """Format an event as a line."""
        return self._write(facts(record))


class _Handler(logging.StreamHandler[TextIO]):
    """Writes to the stream it was given, and drops what cannot be written.

    The library would print the unscrubbed event to standard error.
    """

    def handleError(self, record: logging.LogRecord) -> None:
        """Drop the event."""


def start(stream: TextIO, format: str = "text", level: str = "info") -> logging.Handler:
    """Log to this stream, even if sys.stderr is replaced.

    Args:
        stream: where events go.
        format: a key of `FORMATS`.
        level: the least that is logged.
    """
    handler = _Handler(stream)
    handler.setFormatter(EventFormatter(format))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level.upper())
    for chatty in ("asyncssh", "alembic", "sqlalchemy"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    return handler
