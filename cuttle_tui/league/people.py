"""The pages of players: ratings, profiles, head-to-head; and what the screens of the league ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len, set_cell_size

from cuttle_tui.drawing.palette import Glyphs
from cuttle_tui.i18n.rich_text import SILENCE, Role, Sentence, Span, say, tell
from cuttle_tui.i18n.translation import C_, N_, Message, Plural, counted, tr
from cuttle_tui.kit import keymap as letters
from cuttle_tui.kit.text_types import Prompt, option
from cuttle_tui.league.pages import (
    ASCII,
    BOX,
    Column,
    Issues,
    Page,
    PageText,
    Sheet,
    Signs,
    Tab,
    shown_name,
)
from cuttle_tui.ports import GameLine, RatingLine
from cuttle_tui.ports.league import PROFILE_PARTS, HeadToHead, League, Profile, Tally
from cuttle_tui.table.words.game_over import season_name

POOLS: Final = {
    "live": N_("rated games"),
    "days": N_("correspondence games"),
    "live-bots": N_("against computers"),
    "days-bots": N_("correspondence games with computers"),
}
_GAMES: Final = Plural("{n} game", "{n} games")
_PARTS: Final = {
    "games": N_("games and streaks"),
    "opponents": N_("opponents"),
    "plays": N_("favourite plays"),
    "rating": N_("rating and its curve"),
}
_STREAKS: Final = (
    Plural("{n} game won in a row", "{n} games won in a row"),
    Plural("{n} game lost in a row", "{n} games lost in a row"),
)
_PLACES: Final = {1: N_("won {event}"), 2: N_("second in {event}"), 3: N_("third in {event}")}
_PLAYS: Final = {
    "draw": N_("draws"),
    "points": N_("point cards"),
    "scuttle": N_("scuttles"),
    "oneoff": N_("one-offs"),
    "royal": N_("royals and glasses"),
    "counter": N_("counters"),
}


def rating_text(line: RatingLine) -> str:
    """Write a rating; one that is not settled has a question mark."""
    return f"{line.rating}?" if line.provisional else str(line.rating)


def top_page(
    lines: tuple[RatingLine, ...], me: str = "", pool: str = "live", signs: Signs = BOX
) -> PageText:
    """List the ratings of a pool, the best first."""
    text = PageText(me).add(say(Span(tr(POOLS[pool]), "strong")), SILENCE)
    if not lines:
        return text.add(tell("Nobody has a rating here yet: play a rated match."))
    columns = (
        Column("", "right"),
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "rating")), "right", "strong"),
        Column("", "left", "quiet", gap=1),
        Column(tr(C_("head of a column", "games")), "right"),
    )
    rows = [
        (str(place), line.name, rating_text(line), f"{signs.about}{line.spread}", str(line.games))
        for place, line in enumerate(lines, 1)
    ]
    text.table(columns, rows, [line.name for line in lines])
    if any(line.provisional for line in lines):
        text.add(SILENCE, say(Span(tr("? = fewer games than a settled rating needs"), "quiet")))
    return text


def tally_text(tally: Tally) -> str:
    """Write games won, lost and drawn."""
    return tr("{won} won, {lost} lost, {drawn} drawn", **_parts(tally))


def _parts(tally: Tally) -> dict[str, int]:
    return {"won": tally.won, "lost": tally.lost, "drawn": tally.drawn}


BARS: Final = " ▁▂▃▄▅▆▇█"
BARS_ASCII: Final = " .:-=+*#"
_LABEL: Final = 7
"""Columns of the ratings beside a curve."""
_CURVE_ROWS: Final = (4, 12)
"""The least and the most rows of a curve."""


class Room(NamedTuple):
    """The columns and rows of a page, or of a part of it."""

    width: int
    height: int


_USUAL: Final = Room(67, _CURVE_ROWS[0])
"""For text that has no window."""


def curve_lines(curve: Sequence[tuple[str, int]], bars: str, room: Room = _USUAL) -> list[Sentence]:
    """Draw a rating curve as bars, the latest at the right; nothing for fewer than two days.

    A window that is too small for the game has no room for a curve either.

    Args:
        curve: the rating after each day, oldest first.
        bars: signs for a cell, from empty to full.
        room: the columns and rows.
    """
    count, tall = room.width - _LABEL, room.height
    if len(curve) < 2 or count < 1:
        return []
    ratings = [curve[-(-(place + 1) * len(curve) // count) - 1][1] for place in range(count)]
    low, high = min(ratings), max(ratings)
    full = len(bars) - 1
    steps = [1 + (rating - low) * (tall * full - 1) // max(1, high - low) for rating in ratings]
    rows = []
    for row in reversed(range(tall)):
        cells = "".join(bars[max(0, min(full, step - row * full))] for step in steps)
        side = high if row == tall - 1 else low if row == 0 else ""
        rows.append(say(Span(f"{side:>6} ", "quiet"), Span(cells, "quiet")))
    first, last = curve[0][0], curve[-1][0]
    rows.append(say(Span(f"       {first}{last:>{max(0, count - len(first))}}", "quiet")))
    return rows


def profile_page(
    profile: Profile, bars: str = BARS, shown: Sequence[bool] | None = None, room: Room = _USUAL
) -> PageText:
    """Write what a player shows of themselves.

    Args:
        profile: the player.
        bars: the signs of which the rating curve is drawn.
        shown: which parts others see, on the player's own profile.
        room: the columns and rows of the page; what rows are left heighten the curve.
    """
    text = PageText()
    here = tr("here now") if profile.online else ""
    since = tr("since {day} UTC", day=profile.since) if profile.since else ""
    about = ", ".join(filter(None, (since, here)))
    text.add(say(Span(about, "quiet")), SILENCE)
    signs = ASCII if bars == BARS_ASCII else BOX
    text.add(*(_rating_line(line, signs) for line in profile.ratings))
    if "games" in profile.parts:
        played = counted(profile.games.games, _GAMES)
        text.add(say(f"{played}: {tally_text(profile.games)}"), *_streaks(profile))
    text.add(*(say(Span(award_text(*award), "strong")) for award in profile.awards))
    below = _counted(profile, room.width)
    if profile.favourites:
        below.add(SILENCE, _favourites(profile.favourites))
    if shown is not None:
        below.add(SILENCE, *_choices(shown))
    least, most = _CURVE_ROWS
    spare = room.height - len(text.lines) - len(below.lines) - 2
    tall = max(least, min(most, spare))
    if curve := curve_lines(profile.curve, bars, Room(room.width, tall)):
        text.add(SILENCE, *curve)
    return text.append(below)


_BESIDE: Final = 4
"""Columns between two tables."""


def _counted(profile: Profile, width: int) -> PageText:
    """Write the tables of opponents and rules, side by side if they fit."""
    names = [name for name, _ in profile.by_opponent]
    first, second = PageText(), PageText()
    if profile.by_opponent:
        head = tr(C_("head of a column", "opponent"))
        _tallies(first.add(SILENCE), head, profile.by_opponent, names)
    if profile.by_ruleset:
        head = tr(C_("head of a column", "rules"))
        _tallies(second.add(SILENCE), head, profile.by_ruleset)
    if first.width + _BESIDE + second.width > width:
        return first.append(second)
    return first.beside(second, _BESIDE) if first.lines else second


def _choices(shown: Sequence[bool]) -> list[Sentence]:
    """List the parts of a profile, and whether others see them."""
    lines = [say(Span(tr("what others see"), "quiet"))]
    for number, (part, yes) in enumerate(zip(PROFILE_PARTS, shown, strict=True), 1):
        state = tr("shown") if yes else tr("hidden")
        lines.append(say("  ", Span(str(number), "key"), f" {tr(_PARTS[part])}: {state}"))
    return lines


def _rating_line(line: RatingLine, signs: Signs) -> Sentence:
    return say(
        Span(rating_text(line), "strong"),
        Span(f" {signs.about}{line.spread}", "quiet"),
        f"  {tr(POOLS[line.pool])}, {counted(line.games, _GAMES)}",
    )


def _streaks(profile: Profile) -> list[Sentence]:
    lines = []
    if abs(profile.streak) > 1:
        lines.append(say(counted(abs(profile.streak), _STREAKS[profile.streak < 0])))
    if profile.best_streak > 1:
        lines.append(say(tr("longest run of wins: {n}", n=profile.best_streak)))
    return lines


def award_text(event: str, place: int) -> str:
    """Write a place in a championship, named by its id."""
    told = _PLACES.get(place, N_("place {place} in {event}"))
    return tr(told, event=season_name(event), place=place)


def _tallies(
    text: PageText, head: str, rows: tuple[tuple[str, Tally], ...], names: Sequence[str] = ()
) -> None:
    columns = (
        Column(head),
        Column(tr(C_("head of a column", "won")), "right"),
        Column(tr(C_("head of a column", "lost")), "right"),
        Column(tr(C_("head of a column", "drawn")), "right"),
    )
    cells = [(name, str(t.won), str(t.lost), str(t.drawn)) for name, t in rows]
    text.table(columns, cells, names)


def _favourites(favourites: tuple[tuple[str, int], ...]) -> Sentence:
    plays = ", ".join(f"{play_name(kind)} {count}" for kind, count in favourites)
    return tell("favourite plays: {plays}", plays=plays)


def play_name(kind: str) -> str:
    """Name a kind of play."""
    return tr(_PLAYS[kind]) if kind in _PLAYS else kind


def head_to_head_page(
    page: HeadToHead, glyphs: Glyphs | None = None, room: Room = _USUAL
) -> PageText:
    """Write two players' games against each other.

    Args:
        page: the games.
        glyphs: the signs for large figures and a curve; none for text that is read out.
        room: the columns and rows of the page.
    """
    text = PageText()
    players = f"{page.one} - {page.other}"
    text.add(say(Span(players, "strong"), f"   {tally_text(page.games)}"), SILENCE)
    matches = tell("matches: {won} - {lost}", won=page.matches[0], lost=page.matches[1])
    latest = _latest(page)
    if glyphs is None:
        return text.add(matches).append(PageText().add(SILENCE).append(latest))
    left = room.width - latest.width - _BESIDE
    narrow = left < _LEAST_LEFT
    score = PageText().add(*_score_lines(page, glyphs, room), SILENCE, matches, SILENCE)
    tall = room.height - len(text.lines) - len(score.lines) - _CURVE_AROUND
    tall -= narrow * (len(latest.lines) + 1)
    width = min(_WIDEST_CURVE, room.width if narrow else left)
    score.add(*_lead_lines(page, glyphs, Room(width, min(_CURVE_ROWS[1], tall))))
    if narrow:
        return text.append(score).append(latest)
    return text.append(score.beside(latest, _BESIDE))


_LEAST_LEFT: Final = 30
"""Columns of the score and the curve, beside the latest games."""
_WIDEST_CURVE: Final = 64
_CURVE_AROUND: Final = 2
"""Lines above a curve and below it."""
_FIGURES: Final = (5, 8)
"""Rows of fields whose scores have figures of the sizes used here."""
_ROOMY: Final = 20
"""Rows of a page with the larger ones."""


def _latest(page: HeadToHead) -> PageText:
    """List the latest games: who beat whom, the score, and how many turns it took."""
    columns = (
        Column(tr(C_("head of a column", "latest games")), role="quiet", gap=0),
        Column(""),
        Column("", "right", "quiet"),
    )
    rows = [(game.ended[:_DAY], _beat(game), _score(game)) for game in page.last]
    return PageText().table(columns, rows) if rows else PageText()


_DAY: Final = len("2026-11-21")


def _beat(game: GameLine) -> str:
    """Say who beat whom."""
    if not game.winners:
        return tr("a draw")
    winner, loser = sorted(game.names, key=lambda name: name != game.names[game.winners[0]])
    return tr("{winner} beat {loser}", winner=shown_name(winner), loser=shown_name(loser))


def _score(game: GameLine) -> str:
    """Write the scores, the winner's first."""
    won = game.winners[:1]
    order = sorted(range(len(game.scores)), key=lambda seat: seat not in won)
    return "-".join(str(game.scores[seat]) for seat in order)


def _score_lines(page: HeadToHead, glyphs: Glyphs, room: Room) -> list[Sentence]:
    """Write both names, with the games that each has won below them in large figures."""
    from cuttle_tui.drawing.tiles import figures  # not for lines of text

    won = (page.games.won, page.games.lost)
    rows = _FIGURES[room.height >= _ROOMY]
    figured = [figures(number, rows, glyphs) or (str(number),) for number in won]
    widths = [
        max(map(cell_len, (name, *rows)))
        for name, rows in zip((page.one, page.other), figured, strict=True)
    ]
    lines = [_pair((page.one, page.other), widths, ("strong", "strong")), SILENCE]
    leads: tuple[Role, Role] = ("key", "text") if won[0] >= won[1] else ("text", "key")
    return lines + [_pair(row, widths, leads) for row in zip(*figured, strict=True)]


def _pair(texts: tuple[str, str], widths: Sequence[int], roles: tuple[Role, Role]) -> Sentence:
    """Write two texts beside each other."""
    one, other = texts
    first = set_cell_size(one, widths[0] + _BESIDE)
    return say(Span(first, roles[0]), Span(other, roles[1]))


def _lead_lines(page: HeadToHead, glyphs: Glyphs, room: Room) -> list[Sentence]:
    """Draw how the latest games went for the first player, as a curve that rises with each win."""
    lead, curve = 0, []
    for game in reversed(page.last):
        won = game.winners and game.names[game.winners[0]] == page.one
        lead += 0 if not game.winners else 1 if won else -1
        curve.append((game.ended[:_DAY], lead))
    if room.height < 1 or not (lines := curve_lines(curve, bars_of(glyphs), room)):
        return []
    told = tr("lead of {name}, game by game", name=page.one)
    return [say(Span(told, "quiet")) if cell_len(told) <= room.width else SILENCE, *lines]


def bars_of(glyphs: Glyphs) -> str:
    """Return the signs that a curve is drawn with."""
    return BARS_ASCII if glyphs.lettered else BARS


async def _top(league: League, words: list[str]) -> Sheet:
    pool = words[0] if words else "live"
    if words[1:] or pool not in POOLS:
        raise ValueError(words)
    lines = await league.top(pool)
    return Sheet(lambda look: top_page(lines, look.me, pool, look.signs))


async def _pools(league: League) -> Issues:
    return Issues([[pool] for pool in POOLS])


async def _player(league: League, words: list[str]) -> Sheet:
    """Read a profile; with a second name, the games of the two."""
    if len(words) not in (1, 2):
        raise ValueError(words)
    if words[1:]:
        games = await league.head_to_head(*words)
        return Sheet(lambda look: head_to_head_page(games))
    profile = await league.profile(words[0])
    return Sheet(lambda look: profile_page(profile))


PAGES: Final = (
    Page("top", N_("top [live | days | live-bots | days-bots]"), N_("the best ratings"), _top),
    Page(
        "player",
        N_("player NAME [OPPONENT]"),
        N_("a player; with a second name, their games together"),
        _player,
    ),
)
TABS: Final = (
    Tab(
        C_("a list of the league", "ratings"),
        N_("Ratings from rated games"),
        _top,
        _pools,
        beside="season",
    ),
)


NOT_SAVED: Final = N_("this could not be saved: it lasts for this visit")


def league_prompt(
    about: Message, chosen: str, turnable: tuple[bool, bool], opponent: str, why: Sentence
) -> Prompt:
    """Say what a list of the league is about, and what can be done.

    Args:
        about: what it is about.
        chosen: the player in focus.
        turnable: whether there is an earlier page, and a later one.
        opponent: whom the reader is to meet in the championship shown.
        why: what came of the last key.
    """
    options = [option("enter", tr("profile of {name}", name=chosen))] if chosen else []
    if opponent:
        options.append(option("enter", tr("play your match against {name}", name=opponent)))
    earlier, later = turnable
    if earlier:
        options.append(option(letters.EARLIER, tr("earlier")))
    if later:
        options.append(option(letters.LATER, tr("later")))
    options.append(option("esc", tr("back")))
    return Prompt("bar", tr("LEAGUE"), tell(about), tuple(options), why)


def profile_prompt(profile: Profile | None, chosen: str, why: Sentence) -> Prompt:
    """Say what can be done on a profile."""
    options = []
    if chosen:
        options.append(option("enter", tr("games against {name}", name=chosen)))
    if profile is not None and not profile.me:
        label = tr("stop following") if profile.followed else tr("follow")
        options += [option(letters.FOLLOW, label), option(letters.AGAINST_ME, tr("against you"))]
    options.append(option("esc", tr("back")))
    return Prompt("bar", tr("PROFILE"), tell("What this player shows"), tuple(options), why)


def head_to_head_prompt(one: str, other: str) -> Prompt:
    """Title the games of two players."""
    about = tell("{one} against {other}", one=one, other=other)
    return Prompt("wait", tr("HEAD TO HEAD"), about, (option("esc", tr("back")),), SILENCE)


def followed_line(name: str, *, now: bool) -> Sentence:
    """Confirm that a player is followed, or no longer."""
    told = (
        N_("you'll be told when {name} arrives")
        if now
        else N_("you won't be told any more when {name} arrives")
    )
    return tell(told, name=Span(name, "strong"))
