"""Word challenges: to the player who is asked, and to who waits for the answer."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.rich_text import Part, Sentence, Span, say, tell
from cuttle_tui.i18n.translation import N_
from cuttle_tui.keymap import front_letters as letters
from cuttle_tui.keymap.names import keys_named
from cuttle_tui.ports import ChallengeLine
from cuttle_tui.wording.front.rules_in_short import game_in_short
from cuttle_tui.wording.names import named

ACCEPT_KEY: Final = "f2"
DECLINE_KEY: Final = "f3"
DECLINED: Final = N_("you declined the challenge")
WITHDRAWN: Final = N_("you withdrew your challenge")


def challenge_line(line: ChallengeLine) -> Sentence:
    """Ask a player to accept or decline, on whatever screen they are."""
    return tell(
        _CHAMPIONSHIP if line.championship else _RATED if line.rated else _CASUAL,
        accept=_key(ACCEPT_KEY),
        decline=_key(DECLINE_KEY),
        **_facts(line),
    )


def asked_line(line: ChallengeLine) -> Sentence:
    """Tell a player in lines of text that they are challenged."""
    if line.championship:
        return tell(_CHAMPIONSHIP_PLAIN, **_facts(line))
    return tell(_RATED_PLAIN if line.rated else _CASUAL_PLAIN, **_facts(line))


def waiting_line(line: ChallengeLine) -> Sentence:
    """Tell a player for whose answer they wait."""
    return tell(_WAITS, withdraw=Span(letters.WITHDRAW, "key"), **_facts(line))


def sent_line(who: str) -> Sentence:
    """Report that a challenge was sent."""
    return tell("you challenged {who}: they have a minute to answer", who=Span(who, "strong"))


def _facts(line: ChallengeLine) -> dict[str, Part]:
    return {
        "who": Span(named(line.name, line.rating), "strong"),
        "rules": game_in_short(line.ruleset, line.timing, rated=line.rated),
        "timing": line.timing,
    }


def _key(key: str) -> Sentence:
    return say(Span(keys_named((key,)), "key"))


_CASUAL: Final = N_("{accept} accept, {decline} decline: {who} challenges you ({rules})")
_RATED: Final = N_("{accept} accept, {decline} decline: {who} challenges you, rated ({timing})")
_CHAMPIONSHIP: Final = N_(
    "{accept} accept, {decline} decline: {who} is here for your championship match ({timing})"
)
_CHAMPIONSHIP_PLAIN: Final = N_(
    "{who} is here for your championship match ({timing}). Type meet or refuse."
)
_CASUAL_PLAIN: Final = N_("{who} challenges you ({rules}). Type meet or refuse.")
_RATED_PLAIN: Final = N_("{who} challenges you to a rated match ({rules}). Type meet or refuse.")
_WAITS: Final = N_("you challenged {who} ({rules}); {withdraw} withdraws it")
