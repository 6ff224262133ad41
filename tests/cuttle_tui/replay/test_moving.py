"""A game as a picture that moves: small, whole without scripts, and still where nothing moves."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from cuttle_tui.replay.export import SECONDS, moving_svg
from engine.record.summary import Replay
from tests.cuttle_tui.gallery.svg import words_of
from tests.cuttle_tui.games import record_after

_NAMESPACE = {"s": "http://www.w3.org/2000/svg"}
_MOST_BYTES = 400_000


@pytest.fixture(scope="module")
def picture() -> str:
    return moving_svg(Replay(record_after(seed=101)))


@pytest.mark.slow
def test_it_is_an_image_without_scripts_of_at_most_400_kilobytes(picture: str) -> None:
    root = ElementTree.fromstring(picture.encode())
    assert root.tag.endswith("svg")
    assert len(picture.encode()) <= _MOST_BYTES
    assert not re.search(r"<script|<foreignObject|javascript:|\bon[a-z]+=|href=", picture)


def test_what_stands_still_is_the_end_of_the_game(picture: str) -> None:
    groups = ElementTree.fromstring(picture.encode()).findall(".//s:g/s:g", _NAMESPACE)
    still = [group for group in groups if " h" not in group.attrib["class"]]
    told = " ".join(text.text or "" for group in still for text in group.iter() if text.text)
    assert "ana beat bob" in told
    assert "prefers-reduced-motion:reduce){g g{animation:none" in picture


def test_every_play_has_its_moment_in_15_to_25_seconds(picture: str) -> None:
    least, most = SECONDS
    seconds = {float(one) for one in re.findall(r"animation-duration:([\d.]+)s", picture)}
    assert len(seconds) == 1
    assert least <= seconds.pop() <= most
    told = " ".join(words_of(picture))
    assert all(f"move {ply} of 17" in told for ply in range(18))


def test_a_row_is_hidden_by_the_rule_that_shows_it(picture: str) -> None:
    for name in set(re.findall(r'<g class="(k\d+)', picture)):
        rule = re.search(rf"@keyframes {name}{{(.*?}})}}", picture)
        assert rule is not None
        assert "0%{visibility:" in rule[1]
        assert "visible" in rule[1]
