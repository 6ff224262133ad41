"""Word the lobby: tables, games to watch, people, finished games, and what stands beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain, islice, takewhile
from typing import Final

from cuttle_tui import correspondence as inbox
from cuttle_tui.front.home_words import season_line
from cuttle_tui.i18n.translation import (
    C_,
    N_,
    Message,
    Plural,
    Sentence,
    Span,
    Words,
    counted,
    listing,
    plain,
    say,
    tell,
    tr,
)
from cuttle_tui.kit import keymap as letters
from cuttle_tui.kit.names import (
    control_name,
    describes,
    game_in_short,
    in_short,
    level_name,
    listed,
    named,
    results_text,
    with_level,
)
from cuttle_tui.kit.text_types import PanelBlock, PanelModel, Prompt, option
from cuttle_tui.kit.words import row_line, waiting_line
from cuttle_tui.league.nights import night_band
from cuttle_tui.ports import (
    ChallengeLine,
    GameLine,
    InboxLine,
    OnlineLobby,
    PersonLine,
    QueueLine,
    TableLine,
)
from cuttle_tui.ports.league import SeasonLine
from cuttle_tui.replay import archive_words as results
from cuttle_tui.rules.book import clock_line, rules_in_short, rules_in_words
from cuttle_tui.rules.panels import more_rules_line
from cuttle_tui.table.chat import REASONS
from cuttle_tui.table.choices import MENU_KEYS
from cuttle_tui.table.words.chat import WHY
from cuttle_tui.table.words.waiting_room import queue_line
from engine.table.controls import NO_CLOCK

NAMES: Final = (N_("tables"), N_("games"), N_("people"), N_("yours"), N_("finished"))
NOBODY: Final = N_("nobody is here")
_EMPTY: Final = (
    (
        N_("no table is waiting for players"),
        N_("a row tells who sits there, the rules and free seats"),
    ),
    (N_("no game is being played"), N_("a row tells who plays by what rules; all can watch")),
    (NOBODY,),
    (
        N_("no correspondence games yet"),
        N_("a row tells whose move it is, and how much time is left"),
    ),
    (N_("no finished games yet"), N_("a row tells who won, and how; all can watch it again")),
)
"""What each list says without rows, and what rows would show."""
Line = TableLine | QueueLine | PersonLine | GameLine | InboxLine
COLUMNS: Final = ((3, 13, 34, 43, 59), (3, 13, 43, 56), (3, 22, 34), (3, 13, 34), results.COLUMNS)
_TABLE: Final = C_("head of a column", "table")
_PLAYERS: Final = C_("head of a column", "players")
_RULES: Final = C_("head of a column", "rules")
_STATE: Final = C_("head of a column", "state")
HEADS: Final = (
    (
        _TABLE,
        _PLAYERS,
        C_("head of a column", "free"),
        _RULES,
        C_("head of a column", "clocks"),
        _STATE,
    ),
    (_TABLE, _PLAYERS, _RULES, C_("head of a column", "turn"), _STATE),
    (
        C_("head of a column", "name"),
        C_("head of a column", "rating"),
        C_("head of a column", "where"),
        "",
    ),
    inbox.HEADS,
    (C_("head of a column", "date (UTC)"), *results.HEADS[1:]),
)
"""The names of the columns of each list."""
_PEOPLE: Final = Plural("{n} person", "{n} people")
_TABLES: Final = Plural("{n} table", "{n} tables")
_GAMES: Final = Plural("{n} game", "{n} games")
WATCHING: Final = Plural("{n} watching", "{n} watching")
_WAIT: Final = Plural(
    "{names} is waiting at {table} for one more player ({rules})",
    "{names} are waiting at {table} for one more player ({rules})",
)


def empty_lines(tab: int) -> tuple[Sentence, ...]:
    """Say that a list has no rows, and what they show."""
    return tuple(map(say, _EMPTY[tab]))


def tab_names(counts: Sequence[int | None]) -> tuple[str, ...]:
    """Name the lists, with how long each is."""
    pairs = zip(map(str, NAMES), counts, strict=True)
    return tuple(name if count is None else f"{name} {count}" for name, count in pairs)


def band(lobby: OnlineLobby, *, asked: bool = False) -> tuple[Sentence, ...]:
    """Count players and tables, and tell the news; a challenge of the reader's comes first."""
    people, tables = lobby.people(), lobby.tables()
    counts = tell(
        "{people} here, {tables}, {games}",
        people=counted(len(people), _PEOPLE),
        tables=counted(sum(not line.running for line in tables), _TABLES),
        games=counted(sum(line.running for line in tables), _GAMES),
    )
    news = news_line(lobby, asked=asked)
    return (counts, news) if made_by(lobby) is None else (news, counts)


def news_line(lobby: OnlineLobby, *, asked: bool = False) -> Sentence:
    """Pick the most useful line.

    `asked` says that the player's challenge is in focus, and the bar tells how to withdraw it.
    """
    made = made_by(lobby)
    if made is not None:
        return waiting_line(made, brief=asked)
    night = night_band(lobby)
    if night:
        return night
    mine = inbox.count_line(lobby.inbox())
    if mine:
        return say(mine)
    others = [line for line in lobby.queue() if not line.me]
    if others:
        return queue_line(others[0])
    waits = takewhile(lambda line: not line.running, lobby.tables())  # these are listed first
    waiting = next((line for line in waits if line.free == 1), None)
    if waiting is None:
        key = Span(letters.NEW_TABLE, "key")
        return tell("{key} new table: others see it if it is public", key=key)
    return say(
        counted(
            len(waiting.names),
            _WAIT,
            table=waiting.title,
            names=plain(listing(_players(waiting))),
            rules=rules_in_words(waiting.ruleset),
        )
    )


def made_by(lobby: OnlineLobby) -> ChallengeLine | None:
    """Return the challenge that the reader made and that waits for an answer, if any."""
    return next((line for line in lobby.challenges() if line.mine), None)


def _players(line: TableLine | GameLine) -> list[str]:
    return [listed(name) for name in line.names]


def table_cells(line: TableLine, free: str) -> tuple[str, ...]:
    """Write the cells of a table that waits."""
    right = tr("yours") if line.mine else tr("rated") if line.rated else tr("waiting")
    return (line.title, _rated_names(line), free, _rules(line), _clocks(line), right)


def queue_cells(line: QueueLine, free: str) -> tuple[str, ...]:
    """Write the cells of a player who waits for a quick match."""
    who = named(listed(line.name), line.rating)
    kind = tr("(rated)") if line.rated else tr("(quick)")
    what = level_name(line.level) if line.level else kind
    return (what, who, free, _rules(line), _clocks(line), tr("waiting"))


def told_cells(line: Line) -> dict[int, str]:
    """Word the cells of a table that waits, or of a player, that are signs below a head."""
    if isinstance(line, QueueLine):
        free = 1
    elif isinstance(line, TableLine) and not line.running:
        free = line.free
    else:
        return {}
    clocks = {4: ""} if line.timing == NO_CLOCK else {}
    return {2: counted(free, SEATS)} | clocks


SEATS: Final = Plural("{n} seat free", "{n} seats free")


def _rules(line: TableLine | QueueLine) -> str:
    """Name the rules; the options of rated matches go without saying."""
    return in_short(line.ruleset.partition("+")[0] if line.rated else line.ruleset)


def _clocks(line: TableLine | QueueLine) -> str:
    return tr("none") if line.timing == NO_CLOCK else control_name(line.timing)


def _rated_names(line: TableLine, naming: Callable[[str], str] = listed) -> str:
    """List the players of a table with their ratings."""
    ratings = line.ratings or (None,) * len(line.names)
    pairs = zip(map(naming, line.names), ratings, strict=True)
    return ", ".join(named(name, rating) for name, rating in pairs)


def game_cells(line: TableLine) -> tuple[str, ...]:
    """Write the cells of a game in play."""
    right = tr("yours") if line.mine else ", ".join(_state(line))
    return (line.title, _rated_names(line), _rules(line), str(line.turn), right)


def table_line(line: TableLine) -> str:
    """Tell a table in a line of text: its players, what is free, the whole rules, its state."""
    running = line.running
    title, *cells = game_cells(line) if running else table_cells(line, "")
    names, state = _rated_names(line, with_level), cells[-1]
    told = {at - 1: text for at, text in told_cells(line).items()}
    told |= {0: names, 1 + (not running): f"{_RULES} {line.ruleset}", len(cells) - 1: state}
    return row_line(title, cells, HEADS[running][1:], told)


def _state(line: TableLine) -> list[str]:
    rated = [tr("rated")] if line.rated else []
    watched = [counted(line.watchers, WATCHING)] if line.watchers else []
    return [*rated, *watched]


def person_cells(line: PersonLine) -> tuple[str, ...]:
    """Write the cells of a player."""
    rating = named("", line.rating).strip()
    about = tr("guest") if line.guest else rating
    return (line.name, about, doing_text(line), note_text(line))


def note_text(line: PersonLine) -> str:
    """Say what the reader has to do with a player, if anything."""
    if line.me:
        return tr("you")
    return tr("blocked") if line.blocked else tr("followed") if line.followed else ""


def doing_text(line: PersonLine) -> str:
    """Say where a player is, and what they do there."""
    doing = "rated" if line.doing == "queue" and line.rated else line.doing
    return tr(_DOING[doing][bool(line.table)], table=line.table)


_DOING: Final = {
    "lobby": (N_("in the lobby"), N_("in the lobby")),
    "queue": (N_("wants a quick match"), N_("wants a quick match")),
    "rated": (N_("wants a rated match"), N_("wants a rated match")),
    "waiting": (N_("waiting"), N_("waiting at {table}")),
    "playing": (N_("playing"), N_("playing at {table}")),
    "watching": (N_("watching"), N_("watching {table}")),
}
"""By what a player does: where the table is not known, and where it is."""


def table_prompt(line: TableLine | None, why: Sentence) -> Prompt:
    """Ask whether to sit down at a table."""
    if line is None:
        return _prompt(tell("Open a table?"), why)
    if not line.free and not line.mine:
        full = tell("{table} is full: you can watch once the cards are dealt", table=line.title)
        return _prompt(full, why)
    if line.mine:
        return _prompt(tell("Go back to your seat at {table}?", table=line.title), why)
    asked = N_("Sit down at {table} with {names}?")
    if line.rated:
        asked = N_("Sit down at {table} with {names}, for a rated match?")
    return _prompt(tell(asked, table=line.title, names=listing(_players(line))), why)


def queue_prompt(line: QueueLine, why: Sentence) -> Prompt:
    """Ask whether to play somebody who waits for a quick match."""
    asked = _ASKED[line.rated]
    if line.level:
        asked = N_("Play {level}, rated among computers?")
        why = why or say(describes(line.level))
        return _prompt(tell(asked, level=level_name(line.level)), why)
    return _prompt(tell(asked, who=with_level(line.name)), why)


_ASKED: Final = {
    True: N_("Play {who}, who is waiting for a rated match?"),
    False: N_("Play {who}, who is waiting for a quick match?"),
}
"""By whether the match is rated."""


def game_prompt(line: TableLine | None, why: Sentence) -> Prompt:
    """Ask whether to watch a game."""
    if line is None:
        return _prompt(tell("Nothing to watch now"), why)
    names = listing(_players(line))
    return _prompt(tell("Watch {names} at {table}?", names=names, table=line.title), why)


def person_prompt(line: PersonLine | None, why: Sentence) -> Prompt:
    """Ask what to do about a player, if any is in focus."""
    if line is None or line.me:
        return _prompt(tell("These players are here"), why)
    asked = _ASKED[line.rated] if line.queue else N_("Challenge {who}?")
    return _prompt(tell(asked, who=line.name), why)


def finished_prompt(line: GameLine | None, why: Sentence) -> Prompt:
    """Ask whether to watch a replay."""
    if line is None:
        return _prompt(tell("No replays yet"), why)
    about = N_("rules: {rules}, rated; id {id}")
    if not line.rated:
        about = N_("rules: {rules}; id {id}")
    rules = game_in_short(line.ruleset, NO_CLOCK, rated=line.rated)
    facts = tell(about, rules=rules, id=line.id)
    if line.link == "closed":
        facts = tell("{facts}; for its players alone", facts=facts)
    return _prompt(tell("Watch this replay?"), why or facts)


def _prompt(sentence: Sentence, why: Sentence) -> Prompt:
    return Prompt("bar", tr("LOBBY"), sentence, why=why)


def verb_of(line: Line | None) -> Words:
    """Say what enter does with a row; empty if nothing."""
    if isinstance(line, TableLine):
        sit = N_("sit down") if line.free or line.mine else ""
        return N_("watch") if line.running else sit
    if isinstance(line, PersonLine):
        invite = N_("play") if line.queue else N_("challenge")
        return "" if line.me else invite
    return "" if line is None else _VERBS[type(line)]


_VERBS: Final[dict[type[Line], Message]] = {
    QueueLine: N_("play"),
    InboxLine: N_("open it"),
    GameLine: N_("watch"),
}


def report_prompt(who: str) -> Prompt:
    """Ask for the reason of a report."""
    options = [option(key, WHY[why]) for key, why in zip(MENU_KEYS, REASONS, strict=False)]
    return Prompt(
        "bar",
        tr("REPORT"),
        tell("Why are you reporting {who}?", who=who),
        (*options, option("esc", tr("back"))),
        tell("the server's operators will read it"),
    )


NOT_YOURSELF: Final = N_("that is you")
NOT_HERE: Final = N_("choose somebody in the player list first")
LATE_CLICK: Final = N_("the list changed before your click arrived: look again")
WATCH_HERE: Final = N_("enter or w watches the marked game")

PEOPLE: Final = N_("who is here")
NEWS: Final = N_("league and play nights")
_MOST: Final = 12
"""Lines of a list beside another one."""


def ruleset_of(line: Line | None, lobby: OnlineLobby) -> str:
    """Return the rules of a row of a list: of a person those they play by or wait for.

    Empty if there are none.
    """
    if line is None:
        return ""
    if not isinstance(line, PersonLine):
        return line.ruleset
    waits = (each.ruleset for each in lobby.queue() if line.queue and each.id == line.queue)
    plays = (each.ruleset for each in lobby.tables() if line.table and each.title == line.table)
    return next(chain(waits, plays), "")


RULES: Final = N_("rules")


def game_lines(line: Line | None, ruleset: str) -> tuple[Sentence, ...]:
    """Say by which rules and clocks the game of a row is played, and where to read more."""
    clocks: tuple[Sentence, ...] = ()
    if isinstance(line, TableLine | QueueLine | InboxLine):
        clocks = (clock_line(line.timing),)
    told = rules_in_short(ruleset)
    return (*told, *clocks, more_rules_line()) if told else ()


def others_lines(lobby: OnlineLobby) -> tuple[Sentence, ...]:
    """List the other players who are here, and what they do."""
    others = (line for line in lobby.people() if not line.me)
    return tuple(map(person_line, islice(others, _MOST)))


def person_line(line: PersonLine, note: str = "") -> Sentence:
    """Say in a line who a player is, and what they do."""
    name = named(line.name, line.rating)
    who = tr("{name} ({note})", name=name, note=note) if note else name
    return tell("{who}: {doing}", who=Span(who, "strong"), doing=doing_text(line))


def acquaintance(line: PersonLine, games: Sequence[GameLine], player: str) -> tuple[Sentence, ...]:
    """Say what somebody does, and how the games of two went that the reader last had with them."""
    both = [game for game in games if set(game.names) == {player, line.name} and game.winners]
    won = sum(game.names[game.winners[0]] == player for game in both)
    tally = tell("your last games: {tally}", tally=results_text(won, len(both) - won))
    return (say(doing_text(line)), *((tally,) if both else ()))


def about_table(
    line: TableLine | QueueLine | InboxLine,
    here: Mapping[str, PersonLine],
    games: Sequence[GameLine],
    player: str,
) -> PanelModel:
    """Say who sits at a table or waits, and how the reader's games with each of them went."""
    if isinstance(line, InboxLine):
        names = line.opponents
    else:
        names = (line.name,) if isinstance(line, QueueLine) else line.names
    known = [here[name] for name in names if name in here and name != player]
    met = tuple(
        PanelBlock(named(each.name, each.rating), acquaintance(each, games, player))
        for each in known
    )
    if isinstance(line, TableLine) and line.running:
        turn = tr("turn {n}", n=line.turn) if line.turn else tr("between two games")
        told = ", ".join([turn, *_state(line)])
        game = PanelBlock(line.title, (say(Span(_rated_names(line), "strong")), say(told)))
        return (game, *met)
    return met


def about_game(line: GameLine) -> PanelBlock:
    """Say who played a finished game, by which rules, and how long it was."""
    result = results.result_of(line)
    lines = results.about_lines(result, in_short(line.ruleset))
    played = (tell("played elsewhere: {source}", source=line.source),) if line.source else ()
    return PanelBlock(result.when, (*lines, *played))


def news_lines(lobby: OnlineLobby) -> tuple[Sentence, ...]:
    """Tell the running season and the play night."""
    season: SeasonLine | None = lobby.season
    lines = (() if season is None else season_line(season), night_band(lobby))
    return tuple(line for line in lines if line)
