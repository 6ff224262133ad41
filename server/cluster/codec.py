"""Values of the app's ports as plain maps and lists, and back, by the types of their fields.

What is sent is read by processes of the version before and after: a field that has its default is
left out, one that is missing gets it, and one that is unknown is ignored.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from enum import IntEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from engine.actions import Action, parse_action
from engine.rules.rulesets import Ruleset
from engine.rules.text import parse_ruleset

Plain = Any
"""None, a number, a text, bytes, or lists and maps (by text) of such."""
_T = TypeVar("_T")
_NAME: Final = "is"
"""The key under which a map names its class, where several are possible."""
_PLAIN: Final = (bool, int, float, str, bytes, NoneType, Any)


class Garbled(ValueError):
    """What was received is no value of the type that was expected."""


def pack(type_: Any, value: object) -> Plain:
    """Return a value of a type as maps and lists."""
    return _coder(type_)[0](value)


def unpack(type_: type[_T], plain: Plain) -> _T:
    """Return the value of a type that was packed.

    Raises:
        Garbled: it is none.
    """
    try:
        value: _T = _coder(cast(Any, type_))[1](plain)
    except Garbled:
        raise
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise Garbled(f"no {getattr(type_, '__name__', type_)}: {error}") from None
    return value


_Coder = tuple[Callable[[Any], Plain], Callable[[Plain], Any]]
"""How a type is packed and unpacked."""


def _same(value: Any) -> Any:
    return value


def _ruleset_text(ruleset: Ruleset) -> str:
    return ruleset.name


_TEXTS: Final[dict[Any, _Coder]] = {
    Action: (str, parse_action),
    Ruleset: (_ruleset_text, parse_ruleset),
}
"""What has a text form of its own."""


@cache
def _coder(type_: Any) -> _Coder:
    if type_ in _TEXTS:
        return _TEXTS[type_]
    if type_ in _PLAIN or get_origin(type_) is Literal:
        return _same, _same
    if isinstance(type_, type) and issubclass(type_, IntEnum):
        return int, type_
    if get_origin(type_) is tuple:
        return _tuple(get_args(type_))
    if get_origin(type_) in (dict,):
        return _dict(get_args(type_)[1])
    if get_origin(type_) in (Union, UnionType):
        return _union(get_args(type_))
    if isinstance(type_, type) and (is_dataclass(type_) or hasattr(type_, "_fields")):
        return _record(type_)
    raise TypeError(f"{type_} cannot be sent")


def _tuple(parts: tuple[Any, ...]) -> _Coder:
    if parts[-1:] != (...,):
        coders = [_coder(part) for part in parts]

        def each(way: int) -> Callable[[Any], Any]:
            kind = (list, tuple)[way]
            return lambda values: kind(
                coder[way](value) for coder, value in zip(coders, values, strict=True)
            )

        return each(0), each(1)
    out, back = _coder(parts[0])
    if out is _same:
        return list, tuple
    return lambda values: [*map(out, values)], lambda values: tuple(map(back, values))


def _dict(part: Any) -> _Coder:
    out, back = _coder(part)
    return (
        lambda values: {key: out(value) for key, value in values.items()},
        lambda values: {key: back(value) for key, value in values.items()},
    )


def _union(parts: tuple[Any, ...]) -> _Coder:
    """Pack one of several types: plain ones as they are, classes under their names."""
    whole = [part for part in parts if part not in _PLAIN and get_origin(part) is not Literal]
    if not whole:
        return _same, _same
    if len(whole) == 1:
        out, back = _coder(whole[0])
        plain = tuple(part for part in parts if part in _PLAIN)
        return (
            lambda value: value if isinstance(value, plain) else out(value),
            lambda value: None if value is None else back(value),
        )
    coders = {part.__name__: _coder(part) for part in whole}

    def out_of_many(value: Any) -> Plain:
        name = type(value).__name__
        return None if value is None else {_NAME: name, **coders[name][0](value)}

    def into_many(plain: Plain) -> Any:
        return None if plain is None else coders[plain[_NAME]][1](plain)

    return out_of_many, into_many


def _record(type_: Any) -> _Coder:
    """Pack a dataclass or a named tuple as a map of the fields that differ from their defaults."""
    hints = get_type_hints(type_)
    coders = {name: _coder(hints[name]) for name in _names(type_)}
    defaults = _defaults(type_)
    outs = [(name, out, defaults.get(name, MISSING)) for name, (out, _) in coders.items()]
    backs = {name: back for name, (_, back) in coders.items()}

    def out(value: Any) -> Plain:
        plain = {}
        for name, field_out, default in outs:
            part = getattr(value, name)
            if default is MISSING or part != default:
                plain[name] = field_out(part)
        return plain

    def back(plain: Plain) -> Any:
        return type_(**{name: backs[name](part) for name, part in plain.items() if name in backs})

    return out, back


def _names(type_: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(type_)) if is_dataclass(type_) else type_._fields


def _defaults(type_: Any) -> dict[str, Any]:
    if not is_dataclass(type_):
        return dict(type_._field_defaults)
    return {field.name: field.default for field in fields(type_) if field.default is not MISSING}
