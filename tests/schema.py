"""Check values against a JSON schema: as much of the language as our own schema uses."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

_TYPES: Final[Mapping[str, Callable[[Any], bool]]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: type(value) is int,
    "number": lambda value: type(value) in (int, float),
    "null": lambda value: value is None,
}
_CHECKS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "type": lambda value, kind: _TYPES[kind](value),
    "const": lambda value, constant: type(value) is type(constant) and value == constant,
    "enum": lambda value, choices: value in choices,
    "pattern": lambda value, pattern: re.search(pattern, value) is not None,
    "minimum": lambda value, least: value >= least,
    "maximum": lambda value, most: value <= most,
    "minLength": lambda value, least: len(value) >= least,
    "maxLength": lambda value, most: len(value) <= most,
    "maxItems": lambda value, most: len(value) <= most,
    "required": lambda value, names: all(name in value for name in names),
}
_SAYS_NOTHING: Final = ("$schema", "$defs", "title", "description")


class Schema:
    """A schema that values are checked against."""

    def __init__(self, whole: dict[str, Any]) -> None:
        self._whole = whole

    def allows(self, value: Any, name: str) -> bool:
        """Return whether a value is what the schema defines under a name."""
        return self._allows(value, self._whole["$defs"][name])

    def _allows(self, value: Any, schema: dict[str, Any]) -> bool:
        return all(self._holds(value, word, rule, schema) for word, rule in schema.items())

    def _holds(self, value: Any, word: str, rule: Any, schema: dict[str, Any]) -> bool:
        if word in _CHECKS:
            return _CHECKS[word](value, rule)
        if word == "$ref":
            return self.allows(value, rule.removeprefix("#/$defs/"))
        if word in ("oneOf", "anyOf"):
            fitting = sum(self._allows(value, each) for each in rule)
            return fitting == 1 if word == "oneOf" else fitting > 0
        if word == "items":
            return all(self._allows(each, rule) for each in value)
        if word == "properties":
            return isinstance(value, dict) and all(
                self._allows(value[name], below) for name, below in rule.items() if name in value
            )
        if word == "additionalProperties":
            return rule or not value.keys() - schema["properties"].keys()
        assert word in _SAYS_NOTHING, word
        return True
