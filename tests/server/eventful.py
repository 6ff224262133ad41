"""Play a game in which a lot happens, by the keys that do what is to be done."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from string import ascii_lowercase

from cuttle_tui.ports import Chair
from cuttle_tui.table.choices import NOTHING, TRAY_KEYS, Choice
from cuttle_tui.table.presenter import present_table
from cuttle_tui.table.selection import settle
from cuttle_tui.table.situation import TableUi
from engine.actions import Action, Kind
from engine.cards import QUEENS, Card, rank_of
from engine.play.view import View
from tests.cuttle_tui.pressing import press
from tests.server.emulator import Terminal
from tests.server.seats import view_of

WANTED = ("counter", "seven", "jack", "queen")
_BYTES = {"enter": "\r", "space": " ", "left": "\x1b[D", "right": "\x1b[C"}
_KEYS = (*TRAY_KEYS, *ascii_lowercase, "enter", "space", "left", "right")


def name_of(action: Action) -> str:
    """Name what an action brings into the game, if it is wanted there."""
    if action.kind is Kind.COUNTER:
        return "counter"
    if action.kind is Kind.JACK:
        return "jack"
    if action.kind is Kind.ROYAL and QUEENS >> action.card & 1:
        return "queen"
    if action.kind is Kind.ONE_OFF and rank_of(action.card) == 6:
        return "seven"
    return ""


def choose(view: View, seen: set[str]) -> Action:
    """Do what has not been seen yet; else keep the game going until all has been, then score."""
    fresh = [a for a in view.legal if name_of(a) and name_of(a) not in seen]
    if fresh:
        return fresh[0]
    points = [a for a in view.legal if a.kind is Kind.POINTS]
    if len(seen) == len(WANTED) and points:
        return max(points, key=lambda a: a.cards)
    assert view.viewer is not None
    short = view.seats[view.viewer].goal - view.seats[view.viewer].score
    open_ended = [a for a in view.legal if a not in points or rank_of(a.card) + 1 < short]
    return (open_ended or view.legal)[view.ply * 7 % len(open_ended or view.legal)]


def keys_for(view: View, action: Action, order: Sequence[Card]) -> list[str]:
    """Find the fewest keys that do an action, from nothing chosen."""
    seat = view.viewer
    assert seat is not None
    start = settle(view, NOTHING, seat)
    seen: set[Choice] = {start}
    waiting: deque[tuple[Choice, list[str]]] = deque([(start, [])])
    while waiting:
        choice, keys = waiting.popleft()
        for key in _KEYS:
            result = press(view, choice, key, seat, order)
            if result == action:
                return [*keys, key]
            if isinstance(result, Choice) and result not in seen and len(keys) < 8:
                seen.add(result)
                waiting.append((result, [*keys, key]))
    raise AssertionError(f"no keys do {action}")


async def act(terminal: Terminal, chair: Chair, seen: set[str]) -> None:
    """Do the next action of a seat by keys, and wait until the table has it."""
    view = view_of(chair)
    action = choose(view, seen)
    assert view.viewer is not None
    order = present_table(chair.state(), view.viewer, TableUi()).order
    for key in keys_for(view, action, order):
        terminal.send(_BYTES.get(key, key))
    await terminal.until(lambda _: view_of(chair).ply > view.ply)
    seen |= {name_of(action)} - {""}
