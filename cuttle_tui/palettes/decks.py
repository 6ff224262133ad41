"""The colours of the decks: overrides for the table of a theme.

The first letter of a role is the ground: ``p`` a card, ``f`` the felt, ``c`` an open hand.
"""

from __future__ import annotations

from typing import Final, Literal

from cuttle_tui.tty.terminal import Colours

Tone = Literal["dark", "light"]
Overlay = dict[tuple[Colours, Tone], str]


def _both(colours: Colours, cards: str, dark: str, light: str) -> Overlay:
    return {(colours, "dark"): cards + dark, (colours, "light"): cards + light}


TWO: Final[Overlay] = {}
"""Spades and clubs in the theme's black, hearts and diamonds in its red."""

FOUR: Final[Overlay] = {
    **_both(
        "true",
        "pD #1d468f pC #14532a   cD #a9c8ff cC #97dba8 ",
        "fD #9cc0ff fC #8fd6a0",
        "fD #10307a fC #063d1a",
    ),
    **_both(
        "256",
        "pD #000087 pC #005f00   cD #87afff cC #87d787 ",
        "fD #87afff fC #87d787",
        "fD #000087 fC #005f00",
    ),
    **_both(
        "16",
        "pD #0000aa pC #555555   cD #55ffff cC #55ff55 ",
        "fD #55ffff fC #55ff55",
        "fD #0000aa fC #000000",
    ),
}
"""Diamonds blue, clubs green."""

CONTRAST: Final[Overlay] = {
    **_both(
        "true",
        """
        paper #ffffff mute #e4e4e4 pq #303030 mq #202020 edge #000000 selq #2e2200 tq #002b28
        iceq #102230 pS #000000 pC #000000 pH #640008 pD #640008 back #101c2c dots #8fb0d8
        cS #ffffff cC #ffffff cH #ffb8b0 cD #ffb8b0
        """,
        " fS #ffffff fC #ffffff fH #ffb8b0 fD #ffb8b0 ink #ffffff quiet #d8e0dc",
        " fS #000000 fC #000000 fH #520008 fD #520008 ink #000000 quiet #101814",
    ),
    **_both(
        "256",
        """
        paper #ffffff mute #e4e4e4 pq #303030 mq #262626 edge #000000 selq #262626 tq #121212
        iceq #121212 pS #000000 pC #000000 pH #5f0000 pD #5f0000 back #121212 dots #87afd7
        cS #ffffff cC #ffffff cH #ffd7d7 cD #ffd7d7
        """,
        " fS #ffffff fC #ffffff fH #ffd7d7 fD #ffd7d7 ink #ffffff quiet #dadada",
        " fS #000000 fC #000000 fH #5f0000 fD #5f0000 ink #000000 quiet #121212",
    ),
    **_both(
        "16",
        "cS #ffffff cC #ffffff cH #ffff55 cD #ffff55 back #000000 ",
        "fS #ffffff fC #ffffff fH #ffff55 fD #ffff55 quiet #ffffff",
        "fS #000000 fC #000000 fH #000000 fD #000000 quiet #000000",
    ),
}
"""Maximum contrast for low vision: white cards, hardly any grey."""

SAFE: Final[Overlay] = {
    **_both(
        "true",
        """
        pS #000000 pH #822600 pD #1c2ab4 pC #174b42   cS #ffffff cH #ff9f9f cD #7fbfff cC #bfff5f
        back #20344a dots #86a3bf tgt #7cc4ff tq #0a2f55 ribbon #0b3a66 ribbonink #ffffff
        """,
        " fS #ffffff fH #ff9a78 fD #8fb0ff fC #c4e04a",
        " fS #000000 fH #742200 fD #2020a8 fC #1a463f",
    ),
    **_both(
        "256",
        """
        pS #000000 pH #870000 pD #5f00af pC #005f5f  cS #ffffff cH #ff8787 cD #5fafff cC #d7ff5f
        mute #dadada tgt #87d7ff tq #121212 ribbon #00005f
        """,
        " fS #ffffff fH #ff875f fD #87afff fC #d7ff00",
        " fS #000000 fH #870000 fD #0000af fC #005f5f",
    ),
    **_both(
        "16",
        "pS #000000 pH #aa0000 pD #0000aa pC #555555  cS #ffffff cH #ffff55 cD #55ffff cC #aaaaaa ",
        "fS #ffffff fH #ff5555 fD #55ffff fC #ffff55",
        "fS #000000 fH #000000 fD #0000aa fC #000000",
    ),
}
"""Four colours that differ in lightness or along blue and yellow, for all colour blindness: hearts
orange to brown, diamonds blue, clubs grey green on paper and yellow green on felt."""
