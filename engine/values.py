"""Let values be pickled and copied by their fields.

Pickle sets the fields of a frozen dataclass one by one, which its compiled form refuses: it is
built anew instead.
"""

from __future__ import annotations

import copyreg
from dataclasses import fields
from typing import Any


def built_anew(*kinds: type[Any]) -> None:
    """Let pickle and copy build the values of these dataclasses from their fields."""
    for kind in kinds:
        copyreg.pickle(kind, _parts)


def _parts(value: Any) -> tuple[Any, ...]:
    return _build, (type(value), {part.name: getattr(value, part.name) for part in fields(value)})


def _build(kind: type[Any], parts: dict[str, Any]) -> Any:
    return kind(**parts)
