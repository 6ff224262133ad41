"""Hold the messages of the log: for each event what is said to whoever did it, and to others.

Of three, the first is for whoever did it, the second for whom it was done to, the last for all
others; of four, the last two are for several, with the reader among them and without.
"""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.translation import N_, Plural
from engine.play.events import AskedToConcede, Conceded, Retracted

# cards that move ---------------------------------------------------------------------------------

DREW: Final = (N_("you drew {what}"), N_("{who} drew {what}"))
UNSEEN: Final = Plural("a card", "{n} cards")
DISCARDED: Final = (N_("you discarded {what}"), N_("{who} discarded {what}"))
BY_CHANCE: Final = (
    N_("you discarded {what} by chance"),
    N_("{who} discarded {what} by chance"),
)
FETCHED: Final = (
    N_("you fetched {what} from the scrap"),
    N_("{who} fetched {what} from the scrap"),
)
TURNED_UP: Final = (N_("you turned up {what}"), N_("{who} turned up {what}"))
DEALT: Final = (
    N_("the cards were dealt: you to begin"),
    N_("the cards were dealt: {who} to begin"),
)

# one-offs ----------------------------------------------------------------------------------------

ONE_OFF: Final = (N_("you played {card} as a one-off"), N_("{who} played {card} as a one-off"))
ONE_OFF_AT: Final = (
    N_("you played {card} as a one-off at {targets}"),
    N_("{who} played {card} as a one-off at {targets}"),
)
ONE_OFF_AGAINST: Final = (
    N_("you played {card} as a one-off against {whom}"),
    N_("{who} played {card} as a one-off against you"),
    N_("{who} played {card} as a one-off against {whom}"),
)
BLOCKED: Final = (N_("you blocked with {card}"), N_("{who} blocked with {card}"))
REBUFFED: Final = (N_("you rebuffed it with {card}"), N_("{who} rebuffed it with {card}"))
COUNTERED: Final = (N_("you countered with {card}"), N_("{who} countered with {card}"))
SHIELDED: Final = (
    N_("a queen of yours lets nobody answer"),
    N_("a queen of {who} lets nobody answer"),
)
WIPED: Final = (
    N_("you wiped the points with {card}: {lost}"),
    N_("{who} wiped the points with {card}: {lost}"),
)
PURGED: Final = (
    N_("you purged the court with {card}: {lost}"),
    N_("{who} purged the court with {card}: {lost}"),
)
DESTROYED: Final = (
    N_("you scrapped {whom}'s {target} with {card}"),
    N_("{who} scrapped your {target} with {card}"),
    N_("{who} scrapped {whom}'s {target} with {card}"),
)
DESTROYED_OWN: Final = (
    N_("you scrapped your own {target} with {card}"),
    N_("{who} scrapped an own {target} with {card}"),
)
RETURNED: Final = (N_("{card} went back to you"), N_("{card} went back to {who}"))
EXPOSED: Final = (N_("you looked into {hands}"), N_("{who} looked into {hands}"))
HAND: Final = (N_("your hand"), N_("{who}'s hand"))
TO_DECK: Final = (
    N_("you evicted {target}: on top of the deck"),
    N_("{who} evicted {target}: on top of the deck"),
)
TO_OWN_HAND: Final = (
    N_("you evicted {target}: back in your hand"),
    N_("{who} evicted {target}: back in {who}'s hand"),
)
TO_HAND: Final = (
    N_("you evicted {target}: back in {whom}'s hand"),
    N_("{who} evicted {target}: back in your hand"),
    N_("{who} evicted {target}: back in {whom}'s hand"),
)
TO_HAND_FROZEN: Final = (
    N_("you evicted {target}: back in {whom}'s hand, frozen"),
    N_("{who} evicted {target}: back in your hand, frozen"),
    N_("{who} evicted {target}: back in {whom}'s hand, frozen"),
)

# number cards, royals ----------------------------------------------------------------------------

POINTS: Final = (N_("you played {card} for {points}"), N_("{who} played {card} for {points}"))
THREW: Final = (N_("you threw {card} at {target}"), N_("{who} threw {card} at {target}"))
SCUTTLED: Final = (
    N_("you scuttled {target} with {card}"),
    N_("{who} scuttled {target} with {card}"),
)
PASSED: Final = (N_("you passed"), N_("{who} passed"))
SHOWED: Final = (N_("you showed {card}"), N_("{who} showed {card}"))
AIMED: Final = (N_("you aimed {card} at {target}"), N_("{who} aimed {card} at {target}"))
CROWNED: Final = (N_("you played {card}: goal {goal}"), N_("{who} played {card}: goal {goal}"))
NO_GOAL: Final = (N_("you played {card}: no goal left"), N_("{who} played {card}: no goal left"))
ON_GUARD: Final = (N_("you put {card} on guard"), N_("{who} put {card} on guard"))
GLASSES: Final = (N_("you put on glasses {card}"), N_("{who} put on glasses {card}"))
TO_HAND_AGAIN: Final = (
    N_("{card} went back to your hand"),
    N_("{card} went back to {who}'s hand"),
)

# stealing ----------------------------------------------------------------------------------------

STOLE: Final = (
    (N_("you stole {target} with {card}"), N_("{who} stole {target} with {card}")),
    (N_("you stole {target} back with {card}"), N_("{who} stole {target} back with {card}")),
)
"""Where two play; the second pair is for a card that comes back to whom it was stolen from."""
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
STOLE_OWN: Final = (
    (N_("you stole an own {target} with {card}"), N_("{who} stole an own {target} with {card}")),
    (
        N_("you stole an own {target} back with {card}"),
        N_("{who} stole an own {target} back with {card}"),
    ),
)
GAVE_OWN: Final = (
    (
        N_("you gave {whom} {target} with {card}"),
        N_("{who} gave you {target} with {card}"),
        N_("{who} gave {whom} {target} with {card}"),
    ),
    (
        N_("you gave {whom} {target} back with {card}"),
        N_("{who} gave you {target} back with {card}"),
        N_("{who} gave {whom} {target} back with {card}"),
    ),
)
GAVE: Final = (
    (
        N_("you gave {owner}'s {target} to {whom} with {card}"),
        N_("{who} gave {owner}'s {target} to you with {card}"),
        N_("{who} gave {owner}'s {target} to {whom} with {card}"),
    ),
    (
        N_("you gave {owner}'s {target} to {whom} back with {card}"),
        N_("{who} gave {owner}'s {target} to you back with {card}"),
        N_("{who} gave {owner}'s {target} to {whom} back with {card}"),
    ),
)
GAVE_YOURS: Final = (
    N_("{who} gave your {target} to {whom} with {card}"),
    N_("{who} gave your {target} to {whom} back with {card}"),
)

# hands, and the end ------------------------------------------------------------------------------

SWAPPED: Final = (
    N_("you swapped hands with {whom}"),
    N_("{who} swapped hands with you"),
    N_("{who} swapped hands with {whom}"),
)
OFFERED: Final = (N_("you offered a draw"), N_("{who} offered a draw"))
ACCEPTED: Final = (N_("you accepted the draw"), N_("{who} accepted the draw"))
REFUSED: Final = (N_("you refused the draw"), N_("{who} refused the draw"))
LOST: Final = {
    "absent": (
        N_("you stayed away: the win was claimed"),
        N_("{who} stayed away: the win was claimed"),
    ),
    "time": (N_("your time ran out"), N_("the time of {who} ran out")),
}
"""How a seat lost that did not give up of its own will."""
GIVING_UP: Final = {
    Conceded: (N_("you gave up"), N_("{who} gave up")),
    AskedToConcede: (
        N_("you would give up, if your partner agrees"),
        N_("{who} would give up, if their partner agrees"),
    ),
    Retracted: (N_("you play on after all"), N_("{who} plays on after all")),
}
WON: Final = (
    N_("you won the game"),
    N_("{who} won the game"),
    N_("{us} won the game"),
    N_("{all} won the game"),
)
