"""Write a call as its receiver reads it: plain JSON, Discord, Slack, Matrix by a bridge, ntfy.

Whatever comes from a player is escaped here for the form it goes to, and calls nobody there: names
are checked when they are chosen, but no receiver should have to rely on that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate
from typing import Any, Final
from urllib.parse import urlencode, urlsplit, urlunsplit

from server.calls import Form, Hook
from server.calls.words import Told

_LONGEST: Final = 1800
"""Characters of a text without where it leads; Discord takes 2,000."""
_MARKUP: Final = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~:])")
"""What may begin markup, a link, an emoji or a mention in Discord."""
_AT: Final = "@\u200b"
"""An @ that is parted from the word behind it, and so calls nobody."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request to a receiver; its body is JSON."""

    method: str
    url: str
    document: Mapping[str, Any] | None = None

    @property
    def body(self) -> bytes:
        """What is sent, and signed."""
        return b"" if self.document is None else json.dumps(self.document).encode()


@dataclass(frozen=True, slots=True)
class Writer:
    """How calls are written in a form."""

    send: Callable[[Hook, str, str, Told], Request]
    """Returns the request that tells a call, by its id and its kind."""
    withdraw: Callable[[Hook, str, str, str], Request] | None = None
    """Returns the request that takes it back, by its id, its kind and what the receiver calls it;
    None if the form cannot do that."""
    message: Callable[[Any], str] = lambda _answer: ""
    """Returns what the receiver calls it, from its answer."""
    names_messages: bool = False
    """Whether it can be taken back by that name alone."""


def _text(lines: Sequence[str], where: str) -> str:
    """Return as many whole lines as fit, and where they lead: half a line may end in an escape."""
    ends = accumulate(len(line) + 1 for line in lines)
    shown = [line for line, end in zip(lines, ends, strict=True) if end <= _LONGEST]
    more = ("…",) if len(shown) < len(lines) else ()
    return "\n".join((*shown, *more, where))


def _with(url: str, **query: str) -> str:
    """Return a URL with more in its query."""
    parts = urlsplit(url)
    more = "&".join(filter(None, (parts.query, urlencode(query))))
    return urlunsplit(parts._replace(query=more))


def _below(url: str, path: str) -> str:
    """Return a URL with more in its path."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}/{path}"))


# plain JSON --------------------------------------------------------------------------------------


def _json(hook: Hook, id: str, kind: str, told: Told) -> Request:
    document = {
        "id": id,
        "event": kind,
        "title": told.title,
        "lines": list(told.lines),
        "link": told.link,
        "command": told.command,
        "data": dict(told.data),
    }
    return Request("POST", hook.url, document)


def _json_over(hook: Hook, id: str, kind: str, message: str) -> Request:
    del message
    return Request("POST", hook.url, {"id": id, "event": f"{kind}-over"})


# Discord -----------------------------------------------------------------------------------------


def discord_text(text: str) -> str:
    """Return text that Discord shows as it is, and that mentions nobody."""
    return _MARKUP.sub(r"\\\1", text).replace("@", _AT)


def _discord(hook: Hook, id: str, kind: str, told: Told) -> Request:
    del id, kind
    lines = [f"**{discord_text(told.title)}**", *map(discord_text, told.lines)]
    where = f"<{told.link}>" if told.link else f"`{told.command}`"
    document = {"content": _text(lines, where), "allowed_mentions": {"parse": []}}
    return Request("POST", _with(hook.url, wait="true"), document)


def _discord_over(hook: Hook, id: str, kind: str, message: str) -> Request:
    del id, kind
    return Request("DELETE", _below(hook.url, f"messages/{message}"))


def _discord_message(answer: Any) -> str:
    """Return the id of a message: digits, for it becomes part of a path."""
    id = str(answer.get("id", "")) if isinstance(answer, dict) else ""
    return id if re.fullmatch(r"[0-9]{1,32}", id) else ""


# Slack -------------------------------------------------------------------------------------------


def slack_text(text: str) -> str:
    """Return text that Slack shows as it is, and that mentions nobody."""
    safe = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return safe.replace("@", _AT)


def _slack(hook: Hook, id: str, kind: str, told: Told) -> Request:
    del id, kind
    where = f"<{told.link}>" if told.link else slack_text(told.command)
    document = {
        "text": _text([*map(slack_text, (told.title, *told.lines))], where),
        "mrkdwn": False,
        "link_names": False,
        "parse": "none",
        "unfurl_links": False,
    }
    return Request("POST", hook.url, document)


# Matrix, by the generic hook of hookshot ---------------------------------------------------------


def _matrix(hook: Hook, id: str, kind: str, told: Told) -> Request:
    del id, kind
    title, *lines = (line.replace("@", _AT) for line in (told.title, *told.lines))
    where = told.link or told.command
    shown = f'<a href="{escape(where)}">{escape(where)}</a>' if told.link else escape(where)
    rows = [f"<strong>{escape(title)}</strong>", *map(escape, lines), shown]
    document = {"text": _text([title, *lines], where), "html": "<br>".join(rows)}
    return Request("POST", hook.url, document)


# ntfy --------------------------------------------------------------------------------------------


def _ntfy(hook: Hook, id: str, kind: str, told: Told) -> Request:
    """Publish as JSON, which goes to the root of the server: a header could not hold all names."""
    del kind
    root, topic = _topic(hook.url)
    document = {
        "topic": topic,
        "title": told.title,
        "message": _text(told.lines, told.link or told.command),
        "sequence_id": id,
        "markdown": False,
    }
    return Request("POST", root, document | ({"click": told.link} if told.link else {}))


def _ntfy_over(hook: Hook, id: str, kind: str, message: str) -> Request:
    del kind, message
    return Request("DELETE", _below(hook.url, id))


def _topic(url: str) -> tuple[str, str]:
    """Return the root of a server of ntfy, and the topic."""
    parts = urlsplit(url)
    folder, _, topic = parts.path.rstrip("/").rpartition("/")
    return urlunsplit(parts._replace(path=f"{folder}/")), topic


WRITERS: Final[Mapping[Form, Writer]] = {
    "json": Writer(_json, _json_over),
    "discord": Writer(_discord, _discord_over, _discord_message, names_messages=True),
    "slack": Writer(_slack),
    "matrix": Writer(_matrix),
    "ntfy": Writer(_ntfy, _ntfy_over),
}
