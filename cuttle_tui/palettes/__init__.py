"""The colours of every theme and deck, as data: a table for each kind of terminal.

A table is pairs of words, a role and its colour. Tables for 256 and 16 colours use the colours of
such terminals, so that rounding changes little.
"""

from __future__ import annotations

from typing import Final

_SUITS: Final = {
    "S": "spades",
    "R": "red suits that have no colour of their own",
    "H": "hearts",
    "D": "diamonds",
    "C": "clubs",
}
ROLES: Final = {
    "felt": "the table",
    "band": "the band across its middle",
    "slot": "an empty place on the band",
    "shadow": "the shadow of a card",
    "ink": "text on the table",
    "quiet": "less important text there",
    "faint": "lines there",
    "paper": "a card",
    "pq": "quiet text on a card",
    "mute": "a card that cannot be chosen",
    "mq": "quiet text on such a card",
    "edge": "the sides of a card, where they are drawn",
    "back": "the back of a card, and the ground of an open hand",
    "dots": "the pattern of a back",
    "sel": "the chosen card",
    "selink": "text on it",
    "selq": "quiet text on it",
    "tgt": "a target",
    "tq": "quiet text on a target",
    "ribbon": "the ribbon with a target's letter",
    "ribbonink": "text on a ribbon",
    "ice": "a frozen card",
    "iceq": "quiet text on a frozen card",
    "bar": "the prompt bar while the player is asked",
    "barink": "text on it",
    "wait": "the prompt bar while others play",
    "waitink": "text on it",
    "alarm": "what warns: a card under threat, a clock that runs short",
    "alarmink": "text on that",
    "threat": "a warning as text on the table",
    "key": "a key in a text on the table",
    "tkey": "the letter of a target there",
    "lit": "what has just happened; the target's or the ribbon's colours, whichever stand out",
    "litink": "text on that",
    **{
        f"{ground}{suit}": f"{name} on {where}"
        for ground, where in (("p", "a card"), ("f", "the table"), ("c", "an open hand"))
        for suit, name in _SUITS.items()
    },
}
"""What each role colours. A theme sets two suit colours, and a deck may set all four."""
