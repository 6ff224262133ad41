"""The colours of every theme and deck, as data: a table for each kind of terminal."""

from __future__ import annotations

from typing import Final, Literal

from cuttle_tui.tty.terminal import Colours

_SUITS: Final = {
    "S": "spades",
    "R": "red suits that have no colour of their own",
    "H": "hearts",
    "D": "diamonds",
    "C": "clubs",
}
HUES: Final = 12
"""Around the circle, for the backs that players wear."""
INKS: Final = (*map(str, range(HUES)), "sand", "silver")
"""What the patterns of such backs are drawn in: a hue, or one of two pale tones."""
ROLES: Final = {
    "felt": "the table",
    "band": "the band across its middle",
    "slot": "an empty place on the band",
    "pile": "an empty pile: the felt, which shows through the band",
    "hollow": "one more empty place in a row, which says nothing; between the slot and the felt",
    "shadow": "the shadow of a card",
    "ink": "text on the table",
    "newest": "the newest event there, in bold where quiet text is no other colour",
    "quiet": "less important text there",
    "faint": "lines there",
    "paper": "a card",
    "pq": "quiet text on a card",
    "mute": "a card that cannot be chosen",
    "mq": "quiet text on such a card",
    "edge": "the sides of a card, where they are drawn",
    "back": "the back of a card",
    "open": "the ground of an open hand; that of a back, unless it would be lost on the felt",
    "dots": "the pattern of a back",
    **{f"back-{hue}": "the ground of a back that a player wears" for hue in range(HUES)},
    **{f"dots-{ink}": "the pattern of one" for ink in INKS},
    "sel": "the chosen card",
    "selink": "text on it",
    "selq": "quiet text on it",
    "tgt": "a target",
    "tq": "quiet text on a target",
    "ribbon": "the ribbon with a target's letter",
    "ribbonink": "text on a ribbon",
    "chart": "the ground of graphs and large figures, dark in every theme; by default a ribbon's",
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
    "lastkey": "one in the last row, where not all that can be done is asked for",
    "tkey": "the letter of a target there",
    "goal": "the line that a row of points must reach",
    "goaledge": "the edge of it",
    "goalink": "its number, and what reached it, as text on the table",
    "ghost": "a card that would come to lie in a row of points",
    **{f"g{suit}": "a suit on such a card" for suit in "SHDC"},
    "lit": "what has just happened; the target's or the ribbon's colours, whichever stand out",
    "litink": "text on that",
    **{
        f"{fill}2": f"the same as {fill}, beside a card that it touches"
        for fill in ("paper", "mute", "sel", "tgt", "ice")
    },
    "button": "what can be tapped; between the felt and its text",
    **{
        f"{ground}{suit}": f"{name} on {where}"
        for ground, where in (("p", "a card"), ("f", "the table"), ("c", "an open hand"))
        for suit, name in _SUITS.items()
    },
}
"""What each role colours. A theme sets two suit colours, and a deck may set all four."""

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
        "pD #000087 pC #005f00   ",
        "fD #87afff fC #87d787   cD #87ffff cC #87ff87",
        "fD #000087 fC #005f00   cD #87afff cC #87d787",
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
        " fS #000000 fH #6c1e00 fD #2020a8 fC #15403a",
    ),
    **_both(
        "256",
        """
        pS #000000 pH #870000 pD #5f00af pC #005f5f  cS #ffffff cH #ff8787 cD #5fafff cC #d7ff5f
        mute #dadada tgt #87d7ff tq #121212 ribbon #00005f back #00005f
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

FELT_DARK: Final[dict[Colours, str]] = {
    "true": """
        felt #10211d   band #19322c   slot #22433b    ink #ece7da     quiet #a3b8af   faint #5f7a70
        shadow #091411
        paper #ebe5d5  mute #c9c4b4    pq #57544a      mq #3a3830      edge #1a1a1a
        pS #1a1a1a     pR #971820      fS #ece7da      fR #ff9d91
        back #2f4a66   dots #86a3bf    cS #ece7da      cR #ffa79c
        sel #f2c14e    selink #1d1a10  selq #4a3a08
        tgt #84dcd2    ribbon #0d4f4a  ribbonink #d8fffa  tq #0d4f4a
        ice #bcd3e4    iceq #2d4254
        bar #f2c14e    barink #1d1a10  alarm #f08a6e   alarmink #210c06
        wait #19322c   waitink #ece7da threat #ff9478  key #f2c14e     tkey #84dcd2
    """,
    "256": """
        felt #121212   band #303030   slot #444444    ink #eeeeee     quiet #bcbcbc   faint #767676
        shadow #080808
        paper #f4f4f4  mute #d0d0d0    pq #585858      mq #303030      edge #121212
        pS #121212     pR #870000      fS #eeeeee      fR #ffafaf
        back #00005f   dots #5f87af    open #005f87    cS #ffffff      cR #ffd7ff
        sel #ffd75f    selink #121212  selq #444444
        tgt #87d7d7    ribbon #005f5f  ribbonink #ffffff  tq #005f5f
        ice #afd7ff    iceq #303030
        bar #ffd75f    barink #121212  alarm #ff875f   alarmink #000000
        wait #303030   waitink #eeeeee threat #ff875f  key #ffd75f     tkey #87d7d7
    """,
    "16": """
        felt #000000   band #555555   slot #555555    ink #ffffff     quiet #aaaaaa   faint #555555
        shadow #000000
        paper #ffffff  mute #aaaaaa    pq #000000      mq #000000      edge #000000
        pS #000000     pR #aa0000      fS #ffffff      fR #ff5555
        back #0000aa   dots #aaaaaa    cS #ffffff      cR #ffffff
        sel #ffff55    selink #000000  selq #000000
        tgt #55ffff    ribbon #0000aa  ribbonink #ffffff  tq #000000
        chart #000000
        ice #aaaaaa    iceq #000000
        bar #ffff55    barink #000000  alarm #ff5555   alarmink #000000
        wait #555555   waitink #ffffff threat #ff5555  key #ffff55     tkey #55ffff
    """,
}
"""The 256 colours have neither a dark green nor the tint of paper, so felt, cards and text are
grey there, and what has a colour means something by it. (Rich rounds light greys down: what is
written as #f4f4f4 is shown as #eeeeee, and #bcbcbc as #b2b2b2.) An open hand stands out from the
felt as a fill of its own, so what is written on it is pale. In sixteen the shapes carry what the
colours cannot (see `Glyphs.edges`)."""

FELT_LIGHT: Final[dict[Colours, str]] = {
    "true": """
        felt #a3bcae   band #8faa9b   slot #7f9f8e    ink #0f1b16     quiet #1f2f27   faint #496055
        shadow #88a395
        paper #fffdf6  mute #c4ccbf    pq #5b5850      mq #4a4a42      edge #3f564b
        pS #1a1a1a     pR #971820      fS #0f1b16      fR #76060f
        back #2f4a66   dots #86a3bf    cS #ece7da      cR #ffa79c
        sel #ffc93c    selink #1d1a10  selq #4a3608
        tgt #86e0d6    ribbon #0d4f4a  ribbonink #e2fffb  tq #0d4f4a
        ice #c9def0    iceq #24394b
        bar #143c30    barink #ffe39a  alarm #8f2210   alarmink #fff4ef
        wait #8faa9b   waitink #0f1b16 threat #760f04  key #001fae     tkey #043f3a
    """,
    "256": """
        felt #dadada   band #e4e4e4   slot #d0d0d0    ink #121212     quiet #303030   faint #6c6c6c
        shadow #bcbcbc
        paper #ffffff  mute #d0d0d0    pq #585858      mq #3a3a3a      edge #444444
        pS #121212     pR #870000      fS #121212      fR #870000
        back #00005f   dots #5f87af    cS #eeeeee      cR #ffafaf
        sel #ffd700    selink #121212  selq #444444
        tgt #87d7d7    ribbon #005f5f  ribbonink #ffffff  tq #005f5f
        ice #afd7ff    iceq #303030
        bar #262626    barink #ffd75f  alarm #870000   alarmink #ffffff
        wait #e4e4e4   waitink #121212 threat #870000  key #0000af     tkey #005f5f
    """,
    "16": """
        felt #aaaaaa   band #aaaaaa   slot #aaaaaa    ink #000000     quiet #000000   faint #555555
        shadow #aaaaaa
        paper #ffffff  mute #ffffff    pq #000000      mq #000000      edge #000000
        pS #000000     pR #aa0000      fS #000000      fR #000000
        back #0000aa   dots #aaaaaa    cS #ffffff      cR #ffffff
        sel #ffff55    selink #000000  selq #000000
        tgt #55ffff    ribbon #0000aa  ribbonink #ffffff  tq #000000
        chart #000000
        ice #ffffff    iceq #000000
        bar #000000    barink #ffff55  alarm #aa0000   alarmink #ffffff
        wait #aaaaaa   waitink #000000 threat #000000  key #0000aa     tkey #0000aa
    """,
}
"""Paper has little contrast to light felt, so cards have sides in ``edge``, and the prompt bar is
the only dark fill."""

NORD: Final[dict[Colours, str]] = {
    "true": """
        felt #2e3440   band #3b4252   slot #434b5d    ink #eceff4     quiet #b8c2d3   faint #7b879d
        shadow #242933
        paper #e5e9f0  mute #c5ccda    pq #4c566a      mq #3b4252      edge #2e3440
        pS #1d212b     pR #92202c      fS #eceff4      fR #ff9fa6
        back #38506f   dots #a3bcd8    cS #ffffff      cR #ffc3c5
        sel #ebcb8b    selink #2e3440  selq #4a3d17
        tgt #8fdcd8    ribbon #174e52  ribbonink #e5fbfa  tq #174e52
        ice #b5d3ea    iceq #2b4058
        bar #ebcb8b    barink #2e3440  alarm #e78a8f   alarmink #24090c
        wait #3b4252   waitink #eceff4 threat #ffa0a0  key #ebcb8b     tkey #8fdcd8
    """,
    "256": """
        felt #303030  band #3a3a3a  slot #444444  ink #ffffff  quiet #c6c6c6  faint #808080
        shadow #262626
        paper #eeeeee  mute #d0d0d0  pq #4e4e4e  mq #303030  edge #303030
        pS #262626  pR #870000  fS #ffffff  fR #ffafaf
        back #00005f  dots #87afd7  cS #ffffff  cR #ffafaf
        sel #ffd787  selink #303030  selq #5f5f00
        tgt #87d7d7  ribbon #005f5f  ribbonink #d7ffff  tq #005f5f
        ice #afd7ff  iceq #3a3a3a
        bar #ffd787  barink #303030  alarm #d78787  alarmink #121212
        wait #3a3a3a  waitink #ffffff  threat #ffafaf  key #ffd787  tkey #87d7d7
    """,
}

GRUVBOX: Final[dict[Colours, str]] = {
    "true": """
        felt #282828   band #3c3836   slot #484340    ink #fbf1c7     quiet #c3b598   faint #7c6f64
        shadow #1d1d1d
        paper #ebdbb2  mute #cdbd92    pq #504945      mq #3c3836      edge #282828
        pS #1d2021     pR #8d0008      fS #fbf1c7      fR #ff9582
        back #264d56   dots #83a598    cS #fbf1c7      cR #ffab9b
        sel #fabd2f    selink #282828  selq #4a3700
        tgt #9bd6a0    ribbon #1d4b3a  ribbonink #e6f8df  tq #1d4b3a
        ice #bcd3d6    iceq #2a4850
        bar #fabd2f    barink #282828  alarm #fb5a45   alarmink #1d0300
        wait #3c3836   waitink #fbf1c7 threat #ff9a5c  key #fabd2f     tkey #9bd6a0
    """,
    "256": """
        felt #262626  band #3a3a3a  slot #303030  ink #ffffd7  quiet #afaf87  faint #767676
        shadow #1c1c1c
        paper #ffffd7  mute #d7d7af  pq #4e4e4e  mq #3a3a3a  edge #262626
        pS #1c1c1c  pR #870000  fS #ffffd7  fR #ff8787
        back #00005f  dots #87afaf  cS #ffffd7  cR #ffafaf
        sel #ffd75f  selink #262626  selq #5f5f00
        tgt #afd7af  ribbon #005f5f  ribbonink #d7ffd7  tq #005f5f
        ice #afd7ff  iceq #303030
        bar #ffaf00  barink #262626  alarm #ff5f5f  alarmink #080808
        wait #3a3a3a  waitink #ffffd7  threat #ffaf87  key #ffaf00  tkey #afd7af
    """,
}

TOKYO_NIGHT: Final[dict[Colours, str]] = {
    "true": """
        felt #1a1b26   band #24283b   slot #2f3550    ink #d5dcf7     quiet #a9b1d6   faint #6b75a3
        shadow #11121a
        paper #e1e4f0  mute #bfc4d8    pq #4d5170      mq #343854      edge #1a1b26
        pS #16161e     pR #8f1230      fS #d5dcf7      fR #ff96a8
        back #343f6b   dots #8f9fd6    cS #e6eaff      cR #ffb4c0
        sel #efc583    selink #1a1b26  selq #40300c
        tgt #7fdbca    ribbon #0f4b4a  ribbonink #dffffa  tq #0b4645
        ice #b4d0f5    iceq #24395c
        bar #e0af68    barink #1a1b26  alarm #f7768e   alarmink #24060d
        wait #24283b   waitink #d5dcf7 threat #ff9e64  key #e0af68     tkey #7fdbca
    """,
    "256": """
        felt #1c1c1c  band #262626  slot #303030  ink #d7d7ff  quiet #afafd7  faint #5f87af
        shadow #121212
        paper #ffffff  mute #d7d7ff  pq #5f5f87  mq #3a3a3a  edge #1c1c1c
        pS #121212  pR #870000  fS #d7d7ff  fR #ff87af
        back #000087  dots #8787d7  cS #d7d7ff  cR #ffafaf
        sel #ffd787  selink #1c1c1c  selq #303030
        tgt #87d7d7  ribbon #005f5f  ribbonink #d7ffff  tq #005f5f
        ice #afd7ff  iceq #3a3a3a
        bar #d7af5f  barink #1c1c1c  alarm #ff5f87  alarmink #121212
        wait #262626  waitink #d7d7ff  threat #ffaf87  key #d7af5f  tkey #87d7d7
    """,
}

SOLARIZED_LIGHT: Final[dict[Colours, str]] = {
    "true": """
        felt #ddd6c1   band #d0c9b2   slot #c4bda4    ink #073642     quiet #35494f   faint #66706c
        shadow #c2bba4
        paper #fffbf0  mute #d0c9b4    pq #5a6468      mq #47545a      edge #4a6068
        pS #12242b     pR #a01c1a      fS #073642      fR #8c1613
        back #234d6c   dots #86b3d1    cS #fdf6e3      cR #ffb7ab
        sel #f3bf3f    selink #1c1600  selq #463300
        tgt #84d6cc    ribbon #0c4f4a  ribbonink #e2fffb  tq #0a4a45
        ice #c3dced    iceq #24414f
        bar #073642    barink #ffdf8a  alarm #9c2410   alarmink #fff4ef
        wait #d0c9b2   waitink #073642 threat #8a1c0a  key #5c3a00     tkey #07504a
    """,
    "256": """
        felt #d7d7af  band #ffffd7  slot #d7d7af  ink #303030  quiet #444444  faint #6c6c6c
        shadow #afaf87
        paper #ffffff  mute #d0d0d0  pq #626262  mq #3a3a3a  edge #585858
        pS #262626  pR #870000  fS #303030  fR #870000
        back #00005f  dots #87afd7  cS #ffffd7  cR #ffafaf
        sel #ffd75f  selink #121212  selq #5f5f00
        tgt #87d7d7  ribbon #005f5f  ribbonink #d7ffff  tq #005f5f
        ice #afd7ff  iceq #3a3a3a
        bar #303030  barink #ffd787  alarm #af0000  alarmink #ffffff
        wait #ffffd7  waitink #303030  threat #870000  key #5f5f00  tkey #005f5f
    """,
}
