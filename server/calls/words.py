"""Word calls in the language of those who read them; nobody is named who has not agreed to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextvars import Context
from dataclasses import dataclass, field
from typing import Any, Final

from cuttle_tui.daily.words import result_text
from cuttle_tui.i18n.translation import N_, Plural, counted, speak, tr
from cuttle_tui.kit.names import POINTS, game_in_short
from cuttle_tui.league.nights import FORMATS
from cuttle_tui.table.words.game_over import season_name
from engine.bots.daily import TryResult
from server.sanitize import clean
from server.store.calls import Call

_LONGEST_NAME: Final = 32
_SOMEBODY: Final = N_("somebody")
_TRIES: Final = Plural("{n} player", "{n} players")


@dataclass(frozen=True, slots=True)
class Places:
    """Where calls lead to."""

    door: str
    """The arguments of ``ssh``."""
    link: str = ""
    """Where browsers come in; empty if they do not."""


@dataclass(frozen=True, slots=True)
class Told:
    """A call in words that no form has escaped yet."""

    title: str
    lines: tuple[str, ...] = ()
    link: str = ""
    """A page; empty where browsers do not come in."""
    command: str = ""
    """What leads there in a terminal."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """The same for programs."""


def people_in(call: Call) -> set[str]:
    """Return everybody whom the facts of a call may name, as they are in the league."""
    facts = call.facts
    found = {facts.get("player", ""), facts.get("champion", ""), *facts.get("players", ())}
    found |= {player for pair in facts.get("pairs", ()) for player in pair}
    found |= {line[1] for line in facts.get("lines", ())}
    return found - {"", None}


def told(call: Call, names: Mapping[str, str], places: Places, language: str) -> Told:
    """Word a call, under the names that may be told."""

    def word() -> Told:
        speak(language)
        return _WORDS[call.kind](call.facts, _Namer(names), places)

    return Context().run(word)


class _Namer:
    """Names those who may be named; everybody else is somebody."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = {who: clean(name, _LONGEST_NAME) for who, name in names.items()}

    def __call__(self, player: str) -> str:
        return self._names.get(player) or tr(_SOMEBODY)

    def known(self, player: str) -> str | None:
        """Return a name for programs; None for somebody."""
        return self._names.get(player)


_Facts = Mapping[str, Any]


def _game(facts: _Facts) -> str:
    game = game_in_short(facts["rules"], facts["timing"], rated=bool(facts.get("rated")))
    return tr("{game}, rated", game=game) if facts.get("rated") else game


def _seek(facts: _Facts, name: _Namer, places: Places) -> Told:
    who, code = facts["player"], facts.get("code", "")
    data = {key: facts[key] for key in ("rules", "timing", "rated")}
    return Told(
        tr("{who} is waiting for an opponent: {game}", who=name(who), game=_game(facts)),
        link=places.link and (f"{places.link}/join/{code}" if code else f"{places.link}/"),
        command=f"ssh -t {places.door}" + (f" join {code}" if code else ""),
        data={"player": name.known(who), **data},
    )


def _night(facts: _Facts, name: _Namer, places: Places) -> Told:
    kind, host = tr(FORMATS[facts["format"]]), facts["player"]
    return Told(
        tr("A play night opens: {format}, {game}", format=kind, game=_game(facts)),
        (tr("Come in and join before it begins. The host is {who}.", who=name(host)),),
        link=places.link and f"{places.link}/",
        command=f"ssh -t {places.door}",
        data={"host": name.known(host), **{k: facts[k] for k in ("format", "rules", "timing")}},
    )


def _round(facts: _Facts, name: _Namer, places: Places) -> Told:
    lines = [
        tr("{one} against {other}", one=name(one), other=name(other))
        if other
        else tr("{who} has a bye", who=name(one))
        for one, other in facts["pairs"]
    ]
    pairs = [[name.known(one), other and name.known(other)] for one, other in facts["pairs"]]
    return Told(
        tr("Round {n} of the play night is paired", n=facts["round"]),
        tuple(lines),
        link=places.link and f"{places.link}/",
        command=f"ssh {places.door} night",
        data={"round": facts["round"], "pairs": pairs},
    )


def _week(facts: _Facts, name: _Namer, places: Places) -> Told:
    season, week = facts["season"], facts["week"]
    lines = [
        tr(
            "{place}. {who}: {points}",
            place=place,
            who=name(player),
            points=counted(points, POINTS),
        )
        for place, player, points in facts["lines"]
    ]
    return Told(
        tr("{season}: week {n} is over", season=season_name(season), n=week),
        tuple(lines) or (tr("Nobody has won a match in it."),),
        link=places.link and f"{places.link}/season/{season}/{week}",
        command=f"ssh {places.door} week {season} {week}",
        data={"season": season, "week": week, "lines": _data_lines(facts["lines"], name)},
    )


def _final(facts: _Facts, name: _Namer, places: Places) -> Told:
    championship, (one, other) = facts["championship"], facts["players"]
    season, champion = season_name(championship), facts.get("champion", "")
    title = tr("{season}: the final of the championship is to be played", season=season)
    line = tr("{one} against {other}", one=name(one), other=name(other))
    if champion:
        title = tr("{season}: the championship is decided", season=season)
        line = tr("{who} is the champion", who=name(champion))
    return Told(
        title,
        (line,),
        link=places.link and f"{places.link}/bracket/{championship}",
        command=f"ssh {places.door} bracket {championship}",
        data={
            "championship": championship,
            "players": [name.known(one), name.known(other)],
            "champion": name.known(champion) if champion else None,
            "decided": bool(champion),
        },
    )


def _day(facts: _Facts, name: _Namer, places: Places) -> Told:
    day = facts["day"]
    lines = [
        tr(
            "{place}. {who}: {result}",
            place=place,
            who=name(player),
            result=result_text(TryResult(*result)),
        )
        for place, player, result in facts["lines"]
    ]
    players = counted(facts["players_in_all"], _TRIES)
    return Told(
        tr("The deal of {day}: {players}, and here is the table", day=day, players=players),
        tuple(lines),
        link=places.link and f"{places.link}/",
        command=f"ssh {places.door} deal",
        data={
            "day": day,
            "players": facts["players_in_all"],
            "lines": _data_lines(facts["lines"], name),
        },
    )


def _data_lines(lines: Iterable[Any], name: _Namer) -> list[list[Any]]:
    return [[place, name.known(player), *rest] for place, player, *rest in lines]


_WORDS: Final[Mapping[str, Callable[[_Facts, _Namer, Places], Told]]] = {
    "seek": _seek,
    "night": _night,
    "round": _round,
    "week": _week,
    "final": _final,
    "day": _day,
}
