"""Walk at random through games of random rulesets and options; the invariants always hold."""

from __future__ import annotations

import random

import pytest
from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.actions import Action, Kind, parse_action
from engine.play.explain import explain
from engine.play.legal import is_legal, legal_actions, standing_actions
from engine.play.observe import observe
from engine.record.position_text import parse_position, position_text
from engine.record.record import Game
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import Ruleset
from tests.engine.play_out import all_cards
from tests.engine.strategies import rulesets
from tests.whole import times

pytestmark = pytest.mark.slow


class Games(RuleBasedStateMachine):
    """Play, give up, offer; look at everything after each step."""

    game: Game

    @initialize(ruleset=rulesets(), seed=st.binary(max_size=8), first=st.integers(0, 3))
    def sit_down(self, ruleset: Ruleset, seed: bytes, first: int) -> None:
        assert parse_ruleset(ruleset.name) == ruleset
        self.game = Game.from_seed(ruleset, seed, first=first % ruleset.seats)

    def running(self) -> bool:
        return self.game.outcome is None

    def act(self, seat: int, action: Action) -> None:
        assert is_legal(self.game.position, seat, action)
        self.game.submit(seat, action, self.game.position.ply)

    @precondition(running)
    @rule(seed=st.integers(0, 2**16), count=st.integers(1, 12))
    def play(self, seed: int, count: int) -> None:
        chance = random.Random(seed)
        for _ in range(count):
            position = self.game.position
            if position.outcome is None:
                self.act(position.prompt.seats[0], chance.choice(legal_actions(position)))

    @precondition(running)
    @rule(seat=st.integers(0, 3), pick=st.integers(0, 3))
    def act_out_of_turn(self, seat: int, pick: int) -> None:
        standing = standing_actions(self.game.position, seat % self.game.ruleset.seats)
        if standing:
            self.act(seat % self.game.ruleset.seats, standing[pick % len(standing)])

    @rule()
    def play_again(self) -> None:
        again = self.game.at(len(self.game.actions))
        assert position_text(again) == position_text(self.game.position)

    @invariant()
    def every_card_is_in_one_place(self) -> None:
        cards = all_cards(self.game.position)
        assert sorted(cards) == list(self.game.position.rules.pack)

    @invariant()
    def someone_can_act_or_it_is_over(self) -> None:
        legal = legal_actions(self.game.position)
        assert bool(legal) == self.running()
        assert len(set(legal)) == len(legal)

    @invariant()
    def replaying_gives_the_position(self) -> None:
        again = self.game.at(len(self.game.actions))
        assert position_text(again) == position_text(self.game.position)

    @invariant()
    def texts_round_trip(self) -> None:
        text = position_text(self.game.position)
        assert position_text(parse_position(text)) == text
        for action in legal_actions(self.game.position):
            assert parse_action(str(action)) == action

    @invariant()
    def explain_agrees(self) -> None:
        seats = self.game.position.prompt.seats
        if not seats:
            return
        view = observe(self.game.position, seats[0])
        for kind in Kind:
            for card in (*view.seats[seats[0]].hand[:3], *view.revealed):
                action = Action(kind, (card,))
                assert (explain(view, action) is None) == is_legal(
                    self.game.position, seats[0], action
                )


Games.TestCase.settings = settings(max_examples=times(25, 60), stateful_step_count=25)
TestGames = Games.TestCase
