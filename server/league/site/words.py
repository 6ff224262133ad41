"""Every word of the static pages, in the language of the site."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.translation import C_, N_, Words, spoken, tr

_WORDS: Final[dict[str, Words]] = {
    "cuttle": N_("Cuttle league"),
    "home": C_("a page of the site", "League"),
    "seasons": C_("a page of the site", "Seasons"),
    "championships": C_("a page of the site", "Championships"),
    "players": C_("a page of the site", "Players"),
    "standings": N_("Standings"),
    "ratings": N_("Ratings"),
    "week": N_("Week"),
    "matches": N_("Matches"),
    "places": N_("Places"),
    "place": C_("head of a column", "place"),
    "player": C_("head of a column", "player"),
    "opponent": C_("head of a column", "opponent"),
    "rules": C_("head of a column", "rules"),
    "points": C_("head of a column", "points"),
    "won": C_("head of a column", "won"),
    "lost": C_("head of a column", "lost"),
    "drawn": C_("head of a column", "drawn"),
    "rating": C_("head of a column", "rating"),
    "games": C_("head of a column", "games"),
    "year_points": C_("head of a column", "year points"),
    "winners": C_("side of a bracket", "winners"),
    "losers": C_("side of a bracket", "losers"),
    "final": C_("side of a bracket", "final"),
    "against": N_("Opponents"),
    "by_rules": N_("Rulesets"),
    "favourites": N_("Favourite plays"),
    "awards": N_("Championships"),
    "curve": N_("Rating after each day with a rated game"),
    "no_match": N_("No match has been decided yet."),
    "no_season": N_("There has been no season here yet."),
    "no_championship": N_("No championship has been held yet."),
    "nobody": N_("Nobody has a rating yet."),
    "void": N_("not decided in time"),
    "open": N_("not decided yet"),
    "best": N_("These players enter the championship as things stand."),
    "entered": N_("These players entered the championship."),
    "final_standings": N_("Final standings"),
    "championship": C_("a page of the site", "Championship"),
    "game": N_("Game"),
    "record": N_("Record"),
    "no-show": N_("did not come"),
    "withdrawn": N_("withdrew"),
    "corrected": N_("corrected"),
    "provisional": N_("? = fewer games than a settled rating needs"),
    "year": N_("Year"),
}


def words() -> dict[str, str]:
    """Return every word, by its name in the templates."""
    return {name: tr(message) for name, message in _WORDS.items()} | {"lang": spoken()}
