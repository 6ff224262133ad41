"""What a table shows to whom, while hands are shown or not, games follow, and seats are given up.

`Witness` knows the rules of secrecy by itself: it deals the same game again and asks
`tests.engine.knowledge`, never a view. Twins are two tables that differ only in cards that a viewer
has never been able to know: whatever the viewer is shown must be the same, byte for byte.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

import pytest

from engine.actions import Action, Kind
from engine.cards import CardSet, members, set_of
from engine.play.events import Dealt, Drew, Event
from engine.play.legal import legal_actions, standing_actions
from engine.play.position import Position
from engine.record.record import Deal, Game
from engine.rules.options import parse_ruleset
from engine.table.state import TableState
from engine.table.table import Table
from tests.engine.knowledge import Viewer, known_cards, may_read, visible_cards
from tests.whole import times

pytestmark = pytest.mark.slow

RULESETS = (
    "standard+first-to-2",
    "howto",
    "cuttle.cards+first-to-2",
    "cutthroat",
    "team",
    "cutthroat+eight_form=unowned+seven_reveal=3",
    "team+reveal-hands-deck-empty=yes",
    "cuttle.cards+hand-limit=3",
    "standard+spectators=public",
)
GAMES = times(3, 12)


@dataclass
class Witness:
    """A table, its game dealt again, and who has agreed to what."""

    table: Table
    rng: random.Random
    game: Game | None = None
    left: set[int] = field(default_factory=set)
    agreed: set[int] = field(default_factory=set)
    logs: dict[Viewer, list[Event]] = field(default_factory=dict)

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        return (None, *range(self.table.seats))

    @property
    def open(self) -> bool:
        """Whether watchers are shown every hand: all who still sit here have agreed."""
        there = set(range(self.table.seats)) - self.left
        hidden = self.table.config.rated or self.table.ruleset.spectators == "public"
        return not hidden and bool(there) and there <= self.agreed

    def dealt(self) -> None:
        """Deal the same game again."""
        game = self.table.game
        assert game is not None
        self.game = Game(game.ruleset, game.deck, first=game.first, seed=game.seed)
        sizes = tuple(hand.bit_count() for hand in self.game.position.hands)
        self.logs = {viewer: [Dealt(game.first, sizes)] for viewer in self.viewers}

    def played(self, seat: int, action: Action) -> None:
        """Play along, and write down what each viewer may hear of it."""
        assert self.game is not None
        told = self.game.submit(seat, action, self.game.position.ply)
        for viewer in self.viewers:
            self.logs[viewer] += [self.heard(event, viewer) for event in told]

    def heard(self, event: Event, viewer: Viewer) -> Event:
        assert self.game is not None
        if isinstance(event, Drew) and not may_read(self.game.position, viewer, event.seat):
            return replace(event, cards=())
        return event

    def look(self) -> None:
        """Compare all that is shown with what may be."""
        for viewer in self.viewers:
            state = self.table.state(viewer)
            self.check_hands(state, viewer)
            assert list(state.log) == self.logs[viewer], f"the log of {viewer}"
            assert state.showing == tuple(sorted(self.agreed))
            assert state.open_hands == self.open
            self.check_secrets(state)
            if self.rng.random() < 0.1:
                self.check_past(viewer)
        assert (self.table.finished() is None) == self.table.running or self.table.called_off

    def check_hands(self, state: TableState, viewer: Viewer) -> None:
        assert self.game is not None
        assert state.view is not None
        for seat, part in enumerate(state.view.seats):
            now = self.game.position
            seen, known = visible_cards(now, viewer, seat), known_cards(now, viewer, seat)
            if viewer is None and self.open:
                seen = known = now.hands[seat]
            assert set_of(part.hand) == seen, f"{viewer} sees the hand of {seat}"
            assert set_of(part.known) == known, f"{viewer} knows the hand of {seat}"

    def check_past(self, viewer: Viewer) -> None:
        """An earlier ply shows what was known then, even to watchers whom hands are shown now."""
        assert self.game is not None
        ply = self.rng.randint(0, len(self.game.actions))
        then, past = self.game.at(ply), self.table.past(viewer, ply)
        assert past is not None
        assert past.view is not None
        for seat, part in enumerate(past.view.seats):
            assert set_of(part.hand) == visible_cards(then, viewer, seat)
            assert set_of(part.known) == known_cards(then, viewer, seat)
        assert list(past.log) == self.logs[viewer][: len(past.log)]

    def check_secrets(self, state: TableState) -> None:
        """While a game runs, nothing that is shown decides the cards of this game or the next."""
        deal, next_deal = self.table._history.deal, self.table._history.upcoming()
        assert deal is not None
        text = repr(state)
        hidden = [next_deal.secret, next_deal.seed, self.table.config.seed]
        if self.table.running:
            hidden += [deal.secret, deal.seed]
            assert state.secret == state.next_commitment == ""
        else:
            assert state.secret == deal.secret.hex()
        for secret in hidden:
            assert secret.hex() not in text
            assert repr(secret) not in text


def step(witness: Witness) -> None:
    """Do something that seats do: mostly play, but also agree, withdraw, concede and leave."""
    table, rng = witness.table, witness.rng
    position = table.game.position if table.game is not None else None
    assert position is not None
    chance, there = rng.random(), sorted(set(range(table.seats)) - witness.left)
    seat = rng.choice(there)
    if chance < 0.12 and table._history.may_show:
        yes = rng.random() < 0.75
        table.show_hands(seat, yes)
        (witness.agreed.add if yes else witness.agreed.discard)(seat)
    elif chance < 0.13 and len(there) > 1:
        _leave(witness, seat)
    elif chance < 0.16:
        standing = standing_actions(position, seat)
        if standing:
            _play(witness, seat, rng.choice(standing))
    else:
        legal = legal_actions(position)
        dull = [action for action in legal if action.kind is not Kind.POINTS]
        _play(witness, position.prompt.seats[0], rng.choice(dull or legal))


def _play(witness: Witness, seat: int, action: Action) -> None:
    assert witness.table.game is not None
    if action.kind in (Kind.RETRACT, Kind.RETURN) and not witness.table._history.may_take_back(
        seat
    ):
        return
    witness.table.submit(seat, action, witness.table.game.position.ply)
    witness.played(seat, action)


def _leave(witness: Witness, seat: int) -> None:
    """Give a seat up: it concedes, or plays on by itself; its consent goes with it."""
    table = witness.table
    assert table.game is not None
    kind = Kind.LEAVE if table.ruleset.concede_mode == "side" else Kind.CONCEDE
    action = Action(kind, seat=seat)
    stands = action in standing_actions(table.game.position, seat)
    table.leave(seat)
    witness.left.add(seat)
    witness.agreed.discard(seat)
    if stands:
        witness.played(seat, action)


def opened(text: str, seed: int, *, rated: bool = False) -> Witness:
    """Seat everybody at a new table, and deal."""
    table = Table(parse_ruleset(text), b"a long secret, number %d" % seed, rated=rated)
    for seat in range(table.seats):
        table.sit(seat, f"p{seat}", "person")
    witness = Witness(table, random.Random(f"{text} {seed}"))
    witness.dealt()
    return witness


@pytest.mark.parametrize("rated", [False, True])
@pytest.mark.parametrize("text", RULESETS)
def test_nobody_is_shown_more_at_a_table(text: str, rated: bool) -> None:
    for seed in range(GAMES):
        witness = opened(text, seed, rated=rated)
        for _ in range(3):
            for _ in range(120):
                witness.look()
                if not witness.table.running:
                    break
                step(witness)
            if witness.table.running or witness.left:
                break
            for seat in range(witness.table.seats):
                witness.table.ready(seat)
            witness.dealt()


def test_the_tables_walked_come_to_what_hides_hands() -> None:
    """Shown hands, seats given up and later games turn up, or the test above says little."""
    seen: set[str] = set()
    for text in RULESETS:
        for seed in range(12):
            witness = opened(text, seed)
            while witness.table.running and witness.table.game is not None:
                position = witness.table.game.position
                seen |= {"open"} if witness.open else set()
                seen |= {"given up while open"} if witness.open and witness.left else set()
                seen |= (
                    {"last cards of a seven"}
                    if 0 < position.revealed == len(position.deck)
                    else set()
                )
                step(witness)
            if not witness.left:
                for seat in range(witness.table.seats):
                    witness.table.ready(seat)
                seen |= {"a second game"}
    assert seen == {"open", "given up while open", "last cards of a seven", "a second game"}


# Twins -------------------------------------------------------------------------------------------


def _knows(position: Position, viewer: Viewer, *, shown: bool) -> CardSet:
    """Gather the cards that a viewer may know now, wherever they lie."""
    known = set_of(position.scrap) | set_of(position.shown()) | set_of(position.pending_sevens)
    known |= set_of(card for played in position.pile for card in played.action.cards)
    known |= set_of(card for stack in position.stacks.values() for card in stack)
    for seat in range(position.rules.seats):
        known |= position.points[seat] | position.royals[seat]
        known |= position.hands[seat] if shown else visible_cards(position, viewer, seat)
    return known


@dataclass
class _Script:
    """What was done at a table, so that it can be done at another."""

    deeds: list[tuple[str, int, Action | None, bool]] = field(default_factory=list)

    def obey(self, table: Table) -> None:
        for what, seat, action, yes in self.deeds:
            if what == "show":
                table.show_hands(seat, yes)
            else:
                assert action is not None
                assert table.game is not None
                table.submit(seat, action, table.game.position.ply)


def _walk(table: Table, rng: random.Random, plies: int) -> tuple[_Script, dict[Viewer, CardSet]]:
    """Play at random; gather what each viewer has ever been able to know."""
    script = _Script()
    viewers: tuple[Viewer, ...] = (None, *range(table.seats))
    known: dict[Viewer, CardSet] = dict.fromkeys(viewers, 0)
    for _ in range(plies):
        assert table.game is not None
        position = table.game.position
        for viewer in viewers:
            shown = viewer is None and table.state(None).open_hands
            known[viewer] |= _knows(position, viewer, shown=shown)
        legal = legal_actions(position)
        if not legal or not table.running:
            break
        seat = rng.randrange(table.seats)
        if rng.random() < 0.2 and table._history.may_show:
            yes = rng.random() < 0.7
            table.show_hands(seat, yes)
            script.deeds.append(("show", seat, None, yes))
        else:
            dull = [action for action in legal if action.kind is not Kind.POINTS]
            seat, action = position.prompt.seats[0], rng.choice(dull or legal)
            table.submit(seat, action, position.ply)
            script.deeds.append(("play", seat, action, True))
    assert table.game is not None
    for viewer in viewers:
        shown = viewer is None and table.state(None).open_hands
        known[viewer] |= _knows(table.game.position, viewer, shown=shown)
    return script, known


TWINS = (
    "standard",
    "sipie",
    "cuttle.cards",
    "cuttle.cards/3.0.0",
    "cutthroat",
    "team",
    "howto",
    "standard+eight_form=unowned+seven_reveal=3",
    "cuttle.cards+seven_reveal=3+deck_exclude=456",
)


@pytest.mark.parametrize("text", TWINS)
def test_twins_are_shown_the_same(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = replace(parse_ruleset(text), pass_auto=False, four_mode="choice")
    decks: list[list[int]] = []
    monkeypatch.setattr(Deal, "deck", lambda self, ruleset: decks[-1])
    rng = random.Random(text)
    compared = 0
    for _ in range(times(8, 60)):
        pack = members(set_of(Game.from_seed(ruleset, b"").deck))
        rng.shuffle(pack)
        decks.append(pack)
        table = _seated(ruleset.name, ruleset)
        script, known = _walk(table, rng, rng.randrange(90))
        for viewer, cards in known.items():
            hidden = [place for place, card in enumerate(pack) if not cards >> card & 1]
            other = [pack[place] for place in hidden]
            rng.shuffle(other)
            twin_pack = list(pack)
            for place, card in zip(hidden, other, strict=True):
                twin_pack[place] = card
            decks.append(twin_pack)
            twin = _seated(ruleset.name, ruleset)
            script.obey(twin)
            compared += twin_pack != pack
            assert repr(twin.state(viewer)) == repr(table.state(viewer))
            assert table.game is not None
            for ply in range(0, table.game.position.ply + 1, 7):
                assert repr(twin.past(viewer, ply)) == repr(table.past(viewer, ply))
    assert compared > 10


def _seated(name: str, ruleset: object) -> Table:
    from engine.rules.rulesets import Ruleset

    assert isinstance(ruleset, Ruleset)
    table = Table(ruleset, b"twins", title=name)
    for seat in range(table.seats):
        table.sit(seat, f"p{seat}", "person")
    return table
