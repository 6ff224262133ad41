"""Draw the last row: what the keys do, and where one is."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len

from cuttle_tui.layout import Plan
from cuttle_tui.rows import Sheet
from cuttle_tui.scene import KeysModel
from cuttle_tui.tiles import Spot
from cuttle_tui.widgets.hotspots import Hotspot, hotspots, key_under
from cuttle_tui.widgets.zone import Zone

_GAP: Final = 2


class Keys(Zone[KeysModel]):
    """The zone of the key hints; it also speaks up when the terminal is too small."""

    _spots: tuple[Hotspot, ...] = ()
    """Where the keys lie."""

    def draw(self, model: KeysModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw as many hints as fit beside the place at the right."""
        right = plan.stop - cell_len(model.right)
        x = plan.first
        spots: list[Hotspot] = []
        for key, label in model.hints:
            if x + len(key) + 1 + len(label) + _GAP > right:
                break
            end = sheet.put(sheet.put(x, 0, key, bold=True) + 1, 0, label, "quiet")
            spots += hotspots(x, key, end)
            x = end + _GAP
        self._spots = tuple(spots)
        sheet.put(right, 0, model.right, "quiet")
        return []

    def key_at(self, x: int) -> str:
        """Give the key of the hint at a column, or none."""
        return key_under(self._spots, x)
