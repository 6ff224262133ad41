"""Play Cuttle a second time, slowly and plainly, to check the engine against.

Written from the rules alone and sharing no code with the engine but the knobs, the stream of
chance and the table of text forms: cards are two-character names, zones are lists of them, and
every question is answered by looking through everything.
"""

from tests.naive.legal import legal, standing
from tests.naive.notation import parse, text
from tests.naive.play import deal, play
from tests.naive.state import State

__all__ = ["State", "deal", "legal", "parse", "play", "standing", "text"]
