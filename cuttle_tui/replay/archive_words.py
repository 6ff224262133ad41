"""Word finished games as rows, and sharing them."""

from __future__ import annotations

import errno
import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from rich.cells import cell_len, set_cell_size

from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Message,
    Part,
    Plural,
    Sentence,
    Span,
    counted,
    listing,
    plain,
    say,
    tell,
    tr,
    typed,
    worded,
)
from cuttle_tui.kit import words
from cuttle_tui.kit.keymap import CLOSE_LINK, LAST_GAME
from cuttle_tui.kit.names import (
    Names,
    brief_with_level,
    day_and_month,
    listed,
    results_text,
    with_level,
)
from cuttle_tui.kit.results import (
    GameResult,
    match_line,
    outcome_in_match,
    outcome_text,
    points_texts,
    reason,
    score_cell,
    score_text,
    short_reason,
    story,
)
from cuttle_tui.kit.text_types import Prompt, option
from cuttle_tui.kit.words import Entry, short, tail
from cuttle_tui.ports import ArchivedGame, ArchiveProblem, GameLine, GameLink, ResultLine, Source
from cuttle_tui.replay import commands as do
from cuttle_tui.replay.folder import NotWritten, Taken
from cuttle_tui.tty.output import Copied
from engine.computers import called
from engine.record.match import MatchStanding
from engine.record.record import GivenUp

_KEPT: Final = Plural("{n} game, the newest first", "{n} games, the newest first")
_LAST: Final = Plural("your last {n} game is saved", "your last {n} games are saved")


def result_text(game: Result | ArchivedGame, me: str, score: str = "") -> str:
    """Word the result: from the reader's side if they played, else by name; perhaps its score."""
    names = Names(tuple(map(with_level, game.players)), seat_of(game, me))
    if not game.readable:
        players = names.several(range(len(game.players)))
        return tr("{players}: the file is broken", players=plain(players))
    told = story(GameResult(game.winners, game.why, given_up=game.given_up), names)
    told = say(*told, f" {score}") if score else told
    return plain(with_match(told, game.match, names))


def with_match(told: Sentence, match: MatchStanding | None, names: Names) -> Sentence:
    """Add to a result how the match stood after it, or who won it."""
    if match is None:
        return told
    return tell("{game}; {match}", game=told, match=match_line(match, names))


def shelf_band(
    games: Sequence[ArchivedGame], me: str, most: int, results: Sequence[ResultLine] = ()
) -> tuple[Sentence, ...]:
    """Count the saved games, those the reader won and lost, and results against the computer."""
    if not games:
        return (tell("no saved games yet"), tell("games you play here are saved"))
    played = [game for game in games if seat_of(game, me) is not None and game.winners]
    won = sum(seat_of(game, me) in (game.winners or ()) for game in played)
    tally = results_text(won, len(played) - won)
    kept = say(counted(len(games), _KEPT))
    first = tell("{games}; {tally}", games=kept, tally=tally) if played else kept
    if not results:
        return (first, say(counted(most, _LAST)))
    tally = results_text(
        sum(line.won for line in results),
        sum(line.lost for line in results),
        sum(line.drawn for line in results),
    )
    return (first, tell("against the computer: {tally}", tally=tally))


_OF_MATCHES: Final = Plural("{n} game of matches", "{n} games of matches")


def matches_band(games: Sequence[ArchivedGame], me: str) -> tuple[Sentence, ...]:
    """Count the games of matches, and the matches that the reader won and lost."""
    ends = [game for game in _match_ends(games) if seat_of(game, me) is not None]
    won = sum(seat_of(game, me) in (game.winners or ()) for game in ends)
    tally = results_text(won, len(ends) - won)
    told = say(counted(len(games), _OF_MATCHES))
    return (told, tell("matches: {tally}", tally=tally)) if ends else (told,)


def tally_lines(games: Sequence[ArchivedGame], me: str) -> tuple[Sentence, ...]:
    """Count the games of two that the reader won and lost, for each opponent."""
    won, lost = _tally(games, me)
    matches = _tally(_match_ends(games), me)
    return tuple(
        tell(
            "{who}: {tally}",
            who=Span(with_level(name), "strong"),
            tally=_tally_text(name, (won, lost), matches),
        )
        for name, _ in (won + lost).most_common()
    )


def rivalry_line(games: Sequence[ArchivedGame], me: str, rival: str) -> Sentence:
    """Count the games for two that the reader won and lost against somebody."""
    told = _tally_text(rival, _tally(games, me), _tally(_match_ends(games), me))
    return tell("against {who}: {tally}", who=Span(rival, "strong"), tally=told)


_Tally = tuple[Counter[str], Counter[str]]


def _match_ends(games: Sequence[ArchivedGame]) -> list[ArchivedGame]:
    """Return the games that ended a match, each won by whoever won the match."""
    matches = ((game, game.match) for game in games)
    return [replace(game, winners=one.winners) for game, one in matches if one and one.winners]


def _tally_text(rival: str, games: _Tally, matches: _Tally) -> str:
    """Count games against somebody, and matches if there were any: ``5 won, 3 lost``."""
    told = results_text(*(count[rival] for count in games))
    won, lost = (count[rival] for count in matches)
    return (
        tr("{games}; matches {won}-{lost}", games=told, won=won, lost=lost) if won or lost else told
    )


def _tally(games: Sequence[ArchivedGame], me: str) -> _Tally:
    """Count the games for two that the reader won and lost, by opponent."""
    won, lost = Counter[str](), Counter[str]()
    for game in games:
        seat = seat_of(game, me)
        if seat is not None and len(game.players) == _DUEL and game.winners:
            (won if seat in game.winners else lost)[game.players[1 - seat]] += 1
    return won, lost


_DUEL: Final = 2


def shelf_prompt(count: int, why: Sentence, *, watchable: bool = True) -> Prompt:
    """Ask which game to watch, unless the one in focus cannot be."""
    home = option("esc", N_("home"))
    if not count:
        play = option("c", N_("play the computer"))
        return Prompt("bar", tr("WATCH"), tell("Play a game first?"), (play, home), why)
    if not watchable:
        return Prompt("wait", tr("WATCH"), tell(BROKEN), (home,), why)
    return Prompt(
        "bar", tr("WATCH"), tell("Which replay?"), (option("enter", N_("watch")), home), why
    )


def unlisted_band(trouble: ArchiveProblem) -> tuple[Sentence, ...]:
    """Report that the games cannot be listed, with a remedy."""
    return (tell("the saved games cannot be listed"), _remedied(trouble, _UNLISTED))


def unlisted_prompt(why: Sentence) -> Prompt:
    """Ask whether to list the games again, once the cause is mended."""
    options = (option("enter", N_("look again")), option("esc", N_("home")))
    return Prompt("bar", tr("WATCH"), tell("Look for the games again?"), options, why)


def empty_lines(trouble: ArchiveProblem | None) -> tuple[Sentence, ...]:
    """Say what a saved game is good for; or, if none can be listed, how to mend that."""
    if trouble is None:
        widest = max(cell_len(str(name)) for name, _ in _USES) + 3
        uses = (
            say(Span(set_cell_size(str(name), widest), "strong"), str(what)) for name, what in _USES
        )
        return (tell("with each game that is saved here you can"), SILENCE, *uses)
    kept = tell("the games in the folder stay as they are")
    if getattr(trouble.error, "errno", None) not in _NOT_READABLE:
        return (kept,)
    folder = str(trouble.folder)
    told = shlex.quote(folder)
    command = f"chmod u+rx {short(folder) if told == folder else told}"
    if cell_len(command) > _COMMAND:
        return (kept,)
    return (
        say(Span(command, "strong")),
        SILENCE,
        tell("type that in another terminal, then look again"),
        kept,
    )


_USES: Final = (
    (C_("what to do with a saved game", "watch"), N_("it again, move by move or by itself")),
    (C_("what to do with a saved game", "analyse"), N_("it: where it turned, and better moves")),
    (C_("what to do with a saved game", "practise"), N_("from any move on, in any seat")),
    (C_("what to do with a saved game", "share"), N_("it: a picture, a recording, a file")),
)
_COMMAND: Final = 55
"""Columns of a list in the smallest window: a command is shown whole or not at all."""
_NOT_READABLE: Final = (errno.EACCES, errno.EPERM)
KEPT: Final = N_("what is kept")


def kept_lines(most: int) -> tuple[Sentence, ...]:
    """Say how many games are kept, and what becomes of older ones."""
    return (say(counted(most, _LAST)), tell("the oldest makes room for the next"))


BROKEN: Final = N_("this game cannot be watched: its file is broken")


def unreadable_line(reason: str) -> Sentence:
    """Explain why a record cannot be watched."""
    return tell("this record cannot be read: {reason}", reason=reason)


_UNLISTED: Final[dict[int, Message]] = {
    errno.EACCES: N_("make {folder} readable"),
    errno.EPERM: N_("make {folder} readable"),
    errno.ENOTDIR: N_("make {folder} a folder"),
    0: N_("{folder}: {reason}"),
}
"""Remedies when games cannot be listed, by errno; 0 for any other error."""
_FULL: Final = (errno.ENOSPC, errno.EDQUOT)
_NOT_WRITABLE: Final = (errno.EACCES, errno.EPERM, errno.EROFS)
_NO_FOLDER: Final = (errno.ENOTDIR, errno.EEXIST)
_REMEDIES: Final[dict[int, Message]] = {
    **dict.fromkeys(_FULL, N_("the last game is not saved yet: the disk is full, free some space")),
    **dict.fromkeys(_NOT_WRITABLE, N_("the last game is not saved yet: make {folder} writable")),
    **dict.fromkeys(_NO_FOLDER, N_("the last game is not saved yet: make {folder} a folder")),
    0: N_("the last game is not saved: {reason}"),
}
"""Remedies when a game cannot be saved, by errno."""
_UNKEPT: Final[dict[int, Message]] = {
    **dict.fromkeys(_FULL, N_("this game is not kept now: the disk is full, free some space")),
    **dict.fromkeys(_NOT_WRITABLE, N_("this game is not kept now: make {folder} writable")),
    **dict.fromkeys(_NO_FOLDER, N_("this game is not kept now: make {folder} a folder")),
    0: N_("this game is not kept now: {reason}"),
}
"""Remedies when a running game cannot be stored, by errno."""
_LONGEST: Final = 29
"""Maximum length of a folder's path."""


def not_kept_line(trouble: ArchiveProblem) -> Sentence:
    """Explain why the last game is not saved, with a remedy to apply before the next attempt."""
    return _remedied(trouble, _REMEDIES)


def unkept_line(trouble: ArchiveProblem) -> Sentence:
    """Say why a running game is not kept, with a remedy to apply before the next move."""
    return _remedied(trouble, _UNKEPT)


def _remedied(trouble: ArchiveProblem, remedies: dict[int, Message]) -> Sentence:
    error = trouble.error
    number = error.errno if isinstance(error, OSError) else None
    reason = worded(error)
    return tell(
        remedies.get(number or 0, remedies[0]),
        folder=tail(short(trouble.folder), _LONGEST),
        reason=f"{reason[:1].lower()}{reason[1:]}",
    )


_LONGEST_NAME: Final = 58
"""Maximum length of a file's name in the bar."""
_LONGEST_FOLDER: Final = 36


def share_prompt(
    source: Source, *, may_copy: bool, link: GameLink = "public", why: Sentence = SILENCE
) -> Prompt:
    """Explain how others can see this game; `may_copy` says whether files can be written here."""
    ways = (do.PICTURE, do.CAST, do.RESULT)
    copy, close = (do.COPY,) * may_copy, (do.CLOSE_LINK,) * (link == "open")
    options = tuple(map(option, (*copy, *ways, *close, do.TO_REPLAY)))
    sentence, how = _how(source, may_copy=may_copy)
    if any(span.role == "line" for span in why):
        sentence = SILENCE  # the line has the rows
    if link == "closed":
        sentence, how = tell("its link is closed: only its players can see this game"), SILENCE
    return Prompt("bar" if may_copy else "wait", tr("SHARE"), sentence, options, why or how)


def _how(source: Source, *, may_copy: bool) -> tuple[Sentence, Sentence]:
    if source.game:
        by_ssh = Span(f"ssh -t {source.door} replay {source.game}", "line")
        if source.link:
            link = Span(f"{source.link}/game/{source.game}", "line")
            other = tell("or by ssh: {watch}", watch=by_ssh._replace(role="strong"))
            fits = source.door and len(plain(other)) <= _ROOM
            return tell("{watch} shows it", watch=link), other if fits else SILENCE
        record = Span(f"ssh {source.door} record {source.game} > g", "strong")
        file = tell("{record} gives its file", record=record)
        shown = tell("{watch} shows it", watch=by_ssh)
        return shown, file if len(plain(file)) <= _ROOM else SILENCE
    if source.file:
        path = Path(source.file)
        folder = tail(short(str(path.parent)), _LONGEST_FOLDER)
        watch = Span(f"cuttle replay {shlex.quote(path.name)}", "strong")
        return tell("{watch} shows it", watch=watch), tell("it is in {folder}", folder=folder)
    if may_copy:
        told = tell("this game has not been saved yet")
        return told, tell("{watch} shows a copy", watch=Span("cuttle replay FILE", "strong"))
    return (
        tell("others find this game in the lobby, under finished"),
        tell("its id is shown there"),
    )


def copy_prompt(name: str, why: Sentence) -> Prompt:
    """Ask where to write a copy."""
    options = (option(do.WRITE), option("ctrl+u", N_("clear")), option(do.TO_SHARING))
    told = why or tell("in this folder, unless you name another; no file is overwritten")
    sentence = tell("Which file?  {typed}", typed=typed(tail(name, _LONGEST_NAME)))
    return Prompt("bar", tr("COPY"), sentence, options, told)


def written_line(path: Path) -> Sentence:
    """Report where the copy is."""
    return tell("written: {file}", file=Span(tail(short(str(path)), _LONGEST_NAME), "strong"))


def not_written_line(error: NotWritten) -> Sentence:
    """Explain why the copy was not written."""
    if isinstance(error, Taken):
        return tell("there is already a file with that name: choose another")
    text = worded(error)
    return tell("could not write it: {reason}", reason=f"{text[:1].lower()}{text[1:]}")


_ROOM: Final = 76
"""Columns of the prompt's last row in the smallest window."""
_LEAST: Final = 8
"""The least columns for the name of a folder."""


def command_line(command: str, *, copied: bool) -> Sentence:
    """Show a command for the reader's own terminal; it may be in the clipboard."""
    told = N_("paste at home: {command}") if copied else N_("type at home: {command}")
    return tell(told, command=Span(command, "line"))


def copied_line(copied: Copied, link: GameLink) -> Sentence:
    """Say that a result was copied, and what it has of a link."""
    if copied != "sent" or link == "public":
        return words.copied_line(copied)
    told = {
        "open": N_("copied with its link; {key} closes it to all but its players"),
        "closed": N_("copied without its link, which is closed to all but its players"),
    }
    return tell(told[link], key=Span(CLOSE_LINK, "key"))


NO_KEY: Final = N_("its link is closed, and without a key ssh does not know you as its player")
LINK_CLOSED: Final = N_("the link is closed: only its players can see this game now")


def not_stored_line() -> Sentence:
    """Say that the game has no id yet."""
    return tell("this game is not stored yet: try again in a moment")


DELIVERED: Final = N_("your browser saves it")


def saved_line(paths: Sequence[Path]) -> Sentence:
    """Name the folder and the files in it; those of one game differ in their suffix."""
    first, *others = paths
    files = listing([Span(first.name, "strong"), *(Span(one.suffix, "strong") for one in others)])
    room = _ROOM - len(plain(_saved_in("", files)))
    return _saved_in(tail(short(str(first.parent.absolute())), max(_LEAST, room)), files)


def _saved_in(folder: str, files: Sentence) -> Sentence:
    return tell("saved in {folder}: {files}", folder=Span(folder, "strong"), files=files)


HEADS: Final = (
    C_("head of a column", "date"),
    C_("head of a column", "result"),
    C_("head of a column", "against"),
    C_("head of a column", "score"),
    C_("head of a column", "turns"),
    C_("head of a column", "how"),
)
COLUMNS: Final = (3, 15, 35, 52, 64)
_TURNS: Final = Plural("{n} turn", "{n} turns")


class Result(NamedTuple):
    """A game that is over."""

    when: str
    """Day and time, as ``2026-11-21 08:15``."""
    players: tuple[str, ...]
    winners: tuple[int, ...] | None
    """Empty for a draw; None if the game was not finished."""
    scores: tuple[int, ...] = ()
    turns: int = 0
    """0 if unknown; so are the scores then."""
    why: str = ""
    """As in a record; empty if unknown."""
    readable: bool = True
    watchable: bool = True
    """Whether its record can be read."""
    goals: tuple[int, ...] = ()
    """The goal of each seat; empty if unknown."""
    given_up: GivenUp = ()
    """The seats that gave up, and how, if that is known."""
    match: MatchStanding | None = None
    """How its match stood after it, if that is known."""

    @property
    def ending(self) -> GameResult:
        """How the game ended."""
        facts = (self.scores, self.goals, self.given_up, self.match)
        return GameResult(self.winners, self.why, *facts)


def result_of(line: GameLine) -> Result:
    """Return the result of a game that a server lists."""
    return Result(
        line.ended,
        line.names,
        line.winners,
        line.scores,
        line.turns,
        line.why,
        goals=line.goals,
        given_up=line.given_up,
        match=line.match,
    )


def own_results(games: Sequence[GameLine], me: str) -> tuple[Result, ...]:
    """Return the results of the reader's own games among those that a server lists."""
    return tuple(result_of(game) for game in games if me in game.names)


def seat_of(game: Result | ArchivedGame, me: str) -> int | None:
    """Return the reader's seat; None if they did not play."""
    return game.players.index(me) if game.players.count(me) == 1 else None


def rival_of(result: Result, me: str) -> str:
    """Return the other person in a game for two; empty if there was none."""
    seat = seat_of(result, me)
    if seat is None or len(result.players) != _DUEL:
        return ""
    other = result.players[1 - seat]
    return other if called(other) is None else ""


def result_cells(result: Result, me: str) -> tuple[str, ...]:
    """Write the cells of a game: date, result, opponents, score, turns, how it ended."""
    seat = seat_of(result, me)
    told = (seat,) if seat is not None else result.winners or ()
    others = (name for place, name in enumerate(result.players) if place not in told)
    who = ", ".join(map(brief_with_level, others))
    turns = str(result.turns) if result.turns else ""
    ending, day = result.ending, result.when.partition(" ")[0]
    how = short_reason(ending, len(result.players)) if result.watchable else tr("broken file")
    outcome = outcome_in_match(ending, result.players, seat) if result.readable else ""
    return (day, outcome, who, score_cell(ending, seat), turns, how)


def finished_cells(line: GameLine, me: str) -> tuple[str, ...]:
    """Write the cells of a finished game, from the reader's side if they played."""
    return result_cells(result_of(line), me)


def _outcome(result: Result, seat: int | None) -> str:
    if not result.readable:
        return tr("broken file")
    return outcome_text(result.ending, result.players, seat)


def player_lines(result: Result) -> tuple[Sentence, ...]:
    """Write the players of a game, with their points if they are known, a line each."""
    names = [Span(with_level(name), "strong") for name in result.players]
    if not result.scores:
        return tuple(map(say, names))
    points = points_texts(result.ending)
    return tuple(
        tell("{who}: {score}", who=name, score=score)
        for name, score in zip(names, points, strict=True)
    )


def about_lines(result: Result, rules: str) -> tuple[Sentence, ...]:
    """Write the players of a game, its rules, and how long it was, if they are known."""
    turns = counted(result.turns, _TURNS) if result.turns else ""
    facts = ", ".join(filter(None, (rules, turns)))
    match = () if result.match is None else (match_line(result.match, _named(result)),)
    return (*player_lines(result), *match, *((say(facts),) if facts else ()))


def _named(result: Result) -> Names:
    return Names(tuple(map(with_level, result.players)), None)


def result_table(results: Sequence[Result], me: str) -> tuple[Sentence, ...]:
    """Write games as lines of a narrow table: day, result and score, opponents."""
    told = [_told(result, me) for result in results]
    widest = max((cell_len(outcome) for outcome, _ in told), default=0)
    written = [day_and_month(result.when) for result in results]
    longest = max(map(cell_len, written), default=0)
    days = [set_cell_size(day, longest) for day in written]
    return tuple(
        say(
            f"{set_cell_size(day, longest)}  ",
            Span(set_cell_size(outcome, widest), "strong"),
            f"  {names}",
        )
        for day, (outcome, names) in zip(days, told, strict=True)
    )


def _told(result: Result, me: str) -> tuple[str, str]:
    """Return how a game ended, with the score, and the names of the reader's opponents."""
    seat = seat_of(result, me)
    others = [with_level(name) for place, name in enumerate(result.players) if place != seat]
    match = result.match
    if match is not None and match.winners and result.readable:  # it tells more than its last game
        outcome = outcome_in_match(result.ending, result.players, seat)
    else:
        points = score_text(result.ending, seat)
        outcome = " ".join(filter(None, (_outcome(result, seat), points)))
    return outcome, plain(listing(others))


def analysis_entry(players: Sequence[str], me: str, *, online: bool) -> Entry:
    """Return the entry of a list that opens what the coach thinks of a game of the reader's."""
    others = plain(listing([with_level(name) for name in players if name != me]))
    view, told = N_("seen by the coach"), N_("against {who}, seen by the coach")
    question, verb = N_("See what the coach thinks of your last game?"), N_("see it")
    return Entry(
        LAST_GAME[online], N_("your last game"), tr(told, who=others), question, verb, view
    )


def result_line(result: Result, me: str, *, length: bool = True) -> Sentence:
    """Say how a game of the reader's ended; `length` says whether to count its turns."""
    told, others = _told(result, me)
    names = Names(tuple(map(listed, result.players)), seat_of(result, me))
    parts: dict[str, Part] = {"outcome": Span(told, "strong"), "others": others}
    ending = result.ending
    if not ending.decided_by_points and (length or ending.why != "goal"):
        how = names.inside(reason(ending, names))
        return tell("{outcome} against {others}: {how}", how=how, **parts)
    if not result.turns or not length:
        return tell("{outcome} against {others}", **parts)
    turns = counted(result.turns, _TURNS)
    return tell("{outcome} against {others}, {turns}", turns=turns, **parts)
