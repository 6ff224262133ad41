"""Word the lobby: tables, games to watch, people, finished games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cuttle_tui.ports import GameLine, Lobby, PersonLine, TableLine
from cuttle_tui.prose import Sentence, say
from cuttle_tui.talking import MENU_KEYS, REASONS
from cuttle_tui.wording.asking import Prompt, option
from cuttle_tui.wording.names import counted
from cuttle_tui.wording.newtable import you_are
from cuttle_tui.wording.waiting import queue_line

NAMES: Final = ("tables", "games", "people", "finished")
HINTS: Final = (("tab", "other lists"), ("n", "new table"), ("esc", "home"), ("?", "help"))
EMPTY: Final = (
    say("no table waits for anybody: open one"),
    say("no game is being played"),
    say("nobody is here"),
    say("no game was finished yet"),
)
LOADING: Final = say("one moment...")
COLUMNS: Final = ((3, 13, 42, 51), (3, 13, 42), (3, 22, 34), (3, 22))
_DOING: Final = {
    "lobby": "in the lobby",
    "waiting": "waits at",
    "playing": "plays at",
    "watching": "watches",
}


def tab_names(counts: Sequence[int | None]) -> tuple[str, ...]:
    """Name the lists, with how long each is."""
    pairs = zip(NAMES, counts, strict=True)
    return tuple(name if count is None else f"{name} {count}" for name, count in pairs)


def right_of(player: str) -> str:
    """Tell the player's name."""
    return you_are(player)


def band(lobby: Lobby) -> tuple[Sentence, ...]:
    """Count people and tables, and tell what is the most useful to know."""
    people, tables, queue = lobby.people(), lobby.tables(), lobby.queue()
    first = say(f"{_count(people, 'person', 'people')} here, {counted(len(tables), 'table')}")
    others = [one for one in queue if not one.me]
    if others:
        return (first, queue_line(others[0]))
    waiting = next((one for one in tables if not one.running and one.free == 1), None)
    if waiting is None:
        return (first, say("n opens a table; the others see it if it is public"))
    who = " and ".join(waiting.names)
    return (first, say(f"{waiting.title} waits for one more: {who}, {waiting.ruleset}"))


def _count(things: Sequence[object], one: str, many: str) -> str:
    return f"{len(things)} {one if len(things) == 1 else many}"


def table_cells(line: TableLine, free: str) -> tuple[str, ...]:
    """Write the cells of a table that waits."""
    kind = line.ruleset if line.timing == "none" else f"{line.ruleset}, {line.timing}"
    return (line.title, ", ".join(line.names), free, kind, "yours" if line.mine else "waiting")


def game_cells(line: TableLine) -> tuple[str, ...]:
    """Write the cells of a game in play."""
    parts = [f"turn {line.turn}"] + ["rated"] * line.rated
    parts += [f"{line.watchers} watch"] * bool(line.watchers)
    state = ", ".join(parts)
    return (line.title, ", ".join(line.names), line.ruleset, "yours" if line.mine else state)


def person_cells(line: PersonLine) -> tuple[str, ...]:
    """Write the cells of somebody who is here."""
    doing = _DOING[line.doing]
    place = doing if line.doing == "lobby" else f"{doing} {line.table}".rstrip()
    right = "you" if line.me else "blocked" if line.blocked else ""
    return (line.name, "guest" if line.guest else "", place, right)


def finished_cells(line: GameLine) -> tuple[str, ...]:
    """Write the cells of a finished game."""
    winners = " and ".join(line.names[seat] for seat in line.winners)
    what = f"{winners} won" if winners else "a draw"
    players = " - ".join(line.names)
    return (line.ended, f"{players}: {what}", f"{line.ruleset}{', rated' * line.rated}")


def table_prompt(line: TableLine | None, why: Sentence) -> Prompt:
    """Ask whether to sit down at a table."""
    if line is None:
        return _prompt("Open a table?", (option("n", "new table"),), why)
    sentence = f"Sit down at {line.title} with {' and '.join(line.names)}?"
    return _prompt(sentence, (option("enter", "sit down"), option("n", "new table")), why)


def game_prompt(line: TableLine | None, why: Sentence) -> Prompt:
    """Ask whether to watch a game."""
    if line is None:
        return _prompt("Nothing to watch now", (option("n", "new table"),), why)
    watch = (option("enter", "watch"), option("n", "new table"))
    return _prompt(f"Watch {' and '.join(line.names)} at {line.title}?", watch, why)


def person_prompt(line: PersonLine | None, why: Sentence) -> Prompt:
    """Ask what to do about somebody."""
    if line is None or line.me:
        return _prompt("These people are here", (option("n", "new table"),), why)
    block = option("b", "unblock" if line.blocked else "block")
    return _prompt(f"What about {line.name}?", (block, option("r", "report")), why)


def finished_prompt(line: GameLine | None, why: Sentence) -> Prompt:
    """Ask whether to watch a finished game again."""
    if line is None:
        return _prompt("Nothing to watch again yet", (option("n", "new table"),), why)
    return _prompt("Watch this game again?", (option("enter", "watch it"),), why)


def _prompt(sentence: str, options: tuple[Sentence, ...], why: Sentence) -> Prompt:
    return Prompt("bar", "LOBBY", say(sentence), (*options, option("tab", "other lists")), why)


def report_prompt(who: str) -> Prompt:
    """Ask why somebody is reported."""
    options = [option(key, why) for key, why in zip(MENU_KEYS, REASONS, strict=False)]
    return Prompt(
        "bar",
        "REPORT",
        say(f"Why do you report {who}?"),
        (*options, option("esc", "back")),
        say("those who run the server read it"),
    )


def blocked_line(line: PersonLine, *, now: bool) -> Sentence:
    """Say that somebody is blocked, or no longer."""
    return say(
        f"{line.name} is blocked: you meet no more" if now else f"you meet {line.name} again"
    )


def reported_line(line: PersonLine) -> Sentence:
    """Say that somebody was reported."""
    return say(f"{line.name} was reported; thank you")


NOT_YOURSELF: Final = say("that is you")
NOT_HERE: Final = say("choose somebody in the list of people first")
NOT_A_GAME: Final = say("choose a game in play first")
