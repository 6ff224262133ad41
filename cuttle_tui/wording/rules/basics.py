"""Write the rules of the table, the turn and the points, from a ruleset's data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cuttle_tui.i18n.rich_text import listing, plain
from cuttle_tui.i18n.translation import C_, N_, Plural, counted, tr
from cuttle_tui.wording.rules.card_kinds import LEFT_OUT, listed
from engine.rules.rulesets import UNLIMITED, WON, Ruleset


def goal(ruleset: Ruleset) -> Iterator[str]:
    """Write the rules of winning."""
    goals = ruleset.goals
    have = Plural(
        "Have {n} point on your side of the table.", "Have {n} points on your side of the table."
    )
    yield counted(goals[0], have)
    if "K" not in ruleset.deck_exclude and len(goals) > 1:
        steps = plain(listing([_goal_words(goals[min(kings, len(goals) - 1)]) for kings in _KINGS]))
        yield tr(
            "Each of your kings lowers your goal: with one to four kings {goals}.", goals=steps
        )
    yield tr(_WIN_CHECKS[ruleset.win_check])
    if len(set(ruleset.sides)) < ruleset.seats:
        yield tr(
            "Partners sit opposite. Points and kings count for each player alone; a win "
            "counts for both."
        )
    if ruleset.match in _MATCHES:
        yield tr(_MATCHES[ruleset.match])


_KINGS: Final = range(1, 5)
_WIN_CHECKS: Final = {
    "anyNow": N_(
        "The first player to reach their goal wins at once, even on another player's turn."
    ),
    "ownTurnEnd": N_("You win only if you have reached your goal at the end of your own turn."),
}
_TWO_GAMES: Final = N_(
    "The first player with two wins takes the match; stalemates are played again."
)
_MATCHES: Final = {
    "firstTo2": _TWO_GAMES,
    "firstTo3": N_(
        "The first player with three wins takes the match; stalemates are played again."
    ),
    "bestOf3": _TWO_GAMES,
}


def _goal_words(goal: int) -> str:
    if goal == WON:
        return tr("you win outright")
    return str(goal) if goal else tr("0 points")


def setup(ruleset: Ruleset) -> Iterator[str]:
    """Write the rules of seats and deal."""
    yield tr(_SEATS[ruleset.seats])
    yield _pack(ruleset)
    dealt = _DEALS[ruleset.deal_dealer == ruleset.deal_others]
    yield counted(ruleset.deal_dealer, dealt, others=ruleset.deal_others)
    yield tr("The player left of the dealer goes first; play is clockwise.")
    if ruleset.hands_open:
        yield tr("All hands are open.")
    elif ruleset.reveal_hands_deck_empty:
        yield tr("While the deck is empty, all hands are open.")


_SEATS: Final = {2: N_("Two players."), 3: N_("Three players."), 4: N_("Four players.")}
_DEALS: Final = {
    True: Plural("Each player gets {n} card.", "Each player gets {n} cards."),
    False: Plural(
        "The dealer gets {n} card, each other player {others}.",
        "The dealer gets {n} cards, each other player {others}.",
    ),
}
_NEITHER: Final = C_("a pack without", "{some} and {last}")


def _pack(ruleset: Ruleset) -> str:
    jokers = Plural("A standard pack, {n} joker.", "A standard pack, {n} jokers.")
    if not ruleset.deck_exclude:
        return (
            counted(ruleset.jokers, jokers) if ruleset.jokers else tr("A standard pack, no jokers.")
        )
    ranks = listed(ruleset.deck_exclude, LEFT_OUT, _NEITHER)
    if not ruleset.jokers:
        return tr("A standard pack without {ranks}, no jokers.", ranks=ranks)
    jokers = Plural(
        "A standard pack without {ranks}, {n} joker.",
        "A standard pack without {ranks}, {n} jokers.",
    )
    return counted(ruleset.jokers, jokers, ranks=ranks)


def turn(ruleset: Ruleset) -> Iterator[str]:
    """Write the rules of a turn."""
    yield tr("Do one thing: draw a card or play one.")
    yield tr(_PASSES[ruleset.pass_when])
    yield counted(ruleset.pass_to_end, _RUNS[ruleset.pass_run])
    if ruleset.hand_limit != UNLIMITED:
        yield counted(ruleset.hand_limit, _LIMITS[ruleset.hand_limit_mode])
    if ruleset.sudden_death:
        yield tr("Once the deck is empty each player has one more turn; then the game is a draw.")


_PASSES: Final = {
    "stuck": N_("You pass automatically when the deck is empty and you cannot play."),
    "deckEmpty": N_("When the deck is empty you may pass."),
}
_RUNS: Final = {
    "turns": Plural(
        "{n} pass in a row ends the game without a winner.",
        "{n} passes in a row end the game without a winner.",
    ),
    "steps": Plural(
        "{n} pass in a row (anything else breaks the run) ends the game without a winner.",
        "{n} passes in a row (anything else breaks the run) end the game without a winner.",
    ),
}
_LIMITS: Final = {
    "discardEnd": Plural(
        "At the end of your turn, discard down to {n} card.",
        "At the end of your turn, discard down to {n} cards.",
    ),
    "blockDraw": Plural(
        "With {n} card in hand you cannot draw.", "With {n} cards in hand you cannot draw."
    ),
}


def points(ruleset: Ruleset) -> Iterator[str]:
    """Write the rules of points and scuttles."""
    yield tr("Play an ace to a ten on your side: it is worth 1 to 10 points.")
    yield tr(_TIES[ruleset.scuttle_tie])
    if ruleset.scuttle_queen_blocks and "Q" not in ruleset.deck_exclude:
        yield tr("A player with a queen cannot be scuttled.")
    if ruleset.ten_block_scuttle:
        yield tr(
            "That opponent may block with a ten from hand: both the ten and the scuttling "
            "card are scrapped."
        )


_TIES: Final = {
    "suit": N_(
        "Scuttle: play a number card on an opponent's lower point card; both are "
        "scrapped. Between equal ranks the higher suit wins (from low to high: clubs, "
        "diamonds, hearts, spades)."
    ),
    "never": N_(
        "Scuttle: play a number card on an opponent's lower point card; both are "
        "scrapped. Equal ranks cannot scuttle each other."
    ),
}


def leaving(ruleset: Ruleset) -> Iterator[str]:
    """Write the rules of conceding and draw offers."""
    yield tr(_CONCESSIONS[ruleset.concede_mode])
    if ruleset.stalemate_offer:
        yield tr("Once per turn, before playing, you may offer a draw.")


_CONCESSIONS: Final = {
    "ends": N_("You may concede at any time."),
    "retire": N_(
        "You may concede at any time; the others play on, and your cards stay on the table."
    ),
    "side": N_("A team concedes when both partners do."),
}
