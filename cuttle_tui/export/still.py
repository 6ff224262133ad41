"""Draw a table as rows of a terminal, without an app."""

from __future__ import annotations

from typing import Any

from textual.geometry import Region
from textual.strip import Strip

from cuttle_tui.drawing.layout import Plan
from cuttle_tui.drawing.regions import table_regions
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.presenter.view_model import TableModel, TrayModel
from cuttle_tui.widgets.keys import Keys
from cuttle_tui.widgets.middle import Middle
from cuttle_tui.widgets.plate import Plate
from cuttle_tui.widgets.prompt import PromptBar
from cuttle_tui.widgets.seats import Me, Opponents
from cuttle_tui.widgets.tray import Tray
from cuttle_tui.widgets.zone import PaintContext, Zone


class Still:
    """Draws tables of one plan; a zone that has not changed keeps its rows."""

    def __init__(self, paint: PaintContext, plan: Plan) -> None:
        self._paint, self._plan = paint, plan
        self._zones: dict[str, Zone[Any]] = {
            "others": Opponents(paint, "others"),
            "middle": Middle(paint, "middle"),
            "me": Me(paint, "me"),
            "plate": Plate(paint, "plate"),
            "prompt": PromptBar(paint, "prompt"),
            "tray": Tray(paint, "tray"),
            "keys": Keys(paint, "keys"),
        }
        self._drawn: dict[str, tuple[object, list[Strip]]] = {}

    def rows(self, model: TableModel) -> list[Strip]:
        """Return the rows of a table whose zones cover the whole width, or of its plate."""
        fields = {"others": model.others, "middle": model.mid, "me": model.me}
        parts = {
            **(fields if model.plate is None else {"plate": model.plate}),
            "prompt": model.prompt,
            "tray": TrayModel(model.tray, model.held, model.backs, spoils=model.plate is not None),
            "keys": model.keys,
        }
        regions = table_regions(self._plan, log_open=False)
        order = sorted(parts, key=lambda name: regions[name].y)
        return [row for name in order for row in self._zone(name, parts[name], regions[name])]

    def _zone(self, name: str, model: object, region: Region) -> list[Strip]:
        before = self._drawn.get(name)
        if before is not None and before[0] == model:
            return before[1]
        sheet = Sheet(region.width, region.height)
        zone = self._zones[name]
        zone.draw(model, self._plan, sheet)
        strips = sheet.strips(self._paint.palette)
        self._drawn[name] = (model, strips)
        return strips
