"""Compare the engine with recorded games, or with another engine line by line.

``python -m tests.programs.conformance FILE.jsonl.gz ...`` replays games recorded from the
cuttle.cards rules code, compares every list of legal actions, every state and every result, and
prints the first difference (exit 1) or ``N games, M steps, 0 differences``.

``python -m tests.programs.conformance --stdio --ruleset R`` reads lines and answers each with two:
the position as text (engine/record/position_text.py) and ``legal: `` with every legal action, comma
between; or with one line ``error: `` and the reason, and the position stays. A line is one of

* ``deal CARD CARD …``: a new game with this deck, in deal order, seat 0 first;
* ``position TEXT``: any position, with or without its ruleset in front;
* ``P1 ACTION``: an action by that seat, also out of turn (``P1 concede@1``);
* ``ACTION``: an action by the seat that is asked.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from engine.actions import Action, Kind, parse_action
from engine.cards import CardSet, card_name, members, parse_card
from engine.errors import CuttleError, IllegalAction
from engine.play.legal import is_legal, legal_actions
from engine.play.perform import perform, play
from engine.play.position import Position, deal, empty
from engine.play.view import Ask
from engine.record.position_text import parse_position, position_text
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import CUTTLE_CARDS, Ruleset

Json = dict[str, Any]

PHASES: Final = {
    Ask.PLAY: "main",
    Ask.COUNTER: "counter",
    Ask.FETCH: "three",
    Ask.GIVE: "four",
    Ask.PAY: "five",
    Ask.SEVEN: "seven",
    Ask.LIMIT: "limit",
}


class Difference(Exception):
    """The engine and a recorded game disagree."""


def written(action: Action, ask: Ask) -> str:
    """Write an action as the recorded games do."""
    if action.kind is Kind.DISCARD:
        text = " ".join(["discard", *sorted(map(card_name, action.cards))])
    else:
        text = str(action)
    return f"seven:{text}" if ask is Ask.SEVEN else text


def _names(cards: CardSet) -> list[str]:
    return sorted(map(card_name, members(cards)))


def _point_card(position: Position, card: int) -> str:
    stack = position.stacks.get(card)
    return card_name(card) + (f"({','.join(map(card_name, stack))})" if stack else "")


def _seat(position: Position, seat: int) -> Json:
    return {
        "hand": _names(position.hands[seat]),
        "points": sorted(_point_card(position, card) for card in members(position.points[seat])),
        "royals": _names(position.royals[seat]),
        "frozen": _names(position.frozen[seat]),
    }


def _one_off(position: Position) -> str | None:
    if not position.pile:
        return None
    text = str(position.pile[0].action).removeprefix("oneoff ")
    return text if position.prompt.ask is Ask.COUNTER else text[:2]


def written_state(position: Position) -> Json:
    """Write a position as the recorded games do."""
    over = position.outcome is not None
    return {
        "p0": _seat(position, 0),
        "p1": _seat(position, 1),
        "deck": [card_name(card) for card in reversed(position.deck)],
        "scrap": sorted(map(card_name, position.scrap)),
        "oneoff": _one_off(position),
        "twos": [card_name(played.action.card) for played in position.pile[1:]],
        "totals": [position.score(seat) for seat in (0, 1)],
        "goals": [position.goal(seat) for seat in (0, 1)],
        "turn": position.turn,
        "phase": PHASES.get(position.prompt.ask),
        "actor": None if over else position.prompt.seats[0],
        "passes": position.passes,
    }


def _expect(what: str, recorded: object, ours: object) -> None:
    if recorded != ours:
        raise Difference(f"{what}\n  recorded: {recorded}\n  engine:   {ours}")


def _compare_state(step: Json, position: Position) -> None:
    recorded = {key: value for key, value in step["after"].items() if key != "server_frozen"}
    ours = written_state(position)
    if position.outcome is not None:
        for state in (recorded, ours):  # nobody acts any more: these keys say nothing
            state.pop("phase")
            state.pop("turn")
    for key in recorded.keys() | ours.keys():
        _expect(f"after {step['played']!r}: {key}", recorded.get(key), ours.get(key))


def _compare_legal(step: Json, position: Position) -> dict[str, Action]:
    ask = position.prompt.ask
    _expect("phase", step["phase"], PHASES[ask])
    _expect("actor", step["actor"], position.prompt.seats[0])
    actions = {written(action, ask): action for action in legal_actions(position)}
    recorded, ours = set(step["legal"]), set(actions)
    if recorded != ours:
        raise Difference(
            f"legal in phase {step['phase']}\n  only recorded: {sorted(recorded - ours)}"
            f"\n  only engine:   {sorted(ours - recorded)}"
        )
    return actions


def replay_game(game: Json) -> int:
    """Replay one recorded game and return its number of steps.

    Raises:
        Difference: the engine sees it otherwise.
    """
    position = deal(CUTTLE_CARDS, [parse_card(name) for name in game["deck"]])
    for number, step in enumerate(game["steps"]):
        try:
            actions = _compare_legal(step, position)
            perform(position, actions[step["played"]])
            _compare_state(step, position)
        except Difference as difference:
            raise Difference(f"step {number}: {difference}") from None
    _compare_result(game["result"], position)
    return len(game["steps"])


def _compare_result(result: Json, position: Position) -> None:
    outcome = position.outcome
    if outcome is None:
        raise Difference(f"result\n  recorded: {result}\n  engine:   the game goes on")
    winner = outcome.winners[0] if outcome.winners else None
    _expect("winner", result["winner"], winner)
    _expect("why", result["why"], {"passes": "stalemate"}.get(outcome.why, outcome.why))


def read_games(path: Path) -> Iterator[Json]:
    """Read recorded games from a gzipped file, one a line."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def replay_files(paths: list[Path]) -> tuple[int, int]:
    """Replay every game of some files; count games and steps.

    Raises:
        Difference: at the first disagreement; the text names file, game and step.
    """
    games = steps = 0
    for path in paths:
        for number, game in enumerate(read_games(path)):
            try:
                steps += replay_game(game)
            except Difference as difference:
                where = f"{path.name}, game {number} ({game['seed']})"
                raise Difference(f"{where}, {difference}") from None
            games += 1
    return games, steps


class Conversation:
    """A game that is set up and played by lines of text."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._position = empty(ruleset)

    def answer(self, line: str) -> str:
        """Do what a line says, and tell how things stand then."""
        try:
            self._position = self._after(line.strip())
        except (CuttleError, ValueError) as error:
            return f"error: {error}"
        legal = ", ".join(map(str, legal_actions(self._position)))
        return f"{position_text(self._position)}\nlegal: {legal}"

    def _after(self, line: str) -> Position:
        word, _, rest = line.partition(" ")
        if word == "deal":
            return deal(self._position.rules.ruleset, [parse_card(name) for name in rest.split()])
        if word == "position":
            has_ruleset = not re.match(r"P\d\b", rest)
            return parse_position(rest if has_ruleset else f"{self._name()}; {rest}")
        match = re.fullmatch(r"P(\d) (.*)", line)
        action = parse_action(match[2] if match else line)
        seats = self._position.prompt.seats
        seat = int(match[1]) if match else seats[0] if seats else -1
        if not is_legal(self._position, seat, action):
            raise IllegalAction(f"P{seat} may not {action} now")
        after = self._position.copy()
        play(after, action)
        return after

    def _name(self) -> str:
        return self._position.rules.ruleset.name


def converse(name: str) -> int:
    """Answer line after line from standard input."""
    try:
        conversation = Conversation(parse_ruleset(name))
    except CuttleError as error:
        sys.stdout.write(f"{error}\n")
        return 2
    for line in sys.stdin:
        if line.strip():
            sys.stdout.write(conversation.answer(line) + "\n")
            sys.stdout.flush()
    return 0


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.programs.conformance",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE.jsonl.gz")
    parser.add_argument("--stdio", action="store_true", help="play by lines of text")
    parser.add_argument("--ruleset", default="cuttle.cards", help="for --stdio")
    chosen = parser.parse_args()
    if chosen.stdio:
        return converse(chosen.ruleset)
    if not chosen.files:
        parser.error("name at least one file, or --stdio")
    try:
        games, steps = replay_files(chosen.files)
    except Difference as difference:
        sys.stdout.write(f"{difference}\n")
        return 1
    except (OSError, ValueError, KeyError) as error:
        sys.stdout.write(f"cannot read the recorded games: {error!r}\n")
        return 2
    sys.stdout.write(f"{games} games, {steps} steps, 0 differences\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
