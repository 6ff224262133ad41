"""The colours of our own two themes: paper on dark felt, and paper on light felt."""

from __future__ import annotations

from typing import Final

from cuttle_tui.tty.terminal import Colours

NO_HIGHLIGHT: Final[dict[Colours, str]] = {
    "true": """
        felt #10211d   band #19322c    ink #ece7da     quiet #a3b8af   faint #5f7a70
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
        felt #121212   band #303030    ink #eeeeee     quiet #b2b2b2   faint #767676
        paper #eeeeee  mute #d0d0d0    pq #585858      mq #303030      edge #121212
        pS #121212     pR #870000      fS #eeeeee      fR #ffafaf
        back #00005f   dots #5f87af    cS #eeeeee      cR #ffafaf
        sel #ffd75f    selink #121212  selq #444444
        tgt #87d7d7    ribbon #005f5f  ribbonink #ffffff  tq #005f5f
        ice #afd7ff    iceq #303030
        bar #ffd75f    barink #121212  alarm #ff875f   alarmink #000000
        wait #303030   waitink #eeeeee threat #ff875f  key #ffd75f     tkey #87d7d7
    """,
    "16": """
        felt #000000   band #000000    ink #ffffff     quiet #aaaaaa   faint #555555
        paper #ffffff  mute #ffffff    pq #000000      mq #000000      edge #000000
        pS #000000     pR #aa0000      fS #ffffff      fR #ff5555
        back #0000aa   dots #aaaaaa    cS #ffffff      cR #ffff55
        sel #ffff55    selink #000000  selq #000000
        tgt #55ffff    ribbon #0000aa  ribbonink #ffffff  tq #000000
        ice #55ffff    iceq #000000
        bar #ffff55    barink #000000  alarm #ff5555   alarmink #000000
        wait #000000   waitink #ffffff threat #ff5555  key #ffff55     tkey #55ffff
    """,
}
"""In sixteen colours the shapes carry what the colours cannot (see `Glyphs.edges`)."""

LIGHT: Final[dict[Colours, str]] = {
    "true": """
        felt #a3bcae   band #98b3a4    ink #0f1b16     quiet #26362e   faint #6c8679
        paper #fffdf6  mute #dfe2d9    pq #5b5850      mq #4a4a42      edge #3f564b
        pS #1a1a1a     pR #971820      fS #0f1b16      fR #76060f
        back #2f4a66   dots #86a3bf    cS #ece7da      cR #ffa79c
        sel #ffc93c    selink #1d1a10  selq #4a3608
        tgt #86e0d6    ribbon #0d4f4a  ribbonink #e2fffb  tq #0d4f4a
        ice #c9def0    iceq #24394b
        bar #143c30    barink #ffe39a  alarm #8f2210   alarmink #fff4ef
        wait #98b3a4   waitink #0f1b16 threat #760f04  key #4a2c00     tkey #043f3a
    """,
    "256": """
        felt #e4e4e4   band #dadada    ink #121212     quiet #303030   faint #767676
        paper #ffffff  mute #eeeeee    pq #585858      mq #3a3a3a      edge #444444
        pS #121212     pR #870000      fS #121212      fR #870000
        back #00005f   dots #5f87af    cS #eeeeee      cR #ffafaf
        sel #ffd700    selink #121212  selq #444444
        tgt #87d7d7    ribbon #005f5f  ribbonink #ffffff  tq #005f5f
        ice #afd7ff    iceq #303030
        bar #262626    barink #ffd75f  alarm #870000   alarmink #ffffff
        wait #dadada   waitink #121212 threat #870000  key #5f0000     tkey #005f5f
    """,
    "16": """
        felt #aaaaaa   band #aaaaaa    ink #000000     quiet #000000   faint #555555
        paper #ffffff  mute #ffffff    pq #000000      mq #000000      edge #000000
        pS #000000     pR #aa0000      fS #000000      fR #000000
        back #0000aa   dots #aaaaaa    cS #ffffff      cR #ffff55
        sel #ffff55    selink #000000  selq #000000
        tgt #55ffff    ribbon #0000aa  ribbonink #ffffff  tq #000000
        ice #55ffff    iceq #000000
        bar #000000    barink #ffff55  alarm #aa0000   alarmink #ffffff
        wait #aaaaaa   waitink #000000 threat #000000  key #0000aa     tkey #0000aa
    """,
}
"""Paper has little contrast to light felt, so cards have sides in ``edge``, and the prompt bar is
the only dark fill."""
