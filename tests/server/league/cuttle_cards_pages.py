"""Recorded games as https://www.cuttle.cards/api/game/NUMBER would give them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

from tests.programs.conformance import read_games

Json = dict[str, Any]

_GAMES: Final = Path(__file__).parents[2] / "data" / "games"
_WORDS: Final = {"royal": "faceCard", "oneoff": "oneOff", "take": "resolveThree"}
_DISCARDS: Final = {"four": "resolveFour", "five": "resolveFive", "limit": "discardToHandLimit"}
_STARTED: Final = 1_700_000_000_000
"""In milliseconds since 1970."""


def recorded(each: int = 3) -> list[Json]:
    """Return the first recorded games of every kind."""
    files = sorted(_GAMES.glob("*.jsonl.gz"))
    return [game for file in files for game in islice(read_games(file), each)]


def page(game: Json, number: int, *players: str) -> Json:
    """Return the answer for a game."""
    deck = [{"id": card, "rank": 1} for card in game["deck"]]
    hands = deck[:5], deck[5:11]
    return {
        "change": "deal",
        "victory": {"gameOver": False, "winner": None},
        "game": {
            "id": number,
            "status": 3,
            "players": [
                {"username": name, "hand": hand, "points": [], "faceCards": []}
                for name, hand in zip(players, hands, strict=True)
            ],
            "deck": deck[11:],
            "gameStates": [*_states(game)],
        },
    }


def _states(game: Json) -> Iterator[Json]:
    yield {"createdAt": _STARTED, "moveType": "deal", "playedBy": 1, "discardedCards": []}
    points: list[str] = []
    twos = 0
    for at, step in enumerate(game["steps"], 1):
        state = _state(step, points, twos)
        yield {"createdAt": _STARTED + at * 5_000, "discardedCards": [], **state}
        after = step["after"]
        points, twos = after["p0"]["points"] + after["p1"]["points"], len(after["twos"])


def _state(step: Json, points: list[str], twos: int) -> Json:
    seven = "seven" if step["played"].startswith("seven:") else ""
    word, _, cards = step["played"].removeprefix("seven:").partition(" ")
    if word == "decline":
        return {"moveType": "fizzle" if twos % 2 else "resolve", "playedBy": step["actor"]}
    if word == "discard" and not seven:
        told = {"moveType": _DISCARDS[step["phase"]], "discardedCards": cards.split()}
        return told | {"playedBy": step["actor"]}
    kind = _WORDS.get(word, word)
    kind = seven + (kind[0].upper() + kind[1:] if seven else kind)
    played, _, target = cards.partition(">")
    if word == "take":
        played, target = "", cards
    with_jacks = next((point for point in points if point.startswith(f"{target}(")), target)
    with_jacks = with_jacks.replace("(", "(").replace(")", "-p0)")
    told = {"playedCard": played or None, "targetCard": with_jacks or None}
    return {"moveType": kind, "playedBy": step["actor"], **told}
