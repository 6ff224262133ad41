"""The table of admin commands, and the command line made of it."""

from __future__ import annotations

import argparse
from collections import Counter

import pytest

from server.admin.commands import COMMANDS
from server.admin.schema import AdminError, Command, Decision, Order
from server.cli.main import parser

TYPED = [command for command in COMMANDS if command.help]
_LEAST = {
    "state": "on",
    "kind": "name",
    "suit": "clubs",
    "number": "1",
    "year": "2026",
    "--start": "2026-01-05",
    "--held": "2026-01-05",
}


def _parsed(command: Command, *more: str) -> argparse.Namespace:
    words = ["admin", *command.name.split(), *more]
    for each in command.arguments:
        if not each.typed.startswith("-"):
            words.append(_LEAST.get(each.typed, "x"))
        elif each.parser.get("required"):
            words += [each.typed, _LEAST[each.typed]]
    return parser("admin").parse_args(words)


def test_no_two_commands_and_no_two_values_have_one_name() -> None:
    names = Counter(command.request for command in COMMANDS)
    assert max(names.values()) == 1
    for command in COMMANDS:
        assert len(command.values) == len(command.arguments) + len(command.common)


@pytest.mark.parametrize("command", TYPED, ids=lambda command: command.request)
def test_every_command_can_be_typed(command: Command) -> None:
    options = _parsed(command)
    assert options.command is command
    assert {each.option for each in command.arguments} <= vars(options).keys()


@pytest.mark.parametrize("command", TYPED, ids=lambda command: command.request)
def test_what_changes_something_can_be_tried_and_says_who_and_why(command: Command) -> None:
    changes = isinstance(command, Order | Decision)
    assert ({"by", "reason", "trial"} <= command.values.keys()) is changes
    if changes:
        assert _parsed(command, "--dry-run", "--reason", "why").dry_run


def test_a_decision_needs_somebody_who_decides() -> None:
    for command in COMMANDS:
        if isinstance(command, Decision):
            with pytest.raises(AdminError, match="who decides is missing"):
                command.values["by"](None)
