"""What was worked out a moment ago."""

from __future__ import annotations

from cuttle_tui.drawing.rows import Recent


def test_the_last_few_are_found_by_what_they_were_worked_out_from() -> None:
    recent: Recent[str, int] = Recent()
    assert recent.add("a card", 1) == 1
    assert recent.find("a " + "card") == 1
    assert recent.find("another") is None
    for number in range(6):
        recent.add(str(number), number)
    assert recent.find("a card") is None
    assert [recent.find(str(number)) for number in range(6)] == list(range(6))
    recent.clear()
    assert recent.find("5") is None
