"""The alert rules and the board among the hosting files speak of metrics that there are."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from promql_parser import Expr, MatrixSelector, VectorSelector, parse, walk

from server.ops.limits import Limits
from server.ops.prometheus import PrometheusMetrics

ROOT: Final = Path(__file__).parents[2]
HOSTING: Final = ROOT / "docs" / "hosting"
RULES: Final = HOSTING / "prometheus-rules.yaml"
GUIDE: Final = (ROOT / "docs" / "HOSTING.md").read_text()
_ALERT: Final = re.compile(
    r"^ {6}- alert: (?P<name>\w+)\n {8}expr: (?P<expr>.+)\n(?: {8}for: (?P<wait>\d+[mh])\n)?"
    r" {8}labels:\n {10}severity: (?P<severity>page|ticket)\n"
    r' {8}annotations:\n {10}summary: "(?P<summary>.+)"\n',
    re.MULTILINE,
)
_FROM_PROMETHEUS: Final = {"up": {"job", "instance"}}
_EVERYWHERE: Final = {"job", "instance"}
"""The labels that Prometheus gives to all that it reads."""


def _metrics() -> dict[str, set[str]]:
    """Return the name of each series that a busy server has, with its labels."""
    metrics = PrometheusMetrics()
    metrics.login("key")
    metrics.refused("at_the_door")
    metrics.session_broken("error")
    metrics.collected("young", 0.01)
    metrics.called("club", "sent")
    metrics.call_trouble("club", False)
    metrics.health.note("store")
    told = metrics.exposition().decode()
    found: dict[str, set[str]] = {}
    for line in told.splitlines():
        if not line.startswith("#"):
            name, labels = re.fullmatch(r"(\w+)(\{.*\})? \S+", line).groups()  # type: ignore[union-attr]
            found.setdefault(name, set()).update(re.findall(r'(\w+)="', labels or ""))
    return found


METRICS: Final = _metrics()


def _series(expression: str) -> dict[str, set[str]]:
    """Return the metrics that an expression names, each with the labels that are asked for.

    Raises:
        ValueError: Prometheus refuses it.
    """
    found: dict[str, set[str]] = {}

    def note(part: Expr) -> None:
        one = part.vector_selector if isinstance(part, MatrixSelector) else part
        if isinstance(one, VectorSelector):
            asked = {matcher.name for matcher in one.matchers.matchers}
            found.setdefault(str(one.name), set()).update(asked)

    walk(parse(expression), note)
    return found


ALERTS: Final = {found["name"]: found for found in _ALERT.finditer(RULES.read_text())}


def _targets() -> Iterator[tuple[str, dict[str, Any]]]:
    for panel in json.loads((HOSTING / "grafana.json").read_text())["panels"]:
        for target in panel.get("targets", ()):
            yield panel["title"], target


def _check(expression: str) -> set[str]:
    """Return the metrics of an expression, each of which a server has with the labels asked for."""
    series = _series(expression)
    for name, labels in series.items():
        known = _FROM_PROMETHEUS.get(name) or METRICS[name] | _EVERYWHERE
        assert labels <= known, (name, labels - known)
    return {*series}


def test_every_alert_is_read() -> None:
    assert len(ALERTS) == RULES.read_text().count("alert:") > 10


@pytest.mark.parametrize("name", ALERTS)
def test_an_alert_asks_for_what_a_server_tells(name: str) -> None:
    alert = ALERTS[name]
    used = _check(alert["expr"])
    assert re.search(r"(==|>|<) ?\w", alert["expr"]), "nothing is compared"
    labels = set(re.findall(r"\$labels\.(\w+)", alert["summary"]))
    known = {label for each in used for label in METRICS.get(each, ())} | _EVERYWHERE
    assert labels <= known


def test_the_board_asks_for_what_a_server_tells() -> None:
    assert {each for _, target in _targets() for each in _check(target["expr"])} <= {*METRICS}
    for title, target in _targets():
        shown = set(re.findall(r"\{\{(\w+)\}\}", target["legendFormat"]))
        known = {one for name in _check(target["expr"]) for one in METRICS[name]} | _EVERYWHERE
        assert shown <= known, title


def _own_names() -> set[str]:
    """Return our metrics as the guide names them: of a histogram not each of its series."""
    return {
        re.sub(r"_(bucket|sum|count)$", "", name)
        for name in METRICS
        if name.startswith("cuttle_") and not name.endswith("_created")
    }


def test_the_board_shows_every_metric_of_ours() -> None:
    shown = {each for _, target in _targets() for each in _check(target["expr"])}
    assert _own_names() <= {re.sub(r"_(bucket|sum|count)$", "", name) for name in shown}


def test_what_the_guide_says_is_worth_a_look_has_an_alert_or_stands_on_the_board() -> None:
    table = GUIDE.partition("| metric | worth a look when |")[2].partition("\n\n")[0]
    told = set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE))
    used = {each for alert in ALERTS.values() for each in _check(alert["expr"])}
    shown = {each for _, target in _targets() for each in _check(target["expr"])}
    alike = {re.sub(r"_(bucket|sum|count)$", "", name) for name in used | shown}
    assert told <= alike
    watched = {re.sub(r"_(bucket|sum|count)$", "", name) for name in used} - {*_FROM_PROMETHEUS}
    assert {name for name in watched if name.startswith("cuttle_")} <= told


@pytest.mark.parametrize("name", ALERTS)
def test_the_guide_says_what_to_do_about_each_alert(name: str) -> None:
    assert re.search(rf"^\| (`\w+`, )*`{name}`", GUIDE, re.MULTILINE)


def test_a_server_is_full_at_nine_tenths_of_its_limit() -> None:
    assert ALERTS["CuttleFull"]["expr"] == f"cuttle_sessions > {Limits().sessions * 9 // 10}"


def test_expressions_that_prometheus_refuses_are_refused() -> None:
    for wrong in (
        "cuttle_sessions >",
        "rate(cuttle_frames_total[5m]",
        "rate()",
        "cuttle_sessions{node=}",
        "sum by cuttle_sessions",
        "cuttle_sessions cuttle_tables",
        "cuttle_sessions ? 1",
        "rate(cuttle_frames_total)",
        "nonsense(cuttle_sessions)",
    ):
        with pytest.raises(ValueError, match=r"\w"):
            _series(wrong)
    with pytest.raises(KeyError):
        _check("cuttle_seesions > 1")
    with pytest.raises(AssertionError):
        _check('cuttle_tables{stat="running"}')
