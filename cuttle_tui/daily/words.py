"""Word today's deal: how a try went, the line to share, the table of a day, how it is meant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from cuttle_tui.i18n.translation import (
    N_,
    SILENCE,
    Plural,
    Sentence,
    Span,
    counted,
    plain,
    say,
    tell,
    tr,
)
from cuttle_tui.kit.names import level_name
from cuttle_tui.kit.text_types import PanelBlock, PanelModel
from cuttle_tui.kit.words import Entry
from cuttle_tui.learn.puzzle_texts import time_to_next
from cuttle_tui.ports import DailyPage, TryLine
from engine.bots.daily import LEVEL, TryResult

TITLE: Final = N_("TODAY'S DEAL")
NAME: Final = N_("today's deal")
COPY_KEY: Final = "y"
_SIGNS: Final = ({"+": "▀", "=": "█", "-": "▄"}, {"+": "^", "=": "=", "-": "_"})
"""Who was ahead after a round: half a cell above for the player, below for the computer."""
_MOST: Final = 12
"""How many lines of the table of a day are shown."""


def race_text(race: str, *, ascii: bool = False) -> str:
    """Draw who was ahead after each round, a cell for each."""
    return "".join(_SIGNS[ascii][each] for each in race)


_WON: Final = Plural("won in {n} turn", "won in {n} turns")
_WON_BY: Final = N_("{won}, by {points}")
_LOST: Final = Plural("lost in {n} turn", "lost in {n} turns")
_LOST_BY: Final = Plural("{lost}, {n} point short", "{lost}, {n} points short")
_DRAWN: Final = Plural("a draw in {n} turn", "a draw in {n} turns")


def result_text(result: TryResult) -> str:
    """Say how a try went, as ``won in 9 turns, by 7``."""
    if result.end == "left":
        return tr("not played to the end")
    told = {"won": _WON, "lost": _LOST, "drawn": _DRAWN}[result.end]
    text = counted(result.turns, told)
    if result.end == "lost" and result.margin:
        return counted(abs(result.margin), _LOST_BY, lost=text)
    won = result.end == "won" and result.margin
    return tr(_WON_BY, won=text, points=result.margin) if won else text


def share_text(day: str, line: TryLine, *, ascii: bool = False) -> str:
    """Write how a try went in a line to share; it tells nothing of the cards."""
    told = f"Cuttle {day}: {result_text(line.result)}"
    return f"{told} {race_text(line.result.race, ascii=ascii)}".rstrip()


# what can be done --------------------------------------------------------------------------------

BEGIN: Final = Entry(
    "d",
    N_("begin your try"),
    N_("the cards are dealt at once"),
    N_("Begin today's deal?"),
    N_("deal the cards"),
)
GO_ON: Final = Entry(
    "d",
    N_("go on with your try"),
    N_("it waits as you left it"),
    N_("Go back to today's deal?"),
    N_("go on"),
)
COPY: Final = Entry(
    COPY_KEY,
    N_("copy your line"),
    N_("to share: it tells nothing of the cards"),
    N_("Copy the line about your try?"),
    N_("copy it"),
    N_("to share"),
)
BEST: Final = Entry(
    "b",
    N_("yesterday's best"),
    N_("the best game that was played of it"),
    N_("Watch the best game of yesterday's deal?"),
    N_("watch it"),
    N_("the best game of it"),
)
COACH: Final = Entry(
    "c",
    N_("the coach's line"),
    N_("yesterday's deal as the coach plays it"),
    N_("Watch the coach play yesterday's deal? It takes a moment."),
    N_("watch it"),
    N_("of yesterday's deal"),
)


def entries(page: DailyPage) -> tuple[Entry, ...]:
    """List what can be done with today's deal and yesterday's."""
    own = () if page.own is None or not page.own.counts else (COPY,)
    first = {"new": (BEGIN,), "begun": (GO_ON,), "done": own}[page.state]
    best = (BEST,) if page.lines_before else ()
    return (*first, *best, COACH)


def home_entry(key: str, page: DailyPage | None, *, copies: bool) -> Entry:
    """Return the entry of the first screen: calm once today's try is over.

    `copies` says whether a key copies the line there.
    """
    question, verb = N_("See today's deal?"), N_("see it")
    if page is not None and page.own is not None:
        text = own_text(page.own)
        told = tr("{result}; {key} copies the line", result=text, key=COPY_KEY)
        return Entry(key, NAME, told if copies and page.own.counts else text, question, verb, text)
    if page is not None and page.state == "begun":
        return Entry(key, NAME, N_("begun: it waits for you"), question, verb)
    about = N_("the same for everybody: one try")
    return Entry(key, NAME, about, question, verb, N_("one try for everybody"))


def own_text(line: TryLine) -> str:
    """Say how the own try went, and whether it counts."""
    text = result_text(line.result)
    return text if line.counts else tr("{result}, for fun", result=text)


_PLACED: Final = N_("{result}: place {place} of {n}")


def own_line(page: DailyPage, day: str) -> TryLine | None:
    """Return how the own try at the deal of a day went, as far as a page tells; None if not."""
    if page.day == day:
        return page.own
    lines = page.lines_before if page.before == day else ()
    return next((line for line in lines if line.mine), None)


def end_forms(line: TryLine, others: int) -> tuple[Sentence, ...]:
    """Say at the end of a try how it went and which place that is, and the same in fewer words."""
    told = say(own_text(line))
    if not others:
        return (told,)
    placed = tell(_PLACED, result=own_text(line), place=line.place, n=others + 1)
    return placed, told


def others_of(page: DailyPage, day: str) -> int:
    """Return how many others have finished the deal of a day, as far as a page tells."""
    lines = page.lines if page.day == day else page.lines_before if page.before == day else ()
    return max(0, len(lines) - 1)


UNSHARED: Final = N_("with help it was for fun: there is no line to share")


# how it is meant ---------------------------------------------------------------------------------

_RULES: Final = (
    N_("One deal for everybody: you have one try."),
    N_("Once begun it counts; a lost connection comes back to it."),
    N_("The rules are the standard ones, the computer is {level} and plays the same for all."),
    N_("Wins come first, in fewer turns; then losses by fewer points; last who conceded."),
    N_("The next deal comes in {time}, at midnight, UTC."),
    N_("It follows from the date, so a program could look ahead: please do not."),
)
_SIGNS_TOLD: Final = N_("{won} you were ahead, {lost} the computer was, {even} nobody was")


def rule_lines(now: datetime) -> tuple[Sentence, ...]:
    """Say how today's deal is meant."""
    time, level = time_to_next(now), level_name(LEVEL)
    return tuple(tell(line, level=level, time=time) for line in _RULES)


def signs_line(*, ascii: bool = False) -> Sentence:
    """Say what the signs of a line mean."""
    won, lost, even = (race_text(sign, ascii=ascii) for sign in "+-=")
    return tell(_SIGNS_TOLD, won=won, lost=lost, even=even)


def band(page: DailyPage, now: datetime, *, ascii: bool = False) -> tuple[Sentence, ...]:
    """Say how the player stands, and when the next deal comes.

    A line to share stands there whole, for terminals that can only copy what they show.
    """
    first, counts, _, _, coming, _ = rule_lines(now)
    if page.own is None:
        return first, counts
    if not page.own.counts:
        return say(Span(own_text(page.own), "strong")), coming
    line = share_text(page.day, page.own, ascii=ascii)
    return say(Span(line, "strong")), signs_line(ascii=ascii), coming


_PLAYED: Final = Plural("{n} player is through with it", "{n} players are through with it")
_MORE: Final = Plural("and {n} more", "and {n} more")
_NOBODY: Final = N_("nobody has played it to the end")


def table_lines(lines: Sequence[TryLine], *, ascii: bool = False) -> tuple[Sentence, ...]:
    """List the table of a day, the best first, with the reader's own line in any case."""
    if not lines:
        return (tell(_NOBODY),)
    shown = [line for at, line in enumerate(lines) if at < _MOST or line.mine]
    told = tuple(_line(line, ascii=ascii) for line in shown)
    more = len(lines) - len(shown)
    return (*told, say(counted(more, _MORE))) if more else told


def _line(line: TryLine, *, ascii: bool) -> Sentence:
    result = f"{own_text(line)} {race_text(line.result.race, ascii=ascii)}".rstrip()
    name = Span(line.name, "strong" if line.mine else "text")
    return tell("{place}. {name}: {result}", place=line.place, name=name, result=result)


def today_lines(page: DailyPage, *, ascii: bool = False) -> tuple[Sentence, ...]:
    """Tell the table of the day to those who are through with it, to others how many are."""
    if page.lines:
        return table_lines(page.lines, ascii=ascii)
    if page.own is not None:
        return table_lines((page.own,), ascii=ascii)
    return (say(counted(page.played, _PLAYED)),) if page.played else ()


def panel(now: datetime, *, ascii: bool = False) -> PanelModel:
    """Say how today's deal is meant, to stand beside a list."""
    return (PanelBlock(tr("how it is meant"), (*rule_lines(now), signs_line(ascii=ascii))),)


def cells(line: TryLine, *, ascii: bool = False) -> tuple[str, str, str]:
    """Return a line of the table of a day for a list: place and name, result, race."""
    race = race_text(line.result.race, ascii=ascii)
    return f"{line.place:>2} {line.name}", own_text(line), race


_AHEAD: Final = Plural(
    "you were ahead after {n} round of {all}", "you were ahead after {n} rounds of {all}"
)


def undrawn(page: DailyPage) -> DailyPage:
    """Return a page without what is drawn, which a screen reader would spell sign by sign."""

    def heard(lines: Sequence[TryLine]) -> tuple[TryLine, ...]:
        return tuple(replace(line, result=replace(line.result, race="")) for line in lines)

    own = None if page.own is None else heard((page.own,))[0]
    return replace(page, own=own, lines=heard(page.lines), lines_before=heard(page.lines_before))


def ahead_line(race: str) -> Sentence:
    """Say in words what the signs of a line show."""
    return say(counted(race.count("+"), _AHEAD, all=len(race)))


def page_lines(page: DailyPage, now: datetime, *, ascii: bool = False) -> tuple[Sentence, ...]:
    """Tell all of it in lines of text."""
    share = SILENCE
    if page.own is not None and page.own.counts:
        share = say(share_text(page.day, page.own, ascii=ascii))
    elif page.own is not None:
        share = say(own_text(page.own))
    drawn = [*page.lines_before, *filter(None, (page.own,))]
    lines = (
        tell("Today's deal, {day}.", day=page.day),
        *rule_lines(now),
        tell("Your try is begun: it waits for you.") if page.state == "begun" else SILENCE,
        share,
        *today_lines(page, ascii=ascii),
        tell("Yesterday's deal:"),
        *table_lines(page.lines_before, ascii=ascii),
        signs_line(ascii=ascii) if any(line.result.race for line in drawn) else SILENCE,
    )
    return tuple(line for line in lines if line)


def page_text(page: DailyPage, now: datetime, *, ascii: bool = False) -> str:
    return "\n".join(map(plain, page_lines(page, now, ascii=ascii)))
