"""Rulesets as data: a `Ruleset` has a value for each knob.

Every difference between rulesets is a field here, and no other module reads a ruleset's name. Each
ruleset cites its source. Kinds of card on the table are letters: ``P`` point card, ``J`` jack,
``Q`` queen, ``K`` king, ``G`` glasses, ``X`` joker.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from engine.errors import N_

UNLIMITED: Final = 99
"""No limit, for knobs that count cards."""

WON: Final = -1
"""In `Ruleset.goals`: that many kings win, whatever the points."""

_WINS_NEEDED: Final = {"single": 1, "firstTo2": 2, "firstTo3": 3, "bestOf3": 2}


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Ruleset:
    """A ruleset as numbers and words. The defaults are the base ruleset."""

    name: str
    """The text form; options follow after ``+``."""
    title: str
    """A few words for lists of rulesets."""
    source: str
    """The source of the rules; ``{version}`` is the version in the name."""

    sides: tuple[int, ...] = (0, 1)
    """The side of each seat."""
    deal_dealer: int = 6
    """Cards dealt to the dealer, who acts last in the first round."""
    deal_others: int = 5
    """Cards dealt to each other seat."""
    deal_rotate: Literal["game", "match"] = "game"
    """When the deal passes clockwise."""
    deck_exclude: str = ""
    """Ranks left out of the pack."""
    jokers: int = 0
    """Jokers in the pack."""
    joker_mode: Literal["none", "stealRoyal", "handSwap"] = "none"
    """How a joker is played."""
    joker_reach: Literal["none", "oppToSelf", "anyToAny"] = "none"
    """From whom to whom a joker moves a royal."""
    hand_limit: int = UNLIMITED
    """Cards a hand may hold at the end of its turn, or at which drawing stops."""
    hand_limit_mode: Literal["discardEnd", "blockDraw"] = "discardEnd"
    """Discard down at the end of the turn, or draw no further than the limit."""
    goals: tuple[int, ...] = (21, 14, 10, 7, 5)
    """Points needed with 0, 1, 2, 3, 4 kings; `WON` for an immediate win."""
    win_check: Literal["anyNow", "ownTurnEnd"] = "anyNow"
    """Whether any seat wins at once, or only the turn's seat as its turn ends."""
    sudden_death: bool = False
    """Each seat has a last turn once the deck is empty."""
    pass_when: Literal["deckEmpty", "stuck"] = "deckEmpty"
    """When passing is legal: with an empty deck, or only if nothing else is legal."""
    pass_auto: bool = False
    """A forced pass is played automatically."""
    pass_to_end: int = 3
    """Passes in a row that make a stalemate."""
    pass_run: Literal["turns", "steps"] = "turns"
    """Whether passes are counted by turns, or any step breaks the run."""
    scuttle_tie: Literal["suit", "never"] = "suit"
    """How cards of equal rank scuttle."""
    scuttle_side: Literal["opp", "any"] = "opp"
    """Whose point cards may be scuttled; never a partner's."""
    scuttle_queen_blocks: bool = False
    """A queen's side cannot be scuttled."""
    one_offs: str = "A2345679"
    """Ranks with a one-off effect."""
    two_kinds: str = "JQKG"
    """What a two may scrap."""
    two_side: Literal["any", "opp"] = "any"
    """Whose cards a two may scrap; never a partner's."""
    three_exclude: Literal["self", "self+3"] = "self"
    """What a three may not take: itself, or any three."""
    four_mode: Literal["choice", "random", "opponentDraws"] = "choice"
    """Whether the victim chooses, discards at random, or draws instead."""
    four_count: int = 2
    """Cards a four costs (or gives)."""
    five_discard: int = 0
    """Cards a five costs first."""
    five_draw: int = 2
    """Cards a five draws."""
    seven_reveal: int = 1
    """Cards a seven turns up."""
    seven_self_jack: bool = False
    """A jack off a seven with no other target must give the player's own card away."""
    seven_scrapped: Literal["afterEffect", "onPlay"] = "afterEffect"
    """When the seven itself goes to the scrap."""
    eight_form: Literal["none", "permanent", "status", "unowned"] = "permanent"
    """What an eight is besides points: glasses, a status set by a one-off, unowned glasses."""
    eight_one_off: bool = False
    """An eight may be played against glasses."""
    nine_kinds: str = "JQKG"
    """What a nine may return."""
    nine_side: Literal["any", "opp", "opp+anyG"] = "any"
    """Whose cards a nine may return; a partner's glasses only with ``anyG``."""
    nine_dest: Literal["hand", "deckTop"] = "hand"
    """Where the returned card goes."""
    nine_count: int = 1
    """Cards a nine returns."""
    nine_freeze: bool = False
    """A card returned to an opponent's hand is frozen for its next turn."""
    nine_royal_response: bool = False
    """A nine may rebuff a royal as it is played."""
    freeze_scope: Literal["wholeTurn", "mainDecision"] = "wholeTurn"
    """What a frozen card is barred from."""
    ten_one_off: Literal["none", "discard1"] = "none"
    """What a ten does as a one-off."""
    ten_block_scuttle: bool = False
    """A ten may block a scuttle of the seat's own card."""
    jack_reach: Literal["anyToOther", "oppToSelf", "anyToAny"] = "anyToOther"
    """From whom to whom a jack moves a point card."""
    jack_counterable: bool = False
    """A jack may be countered with a two."""
    attach_targetable: Literal["top", "any"] = "top"
    """Which jacks of a stack may be targeted."""
    queen_covers: str = "PJKG"
    """What a queen protects besides other queens."""
    queen_self: bool = False
    """A queen protects itself."""
    queen_mutual: bool = False
    """A seat's queens protect each other."""
    queen_blocks_counter: Literal["all", "twos", "none"] = "all"
    """Which of its controller's cards a queen shields from counters."""
    queen_max_per_side: int = UNLIMITED
    """Queens a seat may control."""
    hands_open: bool = False
    """All hands are public."""
    reveal_hands_deck_empty: bool = False
    """All hands are public while the deck is empty."""
    scrap_view: Literal["all", "top"] = "all"
    """How much of the scrap is visible."""
    concede_mode: Literal["ends", "retire", "side"] = "ends"
    """What conceding does: end the game, retire the seat, or ask the whole side."""
    stalemate_offer: bool = True
    """A stalemate may be offered."""
    match: Literal["single", "firstTo2", "firstTo3", "bestOf3", "firstToN"] = "single"
    """How many games make a match."""
    match_wins: int = 1
    """Games that win a match of ``firstToN``."""
    spectators: Literal["all", "public"] = "all"
    """What watchers of a casual game see."""

    @property
    def wins_needed(self) -> int:
        """Games that win the match; stalemates do not count."""
        return _WINS_NEEDED.get(self.match, self.match_wins)

    def __repr__(self) -> str:
        return f"<Ruleset {self.name}>"

    def __hash__(self) -> int:
        return hash(self.name)  # much faster than a hash of every knob, for the caches by ruleset

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.sides)


STANDARD: Final = Ruleset(
    name="standard",
    title=N_("the game most players know"),
    source=N_("pagat.com, Cuttle"),
    seven_self_jack=True,
)

SIPIE: Final = replace(
    STANDARD,
    name="sipie",
    title=N_("win at your turn's end; queens protect queens"),
    source=N_("pagat.com, the frequently asked questions by Richard Sipie"),
    win_check="ownTurnEnd",
    queen_mutual=True,
)

MILLER: Final = replace(
    STANDARD,
    name="miller",
    title=N_("a card returned by a nine is frozen for a turn"),
    source=N_("Jared Miller's rules sheet"),
    seven_self_jack=False,
    nine_freeze=True,
    jack_reach="oppToSelf",
)

HOWTO: Final = replace(
    STANDARD,
    name="howto",
    title=N_("one queen each stops scuttles; tens cost a card"),
    source=N_("the How to Play page on Cuttle"),
    deal_rotate="match",
    goals=(21, 14, 10, 7, WON),
    win_check="ownTurnEnd",
    pass_when="stuck",
    pass_auto=True,
    pass_to_end=2,
    scuttle_tie="never",
    scuttle_queen_blocks=True,
    one_offs="A23456789T",
    two_kinds="JK",
    two_side="opp",
    seven_self_jack=False,
    eight_form="status",
    nine_kinds="PJQK",
    nine_side="opp",
    ten_one_off="discard1",
    jack_reach="oppToSelf",
    queen_max_per_side=1,
)

ENCYCLOPEDIA: Final = replace(
    STANDARD,
    name="encyclopedia",
    title=N_("glasses belong to nobody; queens protect queens"),
    source=N_("the encyclopedia article on Cuttle"),
    seven_self_jack=False,
    seven_scrapped="onPlay",
    eight_form="unowned",
    nine_side="opp+anyG",
    jack_reach="oppToSelf",
    queen_covers="PJK",
    queen_mutual=True,
)

CUTTLE_CARDS: Final = Ruleset(
    name="cuttle.cards",
    title=N_("the cuttle.cards site and league"),
    source=N_("cuttle.cards, rules version {version}"),
    hand_limit=8,
    goals=(21, 14, 10, 5, 0),
    pass_run="steps",
    two_side="opp",
    three_exclude="self+3",
    five_discard=1,
    five_draw=3,
    seven_reveal=2,
    seven_scrapped="onPlay",
    nine_kinds="PJQKG",
    nine_side="opp",
    nine_freeze=True,
    freeze_scope="mainDecision",
    jack_reach="oppToSelf",
    queen_mutual=True,
    reveal_hands_deck_empty=True,
)

CUTTHROAT: Final = replace(
    CUTTLE_CARDS,
    name="cutthroat",
    title=N_("three players, each alone; jokers steal royals"),
    source=N_("cuttle.cards, cutthroat"),
    sides=(0, 1, 2),
    deal_dealer=5,
    deal_others=5,
    jokers=2,
    joker_mode="stealRoyal",
    joker_reach="oppToSelf",
    hand_limit=7,
    goals=(14, 9, 5, 0, 0),
    pass_run="turns",
    two_kinds="JQKGX",
    nine_kinds="PJQKGX",
    freeze_scope="wholeTurn",
    queen_covers="PJKGX",
    concede_mode="retire",
)

TEAM: Final = replace(
    CUTTHROAT,
    name="team",
    title=N_("four players, two against two; steal for anybody"),
    source=N_("cuttle.cards, team play"),
    sides=(0, 1, 0, 1),
    joker_reach="anyToAny",
    goals=CUTTLE_CARDS.goals,
    pass_to_end=4,
    nine_royal_response=True,
    jack_reach="anyToAny",
    concede_mode="side",
)


def _version(number: str, **knobs: Any) -> Ruleset:
    return replace(CUTTLE_CARDS, name=f"cuttle.cards/{number}", **knobs)


_OLD_DRAWING: Final = {"hand_limit_mode": "blockDraw"}
_OLD_FIVE: Final = {"five_discard": 0, "five_draw": 2}
_OLD_THREE: Final = {"three_exclude": "self"}
_TOP_DECK: Final = {"nine_dest": "deckTop", "nine_freeze": False}

VERSIONS: Final = (
    _version(
        "0.0.0",
        title=N_("as first played"),
        goals=STANDARD.goals,
        **_OLD_FIVE,
        **_OLD_DRAWING,
        **_OLD_THREE,
    ),
    _version("0.0.1", title=N_("lower goals for kings"), **_OLD_FIVE, **_OLD_DRAWING, **_OLD_THREE),
    _version("0.1.1", title=N_("a five costs a card"), **_OLD_DRAWING, **_OLD_THREE),
    _version("1.0.0", title=N_("as 0.1.1"), **_OLD_DRAWING, **_OLD_THREE),
    _version("1.0.1", title=N_("a three cannot take a three"), **_OLD_DRAWING),
    _version("1.0.2", title=N_("drawing with a full hand")),
    _version("2.0.0", title=N_("beta: nines put cards on the deck"), **_TOP_DECK),
    _version("3.0.0", title=N_("beta: and fours take at random"), **_TOP_DECK, four_mode="random"),
    _version(
        "4.0.0",
        title=N_("beta: nines take two cards, fours at random"),
        nine_count=2,
        nine_freeze=False,
        four_mode="random",
    ),
)
"""The versions of cuttle.cards, betas last; `cuttle.cards` means 1.0.2."""

PRESETS: Final[dict[str, Ruleset]] = {
    ruleset.name: ruleset
    for ruleset in (
        STANDARD,
        SIPIE,
        MILLER,
        HOWTO,
        ENCYCLOPEDIA,
        CUTTLE_CARDS,
        CUTTHROAT,
        TEAM,
        *VERSIONS,
    )
}
