"""The admin commands of the league."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import Final

from server.admin.schema import (
    LONG,
    NUMBER,
    Argument,
    Command,
    Decision,
    Reader,
    argument,
    day,
    flag,
    names,
    number,
    optional,
    pairs,
    score,
    suit,
    words,
)
from server.league.seasons import FEWEST, MOST, RULESET, SIZE, SUITS, WEEKS


def _pair(text: str) -> list[str]:
    winner, _, loser = text.partition(":")
    if not winner or not loser:
        raise ArgumentTypeError(f"write WINNER:LOSER, not {text!r}")
    return [winner, loser]


def _score(text: str) -> list[int]:
    won, _, lost = text.partition("-")
    if not (won.isdecimal() and lost.isdecimal() and len(text) <= 3):
        raise ArgumentTypeError(f"write 2-0 or 2-1, not {text!r}")
    return [int(won), int(lost)]


def _plan(weeks: Reader, ruleset: Reader, size: Reader) -> tuple[Argument, ...]:
    """Declare what the season is to be like."""
    return (
        argument("--weeks", weeks, f"how many weeks: {WEEKS}", **NUMBER),
        argument("--ruleset", ruleset, f"the rules of its games: {RULESET}", metavar="RULESET"),
        argument(
            "--size", size, f"who enters the championship, {FEWEST} to {MOST}: {SIZE}", **NUMBER
        ),
        argument(
            "--other-year",
            flag,
            "it is meant to start in another year than that of its title",
            implied=True,
        ),
    )


_WEEKS: Final = "the number of weeks", 1, 53
_SIZE: Final = "the number of entrants", FEWEST, MOST
_SEASON: Final = argument("season", words("a season", 64), "as 2026-clubs")
_CHAMPIONSHIP: Final = argument(
    "id", words("a championship", 64), "as 2026-clubs or 2026-world", metavar="CHAMPIONSHIP"
)
_NAME: Final = argument("name", words("a name", 64), "the player's")
_DRAW: Final = (
    argument(
        "--declined", names, "does not enter; may be repeated", action="append", metavar="NAME"
    ),
    argument(
        "--playoff",
        pairs,
        "a play-off match of level players; may be repeated",
        key="playoffs",
        action="append",
        type=_pair,
        metavar="WINNER:LOSER",
    ),
    argument(
        "--lot",
        names,
        "level players, as the lot has drawn them",
        type=lambda text: [name for name in text.split(",") if name],
        metavar="NAME,NAME",
    ),
)
"""What decides who enters a championship, besides the standings."""

GROUPS: Final = {
    "season": "open, list and close seasons of the league",
    "championship": "draw and run championships",
    "night": "list and end the play night",
    "result": "correct the results of games",
}
"""What each first word of two means."""

LEAGUE_COMMANDS: Final[tuple[Command, ...]] = (
    Command(
        "audit",
        "list the latest 200 decisions of operators",
        lambda server, ask: server.league.audit(),
    ),
    Command("season list", "list the seasons", lambda server, ask: server.league.season_list()),
    Decision(
        "season new",
        "open a season",
        lambda server, ask: server.league.season_new(ask),
        (
            argument("suit", suit, "clubs, diamonds, hearts or spades", choices=SUITS),
            argument(
                "year", number("a year", 2000, 2999), "the year whose title it plays for", type=int
            ),
            argument("--start", day, "first day, UTC: 2026-01-05", required=True, metavar="DATE"),
            *_plan(
                number(*_WEEKS, default=WEEKS),
                lambda value: words("a ruleset", 200)(value or RULESET),
                number(*_SIZE, default=SIZE),
            ),
        ),
        timeout=LONG,
    ),
    Decision(
        "season change",
        "change a season that is open",
        lambda server, ask: server.league.season_change(ask),
        (
            _SEASON,
            argument("--start", optional(day), "another first day, UTC", metavar="DATE"),
            *_plan(
                optional(number(*_WEEKS)),
                optional(words("a ruleset", 200)),
                optional(number(*_SIZE)),
            ),
        ),
        timeout=LONG,
    ),
    Decision(
        "season close",
        "close a season and draw its championship",
        lambda server, ask: server.league.season_close(ask),
        (_SEASON, argument("--early", flag, "end it now, before its last week"), *_DRAW),
        timeout=LONG,
    ),
    Decision(
        "season reopen",
        "open a closed season again, without its championship",
        lambda server, ask: server.league.decide(
            server.league.store.reopen_season, ask, ask["season"]
        ),
        (_SEASON,),
        timeout=LONG,
    ),
    Decision(
        "season delete",
        "delete a season that is open; its games stay",
        lambda server, ask: server.league.decide(
            server.league.store.delete_season, ask, ask["season"]
        ),
        (_SEASON,),
        timeout=LONG,
    ),
    Command(
        "championship list",
        "list the championships, what is to be played of each, and who won",
        lambda server, ask: server.league.championship_list(),
        nothing="no championship has been drawn",
    ),
    Decision(
        "championship new",
        "draw the World Championship of a year, or a season's championship again",
        lambda server, ask: server.league.championship_new(ask),
        (
            argument(
                "id",
                words("a season or a year", 64),
                "as 2026, or 2026-clubs",
                metavar="YEAR|SEASON",
            ),
            argument(
                "--size", optional(number(*_SIZE)), f"how many enter, {FEWEST} to {MOST}", **NUMBER
            ),
            *_DRAW,
        ),
        timeout=LONG,
    ),
    Decision(
        "championship delete",
        "delete a championship in which nothing has happened",
        lambda server, ask: server.league.decide(
            server.league.store.delete_championship, ask, ask["id"]
        ),
        (_CHAMPIONSHIP,),
    ),
    Decision(
        "championship report",
        "enter the result of a match",
        lambda server, ask: server.league.championship_report(ask),
        (
            _CHAMPIONSHIP,
            argument("winner", words("a name", 64), "a player's name"),
            argument("loser", words("a name", 64), "a player's name"),
            argument("--score", score, "games won by each", type=_score, metavar="2-1"),
            argument("--no-show", flag, "the loser did not come"),
        ),
    ),
    Decision(
        "championship withdraw",
        "take a player out of a championship",
        lambda server, ask: server.league.championship_withdraw(ask),
        (_CHAMPIONSHIP, _NAME),
    ),
    Decision(
        "championship reinstate",
        "take a player's withdrawal back",
        lambda server, ask: server.league.decide(
            server.league.store.reinstate_player, ask, ask["id"], ask["name"]
        ),
        (_CHAMPIONSHIP, _NAME),
    ),
    Decision(
        "championship undo",
        "take back what was entered last in it",
        lambda server, ask: server.league.decide(
            server.league.store.take_back_result, ask, ask["id"]
        ),
        (_CHAMPIONSHIP,),
    ),
    Command("night list", "list the play night", lambda server, ask: server.league.night_list()),
    Decision("night end", "end the play night", lambda server, ask: server.league.night_end(ask)),
    Decision(
        "night reopen",
        "let the night go on that ended last",
        lambda server, ask: server.league.night_reopen(ask),
    ),
    Command(
        "result list",
        "list rated games, the newest 200",
        lambda server, ask: server.league.result_list(ask),
        (
            argument(
                "--player", words("a name", 64, empty=True), "the games of a player", metavar="NAME"
            ),
            argument(
                "--season", words("a season", 64, empty=True), "as 2026-clubs", metavar="SEASON"
            ),
            argument("--week", optional(number("a week", 1, 53)), "a week of the season", **NUMBER),
        ),
    ),
    Decision(
        "result correct",
        "correct how a game ended",
        lambda server, ask: server.league.result_correct(ask),
        (
            argument("game", words("a game", 64), "the id of the game"),
            argument(
                "verdict",
                words("a result", 64),
                "the winner's name or seat (P0), stalemate, void, or as-played",
                metavar="RESULT",
            ),
        ),
        timeout=LONG,
    ),
)
