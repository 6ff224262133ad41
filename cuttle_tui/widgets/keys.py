"""Draw the last row: what the keys do, and where one is."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len

from cuttle_tui.layout import Plan
from cuttle_tui.rows import Sheet
from cuttle_tui.scene import KeysModel
from cuttle_tui.tiles import Spot
from cuttle_tui.widgets.zone import Zone

_GAP: Final = 2


class Keys(Zone[KeysModel]):
    """The zone of the key hints; it also speaks up when the terminal is too small."""

    def draw(self, model: KeysModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw as many hints as fit beside the place at the right."""
        right = plan.stop - cell_len(model.right)
        x = plan.first
        for key, label in model.hints:
            if x + len(key) + 1 + len(label) + _GAP > right:
                break
            x = sheet.put(x, 0, key, bold=True) + 1
            x = sheet.put(x, 0, label, "quiet") + _GAP
        sheet.put(right, 0, model.right, "quiet")
        return []
