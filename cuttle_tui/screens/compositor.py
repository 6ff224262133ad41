"""Send only the changed cells of a changed picture.

Textual renders every widget for each change, and sends each changed row from its widget's left
edge. Zones cache their rows and never overlap, so the changed cells can be cut from them directly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from textual._compositor import ChopsUpdate, Compositor, CompositorMap
from textual.geometry import NULL_SPACING, Region, Size
from textual.map_geometry import MapGeometry
from textual.strip import Strip
from textual.widget import Widget

from cuttle_tui.widgets.zone import Zone


class ZoneCompositor(Compositor):
    """A compositor for a screen of zones."""

    def render_partial_update(self) -> ChopsUpdate | None:
        """Cut the changed cells out of the zones; leave any other screen to Textual."""
        if not all(isinstance(w, Zone) or w is self.root for w in self.visible_widgets):
            return super().render_partial_update()
        dirty = [region.intersection(self.size.region) for region in self._dirty_regions]
        self._dirty_regions.clear()
        spans = list(self._regions_to_spans(filter(None, dirty)))
        if not spans:
            return None
        chops: list[dict[int, Strip | None]] = [{} for _ in range(self.size.height)]
        ends: list[list[int]] = [[] for _ in range(self.size.height)]
        for zone, (region, _) in self.visible_widgets.items():
            if isinstance(zone, Zone):
                for y, x, strip in _cut(zone, region, spans):
                    chops[y][x] = strip
                    ends[y].append(x + strip.cell_length)
        return ChopsUpdate(chops, spans, ends)

    def _arrange_root(
        self, root: Widget, size: Size, visible_only: bool = True
    ) -> tuple[CompositorMap, set[Widget]]:
        """Place the zones, which have no children; leave any other screen to Textual.

        Textual's way lays each of them out as well, and leaves objects in a circle behind.
        """
        arranged = root.arrange(size)
        whole = size.region
        flat = all(isinstance(widget, Zone) for widget in arranged.widgets)
        if (
            not flat
            or root.styles.gutter != NULL_SPACING
            or not whole.contains_region(arranged.total_region)
        ):
            return super()._arrange_root(root, size, visible_only)
        top = ((0, 0, 0),)
        layer = list(root.layers).index("default")
        places: CompositorMap = {}
        for number, placement in enumerate(reversed(arranged.placements)):
            zone, region = placement.widget, placement.region
            if zone.is_mounted:
                places[zone] = MapGeometry(
                    region,
                    (*top, (layer, placement.order, -number)),
                    whole,
                    region.size,
                    region.size,
                    region,
                    arranged.scroll_spacing,
                )
        places[root] = MapGeometry(whole, top, whole, size, size, whole, NULL_SPACING)
        return places, {root, *arranged.widgets}


def _cut(
    zone: Zone[Any], region: Region, spans: Iterable[tuple[int, int, int]]
) -> Iterator[tuple[int, int, Strip]]:
    """Cut the spans of a screen out of a zone: each part with its row and column."""
    for y, start, stop in spans:
        if region.y <= y < region.bottom:
            left, right = max(start, region.x), min(stop, region.right)
            if left < right:
                row = zone.strips()[y - region.y]
                yield y, left, row.crop(left - region.x, right - region.x)
