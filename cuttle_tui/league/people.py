"""The pages of players: ratings, profiles, head-to-head; and what the screens of the league ask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size

from cuttle_tui.drawing.forms import fullest
from cuttle_tui.drawing.graph import THIN, THIN_ASCII, Room, Strokes, curve_lines
from cuttle_tui.drawing.palette import Glyphs
from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Message,
    Part,
    Plural,
    Role,
    Sentence,
    Span,
    counted,
    plain,
    say,
    tell,
    tr,
)
from cuttle_tui.kit import keymap as letters
from cuttle_tui.kit.names import results_text
from cuttle_tui.kit.results import score_text, short_reason
from cuttle_tui.kit.text_types import Fill, Prompt, option
from cuttle_tui.kit.words import ONE_MOMENT
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
from cuttle_tui.replay.archive_words import result_of
from cuttle_tui.table.words.game_over import season_name

POOLS: Final = {
    "live": N_("rated games"),
    "days": N_("correspondence games"),
    "live-bots": N_("against computers"),
    "days-bots": N_("correspondence games with computers"),
}
_GAMES: Final = Plural("{n} game", "{n} games")
_RATED: Final = Plural("in {n} rated game", "in {n} rated games")
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
    lines: tuple[RatingLine, ...],
    me: str = "",
    pool: str = "live",
    signs: Signs = BOX,
    *,
    scrolls: bool = False,
    room: int = 0,
) -> PageText:
    """List the ratings of a pool, the best first.

    Where the list scrolls, its sign is explained above it, else at the end. Where there is room
    for it, a line shows each rating, and between what it may be.
    """
    title = say(Span(tr(POOLS[pool]), "strong"))
    about = say(Span(tr("? = not settled yet: few games"), "quiet"))
    told = any(line.provisional for line in lines)
    if told and scrolls:
        title = say(*title, "   ", *about)
    text = PageText(me).add(title, SILENCE)
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
    table = PageText(me).table(columns, rows, [line.name for line in lines])
    table = table.drawn(room, lambda width: _rating_lines(lines, width, signs))
    text.pinned = len(text.lines) + 1
    text.append(table)
    return text.add(SILENCE, about) if told and not scrolls else text


def _rating_lines(lines: Sequence[RatingLine], width: int, signs: Signs) -> Iterator[Sentence]:
    """Draw ratings as dots on lines that show what they may be, below the ends of the scale."""
    low = min(line.rating - line.spread for line in lines)
    high = max(line.rating + line.spread for line in lines)
    yield say(Span(f"{low}{high:>{width - len(str(low))}}", "quiet"))
    for line in lines:
        ends = (line.rating - line.spread, line.rating, line.rating + line.spread)
        first, at, last = (round((end - low) * (width - 1) / (high - low or 1)) for end in ends)
        before = " " * first + signs.straight * (at - first)
        after = signs.straight * (last - at)
        yield say(Span(before, "quiet"), Span(signs.dot, "strong"), Span(after, "quiet"))


def tally_text(tally: Tally) -> str:
    """Write games won, lost and drawn."""
    return results_text(tally.won, tally.lost, tally.drawn)


_CURVE_ROWS: Final = (4, 8)
"""The least and the most rows of a curve."""
_USUAL: Final = Room(67, 0)
"""For text that has no window, and as many rows as it needs."""


def profile_page(
    profile: Profile,
    strokes: Strokes = THIN,
    shown: Sequence[bool] | None = None,
    room: Room = _USUAL,
) -> PageText:
    """Write what a player shows of themselves.

    Args:
        profile: the player.
        strokes: the signs of which the rating curve is drawn.
        shown: which parts others see, on the player's own profile.
        room: the columns and rows of the page; what rows are left heighten the curve.
    """
    here = tr("here now") if profile.online else ""
    since = tr("since {day} UTC", day=profile.since) if profile.since else ""
    text = PageText().add(say(Span(", ".join(filter(None, (since, here))), "quiet")), SILENCE)
    signs = ASCII if strokes == THIN_ASCII else BOX
    facts, tables = _facts(profile, signs, room), _counted(profile, room.width)
    plays = PageText()
    if profile.favourites and room.height >= _ROOMY_PAGE:
        plays.add(SILENCE, *_favourite_bars(profile.favourites, signs, room.width))
    elif profile.favourites:
        kinds = ", ".join(f"{play_name(kind)} {count}" for kind, count in profile.favourites)
        plays.add(SILENCE, tell("favourite plays: {plays}", plays=kinds))
    below = plays
    if shown is not None:
        left = room.height - _HEADED - len(facts.lines) - len(tables.lines)
        below = _with_choices(plays, shown, Room(room.width, left))
    with_curve = _with_curve(facts, tables, profile, strokes, room, len(below.lines))
    return text.append(with_curve).append(below)


def _with_choices(plays: PageText, shown: Sequence[bool], room: Room) -> PageText:
    """Say beside or below some lines what others see, in a line where the list has no rows."""
    in_a_line = PageText().add(*plays.lines, choices_line(shown))
    listed = PageText().add(SILENCE, *choices_page(shown).lines)
    beside = plays.joined(listed, room.width, _BESIDE)
    forms = (beside, in_a_line) if in_a_line.width <= room.width else (beside,)
    return fullest(forms, PageText.height, room.height)


_LOW: Final = 12
"""Rows below which the latest award is left to the bar, so that the opponents are in sight."""


def _facts(profile: Profile, signs: Signs, room: Room) -> PageText:
    """Write ratings, games and awards, a line each; where rows are few, a curve is beside them."""
    low = 0 < room.height < _LOW
    beside = room.width - _LEAST_BESIDE - _BESIDE if low else room.width
    facts = PageText().add(*(_rating_line(line, signs) for line in profile.ratings))
    if "games" in profile.parts:
        played = counted(profile.games.games, _GAMES)
        about = tally_text(profile.games)
        titles = (played, profile.games.games)
        forms = [tell("{title}: {about}", title=title, about=about) for title in titles]
        tally = fullest(forms, lambda form: cell_len(plain(form)), beside)
        lines = [_matches_line(profile.matches)] if any(profile.matches) else []
        if abs(profile.streak) > 1:
            lines.append(say(counted(abs(profile.streak), _STREAKS[profile.streak < 0])))
        if profile.best_streak > 1:
            lines.append(say(tr("longest run of wins: {n}", n=profile.best_streak)))
        facts.add(tally, *lines)
    awards = (award_text(*award) for award in profile.awards[low:])
    return facts.add(*(say(Span(award, "strong")) for award in awards))


def _with_curve(
    facts: PageText, tables: PageText, profile: Profile, strokes: Strokes, room: Room, below: int
) -> PageText:
    """Add the rating curve between facts and tables, or where rows are few beside them.

    Beside both it must be half as wide as they are; else it stands beside the facts alone.
    """
    (least, most), title = _CURVE_ROWS, tr(C_("a part of a profile", "rating"))
    spare = room.height - _HEADED - len(facts.lines) - len(tables.lines) - below - _DAYS - 1
    both = PageText().append(facts).append(tables)
    ways = ((both, PageText(), both.width // 2), (facts, tables, _LEAST_BESIDE))
    for part, rest, needed in ways if room.height and spare < least else ():
        left = room.width - part.width - _BESIDE
        if left >= needed:
            tall = max(least, len(part.lines) - _DAYS)
            beside = curve_lines(profile.curve, strokes, Room(left, min(most, tall)), title=title)
            part = part.beside(PageText().add(*beside), _BESIDE) if beside else part
            return part.append(rest)
    most = max(most, room.height // (2 if room.height >= _ROOMY_PAGE else 3))
    tall = max(least, min(most, spare))
    curve = curve_lines(profile.curve, strokes, Room(room.width, tall), title=title)
    return facts.add(*[SILENCE] * bool(curve), *curve).append(tables)


_HEADED: Final = 2
"""The line at the head of a profile, and a blank one."""
_LEAST_BESIDE: Final = 14
"""Columns of a curve beside facts."""
_BESIDE: Final = 4
_APART: Final = 2
"""Columns between two tables, usually and at least."""


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
    return first.joined(second, width, _BESIDE, _APART)


def _matches_line(matches: tuple[int, int]) -> Sentence:
    return tell("matches: {won} - {lost}", won=matches[0], lost=matches[1])


def choices_line(shown: Sequence[bool]) -> Sentence:
    """Say in one line what others see, and by which keys that is changed."""
    spans: list[Part] = []
    for number, (part, yes) in enumerate(zip(_IN_SHORT, shown, strict=True), 1):
        state = tr("shown") if yes else tr("hidden")
        spans += [Span(str(number), "key"), f" {tr(part)}: {state}  "]
    return say(*spans)


_IN_SHORT: Final = (
    C_("a part of a profile", "games"),
    C_("a part of a profile", "opponents"),
    C_("a part of a profile", "plays"),
    C_("a part of a profile", "rating"),
)


def choices_page(shown: Sequence[bool]) -> PageText:
    """List the parts of a profile, and whether others see them."""
    text = PageText().add(say(Span(tr("what others see"), "quiet")))
    for number, (part, yes) in enumerate(zip(PROFILE_PARTS, shown, strict=True), 1):
        state = tr("shown") if yes else tr("hidden")
        text.add(say("  ", Span(str(number), "key"), f" {tr(_PARTS[part])}: {state}"))
    return text


def _rating_line(line: RatingLine, signs: Signs) -> Sentence:
    told = f"{tr(POOLS[line.pool])}, {counted(line.games, _GAMES)}"
    origin = tr("{n} of them at {source}", n=line.before, source=line.source) if line.source else ""
    return say(
        Span(rating_text(line), "strong"),
        Span(f" {signs.about}{line.spread}", "quiet"),
        f"  {counted(line.games, _RATED) if line.pool == 'live' else told}",
        Span(f", {origin}" if origin else "", "quiet"),
    )


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


def _favourite_bars(
    favourites: tuple[tuple[str, int], ...], signs: Signs, width: int
) -> Iterator[Sentence]:
    """Yield how often each kind of play was made, as a bar of those columns."""
    yield say(Span(tr("favourite plays"), "quiet"))
    names = [play_name(kind) for kind, _ in favourites]
    widest, most = max(map(cell_len, names)), max(count for _, count in favourites)
    digits = len(str(most))
    room = width - widest - digits - 2 * _APART
    for name, (_, count) in zip(names, favourites, strict=True):
        told = f"{set_cell_size(name, widest)}{count:>{_APART + digits}}"
        bar = signs.full * max(1, room * count // most)
        yield say(told, " " * _APART, Span(bar, "quiet"))


_ROOMY_PAGE: Final = 40
"""Rows of a page from which plays are bars, and a curve may have half of them."""


def play_name(kind: str) -> str:
    """Name a kind of play."""
    return tr(_PLAYS[kind]) if kind in _PLAYS else kind


def head_to_head_page(
    page: HeadToHead, glyphs: Glyphs | None = None, room: Room = _USUAL, *, titled: bool = True
) -> PageText:
    """Write two players' games against each other.

    Args:
        page: the games.
        glyphs: the signs for large figures and a curve; none for text that is read out.
        room: the columns and rows of the page.
        titled: whether the page names the two at its head.
    """
    matches = _matches_line(page.matches)
    players = (Span(f"{page.one} - {page.other}", "strong"), "   ") if titled else ()
    text = PageText().add(say(*players, f"{tally_text(page.games)}   ", *matches), SILENCE)
    columns = (
        Column(tr(C_("head of a column", "latest games")), role="quiet", gap=0),
        Column(tr(C_("head of a column", "winner"))),
        Column("", "right", "quiet"),
    )
    winners = [shown_name(g.names[g.winners[0]]) if g.winners else tr("a draw") for g in page.last]
    cells = [
        (game.ended[:_DAY], winner, _score(game, page.one))
        for game, winner in zip(page.last, winners, strict=True)
    ]
    latest = PageText().table(columns, cells) if cells else PageText()
    if glyphs is None:
        return text.append(latest)
    left = room.width - latest.width - _BESIDE
    rows = room.height + _SPARE - len(text.lines)
    score = PageText().add(*_score_lines(page, glyphs, Room(left, rows)))
    wide = left - score.width - _BESIDE
    if wide >= 2 * score.width:
        lead = PageText().add(*_lead_lines(page, glyphs, Room(wide, rows - _SPARE), rows))
        return text.append(score.beside(lead, _BESIDE).beside(latest, _BESIDE))
    narrow = score.width > left
    highest = _HIGHEST_CURVE if narrow else max(_HIGHEST_CURVE, room.height // 3)
    spare = rows - len(score.lines) - narrow * (len(latest.lines) + 1)
    width = room.width if narrow else left
    score.add(*_lead_lines(page, glyphs, Room(width, spare), highest))
    if narrow:
        return text.append(score.add(SILENCE)).append(latest)
    return text.append(score.beside(latest, _BESIDE))


_HIGHEST_CURVE: Final = 6
"""Rows of a curve, at most, where a third of the page has no more."""
_LEAST_CURVE: Final = 2
_SPARE: Final = 1
"""Rows that a page has besides, if none below its heading stays blank."""
_FIGURES: Final = ((10, 14), (5, 10), (3, 0))
"""Rows of the figures of a score, and the least of what is left below them, largest first."""


_DAY: Final = len("2026-11-21")


def _score(game: GameLine, one: str) -> str:
    """Write the scores, that of the first player first; why it ended where they do not tell."""
    ending = result_of(game).ending
    first = game.names.index(one) if one in game.names else None
    return score_text(ending, first) or short_reason(ending, len(game.names))


def _score_lines(page: HeadToHead, glyphs: Glyphs, room: Room) -> list[Sentence]:
    """Write both names, with the games that each has won below them in large figures."""
    from cuttle_tui.drawing.tiles import numerals  # not for lines of text

    won = (page.games.won, page.games.lost)
    names = (shown_name(page.one), shown_name(page.other))
    leads: tuple[Role, Role] = ("key", "text") if won[0] >= won[1] else ("text", "key")
    for rows, below in _FIGURES:
        figured = [numerals(number, rows, glyphs) for number in won]
        pairs = zip(names, figured, strict=True)
        widths = [max(map(cell_len, (name, *figure))) for name, figure in pairs]
        lines = [_pair(row, widths, leads) for row in zip(*figured, strict=True)]
        lines.insert(0, _pair(names, widths, ("strong", "strong")))
        if PageText(lines=lines).fits(room.width, room.height - below):
            break
    return lines


def _pair(texts: tuple[str, str], widths: Sequence[int], roles: tuple[Role, Role]) -> Sentence:
    """Write two texts beside each other."""
    one, other = texts
    first = set_cell_size(one, widths[0] + _BESIDE)
    return say(Span(first, roles[0]), Span(other, roles[1]))


def _lead_lines(
    page: HeadToHead, glyphs: Glyphs, room: Room, highest: int = _HIGHEST_CURVE
) -> list[Sentence]:
    """Draw how the latest games went for the first player, as a line that rises with each win."""
    lead, curve = 0, [(game.ended[:_DAY], 0) for game in page.last[-1:]]
    for game in reversed(page.last):
        won = game.winners and game.names[game.winners[0]] == page.one
        lead += 0 if not game.winners else 1 if won else -1
        curve.append((game.ended[:_DAY], lead))
    told = tr("lead of {name}, game by game", name=page.one)
    around = [say(Span(told, "quiet"))] if cell_len(told) <= room.width else []
    tall = room.height - len(around) - _DAYS
    if tall < _LEAST_CURVE:
        return []
    if tall > _HIGHEST_CURVE // 2:
        around, tall = [SILENCE, *around], tall - 1
    lines = curve_lines(curve, strokes_of(glyphs), Room(room.width, min(highest, tall)), base=0)
    return [*around, *lines] if lines else []


_DAYS: Final = 1
"""The row of the days below a curve."""


def strokes_of(glyphs: Glyphs) -> Strokes:
    """Return the signs that a curve is drawn with."""
    return THIN_ASCII if glyphs.lettered else THIN


async def _top(league: League, words: list[str]) -> Sheet:
    """Read the best ratings of a pool."""
    pool = words[0] if words else "live"
    if words[1:] or pool not in POOLS:
        raise ValueError(words)
    lines = await league.top(pool)
    return Sheet(
        lambda look: top_page(
            lines, look.me, pool, look.signs, scrolls=look.height > 0, room=look.room
        )
    )


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
        below="year",
    ),
)


def shown_line(part: str, *, shown: bool) -> Sentence:
    """Confirm that others see a part of the reader's profile, or no longer do."""
    return tell(_NOW_SHOWN[shown], part=tr(_PARTS[part]))


_NOW_SHOWN: Final = {
    True: N_("others see now: {part}"),
    False: N_("hidden from others now: {part}"),
}
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
        options.append(option("enter", tr("challenge {name}", name=opponent)))
    earlier, later = turnable
    if earlier:
        options.append(option(letters.EARLIER, tr("earlier")))
    if later:
        options.append(option(letters.LATER, tr("later")))
    options.append(option("esc", tr("back")))
    fill: Fill = "bar" if opponent else "wait"
    told = tell("Play your match against {name}?", name=opponent) if opponent else tell(about)
    return Prompt(fill, tr("LEAGUE"), told, tuple(options), why)


def profile_prompt(profile: Profile | None, chosen: str, why: Sentence) -> Prompt:
    """Say what can be done on a profile."""
    options = []
    if chosen:
        options.append(option("enter", tr("games with {name}", name=chosen)))
    if profile is not None and not profile.me:
        label = tr("stop following") if profile.followed else tr("follow")
        options += [option(letters.FOLLOW, label), option(letters.AGAINST_ME, tr("with you"))]
    options.append(option("esc", tr("back")))
    about = say(ONE_MOMENT)
    if profile is not None:  # their name, and their latest award
        awards = [award_text(*award) for award in profile.awards[:1]]
        about = say(Span(profile.name, "strong"), *(f", {award}" for award in awards))
    return Prompt("wait", tr("PROFILE"), about, tuple(options), why)


def head_to_head_prompt() -> Prompt:
    """Title the games of two players."""
    about = tell("All games between the two")
    return Prompt("wait", tr("HEAD TO HEAD"), about, (option("esc", tr("back")),), SILENCE)


def followed_line(name: str, *, now: bool) -> Sentence:
    """Confirm that a player is followed, or no longer."""
    told = (
        N_("you'll be told when {name} arrives")
        if now
        else N_("you won't be told any more when {name} arrives")
    )
    return tell(told, name=Span(name, "strong"))
