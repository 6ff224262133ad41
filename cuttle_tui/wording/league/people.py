"""Word the players of a league: ratings, profiles, head-to-head."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, Span, say, tell
from cuttle_tui.i18n.translation import C_, N_, Plural, counted, tr
from cuttle_tui.ports.league import HeadToHead, Profile, RatingLine, Tally
from cuttle_tui.wording.front.lobby import finished_cells
from cuttle_tui.wording.league.seasons import SUITS
from cuttle_tui.wording.league.text_table import Column, text_table

POOLS: Final = {
    "live": N_("rated games"),
    "days": N_("correspondence games"),
    "bots": N_("games with computers"),
}
_GAMES: Final = Plural("{n} game", "{n} games")
_NOBODY: Final = N_("Nobody has a rating here yet: play a rated match.")
_STREAKS: Final = (
    Plural("{n} game won in a row", "{n} games won in a row"),
    Plural("{n} game lost in a row", "{n} games lost in a row"),
)
_PLACES: Final = {1: N_("won {event}"), 2: N_("second in {event}"), 3: N_("third in {event}")}
_OTHER_PLACE: Final = N_("place {place} in {event}")
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


def top_lines(lines: tuple[RatingLine, ...], me: str = "") -> tuple[Sentence, ...]:
    """List ratings, the best first."""
    if not lines:
        return (say(tr(_NOBODY)),)
    columns = (
        Column("", "right"),
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "rating")), "right", "strong"),
        Column("", "left", "quiet", gap=1),
        Column(tr(C_("head of a column", "games")), "right"),
    )
    rows = [
        (str(place), line.name, rating_text(line), f"+-{line.spread}", str(line.games))
        for place, line in enumerate(lines, 1)
    ]
    mine = [number for number, line in enumerate(lines) if line.name == me]
    table = text_table(columns, rows, mine)
    if any(line.provisional for line in lines):
        table += [SILENCE, say(Span(tr("? = fewer games than a settled rating needs"), "quiet"))]
    return tuple(table)


def tally_text(tally: Tally) -> str:
    """Write games won, lost and drawn."""
    return tr("{won} won, {lost} lost, {drawn} drawn", **_parts(tally))


def _parts(tally: Tally) -> dict[str, int]:
    return {"won": tally.won, "lost": tally.lost, "drawn": tally.drawn}


def profile_lines(profile: Profile) -> tuple[Sentence, ...]:
    """Write what a player shows of themselves."""
    here = tr("here now") if profile.online else ""
    since = tr("since {day}", day=profile.since)
    about = ", ".join(filter(None, (since, here)))
    lines: list[Sentence] = [say(Span(profile.name, "strong"), f"   {about}"), SILENCE]
    lines += [_rating_line(line) for line in profile.ratings]
    if "games" in profile.parts:
        played = counted(profile.games.games, _GAMES)
        lines.append(say(f"{played}: {tally_text(profile.games)}"))
        lines += _streaks(profile)
    lines += [say(Span(award_text(event, place), "strong")) for event, place in profile.awards]
    if profile.by_ruleset:
        lines += [SILENCE, *_tallies(tr(C_("head of a column", "rules")), profile.by_ruleset)]
    if profile.by_opponent:
        lines += [SILENCE, *_tallies(tr(C_("head of a column", "opponent")), profile.by_opponent)]
    if profile.favourites:
        lines += [SILENCE, _favourites(profile.favourites)]
    return tuple(lines)


def _rating_line(line: RatingLine) -> Sentence:
    return say(
        Span(rating_text(line), "strong"),
        Span(f" +-{line.spread}", "quiet"),
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
    year, _, suit = event.partition("-")
    name = tr(SUITS.get(suit, SUITS[""]), year=year)
    return tr(_PLACES.get(place, _OTHER_PLACE), event=name, place=place)


def _tallies(head: str, rows: tuple[tuple[str, Tally], ...]) -> list[Sentence]:
    columns = (
        Column(head),
        Column(tr(C_("head of a column", "won")), "right"),
        Column(tr(C_("head of a column", "lost")), "right"),
        Column(tr(C_("head of a column", "drawn")), "right"),
    )
    cells = [(name, str(t.won), str(t.lost), str(t.drawn)) for name, t in rows]
    return text_table(columns, cells)


def _favourites(favourites: tuple[tuple[str, int], ...]) -> Sentence:
    plays = ", ".join(f"{play_name(kind)} {count}" for kind, count in favourites)
    return tell("favourite plays: {plays}", plays=plays)


def play_name(kind: str) -> str:
    """Name a kind of play."""
    return tr(_PLAYS[kind]) if kind in _PLAYS else kind


def head_to_head_lines(page: HeadToHead) -> tuple[Sentence, ...]:
    """Write two players' games against each other."""
    players = f"{page.one} - {page.other}"
    lines: list[Sentence] = [
        say(Span(players, "strong"), f"   {tally_text(page.games)}"),
        tell("matches: {won} - {lost}", won=page.matches[0], lost=page.matches[1]),
    ]
    if page.last:
        columns = (Column(tr(C_("head of a column", "latest games")), role="quiet"), Column(""))
        rows = [finished_cells(game)[:2] for game in page.last]
        lines += [SILENCE, *text_table(columns, rows)]
    return tuple(lines)
