"""Word the settings, and the games at home that can be resumed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Message,
    Plural,
    Sentence,
    Span,
    counted,
    language_name,
    say,
    tell,
    tr,
    worded,
)
from cuttle_tui.kit.names import in_short, level_name, listed
from cuttle_tui.kit.results import match_score
from cuttle_tui.kit.text_types import Prompt, Upright
from cuttle_tui.kit.words import Entry, short, tail
from cuttle_tui.ports import SavedGame
from cuttle_tui.preferences import FIELDS, LABELS, Place, Settings, Value
from cuttle_tui.worn import CHAMPION, LEVEL_NAMES, OWN, SEASONS, WORLD
from engine.record.match import MatchStanding

TITLE: Final = N_("settings")

ABOUT: Final = {
    "theme": N_("the table's colours, or the nearest the terminal has"),
    "deck": N_("the colours of the suits, on cards and in text"),
    "back": N_("your own, or one you earned against the computer or in a championship"),
    "cards": N_("how large cards are in a large window"),
    "signs": N_("letters instead of symbols, if symbols look wrong"),
    "language": N_("the language of the screen; what you type stays the same"),
    "highlight": N_("light up what just happened"),
    "marks": N_("mark hidden cards that you have seen, in hands and on the deck"),
    "bell": N_("ring when it is your turn and you are in another window"),
    "confirm": N_("ask before ctrl+c quits, and before q leaves a table"),
    "counter": N_("only against computers: with people, always asking keeps your hand secret"),
    "free_text": N_("chat with your own words with everybody, not only ready phrases"),
    "friend_text": N_("the same with players who met you by a room code"),
    "show_presence": N_("list you as here; friends are told so, and you are told of them"),
    "show_games": N_("let others see how many games you won and lost"),
    "show_opponents": N_("let others see whom you played, and your last games with them"),
    "show_plays": N_("let others see which plays you make most"),
    "show_rating": N_("let others see your rating, and list you among the best"),
    "call_name": N_("let the club name you where it calls people, such as in a chat"),
}
"""A one-line description of each setting."""

_ON: Final = {True: C_("a setting", "on"), False: C_("a setting", "off")}
_CHOICES: Final[dict[tuple[str, Value], Message]] = {
    ("theme", "auto"): N_("auto: felt, dark or light like the terminal"),
    ("theme", "felt-dark"): N_("felt, dark"),
    ("theme", "felt-light"): N_("felt, light"),
    ("theme", "nord"): N_("nord, dark"),
    ("theme", "gruvbox"): N_("gruvbox, dark"),
    ("theme", "tokyo-night"): N_("tokyo night, dark"),
    ("theme", "solarized-light"): N_("solarized, light"),
    ("deck", "two-colour"): N_("two colours: black and red"),
    ("deck", "four-colour"): N_("four colours: diamonds blue, clubs green"),
    ("deck", "high-contrast"): N_("high contrast: white cards, very little grey"),
    ("deck", "colour-blind"): N_("colour-blind safe: four colours"),
    ("back", OWN): N_("your own"),
    ("back", "clubs"): C_("the back of a card", "clubs"),
    ("back", "diamonds"): C_("the back of a card", "diamonds"),
    ("back", "hearts"): C_("the back of a card", "hearts"),
    ("back", "spades"): C_("the back of a card", "spades"),
    ("back", WORLD): C_("the back of a card", "star"),
    ("back", CHAMPION): C_("the back of a card", "crown"),
    ("cards", "auto"): N_("auto: as large as fits well"),
    ("cards", "small"): N_("small: one size smaller, with more room"),
    ("cards", "large"): N_("large: the largest that fit"),
    ("signs", "auto"): N_("auto: what the terminal can show"),
    ("signs", "unicode"): N_("symbols"),
    ("signs", "ascii"): N_("letters: C D H S"),
    ("language", "auto"): N_("auto: the terminal's locale"),
    ("counter", "always"): N_("always"),
    ("counter", "two"): N_("only with a two in hand"),
    ("free_text", False): N_("off: ready phrases only"),
    ("friend_text", False): N_("off: ready phrases only"),
}

SAMPLE: Final = (N_("you scuttled {card} with {other}"), N_("bob stole {card} with {other}"))
"""Sentences next to the sample cards."""


def choice_text(name: str, value: Value) -> str:
    """Word a choice; each language has its own name for itself."""
    if isinstance(value, bool):
        return str(_CHOICES.get((name, value), _ON[value]))
    if name == "back" and value in LEVEL_NAMES:
        return level_name(value)
    if name == "language" and value != "auto":
        return language_name(value)
    return str(_CHOICES[name, value])


def choice_lines(name: str, value: Value, barred: Collection[Value] = ()) -> tuple[Sentence, ...]:
    """List the choices of a setting; the one in use is strong and marked.

    Of those that are barred it says how they are earned.
    """
    lines = []
    for choice in FIELDS[name].choices:
        text = choice_text(name, choice)
        if choice == value:
            lines.append(say(Span(f"+ {text}", "strong")))
        elif choice in barred:
            lines.append(say(f"- {text}: {how_earned(choice)}"))
        else:
            lines.append(say(f"  {text}"))
    return tuple(lines)


_BEAT: Final = N_("beat it once")
_HOW_EARNED: Final = {
    WORLD: N_("a place in a World Championship"),
    CHAMPION: N_("win a championship"),
    **dict.fromkeys(SEASONS, N_("a place in this suit's championship")),
}


def how_earned(back: Value) -> str:
    """Say what a player does to wear a back."""
    return tr(_HOW_EARNED.get(str(back), _BEAT))


def settings_prompt(settings: Settings, name: str, why: Sentence = SILENCE) -> Prompt:
    """Ask what to change; `name` is the setting in focus."""
    at = choice_text(name, getattr(settings, name))
    at = at.partition(": ")[2] or at
    sentence = tell("{setting}: {choice}", setting=LABELS[name], choice=at)
    about, named = say(ABOUT[name]), Upright(sentence=say(LABELS[name]))
    return Prompt("bar", tr("SETTINGS"), sentence, why=why or about, spare=about, upright=named)


def clock_line(time: str) -> str:
    """Tell the time left at the table below, which does not wait."""
    return tr("your clock: {time}", time=time)


def where_kept(player: str, place: Place, *, changed: bool = False) -> str:
    """Explain where the settings are stored, and which mark shows a change."""
    told = tr(_PLACES[place], player=player)
    return tr("+ changed by you; {where}", where=told) if changed else told


_PLACES: Final = {
    "here": N_("saved on this computer"),
    "account": N_("saved with your account, {player}"),
    "visit": N_("for this visit only"),
}

KEPT: Final = Plural("{n} unfinished game", "{n} unfinished games")
_SHORTEST: Final = 16
"""Characters of a path that are shown."""


def standing_text(names: Sequence[str], match: MatchStanding, seat: int) -> str:
    """Return the score of a match, that of a seat first: ``you 1-0 anna``."""
    score = match_score(match, seat)
    if len(names) != _PAIR:
        return tr("match {score}", score=score)
    return tr("{who} {score} {other}", who=names[seat], score=score, other=names[1 - seat])


_PAIR: Final = 2


def _points_text(game: SavedGame) -> str:
    """Return the points of each player of a kept game, and the score of its match, if it is one.

    As ``you 12, computer 9, match 1-0``; between two games the score alone, as ``you 1-0 anna``.
    """
    alone = game.people == 1
    players = [
        tr("you") if alone and seat == 0 else listed(name) for seat, name in enumerate(game.players)
    ]
    pairs = zip(players, game.points, strict=True)
    told = [tr("{player} {points}", player=name, points=points) for name, points in pairs]
    match = None if game.state is None else game.state.match
    if match is None:
        return ", ".join(told)
    if not game.turn:  # the points are of a game that is over
        return standing_text(players, match, 0)
    score = tr("match {score}", score=match_score(match, 0))
    return ", ".join([*told, score])


def turn_text(game: SavedGame) -> str:
    """Return the turn of a kept game."""
    return tr("turn {n}", n=game.turn) if game.turn else tr("between two games")


def score_text(game: SavedGame) -> str:
    """Return the score and the turn of a kept game: ``you 12, computer 9, turn 14``."""
    return f"{_points_text(game)}, {turn_text(game)}"


GAME_HEADS: Final = (
    C_("head of a column", "date"),
    C_("head of a column", "points"),
    C_("head of a column", "turn"),
    C_("head of a column", "rules"),
)
GAME_COLUMNS: Final = (3, 21, 56)


def game_cells(game: SavedGame) -> tuple[str, ...]:
    """Write the cells of a kept game: date, points, turn, rules; its file if that is broken."""
    if game.problem is not None:
        return (tr("broken file"), game.id, "", "")
    return (game.when, _points_text(game), str(game.turn or ""), in_short(game.ruleset))


def saved_line(games: Sequence[SavedGame]) -> str:
    """Describe the game that can be resumed, or count them."""
    games = [game for game in games if game.problem is None]
    if len(games) > 1:
        return counted(len(games), KEPT)
    (game,) = games
    return (
        tr("{deal}, {turn}", deal=DAYS_DEAL, turn=turn_text(game)) if game.day else score_text(game)
    )


DAYS_DEAL: Final = N_("the deal of the day")
"""Of today, or of the day on which it was left."""


def saved_game_entry(game: SavedGame) -> Entry:
    """Word a kept game as an entry of the list."""
    return Entry("", game.when, score_text(game), N_("Resume this game?"), N_("resume"))


def broken_lines(game: SavedGame) -> tuple[Sentence, ...]:
    """Say what is wrong with a kept game."""
    assert game.problem is not None
    return (say(worded(game.problem.error)), tell("the game cannot be resumed; its file stays"))


def saved_band(games: Sequence[SavedGame]) -> tuple[Sentence, ...]:
    """Count the kept games."""
    count = sum(game.problem is None for game in games)
    return (tell("{kept}", kept=counted(count, KEPT)), tell("a game stays here until it is over"))


def saved_prompt(*, empty: bool, why: Sentence = SILENCE) -> Prompt:
    """Ask which game to resume."""
    if empty:
        return Prompt("wait", tr("RESUME"), tell("No unfinished games"), why=why)
    return Prompt("bar", tr("RESUME"), tell("Which game?"), why=why)


def unreadable_game_line(game: SavedGame) -> Sentence:
    """Report a kept game that cannot be read; its file stays as it is."""
    assert game.problem is not None
    text = worded(game.problem.error)
    return tell(
        "cannot read a saved game ({reason}): {file}",
        reason=f"{text[:1].lower()}{text[1:]}",
        file=tail(short(game.problem.folder), _SHORTEST),
    )
