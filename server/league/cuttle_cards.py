"""Read games of cuttle.cards, as https://www.cuttle.cards/api/game/NUMBER gives finished ones.

That answer has the deal, with all cards, and every move; the moves are played again by our engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from engine.actions import OUT_OF_TURN, Action, Kind
from engine.cards import Card, parse_card
from engine.errors import CuttleError, IllegalAction
from engine.play.legal import legal_actions
from engine.play.perform import perform
from engine.play.position import Position
from engine.record.record import Game, Record, RecordedAction
from engine.rules.rulesets import CUTTLE_CARDS
from server.league.ratings import LeagueError

PLACE: Final = "cuttle.cards"
_HANDS: Final = (5, 6)
_PLAYS: Final[Mapping[str, Kind]] = {
    "draw": Kind.DRAW,
    "pass": Kind.PASS,
    "points": Kind.POINTS,
    "scuttle": Kind.SCUTTLE,
    "faceCard": Kind.ROYAL,
    "jack": Kind.JACK,
    "oneOff": Kind.ONE_OFF,
    "untargetedOneOff": Kind.ONE_OFF,
    "targetedOneOff": Kind.ONE_OFF,
    "targetOneOff": Kind.ONE_OFF,
    "counter": Kind.COUNTER,
    "resolve": Kind.DECLINE,
    "fizzle": Kind.DECLINE,
    "resolveThree": Kind.TAKE,
    "resolveFour": Kind.DISCARD,
    "resolveFive": Kind.DISCARD,
    "discardToHandLimit": Kind.DISCARD,
    "sevenPoints": Kind.POINTS,
    "sevenScuttle": Kind.SCUTTLE,
    "sevenFaceCard": Kind.ROYAL,
    "sevenJack": Kind.JACK,
    "sevenOneOff": Kind.ONE_OFF,
    "sevenUntargetedOneOff": Kind.ONE_OFF,
    "sevenTargetedOneOff": Kind.ONE_OFF,
    "sevenDiscard": Kind.DISCARD,
    "concede": Kind.CONCEDE,
    "stalemateAccept": Kind.ACCEPT,
}
"""The kind of each move, by its word there. An offer that was refused has changed nothing."""
_TALK: Final = ("stalemateRequest", "stalemateReject")
_AIMED: Final = (Kind.SCUTTLE, Kind.JACK, Kind.ONE_OFF)


def number_of(told: Mapping[str, Any]) -> str:
    """Return the number of a game there."""
    return str(_part(_game(told), "id"))


def read_game(told: Mapping[str, Any]) -> Record:
    """Play a game again; return its record.

    Raises:
        LeagueError: it is not whole, not over, or a move is illegal; the text says which.
    """
    shown = _game(told)
    states = _part(shown, "gameStates")
    if not states or _part(states[0], "moveType") != "deal":
        raise LeagueError("it does not begin with a deal, so it cannot be played again")
    players = _part(shown, "players")
    game = Game(CUTTLE_CARDS, _deck(shown, players))
    started = _moment(_part(states[0], "createdAt"))
    seconds: list[float] = []
    step = game.at(0)
    for number, state in enumerate(states[1:], 1):
        for seat, action in _plays(state, step, number):
            try:
                _follow(game, step, seat, action)
            except CuttleError as error:
                raise _wrong(number, seat, action, error) from None
        since = (_moment(_part(state, "createdAt")) - started).total_seconds()
        seconds += [max(0.0, since)] * (len(game.actions) - len(seconds))
    if game.outcome is None:
        raise LeagueError("it is not over: save it again once it is")
    return Record(
        ruleset=game.ruleset,
        players=tuple(str(_part(player, "username")) for player in players),
        first=game.first,
        entries=tuple(map(RecordedAction, game.actors, game.actions, seconds)),
        outcome=game.outcome,
        started=started,
        deck=game.deck,
        origin=PLACE,
    )


def _wrong(number: int, seat: int, action: Action, error: CuttleError) -> LeagueError:
    return LeagueError(
        "move {number}, {action} by P{seat}: {error}; it was played by other rules, or is not "
        "whole: leave it out",
        number=number,
        action=action,
        seat=seat,
        error=error,
    )


def _game(told: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the game of an answer, also of one that has it for each who looks."""
    event = told.get("spectatorState", told)
    found: Mapping[str, Any] = event.get("game", event)
    return found


def _part(value: Mapping[str, Any], name: str) -> Any:
    if not isinstance(value, Mapping) or value.get(name) is None:
        raise LeagueError(
            "this is not what cuttle.cards gives of a finished game (docs/LEAGUE.md): it has no "
            "{part}",
            part=name,
        )
    return value[name]


def _deck(shown: Mapping[str, Any], players: Any) -> list[Card]:
    """Return the pack in the order in which it was dealt."""
    hands = [_part(player, "hand") for player in players]
    if tuple(map(len, hands)) != _HANDS:
        raise LeagueError("this is not its deal: add ?gameStateIndex=0 to the address")
    tops = [shown[name] for name in ("topCard", "secondCard") if shown.get(name)]
    rest = [*tops, *_part(shown, "deck")]
    cards = [*hands[0], *hands[1], *rest]
    if any(not isinstance(card, Mapping) or "id" not in card for card in cards):
        raise LeagueError("its cards are hidden: they are shown once it is over")
    return [parse_card(card["id"]) for card in cards]


def _plays(state: Any, step: Position, number: int) -> Iterator[tuple[int, Action]]:
    """Yield who did what by a move; an offer that is accepted is both."""
    word = _part(state, "moveType")
    if word in _TALK:
        return
    if word not in _PLAYS:
        raise LeagueError("move {number}: {word!r} is no move we know", number=number, word=word)
    kind, seat = _PLAYS[word], int(_part(state, "playedBy"))
    if kind is Kind.ACCEPT:
        yield 1 - seat, Action(Kind.OFFER, seat=1 - seat)
    if kind is Kind.DECLINE:  # whose name stands there has changed over time
        seat = next(iter(step.prompt.seats), seat)
    yield seat, _action(kind, word, seat, state)


def _action(kind: Kind, word: str, seat: int, state: Mapping[str, Any]) -> Action:
    played, target = _card(state.get("playedCard")), _card(state.get("targetCard"))
    if kind is Kind.CONCEDE:
        return Action(kind, seat=seat)
    if kind is Kind.TAKE:
        return Action(kind, target)
    if kind is Kind.DISCARD and word != "sevenDiscard":
        cards = (card for each in state.get("discardedCards") or () for card in _card(each))
        return Action(kind, tuple(sorted(cards)))
    if kind in (Kind.DRAW, Kind.PASS, Kind.DECLINE, Kind.ACCEPT):
        return Action(kind)
    return Action(kind, played, target if kind in _AIMED else ())


def _card(told: Any) -> tuple[Card, ...]:
    """Return a card, without the jacks on it: ``TH(JS-p0)``, or an object with an id."""
    name = told.get("id") if isinstance(told, Mapping) else told
    return (parse_card(str(name)[:2]),) if name else ()


def _follow(game: Game, step: Position, seat: int, action: Action) -> None:
    """Play a move on both; where there was no choice, the game has done so by itself."""
    if step.prompt.idle and action.kind not in OUT_OF_TURN:
        if action not in legal_actions(step):
            raise IllegalAction("seat {seat} cannot play {action} now", seat=seat, action=action)
    else:
        game.submit(seat, action, game.position.ply)
    perform(step, action)


def _moment(told: Any) -> datetime:
    """Return a moment, told in milliseconds since 1970 or as text."""
    if isinstance(told, int | float):
        return datetime.fromtimestamp(told / 1000, UTC)
    read = datetime.fromisoformat(str(told))
    return read if read.tzinfo is not None else read.replace(tzinfo=UTC)
