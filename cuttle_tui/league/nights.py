"""Word play nights: pairings, standings, players, and what a host chooses."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, Span, plain, say, tell
from cuttle_tui.i18n.translation import C_, N_, Message, Plural, counted, tr
from cuttle_tui.kit import keymap as letters
from cuttle_tui.kit.keymap import NIGHT
from cuttle_tui.kit.text_types import Prompt, option
from cuttle_tui.league.brackets import bracket_sides
from cuttle_tui.league.pages import BOX, Column, PageText, Signs
from cuttle_tui.ports import OnlineLobby
from cuttle_tui.ports.nights import NightLine, NightPage, NightPairing, NightPlan
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
_RESULTS: Final[dict[tuple[str, bool], Message]] = {
    ("played", True): N_("{winner} won"),
    ("played", False): N_("a draw"),
    ("bye", True): N_("bye"),
    ("no-show", True): N_("{winner} won: {loser} did not come"),
    ("no-show", False): N_("nobody came"),
    ("withdrew", True): N_("{winner} won: {loser} left"),
    ("withdrew", False): N_("both left"),
    ("void", False): N_("does not count"),
}
"""By how a match ended, and whether anybody won."""


def _heading(line: NightLine) -> Sentence:
    about = [_stage(line), counted(line.players, _HOW_MANY), line.ruleset]
    if line.timing != NO_CLOCK:
        about.append(line.timing)
    about.append(tr("host {name}", name=line.host))
    return say(Span(tr(FORMATS[line.format]), "strong"), f"   {', '.join(about)}")


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


def pairings_page(page: NightPage) -> PageText:
    """List the matches, the latest round first; each line is named by the number of its match."""
    mine = next((str(match.number) for match in page.pairings if match.mine), "")
    text = PageText(mine).add(_heading(page.line), SILENCE)
    if not page.pairings:
        return text.add(tell("Nobody has been paired yet."))
    columns = (
        Column(tr(C_("head of a column", "round")), "right", "quiet"),
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "state"))),
    )
    rows = [(str(match.round), *match.names, _state(match)) for match in page.pairings]
    return text.table(columns, rows, [str(match.number) for match in page.pairings])


def _state(match: NightPairing) -> str:
    if match.state == "playing":
        return tr("at the table")
    if match.state == "waiting":
        return tr("waiting for {names}", names=", ".join(match.missing)) if match.missing else ""
    loser = next((name for name in match.names if name != match.winner), "")
    return tr(_RESULTS[match.why, bool(match.winner)], winner=match.winner, loser=loser)


def standings_page(page: NightPage, me: str = "") -> PageText:
    """List the places."""
    text = PageText(me).add(_heading(page.line), SILENCE)
    if not page.pairings:
        return text.add(tell(_NO_STANDINGS))
    columns = (
        Column("", "right"),
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "points")), "right", "strong"),
        Column(tr(C_("head of a column", "won")), "right"),
        Column(tr(C_("head of a column", "drawn")), "right"),
        Column(tr(C_("head of a column", "lost")), "right"),
        Column(tr(C_("head of a column", "byes")), "right", "quiet"),
        Column(tr(C_("head of a column", "Buchholz")), "right", "quiet"),
    )
    rows = [
        (
            str(line.place),
            line.name,
            _points(line.points),
            str(line.wins),
            str(line.draws),
            str(line.losses),
            str(line.byes or ""),
            _points(line.buchholz),
        )
        for line in page.standings
    ]
    return text.table(columns, rows, [line.name for line in page.standings])


def _points(halves: int) -> str:
    """Write points, of which a win is one and a draw is half of one."""
    return f"{halves / 2:g}"


def night_bracket_page(
    page: NightPage, me: str = "", width: int = 78, signs: Signs = BOX, height: int = 0
) -> PageText:
    """Draw the bracket of a double elimination."""
    text = PageText(me).add(_heading(page.line), SILENCE)
    if page.bracket is None:
        return text.add(tell(_NO_STANDINGS))
    return bracket_sides(text, page.bracket, width, signs, height)


def players_page(page: NightPage, me: str = "") -> PageText:
    """List who takes part, or did."""
    text = PageText(me).add(_heading(page.line), SILENCE)
    columns = [
        Column(tr(C_("head of a column", "seed")), "right", "quiet"),
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "state")), role="quiet"),
    ]
    rows = [
        (
            str(line.seed or ""),
            line.name,
            tr("left") if line.left else "" if line.online else tr("not connected"),
        )
        for line in page.players
    ]
    seeded = 0 if any(line.seed for line in page.players) else 1
    shown = [row[seeded:] for row in rows]
    return text.table(columns[seeded:], shown, [line.name for line in page.players])


def night_text(page: NightPage | None, width: int = 100) -> str:
    """Write a night as text: its matches, then its standings."""
    if page is None:
        return tr(_NO_NIGHT)
    second = (
        night_bracket_page(page, width=width)
        if page.line.format == "double-elimination"
        else standings_page(page)
    )
    first = pairings_page(page) if page.pairings else players_page(page)
    parts = [first.lines] if not page.pairings else [first.lines, second.lines[1:]]
    return "\n".join(plain(line) for lines in parts for line in lines).rstrip()


# prompts -----------------------------------------------------------------------------------------


def night_prompt(page: NightPage | None, options: tuple[Sentence, ...], why: Sentence) -> Prompt:
    """Say what a night waits for, and what the player can do."""
    told = tell(_NO_NIGHT) if page is None else _call(page)
    mine = page is not None and page.opponent != ""
    return Prompt("alarm" if mine else "bar", tr("PLAY NIGHT"), told, options, why)


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


def plan_page(plan: NightPlan) -> PageText:
    """List what a host chooses, with the key of each choice."""
    base, _, match = plan.ruleset.partition("+")
    rows = [
        (letters.FORMAT, tr("format"), tr(FORMATS[plan.format])),
        (letters.RULES, tr("rules"), base),
        (letters.MATCH, tr("match"), tr("first to two wins") if match else tr("a single game")),
        (
            letters.TIMING,
            tr("time control"),
            tr("no clock") if plan.timing == NO_CLOCK else plan.timing,
        ),
    ]
    if plan.format == "swiss":
        rounds = counted(plan.rounds, _ROUNDS) if plan.rounds else tr("as many as it needs")
        rows.append((letters.LENGTH, tr("rounds"), rounds))
    if plan.format == "arena":
        rows.append((letters.LENGTH, tr("time"), counted(plan.minutes, _MINUTES)))
    text = PageText().add(tell(_ABOUT[plan.format]), SILENCE)
    columns = (Column("", role="key"), Column("", role="quiet"), Column("", role="strong"))
    return text.table(columns, rows)


def plan_prompt(why: Sentence) -> Prompt:
    """Ask what kind of night it is to be."""
    told = tell("Press a letter to change that line")
    options = (option("enter", tr("open it")), option("esc", tr("back")))
    return Prompt("bar", tr("NEW PLAY NIGHT"), told, options, why)
