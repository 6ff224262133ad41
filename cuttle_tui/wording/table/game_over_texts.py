"""Hold the messages about the end of a game and about playing again.

Of four, the first is for the reader alone, the second for somebody else alone, the last two are
for several, with the reader among them and without.
"""

from __future__ import annotations

from typing import Final, Literal

from cuttle_tui.i18n.translation import N_, Message, Plural
from cuttle_tui.wording.names import Four

Again = Literal["match", "game", "rematch"]
"""What may be played after a game."""

AGAIN: Final[dict[Again, Message]] = {
    "match": N_("new match"),
    "game": N_("next game"),
    "rematch": N_("rematch"),
}
ASKED: Final[dict[Again, tuple[Message, Message]]] = {
    "match": (
        N_("New match asked: waiting for the other player"),
        N_("New match asked: waiting for the others"),
    ),
    "game": (
        N_("Next game asked: waiting for the other player"),
        N_("Next game asked: waiting for the others"),
    ),
    "rematch": (
        N_("Rematch asked: waiting for the other player"),
        N_("Rematch asked: waiting for the others"),
    ),
}
"""Said to a player who asked to play again; the second where more than two play."""
WANTED: Final[dict[Again, Four]] = {
    "match": (
        N_("you asked for a new match"),
        N_("{who} asked for a new match"),
        N_("{us} asked for a new match"),
        N_("{all} asked for a new match"),
    ),
    "game": (
        N_("you asked for a next game"),
        N_("{who} asked for a next game"),
        N_("{us} asked for a next game"),
        N_("{all} asked for a next game"),
    ),
    "rematch": (
        N_("you asked for a rematch"),
        N_("{who} asked for a rematch"),
        N_("{us} asked for a rematch"),
        N_("{all} asked for a rematch"),
    ),
}
LEFT: Final[Four] = (
    N_("you left the table: no further game is played here"),
    N_("{who} left the table: no further game is played here"),
    N_("{us} left the table: no further game is played here"),
    N_("{all} left the table: no further game is played here"),
)
WIN_MATCH: Final[Four] = (
    N_("you win the match"),
    N_("{who} wins the match"),
    N_("{us} win the match"),
    N_("{all} win the match"),
)
WIN_IN: Final[Four] = (
    N_("you win in {turns}"),
    N_("{who} wins in {turns}"),
    N_("{us} win in {turns}"),
    N_("{all} win in {turns}"),
)
OUT_OF_TIME: Final = (N_("Your time ran out"), N_("{who}'s time ran out"))
STAYED_AWAY: Final = (N_("You stayed away"), N_("{who} stayed away"))
GAVE_UP: Final = (N_("You gave up"), N_("{who} gave up"))
ENDINGS: Final = {
    "goal": N_("The goal is reached"),
    "passes": N_("Everybody passed"),
    "agreed": N_("A draw was agreed"),
    "suddenDeath": N_("The last turns are over"),
}
POINTS_OF: Final = Plural("{score} of {n} point", "{score} of {n} points")
TURNS: Final = Plural("{n} turn", "{n} turns")
