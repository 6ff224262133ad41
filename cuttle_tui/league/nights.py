"""Word play nights: pairings, standings, players, and what a host chooses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rich.cells import cell_len

from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Message,
    Plural,
    Sentence,
    Span,
    counted,
    plain,
    say,
    tell,
    tr,
)
from cuttle_tui.kit import keymap as letters
from cuttle_tui.kit.keymap import NIGHT
from cuttle_tui.kit.names import control_in_words, control_name
from cuttle_tui.kit.text_types import Fill, Prompt, option
from cuttle_tui.league.brackets import bracket_sides
from cuttle_tui.league.pages import Column, Look, PageText
from cuttle_tui.ports import OnlineLobby
from cuttle_tui.ports.league import NightLine, NightPage, NightPairing, NightPlan, NightPlayerLine
from engine.table.seats import NO_CLOCK

FORMATS: Final = {
    "swiss": N_("Swiss"),
    "round-robin": N_("round robin"),
    "arena": N_("arena"),
    "double-elimination": N_("double elimination"),
}
_HOW_MANY: Final = Plural("{n} player", "{n} players")


def night_band(lobby: OnlineLobby) -> Sentence:
    """Announce a play night that is not over; nothing if there is none."""
    line = None if lobby.nights is None or lobby.league is None else lobby.nights.line()
    if line is None or line.state == "over":
        return SILENCE
    message = N_("play night ({format}, {players}): {key} to see it")
    if line.state == "open" and not line.joined:
        message = N_("play night ({format}, {players}): {key} to join before it begins")
    players = counted(line.players, _HOW_MANY)
    return tell(message, format=tr(FORMATS[line.format]), players=players, key=Span(NIGHT, "key"))


PAIRINGS, STANDINGS, PLAYERS = range(3)
TABS: Final = (
    C_("a list of a play night", "pairings"),
    C_("a list of a play night", "standings"),
    C_("a list of a play night", "players"),
)
BRACKET_TAB: Final = C_("a list of a play night", "bracket")
NEW_NIGHT: Final = N_("new play night")
_ABOUT: Final = {
    "swiss": N_("Everyone plays every round, against someone on a similar score."),
    "round-robin": N_("Everyone plays everyone once."),
    "arena": N_("Players who are free are paired until time is up."),
    "double-elimination": N_("Lose two matches and you are out"),
}
_MINUTES: Final = Plural("{n} minute", "{n} minutes")
_ROUNDS: Final = Plural("{n} round", "{n} rounds")
_LEFT: Final = Plural("{n} minute left", "{n} minutes left")
_NO_NIGHT: Final = N_("There is no play night now.")
_NO_STANDINGS: Final = N_("No match has been decided yet.")
_STATES: Final = {"open": N_("open to join"), "over": N_("over")}
_WON: Final = N_("{winner} won")
_RESULTS: Final[dict[tuple[str, bool], Message]] = {
    ("played", True): _WON,
    ("played", False): N_("a draw"),
    ("bye", True): N_("bye"),
    ("no-show", True): N_("{winner} won: {loser} did not come"),
    ("no-show", False): N_("nobody came"),
    ("withdrew", True): N_("{winner} won: {loser} left"),
    ("withdrew", False): N_("both left"),
    ("void", False): N_("does not count"),
}
"""By how a match ended, and whether anybody won."""


def _heading(line: NightLine, width: int) -> Sentence:
    """Name the format, and tell of the night as much as fits."""
    about = [_stage(line), counted(line.players, _HOW_MANY), line.ruleset]
    if line.timing != NO_CLOCK:
        about.append(control_name(line.timing))
    about.append(tr("host {name}", name=line.host))
    title = f"{tr(FORMATS[line.format])}   "
    while len(about) > _LEAST_TOLD and cell_len(title + ", ".join(about)) > width:
        about.pop()
    return say(Span(title, "strong"), ", ".join(about))


_LEAST_TOLD: Final = 2
"""Facts that the heading of a night never leaves out."""


def about_format(line: NightLine) -> tuple[str, tuple[Sentence, ...]]:
    """Name the format of a night, and say how it is played."""
    return tr(FORMATS[line.format]), (tell(_ABOUT[line.format]),)


def _stage(line: NightLine) -> str:
    """Say how far a night is."""
    if line.state != "running":
        return tr(_STATES[line.state])
    if line.left is not None:
        return counted(line.left, _LEFT)
    if line.rounds:
        return tr("round {round} of {rounds}", round=line.round, rounds=line.rounds)
    return tr("round {round}", round=line.round)


def no_night(*, may_start: bool) -> PageText:
    """Say that there is no night, and what one is."""
    how = tell(
        "A play night is a tournament among those who are here: the server pairs the "
        "players, opens their tables and keeps the standings. Its games are casual."
    )
    text = PageText().add(tell(_NO_NIGHT), SILENCE, how)
    return text if may_start else text.add(SILENCE, tell("Anybody with an account can start one."))


# the lists ---------------------------------------------------------------------------------------


def pairings_page(page: NightPage, look: Look) -> PageText:
    """List the matches, the latest round first; each line is named by the number of its match.

    Where columns are few, results are written in short. In a window a blank row parts the rounds.
    """
    mine = next((str(match.number) for match in page.pairings if match.mine), "")
    text = PageText(mine).add(_heading(page.line, look.width), SILENCE)
    if not page.pairings:
        return text.add(tell("Nobody has been paired yet."))
    columns = (
        Column(tr(C_("head of a column", "round")), "right", "quiet", spare=True),
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "state"))),
    )
    numbers = [str(match.number) for match in page.pairings]
    for told in (_state, _state_without_why, _state_in_short):
        rows = [(str(match.round), *match.names, told(match)) for match in page.pairings]
        table = PageText(mine).table(columns, rows, numbers)
        if table.width <= look.width:
            break
    else:
        table = PageText(mine).table(columns, rows, numbers, look.width)
    return text.append(_parted(table, page.pairings) if look.height else table)


def _parted(table: PageText, matches: Sequence[NightPairing]) -> PageText:
    """Put a blank row between the rounds of a table of matches."""
    for place in range(len(matches) - 1, 0, -1):
        if matches[place].round != matches[place - 1].round:
            table.lines.insert(1 + place, SILENCE)
            table.names.insert(1 + place, "")
    return table


def last_round_page(page: NightPage) -> PageText:
    """List the matches of the latest round in short, to stand beside another list."""
    last = page.pairings[0].round
    title = Span(tr("round {round}", round=last), "strong")
    columns = (
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "state"))),
    )
    matches = [match for match in page.pairings if match.round == last]
    mine = next((str(match.number) for match in matches if match.mine), "")
    rows = [(*match.names, _state_in_short(match)) for match in matches]
    text = PageText(mine).add(say(title), SILENCE)
    return text.table(columns, rows, [str(match.number) for match in matches])


def _state(match: NightPairing) -> str:
    if match.state == "playing":
        return tr("at the table")
    if match.state == "waiting":
        return tr("waiting for {names}", names=", ".join(match.missing)) if match.missing else ""
    loser = next((name for name in match.names if name != match.winner), "")
    return tr(_RESULTS[match.why, bool(match.winner)], winner=match.winner, loser=loser)


def _state_without_why(match: NightPairing) -> str:
    """Write who won, but not why a match was not played."""
    if match.state in ("waiting", "playing") or not match.winner or match.why == "bye":
        return _state_in_short(match)
    return tr(_WON, winner=match.winner)


def _state_in_short(match: NightPairing) -> str:
    """Write a result as a score, and leave out who is waited for."""
    if match.state == "waiting":
        return tr(C_("a match of a play night", "waiting")) if match.missing else ""
    if match.state == "playing":
        return tr(C_("a match of a play night", "playing"))
    if match.why == "bye" or not match.winner:
        return _state(match)
    return "1 - 0" if match.winner == match.names[0] else "0 - 1"


def standings_page(page: NightPage, look: Look, *, beside: bool = False) -> PageText:
    """List the places; what has no room of their details is left out.

    Args:
        page: the night.
        look: who reads it, in how many columns.
        beside: whether it stands beside another page of the night, which has its heading.
    """
    title = say(Span(tr(TABS[STANDINGS]), "strong")) if beside else _heading(page.line, look.width)
    text = PageText(look.me).add(title, SILENCE)
    if not page.pairings:
        return text.add(tell(_NO_STANDINGS))
    columns = (
        Column("", "right"),
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "points")), "right", "strong"),
        Column(tr(C_("head of a column", "won")), "right"),
        Column(tr(C_("head of a column", "drawn")), "right", spare=True),
        Column(tr(C_("head of a column", "lost")), "right", spare=True),
        Column(tr(C_("head of a column", "Buchholz")), "right", "quiet", spare=True),
        Column(tr(C_("head of a column", "byes")), "right", "quiet", spare=True),
    )
    rows = [
        (
            str(line.place),
            line.name,
            _points(line.points),
            str(line.wins),
            str(line.draws),
            str(line.losses),
            _points(line.buchholz),
            str(line.byes or ""),
        )
        for line in page.standings
    ]
    return text.table(columns, rows, [line.name for line in page.standings], look.width)


def _points(halves: int) -> str:
    """Write points, of which a win is one and a draw is half of one."""
    return f"{halves / 2:g}"


def night_bracket_page(page: NightPage, look: Look) -> PageText:
    """Draw the bracket of a double elimination."""
    text = PageText(look.me).add(_heading(page.line, look.width), SILENCE)
    if page.bracket is None:
        return text.add(tell(_NO_STANDINGS))
    return bracket_sides(text, page.bracket, look.width, look.signs, look.height)


NOBODY: Final[Mapping[str, str]] = MappingProxyType({})


def players_page(page: NightPage, look: Look, ratings: Mapping[str, str] = NOBODY) -> PageText:
    """List who takes part, or did.

    Args:
        page: the night.
        look: who reads it, in how many columns.
        ratings: the ratings of those who have one, by name.
    """
    text = PageText(look.me).add(_heading(page.line, look.width), SILENCE)
    points = {line.name: _points(line.points) for line in page.standings}
    gap = _SPREAD if look.width >= _SPREAD_FROM else _CLOSE
    columns = (
        Column(tr(C_("head of a column", "seed")), "right", "quiet"),
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "rating")), "right", "quiet", gap),
        Column(tr(C_("head of a column", "points")), "right", "strong", gap),
        Column(tr(C_("head of a column", "state")), gap=gap),
    )
    rows = [
        (
            str(line.seed or ""),
            line.name,
            ratings.get(line.name, ""),
            points.get(line.name, ""),
            _presence(line, page.line.host),
        )
        for line in page.players
    ]
    kept = [place for place in range(len(columns)) if any(row[place] for row in rows)]
    shown = [[row[place] for place in kept] for row in rows]
    names = [line.name for line in page.players]
    return text.table([columns[place] for place in kept], shown, names, look.width)


_CLOSE: Final = 2
_SPREAD: Final = 6
_SPREAD_FROM: Final = 100
"""Blank columns between the columns of players, and the width from which there are more."""


def _presence(line: NightPlayerLine, host: str) -> str:
    """Say whether somebody is here, and who the host is."""
    if line.left:
        return tr("left")
    if not line.online:
        return tr("not connected")
    return tr("here, the host") if line.name == host else tr(C_("a player of a play night", "here"))


def night_text(page: NightPage | None, width: int = 100) -> str:
    """Write a night as text: its matches, then its standings."""
    if page is None:
        return tr(_NO_NIGHT)
    look = Look(width=width)
    double = page.line.format == "double-elimination"
    second = night_bracket_page(page, look) if double else standings_page(page, look)
    first = pairings_page(page, look) if page.pairings else players_page(page, look)
    parts = [first.lines] if not page.pairings else [first.lines, second.lines[1:]]
    return "\n".join(plain(line) for lines in parts for line in lines).rstrip()


# prompts -----------------------------------------------------------------------------------------


def night_prompt(page: NightPage | None, options: tuple[Sentence, ...], why: Sentence) -> Prompt:
    """Say what a night waits for, and what the player can do."""
    told = tell(_NO_NIGHT) if page is None else _call(page)
    mine = page is not None and page.opponent != ""
    asks = page is not None and (
        page.line.may_join or (page.line.mine and page.line.state == "open")
    )
    fill: Fill = "alarm" if mine else "bar" if asks else "wait"
    return Prompt(fill, tr("PLAY NIGHT"), told, options, why)


def _is_to_start(line: NightLine) -> bool:
    """Return whether the night waits for the reader to start it."""
    return line.mine and line.state == "open"


def _call(page: NightPage) -> Sentence:
    line = page.line
    if line.state == "running":
        return _running_call(page)
    if line.state == "over":
        if not line.winner:
            return tell("The play night is over.")
        return tell("{name} has won the play night.", name=Span(line.winner, "strong"))
    if line.mine:
        return tell("Start as soon as everybody is here.")
    if line.joined:
        return tell("You are in: {host} starts the play night.", host=line.host)
    return tell("{host} has opened a play night. Take part?", host=line.host)


def _running_call(page: NightPage) -> Sentence:
    if page.opponent:
        match = next((each for each in page.pairings if each.mine), None)
        told = N_("Your match: {name}")
        if match is not None and page.opponent in match.missing:
            told = N_("You meet {name}, who is not here yet.")
        return tell(told, name=Span(page.opponent, "strong"))
    if not page.line.joined:
        return tell("You can watch the matches.")
    if page.line.format == "arena":
        return tell("You will be paired as soon as somebody else is free.")
    return tell("The next round is paired as soon as this one is over.")


def sure_prompt(question: Message) -> Prompt:
    """Ask whether the player is sure."""
    options = (option(letters.YES, tr("yes")), option(letters.NO, tr("no")))
    return Prompt("bar", tr("SURE?"), tell(question), options)


LEAVE: Final = N_("Leave the play night? You lose the match you are playing.")
END: Final = N_("End the play night? Matches in progress will not count.")


# a new night -------------------------------------------------------------------------------------


def plan_page(plan: NightPlan, width: int = 100) -> PageText:
    """List what a host chooses, with the key of each choice, below what the format means.

    Each row is named by its key. Where columns are few, how long it takes is left out.
    """
    base, _, match = plan.ruleset.partition("+")
    rows = [
        (letters.FORMAT, tr("format"), tr(FORMATS[plan.format])),
        (letters.RULES, tr("rules"), base),
        (letters.MATCH, tr("match"), tr("first to two wins") if match else tr("a single game")),
        (letters.TIMING, tr("time control"), _control(plan.timing)),
    ]
    if plan.format == "swiss":
        rounds = counted(plan.rounds, _ROUNDS) if plan.rounds else tr("as many as it needs")
        rows.append((letters.LENGTH, tr("rounds"), rounds))
    if plan.format == "arena":
        rows.append((letters.LENGTH, tr("time"), counted(plan.minutes, _MINUTES)))
    text = PageText().add(tell(_ABOUT[plan.format]))
    text.add(*[say(Span(_length(plan), "quiet"))] * (width >= _ROOMY), SILENCE)
    columns = (Column("", role="key"), Column("", role="quiet"), Column("", role="strong"))
    return text.table(columns, rows, [key for key, _, _ in rows])


_ROOMY: Final = 70
"""Columns from which a sentence takes one row."""


def _control(timing: str) -> str:
    """Name a time control, and say what it allows."""
    if timing == NO_CLOCK:
        return tr("no clock")
    return tr("{title}: {about}", title=control_name(timing), about=control_in_words(timing))


def _length(plan: NightPlan) -> str:
    """Say how long a night lasts."""
    if plan.format == "arena":
        return counted(plan.minutes, _ARENA)
    if plan.format == "swiss" and plan.rounds:
        return counted(plan.rounds, _SWISS)
    return tr(_LENGTHS[plan.format])


_ARENA: Final = Plural(
    "Nobody is paired after {n} minute; games in progress are finished.",
    "Nobody is paired after {n} minutes; games in progress are finished.",
)
_SWISS: Final = Plural(
    "{n} round, however many come.", "{n} rounds; each waits for the last match."
)
_LENGTHS: Final = {
    "swiss": N_("3 rounds for 8 players, 4 for 16; each waits for the last match."),
    "round-robin": N_("7 rounds for 8 players; each waits for the last match."),
    "double-elimination": N_("It takes about twice as many matches as there are players."),
}


def plan_prompt(why: Sentence) -> Prompt:
    """Ask what kind of night it is to be."""
    told = tell("Open this play night?")
    options = (option("enter", tr("open it")), option("esc", tr("back")))
    return Prompt("bar", tr("NEW PLAY NIGHT"), told, options, why)
