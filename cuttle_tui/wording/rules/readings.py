"""Say what a ruleset's source tells otherwise, where nobody is known to play it so.

A source that can be read in two ways gives an option where both are played. Where only its words
allow a second reading, the page says which one is played here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cuttle_tui.i18n.translation import N_, Message, tr
from engine.rules.rulesets import Ruleset

_READINGS: Final[dict[str, tuple[Message, ...]]] = {
    "sipie": (
        N_(
            "Its scuttle takes a point card, whosever it is; here an opponent's, or with "
            "own-scuttle also your own."
        ),
        N_("Its two scraps any one-off just played; here it counters an opponent's card only."),
        N_("Its five may draw two cards; here it draws two, or what is left."),
        N_("Its glasses work until they are scrapped; here a nine ends that as well."),
    ),
    "miller": (N_("The players decide who goes first; here the first deal draws it."),),
    "howto": (
        N_("It opens the hand of the player who plays the eight; here it opens the opponents'."),
        N_("It names other orders of the suits; here there is one, with the option tie-suit."),
        N_("It knows first to three matches; here a match is first to two or three games."),
    ),
}
"""By the name of a ruleset."""


def readings(ruleset: Ruleset) -> Iterator[str]:
    """Write what the source of a ruleset tells otherwise."""
    for reading in _READINGS.get(ruleset.name.partition("+")[0], ()):
        yield tr(reading)
