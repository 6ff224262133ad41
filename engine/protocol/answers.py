"""Read the messages of a player, who may send anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from engine.actions import Action, Kind, parse_action
from engine.errors import NotationError, RulesetError
from engine.play.view import View
from engine.protocol.lines import Message, ProtocolError
from engine.protocol.messages import VERSION
from engine.rules.text import parse_ruleset, stamped

LONGEST_NAME: Final = 32
"""Characters in the name of a program."""
_MOST_RULESETS: Final = 32
MOST_GAMES: Final = 16
"""Games that a player may play at a time."""
_UNASKED: Final = (Kind.CONCEDE, Kind.RETRACT, Kind.OFFER)
"""What a player may do besides choosing a legal action, where the rules allow it."""


@dataclass(frozen=True, slots=True)
class Hello:
    """What a player says of itself."""

    name: str
    open: bool = False
    """Whether anybody may challenge it."""
    rulesets: tuple[str, ...] = ()
    """The rules it plays, with their versions; empty for all."""
    games: int = 1
    """How many games it plays at a time."""
    ladder: bool = False
    """Whether it plays rated games against other programs."""


def read_hello(message: Message) -> Hello:
    """Read the first message of a player.

    Raises:
        ProtocolError: it is no hello, or of another version.
    """
    if message["type"] != "hello":
        raise ProtocolError("type", "the first message is a hello")
    version = message.get("protocol")
    if type(version) is not int:
        raise ProtocolError("protocol", f"hello names its protocol, a number: {VERSION}")
    if version != VERSION:
        age = "newer" if version > VERSION else "older"
        raise ProtocolError(
            "protocol", f"protocol {version} is {age} than what is spoken here: {VERSION}"
        )
    name = _field(message, "name", str, "")
    if not (1 <= len(name) <= LONGEST_NAME and name.isprintable()):
        raise ProtocolError("value", f"name: 1 to {LONGEST_NAME} printable characters")
    return Hello(
        name=name,
        open=_field(message, "open", bool, False),
        rulesets=_rulesets(_field(message, "rulesets", list, [])),
        games=_games(_field(message, "games", int, 1)),
        ladder=_field(message, "ladder", bool, False),
    )


def _field(message: Message, name: str, kind: type, default: Any) -> Any:
    value = message.get(name, default)
    if type(value) is not kind:
        raise ProtocolError("value", f"{name}: {_WORDS[kind]}")
    return value


_WORDS: Final = {str: "a text", bool: "true or false", list: "a list", int: "a whole number"}


def _games(number: int) -> int:
    if not 1 <= number <= MOST_GAMES:
        raise ProtocolError("value", f"games: 1 to {MOST_GAMES}")
    return number


def _rulesets(names: list[object]) -> tuple[str, ...]:
    if len(names) > _MOST_RULESETS:
        raise ProtocolError("value", f"rulesets: at most {_MOST_RULESETS}")
    try:
        return tuple(stamped(parse_ruleset(_text(name))) for name in names)
    except RulesetError as error:
        raise ProtocolError("value", f"rulesets: {error}") from None


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ProtocolError("value", "rulesets: a list of texts")
    return value


def read_action(message: Message, view: View) -> Action:
    """Read what a player chose for its view.

    What may be done besides, such as conceding, is returned without a check.

    Raises:
        ProtocolError: it is no action, was chosen for another view, or is not legal.
    """
    ply = message.get("ply")
    if ply is not None and type(ply) is not int:
        raise ProtocolError("value", "ply: a whole number")
    if ply not in (None, view.ply):
        raise ProtocolError("stale", f"chosen for another ply than {view.ply}")
    choice, text = message.get("choice"), message.get("text")
    if (choice is None) == (text is None):
        raise ProtocolError("value", "an action has a choice or a text")
    if choice is not None:
        return _chosen(choice, view)
    return _named(text, view)


def _chosen(choice: object, view: View) -> Action:
    if not view.legal:
        raise ProtocolError("not-asked", "another seat is asked")
    if type(choice) is not int:
        raise ProtocolError("value", "choice: a whole number")
    if not 0 <= choice < len(view.legal):
        raise ProtocolError("illegal", f"choice: a number from 0 to {len(view.legal) - 1}")
    return view.legal[choice]


def _named(text: object, view: View) -> Action:
    if not isinstance(text, str):
        raise ProtocolError("value", "text: an action, such as draw")
    try:
        action = parse_action(text)
    except NotationError as error:
        raise ProtocolError("illegal", str(error)) from None
    if action in view.legal or (action.kind in _UNASKED and action.seat == view.viewer):
        return action
    if not view.legal:
        raise ProtocolError("not-asked", "another seat is asked")
    raise ProtocolError("illegal", f"not legal now: {action}")
