"""Read a code, a game or a table out of whatever somebody was sent and pastes.

    HRGH    hr-gh    "HRGH".    the code is HRGH, come!
    ssh -t -p 2222 club.example join HRGH    cuttle join club.example:2222 HRGH
    https://club.example/join/HRGH    <https://club.example/JOIN/hrgh/>

Whoever asks for a code reads what is typed with this, and so do links and commands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple
from unicodedata import category, normalize
from urllib.parse import unquote

LONGEST: Final = 500
"""Characters of a text that are read: an invitation in a sentence or two."""
_LONGEST_CODE: Final = 16
_LENGTHS: Final = (4, 5, 6, 8)
"""Of the codes of rooms, and of those that are somebody's own."""
_IN_CODES: Final = frozenset("BCDFGHJKLMNPQRSTVWXZ256789")
"""What codes are made of: words are not, since they have vowels."""
_AROUND: Final = "\"'`*_<>()[]{}«»“”‘’„‚‹›.,;:!?…/\\|~"
"""What chats and people put around what they quote."""
_GAME: Final = re.compile(r"[a-z2-7]{10}")
_GAME_VERBS: Final = (
    *("replay", "game", "record", "picture", "cast", "signature"),
    *("analyse", "moments", "result", "check"),
)
"""What stands before the id of a finished game in lines and in links."""


def room_code(text: str) -> str:
    """Return the code in a text, in capitals; what cannot be one as it is, for the refusal."""
    text = _readable(text)
    squeezed = "".join(filter(str.isascii, _squeezed(text)))
    codes = {word.upper() for word in _words(text) if _is_code(word)}
    only = codes.pop() if len(codes) == 1 else ""
    return invited_code(text) or only or squeezed[:_LONGEST_CODE].upper()


def invited_code(text: str) -> str:
    """Return the code in a line or a link that leads to a table; empty if a text is neither."""
    return next(_after(("join",), _readable(text), _is_code), "").upper()


def game_id(text: str) -> str:
    """Return the id of a game in a text; a text that names none as it is, in small letters."""
    text = _readable(text)
    named = next(_after(_GAME_VERBS, text, _is_game), "")
    found = {word for word in _words(text) if _is_game(word)}
    only = found.pop() if len(found) == 1 else ""
    return (named or only or _bare(text)).lower()


def table_name(text: str) -> str:
    """Return the id or the title of a table in a text; a text that names none as it is."""
    text = _readable(text)
    return (next(_after(("watch",), text, bool), "") or _bare(text)).lower()


class Invitation(NamedTuple):
    """Where a line or a link leads."""

    code: str = ""
    host: str = ""
    """As people write it, perhaps with a user and a port; empty if none is named."""
    port: int | None = None
    """What stands beside it, as ``-p 2222``; None if nothing does."""
    page: str = ""
    """The address of the server for browsers, if a link leads there."""


def invitation(text: str) -> Invitation:
    """Return which server a line or a link leads to, and with which code."""
    text = _readable(text)
    code = room_code(text)
    words = [word.strip(_QUOTES) for word in text.split()]
    by_ssh = "ssh" in map(str.lower, words)
    port = _take_port(words) or (_PORT_OF_SSH if by_ssh else None)
    link, at = _LINK.search(text), _AT.search(text)
    if not by_ssh and link is not None:
        page = f"{link['scheme'] or 'https'}://{link['host']}{link['port'] or ''}"
        return Invitation(code, link["host"], port, page.lower() + link["path"])
    if not by_ssh and at is not None:
        return Invitation(at["code"].upper(), at["host"], port)
    host = _host_in(words, code)
    after = words[words.index(host) + 1 :] if host in words and not by_ssh else []
    return Invitation(room_code(" ".join(after)) if after else code, host, port)


_PORT_OF_SSH: Final = 22
"""Where a line of ssh leads that names no port."""
_QUOTES: Final = "\"'`<>,;"
_HOST: Final = r"(?P<host>\[[0-9a-f:.]+\]|[\w.-]+)"
_LINK: Final = re.compile(
    rf"(?:(?P<scheme>https?)://)?{_HOST}(?P<port>:\d{{1,5}})?(?P<path>(?:/+[\w.~-]+){{0,4}}?)"
    r"/+(?:join|watch)/",
    re.IGNORECASE | re.ASCII,
)
_AT: Final = re.compile(
    r"(?<!\S)[\"'`<(]*(?P<code>[B-DF-HJ-NP-TV-XZ256789]{4,8})"
    r"@(?P<host>\[[0-9a-f:.]+\](?::\d+)?|[\w.:-]*\w)",
    re.IGNORECASE | re.ASCII,
)


def _take_port(words: list[str]) -> int | None:
    """Take the port out of the words, as ``-p 2222``."""
    for place, word in enumerate(words):
        together = re.fullmatch(r"(?:-p|--port=)(\d{1,5})", word)
        if together is not None:
            del words[place]
            return int(together[1])
        following = words[place + 1 : place + 2]
        if word in ("-p", "--port") and following and following[0].isdecimal():
            del words[place : place + 2]
            return int(following[0][:5])
    return None


def _host_in(words: list[str], code: str) -> str:
    """Return the host of a line of ssh or of ours, or the word before a code."""
    plain = [word for word in words if not word.startswith("-")]
    low = [word.lower() for word in plain]
    if "ssh" in low:
        return next(iter(plain[low.index("ssh") + 1 :]), "")
    if "join" in low:
        plain = plain[low.index("join") + 1 :]
    hosts = [word for word in plain[:2] if _tidy(word).upper() != code]
    return hosts[0] if len(plain) > 1 and hosts else ""


def _readable(text: str) -> str:
    """Return a text in plain signs: no widths, nothing that is not seen, nothing encoded."""
    text = normalize("NFKC", unquote(text[:LONGEST]))
    if text.isascii() and text.isprintable():
        return text
    seen = (sign for sign in text if sign.isspace() or not category(sign).startswith("C"))
    return "".join(" " if sign.isspace() else sign for sign in seen)


def _after(verbs: tuple[str, ...], text: str, fits: Callable[[str], bool]) -> Iterator[str]:
    """Yield what follows one of the verbs in a link or a line, and fits; the last one first."""
    places = re.finditer(rf"(?<![\w-])(?:{'|'.join(verbs)})(?![\w-])", text, re.IGNORECASE)
    for place in reversed([*places]):
        rest = text[place.end() :]
        if rest.startswith("/"):  # a path
            yield from filter(fits, [_tidy(re.split(r"[/?#&]", rest[1:].strip())[0])][:1])
            continue
        words = [word for word in map(_tidy, rest.split()) if fits(word)]
        ours = re.search(r"cuttle\s+$", text[: place.start()], re.IGNORECASE) is not None
        yield from words[1:2] if ours else ()  # it names the host before
        yield from words[:1]


def _tidy(word: str) -> str:
    """Return a word without what stands around it, and without the ending of a picture."""
    word = re.sub(r"(\.(wide|narrow)\.(dark|light))?\.(svg|png|txt|cast)$", "", word.strip(_AROUND))
    return _squeezed(word) if _is_code(word) else word


def _words(text: str) -> Iterator[str]:
    return (_tidy(word) for word in re.split(r"[\s/?#&=@]+", text))


def _is_code(word: str) -> bool:
    squeezed = _squeezed(word).upper()
    return len(squeezed) in _LENGTHS and set(squeezed) <= _IN_CODES and not squeezed.isdigit()


def _is_game(word: str) -> bool:
    return _GAME.fullmatch(word.lower()) is not None


def _bare(text: str) -> str:
    return text.strip().strip(_AROUND).strip()


def _squeezed(text: str) -> str:
    return "".join(filter(str.isalnum, text))
