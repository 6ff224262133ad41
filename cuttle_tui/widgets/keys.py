"""Draw the last row: the key hints, and the name of the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.layout import Plan
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.keymap.names import key_named
from cuttle_tui.presenter.view_model import KeysModel
from cuttle_tui.table.commands import TO_TABLE_KEY
from cuttle_tui.widgets.hotspots import hotspots
from cuttle_tui.widgets.zone import Zone

_GAP: Final = 2
_PART: Final = ", "
"""Separates the parts of the place."""
_NEEDED: Final = ("?", "f1", "q", "esc", TO_TABLE_KEY)

Hint = tuple[str, str]


class Keys(Zone[KeysModel]):
    """The zone of the key hints; it also reports a terminal that is too small."""

    def keeps(self, model: KeysModel) -> bool:
        """Keep the hints for each card under the cursor."""
        return True

    def draw(self, model: KeysModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the hints and, at the right, the place; as much as fits of both."""
        room = plan.stop - plan.first
        where = _fitting_place(model, room)
        x = plan.first
        for key, label in _fitting_hints(model.hints, room - cell_len(where)):
            end = sheet.put(sheet.put(x, 0, key, bold=True) + 1, 0, label, "quiet")
            self.keyspots += hotspots(x, key, end)
            x = end + _GAP
        sheet.put(plan.stop - cell_len(where), 0, where, "quiet")
        return []


def _width(hints: Sequence[Hint]) -> int:
    return sum(cell_len(key) + 1 + cell_len(label) + _GAP for key, label in hints)


def _fitting_place(model: KeysModel, room: int) -> str:
    """Drop parts of the place until the hints fit beside it: the additions first, then the name."""
    parts = model.right.split(_PART)
    while len(parts) > 1 and _width(model.hints) + cell_len(_PART.join(parts)) > room:
        del parts[-1 if len(parts) > 2 else 0]
    return _PART.join(parts)


def _fitting_hints(hints: Sequence[Hint], room: int) -> list[Hint]:
    """Drop hints from the right until they fit; help and leaving go last."""
    kept = list(hints)
    while kept and _width(kept) > room:
        others = [hint for hint in kept if key_named(hint[0]) not in _NEEDED]
        kept.remove((others or kept)[-1])
    return kept
