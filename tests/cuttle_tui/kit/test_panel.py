"""The panel of rules beside a list: it ends with a rule, and says where the others are."""

from __future__ import annotations

import pytest

from cuttle_tui.drawing.fronts import LISTS_WIDEST, front_plan_for
from cuttle_tui.drawing.palette import DEFAULT, UNICODE
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.i18n.translation import plain
from cuttle_tui.kit.heads import Panel
from cuttle_tui.kit.zone import PaintContext
from cuttle_tui.rules.panels import rules_blocks
from engine.rules.rulesets import PRESETS


@pytest.mark.parametrize("height", range(4, 90, 3))
@pytest.mark.parametrize("size", [(120, 40), (200, 60)])
def test_rules_end_with_a_rule_and_say_where_the_rest_is(
    height: int, size: tuple[int, int]
) -> None:
    plan = front_plan_for(*size, LISTS_WIDEST)
    assert plan is not None
    sheet, panel = Sheet(size[0], height), Panel(PaintContext(DEFAULT, UNICODE), "panel")
    blocks = rules_blocks(PRESETS["standard"])
    panel.draw(blocks, plan, sheet)
    rows = [row.strip() for row in sheet.texts() if row.strip()]
    told = " ".join(row for row in rows if not row.startswith("more: "))
    texts = [text for b in blocks for text in (b.title, *map(plain, b.lines))]
    whole = [" ".join(texts[:count]) for count in range(len(texts) + 1)]
    assert told in whole
    assert rows[-1].startswith("more: ")
    assert not rows[-2:] or rows[-2:][0] not in {b.title for b in blocks}
