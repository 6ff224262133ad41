"""The alert rules and the board among the hosting files speak of metrics that there are."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

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
_FUNCTIONS: Final = {"rate": 1, "increase": 1, "time": 0, "histogram_quantile": 2}
"""The functions of Prometheus that we use, with how many arguments each takes."""
_AGGREGATES: Final = {"sum", "max", "min", "count"}
_TOKEN: Final = re.compile(
    r"""\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<name>[a-zA-Z_]\w*)|(?P<label>\{[^}]*\})
          |(?P<range>\[\d+[smhd]\])|(?P<sign>==|!=|>=|<=|[-+*/()><,]))""",
    re.VERBOSE,
)
_MATCHER: Final = re.compile(r'(\w+)(?:=~|!~|!=|=)"([^"]*)"')
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


class _Reader:
    """Reads an expression as Prometheus does, as far as ours go, and names its series."""

    def __init__(self, text: str) -> None:
        self.series: dict[str, set[str]] = {}
        """The metrics that are named, each with the labels that are asked for."""
        self._tokens: list[tuple[str, str]] = []
        place = 0
        while place < len(text.rstrip()):
            token = _TOKEN.match(text, place)
            assert token is not None, f"unreadable from {text[place:]!r} on"
            assert token.lastgroup is not None
            self._tokens.append((token.lastgroup, token[token.lastgroup]))
            place = token.end()
        self._expression()
        assert not self._tokens, f"left over: {self._tokens}"

    def _next(self) -> tuple[str, str]:
        return self._tokens[0] if self._tokens else ("", "")

    def _take(self, *wanted: str) -> str:
        kind, text = self._next()
        assert text in wanted or kind in wanted, f"{text!r} in place of {wanted}"
        return self._tokens.pop(0)[1]

    def _expression(self) -> None:
        self._value()
        while self._next()[1] in ("and", "or", *"+-*/><", "==", "!=", ">=", "<="):
            self._tokens.pop(0)
            self._value()

    def _value(self) -> None:
        kind, text = self._next()
        if kind == "number":
            self._take("number")
        elif text == "(":
            self._arguments(1)
        elif text in _AGGREGATES:
            self._take(text)
            if self._next()[1] == "by":
                self._take("by")
                self._labels()
            self._arguments(1)
        elif text in _FUNCTIONS:
            self._arguments(_FUNCTIONS[self._take(text)])
        else:
            labels = self.series.setdefault(self._take("name"), set())
            if self._next()[0] == "label":
                asked = self._take("label").strip("{}")
                assert not _MATCHER.sub("", asked).strip(", "), asked
                labels |= {name for name, _ in _MATCHER.findall(asked)}
            if self._next()[0] == "range":
                self._take("range")

    def _labels(self) -> None:
        self._take("(")
        while self._next()[1] != ")":
            self._take("name", ",")
        self._take(")")

    def _arguments(self, count: int) -> None:
        self._take("(")
        for place in range(count):
            if place:
                self._take(",")
            self._expression()
        self._take(")")


ALERTS: Final = {found["name"]: found for found in _ALERT.finditer(RULES.read_text())}


def _targets() -> Iterator[tuple[str, dict[str, Any]]]:
    for panel in json.loads((HOSTING / "grafana.json").read_text())["panels"]:
        for target in panel.get("targets", ()):
            yield panel["title"], target


def _check(expression: str) -> set[str]:
    """Return the metrics of an expression, each of which a server has with the labels asked for."""
    read = _Reader(expression)
    for name, labels in read.series.items():
        known = _FROM_PROMETHEUS.get(name) or METRICS[name] | _EVERYWHERE
        assert labels <= known, (name, labels - known)
    return {*read.series}


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
    ):
        with pytest.raises(AssertionError):
            _Reader(wrong)
    with pytest.raises(KeyError):
        _check("cuttle_seesions > 1")
    with pytest.raises(AssertionError):
        _check('cuttle_tables{stat="running"}')


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed")
def test_prometheus_takes_the_rules() -> None:
    done = subprocess.run(
        ["promtool", "check", "rules", str(RULES)], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stdout + done.stderr
