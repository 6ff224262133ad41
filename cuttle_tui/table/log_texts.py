"""Messages of the log, for `Names.by` (two), `Names.between` (three) or `Names.together` (four)."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.translation import N_, Plural
from engine.play.events import AskedToConcede, Conceded, Retracted

# cards that move ---------------------------------------------------------------------------------

DREW: Final = (N_("you drew {what}"), N_("{who} drew {what}"))
UNSEEN: Final = Plural("a card", "{n} cards")
DISCARDED: Final = (N_("you discarded {what}"), N_("{who} discarded {what}"))
BY_CHANCE: Final = (N_("you discarded {what} at random"), N_("{who} discarded {what} at random"))
FETCHED: Final = (N_("you took {what} from the scrap"), N_("{who} took {what} from the scrap"))
TURNED_UP: Final = (N_("you revealed {what}"), N_("{who} revealed {what}"))
DEALT: Final = (N_("you go first"), N_("{who} goes first"))

# one-offs ----------------------------------------------------------------------------------------

ONE_OFF: Final = (N_("you played {card} as a one-off"), N_("{who} played {card} as a one-off"))
ONE_OFF_AT: Final = (N_("you played {card} on {targets}"), N_("{who} played {card} on {targets}"))
ONE_OFF_AGAINST: Final = (
    N_("you played {card} against {whom}"),
    N_("{who} played {card} against you"),
    N_("{who} played {card} against {whom}"),
)
BLOCKED: Final = (N_("you blocked with {card}"), N_("{who} blocked with {card}"))
COUNTERED: Final = (N_("you countered with {card}"), N_("{who} countered with {card}"))
SHIELDED: Final = (N_("your queen prevents counters"), N_("{who}'s queen prevents counters"))
WIPED: Final = (
    N_("you scrapped all points with {card}: {lost}"),
    N_("{who} scrapped all points with {card}: {lost}"),
)
PURGED: Final = (
    N_("you scrapped all royals with {card}: {lost}"),
    N_("{who} scrapped all royals with {card}: {lost}"),
)
DESTROYED: Final = (
    N_("you scrapped {whom}'s {target} with {card}"),
    N_("{who} scrapped your {target} with {card}"),
    N_("{who} scrapped {whom}'s {target} with {card}"),
)
DESTROYED_OWN: Final = (
    N_("you scrapped your own {target} with {card}"),
    N_("{who} scrapped their own {target} with {card}"),
)
RETURNED: Final = (N_("{card} went back to you"), N_("{card} went back to {who}"))
EXPOSED: Final = (N_("you can see {hands}"), N_("{who} can see {hands}"))
HAND: Final = (N_("your hand"), N_("{who}'s hand"))
TO_DECK: Final = (
    N_("you put {target} on top of the deck"),
    N_("{who} put {target} on top of the deck"),
)
TO_OWN_HAND: Final = (
    N_("you returned {target} to your own hand"),
    N_("{who} returned {target} to their own hand"),
)
TO_HAND: Final = (
    N_("you returned {target} to {whom}'s hand"),
    N_("{who} returned {target} to your hand"),
    N_("{who} returned {target} to {whom}'s hand"),
)
TO_HAND_FROZEN: Final = (
    N_("you returned {target} to {whom}'s hand, frozen"),
    N_("{who} returned {target} to your hand, frozen"),
    N_("{who} returned {target} to {whom}'s hand, frozen"),
)

# number cards, royals ----------------------------------------------------------------------------

POINTS: Final = (N_("you played {card} for {points}"), N_("{who} played {card} for {points}"))
THREW: Final = (
    N_("you try to scuttle {target} with {card}"),
    N_("{who} tries to scuttle {target} with {card}"),
)
SCUTTLED: Final = (
    N_("you scuttled {whom}'s {target} with {card}"),
    N_("{who} scuttled your {target} with {card}"),
    N_("{who} scuttled {whom}'s {target} with {card}"),
)
SCUTTLED_OWN: Final = (
    N_("you scuttled your own {target} with {card}"),
    N_("{who} scuttled their own {target} with {card}"),
)
PASSED: Final = (N_("you passed"), N_("{who} passed"))
LET: Final = (N_("you let it happen"), N_("{who} let it happen"))
NO_DISCARD: Final = (N_("you had nothing to discard"), N_("{who} had nothing to discard"))
"""The log itself is silent about these two."""
SHOWED: Final = (N_("you played {card}"), N_("{who} played {card}"))
AIMED: Final = (N_("you played {card} on {target}"), N_("{who} played {card} on {target}"))
CROWNED: Final = (N_("you played {card}: goal {goal}"), N_("{who} played {card}: goal {goal}"))
NO_GOAL: Final = (
    N_("you played {card}: no points needed"),
    N_("{who} played {card}: no points needed"),
)
ON_GUARD: Final = (N_("you played {card}"), N_("{who} played {card}"))
GLASSES: Final = (N_("you played {card} as glasses"), N_("{who} played {card} as glasses"))
TO_HAND_AGAIN: Final = (N_("{card} went back to your hand"), N_("{card} went back to {who}'s hand"))

# stealing ----------------------------------------------------------------------------------------

STOLE_FROM: Final = (
    (
        N_("you stole {whom}'s {target} with {card}"),
        N_("{who} stole your {target} with {card}"),
        N_("{who} stole {whom}'s {target} with {card}"),
    ),
    (
        N_("you stole {whom}'s {target} back with {card}"),
        N_("{who} stole your {target} back with {card}"),
        N_("{who} stole {whom}'s {target} back with {card}"),
    ),
)
"""The second three are for a card that comes back to the player it was stolen from."""
STOLE_OWN: Final = (
    (
        N_("you took over your own {target} with {card}"),
        N_("{who} took over their own {target} with {card}"),
    ),
    (
        N_("you took back your own {target} with {card}"),
        N_("{who} took back their own {target} with {card}"),
    ),
)
GAVE_OWN: Final = (
    (
        N_("you gave {whom} {target} with {card}"),
        N_("{who} gave you {target} with {card}"),
        N_("{who} gave {whom} {target} with {card}"),
    ),
    (
        N_("you gave {target} back to {whom} with {card}"),
        N_("{who} gave {target} back to you with {card}"),
        N_("{who} gave {target} back to {whom} with {card}"),
    ),
)
GAVE: Final = (
    (
        N_("you gave {owner}'s {target} to {whom} with {card}"),
        N_("{who} gave {owner}'s {target} to you with {card}"),
        N_("{who} gave {owner}'s {target} to {whom} with {card}"),
    ),
    (
        N_("you gave {owner}'s {target} back to {whom} with {card}"),
        N_("{who} gave {owner}'s {target} back to you with {card}"),
        N_("{who} gave {owner}'s {target} back to {whom} with {card}"),
    ),
)
GAVE_YOURS: Final = (
    N_("{who} gave your {target} to {whom} with {card}"),
    N_("{who} gave your {target} back to {whom} with {card}"),
)

# hands, and the end ------------------------------------------------------------------------------

SWAPPED: Final = (
    N_("you swapped hands with {whom}"),
    N_("{who} swapped hands with you"),
    N_("{who} swapped hands with {whom}"),
)
OFFERED: Final = (N_("you offered a draw"), N_("{who} offered a draw"))
ACCEPTED: Final = (N_("you accepted the draw offer"), N_("{who} accepted the draw offer"))
REFUSED: Final = (N_("you declined the draw offer"), N_("{who} declined the draw offer"))
LOST: Final = {
    "absent": (N_("you were away too long and lost"), N_("{who} was away too long and lost")),
    "time": (N_("you ran out of time"), N_("{who} ran out of time")),
    "left": (N_("you left the game"), N_("{who} left the game")),
}
"""How a seat lost without conceding."""
ASKING_TO_CONCEDE: Final = (N_("you want to concede"), N_("{who} wants to concede"))
GIVING_UP: Final = {
    Conceded: (N_("you conceded"), N_("{who} conceded")),
    AskedToConcede: (
        N_("you want to concede; your partner must agree"),
        N_("{who} wants to concede; their partner must agree"),
    ),
    Retracted: (N_("you play on"), N_("{who} plays on")),
}
WON: Final = (
    N_("you won the game"),
    N_("{who} won the game"),
    N_("{us} won the game"),
    N_("{all} won the game"),
)
