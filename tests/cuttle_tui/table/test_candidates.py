"""The candidates of a play on the screen agree with the rules, which explain each of them."""

from __future__ import annotations

import pytest

from cuttle_tui.table.choices import Choice
from cuttle_tui.table.digest import candidates
from engine.actions import Action, Kind
from engine.cards import Card, parse_card
from engine.play.explain import Reason, explain
from engine.play.observe import observe
from engine.play.view import Ask, View
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import PRESETS
from tests.engine.play_out import steps
from tests.engine.worked import set_up
from tests.whole import GAMES

RULESETS = (*PRESETS, "standard+attach-any", "standard+eight-for-eight", "cuttle.cards+nine-two")


def candidates_of(view: View, card: Card, kind: Kind) -> set[Card]:
    choice = Choice(card=card, play=kind)
    return {
        one
        for side in view.seats
        for named in candidates(view, side, choice).values()
        for one in named
    }


@pytest.mark.parametrize("name", RULESETS)
def test_every_legal_target_is_among_the_candidates(name: str) -> None:
    aimed = 0
    for seed in range(max(1, GAMES // 20)):
        for position, legal, _ in steps(parse_ruleset(name), seed):
            if position.prompt.ask not in (Ask.PLAY, Ask.SEVEN):
                continue
            view = observe(position, position.mover)
            targets: dict[tuple[Card, Kind], set[Card]] = {}
            for action in legal:
                if action.targets:
                    targets.setdefault((action.card, action.kind), set()).update(action.targets)
            for (card, kind), legally in targets.items():
                assert legally <= candidates_of(view, card, kind), str(position)
                aimed += 1
    assert aimed


NOT_BECAUSE_OF_KIND = (Reason.WRONG_KIND, Reason.NOT_ON_TABLE, Reason.NO_AIM)


@pytest.mark.parametrize("name", RULESETS)
def test_a_candidate_that_is_no_target_is_stopped_by_more_than_its_kind(name: str) -> None:
    for seed in range(max(1, GAMES // 20)):
        for position, legal, _ in steps(parse_ruleset(name), seed):
            if position.prompt.ask is not Ask.PLAY:
                continue
            view = observe(position, position.mover)
            aimed = [action for action in legal if action.targets]
            for card, kind in {(action.card, action.kind) for action in aimed}:
                alike = [a.targets for a in aimed if (a.card, a.kind) == (card, kind)]
                legally = {target for targets in alike for target in targets}
                for one in candidates_of(view, card, kind) - legally:
                    refusal = explain(view, Action(kind, (card,), (one,)))
                    assert refusal is not None
                    assert refusal.reason not in NOT_BECAUSE_OF_KIND, str(refusal)


@pytest.mark.parametrize(
    ("ruleset", "before", "card", "kind", "covered"),
    [
        ("standard", "P0 hand 2S; P1 court KC QC", "2S", Kind.ONE_OFF, "KC"),
        ("standard", "P0 hand JS; P1 points TH court QC", "JS", Kind.JACK, "TH"),
        ("standard", "P0 hand 2S; P1 points TH[JC<0] court QC", "2S", Kind.ONE_OFF, "JC"),
        ("cuttle.cards", "P0 hand 9S; P1 points TH court QC", "9S", Kind.ONE_OFF, "TH"),
        ("cutthroat", "P0 hand XB; P1 court KC QC", "XB", Kind.JOKER, "KC"),
        ("encyclopedia", "P0 hand 9S; P1 points TH[JC<0] court QC", "9S", Kind.ONE_OFF, "JC"),
    ],
)
def test_a_covered_candidate_is_explained_as_covered(
    ruleset: str, before: str, card: str, kind: Kind, covered: str
) -> None:
    view = observe(set_up(ruleset, before), 0)
    mine, theirs = parse_card(card), parse_card(covered)
    assert theirs in candidates_of(view, mine, kind)
    refusal = explain(view, Action(kind, (mine,), (theirs,)))
    assert refusal is not None
    assert (refusal.reason, refusal.by) == (Reason.COVERED, (parse_card("QC"),))
