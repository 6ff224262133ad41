"""Place the zones of a table on a screen of a plan."""

from __future__ import annotations

from textual.geometry import Region

from cuttle_tui.drawing.layout import Plan


def table_regions(plan: Plan, *, log_open: bool, stake: bool = False) -> dict[str, Region]:
    """Place the zones of the table; an open log covers the fields and the log's column.

    What is at stake in a rated game has the row above the band, if that is blank at other tables.
    """
    stake = stake and plan.opp_field + plan.field.height < plan.band
    band_end = plan.band + plan.band_rows
    below = plan.below
    width = plan.width if log_open else plan.table
    regions = {
        "prompt": Region(0, plan.prompt, width, plan.prompt_rows),
        "tray": Region(0, below, width, plan.keys - below),
        "keys": Region(0, plan.keys, width, 1),
    }
    if not log_open:
        regions["plate"] = Region(0, 0, width, plan.prompt)
    if log_open:
        regions["log"] = Region(0, 0, width, plan.prompt)
        return regions
    if plan.log:
        regions["aside"] = Region(plan.table, 0, plan.width - plan.table, plan.height)
    regions["others"] = Region(0, 0, plan.table, plan.band - stake)
    if stake:
        regions["stake"] = Region(0, plan.band - 1, plan.table, 1)
    regions["middle"] = Region(0, plan.band, plan.table, plan.band_rows)
    regions["me"] = Region(0, band_end, plan.table, plan.prompt - band_end)
    return regions
