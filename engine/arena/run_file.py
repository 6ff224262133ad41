"""The file of an arena: what it is about, then a line for each block that was played.

An arena that was interrupted goes on from its file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import IO, Any, Final

from engine.arena.games import Loss, Plan, Played, PlayedBlock
from engine.arena.schedule import Block, sides_of

HEADING: Final = "cuttle arena 1"


class RunFileError(ValueError):
    """A file of an arena is broken, or belongs to another arena."""


def head_of(plan: Plan) -> dict[str, Any]:
    """Return the first line of a plan's file, as a value."""
    programs = {entrant.name: entrant.digest for entrant in plan.entrants if entrant.command}
    head = {
        "file": HEADING,
        "played by": plan.server,
        "ruleset": plan.stamped,
        "seed": plan.seed,
        "seconds": plan.seconds,
        "players": {entrant.name: entrant.text for entrant in plan.entrants},
    }
    return {**head, "programs": programs} if programs else head


def seed_in(text: str) -> str | None:
    """Return the seed of the arena whose file this is; None if that cannot be read."""
    try:
        head = json.loads(text.split("\n", 1)[0])
    except (ValueError, RecursionError):
        return None
    seed = head.get("seed") if isinstance(head, dict) else None
    return seed if isinstance(seed, str) else None


def begin(file: IO[str], plan: Plan) -> None:
    """Write the first line."""
    file.write(json.dumps(head_of(plan)) + "\n")
    file.flush()


def append(file: IO[str], played: PlayedBlock) -> None:
    """Write a block."""
    games = [asdict(game) for game in played.games]
    line = {"deal": played.block.deal, "pair": [*played.block.pair], "games": games}
    file.write(json.dumps(line, separators=(",", ":")) + "\n")
    file.flush()


def read(text: str, plan: Plan) -> tuple[list[PlayedBlock], int]:
    """Read a file.

    Returns:
        The blocks, and how many characters of the text are whole lines: a last line may have been
        cut off.

    Raises:
        RunFileError: the file is broken, or belongs to another plan.
    """
    whole = text.rfind("\n") + 1
    lines = text[:whole].splitlines()
    if not lines:
        raise RunFileError("it is empty")
    _check_head(_value(lines[0], 1), plan)
    blocks = [_block(_value(line, number), number) for number, line in enumerate(lines[1:], 2)]
    for number, played in enumerate(blocks, 2):
        _check(played, number, plan)
    return blocks, whole


def _value(line: str, number: int) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise RunFileError(f"line {number} is broken") from None


def _check_head(head: Any, plan: Plan) -> None:
    if not isinstance(head, dict) or head.get("file") != HEADING:
        raise RunFileError("it is no file of an arena")
    ours = head_of(plan)
    changed = [name for name in ours if head.get(name) != ours[name]]
    if changed == ["programs"]:
        raise RunFileError("a program has changed since")
    different = [f"{name}: {head.get(name)!r}" for name in ours if head.get(name) != ours[name]]
    if different:
        raise RunFileError("it belongs to another arena ({})".format(", ".join(different)))


def _block(value: Any, number: int) -> PlayedBlock:
    try:
        one, other = map(int, value["pair"])
        games = tuple(map(_game, value["games"]))
        return PlayedBlock(Block(int(value["deal"]), (one, other)), games)
    except (KeyError, TypeError, ValueError):
        raise RunFileError(f"line {number} is broken") from None


def _game(value: dict[str, Any]) -> Played:
    one, other = map(_times, value["times"])
    loss = None if value["loss"] is None else Loss(**value["loss"])
    points = float(value["points"])
    if not 0 <= points <= 1:
        raise ValueError(points)
    return Played(points, str(value["why"]), int(value["plies"]), (one, other), loss)


def _times(value: dict[str, Any]) -> dict[int, int]:
    return {int(step): int(count) for step, count in value.items()}


def _check(played: PlayedBlock, number: int, plan: Plan) -> None:
    one, other = played.block.pair
    is_pair = 0 <= one < other < len(plan.entrants)
    if not is_pair or played.block.deal < 0 or len(played.games) != sides_of(plan.rules):
        raise RunFileError(f"line {number} is broken")


def left_over(todo: Iterable[Block], played: Iterable[PlayedBlock]) -> list[Block]:
    """Return the blocks that have not been played yet."""
    done = {each.block for each in played}
    return [block for block in todo if block not in done]
