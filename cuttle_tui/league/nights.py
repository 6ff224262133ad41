"""Word play nights: pairings, standings, players, and what a host chooses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from types import MappingProxyType
from typing import Final, NamedTuple

from rich.cells import cell_len, set_cell_size

from cuttle_tui.drawing.forms import fullest, fullest_text
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
from cuttle_tui.kit.names import control_in_words, control_name, time_left
from cuttle_tui.kit.text_types import Fill, PanelBlock, PanelModel, Prompt, option
from cuttle_tui.kit.words import Entry
from cuttle_tui.league.brackets import bracket_sides
from cuttle_tui.league.pages import SEEN, Column, Look, PageText
from cuttle_tui.ports import OnlineLobby
from cuttle_tui.ports.league import (
    NIGHT_FORMATS,
    NightLine,
    NightPage,
    NightPairing,
    NightPlan,
    NightPlayerLine,
)
from cuttle_tui.rules.book import rules_in_short
from engine.rules.rulesets import PRESETS
from engine.table.controls import CONTROLS, NO_CLOCK

FORMATS: Final = {
    "swiss": N_("Swiss"),
    "round-robin": N_("round robin"),
    "arena": N_("arena"),
    "double-elimination": N_("double elimination"),
}
_USUAL: Final = 8
_FEWEST: Final = 2
"""Players of a night, as a rule and at least."""
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


def night_entry(line: NightLine) -> Entry | None:
    """Return the entry of a list that opens a night, and joins it first; None for one that is over.

    It says who starts the night, or how far it is, and whether the player is in it.
    """
    if line.state == "over":
        return None
    text = _stage(line)
    if line.state == "open":
        starts = tr("you start it") if line.mine else tr("{host} starts it", host=line.host)
        text = tr("{starts}; {players}", starts=starts, players=counted(line.players, _HOW_MANY))
    if line.joined:
        question, verb = N_("See the play night?"), N_("see it")
        return Entry(NIGHT, _NIGHT, tr("you are in: {state}", state=text), question, verb, text)
    if line.may_join:
        return Entry(NIGHT, _NIGHT, text, N_("Join the play night?"), N_("join"))
    return Entry(NIGHT, _NIGHT, text, N_("Watch the play night?"), N_("see it"))


_NIGHT: Final = N_("play night")
PAIRINGS, STANDINGS, PLAYERS = range(3)
TABS: Final = (
    C_("a list of a play night", "pairings"),
    C_("a list of a play night", "standings"),
    C_("a list of a play night", "players"),
)
BRACKET_TAB: Final = C_("a list of a play night", "bracket")
NEW_NIGHT: Final = N_("new play night")
_ABOUT: Final = {
    "swiss": N_("All play each round, level with level."),
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


def _heading(page: NightPage, width: int) -> Sentence:
    """Name the format, and tell of the night as much as fits."""
    line = page.line
    players = _those_here(page)[0] if line.state == "open" else line.players
    about = [_stage(line), counted(players, _HOW_MANY), line.ruleset]
    if line.timing != NO_CLOCK:
        about.append(control_name(line.timing))
    about.append(tr("host {name}", name=line.host))
    title = f"{tr(FORMATS[line.format])}   "
    forms = (", ".join(about[:count]) for count in range(len(about), 1, -1))  # never fewer than two
    return say(Span(title, "strong"), fullest(forms, cell_len, width - cell_len(title)))


def about_night(page: NightPage) -> PanelModel:
    """Say how a night is played that is open to join, by those who have not left it."""
    line, players = page.line, _those_here(page)[0]
    plan = NightPlan(line.format, line.ruleset, line.timing, line.rounds, line.minutes)
    return about_plan(plan, max(_FEWEST, players))


def about_plan(plan: NightPlan, players: int = _USUAL) -> PanelModel:
    """Say what the format of a night is, and what it comes to with so many players."""
    about = PanelBlock(tr(FORMATS[plan.format]), (tell(_ABOUT[plan.format]),))
    return (about, *format_facts(plan, players))


def _stage(line: NightLine) -> str:
    """Say how far a night is."""
    if line.state != "running":
        return tr(_STATES[line.state])
    if line.left is not None:
        return counted(line.left, _LEFT)
    if line.rounds:
        return tr("round {round} of {rounds}", round=line.round, rounds=line.rounds)
    return tr("round {round}", round=line.round)


def no_night(look: Look) -> PageText:
    """Say that there is no night, what one is, and what kinds of it there are."""
    text = PageText().add(say(Span(tr(_NO_NIGHT), "strong")), SILENCE)
    text.add(*map(tell, _WHAT), SILENCE)
    kinds = _compared(NightPlan(), look.width).spaced(look.height - len(text.lines))
    heads, *rows = kinds.lines
    text.add(heads, *[SILENCE] * (len(rows) > len(NIGHT_FORMATS)), *rows)
    return text.append(_steps(look.height + SEEN - len(text.lines), _GOES))


def _steps(height: int, steps: Sequence[tuple[Message, Message]]) -> PageText:
    """Tell how a night goes from a step on, where a high window has rows for it."""
    columns = (Column("", role="strong"), Column("", gap=_BEHIND))
    table = PageText().table(columns, [(tr(step), tr(about)) for step, about in steps])
    text = PageText().add(SILENCE, SILENCE, say(Span(f"  {tr(_HOW)}", "quiet")))
    for line in table.lines:
        text.add(SILENCE, line)
    return fullest((text, PageText()), PageText.height, height)


_HOW: Final = N_("how a night goes")
_GOES: Final = (
    (C_("a step of a play night", "open it"), N_("choose format, rules and clocks")),
    (C_("a step of a play night", "wait"), N_("others join from home or from the lobby")),
    (C_("a step of a play night", "start it"), N_("two are enough; the server pairs all")),
    (C_("a step of a play night", "play"), N_("a table for each match; none of it is rated")),
    (C_("a step of a play night", "watch"), N_("enter on a match, once yours is over")),
)
"""The steps of a night, and what each of them is."""
_WHAT: Final = (
    N_("a tournament of those who are here, in casual games"),
    N_("the server pairs them, opens tables, keeps standings"),
)
"""What a play night is, in lines of the lowest windows."""


# the lists ---------------------------------------------------------------------------------------


def pairings_page(page: NightPage, look: Look) -> PageText:
    """List the matches, the latest round first; each line is named by the number of its match.

    Where columns are few, results are written in short. In a window a blank row parts the rounds.
    """
    mine = next((str(match.number) for match in page.pairings if match.mine), "")
    text = PageText(mine).add(_heading(page, look.width), SILENCE)
    if not page.pairings:
        return text.add(tell("Nobody has been paired yet."))
    columns = (
        Column(tr(C_("head of a column", "round")), "right", "quiet", spare=True),
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "state"))),
    )
    numbers = [str(match.number) for match in page.pairings]
    bare = [(str(match.round), *match.names) for match in page.pairings]
    taken = PageText().table(columns[:-1], bare).width + columns[-1].gap
    room = (look.room or look.width) - taken
    rows = [
        (str(match.round), *match.names, _fitting_state(match, room)) for match in page.pairings
    ]
    table = PageText(mine).table(columns, rows, numbers, look.width)
    table = _parted(table, page.pairings, look.height) if look.height else table
    return text.append(table.spaced(look.height))


def _parted(table: PageText, matches: Sequence[NightPairing], height: int) -> PageText:
    """Put a blank row between the rounds of a table of matches.

    Where all rows are parted it is two: they stay level with those of a list beside.
    """
    more = 2 * (len({match.round for match in matches}) - 1)
    blanks = 1 + (2 * len(matches) + more <= height)
    for place in range(len(matches) - 1, 0, -1):
        if matches[place].round != matches[place - 1].round:
            table.lines[1 + place : 1 + place] = [SILENCE] * blanks
            table.names[1 + place : 1 + place] = [""] * blanks
    return table


def _fitting_state(match: NightPairing, room: int) -> str:
    """Write the state of a match in the most words that fit."""
    return fullest_text(room, _state(match), _state_without_why(match), _state_in_short(match))


def rounds_page(page: NightPage, look: Look) -> PageText:
    """List the matches of the latest rounds, as many as fit, to stand beside another list."""
    columns = (
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "state"))),
    )
    mine = next((str(match.number) for match in page.pairings if match.mine), "")
    numbers = [str(match.number) for match in page.pairings]
    bare = [match.names for match in page.pairings]
    room = look.width - PageText().table(columns[:-1], bare).width - columns[-1].gap
    rows = [(*match.names, _fitting_state(match, room)) for match in page.pairings]
    heads, *lines = PageText(mine).table(columns, rows, numbers).lines
    text, height = PageText(mine), look.height - _ONLY_BESIDE
    airy = 2 * len(lines) + _ROUND_HEADED * page.line.round <= height
    for round, same in groupby(page.pairings, lambda match: match.round):
        matches = [lines[numbers.index(str(match.number))] for match in same]
        if text.lines and len(text.lines) + _ROUND_HEADED + len(matches) > look.height:
            break
        text.add(*[SILENCE] * bool(text.lines))
        text.add(say(Span(tr("round {round}", round=round), "strong")))
        text.add(*[SILENCE, heads] * (len(text.lines) == 1))
        for place, line in enumerate(matches):
            parted = airy and (place > 0 or round < page.pairings[0].round)
            text.add(*[SILENCE] * parted, line)
    return text


_ROUND_HEADED: Final = 2
"""Rows above the matches of an earlier round: its number, and a blank one."""


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
    title = say(Span(tr(TABS[STANDINGS]), "strong")) if beside else _heading(page, look.width)
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
    names = [line.name for line in page.standings]
    table = PageText(look.me).table(columns, rows, names, look.width)
    return text.append(table.spaced(look.height - _ONLY_BESIDE * beside))


def _points(halves: int) -> str:
    """Write points, of which a win is one and a draw is half of one."""
    return f"{halves / 2:g}"


def night_bracket_page(page: NightPage, look: Look) -> PageText:
    """Draw the bracket of a double elimination."""
    text = PageText(look.me).add(_heading(page, look.width), SILENCE)
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
    text = PageText(look.me).add(_heading(page, look.width), SILENCE)
    points = {line.name: _points(line.points) for line in page.standings}
    columns = (
        Column(tr(C_("head of a column", "seed")), "right", "quiet"),
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "rating")), "right", "quiet"),
        Column(tr(C_("head of a column", "points")), "right", "strong"),
        Column(tr(C_("head of a column", "state")), role="quiet"),
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
    tables = (
        PageText(look.me).table(
            [replace(columns[place], gap=gap) if place > 1 else columns[place] for place in kept],
            *(shown, names, look.width),
        )
        for gap in _GAPS
    )
    table = fullest(tables, lambda form: form.width, look.room or look.width)
    for place, line in enumerate(page.players, len(table.lines) - len(names)):
        if line.left or not line.online:  # somebody to wait for
            *before, state = table.lines[place]
            table.lines[place] = say(*before, state._replace(role="strong"))
    text.append(table.spaced(look.height))
    is_open = page.line.state == "open"
    return text.append(_steps(look.height + SEEN - len(text.lines), _GOES[1:])) if is_open else text


_GAPS: Final = (6, 4, 2)
"""Blank columns between those of players, the most first."""
_ONLY_BESIDE: Final = 4
"""Rows that a page beside a list has more than that."""


def _presence(line: NightPlayerLine, host: str) -> str:
    """Say whether somebody is here, and who the host is."""
    if line.left:
        return tr("left")
    if not line.online:
        return tr("not connected")
    return tr("here, the host") if line.name == host else tr(C_("a player of a play night", "here"))


def night_text(page: NightPage | None, width: int = 100) -> str:
    """Write a night as text: its matches, then its standings, a tree in so many columns."""
    if page is None:
        return tr(_NO_NIGHT)
    look = Look()
    double = page.line.format == "double-elimination"
    second = night_bracket_page(page, Look(width=width)) if double else standings_page(page, look)
    first = pairings_page(page, look) if page.pairings else players_page(page, look)
    parts = [first.lines] if not page.pairings else [first.lines, second.lines[1:]]
    return "\n".join(plain(line) for lines in parts for line in lines).rstrip()


# prompts -----------------------------------------------------------------------------------------


def night_prompt(
    page: NightPage | None, options: tuple[Sentence, ...], why: Sentence, *, may_open: bool
) -> Prompt:
    """Say what a night waits for, and what the player can do."""
    told = tell(_OPENED[may_open]) if page is None else _call(page)
    mine = page is not None and page.opponent != ""
    asks = may_open if page is None else page.line.may_join or _is_to_start(page.line)
    fill: Fill = "alarm" if mine else "bar" if asks else "wait"
    return Prompt(fill, tr("PLAY NIGHT"), told, options, why or _who_is_here(page))


_OPENED: Final = {True: N_("Open a play night?"), False: N_("anybody with an account can open one")}
"""What there is to do without a night, by whether the reader can open one."""


def _who_is_here(page: NightPage | None) -> Sentence:
    """Say who starts a night that is open, and how many of its players are here."""
    if page is None or page.line.state != "open":
        return SILENCE
    players, here = _those_here(page)
    count = tr("{n} of {all}", n=here, all=players)
    if page.line.mine or page.line.joined:
        return tell("here: {count}; two are enough to start", count=count)
    return tell("{host} starts it when all are here: now {count}", host=page.line.host, count=count)


def _those_here(page: NightPage) -> tuple[int, int]:
    """Count the players who have not left, and those of them who are connected."""
    players = [line for line in page.players if not line.left]
    return len(players), sum(line.online for line in players)


def _is_to_start(line: NightLine) -> bool:
    """Return whether the night waits for the reader to start it."""
    return line.mine and line.state == "open"


def _call(page: NightPage) -> Sentence:
    line = page.line
    if line.state == "running":
        if page.opponent:
            match = next((each for each in page.pairings if each.mine), None)
            told = N_("Your match: {name}")
            if match is not None and page.opponent in match.missing:
                told = N_("You meet {name}, who is not here yet")
            return tell(told, name=Span(page.opponent, "strong"))
        if not page.line.joined:
            return tell("You can watch the matches")
        if page.line.format == "arena":
            return tell("You are paired as soon as somebody is free")
        return tell("The next round comes when this one is over")
    if line.state == "over":
        if not line.winner:
            return tell("The play night is over")
        return tell("{name} has won the play night", name=Span(line.winner, "strong"))
    if line.mine:
        players, here = _those_here(page)
        away = say(counted(players - here, _AWAY))
        return away if here < players else tell("Everybody is here: start?")
    if line.joined:
        return tell("You are in: {host} starts it", host=line.host)
    return tell("{host} has opened a play night: take part?", host=line.host)


_AWAY: Final = Plural("Start without the one who is away?", "Start without the {n} who are away?")


class Sure(NamedTuple):
    """What a player is asked to confirm."""

    head: Message
    question: Message
    yes: Message
    no: Message


def sure_prompt(asked: Sure) -> Prompt:
    """Ask whether the player is sure."""
    options = (option(letters.YES, tr(asked.yes)), option(letters.NO, tr(asked.no)))
    return Prompt("bar", tr(asked.head), tell(asked.question), options)


_LEAVE: Final = Sure(N_("LEAVE?"), N_("Leave the play night?"), N_("leave"), N_("stay"))
_LOSE: Final = _LEAVE._replace(question=N_("Leave, and lose this match?"))
END: Final = Sure(
    N_("END?"), N_("End it? Matches in progress will not count"), N_("end it"), N_("go on")
)


def leaving(page: NightPage | None) -> Sure:
    """Return what somebody is asked who leaves a night: whoever has a match loses it."""
    return _LOSE if page is not None and page.opponent else _LEAVE


# a new night -------------------------------------------------------------------------------------


def plan_page(plan: NightPlan, look: Look) -> PageText:
    """List what a host chooses, with the key of each choice, below what the format means.

    Each row is named by its key. Behind each choice stands what it means, and below all of them
    what the formats come to, where there is room.
    """
    text = PageText().add(tell(_ABOUT[plan.format]))
    length = fullest((_length(plan), ""), cell_len, look.width)
    text.add(*[say(Span(length, "quiet"))] * bool(length), SILENCE)
    columns = (
        Column("", role="key"),
        Column("", role="quiet"),
        Column("", role="strong", gap=_BEHIND),
        Column("", role="quiet", gap=_BEHIND),
    )
    choices = _choices(plan)
    keys = [choice[0] for choice in choices]
    choices = [
        (key, set_cell_size(name, max(_NAMED, cell_len(name))), value, about)
        for key, name, value, about in choices
    ]
    bare = PageText().table(columns[:3], [choice[:3] for choice in choices])
    room = look.width - bare.width - _BEHIND
    rows = [(*told, fullest((about, ""), cell_len, room)) for *told, about in choices]
    compared, table = _compared(plan), PageText().table(columns, rows, keys)
    rest = look.height - len(compared.lines) - 1
    if not compared.fits(look.width, look.height - table.height() - 1):
        return text.append(table.spaced(look.height))
    text.append(table.spaced(rest))
    high = compared.fits(look.width, look.height - text.height() - 3)
    if high:
        compared.lines.insert(1, SILENCE)
        compared.names.insert(1, "")
    compared = compared.spaced(look.height - len(text.lines) - 1 - high)
    return text.add(*[SILENCE] * (1 + high)).append(compared.about_nobody())


def meaning(plan: NightPlan, row: str) -> str:
    """Say what the choice of a row means."""
    return next((about for name, _, _, about in _choices(plan) if name == row), "")


_NAMED: Final = 12
"""Columns for the name of a choice, at least."""
_BEHIND: Final = 3
"""Columns before a choice, and what it means: arrows of the row in focus take two of them."""


def _choices(plan: NightPlan) -> list[tuple[str, str, str, str]]:
    """List the key, the name, the value and the meaning of each choice."""
    base, _, match = plan.ruleset.partition("+")
    rules, timing = PRESETS.get(base), plan.timing
    clock_about = tr(_SLOWEST) if timing == NO_CLOCK else control_in_words(timing)
    clock = tr("no clock") if timing == NO_CLOCK else control_name(timing)
    rows = [
        (letters.FORMAT, tr("format"), tr(FORMATS[plan.format]), tr(_MEETS[plan.format])),
        (letters.RULES, tr("rules"), base, "" if rules is None else tr(rules.title)),
        (letters.MATCH, tr("match"), tr(_MATCHES[bool(match)]), tr(_GAMES[bool(match)])),
        (letters.TIMING, tr("time control"), clock, clock_about),
    ]
    if plan.format == "swiss":
        rounds = counted(plan.rounds, _ROUNDS) if plan.rounds else tr("as many as it needs")
        about = tr(_LAST if plan.rounds else _UNBEATEN)
        rows.append((letters.LENGTH, tr("rounds"), rounds, about))
    if plan.format == "arena":
        length = counted(plan.minutes, _MINUTES)
        rows.append((letters.LENGTH, tr("time"), length, tr("games in progress are finished")))
    return rows


def arrowed(line: Sentence) -> Sentence:
    """Put arrows around the choice of a row in focus, which left and right change."""
    key, name, value, *about = line
    told = value.text.strip()
    before, _, after = value.text.partition(told)
    lead = Span(before[: -len(_BEFORE)] + _BEFORE, "key")
    parts = [key, name, lead, value._replace(text=told), Span(_AFTER, "key")]
    if about:
        parts += [Span(after), about[0]._replace(text=about[0].text[len(_AFTER) :])]
    return say(*parts)


_BEFORE: Final = "< "
_AFTER: Final = " >"
"""Signs around a choice that left and right change."""
_MATCHES: Final = {
    True: C_("a match of a play night", "first to two wins"),
    False: C_("a match of a play night", "a single game"),
}
_GAMES: Final = {True: N_("two or three games a round"), False: N_("one game a round")}
"""By whether a match has several games."""
_SLOWEST: Final = N_("each round waits for its slowest game")
_LAST: Final = N_("however many come")
_UNBEATEN: Final = N_("until one player is unbeaten")
_MEETS: Final = {
    "swiss": N_("players who are level"),
    "round-robin": N_("everybody, once"),
    "arena": N_("players who are free"),
    "double-elimination": N_("winners and losers apart"),
}


def _compared(plan: NightPlan, width: int | None = None) -> PageText:
    """Compare what the formats come to; in so many columns, where none has been chosen yet."""
    columns = (
        Column(tr("with {n} players", n=_USUAL)),
        Column(tr(C_("head of a column", "who meets whom")), gap=_BEHIND, spare=width is not None),
        Column(tr(C_("head of a column", "rounds")), "right", gap=_BEHIND),
        Column(tr(C_("head of a column", "about")), "right", gap=_BEHIND),
    )
    rows = []
    for format in NIGHT_FORMATS:
        other = replace(plan, format=format)
        rounds = _rounds(other, _USUAL)
        met = tr(_MEETS[format])
        rows.append((tr(FORMATS[format]), met, str(rounds or "-"), _lasts(other, _USUAL)))
    chosen = plan.format if width is None else ""
    return PageText(chosen).table(columns, rows, NIGHT_FORMATS, width)


def _rounds(plan: NightPlan, players: int) -> int:
    """Count the rounds of a night; an arena has none."""
    least = max(1, (players - 1).bit_length())
    match plan.format:
        case "swiss":
            return plan.rounds or least
        case "round-robin":
            return players - 1 + players % 2
        case "double-elimination":
            return 2 * least
    return 0


def _round_minutes(plan: NightPlan) -> int:
    """Estimate how long a round takes; 0 if its games take days."""
    control = CONTROLS.get(plan.timing)
    if control is not None and control.days:
        return 0
    games = 3 if plan.ruleset.partition("+")[2] else 1
    return games * (_QUICK if plan.timing == "quick" else _SLOWER)


_QUICK: Final = 5
_SLOWER: Final = 10
"""Minutes of a game with the shortest clocks, and with others."""


def _lasts(plan: NightPlan, players: int) -> str:
    """Say about how long a night lasts; nothing if its games take days."""
    minutes = _rounds(plan, players) * _round_minutes(plan)
    minutes = plan.minutes if plan.format == "arena" else minutes
    return time_left(60 * minutes) if minutes else ""


def format_facts(plan: NightPlan, players: int = _USUAL) -> PanelModel:
    """Say how many rounds a night has, how long it lasts, who wins and who can come."""
    named = counted(players, _HOW_MANY)
    rounds, each = _rounds(plan, players), _round_minutes(plan)
    lines = [say(counted(rounds, _ROUNDS_FOR, players=named))] if rounds else []
    if rounds and each:
        lines.append(tell("about {time} a round", time=time_left(60 * each)))
        lines.append(tell("about {time} in all", time=_lasts(plan, players)))
    if not rounds:
        lines = [say(counted(plan.minutes, _MINUTES)), tell("games in progress are finished")]
    wins = _WINS[plan.format == "double-elimination"]
    late = _LATE[plan.format in ("swiss", "arena")]
    base = plan.ruleset.partition("+")[0]
    title = (tell(PRESETS[base].title),) if base in PRESETS else ()
    rules = (say(Span(base, "strong")), *title, *rules_in_short(plan.ruleset)[1:])
    return (
        PanelBlock(tr("how long"), tuple(lines)),
        PanelBlock(tr("who wins"), tuple(map(tell, wins))),
        PanelBlock(tr("who can play"), (tell("from 2 to 64 players"), tell(late))),
        PanelBlock(tr("rules"), rules),
    )


_ROUNDS_FOR: Final = Plural("{n} round for {players}", "{n} rounds for {players}")
_WINS: Final = {
    True: (N_("the last who has not lost twice"), N_("a draw is played again")),
    False: (N_("a win is one point, a draw half of one"), N_("if level: the stronger opponents")),
}
"""By whether two losses put a player out."""
_LATE: Final = {
    True: N_("others can join after the start"),
    False: N_("nobody can join after the start"),
}
"""By whether a format takes players who come late."""


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
    """Ask what kind of night it is to be; below stands what came of it, or what a choice means."""
    told = tell("Open this play night?")
    options = (option("enter", tr("open it")), option("esc", tr("back")))
    return Prompt("bar", tr("NEW PLAY NIGHT"), told, options, why)
