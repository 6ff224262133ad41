"""The ladder: which levels of the computer a player has beaten, and which is next; in words."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from rich.cells import cell_len, set_cell_size

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
    worded,
)
from cuttle_tui.kit import keymap as letters
from cuttle_tui.kit.names import describes, level_name, results_text
from cuttle_tui.kit.text_types import PanelBlock, PanelModel, Prompt
from cuttle_tui.kit.words import Entry, row_line, short
from cuttle_tui.plain.commands import LOBBY, LobbyCommands
from cuttle_tui.plain.conversation import Conversation
from cuttle_tui.plain.table_feed import TableFeed
from cuttle_tui.ports import ArchiveProblem, LadderGame, Lobby, LobbyError, Result, TableState
from cuttle_tui.rules.book import rules_in_words
from cuttle_tui.worn import EARNED, won_backs
from engine.bots.levels import LEVELS, USUAL_LEVEL
from engine.computers import called
from engine.rules.options import parse_ruleset

NEEDED: Final = 3
"""Wins among the last games with which a level is beaten, for good."""
WINDOW: Final = 5
"""How many of the last games count for that."""


@dataclass(frozen=True, slots=True)
class Rung:
    """What a player has done against one level."""

    level: str
    won: int = 0
    lost: int = 0
    streak: int = 0
    """Wins in a row, up to the last game."""
    best: int = 0
    """The longest such streak."""
    recent: int = 0
    """Wins among the last games."""
    beaten: bool = False

    @property
    def played(self) -> bool:
        """Whether any game counts."""
        return bool(self.won or self.lost)


def counts(game: LadderGame) -> bool:
    """Return whether a game counts: played without help, and won or lost."""
    return not game.helped and game.result != "drawn"


def rungs_of(games: Iterable[LadderGame]) -> tuple[Rung, ...]:
    """Return what follows from games, oldest first, for each level, weakest first."""
    played: dict[str, list[bool]] = {level.name: [] for level in LEVELS}
    for game in games:
        if counts(game) and game.level in played:
            played[game.level].append(game.result == "won")
    return tuple(_rung(level, wins) for level, wins in played.items())


def _rung(level: str, wins: Sequence[bool]) -> Rung:
    rung, last = Rung(level), deque[bool](maxlen=WINDOW)
    for won in wins:
        last.append(won)
        streak = rung.streak + 1 if won else 0
        rung = replace(
            rung,
            won=rung.won + won,
            lost=rung.lost + (not won),
            streak=streak,
            best=max(rung.best, streak),
            recent=sum(last),
            beaten=rung.beaten or sum(last) >= NEEDED,
        )
    return rung


async def earned_backs(lobby: Lobby) -> frozenset[str]:
    """Return the backs that a player may wear beside their own, as far as can be read now.

    Those of the levels that they have beaten once, and of the championships they took a place in.
    """
    earned: frozenset[str] = frozenset()
    with suppress(LobbyError):
        games = (await lobby.ladder("")).games
        earned |= {game.level for game in games if counts(game) and game.result == "won"}
    league = None if lobby.online is None else lobby.online.league
    if league is not None and lobby.account is not None and not lobby.account.guest:
        with suppress(LobbyError):
            earned |= won_backs((await league.profile()).awards)
    return earned & frozenset(EARNED)


def next_rung(rungs: Sequence[Rung]) -> Rung | None:
    """Return the level to beat next, the weakest above all that are beaten; None after the last."""
    above = max((place + 1 for place, rung in enumerate(rungs) if rung.beaten), default=0)
    return rungs[above] if above < len(rungs) else None


def rung_at(rungs: Sequence[Rung], level: str) -> Rung:
    """Return what was done against a level."""
    return next((rung for rung in rungs if rung.level == level), Rung(level))


def with_last(games: Sequence[LadderGame], state: TableState, seat: int) -> tuple[LadderGame, ...]:
    """Add the game that has just ended at a table of a server, if it is not stored yet."""
    outcome = None if state.view is None else state.view.outcome
    known = any(game.id == state.game for game in games)
    level = next(filter(None, (called(sitter.name) for sitter in state.sitters)), None)
    if not state.game or known or outcome is None or level is None:
        return tuple(games)
    result: Result = "lost" if outcome.winners else "drawn"
    if seat in outcome.winners:
        result = "won"
    return (*games, LadderGame(level.level, result, id=state.game))


TITLE: Final = N_("LADDER")
ABOUT: Final = N_("the computer, level by level")
LABEL: Final = C_("wins against the levels of the computer", "ladder")
_RULES: Final = (
    N_("You beat a level by winning {needed} of your last {window} games against it."),
    N_("Draws do not count, nor do games with a hint or a move taken back."),
)
_NO_GAMES: Final = N_("You have not finished a game against the computer with these rules yet.")


def rule_lines() -> tuple[Sentence, ...]:
    """Say how a level is beaten."""
    return tuple(tell(rule, needed=NEEDED, window=WINDOW) for rule in _RULES)


def next_line(rungs: Sequence[Rung]) -> Sentence:
    """Name the level to beat next."""
    rung = next_rung(rungs)
    if rung is None:
        return tell("you have beaten every level of the computer")
    level = Span(level_name(rung.level), "strong")
    if not rung.recent:
        return tell("next to beat: {level}", level=level)
    return tell(
        "next to beat: {level}, {wins} of {needed} wins",
        level=level,
        wins=rung.recent,
        needed=NEEDED,
    )


def home_line(rungs: Sequence[Rung]) -> Sentence:
    """Name the level to beat next, and the key of the ladder; silence before the first game."""
    if not any(rung.played for rung in rungs):
        return SILENCE
    key = Span(letters.LADDER, "key")
    return tell("{next} ({key}: ladder)", next=next_line(rungs), key=key)


def rung_entry(rungs: Sequence[Rung]) -> Entry | None:
    """Return the entry of a list that opens the ladder at the level to beat next.

    None before the first game, and once every level is beaten.
    """
    rung = next_rung(rungs)
    if rung is None or not any(each.played for each in rungs):
        return None
    text = level_name(rung.level)
    if rung.recent:
        text = tr("{level}: {wins} of {needed} wins", level=text, wins=rung.recent, needed=NEEDED)
    question, verb = N_("Climb the ladder of the computer's levels?"), N_("see it")
    return Entry(letters.LADDER, N_("next level"), text, question, verb)


def offered_level(rungs: Sequence[Rung]) -> str:
    """Return the level for a player who has chosen none: the next to beat, else the usual one."""
    climbs = next_rung(rungs)
    return USUAL_LEVEL if climbs is None else climbs.level


def level_about(level: str, rungs: Sequence[Rung], *, wins: bool = True) -> Sentence:
    """Say how a level plays, and how the player stands against it; its wins may be told beside."""
    rung = rung_at(rungs, level)
    about = describes(level)
    return with_standing(about, rung) if wins or rung.beaten else about


def with_standing(about: Sentence, rung: Rung) -> Sentence:
    """Add to what is said of a level how the player stands against it."""
    if rung.beaten:
        return tell("{about}; beaten", about=about)
    if rung.played:
        standing = tell("{wins} of {needed} wins", wins=rung.recent, needed=NEEDED)
        return tell("{about}; {standing}", about=about, standing=standing)
    return about


# the list ----------------------------------------------------------------------------------------

_WON: Final = Plural("{n} win", "{n} wins")
_LOST: Final = Plural("{n} loss", "{n} losses")
_GAP: Final = 2
"""Blank columns between two columns of the panel at home."""
HEADS: Final = (
    C_("head of a column", "level"),
    C_("head of a column", "wins"),
    "",
    C_("head of a column", "won-lost"),
    C_("head of a column", "in a row"),
)
HOW: Final = C_("head of a column", "how it plays")
"""Instead of the last ones while nothing is played."""
COLUMNS: Final = (3, 15, 26, 38)
_RECENT: Final = 10
"""How many of the last games against a level are listed."""


def rung_cells(rung: Rung, rungs: Sequence[Rung]) -> tuple[str, ...]:
    """Return the name of a level, how it stands, won and lost, the streaks."""
    record = f"{rung.won}-{rung.lost}" if rung.played else ""
    several = rung.best >= _STREAK
    streaks = tr("{n}, best {best}", n=rung.streak, best=rung.best) if several else ""
    return level_name(rung.level), _state(rung, rungs), record, streaks


def rule_forms() -> tuple[Sentence, ...]:
    """Say in a line how a level is beaten, the fullest form first."""
    return tuple(tell(rule, needed=NEEDED, window=WINDOW) for rule in _RULE)


_RULE: Final = (
    N_("{needed} wins in {window} games beat a level; draws and games with help do not count"),
    N_("{needed} wins in {window} games beat a level"),
)


def ladder_prompt(rung: Rung, why: Sentence) -> Prompt:
    """Ask whether to play a level; say how it plays, or what is wrong."""
    question = tell("Play against {level}?", level=level_name(rung.level))
    return Prompt("bar", tr(TITLE), question, why=why or describes(rung.level))


def rung_panel(rung: Rung, games: Sequence[LadderGame]) -> PanelModel:
    """List the last games against a level, newest first, how far the player is, and the rules."""
    against = [game for game in games if game.level == rung.level]
    title = tr("your last games against {level}", level=level_name(rung.level))
    last = tuple(say(Span(_result(game), "strong")) for game in reversed(against[-_RECENT:]))
    rungs = rungs_of(games)
    beaten = sum(rung.beaten for rung in rungs)
    won, lost = (sum(counts) for counts in zip(*((r.won, r.lost) for r in rungs), strict=True))
    lines = [
        tell("{beaten} of {count} levels beaten", beaten=beaten, count=len(rungs)),
        say(f"{counted(won, _WON)}, {counted(lost, _LOST)}"),
    ]
    best = max(rungs, key=lambda rung: rung.best)
    if best.best >= _STREAK:
        told = N_("longest streak: {best}, against {level}")
        lines.append(tell(told, best=best.best, level=level_name(best.level)))
    return (
        PanelBlock(title, last or (say(tr(C_("games", "none yet"))),)),
        PanelBlock(tr("your ladder"), tuple(lines)),
        PanelBlock(tr("how a level is beaten"), rule_lines()),
    )


def _result(game: LadderGame) -> str:
    """Say how a game ended, and whether it was played with help."""
    result = tr(_RESULTS[game.result])
    return tr("{result}, with help", result=result) if game.helped else result


LAST_HEADS: Final = (C_("head of a column", "level"), C_("head of a column", "result"), "", "")


def last_cells(games: Sequence[LadderGame]) -> tuple[str, ...]:
    """Return the level of the last of some games, how it ended, and what it has changed."""
    last = games[-1]
    told = () if last.helped or not counts(last) else after_line(games)
    return level_name(last.level), _result(last), plain(told)


_RESULTS: Final[dict[Result, Message]] = {
    "won": C_("a game of yours", "won"),
    "lost": C_("a game of yours", "lost"),
    "drawn": C_("a game of yours", "drawn"),
}


def trouble_forms(trouble: ArchiveProblem) -> tuple[Sentence, ...]:
    """Say which results cannot be read, the fullest form first; they stay where they are."""
    reason = worded(trouble.error)
    reason = reason[:1].lower() + reason[1:]
    file = short(trouble.folder)
    return tuple(tell(form, reason=reason, file=file) for form in _TROUBLE)


def trouble_line(trouble: ArchiveProblem) -> Sentence:
    """Say which results cannot be read; they stay where they are."""
    return trouble_forms(trouble)[0]


_TROUBLE: Final = (
    N_("Not all results can be read: {reason}. Nothing is deleted; the file is {file}"),
    N_("Not all results can be read: {reason}"),
)


def _state(rung: Rung, rungs: Sequence[Rung]) -> str:
    """Say whether a level is beaten, or is next."""
    if rung.beaten:
        return tr(C_("a level of the computer", "beaten"))
    if rung == next_rung(rungs):
        return tr(C_("a level of the computer, to beat", "next"))
    return ""


_STREAK: Final = 2
"""Wins in a row that are worth a word."""


def ladder_block(rungs: Sequence[Rung]) -> PanelBlock:
    """List the levels that were played, to stand beside a list."""
    cells = [rung_cells(rung, rungs)[:-1] for rung in rungs if rung.played]
    widths = [max(map(cell_len, column)) + _GAP for column in zip(*cells, strict=True)]
    rows = ([set_cell_size(*each) for each in zip(row, widths, strict=True)] for row in cells)
    lines = tuple(say(Span(name, "strong"), "".join(rest).rstrip()) for name, *rest in rows)
    return PanelBlock(tr(ABOUT), lines)


# in lines of text --------------------------------------------------------------------------------


def ladder_lines(rungs: Sequence[Rung]) -> list[Sentence]:
    """Tell the record against each level that was played, and what is next."""
    told = []
    for rung in rungs:
        if rung.played:
            *who, _, streaks = rung_cells(rung, rungs)
            record = f"{counted(rung.won, _WON)}, {counted(rung.lost, _LOST)}"
            name = ", ".join(filter(None, who))
            told.append(say(row_line(name, (record, streaks), ("", HEADS[-1]))))
    return [*(told or [say(_NO_GAMES)]), next_line(rungs), *rule_lines()]


# after a game ------------------------------------------------------------------------------------


def after_line(games: Sequence[LadderGame]) -> Sentence:
    """Say what the last game has changed; silence if that is nothing worth a word."""
    if not games:
        return SILENCE
    last = games[-1]
    if last.helped and last.result == "won":
        return tell("not counted: you had a hint, or took a move back")
    if not counts(last):
        return SILENCE
    before, rungs = rungs_of(games[:-1]), rungs_of(games)
    rung = rung_at(rungs, last.level)
    if rung.beaten and not rung_at(before, last.level).beaten:
        return tell("{level} is beaten; {next}", level=_strong(rung), next=next_line(rungs))
    # say how the player stands against a level
    told = _FEW[rung.beaten] if rung.streak < _STREAK else _SEVERAL[rung.beaten]
    return tell(
        told,
        level=_strong(rung),
        streak=rung.streak,
        wins=rung.recent,
        needed=NEEDED,
        tally=results_text(rung.won, rung.lost),
    )


_FEW: Final = (N_("{wins} of {needed} wins against {level}"), N_("{tally} against {level}"))
_SEVERAL: Final = (
    N_("{streak} in a row: one more, and {level} is beaten"),
    N_("{streak} in a row against {level}"),
)
"""How a player stands against a level; the second once it is beaten."""


def _strong(rung: Rung) -> Span:
    return Span(level_name(rung.level), "strong")


COMMANDS: Final = LobbyCommands(LOBBY)


@COMMANDS(N_("ladder [RULES]"), N_("which levels of the computer you have beaten"))
async def _ladder(session: Conversation, rest: str) -> None:
    rules = parse_ruleset(rest or session.ruleset).name
    found = await session.lobby.ladder(rules)
    session.output.tell(tr("The ladder, by the rules {rules}:", rules=rules_in_words(rules)))
    for line in ladder_lines(rungs_of(found.games)):
        session.output.item(line)
    if found.trouble is not None:
        session.output.tell(trouble_line(found.trouble))


async def tell_after(session: Conversation, table: TableFeed) -> None:
    """Say what a game against computers that has just ended changed on the ladder."""
    view, seat = table.view, table.chair.seat
    if view is None or seat is None or session.is_guest:
        return
    with suppress(LobbyError):  # nobody asked for it: then nothing is said
        found = await session.lobby.ladder(view.ruleset.name)
        if session.table is table:
            table.say(after_line(with_last(found.games, table.state, seat)))
