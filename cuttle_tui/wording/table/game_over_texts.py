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
        N_("New match: waiting for your opponent"),
        N_("New match: waiting for the others"),
    ),
    "game": (
        N_("Next game: waiting for your opponent"),
        N_("Next game: waiting for the others"),
    ),
    "rematch": (
        N_("Rematch: waiting for your opponent"),
        N_("Rematch: waiting for the others"),
    ),
}
"""Said to a player who asked to play again; the second where more than two play."""
WANTED: Final[dict[Again, Four]] = {
    "match": (
        N_("you want a new match"),
        N_("{who} wants a new match"),
        N_("{us} want a new match"),
        N_("{all} want a new match"),
    ),
    "game": (
        N_("you want the next game"),
        N_("{who} wants the next game"),
        N_("{us} want the next game"),
        N_("{all} want the next game"),
    ),
    "rematch": (
        N_("you want a rematch"),
        N_("{who} wants a rematch"),
        N_("{us} want a rematch"),
        N_("{all} want a rematch"),
    ),
}
LEFT: Final[Four] = (
    N_("you left: no further games at this table"),
    N_("{who} left: no further games at this table"),
    N_("{us} left: no further games at this table"),
    N_("{all} left: no further games at this table"),
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
OUT_OF_TIME: Final = (N_("You ran out of time"), N_("{who} ran out of time"))
STAYED_AWAY: Final = (N_("You were away too long"), N_("{who} was away too long"))
GAVE_UP: Final = (N_("You conceded"), N_("{who} conceded"))
ENDINGS: Final = {
    "goal": N_("Goal reached"),
    "passes": N_("Everybody passed"),
    "agreed": N_("Draw agreed"),
    "suddenDeath": N_("The last turns are over"),
}
POINTS_OF: Final = Plural("{score} of {n} point", "{score} of {n} points")
TURNS: Final = Plural("{n} turn", "{n} turns")
