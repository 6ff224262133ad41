"""Network namespaces for nodes that are cut off."""

from __future__ import annotations

import pytest

from tests.cluster.namespaces import Namespace, NoNamespaces, namespaces


def test_without_its_program_or_rights_it_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NoNamespaces, match="iproute2"), namespaces(1):
        pass


def test_what_runs_inside_is_reached_by_one_link_and_reaches_out_by_another() -> None:
    one, other = Namespace(1), Namespace(2)
    assert one.host.rpartition(".")[0] != one.outside.rpartition(".")[0]
    assert len({one.host, one.outside, other.host, other.outside}) == 4
    assert one.words[-1] == one.name != other.name
