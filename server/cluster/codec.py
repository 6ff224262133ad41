"""Values of the app's ports as plain maps and lists, and what has changed between two of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from enum import IntEnum
from functools import cache
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from engine.actions import Action, parse_action
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import Ruleset

Plain = Any
"""None, a number, a text, bytes, or lists and maps (by text) of such."""
_SET, _GONE, _KEPT, _MORE, _NEW = "set", "gone", "keep", "more", "new"
UNCHANGED: Final[Plain] = {}
"""The change between two values that are alike."""


def replaced(new: Plain) -> Plain:
    """Return the change that puts a new value in place of any."""
    return {_NEW: new}


def extended(kept: int, more: Plain) -> Plain:
    """Return the change that keeps the first so many values of a list, and adds more."""
    return {_KEPT: kept, _MORE: more}


def updated(changed: dict[str, Plain], gone: list[str]) -> Plain:
    """Return the change that changes some values of a map, and removes others."""
    if gone:
        return {_SET: changed, _GONE: gone}
    return {_SET: changed} if changed else UNCHANGED


def apply(old: Plain, change: Plain) -> Plain:
    """Return the new value; it shares what is equal with the old one, which stays as it is.

    Raises:
        KeyError, TypeError: the change was not made from this value.
    """
    if not change:
        return old
    if _NEW in change:
        return change[_NEW]
    if _MORE in change:
        return [*old[: change[_KEPT]], *change[_MORE]]
    gone = change.get(_GONE, ())
    new = {key: part for key, part in old.items() if key not in gone}
    for key, part in change[_SET].items():
        new[key] = apply(old.get(key), part)
    return new


_T = TypeVar("_T")
_NAME: Final = "is"
"""The key under which a map names its class, where several are possible."""
_PLAIN: Final = (bool, int, float, str, bytes, NoneType, Any)


class Garbled(ValueError):
    """The received data does not fit the expected type."""


def pack(type_: Any, value: object) -> Plain:
    """Return a value of a type as maps and lists."""
    return _coder(type_).pack(value)


def difference(type_: Any, old: object, new: object) -> Plain:
    """Return the change from the packed old value to the packed new one."""
    return _coder(type_).difference(old, new)


def unpack(type_: type[_T], plain: Plain) -> _T:
    """Return the value of a type from its packed form.

    Raises:
        Garbled: it does not fit the type.
    """
    return _checked(type_, lambda coder: coder.unpack(plain))


def unpack_again(type_: type[_T], plain: Plain, old_plain: Plain, old: _T) -> _T:
    """Return the value of a type; reuse the parts of the old value that have not changed.

    Raises:
        Garbled: it does not fit the type.
    """
    return _checked(type_, lambda coder: coder.unpack_again(plain, old_plain, old))


def _checked(type_: type[_T], unpacked: Callable[[_Coder], Any]) -> _T:
    try:
        value: _T = unpacked(_coder(cast(Any, type_)))
    except Garbled:
        raise
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise Garbled(f"no {getattr(type_, '__name__', type_)}: {error}") from None
    return value


@dataclass(frozen=True, slots=True)
class _Coder:
    """How a type is packed and unpacked."""

    pack: Callable[[Any], Plain]
    unpack: Callable[[Plain], Any]
    difference: Callable[[Any, Any], Plain]
    unpack_again: Callable[[Plain, Plain, Any], Any]
    kinds: frozenset[type] = frozenset()
    """The types of plain values, which are packed as they are."""
    values: frozenset[object] = frozenset()
    """The plain values that may be there beside those of the types."""

    def holds(self, plain: Plain) -> bool:
        """Return whether this packs a plain value as it is."""
        return isinstance(plain, tuple(self.kinds)) or (
            bool(self.values) and isinstance(plain, Hashable) and plain in self.values
        )


def _whole(pack: Callable[[Any], Plain], unpack: Callable[[Plain], Any]) -> _Coder:
    """Return the coder of values that change as a whole."""

    def difference(old: Any, new: Any) -> Plain:
        return UNCHANGED if old == new else replaced(pack(new))

    return _Coder(pack, unpack, difference, lambda plain, _old_plain, _old: unpack(plain))


def _same(value: Any) -> Any:
    return value


_AS_IT_IS: Final = _whole(_same, _same)


def _plain_coder(types: Sequence[Any]) -> _Coder:
    """Return the coder of what is plain, and of one of these types, or a value of a Literal."""
    if Any in types:
        return _AS_IT_IS
    literals = [part for part in types if get_origin(part) is Literal]
    kinds = frozenset(part for part in types if part not in literals)
    if float in kinds:
        kinds |= {int}
    values = frozenset(value for part in literals for value in get_args(part))

    def unpack(plain: Plain) -> Any:
        fits = type(plain) in kinds or (
            isinstance(plain, tuple(kinds)) and not isinstance(plain, bool)
        )
        if not fits and not (values and isinstance(plain, Hashable) and plain in values):
            labels = sorted([*(kind.__name__ for kind in kinds), *map(repr, values)])
            raise Garbled(f"{type(plain).__name__} is none of {', '.join(labels)}")
        return plain

    return replace(_whole(_same, unpack), kinds=kinds, values=values)


_TEXTS: Final[dict[Any, _Coder]] = {
    Action: _whole(str, parse_action),
    Ruleset: _whole(attrgetter("name"), parse_ruleset),
}
"""What has a text form of its own."""


def _is_number(type_: Any) -> bool:
    return isinstance(type_, type) and issubclass(type_, IntEnum)


def _is_record(type_: Any) -> bool:
    return isinstance(type_, type) and (is_dataclass(type_) or hasattr(type_, "_fields"))


def _is_plain(type_: Any) -> bool:
    return type_ in _PLAIN or get_origin(type_) is Literal


@cache
def _coder(type_: Any) -> _Coder:
    if type_ in _TEXTS:
        return _TEXTS[type_]
    if _is_plain(type_):
        return _plain_coder([type_])
    if _is_number(type_):
        return _whole(int, type_)
    if get_origin(type_) is tuple:
        return _tuple(get_args(type_))
    if get_origin(type_) is dict:
        return _dict(_coder(get_args(type_)[1]))
    if get_origin(type_) in (Union, UnionType):
        return _union(get_args(type_))
    if _is_record(type_):
        record = _Record(type_)
        return _Coder(record.pack, record.unpack, record.difference, record.unpack_again)
    raise TypeError(f"{type_} cannot be sent")


def _tuple(parts: tuple[Any, ...]) -> _Coder:
    if parts[-1:] == (...,):
        return _sequence(_coder(parts[0]))
    coders = [_coder(part) for part in parts]

    def pack(values: Any) -> Plain:
        return [coder.pack(value) for coder, value in zip(coders, values, strict=True)]

    def unpack(plain: Plain) -> Any:
        return tuple(coder.unpack(part) for coder, part in zip(coders, plain, strict=True))

    return _whole(pack, unpack)


def _sequence(part: _Coder) -> _Coder:
    """Pack values of the same type, to which more are added."""
    same, kinds = part is _AS_IT_IS or part.kinds or part.values, part.kinds

    def pack(values: Any) -> Plain:
        return [*values] if same else [*map(part.pack, values)]

    def unpack(plain: Plain) -> Any:
        if not isinstance(plain, list | tuple):
            raise Garbled(f"{type(plain).__name__} is no list")
        if kinds and kinds.issuperset(map(type, plain)):  # most often, and quickly
            return tuple(plain)
        return tuple(map(part.unpack, plain))

    def difference(old: Any, new: Any) -> Plain:
        if old == new:
            return UNCHANGED
        if old and new[: len(old)] == old:
            return extended(len(old), pack(new[len(old) :]))
        return replaced(pack(new))

    def unpack_again(plain: Plain, old_plain: Plain, old: Any) -> Any:
        if same:
            return unpack(plain)
        known = zip(plain, old_plain, old, strict=False)
        first = [value if each is before else part.unpack(each) for each, before, value in known]
        return (*first, *map(part.unpack, plain[len(first) :]))

    return _Coder(pack, unpack, difference, unpack_again)


def _dict(part: _Coder) -> _Coder:
    def pack(values: Any) -> Plain:
        return {key: part.pack(value) for key, value in values.items()}

    def unpack(plain: Plain) -> Any:
        return {key: part.unpack(value) for key, value in plain.items()}

    def difference(old: Any, new: Any) -> Plain:
        changed = {}
        for key, value in new.items():
            if key not in old:
                changed[key] = replaced(part.pack(value))
            elif value is old[key]:
                continue
            elif change := part.difference(old[key], value):
                changed[key] = change
        return updated(changed, [key for key in old if key not in new])

    def unpack_again(plain: Plain, old_plain: Plain, old: Any) -> Any:
        return {
            key: _part_again(part, value, key, old_plain, old.get(key))
            for key, value in plain.items()
        }

    return _Coder(pack, unpack, difference, unpack_again)


def _part_again(part: _Coder, plain: Plain, key: str, old_plain: Plain, old: Any) -> Any:
    """Return the value of a part of a map."""
    if key not in old_plain:
        return part.unpack(plain)
    before = old_plain[key]
    return old if plain is before else part.unpack_again(plain, before, old)


def _union(parts: tuple[Any, ...]) -> _Coder:
    """Pack one of several types: plain ones as they are, classes under their names."""
    plain_types = [part for part in parts if _is_plain(part)]
    whole = [part for part in parts if not _is_plain(part)]
    plain = _plain_coder(plain_types)
    if not whole:
        return plain
    packed = {str for part in whole if part in _TEXTS} | {int for part in whole if _is_number(part)}
    if packed & plain.kinds:
        raise TypeError(f"the types of {parts} look alike when they are sent")
    if len(whole) == 1:
        return _optional(_coder(whole[0]), plain)
    if not all(map(_is_record, whole)):
        raise TypeError(f"the types of {parts} look alike when they are sent")
    coders = {part.__name__: _coder(part) for part in whole}

    def pack(value: Any) -> Plain:
        name = type(value).__name__
        return {_NAME: name, **coders[name].pack(value)}

    def unpack(plain: Plain) -> Any:
        return coders[plain[_NAME]].unpack(plain)

    return _optional(_whole(pack, unpack), plain)


def _optional(part: _Coder, plain: _Coder) -> _Coder:
    """Pack what may also be something plain."""
    is_plain = plain.holds

    def pack(value: Any) -> Plain:
        return value if is_plain(value) else part.pack(value)

    def unpack(packed: Plain) -> Any:
        return packed if is_plain(packed) else part.unpack(packed)

    def difference(old: Any, new: Any) -> Plain:
        if is_plain(old) or is_plain(new):
            return UNCHANGED if old == new else replaced(pack(new))
        return part.difference(old, new)

    def unpack_again(plain: Plain, old_plain: Plain, old: Any) -> Any:
        if is_plain(plain) or is_plain(old_plain):
            return unpack(plain)
        return part.unpack_again(plain, old_plain, old)

    return _Coder(pack, unpack, difference, unpack_again)


class _Record:
    """Packs a dataclass or a named tuple as a map of the fields that differ from their defaults."""

    def __init__(self, type_: Any) -> None:
        self._type = type_
        self._replace: Callable[..., Any] = replace if is_dataclass(type_) else type_._replace
        if is_dataclass(type_):
            known = {field.name: field.default for field in fields(type_)}
        else:
            known = {name: type_._field_defaults.get(name, MISSING) for name in type_._fields}
        hints = get_type_hints(type_)
        self._coders = {name: _coder(hints[name]) for name in known}
        self._fields = [(name, coder, known[name]) for name, coder in self._coders.items()]

    def pack(self, value: Any) -> Plain:
        plain = {}
        for name, coder, default in self._fields:
            part = getattr(value, name)
            if default is MISSING or part != default:
                plain[name] = coder.pack(part)
        return plain

    def unpack(self, plain: Plain) -> Any:
        coders = self._coders
        return self._type(
            **{name: coders[name].unpack(part) for name, part in plain.items() if name in coders}
        )

    def difference(self, old: Any, new: Any) -> Plain:
        changed, gone = dict[str, Plain](), list[str]()
        for name, coder, default in self._fields:
            before, now = getattr(old, name), getattr(new, name)
            change = UNCHANGED if before is now else coder.difference(before, now)
            if change and default is not MISSING and now == default:
                gone.append(name)
            elif change and default is not MISSING and before == default:
                changed[name] = replaced(coder.pack(now))
            elif change:
                changed[name] = change
        return updated(changed, gone)

    def unpack_again(self, plain: Plain, old_plain: Plain, old: Any) -> Any:
        if not old_plain.keys() <= plain.keys():  # some have their defaults again
            return self.unpack(plain)
        parts = {
            name: _part_again(self._coders[name], part, name, old_plain, getattr(old, name))
            for name, part in plain.items()
            if name in self._coders and part is not old_plain.get(name, MISSING)
        }
        return self._replace(old, **parts)
