"""Every action of every ruleset has one number, and the numbers stay as they are."""

from __future__ import annotations

import hashlib
import random

import pytest

from engine.actions import Action, Kind, parse_action
from engine.errors import RulesetError
from engine.rl.encoding import SIZE, decode, encode
from engine.rules.options import OPTIONS, parse_ruleset
from engine.rules.rulesets import PRESETS, Ruleset
from tests.engine.play_out import steps


def _every_ruleset() -> list[Ruleset]:
    found = list(PRESETS.values())
    for base in ("standard", "howto", "cuttle.cards", "cutthroat", "team"):
        for option in OPTIONS:
            try:
                found.append(parse_ruleset(f"{base}+{option}"))
            except RulesetError:
                continue  # it does not go with these rules
    return found


def test_each_number_is_one_action() -> None:
    actions = [decode(number) for number in range(SIZE + 2000)]
    assert len(set(actions)) == len(actions)
    assert [encode(action) for action in actions] == [*range(SIZE + 2000)]


def test_the_numbers_stay_as_they_are() -> None:
    text = "\n".join(str(decode(number)) for number in range(SIZE))
    assert (
        hashlib.sha256(text.encode()).hexdigest()
        == "66967d48fcb7d43bd42c04a7556bceb99dc76e2a4ed7a130d412a6629d3e7a38"
    )


@pytest.mark.slow
def test_legal_actions_of_every_ruleset_have_a_number() -> None:
    kinds = set()
    for ruleset in _every_ruleset():
        for _, legal, _ in steps(ruleset, 1):
            kinds |= {action.kind for action in legal}
            assert [decode(encode(action)) for action in legal] == legal
    assert kinds >= {*Kind} - {
        Kind.CONCEDE, Kind.OFFER, Kind.ACCEPT, Kind.REJECT, Kind.RETRACT, Kind.LEAVE, Kind.RETURN
    }  # fmt: skip


def test_large_discards_lie_beyond_the_size() -> None:
    rng = random.Random(3)
    for count in range(3, 12):
        action = Action(Kind.DISCARD, tuple(sorted(rng.sample(range(54), count))))
        assert encode(action) >= SIZE
        assert decode(encode(action)) == action


@pytest.mark.parametrize("text", ["concede@0", "offer@1", "points KC", "scuttle 9C>9C"])
def test_others_have_none(text: str) -> None:
    with pytest.raises(ValueError, match="without a number"):
        encode(parse_action(text))


@pytest.mark.parametrize("number", [-1, 1 << 60])
def test_numbers_without_an_action(number: int) -> None:
    with pytest.raises(ValueError, match="no action has"):
        decode(number)
